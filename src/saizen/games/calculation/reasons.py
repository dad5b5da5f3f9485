"""The reasons for a plan of the machine, in words: what its cards are meant for."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from saizen.game import Terminal
from saizen.games.calculation.rules import FOUNDATIONS, RANKS, Calculation, CalculationPosition, Lay, Move
from saizen.solution import Notes

if TYPE_CHECKING:
    from saizen.games.calculation.machine.results import Choice
    from saizen.games.calculation.machine.table_choice import TableChoice

ESTIMATED = "It compares choices by formula 4 over the table, and is not a probability."
EXACT = "The value is the chance of success, exactly: over all orders of the cards left, with best play."


def machine_notes(
    game: Calculation,
    position: CalculationPosition,
    plans: "Sequence[Choice]",
    style: str,
    table: "TableChoice",
) -> Notes:
    """Return what the machine adds to an answer: where each plan leads, what cards are meant for, why."""
    turns = [
        {"position": game.text(plan.position), **_meant(plan), "reason": reason_text(position, plan)}
        for plan in plans
    ]
    ended = isinstance(game.look(position), Terminal)
    exact = ended or (bool(plans) and all(plan.orders for plan in plans))
    data = {"cards_left": (+game.deck(position)).total(), "style": style}
    sentences = [] if ended else [EXACT] if exact else [ESTIMATED, *table.sentences]
    return Notes(turns=turns, data={**data, "estimate": not exact, "quick": table.quick}, sentences=sentences)


def _meant(plan: "Choice") -> dict[str, str]:
    """Return in how many orders a plan is won or, where that is not known, what its cards are meant for."""
    if plan.orders is None:
        return {"labelling": labelling_text(plan)}
    won, orders = plan.orders
    return {"orders_won": f"{won} of {orders}"}


def labelling_text(plan: "Choice") -> str:
    """Write the foundation that every card on the stacks is meant for, such as ``8(A)5(C) -``."""
    return " ".join(
        "".join(f"{RANKS[rank - 1]}({FOUNDATIONS[f]})" for rank, f in zip(stack, labels, strict=True)) or "-"
        for stack, labels in zip(plan.position.stacks, plan.labels, strict=False)
    )


def reason_text(position: CalculationPosition, plan: "Choice") -> str:
    """Say what the drawn card is meant for if it is laid, or where it goes on to, and what the plan is worth.

    >>> from dataclasses import replace
    >>> from saizen.games.calculation.machine.results import Choice
    >>> from saizen.games.calculation.rules import Calculation
    >>> game = Calculation()
    >>> here = game.parse("A0 B0 C0 D0 / - - - - / K")
    >>> plan = Choice((Lay(0),), game.after(here, Lay(0)), 0.25, True, ((1,), (), (), ()))
    >>> reason_text(here, plan)
    'the K waits for B; worth 0.25'
    >>> reason_text(here, replace(plan, orders=(17, 24)))
    'exact: won in 17 of 24 orders'
    """
    if plan.orders:
        won, orders = plan.orders
        return f"exact: won in {won} of {orders} order{'s' * (orders > 1)}"
    words = []
    first = plan.actions[0]
    if isinstance(first, Lay) and position.drawn is not None and plan.worth > 0:
        taken = [move for move in plan.actions[1:] if isinstance(move, Move) and move.stack == first.stack]
        what = (
            f"goes on to {FOUNDATIONS[taken[0].foundation]}"
            if taken
            else f"waits for {FOUNDATIONS[plan.labels[first.stack][-1]]}"
        )
        words.append(f"the {RANKS[position.drawn - 1]} {what}")
    words.append(f"worth {plan.worth:.3g}" if plan.worth > 0 else "no labelling is seen to succeed")
    return "; ".join(words)
