"""Solved games as parts: the value of each position, found by the digest of its text.

The parts go into the store (`keep`), or into one file (`saizen.solver.solution_file`): the digests, rising;
for each position the place of its value in a list of distinct numbers; how long best play takes. Opening them
looks at no position: what a move leads to is asked of the rules when somebody asks for moves or a value, and
the value of that is looked up and compared. The name of a table is made from the rules' own source and
settings, and from the versions of what they import, so that other rules are another table. The files that the
rules read are listed with their digests: a table is not used when one of them has changed. Nothing in it is
code, and no position is stored but as a digest.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import isfinite
from types import MappingProxyType
from typing import Any

import numpy as np

from saizen.errors import GameError, SaizenError, TableError
from saizen.exact import read_number
from saizen.game import Game, P, name_of
from saizen.notation import short
from saizen.solver.explore import explore
from saizen.solver.graph import Graph, best_value, lottery_value
from saizen.solver.positions import NumberedPositions
from saizen.solver.reading import RulesReader
from saizen.solver.solution import GraphSolution
from saizen.solver.values import Values
from saizen.store import State, Store, TableName
from saizen.work import SILENT, Progress
from saizen.work.opened_files import changed_file

GAME, VERSION = "own", 2
"""The first word and the version of the names of tables: another one for another format or solver."""
SIZE = 16
"""Bytes of a digest."""
READ_BACK = 64
"""Positions whose texts are read back before a solution is stored."""
CHUNK = 4096
BOUNDS = ("values", "low", "high")


def table_name(kind: str, source: str, settings: str, exact: bool | str) -> TableName:
    """Name the table of a game: its class, and a digest of the source, the settings and the arithmetic.

    >>> str(table_name("TinyNim", "class TinyNim: ...", "heaps=(2, 1)", True))
    'own.tinynim-56a1412f417599232fb69ae9.v2'
    """
    digest = hashlib.sha256(repr((kind, source, settings, exact)).encode()).hexdigest()[:24]
    word = re.sub("[^a-z0-9]+", "-", kind.lower()).strip("-")[:40] or "game"
    return TableName(GAME, f"{word}-{digest}", VERSION)


def keep(
    solution: GraphSolution[Any],
    name: TableName,
    store: Store,
    description: str,
    progress: Progress = SILENT,
    more: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Put a solution into the store unless it is there; ``told`` says there what it is of.

    ``more`` is what else is noted: under ``files`` those that the rules read, each with its digest.
    """
    if store.path(name).is_dir() and store.info(name).state is State.COMPLETE:
        if isinstance(solution, StoredSolution) or changed_file(_files_of(store, name)) is None:
            return
        store.remove(name)
    parts = parts_of(solution, progress)
    meta = {"of": description, "exact": solution.exact, "positions": len(solution), "files": {}}
    store.save(name, parts, {**meta, **more})


def _files_of(store: Store, name: TableName) -> dict[str, str]:
    """Return the files that the rules of a table read, each with its digest."""
    files: dict[str, str] = store.load(name)[1]["files"]
    return files


def parts_of(solution: GraphSolution[Any], progress: Progress = SILENT) -> dict[str, Any]:
    """Return what is stored of a solution: arrays and bytes by name."""
    positions = list(solution.positions)
    _read_back(solution.game, positions[:READ_BACK])
    digests = _digests(solution.game, positions, progress)
    order = np.lexsort((digests[:, 1], digests[:, 0]))
    digests = digests[order]
    same = np.flatnonzero((digests[1:] == digests[:-1]).all(axis=1))
    if len(same):
        first, other = (positions[order[at]] for at in (same[0], same[0] + 1))
        raise SaizenError(
            f"{short(repr(first))} and {short(repr(other))} have one text, "
            f"{short(name_of(solution.game, first))!r}; solutions are stored by the texts of positions"
        )
    parts: dict[str, Any] = {"digests": digests}
    for word, values in zip(BOUNDS, solution.parts, strict=False):
        numbers, places = values.table()
        parts[word] = np.array(places, np.uint32)[order]
        parts[f"{word}-numbers"] = "\n".join(map(str, numbers)).encode()
    lengths = solution.lengths
    if lengths is not None:
        parts["lengths"] = np.array(lengths, np.int32)[order]
    return parts


def _read_back(game: Game[Any], positions: Sequence[Any]) -> None:
    """Refuse a game whose texts are not read back: its positions would not be found again."""
    for position in positions:
        try:
            again = game.parse(game.text(position))
        except Exception as error:
            raise GameError(
                f"the text of position {short(repr(position))} is not read back "
                f"({type(error).__name__}: {short(str(error))}), and solutions are stored by the texts of "
                "positions; saizen check says more"
            ) from error
        if again != position:
            raise GameError(
                f"the text of position {short(repr(position))} is read as {short(repr(again))}, and "
                "solutions are stored by the texts of positions; saizen check says more"
            )


def _digest(game: Game[Any], position: Any) -> bytes:
    try:
        written = game.text(position)
    except Exception as error:
        raise GameError(
            f"text() fails at position {short(repr(position))}: {type(error).__name__}: {error}"
        ) from error
    return hashlib.blake2b(str(written).encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()


def _digests(game: Game[Any], positions: Sequence[Any], progress: Progress) -> Any:
    """Return the digest of each position as two machine words."""
    progress.stage("writing positions", len(positions))
    whole = bytearray()
    for begin in range(0, len(positions), CHUNK):
        some = positions[begin : begin + CHUNK]
        whole += b"".join(_digest(game, position) for position in some)
        progress.advance(len(some))
    return np.frombuffer(bytes(whole), ">u8").reshape(-1, 2).astype(np.uint64)


def open_solution(
    game: Game[P], name: TableName, store: Store, *, exact: bool, merge: bool = True
) -> "StoredSolution[P] | None":
    """Return a solution from the store; `TableError` if it is damaged.

    None if it is not there, or if a file that the rules read has changed since.
    """
    if not store.path(name).is_dir():
        return None
    try:
        parts, meta = store.load(name)
    except LookupError:  # unfinished, or removed meanwhile
        return None
    try:
        if changed_file(meta["files"]) is not None:
            return None
        return StoredSolution(RulesReader(game, exact=exact, merge=merge), parts, meta["positions"])
    except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        if isinstance(error, GameError):
            raise
        raise TableError(f"{store.path(name)}: damaged: it is not a solved game; remove it") from None


class StoredNumbers(Sequence[Any]):
    """Distinct numbers as they are written, each read when it is asked for."""

    def __init__(self, written: bytes, exact: bool) -> None:
        self._lines = written.split(b"\n")
        self._exact = exact

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, at: Any) -> Any:
        try:
            return number_of(self._lines[at].decode("ascii"), self._exact)
        except (ValueError, ZeroDivisionError):
            raise TableError(f"{self._lines[at][:40]!r} is not a number: the table is damaged") from None


def number_of(written: str, exact: bool) -> Any:
    """Read a number as it was written; ``ValueError`` for anything else."""
    number = read_number(written) if exact else float(written)
    if not exact and not isfinite(number):
        raise ValueError(f"{written} is not finite")
    return number


class StoredGraph(NumberedPositions[P]):
    """Positions known by the digests of their texts."""

    def __init__(self, rules: RulesReader[P], digests: Any) -> None:
        super().__init__(rules)
        self._digests = digests

    def number_of(self, position: Any) -> int | None:
        """Return the place of a position, or of one that is equal to it but written otherwise."""
        hash(position)
        at = self.place_of(position)
        if at is not None:
            return at
        if isinstance(position, str) and not isinstance(self.game.start(), str):
            return None  # the text of a position, not one
        number = self.explored.number.get(position)
        return None if number is None else self.place_of(self.explored.positions[number])

    @cached_property
    def explored(self) -> Graph[P]:
        """All positions, from the rules once more: for the few questions that need them."""
        return explore(self.game, exact=self.exact, merge=self.rules.merge)

    def place_of(self, position: Any) -> int | None:
        """Return the place of a position among the digests by its text; None where it is not there."""
        high, low = np.frombuffer(_digest(self.game, position), ">u8").astype(np.uint64)
        column = self._digests[:, 0]
        begin, end = (int(np.searchsorted(column, high, side)) for side in ("left", "right"))
        at = begin + int(np.searchsorted(self._digests[begin:end, 1], low))
        return at if at < end and self._digests[at, 1] == low else None


class StoredSolution(GraphSolution[P]):
    """Answers from the parts that were stored of a solution; ``ValueError`` if they do not fit together."""

    def __init__(self, rules: RulesReader[P], parts: dict[str, Any], count: int) -> None:
        digests = parts["digests"]
        if digests.dtype != np.uint64 or digests.shape != (count, 2) or not _sorted(digests):
            raise ValueError("the digests are none")
        values = [_values(parts, word, rules.exact, count) for word in BOUNDS if word in parts]
        if len(values) not in (1, 3):
            raise ValueError("bounds are missing")
        self._stored_lengths = parts.get("lengths")
        if self._stored_lengths is not None and self._stored_lengths.shape != (count,):
            raise ValueError("the lengths are none")
        self._stored = StoredGraph(rules, digests)
        super().__init__(self._stored, values[0], (values[1], values[2]) if len(values) == 3 else None)

    def value(self, position: P | str) -> Any:
        """Return what a position is worth, after a look whether its moves are worth that."""
        place = self._place(position)
        worth = [lottery_value(lottery, self._values) for lottery in place.lotteries]
        width = len(place.column_moves or ())
        self._compare(position, best_value(place.player, width, worth, exact=self.exact))
        return super().value(position)

    def interval(self, position: P | str) -> tuple[Any, Any] | None:
        """Return between which numbers a value is proved to lie, after the same look."""
        self.value(position)
        return super().interval(position)

    @property
    def positions(self) -> Iterator[P]:
        """Every solved position, the start first; the rules are asked again for them."""
        return iter(self._stored.explored.positions)

    @property
    def lengths(self) -> Any:
        """How many moves best play takes from each position."""
        return self._stored_lengths

    @property
    def whole(self) -> GraphSolution[P]:
        """The same solution on a graph that is explored again."""
        return self.on(self._stored.explored)

    def on(self, graph: Graph[P]) -> GraphSolution[P]:
        """Return the same solution on a graph of all its positions."""
        numbers = [self._stored.place_of(position) for position in graph.positions]
        places = [place for place in numbers if place is not None]
        if not len(places) == len(numbers) == len(self):
            raise TableError(
                f"{type(self.game).__name__}: the rules lead to other positions than those stored"
            )
        parts = [part.at(places, exact=self.exact) for part in self.parts]
        return GraphSolution(graph, parts[0], (parts[1], parts[2]) if len(parts) == 3 else None)


def _sorted(digests: Any) -> bool:
    before, after = digests[:-1], digests[1:]
    rising = (before[:, 0] < after[:, 0]) | ((before[:, 0] == after[:, 0]) & (before[:, 1] < after[:, 1]))
    return bool(rising.all())


def _values(parts: dict[str, Any], word: str, exact: bool, count: int) -> Values:
    places, numbers = parts[word], StoredNumbers(parts[f"{word}-numbers"], exact)
    if places.dtype != np.uint32 or places.shape != (count,) or not int(places.max()) < len(numbers):
        raise ValueError("the values are none")
    return Values(places, numbers)
