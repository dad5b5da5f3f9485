"""What is compiled for R-Rivals: a small game is asked everything."""

import numpy as np

from saizen.games.rivals import entry


def everything() -> None:
    """Compile what finds and solves positions, compares ways to play, and what all equilibria share."""
    from saizen.games.rivals import analysis, equilibria
    from saizen.games.rivals.optimal_strategies import find_faces
    from saizen.games.rivals.solved import solve_rivals
    from saizen.matrix.fractions import game_values
    from saizen.matrix.kernel import solve_game, solve_games

    solved = solve_rivals(next(iter(entry.small().values())).rules, exact=True)
    for layer in solved.layers:
        layer.counts()
    assert solved.values
    games, mixtures, bases = np.zeros((1, 2, 2)), np.zeros((2, 1, 2)), np.zeros((1, 4), np.int64)
    sizes = np.array([2])
    solve_game(games[0], 2, 2, mixtures[0, 0], mixtures[1, 0], bases[0], np.zeros((3, 3)))
    solve_games(games, sizes, sizes, np.zeros(1), mixtures[0], mixtures[1], bases)
    short = np.ones((4, 1), np.int64)
    game_values(np.zeros((1, 2, 2), np.int32), *short)

    faces = find_faces(solved)
    equilibria.draw_range(solved.layers, faces)
    equilibria.used_ranges(solved.layers, faces)
    equilibria.payoff_range(solved, faces, "uniform")
    analysis.best_response(solved, "uniform")


JOBS = {"values and reports": everything}
