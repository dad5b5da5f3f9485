"""Claims about values: an expression over one deal, checked on many deals at once.

Names in an expression:

================  ==================================================================================
``V0``, ``V1``    what Left takes when Right leads, when Left leads
``V``, ``lead``   what Left takes, for either leader; 1 when Left leads, else 0
``n``, ``k``      cards a hand, score cards
``p``, ``q``      score cards in Left's hand, in Right's
``more``          change of V when one more card counts (the next weaker one; the next stronger for bottom)
``swap(KIND)``    change of V when two neighbouring cards of Left and Right are exchanged: KIND ``score``
                  (both count, Left gets the stronger), ``nonscore`` (neither counts, Left gets the
                  weaker), ``border`` (Left gets the score card for one that does not count) or
                  ``stronger`` (any two, Left gets the stronger)
``a(i)``, ``b(i)``  number of the i-th strongest card of Left, of Right (0 if there is none)
``low_right``     the weakest score card is Right's
``below``         every card of Left's that does not count is weaker than every such card of Right's
``paper``         both: the hands of the thesis' section 5.1
================  ==================================================================================

``V``, ``lead``, ``more`` and ``swap`` speak of every leader, ``swap`` of every such pair of cards.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from saizen.errors import SaizenError
from saizen.games.tricks.claims.batch import DealBatch
from saizen.games.tricks.claims.language import FUNCTIONS, DivisionByZero, Node, evaluate, parse
from saizen.games.tricks.rules import LEFT, RIGHT

PLAIN = ("V0", "V1", "V", "lead", "n", "k", "p", "q", "more", "low_right", "below", "paper")
BY_LEAD = ("V", "lead", "more", "swap")
SWAPS = ("score", "nonscore", "border", "stronger")
INFINITY = 2**62
BOUNDS = {
    "<=": (-INFINITY, 0),
    "<": (-INFINITY, -1),
    "==": (0, 0),
    ">=": (0, INFINITY),
    ">": (1, INFINITY),
}
"""The bounds of a comparison on its left side minus its right side."""


@dataclass(frozen=True)
class Case:
    """The meaning of a claim for each deal of a batch: ``low <= measure <= high`` wherever it applies.

    The arrays have a row a deal; further axes are cells (i, j) of a matrix.
    """

    applies: Any
    measure: Any
    low: int
    high: int
    lead: int | None = None
    swap: int | None = None


@dataclass(frozen=True)
class Claim:
    """A statement about all deals; ``text`` is an expression, or words where ``cases`` is its own code."""

    name: str
    text: str
    cases: Callable[[DealBatch], Iterator[Case]]
    condition: str = ""
    measured: bool = True
    """Whether the measure has a meaning of its own, so that bounds can be called tight."""
    bounds: tuple[int, int] | None = None
    """The bounds of an expression on its measure; other claims have bounds case by case."""


def expression_claim(text: str, condition: str = "", name: str = "") -> Claim:
    """Make a claim from an expression and a condition on hands.

    >>> expression_claim("V0 - V1 in 0..2", "paper").text
    'V0 - V1 in 0..2'
    """
    node = checked_names(parse(text), text)
    kinds = {str(part.parts[0].word) for part in node.walk() if part.word == "swap"}
    if len(kinds) > 1:
        raise SaizenError(f"{text!r}: one kind of swap at a time")
    measure, low, high = _measure(node)
    by_lead = any(part.word in BY_LEAD for part in node.walk())
    kind = next(iter(kinds), None)

    def cases(batch: DealBatch) -> Iterator[Case]:
        for lead in (0, 1) if by_lead else (None,):
            for place in range(2 * batch.n - 1) if kind else (None,):
                applies: Any = np.ones(len(batch.words), bool)
                change: Any = 0
                if kind is not None and place is not None:
                    assert lead is not None
                    applies, words = batch.swap(place, kind)
                    change = np.zeros(len(applies), np.int64)
                    if applies.any():
                        scores = batch.scores[applies]
                        change[applies] = (
                            batch.value(lead, words[applies], scores) - batch.values[lead][applies]
                        )
                measured = _evaluated(measure, text, batch, lead, change, applies)
                shape = (len(batch.words),)
                yield Case(applies, np.broadcast_to(measured, shape).astype(np.int64), low, high, lead, place)

    measured = measure is not node
    return Claim(name or text, text, cases, checked_condition(condition), measured, (low, high))


def condition_holds(condition: str, batch: DealBatch) -> Any:
    """Return for each deal whether a condition on hands holds."""
    if not condition:
        return np.ones(len(batch.words), bool)
    everywhere = np.ones(len(batch.words), bool)
    holds = _evaluated(parse(condition), condition, batch, None, 0, everywhere)
    return np.broadcast_to(holds, everywhere.shape) != 0


def _evaluated(node: Node, text: str, batch: DealBatch, lead: int | None, change: Any, where: Any) -> Any:
    """Compute an expression for the marked deals; if it cannot be computed say for which of them."""
    try:
        return evaluate(node, _looker(batch, lead, change), where)
    except DivisionByZero as error:
        deal = batch.letters(batch.first(np.broadcast_to(error.where, where.shape)))
        shown = deal if lead is None else f"{deal} lead={LEFT if lead else RIGHT}"
        raise SaizenError(
            f"{text!r} divides by zero at {shown}; say where it is meant, as in 'k != 0 => n // k <= 9'"
        ) from None


def checked_condition(text: str) -> str:
    """Return a condition if it can be asked of a hand alone."""
    if text:
        node = checked_names(parse(text), text)
        wrong = [part.word for part in node.walk() if part.word in BY_LEAD]
        if wrong:
            raise SaizenError(f"condition {text!r}: {wrong[0]!r} depends on who leads; use V0 or V1")
    return text


def checked_names(node: Node, text: str) -> Node:
    """Return the expression if every name in it is known."""
    inside = {id(part.parts[0]) for part in node.walk() if part.word == "swap" and part.parts}
    for part in node.walk():
        if part.kind == "name" and id(part) not in inside and part.word not in PLAIN:
            raise SaizenError(
                f"{text!r}: {part.word!r} is not a name; the names are {', '.join(PLAIN)}, and "
                "'saizen explore tricks' lists the named claims"
            )
        if part.kind == "call":
            if part.word not in ("swap", "a", "b", *FUNCTIONS):
                raise SaizenError(
                    f"{text!r}: {part.word!r} is not a function; there are swap, a, b, abs, min, max"
                )
            if part.word in ("swap", "a", "b", "abs") and len(part.parts) != 1:
                raise SaizenError(f"{text!r}: {part.word} takes one argument")
            if part.word == "swap" and part.parts[0].word not in SWAPS:
                raise SaizenError(f"{text!r}: swap takes one of {', '.join(SWAPS)}")
    return node


def _measure(node: Node) -> tuple[Node, int, int]:
    """Return the quantity a claim bounds and the bounds; a claim of another form is measured 1 or 0."""
    constants = [_constant(part) for part in node.parts]
    if node.kind == "range" and constants[1] is not None and constants[2] is not None:
        return node.parts[0], constants[1], constants[2]
    if node.kind != "compare":
        return node, 1, 1
    if node.operators == ("<=", "<=") and constants[0] is not None and constants[2] is not None:
        return node.parts[1], constants[0], constants[2]
    if len(node.parts) == 2 and node.operators[0] != "!=":
        alone = constants[1] is not None
        shift = constants[1] or 0
        low, high = BOUNDS[node.operators[0]]
        measured = node.parts[0] if alone else Node("-", parts=node.parts)
        return measured, low + shift if low > -INFINITY else low, high + shift if high < INFINITY else high
    return node, 1, 1


def _constant(node: Node) -> int | None:
    if node.kind == "number":
        return int(node.word)
    if node.kind == "negate":
        value = _constant(node.parts[0])
        return None if value is None else -value
    return None


def _looker(batch: DealBatch, lead: int | None, change: Any) -> Callable[[str, tuple[Node, ...], Any], Any]:
    """Return the function that finds the value of a name in these deals."""

    def look(name: str, arguments: tuple[Node, ...], where: Any) -> Any:
        if name in ("V0", "V1"):
            return batch.values[int(name[1])]
        if name == "swap":
            return change
        if name in ("a", "b"):
            return _card(batch, name, evaluate(arguments[0], look, where))
        quantity: Any = NAMES[name](batch, lead)
        return quantity

    return look


def _card(batch: DealBatch, owner: str, number: Any) -> Any:
    """Return the number of each deal's card; 0 where there is none."""
    places = batch.places[0 if owner == "a" else 1]
    ordinal = np.broadcast_to(number, (len(batch.words),)).astype(np.int64)
    there = (ordinal >= 1) & (ordinal <= batch.n)
    rank_place = np.take_along_axis(places, np.where(there, ordinal - 1, 0)[:, None], axis=1)[:, 0]
    return np.where(there, 2 * batch.n - rank_place, 0)


def low_right(batch: DealBatch) -> Any:
    """Return where the weakest score card is Right's; there is one."""
    if batch.k == 0:
        return np.zeros(len(batch.words), bool)
    lowest = batch.scores.copy()
    for shift in (1, 2, 4, 8, 16):
        lowest |= lowest >> np.uint64(shift)
    weakest = lowest ^ (lowest >> np.uint64(1))  # the last set bit counts from the strongest card
    return (weakest & batch.words) == 0


def below(batch: DealBatch) -> Any:
    """Return where each non-score card of Left's is weaker than each of Right's."""
    left = batch.words & ~batch.scores
    right = ~batch.words & ~batch.scores & np.uint64((1 << (2 * batch.n)) - 1)
    strongest_left = left & (~left + np.uint64(1))
    return (left == 0) | ((right & ~(strongest_left - np.uint64(1))) == 0)


NAMES: dict[str, Callable[[DealBatch, int | None], Any]] = {
    "n": lambda batch, lead: batch.n,
    "k": lambda batch, lead: batch.k,
    "p": lambda batch, lead: batch.left_score,
    "q": lambda batch, lead: batch.k - batch.left_score,
    "lead": lambda batch, lead: lead,
    "V": lambda batch, lead: batch.values[lead or 0],
    "more": lambda batch, lead: batch.more(lead or 0),
    "low_right": lambda batch, lead: low_right(batch),
    "below": lambda batch, lead: below(batch),
    "paper": lambda batch, lead: low_right(batch) & below(batch),
}
