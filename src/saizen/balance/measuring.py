"""The measures of any game that the generic solver takes."""

from collections.abc import Mapping, Sequence
from typing import Any

from saizen.balance import tally
from saizen.balance.measures import USUAL, Balance, Careless, Range, Side
from saizen.balance.walk import END, Branch, Mix, PlayerMoves, Spot, Walk, after_all_it_leads_to, par_of, walk
from saizen.errors import SaizenError
from saizen.game import MAX, MIN, Game, hides, names_of
from saizen.solution import Solution
from saizen.solver import solve
from saizen.work import SILENT, Progress

MOST_POSITIONS = 100_000
"""Positions that are measured by default."""
STATES_EACH = 5
"""The largest mean number of sums of rewards per position; beyond it chances are left out."""
AT_ONCE = 64
"""Moves that are counted in one pass."""
WIN, DRAW, LOSS, ENDED = range(4)


def measure(
    game: Game[Any],
    *,
    careless: Sequence[Careless] = USUAL,
    par: Any | None = None,
    exact: bool = True,
    max_positions: int = MOST_POSITIONS,
    progress: Progress = SILENT,
) -> Balance:
    """Solve a game and measure it.

    ``par`` is the result at which neither player is ahead, if the results do not show it.

    >>> from rock_paper_scissors import RockPaperScissors
    >>> found = measure(RockPaperScissors())
    >>> found.value, found.ahead, round(found.draw.low, 4), found.length.low
    (0, 'even', 0.3333, 1.0)
    """
    solution = solve(game, exact=exact, max_positions=max_positions, progress=progress)
    return measure_solution(solution, careless=careless, par=par, most=max_positions, progress=progress)


def measure_solution(
    solution: Solution[Any],
    *,
    careless: Sequence[Careless] = USUAL,
    par: Any | None = None,
    most: int = MOST_POSITIONS,
    progress: Progress = SILENT,
) -> Balance:
    """Measure a game that is solved: every position that can be reached is visited."""
    game = solution.game
    if hides(game):
        from saizen.balance.hidden import measure_hidden

        known: Any = solution
        return measure_hidden(known, careless=careless, par=par, most=most, progress=progress)
    endless = getattr(game, "endless", None)
    walked = walk(
        solution, all_optimal=solution.exact and endless is None, most=most, progress=progress
    )  # among moves of equal value some may lead round for ever, so there all mixtures are not equilibria
    notes = _notes(walked, solution, endless)
    par = par_of(walked, game) if par is None else par
    ends = _ends(walked, par, most, progress)
    play_ends = ends is None or bool(ends[0][ENDED] > 1 - 1e-9)
    lasts = 0.0
    if ends is None and par is not None:
        notes.append("Rewards add up in too many ways to compute how likely each player is to win.")
    if not play_ends:
        assert ends is not None
        lasts = float(1 - ends[0][ENDED])
        worth = ""
        if par is not None:
            worth = f" and counts as {('a win of max', 'a draw', 'a win of min')[_result(endless or 0, par)]}"
        notes.append(f"Play goes on for ever with probability {lasts:.4f}{worth}: no length is given.")
        for line in ends if endless is not None else ():
            line[_result(endless, par)] += 1 - line[ENDED]
    length, used = _lengths(walked, progress) if play_ends else (None, None)
    names = names_of(game)
    seats = [seat for seat in (MAX, MIN) if seat in walked.players or seat in names]
    right = _right(walked)
    payoffs = _careless(walked, careless, float(solution.value(game.start()) or 0), progress)
    won = ends is not None and par is not None
    sides = {
        str(names.get(seat, seat)): Side(
            Range(*(float(line[WIN if seat == MAX else LOSS]) for line in ends)) if won and ends else None,
            None if used is None else used[seat],
            right[seat],
            payoffs[seat],
            _opening(walked.spots[0].sides[seat]),
        )
        for seat in seats
    }
    first = walked.spots[0].choosers
    return Balance(
        positions=len(walked.positions),
        value=solution.value(game.start()),
        exact=solution.exact,
        par=par,
        draw=Range(*(float(line[DRAW]) for line in ends)) if won and ends else None,
        length=length,
        choices=sum(len(spot.sides[s].moves) > 1 for spot in walked.spots for s in spot.choosers),
        several=_several(walked, endless) if solution.exact else None,
        sides=sides,
        first=str(names.get(first[0], first[0])) if first else "",
        unique_opening=_unique_opening(walked, solution.exact, endless),
        notes=notes,
        endless=lasts,
    )


def _notes(walked: Walk, solution: Solution[Any], endless: Any) -> list[str]:
    notes = []
    if not walked.players:
        notes.append("Nobody has a choice: chance alone decides.")
    elif not any(p not in (0, 1) for spot in walked.spots for side in spot.sides for p in _mix(side)):
        mixed = any(len(spot.choosers) > 1 for spot in walked.spots)
        chance = any(len(cell) > 1 for spot in walked.spots for cell in spot.cells)
        if not mixed and not chance:
            notes.append("No chance and no hidden choice: best play comes to one result.")
    if not solution.exact:
        notes.append("Solved in floats: one equilibrium is measured; there may be others.")
    elif endless is not None:
        notes.append(
            "Play may go on for ever: one equilibrium is measured, all best moves being equally likely."
        )
    return notes


def _mix(side: PlayerMoves) -> Mix:
    """Return the probabilities that only a mixture would have: equal moves played alike are none."""
    return () if all(p in (0, 1) for corner in side.corners for p in corner) else side.played


def _corners(walked: Walk, seat: int) -> list[Sequence[Mix]]:
    return [spot.sides[seat].corners for spot in walked.spots]


def _ends(walked: Walk, par: Any | None, most: int, progress: Progress) -> list[Any] | None:
    """Return the least and the largest chances of a win, a draw, a loss, an end; None with too many sums.

    A state is a position with the rewards so far; only what optimal moves lead to is visited.
    """
    numbers: dict[tuple[int, Any], int] = {(0, 0): 0}
    waiting = [(0, 0)]
    cells: list[list[list[Branch]]] = []
    gains: list[list[float]] = []
    for at, before in waiting:
        spot = walked.spots[at]
        rows, columns = (side.support for side in spot.sides)
        branches = []
        for place, cell in enumerate(spot.cells):
            gain, going = [0.0] * 4, []
            if rows[place // len(columns)] and columns[place % len(columns)]:
                for chance, reward, child in cell:
                    total = before + reward
                    if child == END:
                        gain[_result(total, par)] += chance
                        gain[ENDED] += chance
                        continue
                    key = (child, total)
                    if key not in numbers:
                        numbers[key] = len(waiting)
                        waiting.append(key)
                    going.append((chance, reward, numbers[key]))
            branches.append(going)
            gains.append(gain)
        cells.append(branches)
        if len(waiting) > STATES_EACH * max(most, len(walked.spots)):
            return None
    order, recurs = after_all_it_leads_to([[c for cell in branches for *_, c in cell] for branches in cells])
    table = tally.states(cells, gains)
    mixes = [tally.strategies([walked.spots[at].sides[s].corners for at, _ in waiting]) for s in (MAX, MIN)]
    settings: dict[str, Any] = {"width": 4, "recurs": recurs, "progress": progress}
    return [tally.tally_of(table, mixes, order, sign=sign, **settings) + 0.0 for sign in (-1.0, 1.0)]


def _result(total: Any, par: Any | None) -> int:
    if par is None:
        return DRAW
    return DRAW if abs(total - par) < 1e-12 else WIN if total > par else LOSS


def _lengths(walked: Walk, progress: Progress) -> tuple[Range, dict[int, dict[str, Range]]]:
    """Return how many moves a game has, and how often each player makes each of them."""
    names = {seat: _labels(walked, seat) for seat in (MAX, MIN)}
    listed = [(seat, name) for seat in (MAX, MIN) for name in names[seat]]
    gains = [[float(bool(spot.choosers))] for spot in walked.spots for _ in spot.cells]
    table = tally.states([spot.cells for spot in walked.spots], gains)
    used: dict[int, dict[str, Range]] = {MAX: {}, MIN: {}}
    length = Range(0.0, 0.0)
    for begin in range(0, max(1, len(listed)), AT_ONCE):
        part = listed[begin : begin + AT_ONCE]
        places = {key: place for place, key in enumerate(part, 1)}
        mixes = []
        for seat in (MAX, MIN):
            sides = [spot.sides[seat] for spot in walked.spots]
            labels = [[places.get((seat, name), -1) for name in side.labels] or [-1] for side in sides]
            mixes.append(tally.strategies(_corners(walked, seat), labels))
        settings: dict[str, Any] = {"width": 1 + len(part), "recurs": walked.recurs, "progress": progress}
        low, high = (
            tally.tally_of(table, mixes, walked.order, sign=sign, **settings) for sign in (-1.0, 1.0)
        )
        length = Range(float(low[0]), float(high[0]))
        for (seat, name), place in places.items():
            used[seat][name] = Range(max(0.0, float(low[place])), float(high[place]))
    return length, used


def _labels(walked: Walk, seat: int) -> list[str]:
    return list(dict.fromkeys(name for spot in walked.spots for name in spot.sides[seat].labels))


def _right(walked: Walk) -> dict[int, dict[str, tuple[int, int, int]]]:
    """Count for each move where it is optimal, where it is one of several, and where it is forced."""
    counts: dict[int, dict[str, tuple[int, int, int]]] = {
        seat: dict.fromkeys(_labels(walked, seat), (0, 0, 0)) for seat in (MAX, MIN)
    }
    for spot in walked.spots:
        for seat in spot.choosers:
            side = spot.sides[seat]
            choice = len(side.moves) > 1
            for name, optimal in zip(side.labels, side.support, strict=True):
                right, chances, forced = counts[seat][name]
                counts[seat][name] = right + (choice and optimal), chances + choice, forced + (not choice)
    return counts


def _several(walked: Walk, endless: Any) -> int:
    sides = [spot.sides[seat] for spot in walked.spots for seat in spot.choosers]
    if endless is not None:
        return sum(sum(p > 0 for p in side.played) > 1 for side in sides)
    return sum(len(side.corners) > 1 for side in sides)


def _unique_opening(walked: Walk, exact: bool, endless: Any) -> bool | None:
    start: Spot = walked.spots[0]
    if not start.choosers or not exact:
        return None
    sides = [start.sides[seat] for seat in start.choosers]
    if endless is not None:
        return all(sum(p > 0 for p in side.played) == 1 for side in sides)
    return all(len(side.corners) == 1 for side in sides)


def _opening(side: PlayerMoves) -> dict[str, tuple[float, float]]:
    return {name: (p, value) for name, p, value in zip(side.labels, side.played, side.values, strict=False)}


def careless_mix(side: PlayerMoves, player: Careless) -> Mix:
    """Return how a careless player chooses.

    >>> side = PlayerMoves(("a", "b"), ("a", "b"), (1.0, 0.0), [(1.0, 0.0)], (0.0, 0.3), (1.0, 0.7))
    >>> careless_mix(side, Careless()), careless_mix(side, Careless(0.5))
    ((0.5, 0.5), (0.75, 0.25))
    >>> careless_mix(side, Careless(slack=0.1))
    (1.0, 0.0)
    """
    count = len(side.moves)
    if player.slack is not None:
        near = [cost <= player.slack + 1e-12 for cost in side.costs]
        return tuple(float(closeness) / sum(near) for closeness in near)
    return tuple(player.strength * p + (1 - player.strength) / count for p in side.played)


def _careless(
    walked: Walk, players: Sequence[Careless], value: float, progress: Progress
) -> Mapping[int, dict[str, tuple[float, float]]]:
    """Return for each seat what MAX gets when it plays carelessly against best play, and what that costs."""
    gains = [
        [
            sum(chance * float(reward) for chance, reward, _ in cell),
            sum(chance for chance, _, child in cell if child == END),
        ]
        for spot in walked.spots
        for cell in spot.cells
    ]
    table = tally.states([spot.cells for spot in walked.spots], gains)
    endless = getattr(walked.solution.game, "endless", None)
    best = [tally.strategies([[spot.sides[seat].played] for spot in walked.spots]) for seat in (MAX, MIN)]
    result: dict[int, dict[str, tuple[float, float]]] = {MAX: {}, MIN: {}}
    for seat in walked.players:
        for player in players:
            mixes = list(best)
            mixes[seat] = tally.strategies([[careless_mix(s.sides[seat], player)] for s in walked.spots])
            try:
                got = tally.tally_of(
                    table, mixes, walked.order, width=2, recurs=walked.recurs, progress=progress
                )
            except SaizenError:  # a careless player may go round at a cost for very long
                continue
            gets = float(got[0]) + float(endless or 0) * (1 - float(got[1]))
            result[seat][player.name] = gets, max(0.0, value - gets if seat == MAX else gets - value)
    return result
