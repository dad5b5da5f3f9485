"""The measures of a game with hidden information: one equilibrium, and what seeing more would be worth."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from saizen.balance.measures import Balance, Careless, Range, Side
from saizen.errors import SaizenError
from saizen.game import MAX, MIN, Chance, Decision, Game, Node, Simultaneous, Step, Terminal, names_of
from saizen.solver import solve
from saizen.solver.hidden.memories import ROOT
from saizen.solver.hidden.sequence_form import best_reply
from saizen.solver.hidden.solution import HiddenSolution
from saizen.work import SILENT, Progress

CHUNK = 4096
UNAWARE = "ignores beliefs"
"""A player who takes every move of the other for equally likely, whatever was played."""


class Seeing(Game[Any]):
    """The same game in which some players see everything.

    >>> from kuhn import Kuhn
    >>> Seeing(Kuhn(), [1]).sees(((1, 2), "b"), 1)
    ((1, 2), 'b')
    """

    def __init__(self, game: Game[Any], who: Collection[int]) -> None:
        self.game, self.who = game, who

    def start(self) -> Any:
        """Return the start of the game."""
        return self.game.start()

    def look(self, position: Any) -> Node:
        """Return what the game has there."""
        return self.game.look(position)

    def sees(self, position: Any, player: int) -> Any:
        """Return everything to those who see, else what the game shows."""
        return position if player in self.who else self.game.sees(position, player)


class OpenHands(Game[Any]):
    """The same game in which both see everything."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def start(self) -> Any:
        """Return the start of the game."""
        return self.game.start()

    def look(self, position: Any) -> Node:
        """Return what the game has there."""
        return self.game.look(position)


class _Course(NamedTuple):
    """What one walk over all histories has counted."""

    results: dict[Any, float]
    """How likely each result is."""
    used: tuple[dict[str, float], dict[str, float]]
    """How often each move is played in a game."""
    length: float
    reach: tuple[list[float], list[float]]
    """By information set: how likely it is reached by chance and the other."""


def measure_hidden(
    solution: HiddenSolution,
    *,
    careless: Sequence[Careless],
    par: Any | None = None,
    most: int | None = None,
    progress: Progress = SILENT,
) -> Balance:
    """Measure a solved game with hidden information: results, moves, careless players, and seeing more.

    >>> from kuhn import Kuhn
    >>> found = measure_hidden(solve(Kuhn()), careless=[Careless()])
    >>> found.value, {who: str(value) for who, value in found.seeing.items()}
    (Fraction(-1, 18), {'max': '1/9', 'min': '-1/9', 'both': '0'})
    """
    game = solution.game
    value = solution.value(game.start())
    plans = tuple(np.array([float(weight.p) / float(weight.q) for weight in plan]) for plan in solution.plans)
    progress.stage("measuring")
    course = _walked(solution, plans, progress)
    par = game.par if par is None and game.par is not None else par
    if par is None and min(course.results) < 0:
        par = 0
    names, sides = names_of(game), {}
    for seat in (MAX, MIN):
        sign = 1 if seat == MAX else -1
        won = None
        if par is not None:
            won = sum(chance for result, chance in course.results.items() if sign * (result - par) > 1e-12)
        sides[str(names.get(seat, seat))] = Side(
            None if won is None else Range(won, won),
            {move: Range(often, often) for move, often in course.used[seat].items()},
            _right(solution, seat),
            _careless(solution, seat, plans, careless, course.reach[seat], float(value)),
        )
    drawn = None if par is None else sum(c for r, c in course.results.items() if abs(r - par) <= 1e-12)
    notes = ["Cards are hidden: one equilibrium is measured, whether there are others is not known."]
    seeing, missing = _seeing(game, most, progress)
    return Balance(
        positions=len(solution),
        value=value,
        exact=solution.exact,
        par=par,
        draw=None if drawn is None else Range(drawn, drawn),
        length=Range(course.length, course.length),
        choices=sum(side.sets for side in solution.form.sides),
        several=None,
        sides=sides,
        notes=[*notes, *missing],
        seeing=seeing,
    )


def _walked(solution: HiddenSolution, plans: Sequence[Any], progress: Progress) -> _Course:
    """Visit every history once, with its chance under both strategies."""
    game, (first, second) = solution.game, solution.memories
    results: dict[Any, float] = {}
    used: tuple[dict[str, float], dict[str, float]] = ({}, {})
    reach = ([0.0] * len(first.sets), [0.0] * len(second.sets))
    length, visited = 0.0, 0
    stack: list[tuple[Any, int, int, float, Any]] = [(game.start(), ROOT, ROOT, 1.0, 0)]
    while stack:
        outcome, mine, yours, chance, gained = stack.pop()
        visited += 1
        if visited % CHUNK == 0:
            progress.advance(0)
        while isinstance(outcome, Step):
            gained, outcome = gained + outcome.reward, outcome.next
        position = outcome
        if not isinstance(outcome, Terminal | Chance):
            mine = first.seen(mine, game.sees(position, MAX)) or ROOT
            yours = second.seen(yours, game.sees(position, MIN)) or ROOT
            outcome = game.look(position)
        weights = float(plans[MAX][first.sequence[mine]]), float(plans[MIN][second.sequence[yours]])
        weight = chance * weights[MAX] * weights[MIN]
        match outcome:
            case Terminal(value):
                results[gained + value] = results.get(gained + value, 0.0) + weight
                continue
            case Chance(outcomes):
                stack += [(after, mine, yours, chance * float(p), gained) for p, after in outcomes if p]
                continue
            case Decision(player, _):
                movers: tuple[int, ...] = (player,)
            case _:
                movers = (MAX, MIN)
        length += weight
        for player in movers:
            own, memory = solution.memories[player], (mine, yours)[player]
            number = own.set_of[memory]
            reach[player][number] += chance * weights[1 - player]
            chosen = own.sets[number]
            for after, move in enumerate(chosen.moves, chosen.after):
                share = float(plans[player][own.sequence[after]])
                label = game.move_text(position, move)
                often = used[player].get(label, 0.0)
                used[player][label] = often + chance * share * weights[1 - player]
        stack += [(*after, chance, gained) for after in _following(outcome, solution, mine, yours)]
    return _Course(results, used, length, reach)


def _following(
    node: Decision | Simultaneous, solution: HiddenSolution, mine: int, yours: int
) -> Iterator[tuple[Any, int, int]]:
    """Yield what follows a choice, with both memories then."""
    chosen = [
        own.sets[own.set_of[memory]] if memory in own.set_of else None
        for own, memory in zip(solution.memories, (mine, yours), strict=True)
    ]
    if isinstance(node, Decision):
        own = chosen[node.player]
        assert own is not None
        for after, move in enumerate(own.moves, own.after):
            yield node.options[move], *((after, yours) if node.player == MAX else (mine, after))
        return
    rows, columns = chosen
    assert rows is not None
    assert columns is not None
    for row_after, row in enumerate(rows.moves, rows.after):
        for column_after, column in enumerate(columns.moves, columns.after):
            yield node.outcome(row, column), row_after, column_after


def _right(solution: HiddenSolution, seat: int) -> dict[str, tuple[int, int, int]]:
    """Count for each move in how many situations it is optimal, has others beside it, and is forced."""
    counts: dict[str, tuple[int, int, int]] = {}
    for chosen in solution.memories[seat].sets:
        count = len(chosen.moves)
        gains = solution.gains[seat][chosen.first : chosen.first + count] if count > 1 else []
        best = (max if seat == MAX else min)(gains) if gains else None
        for place, move in enumerate(chosen.moves):
            label = solution.game.move_text(chosen.position, move)
            right, chances, forced = counts.get(label, (0, 0, 0))
            choice = len(chosen.moves) > 1
            counts[label] = right + (choice and gains[place] == best), chances + choice, forced + (not choice)
    return counts


def _careless(
    solution: HiddenSolution,
    seat: int,
    plans: Sequence[Any],
    players: Sequence[Careless],
    reach: Sequence[float],
    value: float,
) -> dict[str, tuple[float, float]]:
    """Return what MAX gets when a seat plays carelessly against best play, and what that costs."""
    form = solution.form
    mixes = {player.name: _mixes(solution, seat, plans, player, reach) for player in players}
    mixes[UNAWARE] = _unaware(solution, seat)
    pays = form.payoffs.astype(float) / form.scale
    table: dict[str, tuple[float, float]] = {}
    for name, mix in mixes.items():
        played = list(plans)
        played[seat] = _plan(solution, seat, mix)
        gets = float((pays * played[MAX][form.rows] * played[MIN][form.columns]).sum())
        table[name] = gets, max(0.0, value - gets if seat == MAX else gets - value)
    return table


def _mixes(
    solution: HiddenSolution, seat: int, plans: Sequence[Any], player: Careless, reach: Sequence[float]
) -> list[list[float]]:
    """Return how a careless player chooses at each information set."""
    listed, plan, gains = [], plans[seat], _gains(solution, seat, plans[1 - seat])
    for number, chosen in enumerate(solution.memories[seat].sets):
        count = len(chosen.moves)
        if count == 1:
            listed.append([1.0])
            continue
        if player.slack is not None and reach[number]:
            values = gains[chosen.first : chosen.first + count]
            best = (max if seat == MAX else min)(values)
            near = [abs(best - value) / reach[number] <= player.slack + 1e-9 for value in values]
            listed.append([closeness / sum(near) for closeness in near])
            continue
        weight = float(plan[chosen.parent])
        own = [float(plan[chosen.first + k]) / weight if weight else 1 / count for k in range(count)]
        strength = 0.0 if player.slack is not None else player.strength
        listed.append([strength * share + (1 - strength) / count for share in own])
    return listed


def _gains(solution: HiddenSolution, seat: int, other_plan: Any) -> list[float]:
    """Return what each sequence of a seat brings against a plan of the other, if it plays on best."""
    form = solution.form
    own, other = (form.rows, form.columns) if seat == MAX else (form.columns, form.rows)
    pays = form.payoffs.astype(float) / form.scale * other_plan[other]
    return best_reply(form.sides[seat], np.bincount(own, pays, form.sides[seat].sequences).tolist(), seat)


def _unaware(solution: HiddenSolution, seat: int) -> list[list[float]]:
    """Return the best reply to one who plays every move equally often: no bet says anything."""
    even = [[1 / len(chosen.moves)] * len(chosen.moves) for chosen in solution.memories[1 - seat].sets]
    gains = _gains(solution, seat, _plan(solution, 1 - seat, even))
    listed = []
    for chosen in solution.memories[seat].sets:
        count = len(chosen.moves)
        values = gains[chosen.first : chosen.first + count] if count > 1 else [0.0]
        best = (max if seat == MAX else min)(values)
        near = [abs(value - best) < 1e-9 for value in values]
        listed.append([closeness / sum(near) for closeness in near])
    return listed


def _plan(solution: HiddenSolution, seat: int, mixes: Sequence[Sequence[float]]) -> Any:
    """Return the weights of the sequences of a player who chooses so."""
    plan = np.ones(solution.form.sides[seat].sequences)
    for chosen, mix in zip(solution.memories[seat].sets, mixes, strict=True):
        if len(mix) > 1:
            plan[chosen.first : chosen.first + len(mix)] = plan[chosen.parent] * np.array(mix)
    return plan


def _seeing(game: Game[Any], most: int | None, progress: Progress) -> tuple[dict[str, Any], list[str]]:
    """Return what the game is worth if one player, or both, see everything."""
    names = names_of(game)
    games: dict[str, Game[Any]] = {str(names.get(seat, seat)): Seeing(game, [seat]) for seat in (MAX, MIN)}
    games["both"] = OpenHands(game)
    values: dict[str, Any] = {}
    for who, variant in games.items():
        try:
            solution = solve(variant, progress=progress, max_positions=most)
        except SaizenError as error:
            return values, [f"What seeing everything would be worth is not known: {error}"]
        values[who] = solution.value(variant.start())
    return values, []
