"""Claims of the text in passing: which boards there are, what is never better, why one saves what."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from saizen.games.memory.board import Board
from saizen.games.memory.rules import Memory
from saizen.games.memory.solitaire import Solitaire
from saizen.papers.memory2022.figures import natural_turn
from saizen.papers.memory2022.one_card import kept_to
from saizen.papers.report import Check, claimed, compared

DECKS = ({2: 3}, {4: 1, 2: 2}, {4: 2})
"""Small decks, solved by the rules with every physical action that forced taking leaves."""
Values = Callable[[int, int, int, int], Any]
"""E(na, nf, ka, kf)."""


def compare_play() -> Iterator[Check]:
    """Compare what section 3.1 says of boards and of turning a known card first."""
    from saizen.solver import solve

    even = never = True
    turned = 0
    for deck in DECKS:
        solution = solve(Memory(Board.deck(deck)))
        for position in solution.positions:
            even &= all(kind.cards in (2, 4) for kind, _ in position.board.kinds)
            sign = 1 if position.mover == 0 else -1
            worth = {
                str(choice.move): sign * Fraction(choice.value or 0) for choice in solution.moves(position)
            }
            known_cards = [value for move, value in worth.items() if move.startswith("known ")]
            turned += len(known_cards)
            never &= not known_cards or max(known_cards) <= worth["unknown"]
    names = ", ".join(repr(Board.deck(deck)) for deck in DECKS)
    yield claimed("Section 3.1", "no letter ever has one card or three on the table", even, names)
    what = "a known card first and an unknown one second is never better"
    yield claimed("Section 3.1", what, never and turned > 0, names)


def compare_bounds(e: Values, reach: int) -> Iterator[Check]:
    """Compare the sentences of sections 3.4 and 3.5 between the equations."""
    numbers = range(4, reach + 1)
    span = f"n = 4..{reach}"
    not_all = all(e(n, 1, n, 1) < n + 1 for n in range(2, reach + 1))
    yield claimed("Section 3.4", f"not all pairs are taken at (n,1,n,1), n = 2..{reach}", not_all)
    second = all(_epsilon(n, e) >= -e(n, 1, n, 1) for n in numbers)
    yield claimed("Section 3.5", f"epsilon >= delta, so that gamma = 2 epsilon/(n+3), {span}", second)
    boards = [(na, nf, ka, nf) for nf in (0, 1) for na in range(2, reach + 1) for ka in range(2, na + 1)]
    safe = all(e(*board) >= 0 for board in boards)
    yield claimed("Section 3.5", f"E >= 0 where two cards are known, {len(boards)} boards", safe)


def _epsilon(n: int, e: Values) -> Fraction:
    """Return epsilon of (6) as printed."""
    return -Fraction(n + (n - 3) * e(n - 1, 1, n - 1, 1) + 3 * e(n, 0, n - 1, 0)) / (n + 2)


def compare_saves(solved: Solitaire, letters: int) -> Iterator[Check]:
    """Compare the argument of section 4.3, and what section 4.4 reads off Tables 8 to 10."""
    choice = [(na, nf) for na in range(2, letters + 1) for nf in range(1, na)]
    span = f"na <= {letters}"
    yield claimed(
        "Section 4.3",
        f"E2(2) and E4(4) compare as E(2) and E(4), {span}",
        all(_alike(solved, *b) for b in choice),
    )
    what = f"the better save is kept to: E(2) = E2(2) < E(4) < E4(4), or with 2 and 4 exchanged, {span}"
    yield claimed("Section 4.3", what, all(_chain(solved, *board) for board in choice))
    yield from _chances()
    near = all(
        abs(solved.turns(na, nf, 2) - solved.turns(na, nf, 4))
        < solved.turns(na, nf, 0) - max(solved.turns(na, nf, 2), solved.turns(na, nf, 4))
        for na, nf in choice
        if na > 2
    )
    what = f"which card is remembered matters less than whether one is, 3 <= na <= {letters}"
    yield claimed("Section 4.4", what, near)


def _alike(solved: Solitaire, na: int, nf: int) -> bool:
    """Return whether players who keep to a save compare as best play with the card of each type does."""
    advantage = kept_to(2, solved.turns, na, nf) - kept_to(4, solved.turns, na, nf)
    best = solved.turns(na, nf, 2) - solved.turns(na, nf, 4)
    return bool((advantage > 0) == (best > 0) and (advantage < 0) == (best < 0))


def _chain(solved: Solitaire, na: int, nf: int) -> bool:
    two, four = (solved.turns(na, nf, save) for save in (2, 4))
    keep_two, keep_four = (kept_to(save, solved.turns, na, nf) for save in (2, 4))
    if two < four:
        return bool(two == keep_two and four < keep_four)
    return bool(two == four or (four == keep_four and two < keep_two))


def _chances() -> Iterator[Check]:
    """Compare the chances of a natural turn with A of two and B of four, one of them remembered."""
    printed: tuple[tuple[str, str, Callable[[int], int]], ...] = (
        ("A", "N+10", lambda n: n + 10),
        ("B", "3N-4", lambda n: 3 * n - 4),
    )
    tables = [(twos, fours) for twos in range(4) for fours in range(3)]
    for remembered, text, over in printed:
        right = True
        for twos, fours in tables:
            chances, n = natural_turn(twos, fours, remembered), 6 + 2 * twos + 4 * fours
            right &= chances["A"] + chances["B"] == Fraction(over(n), (n - 1) * (n - 2))
        what = f"chance to take A or B with {remembered} remembered, {len(tables)} tables"
        formula = f"({text})/((N-1)(N-2))"
        yield compared("Section 4.3", what, formula, formula if right else "other")
    same = all(natural_turn(*table, "A")["other"] == natural_turn(*table, "B")["other"] for table in tables)
    yield claimed("Section 4.3", "other letters are taken as often, whichever is remembered", same)
