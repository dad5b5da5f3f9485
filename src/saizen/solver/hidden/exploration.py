"""From rules to flat arrays: every history once, depth first. No position is stored or hashed.

A history is a position that the game comes to, with all that happened before. Ends and lotteries written in
place are no positions. Probabilities of paths and payoffs are numbers of interned fractions.
"""

from array import array
from collections.abc import Callable
from fractions import Fraction
from math import fsum
from numbers import Rational, Real
from typing import Any, NamedTuple

from saizen.errors import GameError, rules_at_work
from saizen.game import MAX, MIN, Chance, Decision, Game, Simultaneous, Step, Terminal, name_of, names_of
from saizen.solver.hidden.memories import ROOT, InformationSet, Memories, differing_moves
from saizen.work import SILENT, Progress

CHUNK = 4096
"""Histories between two reports."""
TOLERANCE = 1e-9
"""How far from 1 probabilities in floats may sum to."""


class Payments(NamedTuple):
    """Everything that is paid, one entry for each history in which it is."""

    rows: "array[int]"
    """Sequences of MAX."""
    columns: "array[int]"
    """Sequences of MIN."""
    chances: "array[int]"
    """Numbers of probabilities."""
    amounts: "array[int]"
    """Numbers of payoffs."""
    probabilities: list[Fraction]
    payoffs: list[Fraction]


class Exploration(NamedTuple):
    """What was explored: the memories of MAX and MIN, and what is paid."""

    memories: tuple[Memories, Memories]
    payments: Payments
    histories: int


def too_large(most: int) -> GameError:
    """Say that there are more histories than were allowed, and what would help."""
    return GameError(
        f"more than {most:,} histories: what players cannot see makes each way to a position count; deal "
        "fewer cards, merge deals that are alike, end the game sooner, or raise "
        "max_positions (--max-positions); about 300 bytes each"
    )


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
                self._path(before * share) if share else -1 for share in whole
            ]
        return paths

    def _path(self, probability: Fraction) -> int:
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
        if self.exact and not isinstance(number, Rational):
            raise GameError(
                f"position {at}: the {what} {number!r} is a float, and no proof can rest on it: use "
                f"int or Fraction, such as {Fraction(value).limit_denominator(1000)!r}, or solve in "
                "floats (--float, exact=False)"
            )
        try:
            return Fraction(value)
        except (OverflowError, ValueError):
            raise GameError(f"position {at}: the {what} {number!r} is not a finite number") from None


def explore(game: Game[Any], *, most: int, exact: bool = True, progress: Progress = SILENT) -> Exploration:
    """Visit every history of a game, and return what its players can know and what is paid."""
    progress.stage("exploring histories")
    numbers, first, second = HistoryNumbers(game, exact), Memories(MAX), Memories(MIN)
    at: Any = None
    with rules_at_work("start()"):
        at = game.start()
    with rules_at_work(lambda: f"look() or sees() at position {name_of(game, at)}"):
        walk = _Walk(game, numbers, first, second, most, progress)
        histories = 0
        stack: list[tuple[Any, Any, int, int, int]] = [(at, at, ROOT, ROOT, 0)]
        pop, push = stack.pop, stack.append
        look: Callable[[Any], Any] = game.look
        observe = walk.observe
        pay = walk.pay
        while stack:
            outcome, at, mine, yours, path = pop()
            kind = type(outcome)
            while kind is Step:
                pay(outcome.reward, mine, yours, path, at)
                outcome = outcome.next
                kind = type(outcome)
            if kind is Terminal:
                pay(outcome.value, mine, yours, path, at)
                continue
            if kind is not Chance:
                at = outcome
                histories += 1
                if histories % CHUNK == 0:
                    walk.report(histories)
                mine, yours = observe(at, mine, yours)
                outcome = look(at)
                kind = type(outcome)
                if kind is Decision:
                    walk.decision(outcome, at, mine, yours, path, push)
                    continue
                if kind is Simultaneous:
                    walk.simultaneous(outcome, at, mine, yours, path, push)
                    continue
                if kind is Terminal:
                    pay(outcome.value, mine, yours, path, at)
                    continue
                if kind is not Chance:
                    raise GameError(
                        f"look() at position {name_of(game, at)} returned {outcome!r}: it must be a "
                        "Terminal, Chance, Decision or Simultaneous"
                    )
            for probability, (_, following) in zip(
                numbers.paths(path, outcome, at), outcome.outcomes, strict=True
            ):
                if probability >= 0:
                    push((following, at, mine, yours, probability))
    if histories > most:
        raise too_large(most)
    progress.advance(histories % CHUNK)
    payments = Payments(*walk.entries, numbers.probabilities, numbers.payoffs)
    return Exploration((first, second), payments, histories)


class _Walk:
    """The parts of the loop over histories."""

    def __init__(
        self,
        game: Game[Any],
        numbers: HistoryNumbers,
        first: Memories,
        second: Memories,
        most: int,
        progress: Progress,
    ) -> None:
        self.game, self.numbers, self.first, self.second = game, numbers, first, second
        self.most, self.progress = most, progress
        self.entries = array("q"), array("q"), array("q"), array("q")
        self._payoff_of = numbers.payoff_of
        self._adders = tuple(entries.append for entries in self.entries)

    def report(self, histories: int) -> None:
        """Return how far it is, and give up beyond the limit."""
        self.progress.advance(CHUNK)
        if histories > self.most:
            raise too_large(self.most)

    def pay(self, amount: Any, mine: int, yours: int, path: int, position: Any) -> None:
        """Note what is paid at a history."""
        try:
            place = self._payoff_of[amount]
        except (KeyError, TypeError):
            place = self.numbers.payoff(amount, position)
        if not self.numbers.payoffs[place]:
            return
        row, column, chance, paid = self._adders
        row(self.first.sequence[mine])
        column(self.second.sequence[yours])
        chance(path)
        paid(place)

    def observe(self, position: Any, mine: int, yours: int) -> tuple[int, int]:
        """Let both players see a position."""
        sees = self.game.sees
        try:
            return self.first.observe(mine, sees(position, MAX)), self.second.observe(
                yours, sees(position, MIN)
            )
        except TypeError:
            for player in (MAX, MIN):
                view = sees(position, player)
                try:
                    hash(view)
                except TypeError:
                    raise GameError(
                        f"sees({name_of(self.game, position)}, {player}) is {view!r}, which is not "
                        "hashable: use tuples, texts, numbers or frozen dataclasses"
                    ) from None
            raise

    def decision(self, node: Decision, at: Any, mine: int, yours: int, path: int, push: Any) -> None:
        """Open all moves of the one who decides."""
        player, options = node.player, node.options
        if player == MAX:
            chosen = self.agreed(self.first, mine, tuple(options), at)
            for place, move in enumerate(chosen.moves, chosen.after):
                push((options[move], at, place, yours, path))
        elif player == MIN:
            chosen = self.agreed(self.second, yours, tuple(options), at)
            for place, move in enumerate(chosen.moves, chosen.after):
                push((options[move], at, mine, place, path))
        else:
            raise GameError(
                f"position {name_of(self.game, at)}: player {player!r} is neither MAX ({MAX}) nor "
                f"MIN ({MIN}); games of three and more players are not solved"
            )

    def simultaneous(self, node: Simultaneous, at: Any, mine: int, yours: int, path: int, push: Any) -> None:
        """Open all pairs of moves where both decide."""
        row_set = self.agreed(self.first, mine, tuple(node.row_moves), at)
        column_set = self.agreed(self.second, yours, tuple(node.column_moves), at)
        for row_place, row in enumerate(row_set.moves, row_set.after):
            for column_place, column in enumerate(column_set.moves, column_set.after):
                push((node.outcome(row, column), at, row_place, column_place, path))

    def agreed(self, memories: Memories, memory: int, moves: tuple[Any, ...], at: Any) -> InformationSet:
        """Return the information set of a mover, whose moves must be the same at all its histories."""
        place = memories.set_of.get(memory)
        information_set = memories.sets[place] if place is not None else memories.decide(memory, moves, at)
        if information_set.moves != moves and (
            len(moves) != len(information_set.moves) or set(moves) != set(information_set.moves)
        ):
            name = names_of(self.game).get(memories.player, str(memories.player))
            raise differing_moves(
                name,
                name_of(self.game, information_set.position),
                name_of(self.game, at),
                (information_set.moves, moves),
            )
        if not moves:
            raise GameError(
                f"position {name_of(self.game, at)}: a decision without options; an end is a Terminal"
            )
        return information_set
