"""How the cost of the five games and of the generic solver grows with size, in one picture.

``python benchmarks/growth.py`` measures small sizes (half a minute of CPU), ``--large`` larger ones too;
names of curves measure those again. Run ``saizen warm`` before: what is not compiled is left to Python where
compiling would not pay.

CPU seconds are of this process and its threads, without compiling. The next size is predicted from the
largest ones that took long enough to be measured well: the growth of the last step goes on, bent half as much
as it bent there. The figures go to ``results/growth.json``, the picture to ``docs/images/growth.svg``.
"""

import argparse
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import results
from bench_solver import RandomGoofspiel, load_compiled
from bench_tricks import build
from figures import times
from saizen import solve
from saizen.answer.pictures import Picture, new_figure
from saizen.games.abgame import AbPosition, Size
from saizen.games.abgame.search.engine import Engine
from saizen.games.calculation.stackgame.two_chains.stored_table import build_table
from saizen.games.memory.board_table import Boards
from saizen.games.memory.rules import Memory
from saizen.games.rivals.rules import RivalsPosition
from saizen.games.rivals.solved import solve_rivals
from saizen.store import Store

ROOT = Path(__file__).parent.parent
SHORTEST = 0.002
"""CPU seconds below which a measurement predicts nothing."""
BEND = 0.5
"""How much of the last change of growth goes on: none of it lags behind, all of it overshoots."""


@dataclass(frozen=True)
class Curve:
    """What is asked at each size: a work that takes a size, and which sizes, in equal steps."""

    unit: str
    work: Any
    sizes: tuple[int, ...]
    large: tuple[int, ...]
    most: int = 10**9
    """The largest size that there is."""


def rivals(cards):
    """Solve R-Rivals exactly from hands of the weakest cards."""
    hand = frozenset(range(cards))
    solve_rivals(exact=True, start=RivalsPosition(hand, hand))


def stacks(cards):
    """Build the table of Calculation's stack game with three stacks."""
    with tempfile.TemporaryDirectory() as place:
        build_table(3, cards, store=Store(place))


CURVES = {
    "R-Rivals": Curve("cards a hand", rivals, (4, 5, 6, 7), (8,), most=8),
    "Memory": Curve(
        "ranks of four cards", lambda ranks: Boards(Memory(f"4x{ranks}")), (15, 20, 25, 30, 35, 40), (45, 50)
    ),
    "AB game": Curve(
        "symbols, three places",
        lambda symbols: Engine(3, repeat=False).total(AbPosition.start(Size(3, symbols))),
        (12, 15, 18, 21, 24),
        (27, 30),
    ),
    "trick-taking": Curve("cards a hand, all hands", build, (7, 8, 9, 10, 11), (12,), most=12),
    "Calculation": Curve("cards, three stacks", stacks, (6, 7, 8, 9, 10), (11,), most=13),
    "generic solver": Curve(
        "cards, Goofspiel", lambda cards: solve(RandomGoofspiel(cards)), (2, 3, 4, 5), (6,)
    ),
}


def cpu_seconds(work, size):
    """Return the least CPU seconds of a few runs; what the first one compiles does not count."""
    spent = []
    while len(spent) < 2 or (sum(spent) < 0.3 and len(spent) < 5):
        began = process_time()
        work(size)
        spent.append(process_time() - began)
    return min(spent)


def predicted(measured):
    """Return what measured sizes say of the one a step further; None for too few.

    >>> predicted([(1, 1.0), (2, 2.0), (3, 8.0)])["CPU seconds"]  # times 2, times 4, so times 4 · √2
    45.25483399593904
    """
    used = [seconds for _, seconds in measured if seconds >= SHORTEST][-3:]
    if len(used) < 2:
        return None
    growth = np.diff(np.log(used))
    growth = growth[-1] + BEND * (growth[-1] - growth[0])
    (*_, before, last) = (size for size, _ in measured)
    return {"size": 2 * last - before, "CPU seconds": used[-1] * float(np.exp(growth))}


def told(curve, measured):
    """Return the figures of one curve."""
    following, (*_, before, last) = predicted(measured), (seconds for _, seconds in measured)
    return {
        "unit": curve.unit,
        "measured": {str(size): seconds for size, seconds in measured},
        "last from those before": predicted(measured[:-1]),
        "growth": last / before,
        "next": following if following and following["size"] <= curve.most else None,
    }


def measure(name, curve, large):
    """Measure all sizes of one curve; return its figures."""
    sizes = (*curve.sizes, *curve.large) if large else curve.sizes
    measured = [(size, cpu_seconds(curve.work, size)) for size in sizes]
    print(f"{name}, {curve.unit}: " + ", ".join(f"{size}: {seconds:.3g} s" for size, seconds in measured))
    return told(curve, measured)


def picture(figures):
    """Draw a panel for each curve: what is measured, and dashed the next size as predicted."""
    figure = new_figure(9, 5.2)
    panels = figure.subplots(2, -(-len(figures) // 2), sharey=True, squeeze=False)
    for axes, (name, told) in zip(panels.flat, figures.items(), strict=True):
        draw_panel(axes, name, told)
    for axes in panels[:, 0]:
        axes.set_ylabel("CPU seconds")
    return Picture(figure)


def draw_panel(axes, name, told):
    """Draw one curve; its last measured time and the predicted one are written beside their marks."""
    sizes = [int(size) for size in told["measured"]]
    seconds = list(told["measured"].values())
    (line,) = axes.plot(sizes, seconds, marker="o", markersize=4)
    marks = [(sizes[-1], seconds[-1])]
    if told["next"]:
        marks.append((told["next"]["size"], told["next"]["CPU seconds"]))
        ends = {"markerfacecolor": "white", "markevery": [1], "markersize": 5}
        axes.plot(*zip(*marks, strict=True), "--", marker="o", color=line.get_color(), **ends)
    for at, place, side in zip(marks, ((3, -11), (0, 6)), ("left", "center"), strict=False):
        axes.annotate(f"{times(at[1])} s", at, place, textcoords="offset points", ha=side, fontsize=8)
    axes.set_title(name, fontsize=10)
    axes.set_xlabel(told["unit"], fontsize=9)
    axes.set_xticks([size for size, _ in marks[1:]] + sizes[:: -(-len(sizes) // 6)])
    axes.set_yscale("log")
    axes.margins(0.2, 0.15)
    axes.grid(alpha=0.3)


def main():
    """Measure, write, draw."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--large", action="store_true", help="larger sizes too: some minutes")
    options.add_argument("names", nargs="*", help=", ".join(CURVES), metavar="NAME")
    chosen = options.parse_args()
    if unknown := set(chosen.names) - set(CURVES):
        options.error(f"no such curve: {', '.join(unknown)}")
    load_compiled()
    again = {name: measure(name, CURVES[name], chosen.large) for name in chosen.names or CURVES}
    figures = results.read("growth") | again
    results.write("growth", {name: figures[name] for name in CURVES}, seeds=[])
    picture(results.read("growth")).save(ROOT / "docs" / "images" / "growth.svg")


if __name__ == "__main__":
    main()
