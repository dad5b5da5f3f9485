"""Mistakes in rules, from the numbers that kernels note, in one line with the position."""

import numpy as np

from saizen.errors import GameError
from saizen.large import glue
from saizen.large.game import ROOM
from saizen.large.kernels import RuleProblem

WORDS = {
    glue.NO_CHILDREN: "position {0} has no children, and ended does not say what it is worth",
    glue.NOT_DISTINCT: "position {0} has the child {1} twice: children must be distinct",
    glue.NO_FIT: "position {0}: a value of {2} does not fit, use -127 to 127",
    glue.TOO_MANY: f"position {{0}} has more than {ROOM} children",
    glue.BEYOND: "position {0} has the child {1}, beyond 63 bits: use numbers from 0 to 2**63 - 1",
    glue.NO_PLAYER: "position {0}: turn is {2}, use MAX (0) or MIN (1)",
    glue.LAYER: "position {1} is in layer {2}, and so is one that leads to it, or later: the counter must "
    "grow with every move",
    glue.UNKNOWN: "position {0} has the child {1}, which was not there when the positions were listed: "
    "children and canonical must give the same each time",
    glue.NOT_PAID: "position {0}: the move to {1} pays {2}; where positions come again and moves pay, MIN "
    "must play alone and every move must cost at least 1",
}


def new_problem() -> RuleProblem:
    """Return a note on which nothing is wrong."""
    return RuleProblem(np.zeros(4, np.int64))


def raise_problem(problem: RuleProblem) -> None:
    """Raise what a kernel has noted."""
    code, *numbers = map(int, problem.numbers)
    if code:
        raise GameError(WORDS[code].format(*numbers))
