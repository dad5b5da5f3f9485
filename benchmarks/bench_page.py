"""The page under load: clients that ask mixed questions at once.

Run ``python benchmarks/bench_page.py [CLIENTS] [SECONDS]`` (20 clients, 120 seconds). It starts a server,
asks the command line each question once, waits until all games are ready, then measures one client alone
and all clients together. An answer that differs from the command line's, or is lost, is an error. The
figures go to ``results/page.json``: milliseconds within which half of the answers, 95 and 99 % of them came.
"""

import argparse
import http.client
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import results
from saizen.games import GAMES
from saizen.sitting import Sitting

API = "/api/v1"
EXAMPLES = Path(__file__).parent.parent / "examples"
QUESTIONS = [
    ("rivals", "advise", "01234567/01234567 0-0 1-1", {}),
    ("rivals", "advise", "34567/12346 0-3 1-1 spy+ seen=3", {"exact": True}),
    ("rivals", "advise", "23/01 3-3 1-1", {}),
    ("abgame", "advise", "3x7 123:0A1B 345:0A2B", {}),
    ("abgame", "advise", "3x10 123:0A1B", {"objective": "worst"}),
    ("abgame", "solve", None, {"symbols": 6}),
    ("calculation", "advise", "A6 B6 / B6 B5A3B3 A5 / B1", {}),
    ("memory", "advise", "(4,1,2,1)", {"take": "free"}),
    ("memory", "advise", "2x2:2x1", {}),
    ("memory", "solve", None, {"letters": 4}),
    ("tricks", "advise", "AABBbaba lead=L", {}),
    ("tricks", "matrix", "ABabba", {"objective": "avoid"}),
    ("nim", "advise", "((5, 4, 3), 0)", {}),
    ("goofspiel", "advise", "", {"player": "min"}),
]
SITTINGS = ("rivals", "tricks", "nim", "memory", "rock_paper_scissors")
SETTINGS = {"tricks": {"n": 4}, "memory": {"deck": "2x4"}}


def command_line(game, command, position, options):
    """Ask the command line itself."""
    kinds = {"nim": "Nim", "goofspiel": "Goofspiel"}
    name = f"examples/{game}.py:{kinds[game]}" if game in kinds else game
    words = [command, name] if position is None else [command, name, position]
    for option, value in options.items():
        words += [f"--{option}"] if value is True else [f"--{option}", str(value)]
    run = [sys.executable, "-m", "saizen", *words, "--json"]
    return json.loads(subprocess.run(run, capture_output=True, check=True, cwd=EXAMPLES.parent).stdout)


class Client:
    """A visitor: asks, plays, and measures how long each answer takes."""

    def __init__(self, port, seed, expected):
        self.port, self.dice, self.expected = port, random.Random(seed), expected
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.times, self.jobs, self.errors = [], 0, []
        self.sitting = None

    def ask(self, path, body):
        """Return the answer, however long it takes; only what needs no job is measured."""
        began = time.perf_counter()
        status, told = self._send("POST", path, body)
        if status == 202:
            self.jobs += 1
            while told["state"] in ("queued", "running"):
                time.sleep(0.1)
                _, told = self._send("GET", f"/jobs/{told['job']}")
            return told.get("status"), told.get("result", told.get("error"))
        self.times.append(time.perf_counter() - began)
        return status, told

    def _send(self, method, path, body=None):
        data = None if body is None else json.dumps(body)
        self.line.request(method, API + path, data, {"content-type": "application/json"})
        answer = self.line.getresponse()
        return answer.status, json.loads(answer.read())

    def once(self):
        """Ask one question, or make one move."""
        if self.dice.random() < 0.5:
            number = self.dice.randrange(len(QUESTIONS))
            game, command, position, options = QUESTIONS[number]
            body = {"options": options} if position is None else {"position": position, "options": options}
            status, told = self.ask(f"/games/{game}/{command}", body)
            if (status, told) != (200, self.expected[number]):
                self.errors.append((game, command, position, status, told))
            return
        self.play()

    def play(self):
        """Begin a game or go on with it; in Python the same text gives the same view."""
        if self.sitting is None:
            game = self.dice.choice(SITTINGS)
            body = {"new": {"seed": self.dice.randrange(10**6), "options": SETTINGS.get(game, {})}}
        else:
            game, text, moves = self.sitting
            body = {"sitting": text, "move": self.dice.choice(moves), "judge": True}
        status, told = self.ask(f"/games/{game}/sitting", body)
        if status != 200:
            self.errors.append((game, "sitting", body, status, told))
            self.sitting = None
            return
        view = told["view"]
        if game in GAMES and self.dice.random() < 0.1:
            same = Sitting.from_text(told["sitting"]).view()
            if same != view:
                self.errors.append((game, "view", body, same, view))
        self.sitting = None if view["ended"] else (game, told["sitting"], view["awaits"]["moves"])


def measured(port, clients, seconds, expected):
    """Let clients ask for some seconds; return their times in order, the number of jobs, the errors."""
    visitors = [Client(port, seed, expected) for seed in range(clients)]
    end = time.monotonic() + seconds

    def work(visitor):
        try:
            while time.monotonic() < end:
                visitor.once()
        except Exception as error:
            visitor.errors.append(("lost", repr(error)))

    threads = [threading.Thread(target=work, args=(visitor,)) for visitor in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times = sorted(t for visitor in visitors for t in visitor.times)
    errors = [error for visitor in visitors for error in visitor.errors]
    return times, sum(visitor.jobs for visitor in visitors), errors


def percentiles(times):
    return {f"p{p}": round(1000 * times[min(len(times) - 1, len(times) * p // 100)], 1) for p in (50, 95, 99)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clients", type=int, nargs="?", default=20)
    parser.add_argument("seconds", type=float, nargs="?", default=120)
    chosen = parser.parse_args()
    expected = [command_line(*question) for question in QUESTIONS]
    began = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, "-m", "saizen", "serve", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
        listening = time.perf_counter() - began
        line = http.client.HTTPConnection("127.0.0.1", port)
        while True:
            line.request("GET", f"{API}/state")
            states = json.loads(line.getresponse().read())["games"].values()
            if all(one["state"] in ("ready", "failed") for one in states):
                break
            time.sleep(0.5)
        ready = time.perf_counter() - began
        print(f"listening after {listening:.1f} s, all games ready after {ready:.1f} s")
        one, _, first_errors = measured(port, 1, chosen.seconds / 4, expected)
        many, jobs, errors = measured(port, chosen.clients, chosen.seconds, expected)
    finally:
        server.terminate()
        server.wait()
    alone, together = percentiles(one), percentiles(many)
    result = {
        "clients": chosen.clients,
        "seconds": chosen.seconds,
        "answers": len(many),
        "jobs": jobs,
        "errors": len(first_errors) + len(errors),
        "alone ms": alone,
        "together ms": together,
        "ratio": round(together["p95"] / alone["p95"], 1),
        "listening s": round(listening, 1),
    }
    print(json.dumps(result, indent=2))
    for error in (first_errors + errors)[:5]:
        print("different:", *error)
    results.write("page", result, seeds=list(range(chosen.clients)), libraries=("fastapi", "uvicorn"))
    sys.exit(bool(result["errors"]))


if __name__ == "__main__":
    main()
