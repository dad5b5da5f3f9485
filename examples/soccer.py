"""Markov soccer after Littman: both move at once, the order is drawn; who carries the ball out scores."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from saizen import Chance, Game, Simultaneous, Terminal, solve
from saizen.drawing import Drawing
from saizen.grid import draw_grid

STEPS = {"stand": (0, 0), "north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


@dataclass(frozen=True)
class Soccer(Game[tuple[tuple[int, int], tuple[int, int], int]]):
    """A position is where MAX and MIN stand and who has the ball; MAX plays to the east.

    After each turn the game is broken off with a small probability, and nobody has won.
    """

    rows: Annotated[int, range(1, 101)] = 2
    columns: Annotated[int, range(4, 101)] = 4
    breaks: Fraction = Fraction(1, 10)

    def start(self):
        return (self.rows - 1, 1), (0, self.columns - 2), 0

    def look(self, position):
        return Simultaneous(tuple(STEPS), tuple(STEPS), lambda a, b: self.turn(position, a, b))

    def turn(self, position, first, second):
        """Return what follows: one of two orders, unless the game is broken off."""
        goes_on, ends = (
            (1 - Fraction(self.breaks)) / 2,
            (Fraction(self.breaks), Terminal(0, Drawing.of([["broken off"]]))),
        )
        orders = (((0, first), (1, second)), ((1, second), (0, first)))
        return Chance([*((goes_on, self.played(position, order)) for order in orders), ends])

    def describe(self, position, seat=None):
        ball = position[2]
        players = {position[who]: name + "*" * (ball == who) for who, name in enumerate(("x", "o"))}
        notes = [f"{'xo'[ball]} has the ball; x plays to the east, o to the west."]
        return draw_grid(self.rows, self.columns, lambda *place: players.get(place, ""), notes=notes)

    def played(self, position, order):
        places, ball = list(position[:2]), position[2]
        for player, step in order:
            row, column = (here + go for here, go in zip(places[player], STEPS[step], strict=True))
            if ball == player and column == (-1 if player else self.columns):
                return Terminal(-1 if player else 1, Drawing.of([["goal:", "xo"[player]]]))
            if (row, column) == places[1 - player]:
                ball = 1 - player  # whoever runs into the other player leaves him the ball
            elif 0 <= row < self.rows and 0 <= column < self.columns:
                places[player] = row, column
        return *places, ball


if __name__ == "__main__":
    game = Soccer()
    print("with the ball at the start:", solve(game, exact=False).interval(game.start()))
