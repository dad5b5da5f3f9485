"""A proof as a file, read: what is claimed, and the strategies that should secure it."""

import json
from fractions import Fraction
from pathlib import Path

from saizen.check.strategies import Strategy
from saizen.errors import SaizenError

BAD = OSError, ArithmeticError, ValueError, LookupError, TypeError, AttributeError, RecursionError
"""What a file that is no proof leads to."""


def read_proof(path: Path) -> tuple[Fraction, Fraction, list[Strategy]]:
    """Read what is claimed: MAX secures the first number, MIN concedes the second."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        mixes = [{tuple(s): {m: Fraction(p) for m, p in mix} for s, mix in own} for own in data["strategies"]]
        return Fraction(data["low"]), Fraction(data["high"]), [mixes[0], mixes[1]]
    except BAD as error:
        raise SaizenError(
            f"{path}: no proof by saizen solve --proof ({type(error).__name__}: {error})"
        ) from None
