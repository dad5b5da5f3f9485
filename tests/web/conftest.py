"""Servers: one in this process, asked as a client asks it, without a network; one process for browsers."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import saizen

fastapi = pytest.importorskip("fastapi", reason="pip install '.[web]'")

HOST = "http://127.0.0.1"
OWN = '''
"""A race to ten."""
import threading

from saizen import Chance, Decision, Game, Terminal


class Race(Game):
    """Add 1 or 2; who reaches the goal wins. A coin decides who begins."""

    move_form = "1 or 2"

    def __init__(self, goal=4):
        self.goal = goal

    def start(self):
        return "coin"

    def look(self, position):
        if position == "coin":
            return Chance.uniform([(0, 0), (0, 1)], ["heads", "tails"])
        total, player = position
        if total >= self.goal:
            return Terminal(1 if player == 1 else -1)
        return Decision(player, {n: (total + n, 1 - player) for n in (1, 2)})


class Broken(Game):
    """Rules that fail."""

    def start(self):
        return 3

    def look(self, position):
        if position == 1:
            raise RuntimeError("no such\\nposition")
        return Decision(0, {"down": position - 1})


OPEN = threading.Event()


class Gate(Race):
    """A race that is looked at when the gate is open."""

    def look(self, position):
        OPEN.wait(60)
        return super().look(position)


class Endless(Game):
    """A prize that is no number."""

    def start(self):
        return 0

    def look(self, position):
        return Terminal(float("inf")) if position else Decision(0, {"on": 1})


class Slow(Game):
    """A long line of positions: solving it takes a while, and listens."""

    def start(self):
        return 0

    def look(self, position):
        return Terminal(1) if position == 10**9 else Decision(0, {"on": position + 1})
'''


COUNTERS = '''
from saizen import Game, Decision, Terminal, Step, MAX, MIN
from saizen.drawing import Cell, Drawing


class Counters(Game):
    """Take one or two counters; who takes the last one wins."""

    players = {MAX: "north", MIN: "south"}

    def start(self):
        return (5, MAX)

    def look(self, position):
        left, player = position
        if left == 0:
            return Terminal(0)
        other = MIN if player == MAX else MAX
        moves = {}
        for taken in (1, 2):
            if taken <= left:
                won = (1 if player == MAX else -1) if taken == left else 0
                moves[str(taken)] = Step(won, (left - taken, other))
        return Decision(player, moves)

    def describe(self, position, seat=None):
        left, _ = position
        cells = [Cell("o", "card", str(k + 1) if k < 2 else None, f"take {k + 1}") for k in range(left)]
        return Drawing.of([cells], [f"{left} counters are left."])
'''


@pytest.fixture(scope="session")
def own_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("own") / "race.py"
    file.write_text(OWN, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def server(own_file):
    """Make a server: ``server(patience=0)`` answers everything with jobs."""
    from starlette.testclient import TestClient

    from saizen.store import Store
    from saizen.web.app import make_app
    from saizen.web.catalogue import catalogue
    from saizen.web.jobs import Jobs

    games = catalogue([f"{own_file}:{name}" for name in ("Race", "Broken", "Slow", "Gate", "Endless")])
    opened = []

    def serve(**settings):
        jobs = Jobs(**settings)
        client = TestClient(make_app(games, Store(), jobs=jobs), base_url=HOST, raise_server_exceptions=False)
        client.jobs = jobs
        opened.append(jobs)
        return client

    yield serve
    for jobs in opened:
        jobs.close()


@pytest.fixture
def gate(server, own_file):
    """The gate of the game Gate: closed until it is set."""
    from saizen.work.user_modules import module_name

    opened = sys.modules[module_name(own_file)].OPEN
    opened.clear()
    yield opened
    opened.set()


@pytest.fixture(scope="session")
def page(server):
    """A server that is patient: every answer comes at once."""
    return server(patience=600)


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    """The page on a port of its own, for all tests with a browser: getting its games ready takes longest."""
    own = tmp_path_factory.mktemp("counters") / "counters.py"
    own.write_text(COUNTERS, encoding="utf-8")
    source = Path(saizen.__file__).parent.parent
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), os.environ.get("PYTHONPATH", "")])}
    words = ["-m", "saizen", "serve", "--port", "0", "--no-browser", "--game", f"{own}:Counters"]
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert process.stdout is not None
        address = re.search(r"http://\S+/", process.stdout.readline())
        assert address, "the server printed no address"
        yield address.group()
    finally:
        process.terminate()
        process.wait(60)
