"""Stored values recomputed from those that follow: what a checksum cannot know.

A checksum tells damage, not lies: whoever forges a table can write the right checksum beside it. So random
games are played over the rules, and at every position on the way the stored value is compared with what the
values of the next positions make of it. The games are other ones each time, so that no forger knows them.
"""

import random
from typing import Any, NamedTuple

from saizen.errors import Cancelled, SaizenError, TableError
from saizen.game import (
    MAX,
    Chance,
    Decision,
    Game,
    Simultaneous,
    Terminal,
    legal_moves,
    listed_moves,
    name_of,
)
from saizen.games import GAMES, load
from saizen.games.own import Settings
from saizen.matrix import solve_matrix
from saizen.outcomes import expectation, paid
from saizen.solution import Solution
from saizen.solver.stored_solution import open_solution
from saizen.store import Store, TableName
from saizen.work import SILENT, Progress

PLAYS = 200
"""Random games of one check."""
LONGEST = 500
"""Positions of one game, which may have no end."""
RARE = 50
"""The odds of meeting a wrong value, for which the report states the chance to find it."""
NEAR = 1e-9
"""How far floats may be off, relative to their size."""


class DeepCheck(NamedTuple):
    """How many random games were played, and how many positions on their way were recomputed."""

    games: int
    positions: int

    @property
    def sentence(self) -> str:
        """Say what was done, and what would have been found.

        >>> DeepCheck(200, 1000).sentence[-67:]
        'a wrong value that one random game in 50 meets is found with 98.2 %'
        """
        chance = 100 * (1 - (1 - 1 / RARE) ** self.games)
        return (
            f"{self.positions:,} positions of {self.games} random games recomputed from what follows; "
            f"a wrong value that one random game in {RARE} meets is found with {chance:.1f} %"
        )


def deep_check(name: TableName, store: Store, progress: Progress = SILENT) -> DeepCheck:
    """Recompute positions of a stored table; `TableError` names one whose value does not fit."""
    solution = _solution_of(name, store, progress)
    dice, looked = random.Random(), set()  # not seeded: nobody knows what is looked at
    progress.stage(f"recomputing positions of {name}", PLAYS)
    for _ in range(PLAYS):
        position: Any = solution.game.start()
        for _ in range(LONGEST):
            progress.advance(0)
            if position not in looked:
                looked.add(position)
                check_position(solution, position)
            after = _random_outcome(solution.game, position, dice)
            if isinstance(after, Terminal):
                break
            position = after
        progress.advance()
    return DeepCheck(PLAYS, len(looked))


def check_position(solution: Solution[Any], position: Any) -> None:
    """Compare the value of a position with those that follow; `TableError` if it is another."""
    try:
        value, right = solution.value(position), value_from_next(solution, position)
    except (Cancelled, TableError):
        raise
    except SaizenError as error:
        raise TableError(str(error)) from error
    bounds = None if solution.exact else solution.interval(position)
    width = 0 if bounds is None else bounds[1] - bounds[0]
    if value != right if solution.exact else abs(value - right) > width + NEAR * (1 + abs(right)):
        written = f"the stored value is {value}, and what follows makes it {right}"
        raise TableError(f"position {name_of(solution.game, position)}: {written}")


def value_from_next(solution: Solution[Any], position: Any) -> Any:
    """Return what a position is worth when the positions that follow are worth what the solution says."""
    match solution.game.look(position):
        case Decision(player, options):
            worth = [expectation(outcome, solution.value) for outcome in options.values()]
            return max(worth) if player == MAX else min(worth)
        case Simultaneous(row_moves, column_moves, outcome):
            columns = listed_moves(column_moves)
            rows = [
                [expectation(outcome(row, column), solution.value) for column in columns]
                for row in listed_moves(row_moves)
            ]
            return solve_matrix(rows, exact=solution.exact).value
        case node:
            return expectation(node, solution.value)


def _random_outcome(game: Game[Any], position: Any, dice: random.Random) -> Any:
    """Return what a random choice of everybody leads to: a position, or an end."""
    match game.look(position):
        case Decision(_, options) as node:
            after = options[dice.choice(list(legal_moves(node)))]
        case Simultaneous(row_moves, column_moves, outcome):
            after = outcome(dice.choice(listed_moves(row_moves)), dice.choice(listed_moves(column_moves)))
        case node:
            after = node
    while isinstance(after := paid(after)[1], Chance):
        after = dice.choice([following for p, following in after.outcomes if p])
    return after


def _solution_of(name: TableName, store: Store, progress: Progress) -> Solution[Any]:
    """Return the solution whose values a table holds; `SaizenError` where its rules are not to be found."""
    _, meta = store.load(name)
    if name.game == "own":
        return _own_solution(name, meta, store)
    entry = GAMES.get(name.game)
    solution = None
    if entry is not None and entry.stored is not None:
        solution = entry.solve(
            entry.make(entry.stored(name.rules)), entry.solver(), store=store, progress=progress
        )
    if solution is None:
        raise SaizenError(f"tables of {name.game} are not values of positions alone; nothing was recomputed")
    return solution


def _own_solution(name: TableName, meta: Any, store: Store) -> Solution[Any]:
    if "done" in meta:
        raise SaizenError("its strategies are proved again when they are opened; nothing was recomputed")
    if "settings" not in meta:
        raise SaizenError("it does not say of which settings it is; nothing was recomputed")
    entry = load(meta["of"])
    game = entry.make(Settings(set=tuple(meta["settings"])))
    if entry.solutions.table_name(game, meta["exact"]) != name:
        raise SaizenError(f"the rules of {meta['of']} have changed since")
    solution = open_solution(game, name, store, exact=meta["exact"])
    if solution is None:
        raise SaizenError(f"a file that the rules of {meta['of']} read has changed since")
    return solution
