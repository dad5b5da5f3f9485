"""Tables of all hands of one size, compiled: every number of score cards in one pass.

**Masks.** Let the first k cards be score cards and let V(k) be what Left takes when Left leads. One more
score card changes what Left takes in any play by 0 or 1, so it changes V by 0 or 1, and V for all k is
one word: bit i is V(i+1) - V(i). Playing the cards at places x and y and then the rest of the game is
the rest's mask with two bits inserted at x and y, both set when Left takes the trick. The larger or
smaller of two such functions is taken on byte lanes, eight values of k in one 64-bit word.

Right leading needs no second table: Right's cards and Left's change places, so V^0(A,B) = k - V^1(B,A),
which is the complement of the mask of the exchanged hands.

**Fewer cards.** A *run* is a stretch of neighbouring cards of one player. What remains is the same
whichever card of a run is played, only the places of the inserted bits differ, and for one k a card of
the run counts as its first (a score card, if any is) or as its last (not, if any is not). So a leader
tries the first and the last card of each run. The replier knows who takes the trick: a set bit inserted
further back, or a clear bit inserted further front, makes the function smaller or equal for every k, so
one card of each run is best for all k at once.
"""

from typing import Any, NamedTuple

import numpy as np

from saizen.kernels.bits import popcount
from saizen.kernels.compile import kernel, part

LARGEST_TABLE = 14
"""Cards a hand: 40 million hands. A mask of 28 bits is four words of byte lanes."""


def running_counts() -> Any:
    """Return for each byte the eight running counts of its bits, as the lanes of one word."""
    counts = np.cumsum(
        np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little"), axis=1
    )
    return np.ascontiguousarray(counts.astype(np.uint8)).view("<u8").ravel().astype(np.uint64)


@part
def first_bits(count: Any) -> Any:
    """Return a word with that many low bits set."""
    return (np.uint64(1) << np.uint64(count)) - np.uint64(1)


@part
def drop(word: Any, place: Any) -> Any:
    """Take one bit out of a word; the later bits move up."""
    below = (np.uint64(1) << np.uint64(place)) - np.uint64(1)
    return (word & below) | ((word >> np.uint64(1)) & ~below)


@part
def insert(word: Any, place: Any, bit: Any) -> Any:
    """Put a bit into a word; the later bits move back."""
    below = (np.uint64(1) << np.uint64(place)) - np.uint64(1)
    return (word & below) | ((word & ~below) << np.uint64(1)) | (np.uint64(bit) << np.uint64(place))


@part
def lane_choice(first: Any, second: Any, larger: Any) -> Any:
    """Return the larger or the smaller of each pair of byte lanes (values below 128)."""
    high = np.uint64(0x8080808080808080)
    ahead = ((first | high) - second) & high  # set in the lanes with first >= second
    lanes = ahead - (ahead >> np.uint64(7))
    if larger:
        lanes = ~lanes
    return (second & lanes) | (first & ~lanes)


@part
def lane_steps(lanes: Any, before: Any) -> Any:
    """Turn eight running counts back into eight mask bits; ``before`` is the word of lanes before them."""
    steps = lanes - ((lanes << np.uint64(8)) | (before >> np.uint64(56)))
    return (steps * np.uint64(0x0102040810204080)) >> np.uint64(56)


@part
def next_hand(hand: Any) -> Any:
    """Return the next word with as many set bits."""
    lowest = hand & (~hand + np.uint64(1))
    ripple = hand + lowest
    return (((ripple ^ hand) >> np.uint64(2)) // lowest) | ripple


class SmallerMasks(NamedTuple):
    """The masks of all hands with a card fewer; ``upper`` and ``lower`` rank these hands."""

    masks: Any
    upper: Any
    lower: Any


@kernel
def fill_masks(
    n: Any, hand: Any, smaller: Any, counts: Any, avoid: Any, weakest_first: Any, masks: Any
) -> Any:
    """Fill the masks (Left leads) of ``hand`` and the hands of n cards after it from those of n - 1 cards.

    Hands are passed in the order of their words; ``counts`` are the `running_counts`. Returns the hand after
    the last.
    """
    bit, lane = np.uint64(1), np.uint64(0x0101010101010101)
    top = ~np.uint64(0x8080808080808080)
    cards = 2 * n
    lanes_used = (cards + 7) // 8
    half = np.uint64(n - 1)
    low_half = (bit << half) - bit
    rest = (bit << np.uint64(cards - 2)) - bit
    byte, eight, last = np.uint64(255), np.uint64(8), np.uint64(56)
    leads = np.empty(cards, np.int64)
    firsts = np.empty(cards, np.int64)
    lasts = np.empty(cards, np.int64)
    row, best = np.empty(4, np.uint64), np.empty(4, np.uint64)
    empty = np.uint64(0) if avoid else top  # where the replier's choice starts
    nothing = top if avoid else np.uint64(0)  # where the leader's choice starts
    for rank in range(masks.shape[0]):
        lead_count, run_count, place = 0, 0, 0
        while place < cards:
            end = place
            owner = (hand >> np.uint64(place)) & bit
            while end + 1 < cards and ((hand >> np.uint64(end + 1)) & bit) == owner:
                end += 1
            if owner:
                leads[lead_count] = place
                lead_count += 1
                if end > place:
                    leads[lead_count] = end
                    lead_count += 1
            else:
                firsts[run_count] = place
                lasts[run_count] = end
                run_count += 1
            place = end + 1
        for word in range(lanes_used):
            best[word] = nothing
        for i in range(lead_count):
            x = leads[i]
            for word in range(lanes_used):
                row[word] = empty
            for j in range(run_count):
                wins = (x < firsts[j]) != weakest_first
                y = lasts[j] if wins != avoid else firsts[j]
                near, far = min(x, y), max(x, y)
                after = drop(drop(hand, far), near)
                if not wins:
                    after = ~after & rest
                at = smaller.upper[after >> half] + smaller.lower[after & low_half]
                mask = np.uint64(smaller.masks[at])
                if not wins:
                    mask = ~mask & rest
                mask = insert(insert(mask, near, wins), far, wins)
                lanes = np.uint64(0)
                for word in range(lanes_used):
                    lanes = counts[mask & byte] + (lanes >> last) * lane
                    row[word] = lane_choice(row[word], lanes, avoid)
                    mask >>= eight
            for word in range(lanes_used):
                best[word] = lane_choice(best[word], row[word], not avoid)
        mask, before = np.uint64(0), np.uint64(0)
        for word in range(lanes_used):
            mask |= lane_steps(best[word], before) << np.uint64(8 * word)
            before = best[word]
        masks[rank] = mask
        hand = next_hand(hand)
    return hand


@part
def filled_down(word: Any) -> Any:
    """Set every bit below the last set one."""
    for shift in (1, 2, 4, 8, 16, 32):
        word |= word >> np.uint64(shift)
    return word


@part
def certain_cards(hand: Any, cards: Any) -> Any:
    """Return the cards whose taker is certain, and those of them that the owner of ``hand`` takes.

    The cards of the strongest run win every trick they are played in, and those of the weakest run lose
    it, however the game goes.
    """
    bit = np.uint64(1)
    change = (hand ^ (hand >> bit)) & first_bits(cards - 1)  # the last card of each run but the weakest
    top = ((change & (~change + bit)) << bit) - bit
    bottom = first_bits(cards) & ~filled_down(change)
    return top | bottom, (top & hand) | (bottom & ~hand)


@part
def moved_up(score: Any, alike: Any) -> Any:
    """Exchange score cards with the card before where that is ``alike`` but does not count."""
    bit = np.uint64(1)
    moving = (score >> bit) & ~score & alike
    return (score | moving) & ~(moving << bit)


@part
def open_score(hand: Any, score: Any, cards: Any, avoid: Any) -> Any:
    """Return the score cards whose taker is open, those of each run in front, and the leader's sure points.

    Who takes a certain card is the same in every play of the game, so it need not be kept as a score card;
    and within a run only the number of score cards matters.
    """
    certain, mine = certain_cards(hand, cards)
    sure = score & certain
    points = popcount(sure & ~mine) if avoid else popcount(sure & mine)
    alike = ~(hand ^ (hand >> np.uint64(1))) & first_bits(cards - 1)
    score &= ~certain
    while True:
        moved = moved_up(score, alike)
        if moved == score:
            return score, points
        score = moved
