"""The engine equals the brute force: on whole games, on random histories, for every objective."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.abgame.brute_abgame import Brute, answer
from saizen import advise, solve
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.rules import AbGame
from saizen.games.abgame.search.engine import Engine, engine_for, total_of
from saizen.games.abgame.size import Reply, Size, respond

BRUTES: dict[Size, Brute] = {}


def brute(size: Size) -> Brute:
    if size not in BRUTES:
        BRUTES[size] = Brute(size.places, size.symbols, size.dummies, size.repeat)
    return BRUTES[size]


def random_history(size: Size, rng: random.Random, length: int):
    secret = rng.choice(list(size.secrets()))
    guesses = [rng.choice(list(size.guesses())) for _ in range(length)]
    return [(guess, respond(secret, guess)) for guess in guesses]


@pytest.mark.parametrize("size", [Size(3, 4, dummies=1), Size(3, 3, repeat=True, dummies=1)], ids=str)
def test_the_brute_force_divides_codes_by_their_answers(size: Size) -> None:
    codes = sorted(brute(size).start)
    for guess in brute(size).guesses:
        alike: dict[tuple[int, int], list] = {}
        for code in codes:
            alike.setdefault(answer(code, guess), []).append(code)
        alike.pop((size.places, 0), None)
        parts = [sorted(brute(size).codes_of(part)) for part in brute(size).answers(guess)[1:]]
        assert sorted(parts) == sorted(alike.values())


@pytest.mark.parametrize(
    "size",
    [
        Size(1, 4), Size(2, 2), Size(2, 3), Size(2, 4), Size(2, 5), Size(3, 3), Size(3, 4),
        Size(2, 4, dummies=1),
        Size(2, 5, dummies=2), Size(3, 3, dummies=1), Size(3, 4, dummies=1), Size(3, 4, dummies=2),
        Size(3, 4, dummies=3),
        Size(2, 3, repeat=True), Size(2, 4, repeat=True), Size(3, 2, repeat=True), Size(3, 3, repeat=True),
        Size(2, 3, repeat=True, dummies=1), Size(3, 2, repeat=True, dummies=2),
    ],
    ids=str,
)  # fmt: skip
def test_whole_games(size: Size) -> None:
    assert total_of(size) == brute(size).total(brute(size).start)


@pytest.mark.parametrize("size", [Size(2, 4), Size(3, 3), Size(3, 4), Size(2, 3, repeat=True)], ids=str)
def test_worst_case_and_both(size: Size) -> None:
    engine, start = engine_for(size), AbPosition.start(size)
    worst = brute(size).worst(brute(size).start)
    assert engine.worst(start) == worst
    for within in (worst, worst + 1):
        assert engine.total(start, within=within) == brute(size).total_within(brute(size).start, within)
    assert engine.total(start, within=worst - 1) is None


def test_a_strategy_that_is_best_on_average_answers_for_the_worst_case() -> None:
    """Where one is known that keeps a limit, nothing is searched: the position itself is looked up."""
    engine, start = Engine(3, repeat=False), AbPosition.start(Size(3, 7))
    engine.total(start)
    looked_at = engine.searched
    assert engine.fits(start, 5)
    assert engine.searched == looked_at + 1
    assert not engine.fits(start, 4)


@pytest.mark.parametrize("size", [Size(2, 3), Size(3, 3), Size(2, 4)], ids=str)
def test_generic_solver_on_the_rules(size: Size) -> None:
    game = AbGame(size)
    assert solve(game).value(game.start()) * size.codes == total_of(size)


SIZES = [
    Size(3, 5),
    Size(3, 6),
    Size(3, 5, dummies=1),
    Size(2, 6),
    Size(3, 3, repeat=True),
    Size(3, 5, dummies=3),
]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SIZES), st.integers(0, 10**9))
def test_random_histories(size: Size, seed: int) -> None:
    rng = random.Random(seed)
    history = random_history(size, rng, rng.choice([2, 2, 3]))
    codes = brute(size).after([(guess, tuple(answer)) for guess, answer in history])
    position = AbPosition.after(size, history)
    assert frozenset(position.candidates()) == codes
    assert len(position) == len(codes)
    if len(codes) > 16:
        return
    engine = engine_for(size)
    total = engine.total(position)
    assert total == brute(size).total(codes)
    worst = brute(size).worst(codes)
    assert engine.worst(position) == worst
    assert engine.total(position, within=worst) == brute(size).total_within(codes, worst)
    guess = rng.choice(list(size.guesses()))
    cost = brute(size).total_of_guess(codes, guess)
    assert engine.total(position, guess) == (len(codes) + total if cost is None else cost)


@pytest.mark.parametrize("size", [Size(3, 5), Size(3, 3, repeat=True)], ids=str)
@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_a_guess_among_few_candidates_keeps_the_limit(size: Size, many: int) -> None:
    rng, engine = random.Random(many), Engine(size.places, size.repeat)
    for _ in range(10):
        codes, guess = rng.sample(list(size.secrets()), many), rng.choice(list(size.guesses()))
        position = AbPosition.listed(size, codes)
        for within in range(1, many + 3):
            least = brute(size).total_of_guess_within(frozenset(codes), guess, within)
            assert engine.total(position, guess, within=within) == least
            assert engine.fits(position, within, guess) == (least is not None)


def test_a_useless_guess_costs_a_guess() -> None:
    engine, size = Engine(3, repeat=False), Size(3, 6)
    for codes in ([(1, 2, 3)], [(1, 2, 3), (1, 3, 2)]):
        position = AbPosition.listed(size, codes)
        assert engine.worst(position) == len(codes)
        assert engine.worst(position, (4, 5, 6)) == len(codes) + 1


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([Size(4, 6), Size(4, 4, repeat=True), Size(3, 9), Size(5, 6)]), st.integers(0, 10**9))
def test_patterns_equal_literal_sets(size: Size, seed: int) -> None:
    rng = random.Random(seed)
    history = random_history(size, rng, rng.choice([1, 2]))
    position = AbPosition.after(size, history)
    if len(position) > 60:
        return
    literal = AbPosition.listed(size, position.candidates())
    assert engine_for(size).total(position) == engine_for(size).total(literal)


def test_renaming_changes_nothing() -> None:
    rng = random.Random(7)
    size = Size(4, 7)
    engine = Engine(4, repeat=False)
    for _ in range(20):
        codes = rng.sample(list(size.secrets()), 12)
        names = rng.sample(range(1, 8), 7)
        places = rng.sample(range(4), 4)
        other = [tuple(names[code[p] - 1] for p in places) for code in codes]
        total = engine.total(AbPosition.listed(size, codes))
        known = engine.positions
        assert engine.total(AbPosition.listed(size, other)) == total
        assert engine.positions <= known + 1  # nearly always the same normal form


def test_growing_table_keeps_its_values() -> None:
    small = Engine(3, repeat=False, entries=300, keys=(1 << 20) + 4000)
    assert small.total(AbPosition.start(Size(3, 8))) == total_of(Size(3, 8))


def test_saved_and_loaded_engine() -> None:
    engine, other = Engine(3, repeat=False), Engine(3, repeat=False)
    start = AbPosition.start(Size(3, 7))
    total = engine.total(start)
    other.from_arrays(engine.to_arrays())
    searched = other.searched
    assert other.total(start) == total
    assert other.searched <= searched + 1


def test_optimal_guesses_are_all_of_them() -> None:
    size = Size(3, 5)
    for history in (
        [((1, 2, 3), Reply(0, 2))],
        [((1, 2, 3), Reply(1, 1))],
        [((1, 2, 3), Reply(0, 1)), ((4, 1, 2), Reply(0, 1))],
    ):
        codes = brute(size).after([(guess, tuple(answer)) for guess, answer in history])
        best = brute(size).optimal(codes)
        text = "3x5 " + " ".join("".join(map(str, g)) + f":{a}" for g, a in history)
        told = advise("abgame", text).data
        assert told["optimal_count"] == len(best)
        assert all(tuple(map(int, move["move"])) in best for move in told["moves"])
