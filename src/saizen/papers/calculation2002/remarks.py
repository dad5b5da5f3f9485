"""The remarks beside the game of appendix A.1: what could have been played, and when success is certain.

A remark says at turn 43 that success is certain now. The proof is a labelling: the stack game that it leaves
succeeds in every order of the deck. The cards are meant for where the printed game takes them, but for one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from saizen.games.calculation.game_log import LoggedTurn, replay
from saizen.games.calculation.rules import (
    FOUNDATIONS,
    RANKS,
    Calculation,
    CalculationPosition,
    Lay,
    Put,
    Variant,
)
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.rules import game_of_labelling, order_of
from saizen.papers.report import Check, Verdict, claimed, compared

Meant = dict[int, int]
"""The foundation that the card of each turn is meant for."""


def compare_remarks(printed: Mapping[str, Any], turns: Sequence[LoggedTurn]) -> Iterator[Check]:
    """Compare each remark with the position it stands beside."""
    game, where = Calculation(Variant(stacks=3)), "appendix A.1"
    positions = replay(game, turns)
    for remark in printed["remark"]:
        turn = remark["turn"]
        drawn = f"turn {turn}: {RANKS[turns[turn - 1].drawn - 1]}"
        actions = " ".join(map(str, turns[turn - 1].actions))
        yield compared(where, f"{drawn}, what is done", remark["done"], actions)
        if "could" in remark:
            legal = _legal(game, positions[turn - 1], turns[turn - 1].drawn, remark["could"])
            yield claimed(where, f"{drawn}, could be {remark['could']}", legal)
    turn = printed["certain"]
    worth, change = best_labelling(turns, turn)
    yield claimed(
        where, f"turn {turn}: success is certain", worth == 1, f"for every order of the deck; {change}"
    )
    before, _ = best_labelling(turns, turn - 1)
    what = f"turn {turn - 1}: success by the labelling of the game, one label changed"
    yield Check(where, what, "not printed", str(before), Verdict.BEYOND)


def _legal(game: Calculation, position: CalculationPosition, drawn: int, actions: str) -> bool:
    """Return whether actions are possible one after the other when a card is drawn."""
    position = replace(position, drawn=drawn)
    for text in actions.split():
        action = next((candidate for candidate in game.actions(position) if str(candidate) == text), None)
        if action is None:
            return False
        position = game.after(position, action)
    return True


def follow(turns: Sequence[LoggedTurn], upto: int) -> tuple[Meant, list[list[int]]]:
    """Return where each card goes in the end, and the stacks after a turn; cards are named by their turns."""
    meant: Meant = {}
    stacks: list[list[int]] = [[], [], []]
    then: list[list[int]] = []
    for number, turn in enumerate(turns, 1):
        for action in turn.actions:
            if isinstance(action, Put):
                meant[number] = action.foundation
            elif isinstance(action, Lay):
                stacks[action.stack].append(number)
            else:
                meant[stacks[action.stack].pop()] = action.foundation
        if number == upto:
            then = [list(stack) for stack in stacks]
    return meant, then


def best_labelling(turns: Sequence[LoggedTurn], turn: int) -> tuple[Fraction, str]:
    """Return the best success of the game's own labelling with at most one label changed, and in what."""
    variant = Variant(stacks=3)
    sizes = replay(Calculation(variant), turns)[turn].foundations
    meant, stacks = follow(turns, turn)
    best = success(variant, sizes, turns, stacks, meant), "every card goes where it went"
    for stack in stacks:
        for card in stack:
            rank = turns[card - 1].drawn
            for foundation in range(4):
                if (
                    foundation != meant[card]
                    and variant.sequence(foundation).index(rank) >= sizes[foundation]
                ):
                    worth = success(variant, sizes, turns, stacks, _changed(turns, meant, card, foundation))
                    meaning = f"the {RANKS[rank - 1]} of turn {card} meant for {FOUNDATIONS[foundation]}"
                    best = max(best, (worth, meaning), key=lambda one: one[0])
    return best


def _changed(turns: Sequence[LoggedTurn], meant: Meant, card: int, foundation: int) -> Meant:
    """Mean a card for another foundation; the card of its rank that was meant for that one gets its place."""
    new = dict(meant)
    for other, its in meant.items():
        if its == foundation and turns[other - 1].drawn == turns[card - 1].drawn:
            new[other] = meant[card]
    new[card] = foundation
    return new


def success(
    variant: Variant,
    sizes: tuple[int, ...],
    turns: Sequence[LoggedTurn],
    stacks: list[list[int]],
    meant: Meant,
) -> Fraction:
    """Return the exact success of the stack game that a labelling leaves; 0 if it contradicts itself."""
    laid = tuple(
        tuple((meant[card], variant.sequence(meant[card]).index(turns[card - 1].drawn)) for card in stack)
        for stack in stacks
    )
    order = order_of(game_of_labelling(variant, sizes, laid))
    return Fraction(0) if order is None else _of_any(order)


def _of_any(order: Order) -> Fraction:
    """Return the exact success of a stack game's order."""
    return Fraction(not order.cards) if order.lost() or not order.cards else _of_canonical(order.canonical())


@cache
def _of_canonical(order: Order) -> Fraction:
    """Return that of an order in canonical form: the stack games of many labellings meet in the same ones."""
    best = (
        max(_of_any(order.lay(card, stack)) for stack in order.allowed(card)) for card in range(order.cards)
    )
    return sum(best, Fraction(0)) / order.cards
