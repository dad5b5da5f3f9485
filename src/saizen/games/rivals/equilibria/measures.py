"""The measures of balance by the layers of R-Rivals: what the generic walk would find, in seconds."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.balance.measures import USUAL, Balance, Careless, Range, Side
from saizen.games.rivals.equilibria.analysis import payoff_of
from saizen.games.rivals.equilibria.equilibrium_path import on_equilibrium_path
from saizen.games.rivals.equilibria.optimal_strategies import OptimalFace, find_faces, supports
from saizen.games.rivals.equilibria.policies import Roles, from_faces, make_policy
from saizen.games.rivals.equilibria.ranges import (
    draw_range,
    length_range,
    reached_range,
    usage_ranges,
    used_ranges,
)
from saizen.games.rivals.solved import RivalsSolution, get_solved
from saizen.games.rivals.solving.layers import RivalsLayer, pool
from saizen.games.rivals.variants import Rules
from saizen.store import Store
from saizen.work import SILENT, Progress

CARDS = 8
Ints = NDArray[np.int64]
Counts = dict[int, tuple[int, int, int]]


def measure_balance(
    rules: Rules,
    progress: Progress = SILENT,
    store: Store | None = None,
    careless: Sequence[Careless] = USUAL,
) -> Balance:
    """Solve the rules exactly and measure them; takes some twenty seconds for the full deck.

    Chances and times are measured for both players; the game is symmetric, so they must agree.
    """
    solved = get_solved(rules, exact=True, store=store, progress=progress)
    faces = find_faces(solved, progress)
    layers, start = solved.layers, solved.game.start()
    opening: dict[Any, Any] = {choice.move: choice for choice in solved.moves(start)}
    first = {str(c): (float(opening[c].probability), float(opening[c].value)) for c in rules.hand}
    turns = []
    reached = on_equilibrium_path(layers, faces)
    for turn in range(len(layers)):
        turns.append(usage_ranges(*reached, turn))
        progress.advance(0)
    used = used_ranges(*reached)
    draw = draw_range(*reached)
    right, choices, several = _right(layers, faces)
    costs = _careless(solved, faces, careless, progress)
    wins = Range((1 - draw.high) / 2, (1 - draw.low) / 2)  # the game is symmetric
    sides = [
        Side(
            wins,
            {str(card): used[seat][card] for card in rules.hand},
            {str(card): right[card] for card in rules.hand},
            {name: (-cost if seat == 0 else cost, cost) for name, cost in costs.items()},
            first if seat == 0 else {card: (p, -value) for card, (p, value) in first.items()},
            {str(card): [turn[seat][card] for turn in turns] for card in rules.hand},
        )
        for seat in (0, 1)
    ]
    return Balance(
        positions=sum(sum(layer.counts()) for layer in layers),
        value=float(solved.value(start)),
        exact=True,
        par=0,
        draw=draw,
        length=length_range(*reached),
        choices=choices,
        several=several,
        sides=dict(zip(("first", "second"), sides, strict=True)),
        first="first",
        unique_opening=solved.unique(start),
        reached=[reached_range(*reached, turn) for turn in range(len(layers))],
        names={str(card): rules.cards[card].name for card in rules.hand},
    )


def _hands(bits: Ints, cards: int) -> Ints:
    """Return the card numbers of hands given as bits, a line each, in rising order."""
    table = np.zeros((1 << CARDS, cards), np.int64)
    for hand in range(1 << CARDS):
        held = [card for card in range(CARDS) if hand >> card & 1]
        if len(held) == cards:
            table[hand] = held
    return table[bits]


def _right(layers: list[RivalsLayer], faces: list[OptimalFace]) -> tuple[Counts, int, int]:
    """Count for one player where each card is optimal, a choice, forced; then choices and ties of both."""
    optimal, chosen, forced = np.zeros((3, CARDS), np.int64)
    choices = several = 0
    for layer, face in zip(layers, faces, strict=True):
        cards, leads = layer.cards, layer.leads
        mine, yours = (_hands(layer.keys >> shift & 0xFF, cards) for shift in (0, 8))
        bit = 1 << np.arange(cards)
        lead = face.lead_mask[:, None] & bit > 0
        reply = face.reply_mask[:, :, None] & bit > 0
        parts = [(mine[:leads], lead), (np.repeat(yours[:leads], cards, axis=0), reply.reshape(-1, cards))]
        ties = int((lead.sum(1) > 1).sum() + (reply.sum(2) > 1).sum())
        rows, columns = supports(face)
        for support, starts, hands, places in (
            (rows, face.row_start, mine[leads:], np.ones(len(face.matrix), bool)),
            (columns, face.column_start, yours[leads:], layer.mirrored),
        ):
            parts.append((hands[places], support[face.matrix][places]))
            ties += int((np.diff(starts) > 1)[face.matrix][places].sum())
        for hands, support in parts:
            if cards == 1:
                np.add.at(forced, hands.ravel(), 1)
                continue
            choices += len(hands)
            np.add.at(chosen, hands.ravel(), 1)
            np.add.at(optimal, hands[support], 1)
        several += ties
    counts = {c: (int(optimal[c]), int(chosen[c]), int(forced[c])) for c in range(CARDS)}
    return counts, 2 * choices, 2 * several


def _careless(
    solved: RivalsSolution, faces: list[OptimalFace], players: Sequence[Careless], progress: Progress
) -> dict[str, float]:
    """Return what careless play costs either player against an equilibrium."""
    best, uniform = from_faces(solved.layers, faces), make_policy(solved, "uniform")
    costs = {}
    for player in players:
        progress.advance(0)
        if player.slack is not None:
            policy = _near_best(solved, best, player.slack)
        else:
            s = player.strength
            policy = [
                Roles(*(s * a + (1 - s) * b for a, b in zip(good, bad, strict=True)))
                for good, bad in zip(best, uniform, strict=True)
            ]
        costs[player.name] = max(0.0, float(solved.values[0][0]) - payoff_of(solved, policy, best))
    return costs


def _near_best(solved: RivalsSolution, best: list[Roles], slack: float) -> list[Roles]:
    """Play the cards alike that cost at most so much against an equilibrium."""
    policy = []
    following = [*solved.values[1:], np.empty(0)]
    for layer, values, after, roles in zip(solved.layers, solved.values, following, best, strict=True):
        cells = pool(after)[layer.children]
        turn, once, worth = cells[: layer.leads], cells[layer.leads :], values[layer.leads :, None]
        policy.append(
            Roles(
                _alike(worth - np.einsum("ijk,ik->ij", once, roles.column), slack),
                _alike(np.einsum("ijk,ij->ik", once, roles.row) - worth, slack),
                _alike(values[: layer.leads, None] - turn.min(2), slack),
                _alike(turn - turn.min(2, keepdims=True), slack),
            )
        )
    return policy


def _alike(costs: NDArray[np.float64], slack: float) -> NDArray[np.float64]:
    near = (costs <= slack + 1e-9).astype(np.float64)
    return np.asarray(near / near.sum(-1, keepdims=True))
