"""The AB game as a duel: the keeper chooses the code, and wants it to take many guesses."""

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import Annotated, Any, ClassVar

from saizen import MAX, MIN, Decision, Game, Terminal, solve
from saizen.drawing import Cell, Drawing

SYMBOLS = "123456789"


@cache
def answer(code, guess):
    """Return how many symbols stand right (A), and how many stand elsewhere (B)."""
    right = sum(a == b for a, b in zip(code, guess, strict=True))
    shared = sum(min(code.count(symbol), guess.count(symbol)) for symbol in set(code))
    return f"{right}A{shared - right}B"


@dataclass(frozen=True)
class AbDuel(Game[Any]):
    """A position is the code and the guesses so far; MIN guesses, and pays 1 for each guess.

    ``repeat`` is whether a symbol may stand in several places, as in Mastermind. A guess that could teach
    nothing is not allowed.
    """

    players: ClassVar = {MAX: "keeper", MIN: "guesser"}

    places: Annotated[int, range(1, 5)] = 2
    symbols: Annotated[int, range(1, 10)] = 3
    repeat: bool = False

    def codes(self):
        """Return all codes."""
        letters = SYMBOLS[: self.symbols]
        drawn = product(letters, repeat=self.places) if self.repeat else permutations(letters, self.places)
        return ["".join(code) for code in drawn]

    def start(self):
        return ("", ())

    def look(self, position):
        code, guesses = position
        if not code:
            return Decision(MAX, {code: (code, ()) for code in self.codes()})
        told = [(guess, answer(code, guess)) for guess in guesses]
        possible = [c for c in self.codes() if all(answer(c, guess) == said for guess, said in told)]
        useful = [g for g in self.codes() if possible == [g] or len({answer(c, g) for c in possible}) > 1]
        paid = len(guesses) + 1
        return Decision(MIN, {g: Terminal(paid) if g == code else (code, (*guesses, g)) for g in useful})

    def sees(self, position, player):
        code, guesses = position
        said = " ".join(f"{guess}:{answer(code, guess)}" for guess in guesses)
        return (code if player == MAX else "?" * bool(code), said)

    def describe(self, position, seat=None):
        code, guesses = position
        hidden = [Cell("", "back", title="hidden")] * self.places
        rows = [["code", *([Cell(s, "card") for s in code] if code and seat != MIN else hidden)]]
        rows += [[answer(code, guess), *(Cell(s, "card") for s in guess)] for guess in guesses]
        return Drawing.of(rows, [f"{len(guesses)} guesses so far."])


if __name__ == "__main__":
    print(solve(AbDuel()).value(AbDuel().start()))
