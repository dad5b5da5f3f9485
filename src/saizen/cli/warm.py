"""``saizen warm``: compile everything before it is needed."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from time import perf_counter
from typing import Annotated

import typer

from saizen.advice import Answer, Table
from saizen.cli.group import JSON
from saizen.cli.terminal import Progressbar, show
from saizen.errors import SaizenError
from saizen.games import GAMES
from saizen.work import SILENT, Progress, Waiting, run

Job = tuple[str, str]
"""A game and the name of one of its jobs."""


def warm(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...", help="Games; all when none is named.", autocompletion=lambda: list(GAMES)
        ),
    ] = None,
    json: JSON = False,
) -> None:
    """Compile what the games need, on all cores, and keep it for every later start."""
    with Progressbar(enabled=not json) as progress:
        answer = compile_all(names or list(GAMES), progress)
    print(answer.to_json()) if json else show(answer)


def compile_all(names: Sequence[str], progress: Progress = SILENT, *, workers: int | None = None) -> Answer:
    """Compile the kernels of games; the answer says where they are kept and how long it took."""
    for name in names:
        if name not in GAMES:
            raise SaizenError(f"saizen warm: {name!r} is none of the games {', '.join(GAMES)}")
    from saizen.kernels.directory import note_compiled, wanted_directory
    from saizen.kernels.jit import CODE

    if CODE is None:
        raise SaizenError(
            f"compiled code cannot be kept in {wanted_directory()} (SAIZEN_CODE names another place)"
        )
    begun = perf_counter()
    jobs = [(name, job) for name in dict.fromkeys(names) for job in jobs_of(name)]
    progress.stage("compiling", len(jobs))
    taken: dict[Job, float] = {}

    def finished(done: tuple[Job, float]) -> None:
        """Move the bar as soon as a job is done, whichever it is: the longest one comes first."""
        if done[0] not in taken:
            taken[done[0]] = done[1]
            progress.advance()

    for done in run(compile_one, jobs, progress=Waiting(progress), workers=workers, early=finished):
        finished(done)
    seconds = perf_counter() - begun
    for name in names:
        note_compiled(name)
    spent = [(*job, round(taken[job], 1)) for job in jobs]
    data = {"code": str(CODE), "seconds": round(seconds, 1)}
    data["jobs"] = [dict(zip(("game", "job", "seconds"), row, strict=True)) for row in spent]
    rows = [(game, job, f"{took:.1f}") for game, job, took in spent]
    notes = [f"compiled in {seconds:.0f} s; kept in {CODE} for every later start"]
    return Answer(data, [Table("compiled", ("game", "what", "seconds"), rows)], notes)


def jobs_of(game: str) -> list[str]:
    """Return the names of a game's jobs, those that take longest first."""
    return list(import_module(f"saizen.games.{game}.warm").JOBS)


def compile_one(job: Job) -> tuple[Job, float]:
    """Do one job in this process; return it, and how many seconds it took."""
    begun = perf_counter()
    game, name = job
    with no_collecting():
        import_module(f"saizen.games.{game}.warm").JOBS[name]()
    return job, perf_counter() - begun


@contextmanager
def no_collecting() -> Iterator[None]:
    """Leave the compiler's garbage to the end of this process, which comes soon.

    Looking through it after each kernel takes a tenth of the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.freeze()  # else all of it is looked at now
            gc.enable()
