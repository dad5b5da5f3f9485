"""All optimal strategies of many games at once: the compiled corners are those of the plain twin."""

import numpy as np
import pytest
from flint import fmpq

from saizen.games.rivals.equilibria.corners import MOST, game_corners
from saizen.matrix.exact import solve_exact
from saizen.matrix.integer_batches import machine_fractions
from saizen.matrix.optimal_set import vertices


def found_corners(places, numbers):
    """Return for each game the corners of both players, None where there are none."""
    counts = np.full((len(places), 2), -1)
    corners = np.full((len(places), 2, MOST, max(places.shape[1:])), -1.0)
    game_corners(places.astype(np.int32), *machine_fractions(numbers), counts, corners)
    return [
        corners[g, player, :many, : places.shape[1 + player]].tolist() if many else None
        for g, pair in enumerate(counts.tolist())
        for player, many in enumerate(pair)
    ]


def plain_corners(place, numbers, player):
    game = [[numbers[at] for at in line] for line in place.tolist()]
    return [list(map(float, corner)) for corner in vertices(game, solve_exact(game), player)]


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (3, 3), (4, 4), (3, 5), (6, 2), (1, 4), (7, 7)])
@pytest.mark.parametrize(
    "numbers",
    [
        [fmpq(n) for n in (-1, 0, 1)],
        [fmpq(n) for n in (0, 1)],
        [fmpq(n, d) for n in range(-6, 7) for d in range(1, 6)],
    ],
)
def test_corners_are_those_of_the_plain_twin(shape, numbers):
    dice = np.random.default_rng(sum(shape) + len(numbers))
    places = dice.integers(0, len(numbers), (40, *shape))
    left = 0
    for at, found in enumerate(found_corners(places, numbers)):
        game, player = divmod(at, 2)
        plain = plain_corners(places[game], numbers, player)
        assert found is None or found == plain
        left += found is None and len(plain) <= MOST
    assert left == 0 or (left < 8 and len(numbers) > 3)  # some numbers grow too long


def test_games_with_several_corners():
    """Payoffs that are often equal give every number of corners up to eight, and more."""
    places = np.random.default_rng(3).integers(0, 2, (200, 8, 8))
    numbers = [fmpq(-1), fmpq(1)]
    counts = set()
    for at, found in enumerate(found_corners(places, numbers)):
        game, player = divmod(at, 2)
        plain = plain_corners(places[game], numbers, player)
        assert found == plain
        counts.add(len(plain))
    assert counts >= set(range(1, 9))


def test_what_is_too_long_or_too_much_is_left_to_the_twin():
    longer = [fmpq(1, 3), fmpq(2**70), fmpq(1, 2**61 - 1), fmpq(1, 2**61 - 3)]
    assert found_corners(np.array([[[1]]]), longer) == [None, None]
    assert found_corners(np.array([[[2, 3], [0, 2]]]), longer) == [None, None]
    rows, columns = found_corners(np.zeros((1, MOST + 1, 2)), longer)
    assert rows is None
    assert columns == [[1.0, 0.0], [0.0, 1.0]]
    fair = np.kron(np.eye(5), np.ones((2, 1)))[None]  # each pair of rows is played as often as every other
    rows, columns = found_corners(fair, [fmpq(-1), fmpq(4)])
    assert len(plain_corners(fair[0].astype(int), [fmpq(-1), fmpq(4)], 0)) == 2**5 > MOST
    assert rows is None
    assert columns == [[0.2] * 5]


def test_a_quotient_that_would_be_rounded_twice_is_left_to_the_twin():
    near = [fmpq(0), fmpq(1, 2**53 + 1), fmpq(1), fmpq(1, 3)]
    assert found_corners(np.array([[[1, 0], [0, 2]]]), near) == [None, None]
    assert found_corners(np.array([[[3, 0], [0, 2]]]), near) == [[[0.75, 0.25]]] * 2
