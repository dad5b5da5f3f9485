"""Every notebook runs from top to bottom, and asserts what it says of its numbers; outputs are not kept."""

import ast
import json
import os
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
GAMES = {"abgame", "calculation", "memory", "rivals", "tricks", "own-game"}


def code_of(path):
    """Yield (number, text) of the cells of a notebook that are run."""
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] == "code":
            yield number, "".join(cell["source"])


def run(path, names):
    """Run the cells of a notebook in turn; the last line of a cell is shown, as a notebook does."""
    for number, text in code_of(path):
        tree = ast.parse(text)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        where = f"{path.name}, cell {number}"
        exec(compile(tree, where, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), where, "eval"), names)
            shown = getattr(value, "_repr_html_", value.__repr__)()
            assert isinstance(shown, str)


def test_every_game_has_its_notebook():
    assert {path.stem for path in NOTEBOOKS} == GAMES


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(path, {"__name__": "__main__"})
    assert not os.listdir(tmp_path), "a notebook for reading writes no file"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_asserts_something_and_keeps_no_outputs(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)
    assert any("assert " in text for _, text in code_of(path))


def test_a_wrong_notebook_is_noticed(tmp_path):
    cell = {"cell_type": "code", "source": ["assert 1 == 2"]}
    (tmp_path / "wrong.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    with pytest.raises(AssertionError):
        run(tmp_path / "wrong.ipynb", {})
