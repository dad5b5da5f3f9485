"""States that their visitors carry: what can be done at one, what follows, what each move is worth.

A state is a text: the position at which the game began, and all that was entered since. So the
server remembers nothing of a game, and two visitors cannot disturb each other. The game itself, its log, its
levels and its dice, is in the browser.
"""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from saizen.errors import MoveError, SaizenError, rules_at_work
from saizen.game import Chance, Decision, Game, Simultaneous, Terminal, hides, names_of, outcome_names
from saizen.games.options import options_of
from saizen.sitting.link import write_setting
from saizen.sitting.replay import Moment, begin, draw_moment, follow, texts
from saizen.solution import Solution, cost
from saizen.web.catalogue import Shown
from saizen.web.hidden_states import hidden_answer, short_number
from saizen.web.jobs import RELAY, Job
from saizen.web.questions import read_options
from saizen.web.requests import StateRequest
from saizen.web.sittings import Tables, key_of
from saizen.work.cache import Cache

MOST_LISTED = 400
"""Moves that a state lists; where there are more it only tells what one looks like."""
MOST_ENTRIES = 10_000
MOST_STATES = 400
"""States that were read last, of all visitors."""
PLAYOUTS, LONGEST_PLAYOUT = 40, 200
"""Games played at random to see which results a game has, and how long each of them may be."""


@dataclass(frozen=True, slots=True)
class PageState:
    """The position at which a game began, all that was entered since, and where that leads.

    The whole log and not the last position: cards keep the numbers with which they were dealt.
    """

    game: Game[Any]
    first: Any
    entries: tuple[tuple[int, str], ...]
    moment: Moment[Any]

    def text(self) -> str:
        """Write the state."""
        data = [self.game.text(self.first), self.entries]
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    def entered(self, seat: int, move: str) -> tuple["PageState", str]:
        """Return the state after an entry, and the words for it."""
        turn = follow(self.game, self.moment, seat, move)
        entries = (*self.entries, (seat, turn.text))
        return PageState(self.game, self.first, entries, turn.after), turn.words


def first_state(game: Game[Any], position: Any) -> PageState:
    """Return the state at which a game begins."""
    return PageState(game, position, (), begin(game, position))


def read_state(game: Game[Any], text: str) -> PageState:
    """Read a state; what is no state, or no longer one of these rules, is refused in one line."""
    try:
        place, entries = json.loads(text)
        listed = [(int(seat), str(move)) for seat, move in entries]
    except (ValueError, TypeError):
        raise SaizenError("this is not a state of a game; begin with start") from None
    if len(listed) > MOST_ENTRIES:
        raise SaizenError(f"a state with {len(listed)} entries is too long: at most {MOST_ENTRIES}")
    state = first_state(game, game.parse(str(place)))
    for seat, move in listed:
        state, _ = state.entered(seat, move)
    return state


def look(state: PageState, seat: int | None) -> dict[str, Any]:
    """Return what a state is: who is asked, what can be done, how it looks to a seat."""
    moment, game = state.moment, state.game
    moves: dict[str, Any] = {}
    for awaited in moment.seats:
        options = getattr(moment.node, "options", ())
        listed = None if len(options) > MOST_LISTED else list(texts(game, moment, awaited))
        moves[str(awaited)] = listed
    return {
        "state": state.text(),
        "kind": _kind(moment.node),
        "seats": list(moment.seats),
        "moves": moves,
        "form": game.move_form,
        "odds": _odds(game, moment.node),
        "gained": short_number(moment.gained),
        "position": game.text(moment.position),
        "board": draw_moment(game, moment, seat).data(),
    }


def _kind(node: Any) -> str:
    if isinstance(node, Terminal):
        return "end"
    return "chance" if isinstance(node, Chance) else "move"


def _odds(game: Game[Any], node: Any) -> list[list[Any]]:
    """Return the names of what can come with their probabilities, short."""
    if not isinstance(node, Chance):
        return []
    odds: dict[str, float] = {}
    for (probability, _), name in zip(node.outcomes, outcome_names(game, node), strict=True):
        odds[name] = odds.get(name, 0.0) + float(probability)
    return [[name, share] for name, share in odds.items() if share]


def rate(solution: Solution[Any], state: PageState, seat: int, asked: Sequence[str]) -> dict[str, Any]:
    """Return what a state is worth to MAX from here on, and what each move of a seat costs."""
    game, position = state.game, state.moment.position
    rated = list(solution.moves(position, seat))
    among = [game.parse_move(position, text) for text in asked]
    extra = [move for move in among if move not in {choice.move for choice in rated}]
    if extra:
        rated += solution.moves(position, seat, among=extra)
    value = solution.value(position)
    strategy = solution.strategy(position, seat)
    moves = []
    for choice in rated:
        lost = cost(choice, rated, seat, None if solution.estimates else value, solution.estimates)
        moves.append(
            {
                "move": game.move_text(position, choice.move),
                "value": short_number(choice.value),
                "cost": short_number(lost),
                "optimal": choice.optimal,
                "probability": short_number(strategy.get(choice.move, 0)),
            }
        )
    exact_known = bool(solution.exact) and not solution.estimates
    return {
        "value": short_number(value),
        "exact": exact_known,
        "estimate": bool(solution.estimates),
        "moves": moves,
    }


@lru_cache(maxsize=256)
def _results(game: Game[Any]) -> frozenset[Any]:
    """Return the results of games played at random, the same ones each time."""
    results = set()
    for seed in range(PLAYOUTS):
        dice = random.Random(f"unit/{seed}")
        state = first_state(game, game.dealt(seed))
        for _ in range(LONGEST_PLAYOUT):
            moment = state.moment
            if moment.ended:
                results.add(moment.gained)
                break
            listed = list(texts(game, moment, moment.seats[0]))
            state, _ = state.entered(moment.seats[0], dice.choice(listed))
    return frozenset(results)


def unit(game: Game[Any], shown: Shown) -> str:
    """Return what a game counts: ``chance`` to win (results -1 to 1), ``share`` (0 to 1), or its own."""
    if told := shown.player_data:
        own: str = told["unit"]
        return own
    with rules_at_work(f"the results of {shown.entry.name}"):
        results = _results(game)
    if results and results <= {0, 1}:
        return "share"
    return "chance" if results <= {-1, 0, 1} else "points"


class PageStates:
    """The answers about states of a server's games."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._states: Cache[PageState] = Cache(most=MOST_STATES)

    def _read(self, shown: Shown, game: Game[Any], text: str, rules: Mapping[str, Any]) -> PageState:
        """Read a state, unless it was read just now: a long game is not replayed at every question."""
        same = (shown.name, json.dumps(rules, sort_keys=True, default=str), text)
        return self._states.get(same, lambda: read_state(game, text), RELAY)

    def answer(self, act: str, shown: Shown, asked: StateRequest, job: Job) -> dict[str, Any]:
        """Answer one question about a state: start, look, step, rate, or came."""
        entry = shown.entry
        rule_options, own = options_of(entry.options), options_of(entry.solver)
        values = read_options([*rule_options, *own], asked.options, entry.name)
        rules = {option.name: values[option.name] for option in rule_options if option.name in values}
        solver = {option.name: values[option.name] for option in own if option.name in values}
        with rules_at_work(f"the start of {entry.name}"):
            game, first = _begun(shown, asked, rules)
        settings = {name: write_setting(name, value) for name, value in rules.items()}
        solve = self._tables.solver(shown, key_of(settings, asked.start, solver), solver, job)
        names = {str(seat): name for seat, name in names_of(game).items()}
        if hides(game):
            node = hidden_answer(act, entry, game, rules, asked, self._tables.seal, solve)
            return {**node, "players": names, "unit": unit(game, shown)} if act == "start" else node
        state = (
            first_state(game, first) if asked.state is None else self._read(shown, game, asked.state, rules)
        )
        match act:
            case "start":
                return {**look(state, asked.seat), "players": names, "unit": unit(game, shown)}
            case "look":
                return look(state, asked.seat)
            case "step":
                return self._step(state, asked)
            case "came":
                return {"came": _came(state, asked, first)}
        return self._rate(solve, state, asked)

    def _step(self, state: PageState, asked: StateRequest) -> dict[str, Any]:
        """Enter moves one after the other; tell what each brought, and where the game stands then."""
        if len(asked.entries) > MOST_ENTRIES:
            raise SaizenError(f"{len(asked.entries)} entries at once are too many: at most {MOST_ENTRIES}")
        steps = []
        for entry in asked.entries:
            before = state.moment.gained
            state, words = state.entered(entry.seat, entry.move)
            gained = state.moment.gained - before
            steps.append({"state": state.text(), "reward": short_number(gained), "words": words})
        return {"steps": steps, **look(state, asked.seat)}

    def _rate(
        self, solve: Callable[[Any], Solution[Any] | None], state: PageState, asked: StateRequest
    ) -> dict[str, Any]:
        node = state.moment.node
        if not isinstance(node, Decision | Simultaneous):
            raise MoveError("nobody chooses here")
        solution = solve(state.game)
        if solution is None:
            raise SaizenError("no solution for this game, so there are no hints")
        seat = state.moment.seats[0] if asked.seat is None else asked.seat
        if seat not in state.moment.seats:
            raise MoveError(f"it is not the turn of seat {seat}")
        return rate(solution, state, seat, asked.moves)


def _begun(shown: Shown, asked: StateRequest, rules: Mapping[str, Any]) -> tuple[Game[Any], Any]:
    if asked.start is not None:
        return shown.entry.read(asked.start, **rules)
    game = shown.entry.game(**rules)
    return game, game.dealt(asked.seed)


def _came(state: PageState, asked: StateRequest, first: Any) -> str:
    """Draw what comes: from the hidden deal of the seed, or with dice that are new at every turn."""
    node = state.moment.node
    if not isinstance(node, Chance):
        raise MoveError("nothing is drawn here")
    deal = state.game.deal(asked.seed, first)
    dice = random.Random(f"{asked.seed}/{asked.ply}")
    place = deal.outcome(state.moment.position, state.moment.moves, node, dice)
    return outcome_names(state.game, node)[place]
