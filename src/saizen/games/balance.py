"""``saizen balance``: how balanced a game is, compared with another or for many values of a setting."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from saizen.advice import Answer
from saizen.errors import SaizenError, rules_of
from saizen.games.entry import Entry
from saizen.games.options import split_options, with_options
from saizen.games.own import read_setting
from saizen.notation import short
from saizen.store import Store
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.balance.measures import Balance

SET = Annotated[list[str] | None, "A setting of the game, NAME=VALUE."]
AGAINST = Annotated[
    list[str] | None,
    "Compare with the game in which these settings take the place of those of the same name.",
]
SWEEP = Annotated[str | None, "Measure the game for many values of a setting: NAME=1..9 or NAME=A,B,C."]
PLOT = Annotated[Path | None, "Draw the sweep: FILE.svg, .png or .pdf."]
STRENGTH = Annotated[
    list[float] | None, "Measure a player with this share of best choices, the rest at random; 0 to 1."
]
SLACK = Annotated[list[float] | None, "Measure a player to whom all moves that cost at most this are alike."]
PAR = Annotated[str | None, "The result at which neither player is ahead, where results are points."]
MOST = Annotated[int, "Give up beyond this many positions."]
USUAL_MOST = 100_000
WALKED = ("par", "max_positions")
"""Options of the walk over all positions."""


def balance_command(entry: Entry) -> Callable[..., Answer]:
    """Return ``saizen balance`` for one game."""

    def balance(
        *,
        set_: SET = None,
        against: AGAINST = None,
        sweep: SWEEP = None,
        plot: PLOT = None,
        strength: STRENGTH = None,
        slack: SLACK = None,
        par: PAR = None,
        max_positions: MOST = USUAL_MOST,
        store: Store | None = None,
        progress: Progress = SILENT,
        **options: Any,
    ) -> Answer:
        """Tell who is ahead, how games end, how long they are, which moves matter, what mistakes cost."""
        from saizen.balance.measures import careless_players
        from saizen.balance.report import report
        from saizen.balance.sweep import check_plot, plot_sweep, read_sweep, sweep_report

        given = [set_] if isinstance(set_, str) else list(set_ or ())
        other = [against] if isinstance(against, str) else list(against or ())
        if sweep is not None and other:
            raise SaizenError("--sweep and --against: use one or the other")
        if plot is not None and sweep is None:
            raise SaizenError("--plot draws a sweep: add --sweep NAME=VALUES")
        if max_positions < 1:
            raise SaizenError(f"--max-positions {max_positions}: use at least 1")
        even = None if par is None else _read_par(par)
        careless = careless_players(strength, slack)
        rules, _ = split_options({**entry.measured, **options}, entry)
        settings: dict[str, Any] = {**rules, "set": given, "against": other}

        def measured(wanted: Sequence[str]) -> "Balance":
            game = _make(entry, rules, wanted)
            with rules_of(entry.name), entry.at_work():
                return entry.measure(
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
            changes = {value: _replaced(given, [f"{name}={value}"]) for value in values}
            for change in changes.values():  # what is no game is refused before the first is solved
                _make(entry, rules, change)
            found = {value: measured(change) for value, change in changes.items()}
            answer = sweep_report(entry.name, settings, name, found)
            if plot is None:
                return answer
            plot_sweep(plot, name, found)
            return replace(
                answer, data={**answer.data, "plot": str(plot)}, notes=[*answer.notes, f"drawn: {plot}"]
            )
        original = entry.original(rules)
        if original is not None:
            settings = {"rules": original, **settings}
        if other:
            changed = _replaced(given, other)
            _make(entry, rules, changed)
            names = " ".join(given) or "as it is", " ".join(other)
            return report(entry.name, settings, measured(changed), measured(given), names)
        after = measured(given)
        if original is None:
            small = entry.measured.items() <= rules.items() and not given
            notes = [_size_note(entry.measured)] if entry.measured and small else []
            return report(entry.name, settings, replace(after, notes=[*after.notes, *notes]))
        before = measured([]) if given else after
        return report(entry.name, settings, after, before, (original, "changed"))

    made = with_options(balance, entry.make)
    made.__signature__ = _fitted(inspect.signature(made), entry)  # type: ignore[attr-defined]
    return made


def _fitted(signature: inspect.Signature, entry: Entry) -> inspect.Signature:
    """Let the size be one that can be measured, and leave out what the game's own measure does not take."""
    own = entry.own_measure
    passed_over = () if own is None else set(WALKED) - set(inspect.signature(own).parameters)
    parameters = [
        p.replace(default=entry.measured.get(p.name, p.default))
        for p in signature.parameters.values()
        if p.name not in passed_over
    ]
    return signature.replace(parameters=parameters)


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
    """Let settings take the place of those of the same name.

    >>> _replaced(["a=1", "b=2"], ["a=3"])
    ['b=2', 'a=3']
    """
    names = {setting.partition("=")[0].strip() for setting in by}
    return [*(s for s in settings if s.partition("=")[0].strip() not in names), *by]


def _make(entry: Entry, rules: dict[str, Any], settings: Sequence[str]) -> Any:
    """Return the game with these settings; where the rules have options, a setting is one of them."""
    if "set_" in inspect.signature(entry.make).parameters:
        return entry.game(**rules, set_=list(settings))
    return entry.game(**{**rules, **dict(map(read_setting, settings))})
