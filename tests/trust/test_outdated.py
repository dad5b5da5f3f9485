"""Stored solutions and the rules that they are of: what the rules read and import belongs to them."""

import json
import sys
from importlib import metadata

import pytest

from saizen import MAX, Decision, Game, Terminal, solve
from saizen.errors import GameError
from saizen.solver.stored_solution import keep, open_solution, table_name
from saizen.store import Store
from saizen.work.opened_files import noted_files

RULES = """
from pathlib import Path

from saizen import MAX, Decision, Game, Terminal

PLACE = Path(__file__).with_name("prizes.txt")
AT_IMPORT = Path(__file__).with_name("bonus.txt").read_text()


class Prizes(Game):
    def __init__(self, more="more.txt"):
        self.more = int(Path(__file__).with_name(more).read_text())

    def start(self):
        return "start"

    def look(self, position):
        prizes = map(int, PLACE.read_text().split())
        more = int(AT_IMPORT) + self.more
        return Decision(MAX, {n: Terminal(prize + more) for n, prize in enumerate(prizes)})
"""


@pytest.fixture
def rules(tmp_path):
    (tmp_path / "prizes.py").write_text(RULES)
    for name, text in {"prizes": "1 0", "bonus": "0", "more": "0"}.items():
        (tmp_path / f"{name}.txt").write_text(text)
    return tmp_path / "prizes.py"


def forget():
    """Let rules be imported again, as another process does."""
    for key in [key for key in sys.modules if key.startswith("saizen_own_")]:
        del sys.modules[key]


@pytest.mark.parametrize("name", ["prizes", "bonus", "more"])
def test_a_solution_is_not_used_after_a_file_changed_that_the_rules_read(cli, rules, tmp_path, name):
    words = (f"{rules}:Prizes", "--json", "--store", tmp_path / "store")
    first = json.loads(cli("solve", *words, "--keep").out)
    forget()
    assert json.loads(cli("solve", *words, "--keep").out) == first
    (tmp_path / f"{name}.txt").write_text("7")
    forget()
    right = 7 if name == "prizes" else 8
    assert json.loads(cli("advise", *words).out)["value"] == right
    forget()
    again = json.loads(cli("solve", *words, "--keep").out)
    assert (again["value"], again["kept"]) == (right, first["kept"])
    forget()
    assert json.loads(cli("advise", *words).out)["value"] == right


def test_files_are_noted_that_rules_read_and_no_others(tmp_path):
    (tmp_path / "read").write_text("1")
    files, outer = {}, {}
    with noted_files(outer):  # noqa: SIM117
        with noted_files(files):
            (tmp_path / "written").write_text("2")
            (tmp_path / "read").read_text()
            (tmp_path / "beside.py").write_text("")
            (tmp_path / "beside.py").read_text()
            with pytest.raises(FileNotFoundError):
                (tmp_path / "absent").read_text()
            json.loads("1")
            open("/proc/self/stat").close()
    (tmp_path / "written").read_text()
    assert set(files) == set(outer) == {str(tmp_path / "read"), str(tmp_path / "absent")}
    assert files[str(tmp_path / "absent")] == "missing"


ONE = """
import numpy as np
from saizen import Game, Terminal


class One(Game):
    def start(self):
        return 0

    def look(self, position):
        return Terminal(int(np.int64(1)))
"""


def test_the_version_of_what_rules_import_is_in_the_name(cli, tmp_path, monkeypatch):
    (tmp_path / "one.py").write_text(ONE)
    words = ("solve", f"{tmp_path / 'one.py'}:One", "--keep", "--json", "--store", tmp_path / "store")
    first = json.loads(cli(*words).out)["kept"]
    forget()
    assert json.loads(cli(*words).out)["kept"] == first
    forget()
    monkeypatch.setattr(metadata, "version", lambda name: "0.1")
    assert json.loads(cli(*words).out)["kept"] != first


class Changing(Game):
    """Its prize is what an attribute says."""

    def __init__(self, prize=1):
        self.prize = prize

    def start(self):
        return "start"

    def look(self, position):
        return Decision(MAX, {"take": Terminal(self.prize), "leave": Terminal(0)})


NAME = table_name("Changing", "source", "", True)


def test_a_value_is_compared_with_its_moves(tmp_path):
    solution = solve(Changing(1))
    keep(solution, NAME, Store(tmp_path), "a test")
    again = open_solution(Changing(7), NAME, Store(tmp_path), exact=True)
    for ask in (again.value, again.moves, again.interval, again.strategy):
        with pytest.raises(GameError, match=r"was 1 when .* is worth 7 now"):
            ask("start")
    solution.game.prize = 7
    with pytest.raises(GameError, match=r"was 1 when .* is worth 7 now"):
        solution.moves("start")
