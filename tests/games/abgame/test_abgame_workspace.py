"""The record that kernels work in: fields that Python can read, arrays whose length nobody asks for."""

import ast
from pathlib import Path

import numpy as np
import pytest

from saizen.games.abgame.search import workspace
from saizen.games.abgame.search.workspace import RECORD, SearchMemory, TableArrays, Workspace, layout

SEARCH = Path(workspace.__file__).parent
RECORDS = ("w", "frame", "child", "g", "s", "b")
"""What kernels call a record, or a record in it."""


def fields(kind):
    """Yield every field of a record and of the records in it."""
    for name in kind.names or ():
        yield name
        yield from fields(kind[name].base)


def test_no_field_hides_behind_an_attribute_of_numpy():
    """``record.repeat`` would be a method, whatever the field holds."""
    names = list(fields(RECORD))
    assert {"part_count", "colour"} <= set(names)
    assert not [name for name in names if hasattr(np.record, name)]


def lengths(path):
    """Yield the lines that ask for the length or shape of something in a record."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        asked = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
            asked = node.args[0]
        elif isinstance(node, ast.Attribute) and node.attr in ("shape", "size"):
            asked = node.value
        while isinstance(asked, ast.Attribute):
            asked = asked.value
            if isinstance(asked, ast.Name) and asked.id in RECORDS:
                yield f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("path", sorted(SEARCH.glob("*.py")), ids=lambda path: path.name)
def test_nobody_asks_for_the_length_of_a_padded_array(path):
    assert not list(lengths(path))


def test_such_a_line_is_noticed(tmp_path):
    path = tmp_path / "a.py"
    path.write_text(
        "def f(w, frame, t):\n    return len(w.bounds.by_size) + frame.top.shape[0] + len(t.lows)\n"
    )
    assert list(lengths(path)) == ["a.py:2", "a.py:2"]


@pytest.mark.parametrize(("places", "repeat"), [(1, False), (2, True), (4, False), (6, False), (6, True)])
def test_memory_of_any_size_has_the_same_record(places, repeat):
    memory = SearchMemory.of(places, repeat, 16, 64)
    w = memory.fields
    assert memory.record.dtype == RECORD == layout(Workspace)
    assert w.places == memory.record["places"] == places
    orders = w.orders[: w.order_count, :places]
    assert len({tuple(order) for order in orders.tolist()}) == w.order_count
    assert len(set(w.answers[: w.answer_count].tolist())) == w.answer_count
    assert [len(array) for array in memory.table[:-1]] == [32, 16, 16, 16, 16, 16, 16, 64]
    w.frames[3].part_count[2] = 7
    assert memory.record["frames"]["part_count"][3, 2] == 7
    assert isinstance(memory.table, TableArrays)
