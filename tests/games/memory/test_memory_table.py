"""The kernel against the generic solver on the rules, and its arithmetic."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.errors import PositionError, SaizenError
from saizen.games.memory import kernel
from saizen.games.memory.board import Board, Kind
from saizen.games.memory.board_table import Boards, best_value, table_for
from saizen.games.memory.plans import Plans
from saizen.games.memory.rules import Memory
from saizen.kernels.plain import plain
from saizen.papers.memory2022.recurrence import Recurrence, all_boards
from saizen.solver import solve


@pytest.mark.parametrize("take", ["forced", "free"])
@pytest.mark.parametrize("deck", ["2x4", "4x1+2x2", "4x2", "6x1+2x1", "6x1+4x1"])
def test_table_equals_the_generic_solver_on_every_board(deck, take):
    rules = Memory(deck, take=take)
    table, solution = Boards(rules), solve(rules)
    seen = 0
    for position in solution.positions:
        if position.first is None and position.mover == 0:
            assert table.value(position.board) == solution.value(position)
            seen += 1
    assert seen >= table.boards // 2


@pytest.mark.parametrize("take", ["forced", "free"])
@pytest.mark.parametrize("passes", [1, 2])
@pytest.mark.parametrize("lead", [-2, -1, 0, 1, 3])
def test_chance_to_win_equals_the_generic_solver(take, passes, lead):
    for board in ("(3,1,2,1)", "4x1+2x2:4x1@2", "2x4:2x2"):
        rules = Memory(board, take=take, objective="win", passes=passes, lead=lead)
        assert table_for(rules).value(rules.board, lead) == solve(rules).value(rules.start())


@pytest.mark.parametrize("lead", [-9, -2, -1, 0, 1, 2, 9])
@pytest.mark.parametrize("board", ["empty", "2x1", "2x2", "2x2:2x1@2"])
def test_a_lead_too_large_to_lose_has_won(board, lead):
    rules = Memory(board, objective="win", lead=lead)
    assert table_for(rules).value(rules.board, lead) == solve(rules).value(rules.start())


@pytest.mark.parametrize("take", ["forced", "free"])
def test_one_player_equals_the_generic_solver(take):
    for board in ("(3,1,2,1)", "4x2+2x1", "6x1+2x1:6x1@2"):
        rules = Memory(board, players=1, take=take)
        assert best_value(board, players=1, take=take) == solve(rules).value(rules.start())


def test_table_equals_the_plain_recurrence():
    table, plain = Boards(Memory("4x6")), Recurrence()
    assert all(table.value(Board.paper(*board)) == plain.value(*board) for board in all_boards(6))


@pytest.mark.parametrize(
    "options", [{}, {"take": "free"}, {"objective": "win"}, {"players": 1, "take": "free"}]
)
def test_floats_are_the_exact_values(options):
    rules = Memory("4x2+2x2", **options)
    exact, floats = Boards(rules), Boards(rules, exact=False)
    assert floats.floats().shape == (exact.boards, 2 * exact.pairs + 1)
    for na, nf, ka, kf in all_boards(4):
        board = Board.paper(na, nf, ka, kf)
        if board in exact:
            assert floats.value(board) == pytest.approx(float(exact.value(board)), abs=1e-12)


def boards(most: int = 4):
    """Boards of a few letters with any of their cards known."""
    kinds = st.sampled_from([2, 4]).flatmap(lambda c: st.integers(0, c).map(lambda k: Kind(c, (0,) * k)))
    return st.lists(kinds, min_size=1, max_size=most).map(
        lambda letters: Board.of({kind: letters.count(kind) for kind in letters})
    )


@settings(max_examples=120, deadline=None)
@given(board=boards(), take=st.sampled_from(["forced", "free"]), data=st.data())
def test_the_best_plan_is_worth_the_board(board, take, data):
    objective = data.draw(st.sampled_from(["difference", "win", "turns"]))
    lead = data.draw(st.integers(-3, 3)) if objective == "win" else 0
    passes = data.draw(st.sampled_from([1, 2]))
    rules = Memory(
        board,
        players=1 if objective == "turns" else 2,
        take=take,
        objective=objective,
        lead=lead,
        passes=passes,
    )
    plans = Plans(rules, Boards(rules))
    moves = plans.moves()
    assert moves[0].optimal
    assert moves[0].value == plans.table.value(board, lead)
    assert sum(answer.chance for answer in plans.policy()) in (0, 1)


@settings(max_examples=60, deadline=None)
@given(board=boards(3))
def test_freedom_and_knowledge_bounds(board):
    """A value lies between losing and winning every pair; one player is never hurt by freedom."""
    for take in ("forced", "free"):
        assert abs(best_value(board, take=take)) <= board.pairs
    assert best_value(board, players=1, take="free") <= best_value(board, players=1)
    assert best_value(board, players=1, take="free") >= board.pairs


@settings(max_examples=80, deadline=None)
@given(st.integers(-(10**40), 10**40), st.integers(-(10**40), 10**40), st.integers(1, 400))
def test_limbs_add_multiply_and_compare_like_integers(one, two, times):
    def limbs(number):
        row = []
        for _ in range(3):
            number, limb = divmod(number, kernel.LIMB)
            row.append(limb)
        return [*row, number]

    rows = np.array([limbs(one), limbs(two), limbs(0)], np.int64)
    rows[2] = times * rows[0] - rows[1]
    plain(kernel.carry)(rows, 2)
    assert rows[2].tolist() == limbs(times * one - two)
    plain(kernel.keep_larger)(rows, 0, 1, True)
    assert rows[0].tolist() == limbs(max(one, two))


def test_all_fractions_at_once_are_the_values_one_by_one():
    table = Boards(Memory("4x3"))
    every = sorted(table.fractions())
    assert every == sorted([0, *(table.value(Board.paper(*board)) for board in all_boards(3))])
    with pytest.raises(SaizenError, match="floats"):
        Boards(Memory("4x1"), exact=False).fractions()


def test_deck_of_thirteen_letters_of_four():
    value = best_value("4x13")
    assert value.denominator > 10**30
    assert float(value) == pytest.approx(
        Boards(Memory("4x13"), exact=False).value(Board.deck({4: 13})), abs=1e-12
    )


def test_tables_refuse_what_they_do_not_hold():
    table = Boards(Memory("2x3"))
    assert Board.paper(4, 0, 0, 0) not in table
    assert Board.paper(1, 1, 0, 0) not in table
    assert Board.paper(3, 0, 2, 0) in table
    with pytest.raises(PositionError, match="cannot arise"):
        table.value(Board.paper(4, 0, 0, 0))
    with pytest.raises(SaizenError, match="unlimited memory"):
        Boards(Memory("2x3", memory=1))
    with pytest.raises(SaizenError, match="too many"):
        Boards(Memory("8x20", take="free"))
    with pytest.raises(SaizenError, match="exact"):
        table.floats()


def test_letters_of_two_alone_do_not_care_about_taking():
    forced, free = (Boards(Memory("2x14", take=take)) for take in ("forced", "free"))
    boards = [Board.paper(na, 0, ka, 0) for na in range(15) for ka in range(na + 1)]
    assert all(forced.value(board) == free.value(board) for board in boards)


def test_the_lead_of_the_first_player_turns_with_the_rule():
    assert best_value("(3,1,0,0)") == Fraction(-4, 105)
    assert best_value("(3,1,0,0)", take="free") == Fraction(2, 15)
