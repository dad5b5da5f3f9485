"""What plain Python takes for one unit of work, against the constants by which saizen decides to compile.

Run ``python benchmarks/plain_costs.py [NAME]...``. Each constant is "plain seconds for one unit of work"; its
product with the size of a question is what `saizen.kernels.policy.is_small` gets. CPU seconds are measured
over some tenths of a second of work, near to where the decision is made. If a constant is off by more than a
factor of `MOST`, the program ends with exit code 1. Machines differ: look at all rows before you change one.
"""

import random
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from time import process_time
from typing import Any, NamedTuple

from saizen.kernels import policy

MOST = 3.0
"""A constant may be so many times too large or too small."""


class Cost(NamedTuple):
    """A constant, and how to measure it: units of work, and the CPU seconds they took."""

    module: str
    name: str
    unit: str
    measure: Callable[[], tuple[float, float]]


def timed(work: Callable[[], Any]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def tricks() -> tuple[float, float]:
    """Ask some questions about seven cards a hand; the slowest counts."""
    from saizen.games.tricks.rules import Objective
    from saizen.games.tricks.search.searcher import PlainSearcher
    from saizen.work import SILENT

    dice, cards = random.Random(1), 7
    slowest = 0.0
    for _ in range(6):
        hand, score = (sum(1 << card for card in dice.sample(range(2 * cards), cards)) for _ in range(2))
        searcher = PlainSearcher(Objective.TAKE, "any")
        slowest = max(slowest, timed(lambda: searcher.asked(hand, score, cards, 0, SILENT)))  # noqa: B023
    return 4.0**cards, slowest


def memory() -> tuple[float, float]:
    from saizen.games.memory.board_table import Boards
    from saizen.games.memory.rules import Memory

    tables: list[Any] = []
    seconds = timed(lambda: tables.append(Boards(Memory("4x10"))))
    boards = tables[0]
    return boards.boards * (2 * boards.pairs + 1), seconds


def nim() -> Any:
    sys.path.insert(0, "examples")
    from nim import Nim

    return Nim((19, 19, 19, 19))


def positions() -> tuple[float, float]:
    import saizen

    solutions: list[Any] = []
    rules = nim()
    seconds = timed(lambda: solutions.append(saizen.solve(rules)))
    return len(solutions[0].graph), seconds


def rational_positions() -> tuple[float, float]:
    from saizen.solver.explore import explore
    from saizen.solver.retrograde import values_of

    graph = explore(nim(), exact=True)
    return len(graph), timed(lambda: values_of(graph))


def matrices() -> tuple[float, float]:
    from saizen.matrix import solve_matrices

    dice = random.Random(1)
    games = [
        [[Fraction(dice.randint(-9, 9), dice.randint(1, 4)) for _ in range(3)] for _ in range(3)]
        for _ in range(5000)
    ]
    return len(games), timed(lambda: solve_matrices(games))


def rivals(solve: Callable[[Any], Any]) -> tuple[float, float]:
    """Solve R-Rivals without a card in some way; once with fewer cards, to have everything imported."""
    from saizen.games import load
    from saizen.games.rivals.solved import solve_rivals

    units, seconds = 0, 0.0
    for removed in (("prince", "minister", "clown"), ("clown",)):
        rules = load("rivals").game(set=tuple(f"remove={card}" for card in removed)).rules
        solved = solve_rivals(rules, exact=True)
        units, seconds = sum(map(len, solved.layers)), timed(lambda: solve(solved))  # noqa: B023
    return units, seconds


def rivals_values() -> tuple[float, float]:
    from saizen.games.rivals.solving.rationals import solve_rationals

    return rivals(lambda solved: solve_rationals(solved.layers))


def rivals_corners() -> tuple[float, float]:
    from saizen.games.rivals.equilibria.optimal_strategies import find_faces

    return rivals(find_faces)


COSTS = {
    "tricks": Cost("games.tricks.search.searcher", "PLAIN_SECONDS", "4 ** cards a hand", tricks),
    "memory": Cost("games.memory.board_table", "PLAIN_SECONDS", "board and lead", memory),
    "solver": Cost("solver.loops", "SECONDS", "position, with its rules", positions),
    "solver, rationals": Cost("solver.retrograde", "RATIONAL", "position", rational_positions),
    "matrix": Cost("matrix", "EACH", "exact game", matrices),
    "rivals": Cost("games.rivals.solving.rationals", "EACH", "position", rivals_values),
    "rivals, corners": Cost("games.rivals.equilibria.optimal_strategies", "EACH", "position", rivals_corners),
}


def main() -> int:
    policy.MODE = "plain"
    wrong = 0
    for name in sys.argv[1:] or COSTS:
        cost = COSTS[name]
        constant = getattr(import_module(f"saizen.{cost.module}"), cost.name)
        units, seconds = cost.measure()
        ratio = seconds / units / constant
        verdict = "" if 1 / MOST <= ratio <= MOST else f"  WRONG by more than a factor of {MOST:g}"
        wrong += bool(verdict)
        print(
            f"{name:18} {1e6 * constant:7.1f} us, measured {1e6 * seconds / units:7.1f} us a unit"
            f" ({cost.unit}; {seconds:.2f} s){verdict}",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
