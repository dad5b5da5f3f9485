"""A server that answers many questions keeps its size; ``--soak 10000`` asks so many."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

API = "/api/v1"
CLIENTS = 4
WARM = 0.2
"""The share of the questions after which memory is measured first: then all that is kept is there."""
MOST_GROWTH = 30_000
"""Kilobytes that a server may grow by while it answers the rest."""


@pytest.fixture
def server():
    """Start a server; return its process and its address."""
    games = ("examples/nim.py:Nim", "examples/rock_paper_scissors.py:RockPaperScissors")
    words = [word for game in games for word in ("--game", game)]
    process = subprocess.Popen(
        [sys.executable, "-m", "saizen", "serve", "--port", "0", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    yield process, re.search(r"http://\S+", process.stdout.readline())[0].rstrip("/")
    process.kill()
    process.communicate()


def ask(home, path, body):
    request = urllib.request.Request(
        f"{home}{API}/{path}", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.status, json.loads(answer.read())


def answered(home, path, body):
    """Ask until the answer is there: a long question is a job first."""
    status, answer = ask(home, path, body)
    while status == 202:
        time.sleep(0.05)
        status, answer = ask(home, path, body)
    return answer


def usage(process):
    """Return the memory of a process in kilobytes, its open files, and its threads."""
    place = Path("/proc") / str(process.pid)
    status = place.joinpath("status").read_text()
    resident, threads = (int(re.search(rf"{word}:\s+(\d+)", status)[1]) for word in ("VmRSS", "Threads"))
    return {"memory": resident, "files": len(list(place.joinpath("fd").iterdir())), "threads": threads}


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
def test_a_server_stays_as_it_is(server, request):
    count = request.config.getoption("--soak")
    process, home = server
    questions = [
        ("games/Nim/advise", {"position": "((3, 2, 1), 0)"}),
        ("games/RockPaperScissors/advise", {"position": "start"}),
        ("games/rivals/advise", {"position": "34567/12346 0-3 1-1 spy+ seen=3"}),
        ("games/rivals/advise", {"position": "23/01 3-3 1-1"}),
        ("games/Nim/sitting", {"new": {"seed": 1}}),
    ]

    def question(number):
        answered(home, *questions[number % len(questions)])

    with ThreadPoolExecutor(CLIENTS) as clients:
        list(clients.map(question, range(int(count * WARM))))
        before = usage(process)
        list(clients.map(question, range(int(count * WARM), count)))
    after = usage(process)
    print(f"{count} questions: before {before}, after {after}")
    assert after["memory"] - before["memory"] <= MOST_GROWTH
    assert after["files"] <= before["files"] + CLIENTS
    assert after["threads"] <= before["threads"] + CLIENTS
