"""The walk over a game: every position that can be reached is looked at.

Cost grows with the number of moves in all positions, about ten times what exploring them costs.
"""

import copy
import pickle
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from numbers import Real
from typing import Any

from saizen import notation
from saizen.check.findings import Findings
from saizen.check.moves import check_decision, check_simultaneous
from saizen.check.outcomes import check_chance
from saizen.drawing import Drawing
from saizen.errors import GameError
from saizen.game import MAX, MIN, NAMES, Chance, Decision, Game, Simultaneous, Terminal
from saizen.work import SILENT, Progress

MOST_PROBLEMS = 20
"""Sentences that a report has; more would not help."""
CHUNK = 256
METHODS = ("text", "parse", "move_text", "parse_move", "describe", "explain", "deal", "dealt", "canonical")


@dataclass(frozen=True, slots=True)
class Report:
    """How many positions were looked at, whether these were all, and what is wrong."""

    positions: int
    complete: bool
    problems: tuple[str, ...]

    def _repr_html_(self) -> str:
        seen = f"{self.positions} positions" + (", all there are" if self.complete else ", not all")
        told = "".join(f"<li>{escape(problem)}</li>" for problem in self.problems)
        return f"<p>{seen}: {'these problems' if told else 'no problem found'}</p><ul>{told}</ul>"


def check_game(game: Game[Any], *, max_positions: int = 100_000, progress: Progress = SILENT) -> Report:
    """Look at every position that can be reached, and say in words what contradicts the contract.

    >>> from nim import Nim
    >>> check_game(Nim((2, 1)))
    Report(positions=7, complete=True, problems=())
    """
    found = Findings(game)
    _check_names(found)
    progress.stage("checking positions")
    start = found.tried("start", "start() fails", game.start)
    if start is not None:
        found.arrive(start[0], "the start")
        _check_deal(found, start[0])
    looked = 0
    while found.waiting and looked < max_positions and len(found.problems) < MOST_PROBLEMS:
        _check_position(found, found.waiting.popleft())
        looked += 1
        if looked % CHUNK == 0:
            progress.advance(CHUNK)
    complete = start is not None and not found.waiting
    if complete and not found.problems:
        _check_endings(found, progress)
    return Report(looked, complete, tuple(found.problems.values()))


def _check_names(found: Findings) -> None:
    """Names of the contract must mean what the contract says."""
    game = found.game
    players: Any = game.players
    if not isinstance(players, Mapping) or not players:
        found.say("players", f"players is {players!r}: it must map the seats 0, 1 and 2 to their names")
    elif any(seat not in NAMES for seat in players):
        found.say("players", f"players has the seats {list(players)}: there are 0, 1 and 2")
    elif not all(isinstance(name, str) and name.strip() for name in players.values()):
        found.say("players", f"players has the names {list(players.values())}: they must be texts")
    elif len({name.casefold() for name in players.values()}) < len(players):
        found.say("players", f"players has the names {list(players.values())}: two seats have one name")
    for method in METHODS:
        if not callable(getattr(game, method)):
            here = getattr(game, method)
            found.say(method, f"{method} is {here!r}: the contract has a method of that name")
    for name, worth in {"endless": "what endless play is worth", "par": "the result that is even"}.items():
        number = getattr(game, name)
        if number is not None and (not isinstance(number, Real) or isinstance(number, bool)):
            found.say(name, f"{name} is {number!r}: it must be {worth}, such as 0")
    for words in ("rules_text", "move_form"):
        if not isinstance(getattr(game, words), str):
            found.say(words, f"{words} is {getattr(game, words)!r}: it must be a text")


def _check_deal(found: Findings, start: Any) -> None:
    """Check that a game can be dealt, and where it begins then."""
    game = found.game
    if callable(game.dealt):
        first = found.tried("dealt", "dealt() fails", lambda: game.dealt(0))
        if first is not None:
            found.arrive(first[0], "the deal")
            start = first[0]
    if callable(game.deal):
        deal = found.tried("deal", "deal() fails", lambda: game.deal(0, start))
        if deal is not None and not callable(getattr(deal[0], "outcome", None)):
            found.say("deal", f"deal() returned {deal[0]!r:.60}: it must have outcome()")


def _check_position(found: Findings, position: Any) -> None:
    game, name = found.game, found.name(position)
    before, written = _copied(position), _text(found, position)
    looks = found.tried("look", f"look() fails at {name}", lambda: (game.look(position), game.look(position)))
    if looks is None:
        return
    node, again = looks[0]
    if (before is not None and before != position) or _text(found, position) != written:
        found.say("changed", f"look() changes its position: {name}")
        return
    if type(node) is not type(again) or _moves_of(node) != _moves_of(again):
        found.say("twice", f"look() tells something else the second time at {name}")
    _check_text(found, position, written)
    _check_picture(found, position)
    match node:
        case Terminal(value):
            found.number(value, position, "the value of the end")
        case Chance():
            check_chance(found, node, position)
        case Decision(player, options):
            check_decision(found, player, options, position)
        case Simultaneous():
            check_simultaneous(found, node, position)
        case _:
            shown = notation.short(repr(node))
            found.say(
                "node", f"look() at {name} returned {shown}: not a Terminal, Chance, Decision or Simultaneous"
            )


def _text(found: Findings, position: Any) -> str | None:
    text = found.tried(
        "text", lambda: f"text() fails at {_plain(position)}", lambda: found.game.text(position)
    )
    return None if text is None else found.line("text", lambda: f"text() of {_plain(position)}", text[0])


def _plain(position: Any) -> str:
    return notation.short(repr(position))


def _check_text(found: Findings, position: Any, text: str | None) -> None:
    """Every position has a text of its own that is read back as that position."""
    if text is None:
        return
    shown = notation.short(text)
    if found.texts.setdefault(text, position) != position:
        found.say("one text", f"two positions have one text: {shown!r}")
    read = found.tried("parse", f"parse() cannot read the text {shown!r}", lambda: found.game.parse(text))
    if read is not None and read[0] != position:
        found.say("parse", f"parse({shown!r}) is another position: {_plain(read[0])}")


def _check_picture(found: Findings, position: Any) -> None:
    for seat in (None, MAX, MIN):
        what = f"describe() fails at {found.name(position)}"
        shown = found.tried("describe", what, lambda seat=seat: found.game.describe(position, seat))  # type: ignore[misc]
        if shown is not None and not isinstance(shown[0], str | Drawing):
            found.say("describe", f"describe() returned {shown[0]!r:.60}: it must be a text or a Drawing")


def _check_endings(found: Findings, progress: Progress) -> None:
    """Solve the game: play that may never end is refused there."""
    from saizen.check.symmetry import check_symmetry
    from saizen.solver import solve

    try:
        solution = solve(found.game, exact=found.exact, progress=progress, merge=False)
    except GameError as error:
        try:  # a value that is no fraction is no mistake: in floats it has an interval
            solution = solve(found.game, exact=False, progress=progress, merge=False)
        except GameError:
            found.say("endings", str(error))
            return
        found.exact = False
    check_symmetry(found, solution, progress)


def _copied(position: Any) -> Any:
    """Return a copy that stays as it is; None where there is none."""
    for copied in (_pickled, copy.deepcopy):  # the first is several times faster; not every class can do it
        try:
            twin = copied(position)
            if twin == position:
                return twin
        except Exception:  # then there is no copy of that kind
            continue
    return None


def _pickled(position: Any) -> Any:
    return pickle.loads(pickle.dumps(position, pickle.HIGHEST_PROTOCOL))


def _moves_of(node: Any) -> Collection[Any]:
    match node:
        case Decision(_, options) if isinstance(options, Mapping):
            return list(options)
        case Simultaneous(rows, columns, _) if isinstance(rows, Sequence) and isinstance(columns, Sequence):
            return [*rows, None, *columns]
    return ()
