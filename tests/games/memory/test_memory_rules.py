"""The rules against a brute force over explicit cards and deals."""

from fractions import Fraction

import pytest

from games.memory import brute_memory
from games.memory.brute_memory import chance_to_win, difference, shared_memory, turns
from saizen.errors import SaizenError
from saizen.games.memory.board import Board
from saizen.games.memory.board_table import best_value
from saizen.games.memory.rules import Memory
from saizen.solver import solve


def value(board, **options):
    rules = Memory(board, **options)
    return solve(rules).value(rules.start())


@pytest.mark.parametrize("take", ["forced", "free"])
@pytest.mark.parametrize(
    ("board", "table", "hidden"),
    [
        ("2x2", "????", "AABB"),
        ("4x1", "????", "AAAA"),
        ("2x3", "??????", "AABBCC"),
        ("4x1+2x1", "??????", "AAAABB"),
        ("(2,1,1,1)", "A?????", "AAABB"),
        ("(2,1,1,0)", "B?????", "AAAAB"),
        ("4x1+2x1:4x1@2", "AA????", "AABB"),
        ("4x1+2x1:4x1@2+2x1", "AAB???", "AAB"),
        ("6x1:6x1@3", "AAA???", "AAA"),
        ("6x1+2x1:6x1@2", "AA??????", "AAAABB"),
        ("(3,1,2,1)", "AB??????", "AAABCC"),
        ("(3,1,3,1)", "ABC?????", "AAABC"),
        ("(4,0,3,0)", "ABC?????", "ABCDD"),
        ("4x1+2x2:4x1@2+2x2", "AABC????", "AABC"),
        ("4x2:4x1@3+4x1@1", "AAAB????", "ABBB"),
        ("4x1+2x3:4x1@3+2x3", "AAABCD????", "ABCD"),
        ("4x2+2x1:4x1@3+4x1@2+2x1", "AAABBC????", "ABBC"),
    ],
)
def test_two_players_equal_the_brute_force(board, table, hidden, take):
    assert value(board, take=take) == difference(table, hidden, take == "forced")


@pytest.mark.parametrize("take", ["forced", "free"])
@pytest.mark.parametrize("lead", [-1, 0, 1])
@pytest.mark.parametrize(
    ("board", "table", "hidden"),
    [
        ("2x2", "????", "AABB"),
        ("(2,1,1,1)", "A?????", "AAABB"),
        ("4x1+2x1:4x1@2+2x1", "AAB???", "AAB"),
        ("(3,0,2,0)", "AB????", "ABCC"),
    ],
)
def test_chance_to_win_equals_the_brute_force(board, table, hidden, lead, take):
    mine = value(board, take=take, objective="win", lead=lead)
    assert mine == chance_to_win(table, hidden, lead, take == "forced")


def test_the_order_of_places_does_not_matter(monkeypatch):
    """The brute force itself, place by place."""

    def found():
        for function in (difference, chance_to_win):
            function.cache_clear()
        for table, hidden in (("????", "AABB"), ("A?????", "AAABB"), ("AAB???", "AAB")):
            for forced in (True, False):
                yield difference(table, hidden, forced)
                yield from (chance_to_win(table, hidden, lead, forced) for lead in (-1, 0, 1))
        for memory in (1, 2, 3):
            yield turns("AABB", memory, natural=False)["????", "AABB"]
            yield shared_memory("AABB", memory)
        yield shared_memory("AAAABB", 1)

    arranged = list(found())
    monkeypatch.setattr(brute_memory, "arranged", lambda table: table)
    monkeypatch.setattr(brute_memory, "by_age", lambda *state: state)
    assert list(found()) == pytest.approx(arranged, abs=1e-9)
    for function in (difference, chance_to_win):
        function.cache_clear()


def test_a_match_in_mid_turn_is_never_worth_declining_when_pairs_are_forced():
    """Only the pair kept from turn to turn makes the difference on these boards."""
    for table, hidden in (("A?????", "AAABB"), ("AB????", "AAAB"), ("AB??????", "AAABCC")):
        assert difference(table, hidden, True, False) == difference(table, hidden, True)


def test_smallest_board_where_free_and_forced_differ():
    small = ["2x1", "2x2", "4x1", "2x2:2x1", "2x2:2x1@2", "2x2:2x2", "4x1:4x1", "4x1:4x1@2", "4x1:4x1@3"]
    assert all(value(board, take="free") == value(board) for board in small)
    assert (value("(2,1,1,1)"), value("(2,1,1,1)", take="free")) == (0, Fraction(-2, 5))
    held = "4x1+2x1:4x1@2+2x1"
    assert (value(held), value(held, take="free")) == (Fraction(5, 3), 3)


@pytest.mark.parametrize(
    ("deck", "board", "memory", "take"),
    [
        ("AABBCC", "2x3", 1, "free"),
        ("AABBCC", "2x3", 2, "free"),
        *(("AAAABB", "4x1+2x1", memory, take) for memory in (1, 2, 3) for take in ("forced", "free")),
    ],
)
def test_one_player_equals_value_iteration_on_explicit_cards(deck, board, memory, take):
    values = turns(deck, memory, natural=take == "forced")
    mine = value(board, players=1, memory=memory, take=take)
    assert float(mine) == pytest.approx(values["?" * 6, deck], abs=1e-9)


def test_known_cards_of_one_player_equal_the_brute_force():
    values = turns("AAAABB", 2, natural=False)
    assert float(value("4x1+2x1:4x1@2", players=1, memory=2, take="free")) == pytest.approx(
        values["AA????", "AABB"]
    )
    assert value("4x1+2x1:4x1@2", players=1, memory=2, take="free") == Fraction(43, 12)
    assert value("4x1+2x1:4x1@2", players=1, memory=2) == Fraction(11, 3)


@pytest.mark.parametrize(("deck", "board"), [("AABB", "2x2"), ("AABBCC", "2x3"), ("AAAABB", "4x1+2x1")])
@pytest.mark.parametrize("memory", [0, 1, 2])
def test_two_players_who_forget_the_oldest_card(deck, board, memory):
    assert float(value(board, memory=memory)) == pytest.approx(shared_memory(deck, memory), abs=1e-9)


def test_memory_as_large_as_the_board_is_unlimited_memory():
    board = "4x1+2x2"
    unlimited = value(board)
    assert value(board, memory=8) == unlimited
    assert value(board, memory=8, forget="choice") == unlimited
    assert value(board, players=1, memory=8, take="free") == best_value(board, players=1, take="free")


def test_forced_taking_makes_more_memory_a_burden():
    """Free, a better memory never hurts; forced, the third card does."""
    forced = [value("4x2", players=1, memory=m) for m in (2, 3)]
    free = [value("4x2", players=1, memory=m, take="free") for m in (1, 2, 3, 4)]
    assert forced == [Fraction(379, 70), Fraction(38, 7)]
    assert free == sorted(free, reverse=True)


@pytest.mark.parametrize("board", ["(3,1,2,1)", "(4,0,3,0)", "4x1+2x2:4x1@2"])
@pytest.mark.parametrize("take", ["forced", "free"])
def test_one_pass_or_two_end_the_game_with_the_same_difference(board, take):
    assert value(board, take=take, passes=1) == value(board, take=take, passes=2)


def test_known_card_first_is_never_better():
    for take in ("forced", "free"):
        rules = Memory("4x1+2x2", take=take)
        solution = solve(rules)
        for position in solution.positions:
            moves = {
                str(m.move): m.value * (1 if position.mover == 0 else -1) for m in solution.moves(position)
            }
            known = [worth for move, worth in moves.items() if move.startswith("known ")]
            assert not known or max(known) <= moves["unknown"]


@pytest.mark.parametrize(
    "options",
    [{}, {"take": "free"}, {"objective": "win"}, {"memory": 2}, {"players": 1, "memory": 2}, {"players": 1}],
)
def test_every_position_has_text_that_reads_back(options):
    rules = Memory("4x1+2x2", **options)
    solution = solve(rules)
    texts = {rules.text(position) for position in solution.positions}
    assert len(texts) == len(solution)
    assert all(rules.parse(rules.text(position)) == position for position in solution.positions)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 3}, "1 or 2"),
        ({"take": "maybe"}, "forced"),
        ({"objective": "turns"}, "one player"),
        ({"players": 1, "objective": "win"}, "one player"),
        ({"lead": 1}, "win"),
        ({"passes": 3}, "1 or 2"),
        ({"memory": -1}, "0 or more"),
        ({"memory": 2, "take": "free"}, "never end"),
        ({"forget": "all"}, "oldest"),
    ],
)
def test_bad_options_are_told_in_one_line(options, words):
    with pytest.raises(SaizenError, match=words) as caught:
        Memory("4x1+2x2", **options)
    assert "\n" not in str(caught.value)


def test_bad_memory_boards():
    with pytest.raises(SaizenError, match="only 1 can be remembered"):
        Memory("2x2:2x2", memory=1)
    with pytest.raises(SaizenError, match="order of the known cards"):
        Memory("2x2:2x2", memory=2)
    with pytest.raises(SaizenError, match="matters only"):
        Memory("2x2:2x1#1", players=1, memory=2)
    with pytest.raises(SaizenError, match="matters only"):
        Memory("2x2:2x1#1")
    with pytest.raises(SaizenError, match="not part of a position"):
        Memory("2x2").parse("2x2 upside=down")
    with pytest.raises(SaizenError, match="lies open"):
        Memory("2x2").parse("2x2 first=4@1")
    assert Memory(Board.deck({2: 1})).parse("empty").board.cards == 0
