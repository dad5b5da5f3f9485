"""Small questions are answered by plain Python until an allowance is used up; the answers are the same."""

import threading

import pytest

from saizen.games.memory import boards
from saizen.games.memory.boards import Boards, table_for
from saizen.games.memory.rules import Memory
from saizen.games.tricks import searcher, values
from saizen.games.tricks.dealing import random_deal
from saizen.games.tricks.rules import Objective
from saizen.kernels.allowance import Allowance


def test_an_allowance_is_used_up_whoever_asks():
    allowance, granted = Allowance(1000), []
    askers = [
        threading.Thread(target=lambda: granted.extend(allowance.takes(1) for _ in range(400)))
        for _ in range(4)
    ]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert (sum(granted), len(granted)) == (1000, 1600)


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
def test_memory_has_one_table_however_it_is_made(monkeypatch, deck, options, exact):
    made = []
    for most in (0, 10**9):
        monkeypatch.setattr(boards, "_plainly", Allowance(most))
        made.append(Boards(Memory(deck, **options), exact=exact)._rows.tolist())
    assert made[0] == made[1]


def test_first_boards_have_tables_of_their_own_and_later_ones_share_one(monkeypatch):
    monkeypatch.setattr(boards, "_apart", Allowance(2))
    rules = [Memory("(3,2,1,1)"), Memory("2x4"), Memory("(3,1,2,1)")]
    tables = [table_for(one) for one in rules]
    assert [table.deck for table in tables] == [{4: 2, 2: 1}, {2: 4}, {4: boards.UNIVERSAL}]
    shared = tables[2]
    assert [table.value(one.board) for table, one in zip(tables, rules, strict=True)] == [
        shared.value(one.board) for one in rules
    ]


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("score", ["5", "bottom:4", "2..7"])
def test_cards_of_five_to_seven_are_worth_the_same_without_the_search(monkeypatch, objective, score):
    for seed, n in enumerate((5, 6, 7)):
        position = random_deal(n, score, seed)
        found = []
        for most in (0, 10**9):
            monkeypatch.setattr(searcher, "_plainly", Allowance(most))
            found.append(values.card_values(position, objective))
        assert found[0] == found[1]
