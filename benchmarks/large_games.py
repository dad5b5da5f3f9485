"""Connect four with rules that compile, against Python rules and against the same method in C++.

    python benchmarks/large_games.py              # 5 x 4 against Python rules, 5 x 5 against C++
    python benchmarks/large_games.py --huge       # five wide and six high: a billion positions, 10 GB
    python benchmarks/large_games.py --files      # the same through files: 2 GB of memory, 10 GB of disk

Times are CPU seconds of whole processes' solving, without starting Python and compiling.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from results import DIRECTORY, read, write

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
COMPILED = """
from connect_four_compiled import ConnectFour
from saizen.large.solve import solve_large
from saizen.large.compiling import compile_rules
import sys
solve_large(ConnectFour(4, 3))
compile_rules(ConnectFour(int(sys.argv[1]), int(sys.argv[2])))
work = lambda game: solve_large(game, remoteness=False)
"""
FILES = (
    COMPILED
    + """
import tempfile
from saizen.store import Store, TableName
folder = tempfile.TemporaryDirectory()
keywords = {"store": Store(folder.name), "name": TableName("large", "connectfour", 1), "remoteness": False}
work = lambda game: solve_large(game, **keywords)
"""
)
PYTHON = """
from connect_four import ConnectFour
from saizen import solve
work = lambda game: solve(game, merge=False)
"""
MEASURED = """
import json, resource, sys, time
game = ConnectFour(int(sys.argv[1]), int(sys.argv[2]))
before = time.process_time()
solution = work(game)
used = resource.getrusage(resource.RUSAGE_SELF)
seconds = time.process_time() - before
print(json.dumps([len(solution), int(solution.value(game.start())), seconds, used.ru_maxrss / 1e6]))
"""


def python_run(program: str, columns: int, rows: int) -> list[float]:
    """Return positions, value, CPU seconds and gigabytes of a program in a process of its own."""
    paths = os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")])
    words = [sys.executable, "-c", program + MEASURED, str(columns), str(rows)]
    output = subprocess.run(words, env={**os.environ, "PYTHONPATH": paths}, check=True, capture_output=True)
    numbers: list[float] = json.loads(output.stdout)
    return numbers


def cpp_run(columns: int, rows: int) -> list[float] | None:
    """Return the same of the C++ program; None where there is no compiler."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "connect_four"
        source = HERE / "large_connect_four.cpp"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run(
            [program, str(columns), str(rows)], check=True, capture_output=True, text=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    positions, value = map(int, output.stdout.split())
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [positions, value, seconds, after.ru_maxrss / 1e6]


def main() -> None:
    """Measure, and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--huge", action="store_true", help="five wide and six high")
    parser.add_argument("--files", action="store_true", help="five wide and six high, through files")
    asked = parser.parse_args()
    size = (5, 6) if asked.huge or asked.files else (5, 5)
    runs: list[tuple[str, tuple[int, int], list[float] | None]] = []
    if not asked.files:
        runs.append(("C++", size, cpp_run(*size)))
        runs.append(("compiled rules", size, python_run(COMPILED, *size)))
    if size == (5, 5) or asked.files:
        runs.append(("compiled rules, files", size, python_run(FILES, *size)))
    if size == (5, 5):
        runs.append(("compiled rules", (5, 4), python_run(COMPILED, 5, 4)))
        runs.append(("Python rules", (5, 4), python_run(PYTHON, 5, 4)))
    figures = read("large_games") if (DIRECTORY / "large_games.json").exists() else {}
    for name, (columns, rows), numbers in runs:
        if numbers is None:
            print(f"{name}: no compiler here")
            continue
        positions, value, seconds, memory = numbers
        said = f"{positions:,} positions, value {value}, {seconds:.1f} s, {memory:.2f} GB"
        print(f"{columns} x {rows}, {name}: {said}")
        figures[f"{columns} x {rows}, {name}"] = {
            "positions": positions,
            "value": value,
            "CPU seconds": seconds,
            "gigabytes": memory,
        }
    write("large_games", figures, seeds=[])


if __name__ == "__main__":
    main()
