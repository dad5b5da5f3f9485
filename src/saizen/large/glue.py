"""The two functions that solvers call, `expand` and `layer_of`, made of a game's own functions.

The code of these functions runs with other globals: those are the game's own compiled functions.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from saizen.large.game import LARGEST_VALUE, PLAYING, ROOM

NO_CHILDREN: Final = -1
NOT_DISTINCT: Final = -2
NO_FIT: Final = -3
TOO_MANY: Final = -4
BEYOND: Final = -5
NO_PLAYER: Final = -6
LAYER: Final = -7
UNKNOWN: Final = -8
NOT_PAID: Final = -9
"""What can be wrong at a position; a negative count of children says it."""
FACTS: Final = 4
"""Numbers about a position: its value or who moves; whether to look for children that are not distinct; the
child that something is wrong with."""


def _of_a_game(*numbers: Any) -> int:
    raise NotImplementedError("the code here runs with the functions of a game in these places")


turn: Callable[[int], int] = _of_a_game
ended: Callable[[int], int] = _of_a_game
children: Callable[[int, Any], int] = _of_a_game
canonical: Callable[[int], int] = _of_a_game
layer: Callable[[int], int] = _of_a_game
reward: Callable[[int, int], int] = _of_a_game


def expand(position: int, successors: Any, rewards: Any, facts: Any) -> int:
    """Write the children of a position and what each move pays; return how many, 0 where the game is over.

    ``facts[0]`` becomes the value of a finished game, else who moves. A negative number says what is wrong.
    """
    result = ended(position)
    if result != PLAYING:
        facts[0] = result
        return 0 if -LARGEST_VALUE <= result <= LARGEST_VALUE else NO_FIT
    facts[0] = turn(position)
    if facts[0] != 0 and facts[0] != 1:
        return NO_PLAYER
    count = children(position, successors)
    if count < 1 or count > ROOM:
        return NO_CHILDREN if count < 1 else TOO_MANY
    if facts[1]:
        for at in range(count):
            for other in range(at):
                if successors[at] == successors[other]:
                    facts[2] = successors[at]
                    return NOT_DISTINCT
    for at in range(count):
        child = successors[at]
        rewards[at] = reward(position, child)
        successors[at] = canonical(child)
        if child < 0 or successors[at] < 0:
            facts[2] = child
            return BEYOND
    return int(count)


def layer_of(position: int) -> int:
    """Return the layer of a position."""
    return layer(position)


class CompiledRules(NamedTuple):
    """Compiled rules: the addresses of `expand` and `layer_of`."""

    expand: Any
    layer_of: Any
