"""Policies: how a player plays at every position, given as a rule, a dict, a function or a file.

A policy maps a position, seen from the side of the player to move, to card probabilities. Inside it is
an array for each role in a layer: both choose at once as the kept position's "me" (``row``) or its
opponent (``column``), showing first (``lead``) and replying to each card shown (``reply``).
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.errors import SaizenError
from saizen.games.rivals.equilibria.optimal_strategies import OptimalFace
from saizen.games.rivals.keys import decode
from saizen.games.rivals.rules import RivalsPosition
from saizen.games.rivals.solved import RivalsSolution
from saizen.games.rivals.solving.layers import RivalsLayer
from saizen.games.rivals.text import read, write
from saizen.games.rivals.variants import Ability

Floats = NDArray[np.float64]
PolicyFunction = Callable[[RivalsPosition], Mapping[Any, Any]]
PolicyLike = str | Path | Mapping[str, Mapping[int, float]] | PolicyFunction


class Roles(NamedTuple):
    """A policy in one layer: probabilities by position and place of the card in the hand."""

    row: Floats
    column: Floats
    lead: Floats
    reply: Floats


def make_policy(solved: RivalsSolution, policy: PolicyLike) -> list[Roles]:
    """Turn a policy into arrays.

    Parameters
    ----------
    solved
        The rules and positions the policy is for.
    policy
        ``"uniform"`` (every card equally likely), ``"careful"`` (the same, but never a prince that
        loses for certain when cards are shown in turn), ``"equilibrium"``, a function from a position
        to card probabilities, a dict from position text to card probabilities, or the path of a JSON
        file with such a dict. Positions missing in a dict or file are played uniformly.
    """
    if isinstance(policy, str) and policy in ("uniform", "careful"):
        return [_random(solved, layer, careful=policy == "careful") for layer in solved.layers]
    if policy == "equilibrium":
        return [_tabulated(solved, layer, solved.strategy) for layer in solved.layers]
    if isinstance(policy, str | Path):
        policy = read_policy(Path(policy))
    if isinstance(policy, Mapping):
        return _patched(solved, policy)
    return [_tabulated(solved, layer, policy) for layer in solved.layers]


def read_policy(path: Path) -> dict[str, dict[int, float]]:
    """Read a JSON file of the form ``{"POSITION": {"CARD": PROBABILITY, ...}, ...}``."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return {str(text): {int(card): float(p) for card, p in mix.items()} for text, mix in data.items()}
    except OSError as error:
        raise SaizenError(f"policy file {path}: {error.strerror}") from None
    except (ValueError, AttributeError, TypeError):
        raise SaizenError(
            f'policy file {path} is not JSON of the form {{"POSITION": {{"CARD": 0.5}}}}'
        ) from None


def from_faces(layers: list[RivalsLayer], faces: list[OptimalFace]) -> list[Roles]:
    """Choose one equilibrium: the first corner of every polytope, the first of tied cards."""
    policy = []
    for layer, face in zip(layers, faces, strict=True):
        row = face.row_corners[face.row_start[face.matrix]]
        column = face.column_corners[face.column_start[face.matrix]]
        same = ~layer.mirrored
        column[same] = row[same]
        lead, reply = (_first_bit(mask, layer.cards) for mask in (face.lead_mask, face.reply_mask))
        policy.append(Roles(row, column, lead, reply))
    return policy


def _first_bit(masks: NDArray[np.int64], cards: int) -> Floats:
    first = np.log2(masks & -masks).astype(np.int64)
    return np.asarray(np.eye(cards)[first])


def _patched(solved: RivalsSolution, table: Mapping[str, Mapping[int, float]]) -> list[Roles]:
    """Play as the table says, and uniformly where it says nothing."""
    policy = [_random(solved, layer, careful=False) for layer in solved.layers]
    for text, mix in table.items():
        position = read(text, solved.rules)
        if position.spy < 0 and position.seen is not None:
            raise SaizenError(f"policy at {text!r}: the opponent replies there; write it with spy+")
        chances = _probabilities(mix, position)
        depth, i, sign = solved.find(position)
        roles, at_once = policy[depth], i - solved.layers[depth].leads
        if position.seen is not None:
            roles.reply[i, sorted(position.yours).index(position.seen)] = chances
        elif position.spy < 0:
            roles.lead[i] = chances
        elif position.spy > 0:
            raise SaizenError(f"policy at {text!r}: the opponent shows a card first, so add seen=C")
        else:
            if sign > 0:
                roles.row[at_once] = chances
            if sign < 0 or position.flipped() == position:
                roles.column[at_once] = chances
    return policy


def _random(solved: RivalsSolution, layer: RivalsLayer, *, careful: bool) -> Roles:
    cards, leads = layer.cards, layer.leads
    row, column = np.full((2, len(layer) - leads, cards), 1 / cards)
    lead, reply = np.ones((leads, cards)), np.ones((leads, cards, cards))
    abilities = [card.ability for card in solved.rules.cards]
    if (
        careful
        and {Ability.PRINCE, Ability.PRINCESS} <= set(abilities)
        and solved.rules.princess_takes == "game"
    ):
        prince, princess = abilities.index(Ability.PRINCE), abilities.index(Ability.PRINCESS)
        hands = [layer.keys[:leads] >> shift & 0xFF for shift in (0, 8)]
        has_prince, has_princess = ([hand >> card & 1 > 0 for hand in hands] for card in (prince, princess))
        mine, yours = hands
        if cards > 1:
            risky = np.flatnonzero(has_prince[0] & has_princess[1])
            lead[risky, _place(mine[risky], prince)] = 0
            risky = np.flatnonzero(has_princess[0] & has_prince[1])
            reply[risky, _place(mine[risky], princess), _place(yours[risky], prince)] = 0
    return Roles(row, column, lead / lead.sum(-1, keepdims=True), reply / reply.sum(-1, keepdims=True))


def _place(hands: NDArray[np.int64], card: int) -> NDArray[np.int64]:
    """Return the place of a card in each hand, the number of smaller ones."""
    return np.asarray((hands[:, None] >> np.arange(card) & 1).sum(1))


def _tabulated(solved: RivalsSolution, layer: RivalsLayer, policy: PolicyFunction) -> Roles:
    """Ask a policy about every position of a layer, from both sides."""
    cards, leads = layer.cards, layer.leads
    positions = [decode(key) for key in layer.keys.tolist()]
    row = np.array([_probabilities(policy(p), p) for p in positions[leads:]])
    column = np.array([_probabilities(policy(p.flipped()), p.flipped()) for p in positions[leads:]])
    lead = np.array([_probabilities(policy(p), p) for p in positions[:leads]]).reshape(leads, cards)
    reply = np.array(
        [[_probabilities(policy(reply), reply) for reply in _replies(p)] for p in positions[:leads]]
    ).reshape(leads, cards, cards)
    return Roles(row, column, lead, reply)


def _replies(position: RivalsPosition) -> list[RivalsPosition]:
    """Return what the opponent faces after each card I may show first."""
    return [replace(position.flipped(), seen=card) for card in sorted(position.mine)]


def _probabilities(mix: Mapping[Any, Any], position: RivalsPosition) -> list[float]:
    """Check a mix and put it in the order of the hand."""
    unknown = set(mix) - position.mine
    if unknown:
        raise SaizenError(
            f"policy at {write(position)!r} plays card {min(unknown)}, which is not in the hand"
        )
    chances = [float(mix.get(card, 0)) for card in sorted(position.mine)]
    if min(chances) < 0 or not math.isclose(sum(chances), 1, abs_tol=1e-9):
        raise SaizenError(f"policy at {write(position)!r}: probabilities {chances} are not a distribution")
    return chances
