"""The order of the cards: the numbered deals of the paper, and shuffled decks.

The numbered deals (section 4) are made by C's ``srandom`` and ``random`` as the GNU C library has them.
Deal n shuffles the cards 0 to 12, four of each, ten times over with ``random()`` after ``srandom(n)``. The
generator is the additive feedback one, r[i] = r[i-3] + r[i-31] modulo 2^32, so deal n is deal n everywhere.
"""

import random
import re
from collections.abc import Iterable, Iterator, Mapping

from saizen.errors import SaizenError
from saizen.game import Chance, Move
from saizen.games.calculation.rules import RANKS, Calculation, CalculationPosition
from saizen.notation import short

SHUFFLES = 10
LARGEST_DEAL = 2**32 - 1
MOST_DEALS = 1_000_000
"""Deals of one run: more than are decided in a week."""
_LONG, _SHORT, _WARM_UP = 31, 3, 310


def c_random(seed: int) -> Iterator[int]:
    """Yield what ``random()`` returns after ``srandom(seed)``, without end.

    >>> from itertools import islice
    >>> list(islice(c_random(1), 3))
    [1804289383, 846930886, 1681692777]
    """
    word = seed % 2**32 or 1
    state = [word]
    signed = word - (word >> 31 << 32)
    for _ in range(1, _LONG):
        # Schrage's form of 16807 w modulo 2^31 - 1, with C's division, which rounds towards zero.
        high = abs(signed) // 127773 * (1 if signed >= 0 else -1)
        signed = 16807 * (signed - high * 127773) - 2836 * high
        if signed < 0:
            signed += 2**31 - 1
        state.append(signed)
    front, back, passed = _SHORT, 0, 0
    while True:
        state[front] = (state[front] + state[back]) % 2**32
        if passed >= _WARM_UP:
            yield state[front] >> 1
        passed += 1
        front, back = (front + 1) % _LONG, (back + 1) % _LONG


def deal(number: int) -> tuple[int, ...]:
    """Return the ranks (1 to 13) of a numbered deal in the order in which they are drawn.

    >>> deal(3)[:8]
    (3, 2, 6, 8, 12, 8, 13, 9)
    """
    if not 0 <= number <= LARGEST_DEAL:
        raise SaizenError(f"deal {number}: use 0 to {LARGEST_DEAL}")
    cards = [place % len(RANKS) for place in range(4 * len(RANKS))]
    draw = c_random(number)
    for _ in range(SHUFFLES):
        for i in range(len(cards) - 1):
            other = i + next(draw) % (len(cards) - i)
            cards[i], cards[other] = cards[other], cards[i]
    return tuple(card + 1 for card in cards)


def shuffled_deal(number: int, seed: int | None) -> tuple[int, ...]:
    """Return deck ``number`` of the uniformly shuffled ones that a seed stands for; without one, the paper's.

    Numbers that follow each other give decks that have nothing to do with each other.

    >>> shuffled_deal(3, None) == deal(3), shuffled_deal(3, 1) == shuffled_deal(4, 1)
    (True, False)
    """
    return deal(number) if seed is None else shuffled_cards(4 * tuple(range(1, len(RANKS) + 1)), number, seed)


def shuffled_cards(cards: Iterable[int], number: int, seed: int | None = None) -> tuple[int, ...]:
    """Shuffle any cards uniformly: the order of that number, of those that a seed stands for.

    >>> shuffled_cards((5, 4, 3, 2, 1), 1), shuffled_cards((5, 4, 3, 2, 1), 1, 8)
    ((4, 5, 3, 1, 2), (1, 3, 4, 5, 2))
    """
    order = sorted(cards)
    random.Random(f"calculation {number}" if seed is None else f"calculation {seed} {number}").shuffle(order)
    return tuple(order)


class HiddenDeck:
    """The order in which the cards come; nobody sees it before they are drawn."""

    def __init__(self, game: Calculation, cards: tuple[int, ...]) -> None:
        self._game, self._cards = game, cards

    def outcome(
        self,
        position: CalculationPosition,
        moves: Mapping[int, Move],
        chance: Chance,
        dice: random.Random,
    ) -> int:
        """Return which rank comes: the first of as many cards as the deck still has."""
        left = self._game.deck(position).total()
        name = RANKS[self._cards[len(self._cards) - left] - 1]
        assert chance.names is not None
        return list(chance.names).index(name)


def parse_deals(text: str) -> range:
    """Read a range of deals, such as ``1-10000``, or a single number.

    >>> parse_deals("1-1000")
    range(1, 1001)
    """
    match = re.fullmatch(r"\s*0*([0-9]{1,10})(?:\s*-\s*0*([0-9]{1,10}))?\s*", text)
    if not match:
        raise SaizenError(
            f"deals {short(text)!r}: write first-last, such as 1-10000, or one number, 0 to {LARGEST_DEAL}"
        )
    first, last = int(match[1]), int(match[2] or match[1])
    if first > last or last > LARGEST_DEAL:
        raise SaizenError(f"deals {text!r}: use first-last with 0 <= first <= last <= {LARGEST_DEAL}")
    if last - first >= MOST_DEALS:
        raise SaizenError(
            f"deals {text!r}: {last - first + 1:,} deals; one run takes at most {MOST_DEALS:,}, "
            "a later one continues with the same file"
        )
    return range(first, last + 1)
