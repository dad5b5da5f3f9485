"""Write a proof log: the search is asked what positions cost, and which parts to cite is chosen from that."""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from gzip import GzipFile
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.proof.bounds import Known, Looked, look
from saizen.games.abgame.proof.check import FORMAT, TOGETHER, start_of, write_patterns
from saizen.games.abgame.proof.position import STAR, ProofPosition, in_order
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.size import Size
from saizen.store import atomic_write
from saizen.work import SILENT, Progress


class Child(NamedTuple):
    """What an answer leaves: its normal form, its total, and how it becomes the normal form."""

    key: Any
    total: int
    places: tuple[int, ...]
    labels: tuple[int, ...]


Choice = list[tuple[int, Child]]
"""For one guess: which parts are cited, by answer."""


class Writer:
    """Writes positions, those that are cited first.

    Parameters
    ----------
    start : Position
        The start of a size.
    engine : Engine
        The search, which says what positions cost.
    """

    def __init__(self, start: ProofPosition, engine: Engine, progress: Progress = SILENT) -> None:
        self.start, self.engine, self.progress = start, engine, progress
        self.known_bounds = Known.of(start.game, start.size)
        self.lines_of: dict[Any, int] = {}
        """The line of each position that has been written, by normal form."""
        self._written = 0
        self._cited: set[Any] = set()
        """What has been cited costs nothing to cite again."""
        self._children: dict[Any, Child] = {}
        self._totals: dict[Any, int] = {}
        self._normal: dict[Any, ProofPosition] = {}

    def lines(self, total: int) -> Iterator[list[Any]]:
        """Yield the lines of all positions, the start last.

        What single patterns cost is proved first: sums of it are the cheapest bounds of sets of patterns.
        """
        game = self.start.game
        for unused in range(2, self.start.unused - game.places + 1):
            for stars in range(1, min(game.places, unused) + 1):
                row = [STAR] * stars + list(range(game.places - stars))
                child = self._child(ProofPosition(game, np.array([row], np.int8), unused, game.most_dead))
                if child.key not in self.lines_of:
                    yield from self._position(self._normal[child.key], child)
                self.known_bounds.alone[unused, stars] = child.total
        yield from self._position(self.start, Child(None, total, (), ()))

    def _position(self, position: ProofPosition, child: Child) -> Iterator[list[Any]]:
        """Yield what a position cites, then the position."""
        reasons, choices = [], []
        for new in range(min(self.start.game.places, position.unused) + 1):
            looked = look(position, new, child.total, self.known_bounds)
            reasons.append(looked.reasons)
            choices += [self._choice(position, looked, i, child.total) for i in range(len(looked.open))]
        for choice in choices:
            for _, cited in choice:
                if cited.key not in self.lines_of:
                    yield from self._position(self._normal[cited.key], cited)
        self.lines_of[child.key] = self._written
        self._written += 1
        self._normal.pop(child.key, None)
        if self._written % TOGETHER == 0:
            self.progress.advance(TOGETHER)
        citations = [
            [[answer, self.lines_of[cited.key], cited.places, cited.labels] for answer, cited in choice]
            for choice in choices
        ]
        text = write_patterns(position.patterns)
        yield [position.unused, position.dead, text, child.total, reasons, citations]

    def _choice(self, position: ProofPosition, looked: Looked, i: int, claim: int) -> Choice:
        """Choose parts of a guess whose totals make up for what its bounds lack; none if it tells nothing."""
        answers, bounds = looked.answers[:, i], looked.bounds[i]
        if answers.min() == answers.max() != self.start.game.found:
            return []
        lacking = claim - position.size - int(bounds.sum())
        costs, counts = [], np.bincount(answers, minlength=self.start.game.found + 1)
        for answer in np.argsort(-counts[:-1], kind="stable").tolist():
            if counts[answer] == 0:
                break
            rows = looked.rows[answers == answer]
            part, _ = ProofPosition.of(
                self.start.game,
                rows,
                position.unused - looked.new,
                position.labels + looked.new + position.dead,
            )
            if part.size <= 2:
                continue
            child = self._child(part)
            if gain := child.total - int(bounds[answer]):
                costs.append((child.key not in self._cited, -gain, answer, child))
                if sum(-gain for new, gain, _, _ in costs if not new) >= lacking:
                    break
        choice: Choice = []
        for _, gain, answer, child in sorted(costs, key=lambda cost: cost[:3]):
            if lacking > 0:
                choice.append((answer, child))
                self._cited.add(child.key)
                lacking += gain
        assert lacking <= 0, "the search claims more than it can show"
        return choice

    def _child(self, position: ProofPosition) -> Child:
        """Return a position's total and its normal form."""
        raw = position.patterns.tobytes(), position.unused, position.dead
        if raw in self._children:
            return self._children[raw]
        labels, unused = position.labels, position.unused
        size = Size(position.game.places, labels + unused + position.dead, position.game.repeat)
        patterns = tuple(map(tuple, (position.patterns + 1).tolist()))
        asked = AbPosition(size, patterns, tuple(range(labels + 1, labels + unused + 1)))
        normal = self.engine.normal(asked)
        key = normal.key
        if key not in self._totals:
            total = self.engine.total(asked, progress=self.progress)
            assert total is not None  # without a limit there always is one
            self._totals[key] = total
        names = [0] * labels
        for label, symbol in enumerate(normal.labels):
            names[symbol - 1] = label
        if key not in self.lines_of and key not in self._normal:
            renamed = np.array([*names, STAR], np.int8)[position.patterns[:, normal.order]]
            self._normal[key] = ProofPosition(position.game, in_order(renamed), unused, position.dead)
        child = Child(key, self._totals[key], normal.order, tuple(names))
        self._children[raw] = child
        return child


def write(
    size: Size, total: int, tree: dict[str, Any], path: Path, engine: Engine, progress: Progress
) -> int:
    """Write the proof of a size's total, its strategy tree included; return how many positions it has."""
    writer = Writer(start_of(str(size)), engine, progress)
    progress.stage(f"writing why no guess does better at {size}", None)
    head = {"format": FORMAT, "size": str(size), "total": total}
    lines = chain([head], writer.lines(total), [tree])

    def fill(file: BinaryIO) -> None:
        packed = path.suffix == ".gz"
        opened = GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0) if packed else nullcontext(file)
        with opened as out:
            for line in lines:
                out.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    atomic_write(path, fill)
    return len(writer.lines_of)
