"""The AB game through the doors: texts, positions by their candidates, whole games, what stays hidden."""

import json
import random
import threading
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import saizen
from saizen.errors import MoveError, PositionError, SaizenError
from saizen.game import DEALER, MIN, legal_moves
from saizen.games import abgame, load
from saizen.games.abgame import entry, position
from saizen.games.abgame.drawing import MOST_NAMED
from saizen.games.abgame.entry import AbgameOptions, AbgameSolver
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.rules import AbGame
from saizen.games.abgame.size import Guesses, Reply, Size, respond
from saizen.games.abgame.text import code_text, read_position
from saizen.sitting import Sitting
from saizen.sitting.replay import begin, follow, texts
from saizen.solver import solve

SIZES = [
    Size(1, 12),
    Size(2, 4),
    Size(3, 7),
    Size(3, 10),
    Size(3, 21),
    Size(3, 9, dummies=2),
    Size(4, 10),
    Size(4, 6, repeat=True),
    Size(2, 3, repeat=True, dummies=1),
    Size(5, 7),
]


def random_guess(rng, here):
    """Guess a candidate, or anything."""
    legal = Guesses(here.size)
    if rng.random() < 0.5 and len(here) < 3000:
        return rng.choice(list(here.candidates()))
    return legal[rng.randrange(len(legal))]


def play_through(game, rng, start=None, most=12):
    """Yield every position and guess of a whole random game."""
    moment = begin(game, start or game.start())
    for turn in range(most):
        if moment.ended:
            break
        here = moment.position
        guess = random_guess(rng, here) if turn < most - 1 else next(here.candidates())
        yield here, guess
        moment = follow(game, moment, MIN, game.move_text(here, guess)).after
        moment = follow(game, moment, DEALER, rng.choice(texts(game, moment, DEALER))).after
    yield moment.position, None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_texts_of_whole_games(size):
    game, rng, seen = AbGame(size), random.Random(size.codes), 0
    for _ in range(40):
        for here, guess in play_through(game, rng):
            text = game.text(here)
            assert len(text) < 250
            again = game.parse(text)
            assert (again, hash(again), again.history) == (here, hash(here), here.history)
            assert game.text(again) == text
            shown = game.describe(here).text()
            assert max(map(len, shown.splitlines())) <= 80
            if guess is not None:
                assert game.parse_move(here, game.move_text(here, guess)) == guess
                assert guess in legal_moves(game.look(here))
            seen += 1
    assert seen > 100


def test_games_from_a_list_of_candidates():
    game, rng = AbGame(Size(3, 7)), random.Random(2)
    for _ in range(50):
        start = AbPosition.listed(game.size, rng.sample(list(game.size.secrets()), 9))
        for here, _ in play_through(game, rng, start):
            assert game.parse(game.text(here)) == here


def test_a_position_without_history_lists_its_candidates():
    size = Size(3, 7)
    here = AbPosition(size, ((1, 2, 0), (1, 0, 3)), (4, 5))
    assert AbGame(size).text(here) == "3x7 {124;125;143;153}"
    assert AbGame(size).parse("3x7 {124;125;143;153}") == here


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([Size(2, 5), Size(3, 4), Size(3, 6), Size(2, 3, repeat=True)]),
    st.integers(0, 10**9),
    st.booleans(),
)
def test_positions_are_equal_when_their_candidates_are(size, seed, many):
    rng = random.Random(seed)

    def after(length):
        secret = rng.choice(list(size.secrets()))
        guesses = [rng.choice(list(size.guesses())) for _ in range(length)]
        return AbPosition.after(size, [(guess, respond(secret, guess)) for guess in guesses])

    found = [after(rng.choice([0, 1, 1, 2, 2, 3])) for _ in range(6)]
    found += [AbPosition.listed(size, list(found[0].candidates())), found[1].shown((1,))]
    few, position.FEW = position.FEW, 0 if many else position.FEW
    try:
        for one in found:
            for other in found:
                same = set(one.candidates()) == set(other.candidates())
                assert (one == other) is same
                assert not same or hash(one) == hash(other)
    finally:
        position.FEW = few


def test_guesses_are_a_sequence_that_is_not_written_out():
    for size in (Size(2, 4), Size(3, 4, dummies=1), Size(2, 3, repeat=True, dummies=1), Size(1, 5)):
        guesses = Guesses(size)
        assert [guesses[i] for i in range(len(guesses))] == list(size.guesses())
        assert guesses[-1] == list(size.guesses())[-1]
        assert all(guess in guesses for guess in size.guesses())
        with pytest.raises(IndexError):
            guesses[len(guesses)]
    many = Guesses(Size(4, 999))
    assert many[len(many) - 1] == (999, 998, 997, 996)
    for wrong in (
        (1, 1, 2, 3),
        (0, 1, 2, 3),
        (1, 2, 3),
        (1, 2, 3, 1000),
        "1234",
        (1, 2, 3, 4.0),
        (1, 2, 3, True),
    ):
        assert wrong not in many


@pytest.mark.parametrize("name", entry.small())
def test_the_solution_is_the_generic_solvers(name):
    game = entry.small()[name]
    generic, own = solve(game), abgame.solution(game, AbgameSolver(seconds=None))
    for here in generic.positions:
        assert own.value(here) == generic.value(here)
        right = {one.move: (one.value, one.optimal) for one in generic.moves(here)}
        asked = own.moves(here, among=right)
        assert {one.move: (one.value, one.optimal) for one in asked} == right
        assert [one.value for one in asked] == sorted(one.value for one in asked)
        shown = own.moves(here)
        assert all(right[one.move] == (one.value, True) for one in shown)
        assert own.unique(here) == generic.unique(here)
        if shown:
            assert sum(own.strategy(here).values()) == 1
            assert set(own.strategy(here)) <= {move for move, (_, optimal) in right.items() if optimal}


def test_other_objectives_count_the_worst_case():
    game = abgame.game(AbgameOptions(symbols=4))
    worst = abgame.solution(game, AbgameSolver(objective="worst"))
    assert worst.value("3x4") == 4
    assert worst.moves("3x4", among=[(1, 2, 3)])[0].value == 4
    ten = abgame.solution(abgame.game(), AbgameSolver(objective="both"))
    assert ten.value("3x10") == Fraction(3576, 720)


def test_where_the_time_is_too_short_a_rule_of_thumb_answers():
    solution = abgame.solution(abgame.game(AbgameOptions(4, 30)))
    assert solution.value("4x30") is None
    assert solution.unique("4x30") is None
    (found,) = solution.moves("4x30")
    assert (found.move, found.value, found.optimal, found.probability) == ((1, 2, 3, 4), None, None, None)
    assert solution.strategy("4x30") == {(1, 2, 3, 4): 1}
    assert solution.moves("4x30", among=[(1, 2, 3, 5)])[0].value is None
    sitting = saizen.sit("abgame", places=4, symbols=30, seed=1)
    sitting.play("1 2 3 4")
    hint = sitting.hint().data
    assert (hint["value"], hint["exact"]) == (None, False)
    assert "exact search" in hint["why"]
    assert sitting.record()["entries"][0]["cost"] is None


def test_a_whole_game_as_guesser():
    sitting = saizen.sit("abgame", symbols=7, seed=5)
    assert sitting.seats[MIN] == "person"
    sitting.play("123")
    assert len(sitting.log) == 2
    first = sitting.log[1]
    hint = sitting.hint().data
    assert hint["moves"][0]["cost"] == 0
    sitting.play(hint["moves"][0]["move"])
    assert sitting.taken_back == 0
    sitting.undo()
    assert (sitting.taken_back, len(sitting.log)) == (1, 2)
    sitting.undo()
    sitting.play("123")
    assert sitting.log[1] == first  # the secret is still the same
    sitting.play("123")  # a wasted guess
    again = Sitting.from_text(sitting.to_text())
    assert again.view() == sitting.view()
    while not sitting.ended:
        best = sitting.hint().data["moves"][0]["move"]
        for one in (sitting, again):
            one.play(best)
    assert again.log == sitting.log
    record = sitting.record()
    assert record["gained"] == len([event for event in sitting.log if event.seat == MIN])
    assert [entry["cost"] for entry in record["entries"] if entry["seat"] == MIN][1] == 1
    assert record["costs"] == {"guesser": 1}
    assert sitting.log[-1].move == "3A0B"
    assert "found after" in sitting.view()["text"]


def test_a_person_as_keeper_is_asked_for_answers_that_are_possible():
    sitting = saizen.sit("abgame", symbols=5, seat="keeper", seed=3)
    secret = (2, 4, 1)
    with pytest.raises(MoveError, match="possible: 0A1B"):
        sitting.play("0A0B")  # two of five symbols are not in the guess: one of three is right
    with pytest.raises(MoveError, match="not possible"):
        sitting.play("what?")
    while not sitting.ended:
        assert sitting.awaited == DEALER
        guess = sitting.game.parse_move(sitting.position, sitting.log[-1].move)
        sitting.play(str(respond(secret, guess)).lower())
    assert sitting.log[-2].move == "241"
    assert sitting.gained <= 5


def test_an_assistant_beside_a_real_table():
    sitting = saizen.sit("abgame", seat="all", start="3x7 123:0A1B")
    sitting.play("345")
    sitting.play("0A2B")
    assert sitting.view()["position"] == "3x7 123:0A1B 345:0A2B"
    assert sitting.view()["happened"][-1]["words"] == "0A2B: 2 right, but in another place; 10 codes left"
    assert sitting.hint().data["value"] == Fraction(23, 10)


def test_random_machines_find_the_code_or_go_on():
    sitting = saizen.sit("abgame", places=4, symbols=999, seat="none", opponent="random", seed=1)
    for _ in range(4):
        sitting.step()
    assert len(sitting.log) == 4
    sitting = saizen.sit("abgame", places=2, symbols=3, seat="none", opponent="random", seed=1)
    while sitting.step():
        pass
    assert sitting.ended


@pytest.mark.parametrize("size", [{"symbols": 10}, {"places": 4, "symbols": 6, "repeat": True}])
def test_the_secret_never_shows(size):
    for seed in range(25):
        sitting = saizen.sit("abgame", seed=seed, **size)
        secret = code_text(sitting.game.deal(seed, sitting.game.start())._secret, sitting.game.size)
        guesses = [
            guess for guess in sitting.game.size.guesses() if sitting.game.move_text(None, guess) != secret
        ]
        for guess in random.Random(seed).sample(guesses, 2):
            sitting.play(sitting.game.move_text(sitting.position, guess))
            view = sitting.view()
            few = len(sitting.position) <= MOST_NAMED  # the secret is one of the codes that are possible
            hidden = {key: view[key] for key in ("sitting", "position", "happened")}
            assert secret not in json.dumps(hidden).replace(str(seed), "")
            assert few or secret not in json.dumps(view["board"]), view["board"]


def test_secrets_are_drawn_from_the_candidates_alike():
    game = abgame.game(AbgameOptions(2, 4))
    start = game.parse("2x4 12:0A1B")
    drawn = [game.deal(seed, start)._secret for seed in range(800)]
    assert set(drawn) == set(start.candidates())
    assert min(drawn.count(code) for code in start.candidates()) > 140  # 200 expected of each of four


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("12", "has 2 symbols"),
        ("122", "repeats"),
        ("128", "1 to 7"),
        ("abc", "not a code"),
        ("", "not a code"),
        ("9" * 3000, "9999"),
    ],
)
def test_bad_guesses_are_told_in_one_line(move, said):
    sitting = saizen.sit("abgame", symbols=7, seed=1)
    with pytest.raises(MoveError, match=said) as caught:
        sitting.play(move)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250
    assert not sitting.log


@pytest.mark.parametrize("text", ["1,2,3", "1 2 3", " 123 ", "1, 2, 3"])
def test_guesses_can_be_written_with_commas_and_spaces(text):
    game = abgame.game()
    assert game.parse_move(game.start(), text) == (1, 2, 3)


def test_bad_options_and_positions():
    for options, said in (
        ({"symbols": 10**20}, "at most 999"),
        ({"places": 6, "symbols": 30}, "too many to play"),
        ({"places": 6, "symbols": 12, "repeat": True}, "too many to play"),
        ({"colours": 6}, "not an option"),
    ):
        with pytest.raises(SaizenError, match=said):
            saizen.sit("abgame", **options)
    with pytest.raises(SaizenError, match="size of its own, 3x7"):
        saizen.sit("abgame", start="3x7", symbols=8)
    assert saizen.sit("abgame", start="3x7", symbols=7, seed=1).game.size == Size(3, 7)
    with pytest.raises(SaizenError, match="objective"):
        load("abgame").solution(abgame.game(), objective="most")
    with pytest.raises(SaizenError, match="seconds"):
        abgame.solution(abgame.game(), AbgameSolver(seconds=-1))
    with pytest.raises(PositionError, match="not found"):
        read_position("3x7 123:0A1B {}")
    with pytest.raises(PositionError, match="answer 2"):
        read_position("3x7 123:0A0B 123:3A0B {}")


def test_the_end_has_a_text_and_nothing_to_guess():
    game = abgame.game(AbgameOptions(symbols=7))
    ended = game.parse("3x7 123:0A1B 345:3A0B {}")
    assert game.text(ended) == "3x7 123:0A1B 345:3A0B {}"
    assert ended == game.parse("3x7 {}")
    solution = abgame.solution(game)
    assert (solution.value(ended), solution.moves(ended), solution.unique(ended)) == (0, [], True)
    answer = saizen.advise("abgame", "3x7 {}")
    assert (answer.data["value"], answer.data["candidates"], answer.moves) == (0, 0, [])
    assert "The code is found." in answer.notes


def test_big_sizes_are_looked_at_at_once():
    for options in (
        {"places": 4},
        {"places": 4, "symbols": 6, "repeat": True},
        {"places": 4, "symbols": 999},
    ):
        game = abgame.game(AbgameOptions(**options))
        node = game.look(game.start())
        step = node.options[(1, 2, 3, 4)]
        assert sum(probability for probability, _ in step.next.outcomes) == 1
        assert len(step.next.names) == len(game.size.answers())


def test_rules_in_words():
    for size in SIZES:
        told = AbGame(size).rules_text
        assert max(map(len, told.splitlines())) <= 80
        assert "数当て" in told or "マスターマインド" in told
    assert AbGame(Size(3, 7)).players == {MIN: "guesser", DEALER: "keeper"}


def test_an_answer_in_words():
    game = abgame.game(AbgameOptions(symbols=7))
    start = game.start()
    after = start.answered((1, 2, 3), Reply(1, 1))
    told = game.explain(start, {MIN: (1, 2, 3), DEALER: "1A1B"}, after)
    assert told == "1A1B: 1 in the right place, 1 elsewhere; 24 codes left"
    same = after.answered((1, 2, 3), Reply(1, 1))
    assert "as many as before" in game.explain(after, {MIN: (1, 2, 3), DEALER: "1A1B"}, same)
    assert game.explain(start, {MIN: (1, 2, 3), DEALER: "3A0B"}, after.finished()) == "3A0B: 123 is the code"


def test_public_names():
    assert set(abgame.__all__) <= set(dir(abgame))
    for name in abgame.__all__:
        assert getattr(abgame, name) is not None
    assert saizen.advise("abgame", "3x7 123:0A1B 345:0A2B").data["total"] == 23
    assert saizen.advise("abgame", abgame.read("3x7 123:0A1B 345:0A2B")[1]).data["total"] == 23
    assert len(repr(abgame.solution(abgame.game()))) < 60
    with pytest.raises(AttributeError):
        abgame.nothing  # noqa: B018


def test_eight_threads_get_what_one_gets():
    rng = random.Random(4)
    questions = []
    for size in (Size(3, 8), Size(3, 9, dummies=1), Size(4, 10), Size(3, 4, repeat=True)) * 5:
        secret = rng.choice(list(size.secrets()))
        guesses = [Guesses(size)[rng.randrange(len(Guesses(size)))] for _ in range(3)]
        here = AbPosition.after(size, [(guess, respond(secret, guess)) for guess in guesses])
        if len(here) <= 150:
            questions.append((here, guesses[0]))

    def answers(ask):
        return [
            (solution.value(here), solution.moves(here), solution.moves(here, among=[guess]))
            for here, guess in ask
            for solution in [abgame.solution(AbGame(here.size), AbgameSolver(seconds=None))]
        ]

    found = {}

    def work(number):
        found[number] = answers(questions[number:] + questions[:number])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    right = answers(questions)
    assert len(found) == 8
    for number, told in found.items():
        assert told == right[number:] + right[:number]
