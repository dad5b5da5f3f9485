"""A game with hidden information, solved: its value, and best play by what a player has seen."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from flint import fmpq

from saizen.errors import GameError, PositionError
from saizen.exact import from_flint
from saizen.game import MAX, MIN, Game, Move, name_of
from saizen.solution import MoveValue, Solution, best_first, select
from saizen.solver.hidden.beliefs import weights_of_positions
from saizen.solver.hidden.exact_basis import Plans
from saizen.solver.hidden.infinitesimal import Infinitesimal, ratio
from saizen.solver.hidden.kept import HiddenTable, plan_parts, regret_parts
from saizen.solver.hidden.memories import ROOT, InformationSet, Memories
from saizen.solver.hidden.proof import HiddenBounds, replies
from saizen.solver.hidden.quasi_perfect import MOST_ROWS, quasi_perfect_plans
from saizen.solver.hidden.sequence_form import SequenceForm, best_reply
from saizen.solver.hidden.stories import Stories, StoryPlace


class Advice(NamedTuple):
    """What is best for a player by what he has seen.

    ``beliefs`` has the chance of every position that he cannot rule out, the likeliest first. Where the
    other's best play never lets it come to this, it is the limit of play with ever rarer slips; in a large
    game it is empty.
    """

    place: StoryPlace
    text: str
    value: Any | None
    moves: list[MoveValue]
    beliefs: list[tuple[Any, Any]]
    reached: bool
    """Whether it can come to this against best play."""


class HiddenSolution(Solution[Any]):
    """Answers by what a player has seen, as a text (see `saizen.solver.hidden.stories`); the start by itself.

    Values are MAX's. Where it is not exact, `interval` has what both strategies secure, and a value is the
    middle.
    """

    def __init__(
        self,
        game: Game[Any],
        form: SequenceForm,
        memories: Sequence[Memories],
        histories: int,
        plans: Plans,
        bounds: HiddenBounds,
        regrets: Any = None,
        exact: bool = True,
    ) -> None:
        self._game, self.form, self.memories, self.histories = game, form, memories, histories
        self.plans, self.bounds, self.regrets, self._asked_exact = plans, bounds, regrets, exact
        self.stories = Stories(game, memories)

    def __len__(self) -> int:
        return self.histories

    def __repr__(self) -> str:
        sets = " and ".join(map(str, self.information_sets))
        kind = "exact" if self.exact else "float"
        return (
            f"<{kind} solution of {type(self.game).__name__}: {len(self)} histories, {sets} information sets>"
        )

    @property
    def game(self) -> Game[Any]:
        """The rules that were solved."""
        return self._game

    @property
    def proved(self) -> bool:
        """Whether the value is proved: both strategies secure it."""
        return self.bounds.proved

    @property
    def exact(self) -> bool:
        """Whether the value is an exact number, with a proof."""
        return self._asked_exact and self.proved

    @property
    def information_sets(self) -> tuple[int, int]:
        """In how many situations, by what they have seen, MAX and MIN decide."""
        return len(self.memories[MAX].sets), len(self.memories[MIN].sets)

    @property
    def positions(self) -> Iterator[Any] | None:
        """Nobody keeps a list of all histories."""
        return None

    @property
    def arithmetic(self) -> bool | str:
        """How it was solved, which names its table: True in fractions, False in floats, or ``within``."""
        return "within" if self.regrets is not None else self._asked_exact

    def keep(self, table: HiddenTable) -> None:
        """Put the strategies into the store; with them the regrets that they come from."""
        state = {} if self.regrets is None else regret_parts(self.regrets)
        done = 0 if self.regrets is None else self.regrets.done
        meta = {"exact": self.exact, "positions": len(self), "done": done}
        table.save({**plan_parts(self.plans), **state}, meta)

    def interval(self, position: Any = None) -> tuple[Any, Any] | None:
        """Return what MAX's strategy secures, and what MIN's concedes."""
        low, high = self.bounds
        return None if low is None or high is None else (_short(low), _short(high))

    def value(self, position: Any) -> Any:
        """Return what the start is worth, or what a player may hope for by what he has seen."""
        if self._is_start(position):
            low, high = self.bounds
            if low is None or high is None:
                raise GameError("nothing is proved of the value of this game")
            return _short(low) if self.exact else float((low + high) / 2)
        return self.advice(self._text(position)).value

    def _is_start(self, position: Any) -> bool:
        return bool(position == "" or position == self.game.start())

    def _text(self, position: Any) -> str:
        if not isinstance(position, str):
            example = self.stories.text(next(self.stories.places))
            raise PositionError(
                f"{name_of(self.game, position)}: who decides there does not know it; ask by what a "
                f"player has seen, such as {example!r}"
            )
        return position

    def moves(
        self, position: Any, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return a player's moves by what he has seen, with their chances in his strategy, best first."""
        if self._is_start(position) and not isinstance(position, str):
            return []
        return select(self.advice(self._text(position), player).moves, among)

    def advice(self, text: str, player: int | None = None) -> Advice:
        """Return what is best by what a player has seen.

        >>> from kuhn import Kuhn
        >>> from saizen import solve
        >>> advice = solve(Kuhn()).advice("1 / b")
        >>> [(move.move, move.probability) for move in advice.moves], advice.beliefs[0][1]
        ([('p', Fraction(2, 3)), ('b', Fraction(1, 3))], Fraction(3, 4))
        """
        return self.advice_at(self.stories.find(text, player))

    def place(self, player: int, events: Iterable[tuple[bool, Any]]) -> StoryPlace:
        """Return where a player decides who saw (True, view) and did (False, move) this, in order."""
        own, memory = self.memories[player], ROOT
        for seen, what in events:
            if seen:
                after = own.seen(memory, what)
            else:
                chosen = own.sets[own.set_of[memory]]
                after = chosen.after + chosen.moves.index(what)
            if after is None:
                raise PositionError(f"{what!r:.60}: from the start nobody can come to see this")
            memory = after
        if memory not in own.set_of:
            raise PositionError("nobody decides here")
        return StoryPlace(player, own.set_of[memory])

    def advice_at(self, place: StoryPlace) -> Advice:
        """Return what is best at an information set."""
        player, information_set = place.player, self.stories.set_at(place)
        text, other = self.stories.text(place), self._advised[1 - place.player]
        weights = weights_of_positions(self.game, self.stories, place, other)
        total = sum(weights.values(), fmpq(0))
        shares = [(position, from_flint(ratio(weight, total))) for position, weight in weights.items()]
        beliefs = sorted((pair for pair in shares if pair[1]), key=lambda pair: -pair[1])
        reached = bool(total) and (not isinstance(total, Infinitesimal) or total.lead == 0)
        values = self._values(player, information_set, total)
        best = None
        if values:
            best = max(values) if player == MAX else min(values)
        chances = self.mix(place, values, self._advised)
        moves = [
            MoveValue(move, value, None if value is None else value == best, share)
            for move, value, share in zip(
                information_set.moves, values or [None] * len(information_set.moves), chances, strict=True
            )
        ]
        listed = best_first(moves, player, lambda m: -(m.probability or 0))
        return Advice(place, text, best, listed, beliefs, reached)

    def _values(self, player: int, information_set: InformationSet, total: Any) -> list[Any]:
        """Return what the moves of an information set are worth against the other's plan."""
        if not total or len(information_set.moves) == 1:
            return []
        gains, unit = self._gains[player], total * self.form.scale
        return [
            from_flint(ratio(gains[information_set.first + place], unit))
            for place in range(len(information_set.moves))
        ]

    @cached_property
    def _advised(self) -> Plans:
        """The plans that advice is about: with infinitely rare slips where the game is small."""
        if not self.exact or self.form.size > MOST_ROWS:
            return self.plans
        return quasi_perfect_plans(self.form) or self.plans

    @cached_property
    def _gains(self) -> list[list[Any]]:
        """By player: what each sequence brings against the other's plan under best play of what follows."""
        return [
            best_reply(
                self.form.sides[player], replies(self.form, 1 - player, self._advised[1 - player]), player
            )
            for player in (MAX, MIN)
        ]

    def mix(self, place: StoryPlace, values: Sequence[Any] = (), plans: Plans | None = None) -> list[Any]:
        """Return the chance of each move in the strategy, or in others of ``plans``.

        Where a player's own strategy never comes, his best moves by ``values`` are equally likely; without
        them all moves are.
        """
        information_set, plan = self.stories.set_at(place), (plans or self.plans)[place.player]
        count, weight = len(information_set.moves), plan[information_set.parent]
        if count == 1:
            return [1]
        if weight:
            return [
                from_flint(ratio(plan[information_set.first + number], weight)) for number in range(count)
            ]
        best = (max if place.player == MAX else min)(values) if values else None
        good = [best is None or value == best for value in (values or [None] * count)]
        return [from_flint(fmpq(1, sum(good))) if chosen else 0 for chosen in good]

    def strategy(self, position: Any, player: int | None = None) -> dict[Move, Any]:
        """Return the chances of the moves that are played, by what a player has seen."""
        moves = self.moves(position, player)
        return {move.move: move.probability for move in moves if move.probability}

    def unique(self, position: Any, player: int | None = None) -> bool | None:
        """Nobody knows: other strategies may secure as much."""
        return None


def _short(value: Fraction) -> Any:
    """Return a whole number where a fraction is one."""
    return value.numerator if value.denominator == 1 else value
