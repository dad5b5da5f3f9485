"""Closed forms and recurrences of special boards, which need no table.

Each is a claim that the tests and `saizen reproduce memory` hold against the solver; no solver uses them.
"""

from fractions import Fraction

from saizen.exact import Number


def one_letter_unknown(n: int, before: Number) -> Fraction:
    """Equation (3) without the 0-move: E(n, 0, n-1, 0) from E(n-1, 0, n-2, 0).

    >>> one_letter_unknown(3, Fraction(2, 3))
    Fraction(1, 3)
    """
    return Fraction((n - 1) * before + 3 - n) / (n + 1)


def all_known_one_four(n: int, before: Number, one_unknown: Number) -> Fraction:
    """Equation (4) without the 0-move: E(n, 1, n, 1) from E(n-1, 1, n-1, 1) and E(n, 0, n-1, 0).

    >>> all_known_one_four(4, 2, 0)
    Fraction(2, 1)
    """
    return 1 + Fraction(n - 1, n + 2) * before + Fraction(3, n + 2) * one_unknown


def all_known_one_four_closed(n: int) -> Fraction:
    """Equation (5): E(n, 1, n, 1) for n >= 3, whether taking is forced or free.

    >>> [str(all_known_one_four_closed(n)) for n in (3, 4, 5)]
    ['2', '2', '15/7']
    """
    return (Fraction(120, n * (n * n + 3 * n + 2)) + n + 3) / 4


def last_letter_unknown(
    n: int,
    *,
    smaller: Number,
    without_four: Number,
    all_known: Number,
    all_known_smaller: Number,
    one_unknown: Number,
) -> tuple[Fraction, Fraction]:
    """Equation (6): the 1-move and the 2-move at (n, 1, n-1, 1) when taking is forced.

    The arguments are E(n-1, 1, n-2, 1), E(n, 0, n-2, 0), E(n, 1, n, 1), E(n-1, 1, n-1, 1), E(n, 0, n-1, 0).

    >>> values = {"all_known": 2, "all_known_smaller": 2, "one_unknown": 0}
    >>> last_letter_unknown(4, smaller=Fraction(3, 10), without_four=Fraction(4, 15), **values)
    (Fraction(12, 35), Fraction(22, 35))
    """
    beta = Fraction(n + 1, n + 3) + Fraction(n - 2, n + 3) * smaller + Fraction(3, n + 3) * without_four
    delta = -Fraction(all_known)
    epsilon = (
        -Fraction(n, n + 2) - Fraction(n - 3, n + 2) * all_known_smaller - Fraction(3, n + 2) * one_unknown
    )
    share = Fraction(2, n + 3)
    return beta + share * delta, beta + share * epsilon


def two_move_gain(n: int, free: bool) -> Fraction:
    """How much the 2-move is better than the 1-move at (n, 1, n-1, 1), for n >= 4.

    Both moves agree until the one unknown letter turns up, so only the answer to it counts. Forced,
    the gain is positive: 2 (2 + 2 E) / ((n+2)(n+3)) with E = E(n-1, 1, n-1, 1). Free, a second card that
    is of the letter of four gives away the whole table instead of one pair, which costs 3 n / (n+2) more
    and makes the gain negative: the theorem of section 3.5 fails for every n >= 4.

    >>> two_move_gain(4, free=False), two_move_gain(4, free=True)
    (Fraction(2, 7), Fraction(-2, 7))
    """
    smaller = all_known_one_four_closed(n - 1)
    return Fraction(2, n + 3) * (2 + 2 * smaller - 3 * n * free) / (n + 2)


def held_pair(n: int) -> tuple[int, int]:
    """Values where all letters are known, one is of four cards, and two of those are known; n >= 4.

    Forced to take the pair, the player gets it and then passes: 1. Free, the player keeps it on the
    table: every unknown card then has a known mate, and all n + 1 pairs are taken in one turn.

    >>> held_pair(4)
    (1, 5)
    """
    return 1, n + 1


def natural_turn_gap(cards: int) -> int:
    """How much likelier 4-save makes a pair of A or B than 2-save: (3N - 4) - (N + 10), over (N - 1)(N - 2).

    A and B are the remembered letter of two and of four; all other pairs are equally likely. Positive
    exactly when N > 7.

    >>> [natural_turn_gap(cards) > 0 for cards in (6, 7, 8)]
    [False, False, True]
    """
    return (3 * cards - 4) - (cards + 10)
