"""Success rates from counts: their 95 % intervals, and tests whether one player is better than another."""

from math import comb, sqrt

NORMAL = 1.959963984540054
"""How many standard deviations hold 95 % of a normal distribution."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate by Wilson's score, which is also sound for rates near 0 and 1.

    >>> [round(end, 4) for end in wilson(50, 100)], [round(end, 4) for end in wilson(0, 100)]
    ([0.4038, 0.5962], [0.0, 0.037])
    """
    square = NORMAL**2
    middle = (successes + square / 2) / (trials + square)
    half = NORMAL / (trials + square) * sqrt(successes * (trials - successes) / trials + square / 4)
    return (0.0 if successes == 0 else middle - half), (1.0 if successes == trials else middle + half)


def mcnemar(only_one: int, only_other: int) -> float:
    """Return the p-value of a comparison of two players on the same deals, by McNemar's exact test.

    Deals that both won or both lost say nothing. If the players were equally good, each of the others would
    be one's or the other's with even chance.

    >>> round(mcnemar(10, 2), 4), mcnemar(0, 0)
    (0.0386, 1.0)
    """
    both = only_one + only_other
    few = min(only_one, only_other)
    if both > 1000:  # the exact sum is long, and the normal distribution as good
        from math import erfc

        return min(1.0, erfc((abs(only_one - only_other) - 1) / sqrt(2 * both)))
    return float(min(1.0, 2 * sum(comb(both, n) for n in range(few + 1)) / 2**both))
