"""What is compiled for R-Rivals: a small game is asked everything."""

import numpy as np

from saizen.games.rivals import entry


def everything() -> None:
    """Compile what finds and solves positions, compares ways to play, and what all equilibria share."""
    from saizen.games.rivals import analysis, equilibria
    from saizen.games.rivals.optimal_strategies import find_faces
    from saizen.games.rivals.solved import solve_rivals
    from saizen.matrix.corners import MOST, game_corners
    from saizen.matrix.fractions import game_values
    from saizen.matrix.kernel import solve_game

    solved = solve_rivals(next(iter(entry.small().values())).rules, exact=True)
    for layer in solved.layers:
        layer.counts()
    assert solved.values
    solve_game(np.zeros((2, 2)), 2, 2, np.zeros(2), np.zeros(2), np.zeros(4, np.int64), np.zeros((3, 3)))
    short = np.ones((4, 1), np.int64)
    places = np.zeros((1, 2, 2), np.int32)
    game_values(places, *short)
    game_corners(places, short[0], short[1], np.zeros((1, 2), np.int64), np.zeros((1, 2, MOST, 2)))

    faces = find_faces(solved)
    equilibria.draw_range(solved.layers, faces)
    equilibria.used_ranges(solved.layers, faces)
    equilibria.payoff_range(solved, faces, "uniform")
    analysis.best_response(solved, "uniform")


JOBS = {"values and reports": everything}
