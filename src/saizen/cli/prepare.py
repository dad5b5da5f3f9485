"""``saizen warm``: compile everything before it is needed."""

import gc
import json as json_module
import os
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from saizen.cli.options import JSON
from saizen.cli.terminal import Progressbar, show
from saizen.errors import SaizenError
from saizen.games import GAMES
from saizen.kernels import policy
from saizen.kernels.code_cache import code_root, is_writable, read_note, write_note
from saizen.kernels.prewarm import MACHINE, CompileReport, Prewarm, expected_seconds, note_done
from saizen.work import SILENT, Progress, cores

if TYPE_CHECKING:
    from saizen.answer import Answer


def warm(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="Games to compile; default all.",
            autocompletion=lambda: list(GAMES),
        ),
    ] = None,
    json: JSON = False,
    child: Annotated[bool, typer.Option("--child", hidden=True)] = False,
) -> None:
    """Compile the code that the games need, on all cores, and cache it for later starts."""
    if child:
        serve_jobs()
        return
    with Progressbar(enabled=not json) as progress:
        answer = compile_all(names or list(GAMES), progress)
    print(answer.to_json()) if json else show(answer)


def compile_all(names: Sequence[str], progress: Progress = SILENT, *, workers: int | None = None) -> "Answer":
    """Compile the kernels of games; the answer has the folder and the times."""
    from saizen.answer import Answer
    from saizen.answer.table import Table

    for name in names:
        if name not in GAMES:
            raise SaizenError(f"saizen warm: {name!r} is none of the games {', '.join(GAMES)}")
    code = code_root()
    if not is_writable():
        raise SaizenError(f"compiled code cannot be cached in {code} (SAIZEN_CODE names another place)")
    begun = perf_counter()
    jobs = [(name, job) for name in dict.fromkeys(names) for job in GAMES[name].jobs]
    progress.stage("compiling", len(jobs))
    taken: dict[tuple[str, str], float] = {}
    with closing(Prewarm(workers or cores())) as prewarm:
        for game, job in sorted(jobs, key=_expected, reverse=True):  # the longest one decides when all end
            prewarm.start(game, [job])
        for report in prewarm.reports(progress):
            if report.seconds is not None:
                taken[report.game, report.job] = report.seconds
                progress.advance()
    for game, job in jobs:
        if (game, job) not in taken:
            report, compiled = compile_one(game, job)
            taken[game, job] = report.seconds or 0.0
            note_done(game, job, taken[game, job], compiled=compiled)
            progress.advance()
    seconds = perf_counter() - begun
    spent = [(*key, round(taken[key], 1)) for key in jobs]
    data = {"code": str(code), "seconds": round(seconds, 1)}
    data["jobs"] = [dict(zip(("game", "job", "seconds"), row, strict=True)) for row in spent]
    rows = [(game, job, f"{took:.1f}") for game, job, took in spent]
    notes = [f"compiled in {seconds:.0f} s; cached in {code} for later starts"]
    return Answer(data, [Table("compiled", ("game", "what", "seconds"), rows)], notes)


def _expected(key: tuple[str, str]) -> float:
    game, job = key
    return expected_seconds(game, {job: GAMES[game].jobs[job]})


def compile_one(game: str, job: str) -> tuple[CompileReport, bool]:
    """Do one job in this process; return its seconds, and whether anything had to be compiled."""
    from numba.core import event

    begun = perf_counter()
    with policy.forced("compiled"), event.install_recorder("numba:compile") as recorder:
        GAMES[game].jobs[job].compile()
    return CompileReport(game, job, perf_counter() - begun), bool(recorder.buffer)


def serve_jobs() -> None:
    """Do the jobs whose names come on standard input; answer each with one line of JSON.

    This process ends soon, so it leaves the compiler's garbage alone: collecting takes a tenth of the time.
    """
    with suppress(OSError, AttributeError):
        os.nice(5)
    gc.disable()
    if "small_loop" not in read_note(MACHINE):
        write_note(MACHINE, {"small_loop": round(_small_loop(), 3)})
    for line in sys.stdin:
        game, job = json_module.loads(line)
        answer: dict[str, Any]
        try:
            report, compiled = compile_one(game, job)
            answer = {**report._asdict(), "compiled": compiled}
        except Exception as error:  # whoever asked compiles by itself, and tells what is wrong
            answer = {"game": game, "job": job, "error": f"{type(error).__name__}: {error}"}
        print(json_module.dumps(answer), flush=True)


def _small_loop() -> float:
    """Return the seconds of importing Numba and compiling one small loop."""
    begun = perf_counter()
    import numba

    def add(n: int) -> int:
        total = 0
        for k in range(n):
            total += k
        return total

    numba.njit(add)(3)
    return perf_counter() - begun
