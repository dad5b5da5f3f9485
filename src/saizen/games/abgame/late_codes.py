"""The fewest codes that are found late, among strategies with the least total."""

from typing import Any

from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.strategy_tree import concrete
from saizen.work import SILENT, Progress


def fewest_late(
    engine: Engine, start: AbPosition, guesses: int, within: int | None = None, progress: Progress = SILENT
) -> int | None:
    """Return how many codes need more than so many guesses, at least, when the total is the least.

    A strategy has the least total if and only if each of its guesses is one that attains the least total of
    its position. So only these guesses are tried, and every position is solved once for each number of
    guesses left. Where the least total can be kept within that number no code is late.

    Parameters
    ----------
    within : int, optional
        Nobody may need more guesses than this; None is returned if the least total does not allow it.

    >>> from saizen.games.abgame.search.engine import engine_for
    >>> from saizen.games.abgame.size import Size
    >>> fewest_late(engine_for(Size(3, 5)), AbPosition.start(Size(3, 5)), 3)
    23
    """
    counts: dict[tuple[Any, int, int | None], int | None] = {}

    def fewest(position: AbPosition, left: int, most: int | None) -> int | None:
        if most is not None and engine.total(position, within=most) != engine.total(position):
            return None
        if left <= 0 or len(position) <= 1:
            return len(position) if left <= 0 else 0
        key = engine.normal(position).key, left, most
        if key not in counts:
            counts[key] = solved(position, left, most)
            progress.advance()
        return counts[key]

    def solved(position: AbPosition, left: int, most: int | None) -> int | None:
        total = engine.total(position)
        assert total is not None  # without a limit there always is one
        if engine.total(position, within=left, below=total + 1) is not None:
            return 0
        least: int | None = None
        for guess in engine.optimal(position, total):
            late = 0
            for answer, part in position.parts(concrete(position, guess)).items():
                if answer != position.size.all_right:
                    more = fewest(part, left - 1, None if most is None else most - 1)
                    if more is None or (least is not None and late + more >= least):
                        break
                    late += more
            else:
                least = late
        return least

    progress.stage(f"codes that need more than {guesses} guesses", None)
    return fewest(start, guesses, within)
