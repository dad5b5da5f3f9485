"""Strategy trees: the certificate that a total can be attained.

A tree is JSON, usually gzipped::

    {"format": "saizen code-breaking tree 1", "size": "3x4", "objective": "mean",
     "history": [["123", "0A2B"]],        the position the tree starts from (may be empty)
     "listed": ["124", "142"],            its candidates, only when they were given as a list
     "candidates": 9, "total": 23, "worst": 3,
     "tree": NODE}

A NODE is ``[guess, {answer: NODE, ...}]``, with one entry for each answer that some candidate gives, except
"found". `saizen.games.abgame.verify` plays every secret through a tree without using the solver.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from saizen.errors import SaizenError
from saizen.games.abgame.position import STAR, AbPosition, History
from saizen.games.abgame.search.engine import Engine, engine_for
from saizen.games.abgame.search.normal_form import DEAD
from saizen.games.abgame.size import Code, Reply, Size, respond
from saizen.games.abgame.text import code_text, parse_code
from saizen.store import atomic_write
from saizen.work import SILENT, Progress

FORMAT = "saizen code-breaking tree 1"
Node = list[Any]
Branch = tuple[Code, dict[Reply, Any]]


def concrete(position: AbPosition, guess: Code) -> Code:
    """Fill the dead places of a guess with real symbols, the last ones of the size first."""
    live = set(position.live) | (set(position.unused) if position.starred else set())
    dead = [symbol for symbol in range(position.size.all_symbols, 0, -1) if symbol not in live]
    if position.size.repeat:
        return tuple(dead[0] if symbol == DEAD else symbol for symbol in guess)
    supply = iter(dead)
    return tuple(next(supply) if symbol == DEAD else symbol for symbol in guess)


def best_guess(
    engine: Engine, position: AbPosition, within: int | None = None, progress: Progress = SILENT
) -> Code:
    """Return an optimal guess (of those that keep the limit)."""
    if len(position) <= 2:
        return next(position.candidates())
    total = engine.total(position, within=within, progress=progress)
    if total is None:
        raise SaizenError(f"{within} guesses are not enough for this position")
    for guess in engine.guesses(position, total + 1, within):
        if engine.total(position, guess, within=within, below=total + 1, progress=progress) == total:
            return concrete(position, guess)
    raise AssertionError("some guess attains the total")


def build(position: AbPosition, *, within: int | None = None, progress: Progress = SILENT) -> Node:
    """Build an optimal strategy tree for a position.

    >>> build(AbPosition.listed(Size(3, 5), [(1, 2, 3), (1, 2, 4)]))
    ['123', {'2A0B': ['124', {}]}]
    """
    size = position.size
    engine = engine_for(size)
    branches: dict[Any, tuple[list[int], Branch]] = {}

    def branch(position: AbPosition, left: int | None) -> Branch:
        names, shape = standard_order(position)
        if (shape, left) in branches:  # the same set under other names
            others, there = branches[shape, left]
            return rename_symbols(there, dict(zip(others, names, strict=True)))
        guess = best_guess(engine, position, left, progress)
        rest = None if left is None else left - 1
        parts = position.parts(guess).items()
        result = guess, {answer: branch(part, rest) for answer, part in parts if answer != size.all_right}
        branches[shape, left] = names, result
        progress.advance(1)
        return result

    return tree_data(branch(position, within), size)


def standard_order(position: AbPosition) -> tuple[list[int], Any]:
    """Return all symbols in a standard order, and the position with symbols numbered in that order."""
    live = list(dict.fromkeys(s for pattern in position.patterns for s in pattern if s != STAR))
    possible = {*live, *position.unused}
    dead = [symbol for symbol in range(1, position.size.all_symbols + 1) if symbol not in possible]
    number = {symbol: i for i, symbol in enumerate(live, 1)} | {STAR: STAR}
    patterns = tuple(tuple(number[s] for s in pattern) for pattern in position.patterns)
    unused = [symbol for symbol in position.unused if symbol not in number]
    return [*live, *unused, *dead], (patterns, len(unused))


def rename_symbols(branch: Branch, names: dict[int, int]) -> Branch:
    """Give every symbol of a tree another name."""
    guess, children = branch
    return tuple(names[s] for s in guess), {a: rename_symbols(child, names) for a, child in children.items()}


def tree_data(branch: Branch, size: Size) -> Node:
    """Write a tree as it stands in the file."""
    guess, children = branch
    return [code_text(guess, size), {str(a): tree_data(child, size) for a, child in children.items()}]


def certificate(
    size: Size,
    history: History = (),
    listed: frozenset[Code] | None = None,
    *,
    objective: str = "mean",
    progress: Progress = SILENT,
) -> dict[str, Any]:
    """Solve a position and return its strategy tree with everything a reader needs to check it.

    >>> certificate(Size(2, 2))["tree"]
    ['12', {'0A2B': ['21', {}]}]
    """
    position = AbPosition.after(size, history, listed)
    engine = engine_for(size)
    within = engine.worst(position, progress=progress) if objective != "mean" else None
    progress.stage("writing the tree", None)
    tree = build(position, within=within, progress=progress)
    depths = []
    for secret in position.candidates():
        depths.append(play(tree, secret, size))
        progress.advance(0)
    data: dict[str, Any] = {
        "format": FORMAT,
        "size": str(size),
        "objective": objective,
        "history": [[code_text(guess, size), str(answer)] for guess, answer in history],
    }
    if listed is not None:
        data["listed"] = [code_text(code, size) for code in sorted(listed)]
    return data | {"candidates": len(position), "total": sum(depths), "worst": max(depths), "tree": tree}


def play(tree: Node, secret: Code, size: Size) -> int:
    """Play one secret through a tree; return the number of guesses."""
    guesses = 1
    while True:
        answer = respond(secret, parse_code(tree[0], size))
        if answer == size.all_right:
            return guesses
        tree = tree[1][str(answer)]
        guesses += 1


def save(data: dict[str, Any], path: Path) -> None:
    """Write a certificate, gzipped when the name ends in .gz (the same bytes each time)."""
    raw = json.dumps(data, separators=(",", ":")).encode()
    atomic_write(path, gzip.compress(raw, mtime=0) if path.suffix == ".gz" else raw)


def draw(tree: Node, depth: int = 99) -> Iterator[str]:
    """Draw a tree as text, one guess a line.

    >>> for line in draw(["12", {"0A2B": ["21", {}]}]):
    ...     print(line)
    12
    └─ 0A2B  21
    """
    yield tree[0]
    yield from _draw(tree, depth, "")


def _draw(tree: Node, depth: int, margin: str) -> Iterator[str]:
    children = list(tree[1].items())
    for i, (answer, child) in enumerate(children):
        last = i == len(children) - 1
        yield f"{margin}{'└─' if last else '├─'} {answer}  {child[0]}"
        if depth > 1:
            yield from _draw(child, depth - 1, margin + ("   " if last else "│  "))
        elif child[1]:
            yield f"{margin}{'   ' if last else '│  '}└─ ..."
