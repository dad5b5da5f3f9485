"""A game of three files and one word starts every face: the recipe of the architecture page, followed."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import saizen

RULES = '''
"""The rules of Takeaway."""

from saizen import Decision, Game, Terminal


class Takeaway(Game[tuple[int, int]]):
    """Take one to three stones; who takes the last one wins."""

    def __init__(self, stones: int) -> None:
        self.stones = stones

    def start(self):
        return self.stones, 0

    def look(self, position):
        stones, player = position
        if stones == 0:
            return Terminal(1 if player == 1 else -1)
        return Decision(player, {n: (stones - n, 1 - player) for n in range(1, min(3, stones) + 1)})
'''
ENTRY = '''
"""Takeaway as an entry of the catalogue."""

from dataclasses import dataclass
from typing import Annotated

from saizen.games import Entry
from saizen.games.options import Options


@dataclass(frozen=True, slots=True)
class TakeawayOptions(Options):
    """How many stones there are."""

    stones: Annotated[int, "Stones on the table.", range(1, 100)] = 5


def make(options):
    from saizen.games.takeaway.rules import Takeaway

    return Takeaway(options.stones)


def solve(game, options, *, store=None, progress=None):
    from saizen import solve

    return solve(game)


ENTRY = Entry(
    name="takeaway",
    title="Takeaway",
    summary="take one to three stones",
    options=TakeawayOptions,
    make=make,
    solve=solve,
    package="saizen.games.takeaway",
)
'''


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of saizen with the new game: three files, and its name in the list."""
    folder = tmp_path_factory.mktemp("house")
    source = Path(saizen.__file__).parent
    shutil.copytree(source, folder / "saizen", ignore=shutil.ignore_patterns("__pycache__"))
    package = folder / "saizen" / "games" / "takeaway"
    package.mkdir()
    (package / "__init__.py").write_text('"""Takeaway."""\n')
    (package / "rules.py").write_text(RULES)
    (package / "entry.py").write_text(ENTRY)
    catalogue = folder / "saizen" / "games" / "__init__.py"
    names = catalogue.read_text(encoding="utf-8")
    more = re.sub(r"(NAMES = \([^)]*)\)", r'\1, "takeaway")', names, count=1)
    assert more != names
    catalogue.write_text(more, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def environment(house):
    return {**os.environ, "PYTHONPATH": str(house), "SAIZEN_CODE": str(house / "code")}


@pytest.fixture(scope="module")
def run(house, environment):
    """Run Python in the new house."""

    def started(*words, stdin=""):
        done = subprocess.run(
            [sys.executable, *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            env=environment,
            cwd=house,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return started


@pytest.fixture(scope="module")
def ask(run):
    """Ask a command of saizen for its JSON."""
    return lambda *words: json.loads(run("-m", "saizen", *words, "--json"))


def test_advise_and_solve(run, ask):
    answer = ask("advise", "takeaway", "(6, 0)", "--stones", 6)
    assert (answer["value"], answer["moves"][0]["move"]) == (1, 2)
    assert ask("advise", "takeaway")["position"] == "(5, 0)"
    solved = ask("solve", "takeaway", "--stones", 8)
    assert (solved["value"], solved["exact"]) == (-1, True)
    assert solved["positions"] > 8
    shown = run("-m", "saizen", "solve", "takeaway", "--help")
    assert "--stones" in shown
    assert "--keep" not in shown


def test_games_lists_it(ask):
    listed = {game["game"]: game for game in ask("games")["games"]}
    assert listed["takeaway"]["example"] == "(5, 0)"


def test_play_and_watch(run):
    views = run("-m", "saizen", "play", "takeaway", "--seed", 1, "--json", stdin="h\n1\n")
    assert any("hint" in json.loads(line) for line in views.splitlines())
    assert "game is over" in run("-m", "saizen", "watch", "takeaway", "--seed", 1, "--speed", 0)


def test_check_and_balance(ask):
    assert ask("check", "takeaway")["problems"] == []
    assert ask("balance", "takeaway", "--stones", 4)["game"] == "takeaway"
    assert "stones" in str(ask("balance", "takeaway", "--sweep", "stones=1..4"))


def test_warm_has_nothing_to_compile(ask):
    assert ask("warm", "takeaway")["jobs"] == []


def test_export(ask, tmp_path):
    assert ask("export", "takeaway", "--out", tmp_path / "takeaway.efg")["nodes"] > 8


def test_python_and_notebooks(run):
    code = "import saizen; a = saizen.advise('takeaway', '(6, 0)', stones=6); print(a._repr_html_())"
    assert "<table>" in run("-c", code)


def test_the_page_opens_with_a_board(house, environment):
    pytest.importorskip("fastapi", reason="pip install '.[web]'")
    playwright = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]'")
    browsers = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    if (path := next(filter(None, browsers), None)) is None:
        pytest.skip("no Chromium on this machine")
    server = subprocess.Popen(
        [sys.executable, "-m", "saizen", "serve", "--port", "0", "--no-browser"],
        env=environment,
        cwd=house,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        address = next(found[0] for line in server.stdout if (found := re.search(r"http://[\w.:]+", line)))
        with playwright.sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
            page = browser.new_page()
            errors = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
            page.goto(address)
            page.get_by_text("Takeaway").first.wait_for()
            page.goto(f"{address}/#/takeaway/play")
            page.get_by_text("(5, 0)").first.wait_for()
            assert errors == []
            browser.close()
    finally:
        server.terminate()
        server.wait(30)
