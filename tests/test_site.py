"""What only the pages have: errata from their files, and commands that stand in tables."""

import re
import shlex
import sys
from importlib import import_module
from pathlib import Path

import pytest
import typer

import saizen
from saizen.games import GAMES
from saizen.papers import PAPERS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "docs" / "results.md", *sorted((ROOT / "docs" / "games").glob("*.md"))]


def commands(text):
    """Yield the commands in the tables of a page."""
    for line in text.splitlines():
        if line.startswith("|"):
            yield from re.findall(r"`(saizen \w+ [^`]+)`", line)


def understood(command):
    """Read a command as the command line does, without running it."""
    from saizen.cli.app import app

    at, context, words = typer.main.get_command(app), None, shlex.split(command)
    name, words = words[0], words[1:]
    while True:
        context = at.make_context(name, words, parent=context)
        if not hasattr(at, "resolve_command"):
            return at.name
        rest = [*getattr(context, "_protected_args", ()), *context.args]
        name, at, words = at.resolve_command(context, rest)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_in_tables_are_understood(page):
    for command in commands(page.read_text(encoding="utf-8")):
        assert understood(command), command


def test_a_wrong_command_is_noticed():
    assert len(list(commands((ROOT / "docs" / "results.md").read_text(encoding="utf-8")))) > 15
    with pytest.raises(Exception, match="No such option"):
        understood("saizen solve rivals --nonsense")


def test_every_erratum_has_an_anchor_of_its_own(monkeypatch):
    pytest.importorskip("sphinx", reason="the pages are built by Sphinx")
    monkeypatch.syspath_prepend(ROOT / "docs")
    try:
        from errata import anchor

        names = [anchor(game, erratum) for game, paper in PAPERS.items() for erratum in paper.errata()]
    finally:
        sys.modules.pop("errata", None)
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-zα-ω0-9-]+", name) for name in names)


@pytest.mark.parametrize("game", PAPERS)
def test_every_paper_has_its_page_with_errata(game):
    text = (ROOT / "docs" / "games" / f"{game}-paper.md").read_text(encoding="utf-8")
    assert f"```{{errata}} {game}\n```" in text


def test_the_reference_has_every_public_module_and_name():
    reference = ROOT / "docs" / "reference"
    text = (reference / "index.md").read_text(encoding="utf-8")
    pages = {path.stem: path.read_text(encoding="utf-8") for path in reference.glob("saizen*.md")}
    documented = set(re.findall(r"^   (saizen\S*)$", text, re.M))
    assert documented == set(pages)
    assert all(f".. automodule:: {module}\n" in page for module, page in pages.items())
    source = ROOT / "src" / "saizen"
    inside = {"__main__", "html", "version"}  # nothing to call there: a command, notebooks, one number
    for folder, before in ((source, "saizen"), (source / "adapters", "saizen.adapters")):
        modules = {path.stem for path in folder.glob("*.py")} - {"__init__"} - inside
        assert {f"{before}.{name}" for name in modules} <= documented
    for name in saizen.__all__:
        assert f"`{name}`" in text, name
    for game in GAMES:
        package = import_module(f"saizen.games.{game}")
        for name in dir(package):
            if not name.startswith("_"):
                assert re.search(rf"`({game}\.)?{name}`", text), f"{game}.{name}"
