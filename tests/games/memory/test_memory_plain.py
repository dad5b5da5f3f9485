"""Small tables are made by plain Python, large ones by compiled code; the question alone decides."""

import pytest

from saizen.games.memory import board_table, kernel, warm
from saizen.games.memory.board_table import Boards, table_for
from saizen.games.memory.rules import Memory
from saizen.kernels import policy


@pytest.mark.parametrize(
    ("deck", "options"),
    [
        ("4x3", {}),
        ("2x4+4x1", {"take": "free"}),
        ("4x2", {"objective": "win", "passes": 2}),
        ("2x5", {"objective": "turns", "players": 1}),
    ],
)
@pytest.mark.parametrize("exact", [True, False])
def test_a_table_is_the_same_however_it_is_made(monkeypatch, deck, options, exact):
    made = []
    for mode in ("plain", "compiled"):
        monkeypatch.setattr(policy, "MODE", mode)
        made.append(Boards(Memory(deck, **options), exact=exact)._rows.tolist())
    assert made[0] == made[1]


@pytest.mark.parametrize(("deck", "small"), [("4x7", True), ("4x3", True), ("4x30", False)])
def test_the_question_decides_who_makes_the_table(monkeypatch, deck, small):
    """Again and again the same: nothing that was made before counts."""
    monkeypatch.setattr(policy, "MODE", "auto")
    asked = []

    def twin(given):
        asked.append(given)
        return lambda *_: None

    monkeypatch.setattr("saizen.kernels.plain.plain", twin)
    monkeypatch.setattr(kernel, "sweep", lambda *_: None)
    for times in (1, 2):
        Boards(Memory(deck))
        assert len(asked) == times * small
    assert warm.needs_table(Memory(deck)) is not small
    assert not warm.needs_table(Memory(deck, memory=2))


def test_small_boards_share_a_small_table_and_others_a_large_one():
    rules = [Memory("(3,2,1,1)"), Memory("2x4"), Memory("(7,1,2,1)"), Memory("(8,1,2,1)")]
    small, large = board_table.SHARED
    assert [table_for(one).deck for one in rules] == [{4: small}, {4: small}, {4: small}, {4: large}]
    shared = table_for(rules[3])
    for one in rules:
        assert table_for(one).value(one.board) == shared.value(one.board)
