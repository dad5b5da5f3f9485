"""One small file or table of every kind that the product keeps: how it is made, used and verified."""

import gc
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from goofspiel import Goofspiel
from nim import Nim
from pig import Pig
from saizen import solve
from saizen.games.abgame import opening_book
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search import table
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.size import Size
from saizen.games.calculation.machine.valuation.pairs import stored_pairs
from saizen.games.calculation.stackgame.two_chains import stored_table as stacks
from saizen.games.rivals.rules import PAPER
from saizen.games.rivals.solving.layers import find_layers
from saizen.games.rivals.solving.stored import stored_layers
from saizen.games.tricks.claims.claims import expression_claim
from saizen.games.tricks.claims.counterexample import explore
from saizen.games.tricks.rules import Objective
from saizen.games.tricks.search import hand_tables as tricks
from saizen.solver import stored_solution
from saizen.solver.solution import GraphSolution
from saizen.store import Store

RULES = PAPER
for card in ("clown", "princess", "spy", "general"):
    RULES = RULES.changed(f"remove={card}")
SIZE = Size(3, 5)


@dataclass(frozen=True)
class Specimen:
    """Something kept in a directory; ``use`` returns an answer, both raise if something is wrong."""

    name: str
    make: Callable[[Path], object]
    use: Callable[[Path], Any]
    verify: Callable[[Path], object]

    def __str__(self) -> str:
        return self.name


def verify_store(directory: Path) -> None:
    store = Store(directory)
    tables = store.tables()
    assert len(tables) == 1
    store.verify(tables[0].name)


def use_stacks(directory: Path) -> Any:
    with stacks.open_table(3, 6, store=Store(directory)) as table:
        stored_pairs(table)
        values = [stacks.from_codes(table.layer(cards).values).sum() for cards in range(1, 7)]
        keys = [int(table.layer(cards).keys().sum()) for cards in range(1, 7)]
        return table.states, table.value(table.start.first), values, keys


def use_rivals(directory: Path) -> Any:
    layers = stored_layers(RULES, find_layers(RULES), Store(directory))
    return [[str(number) for number in layer.numbers] for layer in layers]


def use_tricks(directory: Path) -> Any:
    with mock.patch.multiple(tricks, QUICK_TABLE=3, KEPT_TOGETHER=6):
        return tricks.stored_table(5, "top", Objective.TAKE, Store(directory)).tolist()


def make_abgame(directory: Path) -> None:
    engine = Engine(SIZE.places, SIZE.repeat)
    engine.total(AbPosition.start(SIZE))
    Store(directory).save(opening_book.table_name(SIZE), engine.to_arrays(), {"positions": engine.positions})


@cache
def some_engine() -> Engine:
    return Engine(SIZE.places, SIZE.repeat)


def use_abgame(directory: Path) -> Any:
    arrays = Store(directory).load(opening_book.table_name(SIZE))[0]
    memory = some_engine()._runner.memory  # an engine for each use would take most of the time
    table.check_arrays(memory, arrays)
    return {name: array.tolist() for name, array in arrays.items()}


def values_of(solution: GraphSolution[Any]) -> Any:
    return [solution.value(position) for position in solution.positions]


def use_book(directory: Path) -> Any:
    known, alone, depth = opening_book.load(directory / "book", opening_book.SIZES[-1])
    return known, np.array(alone).tolist(), np.array(depth).tolist()


def search(directory: Path) -> Any:
    return explore(expression_claim("V0 - V1 <= 2"), upto=3, state=directory / "state")


def solved_file(name: str, game: Any, exact: bool) -> Specimen:
    def use(directory: Path) -> Any:
        return values_of(GraphSolution.load(game, directory / "solution"))

    return Specimen(name, lambda directory: solve(game, exact=exact).save(directory / "solution"), use, use)


KEPT = stored_solution.table_name("Pig", "", "", True)


def make_kept(directory: Path) -> None:
    stored_solution.keep(solve(Pig(3)), KEPT, Store(directory), "Pig")


def use_kept(directory: Path) -> Any:
    found = stored_solution.open_solution(Pig(3), KEPT, Store(directory), exact=True)
    assert found is not None
    return [found.value(position) for position in solve(Pig(3)).positions]


SPECIMENS = [
    Specimen(
        "calculation",
        lambda directory: stacks.build_table(3, 6, store=Store(directory), workers=1),
        use_stacks,
        verify_store,
    ),
    Specimen("rivals", use_rivals, use_rivals, verify_store),
    Specimen("tricks", use_tricks, use_tricks, verify_store),
    Specimen("abgame", make_abgame, use_abgame, verify_store),
    Specimen("own game, kept", make_kept, use_kept, verify_store),
    solved_file("own game, exact", Goofspiel(3), True),
    solved_file("own game, floats", Nim((2, 1)), False),
    Specimen(
        "book",
        lambda d: shutil.copy(opening_book.file_of(opening_book.SIZES[-1]), d / "book"),
        use_book,
        use_book,
    ),
    Specimen("explore", search, search, search),
]


def files_of(directory: Path) -> list[Path]:
    """All files but those that the store only remembers by."""
    found = (path for path in directory.rglob("*") if path.is_file())
    return sorted(path for path in found if not path.parent.name.startswith("."))


def run_apart(action: Callable[[], int], seconds: float = 20.0) -> int | str:
    """Run something in a forked process; return its exit code, or the name of what ended it."""
    child = os.fork()
    if child == 0:
        gc.freeze()  # or a collection of garbage copies all that the parent has
        code = 99
        try:
            code = action()
        finally:
            os._exit(code)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.WEXITSTATUS(status) if os.WIFEXITED(status) else f"signal {os.WTERMSIG(status)}"
        time.sleep(0.001)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return "hung"
