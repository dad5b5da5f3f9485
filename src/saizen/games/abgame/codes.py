"""Many codes at once, as arrays: every code of a size with repetition, and the answers to guesses.

Without repetition unused symbols are interchangeable and a position is a few patterns; with repetition
it is a list of codes, and a long one is made and divided here.
"""

from typing import Any

import numpy as np

from saizen.errors import PositionError
from saizen.games.abgame.size import Code, Reply, Size

MOST_LISTED = 1_000_000
"""Codes of a size with repetition that are written out."""
MOST_SHOWN = 200_000
"""Patterns that the candidates may become when a guess shows new symbols."""


class TooMany(PositionError):  # noqa: N818 - the name reads as the condition it is
    """A position with more candidates than can be listed."""


def every_code(size: Size) -> Any:
    """Return every code of a size with repetition, in order, as the rows of an array.

    >>> every_code(Size(2, 2, repeat=True)).tolist()
    [[1, 1], [1, 2], [2, 1], [2, 2]]
    """
    if size.codes > MOST_LISTED:
        raise TooMany(
            f"{size} has {size.codes:,} codes; with repetition sizes of up to {MOST_LISTED:,} can be listed"
        )
    grid = np.indices((size.symbols,) * size.places, dtype=np.int16)
    return np.ascontiguousarray(grid.reshape(size.places, -1).T) + np.int16(1)


def answer_matrix(guesses: Any, secrets: Any) -> Any:
    """Return ``a * (places + 1) + a + b`` for each guess (row) and each secret (column).

    >>> answer_matrix(np.array([[1, 1]]), np.array([[1, 2], [2, 1]])).tolist()
    [[4, 4]]
    """
    places = guesses.shape[1]
    right = np.zeros((len(guesses), len(secrets)), np.uint8)
    common = np.zeros_like(right)
    for place in range(places):
        right += guesses[:, place, None] == secrets[None, :, place]
    for symbol in np.intersect1d(guesses, secrets):
        asked, there = (guesses == symbol).sum(axis=1), (secrets == symbol).sum(axis=1)
        some = np.flatnonzero(asked)
        common[some] += np.minimum(asked[some, None], there[None, :]).astype(np.uint8)
    return right * (places + 1) + common


def number_of(answer: Reply, size: Size) -> int:
    """Return what `answer_matrix` writes for an answer.

    >>> number_of(Reply(1, 1), Size(3, 7))
    6
    """
    return answer.a * (size.places + 1) + answer.a + answer.b


def answer_of(number: int, size: Size) -> Reply:
    """Return the answer that `answer_matrix` writes as this number.

    >>> str(answer_of(6, Size(3, 7)))
    '1A1B'
    """
    right, both = divmod(number, size.places + 1)
    return Reply(right, both - right)


def answers_to(guess: Code, secrets: Any) -> Any:
    """Return the numbers of the answers of all secrets to one guess."""
    return answer_matrix(np.array([guess], np.int16), secrets)[0]


def as_codes(rows: Any) -> tuple[Code, ...]:
    """Turn the rows of an array into codes."""
    return tuple(map(tuple, rows.tolist()))
