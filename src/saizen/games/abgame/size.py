"""The size of a code-breaking game, and the answers to guesses.

A code has ``places`` places, each with one of ``symbols`` symbols; in the AB game no symbol occurs twice,
in Mastermind it may. Guesses may also use ``dummies``, symbols that no secret has. The answer to a
guess counts the A (right symbol in the right place) and the B (right symbol, wrong place).

Without repetition unused symbols are interchangeable and a position is a few patterns; with repetition it is
a list of codes, and a long one is made and divided as an array. NumPy is imported where that is done.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import perm
from typing import Any, Literal, NamedTuple, overload

from saizen.errors import PositionError

Code = tuple[int, ...]
Objective = Literal["mean", "worst", "both"]
"""The objective: guesses on average, in the worst case, or on average within the best worst case."""
OBJECTIVES: tuple[Objective, ...] = ("mean", "worst", "both")
MOST_PLACES = 6
MOST_SYMBOLS = 999
MOST_LISTED = 1_000_000
"""Codes of a size with repetition that are written out."""
MOST_SHOWN = 200_000
"""Patterns that the candidates may become when a guess shows new symbols."""


class Reply(NamedTuple):
    """The answer of the code-maker to a guess.

    >>> str(Reply(0, 1))
    '0A1B'
    """

    a: int
    b: int

    def __str__(self) -> str:
        return f"{self.a}A{self.b}B"


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a game: places and symbols, repetition or not, dummy symbols for guesses.

    >>> str(Size(3, 4, dummies=1)), str(Size(4, 6, repeat=True))
    ('3x4+1', '4x6r')
    """

    places: int
    symbols: int
    repeat: bool = False
    dummies: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.places <= MOST_PLACES:
            raise PositionError(f"{self}: codes have 1 to {MOST_PLACES} places")
        if self.symbols < (1 if self.repeat else self.places):
            raise PositionError(
                f"{self}: {self.places} places need at least {self.places} symbols (or end the size with r)"
            )
        if self.symbols > MOST_SYMBOLS:
            raise PositionError(f"{self}: there can be at most {MOST_SYMBOLS} symbols")
        if not 0 <= self.dummies <= 9:
            raise PositionError(f"{self}: there can be 0 to 9 dummy symbols")

    def __str__(self) -> str:
        dummies = f"+{self.dummies}" if self.dummies else ""
        return f"{self.places}x{self.symbols}{'r' if self.repeat else ''}{dummies}"

    @property
    def codes(self) -> int:
        """How many secrets there are."""
        return self.symbols**self.places if self.repeat else perm(self.symbols, self.places)

    @property
    def all_symbols(self) -> int:
        """How many symbols a guess may use: the dummies come last."""
        return self.symbols + self.dummies

    def secrets(self) -> Iterator[Code]:
        """List every secret."""
        return self._words(self.symbols)

    def guesses(self) -> Iterator[Code]:
        """List every legal guess."""
        return self._words(self.all_symbols)

    def _words(self, symbols: int) -> Iterator[Code]:
        numbers = range(1, symbols + 1)
        return product(numbers, repeat=self.places) if self.repeat else permutations(numbers, self.places)

    def answers(self) -> list[Reply]:
        """List every answer there can be; the last one is "found".

        >>> " ".join(map(str, Size(3, 9).answers()))
        '0A0B 0A1B 1A0B 0A2B 1A1B 2A0B 0A3B 1A2B 3A0B'
        """
        return list(_answers(self.places))

    @property
    def all_right(self) -> Reply:
        """The answer that ends the game."""
        return Reply(self.places, 0)


@cache
def _answers(places: int) -> tuple[Reply, ...]:
    all_but_one = Reply(places - 1, 1)  # the last symbol would have to be in the right place, too
    listed = (Reply(a, both - a) for both in range(places + 1) for a in range(both + 1))
    return tuple(answer for answer in listed if answer != all_but_one or places == 0)


def respond(secret: Code, guess: Code) -> Reply:
    """Reply a guess.

    >>> str(respond((7, 3, 4), (4, 3, 6)))
    '1A1B'
    """
    left, right, common = list(secret), 0, 0
    for hidden, guessed in zip(secret, guess, strict=True):
        right += hidden == guessed
        if guessed in left:
            left.remove(guessed)
            common += 1
    return Reply(right, common - right)


@dataclass(frozen=True, slots=True)
class Guesses(Sequence[Code]):
    """Every legal guess of a size, in order, none of them written out before it is asked for.

    >>> guesses = Guesses(Size(4, 10))
    >>> len(guesses), guesses[5039], (1, 2, 3, 3) in guesses
    (5040, (10, 9, 8, 7), False)
    """

    size: Size

    def __len__(self) -> int:
        symbols, places = self.size.all_symbols, self.size.places
        return symbols**places if self.size.repeat else perm(symbols, places)

    def __iter__(self) -> Iterator[Code]:
        return self.size.guesses()

    def __contains__(self, code: object) -> bool:
        size = self.size
        if not isinstance(code, tuple) or len(code) != size.places:
            return False
        is_legal = all(type(symbol) is int and 1 <= symbol <= size.all_symbols for symbol in code)
        return is_legal and (size.repeat or len(set(code)) == len(code))

    @overload
    def __getitem__(self, place: int) -> Code: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Code, ...]: ...
    def __getitem__(self, place: int | slice) -> Code | tuple[Code, ...]:
        if isinstance(place, slice):
            return tuple(self[i] for i in range(*place.indices(len(self))))
        rest = range(len(self))[place]  # negative places count from the end, others beyond it are refused
        size, code = self.size, []
        free = list(range(1, size.all_symbols + 1))
        for left in range(size.places - 1, -1, -1):
            below = len(free) ** left if size.repeat else perm(len(free) - 1, left)
            chosen, rest = divmod(rest, below)
            code.append(free[chosen] if size.repeat else free.pop(chosen))
        return tuple(code)


class TooMany(PositionError):  # noqa: N818 - the name reads as the condition it is
    """A position with more candidates than can be listed."""


def every_code(size: Size) -> Any:
    """Return every code of a size with repetition, in order, as the rows of an array.

    >>> every_code(Size(2, 2, repeat=True)).tolist()
    [[1, 1], [1, 2], [2, 1], [2, 2]]
    """
    import numpy as np

    if size.codes > MOST_LISTED:
        raise TooMany(
            f"{size} has {size.codes:,} codes; with repetition sizes of up to {MOST_LISTED:,} can be listed"
        )
    grid = np.indices((size.symbols,) * size.places, dtype=np.int16)
    return np.ascontiguousarray(grid.reshape(size.places, -1).T) + np.int16(1)


def answer_matrix(guesses: Any, secrets: Any) -> Any:
    """Return ``a * (places + 1) + a + b`` for each guess (row) and each secret (column).

    >>> import numpy as np
    >>> answer_matrix(np.array([[1, 1]]), np.array([[1, 2], [2, 1]])).tolist()
    [[4, 4]]
    """
    import numpy as np

    places = guesses.shape[1]
    right = np.zeros((len(guesses), len(secrets)), np.uint8)
    common = np.zeros_like(right)
    for place in range(places):
        right += guesses[:, place, None] == secrets[None, :, place]
    for symbol in np.intersect1d(guesses, secrets):
        asked, there = (guesses == symbol).sum(axis=1), (secrets == symbol).sum(axis=1)
        some = np.flatnonzero(asked)
        common[some] += np.minimum(asked[some, None], there[None, :]).astype(np.uint8)
    return right * (places + 1) + common


def number_of(answer: Reply, size: Size) -> int:
    """Return what `answer_matrix` writes for an answer.

    >>> number_of(Reply(1, 1), Size(3, 7))
    6
    """
    return answer.a * (size.places + 1) + answer.a + answer.b


def answer_of(number: int, size: Size) -> Reply:
    """Return the answer that `answer_matrix` writes as this number.

    >>> str(answer_of(6, Size(3, 7)))
    '1A1B'
    """
    right, both = divmod(number, size.places + 1)
    return Reply(right, both - right)


def answers_to(guess: Code, secrets: Any) -> Any:
    """Return the numbers of the answers of all secrets to one guess."""
    import numpy as np

    return answer_matrix(np.array([guess], np.int16), secrets)[0]


def as_codes(rows: Any) -> tuple[Code, ...]:
    """Turn the rows of an array into codes."""
    return tuple(map(tuple, rows.tolist()))
