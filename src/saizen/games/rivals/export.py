"""Every position with value and strategy, for other programs; and the check of all certificates."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.answer import files
from saizen.errors import SaizenError
from saizen.exact import from_flint, text
from saizen.games.rivals.keys import decode
from saizen.games.rivals.rules import RivalsPosition
from saizen.games.rivals.solved import RivalsSolution
from saizen.games.rivals.solving.layers import RivalsLayer
from saizen.games.rivals.text import write
from saizen.matrix import solve_matrix
from saizen.matrix.certificate import check_certificate
from saizen.store import atomic_write
from saizen.work import Progress

COLUMNS = ("position", "cards", "kind", "value", *[f"p{card}" for card in range(8)])
ENDINGS = (".csv", ".parquet")
"""LaTeX is for tables that are printed; this one has half a million rows."""
CHUNK = 4096
Chosen = Callable[[RivalsLayer], NDArray[np.int64]]
"""A function that chooses places of a layer."""


def export(solved: RivalsSolution, path: Path, progress: Progress, facts: Mapping[str, str]) -> int:
    """Write all positions to a CSV or Parquet file that says how it was ``made``; return how many.

    Nothing is left of a broken attempt.
    """
    files.check_path(path, ENDINGS, "--out")
    written = list(rows(solved, progress))
    if path.suffix.lower() == ".csv":
        atomic_write(path, files.csv_text(COLUMNS, written, facts))
    else:
        columns = {name: [row[i] for row in written] for i, name in enumerate(COLUMNS)}
        files.write_parquet(path, columns, facts)
    return len(written)


def rows(solved: RivalsSolution, progress: Progress) -> Iterator[tuple[Any, ...]]:
    """Yield every position as the paper counts them, with value and probabilities of the cards 0 to 7."""
    progress.stage("writing positions", sum(sum(layer.counts()) for layer in solved.layers))
    strategies: dict[tuple[Any, ...], Any] = {}
    for done, (position, *place) in enumerate(_placed(solved), start=1):
        depth, i, sign = place
        cards = sorted(position.mine)
        if position.spy == 0:
            kind, value = "simultaneous", solved.value_at(depth, i, sign)
            chances = _mixture(solved, place, strategies)
        else:
            kind = "first" if position.spy < 0 else "second"
            choices = solved.in_turn(position, solved.matrix_at(depth, i, sign))
            value = choices[0].value
            by_card = {choice.move: choice.probability for choice in choices}
            chances = [by_card[card] for card in cards]
        cells = dict(zip(cards, chances, strict=True))
        shown: list[Any] = [value, *map(cells.get, range(8))]
        if solved.exact:
            shown = [None if cell is None else text(cell) for cell in shown]
        yield write(position), len(cards), kind, *shown
        if done % CHUNK == 0:
            progress.advance(CHUNK)


def all_positions(solved: RivalsSolution, chosen: Chosen | None = None) -> Iterator[RivalsPosition]:
    """Yield every position of every kind, from the side of the player to move, or those at chosen places."""
    return (position for position, *_ in _placed(solved, chosen))


def _placed(
    solved: RivalsSolution, chosen: Chosen | None = None
) -> Iterator[tuple[RivalsPosition, int, int, int]]:
    """Yield every position with its layer, its place there, and -1 if its mirror image is what is there."""
    for depth, layer in enumerate(solved.layers):
        for i in chosen(layer).tolist() if chosen else range(len(layer)):
            position = decode(int(layer.keys[i]))
            yield position, depth, i, 1
            flipped = position.flipped()
            if i < layer.leads:
                yield from ((replace(flipped, seen=card), depth, i, -1) for card in sorted(flipped.yours))
            elif flipped != position:
                yield flipped, depth, i, -1


def _mixture(solved: RivalsSolution, place: list[int], mixtures: dict[tuple[Any, ...], Any]) -> Any:
    """Return an optimal strategy where both choose at once; equal games are solved once."""
    depth, i, sign = place
    pool = solved.exact_pool(depth).ranks if solved.exact else solved.float_pool(depth)
    key = (depth, sign, pool[solved.layers[depth].children[i]].tobytes())
    if key not in mixtures:
        mixtures[key] = solve_matrix(solved.matrix_at(depth, i, sign), exact=solved.exact).row_strategy
    return mixtures[key]


def certificates(solved: RivalsSolution, progress: Progress) -> int:
    """Check every simultaneous position by the independent checker; return how many positions it covers.

    Equal matrices are checked once. Raises `SaizenError` if one fails.
    """
    progress.stage("checking certificates", sum(map(len, solved.layers)))
    checked = 0
    for depth, layer in enumerate(solved.layers):
        following = solved.exact_pool(depth)
        values = [from_flint(number) for number in following.numbers]
        own = solved.exact_layers[depth] if solved.exact_layers else None
        assert own is not None
        matrices = following.ranks[layer.children[layer.leads :]].reshape(-1, layer.cards, layer.cards)
        claimed = own.ranks[layer.leads :]
        keyed = np.concatenate([matrices.reshape(len(matrices), layer.cards**2), claimed[:, None]], axis=1)
        distinct, copies = np.unique(keyed, axis=0, return_counts=True)
        for line, _ in zip(distinct.tolist(), copies, strict=True):
            matrix = [
                [values[rank] for rank in line[j : j + layer.cards]]
                for j in range(0, len(line) - 1, layer.cards)
            ]
            game = solve_matrix(matrix)
            value = Fraction(from_flint(own.numbers[line[-1]]))
            if not check_certificate(matrix, value, game.row_strategy, game.column_strategy):
                raise SaizenError(
                    f"a certificate fails with {layer.cards} cards left: {matrix}, value {value}"
                )
        checked += len(matrices) + int(layer.mirrored.sum())
        progress.advance(len(layer))
    return checked
