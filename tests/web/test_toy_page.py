"""A packaged game that brings no board, style, texts or lesson to the page: it opens all the same."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install '.[browser]'")

import test_browser as shared

import saizen

pytestmark = shared.pytestmark
browser, visit, windows = shared.browser, shared.visit, shared.windows
RULES = '''
"""A toy: take one or two counters."""

from saizen import MAX, MIN, Decision, Game, Terminal


class Toy(Game):
    """Take one or two counters; who takes the last one wins."""

    def __init__(self, counters=4):
        self.counters = counters

    def start(self):
        return (self.counters, MAX)

    def look(self, position):
        left, player = position
        if not left:
            return Terminal(-1 if player == MAX else 1)
        other = MIN if player == MAX else MAX
        return Decision(player, {str(n): (left - n, other) for n in (1, 2) if n <= left})
'''
ENTRY = '''
"""The toy in the catalogue."""

from dataclasses import dataclass
from typing import Annotated

from saizen.games import Entry
from saizen.games.options import Options


@dataclass(frozen=True, slots=True)
class ToyOptions(Options):
    """What makes the rules."""

    counters: Annotated[int, "Counters to begin with."] = 4


def make(options):
    from toygame.rules import Toy

    return Toy(options.counters)


def solution(game, options, *, store=None, progress=None):
    from saizen import solve

    return solve(game)


ENTRY = Entry(
    name="toy", title="Toy", summary="take the last counter", make=make, solve=solution, options=ToyOptions,
    package="toygame",
)
'''
SERVE = """
import sys
from saizen.games import GAMES
from toygame.entry import ENTRY
GAMES.clear()  # nothing else has to get ready
GAMES["toy"] = ENTRY
sys.argv = ["saizen", "serve", "--port", "0", "--no-browser"]
from saizen.__main__ import main
sys.exit(main())
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The address of a page whose only packaged game is the toy."""
    place = tmp_path_factory.mktemp("toy")
    (place / "toygame").mkdir()
    for name, text in {"__init__": '"""A toy."""', "rules": RULES, "entry": ENTRY}.items():
        (place / "toygame" / f"{name}.py").write_text(text, encoding="utf-8")
    paths = [str(Path(saizen.__file__).parent.parent), str(place), os.environ.get("PYTHONPATH", "")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    process = subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert process.stdout is not None
        address = re.search(r"http://\S+/", process.stdout.readline())
        assert address, "the server printed no address"
        yield address.group()
    finally:
        process.terminate()
        process.wait(60)


def test_the_start_page_shows_it_with_the_usual_picture(visit):
    page = visit().go()
    tile = page.locator(".tile", has=page.locator("a", has_text="Toy")).first
    assert tile.locator("svg.tile-picture").count() == 1
    assert page.locator("nav a", has_text="Toy").count() == 1


def test_it_is_played_on_the_automatic_board(visit):
    page = visit().go("#/toy")
    page.wait_for_selector("#board .auto-board")
    page.locator(".move-list button, .play-moves button").first.click()
    page.wait_for_selector(".log li")


def test_it_is_analysed_and_explained(visit):
    page = visit().go("#/toy/analyse")
    page.wait_for_selector(".analyse-moves table")
    page.locator("#tab-learn").click()
    page.wait_for_selector(".learn .rules")
    assert "who takes the last one wins" in page.locator(".learn .rules").inner_text()
    page.wait_for_load_state("networkidle")
    assert page.locator(".to-paper").count() == 0


def test_it_speaks_japanese_as_far_as_the_page_does(visit):
    page = visit().go("#/toy/analyse")
    page.wait_for_selector(".analyse-moves table")
    page.locator("[data-key=language]").click()
    page.wait_for_selector("html[lang=ja] #board .auto-board")
    page.wait_for_selector(".value-notes p")
    assert "最善" in page.locator(".value-notes").inner_text()


def test_papers_about_games_that_are_not_here_can_be_opened(visit):
    page = visit().go("#/papers")
    assert page.locator(".paper-list li").count() >= 1
