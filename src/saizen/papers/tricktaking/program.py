"""The appendix's program, run as printed: ``Main``, ``SearchSwapG``, `maxmin`, `minmax`, `sorthand`.

Written line by line after the C# listing, its slips included, so that they can be seen at work.
"""

from collections.abc import Iterator
from dataclasses import dataclass

Hand = list[int]
Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Output:
    """The output of the program for two hands: both matrices and their values."""

    left: Hand
    right: Hand
    total: Rows
    later: Rows
    maxmin: tuple[int, int]
    minmax: tuple[int, int]


def score_cards(num: int, k: int) -> list[int]:
    """Return the array S: 1 for each of the k largest cards."""
    return [int(i >= num * 2 - k) for i in range(num * 2)]


def calc_t(a: int, b: int, score: list[int]) -> int:
    """Return the score cards that Left takes in a trick."""
    return score[a - 1] + score[b - 1] if a > b else 0


def generate_g(left: Hand, right: Hand, score: list[int]) -> Rows:
    """Return the payoff matrix by plain recursion."""
    if len(left) == 1:
        return [[calc_t(left[0], right[0], score)]]
    later = _later(left, right, score)
    return [[calc_t(a, b, score) + later[i][j] for j, b in enumerate(right)] for i, a in enumerate(left)]


def generate_w(left: Hand, right: Hand, score: list[int]) -> Rows:
    """Return what is taken after the first trick; of one card each, as printed, the trick itself."""
    return generate_g(left, right, score) if len(left) == 1 else _later(left, right, score)


def _later(left: Hand, right: Hand, score: list[int]) -> Rows:
    rows = []
    for i, a in enumerate(left):
        row = []
        for j, b in enumerate(right):
            rest = generate_g(left[:i] + left[i + 1 :], right[:j] + right[j + 1 :], score)
            row.append(minmax(len(rest), rest) if a < b else maxmin(len(rest), rest))
        rows.append(row)
    return rows


def maxmin(num: int, matrix: Rows) -> int:
    """Return the largest row minimum; every minimum starts at 10, so that nothing above 10 is seen.

    >>> maxmin(1, [[12]])
    10
    """
    least = [10] * num
    for i in range(num):
        for j in range(num):
            least[i] = min(least[i], matrix[i][j])
    return max(least)


def minmax(num: int, matrix: Rows) -> int:
    """Return the smallest column maximum."""
    most = [0] * num
    for j in range(num):
        for i in range(num):
            most[j] = max(most[j], matrix[i][j])
    return min(most)


def sorthand(hand: Hand) -> Hand:
    """Sort a hand, strongest card first, with one pass too few.

    >>> sorthand([1, 4, 3, 2])
    [4, 3, 1, 2]
    """
    num, cards = len(hand), list(hand)
    for i in range(1, num - 1):
        for j in range(num - 1, i - 1, -1):
            if cards[j - 1] < cards[j]:
                cards[j - 1], cards[j] = cards[j], cards[j - 1]
    return cards


def run(left: Hand, right: Hand, k: int) -> Output:
    """Return what ``Main`` prints for two hands, had it given the size of the hands to maxmin and minmax."""
    score, num = score_cards(len(left), k), len(left)
    g, w = generate_g(left, right, score), generate_w(left, right, score)
    return Output(left, right, g, w, (maxmin(num, g), maxmin(num, w)), (minmax(num, g), minmax(num, w)))


def chosen_swaps(left: Hand, right: Hand, k: int) -> Iterator[tuple[int, int]]:
    """Yield the exchanges that ``SearchSwapG`` makes, in its order.

    Neighbours: a stronger card for a weaker one where neither counts, a weaker for a stronger one where
    the stronger counts; and 1 for 5 or 5 for 1, which are no neighbours.
    """
    score = score_cards(len(left), k)
    for a in left:
        for b in right:
            gives_strength = a == b + 1 and not score[a - 1] and not score[b - 1]
            takes_score = a == b - 1 and score[b - 1]
            if gives_strength or takes_score or {a, b} == {1, 5}:
                yield a, b


def swapped(left: Hand, right: Hand, a: int, b: int) -> tuple[Hand, Hand]:
    """Return both hands after an exchange, sorted as the program sorts."""
    return sorthand([b if card == a else card for card in left]), sorthand(
        [a if card == b else card for card in right]
    )
