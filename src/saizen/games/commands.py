"""The commands of every game besides advice: solve, check, balance.

Each function takes the entry first, then ``options`` and ``solver``, the game's own options, where it
needs them.
"""

import inspect
from collections.abc import Mapping, Sequence, Sized
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from saizen.answer import Answer, ask
from saizen.answer.table import Table
from saizen.check import check_game
from saizen.errors import NotStrategy, SaizenError, Unsaved, name_rules, rules_at_work
from saizen.exact import text as number_text
from saizen.game import MAX, MIN, hides, names_of
from saizen.games import Entry
from saizen.games.options import Options, options_of
from saizen.games.own import read_setting
from saizen.notation import short
from saizen.store import Store
from saizen.work import SILENT, Progress
from saizen.work.cluster import CLUSTER, MORE_WORKERS, Place, place

if TYPE_CHECKING:
    from saizen.balance.measures import Balance

__all__ = ["balance", "check", "solve", "verify"]


def solve(
    entry: Entry,
    options: Options,
    solver: Options,
    *,
    out: Annotated[Path | None, "Write the values of all positions to this file."] = None,
    keep: Annotated[bool, "Save the solution in the store for later commands."] = False,
    workers: MORE_WORKERS = None,
    cluster: CLUSTER = None,
    proof: Annotated[
        Path | None, "Hidden information: write both strategies to this file, for saizen verify."
    ] = None,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Solve every reachable position. Print their number and the value of the start."""
    game = entry.make(options)
    if hides(game):
        if out is not None:
            raise SaizenError(f"--out {out}: of a game with hidden information write --proof FILE")
        from saizen.solver.hidden.report import solve_answer

        with place(workers, cluster, progress) as where:
            solution: Any = entry.solve(game, solver, store=store, progress=progress, **_elsewhere(where))
        with rules_at_work(entry.name):
            answer = solve_answer(solution, entry.name, proof)
        return _kept(answer, entry, solution, store, progress) if keep else answer
    if proof is not None:
        raise SaizenError(f"--proof {proof}: both players see everything in this game; leave it out")
    with place(workers, cluster, progress) as where:
        solution = entry.solve(game, solver, store=store, progress=progress, **_elsewhere(where))
    with rules_at_work(entry.name):
        answer = ask(solution, game.start(), name=entry.name)
    data = {key: answer.data[key] for key in ("game", "position", "value")}
    notes = [f"The start is worth {number_text(data['value'])} to {names_of(game).get(MAX, 'max')}."]
    if isinstance(solution, Sized):
        data["positions"] = len(solution)
        notes[0] = f"{len(solution)} positions; t{notes[0][1:]}"
    elif "visited" in answer.data:
        data["visited"] = answer.data["visited"]
        notes[0] = f"{data['visited']} positions visited; t{notes[0][1:]}"
    data["exact"] = solution.exact
    tables = answer.tables if answer.moves else []
    try:
        if keep:
            data["kept"] = str(entry.solutions.keep(solution, store, progress))
            notes.append(f"saved as {data['kept']}")
        if out is not None:
            solution.save(out)
            data["out"] = str(out)
            notes.append(f"written to {out}")
    except (SaizenError, OSError) as error:  # what was found may have taken hours
        unsaved = Unsaved(str(error))
        unsaved.answer = Answer(data, tables, notes)
        raise unsaved from error
    return Answer(data, tables, notes)


def _elsewhere(where: Place) -> dict[str, Place]:
    return {} if where == Place() else {"where": where}


def _kept(answer: Answer, entry: Entry, solution: Any, store: Store | None, progress: Progress) -> Answer:
    """Keep a solution, and say so in the answer."""
    try:
        name = str(entry.solutions.keep(solution, store, progress))
    except (SaizenError, OSError) as error:  # what was found may have taken hours
        unsaved = Unsaved(str(error))
        unsaved.answer = answer
        raise unsaved from error
    return replace(answer, data={**answer.data, "kept": name}, notes=[*answer.notes, f"saved as {name}"])


def check(
    entry: Entry,
    options: Options,
    *,
    max_positions: Annotated[int, "Stop after this many positions of each instance."] = 100_000,
    progress: Progress = SILENT,
) -> Answer:
    """Check every position: texts, moves, probabilities, endings. The exit code is 1 if one is wrong."""
    if max_positions < 1:
        raise SaizenError(f"--max-positions {max_positions}: use at least 1")
    instances = {entry.name: entry.make(options)} if options.changed() else entry.instances()
    rows, problems, remarks, positions = [], [], [], 0
    verdict = "No problem found."
    for name, game in instances.items():
        report = check_game(game, max_positions=max_positions, progress=progress)
        positions += report.positions
        listed = [*report.problems, *(_compiled_problems(game, max_positions) if not report.problems else ())]
        whose = "" if len(instances) == 1 else f"{name}: "
        problems += [f"{whose}{problem}" for problem in listed]
        remarks += [f"{whose}{remark}" for remark in report.remarks]
        if not report.complete:
            verdict = whose + report.verdict
        rows.append((name, report.positions, report.complete, len(listed)))
    data = {
        "game": entry.name,
        "positions": positions,
        "problems": problems,
        "instances": [dict(zip(("name", "positions", "complete"), row, strict=False)) for row in rows],
    }
    if remarks:
        data["remarks"] = remarks
    table = Table(f"{entry.name}: the contract", ("instance", "positions", "all of them", "problems"), rows)
    return Answer(data, [table], [*(problems or [verdict]), *remarks])


def _compiled_problems(game: Any, most: int) -> list[str]:
    """Compare rules that compile with themselves in plain Python."""
    from saizen.large.game import CompiledGame

    if not isinstance(game, CompiledGame):
        return []
    from saizen.large.solve import compared

    return compared(game, most)


def verify(
    entry: Entry,
    options: Options,
    proof: Annotated[Path, "The file that saizen solve --proof wrote."],
    *,
    progress: Progress = SILENT,
) -> Answer:
    """Check a proof by the rules and best replies alone; exit code 1 if it does not hold."""
    from saizen.check.proof_file import read_proof
    from saizen.check.strategies import secured

    game = entry.make(options)
    if not hides(game):
        raise SaizenError(
            f"{entry.name}: both players see everything in this game; it has no proofs to verify"
        )
    claimed_low, claimed_high, strategies = read_proof(proof)
    progress.stage("checking the proof")
    data: dict[str, Any] = {"game": entry.name, "proof": str(proof)}
    try:
        with rules_at_work(entry.name):
            low, high = (secured(game, player, strategies[player]) for player in (MAX, MIN))
    except NotStrategy as error:
        data |= {"secured": None, "conceded": None, "proved": False, "problems": [str(error)]}
        return Answer(data, [], [str(error)])
    problems = []
    if low < claimed_low:
        problems.append(f"the first strategy secures {number_text(low)}, not {number_text(claimed_low)}")
    if high > claimed_high:
        problems.append(f"the second strategy concedes {number_text(high)}, not {number_text(claimed_high)}")
    data |= {"secured": low, "conceded": high, "proved": low == high}
    if low == high:
        data["value"] = low
    data["problems"] = problems
    worth = f"The value is {number_text(low)}" if low == high else f"The value is in {low} to {high}"
    return Answer(data, [], problems or [f"{worth}: both strategies secure it."])


SET = Annotated[tuple[str, ...], "A setting of the game, NAME=VALUE; may be repeated."]
AGAINST = Annotated[
    tuple[str, ...],
    "Compare with the game with these settings, NAME=VALUE.",
]
SWEEP = Annotated[str | None, "Measure many values of a setting: NAME=1..9 or NAME=A,B,C."]
PLOT = Annotated[Path | None, "Draw the sweep to FILE.svg, .png or .pdf."]
STRENGTH = Annotated[
    list[float] | None,
    "Measure a player with this share of perfect choices, others at random; 0 to 1.",
]
SLACK = Annotated[list[float] | None, "Measure a player who picks any move that costs at most this."]
PAR = Annotated[str | None, "The result at which neither player is ahead, if results are points."]
MOST = Annotated[int, "Stop with an error beyond this many positions."]
USUAL_MOST = 100_000


def balance(
    entry: Entry,
    options: Options,
    *,
    set: SET = (),
    against: AGAINST = (),
    sweep: SWEEP = None,
    plot: PLOT = None,
    strength: STRENGTH = None,
    slack: SLACK = None,
    par: PAR = None,
    max_positions: MOST = USUAL_MOST,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Measure who is ahead, how games end, how long they are, which moves matter, and what mistakes cost."""
    from saizen.balance.measures import careless_players
    from saizen.balance.report import report
    from saizen.balance.sweep import check_plot, plot_sweep, read_sweep, sweep_report

    first, other = list(set), list(against)
    if sweep is not None and other:
        raise SaizenError("--sweep and --against: use one or the other")
    if plot is not None and sweep is None:
        raise SaizenError("--plot draws a sweep: add --sweep NAME=VALUES")
    if max_positions < 1:
        raise SaizenError(f"--max-positions {max_positions}: use at least 1")
    even = None if par is None else _read_par(par)
    careless = careless_players(strength, slack)
    size = {**{name: getattr(options, name) for name in entry.measured}, **options.changed()}
    size.pop("set", None)
    settings: dict[str, Any] = {**size, "set": first, "against": other}

    def measured(settings_texts: Sequence[str]) -> "Balance":
        game = _changed(entry, options, settings_texts)
        with name_rules(entry.name), entry.at_work():
            return _measure(
                entry,
                game,
                careless=careless,
                par=even,
                max_positions=max_positions,
                store=store,
                progress=progress,
            )

    if sweep is not None:
        name, values = read_sweep(sweep)
        if plot is not None:
            check_plot(plot)
        changes = {value: _replaced(first, [f"{name}={value}"]) for value in values}
        for change in changes.values():  # what is no game is refused before the first is solved
            _changed(entry, options, change)
        balances = {value: measured(change) for value, change in changes.items()}
        answer = sweep_report(entry.name, settings, name, balances)
        if plot is None:
            return answer
        plot_sweep(plot, name, balances)
        return replace(
            answer, data={**answer.data, "plot": str(plot)}, notes=[*answer.notes, f"drawn: {plot}"]
        )
    original = None if entry.original is None else entry.original(options)
    if original is not None:
        settings = {"rules": original, **settings}
    if other:
        shifted = _replaced(first, other)
        _changed(entry, options, shifted)
        names = " ".join(first) or "as it is", " ".join(other)
        return report(entry.name, settings, measured(shifted), measured(first), names)
    after = measured(first)
    if original is None:
        small = entry.measured.items() <= size.items() and not first
        notes = [_size_note(entry.measured)] if entry.measured and small else []
        return report(entry.name, settings, replace(after, notes=[*after.notes, *notes]))
    before = measured([]) if first else after
    return report(entry.name, settings, after, before, (original, "changed"))


def _measure(entry: Entry, game: Any, **measuring: Any) -> "Balance":
    """Measure with the game's own function, else from a stored solution, else by visiting every position."""
    if entry.measure is not None:
        parameters = inspect.signature(entry.measure).parameters
        return entry.measure(game, **{name: value for name, value in measuring.items() if name in parameters})
    from saizen.balance.measuring import measure, measure_solution

    store = measuring.pop("store")
    if not entry.package:
        most = measuring.pop("max_positions")
        solution = entry.solutions.get(game, max_positions=most, store=store, progress=measuring["progress"])
        return measure_solution(solution, most=most, **measuring)
    return measure(game, **measuring)


def _size_note(measured: Mapping[str, Any]) -> str:
    """Say which size was measured.

    >>> _size_note({"stacks": 2, "cards": 3})
    'Measured with --stacks 2 --cards 3: every position is visited, and the usual game has too many.'
    """
    size = " ".join(f"--{name} {value}" for name, value in measured.items())
    return f"Measured with {size}: every position is visited, and the usual game has too many."


def _read_par(text: str) -> Any:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise SaizenError(f"--par {short(text)!r}: use a number, such as 0, 1/2 or 7.5") from None


def _replaced(settings: Sequence[str], by: Sequence[str]) -> list[str]:
    """Replace settings by those of the same name.

    >>> _replaced(["a=1", "b=2"], ["a=3"])
    ['b=2', 'a=3']
    """
    names = frozenset(setting.partition("=")[0].strip() for setting in by)
    return [*(s for s in settings if s.partition("=")[0].strip() not in names), *by]


def _changed(entry: Entry, options: Options, settings: Sequence[str]) -> Any:
    """Return the game with these settings; where the rules have no settings, one is an option."""
    names = {option.name: option.parameter for option in options_of(entry.options)}
    if "set" in names:
        return entry.make(replace(options, set=tuple(settings)))  # type: ignore[type-var]
    values = {name: getattr(options, parameter) for name, parameter in names.items()}
    return entry.game(**{**values, **dict(map(read_setting, settings))})
