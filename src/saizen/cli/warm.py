"""``saizen warm``: compile everything before it is needed."""

from collections.abc import Sequence
from importlib import import_module
from time import perf_counter
from typing import Annotated

import typer

from saizen.advice import Answer, Table
from saizen.cli.group import JSON
from saizen.cli.terminal import Progressbar, show
from saizen.errors import SaizenError
from saizen.games import GAMES
from saizen.work import SILENT, Progress, run

Job = tuple[str, str]
"""A game and the name of one of its jobs."""


def warm(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all when none is named.")
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
    from saizen.kernels.jit import CODE, wanted_directory

    if CODE is None:
        raise SaizenError(
            f"compiled code cannot be kept in {wanted_directory()} (SAIZEN_CODE names another place)"
        )
    begun = perf_counter()
    jobs = [(name, job) for name in dict.fromkeys(names) for job in jobs_of(name)]
    taken = list(run(compile_one, jobs, progress=progress, label="compiling", workers=workers))
    seconds = perf_counter() - begun
    rows = [(game, job, round(spent, 1)) for (game, job), spent in zip(jobs, taken, strict=True)]
    data = {"code": str(CODE), "seconds": round(seconds, 1)}
    data["jobs"] = [dict(zip(("game", "job", "seconds"), row, strict=True)) for row in rows]
    notes = [f"compiled in {seconds:.0f} s; kept in {CODE} for every later start"]
    return Answer(data, [Table("compiled", ("game", "what", "seconds"), rows)], notes)


def jobs_of(game: str) -> list[str]:
    """Return the names of a game's jobs, those that take longest first."""
    return list(import_module(f"saizen.games.{game}.warm").JOBS)


def compile_one(job: Job) -> float:
    """Do one job in this process; return how many seconds it took."""
    begun = perf_counter()
    game, name = job
    import_module(f"saizen.games.{game}.warm").JOBS[name]()
    return perf_counter() - begun
