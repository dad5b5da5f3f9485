"""Strategy of the memory game in various settings (GPW 2022): every table, equation and claim."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from saizen.exact import decimal, from_flint
from saizen.games.memory import theory
from saizen.games.memory.board import Board
from saizen.games.memory.rules import Forget, Memory, Take
from saizen.games.memory.solitaire import Solitaire, four_save_from
from saizen.games.memory.text import parse_board
from saizen.papers.memory2022.claims import compare_bounds, compare_play, compare_saves
from saizen.papers.memory2022.figures import compare_figures
from saizen.papers.memory2022.one_card import compare_equations
from saizen.papers.memory2022.recurrence import Recurrence, all_boards
from saizen.papers.report import Check, compared, read_data, read_errata, with_errata
from saizen.store import Store
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

PACKAGE = __name__
PASSING_LETTERS = 40
"""How far boards with one letter of four are searched for 0-moves."""
FORMULA_LETTERS = 4
"""Boards of up to this many letters decide which of two formulas agrees with the rules."""


def compare(full: bool = False, progress: Progress = SILENT, store: Store | None = None) -> Iterator[Check]:
    """Recompute everything the paper prints; ``full`` checks the general claims much further."""
    return with_errata(_checks(full, progress), read_errata(PACKAGE))


def _checks(full: bool, progress: Progress) -> Iterator[Check]:
    printed = read_data(PACKAGE, "printed.toml")
    reach = 60 if full else 30
    parts = (
        _move_tables(printed),
        _formulas(printed),
        _equations(reach),
        _model(printed, reach),
        compare_play(),
        compare_figures(FORMULA_LETTERS),
    )
    progress.stage("memory: two players", len(parts))
    for part in parts:
        yield from part
        progress.advance()
    progress.stage("memory: one player")
    yield from _one_player(printed)
    yield from _save_claims(1000 if full else 150, progress)


# ---------------------------------------------------------------------- two players


_solved: Cache[Any] = Cache(most=16)


def _boards(letters: int, fours: int, take: Take = "forced") -> Any:
    from saizen.games.memory.board_table import Boards

    deck = Board.deck({4: fours, 2: letters - fours})
    return _solved.get((letters, fours, take), lambda: Boards(Memory(deck, take=take)))


Numbers = tuple[int, int, int, int]


def _value(board: Numbers, take: Take = "forced", reach: int = 30) -> Any:
    return _boards(reach, 1, take).value(Board.paper(*board))


def _moves(board: Numbers, take: Take = "forced", reach: int = 30) -> str:
    from saizen.games.memory.plans import Plans

    plans = Plans(Memory(Board.paper(*board), take=take), _boards(reach, 1, take))
    return ",".join(
        sorted(str(choice.move).removesuffix("-move") for choice in plans.moves() if choice.optimal)
    )


def _cells(printed: dict[str, Any], number: int) -> Iterator[tuple[int, int, str]]:
    """List the cells of a table: row, column, printed text."""
    table = printed[f"table{number}"]
    for row, cells in table.items():
        if row.isdigit():
            for column, text in enumerate(cells, table["first_column"]):
                yield int(row), column, text


def _move_tables(printed: dict[str, Any]) -> Iterator[Check]:
    for number, nf in ((1, 0), (2, 1)):
        for na, ka, text in _cells(printed, number):
            yield compared(f"Table {number}", f"({na},{nf},{ka},{nf})", text, _moves((na, nf, ka, nf)))
    for number, nf in ((3, 0), (4, 1)):
        for na, ka, text in _cells(printed, number):
            value = _value((na, nf, ka, nf))
            yield compared(
                f"Table {number}", f"({na},{nf},{ka},{nf})", text, decimal(value, 2), f"exactly {value}"
            )


def _formulas(printed: dict[str, Any]) -> Iterator[Check]:
    """Put each printed term into the recurrence and see whether it still agrees with the rules."""
    boards = all_boards(FORMULA_LETTERS)
    table = _boards(FORMULA_LETTERS, FORMULA_LETTERS)
    right = {board: table.value(Board.paper(*board)) for board in boards}
    corrected = Recurrence()
    agrees = all(corrected.value(*board) == right[board] for board in boards)
    what = f"the recurrence with the corrections below, {len(boards)} boards"
    yield compared(
        "Equation (2)", what, "agrees with the rules", "agrees with the rules" if agrees else "differs"
    )
    for formula in printed["formula"]:
        literal = Recurrence(formula["term"])
        wrong = next((board for board in boards if literal.value(*board) != right[board]), None)
        note = (
            ""
            if wrong is None
            else f"as printed E{wrong} = {literal.value(*wrong)}, the rules give {right[wrong]}"
        )
        computed = formula["printed"] if wrong is None else formula["right"]
        yield compared(formula["where"], formula["what"], formula["printed"], computed, note)


def _holds(where: str, what: str, true: bool, note: str = "") -> Check:
    return compared(where, what, "holds", "holds" if true else "fails", note)


def _equations(reach: int) -> Iterator[Check]:
    def e(na: int, nf: int, ka: int, kf: int) -> Any:
        return _value((na, nf, ka, kf), "forced", reach)

    numbers = range(4, reach + 1)
    span = f"n = 4..{reach}"
    yield _holds("Section 3.4", f"E(n,0,n,0) = n, {span}", all(e(n, 0, n, 0) == n for n in numbers))
    yield _holds("Section 3.4", f"E(n,0,n-1,0) = 0, {span}", all(e(n, 0, n - 1, 0) == 0 for n in numbers))
    equation3 = all(
        e(n, 0, n - 1, 0) == max(0, theory.one_letter_unknown(n, e(n - 1, 0, n - 2, 0))) for n in numbers
    )
    yield _holds("Equation (3)", f"recurrence of E(n,0,n-1,0), {span}", equation3)
    equation4 = all(
        e(n, 1, n, 1) == max(0, theory.all_known_one_four(n, e(n - 1, 1, n - 1, 1), e(n, 0, n - 1, 0)))
        for n in numbers
    )
    yield _holds("Equation (4)", f"recurrence of E(n,1,n,1), {span}", equation4)
    equation5 = all(e(n, 1, n, 1) == theory.all_known_one_four_closed(n) for n in numbers)
    yield _holds("Equation (5)", f"closed form of E(n,1,n,1), {span}", equation5, "it holds for n = 3 too")
    equation6 = all(e(n, 1, n - 1, 1) == max(0, *_equation6(n, e)) for n in numbers)
    yield _holds("Equation (6)", f"recurrence of E(n,1,n-1,1), {span}", equation6)
    bound = all(e(n - 1, 1, n - 1, 1) <= Fraction(n, 2) for n in numbers)
    yield _holds("Section 3.5", f"E(n-1,1,n-1,1) <= n/2, {span}", bound)
    yield from _bounds(numbers, e)
    yield from compare_bounds(e, reach)
    moves = {_moves((n, 1, n - 1, 1), "forced", reach) for n in numbers}
    yield compared(
        "Section 3.5", f"best move at (n,1,n-1,1), taking forced, {span}", "2", "/".join(sorted(moves))
    )
    zero = all("0" in _moves((n, 0, n - 1, 0), "forced", reach).split(",") for n in numbers)
    yield _holds("Section 3.3", f"a 0-move is best at (n,0,n-1,0), {span}", zero)
    yield compared("Section 3.3", _PASSING.format(10, "taking forced"), "none", _passing(10, "forced"))
    note = "the paper reads it off Table 2, na <= 10"
    what = _PASSING.format(PASSING_LETTERS, "taking forced")
    yield compared("Section 3.3", what, "none", _passing(PASSING_LETTERS, "forced"), note)


def _bounds(numbers: range, e: Any) -> Iterator[Check]:
    """Check the two bounds of the proof of section 3.5, and what follows from them."""
    strict = True
    beta_holds = gamma_holds = True
    for n in numbers:
        two_move = _equation6(n, e)[1]
        gamma = -Fraction(2, n + 3) * (n + (n - 3) * e(n - 1, 1, n - 1, 1) + 3 * e(n, 0, n - 1, 0)) / (n + 2)
        beta_holds &= two_move - gamma >= Fraction(n + 1, n + 3)
        gamma_holds &= gamma >= -Fraction(n * (n - 1), (n + 2) * (n + 3))
        strict &= two_move > 0
    span = f"n = {numbers[0]}..{numbers[-1]}"
    yield _holds("Section 3.5", f"beta >= (n+1)/(n+3), {span}", beta_holds)
    yield _holds("Section 3.5", f"gamma >= -n(n-1)/((n+2)(n+3)), {span}", gamma_holds)
    note = "(n+1)/(n+3) - n(n-1)/((n+2)(n+3)) = (4n+2)/((n+2)(n+3)), which is positive"
    condition = "beta + gamma > 0" if strict else "beta + gamma >= 0"
    yield compared(
        "Section 3.5", "what makes the 2-move the only best one", "beta + gamma >= 0", condition, note
    )


_PASSING = "boards (na,1,ka,1), na <= {}, where a 0-move is best, {}"


def _passing(letters: int, take: Take) -> str:
    """List the boards with one letter of four, known, where passing is best: those worth nothing."""
    boards = [(na, 1, ka, 1) for na in range(1, letters + 1) for ka in range(2, na + 1)]
    passing = [board for board in boards if _value(board, take, PASSING_LETTERS) == 0]
    return " ".join(f"({na},1,{ka},1)" for na, _, ka, _ in passing) or "none"


def _equation6(n: int, e: Any) -> tuple[Fraction, Fraction]:
    return theory.last_letter_unknown(
        n,
        smaller=e(n - 1, 1, n - 2, 1),
        without_four=e(n, 0, n - 2, 0),
        all_known=e(n, 1, n, 1),
        all_known_smaller=e(n - 1, 1, n - 1, 1),
        one_unknown=e(n, 0, n - 1, 0),
    )


def _model(printed: dict[str, Any], reach: int) -> Iterator[Check]:
    """Check what the paper assumes, and what becomes of its results when every action is allowed."""
    try:
        Board.paper(4, 3, 1, 2)
        possible = "(4,3,1,2)"
    except ValueError:
        possible = "no such board: kf <= ka"
    yield compared("Figure 1", "the board shown", "(4,3,1,2)", possible)
    unit = "pairs" if _value((2, 0, 2, 0)) == 2 else "cards"
    yield compared("Section 3", "what E counts", "cards", unit, "E(2,0,2,0) = 2, where all 4 cards are taken")
    pair = parse_board("4x1+2x1:4x1@2+2x1")
    forced, free = (_boards(2, 1, take).value(pair) for take in ("forced", "free"))
    computed = "no loss" if forced == free else "a loss"
    what = "taking a known pair at once"
    yield compared("Section 3.1", what, "no loss", computed, f"at {pair!r}: forced {forced}, free {free}")
    numbers = range(4, reach + 1)
    moves = {_moves((n, 1, n - 1, 1), "free", reach) for n in numbers}
    what = "best move at (n,1,n-1,1), every action allowed, n >= 4"
    yield compared("Section 3.5", what, "2", "/".join(sorted(moves)), f"n = 4..{reach}")
    what = _PASSING.format(PASSING_LETTERS, "every action allowed")
    yield compared("Section 3.3", what, "none", _passing(PASSING_LETTERS, "free"))
    equation5 = all(
        _value((n, 1, n, 1), "free", reach) == theory.all_known_one_four_closed(n) for n in numbers
    )
    yield _holds("Equation (5)", f"every action allowed, n = 4..{reach}", equation5)
    for number, nf in ((1, 0), (2, 1)):
        cells = list(_cells(printed, number))
        same = sum(text == _moves((na, nf, ka, nf), "free") for na, ka, text in cells)
        yield _standing(number, same, len(cells))
    for number, nf in ((3, 0), (4, 1)):
        cells = list(_cells(printed, number))
        same = sum(text == decimal(_value((na, nf, ka, nf), "free"), 2) for na, ka, text in cells)
        yield _standing(number, same, len(cells))


def _standing(number: int, same: int, cells: int) -> Check:
    what = "cells that stay right when every action is allowed"
    return compared(f"Table {number}", what, f"{cells} of {cells}", f"{same} of {cells}")


# ---------------------------------------------------------------------- one player


def _one_player(printed: dict[str, Any]) -> Iterator[Check]:
    solved = Solitaire(30)
    yield from compare_equations(solved, 12)
    words = printed["words"]
    yield compared("Section 4.1", "how a board is written", words["board"], "(na,nf,m)")
    unit = "pair" if solved.board(1, 1).alpha4 == 1 else "card"
    note = "alpha4 = 1 at (1,1), where every turn takes two cards"
    yield compared("Section 4.3", "what alpha counts the turns to", words["unit"], f"one {unit}", note)
    for na, nf, text in _cells(printed, 5):
        saves = ",".join(str(save) for save in solved.saves(na, nf))
        yield compared("Table 5", f"({na},{nf})", text, saves if 0 < nf < na else f"({saves})")
    for number in (6, 7):
        for na, nf, text in _cells(printed, number):
            board = solved.board(na, nf)
            gap = board.alpha2 - board.alpha4 if number == 6 else board.beta4 - board.beta2
            value = from_flint(gap)
            yield compared(f"Table {number}", f"({na},{nf})", text, decimal(value, 2), f"exactly {value}")
    for number, m in ((8, 0), (9, 2), (10, 4)):
        for na, nf, text in _cells(printed, number):
            exists = solved.board(na, nf).turns[m // 2] is not None
            turns = solved.turns(na, nf, m) if exists else None
            shown, note = ("-", "") if turns is None else (decimal(turns, 2), f"exactly {turns}")
            yield compared(f"Table {number}", f"({na},{nf},{m})", text, shown, note)
    choices = [(na, nf) for na in range(2, 31) for nf in range(1, na)]
    same = all(_best_save(solved, na, nf, m) == solved.saves(na, nf) for na, nf in choices for m in (0, 2, 4))
    yield _holds("Table 5", "the best save does not depend on m, na <= 30", same)
    positive = all(solved.board(na, nf).beta4 > solved.board(na, nf).beta2 for na, nf in choices)
    yield _holds("Section 4.3", "beta4 - beta2 > 0, na <= 30", positive)
    faster = all(
        (solved.board(na, nf).alpha2 > solved.board(na, nf).alpha4)
        == (theory.natural_turn_gap(2 * na + 2 * nf) > 0)
        for na, nf in choices
    )
    yield _holds("Section 4.3", "alpha2 - alpha4 > 0 exactly when N > 7, na <= 30", faster)
    yield from compare_saves(solved, 12)
    yield _natural(solved)
    yield _whichever()


def _best_save(solved: Solitaire, na: int, nf: int, m: int) -> list[int]:
    plans = {save: solved.plan(na, nf, m, save) for save in (2, 4)}
    return [save for save in (2, 4) if plans[save] == min(plans.values())]


def _natural(solved: Solitaire) -> Check:
    """Hold natural play against every physical action, solved from the rules."""
    from saizen.solver import solve

    same = True
    for na in range(1, 5):
        for nf in range(na + 1):
            rules = Memory(Board.paper(na, nf, 0, 0), players=1, memory=1, take="free")
            same = same and solve(rules).value(rules.start()) == solved.turns(na, nf, 0)
    return _holds("Section 4.1", "natural play is best among all actions, memory 1, na <= 4", same)


def _whichever() -> Check:
    """Hold the paper's player against those who remember a random card, or the last one."""
    from saizen.solver import solve

    def turns(letters: int, forget: Forget) -> Any:
        rules = Memory(Board.deck({2: letters}), players=1, memory=1, forget=forget)
        return solve(rules).value(rules.start())

    rules: tuple[Forget, ...] = ("choice", "random", "oldest")
    same = all(len({turns(letters, rule) for rule in rules}) == 1 for letters in range(1, 5))
    what = "with letters of two only it does not matter which card is remembered, na <= 4"
    return _holds("Section 4", what, same, "a card of choice, a random card, the last card")


def _save_claims(reach: int, progress: Progress) -> Iterator[Check]:
    first, _ = four_save_from(30)
    yield compared("Section 4.4", "4-save is best on all boards from na = ... to 30", 7, first)
    first, _ = four_save_from(reach, progress)
    yield compared(
        "Section 4.4", f"the same up to na = {reach}", 7, first, "by intervals around the exact values"
    )
