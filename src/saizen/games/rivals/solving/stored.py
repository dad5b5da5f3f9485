"""The exact values of R-Rivals in the store: their name, and how they are written and read back."""

import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from saizen.errors import TableError
from saizen.exact import read_number
from saizen.games.rivals.solving.exact_layers import ExactLayer
from saizen.games.rivals.solving.layers import RivalsLayer
from saizen.games.rivals.solving.solved_games import SolvedGames
from saizen.games.rivals.variants import PRESETS, Rules
from saizen.store import Store, TableName
from saizen.work import SILENT, Progress

TABLE_VERSION = 1
CHUNK = 10_000
"""Numbers that are read between two chances to stop."""


def table_name(rules: Rules) -> TableName:
    """Name the exact table of some rules in the store."""
    short = (
        rules.id
        if rules in PRESETS.values()
        else f"custom-{hashlib.sha256(rules.id.encode()).hexdigest()[:16]}"
    )
    return TableName("rivals", short, TABLE_VERSION, command="saizen solve rivals --exact")


def stored_layers(
    rules: Rules,
    layers: list[RivalsLayer],
    store: Store,
    progress: Progress = SILENT,
    games: SolvedGames | None = None,
) -> list[ExactLayer]:
    """Return the exact values of some rules from the store; what is not there is solved and saved first."""
    name = table_name(rules)
    if store.get_table(name, None, progress) is None:
        from saizen.games.rivals.solving.rationals import solve_rationals

        store.save(name, *to_parts(rules, solve_rationals(layers, progress, games)))
    return from_parts(rules, layers, *store.load(name), progress)


def to_parts(rules: Rules, layers: Iterable[ExactLayer]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the exact values as the store keeps them: ranks and numbers of every layer, and the rules."""
    parts: dict[str, Any] = {}
    for depth, layer in enumerate(layers):
        parts[f"ranks-{depth}"] = layer.ranks
        parts[f"numbers-{depth}"] = "\n".join(map(str, layer.numbers)).encode()
    return parts, {"rules": rules.id}


def from_parts(
    rules: Rules, layers: list[RivalsLayer], parts: Any, meta: Any, progress: Progress = SILENT
) -> list[ExactLayer]:
    """Rebuild exact layers, trusting nothing: sizes, ranges and order are checked."""
    if meta.get("rules") != rules.id:
        raise TableError(f"table {table_name(rules)} holds other rules: {meta.get('rules')!r}")
    exact_layers = []
    progress.stage("reading exact values", len(layers))
    for depth, layer in enumerate(layers):
        try:
            ranks = parts[f"ranks-{depth}"]
            lines = bytes(parts[f"numbers-{depth}"]).decode("ascii").split("\n")
            numbers: list[Any] = []
            for begin in range(0, len(lines), CHUNK):
                numbers += map(read_number, lines[begin : begin + CHUNK])
                progress.advance(0)
        except (KeyError, ValueError, ZeroDivisionError) as error:
            raise TableError(f"table {table_name(rules)}: layer {depth} cannot be read: {error}") from None
        right = ranks.dtype == np.int32 and ranks.shape == (len(layer),)
        if not right or ranks.min() < 0 or ranks.max() >= len(numbers):
            raise TableError(f"table {table_name(rules)}: layer {depth} does not fit the rules")
        exact_layers.append(ExactLayer(numbers, ranks))
        progress.advance()
    return exact_layers
