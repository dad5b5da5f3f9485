"""From rules to a graph: every reachable position is looked at once, in the order of discovery.

Positions are read in batches, each in the order of its numbers, and what they lead to is numbered in the
order of the moves: the numbering is that of a breadth-first search, however large a batch is.
"""

import time
from array import array
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from typing import Any, Final

from saizen.errors import Cancelled, GameError, SaizenError, Stopped, Terminated, rules_at_work
from saizen.game import Decision, Game, P, Step, Terminal
from saizen.notation import short
from saizen.solver.graph import BOTH, KINDS, NOBODY, Graph
from saizen.solver.loops import CHUNK
from saizen.solver.reading import NODES, RulesReader
from saizen.work import SILENT, Progress, memory_left

BYTES_EACH = 250
"""About how much memory a position takes, itself included."""
RESERVE = 300_000_000
"""Bytes that must be left while positions are found."""
WAITING = 64
"""Positions that wait to be looked at before any are handed to workers."""
SOON = 1.0
"""Seconds of exploring here before processes are started for it."""
STUCK = 5.0
"""Seconds for one batch; if it is stopped later, the error names the position."""
WATCHED = 64
"""Positions at the beginning that are compared with what they were before they were looked at."""
UNCHANGING: Final = (int, str, bytes, float, bool, type(None))


def explore(
    game: Game[P],
    *,
    exact: bool,
    progress: Progress = SILENT,
    max_positions: int | None = None,
    merge: bool = True,
    floats: bool = False,
    executor: Executor | None = None,
    workers: int = 1,
) -> Graph[P]:
    """Find every position reachable from the start. Cost grows with the number of moves in the graph.

    ``merge`` takes positions that `Game.canonical` calls the same as one; ``floats`` reads floats as the
    fractions that they are (see `RulesReader`), without workers. An executor or several workers look at
    positions in batches; the graph is the same for any number of workers.
    """
    graph: Graph[P] = Graph(RulesReader(game, exact=exact, merge=merge, floats=floats))
    reader = Reader(graph)
    progress.stage("finding positions")
    try:
        start = game.start()
    except (SaizenError, Cancelled, KeyboardInterrupt, Terminated):
        raise
    except BaseException as error:
        raise GameError(f"start() fails: {type(error).__name__}: {error}") from error
    reader.begin(start)
    began = time.monotonic()
    while len(graph) < len(graph.positions):
        begin = len(graph)
        ready = executor is not None or (workers > 1 and time.monotonic() - began >= SOON)
        if ready and begin >= WATCHED and len(graph.positions) - begin >= WAITING:
            _explore_remotely(reader, progress, max_positions, executor, workers)
            break
        end = min(len(graph.positions), begin - begin % CHUNK + CHUNK)
        if max_positions is not None:
            end = min(end, begin + 1 + max(0, max_positions - len(graph.positions)))
        reader.read(graph.positions[begin:end], watch=begin < WATCHED)
        if end % CHUNK == 0:
            progress.advance(CHUNK)
            _tell(graph, progress)
        _check_number(graph, max_positions)
    return graph


def _explore_remotely(
    reader: "Reader", progress: Progress, max_positions: int | None, executor: Executor | None, workers: int
) -> None:
    """Let workers look at all positions that are left, and at those that they find."""
    from saizen.solver.remote_explore import explore_remotely

    for count in explore_remotely(reader, executor, workers, progress):
        progress.advance(count)
        _tell(reader.graph, progress)
        _check_number(reader.graph, max_positions)


def _tell(graph: Graph[Any], progress: Progress) -> None:
    progress.tell(_told(len(graph.positions)))
    _check_memory(len(graph.positions))


def _check_number(graph: Graph[Any], most: int | None) -> None:
    if most is not None and len(graph.positions) > most:
        raise GameError(too_many(most))


def too_many(most: int) -> str:
    """Say that there are more positions than were allowed, and what can be done."""
    return (
        f"more than {most} positions are reachable; raise max_positions (--max-positions) to continue; "
        f"{_told(most)} so far"
    )


def _told(count: int) -> str:
    """Say how many positions there are and about how much memory they take."""
    return f"{count:,} positions, about {count * BYTES_EACH / 1e6:,.0f} MB"


def _check_memory(count: int) -> None:
    """Stop while there is memory left to say so."""
    left = memory_left()
    if left is not None and left < RESERVE:
        raise GameError(
            f"the memory is nearly full: {_told(count)}, and {left / 1e6:,.0f} MB are left; "
            "solve a smaller game, in floats (--float), or on a larger machine"
        )


class _Unusual(Exception):  # noqa: N818
    """Something that is not read in the short way."""


class Reader:
    """Reads positions into a graph, one after the other.

    Most moves lead to a position and nothing else: those are numbered without a loop in Python. Everything
    else, and everything that is wrong, goes through `saizen.solver.reading.RulesReader`.
    """

    def __init__(self, graph: Graph[Any]) -> None:
        self.graph = graph
        self.rules = graph.rules
        self.plain = graph.number.plain
        self.simple = True
        """Whether decisions so far lead to positions and ends alone."""
        self.ends: dict[int, int] = {}
        """Targets of endings, by the place of their value."""
        self.whole_ends: dict[int, int] = {}
        """Targets of endings, by their value where that is an ``int``."""

    def begin(self, start: Any) -> None:
        """Give the start its number."""
        position = self.rules.same(start)
        try:
            self.graph.number[position]
        except TypeError:
            raise GameError(
                f"position {position!r} (the start) is not hashable: "
                "use tuples, strings or frozen dataclasses"
            ) from None
        except RecursionError:
            raise GameError(f"position {self.rules.at(position)} (the start) contains itself") from None

    def read(self, positions: Sequence[Any], *, watch: bool = False) -> None:
        """Look at the positions that come next; ``watch`` looks twice, to see that they do not change."""
        graph = self.graph
        graph.number.other = self._unusual
        look, number, whole_ends = graph.game.look, graph.number.__getitem__, self.whole_ends
        canonical, plain = self.rules.canonical, self.plain
        targets: list[int] = []
        kinds: list[int] = []
        ends: list[int] = []
        simple = self.simple
        began, position = time.monotonic(), None
        try:
            for position in positions:
                if watch:
                    self._watch(position)
                before = len(targets)
                node: Any = None
                try:
                    node = look(position)
                    kind: Any = type(node)
                    if kind is Decision and simple and node.options:
                        following: Iterable[Any] = node.options.values()
                        if canonical is not None:
                            following = list(following)
                            if not plain.issuperset(map(type, following)):
                                raise _Unusual
                            following = map(canonical, following)
                        targets.extend(map(number, following))
                        kinds.append(KINDS[node.player])
                    elif kind is Terminal and type(node.value) is int and node.value in whole_ends:
                        targets.append(whole_ends[node.value])
                        kinds.append(NOBODY)
                    else:
                        raise _Unusual
                except (GameError, Cancelled, KeyboardInterrupt, Terminated):
                    raise
                except BaseException as error:  # rules may even ask to leave the program
                    if node is None and not isinstance(error, _Unusual):
                        raise self.rules.failed(position, error) from error
                    del targets[before:]
                    kinds.append(self._read_carefully(node, position, targets))
                    simple = self.simple
                ends.append(len(targets))
        except KeyboardInterrupt:
            waited = time.monotonic() - began
            if waited < STUCK:
                raise
            raise Stopped(
                f"stopped in look() at position {self.rules.at(position)}, after {waited:.0f} s for "
                f"{len(ends) + 1} position{'s' * bool(ends)}; does it come to an end?"
            ) from None
        graph.add(array("i", kinds), array("q", ends), array("i", targets))

    def _watch(self, position: Any) -> None:
        """Look at a position to see that it stays as it is."""
        if isinstance(position, UNCHANGING):
            return
        if self.graph.number.get(position) is None:
            raise GameError(
                f"position {self.rules.at(position)} is not found again among those seen: equal positions "
                "must have equal hashes, the same each time; use tuples, strings or frozen dataclasses"
            )
        with rules_at_work("repr() of a position"):
            before = repr(position)
        self.rules.look(position)
        if repr(position) != before:
            raise GameError(
                f"look() changes its position: {short(before)} became {short(repr(position))}; look at "
                "positions without changing them, and use tuples, strings or frozen dataclasses"
            )

    def _read_carefully(self, node: Any, position: Any, targets: list[int]) -> int:
        """Add what a position leads to, whatever it is; return who chooses."""
        try:
            spread = self.rules.spread(node, position)
            targets += [self._target(outcome, position) for outcome in spread.outcomes]
        except (GameError, Cancelled, KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:
            raise self.rules.failed(position, error) from error
        if spread.column_moves is not None:
            return BOTH + len(spread.column_moves)
        return NOBODY if spread.player is None else KINDS[spread.player]

    def _unusual(self, outcome: Any) -> int:
        """Return the target of an outcome that is not a position, or the first position of its type."""
        if type(outcome) is Terminal and type(outcome.value) is int and outcome.value in self.whole_ends:
            return self.whole_ends[outcome.value]
        raise _Unusual

    def _target(self, outcome: Any, position: Any) -> int:
        """Return the target that stands for an outcome: a position's number, or a lottery's below 0."""
        rules, kind = self.rules, type(outcome)
        if kind in self.plain:
            return self._number(rules.same(outcome), position)
        if kind is Terminal:
            target = self._end(rules.number(outcome.value, position))
            if type(outcome.value) is int:
                self.whole_ends[outcome.value] = target
            return target
        if not issubclass(kind, NODES):
            self.plain.add(kind)
            return self._number(rules.same(outcome), position)
        self.simple = False
        if kind is Step and type(outcome.next) in self.plain:
            amount = self.graph.amounts.place(rules.number(outcome.reward, position))
            child = self._number(rules.same(outcome.next), position)
            return self._lottery(amount, (child,), (0,), False) if amount else child
        reward, branches, ends = rules.flat(outcome, position)
        if not branches:
            return self._end(reward)
        children = [self._number(child, position) for child in branches]
        if len(children) == 1 and not ends and reward == 0 and next(iter(branches.values())) == 1:
            return children[0]
        weights = [self.graph.chances.place(p) for p in branches.values()]
        self.graph.make_room()
        return self._lottery(self.graph.amounts.place(reward), children, weights, ends)

    def _number(self, child: Any, position: Any) -> int:
        try:
            return self.graph.number[child]
        except _Unusual:
            self.plain.add(type(child))
            return self.graph.number[child]
        except TypeError:
            raise self.rules.unhashable(child, position) from None
        except RecursionError:
            raise GameError(
                f"position {self.rules.at(child)} (a move from {self.rules.at(position)}) contains itself"
            ) from None

    def _end(self, reward: Any) -> int:
        """Return the target of an ending; endings of one value are one lottery."""
        amount = self.graph.amounts.place(reward)
        target = self.ends.get(amount)
        if target is None:
            target = self.ends[amount] = self._lottery(amount, (), (), True)
        return target

    def _lottery(self, amount: int, children: Iterable[int], weights: Iterable[int], ends: bool) -> int:
        graph = self.graph
        graph.branches.extend(children)
        graph.weights.extend(weights)
        graph.rewards.append(amount)
        graph.ending.append(ends)
        graph.spans.append(len(graph.branches))
        return -len(graph.rewards)
