"""Solved games in the store: the value of each position, found by the digest of its text.

Opening one looks at no position: what a move leads to is asked of the rules when somebody asks for moves, and
the value of that is looked up. The name of a table is made from the rules' own source and settings, so that
other rules are another table. Nothing in it is code, and no position is kept but as a digest.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from saizen.errors import GameError, SaizenError, TableError
from saizen.game import Game, P, name_of
from saizen.notation import short
from saizen.solver.explore import explore
from saizen.solver.graph import Graph, Known
from saizen.solver.reading import Rules
from saizen.solver.saved import number_of
from saizen.solver.solution import GraphSolution
from saizen.solver.values import Values
from saizen.store import State, Store, TableName
from saizen.work import SILENT, Progress

GAME, VERSION = "own", 1
"""The first word and the version of the names of tables; the version is that of the format."""
SIZE = 16
"""Bytes of a digest."""
READ_BACK = 64
"""Positions whose texts are read back before a solution is kept."""
CHUNK = 4096
BOUNDS = ("values", "low", "high")


def table_name(kind: str, source: str, settings: str, exact: bool) -> TableName:
    """Name the table of a game: its class, and a digest of the source, the settings and the arithmetic.

    >>> str(table_name("TinyNim", "class TinyNim: ...", "heaps=(2, 1)", True))
    'own.tinynim-56a1412f417599232fb69ae9.v1'
    """
    digest = hashlib.sha256(repr((kind, source, settings, exact)).encode()).hexdigest()[:24]
    word = re.sub("[^a-z0-9]+", "-", kind.lower()).strip("-")[:40] or "game"
    return TableName(GAME, f"{word}-{digest}", VERSION)


def keep(
    solution: GraphSolution[Any], name: TableName, store: Store, told: str, progress: Progress = SILENT
) -> None:
    """Put a solution into the store unless it is there; ``told`` says there what it is of."""
    if store.path(name).is_dir() and store.info(name).state is State.COMPLETE:
        return
    positions = list(solution.positions)
    _read_back(solution.game, positions[:READ_BACK])
    digests = _digests(solution.game, positions, progress)
    order = np.lexsort((digests[:, 1], digests[:, 0]))
    digests = digests[order]
    same = np.flatnonzero((digests[1:] == digests[:-1]).all(axis=1))
    if len(same):
        one, other = (positions[order[at]] for at in (same[0], same[0] + 1))
        raise SaizenError(
            f"--keep: {short(repr(one))} and {short(repr(other))} have one text, "
            f"{short(name_of(solution.game, one))!r}; positions are kept by their texts"
        )
    parts: dict[str, Any] = {"digests": digests}
    for word, values in zip(BOUNDS, solution.parts, strict=False):
        numbers, places = values.table()
        parts[word] = np.array(places, np.uint32)[order]
        parts[f"{word}-numbers"] = "\n".join(map(str, numbers)).encode()
    lengths = solution.lengths
    if lengths is not None:
        parts["lengths"] = np.array(lengths, np.int32)[order]
    store.save(name, parts, {"of": told, "exact": solution.exact, "positions": len(positions)})


def _read_back(game: Game[Any], positions: Sequence[Any]) -> None:
    """Refuse a game whose texts are not read back: its positions would not be found again."""
    for position in positions:
        try:
            again = game.parse(game.text(position))
        except Exception as error:
            raise GameError(
                f"--keep: the text of position {short(repr(position))} is not read back "
                f"({type(error).__name__}: {short(str(error))}); saizen check tells more"
            ) from error
        if again != position:
            raise GameError(
                f"--keep: the text of position {short(repr(position))} is read as {short(repr(again))}; "
                "saizen check tells more"
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


def opened(
    game: Game[P], name: TableName, store: Store, *, exact: bool, merge: bool = True
) -> "KeptSolution[P] | None":
    """Return a solution from the store; None if it is not there, `TableError` if it is damaged."""
    if not store.path(name).is_dir():
        return None
    try:
        parts, meta = store.load(name)
    except LookupError:  # unfinished, or removed meanwhile
        return None
    try:
        return KeptSolution(game, parts, exact=exact, merge=merge, count=meta["positions"])
    except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        if isinstance(error, GameError):
            raise
        raise TableError(f"{store.path(name)}: damaged: it is no solved game; remove it") from None


class Numbers(Sequence[Any]):
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
            raise TableError(f"{self._lines[at][:40]!r} is no number: the table is damaged") from None


class KeptGraph(Known[P]):
    """Positions known by the digests of their texts."""

    def __init__(self, rules: Rules[P], digests: Any) -> None:
        super().__init__(rules)
        self._digests = digests

    def number_of(self, position: Any) -> int | None:
        """Return the place of a position, or of one that is equal to it but written otherwise."""
        hash(position)
        found = self._place(position)
        if found is not None:
            return found
        if isinstance(position, str) and not isinstance(self.game.start(), str):
            return None  # the text of a position, not one
        at = self.explored.number.get(position)
        return None if at is None else self._place(self.explored.positions[at])

    @cached_property
    def explored(self) -> Graph[P]:
        """All positions, from the rules once more: for the few questions that need them."""
        return explore(self.game, exact=self.exact, merge=self.rules.merge)

    def _place(self, position: Any) -> int | None:
        high, low = np.frombuffer(_digest(self.game, position), ">u8").astype(np.uint64)
        column = self._digests[:, 0]
        begin, end = (int(np.searchsorted(column, high, side)) for side in ("left", "right"))
        at = begin + int(np.searchsorted(self._digests[begin:end, 1], low))
        return at if at < end and self._digests[at, 1] == low else None


class KeptSolution(GraphSolution[P]):
    """Answers from the store."""

    def __init__(self, game: Game[P], parts: dict[str, Any], *, exact: bool, merge: bool, count: int) -> None:
        digests = parts["digests"]
        if digests.dtype != np.uint64 or digests.shape != (count, 2) or not _sorted(digests):
            raise ValueError("the digests are none")
        read = [_values(parts, word, exact, count) for word in BOUNDS if word in parts]
        if len(read) not in (1, 3):
            raise ValueError("bounds are missing")
        self._kept_lengths = parts.get("lengths")
        if self._kept_lengths is not None and self._kept_lengths.shape != (count,):
            raise ValueError("the lengths are none")
        self._kept = KeptGraph(Rules(game, exact=exact, merge=merge), digests)
        super().__init__(self._kept, read[0], (read[1], read[2]) if len(read) == 3 else None)

    @property
    def positions(self) -> Iterator[P]:
        """Every solved position, the start first; the rules are asked again for them."""
        return iter(self._kept.explored.positions)

    @property
    def lengths(self) -> Any:
        """How many moves best play takes from each position."""
        return self._kept_lengths

    @property
    def whole(self) -> GraphSolution[P]:
        """The same solution on a graph that is explored again."""
        graph = self._kept.explored
        places = [self._kept.number_of(position) for position in graph.positions]
        if None in places or len(places) != len(self):
            raise TableError(f"{type(self.game).__name__}: the rules lead to other positions than those kept")
        values = [Values.of([part[at] for at in places], exact=self.exact) for part in self.parts]
        return GraphSolution(graph, values[0], (values[1], values[2]) if len(values) == 3 else None)


def _sorted(digests: Any) -> bool:
    before, after = digests[:-1], digests[1:]
    rising = (before[:, 0] < after[:, 0]) | ((before[:, 0] == after[:, 0]) & (before[:, 1] < after[:, 1]))
    return bool(rising.all())


def _values(parts: dict[str, Any], word: str, exact: bool, count: int) -> Values:
    places, numbers = parts[word], Numbers(parts[f"{word}-numbers"], exact)
    if places.dtype != np.uint32 or places.shape != (count,) or not int(places.max()) < len(numbers):
        raise ValueError("the values are none")
    return Values(places, numbers)
