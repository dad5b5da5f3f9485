"""The first answer: what each game's example costs where nothing was compiled before.

``python benchmarks/first_use.py [--only NAME] [--by-function] [--warm]``. Each question is asked
in a process of its own with an empty directory for compiled code and for tables. CPU seconds are divided by
those of "import Numba and compile one small loop" in the same run, since machines differ. ``--by-function``
asks once more and lists what was compiled, in order of its own seconds (those of its callees left out);
``--warm`` asks once more with the code that was kept. What was measured replaces its line in
``results/first_use.json``; the other lines stay. If something takes more small loops than `bar_of` allows,
the program ends with exit code 1.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import results
from saizen.games import GAMES

LOOP = """
import numba
@numba.njit
def add(n):
    total = 0
    for k in range(n):
        total += k
    return total
add(3)
"""
BARS = {"advise": 2.0, "play": 2.2, "warm": 110.0, "reproduce": 80.0}
"""The most small loops, by the first word of a question."""
SEED = 1
"""Of the games that are played."""
LISTENER = """
import atexit, json, os, sys, threading, time
from numba.core import event

class Seconds(event.Listener):
    def __init__(self):
        self.running, self.own, self.times = [], {}, {}

    def on_start(self, happening):
        name = happening.data["dispatcher"].py_func.__qualname__
        self.running.append([name, time.process_time(), 0.0])

    def on_end(self, happening):
        name, begun, inside = self.running.pop()
        passed = time.process_time() - begun
        self.own[name] = self.own.get(name, 0.0) + passed - inside
        self.times[name] = self.times.get(name, 0) + 1
        if self.running:
            self.running[-1][2] += passed

seconds = Seconds()
event.register("numba:compile", seconds)

def write():
    order = sorted(seconds.own.items(), key=lambda pair: -pair[1])
    found = [[name, own, seconds.times[name]] for name, own in order]
    with open(os.environ["FIRST_USE_REPORT"], "w") as file:
        json.dump(found, file)

atexit.register(write)
from saizen.__main__ import main
sys.argv = ["saizen", *sys.argv[1:]]
sys.exit(main())
"""


def questions():
    """Return the commands by name, with what is typed."""
    asked = {f"advise {name}": (["advise", name, game.example], "") for name, game in GAMES.items()}
    asked |= {f"play {name}": (["play", name, "--seed", str(SEED)], "q\n") for name in GAMES}
    asked |= {f"play {name}, hint": (["play", name, "--seed", str(SEED)], "h\nq\n") for name in GAMES}
    asked["reproduce"] = (["reproduce"], "")
    asked["warm"] = (["warm"], "")
    return asked


def bar_of(name):
    """Return the most small loops of a question; a hint that needs compiled code may take what that takes.

    In a terminal `saizen play` compiles it while a person looks at the board.
    """
    bar = BARS[name.split()[0]]
    if name.endswith(", hint"):
        entry = GAMES[name.split()[1].removesuffix(",")]
        game = entry.game()
        bar += sum(job.small_loops for job in entry.jobs.values() if job.serves_hints(game))
    return bar


def on_one_core():
    """Let this process use one core: work is then not given to processes whose seconds nobody counts."""
    os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])


def cpu(words, typed, environment):
    """Run a command on one core and return its CPU seconds, those of its children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        words,
        input=typed,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        preexec_fn=on_one_core if hasattr(os, "sched_setaffinity") else None,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ran.returncode not in (0, 1):
        raise SystemExit(f"{words}: {ran.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(name, words, typed, loop, options):
    """Ask one question with nothing compiled, then in the other ways that are wanted."""
    found = {"question": name}
    with tempfile.TemporaryDirectory() as place:
        environment = {**os.environ, "SAIZEN_CODE": f"{place}/code", "SAIZEN_STORE": f"{place}/store"}
        ask = [sys.executable, "-m", "saizen", *words]
        found["cold"] = cpu(ask, typed, environment)
        found["ratio"] = found["cold"] / loop
        if options.warm:
            found["warm"] = cpu(ask, typed, environment)
        if options.by_function:
            report = f"{place}/report.json"
            environment |= {
                "SAIZEN_CODE": f"{place}/again",
                "SAIZEN_STORE": f"{place}/more",
                "FIRST_USE_REPORT": report,
            }
            cpu([sys.executable, "-c", LISTENER, *words], typed, environment)
            found["functions"] = json.loads(Path(report).read_text(encoding="utf-8"))
    return found


def recorded():
    """Return what was measured before, by question."""
    return results.read("first_use") if (results.DIRECTORY / "first_use.json").exists() else {}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="advise", help="questions whose name begins so; '' asks all")
    parser.add_argument("--by-function", action="store_true")
    parser.add_argument("--warm", action="store_true")
    parser.add_argument("--most", type=int, default=12, help="functions shown")
    options = parser.parse_args()
    cpu([sys.executable, "-c", LOOP], "", dict(os.environ))  # files into memory
    loop = min(cpu([sys.executable, "-c", LOOP], "", dict(os.environ)) for _ in range(3))
    print(f"import Numba and compile one small loop: {loop:.2f} s CPU")
    figures, wrong = recorded(), 0
    for name, (words, typed) in questions().items():
        if not name.startswith(options.only):
            continue
        found = measured(name, words, typed, loop, options)
        figures[name] = {key: found[key] for key in ("cold", "ratio")} | {"small loop": loop}
        warm = f"  warm {found['warm']:5.2f} s" if options.warm else ""
        bar = bar_of(name)
        over = f"  MORE than {bar:g}" if found["ratio"] > bar else ""
        wrong += bool(over)
        print(f"{name:26} {found['cold']:6.2f} s  {found['ratio']:5.1f} small loops{warm}{over}", flush=True)
        functions = found.get("functions", [])
        if functions:
            print(f"    {sum(own for _, own, _ in functions):.2f} s compiling {len(functions)} functions")
        for function, own, times in functions[: options.most]:
            print(f"    {own:6.2f} s  {function}{f', {times} times' if times > 1 else ''}")
    results.write("first_use", figures, seeds=[SEED], libraries=("llvmlite",))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
