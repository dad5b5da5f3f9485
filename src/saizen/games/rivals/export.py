"""Every position with value and strategy, for other programs; and the check of all certificates."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from saizen import saving
from saizen.errors import SaizenError
from saizen.exact import from_flint, text
from saizen.games.rivals.layers import decode
from saizen.games.rivals.rules import RivalsPosition
from saizen.games.rivals.solved import RivalsSolution
from saizen.games.rivals.text import write
from saizen.matrix import solve_matrix
from saizen.matrix.certificate import check_certificate
from saizen.store import atomic_write
from saizen.work import Progress

COLUMNS = ("position", "cards", "kind", "value", *[f"p{card}" for card in range(8)])
ENDINGS = (".csv", ".parquet")
"""LaTeX is for tables that are printed; this one has half a million rows."""
CHUNK = 4096


def export(solved: RivalsSolution, path: Path, progress: Progress, made: Mapping[str, str]) -> int:
    """Write all positions to a CSV or Parquet file that says how it was ``made``; return how many.

    Nothing is left of a broken attempt.
    """
    saving.check_path(path, ENDINGS, "--out")
    written = list(rows(solved, progress))
    if path.suffix.lower() == ".csv":
        atomic_write(path, saving.csv_text(COLUMNS, written, made))
    else:
        columns = {name: [row[i] for row in written] for i, name in enumerate(COLUMNS)}
        saving.write_parquet(path, columns, made)
    return len(written)


def rows(solved: RivalsSolution, progress: Progress) -> Iterator[tuple[Any, ...]]:
    """Yield every position as the paper counts them, with value and probabilities of the cards 0 to 7."""
    progress.stage("writing positions", sum(sum(layer.counts()) for layer in solved.layers))
    seen: dict[tuple[Any, ...], Any] = {}
    for done, position in enumerate(all_positions(solved), start=1):
        kind = "simultaneous" if position.spy == 0 else ("first" if position.spy < 0 else "second")
        matrix = solved.matrix(position)
        choices = _probabilities(solved, position, matrix, seen)
        value = solved.value(position)
        shown = text(value) if solved.exact else value
        yield write(position), len(position.mine), kind, shown, *choices
        if done % CHUNK == 0:
            progress.advance(CHUNK)


def all_positions(solved: RivalsSolution) -> Iterator[RivalsPosition]:
    """Yield every position of every kind, from the side of the player to move."""
    for layer in solved.layers:
        for i, key in enumerate(layer.keys.tolist()):
            position = decode(key)
            yield position
            if i < layer.leads:
                reply = position.flipped()
                yield from (replace(reply, seen=card) for card in sorted(reply.yours))
            elif position.flipped() != position:
                yield position.flipped()


def _probabilities(
    solved: RivalsSolution, position: RivalsPosition, matrix: Any, seen: dict[tuple[Any, ...], Any]
) -> list[Any]:
    """Return the probability of each card number, None for cards not held; equal games are solved once."""
    key = (position.spy, position.seen and sorted(position.yours).index(position.seen), str(matrix))
    if key not in seen:
        if position.spy == 0:
            seen[key] = solve_matrix(matrix, exact=solved.exact).row_strategy
        else:
            by_card = {one.move: one.probability for one in solved.moves(position)}
            seen[key] = [by_card[card] for card in sorted(position.mine)]
    found = iter(seen[key])
    cells: list[Any] = [next(found) if card in position.mine else None for card in range(8)]
    return [text(cell) if solved.exact and cell is not None else cell for cell in cells]


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
        kept = following.ranks[layer.children[layer.leads :]].reshape(-1, layer.cards, layer.cards)
        claimed = own.ranks[layer.leads :]
        keyed = np.concatenate([kept.reshape(len(kept), layer.cards**2), claimed[:, None]], axis=1)
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
        checked += len(kept) + int(layer.mirrored.sum())
        progress.advance(len(layer))
    return checked
