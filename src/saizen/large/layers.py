"""Games with a counter that only grows, solved layer by layer.

1. *List*: the positions of each layer are the children of earlier ones, sorted, each once.
2. *Settle*: from the last layer back, the value of each position from its children, which are found by
   searching a later layer (retrograde analysis by layers, as in Gasser 1996, "Solving nine men's morris").

A position takes 8 bytes and one more for its value, two more for how long best play takes.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from saizen.errors import GameError
from saizen.large.game import LARGEST_POSITION, CompiledGame
from saizen.large.glue import CompiledRules
from saizen.large.kernels import UNSETTLED, LargeLayer, check_layers, find_layers, settle
from saizen.large.problems import new_problem, raise_problem
from saizen.large.runs import Keys, SortedRuns, children_runs, side_by_side
from saizen.large.space import check_disk, check_memory
from saizen.work import SILENT, Progress

NO_LENGTHS = np.empty(0, np.uint16)


class Shelf(Protocol):
    """The place of finished parts: memory, or a table of the store that is being built."""

    def __contains__(self, part: str) -> bool: ...

    def put(self, name: str, value: Any) -> None:
        """Keep an array."""

    def array(self, name: str) -> NDArray[Any]:
        """Return an array."""


class PartsInMemory(dict[str, Any]):
    """Parts in memory."""

    def put(self, name: str, value: Any) -> None:
        """Keep an array."""
        self[name] = value

    def array(self, name: str) -> NDArray[Any]:
        """Return an array."""
        part: NDArray[Any] = self[name]
        return part


@dataclass(frozen=True)
class Work:
    """How a game is solved: its rules, where parts go, how many threads, what limits there are."""

    game: CompiledGame
    rules: CompiledRules
    shelf: Shelf = field(default_factory=PartsInMemory)
    remoteness: bool = True
    max_positions: int = 1 << 40
    workers: int = os.cpu_count() or 1
    progress: Progress = SILENT
    directory: Path | None = None
    """The folder of the shelf's files; None for memory."""

    def check_room(self, positions: int, layer: int) -> None:
        """Refuse to go on where the positions so far, or the layer to come, will not fit."""
        if positions > self.max_positions:
            raise self.too_many()
        extra = 3 if self.remoteness else 1
        if self.directory is None:
            check_memory(positions, layer, extra)
        else:
            check_memory(0, layer, 0)
            check_disk(self.directory, positions, layer, extra)

    def too_many(self) -> GameError:
        """Say that there are more positions than allowed."""
        return GameError(
            f"the game has more than {self.max_positions:,} positions; allow more with max_positions "
            "(--max-positions)"
        )

    def first(self) -> int:
        """Return the position in which the game begins, as it is solved."""
        start = self.game.start()
        if not isinstance(start, int) or not 0 <= start <= LARGEST_POSITION:
            raise GameError(f"the start is {start!r}, beyond 63 bits: use numbers from 0 to 2**63 - 1")
        return self.game.canonical(start)


def part_name(kind: str, place: int) -> str:
    """Return the name of a part.

    >>> part_name("keys", 3)
    'keys-0003'
    """
    return f"{kind}-{place:04}"


def put_once(shelf: Shelf, name: str, part: NDArray[Any]) -> None:
    """Put a part on the shelf, unless a run that was stopped has put it there."""
    if name not in shelf:
        shelf.put(name, part)


@dataclass
class Plan:
    """The layers so far: the counter of each, its size, and in which later ones its children are."""

    counters: list[int]
    sizes: list[int]
    targets: list[list[int]]


def solve_layers(work: Work) -> Plan:
    """Solve a game with a counter: list all layers, settle them backwards; the parts are on the shelf."""
    with ThreadPoolExecutor(work.workers) as threads:
        plan = list_layers(work, threads)
        total = sum(plan.sizes)
        work.progress.stage(f"settling {total:,} positions", total)
        for place in reversed(range(len(plan.sizes))):
            settle_layer(work, threads, plan, place)
    return plan


def list_layers(work: Work, threads: ThreadPoolExecutor) -> Plan:
    """Find the positions of every layer, beginning with the start's."""
    first, rules = work.first(), work.rules
    start = np.array([first], np.int64)
    counter, _ = find_layers(rules, start, np.empty(1, np.int64))
    waiting = {int(counter): SortedRuns()}
    waiting[int(counter)].add(start)
    plan = Plan([], [], [])
    while waiting:
        counter = min(waiting)
        name = part_name("keys", len(plan.sizes))
        keys = waiting.pop(counter).whole()
        plan.counters.append(counter)
        plan.sizes.append(len(keys))
        work.check_room(sum(plan.sizes), len(keys))
        put_once(work.shelf, name, keys)
        following = part_name("keys", len(plan.sizes))
        if (
            not waiting
            and following in work.shelf
            and part_name("targets", len(plan.sizes) - 1) in work.shelf
        ):
            plan.targets.append(work.shelf.array(part_name("targets", len(plan.sizes) - 1)).tolist())
            waiting[plan.targets[-1][0]] = SortedRuns()
            waiting[plan.targets[-1][0]].add(work.shelf.array(following))
            continue
        work.progress.stage(f"layer {counter}: {sum(plan.sizes):,} positions so far", len(keys))
        targets: set[int] = set()

        def listed(span: tuple[int, int], keys: Keys = keys) -> list[Keys]:
            return children_runs(rules, keys[span[0] : span[1]])

        for runs in side_by_side(listed, len(keys), threads, work.workers, work.progress):
            for run in runs:
                for later, share in _by_layer(rules, run, counter):
                    waiting.setdefault(later, SortedRuns()).add(share)
                    targets.add(later)
            if sum(plan.sizes) + max(map(len, waiting.values()), default=0) > 2 * work.max_positions:
                raise work.too_many()
        plan.targets.append(sorted(targets))
        if len(waiting) == 1 and len(targets) == 1:
            later = plan.targets[-1][0]
            keys = waiting[later].whole()
            put_once(work.shelf, following, keys)
            put_once(work.shelf, part_name("targets", len(plan.sizes) - 1), np.array([later], np.int64))
    return plan


def _by_layer(rules: CompiledRules, run: Keys, now: int) -> Sequence[tuple[int, Keys]]:
    """Sort the positions of a run by their layers, which must be beyond the present one."""
    if not len(run):
        return ()
    layers = np.empty(len(run), np.int64)
    least, greatest = find_layers(rules, run, layers)
    if least <= now:
        problem = new_problem()
        check_layers(run, layers, now, problem)
        raise_problem(problem)
    if least == greatest:
        return ((int(least), run),)
    return [(int(layer), run[layers == layer]) for layer in np.unique(layers)]


def layer_of_shelf(work: Work, place: int) -> LargeLayer:
    """Return a settled layer."""
    lengths = work.shelf.array(part_name("lengths", place)) if work.remoteness else NO_LENGTHS
    return LargeLayer(
        work.shelf.array(part_name("keys", place)), work.shelf.array(part_name("values", place)), lengths
    )


def settle_layer(work: Work, threads: ThreadPoolExecutor, plan: Plan, place: int) -> None:
    """Find the values of a layer from those of the later ones that its children are in."""
    size, last = plan.sizes[place], part_name("lengths" if work.remoteness else "values", place)
    if last in work.shelf and part_name("values", place) in work.shelf:
        work.progress.advance(size)
        return
    values, lengths = np.full(size, UNSETTLED, np.int8), np.zeros(size if work.remoteness else 0, np.uint16)
    layer = LargeLayer(work.shelf.array(part_name("keys", place)), values, lengths)
    targets = plan.targets[place]
    empty = LargeLayer(np.empty(0, np.int64), np.empty(0, np.int8), NO_LENGTHS)
    draw = int(work.game.endless or 0)
    for target in targets or [-1]:
        later = layer_of_shelf(work, plan.counters.index(target)) if targets else empty
        only = target if len(targets) > 1 else -1

        def settled(span: tuple[int, int], later: LargeLayer = later, only: int = only) -> None:
            problem = new_problem()
            settle(work.rules, span, layer, later, only, draw, problem)
            raise_problem(problem)

        for _ in side_by_side(settled, size, threads, work.workers, work.progress):
            pass
    put_once(work.shelf, part_name("values", place), values)
    if work.remoteness:
        put_once(work.shelf, last, lengths)
