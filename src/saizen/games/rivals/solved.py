"""R-Rivals solved: look up any position that can arise, in floats or exactly."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.cache import Cache
from saizen.errors import PositionError, SaizenError
from saizen.exact import from_flint
from saizen.game import MAX, MIN, Move
from saizen.games.rivals.exact_layers import ExactLayer
from saizen.games.rivals.keys import MIRRORED, canonical, decode, encode
from saizen.games.rivals.known import KnownGames
from saizen.games.rivals.layers import Layer, find_layers, pool
from saizen.games.rivals.rules import Rivals, RivalsPosition, mover
from saizen.games.rivals.tables import from_parts, table_name, to_parts
from saizen.games.rivals.text import write
from saizen.games.rivals.variants import PAPER, Rules
from saizen.games.rivals.wanted import WantedValues
from saizen.matrix import is_unique, optimal_moves, solve_matrix
from saizen.solution import MoveValue, Solution, as_position
from saizen.store import Store
from saizen.work import SILENT, Progress

TOLERANCE = 1e-9
"""Floats closer than this count as equal when moves are called optimal."""


class RivalsSolution(Solution[RivalsPosition]):
    """The values of all positions of some rules, as MAX ("me" in a position) counts them.

    Floats take well under a second once compiled, rationals a few seconds; both a few hundred megabytes.
    No answer changes after it is made, so it is safe in threads.
    """

    _last: tuple[RivalsPosition, dict[int, list[MoveValue]]] | None = None
    """The last position and each player's cards there: one question seldom comes alone."""

    def __init__(
        self,
        rules: Rules,
        layers: list[Layer],
        values: list[NDArray[np.float64]] | None = None,
        exact_layers: list[ExactLayer] | None = None,
        start: RivalsPosition | None = None,
        wanted: WantedValues | None = None,
    ) -> None:
        self.rules = rules
        self.layers = layers
        self.exact_layers = exact_layers
        self._wanted = wanted
        self._game = Rivals(rules, start)
        self._floats: Cache[list[NDArray[np.float64]]] = Cache(most=2)
        if values is not None:
            self._floats.get("values", lambda: values)
        following = [*(exact_layers or [])[1:], ExactLayer([], np.empty(0, np.int32))]
        self._exact_pools = [layer.pool() for layer in following] if exact_layers else []

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "float"
        start = self._game.start()
        told = "" if start == Rivals(self.rules).start() else f" from {write(start)}"
        return f"<{kind} solution of R-Rivals, rules {self.rules.id}{told}>"

    @property
    def values(self) -> list[NDArray[np.float64]]:
        """The values in floats, layer by layer; where they are exact, floats are computed when asked for."""
        from saizen.games.rivals.floats import solve_floats

        return self._floats.get("values", lambda: solve_floats(self.layers))

    @property
    def game(self) -> Rivals:
        """The rules that were solved."""
        return self._game

    @property
    def exact(self) -> bool:
        """Whether answers are rationals."""
        return self.exact_layers is not None or self._wanted is not None

    def value(self, position: RivalsPosition | str) -> Any:
        """Return what MAX can expect from a position: 1 for a win, -1 for a loss."""
        place: RivalsPosition = as_position(self._game, position)
        if place.seen is not None:
            payoffs = self._in_turn_payoffs(place, self.matrix(place))
            return max(payoffs) if mover(place) == MAX else min(payoffs)
        return self.value_at(*self.find(place))

    def value_at(self, depth: int, i: int, sign: int) -> Any:
        """Return what the position at a place is worth; sign -1 means its mirror image, see `find`."""
        if self._wanted is not None:
            return from_flint(sign * self._wanted.number(depth, i))
        if self.exact_layers is None:
            return sign * float(self.values[depth][i])
        layer = self.exact_layers[depth]
        return from_flint(sign * layer.numbers[layer.ranks[i]])

    def matrix(self, position: RivalsPosition | str) -> list[list[Any]]:
        """Return the payoffs to MAX for each of his cards (rows) against each of MIN's (columns)."""
        place: RivalsPosition = as_position(self._game, position)
        return self.matrix_at(*self.find(place))

    def matrix_at(self, depth: int, i: int, sign: int) -> list[list[Any]]:
        """Return the payoffs of the position at a place; sign -1 means its mirror image, see `find`."""
        places = self.layers[depth].children[i]
        if self._wanted is not None:
            wanted, turned = self._wanted, places if sign > 0 else places.T
            return [[from_flint(sign * wanted.payoff(depth, one)) for one in row] for row in turned.tolist()]
        if self.exact_layers is None:
            own = sign * self.float_pool(depth)[places]
            return (own if sign > 0 else own.T).tolist()  # type: ignore[no-any-return]
        following = self.exact_pool(depth)
        ranks = following.ranks[places]
        ranks = ranks if sign > 0 else ranks.T
        return [[from_flint(sign * following.numbers[rank]) for rank in row] for row in ranks.tolist()]

    def moves(
        self,
        position: RivalsPosition | str,
        player: int | None = None,
        *,
        among: Iterable[Move] | None = None,
    ) -> list[MoveValue]:
        """Return every card that may be played, or those in ``among``, best first.

        When both choose at once the cards are those of ``player`` (MAX if it is None); a card's value is what
        MAX gets when it meets the other's equilibrium strategy, and it is optimal if some optimal strategy
        plays it (in floats: if its value is the best). Who shows first gets what the best reply leaves; who
        replies, what follows.
        """
        place: RivalsPosition = as_position(self._game, position)
        last = self._last
        if last is None or last[0] is not place:
            self._last = last = place, {}
        told, chooser = last[1], mover(place) if place.spy else player or MAX
        if chooser not in told:
            told[chooser] = self._in_turn(place) if place.spy else self._at_once(place, chooser)
        wanted = None if among is None else set(among)
        return [one for one in told[chooser] if wanted is None or one.move in wanted]

    def unique(self, position: RivalsPosition | str, player: int | None = None) -> bool:
        """Tell whether there is only one optimal strategy here; needs exact values."""
        if not self.exact:
            raise SaizenError("whether a strategy is unique cannot be told in floats: solve with exact=True")
        place: RivalsPosition = as_position(self._game, position)
        if place.spy == 0:
            return is_unique(self.matrix(place), player or MAX)
        return sum(bool(one.optimal) for one in self.moves(place)) <= 1

    def _at_once(self, position: RivalsPosition, player: int) -> list[MoveValue]:
        """Rate the cards of a player when neither sees the other's."""
        rows = self.matrix(position)
        game = solve_matrix(rows, exact=self.exact)
        if player == MAX:
            lines: Sequence[Sequence[Any]] = rows
            hand, own, other = position.mine, game.row_strategy, game.column_strategy
        else:
            lines = list(zip(*rows, strict=True))
            hand, own, other = position.yours, game.column_strategy, game.row_strategy
        values = [sum(p * entry for p, entry in zip(other, line, strict=True)) for line in lines]
        optimal = set(optimal_moves(rows, player)) if self.exact else _near_best(values, player, TOLERANCE)
        return _best_first(hand, values, own, optimal, player)

    def _in_turn(self, position: RivalsPosition) -> list[MoveValue]:
        """Rate the cards of the player who has to show one, or who has seen one."""
        return self.in_turn(position, self.matrix(position))

    def in_turn(self, position: RivalsPosition, rows: list[list[Any]]) -> list[MoveValue]:
        """Rate the cards of the player who has to show one, or who has seen one, by the payoffs there."""
        player = mover(position)
        hand = position.mine if player == MAX else position.yours
        values = self._in_turn_payoffs(position, rows)
        optimal = _near_best(values, player, 0 if self.exact else TOLERANCE)
        share = Fraction(1, len(optimal)) if self.exact else 1 / len(optimal)
        chances = [share if i in optimal else 0 * share for i in range(len(values))]
        return _best_first(hand, values, chances, optimal, player)

    def _in_turn_payoffs(self, position: RivalsPosition, rows: list[list[Any]]) -> list[Any]:
        """Return what each card leads to of the player who has to show one, or who has seen one."""
        player = mover(position)
        lines: Sequence[Sequence[Any]] = rows if player == MAX else list(zip(*rows, strict=True))
        if position.seen is None:  # the other player's best reply comes
            reply = min if player == MAX else max
            return [reply(line) for line in lines]
        shown = sorted(position.yours if player == MAX else position.mine).index(position.seen)
        return [line[shown] for line in lines]

    def float_pool(self, depth: int) -> NDArray[np.float64]:
        """Return the value pool that the children of a layer point into."""
        return self._floats.get("pools", lambda: [pool(one) for one in [*self.values[1:], np.empty(0)]])[
            depth
        ]

    def exact_pool(self, depth: int) -> ExactLayer:
        """Return the exact value pool that the children of a layer point into."""
        return self._exact_pools[depth]

    def find(self, position: RivalsPosition) -> tuple[int, int, int]:
        """Return the layer, the place in it, and -1 when it holds the mirror image (else 1)."""
        cards = len(position.mine)
        depth = len(self.layers) - cards
        bare = position if position.seen is None else replace(position, seen=None)
        if 0 <= depth < len(self.layers) and len(position.yours) == cards:
            key = canonical(encode(bare))
            kept = key & ~MIRRORED
            keys = self.layers[depth].keys
            i = int(np.searchsorted(keys, kept))
            if i < len(keys) and keys[i] == kept:
                return depth, i, -1 if key & MIRRORED else 1
        raise PositionError(
            f"{write(position)!r} cannot arise under the rules {self.rules.id}; {self._alternatives(bare)}"
        )

    def _alternatives(self, position: RivalsPosition) -> str:
        """Say which points, stakes and effects are possible with these hands."""
        depth = len(self.layers) - len(position.mine)
        if not 0 <= depth < len(self.layers):
            return f"hands have 1 to {len(self.layers)} cards"
        keys = self.layers[depth].keys
        own, mirrored = (encode(p) & 0xFFFF for p in (position, position.flipped()))
        found = {decode(key) for key in keys[keys & 0xFFFF == own].tolist()}
        found |= {decode(key).flipped() for key in keys[keys & 0xFFFF == mirrored].tolist()}
        nearest = sorted(found, key=lambda other: (_distance(position, other), write(other)))
        endings = [write(other).split(" ", 1)[1] for other in nearest]
        if not endings:
            return "no play leads to these hands"
        more = f" and {len(endings) - 6} more" if len(endings) > 6 else ""
        return f"with these hands possible are: {'; '.join(endings[:6])}{more}"


def _distance(one: RivalsPosition, other: RivalsPosition) -> int:
    """Tell how much two positions with the same hands differ."""
    numbers = ("my_points", "your_points", "my_stake", "your_stake", "spy", "general")
    return sum(abs(getattr(one, name) - getattr(other, name)) for name in numbers)


def _near_best(values: list[Any], player: int, tolerance: float) -> set[int]:
    best = max(values) if player == MAX else min(values)
    return {i for i, value in enumerate(values) if abs(best - value) <= tolerance}


def _best_first(
    hand: Iterable[int], values: Sequence[Any], chances: Sequence[Any], optimal: set[int], player: int
) -> list[MoveValue]:
    """Put the cards of a hand in order: optimal ones first, then by value, then by probability."""
    sign = 1 if player == MIN else -1
    order = sorted(range(len(values)), key=lambda i: (i not in optimal, sign * values[i], -chances[i]))
    cards = sorted(hand)
    return [MoveValue(cards[i], values[i], i in optimal, chances[i]) for i in order]


_kept: Cache[RivalsSolution] = Cache(most=4)
_asked: Cache[RivalsSolution] = Cache(most=4)


def solve_rivals(
    rules: Rules = PAPER,
    *,
    exact: bool = False,
    start: RivalsPosition | None = None,
    progress: Progress = SILENT,
) -> RivalsSolution:
    """Find and solve every position, from the full hands or from ``start``; no table on disk is used.

    >>> solved = solve_rivals()
    >>> sum(sum(layer.counts()) for layer in solved.layers)
    537103
    """
    from saizen.games.rivals.floats import solve_floats
    from saizen.games.rivals.rationals import solve_rationals

    layers = find_layers(rules, progress, start)
    if exact:
        return RivalsSolution(rules, layers, None, solve_rationals(layers, progress), start)
    return RivalsSolution(rules, layers, solve_floats(layers, progress), None, start)


def get_solved(
    rules: Rules = PAPER,
    *,
    exact: bool = False,
    start: RivalsPosition | None = None,
    store: Store | None = None,
    progress: Progress = SILENT,
    known: KnownGames | None = None,
) -> RivalsSolution:
    """Return solved rules: the last few are kept in this process.

    Exact values from the full hands are also kept in the store; from another ``start`` they are computed.
    ``known`` takes the games that are solved for them, and gives those of other rules.
    """
    if start == Rivals(rules).start():
        start = None
    if exact and start is None:
        place = store or Store()
        return _kept.get((rules, place.directory), lambda: _stored(rules, place, progress, known), progress)
    return _kept.get(
        (rules, exact, start),
        lambda: solve_rivals(rules, exact=exact, start=start, progress=progress),
        progress,
    )


def solved_at(
    position: RivalsPosition, rules: Rules = PAPER, *, store: Store | None = None, progress: Progress = SILENT
) -> RivalsSolution:
    """Return an exact solution that knows a position; one that cannot arise from the full hands is refused.

    >>> from saizen.games.rivals.text import read
    >>> solved_at(read("23/01 3-3 1-1", PAPER), store=Store("no such directory"))
    <exact solution of R-Rivals, rules paper>
    """
    solved = answering(rules, store=store, progress=progress)
    solved.find(position)
    return solved


def answering(
    rules: Rules = PAPER,
    *,
    start: RivalsPosition | None = None,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> RivalsSolution:
    """Return an exact solution for questions about single positions, from the full hands or from ``start``.

    It is the table of the whole game if the store has it; else positions are solved exactly when they are
    asked for, with what they depend on, which takes a second at most and no compiler.
    """
    place = store or Store()
    if start in (None, Rivals(rules).start()):
        start = None
        if place.get_table(table_name(rules), None, progress) is not None:
            return get_solved(rules, exact=True, store=place, progress=progress)

    def solve() -> RivalsSolution:
        layers = find_layers(rules, progress, start)
        return RivalsSolution(rules, layers, start=start, wanted=WantedValues(layers, progress))

    return _asked.get((rules, start), solve, progress)


def _stored(
    rules: Rules, store: Store, progress: Progress, known: KnownGames | None = None
) -> RivalsSolution:
    """Load the exact values, or solve and store them."""
    layers = find_layers(rules, progress)
    name = table_name(rules)
    if store.get_table(name, None, progress) is None:
        from saizen.games.rivals.rationals import solve_rationals

        store.save(name, *to_parts(rules, solve_rationals(layers, progress, known)))
    exact_layers = from_parts(rules, layers, *store.load(name), progress)
    return RivalsSolution(rules, layers, None, exact_layers)
