"""A position as the search sees it: labels for symbols, the normal form, and all that is known about one."""

from dataclasses import dataclass

from saizen.errors import PositionError, SaizenError
from saizen.games.abgame.position import STAR, AbPosition
from saizen.games.abgame.size import Code

FRESH = -2
"""In a guess written by labels: the next unused symbol."""
DEAD = -1
"""In a guess given by labels: any symbol that no candidate has."""


class TooLarge(PositionError):  # noqa: N818 - the name reads as the condition it is
    """A position that the exact engine does not take."""


class TooLong(SaizenError):  # noqa: N818 - the name reads as the condition it is
    """The exact answer was not found in the time allowed; what was proved so far is kept."""


@dataclass(frozen=True)
class Labelled:
    """A position as the kernel sees it: labels 1, 2, ... for the symbols that patterns name."""

    patterns: tuple[Code, ...]
    symbols: tuple[int, ...]
    """The symbol of label 1, 2, ..."""
    unused: int
    dead: int


def labelled(position: AbPosition) -> Labelled:
    """Give the symbols of a position labels."""
    symbols = position.live
    label = {symbol: i for i, symbol in enumerate(symbols, 1)} | {STAR: STAR}
    unused = len(position.unused) if position.starred else 0
    patterns = tuple(tuple(label[symbol] for symbol in pattern) for pattern in position.patterns)
    return Labelled(patterns, symbols, unused, position.size.all_symbols - len(symbols) - unused)


@dataclass(frozen=True)
class Normal:
    """A position up to names: the normal form, and how symbols and places were renamed."""

    patterns: tuple[int, ...]
    unused: int
    dead: int
    labels: tuple[int, ...]
    """The symbol of label 1, 2, ... of the normal form."""
    order: tuple[int, ...]
    """The place that place 0, 1, ... of the normal form was."""

    @property
    def key(self) -> tuple[int, int, tuple[int, ...]]:
        """What positions with the same normal form have in common."""
        return self.unused, self.dead, self.patterns

    def renamed(self, guess: Code) -> Code:
        """Write a guess of `Engine.guesses` in labels of the normal form: `FRESH` is a new symbol."""
        return tuple(
            DEAD
            if guess[place] == DEAD
            else self.labels.index(guess[place]) + 1
            if guess[place] in self.labels
            else FRESH
            for place in self.order
        )

    def named(self, guess: Code, unused: tuple[int, ...]) -> Code:
        """Undo `renamed`: new symbols are the first of ``unused``, from left to right."""
        fresh = iter(unused)
        labels = [label for _, label in sorted(zip(self.order, guess, strict=True))]
        return tuple(
            DEAD if label == DEAD else next(fresh) if label == FRESH else self.labels[label - 1]
            for label in labels
        )


@dataclass(frozen=True)
class Known:
    """What is known about a normal form."""

    unused: int
    dead: int
    patterns: tuple[int, ...]
    total: int
    depth: int
    """The worst case of a strategy that attains the total."""
    worst: int
    both: int
    """The least total when nobody may need more guesses than ``worst``."""
    guesses: tuple[Code, ...]
    """Every guess that attains the total, as `Normal.renamed` writes it."""
