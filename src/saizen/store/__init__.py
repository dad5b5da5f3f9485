"""Solved tables on disk: one store for solutions of a few kilobytes and tables of gigabytes.

>>> import tempfile
>>> import numpy as np
>>> store = Store(tempfile.mkdtemp())
>>> name = TableName("nim", "heaps3", 1, command="saizen solve nim")
>>> info = store.save(name, {"values": np.arange(4, dtype=np.int8)}, {"positions": 4})
>>> parts, meta = store.load(name)
>>> parts["values"].tolist(), meta
([0, 1, 2, 3], {'positions': 4})

`Store` keeps tables by `TableName`, `StoredTable` reads one, `Building` writes one part after another.
The layout of the files stands in `saizen.store.manifest`.
"""

from saizen.store.building import Building, PartWriter
from saizen.store.files import atomic_write
from saizen.store.manifest import Part, TableName
from saizen.store.store import State, Store, TableInfo
from saizen.store.table import StoredTable

__all__ = [
    "Building",
    "Part",
    "PartWriter",
    "State",
    "Store",
    "StoredTable",
    "TableInfo",
    "TableName",
    "atomic_write",
]
