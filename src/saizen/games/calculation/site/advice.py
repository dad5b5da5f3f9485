"""The machine's plans along its own play of some deals, which a browser cannot compute.

A deal is ``{"deck": ranks, "turns": [...]}``; a turn lists every plan until the next draw, best first, as its
moves in short and its worth. The first plan is played. A browser follows the first plans, and what can be
reached in a turn is found among the others. ``write_deals(Path("deals.json"), range(1, 51))`` makes fifty
deals, half a minute each.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from saizen.games.calculation.deals import deal
from saizen.games.calculation.entry import MachineOptions
from saizen.games.calculation.rules import DRAW, FOUNDATIONS, RANKS, Calculation, Lay, Put
from saizen.games.calculation.solved import MachineSolution, machine_solution

DIGITS = 6
"""Digits of a plan's worth after the point."""


def write_deals(path: Path, numbers: Iterable[int]) -> None:
    """Write deals as the site ships them, by the small table, which is the same everywhere."""
    game = Calculation()
    machine = machine_solution(game, MachineOptions(quick=True))
    assert machine is not None  # it plays with four stacks
    deals = list(advised(game, machine, numbers))
    path.write_text(json.dumps(deals, separators=(",", ":")) + "\n", encoding="utf-8")


def advised(game: Calculation, machine: MachineSolution, numbers: Iterable[int]) -> Iterator[dict[str, Any]]:
    """Yield the deals of some numbers, each with the machine's plans for every card."""
    for number in numbers:
        deck, position, turns = deal(number), game.start(), []
        for card in deck:
            plans = machine.plans(replace(position, drawn=card))
            turns.append([[_short(plan.actions), round(plan.worth, DIGITS)] for plan in plans])
            position = plans[0].position
        yield {"deck": "".join(RANKS[rank - 1] for rank in deck), "turns": turns}


def _short(actions: Iterable[object]) -> str:
    """Write a plan: ``A`` puts the drawn card, ``1`` lays it, ``1A`` moves a top card."""
    return " ".join(_word(action) for action in actions if action != DRAW)


def _word(action: Any) -> str:
    if isinstance(action, Put):
        return FOUNDATIONS[action.foundation]
    if isinstance(action, Lay):
        return str(action.stack + 1)
    return f"{action.stack + 1}{FOUNDATIONS[action.foundation]}"
