"""Checks of ``canonical``: positions that are merged must be the same game, move by move and in value."""

from collections import Counter
from collections.abc import Hashable
from functools import cache
from typing import Any

from saizen.check.findings import Findings
from saizen.exact import hashable
from saizen.game import Game
from saizen.solver import solve
from saizen.solver.reading import RulesReader
from saizen.solver.solution import GraphSolution
from saizen.work import SILENT, Progress

NEAR = 1e-9
CHUNK = 256
Followers = tuple[Any, Counter[Hashable]]


def check_symmetry(findings: Findings, whole: GraphSolution[Any], progress: Progress = SILENT) -> None:
    """Compare every position with the one that stands for it, and the values with and without merging.

    ``whole`` is the game solved without merging.
    """
    game = findings.game
    if type(game).canonical is Game.canonical:
        return
    progress.stage("checking symmetry", len(findings.positions))
    rules: RulesReader[Any] = RulesReader(game, exact=findings.exact)
    rules.canonical = cache(game.canonical)  # most positions follow several others
    standing: dict[Any, Followers | None] = {}
    for count, position in enumerate(findings.positions):
        _check_one(findings, rules, position, standing)
        if count % CHUNK == CHUNK - 1:
            progress.advance(CHUNK)
    if not findings.problems:
        _check_values(findings, whole, progress)


def _check_one(
    findings: Findings, rules: RulesReader[Any], position: Any, standing: dict[Any, Followers | None]
) -> None:
    """Compare a position with the one that stands for it; ``standing`` has what follows those so far."""
    game, name = findings.game, findings.name(position)
    first = findings.tried("canonical", f"canonical() fails at {name}", lambda: game.canonical(position))
    if first is None:
        return
    stands = first[0]
    try:
        hash(stands)
    except TypeError:
        findings.say("canonical", f"canonical() of {name} is {stands!r:.60}, which is not hashable")
        return
    if stands not in standing:
        standing[stands] = _check_standing(findings, rules, stands, name)
    theirs = standing[stands]
    if theirs is None:
        return
    what = f"look() fails at {name}"
    mine = findings.tried("canonical", what, lambda: _followers(rules, position))
    if mine is not None and mine[0] != theirs:
        findings.say(
            "canonical moves",
            f"canonical() of {name} is {findings.name(stands)}, where the moves lead elsewhere: merge only "
            "positions that are the same up to symmetry",
        )


def _check_standing(findings: Findings, rules: RulesReader[Any], stands: Any, name: str) -> Followers | None:
    """Check a position that stands for one of some name; return what follows it, None where it is wrong."""
    itself, game = findings.name(stands), findings.game
    again = findings.tried("canonical", f"canonical() fails at {itself}", lambda: game.canonical(stands))
    if again is not None and again[0] != stands:
        findings.say(
            "canonical twice",
            f"canonical() of {name} is {itself}, and of that it is {findings.name(again[0])}: "
            "one position must stand for all that are the same",
        )
        return None
    what = f"look() fails at {itself}, which canonical() of {name} is"
    followers = findings.tried("canonical", what, lambda: _followers(rules, stands))
    return None if followers is None else followers[0]


def _followers(rules: RulesReader[Any], position: Any) -> Followers:
    """Return who chooses at a position and what follows, merged positions taken as one."""
    spread = rules.spread(rules.look(position), position)
    flat = (rules.flat(outcome, position) for outcome in spread.outcomes)
    shape = None if spread.column_moves is None else (len(spread.moves), len(spread.column_moves))
    who = (spread.player, shape)
    return who, Counter(
        (hashable(reward), frozenset((child, hashable(p)) for child, p in branches.items()), ends)
        for reward, branches, ends in flat
    )


def _check_values(findings: Findings, whole: GraphSolution[Any], progress: Progress) -> None:
    """Solve the game with merging; every position must be worth the same as without."""
    merged = solve(findings.game, exact=findings.exact, progress=progress)
    for position in whole.positions:
        alone, other = merged.value(position), whole.value(position)
        if abs(alone - other) > (0 if findings.exact else NEAR):
            findings.say(
                "canonical value",
                f"{findings.name(position)} is worth {other}, and {alone} when canonical() merges positions",
            )
            return
