"""Positions as integers.

A position before a trick is one integer::

    bit  0..7   my cards          bit 16..19  my points       bit 24..27  my stake
    bit  8..15  your cards        bit 20..23  your points     bit 28..31  your stake
    bit 32..33  general + 1       bit 34..35  spy + 1

A position and its mirror image (the players exchanged) have opposite values, so only one of the two
is stored: of simultaneous positions the smaller integer, of spy positions the one in which "I" show
first.
"""

from typing import Any

from saizen.games.rivals.rules import RivalsPosition

HANDS = 16
"""Bits of both hands; above them stands the *score*: points, stakes, general and spy."""
GENERAL_SHIFT = 32
SPY_SHIFT = 34
MIRRORED = 1 << 40
"""Marks a position whose mirror image is stored."""


def encode(position: RivalsPosition) -> int:
    """Return the integer of a position (``seen`` left out)."""
    return (
        sum(1 << card for card in position.mine)
        | sum(256 << card for card in position.yours)
        | position.my_points << 16
        | position.your_points << 20
        | position.my_stake << 24
        | position.your_stake << 28
        | (position.general + 1) << GENERAL_SHIFT
        | (position.spy + 1) << SPY_SHIFT
    )


def decode(key: int) -> RivalsPosition:
    """Return the position of an integer.

    >>> decode(encode(RivalsPosition(frozenset({1, 2}), frozenset({3, 4}), 2, 1, spy=-1)))
    RivalsPosition(mine=frozenset({1, 2}), yours=frozenset({3, 4}), my_points=2, your_points=1, my_stake=1, \
your_stake=1, spy=-1, general=0, seen=None, result=None)
    """
    my_points, your_points, my_stake, your_stake = (key >> shift & 15 for shift in (16, 20, 24, 28))
    return RivalsPosition(
        frozenset(card for card in range(8) if key >> card & 1),
        frozenset(card for card in range(8) if key >> 8 + card & 1),
        my_points,
        your_points,
        my_stake,
        your_stake,
        (key >> SPY_SHIFT & 3) - 1,
        (key >> GENERAL_SHIFT & 3) - 1,
    )


def mirror(key: Any) -> Any:
    """Return the same position, or array of positions, with the players exchanged.

    >>> one = RivalsPosition(frozenset({1, 2}), frozenset({3, 4}), 2, 1, spy=-1)
    >>> decode(mirror(encode(one))) == one.flipped()
    True
    """
    hands = ((key & 0xFF) << 8) | ((key >> 8) & 0xFF)
    numbers = ((key & 0x0F0F0000) << 4) | ((key & 0xF0F00000) >> 4)
    spy = 2 - ((key >> SPY_SHIFT) & 3)
    general = 2 - ((key >> GENERAL_SHIFT) & 3)
    return hands | numbers | (spy << SPY_SHIFT) | (general << GENERAL_SHIFT)


def canonical(key: int) -> int:
    """Return the one of a position and its mirror image that is kept, with `MIRRORED` if it is the other."""
    spy = (key >> SPY_SHIFT & 3) - 1
    image: int = mirror(key)
    return image | MIRRORED if spy > 0 or (spy == 0 and image < key) else key
