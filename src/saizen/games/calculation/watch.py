"""Why the machine played as it did, in words."""

from saizen.games.calculation.log import Turn
from saizen.games.calculation.machine.machine import Reason
from saizen.games.calculation.rules import FOUNDATIONS, RANKS, Lay


def reason_text(turn: Turn, reason: Reason) -> str:
    """Say what a card is meant for, what the choice is worth, and what the next best would be.

    >>> from saizen.games.calculation.rules import Put
    >>> reason_text(Turn(3, (Lay(0),)), Reason(0.25, 4, (Put(2),), 0.125, 1))
    'the 3 waits for B; worth 0.25, next best PUT(C) 0.125'
    """
    words = []
    if isinstance(turn.actions[0], Lay) and reason.meant is not None:
        words.append(f"the {RANKS[turn.drawn - 1]} waits for {FOUNDATIONS[reason.meant]}")
    if reason.choices == 1:
        words.append("the only choice")
    elif reason.worth <= 0:
        words.append("no labelling is seen to succeed")
    else:
        other = f", next best {' '.join(map(str, reason.other))} {reason.second:.3g}" if reason.other else ""
        words.append(f"worth {reason.worth:.3g}{other}")
    return "; ".join(words)
