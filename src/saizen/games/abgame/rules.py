"""The rules of code-breaking, in plain Python.

A code has ``places`` places, each with one of ``symbols`` symbols; in the AB game no symbol occurs twice,
in Mastermind it may. Guesses may also use ``dummies``, symbols that no secret has. The answer to a
guess counts the A (right symbol in the right place) and the B (right symbol, wrong place).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import perm
from typing import Any, NamedTuple

from saizen.errors import PositionError
from saizen.game import MIN, Chance, Decision, Game, Move, Step, Terminal

Code = tuple[int, ...]
MOST_PLACES = 6
MOST_SYMBOLS = 999


class Reply(NamedTuple):
    """What the code-maker says to a guess.

    >>> str(Reply(0, 1))
    '0A1B'
    """

    a: int
    b: int

    def __str__(self) -> str:
        return f"{self.a}A{self.b}B"


@dataclass(frozen=True, slots=True)
class Size:
    """Which game: places and symbols, repetition or not, dummy symbols for guesses.

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
        all_but_one = Reply(self.places - 1, 1)  # the last symbol would have to be in the right place, too
        listed = (Reply(a, both - a) for both in range(self.places + 1) for a in range(both + 1))
        return [answer for answer in listed if answer != all_but_one or self.places == 0]

    @property
    def found(self) -> Reply:
        """The answer that ends the game."""
        return Reply(self.places, 0)


def respond(secret: Code, guess: Code) -> Reply:
    """Reply a guess.

    >>> str(respond((7, 3, 4), (4, 3, 6)))
    '1A1B'
    """
    right = sum(s == g for s, g in zip(secret, guess, strict=True))
    common = (Counter(secret) & Counter(guess)).total()
    return Reply(right, common - right)


Candidates = frozenset[Code]


class AbGame(Game[Candidates]):
    """Code-breaking as a one-player game against chance, for the generic solver.

    A position is the set of codes the secret may be; a guess costs 1. The value is the
    least expected number of guesses, S(A) / |A|.

    >>> from saizen import solve
    >>> game = AbGame(Size(2, 3))
    >>> solve(game).value(game.start())
    Fraction(13, 6)
    """

    def __init__(self, size: Size) -> None:
        self.size = size

    def start(self) -> Candidates:
        """Return all codes."""
        return frozenset(self.size.secrets())

    def look(self, position: Candidates) -> Terminal | Decision:
        """Offer every guess that can find the secret or rule something out."""
        if not position:
            return Terminal(0)
        options: dict[Move, Any] = {}
        for guess in self.size.guesses():
            parts = split(position, guess)
            if len(parts) == 1 and self.size.found not in parts:
                continue
            lottery = [
                (Fraction(len(part), len(position)), frozenset() if answer == self.size.found else part)
                for answer, part in sorted(parts.items())
            ]
            options[guess] = Step(1, Chance(lottery))
        return Decision(MIN, options)

    def text(self, position: Candidates) -> str:
        """Write the size and the candidates: ``3x4 {123,124}``."""
        from saizen.games.abgame.text import code_text

        if not position:
            return f"{self.size} {{}}"
        return f"{self.size} {{{';'.join(code_text(code, self.size) for code in sorted(position))}}}"

    def parse(self, text: str) -> Candidates:
        """Read candidates, or a history that leads to them."""
        from saizen.games.abgame.text import parse

        if text.replace(" ", "") == f"{self.size}{{}}":
            return frozenset()
        position = parse(text)
        if position.size != self.size:
            raise PositionError(f"{text!r} is a position of {position.size}, not of {self.size}")
        return frozenset(position.candidates())


def split(candidates: Candidates, guess: Code) -> dict[Reply, Candidates]:
    """Divide candidates by their answers to a guess.

    >>> {str(a): sorted(c) for a, c in split(frozenset({(1, 2), (2, 3)}), (1, 3)).items()}
    {'1A0B': [(1, 2), (2, 3)]}
    """
    parts: dict[Reply, set[Code]] = {}
    for secret in candidates:
        parts.setdefault(respond(secret, guess), set()).add(secret)
    return {answer: frozenset(part) for answer, part in sorted(parts.items())}
