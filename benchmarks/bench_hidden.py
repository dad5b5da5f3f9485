"""Large games with hidden information, from rules to proof: CPU seconds and memory.

``python benchmarks/bench_hidden.py [GAME ...]`` solves each game in a process of its own; the figures of the
others stay. They go to ``results/hidden.json``, and from there to ``docs/howto/hidden-hands.md``.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import results

GAMES = {
    "Goofspiel, 6 cards": ("hidden_goofspiel", "HiddenGoofspiel", 6),
    "liar's dice, 7 faces": ("liars_dice", "LiarsDice", 7),
    "liar's dice, 8 faces": ("liars_dice", "LiarsDice", 8),
}
MEASURE = """
import json, resource, sys
from importlib import import_module
from time import process_time
module, kind, size = json.loads(sys.argv[1])
game = getattr(import_module(module), kind)(size)
from saizen import solve
began = process_time()
solution = solve(game)
seconds = process_time() - began
gigabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
told = {"histories": len(solution), "value": str(solution.value(game.start())), "proved": solution.proved}
print(json.dumps({**told, "CPU seconds": seconds, "GB": gigabytes}))
"""


def measure(game):
    """Return what a process of its own says of a game."""
    examples = Path(__file__).parent.parent / "examples"
    ran = subprocess.run(
        [sys.executable, "-c", MEASURE, json.dumps(game)],
        cwd=examples,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    figures = dict(results.read("hidden")) if (results.DIRECTORY / "hidden.json").exists() else {}
    for name in options.parse_args().games:
        figures[name] = measure(GAMES[name])
        print(f"{name}: {figures[name]}", flush=True)
    results.write("hidden", figures, seeds=[], libraries=["highspy"])


if __name__ == "__main__":
    main()
