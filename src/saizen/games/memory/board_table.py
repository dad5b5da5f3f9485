"""Tables of every board of a deck, for unlimited memory: the kernel's driver and reader."""

from collections.abc import Mapping
from fractions import Fraction
from math import factorial
from time import perf_counter
from typing import Any

import numpy as np

from saizen.errors import PositionError, SaizenError
from saizen.exact import Number
from saizen.games.memory.board import Board, Kind
from saizen.games.memory.rules import Memory
from saizen.kernels.policy import is_small
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

LARGEST_TABLE = 3 << 30
"""Bytes beyond which a table is refused rather than attempted."""
MOST_BOARDS = 1 << 40
"""Boards beyond which they are not even counted."""
MOST_PLACES = 20_000_000
"""Entries beyond which boards are not numbered."""
_SHORT, _LONG = 0.05, 0.2
"""Seconds between two looks at the clock and at the cancel button."""
PLAIN_SECONDS = 200e-6
"""The cost of plain Python for the value of a board at one lead, in tables that take it about a second."""
_GONE, _IMPOSSIBLE = -1, -2


class Boards:
    """Values of all boards that can arise from a deck, each for the player to move.

    Parameters
    ----------
    rules
        The variant; its board's letters are the deck. Memory must be unlimited.
    exact
        Fractions (the default) or floats.

    Examples
    --------
    >>> table = Boards(Memory("2x4"))
    >>> table.value(Board.paper(4, 0, 1, 0)), table.boards
    (Fraction(4, 35), 15)
    """

    def __init__(self, rules: Memory, *, exact: bool = True, progress: Progress = SILENT) -> None:
        if rules.memory is not None:
            raise SaizenError(f"memory = {rules.memory}: a table of all boards needs unlimited memory")
        self.rules = rules
        self.exact = exact
        self.deck = _letters(rules.board)
        self.pairs = rules.board.pairs if rules.objective == "win" else 0
        self._kinds = _kinds(self.deck, rules.take == "free")
        self._number = {kind: number for number, kind in enumerate(self._kinds)}
        self._place, self._bounds = _places(self._kinds, self.deck)
        self.boards = int(self._place[0, 0, -1]) if self._kinds else 1
        self._rows = self._solve(progress)

    def __repr__(self) -> str:
        return f"<table of {self.boards} boards of {self.deck}, {self.rules.take}, {self.rules.objective}>"

    def _solve(self, progress: Progress) -> Any:
        """Run the kernel over all boards, in parts so that it can be watched and stopped."""
        from saizen.games.memory import kernel
        from saizen.kernels.plain import plain

        cards = self.rules.board.cards
        bits = (factorial(cards) * (cards + 2)).bit_length() + 2
        limbs = bits // (8 * kernel.LIMB_BYTES) + 1
        shape = (self.boards, 2 * self.pairs + 1, max(limbs, 2) if self.exact else 1)
        if np.prod(shape, dtype=float) * 8 > LARGEST_TABLE:
            raise SaizenError(
                f"{self.rules.board!r} with take={self.rules.take}: {self.boards} boards x {shape[1]} leads "
                "are too many for one table; ask for a smaller deck"
            )
        rows = np.zeros(shape, np.int64 if self.exact else np.float64)
        units = kernel.factorials(cards, shape[2]) if self.exact else np.ones((cards + 1, 1))
        work = kernel.Sweep(
            values=rows,
            rows=np.concatenate([np.zeros((kernel.UNITS, shape[2]), rows.dtype), units]),
            counts=np.zeros(len(self._kinds), np.int64),
            place=self._place,
            bounds=self._bounds,
            kinds=_steps(self._kinds, self._number, self.rules.take == "free"),
            ends=_ends(self.rules.objective, shape[1]),
            stakes=np.sign(np.arange(shape[1]) - self.pairs),
            free=self.rules.take == "free",
            passes=self.rules.passes if self.rules.player_count == 2 else 0,
        )
        sweep = plain(kernel.sweep) if _is_small(*shape[:2]) else kernel.sweep
        progress.stage(f"memory: {self.boards} boards", self.boards)
        begin, many = 0, 16
        while begin < self.boards:
            stop, began = min(begin + many, self.boards), perf_counter()
            sweep(work, begin, stop)
            progress.advance(stop - begin)
            begin, took = stop, perf_counter() - began
            many = 2 * many if took < _SHORT else max(1, many // 2) if took > _LONG else many
        return rows

    def value(self, board: Board, lead: int = 0) -> Any:
        """Return what a board is worth to the player to move.

        Pairs of difference, the chance to win with the given lead (a draw counts half), or turns; an
        ``int`` or ``Fraction``, or a ``float`` from a table of floats. Where taking is forced, known
        pairs are taken first.
        """
        taken = 0
        if self.rules.take == "forced":
            board, taken = all_taken(board)
        at = self._at(board)
        if self.rules.objective == "win":
            ahead = lead + taken
            if abs(ahead) > board.pairs:  # the pairs left cannot change who wins
                return Fraction(ahead > 0) if self.exact else float(ahead > 0)
            return (self._number_of(self._rows[at, ahead + self.pairs], board.hidden) + 1) / 2
        worth = self._number_of(self._rows[at, 0], board.hidden)
        return worth + taken if self.rules.objective == "difference" else taken - worth

    def __contains__(self, board: Board) -> bool:
        try:
            self._at(all_taken(board)[0] if self.rules.take == "forced" else board)
        except PositionError:
            return False
        return True

    def fractions(self, lead: int = 0) -> list[Fraction]:
        """Return the exact values of all boards, in the kernel's order: faster than asking one by one.

        Rows are as the kernel keeps them: chances to win as wins minus losses, turns as negative numbers.
        """
        from saizen.games.memory import kernel

        if not self.exact:
            raise SaizenError("this table has floats; build it with exact=True")
        hidden = np.zeros(self.boards, np.int64)
        steps = _steps(self._kinds, self._number, self.rules.take == "free")
        kernel.hidden_cards(self._bounds, steps, hidden)
        scale = [factorial(number) for number in range(self.rules.board.cards + 1)]
        rows = np.ascontiguousarray(self._rows[:, lead + self.pairs])
        pairs = zip(kernel.integers(rows), hidden.tolist(), strict=True)
        return [Fraction(number, scale[cards]) for number, cards in pairs]

    def floats(self) -> Any:
        """Return the whole table of floats, boards by leads, in the kernel's order."""
        if self.exact:
            raise SaizenError("this table is exact; build it with exact=False")
        return self._rows[:, :, 0]

    def _at(self, board: Board) -> int:
        counts = np.zeros(len(self._kinds), np.int64)
        total, before = 0, 0
        for kind, count in board.kinds:
            if kind not in self._number:
                raise PositionError(f"{board!r} cannot arise from {self.rules.board!r}")
            counts[self._number[kind]] = count
        for number, count in enumerate(counts.tolist()):
            if total + count > self._bounds[number]:
                raise PositionError(f"{board!r} cannot arise from {self.rules.board!r}")
            before += int(self._place[number, total, count])
            total += count
        return before

    def _number_of(self, row: Any, hidden: int) -> Any:
        if not self.exact:
            return float(row[0])
        from saizen.games.memory.kernel import integers

        fraction = Fraction(integers(row[None, :])[0], factorial(hidden))
        return fraction.numerator if fraction.denominator == 1 and self.rules.objective != "win" else fraction


_ENDS = {
    "difference": [[1, 1, 0, 0], [-1, 0, 0, 0], [-1, -1, 0, 0]],
    "win": [[1, 0, 0, 1], [-1, 0, 1, 0], [-1, 0, 1, 1]],
    "turns": [[1, -1, 0, 0], [1, -1, 0, 0], [1, -2, 0, 0]],
}
"""By objective and how a turn ends (hit, miss, gift): the sign of the next board's row, the units won,
whether its lead is the other player's, and how the lead changes."""


def _ends(objective: str, leads: int) -> Any:
    """Return what endings do, by lead and ending: sign, units won and the lead after it.

    >>> _ends("win", 3).tolist()[:3]
    [[1, 0, 1], [-1, 0, 2], [-1, 0, 2]]
    """
    top = leads - 1
    rows = [
        (sign, units, min(max((top - lead if flip else lead) + shift, 0), top))
        for lead in range(leads)
        for sign, units, flip, shift in _ENDS[objective]
    ]
    return np.array(rows, np.int64)


def _is_small(boards: int, leads: int) -> bool:
    return is_small(PLAIN_SECONDS * boards * leads)


def all_taken(board: Board) -> tuple[Board, int]:
    """Take every known pair; return what is left and the number of pairs.

    >>> from saizen.games.memory.text import parse_board
    >>> all_taken(parse_board("4x1+2x1:4x1@3"))
    (Board('2x2:2x1'), 1)
    """
    counts: dict[Kind, int] = {}
    pairs = 0
    for kind, count in board.kinds:
        taken = kind.known_cards // 2
        pairs += taken * count
        left = Kind(kind.cards - 2 * taken, kind.seen[2 * taken :])
        counts[left] = counts.get(left, 0) + count
    return (Board.of(counts), pairs) if pairs else (board, 0)


def _letters(board: Board) -> dict[int, int]:
    letters: dict[int, int] = {}
    for kind, count in board.kinds:
        letters[kind.cards] = letters.get(kind.cards, 0) + count
    return letters


def _kinds(deck: Mapping[int, int], free: bool) -> list[Kind]:
    """List the kinds a deck's letters can be of, in the kernel's order."""
    most = max(deck, default=0)
    return [
        Kind(cards, (0,) * known_cards)
        for cards in range(most, 0, -2)
        for known_cards in range((cards if free else 1) + 1)
    ]


def _places(kinds: list[Kind], deck: Mapping[int, int]) -> tuple[Any, Any]:
    """Return the tables that number boards: see `kernel.rank_after`.

    ``place[k, s, c]`` counts the boards that agree in the kinds before ``k``, which have ``s`` letters
    together, and have fewer than ``c`` letters of kind ``k``.
    """
    bounds = [sum(count for cards, count in deck.items() if cards >= kind.cards) for kind in kinds]
    most = max(bounds, default=0)
    if len(kinds) * most**2 > MOST_PLACES:
        raise SaizenError(
            f"{dict(deck)} (cards: letters): a deck of {most} letters is too large for one table"
        )
    place = np.zeros((len(kinds), most + 1, most + 2), np.int64)
    rest = [1] * (most + 1)
    for number in range(len(kinds) - 1, -1, -1):
        boards = [0] * (most + 1)
        for total in range(bounds[number] + 1):
            for count in range(bounds[number] - total + 1):
                boards[total] += rest[total + count]
                if boards[total] > MOST_BOARDS:
                    raise SaizenError(
                        f"{dict(deck)} (cards: letters): this deck has too many boards for one table"
                    )
                place[number, total, count + 1] = boards[total]
            place[number, total, bounds[number] - total + 1 :] = boards[total]
        rest = boards
    return place, np.array(bounds, np.int64)


def _steps(kinds: list[Kind], number: Mapping[Kind, int], free: bool) -> Any:
    """Return for each kind what turning and taking make of it; see `kernel.sweep`."""

    def find(cards: int, known_cards: int) -> int:
        if known_cards < 0 or cards < known_cards:
            return _IMPOSSIBLE
        return number[Kind(cards, (0,) * known_cards)] if cards else _GONE

    rows = []
    for cards, seen in kinds:
        known_cards = len(seen)
        gift = not free and known_cards == 1
        turned = find(cards - 2, 0) if gift else find(cards, known_cards + 1)
        pair = find(cards - 2, known_cards - 2) if known_cards > 1 else _IMPOSSIBLE
        rows.append(
            [
                cards,
                known_cards,
                turned,
                gift,
                find(cards - 2, known_cards - 1),
                find(cards - 2, known_cards),
                pair,
            ]
        )
    return np.array(rows, np.int64).reshape(len(kinds), 7)


SHARED = (7, 30)
"""Letters of two or four, taken by force, whose boards share a table: small ones a table that plain Python
makes at once, others one that takes compiled code a moment."""
_tables: Cache[Boards] = Cache(most=24)


def table_for(rules: Memory, *, exact: bool = True, progress: Progress = SILENT) -> Boards:
    """Return a table that contains the board of the rules, built or kept from an earlier question."""
    whole = _whole(rules)
    key = (whole.board, rules.player_count, rules.take, rules.objective, rules.passes, exact)
    return _tables.get(key, lambda: Boards(whole, exact=exact, progress=progress), progress)


def is_plain(rules: Memory) -> bool:
    """Return whether no compiled code makes the table that contains the board of the rules."""
    if rules.memory is not None:
        return True  # there is no table
    deck = _letters(_whole(rules).board)
    kinds = _kinds(deck, rules.take == "free")
    boards = int(_places(kinds, deck)[0][0, 0, -1]) if kinds else 1
    return _is_small(boards, 2 * rules.board.pairs + 1 if rules.objective == "win" else 1)


def _whole(rules: Memory) -> Memory:
    """Return the rules for the deck whose table serves a board."""
    deck = _letters(rules.board)
    if rules.take == "forced" and rules.objective != "win" and max(deck, default=0) <= 4:
        fitting = [letters for letters in SHARED if rules.board.letters <= letters]
        deck = {4: fitting[0]} if fitting else deck
    return Memory(
        Board.deck(deck),
        players=rules.player_count,
        take=rules.take,
        objective=rules.objective,
        passes=rules.passes,
    )


def best_value(board: Board | str, lead: int = 0, **options: Any) -> Number:
    """Return the exact value of a board for the player to move; options as for `Memory`.

    >>> best_value("(3,1,2,1)"), best_value("(3,1,2,1)", take="free")
    (Fraction(3, 10), 0)
    """
    rules = Memory(board, lead=lead, **options)
    value: Number = table_for(rules).value(rules.board, lead)
    return value
