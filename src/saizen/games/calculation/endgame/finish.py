"""The end of a game, played again exactly from where that is small enough."""

from collections.abc import Sequence
from dataclasses import replace

from saizen.games.calculation.endgame.exact import EndGame, Ending
from saizen.games.calculation.game_log import LoggedTurn, replay
from saizen.work import SILENT, Progress


def finish_game(
    ends: EndGame, turns: Sequence[LoggedTurn], most_left: int, progress: Progress = SILENT
) -> tuple[list[LoggedTurn], dict[int, Ending]]:
    """Return a game with its end played exactly, and what was known at each turn that was.

    The cards come as in the ``turns`` of another player, which also are played until the end game is small
    enough: from ``most_left`` cards left on, and no later than with the last card. Of equal choices that
    player's is made.
    """
    game, played, endings = ends.game, list(turns), dict[int, Ending]()
    positions = replay(game, turns)
    reached = None
    for at in range(max(0, len(turns) - 1 - most_left), len(turns)):
        drawn = replace(positions[at] if reached is None else reached, drawn=turns[at].drawn)
        if reached is None:
            ends.begin(drawn)
        ending = ends.best(drawn, positions[at + 1] if reached is None else None, progress)
        if ending is None and reached is not None:
            ends.begin(drawn)
            ending = ends.best(drawn, None, progress)
            assert ending is not None
        if ending is not None:
            endings[at], reached = ending, ending.position
            played[at] = LoggedTurn(turns[at].drawn, ending.actions)
    return played, endings
