"""Check a strategy tree without the solver: play every secret and count.

Nothing here comes from the engine or from `saizen.games.abgame.rules`: the secrets, the answers and the
counting are written out again, so that an error there cannot hide here.
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from pathlib import Path
from typing import Any

from saizen.errors import SaizenError

FORMAT = "saizen code-breaking tree 1"


@dataclass(frozen=True, slots=True)
class Verified:
    """What playing every secret gave."""

    size: str
    candidates: int
    total: int
    worst: int
    by_guesses: dict[int, int]
    """How many secrets are found with exactly so many guesses."""


def load(path: Path) -> Any:
    """Read a tree file, gzipped or not; anything else is a one-line error."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SaizenError(f"{path}: {error.strerror or error}") from error
    try:
        if raw[:2] == b"\x1f\x8b":
            raw = gzip.decompress(raw)
        data = json.loads(raw)
    except (OSError, EOFError, ValueError, RecursionError, MemoryError, zlib.error) as error:
        raise SaizenError(f"{path} is no strategy tree: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaizenError(f"{path} is no strategy tree: it does not say format {FORMAT!r}")
    return data


def verify(data: dict[str, Any]) -> Verified:
    """Play every secret that fits the history; raise when the tree fails or its figures are wrong.

    >>> tree = {"format": FORMAT, "size": "2x2", "history": [], "candidates": 2, "total": 3, "worst": 2,
    ...         "tree": ["12", {"0A2B": ["21", {}]}]}
    >>> verify(tree).total
    3
    """
    match = re.fullmatch(r"([1-6])x([0-9]{1,3})(r?)(?:\+([0-9]{1,2}))?", str(data.get("size")))
    if not match:
        raise SaizenError(f"the tree's size {data.get('size')!r} is none")
    places, symbols, repeat, dummies = int(match[1]), int(match[2]), bool(match[3]), int(match[4] or 0)
    letters = symbols + dummies
    try:
        history = [(_read(guess, places, letters, repeat), answer) for guess, answer in data["history"]]
        secrets = _secrets(places, symbols, repeat)
        if "listed" in data:
            secrets = iter([_read(code, places, symbols, repeat) for code in data["listed"]])
        candidates = [s for s in secrets if all(_answer(s, guess) == answer for guess, answer in history)]
        by_guesses: dict[int, int] = {}
        guesses: dict[str, tuple[int, ...]] = {}
        for secret in candidates:
            count = _play(data["tree"], secret, guesses, (places, letters, repeat))
            by_guesses[count] = by_guesses.get(count, 0) + 1
    except SaizenError:
        raise
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, RecursionError) as error:
        raise SaizenError(f"the tree is damaged: {error!r}") from error
    total = sum(count * secrets for count, secrets in by_guesses.items())
    found = Verified(
        data["size"], len(candidates), total, max(by_guesses, default=0), dict(sorted(by_guesses.items()))
    )
    for name in ("candidates", "total", "worst"):
        if data.get(name) != getattr(found, name):
            raise SaizenError(
                f"the tree claims {name} {data.get(name)}, but playing it gives {getattr(found, name)}"
            )
    return found


def _secrets(places: int, symbols: int, repeat: bool) -> Iterator[tuple[int, ...]]:
    numbers = range(1, symbols + 1)
    return product(numbers, repeat=places) if repeat else permutations(numbers, places)


def _read(text: str, places: int, letters: int, repeat: bool) -> tuple[int, ...]:
    code = tuple(int(s) for s in text.split(",")) if "," in text else tuple(int(c) or 10 for c in text)
    if places == 1 and letters > 10:
        code = (int(text),)
    if len(code) != places or not all(1 <= s <= letters for s in code):
        raise SaizenError(
            f"the tree has the guess {text!r}, which is no code of {places} symbols up to {letters}"
        )
    if not repeat and len(set(code)) < places:
        raise SaizenError(f"the tree has the guess {text!r}, which repeats a symbol")
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
            raise SaizenError(
                f"the tree has no branch for the answer {answer} to {text}, which the secret {name} gives"
            )
        node = branches[answer]
