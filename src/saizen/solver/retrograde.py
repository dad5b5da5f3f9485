"""The generic exact solver: rules in, the value of every reachable position out.

1. *Explore*: every position that can be reached (`saizen.solver.explore`).
2. *Order*: each after all that it leads to; positions that lead to one another are a component (Tarjan 1972,
   "Depth-first search and linear graph algorithms").
3. *Settle*: the value of each position from those that follow it (`saizen.solver.loops.settle`).
4. *Recurring parts*: components of which a position can come again (`saizen.solver.recurring`).
"""

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

from saizen.errors import GameError
from saizen.game import MAX, MIN, Game, P, hides
from saizen.kernels.policy import is_small
from saizen.solver.explore import explore
from saizen.solver.graph import BOTH, Graph, place_value
from saizen.solver.intervals import Outward, as_floats, bound_part, has_unseen_cycles
from saizen.solver.loops import (
    CHUNK,
    STEPS,
    Numbers,
    SettlingOrder,
    Tarjan,
    bind,
    find_order,
    is_large,
    settle,
    views_of,
)
from saizen.solver.recurring import solve_part
from saizen.solver.solution import GraphSolution
from saizen.solver.values import Pairs, Ratios, Shares, Values, common_denominator
from saizen.work import SILENT, Progress

GAME = 4
"""So many positions where one player chooses take as long as one where both do."""
RATIONAL = 15e-6
"""Seconds that a position takes in rationals."""
LARGEST = 1 << 62
"""Machine integers stay below it."""


def solve(
    game: Game[P],
    *,
    exact: bool = True,
    progress: Progress = SILENT,
    max_positions: int | None = None,
    merge: bool = True,
    executor: Executor | None = None,
    workers: int = 1,
) -> Any:
    """Solve a game from its start: retrograde analysis over every reachable position.

    A game in which players do not see everything (`saizen.Game.sees`) is solved by its sequence form (see
    `saizen.solver.hidden`), right here; its positions are histories, and questions are put to what a player
    has seen.

    Positions that recur are solved by policy iteration (see `saizen.solver.recurring`). Cost grows with the
    number of moves in all positions; a simultaneous position costs one small linear program. There
    is no recursion, so depth is no limit; beside the positions themselves and a dict of them, memory is
    some tens of bytes a position and four a move.

    Parameters
    ----------
    game
        The rules.
    exact
        Rationals (the default), or floats with the same code.
    progress
        Who watches; may stop the work by raising `saizen.errors.Cancelled`.
    max_positions
        Give up with an error beyond this many positions, for a game that may be infinite.
    merge
        Take positions that ``Game.canonical`` calls the same as one.
    executor
        Where positions are looked at, in batches: any ``concurrent.futures.Executor``, a Dask cluster's
        ``Client.get_executor()`` included. The answer is assembled here, the same whoever looks at what. The
        rules and positions must be picklable; the user's own modules travel with them.
    workers
        How many processes look at positions where there is no executor; 1 means right here.

    Examples
    --------
    >>> from rock_paper_scissors import RockPaperScissors
    >>> solution = solve(RockPaperScissors())
    >>> solution.value("start"), solution.strategy("start")
    (0, {'rock': Fraction(1, 3), 'paper': Fraction(1, 3), 'scissors': Fraction(1, 3)})
    """
    if hides(game):
        from saizen.solver.hidden import solve_hidden

        return solve_hidden(
            game,
            exact=exact,
            progress=progress,
            max_positions=max_positions,
            executor=executor,
            workers=workers,
        )
    graph = explore(
        game,
        exact=exact,
        progress=progress,
        max_positions=max_positions,
        merge=merge,
        executor=executor,
        workers=workers,
    )
    values, bounds = values_of(graph, progress)
    return GraphSolution(graph, values, bounds)


def order_of(graph: Graph[Any], progress: Progress = SILENT) -> SettlingOrder:
    """Return the positions of a graph, each component after all it leads to."""
    count = len(graph)
    index, low, waiting, path, branch_at, sequence = (array("i", bytes(4 * count)) for _ in range(6))
    order = SettlingOrder(sequence, array("b", bytes(count)))
    index[0] = low[0] = 1
    state = array("q", [1, 1, 0, 1])
    tarjan = Tarjan(index, low, waiting, path, array("q", bytes(8 * count)), branch_at, state)
    run, steps = bind(find_order, is_large(count), graph.arrays, tarjan, order)
    while state[3]:
        run(steps)
        progress.advance(0)
    return order


def values_of(graph: Graph[Any], progress: Progress = SILENT) -> tuple[Values, tuple[Values, Values] | None]:
    """Return the value of every position, from the end backwards; bounds where only an interval is known."""
    progress.stage("solving positions", len(graph))
    order = order_of(graph, progress)
    denominator = _machine_denominator(graph)
    if denominator is not None:
        return _in_machine_integers(graph, order, denominator, progress), None
    if graph.packed and graph.exact:
        graph.widen()  # long numbers: the loops below are for machine integers or plain
    if not graph.exact and has_unseen_cycles(graph, order):
        return _in_intervals(graph, progress)
    if graph.exact and not is_small(RATIONAL * _work(graph)):
        return _in_short_fractions(graph, order, progress), None
    large = not graph.exact and is_large(len(graph))
    amounts: Any = graph.amounts.numbers
    chances: Any = graph.chances.numbers
    values: Any = [None] * len(graph)
    if large:
        amounts, chances, values = array("d", amounts), array("d", chances), array("d", bytes(8 * len(graph)))
    run, steps = bind(settle, large, graph.arrays, order, Numbers(amounts, chances, values))
    run_loop(run, steps, order, _settler(graph, values, progress), progress)
    return Values.of(values, exact=graph.exact), None


def _work(graph: Graph[Any]) -> int:
    """Return how many positions where one player chooses take as long as all of a graph."""
    return len(graph) + GAME * sum(kind > BOTH for kind in graph.kinds)


def _in_intervals(graph: Graph[Any], progress: Progress) -> tuple[Values, tuple[Values, Values]]:
    """Return proven intervals, and their middles; the rules of a graph in floats are asked again."""
    rules = graph.rules
    rational = explore(graph.game, exact=True, merge=rules.merge, floats=True, progress=progress)
    numbers_of_positions = [rational.number_of(position) for position in graph.positions]
    numbers = [number for number in numbers_of_positions if number is not None]
    if len(numbers) < len(numbers_of_positions):
        raise GameError("look() leads to other positions the second time (saizen check says more)")
    progress.stage("proving intervals", 2 * len(rational))
    order = order_of(rational, progress)
    low, high = (as_floats(_bounds(rational, order, player, progress), player) for player in (MAX, MIN))
    if any(a > b for a, b in zip(low, high, strict=True)):
        raise AssertionError("a lower bound above the upper one")
    parts = [[ends[number] for number in numbers] for ends in (low, high)]
    middle = [a / 2 + b / 2 for a, b in zip(*parts, strict=True)]
    return Values.of(middle, exact=False), (
        Values.of(parts[0], exact=False),
        Values.of(parts[1], exact=False),
    )


def _bounds(graph: Graph[Any], order: SettlingOrder, player: int, progress: Progress) -> Sequence[Any]:
    """Return what a player can make sure of at every position, in rationals."""

    def part(
        graph: Graph[Any], members: "array[int]", values: Sequence[Any], progress: Progress
    ) -> list[Any]:
        if any(graph.columns(at) for at in members):
            return bound_part(graph, members, values, player, progress)
        return solve_part(graph, members, values, progress)

    values = Outward(len(graph), player)
    numbers = Numbers(graph.amounts.numbers, graph.chances.numbers, values)
    run, steps = bind(settle, False, graph.arrays, order, numbers)
    run_loop(run, steps, order, _settler(graph, values, progress, part), progress)
    return values


def _machine_denominator(graph: Graph[Any]) -> int | None:
    """Return the denominator over which all values are machine integers; None where they may not be.

    Where plain loops work, rationals take no longer.
    """
    if not graph.exact or not is_large(len(graph)) or not graph.certain:
        return None
    endless = graph.endless
    numbers = [*graph.amounts.numbers, *([] if endless is None else [endless])]
    denominator = common_denominator(numbers)
    largest = max(abs(int((number * denominator).p)) for number in numbers)
    return denominator if largest * (len(graph) + 1) < LARGEST else None


def _in_machine_integers(
    graph: Graph[Any], order: SettlingOrder, denominator: int, progress: Progress
) -> Values:
    import numpy as np

    numerators = array("q", bytes(8 * len(graph)))
    amounts = array("q", [int((number * denominator).p) for number in graph.amounts.numbers])
    values = Values(numerators, Shares(denominator))
    run, steps = bind(settle, True, graph.arrays, order, Numbers(amounts, array("q", [1]), numerators))
    run_loop(run, steps, order, _settler(graph, values, progress), progress)
    return Values.shares(np.frombuffer(numerators, "q"), denominator)


def _in_short_fractions(graph: Graph[Any], order: SettlingOrder, progress: Progress) -> Values:
    from saizen.solver.fraction_loop import fractions_of, settle_fractions

    pairs = Pairs(len(graph))
    values = Values(pairs, Ratios())
    numbers = views_of(fractions_of(graph, pairs))
    run = partial(settle_fractions, views_of(graph.arrays), views_of(order), numbers)
    run_loop(run, STEPS, order, _settler(graph, values, progress), progress)
    return values


def _settler(
    graph: Graph[Any], values: Any, progress: Progress, part: Callable[..., list[Any]] = solve_part
) -> Callable[[Sequence[int]], None]:
    """Return what settles a component that a loop does not; ``known`` reads and writes values by position."""

    def settle_component(component: Sequence[int]) -> None:
        members = array("i", sorted(component))
        if len(members) == 1 and members[0] not in graph.successors(members[0]):
            values[members[0]] = place_value(graph, members[0], values)
            return
        for member, value in zip(members, part(graph, members, values, progress), strict=True):
            values[member] = value

    return settle_component


def run_loop(
    run: Callable[[int, int], int],
    steps: int,
    order: SettlingOrder,
    solve_component: Callable[[Sequence[int]], None],
    progress: Progress = SILENT,
) -> None:
    """Run a loop over all positions in order, ``steps`` a call.

    ``run(begin, end)`` returns where it had to stop; the component that begins there is solved by itself.
    """
    count = len(order.sequence)
    done = reported = 0
    while done < count:
        end = min(count, done + steps)
        done = int(run(done, end))
        if done < end:
            close = done + 1
            while not order.last[close - 1]:
                close += 1
            solve_component(order.sequence[done:close])
            done = close
        if done - reported >= CHUNK or done == count:
            progress.advance(done - reported)
            reported = done
