"""The generic exact solver: rules in, the value of every reachable position out."""

import sys
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

from saizen.game import MAX, MIN, Game, P
from saizen.solver.explore import explore
from saizen.solver.graph import BOTH, Graph
from saizen.solver.passes import CHUNK, COMPILED_FROM, STEPS, order, settle, twin, views_of
from saizen.solver.recur import solve_part
from saizen.solver.solution import GraphSolution, place_value
from saizen.solver.unseen import bound_part, has_unseen_cycles
from saizen.solver.values import Pairs, Ratios, Shares, Values, common_denominator
from saizen.work import SILENT, Progress

GAME = 4
"""So many positions where one player chooses take as long as one where both do."""
IMPORTED_FROM = 60_000
"""So many positions in rationals take as long as importing Numba."""
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
) -> GraphSolution[P]:
    """Solve a game from its start: retrograde analysis over every reachable position.

    Positions that recur are solved by policy iteration (see `saizen.solver.recur`). Cost grows with the
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


def components(graph: Graph[Any], progress: Progress = SILENT) -> tuple[Any, Any]:
    """Return the positions, each component after all it leads to, and a mark at the end of each component."""
    count = len(graph)
    work = [array("i", bytes(4 * count)) for _ in range(3)]  # index, low, waiting
    path, branch_at, sequence = (array("i", bytes(4 * count)) for _ in range(3))
    move_at, last = array("q", bytes(8 * count)), array("b", bytes(count))
    index, low, waiting = work
    index[0] = low[0] = 1
    state = array("q", [1, 1, 0, 1])
    arrays: tuple[Any, ...] = (graph.first, graph.targets, graph.spans, graph.branches)
    arrays += (index, low, waiting, path, move_at, branch_at, sequence, last, state)
    run = twin(order, count)
    views, steps = (list(arrays), CHUNK) if run is order else (views_of(arrays), STEPS)
    while state[3]:
        run(*views, steps)
        progress.advance(0)
    return sequence, last


def values_of(graph: Graph[Any], progress: Progress = SILENT) -> tuple[Values, tuple[Values, Values] | None]:
    """Return the value of every position, from the end backwards; bounds where only an interval is known."""
    progress.stage("solving positions", len(graph))
    sequence, last = components(graph, progress)
    denominator = _machine_denominator(graph)
    if denominator is not None:
        return _in_machine_integers(graph, sequence, last, denominator, progress), None
    if graph.packed and graph.exact:
        graph.widen()  # long numbers: the loops below are for machine integers or plain
    if not graph.exact and has_unseen_cycles(graph, sequence, last):
        low, high = (_bounds(graph, sequence, last, player, progress) for player in (MAX, MIN))
        middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
        return Values.of(middle, exact=False), (low, high)
    if _in_short_fractions(graph):
        from saizen.solver.fractions import numbers_of, settle_fractions

        pairs = Pairs(len(graph))
        found = Values(pairs, Ratios())
        _run(graph, sequence, last, numbers_of(graph, pairs), found, progress, settle_fractions)
        return found, None
    large = twin(settle, len(graph)) is not settle
    amounts: Any = graph.amounts.numbers
    chances: Any = graph.chances.numbers
    values: Any = [None] * len(graph)
    if large:
        values = Values(Pairs(len(graph)), Ratios()) if graph.exact else array("d", bytes(8 * len(graph)))
    if not graph.exact:
        amounts, chances = array("d", amounts), array("d", chances)
    run = settle if graph.exact else twin(settle, len(graph))
    _run(graph, sequence, last, [amounts, chances, values], values, progress, run)
    return values if isinstance(values, Values) else Values.of(values, exact=graph.exact), None


def _bounds(graph: Graph[Any], sequence: Any, last: Any, player: int, progress: Progress) -> Values:
    """Return what a player can make sure of at every position, in floats."""

    def part(graph: Graph[Any], members: "array[int]", known: Sequence[Any], progress: Progress) -> list[Any]:
        if any(graph.columns(at) for at in members):
            return bound_part(graph, members, known, player, progress)
        return solve_part(graph, members, known, progress)

    values: list[Any] = [None] * len(graph)
    amounts, chances = graph.amounts.numbers, graph.chances.numbers
    _run(graph, sequence, last, [amounts, chances, values], values, progress, settle, part)
    return Values.of(values, exact=False)


def _machine_denominator(graph: Graph[Any]) -> int | None:
    """Return the denominator over which all values are machine integers; None where they may not be.

    Below the number of positions from which compiling pays, rationals take no longer.
    """
    if not graph.exact or twin(settle, len(graph)) is settle or not graph.certain:
        return None
    endless = graph.endless
    numbers = [*graph.amounts.numbers, *([] if endless is None else [endless])]
    denominator = common_denominator(numbers)
    largest = max(abs(int((number * denominator).p)) for number in numbers)
    return denominator if largest * (len(graph) + 1) < LARGEST else None


def _in_short_fractions(graph: Graph[Any]) -> bool:
    """Tell whether the loop in fractions is worth compiling."""
    work = len(graph) + GAME * sum(kind > BOTH for kind in graph.kinds)
    if not graph.exact or work < (COMPILED_FROM if "numba" in sys.modules else IMPORTED_FROM):
        return False
    from saizen.solver.fractions import THRIFT

    return THRIFT.pays(work)


def _in_machine_integers(
    graph: Graph[Any], sequence: Any, last: Any, denominator: int, progress: Progress
) -> Values:
    import numpy as np

    numerators = array("q", bytes(8 * len(graph)))
    amounts = array("q", [int((number * denominator).p) for number in graph.amounts.numbers])
    known = Values(numerators, Shares(denominator))
    numbers = [amounts, array("q", [1]), numerators]
    _run(graph, sequence, last, numbers, known, progress, twin(settle, len(graph)))
    return Values.shares(np.frombuffer(numerators, "q"), denominator)


def _run(
    graph: Graph[Any],
    sequence: Any,
    last: Any,
    numbers: list[Any],
    known: Any,
    progress: Progress,
    run: Callable[..., Any],
    part: Callable[..., list[Any]] = solve_part,
) -> None:
    """Settle position after position; where both choose or positions recur, they are solved one by one.

    ``run`` is the loop, with ``numbers`` as its last arrays; ``known`` reads and writes the values
    among them as numbers of the graph.
    """
    count = len(graph)
    arrays: list[Any] = [sequence, last, graph.kinds, graph.first, graph.targets, graph.rewards, graph.spans]
    arrays += [graph.branches, graph.weights, *numbers]
    views = arrays if run is settle else views_of(arrays)
    steps = CHUNK if run is settle else STEPS
    done = told = 0
    while done < count:
        end = min(count, done + steps)
        done = int(run(*views, done, end))
        if done < end:
            at = sequence[done]
            close = done + 1
            while not last[close - 1]:
                close += 1
            members = array("i", sorted(sequence[done:close]))
            if close == done + 1 and at not in graph.successors(at):
                found = [place_value(graph, at, known)]
            else:
                found = part(graph, members, known, progress)
            for member, value in zip(members, found, strict=True):
                known[member] = value
            done = close
        if done - told >= CHUNK or done == count:
            progress.advance(done - told)
            told = done
