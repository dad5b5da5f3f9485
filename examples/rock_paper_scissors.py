"""Rock-Paper-Scissors: the smallest game with a mixed equilibrium."""

from saizen import Game, Simultaneous, Terminal, solve
from saizen.drawing import Cell, Drawing

MOVES = ("rock", "paper", "scissors")


class RockPaperScissors(Game[str]):
    """One simultaneous choice; each move beats the one before it in ``MOVES``."""

    def start(self):
        return "start"

    def look(self, position):
        return Simultaneous(MOVES, MOVES, self.outcome)

    def outcome(self, row, column):
        shown = Drawing.of([["max", Cell(row, "card")], ["min", Cell(column, "card")]])
        return Terminal((0, 1, -1)[(MOVES.index(row) - MOVES.index(column)) % 3], shown)

    def describe(self, position, seat=None):
        return Drawing.of([[Cell(move, "card", move) for move in MOVES]])


if __name__ == "__main__":
    print(solve(RockPaperScissors()).strategy("start"))
