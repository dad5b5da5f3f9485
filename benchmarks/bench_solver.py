"""The generic solver against the rules alone: time and memory as ratios, the growth with size, and workers.

The bare exploration looks at every position and keeps the positions and a dict of them; nothing that solves a
game in this way can cost less. Times are CPU seconds. Each measurement runs in a process of its own.

Where both players choose at once, floats are measured beside exact fractions: ``exact`` is the CPU seconds of
the fractions, ``to floats`` how many times as long they take.

With two workers, what the assembling process has to do itself is what bounds the gain from many: its share of
the CPU seconds of solving alone is told, and the time that passes beside that of solving alone, which
means something on an idle machine only. ``python benchmarks/bench_solver.py`` takes some minutes; names
of games measure those again, ``--quick`` leaves out the largest games and writes nothing.
"""

import json
import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

from rich.console import Console
from rich.table import Table

import results
from connect_four import ConnectFour
from king_and_rook import KingAndRook
from pig import Pig
from saizen import Chance, Decision, Game, Simultaneous, Step, Terminal

GOAL_TIME, GOAL_MEMORY = 1.6, 2.0


@dataclass(frozen=True)
class Heaps(Game[tuple[int, ...]]):
    """Nim whose heaps keep their places: the last number is who moves."""

    heaps: tuple[int, ...]

    def start(self):
        return (*self.heaps, 0)

    def look(self, position):
        player = position[-1]
        options = {
            (at, left): (*position[:at], left, *position[at + 1 : -1], 1 - player)
            for at in range(len(position) - 1)
            for left in range(position[at])
        }
        return Decision(player, options) if options else Terminal(1 if player else -1)


class RandomGoofspiel(Game[tuple[int, int, int, int]]):
    """Goofspiel with prizes in random order; sets of cards are bits."""

    def __init__(self, cards=5):
        self.cards = cards

    def start(self):
        return (2**self.cards - 1,) * 3 + (0,)

    def look(self, position):
        mine, yours, prizes, prize = position
        if not prize:
            left = [card for card in range(self.cards) if prizes >> card & 1]
            drawn = [(mine, yours, prizes ^ 1 << card, card + 1) for card in left]
            return Chance.uniform(drawn) if drawn else Terminal(0)
        hands = ([card for card in range(self.cards) if hand >> card & 1] for hand in (mine, yours))

        def outcome(a, b):
            return Step(((a > b) - (a < b)) * prize, (mine ^ 1 << a, yours ^ 1 << b, prizes, 0))

        return Simultaneous(*hands, outcome)


class Costly(ConnectFour):
    """Connect four with rules that take about a tenth of a millisecond a position, as plain ones may."""

    def look(self, position):
        for _ in range(30):
            super().look(position)
        return super().look(position)


GAMES = {
    "connect-four-4x4": (lambda: ConnectFour(4, 4), "integers"),
    "connect-four-5x4": (lambda: ConnectFour(5, 4), "integers"),
    "nim-5": (lambda: Heaps((5,) * 4), "integers"),
    "nim-11": (lambda: Heaps((11,) * 4), "integers"),
    "nim-26": (lambda: Heaps((26,) * 4), "integers"),
    "goofspiel-4": (lambda: RandomGoofspiel(4), "equilibria"),
    "goofspiel-5": (lambda: RandomGoofspiel(5), "equilibria"),
    "goofspiel-6": (lambda: RandomGoofspiel(6), "equilibria"),
    "pig-20": (lambda: Pig(20), "cycles"),
    "pig-40": (lambda: Pig(40), "cycles"),
    "costly-look": (lambda: Costly(4, 4), "integers"),
    "king-and-rook-7": (lambda: KingAndRook(7), "cycles"),
}
"""Boards of connect four, four heaps, Goofspiel with random prizes, Pig to a goal, an ending of chess."""
LARGE = ("connect-four-5x4", "nim-26", "goofspiel-6", "pig-40", "costly-look", "king-and-rook-7")
DIVIDED = ("connect-four-4x4", "costly-look", "king-and-rook-7", "nim-26", "connect-four-5x4")
"""Games of more than a hundred thousand positions, for two workers."""
WORKERS = 2
KINDS = ("bare", "solve", "floats", "divided")
"""What a process of its own measures."""


def following(outcome):
    """Yield the positions of an outcome."""
    while isinstance(outcome, Step):
        outcome = outcome.next
    if isinstance(outcome, Chance):
        for _, one in outcome.outcomes:
            yield from following(one)
    elif not isinstance(outcome, Terminal):
        yield outcome


def explore_bare(game):
    """Look at every position; keep them in a list, and their numbers in a dict."""
    start = game.start()
    positions, number = [start], {start: 0}
    for position in positions:
        node = game.look(position)
        if isinstance(node, Decision):
            outcomes = node.options.values()
        elif isinstance(node, Simultaneous):
            outcomes = [node.outcome(row, column) for row in node.row_moves for column in node.column_moves]
        else:
            outcomes = (node,)
        for outcome in outcomes:
            if type(outcome) is tuple:
                if outcome not in number:
                    number[outcome] = len(positions)
                    positions.append(outcome)
                continue
            for child in following(outcome):
                if child not in number:
                    number[child] = len(positions)
                    positions.append(child)
    return positions, number


def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def load_compiled():
    """Load the compiled loops of the solver, also those that small games do without."""
    from saizen.kernels import policy
    from saizen.solver import solve

    policy.MODE = "compiled"
    solve(ConnectFour(2, 2), merge=False)
    solve(RandomGoofspiel(2))
    solve(Pig(3))
    solve(KingAndRook(3))
    policy.MODE = "auto"


def measure(name, kind):
    """Print seconds and megabytes of one way, without what is loaded beforehand."""
    game = GAMES[name][0]()
    if kind != "bare":
        from saizen.solver import solve

        load_compiled()
    before, began, clock = memory(), process_time(), perf_counter()
    if kind == "bare":
        kept = explore_bare(game)
        count = len(kept[0])
    else:
        kept = solve(game, merge=False, exact=kind != "floats", workers=WORKERS if kind == "divided" else 1)
        count = len(kept)
    figures = {"seconds": process_time() - began, "passed": perf_counter() - clock}
    print(json.dumps({**figures, "megabytes": memory() - before, "positions": count}))


def measured(name, kind):
    command = [sys.executable, __file__, name, kind]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def compared(name):
    """Compare one game with its bare exploration."""
    bare, solved = measured(name, "bare"), measured(name, "solve")
    found = {"positions": solved["positions"], "values": GAMES[name][1]}
    found |= {"bare": bare["seconds"], "time": solved["seconds"] / bare["seconds"]}
    if bare["megabytes"] > 5:  # below, it is the pages that the allocator happens to take, not the positions
        found["memory"] = solved["megabytes"] / bare["megabytes"]
        found["bytes"] = round(solved["megabytes"] * 2**20 / solved["positions"])
    if found["values"] == "equilibria":
        found["exact"] = solved["seconds"]
        found["to floats"] = solved["seconds"] / measured(name, "floats")["seconds"]
    if name in DIVIDED:
        divided = measured(name, "divided")
        found["here"] = divided["seconds"] / solved["seconds"]
        found["passed"] = divided["passed"] / solved["passed"]
    return found


def main(names, write):
    measures = ("bare", "time", "exact", "to floats", "memory", "bytes", "here", "passed")
    columns = ("values", "positions", *measures)
    goals = f"goals for integers: {GOAL_TIME} and {GOAL_MEMORY}"
    title = f"solve against bare exploration ({goals}), {WORKERS} workers"
    table, figures = Table(title=title), {}
    for column in ("game", *columns):
        table.add_column(column, justify="left" if column in ("game", "values") else "right")
    for name in names:
        found = figures[name] = compared(name)
        cells = [found.get(column, "") for column in columns]
        table.add_row(name, *(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in cells))
    Console(width=120).print(table)
    if write:
        if len(names) < len(GAMES):
            figures = results.read("solver") | figures
        figures["load"] = os.getloadavg()[2] / (os.cpu_count() or 1)  # programs a core, the last 15 minutes
        results.write("solver", figures, seeds=[])


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[2] in KINDS:
        measure(*sys.argv[1:])
    else:
        quick = "--quick" in sys.argv
        usual = [name for name in GAMES if not (quick and name in LARGE)]
        main([name for name in sys.argv[1:] if name in GAMES] or usual, not quick)
