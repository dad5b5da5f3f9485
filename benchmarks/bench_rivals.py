"""R-Rivals: all positions in floats and in rationals, and the ratio to one HiGHS program a matrix.

Run ``python benchmarks/bench_rivals.py``; it takes about a minute. The HiGHS side is measured on a sample
of the simultaneous positions and extrapolated to all of them. The figures go to ``results/rivals.json``.
"""

import random
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.optimize import linprog

import results
from highs import column_program
from saizen.games.rivals.solving.floats import solve_floats
from saizen.games.rivals.solving.layers import find_layers, pool
from saizen.games.rivals.solving.rationals import solve_rationals

SAMPLE, SEED = 400, 1


def peer_value(matrix):
    return column_program(linprog, matrix).fun


def sampled_matrices(layers, values):
    """Draw a random sample of the simultaneous positions' matrices, with our values."""
    dice = random.Random(SEED)
    places = [(d, i) for d, layer in enumerate(layers) for i in range(layer.leads, len(layer))]
    pools = [pool(v) for v in [*values[1:], np.empty(0)]]
    for depth, i in dice.sample(places, SAMPLE):
        yield pools[depth][layers[depth].children[i]], values[depth][i]


def most_memory():
    """Return the most gigabytes that this process has held; None where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def main():
    solve_floats(find_layers())  # compile, or load what was compiled
    began = perf_counter()
    layers = find_layers()
    values = solve_floats(layers)
    floats = perf_counter() - began

    began = perf_counter()
    exact_layers = find_layers()
    solve_rationals(exact_layers)
    exact = perf_counter() - began
    memory = most_memory()

    worst, began = 0.0, perf_counter()
    for matrix, value in sampled_matrices(layers, values):
        worst = max(worst, abs(peer_value(matrix) - value))
    games = sum(layer.counts()[0] for layer in layers)
    peer = (perf_counter() - began) / SAMPLE * games

    positions = sum(sum(x.counts()) for x in layers)
    table = Table("what", "seconds", "ratio", title=f"R-Rivals, {positions:,} positions")
    table.add_row("floats, all positions, finding them included", f"{floats:.2f}", "1")
    table.add_row("rationals, all positions, finding them included", f"{exact:.2f}", f"{exact / floats:.1f}")
    table.add_row(f"HiGHS on {games:,} matrices, from {SAMPLE}", f"{peer:.0f}", f"{peer / floats:.0f}")
    console = Console()
    console.print(table)
    console.print(f"largest difference to HiGHS on the sample: {worst:.1e}; peak memory {memory or 0:.2f} GB")
    figures = {"positions": positions, "matrices": games, "sample": SAMPLE, "largest difference": worst}
    ratios = {"rationals to floats": exact / floats, "HiGHS to floats": peer / floats}
    results.write("rivals", figures | ratios, seeds=[SEED])


if __name__ == "__main__":
    main()
