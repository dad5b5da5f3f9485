"""The interval that is proved of a value before the value is, for work that ends early."""

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from saizen.errors import Cancelled, SaizenError, Stopped
from saizen.solver.hidden.exact_basis import Plans
from saizen.solver.hidden.proof import HiddenBounds, prove
from saizen.solver.hidden.rounding import rounded
from saizen.solver.hidden.sequence_form import SequenceForm

NARROWER = "--within W ends when the interval is W wide, and continues where it was stopped"
CONTINUES = "the same command continues from there"
PLACES = 15
"""Decimals of an interval, at most: floats have no more."""


def interval_text(bounds: HiddenBounds) -> str:
    """Return an interval in decimals, rounded outwards.

    >>> from fractions import Fraction
    >>> interval_text(HiddenBounds(Fraction(-1, 18), Fraction(-1, 19)))
    '-0.0556 and -0.0526'
    """
    assert bounds.low is not None
    assert bounds.high is not None
    places = 1
    while 0 < bounds.width * 10**places < 10 and places < PLACES:
        places += 1
    scale = 10**places
    low, high = bounds.low * scale // 1, -(-bounds.high * scale // 1)
    return " and ".join(f"{Decimal(int(end)).scaleb(-places):f}" for end in (low, high))


class IntervalSoFar:
    """The narrowest interval of a game's value that plans in floats have proved so far."""

    def __init__(self, form: SequenceForm) -> None:
        self._form = form
        self.bounds = HiddenBounds(None, None)

    def prove(self, max_plan: Any, min_plan: Any) -> tuple[Plans, HiddenBounds]:
        """Return the true strategies closest to plans in floats, and what these prove."""
        first, second = self._form.sides
        plans = rounded(first, max_plan), rounded(second, min_plan)
        bounds = prove(self._form, *plans)
        lows = [low for low in (self.bounds.low, bounds.low) if low is not None]
        highs = [high for high in (self.bounds.high, bounds.high) if high is not None]
        self.bounds = HiddenBounds(max(lows), min(highs))
        return plans, bounds

    @contextmanager
    def named(self, remedy: str = NARROWER) -> Iterator[None]:
        """Let whatever ends the work name the interval, if there is one."""
        try:
            yield
        except (KeyboardInterrupt, Cancelled):
            if self.bounds.low is None:
                raise
            raise Stopped(f"stopped; {self._words(remedy)}") from None
        except (SaizenError, MemoryError) as error:
            if self.bounds.low is None:
                raise
            reason = str(error) or "the memory is full"
            raise SaizenError(f"{reason}; {self._words(remedy)}") from error

    def _words(self, remedy: str) -> str:
        return f"proved so far: the value of the start is between {interval_text(self.bounds)}; {remedy}"
