"""Rules of thumb for guessing, for comparison and for quick answers.

Each looks one guess ahead and prefers the guess whose answers divide the candidates best: into most
parts, with the most entropy, with the least expected or the least largest part. Ties go to a
candidate, then to the smaller code.
"""

import random
from collections.abc import Callable
from math import perm
from typing import Any

import numpy as np

from saizen.errors import SaizenError
from saizen.games.abgame.position import STAR, AbPosition
from saizen.games.abgame.search.normal_form import DEAD
from saizen.games.abgame.size import Code, Size, answer_matrix
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

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
"""The quantity that each rule minimises."""
SECRETS_TRIED, GUESSES_TRIED = 1000, 400
"""How many secrets and guesses an answer at once is drawn from."""
LARGEST = 10_000
"""Guesses and secrets a comparison can take."""


AnswerTable = tuple[Any, Any, list[Code], list[Code]]
_tables: Cache[AnswerTable] = Cache(most=4)


def answer_table(size: Size) -> AnswerTable:
    """Return answers[guess, secret], which secret each guess is (-1: none), the guesses, the secrets."""
    return _tables.get(size, lambda: _answer_table(size))


def _answer_table(size: Size) -> AnswerTable:
    guesses, secrets = list(size.guesses()), list(size.secrets())
    answers = answer_matrix(np.array(guesses, np.int16), np.array(secrets, np.int16))
    where = {code: i for i, code in enumerate(secrets)}
    return answers, np.array([where.get(c, -1) for c in guesses]), guesses, secrets


def totals(size: Size, rule: str, progress: Progress = SILENT) -> list[int]:
    """Play a rule against every secret: entry d is how many are found with d guesses.

    >>> totals(Size(3, 4), "entropy")
    [0, 1, 4, 13, 6]
    """
    if max(size.codes, Size(size.places, size.all_symbols, size.repeat).codes) > LARGEST:
        raise SaizenError(f"{size} has more than {LARGEST} codes; compare smaller sizes")
    answers, secret_of, _, secrets = answer_table(size)
    score, width = GUESSERS[rule], (size.places + 1) ** 2
    counts = [0]
    stack = [(np.arange(len(secrets)), 1)]
    progress.stage(rule, len(secrets))
    while stack:
        candidates, depth = stack.pop()
        while len(counts) <= depth:
            counts.append(0)
        if len(candidates) <= 2:
            guess = int(np.flatnonzero(secret_of == candidates[0])[0])
        else:
            guess = _choose(answers[:, candidates], score, width, np.isin(secret_of, candidates))
        replies = answers[guess, candidates]
        for answer in np.unique(replies):
            part = candidates[replies == answer]
            if answer == width - 1:
                counts[depth] += 1
                progress.advance(1)
            else:
                stack.append((part, depth + 1))
    return counts


def _choose(answers: Any, score: Callable[[Sizes], Any], width: int, is_candidate: Any) -> int:
    """Return the guess with the best score; ties go to a candidate, then to the smaller code."""
    rows = np.arange(len(answers))[:, None] * width
    sizes = np.bincount((rows + answers).ravel(), minlength=len(answers) * width).reshape(len(answers), width)
    scores = score(sizes)
    tied = scores <= scores.min() + 1e-9
    return int(
        np.flatnonzero(tied & is_candidate)[0] if (tied & is_candidate).any() else np.flatnonzero(tied)[0]
    )


def quick_guess(position: AbPosition) -> Code:
    """Return a good guess at once: of a sample of guesses the one with the most entropy over a sample.

    Both samples are whole when the position is small. Unused symbols are named in order.

    >>> quick_guess(AbPosition.start(Size(4, 30)))
    (1, 2, 3, 4)
    """
    rng = random.Random(len(position))
    secrets = _sample(position, rng, SECRETS_TRIED)
    guesses = list(
        dict.fromkeys([*secrets[:GUESSES_TRIED], *_any_guesses(position.size, rng, GUESSES_TRIED)])
    )
    answers = answer_matrix(np.array(guesses, np.int16), np.array(secrets, np.int16))
    possible = np.arange(len(guesses)) < min(len(secrets), GUESSES_TRIED)
    best = guesses[_choose(answers, _entropy, (position.size.places + 1) ** 2, possible)]
    fresh = iter(position.unused)
    names: dict[int, int] = {}
    for symbol in best:
        if symbol in position.unused and symbol not in names:
            names[symbol] = next(fresh)
    return tuple(names.get(symbol, symbol) for symbol in best)


def _sample(position: AbPosition, rng: random.Random, most: int) -> list[Code]:
    """Draw different candidates, all of them when there are few."""
    if len(position) <= most:
        return list(position.candidates())
    if position.size.repeat:
        return rng.sample(position.patterns, most)
    weights = [perm(len(position.unused), pattern.count(STAR)) for pattern in position.patterns]
    drawn = []
    for pattern in rng.choices(position.patterns, weights, k=most):
        symbols = iter(rng.sample(position.unused, pattern.count(STAR)))
        drawn.append(tuple(next(symbols) if symbol == STAR else symbol for symbol in pattern))
    return list(dict.fromkeys(drawn))


def _any_guesses(size: Size, rng: random.Random, most: int) -> list[Code]:
    """Draw legal guesses, all of them when there are few."""
    if Size(size.places, size.all_symbols, size.repeat).codes <= most:
        return list(size.guesses())
    symbols = range(1, size.all_symbols + 1)
    draw = rng.choices if size.repeat else rng.sample
    return [tuple(draw(symbols, k=size.places)) for _ in range(most)]


def fill_dead_places(position: AbPosition, guess: Code) -> list[Code]:
    """Write the dead places of a guess with each symbol that could stand there, unused ones once.

    Symbols that no guess has used are interchangeable: the first stand for all. So are unused dummies.
    """
    size = position.size
    live = set(position.live)
    dead_unused = [] if position.starred else [s for s in position.unused if s not in live]
    possible = live | set(position.unused)
    dead_used = [s for s in range(1, size.symbols + 1) if s not in possible]
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
