"""Walks through the outcome of a move, down to positions: steps that pay, ends, random events.

The solver's reading (`saizen.solver.reading`) walks outcomes by itself, in its own arithmetic, since it
checks them on the way; everything else asks here.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from saizen.game import Chance, Decision, Node, Simultaneous, Step, Terminal

END: Final = Terminal(0)
"""The outcome after the end of the game."""


class Branch(NamedTuple):
    """One way in which an outcome can continue."""

    probability: Any
    reward: Any
    """The sum of what is paid on the way, the value of an end included."""
    after: Any
    """The position that follows, or `END`."""
    lotteries: tuple[int, ...]
    """How many outcomes each lottery on the way has."""


def outcomes_of(node: Node) -> list[Any]:
    """Return the outcomes at a node: one a move, row after row where both choose, itself where nobody does.

    >>> outcomes_of(Simultaneous("ab", "xy", lambda row, column: row + column))
    ['ax', 'ay', 'bx', 'by']
    """
    match node:
        case Decision(_, options):
            return [options[move] for move in options]
        case Simultaneous(rows, columns, outcome):
            return [outcome(row, column) for row in rows for column in columns]
    return [node]


def paid(outcome: Any) -> tuple[list[Any], Any]:
    """Return the rewards that steps pay, and what comes after them: a position, an end or a lottery.

    >>> paid(Step(2, Step(-1, "here")))
    ([2, -1], 'here')
    """
    rewards = []
    while isinstance(outcome, Step):
        rewards.append(outcome.reward)
        outcome = outcome.next
    return rewards, outcome


def branches(outcome: Any, number: Callable[[Any], Any] = Fraction) -> Iterator[Branch]:
    """Yield every way in which an outcome can go on, in the order of its lotteries, impossible ones included.

    ``number`` converts probabilities before they are multiplied.

    >>> [tuple(branch) for branch in branches(Step(1, Chance.uniform(["a", Terminal(3)])))]
    [(Fraction(1, 2), 1, 'a', (2,)), (Fraction(1, 2), 4, Terminal(value=0), (2,))]
    """
    pending: list[Branch] = [Branch(number(1), 0, outcome, ())]
    while pending:
        probability, reward, after, lotteries = pending.pop()
        match after:
            case Step(gain, following):
                pending.append(Branch(probability, reward + gain, following, lotteries))
            case Terminal(value):
                yield Branch(probability, reward + value, END, lotteries)
            case Chance(outcomes):
                widths = (*lotteries, len(outcomes))
                pending += [
                    Branch(probability * number(p), reward, one, widths) for p, one in reversed(outcomes)
                ]
            case _:
                yield Branch(probability, reward, after, lotteries)


def expectation(outcome: Any, value: Callable[[Any], Any]) -> Any:
    """Return what an outcome is worth on average, where ``value`` says what a position is worth.

    >>> expectation(Step(1, Chance.uniform(["a", Terminal(3)])), {"a": 4}.get)
    Fraction(9, 2)
    """
    match outcome:
        case Terminal(worth):
            return worth
        case Step(reward, following):
            return reward + expectation(following, value)
        case Chance(outcomes):
            return sum((p * expectation(following, value) for p, following in outcomes), Fraction(0))
    return value(outcome)
