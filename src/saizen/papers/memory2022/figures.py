"""Figures 2 to 5: every printed chance and board, compared with cards that are counted one by one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from saizen.papers.memory2022.recurrence import all_boards
from saizen.papers.report import Check, compared

Numbers = tuple[int, ...]
Card = tuple[str, int]
"""What a letter is ("known 2", "new 4" and so on) and which letter of that kind."""
Edge = tuple[str, Callable[..., tuple[int, int]], Callable[..., Numbers]]
"""An arrow of a figure: its name, the printed chance as (over, under), and the board it leads to."""

FIRST: tuple[Edge, ...] = (
    ("C2", lambda n, na, nf, ka, kf: (ka - kf, n - ka), lambda na, nf, ka, kf: (na - 1, nf, ka - 1, kf)),
    ("C4", lambda n, na, nf, ka, kf: (3 * kf, n - ka), lambda na, nf, ka, kf: (na, nf - 1, ka - 1, kf - 1)),
    (
        "P2, then K",
        lambda n, na, nf, ka, kf: (2 * (na - nf - ka + kf), n - ka),
        lambda na, nf, ka, kf: (na, nf, ka + 1, kf),
    ),
    (
        "P4, then K",
        lambda n, na, nf, ka, kf: (4 * (nf - kf), n - ka),
        lambda na, nf, ka, kf: (na, nf, ka + 1, kf + 1),
    ),
)
AFTER_TWO: tuple[Edge, ...] = (
    ("match", lambda n, na, nf, ka, kf: (1, n - ka - 1), lambda na, nf, ka, kf: (na - 1, nf, ka, kf)),
    ("known 2", lambda n, na, nf, ka, kf: (ka - kf, n - ka - 1), lambda na, nf, ka, kf: (na - 1, nf, ka, kf)),
    (
        "known 4",
        lambda n, na, nf, ka, kf: (3 * kf, n - ka - 1),
        lambda na, nf, ka, kf: (na, nf - 1, ka, kf - 1),
    ),
    (
        "new 2",
        lambda n, na, nf, ka, kf: (2 * (na - nf - ka + kf - 1), n - ka - 1),
        lambda na, nf, ka, kf: (na, nf, ka + 2, kf),
    ),
)
"""The arrow to a new letter of four is misprinted, and tried with the formulas."""
AFTER_FOUR: tuple[Edge, ...] = (
    ("match", lambda n, na, nf, ka, kf: (3, n - ka - 1), lambda na, nf, ka, kf: (na, nf - 1, ka, kf)),
    (
        "known 2",
        lambda n, na, nf, ka, kf: (ka - kf, n - ka - 1),
        lambda na, nf, ka, kf: (na - 1, nf, ka, kf + 1),
    ),
    ("known 4", lambda n, na, nf, ka, kf: (3 * kf, n - ka - 1), lambda na, nf, ka, kf: (na, nf - 1, ka, kf)),
    (
        "new 2",
        lambda n, na, nf, ka, kf: (2 * (na - nf - ka + kf), n - ka - 1),
        lambda na, nf, ka, kf: (na, nf, ka + 2, kf + 1),
    ),
    (
        "new 4",
        lambda n, na, nf, ka, kf: (4 * (nf - kf - 1), n - ka - 1),
        lambda na, nf, ka, kf: (na, nf, ka + 2, kf + 2),
    ),
)


def compare_figures(letters: int) -> Iterator[Check]:
    """Compare the arrows of figures 2, 4 and 5 on all boards of up to so many letters, and figure 3."""
    boards = [board for board in all_boards(letters) if board[0]]
    yield from _figure_2(boards)
    yield compared("Figure 3", "the board shown", "(3,1,2)", _remembered("AABBCCCC", "A"))
    yield from _figure_4([(na, nf) for na in range(1, letters + 1) for nf in range(na + 1)])
    yield from _figure_5(letters)


def table_of(na: int, nf: int, ka: int, kf: int) -> dict[Card, tuple[int, int]]:
    """Lay a board: for each letter its cards on the table, and how many of them are known.

    >>> table_of(2, 1, 1, 1)
    {('known 4', 0): (4, 1), ('new 2', 0): (2, 0)}
    """
    kinds = {"known 2": ka - kf, "known 4": kf, "new 2": na - nf - ka + kf, "new 4": nf - kf}
    return {
        (kind, number): (int(kind[-1]), int(kind[:5] == "known"))
        for kind, count in kinds.items()
        for number in range(count)
    }


def numbers_of(table: Iterable[tuple[int, int]]) -> Numbers:
    """Write a table as the paper does: letters, those of four, known cards, those of letters of four."""
    left = [(cards, remembered) for cards, remembered in table if cards]
    fours = [remembered for cards, remembered in left if cards == 4]
    return len(left), len(fours), sum(remembered for _, remembered in left), sum(fours)


def _figure_2(boards: Sequence[Numbers]) -> Iterator[Check]:
    for name, chance, leads_to in FIRST:
        yield _arrow(
            "Figure 2", name, all(_first_fits(b, name, chance, leads_to) for b in boards), len(boards)
        )
    for first, arrows in (("P2", AFTER_TWO), ("P4", AFTER_FOUR)):
        for name, chance, leads_to in arrows:
            right = all(_second_fits(b, f"new {first[1]}", name, chance, leads_to) for b in boards)
            yield _arrow("Figure 2", f"{first}, U, {name}", right, len(boards))


def _arrow(where: str, name: str, right: bool, boards: int) -> Check:
    words = "chance and board"
    return compared(where, f"{name}, {boards} boards", words, words if right else "other")


def _first_fits(board: Numbers, name: str, chance: Callable[..., tuple[int, int]], leads_to: object) -> bool:
    """Turn every unknown card first; count those of a kind, and see what a known second card leaves."""
    assert callable(leads_to)
    table = table_of(*board)
    prefix = ("known " if name[0] == "C" else "new ") + name[1]
    ways = 0
    for letter, (cards, seen) in table.items():
        if letter[0] == prefix:
            ways += cards - seen
            taken = (cards - 2, 0) if name[0] == "C" else (cards, seen + 1)
            if numbers_of({**table, letter: taken}.values()) != leads_to(*board):
                return False
    return (ways, _hidden(table)) == chance(2 * board[0] + 2 * board[1], *board)


def _second_fits(
    board: Numbers, first: str, name: str, chance: Callable[..., tuple[int, int]], leads_to: object
) -> bool:
    """Turn a first card of a new letter, then every unknown card; a known pair is taken at once."""
    assert callable(leads_to)
    table = table_of(*board)
    first_letter = next((letter for letter in table if letter[0] == first), None)
    if first_letter is None:
        return True
    table[first_letter] = (table[first_letter][0], 1)
    ways = 0
    for letter, (cards, seen) in table.items():
        kind = "match" if letter == first_letter else letter[0]
        if kind == name and cards > seen:
            ways += cards - seen
            after = (cards, 1) if name.startswith("new") else (cards - 2, 0)
            if numbers_of({**table, letter: after}.values()) != leads_to(*board):
                return False
    return (ways, _hidden(table)) == chance(2 * board[0] + 2 * board[1], *board)


def _hidden(table: dict[Card, tuple[int, int]]) -> int:
    return sum(cards - seen for cards, seen in table.values())


def _remembered(cards: str, seen: str) -> str:
    letters = set(cards)
    fours = sum(cards.count(letter) == 4 for letter in letters)
    return f"({len(letters)},{fours},{cards.count(seen)})"


def _figure_4(boards: list[tuple[int, int]]) -> Iterator[Check]:
    """Turn two cards with nothing remembered: the chances of each pair of kinds."""
    printed: tuple[tuple[str, Callable[[int, int, int], int]], ...] = (
        ("2, then its mate", lambda n, na, nf: 2 * (na - nf) * 1),
        ("2, then another 2", lambda n, na, nf: 2 * (na - nf) * (2 * na - 2 * nf - 2)),
        ("2, then a 4", lambda n, na, nf: 2 * (na - nf) * 4 * nf),
        ("4, then its mate", lambda n, na, nf: 4 * nf * 3),
        ("4, then another 4", lambda n, na, nf: 4 * nf * (4 * nf - 4)),
        ("4, then a 2", lambda n, na, nf: 4 * nf * (2 * na - 2 * nf)),
    )
    for name, ways in printed:
        right = all(
            _pairs(na, nf).get(name, 0) == Fraction(ways(n, na, nf), n * (n - 1))
            for na, nf in boards
            if (n := 2 * na + 2 * nf) > 1
        )
        yield _arrow("Figure 4", name, right, len(boards))


def _pairs(na: int, nf: int) -> dict[str, Fraction]:
    """Count ordered pairs of cards by kind."""
    cards = [
        (letter, 4 if letter < nf else 2) for letter in range(na) for _ in range(4 if letter < nf else 2)
    ]
    chances: dict[str, Fraction] = {}
    share = Fraction(1, len(cards) * (len(cards) - 1))
    for card, other in combinations(cards, 2):
        for (letter, kind), (then, second) in ((card, other), (other, card)):
            same = "another " if kind == second else "a "
            name = f"{kind}, then its mate" if letter == then else f"{kind}, then {same}{second}"
            chances[name] = chances.get(name, Fraction(0)) + share
    return chances


def _figure_5(letters: int) -> Iterator[Check]:
    """Take A (of two) or B (of four) with one of them remembered, by counting the cards that can come."""
    printed: tuple[tuple[str, str, str, Callable[[int], Fraction]], ...] = (
        ("A", "A", "1/(N-1)", lambda n: Fraction(1, n - 1)),
        ("A", "B", "12/((N-1)(N-2))", lambda n: Fraction(12, (n - 1) * (n - 2))),
        ("B", "A", "2/((N-1)(N-2))", lambda n: Fraction(2, (n - 1) * (n - 2))),
        ("B", "B", "3/(N-1)", lambda n: Fraction(3, n - 1)),
    )
    for remembered, taken, text, chance in printed:
        right = all(
            natural_turn(twos, 0, remembered)[taken] == chance(6 + 2 * twos) for twos in range(letters)
        )
        yield compared(
            "Figure 5", f"{remembered} remembered, {taken} is taken", text, text if right else "other"
        )


def natural_turn(twos: int, fours: int, remembered: str) -> dict[str, Fraction]:
    """Return the chances to take A, B or another letter in a natural turn with A or B remembered.

    On the table are A A B B B B and so many other letters of two and of four.

    >>> natural_turn(0, 0, "A") == {"A": Fraction(1, 5), "B": Fraction(3, 5), "other": 0}
    True
    """
    others = [
        f"{size}{n}" for size, count in ((2, twos), (4, fours)) for n in range(count) for _ in range(size)
    ]
    cards = [*"AABBBB", *others]
    cards.remove(remembered)
    chances = {"A": Fraction(0), "B": Fraction(0), "other": Fraction(0)}
    for i, first in enumerate(cards):
        rest = cards[:i] + cards[i + 1 :]
        share = Fraction(1) if first == remembered else Fraction(rest.count(first), len(rest))
        chances[first if first in chances else "other"] += share / len(cards)
    return chances
