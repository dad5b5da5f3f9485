"""The styles of a player: a handful of numbers, and the styles that have a name."""

from typing import Literal, NamedTuple

from saizen.errors import SaizenError

StyleName = Literal["literal", "paper", "swift", "best", "deep"]
EVERY = 1 << 20
"""More than there can be of anything."""
MOST_LABELLINGS = 5000
EXACT_FROM = 8
"""Cards left in the deck from which on ``deep`` plays exactly, where that does not take too long."""
FORMULA, SINGLES, APART = 0, 1, 2
"""How a labelling is valued: formula (4); the product of single foundations; formula (4) over parts from
which the other foundations' cards are taken away before the order is taken."""


class Style(NamedTuple):
    """The numbers that kernels read; see `labellings`, `valuation` and `player` for their use."""

    labellings: int = 50
    """How many labellings are stored from turn to turn."""
    lasts: int = 0
    """1: the last deck cards of the four foundations are tested for having a chance together."""
    nodes: int = 0
    """How many positions are searched for the value of a pair that the table lacks; 0 takes it as lost."""
    climbs: int = 0
    """How many labellings of each choice are improved by local search."""
    renewed: int = 0
    """How many labellings of the choice that was made are improved by local search."""
    look: int = 0
    """How many choices, the best first, are valued by looking one draw further."""
    carried: int = 0
    """How many labellings are carried into that draw."""
    look_climbs: int = 0
    """How many labellings of each choice after that draw are improved."""
    counted: int = 1
    """How many labellings of each choice count: a choice with several good ones keeps more ways open."""
    estimate: int = FORMULA
    """How a labelling is valued."""
    independent: int = 0
    """1: those that count are taken as independent, worth 1 - product of (1 - value)."""
    exact: int = 0
    """With at most so many cards left the end is played exactly; 0: never."""


def style_of(name: StyleName, labellings: int | None = None, lookahead: bool = False) -> Style:
    """Return the style of a name.

    ``literal`` is section 3 of the paper to the letter; ``paper`` also tests the last cards together, which
    its results need; ``swift`` adds local search and counts ten labellings of each choice; ``best`` has local
    search and looks one draw further, which sees by itself what is left open; ``deep`` is ``best`` until few
    cards are left, and exact then.

    >>> style_of("swift")
    Style(labellings=50, lasts=1, nodes=0, climbs=2, renewed=10, look=0, carried=0, look_climbs=0, \
counted=10, estimate=0, independent=0, exact=0)
    >>> style_of("best", 0)
    Traceback (most recent call last):
    saizen.errors.SaizenError: labellings = 0: use 1 to 5000
    """
    if labellings is not None and not 1 <= labellings <= MOST_LABELLINGS:
        raise SaizenError(f"labellings = {labellings}: use 1 to {MOST_LABELLINGS}")
    most = labellings or {"literal": 200, "paper": 200, "swift": 50, "best": 100, "deep": 100}[name]
    if name in ("literal", "paper"):
        lasts = int(name == "paper")
        return Style(most, lasts, look=EVERY if lookahead else 0, carried=most if lookahead else 0)
    if name == "swift":
        climbing = Style(most, lasts=1, climbs=2, renewed=10)
        further = climbing._replace(look=4, carried=10, look_climbs=1)
        return further if lookahead else climbing._replace(counted=10)
    best = Style(most, lasts=1, climbs=2, renewed=50, look=4, carried=10, look_climbs=2)
    return best._replace(exact=EXACT_FROM) if name == "deep" else best
