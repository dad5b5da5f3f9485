"""Games with a counter that only grows, solved layer by layer.

1. *List*: the children of each slice of a layer are a sorted run; runs are united to the next layers.
2. *Settle*: from the last layer back, the value of each position from its children, which are found by
   searching a later layer (retrograde analysis by layers, as in Gasser 1996, "Solving nine men's morris").

A position takes 8 bytes and one more for its value, two more for how long best play takes. Parts lie in
memory, or in files; then memory holds a few slices and ranges only, and a part that is finished stays.
"""

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from saizen.errors import GameError
from saizen.large.forecast import Forecast
from saizen.large.game import LARGEST_POSITION, CompiledGame
from saizen.large.glue import CompiledRules
from saizen.large.kernels import LargeLayer, find_layers
from saizen.large.machines import NO_LENGTHS, Cluster, Later, Machines, ThisMachine, side_by_side
from saizen.large.runs import Keys, Span, layers_of, only_layer, ranges, slices, united_range
from saizen.large.shelf import PartsInMemory, Shelf, part_name
from saizen.large.space import check_disk, check_memory
from saizen.work import SILENT, Progress

Piece = TypeVar("Piece")


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
    executor: Executor | None = None
    """A cluster that lists and settles; None for the threads of this machine."""

    @property
    def draw(self) -> int:
        """The value of a draw."""
        return int(self.game.endless or 0)

    def check_room(self, positions: int, layer: int) -> None:
        """Refuse to go on where the positions so far, or the layer to come, will not fit."""
        if positions > self.max_positions:
            raise self.too_many()
        extra = 3 if self.remoteness else 1
        if self.shelf.directory is None:
            check_memory(positions, layer, extra)
        else:
            check_disk(self.shelf.directory, positions, layer, extra)

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


@dataclass
class Plan:
    """The layers so far: the counter of each, its size, and in which later ones its children are."""

    counters: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    targets: list[list[int]] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(self.sizes)


def solve_layers(work: Work) -> Plan:
    """Solve a game with a counter: list all layers, settle them backwards; the parts are on the shelf."""
    with ThreadPoolExecutor(work.workers) as threads:
        machines: Machines = ThisMachine(work.rules, threads, work.remoteness, work.draw, work.progress)
        if work.executor is not None:
            machines = Cluster(work.game, work.executor, work.remoteness, work.draw, work.progress)
        plan = list_layers(work, machines, threads)
        for place in reversed(range(len(plan.sizes))):
            settle_layer(work, machines, plan, place)
    return plan


def list_layers(work: Work, machines: Machines, threads: ThreadPoolExecutor) -> Plan:
    """Find the positions of every layer, beginning with the start's."""
    start = np.array([work.first()], np.int64)
    first, _ = find_layers(work.rules, start, np.empty(1, np.int64))
    plan, waiting, forecast = Plan(), {int(first)}, Forecast()
    while waiting:
        counter = min(waiting)
        waiting.remove(counter)
        name = part_name("keys", len(plan.sizes))
        sources = [place for place, targets in enumerate(plan.targets) if counter in targets]
        if name not in work.shelf:
            if sources:
                unite_layer(work, threads, plan, sources, counter)
            else:
                work.shelf.put(name, start)
        for place in sources:
            if counter == plan.targets[place][-1]:
                discard_runs(work, plan, place)
        keys = work.shelf.array(name)
        plan.counters.append(counter)
        plan.sizes.append(len(keys))
        work.check_room(len(plan), len(keys))
        plan.targets.append(list_children(work, machines, plan, keys, forecast))
        work.shelf.release(name)
        del keys
        waiting.update(plan.targets[-1])
    return plan


def list_children(work: Work, machines: Machines, plan: Plan, keys: Keys, forecast: Forecast) -> list[int]:
    """Put the children of the latest layer on the shelf, in runs; return which layers they are in."""
    place, counter = len(plan.sizes) - 1, plan.counters[-1]
    name = part_name("targets", place)
    if name not in work.shelf:
        targets, total, spans = set[int](), 0, slices(len(keys))
        finished = {at for at in range(len(spans)) if part_name("run", place, at) in work.shelf}
        for at in finished:
            run = work.shelf.array(part_name("run", place, at))
            targets |= {*layers_of(work.rules, run, counter)}
            total += len(run)
            work.shelf.relax()
        left = [at for at in range(len(spans)) if at not in finished]
        label = f"layer {counter}: {len(plan):,} positions so far"
        label += forecast.words(plan.sizes, 11 if work.remoteness else 9, work.shelf.directory)
        forecast.begin()
        runs = machines.runs(label, keys, counter, [spans[at] for at in left])
        for at, (run, layers) in zip(left, runs, strict=True):
            targets |= {*layers}
            total += len(run)
            work.check_room(len(plan), total)
            if len(run):
                work.shelf.put(part_name("run", place, at), run)
            work.shelf.relax()
        forecast.add(sum(spans[at][1] - spans[at][0] for at in left))
        work.shelf.put(name, np.array(sorted(targets), np.int64))
    return [int(target) for target in work.shelf.array(name)]


def run_names(work: Work, plan: Plan, place: int) -> list[str]:
    """Return the names of the runs of a layer's children."""
    names = (part_name("run", place, at) for at in range(len(slices(plan.sizes[place]))))
    return [name for name in names if name in work.shelf]


def discard_runs(work: Work, plan: Plan, place: int) -> None:
    """Drop the runs of a layer, whose children are all united."""
    for name in run_names(work, plan, place):
        work.shelf.discard(name)


def unite_layer(
    work: Work, threads: ThreadPoolExecutor, plan: Plan, sources: list[int], counter: int
) -> None:
    """Unite the positions of one layer from the runs of earlier ones, range by range."""
    names = [name for place in sources for name in run_names(work, plan, place)]
    runs = [work.shelf.array(name) for name in names]
    mixed = any(len(plan.targets[place]) > 1 for place in sources)

    def united(bounds: Span) -> tuple[Keys]:
        keys = united_range(runs, bounds)
        return (only_layer(work.rules, keys, counter) if mixed else keys,)

    total = sum(map(len, runs))
    label = f"layer {counter}: uniting {total:,} positions"
    pieces = side_by_side(united, ranges(runs), threads, work.progress, label)
    work.shelf.write({part_name("keys", len(plan.sizes)): np.int64}, total, relaxing(work, pieces))
    runs.clear()
    work.shelf.release(*names)


def relaxing(work: Work, pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Pass pieces on, and give back the memory of what was read for them."""
    for piece in pieces:
        work.shelf.relax()
        yield piece


def layer_of_shelf(work: Work, place: int) -> LargeLayer:
    """Return a settled layer."""
    array = work.shelf.array
    lengths = array(part_name("lengths", place)) if work.remoteness else NO_LENGTHS
    return LargeLayer(array(part_name("keys", place)), array(part_name("values", place)), lengths)


def settle_layer(work: Work, machines: Machines, plan: Plan, place: int) -> None:
    """Find the values of a layer from those of the later ones that its children are in."""
    keys_name, values, lengths = (part_name(kind, place) for kind in ("keys", "values", "lengths"))
    if values in work.shelf and (lengths in work.shelf or not work.remoteness):
        return
    later: Later = [
        (target, layer_of_shelf(work, plan.counters.index(target))) for target in plan.targets[place]
    ]
    keys = work.shelf.array(keys_name)
    label = f"settling layer {plan.counters[place]}: {sum(plan.sizes[: place + 1]):,} positions left"
    layers = relaxing(work, machines.settled(label, keys, later, slices(len(keys))))
    if work.remoteness:
        pieces: Iterator[tuple[Any, ...]] = ((layer.values, layer.lengths) for layer in layers)
        work.shelf.write({values: np.int8, lengths: np.uint16}, len(keys), pieces)
    else:
        work.shelf.write({values: np.int8}, len(keys), ((layer.values,) for layer in layers))
    for settled in (place, *(plan.counters.index(target) for target in plan.targets[place])):
        work.shelf.release(*(part_name(kind, settled) for kind in ("keys", "values", "lengths")))
