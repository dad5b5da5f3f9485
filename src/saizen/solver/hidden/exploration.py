"""From rules to flat arrays: every history once, depth first. No position is stored or hashed.

A history is a position that the game comes to, with all that happened before. Ends and lotteries written in
place are no positions. Probabilities of paths and payoffs are numbers of interned fractions.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from saizen.errors import GameError, rules_at_work
from saizen.game import MAX, MIN, Chance, Decision, Game, Simultaneous, Step, Terminal, name_of, names_of
from saizen.solver.hidden.history_numbers import HistoryNumbers, merge_alike
from saizen.solver.hidden.memories import ROOT, InformationSet, Memories, differing_moves
from saizen.solver.hidden.too_large import TooManyHistories, check_memory, recurring_position
from saizen.work import SILENT, Progress

CHUNK = 4096
"""Histories between two reports."""
SOON = 5 * CHUNK
"""Histories that are visited here before workers are started."""

History = tuple[Any, Any, int, int, int]
"""What follows, the position before it, both memories, the number of the path's probability."""


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


class WaitingHistories(Protocol):
    """Histories to visit: an iterator that takes more while it runs, the last comes first."""

    def push(self, history: History, /) -> None:
        """Take another history."""

    def __iter__(self) -> Iterator[History]: ...


class DepthFirst:
    """Histories that wait, one beside the other."""

    def __init__(self, begin: History) -> None:
        self._stack = [begin]
        self.push: Callable[[History], None] = self._stack.append

    def __iter__(self) -> Iterator[History]:
        stack = self._stack
        pop = stack.pop
        while stack:
            yield pop()


def explore(
    game: Game[Any],
    *,
    most: int,
    exact: bool = True,
    progress: Progress = SILENT,
    executor: Executor | None = None,
    workers: int = 1,
) -> Exploration:
    """Visit every history of a game, and return what its players can know and what is paid.

    An executor or several workers visit the histories of a large game, each those after one of the first; the
    result is the same, byte for byte.
    """
    progress.stage("exploring histories")
    alone = executor is None and workers == 1
    walk = HistoryWalk(game, exact, most if alone else min(most, SOON), progress)
    try:
        walk.visit(DepthFirst(walk.begin()))
        return walk.explored()
    except TooManyHistories:
        if alone or most <= SOON:
            raise
        from saizen.solver.hidden.remote_histories import explore_remotely

        return explore_remotely(game, exact, most, progress, executor, workers)


class HistoryWalk:
    """A walk over histories, and what it has found so far."""

    def __init__(self, game: Game[Any], exact: bool, most: int, progress: Progress) -> None:
        self.game, self.most, self.progress = game, most, progress
        self.numbers = HistoryNumbers(game, exact)
        self.first, self.second = self.memories = Memories(MAX), Memories(MIN)
        self.histories = 0
        self.entries = array("q"), array("q"), array("q"), array("q")
        self._payoff_of = self.numbers.payoff_of
        self._adders = tuple(entries.append for entries in self.entries)

    def begin(self) -> History:
        """Return the history of the start."""
        start: Any = None
        with rules_at_work("start()"):
            start = self.game.start()
        return start, start, ROOT, ROOT, 0

    def explored(self) -> Exploration:
        """Return all that was found."""
        self.limit()
        self.progress.advance(self.histories % CHUNK)
        payments = Payments(*self.entries, self.numbers.probabilities, self.numbers.payoffs)
        return Exploration(self.memories, payments, self.histories)

    def visit(self, waiting: WaitingHistories) -> None:
        """Visit histories, and what follows them, until none waits."""
        game, numbers, at = self.game, self.numbers, None
        merges = type(game).canonical is not Game.canonical
        with rules_at_work(lambda: f"look() or sees() at position {name_of(game, at)}"):
            look: Callable[[Any], Any] = game.look
            push, observe, pay = waiting.push, self.observe, self.pay
            for history in waiting:
                outcome, at, mine, yours, path = history
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
                    self.histories += 1
                    if self.histories % CHUNK == 0:
                        self.limit()
                        self.progress.advance(CHUNK)
                    mine, yours = observe(at, mine, yours)
                    outcome = look(at)
                    kind = type(outcome)
                    if kind is Decision:
                        self.decision(outcome, at, mine, yours, path, push)
                        continue
                    if kind is Simultaneous:
                        self.simultaneous(outcome, at, mine, yours, path, push)
                        continue
                    if kind is Terminal:
                        pay(outcome.value, mine, yours, path, at)
                        continue
                    if kind is not Chance:
                        raise GameError(
                            f"look() at position {name_of(game, at)} returned {outcome!r}: it must be a "
                            "Terminal, Chance, Decision or Simultaneous"
                        )
                if merges:
                    outcome = merge_alike(game, outcome)
                for probability, (_, following) in zip(
                    numbers.paths(path, outcome, at), outcome.outcomes, strict=True
                ):
                    if probability >= 0:
                        push((following, at, mine, yours, probability))

    def limit(self) -> None:
        """Give up where there are too many histories."""
        if self.histories > self.most:
            raise TooManyHistories.of(self.game, self.most)
        if self.histories == SOON and recurring_position(self.game) is not None:
            raise TooManyHistories.of(self.game, SOON)
        if self.histories % (16 * CHUNK) == 0:
            check_memory(self.histories)

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
        moves = tuple(options)
        if player == MAX:
            for place, move in zip(self.agreed(self.first, mine, moves, at), moves, strict=True):
                push((options[move], at, place, yours, path))
        elif player == MIN:
            for place, move in zip(self.agreed(self.second, yours, moves, at), moves, strict=True):
                push((options[move], at, mine, place, path))
        else:
            raise GameError(
                f"position {name_of(self.game, at)}: player {player!r} is neither MAX ({MAX}) nor "
                f"MIN ({MIN}); games of three and more players are not solved"
            )

    def simultaneous(self, node: Simultaneous, at: Any, mine: int, yours: int, path: int, push: Any) -> None:
        """Open all pairs of moves where both decide."""
        rows, columns = tuple(node.row_moves), tuple(node.column_moves)
        row_places = self.agreed(self.first, mine, rows, at)
        column_places = self.agreed(self.second, yours, columns, at)
        for row, row_place in zip(rows, row_places, strict=True):
            for column, column_place in zip(columns, column_places, strict=True):
                push((node.outcome(row, column), at, row_place, column_place, path))

    def agreed(self, memories: Memories, memory: int, moves: tuple[Any, ...], at: Any) -> Sequence[int]:
        """Return a mover's memories after his moves, which must be the same at all histories of the set."""
        place = memories.set_of.get(memory)
        information_set = memories.sets[place] if place is not None else memories.decide(memory, moves, at)
        if information_set.moves != moves:
            return self._reordered(memories, information_set, moves, at)
        if not moves:
            raise GameError(
                f"position {name_of(self.game, at)}: a decision without options; an end is a Terminal"
            )
        return range(information_set.after, information_set.after + len(moves))

    def _reordered(
        self, memories: Memories, information_set: InformationSet, moves: tuple[Any, ...], at: Any
    ) -> Sequence[int]:
        """Return the memories after moves that an information set has in another order."""
        if len(moves) != len(information_set.moves) or set(moves) != set(information_set.moves):
            name = names_of(self.game).get(memories.player, str(memories.player))
            raise differing_moves(
                name,
                name_of(self.game, information_set.position),
                name_of(self.game, at),
                (information_set.moves, moves),
            )
        return [information_set.after + information_set.moves.index(move) for move in moves]
