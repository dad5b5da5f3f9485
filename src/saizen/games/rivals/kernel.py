"""The compiled twin of the rules: positions as integers, one layer (cards left) at a time.

A position before a trick is one integer::

    bit  0..7   my cards          bit 16..19  my points       bit 24..27  my stake
    bit  8..15  your cards        bit 20..23  your points     bit 28..31  your stake
    bit 32..33  general + 1       bit 34..35  spy + 1

A position and its mirror image (the players exchanged) have opposite values, so only one of the two
is kept: of simultaneous positions the smaller integer, of spy positions the one in which "I" show
first. A child is written as that integer, plus `MIRRORED` when its value has to be negated, or as
-1 - (0, 1, 2) for an end of the game worth -1, 0, 1.
"""

import numpy as np
from numpy.typing import NDArray

from saizen.games.rivals.variants import Ability, Rules
from saizen.kernels.jit import lean

Ints = NDArray[np.int64]

GENERAL_SHIFT = 32
SPY_SHIFT = 34
MIRRORED = 1 << 40

ABILITIES = tuple(Ability)
CLOWN, PRINCESS, SPY, ASSASSIN, MINISTER, WIZARD, GENERAL, PRINCE = range(1, 9)
WIN, BONUS, EXTRA, HIGHER, TAKES_GAME = range(16, 21)


def encode_rules(rules: Rules) -> Ints:
    """Put rules into an array: eight strengths, eight abilities, then the other settings."""
    return np.array(
        [card.strength for card in rules.cards]
        + [ABILITIES.index(card.ability) for card in rules.cards]
        + [
            rules.points_to_win,
            rules.general_bonus,
            rules.minister_points - 1,
            rules.assassins == "higher",
            rules.princess_takes == "game",
        ],
        dtype=np.int64,
    )


@lean
def mirror(key: int) -> int:
    """Return the same position with the players exchanged."""
    hands = ((key & 0xFF) << 8) | ((key >> 8) & 0xFF)
    numbers = ((key & 0x0F0F0000) << 4) | ((key & 0xF0F00000) >> 4)
    spy = 2 - ((key >> SPY_SHIFT) & 3)
    general = 2 - ((key >> GENERAL_SHIFT) & 3)
    return hands | numbers | (spy << SPY_SHIFT) | (general << GENERAL_SHIFT)


@lean
def canonical(key: int) -> int:
    """Return the one of a position and its mirror image that is kept, with `MIRRORED` if it is the other."""
    spy = ((key >> SPY_SHIFT) & 3) - 1
    if spy < 0:
        return key
    image = mirror(key)
    if spy > 0 or image < key:
        return image | MIRRORED
    return key


@lean
def play(rules: Ints, key: int, mine: int, yours: int) -> int:
    """Play both cards; return the child: a kept position, perhaps mirrored, or an end of the game."""
    a, b = rules[8 + mine], rules[8 + yours]
    if a == WIZARD or b == WIZARD:
        a, b = (a if b != WIZARD else 0), (b if a != WIZARD else 0)
    general = ((key >> GENERAL_SHIFT) & 3) - 1
    difference = rules[mine] - rules[yours] + general * rules[BONUS]
    result = 1 if difference > 0 else (-1 if difference < 0 else 0)
    if (a == PRINCESS and b == PRINCE) or (a == PRINCE and b == PRINCESS):
        result = 1 if a == PRINCESS else -1
        if rules[TAKES_GAME]:
            return -2 - result
    elif a == CLOWN or b == CLOWN:
        result = 0
    elif a == ASSASSIN or b == ASSASSIN:
        if a == PRINCE or b == PRINCE:
            result = 1 if a == PRINCE else -1
        elif a != b or rules[HIGHER] == 0:
            result = -result
    win = rules[WIN]
    my_stake = ((key >> 24) & 15) + (rules[EXTRA] if a == MINISTER else 0)
    your_stake = ((key >> 28) & 15) + (rules[EXTRA] if b == MINISTER else 0)
    my_points = ((key >> 16) & 15) + (my_stake if result > 0 else 0)
    your_points = ((key >> 20) & 15) + (your_stake if result < 0 else 0)
    if my_points >= win or your_points >= win:
        return -2 - result
    hands = (key & 0xFFFF) ^ (1 << mine) ^ (256 << yours)
    if hands == 0:
        return -2
    my_stake = min(1 + (my_stake if result == 0 else 0), win - my_points)
    your_stake = min(1 + (your_stake if result == 0 else 0), win - your_points)
    spy = 1 + (a == SPY) - (b == SPY)
    general = 1 + (a == GENERAL) - (b == GENERAL) if rules[BONUS] else 1
    following = hands | (my_points << 16) | (your_points << 20) | (my_stake << 24) | (your_stake << 28)
    return canonical(following | (spy << SPY_SHIFT) | (general << GENERAL_SHIFT))


@lean
def cards_of(mask: int, out: Ints) -> int:
    """Write the card numbers of a hand to ``out``; return how many there are."""
    count = 0
    for card in range(8):
        if mask >> card & 1:
            out[count] = card
            count += 1
    return count


def expand(rules: Ints, keys: Ints, cards: int) -> Ints:
    """Play every pair of cards in every position: children as an array (position, my card, your card)."""
    children = np.empty((len(keys), cards, cards), np.int64)
    play_all(rules, keys, cards, np.empty(8, np.int64), np.empty(8, np.int64), children)
    return children


@lean
def play_all(rules: Ints, keys: Ints, cards: int, mine: Ints, yours: Ints, children: Ints) -> None:
    """Write what `expand` returns; ``mine`` and ``yours`` are scratch."""
    for i in range(len(keys)):
        cards_of(keys[i] & 0xFF, mine)
        cards_of(keys[i] >> 8 & 0xFF, yours)
        for j in range(cards):
            for k in range(cards):
                children[i, j, k] = play(rules, keys[i], mine[j], yours[k])


def pool_places(children: Ints, keys: Ints) -> NDArray[np.int32]:
    """Replace each child by its place in the value pool of the next layer (see `Layer.pool`)."""
    places = np.empty(children.shape, np.int32)
    look_up(children.reshape(-1), keys, places.reshape(-1))
    return places


@lean
def look_up(flat_in: Ints, keys: Ints, flat_out: NDArray[np.int32]) -> None:
    """Write what `pool_places` returns."""
    count = len(keys)
    for i in range(len(flat_in)):
        child = flat_in[i]
        if child < 0:
            flat_out[i] = -1 - child
        else:
            key = child & ~MIRRORED
            low, high = 0, count
            while low < high:
                middle = (low + high) >> 1
                if keys[middle] < key:
                    low = middle + 1
                else:
                    high = middle
            flat_out[i] = 3 + low + (count if child & MIRRORED else 0)
