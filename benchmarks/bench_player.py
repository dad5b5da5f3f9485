"""Calculation's players: CPU seconds a game, side by side on the same deals, and the picture in the docs.

``python benchmarks/bench_player.py [stacks] [deals]`` plays deals from 20,001 on with the table in the store
(``saizen build calculation``), or with the small one if there is none; figures go to ``results/player.json``.
``--picture`` draws ``docs/games/calculation-players.csv``, the long runs reported there, as an SVG beside it.
"""

import csv
import sys
from pathlib import Path
from time import process_time

from rich.console import Console
from rich.table import Table

import results
from saizen.errors import MissingTable
from saizen.games.calculation.machine.machine import FULL, machine, prepare_machine
from saizen.games.calculation.machine.style import style_of
from saizen.store import Store

FIRST = 20_001
PLAYERS = (
    ("literal", 50, False, 1),
    ("paper", 50, False, 1),
    ("paper", 200, False, 1),
    ("paper", 1000, False, 4),
    ("paper", 50, True, 8),
    ("paper", 200, True, 20),
    ("swift", None, False, 1),
    ("swift", None, True, 4),
    ("best", None, False, 4),
)
"""The slower ones play one of so many deals only."""
DATA = Path(__file__).parent.parent / "docs" / "games" / "calculation-players.csv"


def table_for(stacks, style):
    """Return the player on the full table if it has been built, and whether it is that."""
    try:
        return machine(stacks, style, FULL, str(Store().directory)), "full"
    except MissingTable:
        return prepare_machine(stacks, style, quick=True), "small"


def main(stacks=3, deals=40):
    table = Table("player", "table", "won", "CPU s a game", "ratio", title=f"{stacks} stacks")
    first, figures = None, {}
    for name, labellings, lookahead, share in PLAYERS:
        player, size = table_for(stacks, style_of(name, labellings, lookahead))
        player.play(FIRST - 1)  # compile, or load what was compiled
        began = process_time()
        numbers = range(FIRST, FIRST + deals, share)
        won = sum(player.play(number).success for number in numbers)
        seconds = (process_time() - began) / len(numbers)
        first = first or seconds
        figures[f"{name} {labellings or ''} {'+' if lookahead else ''}".strip()] = {
            "table": size,
            "won": won,
            "deals": len(numbers),
            "CPU seconds a game": seconds,
            "ratio": seconds / first,
        }
        words = [name, str(labellings or ""), "one draw further" if lookahead else ""]
        played = f"{won} of {len(numbers)}"
        table.add_row(" ".join(filter(None, words)), size, played, f"{seconds:.3f}", f"{seconds / first:.1f}")
    Console().print(table)
    results.write("player", {f"{stacks} stacks": figures}, seeds=[FIRST])


def picture():
    """Draw the success rates with their intervals against the time for a game."""
    import matplotlib.pyplot as plt

    from saizen.games.calculation.rates import wilson

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    with DATA.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for axis, stacks, (bottom, top) in zip(axes, ("3", "4"), ((40, 85), (96, 100.5)), strict=True):
        for row in (row for row in rows if row["stacks"] == stacks):
            wins, deals, seconds = int(row["wins"]), int(row["deals"]), float(row["cpu"])
            rate, (low, high) = 100 * wins / deals, (100 * end for end in wilson(wins, deals))
            if rate < bottom:
                axis.set_title(f"{row['player']}: {rate:.0f} %, below", loc="right", fontsize=8)
                continue
            axis.errorbar(seconds, rate, [[rate - low], [high - rate]], fmt="o", capsize=3)
            below = row["player"].startswith(("paper", "literal"))
            axis.annotate(
                row["player"],
                (seconds, low if below else high),
                textcoords="offset points",
                xytext=(0, -5 if below else 5),
                fontsize=8,
                rotation=45,
                rotation_mode="anchor",
                horizontalalignment="right" if below else "left",
            )
        axis.set(xscale="log", xlabel="CPU seconds a game", title=f"{stacks} stacks")
        axis.set_ylim(bottom, top)
        axis.margins(x=0.2)
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("deals won, %")
    figure.savefig(DATA.with_suffix(".svg"), metadata={"Date": None})


if __name__ == "__main__":
    picture() if "--picture" in sys.argv else main(*map(int, sys.argv[1:]))
