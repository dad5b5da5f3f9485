"""Long work: progress, processes, a cluster, caches, a user's modules."""

from saizen.work.progress import SILENT, Progress, Silent, Stoppable, Waiting
from saizen.work.tasks import DEATHS, HEARTBEAT, Here, cores, memory_left, run, run_watched, width

__all__ = [
    "DEATHS",
    "HEARTBEAT",
    "SILENT",
    "Here",
    "Progress",
    "Silent",
    "Stoppable",
    "Waiting",
    "cores",
    "memory_left",
    "run",
    "run_watched",
    "width",
]
