"""Calculation: nanoseconds a transition, the kernel against the generic solver, bytes and probes of a table.

Run ``python benchmarks/bench_calculation.py [stacks] [cards]``; the defaults take about a minute.
The figures go to ``results/calculation.json``; builds that took hours: ``docs/games/calculation-tables.csv``.
"""

import sys
import tempfile
from time import perf_counter, process_time

import numpy as np
from rich.console import Console
from rich.table import Table

import results
from saizen import solve
from saizen.games.calculation.stackgame.any_order.counting import count_states
from saizen.games.calculation.stackgame.rules import Arrangement, StackGame
from saizen.games.calculation.stackgame.two_chains.lattice import Start
from saizen.games.calculation.stackgame.two_chains.layers import StackTable, count_positions
from saizen.games.calculation.stackgame.two_chains.stored_table import build_table, open_table
from saizen.store import Store

SMALL = 5


def timed(function, *arguments):
    began, cpu = perf_counter(), process_time()
    result = function(*arguments)
    return result, perf_counter() - began, process_time() - cpu


def main(stacks=3, cards=10):
    count_states(2, 2, stacks)
    StackTable(Start.fresh(2, stacks))  # compile, or load what was compiled
    build_table(stacks, 2, store=Store(tempfile.mkdtemp()))
    table = Table(
        "what", "states", "seconds", "CPU ns a transition", title=f"{stacks} stacks, two foundations"
    )

    (states, transitions), seconds, cpu = timed(count_positions, Start.fresh(cards, stacks))
    table.add_row(
        f"finding, {cards} cards", f"{states:,}", f"{seconds:.2f}", f"{cpu / transitions * 1e9:.0f}"
    )
    store, growth = Store(tempfile.mkdtemp()), {}
    for size in range(max(2, cards - 3), cards + 1):
        (found, looked), _, finding = timed(count_positions, Start.fresh(size, stacks))
        info, seconds, cpu = timed(lambda size=size: build_table(stacks, size, store=store))
        growth[size] = {
            "states": int(found),
            "transitions": int(looked),
            "CPU s, finding": finding,
            "CPU s, building": cpu,
        }
        table.add_row(
            f"building the table, {size} cards",
            f"{found:,}",
            f"{seconds:.2f}",
            f"{cpu / looked * 1e9:.0f}",
        )

    small, fast, _ = timed(StackTable, Start.fresh(SMALL, stacks))
    game = StackGame(Arrangement((SMALL, SMALL), ((),) * stacks))
    solution, slow, _ = timed(solve, game)
    assert solution.value(game.start()) == small.value(small.start.first)
    table.add_row(f"kernel, {SMALL} cards, exact", f"{small.states:,}", f"{fast:.4f}", "")
    table.add_row(f"generic solver, {SMALL} cards, exact", f"{small.states:,}", f"{slow:.2f}", "")
    same, general, _ = timed(count_states, 2, min(cards, 8), stacks)
    _, paths, _ = timed(count_positions, Start.fresh(min(cards, 8), stacks))
    table.add_row(f"general canonical form, {min(cards, 8)} cards", f"{same:,}", f"{general:.2f}", "")

    with open_table(stacks, cards, store=store) as built:
        layer = max((built.layer(k) for k in range(1, 2 * cards + 1)), key=lambda found: len(found.values))
        keys = np.random.default_rng(1).permutation(layer.keys())
        layer.places(keys)
        places, probing, _ = timed(layer.places, keys)
        assert np.array_equal(layer.keys()[places], keys)

    console = Console()
    console.print(table)
    console.print(f"kernel to generic solver: {slow / fast:.0f} times as fast")
    console.print(f"paths to general canonical form: {general / paths:.1f} times as fast")
    console.print(f"table: {info.bytes / states:.2f} bytes a state")
    console.print(f"probe of a random state: {probing / len(keys) * 1e9:.0f} ns")
    figures = {
        "stacks": stacks,
        "cards": cards,
        "states": int(states),
        "generic solver to kernel": slow / fast,
        "general form to paths": general / paths,
        "bytes a state": info.bytes / states,
        "CPU ns a transition, building": cpu / transitions * 1e9,
        "growth, by cards": growth,
    }
    results.write("calculation", figures, seeds=[1])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
