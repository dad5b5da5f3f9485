"""Tic-tac-toe (三目並べ): three in a line on three by three."""

from saizen import Decision, Game, Terminal, solve
from saizen.drawing import Cell, Drawing

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
TURNS = ("012345678", "630741852", "876543210", "258147036")
MIRRORS = tuple("".join(turn[int(place)] for place in "210543876") for turn in TURNS)


class TicTacToe(Game[str]):
    """A position is the nine squares, row by row: x, o or a dot."""

    def start(self):
        return "." * 9

    def look(self, position):
        player = position.count("x") - position.count("o")
        if any(all(position[int(place)] == "xo"[1 - player] for place in line) for line in LINES):
            return Terminal(-1 if player == 0 else 1)
        free = [place for place in range(9) if position[place] == "."]
        if not free:
            return Terminal(0)
        options = {place + 1: position[:place] + "xo"[player] + position[place + 1 :] for place in free}
        return Decision(player, options)

    def canonical(self, position):
        return min("".join(position[int(place)] for place in turned) for turned in TURNS + MIRRORS)

    def describe(self, position, seat=None):
        cells = [
            Cell(str(place), "empty", str(place)) if sign == "." else Cell(sign, "card")
            for place, sign in enumerate(position, 1)
        ]
        return Drawing.of([cells[row : row + 3] for row in (0, 3, 6)])


if __name__ == "__main__":
    print("tic-tac-toe is worth", solve(TicTacToe()).value("." * 9))
