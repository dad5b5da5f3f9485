"""Tables that were forged with right checksums: positions are recomputed from what follows."""

import json

import numpy as np
import pytest

from saizen.games.deep_check import deep_check
from saizen.store import Store, TableName

NIM = "examples/nim.py:Nim"


@pytest.fixture
def kept(cli, tmp_path):
    """Keep the solution of a game; return the store and the name of the table."""

    def keep(*words):
        store = tmp_path / "store"
        answer = cli("solve", *words, "--keep", "--json", "--store", store)
        return Store(store), json.loads(answer.out)["kept"]

    return keep


def forge(store, name, change):
    name = TableName.parse(name)
    parts, meta = store.load(name)
    change(parts)
    store.remove(name)
    store.save(name, parts, meta)


@pytest.mark.parametrize(
    "words",
    [
        (NIM, "--set", "heaps=(3,2)"),
        ("examples/pig.py:Pig", "--set", "goal=4", "--float"),
        ("examples/goofspiel.py:Goofspiel",),
        ("examples/soccer.py:Soccer", "--float"),
    ],
    ids=["nim", "pig", "goofspiel", "soccer"],
)
def test_a_true_table_is_sound(cli, kept, words):
    store, _ = kept(*words)
    answer = cli("tables", "verify", "--deep", "--store", store.directory)
    assert (answer.code, "found with 98.2 %" in " ".join(answer.out.split())) == (0, True), answer.out


def test_a_forged_table_with_right_checksums_is_found(cli, kept):
    store, name = kept(NIM, "--set", "heaps=(3,2)")

    def turn(parts):
        parts["values"] = np.array(1 - parts["values"], parts["values"].dtype)

    forge(store, name, turn)
    words = ("tables", "verify", "--store", store.directory)
    assert cli(*words).code == 0  # its checksums are right
    answer = cli(*words, "--deep")
    assert answer.code == 1
    assert "damaged" in answer.out


def test_what_cannot_be_recomputed_is_said(cli, kept, tmp_path):
    store, name = kept(NIM)
    store.save(TableName("abgame", "4x2", 1), {"a": np.zeros(1)}, {})
    said = json.loads(cli("tables", "verify", "--deep", "--json", "--store", store.directory).out)["deep"]
    assert len(said) == 2
    assert "nothing was recomputed" in said[0]
    assert deep_check(TableName.parse(name), store).positions > 1
    assert cli("tables", "list", "--deep", "--store", store.directory).code == 2
