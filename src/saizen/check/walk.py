"""The walk over a game: every reachable position is visited.

Cost grows with the number of moves in all positions, about ten times what exploring them costs.
"""

import copy
import pickle
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from numbers import Real
from typing import Any

from saizen import notation
from saizen.check.findings import Findings
from saizen.check.moves import check_decision, check_simultaneous
from saizen.check.outcomes import check_chance
from saizen.check.views import Views
from saizen.check.written import written_node
from saizen.drawing import Drawing
from saizen.errors import GameError
from saizen.game import MAX, MIN, NAMES, Chance, Decision, Game, Simultaneous, Terminal, hides
from saizen.work import SILENT, Progress

MOST_PROBLEMS = 20
"""Sentences that a report has; more would not help."""
CHUNK = 256
LATER = 64
"""Positions that are looked at before one is looked at once more."""
METHODS = ("text", "parse", "move_text", "parse_move", "describe", "explain", "deal", "dealt", "canonical")


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check: the number of positions visited, whether these were all, problems, remarks."""

    positions: int
    complete: bool
    problems: tuple[str, ...]
    remarks: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        seen = f"{self.positions} positions" + (", all there are" if self.complete else ", not all")
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in (*self.problems, *self.remarks))
        verdict = "these problems" if self.problems else "no problem found"
        return f"<p>{seen}: {verdict}</p><ul>{items}</ul>"

    @property
    def verdict(self) -> str:
        """Say in one sentence what it means that no problem was found."""
        if self.complete:
            return "No problem found."
        return f"The first {self.positions:,} positions have no problem; there are more (--max-positions)."


def check_game(game: Game[Any], *, max_positions: int = 100_000, progress: Progress = SILENT) -> Report:
    """Look at every position that can be reached, and say in words what contradicts the contract.

    >>> from nim import Nim
    >>> check_game(Nim((2, 1)))
    Report(positions=7, complete=True, problems=(), remarks=())
    """
    findings = Findings(game)
    _check_names(findings)
    progress.stage("checking positions")
    start = findings.tried("start", "start() fails", game.start)
    if start is not None:
        findings.arrive(start[0], "the start")
        _check_deal(findings, start[0])
    views = Views(findings) if hides(game) else None
    looked = 0
    later: deque[tuple[Any, Any]] = deque()
    while findings.waiting and looked < max_positions and len(findings.problems) < MOST_PROBLEMS:
        position = findings.waiting.popleft()
        written = _check_position(findings, position)
        if views is not None:
            views.look(position)
        looked += 1
        later.append((position, written))
        if len(later) > LATER:
            _look_later(findings, *later.popleft())
        if looked % CHUNK == 0:
            progress.advance(CHUNK)
    for position, written in later:
        _look_later(findings, position, written)
    complete = start is not None and not findings.waiting
    if complete and not findings.problems:
        _check_endings(findings, progress)
    if complete and views is not None:
        views.conclude()
    return Report(looked, complete, tuple(findings.problems.values()), tuple(findings.remarks.values()))


def _check_names(findings: Findings) -> None:
    """Names of the contract must mean what the contract says."""
    game = findings.game
    players: Any = game.players
    if not isinstance(players, Mapping) or not players:
        findings.say("players", f"players is {players!r}: it must map the seats 0, 1 and 2 to their names")
    elif any(seat not in NAMES for seat in players):
        findings.say("players", f"players has the seats {list(players)}: there are 0, 1 and 2")
    elif not all(isinstance(name, str) and name.strip() for name in players.values()):
        findings.say("players", f"players has the names {list(players.values())}: they must be texts")
    elif len({name.casefold() for name in players.values()}) < len(players):
        findings.say("players", f"players has the names {list(players.values())}: two seats have one name")
    for method in METHODS:
        if not callable(getattr(game, method)):
            attribute = getattr(game, method)
            findings.say(method, f"{method} is {attribute!r}: the contract has a method of that name")
    for name, worth in {"endless": "what endless play is worth", "par": "the result that is even"}.items():
        number = getattr(game, name)
        if number is not None and (not isinstance(number, Real) or isinstance(number, bool)):
            findings.say(name, f"{name} is {number!r}: it must be {worth}, such as 0")
    for words in ("rules_text", "move_form"):
        if not isinstance(getattr(game, words), str):
            findings.say(words, f"{words} is {getattr(game, words)!r}: it must be a text")


def _check_deal(findings: Findings, start: Any) -> None:
    """Check that a game can be dealt, and where it begins then."""
    game = findings.game
    if callable(game.dealt):
        first = findings.tried("dealt", "dealt() fails", lambda: game.dealt(0))
        if first is not None:
            findings.arrive(first[0], "the deal")
            start = first[0]
    if callable(game.deal):
        deal = findings.tried("deal", "deal() fails", lambda: game.deal(0, start))
        if deal is not None and not callable(getattr(deal[0], "outcome", None)):
            findings.say("deal", f"deal() returned {deal[0]!r:.60}: it must have outcome()")


def _check_position(findings: Findings, position: Any) -> Any:
    """Check a position; return what it leads to, written as data, or None where that cannot be told."""
    game, name = findings.game, findings.name(position)
    before, written = _copied(position), _text(findings, position)
    looks = findings.tried(
        "look", f"look() fails at {name}", lambda: (game.look(position), game.look(position))
    )
    if looks is None:
        return None
    node, again = looks[0]
    if (before is not None and before != position) or _text(findings, position) != written:
        findings.say("changed", f"look() changes its position: {name}")
        return None
    data = written_node(node)
    if type(node) is not type(again) or (data is not None and written_node(again) != data):
        findings.say("twice", f"look() returns something else the second time at {name}")
    elif data is not None and written_node(node) != data:
        findings.say(
            "twice", f"the outcomes of one look() at {name} are others when they are asked for again"
        )
    _check_text(findings, position, written)
    _check_picture(findings, position)
    match node:
        case Terminal(value):
            findings.number(value, position, "the value of the end")
        case Chance():
            check_chance(findings, node, position)
        case Decision(player, options):
            check_decision(findings, player, options, position)
        case Simultaneous():
            check_simultaneous(findings, node, position)
        case _:
            shown = notation.short(repr(node))
            findings.say(
                "node", f"look() at {name} returned {shown}: not a Terminal, Chance, Decision or Simultaneous"
            )
    return data


def _look_later(findings: Findings, position: Any, data: Any) -> None:
    """Look at a position again after others: it must lead to the same."""
    if data is not None and "twice" not in findings.problems:
        again = findings.tried(
            "look", f"look() fails at {findings.name(position)}", lambda: findings.game.look(position)
        )
        if again is not None and written_node(again[0]) != data:
            findings.say(
                "twice", f"look() returns something else after other positions, at {findings.name(position)}"
            )


def _text(findings: Findings, position: Any) -> str | None:
    text = findings.tried(
        "text", lambda: f"text() fails at {_plain(position)}", lambda: findings.game.text(position)
    )
    return None if text is None else findings.line("text", lambda: f"text() of {_plain(position)}", text[0])


def _plain(position: Any) -> str:
    return notation.short(repr(position))


def _check_text(findings: Findings, position: Any, text: str | None) -> None:
    """Every position has a text of its own that is read back as that position."""
    if text is None:
        return
    shown = notation.short(text)
    if findings.texts.setdefault(text, position) != position:
        findings.say("one text", f"two positions have one text: {shown!r}")
    read = findings.tried(
        "parse", f"parse() cannot read the text {shown!r}", lambda: findings.game.parse(text)
    )
    if read is not None and read[0] != position:
        findings.say("parse", f"parse({shown!r}) is another position: {_plain(read[0])}")


def _check_picture(findings: Findings, position: Any) -> None:
    for seat in (None, MAX, MIN):
        what = f"describe() fails at {findings.name(position)}"
        shown = findings.tried("describe", what, lambda seat=seat: findings.game.describe(position, seat))  # type: ignore[misc]
        if shown is not None and not isinstance(shown[0], str | Drawing):
            findings.say("describe", f"describe() returned {shown[0]!r:.60}: it must be a text or a Drawing")


def _check_endings(findings: Findings, progress: Progress) -> None:
    """Solve the game: play that may never end is refused there, in words that are worth saying."""
    from saizen.check.symmetry import check_symmetry
    from saizen.solver import solve

    if hides(findings.game):
        from saizen.check.memories import check_memories

        check_memories(findings, progress)
        return
    try:
        solution = solve(findings.game, exact=findings.exact, progress=progress, merge=False)
    except GameError as error:
        try:  # a value that is no fraction is no mistake: in floats it has an interval
            solution = solve(findings.game, exact=False, progress=progress, merge=False)
        except GameError:
            findings.say("endings", str(error))
            return
        if findings.exact:
            findings.remark("exact", f"saizen solve says: {error}")
        findings.exact = False
    check_symmetry(findings, solution, progress)


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
