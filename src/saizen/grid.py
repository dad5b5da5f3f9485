"""Boards of squares: drawn from marks, or from a position of a game that says its size.

A game says its size by the numbers ``rows`` and ``columns``, or ``size`` for a square board. Its position is
then a text or tuple with a sign for each square, or has one in it; or sets of squares, one for each player.
For other positions, such as the bits of a compiled game, ``signs(position)`` returns a sign for each square.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from saizen.drawing import Cell, Drawing

if TYPE_CHECKING:
    from saizen.game import Game

NOTHING = (".", " ", "", "-", "_", "0", "None")
"""Signs of a square that is empty."""
SIDES = "xo"
"""The stones of both players where a position has sets of squares."""
MOST_SQUARES = 400


def draw_grid(
    rows: int,
    columns: int,
    sign: Callable[[int, int], str],
    move: Callable[[int, int], Hashable] | None = None,
    notes: Iterable[str] = (),
    paths: Mapping[str, tuple[int, int]] | None = None,
) -> Drawing:
    """Draw a board: ``sign`` says what stands in a row and column, ``move`` the move that touching it makes.

    ``paths`` has moves that go from one square to another, by their texts; squares are numbered row by row.

    >>> print(draw_grid(2, 2, lambda row, column: "x." [row == column], lambda row, column: None).text())
    .   [x]
    [x] .
    """
    cells = [
        [_cell(sign(row, column), move, row, column) for column in range(columns)] for row in range(rows)
    ]
    ways = [{"move": text, "from": start, "to": end} for text, (start, end) in (paths or {}).items()]
    return Drawing.of(cells, notes, {"kind": "grid", "columns": columns, "paths": ways})


def _cell(sign: str, move: Callable[[int, int], Hashable] | None, row: int, column: int) -> Cell:
    empty = sign in NOTHING
    target = move(row, column) if move else None
    place = f"row {row + 1}, column {column + 1}"
    text = None if target is None else str(target)
    return Cell("" if empty else sign, "empty" if empty else "card", text, place)


def draw_position(game: "Game[Any]", position: Any) -> Drawing | None:
    """Draw a position of a game that says its size; None where that makes no board.

    A move that changes one square is made by touching it; one that changes two goes from one to the other.
    """
    size = size_of(game)
    squares = None if size is None else _signs(game, position, size[0] * size[1])
    if size is None or squares is None:
        return None
    rows, columns = size
    touches, paths = _moves(game, position, squares)
    return draw_grid(
        rows,
        columns,
        lambda row, column: squares[row * columns + column],
        lambda row, column: touches.get(row * columns + column),
        paths=paths,
    )


def size_of(game: "Game[Any]") -> tuple[int, int] | None:
    """Return rows and columns as a game says them."""
    rows, columns = getattr(game, "rows", None), getattr(game, "columns", None)
    if rows is None and columns is None:
        rows = columns = getattr(game, "size", None)
    if not (isinstance(rows, int) and isinstance(columns, int)):
        return None
    return (rows, columns) if 0 < rows * columns <= MOST_SQUARES else None


def _signs(game: "Game[Any]", position: Any, count: int) -> Sequence[str] | None:
    """Return what stands on each square, as the game says or as its position does."""
    from saizen.game import Chance, Terminal

    own = getattr(game, "signs", None)
    if not callable(own):
        return squares_of(position, count)
    return None if isinstance(position, Terminal | Chance) else squares_of(tuple(own(position)), count)


def squares_of(position: Any, count: int) -> Sequence[str] | None:
    """Return what stands on each square; None where a position does not say.

    >>> squares_of("x..o", 4), squares_of((frozenset({0}), frozenset({3}), 1), 4), squares_of((3, 5), 4)
    (['x', '', '', 'o'], ['x', '', '', 'o'], None)
    """
    parts = position if isinstance(position, tuple) else (position,)
    for part in (position, *parts):
        if isinstance(part, str | tuple) and len(part) == count and all(_is_sign(sign) for sign in part):
            return ["" if str(sign) in NOTHING else str(sign) for sign in part]
    sides = [part for part in parts if isinstance(part, frozenset)]
    if not 0 < len(sides) <= len(SIDES) or not all(_are_squares(side, count) for side in sides):
        return None
    return [
        next((stone for stone, side in zip(SIDES, sides, strict=False) if at in side), "")
        for at in range(count)
    ]


def _after(game: "Game[Any]", outcome: Any, count: int) -> Sequence[str] | None:
    """Return the squares after a move: behind what it pays, and in the end where the rules keep the board."""
    from saizen.game import Terminal
    from saizen.outcomes import paid

    _, reached = paid(outcome)
    final = reached.final if isinstance(reached, Terminal) else reached
    return None if final is None else _signs(game, final, count)


def _is_sign(sign: Any) -> bool:
    return sign is None or (isinstance(sign, str | int) and len(str(sign)) <= 3)


def _are_squares(side: frozenset[Any], count: int) -> bool:
    return all(isinstance(at, int) and 0 <= at < count for at in side)


def _moves(
    game: "Game[Any]", position: Any, squares: Sequence[str]
) -> tuple[dict[int, str], dict[str, tuple[int, int]]]:
    """Return the moves that one square stands for, and those from a square to another."""
    from saizen.game import Decision

    node = game.look(position)
    if not isinstance(node, Decision):
        return {}, {}
    touches: dict[int, list[str]] = {}
    paths = {}
    for move, outcome in node.options.items():
        after, text = _after(game, outcome, len(squares)), game.move_text(position, move)
        changed = [at for at, sign in enumerate(squares) if after and sign != after[at]]
        if after and len(changed) == 2:
            start, end = sorted(
                changed, key=lambda at: after[at] not in NOTHING
            )  # the square that is left first
            paths[text] = (start, end)
        elif len(changed) == 1:
            touches.setdefault(changed[0], []).append(text)
    starts = {start for start, _ in paths.values()}  # a touch there takes the piece
    return {at: texts[0] for at, texts in touches.items() if len(texts) == 1 and at not in starts}, paths
