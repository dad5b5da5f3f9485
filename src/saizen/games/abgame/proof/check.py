"""Check a proof log: a program that knows the rules and the bounds, and nothing of the search.

A log is text, usually gzipped, one JSON value a line. First the head, ``{"format", "size", "total"}``. Then a
line for each position, those that are cited before those that cite them:

    [unused, dead, patterns, claim, reasons, citations]

Patterns are written with a letter for each place, ``a`` for label 0 and so on, ``*`` for a star. ``reasons``
has one text for each number of new symbols, see `saizen.games.abgame.proof.bounds`. For each guess with the
reason ``r``, in order, ``citations`` has a list ``[answer, line, places, labels]``, ...: what the answer
leaves is the position of that line (0 is the first position), when its places are taken in the order
``places`` and label i is renamed ``labels[i]``. The last position is the start of the size. Then follows a
strategy tree, which is played.
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from saizen.errors import SaizenError
from saizen.games.abgame.proof.bounds import Known, Looked, look
from saizen.games.abgame.proof.position import STAR, Array, ProofGame, ProofPosition, in_order
from saizen.games.abgame.verify import FORMAT as TREE
from saizen.games.abgame.verify import Refused, verify
from saizen.work import SILENT, Progress

NAME = "saizen code-breaking proof"
FORMAT = f"{NAME} 1"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_SYMBOLS = len(LETTERS)
MOST_CODES = 30_000
LONGEST = 50_000_000
"""Characters of a line."""
LONGEST_HEAD = 100
"""Characters in which a log says what it is."""
TOGETHER = 50
"""Positions between two reports."""


class Line(NamedTuple):
    """What is stored of a position that has been proved."""

    patterns: bytes
    unused: int
    dead: int
    claim: int


@dataclass(frozen=True, slots=True)
class ProvedLog:
    """What a log proves."""

    size: str
    total: int
    positions: int
    guesses: dict[str, int]
    """How many classes of guesses each reason settles."""
    citations: int


def lines_of(path: Path) -> Iterator[Any]:
    """Read a log line by line."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rt") if packed else path.open(encoding="ascii") as file:
            while text := file.readline(LONGEST):
                yield json.loads(text)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror or error}") from error
    except (EOFError, ValueError, RecursionError, zlib.error) as error:
        raise Refused(f"{path} is not a proof: {error}") from error


def is_proof(path: Path) -> bool:
    """Return whether a file begins as a proof log does, of this format or another one."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with gzip.open(path) if packed else path.open("rb") as file:
            first = file.read(LONGEST_HEAD)
    except (OSError, EOFError, zlib.error):
        return False
    return re.match(rb'\s*\{\s*"format"\s*:\s*"' + NAME.encode(), first) is not None


def read_patterns(text: str, places: int) -> Array:
    """Read patterns.

    >>> read_patterns("ab* a*b", 3).tolist()
    [[0, 1, -1], [0, -1, 1]]
    """
    rows = [[STAR if letter == "*" else LETTERS.index(letter) for letter in word] for word in text.split()]
    return np.array(rows, np.int8).reshape(len(rows), places)


def write_patterns(rows: Array) -> str:
    """Write patterns as `read_patterns` reads them."""
    return " ".join("".join("*" if x == STAR else LETTERS[x] for x in row) for row in rows.tolist())


def start_of(size: str) -> ProofPosition:
    """Return the start of a size, such as 3x7 or 4x6r.

    >>> start_of("2x2r").patterns.tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    match = re.fullmatch(r"([0-9])x([0-9]{1,3})(r?)(?:\+([0-9]))?", size)
    if not match:
        raise Refused(f"{size!r} is not a size")
    places, symbols, repeat, dummies = int(match[1]), int(match[2]), bool(match[3]), int(match[4] or 0)
    game = ProofGame(places, repeat)
    dead = min(dummies, game.most_dead)
    if not 2 <= places <= 6 or not 1 <= symbols <= MOST_SYMBOLS or (symbols < places and not repeat):
        raise Refused(f"the size {size} is none that a proof can be about")
    if repeat:
        if symbols**places > MOST_CODES:
            raise Refused(f"{size} has more than {MOST_CODES:,} codes")
        rows = np.array(list(np.ndindex(*[symbols] * places)), np.int8)
        return ProofPosition(game, in_order(rows), 0, dead)
    return ProofPosition(game, np.full((1, places), STAR, np.int8), symbols, dead)


class Checker:
    """Checks positions one after the other, and keeps what has been proved."""

    def __init__(self, start: ProofPosition) -> None:
        self.start, self.game = start, start.game
        self.known_bounds = Known.of(start.game, start.size)
        self.proved: list[Line] = []
        self.reasons: dict[str, int] = {}
        self.citations = 0

    def position(self, line: Any) -> None:
        """Check that a position costs what is claimed, at least."""
        unused, dead, text, claim, reasons, citations = line
        for number in (unused, dead, claim):
            if type(number) is not int or not 0 <= number < 10**9:
                raise Refused(f"line {self._here}: {number!r} is not a number of symbols or guesses")
        rows = read_patterns(text, self.game.places)
        position = ProofPosition(self.game, rows, unused, dead)
        self._check_form(position)
        remaining = iter(citations)
        many = min(self.game.places, unused) + 1
        if len(reasons) != many:
            raise Refused(f"line {self._here}: reasons for {len(reasons)} numbers of new symbols, not {many}")
        for new, said in enumerate(reasons):
            looked = look(position, new, claim, self.known_bounds)
            if looked.reasons != said:
                raise Refused(f"line {self._here}: {_difference(looked.reasons, said, new)}")
            for letter in said:
                self.reasons[letter] = self.reasons.get(letter, 0) + 1
            for i, number in enumerate(looked.open.tolist()):
                cited = next(remaining, None)
                if cited is None:
                    raise Refused(f"line {self._here}: citations are missing")
                self._recursion(position, looked, i, cited, claim, number)
        if next(remaining, None) is not None:
            raise Refused(f"line {self._here}: there are more citations than guesses that need them")
        self.proved.append(Line(rows.tobytes(), unused, dead, claim))
        if len(rows) == 1 and unused and dead == self.game.most_dead:
            stars = int((rows == STAR).sum())
            key = unused, stars
            self.known_bounds.alone[key] = max(claim, self.known_bounds.alone.get(key, 0))

    @property
    def _here(self) -> int:
        return len(self.proved)

    def _check_form(self, position: ProofPosition) -> None:
        """Refuse what is no set of codes: rows out of order, labels with a gap, a symbol twice."""
        rows, labels = position.patterns, position.labels
        distinct = len(np.unique(rows, axis=0)) == len(rows) > 0
        if not distinct or in_order(rows).tobytes() != rows.tobytes():
            raise Refused(f"line {self._here}: the patterns are not in order, or one is there twice")
        if set(rows.ravel().tolist()) - {STAR} != set(range(labels)):
            raise Refused(f"line {self._here}: the labels have gaps")
        stars = (rows == STAR).sum(axis=1)
        if position.unused and (self.game.repeat or not stars.any() or stars.max() > position.unused):
            raise Refused(f"line {self._here}: {position.unused} symbols cannot be unused")
        if not position.unused and stars.any():
            raise Refused(f"line {self._here}: there are stars and no unused symbols")
        if not self.game.repeat:
            symbols = np.sort(rows, axis=1)
            if ((symbols[:, 1:] == symbols[:, :-1]) & (symbols[:, 1:] >= 0)).any():
                raise Refused(f"line {self._here}: a pattern has a symbol twice")
        if position.size > self.start.size:
            raise Refused(f"line {self._here}: more codes than the size has")

    def _recursion(
        self, position: ProofPosition, looked: Looked, i: int, cited: Any, claim: int, number: int
    ) -> None:
        """Check one guess that needs positions proved before."""
        bounds = looked.bounds[i].copy()
        for answer, line, places, labels in cited:
            if not 0 <= answer < self.game.found or not 0 <= line < len(self.proved):
                raise Refused(f"line {self._here}: cites what is not there")
            proved = self.proved[line]
            rows = looked.rows[looked.answers[:, i] == answer]
            child, _ = ProofPosition.of(
                self.game, rows, position.unused - looked.new, position.labels + looked.new + position.dead
            )
            if (
                sorted(places) != list(range(self.game.places))
                or sorted(labels) != list(range(child.labels))
                or child.unused != proved.unused
                or child.dead > proved.dead
            ):
                raise Refused(f"line {self._here}: the citation of line {line} does not fit")
            names = np.array([*labels, STAR], np.int8)
            if in_order(names[child.patterns[:, places]]).tobytes() != proved.patterns:
                raise Refused(f"line {self._here}: with these names line {line} is not what is left")
            bounds[answer] = max(bounds[answer], proved.claim)
            self.citations += 1
        cost = position.size + int(bounds.sum())
        if looked.answers[:, i].min() == looked.answers[:, i].max() != self.game.found:
            return  # the guess tells nothing
        if cost < claim:
            guess = looked.guesses.rows[number].tolist()
            raise Refused(f"line {self._here}: {claim} is claimed, but the guess {guess} may cost {cost}")


def _difference(right: str, said: Any, new: int) -> str:
    """Say how reasons differ."""
    if not isinstance(said, str) or len(said) != len(right):
        return f"there are {len(right)} reasons for guesses with {new} new symbols, not {len(said)}"
    at = next(i for i in range(len(said)) if said[i] != right[i])
    return f"reason {at} for guesses with {new} new symbols is {right[at]}, not {said[at]}"


def check(path: Path, progress: Progress = SILENT) -> ProvedLog:
    """Check a log from its first to its last line; `Refused` says what is wrong."""
    lines = lines_of(path)
    head = next(lines, None)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise Refused(f"{path} is not a proof: it does not say format {FORMAT!r}")
    try:
        size, total = head["size"], head["total"]
        checker, tree = Checker(start_of(size)), None
        progress.stage(f"checking why no guess does better at {size}", head.get("positions"))
        for line in lines:
            if tree is not None:
                raise Refused("there is something after the tree")
            if isinstance(line, dict):
                tree = line
            else:
                checker.position(line)
                if len(checker.proved) % TOGETHER == 0:
                    progress.advance(TOGETHER)
        start, last = checker.start, checker.proved[-1] if checker.proved else None
        if last is None or last[:3] != (start.patterns.tobytes(), start.unused, start.dead):
            raise Refused(f"the last position is not the start of {size}")
        if last.claim != total:
            raise Refused(f"{total!r} is claimed in the first line, {last.claim} is proved")
        if tree is None or tree.get("format") != TREE or tree.get("size") != size or tree.get("history"):
            raise Refused(f"no strategy tree of {size} follows")
        if "listed" in tree:
            raise Refused("the strategy tree is not for all codes")
        played = verify(tree, progress)
    except SaizenError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise Refused(f"{path} is damaged: {error}") from error
    if played.total != total or not played.complete:
        raise Refused(f"the strategy tree takes {played.total} guesses, not {total}")
    return ProvedLog(size, total, len(checker.proved), checker.reasons, checker.citations)
