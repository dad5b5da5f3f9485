"""Calculation with a known deck: CPU seconds a deal, and which part of them checking the refutations is.

``python benchmarks/bench_limit.py [deals]`` decides deals from 20,001 on with one to four stacks. The figures
go to ``results/limit.json``; the long runs that the documentation has: ``docs/games/calculation-limit.csv``.
"""

import sys
from collections import Counter
from time import process_time

from rich.console import Console
from rich.table import Table

import results
from saizen.games.calculation.deals import deal
from saizen.games.calculation.rules import Variant
from saizen.games.calculation.thoughtful.clauses import write_clauses
from saizen.games.calculation.thoughtful.decide import solve_deal
from saizen.sat import is_refutation

FIRST = 20_001


def measure(stacks, deals):
    """Return the verdicts, dead ends, seconds to decide, and seconds of these to check refutations."""
    verdicts, conflicts, deciding, checking = Counter(), 0, 0.0, 0.0
    for number in range(FIRST, FIRST + deals):
        began = process_time()
        found = solve_deal(deal(number), Variant(stacks=stacks))
        deciding += process_time() - began
        verdicts[found.verdict] += 1
        conflicts += found.conflicts
        if found.refutation is not None:
            began = process_time()
            assert is_refutation(write_clauses(deal(number), Variant(stacks=stacks)), found.refutation)
            checking += process_time() - began
    return verdicts, conflicts, deciding, checking


def main():
    """Print the table; the first deal of each kind is decided before, so that nothing is compiled in it."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    table = Table(
        "stacks", "deals", "won", "impossible", "dead ends a deal", "s a deal", "s to check a refutation"
    )
    measure(1, 1)
    figures = {}
    for stacks in (1, 2, 3, 4):
        verdicts, conflicts, deciding, checking = measure(stacks, deals)
        refuted = verdicts["impossible"]
        figures[f"{stacks} stacks"] = {
            "deals": deals,
            **{verdict: verdicts[verdict] for verdict in ("won", "impossible", "open")},
            "dead ends a deal": conflicts / deals,
            "CPU seconds a deal": deciding / deals,
        }
        check = f"{checking / refuted:.2f}" if refuted else ""
        cells = (
            stacks,
            deals,
            verdicts["won"],
            refuted,
            conflicts // deals,
            f"{deciding / deals:.2f}",
            check,
        )
        table.add_row(*map(str, cells))
    Console().print(table)
    results.write("limit", figures, seeds=[FIRST])


if __name__ == "__main__":
    main()
