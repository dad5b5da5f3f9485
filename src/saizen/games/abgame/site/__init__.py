"""Tables of first guesses for the static site, which searches the rest.

All first guesses are alike; up to the names of symbols and the order of places there are twenty second ones.
A kind of second guess writes the symbols of the first guess by their place in it, new ones as 9.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.rules import AbGame
from saizen.games.abgame.size import Code, Size
from saizen.games.abgame.solved import AbSolution
from saizen.packing import body
from saizen.store import Store
from saizen.work import Progress

SIZES = (Size(3, 10), Size(4, 10))
DEEP = Size(4, 10)
"""The size that is too large to be searched before the third answer."""
SLOW = 30
"""With more candidates the third guess is written down."""


def data(store: Store, progress: Progress) -> Mapping[str, bytes]:
    """Return the tables of each size."""
    return {str(size): body(tables(size, store, progress, deep=size == DEEP)) for size in SIZES}


def tables(size: Size, store: Store, progress: Progress, *, deep: bool) -> dict[str, Any]:
    """Return totals at the start (``total``) and after the first answer (``one``).

    Where it goes deep, also after each kind of second guess and its answer (``two``), and third guesses where
    many candidates are left (``three``). There the symbols of the first guess are called 0, 1, 2, ... by its
    places, and new ones as they come.
    """
    solution = AbSolution(AbGame(size), store, progress=progress)
    start = AbPosition.start(size)
    first = tuple(range(1, size.places + 1))
    after = {answer: part for answer, part in start.parts(first).items() if answer != size.all_right}
    found: dict[str, Any] = {
        "total": _total(solution, start),
        "one": {str(answer): _total(solution, part) for answer, part in after.items()},
    }
    if deep:
        found["two"], found["three"] = {}, {}
        progress.stage(f"openings of {size}", len(after))
        for answer, part in after.items():
            found["two"][str(answer)], found["three"][str(answer)] = _second(solution, part)
            progress.advance()
    return found


def _total(solution: AbSolution, position: AbPosition) -> int:
    value = solution.value(position)
    assert value is not None
    return int(value * len(position))


def _second(solution: AbSolution, position: AbPosition) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return totals after each kind of second guess by its answer, and third guesses where many are left."""
    size = position.size
    totals: dict[str, Any] = {}
    thirds: dict[str, Any] = {}
    for kind, guess in _kinds(size):
        parts = {a: part for a, part in position.parts(guess).items() if a != size.all_right}
        totals[kind] = {str(answer): _total(solution, part) for answer, part in parts.items()}
        third = {str(a): _third(solution, part) for a, part in parts.items() if len(part) > SLOW}
        if third:
            thirds[kind] = third
    return totals, thirds


def _third(solution: AbSolution, position: AbPosition) -> str:
    guess: Any = solution.moves(position)[0].move
    return "".join(str(symbol - 1) for symbol in guess)


def _kinds(size: Size) -> Iterator[tuple[str, Code]]:
    """Yield each kind of second guess, the least of its names, with one guess of it.

    >>> [kind for kind, _ in _kinds(Size(2, 4))]
    ['01', '09', '10', '19', '99']
    """
    orders = list(permutations(range(size.places)))
    names = {
        "".join(name) for name in permutations("0123456789"[: size.places] + "9" * size.places, size.places)
    }
    for name in sorted(names):
        if name == min(_renamed(name, order) for order in orders):
            new = iter(range(size.places + 1, size.symbols + 1))
            yield name, tuple(next(new) if digit == "9" else int(digit) + 1 for digit in name)


def _renamed(name: str, order: Sequence[int]) -> str:
    """Return the name of a guess when its places are put in another order, and old symbols with them."""
    renamed = [""] * len(name)
    for place, digit in enumerate(name):
        renamed[order[place]] = digit if digit == "9" else str(order[int(digit)])
    return "".join(renamed)
