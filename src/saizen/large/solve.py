"""`solve_large`: the one way in, in memory or through files of the store."""

import hashlib
import os
import random
import re
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

from saizen.errors import GameError
from saizen.large.compiling import compile_rules
from saizen.large.game import PLAYING, CompiledGame
from saizen.large.layers import Plan, Work, solve_layers
from saizen.large.recurring import solve_recurring
from saizen.large.shelf import PartsInStore
from saizen.large.solution import LargeSolution, differences
from saizen.large.table import LargeTable, put_sums
from saizen.store import Building, State, Store, TableName
from saizen.work import SILENT, Progress

VERSION = 1
"""The version of the names of tables, which is that of their format."""
SAMPLE = 20
"""Games that are played at random to compare compiled rules with plain ones before anything is solved."""
LONGEST_GAME = 100


def table_name(kind: str, source: str, settings: str, remoteness: bool) -> TableName:
    """Name the table of a game: its class, and a digest of the source, the settings and what is stored.

    >>> str(table_name("ConnectFour", "class ConnectFour: ...", "rows=4", True))
    'large.connectfour-8bc096af2941d8bfe5cd3943.v1'
    """
    digest = hashlib.sha256(repr((kind, source, settings, remoteness)).encode()).hexdigest()[:24]
    word = re.sub("[^a-z0-9]+", "-", kind.lower()).strip("-")[:40] or "game"
    return TableName("large", f"{word}-{digest}", VERSION)


def solve_large(
    game: CompiledGame,
    *,
    remoteness: bool = True,
    max_positions: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress = SILENT,
    store: Store | None = None,
    name: TableName | None = None,
) -> LargeSolution:
    """Solve a game whose rules compile: by layers where it has a counter, else by passes.

    With a ``name`` the work goes through files of a store: each finished layer is on the disk, a run that was
    killed goes on where it was, and the table stays. Without one everything is in memory. With an
    ``executor``, such as that of a Dask cluster, its workers list and settle the layers' slices.
    """
    if executor is not None and not game.declares("layer"):
        raise GameError("--cluster needs a game with layers: write layer(position), or leave --cluster out")
    check_sample(game, progress)
    work = Work(
        game,
        compile_rules(game),
        remoteness=remoteness or not game.declares("layer"),
        max_positions=max_positions or 1 << 40,
        workers=workers or os.cpu_count() or 1,
        progress=progress,
        executor=executor,
    )
    if name is None:
        return LargeSolution(game, _solved(work), work.shelf, work.remoteness)
    store = store or Store()

    def build(building: Building) -> Mapping[str, Any]:
        stored = replace(work, shelf=PartsInStore(building))
        plan = _solved(stored)
        put_sums(stored.shelf, plan, stored.remoteness)
        return meta_of(game, plan, stored.remoteness)

    store.build(name, build, progress=progress)
    solution = open_large(game, name, store)
    assert solution is not None
    return solution


def keep(solution: LargeSolution, name: TableName, store: Store, progress: Progress = SILENT) -> None:
    """Put a solution that is in memory into the store, unless it is there."""

    def build(building: Building) -> Mapping[str, Any]:
        for part in solution.parts:
            if part not in building:
                progress.advance(0)
                building.put(part, solution.parts.array(part))
        put_sums(PartsInStore(building), solution.plan, solution.timed)
        return meta_of(solution.game, solution.plan, solution.timed)

    store.build(name, build, progress=progress)


def open_large(game: CompiledGame, name: TableName, store: Store) -> LargeSolution | None:
    """Return a solution from the store; None where it is not there or not finished."""
    if not store.path(name).is_dir() or store.info(name).state is State.UNFINISHED:
        return None
    table = LargeTable(store, name)
    meta = table.meta
    plan = Plan(list(meta["counters"]), list(meta["sizes"]), [])
    return LargeSolution(game, plan, table, bool(meta["remoteness"]))


def meta_of(game: CompiledGame, plan: Plan, remoteness: bool) -> Mapping[str, Any]:
    """Return what a table says about itself."""
    return {
        "of": type(game).__name__,
        "positions": sum(plan.sizes),
        "counters": plan.counters,
        "sizes": plan.sizes,
        "remoteness": remoteness,
    }


def _solved(work: Work) -> Plan:
    return solve_layers(work) if work.game.declares("layer") else solve_recurring(work)


def check_sample(game: CompiledGame, progress: Progress = SILENT) -> None:
    """Play some games at random and raise `GameError` where the compiled rules differ from plain Python."""
    positions, dice = dict[int, None](), random.Random(0)
    for _ in range(SAMPLE):
        position = game.start()
        for _ in range(LONGEST_GAME):
            node = game.look(position)
            positions[position] = None
            if game.ended(position) != PLAYING:
                break
            del node
            position = dice.choice(game.child_list(position))
        progress.advance(0)
    if difference := differences(game, compile_rules(game), positions):
        raise GameError(difference)


def compared(game: CompiledGame, most: int) -> list[str]:
    """Compare compiled rules with plain Python at the first positions, breadth first; return what differs."""
    positions, fresh = {game.start(): None}, [game.start()]
    while fresh and len(positions) < most:
        children = (child for p in fresh if game.ended(p) == PLAYING for child in game.child_list(p))
        fresh = [child for child in dict.fromkeys(children) if child not in positions]
        positions |= dict.fromkeys(fresh)
    try:
        difference = differences(game, compile_rules(game), positions)
    except GameError as error:
        difference = str(error)
    return [difference] if difference else []
