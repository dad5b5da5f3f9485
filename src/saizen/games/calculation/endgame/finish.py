"""The end of a game, played anew: exactly, from where that is not too large."""

from collections.abc import Sequence
from dataclasses import replace

from saizen.games.calculation.endgame.exact import EndGame, Ending
from saizen.games.calculation.log import Turn, replay
from saizen.work import SILENT, Progress


def finished(
    ends: EndGame, turns: Sequence[Turn], most_left: int, progress: Progress = SILENT
) -> tuple[list[Turn], dict[int, Ending]]:
    """Return a game with its end played exactly, and what was known at each turn that was.

    The cards come as in the ``turns`` of another player, which also are played until the end game is small
    enough: from ``most_left`` cards left on, and no later than with the last card. Of equal choices that
    player's is made.
    """
    game, played, known = ends.game, list(turns), dict[int, Ending]()
    positions = replay(game, turns)
    here = None
    for at in range(max(0, len(turns) - 1 - most_left), len(turns)):
        drawn = replace(positions[at] if here is None else here, drawn=turns[at].drawn)
        if here is None:
            ends.begin(drawn)
        ending = ends.best(drawn, positions[at + 1] if here is None else None, progress)
        if ending is None and here is not None:
            ends.begin(drawn)
            ending = ends.best(drawn, None, progress)
            assert ending is not None
        if ending is not None:
            known[at], here = ending, ending.position
            played[at] = Turn(turns[at].drawn, ending.actions)
    return played, known
