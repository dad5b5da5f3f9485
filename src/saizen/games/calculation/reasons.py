"""Why the machine would play a plan, in words: what its cards are meant for."""

from typing import TYPE_CHECKING

from saizen.games.calculation.rules import FOUNDATIONS, RANKS, CalculationPosition, Lay, Move

if TYPE_CHECKING:
    from saizen.games.calculation.machine.results import Choice


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
