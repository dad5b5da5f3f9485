"""Boards: the cards on the table, up to the names of letters and places.

Cards never seen are exchangeable, and so are letters that have the same number of cards left and
the same cards seen. A board therefore only counts letters by `Kind`. Tests hold this against a
brute force with explicit cards and deals.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from saizen.errors import PositionError


class Kind(NamedTuple):
    """A letter: how many of its ``cards`` are left, and which were ``seen`` (one mark a known card).

    Marks are 0 where nobody forgets by age; otherwise they order the known cards, oldest first.
    """

    cards: int
    seen: tuple[int, ...] = ()

    @property
    def known_cards(self) -> int:
        """Number of cards whose place is known."""
        return len(self.seen)

    @property
    def hidden(self) -> int:
        """Number of cards whose place is not known."""
        return self.cards - len(self.seen)

    def see(self, mark: int = 0) -> "Kind":
        """Know one more card."""
        return Kind(self.cards, (*self.seen, mark))

    def take(self, known_cards: int) -> "Kind":
        """Lose a pair of which ``known_cards`` were known, those seen longest ago."""
        return Kind(self.cards - 2, self.seen[known_cards:])


@dataclass(frozen=True)
class Board:
    """A multiset of letters: pairs of a kind and how many letters are of it, in falling order.

    >>> Board.paper(4, 3, 3, 2)
    Board('4x3+2x1:4x2+2x1')
    """

    kinds: tuple[tuple[Kind, int], ...]

    @classmethod
    def of(cls, counts: Mapping[Kind, int]) -> "Board":
        """Make a board from counts by kind; letters without cards are gone."""
        return cls(tuple(sorted(((k, n) for k, n in counts.items() if n and k.cards), reverse=True)))

    @classmethod
    def deck(cls, letters: Mapping[int, int]) -> "Board":
        """Make a board of which nothing is known: number of letters by number of cards.

        >>> Board.deck({4: 13}).cards
        52
        """
        return cls.of({Kind(cards): count for cards, count in letters.items()})

    @classmethod
    def paper(cls, na: int, nf: int, ka: int, kf: int) -> "Board":
        """Make the board the paper writes ``(na, nf, ka, kf)``: letters, those of four; known cards, of four.

        A letter has at most one known card. An impossible board is refused.
        """
        name = f"({na},{nf},{ka},{kf})"
        twos, known_twos = na - nf, ka - kf
        if min(na, nf, ka, kf) < 0:
            raise PositionError(f"{name}: all four numbers must be 0 or more")
        if nf > na:
            raise PositionError(f"{name}: nf = {nf} letters of four, but only na = {na} letters in all")
        if kf > ka:
            raise PositionError(
                f"{name}: kf = {kf} known cards of four, but only ka = {ka} known cards in all"
            )
        if kf > nf:
            raise PositionError(f"{name}: kf = {kf} known cards of four, but only nf = {nf} such letters")
        if known_twos > twos:
            raise PositionError(
                f"{name}: ka - kf = {known_twos} known cards of two, but only na - nf = {twos} such letters"
            )
        return cls.of(
            {
                Kind(4): nf - kf,
                Kind(4, (0,)): kf,
                Kind(2): twos - known_twos,
                Kind(2, (0,)): known_twos,
            }
        )

    def __repr__(self) -> str:
        from saizen.games.memory.text import board_text

        return f"Board({board_text(self)!r})"

    @cached_property
    def letters(self) -> int:
        """Number of letters on the table."""
        return sum(count for _, count in self.kinds)

    @cached_property
    def cards(self) -> int:
        """Number of cards on the table."""
        return sum(kind.cards * count for kind, count in self.kinds)

    @cached_property
    def pairs(self) -> int:
        """Number of pairs that can still be taken."""
        return self.cards // 2

    @cached_property
    def hidden(self) -> int:
        """Number of cards whose place is not known."""
        return sum(kind.hidden * count for kind, count in self.kinds)

    @cached_property
    def known_letters(self) -> int:
        """Number of letters with at least one known card."""
        return sum(count for kind, count in self.kinds if kind.known_cards)

    def unseen(self) -> "Board":
        """Return the same letters with no card known.

        >>> Board.paper(4, 3, 3, 2).unseen()
        Board('4x3+2x1')
        """
        counts: dict[Kind, int] = {}
        for kind, count in self.kinds:
            counts[Kind(kind.cards)] = counts.get(Kind(kind.cards), 0) + count
        return Board.of(counts)

    def change(self, *changes: tuple[Kind, Kind]) -> "Board":
        """Turn one letter of the first kind into one of the second, for each change."""
        counts = dict(self.kinds)
        for old, new in changes:
            counts[old] = counts.get(old, 0) - 1
            counts[new] = counts.get(new, 0) + 1
        return Board.of(counts)

    def without(self, kind: Kind) -> tuple[tuple[Kind, int], ...]:
        """List the other letters when one letter of ``kind`` is set aside."""
        return tuple((k, n - (k == kind)) for k, n in self.kinds if n > (k == kind))
