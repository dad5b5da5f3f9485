"""Matrix games of ranks, solved in rationals from float bases; what is solved can be kept for other rules."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.games.rivals.solving.batch_numpy import solve_with_numpy
from saizen.games.rivals.solving.exact_layers import Ranks
from saizen.matrix.exact import ExactSolution, solve_basis, solve_by_simplex

TOGETHER = 4096
"""Games that are solved in floats between two chances to stop."""


def games_with_bases(squares: Ranks, numbers: list[Any]) -> Iterator[tuple[Any, Any, float, Any, Any]]:
    """Yield games of ranks in rationals and in floats, with value and basis in floats: see `solve_basis`."""
    floats = np.array([float(number) for number in numbers])
    cards = squares.shape[1]
    places = [[place for place in range(cards) if flags >> place & 1] for flags in range(1 << cards)]
    for begin in range(0, len(squares), TOGETHER):
        some = squares[begin : begin + TOGETHER]
        about = floats[some]
        solved = solve_with_numpy(about)
        rows, columns = (
            (flags @ (1 << np.arange(cards))).tolist() for flags in (solved.rows, solved.columns)
        )
        for square, *game, row, column in zip(
            some.tolist(), about.tolist(), solved.values.tolist(), rows, columns, strict=True
        ):
            yield in_rationals(square, numbers), *game, places[row], places[column]


def in_rationals(square: list[list[int]], numbers: list[Any]) -> list[list[Any]]:
    """Write a game's numbers in the place of their ranks.

    >>> in_rationals([[1, 0]], [-1, 3])
    [[3, -1]]
    """
    return [[numbers[rank] for rank in line] for line in square]


class SolvedGames:
    """Solved games, for whoever looks at several sets of rules or twice at one: most games come again."""

    def __init__(self) -> None:
        self._names: dict[Any, int] = {}
        self._solutions: dict[bytes, ExactSolution] = {}
        self.corners: dict[bytes, tuple[NDArray[np.float64], NDArray[np.float64]]] = {}
        """By the payoffs' names: corners for each player, a line each."""

    def keys(self, squares: Ranks, numbers: list[Any]) -> list[bytes]:
        """Return a key for each game of ranks: the names of its payoffs.

        >>> from flint import fmpq
        >>> known = SolvedGames()
        >>> one = known.keys(np.array([[[0, 1]]]), [fmpq(1, 2), fmpq(2, 3)])
        >>> one == known.keys(np.array([[[1, 2]]]), [fmpq(0), fmpq(1, 2), fmpq(2, 3)])
        True
        """
        pairs = ((number.p, number.q) for number in numbers)
        names: NDArray[np.int32] = np.array(
            [self._names.setdefault(pair, len(self._names)) for pair in pairs], np.int32
        )
        return [line.tobytes() for line in names[squares]]

    def solve(self, squares: Ranks, numbers: list[Any]) -> Iterator[ExactSolution]:
        """Yield the solution of each game of ranks; the games differ from each other.

        >>> from flint import fmpq
        >>> known = SolvedGames()
        >>> game = np.array([[[1, 0], [0, 1]]])
        >>> [found.value for found in known.solve(game, [fmpq(0), fmpq(1)])]
        [1/2]
        >>> next(known.solve(game, [fmpq(0), fmpq(1)])) is next(known.solve(game, [fmpq(0), fmpq(1)]))
        True
        """
        keys = self.keys(squares, numbers)
        new = [place for place, key in enumerate(keys) if key not in self._solutions]
        games = games_with_bases(squares[new], numbers)
        for key in keys:
            if key not in self._solutions:
                game = next(games)
                self._solutions[key] = solve_basis(*game) or solve_by_simplex(game[0])
            yield self._solutions[key]
