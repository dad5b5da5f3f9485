"""The store: a directory of tables that are built once, opened often, listed, verified and removed."""

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from saizen.errors import MissingTable, TableError
from saizen.store.building import Building, in_the_way, refuse_link, sort_files
from saizen.store.files import explain_error, hold_lock, is_regular
from saizen.store.manifest import TableName
from saizen.store.memory import Made
from saizen.store.table import MANIFEST, StoredTable
from saizen.work import SILENT, Progress

Default = TypeVar("Default")
Found = TypeVar("Found")
Builder = Callable[[Building], Mapping[str, Any] | None]
"""Adds the parts that are not there yet and returns what the table shall say about itself."""


class State(StrEnum):
    """The state of a table's files, found without reading them."""

    COMPLETE = "complete"
    UNFINISHED = "unfinished"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class TableInfo:
    """One line of the list of tables; ``bytes`` is all its files, ``problem`` says what is damaged."""

    name: TableName
    state: State
    bytes: int
    path: Path
    problem: str = ""


class Store:
    """Tables by name, in ``directory``, else in ``SAIZEN_STORE``, else in the user's cache directory.

    What a table holds follows from its name, so a complete table is never written again: to change what
    it holds, change the name's version, or remove it first. What is not the store's is left alone: a link
    or a directory with other files in a table's place is a `TableError` that names it.
    """

    def __init__(self, directory: str | Path | None = None) -> None:
        chosen = directory or os.environ.get("SAIZEN_STORE")
        default = platformdirs.user_cache_path("saizen", appauthor=False) / "tables"
        self.directory = Path(chosen).expanduser() if chosen else default

    def path(self, name: TableName) -> Path:
        """Return the directory of a table, whether it is there or not."""
        return self.directory / str(name)

    def build(
        self, name: TableName, builder: Builder, *, wait: bool = True, progress: Progress = SILENT
    ) -> TableInfo:
        """Build a table unless it is complete; continue with the first missing part if it is unfinished.

        The builder writes what is ``not in building``. It runs in one process at a time: another one
        that wants the same table waits and then finds it, or with ``wait=False`` gets `TableError`.

        >>> import tempfile
        >>> import numpy as np
        >>> def squares(building):
        ...     for layer in range(3):
        ...         if f"layer-{layer}" not in building:
        ...             with building.part(f"layer-{layer}", np.uint32) as part:
        ...                 part.append(np.arange(4, dtype=np.uint32) ** layer)
        ...     return {"layers": 3}
        >>> store, name = Store(tempfile.mkdtemp()), TableName("squares", "small", 1)
        >>> store.build(name, squares).state.value
        'complete'
        >>> with store.open_table(name) as table:
        ...     table.array("layer-2")
        array([0, 1, 4, 9], dtype=uint32)
        """
        path = self.path(name)
        if self._steady(name, _state) is not State.COMPLETE:
            refuse_link(path)
            with self._locked(name, wait, progress):
                with explain_error(path):
                    path.mkdir(parents=True, exist_ok=True)
                building = Building(path, name, self._made(name))
                try:
                    if not building.complete:  # nobody finished it while we waited for the lock
                        building.recover(progress)
                        building.finish(builder(building))
                except BaseException:
                    if not building.parts:
                        building.clear()
                    raise
        return self.info(name)

    def save(
        self, name: TableName, parts: Mapping[str, Any], meta: Mapping[str, Any] | None = None
    ) -> TableInfo:
        """Save a small solution: arrays, ``bytes`` or JSON by name, and a mapping about it.

        Nothing happens if the table is there: what it holds follows from its name.
        """

        def builder(building: Building) -> Mapping[str, Any] | None:
            for part in list(building.parts):  # of a save that was killed: small, so begin again
                building.discard(part)
            for part, value in parts.items():
                building.put(part, value)
            return meta

        return self.build(name, builder)

    def load(self, name: TableName) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the parts and the mapping that `save` took, every byte verified.

        Raises `MissingTable` as `open_table` does.
        """
        return self._steady(
            name,
            lambda table: (
                {part: table.read(part) for part in self._complete(table).parts},
                dict(table.meta),
            ),
        )

    def open_table(self, name: TableName, progress: Progress = SILENT) -> StoredTable:
        """Open a complete table: ``with store.open_table(name) as table``.

        Every part is compared with its checksum, which takes as long as reading it; if a file has not
        changed since that was last done, it is not done again.

        Raises `MissingTable`, which names the command that builds it, and `TableError` if it is damaged.
        """

        def checked(table: StoredTable) -> StoredTable:
            self._complete(table).check(self.directory / ".checked" / str(name), progress)
            return table

        return self._steady(name, checked)

    def get_table(
        self, name: TableName, default: Default, progress: Progress = SILENT
    ) -> StoredTable | Default:
        """Open a complete table, or return the default if there is none; damage is still an error."""
        try:
            return self.open_table(name, progress)
        except MissingTable:
            return default

    def verify(self, name: TableName, progress: Progress = SILENT) -> None:
        """Read all finished parts of a table; raise `TableError` naming each damaged file.

        A table that is being built or removed meanwhile is not damaged.
        """
        self._require(name)
        memory = self.directory / ".checked" / str(name)
        self._steady(name, lambda table: table.verify(progress, memory))

    def info(self, name: TableName) -> TableInfo:
        """Look at one table without reading its parts."""
        path = self._require(name)
        size = 0
        with explain_error(path):
            try:
                files = list(path.iterdir())
            except FileNotFoundError:  # removed while we look, and perhaps begun again by now
                raise self._missing(name) from None
        for file in files:
            with suppress(FileNotFoundError):  # a build renames files while we look
                size += file.lstat().st_size
        try:
            return TableInfo(name, self._steady(name, _state), size, path)
        except TableError as error:
            return TableInfo(name, State.DAMAGED, size, path, str(error))

    def tables(self) -> list[TableInfo]:
        """Look at all tables, in the order of their names; other files are left out."""
        if not self.directory.is_dir():
            return []
        infos = []
        for path in sorted(self.directory.iterdir()):
            try:
                name = TableName.parse(path.name)
            except TableError:
                continue
            with suppress(MissingTable):  # no directory, or removed while we look
                infos.append(self.info(name))
        return infos

    def remove(self, name: TableName) -> None:
        """Delete a table, whatever its state; refused while somebody builds it.

        Only files that the store made are deleted: with others in the directory, they stay and `TableError`
        names them.
        """
        path = self._require(name)
        refuse_link(path)
        with self._locked(name, wait=False), explain_error(path):
            created = self._made(name)
            try:
                parts = set(StoredTable(path, name).parts)
            except TableError:  # a damaged manifest names nothing
                parts = set()
            if is_regular(path / MANIFEST):  # first, so that half a table is never complete
                (path / MANIFEST).unlink()
            for file in sort_files(path, set(), created.names() | parts)[0]:
                file.unlink()
            for memory in (str(name), f".{name}.tmp"):
                (self.directory / ".checked" / memory).unlink(missing_ok=True)
            left = os.listdir(path)
            if left:
                raise TableError(in_the_way(path, sorted(left)))
            path.rmdir()
            created.forget()

    def _complete(self, table: StoredTable) -> StoredTable:
        """Return a table that is complete; else raise `MissingTable`."""
        if not table.complete:
            state = f"{table.name} is unfinished" if table.parts else f"{table.name} is not built"
            cure = f"run `{table.name.command}`" if table.name.command else "build it first"
            raise MissingTable(f"{state} in {self.directory}: {cure}")
        return table

    def _steady(self, name: TableName, look: Callable[[StoredTable], Found]) -> Found:
        """Look at a table; if something does not fit because the table was changed meanwhile, look again."""
        while True:
            table = StoredTable(self.path(name), name)
            try:
                return look(table)
            except TableError:
                if not table.replaced():
                    raise

    def _made(self, name: TableName) -> Made:
        return Made(self.directory / ".made" / str(name), self.path(name))

    def _require(self, name: TableName) -> Path:
        path = self.path(name)
        if not path.is_dir():
            raise self._missing(name)
        return path

    def _missing(self, name: TableName) -> MissingTable:
        return MissingTable(f"{name} is not in {self.directory}; `saizen tables` lists what is")

    def _locked(
        self, name: TableName, wait: bool, progress: Progress = SILENT
    ) -> AbstractContextManager[None]:
        return hold_lock(self.directory / ".locks" / str(name), str(name), wait, progress)


def _state(table: StoredTable) -> State:
    """Look at a table's files without reading them."""
    if table.complete:  # the files of an unfinished table may change under our eyes
        table.check_sizes()
    return State.COMPLETE if table.complete else State.UNFINISHED
