"""Rules of thumb for guessing, for comparison and for an answer at once.

Each looks one guess ahead and prefers the guess whose answers divide the candidates best: into most
parts, with the most entropy, with the least expected or the least largest part. Ties go to a
candidate, then to the smaller code.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from saizen.errors import SaizenError
from saizen.games.abgame.engine import DEAD, Engine
from saizen.games.abgame.position import Position
from saizen.games.abgame.rules import Code, Size
from saizen.work import SILENT, Progress

Sizes = Any
"""An array [guess, answer] of part sizes."""


def _parts(sizes: Sizes) -> Any:
    return -(sizes > 0).sum(axis=1).astype(float)


def _entropy(sizes: Sizes) -> Any:
    return (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1)


def _expected(sizes: Sizes) -> Any:
    return (sizes.astype(float) ** 2).sum(axis=1)


def _largest(sizes: Sizes) -> Any:
    return sizes.max(axis=1).astype(float)


GUESSERS: dict[str, Callable[[Sizes], Any]] = {
    "most parts": _parts,
    "entropy": _entropy,
    "expected size": _expected,
    "minimax": _largest,
}
"""What each rule makes small."""
LARGEST = 10_000
"""Guesses and secrets a comparison can take."""


@cache
def answer_table(size: Size) -> tuple[Any, Any, list[Code], list[Code]]:
    """Return answers[guess, secret], which secret each guess is (-1: none), the guesses, the secrets."""
    guesses, secrets = list(size.guesses()), list(size.secrets())
    g, s = np.array(guesses, np.int16), np.array(secrets, np.int16)
    right = np.zeros((len(g), len(s)), np.uint8)
    common = np.zeros_like(right)
    for place in range(size.places):
        right += g[:, place, None] == s[None, :, place]
    for symbol in range(1, size.symbols + 1):
        common += np.minimum((g == symbol).sum(axis=1)[:, None], (s == symbol).sum(axis=1)[None, :]).astype(
            np.uint8
        )
    where = {code: i for i, code in enumerate(secrets)}
    return right * (size.places + 1) + common, np.array([where.get(c, -1) for c in guesses]), guesses, secrets


def totals(size: Size, rule: str, progress: Progress = SILENT) -> list[int]:
    """Play a rule against every secret: entry d is how many are found with d guesses.

    >>> totals(Size(3, 4), "entropy")
    [0, 1, 4, 13, 6]
    """
    if max(size.codes, Size(size.places, size.all_symbols, size.repeat).codes) > LARGEST:
        raise SaizenError(f"{size} has more than {LARGEST} codes; compare smaller sizes")
    answers, secret_of, _, secrets = answer_table(size)
    score, width = GUESSERS[rule], (size.places + 1) ** 2
    found = [0]
    stack = [(np.arange(len(secrets)), 1)]
    progress.stage(rule, len(secrets))
    while stack:
        candidates, depth = stack.pop()
        while len(found) <= depth:
            found.append(0)
        if len(candidates) <= 2:
            guess = int(np.flatnonzero(secret_of == candidates[0])[0])
        else:
            guess = _choose(answers[:, candidates], score, width, np.isin(secret_of, candidates))
        given = answers[guess, candidates]
        for answer in np.unique(given):
            part = candidates[given == answer]
            if answer == width - 1:
                found[depth] += 1
                progress.advance(1)
            else:
                stack.append((part, depth + 1))
    return found


def _choose(answers: Any, score: Callable[[Sizes], Any], width: int, is_candidate: Any) -> int:
    """Return the guess with the best score; ties go to a candidate, then to the smaller code."""
    rows = np.arange(len(answers))[:, None] * width
    sizes = np.bincount((rows + answers).ravel(), minlength=len(answers) * width).reshape(len(answers), width)
    scores = score(sizes)
    tied = scores <= scores.min() + 1e-9
    return int(
        np.flatnonzero(tied & is_candidate)[0] if (tied & is_candidate).any() else np.flatnonzero(tied)[0]
    )


def quick_guess(engine: Engine, position: Position, tried: int = 60) -> Code:
    """Return a good guess at once: of the most promising guesses the one with the most entropy."""
    best, best_score = None, float("inf")
    for guess in engine.guesses(position, 1 << 40)[:tried]:
        sizes = np.array([[len(part) for part in position.parts(guess).values()]])
        if (value := float(_entropy(sizes)[0])) < best_score:
            best, best_score = guess, value
    assert best is not None  # a position has a candidate, and guessing it tells something
    return best


def filled(position: Position, guess: Code) -> list[Code]:
    """Write the dead places of a guess with each symbol that could stand there, unused ones once.

    Symbols that no guess has used are interchangeable: the first stand for all. So are unused dummies.
    """
    size = position.size
    live = set(position.live)
    dead_unused = [] if position.starred else [s for s in position.unused if s not in live]
    known = live | set(position.unused)
    dead_used = [s for s in range(1, size.symbols + 1) if s not in known]
    dummies = list(range(size.symbols + 1, size.all_symbols + 1))
    codes: list[list[int]] = [[]]
    for symbol in guess:
        longer = []
        for code in codes:
            choices = [symbol]
            if symbol == DEAD:
                free = [s for s in dead_used if size.repeat or s not in code]
                for supply in (dead_unused, dummies):
                    fresh = next((s for s in supply if s not in code), None)
                    repeated = [s for s in supply if size.repeat and s in code]
                    free += repeated + ([fresh] if fresh is not None else [])
                choices = free
            longer += [[*code, choice] for choice in choices]
        codes = longer
    return [tuple(code) for code in codes]
