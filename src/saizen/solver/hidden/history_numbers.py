"""The numbers of the rules, probabilities and payoffs, as interned fractions; mistakes in words."""

from fractions import Fraction
from math import fsum, isfinite
from numbers import Rational, Real
from typing import Any

from saizen.errors import GameError
from saizen.game import MAX, MIN, Chance, Game, Step, Terminal, name_of

TOLERANCE = 1e-9
"""How far from 1 probabilities in floats may sum to."""


class HistoryNumbers:
    """Probabilities and payoffs of the rules as interned fractions; mistakes in words."""

    def __init__(self, game: Game[Any], exact: bool) -> None:
        self.game, self.exact = game, exact
        self.payoffs: list[Fraction] = []
        self.payoff_of: dict[Any, int] = {}
        self.probabilities = [Fraction(1)]
        self.probability_of = {Fraction(1): 0}
        self._lotteries: dict[Any, list[int]] = {}

    def payoff(self, amount: Any, position: Any) -> int:
        """Return the number of a payoff."""
        try:
            place = self.payoff_of.get(amount)
        except TypeError:
            place = None
        if place is None:
            place = len(self.payoffs)
            self.payoffs.append(self._fraction(amount, position, "payoff"))
            self.payoff_of[amount] = place
        return place

    def paths(self, path: int, chance: Chance, position: Any) -> list[int]:
        """Return the numbers of the probabilities of a lottery's paths; -1 for one never taken."""
        shares = tuple(share for share, _ in chance.outcomes)
        paths = self._lotteries.get((path, shares))
        if paths is None:
            whole = self._whole(shares, position)
            before = self.probabilities[path]
            paths = self._lotteries[path, shares] = [
                self.path(before * share) if share else -1 for share in whole
            ]
        return paths

    def path(self, probability: Fraction) -> int:
        """Return the number of a path's probability."""
        place = self.probability_of.setdefault(probability, len(self.probabilities))
        if place == len(self.probabilities):
            self.probabilities.append(probability)
        return place

    def _whole(self, shares: tuple[Any, ...], position: Any) -> list[Fraction]:
        fractions = [self._fraction(share, position, "probability") for share in shares]
        if any(share < 0 for share in fractions):
            raise GameError(f"position {name_of(self.game, position)}: a negative probability")
        total = sum(fractions, Fraction(0))
        if total == 1:
            return fractions
        if self.exact or not fractions or abs(fsum(map(float, fractions)) - 1) > TOLERANCE:
            raise GameError(
                f"position {name_of(self.game, position)}: the probabilities sum to {total}, not to 1"
            )
        return [share / total for share in fractions]

    def _fraction(self, number: Any, position: Any, what: str) -> Fraction:
        if type(number) in (int, Fraction):
            return Fraction(number)
        at = name_of(self.game, position)
        if isinstance(number, tuple | list):
            raise GameError(
                f"position {at}: {number!r} is not a {what}; only games of two players are solved in "
                "which one wins what the other loses: give what MAX gets, one number"
            )
        value: Any = number
        if not isinstance(number, Real):
            raise GameError(f"position {at}: the {what} {number!r} is not a number")
        if not isfinite(value):
            raise GameError(f"position {at}: the {what} {number!r} is not a finite number")
        if self.exact and not isinstance(number, Rational):
            raise GameError(
                f"position {at}: the {what} {number!r} is a float, and no proof can rest on it: use "
                f"int or Fraction, such as {Fraction(value).limit_denominator(1000)!r}, or solve in "
                "floats (--float, exact=False)"
            )
        return Fraction(value)


def merge_alike(game: Game[Any], chance: Chance) -> Chance:
    """Return a lottery in which deals that `Game.canonical` calls the same, and that look alike, are one."""
    merged: dict[Any, tuple[Any, Any]] = {}
    for place, (share, following) in enumerate(chance.outcomes):
        key: Any = place
        if not isinstance(following, Terminal | Step | Chance):
            key = game.canonical(following), game.sees(following, MAX), game.sees(following, MIN)
        before = merged.get(key)
        merged[key] = (share, following) if before is None else (before[0] + share, before[1])
    return Chance(tuple(merged.values()))
