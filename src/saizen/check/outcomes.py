"""Checks of the outcomes of a move: rewards, ends, random events, and their words."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import fsum
from numbers import Rational
from types import MappingProxyType
from typing import Any

from saizen import notation
from saizen.check.findings import Findings
from saizen.game import DEALER, Chance, Decision, Move, Simultaneous, Terminal, outcome_names
from saizen.outcomes import paid

NEAR = 1e-9
"""The largest distance from 1 of a sum of float probabilities."""


def check_outcome(
    findings: Findings,
    outcome: Any,
    position: Any,
    origin: str,
    moves: Mapping[int, Move] = MappingProxyType({}),
) -> None:
    """Check an outcome, and note the position it leads to."""
    rewards, outcome = paid(outcome)
    for reward in rewards:
        findings.number(reward, position, f"the reward of {origin}")
    match outcome:
        case Terminal(value):
            findings.number(value, position, f"the end after {origin}")
        case Chance():
            check_chance(findings, outcome, position, moves)
        case Decision() | Simultaneous():
            kind = type(outcome).__name__
            findings.say("node as outcome", f"{origin} leads to a {kind}; give its position instead")
        case _:
            findings.arrive(outcome, origin)


def check_chance(
    findings: Findings, chance: Chance, position: Any, moves: Mapping[int, Move] = MappingProxyType({})
) -> None:
    """Check a lottery that moves have led to: its probabilities, its names, and all its outcomes."""
    name = findings.name(position)
    try:
        outcomes = [(p, outcome) for p, outcome in chance.outcomes]
    except (TypeError, ValueError):
        findings.say("lottery", f"{name}: the outcomes of a Chance are pairs (probability, outcome)")
        return
    if not all(findings.number(p, position, "a probability") for p, _ in outcomes):
        return
    chances: list[Any] = [p for p, _ in outcomes]
    exact = all(isinstance(p, Rational) for p in chances)
    total = sum(chances, start=Fraction(0)) if exact else fsum(map(float, chances))
    if any(p < 0 for p in chances):
        findings.say("negative", f"{name}: a negative probability")
    elif abs(total - 1) > (0 if exact else NEAR):
        findings.say("sum", f"{name}: the probabilities sum to {total}, not to 1")
    called = _names(findings, chance, len(outcomes), name)
    _check_names(findings, called, outcomes, name)
    for i, (p, outcome) in enumerate(outcomes):
        if p:
            check_outcome(findings, outcome, position, f"chance at {name}", moves)
            if called is not None:
                check_words(findings, position, {**moves, DEALER: called[i]}, outcome)


def _names(findings: Findings, chance: Chance, count: int, name: str) -> list[str] | None:
    """Return the names of the outcomes of a random event; None if they are not names."""
    names: Any = chance.names
    if names is not None and (isinstance(names, str) or not isinstance(names, Sequence)):
        findings.say("names", f"{name}: the names of a Chance are {names!r}: it must be a list of texts")
        return None
    if names is not None and len(names) != count:
        findings.say("names", f"{name}: {len(names)} names for {count} outcomes")
        return None
    try:
        return outcome_names(findings.game, chance)
    except (Exception, SystemExit):
        return None  # a text that fails is told where the position is checked


def _check_names(
    findings: Findings, names: Sequence[str] | None, outcomes: Sequence[tuple[Any, Any]], name: str
) -> None:
    by_name: dict[str, Any] = {}
    for name_of_one, (_, outcome) in zip(names or (), outcomes, strict=False):
        if by_name.setdefault(name_of_one, outcome) != outcome:
            findings.say("one name", f"two different outcomes have one name at {name}: {name_of_one!r}")


def check_words(findings: Findings, position: Any, moves: Mapping[int, Move], outcome: Any) -> None:
    """Check that ``explain`` describes what happened in words."""
    _, outcome = paid(outcome)
    if outcome is None:
        return
    what = f"explain() fails at {findings.name(position)}"
    words = findings.tried("explain", what, lambda: findings.game.explain(position, moves, outcome))
    if words is not None and not isinstance(words[0], str):
        findings.say("explain", f"explain() returned {notation.short(repr(words[0]))}: it must be a text")
