"""Work on a Dask cluster: connecting, waiting for workers, sending tables.

A worker needs saizen and nothing else. Where it has no table of its own it fetches the client's once,
through the cluster, into its own store; what arrives is compared with the client's checksums.
"""

import logging
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from saizen.errors import MissingExtra, SaizenError, TableError
from saizen.store import Building, Store, TableName
from saizen.store.manifest import number_type
from saizen.work import SILENT, Progress

CONNECT = 10
"""Seconds in which a scheduler must answer."""
PATIENCE = 60.0
"""Seconds in which a worker must join."""
PIECE = 1 << 24
"""Bytes of a table that travel at a time."""


@contextmanager
def connect(address: str | None, progress: Progress = SILENT) -> Iterator[Any]:
    """Give the client of a Dask cluster that has a worker; without an address None: this machine.

    Whatever happens to the cluster is reported in one line.

    >>> with connect("here"):
    ...     pass
    Traceback (most recent call last):
    saizen.errors.SaizenError: --cluster 'here': write the scheduler's address, such as tcp://HOST:8786
    """
    if address is None:
        yield None
        return
    if not re.fullmatch(r"(tcp|tls|ws|wss|ucx)://[^/\s]+:[0-9]{1,5}", address):
        raise SaizenError(f"--cluster {address!r}: write the scheduler's address, such as tcp://HOST:8786")
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtra.of("--cluster", "distributed", "cluster") from None
    _silence()
    try:
        client = Client(address, timeout=CONNECT)
    except OSError as error:
        raise SaizenError(f"--cluster {address!r}: no scheduler answers ({error})") from None
    try:
        _await_worker(client, address, progress)
        yield client
    except (CancelledError, OSError, TimeoutError) as error:
        if isinstance(error, OSError) and error.filename is not None:
            raise
        raise _lost(address) from None
    except Exception as error:
        if type(error).__name__ == "KilledWorker":
            raise SaizenError(
                f"--cluster {address!r}: workers died again and again at one task (out of memory?); what was "
                "written stays"
            ) from None
        if type(error).__module__.partition(".")[0] in ("distributed", "tornado"):
            raise _lost(address) from None
        raise
    finally:
        client.close(timeout=2)


def _silence() -> None:
    """Suppress the libraries' tracebacks of a lost connection, which is reported in one line."""
    for name in ("distributed", "tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _lost(address: str) -> SaizenError:
    return SaizenError(
        f"--cluster {address!r}: the connection to the scheduler is lost; what was written stays, "
        "run the same command again"
    )


def _await_worker(client: Any, address: str, progress: Progress) -> None:
    """Wait until a worker has joined, and say so; not for ever."""
    until = time.monotonic() + PATIENCE
    progress.stage(f"waiting for a worker of {address}", None)
    while not client.scheduler_info()["workers"]:
        progress.advance(0)
        if time.monotonic() > until:
            raise SaizenError(
                f"--cluster {address!r}: no worker has joined in {PATIENCE:g} s; "
                f"start one: dask worker {address}"
            )
        time.sleep(0.2)


class Watched(Executor):
    """The executor of a client; a future is lost with the connection instead of waiting for ever."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor = client.get_executor()
        self._seen = time.monotonic()

    @property
    def workers(self) -> int:
        """How many tasks run at a time, on all workers that are there now."""
        workers = self._client.scheduler_info()["workers"].values()
        return max(1, sum(int(worker["nthreads"]) for worker in workers))

    def submit(self, function: Callable[..., Any], /, *args: Any, **keywords: Any) -> Any:
        """Hand a task to the cluster."""
        self.check()
        return self._executor.submit(function, *args, **keywords)

    def check(self) -> None:
        """Raise ``ConnectionError`` when the scheduler has been gone for a while."""
        now = time.monotonic()
        if self._client.status == "running":
            self._seen = now
        elif self._client.status != "connecting" or now - self._seen > CONNECT:
            raise ConnectionError("the scheduler has gone")


@dataclass(frozen=True)
class Parcel:
    """A table that travels: its name, what it consists of, and under which name its pieces are found."""

    name: str
    meta: Mapping[str, Any]
    parts: Mapping[str, tuple[str, tuple[int, ...], str]]
    """Type, shape and checksum of each part."""
    key: str
    """The name of the pieces in the cluster, another one for every run."""

    def unpack(self) -> str:
        """Fetch the table into this worker's own store, unless it is there; return the store's directory."""
        store, name = Store(), TableName.parse(self.name)
        store.build(name, self._fetch)
        with store.open_table(name) as table:
            digests = {part: record.sha256 for part, record in table.parts.items()}
        if digests != {part: digest for part, (_, _, digest) in self.parts.items()}:
            raise TableError(f"{store.path(name)} is another table than the one that was sent; remove it")
        return str(store.directory)

    def _fetch(self, building: Building) -> Mapping[str, Any]:
        from distributed import get_client

        pieces = get_client().get_dataset(self.key)
        for part, (dtype, shape, digest) in self.parts.items():
            if part in building:
                continue
            content, row = number_type(dtype), tuple(shape[1:])
            with building.part(part, dtype, row) as writer:
                for piece in pieces[part]:
                    data = np.frombuffer(piece.result(), content)
                    writer.append(data.tobytes() if dtype in ("bytes", "json") else data.reshape(-1, *row))
            if building.parts[part].sha256 != digest:
                building.discard(part)
                raise TableError(f"part {part} of {self.name} was damaged on its way; try again")
        return self.meta


@contextmanager
def sent_table(client: Any, store: Store, name: TableName, progress: Progress = SILENT) -> Iterator[Parcel]:
    """Put a table where workers without it find it, and take it away again.

    Nothing is sent if all of them have it.
    """
    parcel = _send(client, store, name, progress)
    try:
        yield parcel
    finally:
        with suppress(Exception):  # nothing was sent, or the cluster has gone
            client.unpublish_dataset(parcel.key)


def _send(client: Any, store: Store, name: TableName, progress: Progress) -> Parcel:
    with store.open_table(name, progress) as table:
        parts = {part: (record.dtype, record.shape, record.sha256) for part, record in table.parts.items()}
        parcel = Parcel(str(name), dict(table.meta), parts, f"saizen-{uuid.uuid4().hex}")
        if not any(client.run(lacks, str(store.directory), parcel).values()):
            return parcel
        progress.stage(f"sending {name} to the cluster", table.size)
        pieces: dict[str, list[Any]] = {}
        for part, (_, shape, _) in parts.items():
            row = max(1, int(np.prod(shape[1:], dtype=np.int64))) * number_type(parts[part][0]).itemsize
            share = max(1, PIECE // row) * row
            pieces[part] = []
            with (store.path(name) / part).open("rb") as file:
                while data := file.read(share):
                    pieces[part].append(client.scatter(data, hash=False))
                    progress.advance(len(data))
    client.publish_dataset(pieces, name=parcel.key, override=True)
    return parcel


def lacks(directory: str, parcel: Parcel) -> bool:
    """Return whether a worker finds the table neither where the client has it nor in its own store."""
    name = TableName.parse(parcel.name)
    digests = {part: digest for part, (_, _, digest) in parcel.parts.items()}
    for store in (Store(directory), Store()):
        try:
            with store.open_table(name) as table:
                if {part: record.sha256 for part, record in table.parts.items()} == digests:
                    return False
        except TableError:
            pass
    return True


WORKERS = Annotated[int | None, "Processes; all cores unless given."]
MORE_WORKERS = Annotated[int | None, "Processes; one, this one, unless given."]
"""For commands whose work is mostly too short to be divided."""
CLUSTER = Annotated[str | None, "Run on a Dask cluster: the scheduler's address, tcp://HOST:PORT."]


@dataclass(frozen=True, slots=True)
class Place:
    """The place of work: ``workers`` processes of this machine, or on the executor of a cluster's client."""

    workers: int | None = None
    executor: Executor | None = None
    client: Any | None = None


@contextmanager
def place(
    workers: int | None = None, cluster: str | None = None, progress: Progress = SILENT
) -> Iterator[Place]:
    """Return the requested place, or refuse an impossible one before the work starts.

    >>> with place(workers=2) as where:
    ...     where.workers, where.executor
    (2, None)
    """
    if workers is not None and workers < 1:
        raise SaizenError(f"workers = {workers}: use at least 1")
    if cluster is None:
        yield Place(workers)
        return
    if workers is not None:
        raise SaizenError(f"--workers {workers} and --cluster {cluster}: use one or the other")

    with connect(cluster, progress) as client:
        yield Place(None, Watched(client), client)
