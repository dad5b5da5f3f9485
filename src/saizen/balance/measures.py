"""The measures of a game's balance as data, the same for every game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from saizen.errors import SaizenError


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the largest value of a number over all subgame-perfect equilibria."""

    low: float
    high: float

    @property
    def determined(self) -> bool:
        """Whether all equilibria agree."""
        return self.high - self.low < 1e-9


@dataclass(frozen=True, slots=True)
class Careless:
    """A way to play worse than best; without anything said, every move is equally likely.

    With ``strength`` that share of the choices is best play, as machines of that strength choose. With
    ``slack`` the moves that cost at most so much are equally likely, and no others are played.
    """

    strength: float = 0.0
    slack: float | None = None

    @property
    def name(self) -> str:
        """Its name in tables and data.

        >>> Careless().name, Careless(0.5).name, Careless(slack=0.1).name
        ('random', 'strength 0.5', 'cost at most 0.1')
        """
        if self.slack is not None:
            return f"cost at most {self.slack:g}"
        return f"strength {self.strength:g}" if self.strength else "random"


USUAL = (Careless(), Careless(0.5), Careless(slack=0.1))
"""The careless players that are measured where nothing is said."""


def careless_players(strengths: Sequence[float] | None, slacks: Sequence[float] | None) -> list[Careless]:
    """Return the players to measure: random ones always, then those that were asked for, else the usual.

    >>> [one.name for one in careless_players([0.9], None)]
    ['random', 'strength 0.9']
    """
    for strength in strengths or ():
        if not 0 <= strength <= 1:
            raise SaizenError(f"--strength {strength:g}: use a number from 0 (random) to 1 (perfect)")
    for slack in slacks or ():
        if not 0 <= slack < float("inf"):
            raise SaizenError(f"--slack {slack:g}: use what a careless move may cost, from 0 on")
    asked = [Careless(s) for s in strengths or ()] + [Careless(slack=x) for x in slacks or ()]
    return list(dict.fromkeys([Careless(), *asked])) if asked else list(USUAL)


@dataclass(frozen=True)
class Side:
    """The measures of one player. Numbers of moves and chances are over all equilibria."""

    win: Range | None
    """The chance that this player wins; None if the results are points."""
    used: Mapping[str, Range] | None
    """The mean number of times each move is played in a game, by its text; None if play may never end."""
    right: Mapping[str, tuple[int, int, int]]
    """For each move: at how many positions it is optimal among others, at how many there are others,
    and at how many there are none."""
    careless: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """For each careless way: what MAX gets when this player plays so against best play, and what it costs."""
    opening: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """For each move at the start the probability and its value to MAX against the equilibrium."""
    by_turn: Mapping[str, Sequence[Range]] | None = None
    """How likely each move is made in each turn, where turns are counted."""

    @property
    def never_right(self) -> list[str]:
        """The moves that are optimal at no position that can be reached."""
        return [move for move, (right, _, forced) in self.right.items() if not right and not forced]


@dataclass(frozen=True)
class Balance:
    """The measures of one game. Ranges are over all subgame-perfect equilibria."""

    positions: int
    value: Any
    exact: bool
    par: Any | None
    """The result at which neither player is ahead; None where results are points and nobody wins."""
    draw: Range | None
    length: Range | None
    """The number of moves in a game, two made at once counted as one; None if it may never end."""
    choices: int
    """Positions in which a player has at least two moves, those of both players counted twice."""
    several: int | None
    """The number of them with more than one optimal strategy; unknown with floats."""
    sides: Mapping[str, Side]
    """By the name of the player; MAX's first."""
    first: str = ""
    """Whose move is the first: MAX where both choose, nobody where a lottery begins."""
    unique_opening: bool | None = None
    reached: Sequence[Range] | None = None
    """How likely the game lasts until each turn, where turns are counted."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The names of moves in tables, if they differ from their texts."""
    notes: Sequence[str] = ()
    endless: float = 0.0
    """How likely best play goes on for ever: then there is no length."""
    seeing: Mapping[str, Any] | None = None
    """The value if this player, or both, see everything; only where cards are hidden."""

    @property
    def ahead(self) -> str | None:
        """The player who is ahead: a name, ``even``, or None if nobody wins."""
        if self.par is None:
            return None
        names = list(self.sides)
        if self.value == self.par or len(names) < 2:
            return "even" if self.value == self.par else None
        return names[0] if self.value > self.par else names[1]

    def data(self) -> dict[str, Any]:
        """Return the measures as JSON knows them; a range is a list of two numbers."""
        opening = self.sides[self.first].opening if self.first else {}
        return {
            "positions": self.positions,
            "value": self.value,
            "exact": self.exact,
            "par": self.par,
            "ahead": self.ahead,
            "draw": _pair(self.draw),
            "length": _pair(self.length),
            "endless": self.endless,
            "choices": self.choices,
            "several_optimal": self.several,
            "reached": None if self.reached is None else [_pair(r) for r in self.reached],
            "opening": _opening(opening),
            "unique_opening": self.unique_opening,
            "players": {name: _side(side) for name, side in self.sides.items()},
            **({} if self.seeing is None else {"seeing": dict(self.seeing)}),
            "notes": list(self.notes),
        }


def _pair(number: Range | None) -> list[float] | None:
    return None if number is None else [number.low, number.high]


def _opening(moves: Mapping[str, tuple[float, float]]) -> dict[str, dict[str, float]]:
    return {move: {"probability": p, "value": v} for move, (p, v) in moves.items()}


def _side(side: Side) -> dict[str, Any]:
    turns, used = side.by_turn, side.used
    return {
        "win": _pair(side.win),
        "use": None if turns is None else {m: [_pair(r) for r in turns[m]] for m in turns},
        "used": None if used is None else {move: _pair(r) for move, r in used.items()},
        "right": {move: {"optimal": a, "choices": b, "forced": c} for move, (a, b, c) in side.right.items()},
        "never_right": side.never_right,
        "careless": {name: {"payoff": gets, "cost": cost} for name, (gets, cost) in side.careless.items()},
        "opening": _opening(side.opening),
    }
