"""The command line as a newcomer meets it."""

import json
import subprocess
import sys

import pytest

from saizen import __version__
from saizen.games import GAMES
from saizen.papers import PAPERS


def python(*words, **options):
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, **options)


def test_help_lists_the_commands_and_does_not_load_numba():
    code = (
        "import sys; sys.argv = ['saizen', '--help']\n"
        "from saizen.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'flint', 'numba', 'numpy', 'scipy'} & set(sys.modules)))"
    )
    ran = python("-c", code)
    for command in ("games", "solve", "advise", "play", "reproduce", "tables"):
        assert command in ran.stdout
    assert ran.stdout.rstrip().endswith("[]")


def test_version(cli):
    assert cli("--version").out == f"saizen {__version__}\n"


def test_games_are_listed_without_importing_them(cli):
    data = json.loads(cli("games", "--json").out)
    assert [game["game"] for game in data["games"]] == list(GAMES)
    shown = cli("games").out
    for name in GAMES:
        assert name in shown


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_advises_on_its_example(cli, name):
    ran = cli("advise", name, GAMES[name].example, "--json")
    assert ran.code == 0, ran.err
    answer = json.loads(ran.out)
    assert answer["game"] == name
    assert answer["moves"]
    assert any(move["optimal"] for move in answer["moves"])
    table = cli("advise", name, GAMES[name].example)
    assert table.code == 0
    assert "optimal" in table.out


@pytest.mark.parametrize("name", list(GAMES))
def test_bad_position_is_one_line_and_exit_code_2(cli, name):
    ran = cli("advise", name, "nonsense!")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("saizen: ")
    assert ran.err.count("\n") == 1
    assert "nonsense!" in ran.err


@pytest.mark.parametrize("name", list(GAMES))
def test_batch_answers_line_by_line_and_goes_on_after_a_bad_one(cli, name):
    example = GAMES[name].example
    ran = cli("advise", name, "-", stdin=f"{example}\nnonsense!\n\n{example}\n")
    assert ran.code == 2
    first, second, third = map(json.loads, ran.out.splitlines())
    assert first == third
    assert first["moves"]
    assert set(second) == {"position", "error"}
    assert second["position"] == "nonsense!"
    assert cli("advise", name, "-", stdin=example).code == 0


def test_answers_that_look_like_markup(cli):
    ran = cli("play", "rivals", "--seed", "1", stdin="[/bold]\n[red]\nq\n")
    assert ran.code == 0
    assert "[/bold]" in ran.out


def test_stores_that_are_none(cli, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    for store in ("", tmp_path / "file"):
        ran = cli("tables", "--store", store)
        assert ran.code == 2
        assert "directory" in ran.err
    monkeypatch.setenv("SAIZEN_STORE", str(tmp_path / "file"))
    assert cli("tables").code == 2
    monkeypatch.undo()
    assert cli("tables", "list", "anything").code == 2


def test_unknown_game_and_command(cli):
    ran = cli("advise", "chess", "e4")
    assert ran.code == 2
    assert "chess" in ran.err
    assert "rivals" in ran.err
    assert "Traceback" not in ran.err
    for words in (["fly"], ["games", "--fast"]):
        ran = cli(*words)
        assert ran.code == 2
        assert "Traceback" not in ran.err
    ran = cli("reproduce", "chess")
    assert ran.code == 2
    assert all(name in ran.err for name in PAPERS)


def test_tables_can_be_listed_verified_and_removed(cli, tmp_path):
    from saizen.store import Store, TableName

    Store(tmp_path).save(TableName("rivals", "test", 1), {"part": b"hello"})
    listed = json.loads(cli("tables", "--store", tmp_path, "--json").out)
    assert "rivals.test.v1" in json.dumps(listed)
    assert cli("tables", "verify", "--store", tmp_path).code == 0
    part = next(path for path in tmp_path.rglob("part*") if path.is_file())
    part.write_bytes(b"jello")
    assert cli("tables", "verify", "--store", tmp_path).code == 1
    assert cli("tables", "remove", "--store", tmp_path).code == 2
    assert cli("tables", "remove", "rivals.test.v1", "--store", tmp_path).code == 0
    assert "rivals.test.v1" not in cli("tables", "--store", tmp_path).out
    ran = cli("tables", "remove", "../../etc", "--store", tmp_path)
    assert ran.code == 2
    assert "../../etc" in ran.err
