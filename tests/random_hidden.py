"""Random games of two players with hidden information: ties, wide payoffs, fractions, tiny chances."""

import hashlib
from fractions import Fraction

from saizen import Chance, Decision, Game, Simultaneous, Step, Terminal

KINDS = ("ties", "whole", "wide", "fractions", "tiny")


class RandomGame(Game):
    """A position is all that happened. What a mover can do depends on what he sees."""

    def __init__(self, seed, kind="ties", depth=5, views=2):
        self.seed, self.kind, self.depth, self.views = seed, kind, depth, views

    def draw(self, *what):
        digest = hashlib.blake2b(repr((self.seed, *what)).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big")

    def start(self):
        return ()

    def payoff(self, at):
        drawn = self.draw("pay", at)
        return {
            "ties": drawn % 3 - 1,
            "whole": drawn % 21 - 10,
            "wide": (drawn % 19 - 9) * 10 ** (drawn // 19 % 8),
            "fractions": Fraction(drawn % 201 - 100, 1 + drawn // 201 % 97),
            "tiny": drawn % 7 - 3,
        }[self.kind]

    def look(self, position):
        depth, drawn = len(position), self.draw("kind", position)
        if depth >= self.depth or (depth >= 2 and drawn % 10 == 0):
            return Terminal(self.payoff(position))
        kind = drawn // 10 % 8
        if depth == 0 or kind <= 1:
            weights = [1 + self.draw("chance", position, i) % 9 for i in range(2 + drawn // 80 % 2)]
            if self.kind == "tiny":
                weights[0] *= 10 ** (1 + drawn % 7)
            whole = sum(weights)
            return Chance([(Fraction(w, whole), (*position, i)) for i, w in enumerate(weights)])
        if kind == 2:
            rows, columns = self.moves(position, 0), self.moves(position, 1)
            return Simultaneous(rows, columns, lambda a, b: self.after(position, (a, b)))
        player = (depth + (kind == 3)) % 2
        return Decision(player, {move: self.after(position, move) for move in self.moves(position, player)})

    def after(self, position, move):
        following = (*position, move)
        drawn = self.draw("step", following)
        return Step(self.payoff(("step", following)), following) if drawn % 4 == 0 else following

    def moves(self, position, player):
        view = self.sees(position, player)
        return range(2 + view % 3 % 2 + (view % 5 == 4))

    def sees(self, position, player):
        return self.draw("view", player, position) % self.views
