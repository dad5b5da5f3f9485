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
from saizen.solver.hidden.slips import SLIP, UNIT, SlippingPlans, floor_of, slipping_plans
from saizen.solver.hidden.stories import Stories, StoryPlace
from saizen.work import SILENT, Progress

SHARE = Fraction(1, 1000)
"""The share of the range of values within which moves are equally good where everybody slips."""


class Advice(NamedTuple):
    """What is best for a player by what he has seen.

    ``beliefs`` has the chance of every position that he cannot rule out, the likeliest first. Where the
    other's best play never lets it come to this, it is the limit of play with ever rarer slips; in a large
    game, of play in which everybody slips now and then.
    """

    place: StoryPlace
    text: str
    value: Any | None
    moves: list[MoveValue]
    beliefs: list[tuple[Any, Any]]
    reached: bool
    """Whether it can come to this against best play."""
    slip: Fraction | None = None
    """The chance of slips for which the advice is, where that is a number."""
    gap: Fraction | None = None
    """How far the plans of both with these slips are from the best, together, at most."""


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
        self._quasi_perfect: Plans | None = None
        self._slips: SlippingPlans | None = None

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

    def advice(self, text: str, player: int | None = None, progress: Progress = SILENT) -> Advice:
        """Return what is best by what a player has seen.

        >>> from kuhn import Kuhn
        >>> from saizen import solve
        >>> advice = solve(Kuhn()).advice("1 / b")
        >>> [(move.move, move.probability) for move in advice.moves], advice.beliefs[0][1]
        ([('p', Fraction(2, 3)), ('b', Fraction(1, 3))], Fraction(3, 4))
        """
        return self.advice_at(self.stories.find(text, player), progress)

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

    def advice_at(self, place: StoryPlace, progress: Progress = SILENT) -> Advice:
        """Return what is best at an information set."""
        player, information_set = place.player, self.stories.set_at(place)
        plans, gains, slip, gap = self._advised(progress), self.gains, None, None
        weights = weights_of_positions(self.game, self.stories, place, plans[1 - player], progress)
        total = sum(weights.values(), fmpq(0))
        reached = bool(total) and (not isinstance(total, Infinitesimal) or total.lead == 0)
        if not total:  # a large game: what the other's slips lead to
            plans, gains, gap = self._slipping(progress)
            slip = SLIP
            weights = weights_of_positions(self.game, self.stories, place, plans[1 - player], progress)
            total = sum(weights.values(), fmpq(0))
        shares = [(position, from_flint(ratio(weight, total))) for position, weight in weights.items()]
        beliefs = sorted((pair for pair in shares if pair[1]), key=lambda pair: -pair[1])
        values = self._values(gains[player], information_set, total)
        best = None
        if values:
            best = max(values) if player == MAX else min(values)
        good = [None if not values else value == best for value in values or information_set.moves]
        if slip is not None and values:
            near = SHARE * (max(values) - min(values))
            good = [abs(value - best) <= near for value in values]
        chances = (
            self.mix(place, values, plans) if slip is None else self._mix_without_slips(place, plans, good)
        )
        values = values or [None] * len(information_set.moves)
        listed_moves = zip(information_set.moves, values, good, chances, strict=True)
        moves = [MoveValue(*rated) for rated in listed_moves]
        listed = best_first(moves, player, lambda m: -(m.probability or 0))
        return Advice(place, self.stories.text(place), best, listed, beliefs, reached, slip, gap)

    def _values(self, gains: Sequence[Any], information_set: InformationSet, total: Any) -> list[Any]:
        """Return what the moves of an information set are worth against the other's plan."""
        if not total or len(information_set.moves) == 1:
            return []
        unit = total * self.form.scale
        return [
            from_flint(ratio(gains[information_set.first + place], unit))
            for place in range(len(information_set.moves))
        ]

    def _advised(self, progress: Progress = SILENT) -> Plans:
        """Return the plans that advice is about: with infinitely rare slips where the game is small."""
        if self._quasi_perfect is None:
            small = self.exact and self.form.size <= MOST_ROWS
            self._quasi_perfect = (quasi_perfect_plans(self.form, progress) if small else None) or self.plans
        return self._quasi_perfect

    def _slipping(self, progress: Progress = SILENT) -> SlippingPlans:
        """Return plans of the game in which everybody slips with a chance that is a number."""
        if self._slips is None:
            self._slips = slipping_plans(self.form, progress)
        return self._slips

    @cached_property
    def gains(self) -> list[list[Any]]:
        """By player: what each sequence brings against the other's plan under best play of what follows."""
        plans = self._advised()
        return [
            best_reply(self.form.sides[player], replies(self.form, 1 - player, plans[1 - player]), player)
            for player in (MAX, MIN)
        ]

    def _mix_without_slips(self, place: StoryPlace, plans: Plans, good: Sequence[Any]) -> list[Any]:
        """Return the chances of good moves in a plan with slips when there is none."""
        chances = self.mix(place, (), plans)
        if len(chances) == 1:
            return chances
        floor = Fraction(floor_of(len(chances)), UNIT)
        free = [
            max(Fraction(0), chance - floor) if near else Fraction(0)
            for chance, near in zip(chances, good, strict=True)
        ]
        if not sum(free):
            free = [Fraction(near) for near in good]
        return [chance / sum(free) for chance in free]

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
