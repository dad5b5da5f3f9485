"""Where the work of a command runs: ``--workers`` and ``--cluster``, the same for every command."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

from saizen.errors import SaizenError
from saizen.work import SILENT, Progress

WORKERS = Annotated[int | None, "Processes; all cores unless given."]
MORE_WORKERS = Annotated[int | None, "Processes; one, this one, unless given."]
"""For commands whose work is mostly too short to be divided."""
CLUSTER = Annotated[str | None, "Run on a Dask cluster: the scheduler's address, tcp://HOST:PORT."]


@dataclass(frozen=True, slots=True)
class Place:
    """Where work runs: on ``workers`` processes of this machine, or on the executor of a cluster's client."""

    workers: int | None = None
    executor: Executor | None = None
    client: Any | None = None


@contextmanager
def place(
    workers: int | None = None, cluster: str | None = None, progress: Progress = SILENT
) -> Iterator[Place]:
    """Give the place that was asked for; one that cannot be is refused before anything is begun.

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
    from saizen.cluster import Watched, connected

    with connected(cluster, progress) as client:
        yield Place(None, Watched(client), client)
