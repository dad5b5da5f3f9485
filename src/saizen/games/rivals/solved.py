"""R-Rivals solved: look up any position that can arise, in floats or exactly."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.errors import SaizenError
from saizen.exact import from_flint, number
from saizen.game import MAX, Move
from saizen.games.rivals.drawing import spy_words
from saizen.games.rivals.rules import Rivals, RivalsPosition, mover
from saizen.games.rivals.solving.exact_layers import ExactLayer
from saizen.games.rivals.solving.layers import RivalsLayer, find_layers, pool
from saizen.games.rivals.solving.on_demand import ValuesOnDemand
from saizen.games.rivals.solving.reachable import find_place
from saizen.games.rivals.solving.solved_games import SolvedGames
from saizen.games.rivals.solving.stored import stored_layers, table_name
from saizen.games.rivals.variants import PAPER, Rules
from saizen.matrix import is_unique, optimal_moves, solve_matrix
from saizen.solution import MoveValue, Notes, Solution, as_position, best_first, select
from saizen.store import Store
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

TOLERANCE = 1e-9
"""Floats closer than this count as equal when moves are called optimal."""


class RivalsSolution(Solution[RivalsPosition]):
    """The values of all positions of some rules, as MAX ("me" in a position) counts them.

    Floats take well under a second once compiled, rationals a few seconds; both a few hundred megabytes.
    No answer changes after it is made, so it is safe in threads.
    """

    def __init__(
        self,
        rules: Rules,
        layers: list[RivalsLayer],
        values: list[NDArray[np.float64]] | None = None,
        exact_layers: list[ExactLayer] | None = None,
        on_demand: ValuesOnDemand | None = None,
    ) -> None:
        self.rules = rules
        self.layers = layers
        self.exact_layers = exact_layers
        self._wanted = on_demand
        self._game = Rivals(rules)
        self._floats: Cache[list[NDArray[np.float64]]] = Cache(most=2)
        self._rated: Cache[list[MoveValue]] = Cache(most=2)  # a position and player: answers ask again
        if values is not None:
            self._floats.get("values", lambda: values)
        following = [*(exact_layers or [])[1:], ExactLayer([], np.empty(0, np.int32))]
        self._exact_pools = [layer.pool() for layer in following] if exact_layers else []

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "float"
        return f"<{kind} solution of R-Rivals, rules {self.rules.id}>"

    @property
    def values(self) -> list[NDArray[np.float64]]:
        """The values in floats, layer by layer; where they are exact, floats are computed when asked for."""
        from saizen.games.rivals.solving.floats import solve_floats

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
            payoffs = self._in_turn_payoffs(place, self.matrix_at(*self.find(place)))
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

    def matrix(self, position: RivalsPosition | str) -> list[list[Any]] | None:
        """Return what MAX gets for each card of his (rows) against each of MIN's; None where one chooses."""
        place: RivalsPosition = as_position(self._game, position)
        where = self.find(place)
        return None if place.spy else self.matrix_at(*where)

    def matrix_at(self, depth: int, i: int, sign: int) -> list[list[Any]]:
        """Return the payoffs of the position at a place; sign -1 means its mirror image, see `find`."""
        places = self.layers[depth].children[i]
        if self._wanted is not None:
            on_demand, turned = self._wanted, places if sign > 0 else places.T
            return [
                [from_flint(sign * on_demand.payoff(depth, child)) for child in row]
                for row in turned.tolist()
            ]
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
        chooser = mover(place) if place.spy else player or MAX

        def rate() -> list[MoveValue]:
            rows = self.matrix_at(*self.find(place))
            return self.in_turn(place, rows) if place.spy else self._at_once(place, rows, chooser)

        rated = self._rated.get((place, chooser), rate)
        return select(rated, among)

    def unique(self, position: RivalsPosition | str, player: int | None = None) -> bool:
        """Return whether there is only one optimal strategy here; needs exact values."""
        if not self.exact:
            raise SaizenError("floats do not show whether a strategy is unique: solve with exact=True")
        place: RivalsPosition = as_position(self._game, position)
        if place.spy == 0:
            return is_unique(self.matrix_at(*self.find(place)), player or MAX)
        return sum(bool(choice.optimal) for choice in self.moves(place)) <= 1

    def notes(
        self, position: RivalsPosition | str, moves: Sequence[MoveValue], turns: Sequence[MoveValue]
    ) -> Notes:
        """Name the cards, and say who chooses when, and what answers each card that may be shown."""
        place: RivalsPosition = as_position(self._game, position)
        names = [{"name": self._name(rated)} for rated in moves]
        order = spy_words(self._game, place) if place.spy else "Both choose at once."
        return Notes(moves=names, sentences=[order, *self._replies(place)])

    def _replies(self, place: RivalsPosition) -> list[str]:
        """Say which cards answer best each one that may be shown first."""
        if place.spy == 0 or place.seen is not None:
            return []
        leader = mover(place)
        who, other = self._game.players[leader], self._game.players[1 - leader]
        sentences = []
        for card in sorted(place.mine if leader == MAX else place.yours):
            best = [rated for rated in self.moves(replace(place, seen=card)) if rated.optimal]
            shown = f"If {who} shows the {self.rules.cards[card].name} ({card})"
            answers = " or ".join(f"the {self._name(rated)}" for rated in best)
            sentences.append(f"{shown}, {other} answers with {answers}: worth {number(best[0].value)}.")
        return sentences

    def _name(self, rated: MoveValue) -> str:
        """Return the name of the card that a move plays; its number is the move."""
        assert isinstance(rated.move, int)
        return self.rules.cards[rated.move].name

    def _at_once(self, position: RivalsPosition, rows: list[list[Any]], player: int) -> list[MoveValue]:
        """Rate the cards of a player when neither sees the other's, by the payoffs there."""
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
        return self._floats.get(
            "pools", lambda: [pool(values) for values in [*self.values[1:], np.empty(0)]]
        )[depth]

    def exact_pool(self, depth: int) -> ExactLayer:
        """Return the exact value pool that the children of a layer point into."""
        return self._exact_pools[depth]

    def find(self, position: RivalsPosition) -> tuple[int, int, int]:
        """Return the layer, the place in it, and -1 when it holds the mirror image (else 1)."""
        return find_place(self.rules, self.layers, position)


def _near_best(values: list[Any], player: int, tolerance: float) -> set[int]:
    best = max(values) if player == MAX else min(values)
    return {i for i, value in enumerate(values) if abs(best - value) <= tolerance}


def _best_first(
    hand: Iterable[int], values: Sequence[Any], chances: Sequence[Any], optimal: set[int], player: int
) -> list[MoveValue]:
    """Put the cards of a hand in order: by value, then optimal ones first, then by probability."""
    moves = [
        MoveValue(card, value, i in optimal, chance)
        for i, (card, value, chance) in enumerate(zip(sorted(hand), values, chances, strict=True))
    ]
    return best_first(moves, player, lambda move: (not move.optimal, -(move.probability or 0)))


_kept: Cache[RivalsSolution] = Cache(most=4)
_asked: Cache[RivalsSolution] = Cache(most=4)


def solve_rivals(rules: Rules = PAPER, *, exact: bool = False, progress: Progress = SILENT) -> RivalsSolution:
    """Find and solve every position; no table on disk is used.

    >>> solved = solve_rivals()
    >>> sum(sum(layer.counts()) for layer in solved.layers)
    537103
    """
    from saizen.games.rivals.solving.floats import solve_floats
    from saizen.games.rivals.solving.rationals import solve_rationals

    layers = find_layers(rules, progress)
    if exact:
        return RivalsSolution(rules, layers, None, solve_rationals(layers, progress))
    return RivalsSolution(rules, layers, solve_floats(layers, progress))


def get_solved(
    rules: Rules = PAPER,
    *,
    exact: bool = False,
    store: Store | None = None,
    progress: Progress = SILENT,
    games: SolvedGames | None = None,
) -> RivalsSolution:
    """Return solved rules: the last few are stored in this process, exact values in the store, too.

    ``games`` stores the matrix games that are solved for them, and has those of other rules.
    """
    if not exact:
        return _kept.get((rules, None), lambda: solve_rivals(rules, progress=progress), progress)
    place = store or Store()

    def read() -> RivalsSolution:
        layers = find_layers(rules, progress)
        return RivalsSolution(rules, layers, None, stored_layers(rules, layers, place, progress, games))

    return _kept.get((rules, place.directory), read, progress)


def solve_on_demand(
    rules: Rules = PAPER, *, store: Store | None = None, progress: Progress = SILENT
) -> RivalsSolution:
    """Return an exact solution for questions about single positions.

    It is the table of the whole game if the store has it; else positions are solved exactly when they are
    asked for, with what they depend on, which takes a second at most and no compiler.

    >>> solve_on_demand(store=Store("no such directory")).value("34567/12346 0-3 1-1 spy+ seen=3")
    1
    """
    place = store or Store()
    if place.get_table(table_name(rules), None, progress) is not None:
        return get_solved(rules, exact=True, store=place, progress=progress)

    def solve() -> RivalsSolution:
        layers = find_layers(rules, progress)
        return RivalsSolution(rules, layers, on_demand=ValuesOnDemand(layers, progress))

    return _asked.get(rules, solve, progress)
