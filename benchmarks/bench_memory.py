"""How much faster the kernel is than the plain recursion, and how far it reaches.

Run: ``python benchmarks/bench_memory.py``. Ratios are measured in this one run; compilation is not counted.
The figures go to ``results/memory.json``.
"""

import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable

import results
from saizen.games.memory.board_table import Boards
from saizen.games.memory.rules import Memory
from saizen.games.memory.solitaire import four_save_from
from saizen.papers.memory2022.recurrence import Recurrence, all_boards
from saizen.solver import solve

sys.setrecursionlimit(100_000)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begin = perf_counter()
    result = work()
    return perf_counter() - begin, result


def plain(letters: int) -> int:
    recurrence = Recurrence()
    boards = all_boards(letters)
    for board in boards:
        recurrence.value(*board)
    return len(boards)


def exact_with_fractions(letters: int) -> int:
    """Build the table and reduce every board to a fraction, so that nothing is left undone."""
    return len(Boards(Memory(f"4x{letters}")).fractions())


def main() -> None:
    Boards(Memory("4x2", take="free")).fractions()
    Boards(Memory("4x2", take="free"), exact=False)
    shown = RichTable("what", "boards", "seconds", "ratio to the plain recursion")
    slow, count = timed(lambda: plain(20))
    shown.add_row("plain Fraction recursion, na <= 20", str(count), f"{slow:.3f}", "1")
    fast, table = timed(lambda: Boards(Memory("4x20")))
    shown.add_row("kernel, exact, na <= 20", str(table.boards), f"{fast:.4f}", f"{slow / fast:.0f}")
    read, count = timed(lambda: exact_with_fractions(20))
    ratio = f"{slow / read:.1f}"
    shown.add_row("the same, every board reduced to a Fraction", str(count), f"{read:.3f}", ratio)
    seconds, table = timed(lambda: Boards(Memory("4x30")))
    shown.add_row("kernel, exact, na <= 30", str(table.boards), f"{seconds:.3f}", "")
    seconds, count = timed(lambda: exact_with_fractions(30))
    shown.add_row("the same, every board reduced to a Fraction", str(count), f"{seconds:.3f}", "")
    seconds, table = timed(lambda: Boards(Memory("4x100"), exact=False))
    shown.add_row("kernel, floats, na <= 100", str(table.boards), f"{seconds:.3f}", "")
    for take in ("forced", "free"):
        seconds, table = timed(lambda take=take: Boards(Memory("4x13", take=take)))
        shown.add_row(f"13 x 4 deck, exact, {take}", str(table.boards), f"{seconds:.3f}", "")
    seconds, table = timed(lambda: Boards(Memory("4x13", objective="win")))
    shown.add_row("13 x 4 deck, exact, chance to win, all leads", str(table.boards), f"{seconds:.3f}", "")
    small = Memory("4x2+2x2", take="free")
    generic, _ = timed(lambda: solve(small))
    seconds, table = timed(lambda: Boards(small))
    figures = {
        "plain recursion to kernel": slow / fast,
        "plain recursion to kernel with fractions": slow / read,
        "generic solver to kernel": generic / seconds,
    }
    ratio = f"{generic / seconds:.0f} (to the generic solver)"
    shown.add_row("4x2+2x2, exact, free", str(table.boards), f"{seconds:.4f}", ratio)
    seconds, found = timed(lambda: four_save_from(200))
    shown.add_row(f"4-save from na = {found[0]}, proved to na = 200", "20100", f"{seconds:.3f}", "")
    Console().print(shown)
    results.write("memory", figures, seeds=[])


if __name__ == "__main__":
    main()
