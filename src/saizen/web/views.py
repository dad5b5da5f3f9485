"""Sittings that their visitors carry: each request brings the text, and gets the next one with its view."""

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from saizen.advice import plain
from saizen.cache import Cache
from saizen.doors import sit
from saizen.errors import SaizenError
from saizen.game import DEALER, names_of
from saizen.games.options import options_of, split_options
from saizen.sitting import PERSON, Sitting
from saizen.sitting.reading import read_sitting
from saizen.sitting.settings import write_setting
from saizen.sitting.verdicts import verdict
from saizen.solution import Solution
from saizen.store import Store
from saizen.web.bodies import NewSitting, SittingRequest
from saizen.web.catalogue import Shown
from saizen.web.jobs import RELAY, Job
from saizen.web.questions import read_options, shown
from saizen.web.remembered import Remembered

if TYPE_CHECKING:
    from saizen.sitting.replay import Turn

SOLUTIONS = 4
"""Solutions of one game that are kept; some take hundreds of megabytes."""
JUDGEMENTS = 20_000
MOST_LISTED = 400
"""Moves of a strategy that are told."""
ACTS = ("move", "undo", "again", "step")


class Tables:
    """All tables of a server: nothing of a sitting is kept, only what was solved and judged for it."""

    def __init__(self, store: Store, ready: Callable[[str, Job], None]) -> None:
        self.store, self._ready = store, ready
        self._solutions: dict[str, Cache[Solution[Any] | None]] = {}
        self._judged: Cache[dict[str, Any]] = Cache(most=JUDGEMENTS)

    def answer(self, game: Shown, asked: SittingRequest, job: Job) -> dict[str, Any]:
        """Do what a request asks, and return the sitting as it is then."""
        sitting, key = (
            self._begun(game, asked, job)
            if asked.sitting is None
            else self._resumed(game, asked, asked.sitting, job)
        )
        if asked.move is not None:
            sitting.play(asked.move)
        elif asked.undo:
            sitting.undo()
        elif asked.again:
            sitting = sitting.again()
        elif asked.step:
            sitting.step()
        view = sitting.view()
        told: dict[str, Any] = {"sitting": view["sitting"], "view": view}
        if asked.hint:
            told |= _told("hint", lambda: self._hint(sitting))
        if asked.judge:
            told["judged"] = self._judgements(sitting, key)
        if asked.record:
            told |= _told("record", sitting.record)
        found: dict[str, Any] = plain(told)
        return found

    def _begun(self, game: Shown, asked: SittingRequest, job: Job) -> tuple[Sitting, str]:
        acts = [act for act in ACTS if getattr(asked, act)]
        if acts:
            raise SaizenError(f"{acts[0]}: it needs a sitting, the text that an earlier answer gave")
        new = asked.new or NewSitting()
        entry = game.entry
        known = [*options_of(entry.make), *(o for o in options_of(entry.solver) if not o.argument)]
        given = read_options(known, {**new.options, **asked.options}, entry.name)
        rules, solver = split_options(given, entry)
        settings = {name: write_setting(name, value) for name, value in rules.items()}
        key = _key(settings, new.start, solver)
        sitting = sit(
            entry,
            seat=new.seat,
            opponent=new.opponent,
            seed=new.seed,
            start=new.start,
            options=rules,
            solve=self._solver(game, key, solver, job),
        )
        return sitting, key

    def _resumed(self, game: Shown, asked: SittingRequest, text: str, job: Job) -> tuple[Sitting, str]:
        if asked.new is not None:
            raise SaizenError("new and sitting: give one of them")
        acts = [act for act in ACTS if getattr(asked, act) not in (None, False)]
        if len(acts) > 1:
            raise SaizenError(f"{' and '.join(acts)}: one thing at a time")
        entry = game.entry
        known = [option for option in options_of(entry.solver) if not option.argument]
        _, solver = split_options(read_options(known, asked.options, f"the solution of {entry.name}"), entry)
        written = read_sitting(text)
        settings = {name: write_setting(name, value) for name, value in written.options.items()}
        key = _key(settings, written.start, solver)
        sitting = Sitting.from_text(text, entry, solve=self._solver(game, key, solver, job))
        if not asked.step:
            sitting.advance()
        return sitting, key

    def _solver(
        self, game: Shown, key: str, solver: dict[str, Any], job: Job
    ) -> Callable[[Any], Solution[Any] | None]:
        """Return what finds the solution of a table: the one that others at such a table have."""
        cache = self._solutions.setdefault(game.name, Cache(most=SOLUTIONS))

        def solve(rules: Any) -> Solution[Any] | None:
            self._ready(game.name, job)

            def solution() -> Solution[Any] | None:
                RELAY.stage(f"solving {game.title}")
                found = game.entry.solution(rules, store=self.store, progress=RELAY, **solver)
                return None if found is None else Remembered(found)

            return cache.get(key, solution, RELAY)

        return solve

    def _hint(self, sitting: Sitting) -> dict[str, Any] | None:
        if sitting.ended:
            return None
        found = sitting.hint()
        return {**found.data, "shown": shown(found)}

    def _judgements(self, sitting: Sitting, key: str) -> list[dict[str, Any]]:
        """Tell what people's choices cost; a choice that was judged before is looked up."""
        names = names_of(sitting.game)
        found = []
        for ply, turn in enumerate(sitting.turns):
            if turn.seat == DEALER or sitting.seats[turn.seat] != PERSON:
                continue
            place = sitting.game.text(turn.before.position)
            same = (sitting.entry.name, key, place, turn.seat, turn.text)
            judged = self._judged.get(same, partial(_judged, sitting, ply, turn), RELAY)
            who = {"ply": ply, "seat": turn.seat, "player": names[turn.seat], "move": turn.text}
            found.append({**who, **judged})
        return found


def _key(settings: dict[str, Any], start: str | None, solver: dict[str, Any]) -> str:
    return json.dumps([settings, start, solver], sort_keys=True, default=str)


def _told(name: str, tell: Callable[[], Any]) -> dict[str, Any]:
    """Return what is told, or why it cannot be: a move that was made stays made."""
    try:
        return {name: tell()}
    except SaizenError as error:
        return {name: None, f"{name}_error": " ".join(str(error).split())}


def _judged(sitting: Sitting, ply: int, turn: "Turn[Any]") -> dict[str, Any]:
    """Judge one choice: its cost, the verdict in words, the best moves, and what the equilibrium does."""
    game, position = sitting.game, turn.before.position
    unknown: dict[str, Any] = {"cost": None, "verdict": "", "best": [], "strategy": []}
    try:
        cost = sitting.cost(ply)
        solution = sitting.solution()
        strategy = {} if solution is None else solution.strategy(position, turn.seat)
    except SaizenError:  # too many positions, or a start that the solution does not know
        return unknown
    likely = sorted(strategy.items(), key=lambda pair: -pair[1])[:MOST_LISTED]
    return {
        "cost": cost.cost,
        "verdict": verdict(game, turn, cost),
        "best": [game.move_text(position, move) for move in cost.best[:MOST_LISTED]],
        "strategy": [{"move": game.move_text(position, m), "probability": p} for m, p in likely if p],
    }
