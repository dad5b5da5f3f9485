"""Tables of R-Rivals for the static site: the tricks, and the first values.

What two cards do to each other stands in one table, so that no ability is written a second time. A value is
worked out in the browser when it is asked for; those after the first tricks, which would take a second, are
written here.
"""

from collections.abc import Mapping
from typing import Any

from saizen.game import names_of
from saizen.games.rivals.drawing import rule_parts
from saizen.games.rivals.rulebook import trick_opening
from saizen.games.rivals.rules import Rivals, RivalsPosition, active_abilities, duel
from saizen.games.rivals.solving.floats import solve_floats
from saizen.games.rivals.solving.layers import find_layers
from saizen.games.rivals.variants import PAPER, Ability, Rules
from saizen.packing import body
from saizen.store import Store
from saizen.work import Progress

LAYERS = 2
"""After so many tricks the browser computes values by itself."""


def data(store: Store, progress: Progress) -> Mapping[str, bytes]:
    """Return the tables of the paper's rules, in one body."""
    layers = find_layers(PAPER, progress)
    values = solve_floats(layers, progress)[1 : LAYERS + 1]
    column = b"".join(layer.astype("<f8").tobytes() for layer in values)
    return {"tables": body(tables(PAPER), {"values": column})}


def tables(rules: Rules) -> dict[str, Any]:
    """Return what is looked up: what each trick does and its words, by general, my card and yours.

    >>> len(tables(PAPER)["tricks"]), tables(PAPER)["openings"][64]
    (192, "Blue's clown (0) meets red's clown (0). The clown acts")
    """
    game = Rivals(rules)
    tricks = [(general, mine, yours) for general in (-1, 0, 1) for mine in range(8) for yours in range(8)]
    return {
        "players": {str(seat): name for seat, name in names_of(game).items()},
        "form": game.move_form,
        "layers": LAYERS,
        "parts": rule_parts(rules),
        "tricks": [trick_code(rules, *trick) for trick in tricks],
        "openings": [_opening(game, *trick) for trick in tricks],
    }


def trick_code(rules: Rules, general: int, mine: int, yours: int) -> int:
    """Return what a trick does as bits, each number from -1 to 1 as one from 0 to 2.

    Bits 0 and 1: who wins. 2: whether it decides the game. 3, 4: my and your minister act.
    5, 6: whose spy acts next. 7, 8: whose general does.

    >>> bin(trick_code(PAPER, 0, 1, 7))
    '0b10100110'
    """
    a, b = active_abilities(rules, mine, yours)
    result, decides = duel(rules, mine, yours, general)
    spy = (a is Ability.SPY) - (b is Ability.SPY)
    next_general = (a is Ability.GENERAL) - (b is Ability.GENERAL) if rules.general_bonus else 0
    ministers = (a is Ability.MINISTER) | (b is Ability.MINISTER) << 1
    return (result + 1) | decides << 2 | ministers << 3 | (spy + 1) << 5 | (next_general + 1) << 7


def _opening(game: Rivals, general: int, mine: int, yours: int) -> str:
    """Return the words of a trick up to its result; what follows depends on the points."""
    hand = frozenset(range(8))
    return trick_opening(game, RivalsPosition(hand, hand, general=general), mine, yours)
