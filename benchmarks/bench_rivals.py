"""R-Rivals: all positions in floats and in rationals, and the ratio to one HiGHS program a matrix.

Run ``python benchmarks/bench_rivals.py``; it takes about a minute. The HiGHS side is measured on a sample
of the simultaneous positions and extrapolated to all of them.
"""

import random
import resource
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.optimize import linprog

from saizen.games.rivals.floats import solve_floats
from saizen.games.rivals.layers import find_layers, pool
from saizen.games.rivals.rationals import solve_rationals

SAMPLE = 400


def peer_value(matrix):
    size = len(matrix)
    found = linprog(
        np.r_[np.zeros(size), -1],
        A_ub=np.c_[-matrix.T, np.ones(size)],
        b_ub=np.zeros(size),
        A_eq=[[1] * size + [0]],
        b_eq=[1],
        bounds=[(0, None)] * size + [(None, None)],
        method="highs",
    )
    return -found.fun


def sampled_matrices(layers, values):
    """Draw a random sample of the simultaneous positions' matrices, with our values."""
    dice = random.Random(1)
    places = [(d, i) for d, layer in enumerate(layers) for i in range(layer.leads, len(layer))]
    pools = [pool(v) for v in [*values[1:], np.empty(0)]]
    for depth, i in dice.sample(places, SAMPLE):
        yield pools[depth][layers[depth].children[i]], values[depth][i]


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
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6

    worst, began = 0.0, perf_counter()
    for matrix, value in sampled_matrices(layers, values):
        worst = max(worst, abs(peer_value(matrix) - value))
    games = sum(layer.counts()[0] for layer in layers)
    peer = (perf_counter() - began) / SAMPLE * games

    table = Table(
        "what", "seconds", "ratio", title=f"R-Rivals, {sum(sum(x.counts()) for x in layers):,} positions"
    )
    table.add_row("floats, all positions, finding them included", f"{floats:.2f}", "1")
    table.add_row("rationals, all positions, finding them included", f"{exact:.2f}", f"{exact / floats:.1f}")
    table.add_row(f"HiGHS on {games:,} matrices, from {SAMPLE}", f"{peer:.0f}", f"{peer / floats:.0f}")
    console = Console()
    console.print(table)
    console.print(f"largest difference to HiGHS on the sample: {worst:.1e}; peak memory {memory:.2f} GB")


if __name__ == "__main__":
    main()
