"""Answers that no secret fits: where they break, and which single answer, told otherwise, would mend them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.size import Code, Reply, Size


@dataclass(frozen=True, slots=True)
class Repair:
    """One answer of a history, counted from 0, and what it could have been instead."""

    at: int
    answers: tuple[Reply, ...]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """``at`` is the answer, counted from 0, after which no secret is left; -1 if there was none before it."""

    at: int
    repairs: tuple[Repair, ...]


def contradiction(
    size: Size, history: Sequence[tuple[Code, Reply]], listed: Iterable[Code] | None = None
) -> Contradiction | None:
    """Find where a history breaks and every single change of an answer that mends it; None if it is possible.

    >>> both = (((1, 2, 3), Reply(3, 0)), ((1, 2, 4), Reply(3, 0)))
    >>> found = contradiction(Size(3, 4), both)
    >>> found.at, [(one.at, *map(str, one.answers)) for one in found.repairs]
    (1, [(0, '2A0B'), (1, '2A0B')])
    """
    given = None if listed is None else frozenset(listed)
    steps = range(len(history) + 1)
    broken = next((i for i in steps if not AbPosition.after(size, history[:i], given).patterns), None)
    if broken is None:
        return None
    repairs = []
    for at, (guess, _) in enumerate(history):
        rest = AbPosition.after(size, [*history[:at], *history[at + 1 :]], given)
        if others := sorted(rest.answers(guess)):  # what was answered is not among them: nothing fits it
            repairs.append(Repair(at, tuple(others)))
    return Contradiction(broken - 1, tuple(repairs))
