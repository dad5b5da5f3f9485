"""Solutions of R-Rivals: kernel against the generic solver and against independent rules."""

import random
from dataclasses import replace

import brute_rivals as brute
import numpy as np
import pytest

from saizen import Chance, solve
from saizen.errors import PositionError, SaizenError, TableError
from saizen.games.rivals import solved as solved_module
from saizen.games.rivals.equilibria import optimal_strategies
from saizen.games.rivals.equilibria.analysis import best_response, exploitability, payoff
from saizen.games.rivals.equilibria.equilibrium_path import on_equilibrium_path
from saizen.games.rivals.equilibria.optimal_strategies import find_faces
from saizen.games.rivals.equilibria.policies import from_faces, make_policy
from saizen.games.rivals.equilibria.ranges import (
    draw_range,
    length_range,
    payoff_range,
    reached_range,
    usage_ranges,
    used_ranges,
)
from saizen.games.rivals.keys import decode
from saizen.games.rivals.rules import Rivals, RivalsPosition
from saizen.games.rivals.solved import RivalsSolution, get_solved, solve_rivals
from saizen.games.rivals.solving import rationals, solved_games
from saizen.games.rivals.solving.exact_layers import distinct_games
from saizen.games.rivals.solving.layers import find_layers
from saizen.games.rivals.solving.rationals import solve_rationals
from saizen.games.rivals.solving.solved_games import SolvedGames
from saizen.games.rivals.solving.stored import table_name
from saizen.games.rivals.text import read
from saizen.games.rivals.variants import PAPER
from saizen.kernels import policy
from saizen.matrix import solve_matrix
from saizen.matrix.certificate import check_certificate
from saizen.store import Store
from saizen.work.cache import Cache

START = RivalsPosition(frozenset(range(8)), frozenset(range(8)))


def sample(solved, cards, count, seed=1):
    layer = solved.layers[8 - cards]
    keys = random.Random(seed).sample(layer.keys.tolist(), min(count, len(layer)))
    return [decode(key) for key in keys]


class EndGames(Rivals):
    """A lottery over positions, so that one generic solution holds them all."""

    def __init__(self, positions):
        super().__init__(PAPER)
        self.positions = positions

    def start(self):
        return "any"

    def look(self, position):
        return Chance.uniform(self.positions) if position == "any" else super().look(position)


def test_end_games_equal_the_generic_solver(exact):
    """Every position with one or two cards, many with four, and all that follow these."""
    positions = sample(exact, 2, len(exact.layers[6])) + sample(exact, 4, 1000)
    generic = solve(EndGames(positions))
    assert len(generic) > 60_000
    for position in generic.positions:
        if position != "any":
            assert generic.value(position) == exact.value(position)


def test_a_sample_with_many_cards_equals_the_generic_solver(exact):
    for position in sample(exact, 5, 6):
        generic = solve(Rivals(PAPER, position))
        assert generic.value(position) == exact.value(position)
        for choice in exact.moves(position):
            if position.spy < 0:
                after = replace(position, seen=choice.move)
                assert generic.value(after) == choice.value


def test_floats_are_the_exact_values_rounded(exact):
    for values, layer in zip(exact.values, exact.exact_layers, strict=True):
        numbers = np.array([float(number) for number in layer.numbers])
        assert np.abs(numbers[layer.ranks] - values).max() < 1e-12


def test_values_agree_with_independent_rules_and_linear_programs(exact):
    known = {}
    for position in sample(exact, 4, 40, seed=5):
        state = (
            tuple(sorted(position.mine)),
            tuple(sorted(position.yours)),
            position.my_points,
            position.your_points,
            position.my_stake,
            position.your_stake,
            position.spy,
            2 * position.general,
            -1,
        )
        assert brute.value(state, False, known) == pytest.approx(float(exact.value(position)), abs=1e-9)


def test_certificates_of_the_large_positions(exact):
    for cards in (8, 7, 6):
        for position in sample(exact, cards, 12):
            if position.spy == 0:
                matrix = exact.matrix(position)
                game = solve_matrix(matrix)
                assert check_certificate(
                    matrix, exact.value(position), game.row_strategy, game.column_strategy
                )


def test_mirror_images_have_opposite_values(exact):
    for position in sample(exact, 5, 50):
        if position.spy == 0:
            assert exact.value(position.flipped()) == -exact.value(position)
            assert exact.matrix(position.flipped()) == [
                [-entry for entry in column] for column in zip(*exact.matrix(position), strict=True)
            ]


def test_choices_are_consistent(exact):
    for cards in (2, 3, 4, 5):
        for position in sample(exact, cards, 60):
            for view in (position, position.flipped()):
                if view.spy > 0:
                    view = replace(view, seen=min(view.yours))  # noqa: PLW2901
                choices = exact.moves(view)
                assert {choice.move for choice in choices} == view.mine
                assert sum(choice.probability for choice in choices) == 1
                assert choices[0].optimal
                assert max(choice.value for choice in choices) == exact.value(view)
                assert all(choice.optimal for choice in choices if choice.probability)
                assert exact.unique(view) <= (sum(choice.optimal for choice in choices) <= len(choices))


def test_a_card_that_only_beats_a_lost_opponent_is_not_optimal(exact):
    choices = {choice.move: choice for choice in exact.moves(read("67/47 3-3 1-1", PAPER))}
    assert choices[7].optimal
    assert not choices[6].optimal


def test_positions_that_cannot_arise_are_refused_with_what_can(exact):
    with pytest.raises(PositionError, match="possible with these hands: 0-0 1-1"):
        exact.value(read("01234567/01234567 3-0 1-1", PAPER))
    with pytest.raises(PositionError, match="cannot arise"):
        exact.value(read("01/23 0-0 1-1", PAPER))


def test_policies_and_what_exploits_them(exact, faces):
    assert payoff(exact, "uniform", "uniform") == pytest.approx(0, abs=1e-12)
    assert exploitability(exact, "uniform") > 0.8
    assert best_response(exact, "careful") < best_response(exact, "uniform")
    low_high = payoff_range(exact, faces, "uniform")
    equilibrium = from_faces(exact.layers, faces)
    from saizen.games.rivals.equilibria.analysis import _pair

    uniform = make_policy(exact, "uniform")
    assert low_high.low <= _pair(exact, equilibrium, uniform, best=False) <= low_high.high
    assert _pair(exact, equilibrium, equilibrium, best=True) == pytest.approx(0, abs=1e-12)


def test_a_policy_is_a_function_a_dict_or_a_file(exact, tmp_path):
    lowest = {"01234567/01234567 0-0 1-1": {0: 1.0}}
    as_dict = payoff(exact, lowest, "uniform")
    (tmp_path / "policy.json").write_text('{"01234567/01234567 0-0 1-1": {"0": 1.0}}')
    assert payoff(exact, str(tmp_path / "policy.json"), "uniform") == as_dict
    prince = payoff(exact, {"34567/12346 0-3 1-1 spy+ seen=3": {7: 1.0}}, "uniform")
    assert prince > payoff(exact, "uniform", "uniform")
    (tmp_path / "bad.json").write_text("[1, 2]")
    with pytest.raises(SaizenError, match="not JSON of the form"):
        payoff(exact, tmp_path / "bad.json", "uniform")
    with pytest.raises(SaizenError, match="card 1"):
        payoff(exact, {"34567/12346 0-3 1-1 spy+ seen=3": {7: 0.5, 1: 0.5}}, "uniform")
    with pytest.raises(SaizenError, match="seen=C"):
        payoff(exact, {"34567/12346 0-3 1-1 spy+": {7: 1.0}}, "uniform")
    with pytest.raises(SaizenError, match="opponent replies"):
        payoff(exact, {"12346/34567 3-0 1-1 spy- seen=3": {7: 1.0}}, "uniform")
    with pytest.raises(SaizenError, match="distribution"):
        payoff(exact, {"01234567/01234567 0-0 1-1": {7: 0.5}}, "uniform")


def test_statistics_of_both_players_agree(exact, faces):
    for turn in (0, 2):
        first, second = usage_ranges(exact.layers, faces, turn)
        for one, other in zip(first, second, strict=True):
            assert one.low == pytest.approx(other.low, abs=1e-12)
            assert one.high == pytest.approx(other.high, abs=1e-12)
        total = sum(r.low for r in first), sum(r.high for r in first)
        assert total[0] <= 1 + 1e-9
        assert total[1] >= 0.98
    draws = draw_range(exact.layers, faces)
    assert 0 < draws.low < draws.high < 0.1


def test_chances_and_times_depend_on_the_positions_that_are_played():
    solved = solve_rivals(PAPER.changed("remove=clown").changed("remove=general"), exact=True)
    every = solved.layers, find_faces(solved)
    few = on_equilibrium_path(*every)
    assert sum(map(len, few[0])) < sum(map(len, every[0])) / 2
    for found in (draw_range, used_ranges, length_range):
        assert found(*few) == found(*every)
    for turn in range(6):
        for found in (usage_ranges, reached_range):
            assert found(*few, turn) == found(*every, turn)


def test_exact_values_come_back_from_the_store(tmp_path, monkeypatch):
    rules = PAPER.changed("remove=clown").changed("remove=princess").changed("remove=spy")
    store = Store(tmp_path)
    monkeypatch.setattr(solved_module, "_kept", Cache(most=4))
    first = get_solved(rules, exact=True, store=store)
    assert get_solved(rules, exact=True, store=Store(tmp_path)) is first
    solved_module._kept.clear()
    monkeypatch.setattr(rationals, "solve_rationals", lambda *_: pytest.fail("solved again"))
    second = get_solved(rules, exact=True, store=store)
    start = RivalsPosition(frozenset(rules.hand), frozenset(rules.hand))
    assert second.matrix(start) == first.matrix(start)
    path = store.path(table_name(rules))
    victim = max((p for p in path.rglob("*") if p.is_file()), key=lambda p: p.stat().st_size)
    data = bytearray(victim.read_bytes())
    data[len(data) // 2] ^= 1
    victim.write_bytes(data)
    solved_module._kept.clear()
    with pytest.raises(TableError):
        get_solved(rules, exact=True, store=store)


def test_equilibria_are_found_once_for_a_solution(monkeypatch):
    monkeypatch.setattr(optimal_strategies, "_kept", Cache(most=2))  # other tests find theirs again
    rules = PAPER.changed("remove=clown").changed("remove=princess").changed("remove=spy")
    one, other = (solve_rivals(each, exact=True) for each in (rules, rules.changed("remove=general")))
    found = find_faces(one)
    assert find_faces(other) is not found
    assert find_faces(one) is found


def test_equilibria_in_machine_integers_are_the_same(monkeypatch):
    rules = PAPER.changed("remove=clown").changed("remove=princess").changed("remove=spy")
    solved, found = solve_rivals(rules, exact=True), []
    for mode in ("plain", "compiled"):
        monkeypatch.setattr(optimal_strategies, "_kept", Cache(most=1))
        monkeypatch.setattr(policy, "MODE", mode)
        found.append(find_faces(solved))
    for plain, fast in zip(*found, strict=True):
        assert all(map(np.array_equal, plain, fast))


@pytest.mark.parametrize("numbers", [1, 2, 3, 100, 5000, 2**31 - 1])
def test_distinct_games_are_those_of_unique(numbers):
    dice = np.random.default_rng(numbers)
    for cells in (1, 4, 16, 25):
        some = dice.integers(0, numbers, (50, cells)).astype(np.int32)
        games = some[dice.integers(0, len(some), 400)]
        found, which = distinct_games(games, numbers)
        right, inverse = np.unique(games, axis=0, return_inverse=True)
        assert np.array_equal(found, right)
        assert np.array_equal(which, inverse.reshape(-1))


def test_known_games_change_no_value_and_no_corner(monkeypatch):
    monkeypatch.setattr(policy, "MODE", "plain")
    monkeypatch.setattr(optimal_strategies, "_kept", Cache(most=1))
    rules = PAPER.changed("remove=clown").changed("remove=princess").changed("remove=spy")
    known, solved = SolvedGames(), []
    for each in (rules, rules.changed("remove=general"), rules):
        layers = find_layers(each)
        plain, again = solve_rationals(layers), solve_rationals(layers, games=known)
        for one, other in zip(plain, again, strict=True):
            assert one.numbers == other.numbers
            assert np.array_equal(one.ranks, other.ranks)
        solved.append(RivalsSolution(each, layers, None, again))
    before = len(known.corners)
    for each in solved:
        alone = find_faces(each)
        optimal_strategies._kept.clear()
        for one, other in zip(alone, find_faces(each, games=known), strict=True):
            assert all(map(np.array_equal, one, other))
        optimal_strategies._kept.clear()
    assert before == 0 < len(known.corners)


def test_known_games_are_solved_once(monkeypatch):
    monkeypatch.setattr(policy, "MODE", "plain")
    layers = find_layers(PAPER.changed("remove=clown").changed("remove=princess").changed("remove=spy"))
    known = SolvedGames()
    first = solve_rationals(layers, games=known)
    monkeypatch.setattr(solved_games, "solve_basis", lambda *_: pytest.fail("solved again"))
    assert [layer.numbers for layer in solve_rationals(layers, games=known)] == [
        layer.numbers for layer in first
    ]


def test_designers_rules_solve_and_stay_symmetric():
    for setting in ("prince.strength=6", "points_to_win=3", "spy.ability=none", "princess_takes=trick"):
        rules = PAPER.changed(setting).changed("remove=clown").changed("remove=general")
        solved = solve_rivals(rules, exact=True)
        start = RivalsPosition(frozenset(rules.hand), frozenset(rules.hand))
        assert solved.value(start) == 0
        small = next(decode(key) for key in solved.layers[-3].keys.tolist()[::-1])
        assert solve(Rivals(rules, small)).value(small) == solved.value(small)
