"""Checks of what follows a move: rewards, ends, lotteries, and the words for it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import fsum
from numbers import Rational
from types import MappingProxyType
from typing import Any

from saizen import notation
from saizen.check.findings import Findings
from saizen.game import DEALER, Chance, Decision, Move, Simultaneous, Step, Terminal, outcome_names

NEAR = 1e-9
"""How far from 1 the sum of probabilities may be where they are floats."""


def check_outcome(
    found: Findings,
    outcome: Any,
    position: Any,
    origin: str,
    moves: Mapping[int, Move] = MappingProxyType({}),
) -> None:
    """Check an outcome, and note the position it leads to."""
    while isinstance(outcome, Step):
        found.number(outcome.reward, position, f"the reward of {origin}")
        outcome = outcome.next
    match outcome:
        case Terminal(value):
            found.number(value, position, f"the end after {origin}")
        case Chance():
            check_chance(found, outcome, position, moves)
        case Decision() | Simultaneous():
            kind = type(outcome).__name__
            found.say("node as outcome", f"{origin} leads to a {kind}; give its position instead")
        case _:
            found.arrive(outcome, origin)


def check_chance(
    found: Findings, chance: Chance, position: Any, moves: Mapping[int, Move] = MappingProxyType({})
) -> None:
    """Check a lottery that moves have led to: its probabilities, its names, and all its outcomes."""
    name = found.name(position)
    try:
        outcomes = [(p, outcome) for p, outcome in chance.outcomes]
    except (TypeError, ValueError):
        found.say("lottery", f"{name}: the outcomes of a Chance are pairs (probability, outcome)")
        return
    if not all(found.number(p, position, "a probability") for p, _ in outcomes):
        return
    chances: list[Any] = [p for p, _ in outcomes]
    exact = all(isinstance(p, Rational) for p in chances)
    total = sum(chances, start=Fraction(0)) if exact else fsum(map(float, chances))
    if any(p < 0 for p in chances):
        found.say("negative", f"{name}: a negative probability")
    elif abs(total - 1) > (0 if exact else NEAR):
        found.say("sum", f"{name}: the probabilities sum to {total}, not to 1")
    called = _names(found, chance, len(outcomes), name)
    _check_names(found, called, outcomes, name)
    for i, (p, outcome) in enumerate(outcomes):
        if p:
            check_outcome(found, outcome, position, f"chance at {name}", moves)
            if called is not None:
                check_words(found, position, {**moves, DEALER: called[i]}, outcome)


def _names(found: Findings, chance: Chance, count: int, name: str) -> list[str] | None:
    """Return what the outcomes of a lottery are called; None where that cannot be told."""
    given: Any = chance.names
    if given is not None and (isinstance(given, str) or not isinstance(given, Sequence)):
        found.say("names", f"{name}: the names of a Chance are {given!r}: it must be a list of texts")
        return None
    if given is not None and len(given) != count:
        found.say("names", f"{name}: {len(given)} names for {count} outcomes")
        return None
    try:
        return outcome_names(found.game, chance)
    except (Exception, SystemExit):
        return None  # a text that fails is told where the position is checked


def _check_names(
    found: Findings, names: Sequence[str] | None, outcomes: Sequence[tuple[Any, Any]], name: str
) -> None:
    by_name: dict[str, Any] = {}
    for one, (_, outcome) in zip(names or (), outcomes, strict=False):
        if by_name.setdefault(one, outcome) != outcome:
            found.say("one name", f"two different outcomes have one name at {name}: {one!r}")


def check_words(found: Findings, position: Any, moves: Mapping[int, Move], outcome: Any) -> None:
    """Check that what happened can be told in words."""
    while isinstance(outcome, Step):
        outcome = outcome.next
    if outcome is None:
        return
    what = f"explain() fails at {found.name(position)}"
    words = found.tried("explain", what, lambda: found.game.explain(position, moves, outcome))
    if words is not None and not isinstance(words[0], str):
        found.say("explain", f"explain() returned {notation.short(repr(words[0]))}: it must be a text")
