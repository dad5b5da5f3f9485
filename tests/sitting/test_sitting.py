"""Sittings of every example and of Memory: what is written is what happened, and it can be gone on with."""

import json
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

import saizen
from saizen import DEALER, MAX, MIN, Chance, Decision, Game, Terminal
from saizen.errors import GameError, MoveError, SaizenError
from saizen.games.own import own_game
from saizen.sitting import PERSON, Sitting, read_strength, seat_list

EXAMPLES = {
    "nim": ("examples/nim.py:Nim", {"heaps": (3, 2, 1)}),
    "goofspiel": ("examples/goofspiel.py:Goofspiel", {"cards": 3}),
    "pig": ("examples/pig.py:Pig", {"goal": 6}),
    "rps": ("examples/rock_paper_scissors.py:RockPaperScissors", {}),
    "memory": ("memory", {"deck": "2x3"}),
    "memory, one player": ("memory", {"deck": "2x3", "players": 1}),
    "memory, free": ("memory", {"deck": "4x1+2x1", "take": "free", "objective": "win"}),
}
ENTRIES = {name: (saizen.load(where), options) for name, (where, options) in EXAMPLES.items()}


def entry_of(kind):
    """Return the entry of a class that a test wrote."""
    return own_game(f"{kind.__module__}:{kind.__qualname__}")


def random_sitting(name, rng):
    entry, options = ENTRIES[name]
    game = entry.game(**options)
    seats = {seat: rng.choice([PERSON, 0.0, 0.5, 1.0]) for seat in game.players}
    return Sitting(entry, options=options, seats=seats, seed=rng.randrange(1000))


def go_on(sitting, rng):
    if not sitting.step():
        sitting.play(rng.choice(sitting.moves()))


@pytest.mark.parametrize("name", ENTRIES)
def test_whole_random_games_are_written_and_read_back(name):
    for seed in range(12):
        rng = random.Random(seed)
        sitting, entry = random_sitting(name, rng), ENTRIES[name][0]
        while not sitting.ended:
            go_on(sitting, rng)
            if (
                sitting.log
                and rng.random() < 0.1
                and any(sitting.seats[e.seat] == PERSON for e in sitting.log)
            ):
                sitting.undo()
            again = Sitting.from_text(sitting.to_text(), entry)
            assert again.view() == sitting.view()
        assert again.position == sitting.position
        assert again.log == sitting.log
        assert again.gained == sitting.gained
        assert again.taken_back == sitting.taken_back
        assert again.to_text() == sitting.to_text()
        assert again.record() == sitting.record()
        json.dumps(sitting.view(), allow_nan=False)


@pytest.mark.parametrize("name", ENTRIES)
def test_a_resumed_game_goes_on_as_it_would_have(name):
    entry = ENTRIES[name][0]
    for seed in range(6):
        sitting = random_sitting(name, random.Random(seed))
        sitting.seats.update(dict.fromkeys(sitting.seats, 0.5))
        sitting.step()
        twin = Sitting.from_text(sitting.to_text(), entry)
        for one in (sitting, twin):
            while one.step():
                pass
        assert twin.to_text() == sitting.to_text()


@pytest.mark.parametrize("name", ENTRIES)
def test_replay_asks_no_solution(name):
    def refuse(game):
        raise AssertionError("a solution was asked for")

    entry, options = ENTRIES[name]
    rng = random.Random(3)
    sitting = Sitting(
        entry,
        options=options,
        seats=dict.fromkeys((0, 1, 2), PERSON)
        if len(entry.game(**options).players) == 3
        else {1: PERSON, 2: PERSON},
        solve=refuse,
    )
    while not sitting.ended:
        sitting.play(rng.choice(sitting.moves()))
    text = sitting.to_text()
    assert Sitting.from_text(text, entry, solve=refuse).view() == sitting.view()


@pytest.mark.parametrize("name", ENTRIES)
def test_costs_are_never_negative_and_explain_every_loss(name):
    """What a chooser gives away is what the value falls by, where no lottery comes between."""
    for seed in range(10):
        rng = random.Random(seed)
        sitting = random_sitting(name, rng)
        while not sitting.ended:
            go_on(sitting, rng)
        record = sitting.record()
        values = record["values"]
        assert len(values) == len(record["entries"]) + 1
        assert values[-1] == sitting.gained
        for ply, (entry, turn) in enumerate(zip(record["entries"], sitting.turns, strict=True)):
            cost = entry["cost"]
            assert cost is None or cost >= 0
            assert (cost is None) == (turn.seat == DEALER)
            alone = isinstance(turn.before.node, Decision)
            if alone and values[ply + 1] is not None and not isinstance(turn.after.node, Chance):
                fall = values[ply] - values[ply + 1]
                assert cost == (fall if turn.seat == MAX else -fall)
        for player, total in record["costs"].items():
            assert total == sum(e["cost"] for e in record["entries"] if e["player"] == player and e["cost"])


def test_strength_one_never_errs_and_strength_zero_does():
    for strength, errs in ((1.0, False), (0.0, True)):
        costs = []
        for seed in range(10):
            sitting = saizen.sit(
                "examples/nim.py:Nim", heaps=(4, 3, 2), seat="none", opponent=strength, seed=seed
            )
            while sitting.step():
                pass
            costs += sitting.record()["costs"].values()
        assert any(costs) is errs


def test_a_machine_without_strength_needs_no_solution():
    entry, options = ENTRIES["nim"]
    sitting = Sitting(entry, options=options, seats={0: 0.0, 1: 0.0}, solve=lambda game: 1 / 0)
    while sitting.step():
        pass
    assert sitting.ended


def test_without_a_solution_the_game_goes_on():
    entry, options = ENTRIES["nim"]
    sitting = Sitting(entry, options=options, seats={0: PERSON}, solve=lambda game: None)
    while not sitting.ended:
        sitting.play(sitting.moves()[0])
        sitting.advance()
    record = sitting.record()
    assert record["costs"] == {}
    assert record["values"] == []
    with pytest.raises(SaizenError, match="no solution"):
        sitting.hint()


@pytest.mark.parametrize("strength", ["perfect", "random", 0, 1, 0.7, "0.7"])
def test_strengths_that_can_be_read(strength):
    assert 0 <= read_strength(strength) <= 1


@pytest.mark.parametrize("strength", ["bad", "", "1.1", -1, "nan", "inf", None, (1,)])
def test_strengths_that_cannot(strength):
    with pytest.raises(SaizenError, match="use perfect, random, or a number"):
        read_strength(strength)


# ---------------------------------------------------------------------- both choose at once


def test_nothing_of_the_machines_choice_shows_before_the_person_has_chosen():
    for seed in range(10):
        sitting = saizen.sit("examples/rock_paper_scissors.py:RockPaperScissors", seed=seed)
        assert sitting.log == ()
        assert not sitting.step()
        assert sitting.view()["happened"] == []
        assert json.loads(sitting.to_text())["log"] == []


@pytest.mark.parametrize("seat", [MAX, MIN])
@pytest.mark.parametrize("opponent", [0.0, 0.5, 1.0])
def test_the_machines_choice_does_not_depend_on_the_persons(seat, opponent):
    games = 200
    drawn = {move: [] for move in ("1", "2", "3")}
    game = saizen.load("examples/goofspiel.py:Goofspiel")
    solution = game.solution(game.game(cards=3))
    for move, cards in drawn.items():
        for seed in range(games):
            sitting = Sitting(
                game,
                options={"cards": 3},
                seats={seat: PERSON, 1 - seat: opponent},
                seed=seed,
                solve=lambda _: solution,
            )
            sitting.play(move)
            assert sitting.log[0] == saizen.sitting.Event(seat, move)
            assert sitting.log[1].seat == 1 - seat
            cards.append(sitting.log[1].move)
    for card in "123":
        often = [cards.count(card) / games for cards in drawn.values()]
        assert max(often) - min(often) < 0.15, (card, often)  # three standard deviations of a difference


def test_sending_the_same_game_with_another_choice_shows_nothing():
    together = 0
    for seed in range(100):
        cards = set()
        for move in ("rock", "paper", "scissors"):
            sitting = saizen.sit("examples/rock_paper_scissors.py:RockPaperScissors", seed=seed, opponent=0.0)
            sitting.play(move)
            cards.add(sitting.log[1].move)
        together += len(cards) == 1
    assert together < 25, "the machine's card is the same whatever the person chooses"  # 11 are expected


def test_two_people_choose_one_after_the_other():
    sitting = saizen.sit("examples/goofspiel.py:Goofspiel", cards=2, seat="all")
    assert sitting.awaited == MAX
    sitting.play("2")
    assert sitting.awaited == MIN
    assert sitting.view()["position"] == "({1, 2}, {1, 2})"
    assert sitting.hint().data["player"] == "min"
    sitting.play("1")
    assert sitting.gained == 1
    sitting.undo()
    assert sitting.awaited == MIN
    assert sitting.record()["values"] == [0, None]


# ---------------------------------------------------------------------- taking back


def test_what_lies_on_the_table_stays():
    sitting = saizen.sit("memory", deck="2x4", seed=4)
    seen = {}
    for place in map(str, range(1, 9)):
        sitting.play(place)
        seen[place] = sitting.log[1].move
        sitting.undo()
        assert sitting.log == ()
    assert sitting.taken_back == 8
    assert sitting.record()["taken_back"] == 8
    again = saizen.sit("memory", deck="2x4", seed=4)
    for place, letter in seen.items():
        again.play(place)
        first = again.log[1].move
        assert first == letter or first == "A"  # the first letter turned is always called A
        again.undo()


def test_dice_and_machines_draw_anew_from_seed_take_backs_and_ply():
    def rolls(seed):
        sitting = saizen.sit("examples/pig.py:Pig", goal=12, seed=seed)
        found = []
        for _ in range(12):
            while not sitting.person_awaited:
                sitting.step()
            sitting.play("roll")
            mine = [i for i, event in enumerate(sitting.log) if event.seat == MAX]
            found.append(sitting.log[mine[-1] + 1].move)
            sitting.undo()
        return found

    found = rolls(1)
    assert found == rolls(1)
    assert len(set(found)) > 2
    assert found != rolls(2)


def test_there_is_nothing_to_take_back_before_a_person_has_moved():
    sitting = saizen.sit("examples/nim.py:Nim", heaps=(2, 1), seat="min", seed=1)
    assert len(sitting.log) == 1
    with pytest.raises(MoveError, match="nothing to undo"):
        sitting.undo()
    sitting.play(sitting.moves()[0])
    sitting.undo()
    assert len(sitting.log) == 1
    assert sitting.taken_back == 1


def test_again_is_a_new_game_with_the_same_seats():
    sitting = saizen.sit("memory", deck="2x3", seed=4, seat="second", opponent=0.5)
    other = sitting.again()
    assert other.seats == sitting.seats
    assert other.options == sitting.options
    assert other.seed != sitting.seed
    assert other.taken_back == 0
    assert other.person_awaited or other.ended
    assert sitting.again().to_text() == other.to_text(), "a script with a seed runs the same again"
    assert sitting.again(seed=9).seed == 9


# ---------------------------------------------------------------------- beside a real table


def test_an_assistant_takes_what_can_come_and_refuses_what_cannot():
    sitting = saizen.sit("examples/pig.py:Pig", seat="all")
    assert sitting.awaited == DEALER
    assert sitting.view()["awaits"]["kind"] == "entry"
    with pytest.raises(MoveError, match="'7' is not possible here; possible: 1, 2, 3, 4, 5, 6"):
        sitting.play("7")
    sitting.play("4")
    assert sitting.position == (0, 0, 4, 0)
    assert sitting.moves() == ["roll", "hold"]
    with pytest.raises(MoveError, match="possible: roll, hold"):
        sitting.play("stop")
    assert sitting.hint().data["moves"]
    sitting.play("roll")
    hint = sitting.hint()
    assert hint.data["moves"] == []
    assert [one["probability"] for one in hint.data["outcomes"]] == [Fraction(1, 6)] * 6
    assert sitting.record()["values"][-1] is None
    assert len(sitting.log) == 2


def test_a_lottery_says_what_can_come():
    hint = saizen.sit("examples/pig.py:Pig", seat="all").hint()
    assert hint.data["moves"] == []
    assert [one["name"] for one in hint.data["outcomes"]] == list("123456")


def test_hints_are_advice():
    sitting = saizen.sit("examples/nim.py:Nim", heaps=(3, 2, 1), seat="all")
    sitting.play("3 to 0")
    hint = sitting.hint()
    advised = saizen.advise("examples/nim.py:Nim", "((2, 1, 0), 1)", heaps=(3, 2, 1))
    assert hint.data == advised.data
    assert hint.data["moves"][0]["move"] == "2 to 1"


def test_a_game_that_is_over_takes_nothing():
    sitting = saizen.sit("examples/nim.py:Nim", heaps=(1,), seed=1)
    sitting.play("1 to 0")
    assert sitting.awaited is None
    assert sitting.moves() == []
    assert sitting.view()["awaits"] is None
    assert not sitting.allows("1 to 0")
    assert not sitting.step()
    for move in ("1 to 0", "x" * 1000):
        with pytest.raises(MoveError, match="the game is over"):
            sitting.play(move)
    with pytest.raises(MoveError, match="over"):
        sitting.hint()


# ---------------------------------------------------------------------- seats, names, options


class Named(Game):
    """Players have names, the dealer has none."""

    players = {MAX: "Ann", MIN: "Ben"}  # noqa: RUF012

    def start(self):
        return "toss"

    def look(self, position):
        if position == "toss":
            return Chance.uniform(["ann", "ben"], names=["heads", "tails"])
        return Decision(MAX if position == "ann" else MIN, {"win": Terminal(1), "lose": Terminal(-1)})


class Unnamed(Named):
    players = {MAX: "Ann"}  # noqa: RUF012


class Settings(Game):
    """A game with settings of every kind."""

    def __init__(self, given=None, more=()):
        self.given, self.more = given, more

    def start(self):
        return "start"

    def look(self, position):
        return Decision(MAX, {"go": Terminal(1)}) if self.given is not None else Terminal(0)


def test_a_dealer_without_a_name_still_deals():
    entry = entry_of(Named)
    for seat in (None, "Ann", "ben", "dealer", "all", "none", ["Ann", "Ben"], 1):
        sitting = saizen.sit(entry, seat=seat, seed=1)
        rng = random.Random(1)
        while not sitting.ended:
            go_on(sitting, rng)
        assert sitting.view()["happened"][0]["player"] == "dealer"
        assert sitting.record()["ended"]
        assert sitting._repr_html_()
        assert Sitting.from_text(sitting.to_text(), entry).view() == sitting.view()
    with pytest.raises(SaizenError, match="'Cid' is not a seat of this game; possible: Ann, Ben, dealer"):
        saizen.sit(entry, seat="Cid")


def test_a_player_who_moves_but_is_not_named_is_told():
    sitting = saizen.sit(entry_of(Unnamed), seat="all")
    with pytest.raises(GameError, match="player 1 has the turn and is not in players"):
        sitting.play("tails")


def test_seats_are_read():
    game = saizen.load("memory").game()
    assert seat_list(game, None) == [MAX]
    assert seat_list(game, "all") == [MAX, MIN, DEALER]
    assert seat_list(game, "none") == []
    assert seat_list(game, ["second", "table", 1]) == [MIN, DEALER]


@pytest.mark.parametrize(
    "given",
    [
        1,
        1.5,
        "a",
        True,
        (1, (2, "b")),
        Fraction(1, 3),
        frozenset({1, 2}),
        {1: (2, 3), "a": {}},
        {"literal": 1},
        (Fraction(1, 2), frozenset()),
        -0.5,
        "1/3",
        {1: Fraction(1, 7)},
    ],
)
def test_settings_are_written_and_read_back(given):
    entry = entry_of(Settings)
    sitting = saizen.sit(entry, given=given, seed=1)
    again = Sitting.from_text(sitting.to_text(), entry)
    assert again.game.given == given
    assert type(again.game.given) is type(given)
    assert again.view() == sitting.view()


def test_settings_that_cannot_be_written_are_refused_at_once():
    with pytest.raises(SaizenError, match="given"):
        saizen.sit(entry_of(Settings), given=object())


# ---------------------------------------------------------------------- threads


@pytest.mark.parametrize("name", ["nim", "goofspiel", "memory"])
def test_eight_threads_at_one_table(name):
    entry, options = ENTRIES[name]
    sitting = saizen.sit(entry, seat="all", seed=1, options=options)
    failures, gate = [], threading.Barrier(8)

    def use(number):
        rng = random.Random(number)
        gate.wait()
        for _ in range(60):
            try:
                match rng.randrange(7):
                    case 0 | 1 | 2:
                        sitting.play(rng.choice(sitting.moves() or ["x"]))
                    case 3:
                        sitting.undo()
                    case 4:
                        view = sitting.view()
                        assert view["ended"] == (view["awaits"] is None)
                        assert len(json.loads(view["sitting"])["log"]) == len(view["happened"])
                    case 5:
                        sitting.record()
                    case 6:
                        repr(sitting), sitting.hint(), sitting.awaited, sitting.gained
            except MoveError:
                pass
            except Exception as error:
                failures.append(repr(error))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(use, range(8)))
    assert not failures
    assert Sitting.from_text(sitting.to_text(), entry).view() == sitting.view()


def test_eight_threads_ask_one_solution():
    entry, options = ENTRIES["goofspiel"]
    solution = entry.solution(entry.game(**options))
    positions = list(solution.positions)

    def ask(number):
        return [(solution.value(p), solution.moves(p, number % 2), solution.unique(p)) for p in positions]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(ask, range(8)))
    assert found[0::2] == [ask(0)] * 4
    assert found[1::2] == [ask(1)] * 4


def test_what_could_not_be_solved_is_not_tried_again():
    tried = []

    def solve(game):
        tried.append(1)
        raise GameError("too many positions")

    entry, options = ENTRIES["nim"]
    sitting = Sitting(entry, options=options, seats={0: PERSON, 1: 0.0}, solve=solve)
    for _ in range(3):
        with pytest.raises(GameError, match="too many"):
            sitting.hint()
    assert len(tried) == 1
