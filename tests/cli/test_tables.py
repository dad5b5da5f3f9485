import json
from pathlib import Path

import numpy as np
import pytest

from saizen.cli.tables import list_tables, remove_tables, verify_tables
from saizen.errors import MissingTable, TableError
from saizen.store import Building, Store, TableName


@pytest.fixture
def store(tmp_path: Path) -> Store:
    def interrupted(building: Building) -> None:
        building.put("layer-0", b"done")
        raise KeyboardInterrupt

    store = Store(tmp_path)
    store.save(TableName("nim", "heaps3", 1), {"values": np.arange(1000, dtype=np.int8)})
    store.save(TableName("nim", "heaps4", 1), {"values": np.arange(10, dtype=np.int8)})
    with pytest.raises(KeyboardInterrupt):
        store.build(TableName("pig", "to10", 2), interrupted)
    return store


def test_an_empty_store_says_so(tmp_path: Path) -> None:
    answer = list_tables(Store(tmp_path))
    assert answer.data == {"store": str(tmp_path), "sound": True, "tables": []}
    assert answer.notes == [f"no tables in {tmp_path}"]


def test_the_list_shows_size_and_state(store: Store) -> None:
    answer = list_tables(store)
    rows = answer.tables[0].rows
    assert [(row[0], row[-1]) for row in rows] == [
        ("nim.heaps3.v1", "complete"),
        ("nim.heaps4.v1", "complete"),
        ("pig.to10.v2", "unfinished"),
    ]
    assert rows[0][1:4] == ["nim", "heaps3", 1]
    assert rows[0][4].endswith("kB")
    first = json.loads(answer.to_json())["tables"][0]
    assert list(first) == ["name", "game", "rules", "version", "bytes", "state", "problem"]
    assert first["bytes"] > 1000


def test_verifying_names_the_damaged_file(store: Store) -> None:
    assert verify_tables(store).data["sound"]
    path = store.path(TableName("nim", "heaps4", 1)) / "values"
    path.write_bytes(bytes(10))
    assert list_tables(store).data["sound"], "a look at the sizes cannot tell"
    answer = verify_tables(store)
    assert not answer.data["sound"]
    assert [table["state"] for table in answer.data["tables"]] == ["complete", "damaged", "unfinished"]
    assert str(path) in answer.notes[0]
    assert verify_tables(store, ["nim.heaps3.v1"]).data["sound"]
    path.unlink()
    assert not list_tables(store).data["sound"]
    assert "the file is missing" in verify_tables(store, ["nim.heaps4.v1"]).notes[0]


def test_removing_needs_names_that_are_there(store: Store) -> None:
    with pytest.raises(MissingTable, match=r"chess.all.v1 is not in"):
        remove_tables(store, ["nim.heaps3.v1", "chess.all.v1"])
    with pytest.raises(TableError, match="is not a table name"):
        remove_tables(store, ["../../home"])
    assert remove_tables(store, []).data["removed"] == []
    assert len(store.tables()) == 3
    answer = remove_tables(store, ["nim.heaps3.v1", "pig.to10.v2", "nim.heaps3.v1"])
    assert answer.data["removed"] == ["nim.heaps3.v1", "pig.to10.v2"]
    assert [str(info.name) for info in store.tables()] == ["nim.heaps4.v1"]
