"""A solved game as one packed graph: all positions, what leads where, values, mixes, words and drawings.

Nodes are numbered in the order in which they are reached, the start is 0. A node is a position, or an end or
a lottery that moves lead to without a position of its own: there the last drawing stays. `saizen.packing` has
the form of the file, ``graph.js`` of the page reads it:

1. ``form``, a node: what happens there, as a number in the table of forms: ``[0]`` the end,
   ``[1, lottery]``, ``[2 or 3, moves]`` MAX or MIN moves, ``[4, rows, columns]`` both move.
2. ``next``, an edge: 0 is the next new node, else 1 and the zigzag of the step from the node to which the
   same move (for lotteries and where both move: the same place) led last.
3. ``value``, a node, in the table of values; ``float`` has that table where fractions are long.
4. ``reward`` and ``words``, an edge, where there are any; ``mix``, two for each node of form 4: the mix of
   each player and which moves are optimal.
5. ``shape`` and ``draw`` of each seat: see `saizen.packing.drawings`.
"""

import struct
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from saizen.drawing import Drawing
from saizen.exact import text as number_text
from saizen.game import MAX, MIN, Chance, Decision, Game, Simultaneous, names_of, outcome_names
from saizen.packing import ItemTable, body, varints
from saizen.packing.drawings import SEATS, Drawings, ways_of_moves
from saizen.packing.walk import Reachable, ReachableNode, walk
from saizen.solution import Solution
from saizen.work import SILENT, Progress

END, LOTTERY, FIRST, SECOND, BOTH = range(5)
LONGEST = 24
"""Signs of the longest fraction that is written out."""
MOST = 500_000
"""Nodes of the largest graph that is packed unless asked: up to 11 bytes each."""


def pack_graph(
    game: Game[Any],
    solution: Solution[Any],
    *,
    graph: Reachable | None = None,
    draw: bool = True,
    most: int = MOST,
    progress: Progress = SILENT,
) -> bytes:
    """Return the body of a data file with all positions of a solved game.

    >>> from nim import Nim
    >>> from saizen import solve
    >>> game = Nim((2, 1))
    >>> b'"nodes":7,"moves":["2 to 0",' in pack_graph(game, solve(game))
    True
    """
    reached = graph or walk(game, most, progress)
    progress.stage("packing", None)
    forms = _Forms(game, reached)
    values = _values(reached, solution)
    numbers = sorted(set(values))
    place = {value: at for at, value in enumerate(numbers)}
    short = [_number(value) for value in numbers]
    columns: dict[str, bytes] = {}
    if any(isinstance(number, float) for number in short):
        columns["float"] = struct.pack(f"<{len(numbers)}d", *map(float, numbers))
        short = []
    columns["form"] = varints(forms.numbers)
    columns["next"] = varints(_steps(reached, forms))
    columns["value"] = varints(place[value] for value in values)
    header = _edges(reached, columns) | _mixes(reached, solution, columns)
    if draw:
        header |= _drawn(game, reached, forms, columns)
    return body(
        {
            "players": {str(seat): name for seat, name in names_of(game).items()},
            "form": game.move_form,
            "exact": bool(solution.exact) and not solution.estimates,
            "nodes": len(reached.nodes),
            "moves": forms.moves.items,
            "forms": forms.table.items,
            "lotteries": forms.lotteries.items,
            "values": short,
            **header,
        },
        columns,
    )


class _Forms:
    """What happens at each node, as numbers in tables."""

    def __init__(self, game: Game[Any], reached: Reachable) -> None:
        self.moves, self.lotteries, self.table = ItemTable(), ItemTable(), ItemTable()
        self.texts: list[tuple[list[str], ...]] = []
        self.numbers = [self.table.number(self._form(game, node)) for node in reached.nodes]

    def _form(self, game: Game[Any], node: ReachableNode) -> tuple[Any, ...]:
        texts: tuple[list[str], ...] = ()
        form: tuple[Any, ...] = (END,)
        match node.look:
            case Chance(outcomes):
                shares = tuple(_number(probability) for probability, _ in outcomes)
                form = LOTTERY, self.lotteries.number((shares, tuple(outcome_names(game, node.look))))
            case Decision(player, options):
                texts = ([game.move_text(node.position, move) for move in options],)
                form = (SECOND if player == MIN else FIRST, *self._numbered(texts))
            case Simultaneous(rows, columns, _):
                texts = tuple(
                    [game.move_text(node.position, move) for move in own] for own in (rows, columns)
                )
                form = (BOTH, *self._numbered(texts))
        self.texts.append(texts)
        return form

    def _numbered(self, texts: Sequence[list[str]]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(map(self.moves.number, own)) for own in texts)


def _number(value: Any) -> str | float:
    """Write a number exactly where it is short."""
    if isinstance(value, float):
        return value
    text = number_text(value)
    return text if len(text) <= LONGEST else float(value)


def _values(reached: Reachable, solution: Solution[Any]) -> list[Any]:
    """Return what every node is worth; a lottery without a position is worth the mean of what follows."""
    worth: list[Any] = [
        node.look.value if node.ends else None if node.position is None else solution.value(node.position)
        for node in reached.nodes
    ]
    for start in range(len(worth)):
        pending = [start]
        while pending:
            at = pending[-1]
            missing = [target for target, _ in reached.edges[at] if worth[target] is None]
            if worth[at] is None and missing:
                pending += missing
                continue
            if worth[at] is None:
                outcomes = reached.nodes[at].look.outcomes
                worth[at] = sum(
                    probability * (reward + worth[target])
                    for (probability, _), (target, reward) in zip(outcomes, reached.edges[at], strict=True)
                )
            pending.pop()
    return worth


def _steps(reached: Reachable, forms: _Forms) -> list[int]:
    """Return where each edge leads, as a step from where the same move led last."""
    steps, fresh, last = [], 1, dict[int, int]()
    for number, edges in zip(forms.numbers, reached.edges, strict=True):
        form = forms.table.items[number]
        places = form[1] if form[0] in (FIRST, SECOND) else [~at for at in range(len(edges))]
        for place, (target, _) in zip(places, edges, strict=True):
            if target == fresh:
                steps.append(0)
                fresh += 1
            else:
                step = target - last.get(place, 0)
                steps.append(1 + (2 * step if step >= 0 else -2 * step - 1))
            last[place] = target
    return steps


def _edges(reached: Reachable, columns: dict[str, bytes]) -> dict[str, Any]:
    """Add what edges pay, and the words for them."""
    rewards, words = ItemTable(), ItemTable()
    paid = [rewards.number(number_text(reward)) for edges in reached.edges for _, reward in edges]
    words.number("")
    said = [words.number(text) for texts in reached.words for text in texts]
    if rewards.items not in ([], ["0"]):
        columns["reward"] = varints(paid)
    if len(words.items) > 1:
        columns["words"] = varints(said)
    return {"rewards": rewards.items, "words": words.items}


def _mixes(reached: Reachable, solution: Solution[Any], columns: dict[str, bytes]) -> dict[str, Any]:
    """Add the strategies where both choose at once, with a mark at every optimal move."""
    mixes = ItemTable()
    numbers = []
    for node in reached.nodes:
        if not isinstance(node.look, Simultaneous):
            continue
        for player, moves in ((MAX, node.look.row_moves), (MIN, node.look.column_moves)):
            rated = {choice.move: choice for choice in solution.moves(node.position, player)}
            strategy = solution.strategy(node.position, player)
            shares = tuple(_number(strategy.get(move, Fraction(0))) for move in moves)
            numbers.append(mixes.number((shares, tuple(int(bool(rated[move].optimal)) for move in moves))))
    if numbers:
        columns["mix"] = varints(numbers)
    return {"mixes": mixes.items}


def _drawn(game: Game[Any], reached: Reachable, forms: _Forms, columns: dict[str, bytes]) -> dict[str, Any]:
    """Add how every node looks to each seat."""
    drawings = {seat: [_drawing(game, node, seat) for node in reached.nodes] for seat in SEATS}
    moves = [texts[0] if len(texts) == 1 else [] for texts in forms.texts]
    ways = ways_of_moves([pair for seat in SEATS for pair in zip(drawings[seat], moves, strict=True)])
    cells = Drawings(forms.moves)
    columns |= cells.columns(drawings, reached.parents, ways is not None)
    paths = {forms.moves.number(move): way for move, way in (ways or {}).items()}
    return {**cells.header(), "paths": paths}


def _drawing(game: Game[Any], node: ReachableNode, seat: int) -> Drawing | None:
    shown = node.shown
    if shown is None or isinstance(shown, Drawing):
        return shown
    described = game.describe(shown, seat)
    return described if isinstance(described, Drawing) else Drawing.from_text(described)
