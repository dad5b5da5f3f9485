"""``saizen tables``: lists, verifies and removes stored tables."""

from collections.abc import Sequence
from dataclasses import replace

from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.errors import MissingTable, SaizenError, TableError
from saizen.store import State, Store, TableInfo, TableName
from saizen.work import SILENT, Progress


def size_text(size: int) -> str:
    """Write a number of bytes for people.

    >>> size_text(999), size_text(2_500_000), size_text(2_800_000_000)
    ('999 B', '2.5 MB', '2.8 GB')
    """
    if size < 1000:
        return f"{size} B"
    scaled = float(size)
    for unit in ("kB", "MB", "GB"):
        scaled /= 1000
        if scaled < 999.95:
            return f"{scaled:.1f} {unit}"
    return f"{scaled / 1000:.1f} TB"


def list_tables(store: Store) -> Answer:
    """List every table of the store with its size and state."""
    return _answer(store, store.tables())


def verify_tables(
    store: Store, names: Sequence[str] = (), progress: Progress = SILENT, *, deep: bool = False
) -> Answer:
    """Read every byte of the named tables, or of all; ``data["sound"]`` says whether all are intact.

    With ``deep`` positions of random games are recomputed from what follows, since a checksum can be forged.
    """
    checked, said = [], []
    for info in _chosen(store, names):
        problem = info.problem
        if not problem:
            try:
                store.verify(info.name, progress)
            except MissingTable:  # removed meanwhile
                continue
            except TableError as error:
                problem = str(error)
        if deep and not problem and info.state is State.COMPLETE:
            from saizen.games.deep_check import deep_check

            try:
                said.append(f"{info.name}: {deep_check(info.name, store, progress).sentence}")
            except TableError as error:
                problem = f"{info.path}: {error}; remove it"
            except SaizenError as error:
                said.append(f"{info.name}: not recomputed: {error}")
        state = State.DAMAGED if problem else info.state
        checked.append(TableInfo(info.name, state, info.bytes, info.path, problem))
    answer = _answer(store, checked)
    return (
        replace(answer, data={**answer.data, "deep": said}, notes=[*answer.notes, *said]) if deep else answer
    )


def remove_tables(store: Store, names: Sequence[str]) -> Answer:
    """Remove the named tables; none is touched if one of the names is wrong."""
    chosen = _chosen(store, names) if names else []
    for info in chosen:
        store.remove(info.name)
    total = sum(info.bytes for info in chosen)
    removed = [str(info.name) for info in chosen]
    data = {"store": str(store.directory), "removed": removed, "bytes": total}
    return Answer(data, notes=[f"removed {', '.join(removed) or 'nothing'}: {size_text(total)} freed"])


def _chosen(store: Store, names: Sequence[str]) -> list[TableInfo]:
    """Look up tables by their text, each once; all tables when there is none."""
    if not names:
        return store.tables()
    return [store.info(TableName.parse(text)) for text in dict.fromkeys(names)]


def _answer(store: Store, infos: Sequence[TableInfo]) -> Answer:
    data = {
        "store": str(store.directory),
        "sound": all(info.state != State.DAMAGED for info in infos),
        "tables": [
            {
                "name": str(info.name),
                "game": info.name.game,
                "rules": info.name.rules,
                "version": info.name.version,
                "bytes": info.bytes,
                "state": info.state.value,
                "problem": info.problem,
            }
            for info in infos
        ],
    }
    rows = [
        [str(i.name), i.name.game, i.name.rules, i.name.version, size_text(i.bytes), i.state.value]
        for i in infos
    ]
    table = Table(str(store.directory), ["name", "game", "rules", "version", "size", "state"], rows)
    problems = [info.problem for info in infos if info.problem]
    return Answer(data, [table] if infos else [], problems if infos else [f"no tables in {store.directory}"])
