"""The machine as a solution of the solitaire: estimates of whole turns, grouped by their first action.

A turn ends with the next draw. Its plans are worth what the positions before that draw are worth; a move is
worth as much as the best plan that begins with it. In the middle of a turn, with nothing drawn, the machine
is asked about a position before it: a card is taken back from a foundation and counts as just drawn. Putting
it there again leads to the position in question and to all that can follow it, valued in the same way.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from saizen.game import Decision, Move, Terminal
from saizen.games.calculation.entry import MachineOptions
from saizen.games.calculation.machine.style import EVERY, StyleName, style_of
from saizen.games.calculation.reasons import machine_notes
from saizen.games.calculation.rules import DRAW, Action, Calculation, CalculationPosition, Lay, Put
from saizen.games.calculation.rules import Move as CardMove
from saizen.games.calculation.turns import lines_from
from saizen.solution import MoveValue, Notes, Solution, as_position
from saizen.store import Store
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

if TYPE_CHECKING:
    from saizen.games.calculation.machine.machine import Machine
    from saizen.games.calculation.machine.results import Choice
    from saizen.games.calculation.machine.table_choice import TableChoice

MOST_KEPT = 256
"""Positions whose plans are remembered: more than a game has."""
Line = tuple[Action | str, ...]


class MachineSolution(Solution[CalculationPosition]):
    """Estimates for positions of the standard solitaire with one to four stacks.

    ``machine`` returns the machine of the thread that asks, so a solution is safe in threads. It plays in
    ``style`` with the ``table`` that was chosen.
    """

    def __init__(
        self, game: Calculation, machine: Callable[[], "Machine"], style: StyleName, table: "TableChoice"
    ) -> None:
        self._game, self._machine = game, machine
        self._style, self._table = style, table
        self._plans: Cache[tuple[Choice, ...]] = Cache(most=MOST_KEPT)

    def __repr__(self) -> str:
        return f"<estimating solution of {self._game!r}>"

    @property
    def game(self) -> Calculation:
        """The rules that are played."""
        return self._game

    @property
    def exact(self) -> bool:
        """Everything is an estimate."""
        return False

    @property
    def estimates(self) -> bool:
        """Everything is an estimate."""
        return True

    def value(self, position: CalculationPosition | str) -> float:
        """Return what the best plan is worth; it compares positions and does not estimate a probability."""
        place: CalculationPosition = as_position(self._game, position)
        node = self._game.look(place)
        if isinstance(node, Terminal):
            return float(node.value)
        if plans := self.plans(place):
            return plans[0].worth
        deck = +self._game.deck(place)  # nothing lies anywhere: the mean over the first card
        values = [many * self.value(replace(place, drawn=rank)) for rank, many in deck.items()]
        return sum(values) / deck.total()

    def moves(
        self,
        position: CalculationPosition | str,
        player: int | None = None,
        *,
        among: Iterable[Move] | None = None,
    ) -> list[MoveValue]:
        """Return every legal action with the worth of the best plan that begins so, best first.

        The machine plays the first one: of equal plans that with most cards on the foundations.
        """
        at: CalculationPosition = as_position(self._game, position)
        node = self._game.look(at)
        if not isinstance(node, Decision):
            return []
        plans = self.plans(at)
        asked = None if among is None else set(among)
        answers = []
        for rank, (place, action, line) in enumerate(self._grouped(at, node, plans)):
            if asked is not None and action not in asked:
                continue
            if place == len(plans):
                answers.append(MoveValue(action, None, None))
            else:
                best = plans[place].worth == plans[0].worth
                answers.append(MoveValue(action, plans[place].worth, best, float(rank == 0), line))
        return answers

    def _grouped(
        self, position: CalculationPosition, node: Decision, plans: "Sequence[Choice]"
    ) -> list[tuple[int, Move, Line]]:
        """Return for each action the place of the best plan that can begin so, and the plan from there."""
        if position.drawn is None and not self._game.deck(position).total():
            return [(place, plan.actions[0], plan.actions) for place, plan in enumerate(plans)]
        grouped = []
        for action in node.options:
            lines = self._lines_from(position, action)
            place = next((i for i, plan in enumerate(plans) if plan.position in lines), len(plans))
            grouped.append((place, action, lines[plans[place].position] if place < len(plans) else ()))
        return sorted(grouped, key=lambda entry: entry[0])

    def turns(self, position: CalculationPosition | str) -> list[MoveValue]:
        """Return the plans until the next draw, best first."""
        place: CalculationPosition = as_position(self._game, position)
        if not isinstance(self._game.look(place), Decision):
            return []
        plans = self.plans(place)
        return [
            MoveValue(plan.actions[0], plan.worth, plan.worth == plans[0].worth, None, plan.actions)
            for plan in plans
        ]

    def notes(
        self, position: CalculationPosition | str, moves: Sequence[MoveValue], turns: Sequence[MoveValue]
    ) -> Notes:
        """Say why the machine would play each plan, what its numbers mean, and which table they are from."""
        place: CalculationPosition = as_position(self._game, position)
        plans = self.plans(place) if turns else ()
        return machine_notes(self._game, place, plans, self._style, self._table)

    def plans(self, position: CalculationPosition) -> tuple["Choice", ...]:
        """Return the machine's choices until the next draw, best first; none where no card lies anywhere."""
        return self._plans.get(position, lambda: tuple(self._planned(position)))

    def _planned(self, position: CalculationPosition) -> "list[Choice]":
        if position.drawn is not None:
            return self._machine().advise(position)
        if not self._game.deck(position).total():
            return self._finished(position)
        if any(position.foundations):
            return self._in_turn(position, lines_from(self._game, position))
        if not any(position.stacks):
            return []
        plans = self._staying(position)
        for action in self._game.actions(position):
            following = self._game.after(position, action)
            plans += self._in_turn(following, lines_from(self._game, following, (action,)))
        once = {plan.position: plan for plan in reversed(plans)}
        return sorted(once.values(), key=_rank)

    def _in_turn(
        self, position: CalculationPosition, lines: Mapping[CalculationPosition, Line]
    ) -> "list[Choice]":
        """Value the positions of ``lines``, all of which follow from ``position`` before the next draw."""
        plans = self._machine().advise(_before(self._game, position))
        return [
            replace(plan, actions=lines[plan.position] or (DRAW,)) for plan in plans if plan.position in lines
        ]

    def _staying(self, position: CalculationPosition) -> "list[Choice]":
        """Value a position with no card on a foundation: the first stack's top counts as just drawn.

        Stacks with cards come first meanwhile, since the machine lays onto the first empty stack only.
        """
        order = sorted(range(len(position.stacks)), key=lambda n: not position.stacks[n])
        sorted_ = replace(position, stacks=tuple(position.stacks[n] for n in order))
        (plan,) = self._in_turn(sorted_, {sorted_: ()})
        labels = plan.labels and tuple(plan.labels[order.index(n)] for n in range(len(order)))
        return [replace(plan, position=position, labels=labels)]

    def _finished(self, position: CalculationPosition) -> "list[Choice]":
        """Decide each action when the deck is empty: whether all cards can still go to the foundations."""
        from saizen.games.calculation.machine.results import Choice

        hopeless: set[CalculationPosition] = set()
        endings = []
        for action in self._game.actions(position):
            following = self._game.after(position, action)
            way = _way_out(self._game, following, hopeless)
            end = following
            for step in way or ():
                end = self._game.after(end, step)
            won = int(way is not None)
            endings.append(Choice((action, *(way or ())), end, float(won), True, (), (won, 1)))
        return sorted(endings, key=_rank)

    def _lines_from(self, position: CalculationPosition, action: Move) -> Mapping[CalculationPosition, Line]:
        """Return what can be reached before the next draw if a turn continues with an action.

        A card that was just laid may move on if another move opened its place; what could be reached by
        putting it belongs to that. The machine looks at the first of several empty stacks only, so positions
        are named as if the card lay there.
        """
        if action == DRAW:
            return {position: (DRAW,)}
        assert isinstance(action, Put | Lay | CardMove)
        if not isinstance(action, Lay):
            return lines_from(self._game, self._game.after(position, action), (action,))
        first = action.stack if position.stacks[action.stack] else position.stacks.index(())
        puts = [put for put in self._game.actions(position) if isinstance(put, Put)]
        put = {end for each in puts for end in lines_from(self._game, self._game.after(position, each))}
        lines = lines_from(self._game, self._game.after(position, action), (action,))
        return {_exchanged(end, action.stack, first): line for end, line in lines.items() if end not in put}


def _exchanged(position: CalculationPosition, first: int, other: int) -> CalculationPosition:
    """Return a position with two stacks exchanged."""
    stacks = list(position.stacks)
    stacks[first], stacks[other] = stacks[other], stacks[first]
    return replace(position, stacks=tuple(stacks))


def _rank(plan: "Choice") -> tuple[float, int]:
    """Order plans as the machine does: by worth, then by cards on foundations."""
    return -plan.worth, -sum(plan.position.foundations)


def _before(game: Calculation, position: CalculationPosition) -> CalculationPosition:
    """Return a position with a card drawn from which ``position`` is reached by placing it.

    >>> game = Calculation()
    >>> game.text(_before(game, game.parse("A0 B0 C2 D0 / - K - -")))
    'A0 B0 C1 D0 / - K - - / 6'
    """
    for f, size in enumerate(position.foundations):
        if size:
            sizes = list(position.foundations)
            sizes[f] -= 1
            rank = game.variant.sequences[f][size - 1]
            return replace(position, foundations=tuple(sizes), drawn=rank)
    n = next(n for n, stack in enumerate(position.stacks) if stack)
    stacks = list(position.stacks)
    stacks[n], rank = stacks[n][:-1], stacks[n][-1]
    return replace(position, stacks=tuple(stacks), drawn=rank)


def _way_out(
    game: Calculation, position: CalculationPosition, hopeless: set[CalculationPosition]
) -> "tuple[Action, ...] | None":
    """Return actions that move all cards to the foundations when the deck is empty, if there are any."""
    if not any(position.stacks):
        return ()
    if position in hopeless:
        return None
    for action in game.actions(position):
        way = _way_out(game, game.after(position, action), hopeless)
        if way is not None:
            return (action, *way)
    hopeless.add(position)
    return None


def machine_solution(
    game: Calculation, options: MachineOptions, *, store: Store | None = None, progress: Progress = SILENT
) -> MachineSolution | None:
    """Return the machine's estimates; none with more stacks than it plays with."""
    from saizen.games.calculation.machine.machine import prepare_machine
    from saizen.games.calculation.machine.table_choice import choose_table
    from saizen.games.calculation.machine.valuation.precedence import MOST_STACKS

    style, stacks, place = style_of(options.player, options.labellings), game.variant.stacks, store or Store()
    if stacks > MOST_STACKS:
        return None
    if style.look:
        style = style._replace(look=EVERY)
    table = choose_table(stacks, quick=options.quick, full=options.full, store=place, progress=progress)
    prepare_machine(stacks, style, table.quick, progress, store=place)  # built here, not at a question

    def machine() -> "Machine":
        return prepare_machine(stacks, style, table.quick, progress, store=place)

    return MachineSolution(game, machine, options.player, table)
