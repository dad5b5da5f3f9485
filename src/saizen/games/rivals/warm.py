"""The code to compile for R-Rivals: a small game gets every question."""

from saizen.kernels.prewarm import CompileJob


def everything() -> None:
    """Compile what finds and solves positions, compares ways to play, and what all equilibria share."""
    import numpy as np

    from saizen.games.rivals import entry
    from saizen.games.rivals.equilibria import analysis, ranges
    from saizen.games.rivals.equilibria.corners import MOST, game_corners
    from saizen.games.rivals.equilibria.optimal_strategies import find_faces
    from saizen.games.rivals.solved import solve_rivals
    from saizen.matrix.float_simplex import find_basis
    from saizen.matrix.integer_batches import game_values

    solved = solve_rivals(next(iter(entry.small().values())).rules, exact=True)
    for layer in solved.layers:
        layer.counts()
    assert solved.values
    find_basis(np.zeros((2, 2)))
    short = np.ones((4, 1), np.int64)
    places = np.zeros((1, 2, 2), np.int32)
    game_values(places, *short)
    game_corners(places, short[0], short[1], np.zeros((1, 2), np.int64), np.zeros((1, 2, MOST, 2)))

    faces = find_faces(solved)
    ranges.draw_range(solved.layers, faces)
    ranges.used_ranges(solved.layers, faces)
    ranges.payoff_range(solved, faces, "uniform")
    analysis.best_response(solved, "uniform")


JOBS = {"values and reports": CompileJob(everything, small_loops=22)}
