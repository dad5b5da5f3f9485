"""Checks of ``canonical``: positions that are merged must be the same game, move by move and in value."""

from collections import Counter
from collections.abc import Hashable
from typing import Any

from saizen.check.findings import Findings
from saizen.game import Game
from saizen.solver import solve
from saizen.solver.reading import Rules
from saizen.solver.solution import GraphSolution
from saizen.work import SILENT, Progress

NEAR = 1e-9
CHUNK = 256


def check_symmetry(found: Findings, whole: GraphSolution[Any], progress: Progress = SILENT) -> None:
    """Compare every position with the one that stands for it, and the values with and without merging.

    ``whole`` is the game solved without merging.
    """
    game = found.game
    if type(game).canonical is Game.canonical:
        return
    progress.stage("checking symmetry", len(found.known))
    rules: Rules[Any] = Rules(game, exact=found.exact)
    for count, position in enumerate(found.known):
        _check_one(found, rules, position)
        if count % CHUNK == CHUNK - 1:
            progress.advance(CHUNK)
    if not found.problems:
        _check_values(found, whole, progress)


def _check_one(found: Findings, rules: Rules[Any], position: Any) -> None:
    game, name = found.game, found.name(position)
    first = found.tried("canonical", f"canonical() fails at {name}", lambda: game.canonical(position))
    if first is None:
        return
    stands = first[0]
    try:
        hash(stands)
    except TypeError:
        found.say("canonical", f"canonical() of {name} is {stands!r:.60}, which is not hashable")
        return
    again = found.tried(
        "canonical", f"canonical() fails at {found.name(stands)}", lambda: game.canonical(stands)
    )
    if again is not None and again[0] != stands:
        found.say(
            "canonical twice",
            f"canonical() of {name} is {found.name(stands)}, and of that it is {found.name(again[0])}: "
            "one position must stand for all that are the same",
        )
        return
    what = f"look() fails at {found.name(stands)}, which canonical() of {name} is"
    both = found.tried("canonical", what, lambda: (_followers(rules, position), _followers(rules, stands)))
    if both is not None and both[0][0] != both[0][1]:
        found.say(
            "canonical moves",
            f"canonical() of {name} is {found.name(stands)}, where the moves lead elsewhere: merge only "
            "positions that are the same up to symmetry",
        )


def _followers(rules: Rules[Any], position: Any) -> tuple[Any, Counter[Hashable]]:
    """Return who chooses at a position and what follows, merged positions taken as one."""
    spread = rules.spread(rules.look(position), position)
    flat = (rules.flat(outcome, position) for outcome in spread.outcomes)
    shape = None if spread.column_moves is None else (len(spread.moves), len(spread.column_moves))
    who = (spread.player, shape)
    return who, Counter((reward, frozenset(branches.items()), ends) for reward, branches, ends in flat)


def _check_values(found: Findings, whole: GraphSolution[Any], progress: Progress) -> None:
    """Solve the game with merging; every position must be worth the same as without."""
    merged = solve(found.game, exact=found.exact, progress=progress)
    for position in whole.positions:
        one, other = merged.value(position), whole.value(position)
        if abs(one - other) > (0 if found.exact else NEAR):
            found.say(
                "canonical value",
                f"{found.name(position)} is worth {other}, and {one} when canonical() merges positions",
            )
            return
