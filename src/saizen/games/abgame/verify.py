"""Check a strategy tree without the solver: play every secret and count.

Nothing here comes from the engine or from `saizen.games.abgame.size`: the secrets, the answers and the
counting are written out again, so that an error there cannot hide here.
"""

import gzip
import io
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from math import perm
from pathlib import Path
from typing import Any

from saizen.errors import SaizenError
from saizen.work import SILENT, Progress

FORMAT = "saizen code-breaking tree 1"
LARGEST_FILE = 32_000_000
"""Bytes of a tree, unpacked: ten times the largest that is written; in memory it is 30 times that."""
SHARE = 1000
"""Secrets between two looks at the cancel button."""
MOST_SECRETS = 2_000_000
"""Secrets that are played."""
OBJECTIVES = ("mean", "worst", "both")


class Refused(SaizenError):  # noqa: N818 - the name reads as the verdict it is
    """A tree or a proof that does not hold; the message says where."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of playing every secret."""

    size: str
    candidates: int
    total: int
    worst: int
    by_guesses: dict[int, int]
    """How many secrets are found with exactly so many guesses."""
    secrets: int
    """How many secrets the size has; a tree that begins later covers the ``candidates`` only."""

    @property
    def complete(self) -> bool:
        """Whether the tree finds every secret of its size."""
        return self.candidates == self.secrets


def load(path: Path) -> Any:
    """Read a tree file, gzipped or not; anything else is a one-line error."""
    try:
        with path.open("rb") as packed:
            raw = packed.read(LARGEST_FILE + 1)
    except OSError as error:
        raise SaizenError(f"{path}: {error.strerror or error}") from error
    try:
        if raw[:2] == b"\x1f\x8b":
            with gzip.open(io.BytesIO(raw)) as file:
                raw = file.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise Refused(f"{path} is too large: a tree may have {LARGEST_FILE:,} bytes unpacked")
        data = json.loads(raw)
    except SaizenError:
        raise
    except (OSError, EOFError, ValueError, RecursionError, MemoryError, zlib.error) as error:
        raise Refused(f"{path} is not a strategy tree: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused(f"{path} is not a strategy tree: it does not say format {FORMAT!r}")
    return data


def verify(data: dict[str, Any], progress: Progress = SILENT) -> Verified:
    """Play every secret that fits the history; raise when the tree fails or its figures are wrong.

    >>> tree = {"format": FORMAT, "size": "2x2", "history": [], "candidates": 2, "total": 3, "worst": 2,
    ...         "tree": ["12", {"0A2B": ["21", {}]}]}
    >>> verify(tree).total
    3
    """
    size = data.get("size")
    match = (
        re.fullmatch(r"([1-6])x([0-9]{1,3})(r?)(?:\+([0-9]{1,2}))?", size) if isinstance(size, str) else None
    )
    if not match:
        raise Refused(f"the tree's size {_short(size)} is none")
    places, symbols, repeat, dummies = int(match[1]), int(match[2]), bool(match[3]), int(match[4] or 0)
    letters = symbols + dummies
    if data.get("objective", "mean") not in OBJECTIVES:
        raise Refused(
            f"the tree's objective {_short(data['objective'])} is none; they are {', '.join(OBJECTIVES)}"
        )
    many = symbols**places if repeat else perm(symbols, places)
    if "listed" not in data and many > MOST_SECRETS:
        raise Refused(f"{size} has {many:,} secrets; up to {MOST_SECRETS:,} can be played")
    try:
        history = [(_read(guess, places, letters, repeat), answer) for guess, answer in data["history"]]
        secrets = _secrets(places, symbols, repeat)
        if "listed" in data:
            listed = [_read(code, places, symbols, repeat) for code in data["listed"]]
            if twice := next((code for code, times in Counter(listed).items() if times > 1), None):
                raise Refused(f"the tree lists the candidate {','.join(map(str, twice))} twice")
            secrets = iter(listed)
        candidates = [s for s in secrets if all(_answer(s, guess) == answer for guess, answer in history)]
        if not candidates:
            raise Refused("no secret fits the tree's history: there is nothing to verify")
        by_guesses: dict[int, int] = {}
        guesses: dict[str, tuple[int, ...]] = {}
        progress.stage(f"playing every secret of {size}", len(candidates))
        for number, secret in enumerate(candidates, 1):
            if number % SHARE == 0:
                progress.advance(SHARE)
            count = _play(data["tree"], secret, guesses, (places, letters, repeat))
            by_guesses[count] = by_guesses.get(count, 0) + 1
    except SaizenError:
        raise
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, RecursionError) as error:
        raise Refused(f"the tree is damaged: {error!r}") from error
    total = sum(count * secrets for count, secrets in by_guesses.items())
    result = Verified(
        data["size"],
        len(candidates),
        total,
        max(by_guesses, default=0),
        dict(sorted(by_guesses.items())),
        many,
    )
    for name in ("candidates", "total", "worst"):
        if type(claim := data.get(name)) is not int:
            raise Refused(f"the tree claims {name} {_short(claim)}, which is not a whole number")
        if claim != getattr(result, name):
            raise Refused(
                f"the tree claims {name} {_short(claim)}, but playing it gives {getattr(result, name)}"
            )
    return result


def _short(value: Any) -> str:
    """Quote a value, a long one shortened."""
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "..."


def _secrets(places: int, symbols: int, repeat: bool) -> Iterator[tuple[int, ...]]:
    numbers = range(1, symbols + 1)
    return product(numbers, repeat=places) if repeat else permutations(numbers, places)


def _read(text: Any, places: int, letters: int, repeat: bool) -> tuple[int, ...]:
    code: tuple[int, ...] = ()
    if isinstance(text, str) and re.fullmatch(r"[0-9]{1,4}(,[0-9]{1,4})*", text):
        if "," in text or (places == 1 and letters > 10):
            code = tuple(map(int, text.split(",")))
        else:
            code = tuple(int(digit) or 10 for digit in text)
    elif isinstance(text, str) and re.fullmatch(r"[0-9]{5,6}", text):
        code = tuple(int(digit) or 10 for digit in text)
    if len(code) != places or not all(1 <= s <= letters for s in code):
        raise Refused(
            f"the tree has the guess {_short(text)}, which is not a code of {places} symbols up to {letters}"
        )
    if not repeat and len(set(code)) < places:
        raise Refused(f"the tree has the guess {text!r}, which repeats a symbol")
    return code


def _answer(secret: tuple[int, ...], guess: tuple[int, ...]) -> str:
    right = misplaced = 0
    spare_secret, spare_guess = [], []
    for s, g in zip(secret, guess, strict=True):
        if s == g:
            right += 1
        else:
            spare_secret.append(s)
            spare_guess.append(g)
    for symbol in spare_guess:
        if symbol in spare_secret:
            spare_secret.remove(symbol)
            misplaced += 1
    return f"{right}A{misplaced}B"


def _play(
    node: Any, secret: tuple[int, ...], guesses: dict[str, tuple[int, ...]], form: tuple[int, int, bool]
) -> int:
    count = 0
    while True:
        text, branches = node
        guess = guesses.get(text)
        if guess is None:
            guess = guesses[text] = _read(text, *form)
        count += 1
        if guess == secret:
            return count
        answer = _answer(secret, guess)
        if answer not in branches:
            name = ",".join(map(str, secret))
            raise Refused(
                f"the tree has no branch for the answer {answer} to {text}, which the secret {name} gives"
            )
        node = branches[answer]
