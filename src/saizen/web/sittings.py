"""Games in progress on the page: each request brings the text of a sitting and gets the next one."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from saizen.answer.table import plain
from saizen.errors import SaizenError, rules_at_work
from saizen.game import DEALER, Game, Move, hides, names_of
from saizen.games import Entry
from saizen.games.options import options_of
from saizen.sitting import PERSON, Sitting, seen, sit
from saizen.sitting.link import read_sitting, write_setting
from saizen.sitting.record import verdict
from saizen.solution import MoveValue, Notes, Solution, as_position
from saizen.store import Store
from saizen.web.catalogue import Shown
from saizen.web.jobs import RELAY, Job
from saizen.web.questions import read_options, shown
from saizen.web.requests import NewSitting, SittingRequest
from saizen.web.sealed import Seal, is_sealed, open_sitting, seal_sitting
from saizen.work.cache import Cache

if TYPE_CHECKING:
    from saizen.sitting.replay import Turn

SOLUTIONS = 4
"""The largest number of solutions of one game in memory; some take hundreds of megabytes."""
JUDGEMENTS = 20_000
MOST_LISTED = 400
"""The largest number of moves of a strategy in an answer."""
ACTS = ("move", "undo", "again", "step")


class Tables:
    """The memory of a server: it stores no sitting, only solutions and judgements."""

    def __init__(self, store: Store, ready: Callable[[str, Job], None]) -> None:
        self.store, self._ready = store, ready
        self._solutions: dict[str, Cache[Solution[Any] | None]] = {}
        self._judged: Cache[dict[str, Any]] = Cache(most=JUDGEMENTS)
        self.seal = Seal()
        """Hides the cards of games in progress from those who hold their texts."""

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
            sitting = sitting.again(self.seal.seed(sitting.seed) if hides(sitting.game) else None)
        elif asked.step:
            sitting.step()
        view = sitting.view()
        if hides(sitting.game):
            view["sitting"] = seal_sitting(self.seal, sitting)
        reply: dict[str, Any] = {"sitting": view["sitting"], "view": view}
        if asked.hint:
            reply |= _told("hint", lambda: self._hint(sitting, asked.exact))
        if asked.judge:
            reply["judged"] = self._judgements(sitting, key)
        if asked.record:
            reply |= _told("record", sitting.record)
        data: dict[str, Any] = plain(reply)
        return data

    def _begun(self, game: Shown, asked: SittingRequest, job: Job) -> tuple[Sitting, str]:
        acts = [act for act in ACTS if getattr(asked, act)]
        if acts:
            raise SaizenError(f"{acts[0]}: it needs a sitting, the text that an earlier answer gave")
        new = asked.new or NewSitting()
        entry = game.entry
        rule_options, own = options_of(entry.options), options_of(entry.solver)
        values = read_options([*rule_options, *own], {**new.options, **asked.options}, entry.name)
        rules = {option.name: values[option.name] for option in rule_options if option.name in values}
        solver = {option.name: values[option.name] for option in own if option.name in values}
        settings = {name: write_setting(name, value) for name, value in rules.items()}
        key = key_of(settings, new.start, solver)
        sitting = sit(
            entry,
            seat=new.seat,
            opponent=new.opponent,
            seed=self._seed(entry, rules, new),
            start=new.start,
            options=rules,
            solve=self.solver(game, key, solver, job),
        )
        return sitting, key

    def _seed(self, entry: Entry, rules: Mapping[str, Any], new: NewSitting) -> int | None:
        """Return the seed of a new game; where cards are hidden, one that the visitor cannot compute."""
        if new.seed is None:
            return None
        with rules_at_work(f"the start of {entry.name}"):
            game = entry.game(**rules) if new.start is None else entry.read(new.start, **rules)[0]
        return self.seal.seed(new.seed) if hides(game) else new.seed

    def _resumed(self, game: Shown, asked: SittingRequest, text: str, job: Job) -> tuple[Sitting, str]:
        if asked.new is not None:
            raise SaizenError("new and sitting: give one of them")
        acts = [act for act in ACTS if getattr(asked, act) not in (None, False)]
        if len(acts) > 1:
            raise SaizenError(f"{' and '.join(acts)}: one thing at a time")
        entry = game.entry
        solver = read_options(options_of(entry.solver), asked.options, f"the solution of {entry.name}")
        sealed = is_sealed(text)
        written = read_sitting(open_sitting(self.seal, text, entry).to_text() if sealed else text)
        settings = {name: write_setting(name, value) for name, value in written.options.items()}
        key = key_of(settings, written.start, solver)
        solve = self.solver(game, key, solver, job)
        if sealed:
            sitting = open_sitting(self.seal, text, entry, solve)
        else:
            sitting = Sitting.from_text(text, entry, solve=solve)
            if hides(sitting.game):
                raise SaizenError(
                    "this game has hidden cards and is not sealed; continue it with saizen play"
                )
        if not asked.step:
            sitting.advance()
        return sitting, key

    def solver(
        self, game: Shown, key: str, solver: dict[str, Any], job: Job
    ) -> Callable[[Any], Solution[Any] | None]:
        """Return what finds the solution of a table: the one that others at such a table have."""
        cache = self._solutions.setdefault(game.name, Cache(most=SOLUTIONS))

        def solve(rules: Any) -> Solution[Any] | None:
            self._ready(game.name, job)

            def solution() -> Solution[Any] | None:
                RELAY.stage(f"solving {game.title}")
                solution_here = game.entry.solution(rules, store=self.store, progress=RELAY, **solver)
                if solution_here is None or hides(rules):
                    return solution_here
                return Remembered(solution_here)

            return cache.get(key, solution, RELAY)

        return solve

    def _hint(self, sitting: Sitting, exact: bool) -> dict[str, Any] | None:
        if sitting.ended:
            return None
        answer = sitting.hint(exact=exact)
        return {**answer.json_data(), "shown": shown(answer)}

    def _judgements(self, sitting: Sitting, key: str) -> list[dict[str, Any]]:
        """Return what people's choices cost; a choice that was judged before is looked up."""
        names = names_of(sitting.game)
        judgements = []
        for ply, turn in enumerate(sitting.turns):
            if turn.seat == DEALER or sitting.seats[turn.seat] != PERSON:
                continue
            judge = partial(_judged, sitting, ply, turn)
            if hides(sitting.game):  # it depends on what was seen, not on the position
                judged = judge()
            else:
                place = sitting.game.text(turn.before.position)
                same = (sitting.entry.name, key, place, turn.seat, turn.text)
                judged = self._judged.get(same, judge, RELAY)
            who = {"ply": ply, "seat": turn.seat, "player": names[turn.seat], "move": turn.text}
            judgements.append({**who, **judged})
        return judgements


def key_of(settings: dict[str, Any], start: str | None, solver: dict[str, Any]) -> str:
    """Return what tells solutions of a game apart."""
    return json.dumps([settings, start, solver], sort_keys=True, default=str)


def _told(name: str, tell: Callable[[], Any]) -> dict[str, Any]:
    """Return the answer, or the reason why there is none; a move stays made in both cases."""
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
        solution = seen.playing(game, turn.seat, sitting.course(ply), sitting.solution())
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


MOST = 5_000
"""The largest number of answers of each kind in memory."""


class Remembered(Solution[Any]):
    """The answers of a solution, each computed once.

    >>> from nim import Nim
    >>> from saizen import solve
    >>> remembered = Remembered(solve(Nim((2, 1))))
    >>> remembered.value("((2, 1), 0)"), remembered.strategy("((2, 1), 0)")
    (1, {'2 to 1': Fraction(1, 1)})
    """

    def __init__(self, solution: Solution[Any]) -> None:
        self._solution = solution
        self._answers: Cache[Any] = Cache(most=MOST)

    @property
    def game(self) -> Game[Any]:
        """The rules that were solved."""
        return self._solution.game

    @property
    def exact(self) -> bool:
        """Whether values are exact."""
        return self._solution.exact

    @property
    def estimates(self) -> bool:
        """Whether values are estimates."""
        return self._solution.estimates

    def _kept(self, ask: Callable[..., Any], position: Any, *more: Any) -> Any:
        """Ask a method of the solution about a position, unless its answer is there."""
        at = as_position(self.game, position)
        return self._answers.get((ask.__name__, at, *more), lambda: ask(at, *more), RELAY)

    def value(self, position: Any) -> Any | None:
        """Return what a position is worth."""
        return self._kept(self._solution.value, position)

    def moves(
        self, position: Any, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return every legal move, best first; those in ``among`` are looked up each time."""
        if among is not None:
            return self._solution.moves(position, player, among=among)
        return list(self._kept(self._solution.moves, position, player))

    def turns(self, position: Any) -> list[MoveValue]:
        """Return the plans for a whole turn."""
        return list(self._kept(self._solution.turns, position))

    def strategy(self, position: Any, player: int | None = None) -> dict[Move, Any]:
        """Return optimal probabilities by move."""
        return dict(self._kept(self._solution.strategy, position, player))

    def unique(self, position: Any, player: int | None = None) -> bool | None:
        """Return whether the optimal strategy is the only one."""
        answer: bool | None = self._kept(self._solution.unique, position, player)
        return answer

    def remoteness(self, position: Any) -> int | None:
        """Return how many moves best play takes."""
        answer: int | None = self._kept(self._solution.remoteness, position)
        return answer

    def never_ends(self, position: Any) -> bool:
        """Return whether best play goes on for ever."""
        return bool(self._kept(self._solution.never_ends, position))

    def matrix(self, position: Any) -> list[list[Any]] | None:
        """Return the payoffs where both choose at once."""
        answer: list[list[Any]] | None = self._kept(self._solution.matrix, position)
        return answer

    def interval(self, position: Any) -> tuple[Any, Any] | None:
        """Return numbers between which a value lies."""
        answer: tuple[Any, Any] | None = self._kept(self._solution.interval, position)
        return answer

    @property
    def positions(self) -> Iterator[Any] | None:
        """Every position that was solved."""
        return self._solution.positions

    def notes(self, position: Any, moves: Sequence[MoveValue], turns: Sequence[MoveValue]) -> Notes:
        """Return what the solution adds to an answer."""
        return self._solution.notes(as_position(self.game, position), moves, turns)

    def best_line(self, position: Any) -> list[Move]:
        """Return the moves of best play."""
        return list(self._kept(self._solution.best_line, position))
