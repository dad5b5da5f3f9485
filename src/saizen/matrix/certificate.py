"""The proof that a matrix game has been solved, checked with nothing but fractions.

Whoever doubts a solver need only read this page: a value is right if one player has a mixture that
never gets less and the other has one that never gives more.
"""

from collections.abc import Sequence
from fractions import Fraction

Number = int | Fraction


def check_certificate(
    matrix: Sequence[Sequence[Number]],
    value: Number,
    row_strategy: Sequence[Number],
    column_strategy: Sequence[Number],
) -> bool:
    """Return whether the strategies prove that the game is worth ``value`` to the row player.

    >>> check_certificate([[3, -1], [-1, 1]], Fraction(1, 3), *[[Fraction(1, 3), Fraction(2, 3)]] * 2)
    True
    >>> check_certificate([[3, -1], [-1, 1]], 1, [1, 0], [1, 0])
    False
    """
    if len(row_strategy) != len(matrix) or any(len(row) != len(column_strategy) for row in matrix):
        return False
    for strategy in (row_strategy, column_strategy):
        if sum(strategy) != 1 or min(strategy) < 0:
            return False
    columns = zip(*matrix, strict=True)
    gets = [sum(p * entry for p, entry in zip(row_strategy, column, strict=True)) for column in columns]
    gives = [sum(q * entry for q, entry in zip(column_strategy, row, strict=True)) for row in matrix]
    return bool(min(gets) >= value >= max(gives))
