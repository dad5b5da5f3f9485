"""A proof as a file: both strategies and what they secure, as text that anybody can read.

A strategy maps stories to moves and their chances. A story is the list of what a player saw (``sees ...``)
and did (``plays ...``), in order, as `saizen.check.strategies` tells them; stories that the strategy itself
avoids are left out.
"""

import json
from pathlib import Path
from typing import Any

from saizen.errors import SaizenError
from saizen.exact import text
from saizen.game import MAX, MIN
from saizen.notation import write
from saizen.solver.hidden.solution import HiddenSolution
from saizen.solver.hidden.stories import StoryPlace
from saizen.version import VERSION

FORMAT = 1


def certificate(solution: HiddenSolution) -> dict[str, Any]:
    """Return a proof as plain data."""
    low, high = solution.bounds
    if low is None or high is None:
        raise SaizenError("nothing is proved of this game, so there is no proof to write")
    return {
        "saizen": VERSION,
        "proof": FORMAT,
        "game": type(solution.game).__name__,
        "low": text(low),
        "high": text(high),
        "strategies": [strategy(solution, player) for player in (MAX, MIN)],
    }


def strategy(solution: HiddenSolution, player: int) -> list[list[Any]]:
    """Return a player's strategy: pairs of a story and the chances of the moves that are played."""
    plan, listed = solution.plans[player], []
    for number, information_set in enumerate(solution.memories[player].sets):
        if not plan[information_set.parent]:
            continue
        events = solution.stories.events(player, information_set.memory)
        story = [("sees " if seen else "plays ") + write(what if seen else what[1]) for seen, what in events]
        shares = zip(information_set.moves, solution.mix(StoryPlace(player, number)), strict=True)
        mix = [[write(move), text(share)] for move, share in shares if share]
        listed.append([story[::-1], mix])
    return listed


def write_certificate(solution: HiddenSolution, path: Path) -> None:
    """Write a proof to a file."""
    try:
        with path.open("w", encoding="utf-8") as file:
            json.dump(certificate(solution), file, ensure_ascii=False, separators=(",", ":"))
            file.write("\n")
    except OSError as error:
        raise SaizenError(f"--proof {path}: {error.strerror or error}") from None
