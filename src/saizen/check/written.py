"""The outcomes of a position as data that can be compared, to check that rules always answer the same."""

from collections.abc import Mapping
from typing import Any

from saizen.errors import Cancelled, Terminated
from saizen.game import Chance, Decision, Simultaneous, Step, Terminal, listed_moves

MOST_NESTED = 100
"""Steps and lotteries inside each other that are compared."""


def written_node(node: Any) -> Any:
    """Return what a position leads to: moves, values, rewards, probabilities, positions; None if that fails.

    >>> written_node(Terminal(3)), written_node(Decision(0, {"a": Step(1, "b")}))
    (('end', 3), ('decision', 0, [('a', ('step', 1, ('position', 'b')))]))
    """
    try:
        match node:
            case Decision(player, options) if isinstance(options, Mapping):
                return "decision", player, [(move, _written(options[move], 0)) for move in options]
            case Simultaneous(rows, columns, outcome):
                rows, columns = listed_moves(rows), listed_moves(columns)
                pairs = [_written(outcome(row, column), 0) for row in rows for column in columns]
                return "simultaneous", rows, columns, pairs
        return _written(node, 0)
    except (Cancelled, KeyboardInterrupt, Terminated):
        raise
    except BaseException:  # told where outcomes are checked
        return None


def _written(outcome: Any, depth: int) -> Any:
    if depth < MOST_NESTED:
        match outcome:
            case Terminal(value):
                return "end", value
            case Step(reward, following):
                return "step", reward, _written(following, depth + 1)
            case Chance(outcomes, names):
                listed = [(p, _written(following, depth + 1)) for p, following in outcomes]
                return "chance", listed, None if names is None else list(names)
    return "position", outcome
