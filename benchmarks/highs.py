"""The linear program of a matrix game for SciPy's HiGHS, which the benchmarks compare with."""

import numpy as np


def column_program(linprog, matrix):
    """Solve MIN's program, the least v with A q <= v: ``x`` is q and v, the duals are MAX's strategy."""
    height, width = matrix.shape
    return linprog(
        np.append(np.zeros(width), 1),
        A_ub=np.hstack([matrix, -np.ones((height, 1))]),
        b_ub=np.zeros(height),
        A_eq=np.append(np.ones(width), 0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * width + [(None, None)],
        method="highs",
    )
