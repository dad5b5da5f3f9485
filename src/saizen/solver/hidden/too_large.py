"""The error for too many histories: how many were seen, and what would help."""

from collections.abc import Iterator
from typing import Any

from saizen.errors import GameError
from saizen.game import Chance, Decision, Game, Simultaneous, Step, Terminal, name_of
from saizen.work import memory_left

LOOKED_AT = 20_000
"""Positions among which one that comes again is looked for."""
RESERVE = 400_000_000
"""Bytes of memory that must be left."""


COMES_AGAIN = (
    "can come again, so there is no end of histories; a game with hidden information must end: count turns "
    "in the position, and end it after the last"
)


class TooManyHistories(GameError):  # noqa: N818 - the name reads as the condition it is
    """There are more histories than were allowed, or than the memory holds."""

    @classmethod
    def of(cls, game: Game[Any], most: int) -> "TooManyHistories":
        """Say how many were seen and what would help; of an endless game, say so."""
        again = recurring_position(game)
        if again is not None:
            return cls(
                f"position {name_of(game, again[0])} {COMES_AGAIN}; more than {most:,} histories were seen"
            )
        return cls(
            f"more than {most:,} histories were seen, and what players cannot see makes each way to a "
            "position count, about 300 bytes each; deal fewer cards, let canonical() call deals the same "
            "that are alike, end the game sooner, or raise max_positions (--max-positions); where an "
            "interval will do, --within 0.001 needs the least time and memory after that"
        )


def check_memory_left() -> None:
    """Stop where the memory is nearly full."""
    left = memory_left()
    if left is not None and left < RESERVE:
        raise MemoryError(f"the memory is nearly full: {left / 1e6:,.0f} MB are left")


def check_memory(histories: int) -> None:
    """Stop while there is memory left to say so."""
    left = memory_left()
    if left is not None and left < RESERVE:
        raise TooManyHistories(
            f"the memory is nearly full after {histories:,} histories, and {left / 1e6:,.0f} MB are left; "
            "deal fewer cards, let canonical() call deals the same that are alike, or use a larger machine"
        )


def recurring_position(game: Game[Any]) -> tuple[Any] | None:
    """Return a position that play can come back to, if one is met soon; it stands in a tuple."""
    start = game.start()
    path, done = {start}, set[Any]()
    stack: list[tuple[Any, Iterator[Any]]] = [(start, positions_after(game.look(start)))]
    while stack and len(path) + len(done) < LOOKED_AT:
        position, following = stack[-1]
        after = next(following, stack)
        if after is stack:
            stack.pop()
            path.discard(position)
            done.add(position)
        elif after in path:
            return (after,)
        elif after not in done:
            path.add(after)
            stack.append((after, positions_after(game.look(after))))
    return None


def positions_after(node: Any) -> Iterator[Any]:
    """Yield the positions that a node leads to."""
    waiting = [node]
    while waiting:
        match waiting.pop():
            case Terminal():
                pass
            case Step(_, following):
                yield from _leads(following, waiting)
            case Chance(outcomes):
                for _, following in outcomes:
                    yield from _leads(following, waiting)
            case Decision(_, options):
                for move in options:
                    yield from _leads(options[move], waiting)
            case Simultaneous(rows, columns, outcome):
                for row in rows:
                    for column in columns:
                        yield from _leads(outcome(row, column), waiting)


def _leads(following: Any, waiting: list[Any]) -> Iterator[Any]:
    """Yield what follows where it is a position; let what is written in place of one wait."""
    if isinstance(following, Terminal | Step | Chance):
        waiting.append(following)
    else:
        yield following
