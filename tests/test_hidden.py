"""Games in which players do not see everything: exact values, proofs, questions, mistakes in words."""

import builtins
import json
import random
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from flint import fmpq

from ab_duel import AbDuel
from hidden_goofspiel import HiddenGoofspiel
from hidden_tricks import HiddenTricks
from kuhn import Kuhn
from leduc import Leduc
from liars_dice import LiarsDice
from nim import Nim
from private_memory import PrivateMemory
from random_hidden import KINDS, RandomGame
from saizen import (
    MAX,
    MIN,
    Chance,
    Decision,
    Game,
    SaizenError,
    Simultaneous,
    Step,
    Terminal,
    load,
    sit,
    solve,
)
from saizen.check import check_game
from saizen.check.proof_file import read_proof
from saizen.check.strategies import secured
from saizen.game import hides
from saizen.matrix import solve_matrix
from saizen.solver.hidden.exact_basis import plans_of_basis
from saizen.solver.hidden.exploration import explore
from saizen.solver.hidden.growth import grown
from saizen.solver.hidden.linear_program import program_of, solve_floats
from saizen.solver.hidden.proof import HiddenBounds, is_plan, prove
from saizen.solver.hidden.quasi_perfect import is_quasi_perfect, quasi_perfect_plans
from saizen.solver.hidden.regret import Regrets
from saizen.solver.hidden.rounding import rounded
from saizen.solver.hidden.sequence_form import sequence_form
from saizen.solver.hidden.solving import repaired
from von_neumann_poker import VonNeumannPoker

LEDUC = Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930)


@pytest.mark.parametrize(
    ("game", "value", "sets"),
    [
        (Kuhn(), Fraction(-1, 18), (6, 6)),
        (Kuhn(5), Fraction(-1, 15), (10, 10)),
        (Kuhn(8), Fraction(-1, 16), (16, 16)),
        (Kuhn(13), Fraction(-5, 78), (26, 26)),
        (LiarsDice(2), Fraction(1, 2), (16, 16)),
        (LiarsDice(3), Fraction(1, 9), (96, 96)),
        (LiarsDice(4), Fraction(1, 16), (512, 512)),
        (Leduc(), LEDUC, (144, 144)),
        (HiddenGoofspiel(3), 0, (36, 36)),
        (HiddenGoofspiel(4), 0, (369, 369)),
    ],
    ids=repr,
)
def test_values_that_others_have_found(game, value, sets):
    solution = solve(game)
    assert (solution.value(game.start()), solution.information_sets) == (value, sets)
    assert solution.proved
    assert solution.exact


def form_of(game):
    exploration = explore(game, most=10**6)
    return sequence_form(exploration.memories, exploration.payments)


# ---------------------------------------------------------------------- what the contract says


class Shown(Game):
    """A coin is shown to MIN, covered again, and guessed. ``shown`` False hides it all the time."""

    def __init__(self, shown=True):
        self.shown = shown

    def start(self):
        return "start"

    def look(self, position):
        if position == "start":
            return Chance.uniform([("coin", side) for side in (0, 1)])
        if position[0] == "coin":
            return Chance([(1, ("covered", position[1]))])
        return Decision(MIN, {guess: Terminal(1 if guess != position[1] else -1) for guess in (0, 1)})

    def sees(self, position, player):
        seen = self.shown and player == MIN and position[0] == "coin"
        return position if seen else "a covered coin"


def test_what_was_shown_and_covered_again_is_known():
    assert solve(Shown()).value("start") == -1
    assert solve(Shown(False)).value("start") == 0


class Pennies(Game):
    """Matching pennies: at once, one after the other unseen, and with bookkeeping in between."""

    def __init__(self, form):
        self.form = form

    def start(self):
        return ()

    def look(self, position):
        if len(position) == 2:
            return Terminal(1 if position[0] == position[1] else -1)
        if position == () and self.form == "at once":
            return Simultaneous("ht", "ht", lambda a, b: (a, b))
        if position == ():
            step = (
                (lambda m: Step(0, Chance([(1, (m,))]))) if self.form == "bookkeeping" else (lambda m: (m,))
            )
            return Decision(MAX, {m: step(m) for m in "ht"})
        return Decision(MIN, {m: (position[0], m) for m in "ht"})

    def sees(self, position, player):
        return "the table"


@pytest.mark.parametrize("form", ["at once", "in turn", "bookkeeping"])
def test_the_form_of_the_rules_changes_nothing(form):
    solution = solve(Pennies(form))
    assert solution.value(()) == 0
    assert solution.plans == ([1, fmpq(1, 2), fmpq(1, 2)],) * 2


class Forgetful(Game):
    """MAX chooses twice and is shown nothing; his own first choice he knows all the same."""

    def start(self):
        return ""

    def look(self, position):
        if len(position) == 2:
            return Terminal(int(position[0] != position[1]))
        return Decision(MAX, {m: position + m for m in "ab"})

    def sees(self, position, player):
        return None


def test_own_moves_are_remembered():
    solution = solve(Forgetful())
    assert solution.value("") == 1
    assert solution.information_sets == (3, 0)
    assert solution.advice("[a]").moves[0].move == "b"


# ---------------------------------------------------------------------- proofs


def pure_strategies(memories):
    """Yield every pure strategy of a player as the sequences that it plays."""
    real = [found for found in memories.sets if len(found.moves) > 1]
    for choice in product(*(range(len(found.moves)) for found in real)):
        plan = {0: 1}
        for found, move in zip(real, choice, strict=True):
            if found.parent in plan:
                plan[found.first + move] = 1
        yield frozenset(plan)


def brute_force(game):
    """Return the value from the table of all pure strategies."""
    exploration = explore(game, most=10**6)
    form = sequence_form(exploration.memories, exploration.payments)
    rows, columns = (sorted(set(pure_strategies(own)), key=sorted) for own in exploration.memories)
    listed = list(zip(form.rows.tolist(), form.columns.tolist(), form.payoffs.tolist(), strict=True))
    table = [[sum(p for r, c, p in listed if r in row and c in column) for column in columns] for row in rows]
    return Fraction(solve_matrix(table).value) / form.scale


@pytest.mark.parametrize("seed", range(15))
def test_random_games_against_all_pure_strategies(seed):
    game = RandomGame(seed, KINDS[seed % 5], depth=3)
    sets = solve(game).form.sides
    if max(side.sets for side in sets) > 5:
        game = RandomGame(seed, KINDS[seed % 5], depth=2)
    assert solve(game).value(()) == brute_force(game)


@pytest.mark.parametrize("seed", range(30))
def test_random_games_are_proved(seed):
    """Payoffs far apart, fractions and chances of 1e-7 a step: one denominator for all would defeat HiGHS."""
    game = RandomGame(seed, KINDS[seed % 5], depth=4)
    solution = solve(game)
    low, high = solution.bounds
    assert low == high == solution.value(())


@pytest.mark.parametrize("kind", KINDS)
def test_a_spoiled_basis_is_repaired(kind):
    form = form_of(RandomGame(3, kind, depth=4))
    program = program_of(form)
    value = solve(RandomGame(3, kind, depth=4)).value(())
    floats = solve_floats(program)
    dice = random.Random(5)
    for _ in range(3):
        columns, rows = floats.basic_columns.copy(), floats.basic_rows.copy()
        for _ in range(max(2, len(rows) // 5)):
            columns[dice.randrange(len(columns))] ^= True
            rows[dice.randrange(len(rows))] ^= True
        assert repaired(program, columns, rows, True).bounds == (value, value)
    assert repaired(program, columns, rows, False).bounds == (value, value)


def test_a_basis_without_the_value_gives_no_plans():
    """As HiGHS leaves it when its time is over."""
    program = program_of(form_of(Kuhn()))
    floats = solve_floats(program)
    columns = floats.basic_columns.copy()
    columns[-1] = False
    assert plans_of_basis(program, columns, floats.basic_rows) is None


def test_vectors_that_are_no_strategies_prove_nothing():
    form, solution = form_of(Kuhn()), solve(Kuhn())
    good = solution.plans
    assert prove(form, *good) == (Fraction(-1, 18),) * 2
    for side in (MAX, MIN):
        for spoiled in (
            [weight * 2 for weight in good[side]],
            [*good[side][:-1], good[side][-1] + 1],
            [*good[side][:-2], good[side][-2] - 5, good[side][-1] + 5],
            good[side][:-1],
        ):
            assert not is_plan(form.sides[side], spoiled)
            plans = [*good]
            plans[side] = spoiled
            bounds = prove(form, *plans)
            assert bounds[side] is None
            assert not bounds.proved
    assert not HiddenBounds(None, None).proved


class Tiny(Game):
    """A choice that matters with a chance of 1e-30, which floats cannot see."""

    def start(self):
        return None

    def look(self, position):
        if position is None:
            tiny = Fraction(1, 10**30)
            return Chance([(tiny, ("rare", None)), (1 - tiny, ("usual", None))])
        kind, mine = position
        if mine is None:
            return Decision(MAX, {m: (kind, m) for m in "ab"})
        if kind == "usual":
            return Terminal(0)
        return Decision(MIN, {m: Terminal((3 if m == "a" else 1) if mine == m else 0) for m in "ab"})

    def sees(self, position, player):
        return position and player == MIN and position[0]


def test_what_floats_cannot_see_is_exact():
    assert solve(Tiny()).value(None) == Fraction(3, 4) / 10**30


def test_floats_secure_an_exact_interval():
    solution = solve(Kuhn(), exact=False)
    low, high = solution.interval()
    assert low <= Fraction(-1, 18) <= high
    assert high - low < Fraction(1, 10**6)
    assert not solution.exact
    assert type(solution.value(None)) is float


@pytest.mark.parametrize("game", [LiarsDice(3), LiarsDice(4), HiddenGoofspiel(4), Leduc()], ids=repr)
def test_a_growing_program_ends_at_the_value(game):
    form = form_of(game)
    plans, bounds = grown(form)
    assert prove(form, *plans) == bounds == (solve(game).value(game.start()),) * 2


def test_regret_minimisation_comes_close():
    form = form_of(Kuhn())
    regrets = Regrets(form)
    regrets.run(2000)
    plans = [rounded(side, mean) for side, mean in zip(form.sides, regrets.means, strict=True)]
    low, high = prove(form, *plans)
    assert low <= Fraction(-1, 18) <= high
    assert high - low < Fraction(1, 1000)


def test_within_stops_at_a_proved_interval(cli, tmp_path):
    ran = cli(
        "solve", "examples/kuhn.py:Kuhn", "--within", "0.001", "--json", "--proof", tmp_path / "close.json"
    )
    data = json.loads(ran.out)
    low, high = map(Fraction, data["interval"])
    assert low <= Fraction(-1, 18) <= high
    assert 0 < high - low <= Fraction(1, 1000)
    assert data["exact"] is data["proved"] is False
    assert "is in" in cli("verify", "examples/kuhn.py:Kuhn", tmp_path / "close.json").out
    assert "above 0" in cli("solve", "examples/kuhn.py:Kuhn", "--within", "0").err
    assert "see everything" in cli("solve", "examples/nim.py:Nim", "--within", "0.1").err


# ---------------------------------------------------------------------- certificates


@pytest.fixture
def proof(tmp_path, cli):
    path = tmp_path / "kuhn.json"
    ran = cli("solve", "examples/kuhn.py:Kuhn", "--json", "--proof", path)
    data = json.loads(ran.out)
    assert data["value"] == "-1/18"
    assert data["exact"] is data["proved"] is True
    assert (data["positions"], data["information_sets"]) == (55, [6, 6])
    return path


def test_a_proof_is_verified_without_the_solver(proof, cli):
    ran = cli("verify", "examples/kuhn.py:Kuhn", proof, "--json")
    assert json.loads(ran.out)["proved"] is True
    data = json.loads(proof.read_text())
    data["low"] = data["high"] = "-1/17"
    proof.write_text(json.dumps(data))
    ran = cli("verify", "examples/kuhn.py:Kuhn", proof)
    assert ran.code == 1
    data["strategies"][0][0][1][0][1] = "2"
    proof.write_text(json.dumps(data))
    ran = cli("verify", "examples/kuhn.py:Kuhn", proof, "--json")
    assert ran.code == 1
    assert "not a strategy" in json.loads(ran.out)["problems"][0]
    proof.write_text("[]")
    assert cli("verify", "examples/kuhn.py:Kuhn", proof).code == 2


def test_the_checker_agrees_on_random_games(tmp_path):
    from saizen.solver.hidden.certificate import write_certificate

    for seed in range(10):
        game = RandomGame(seed, KINDS[seed % 5], depth=4)
        solution = solve(game)
        write_certificate(solution, tmp_path / "proof.json")
        low, high, strategies = read_proof(tmp_path / "proof.json")
        assert low == high == solution.value(())
        assert [secured(game, player, strategies[player]) for player in (MAX, MIN)] == [low, high]


# ---------------------------------------------------------------------- questions


def test_questions_are_put_to_what_a_player_has_seen(cli):
    data = json.loads(cli("advise", "examples/kuhn.py:Kuhn", "1 / pb", "--json").out)
    assert data["player"] == "max"
    assert {b["position"]: b["probability"] for b in data["beliefs"]} == {
        "((1, 2), 'pb')": "3/4",
        "((1, 0), 'pb')": "1/4",
    }
    assert sum(Fraction(m["probability"]) for m in data["moves"]) == 1
    lines = cli("advise", "examples/kuhn.py:Kuhn", "-", stdin="0\n9 / x\n").out.splitlines()
    assert json.loads(lines[0])["moves"]
    assert "write the last view" in json.loads(lines[1])["error"]


@pytest.mark.parametrize("game", [Kuhn(), Kuhn(4), LiarsDice(3), HiddenGoofspiel(3)], ids=repr)
def test_advice_is_best_where_best_play_never_comes(game):
    """No move that is played is worse than another by the beliefs, at any information set."""
    solution = solve(game)
    unreached = 0
    for place in solution.stories.places:
        advice = solution.advice_at(place)
        unreached += not advice.reached
        assert sum(chance for _, chance in advice.beliefs) == 1
        assert sum(move.probability for move in advice.moves) == 1
        assert all(move.optimal is not False for move in advice.moves if move.probability)
    assert unreached or not isinstance(game, LiarsDice)


def test_kuhn_after_a_bet_that_may_never_come():
    """Whether the first player bluffs at all is open; after a bet the middle card calls one time in three."""
    advice = solve(Kuhn()).advice("1 / b")
    assert {move.move: move.probability for move in advice.moves} == {
        "b": Fraction(1, 3),
        "p": Fraction(2, 3),
    }


def test_plans_that_are_not_quasi_perfect_are_refused():
    form = form_of(Kuhn())
    plans = quasi_perfect_plans(form)
    assert is_quasi_perfect(form, plans)
    assert not is_quasi_perfect(form, solve(Kuhn()).plans)
    swapped = [*plans[1]]
    swapped[1], swapped[2] = swapped[2], swapped[1]
    assert not is_quasi_perfect(form, (plans[0], swapped))


def test_every_story_has_a_text_that_is_read_back():
    for game in (Kuhn(), LiarsDice(2), HiddenGoofspiel(3), *(RandomGame(s, depth=4) for s in range(4))):
        stories = solve(game).stories
        for place in stories.places:
            assert stories.find(stories.text(place)) == place
            assert stories.text(place).isprintable()


# ---------------------------------------------------------------------- mistakes in words


class Leaky(Game):
    """The mover is shown nothing, but his moves tell him what came."""

    def start(self):
        return None

    def look(self, position):
        if position is None:
            return Chance.uniform([1, 2])
        return Decision(MAX, {m: Terminal(0) for m in range(position)})

    def sees(self, position, player):
        return None


def test_moves_that_differ_name_both_histories():
    with pytest.raises(SaizenError, match=r"max cannot tell 2 from 1, but the moves differ: 0, 1 and 0;"):
        solve(Leaky())


def changed(**methods):
    """Return Kuhn's poker with other methods."""
    return type("Changed", (Kuhn,), methods)()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (changed(sees=lambda self, position, player: [1]), "which is not hashable"),
        (
            changed(sees=lambda self, position, player: 1 / 0),
            r"sees\(\) at position None fails: ZeroDivision",
        ),
        (
            changed(look=lambda self, p: Chance([(0.5, 1), (0.5, 2)]) if p is None else Terminal(0)),
            r"0.5 is a float.*Fraction\(1, 2\).*--float",
        ),
        (changed(look=lambda self, p: Terminal((1, -1))), "wins what the other loses"),
        (changed(look=lambda self, p: Decision(2, {"a": Terminal(0)})), "three and more players"),
        (
            changed(look=lambda self, p: Chance.uniform([1, 2]), sees=lambda self, p, player: p),
            "position 1 can come again.*more than 5,000 histories",
        ),
        (
            changed(
                look=lambda self, p: Chance.uniform([2 * (p or 1), 2 * (p or 1) + 1]),
                sees=lambda self, p, player: None,
            ),
            r"more than 5,000 histories.*fewer cards.*canonical\(\).*--within",
        ),
        (changed(look=lambda self, p: Terminal(float("nan"))), "nan is not a finite number"),
        (changed(look=lambda self, p: Chance([(Fraction(1, 3), 1)])), "sum to 1/3, not to 1"),
    ],
)
def test_mistakes_are_told_in_words(game, words):
    with pytest.raises(SaizenError, match=words):
        solve(game, max_positions=5000)


def test_without_highs_the_message_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name == "highspy":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SaizenError, match="pip install highspy"):
        solve(Kuhn())


def test_options_that_say_nothing_of_hidden_games_are_refused(cli, tmp_path):
    assert "--proof FILE" in cli("solve", "examples/kuhn.py:Kuhn", "--out", tmp_path / "kuhn.bin").err
    ran = cli("solve", "examples/nim.py:Nim", "--proof", tmp_path / "nim.json")
    assert ran.code == 2
    assert "see everything" in ran.err
    assert not hides(Nim((1,)))


def test_progress_can_stop_the_work():
    from saizen.errors import Cancelled
    from saizen.work.progress import Silent

    class Stopping(Silent):
        def stage(self, label, total=None):
            if "program" in label:
                raise Cancelled

    with pytest.raises(Cancelled):
        solve(Kuhn(), progress=Stopping())


def test_entries_of_ones_own_know_hidden_games():
    entry = load("examples/kuhn.py:Kuhn")
    assert entry.solution(entry.game(cards=5)).value(None) == Fraction(-1, 15)


# ---------------------------------------------------------------------- examples


@pytest.mark.parametrize("bet", [1, 2, 4])
def test_von_neumanns_poker_tends_to_his_value(bet):
    limit = Fraction(bet, (bet + 1) * (bet + 4))
    far, near = (abs(solve(VonNeumannPoker(hands, bet)).value(None) - limit) for hands in (8, 32))
    assert near < far
    assert near < Fraction(1, 200)


def test_where_symbols_differ_a_keeper_gains_nothing_by_choosing():
    for places, symbols in ((2, 3), (2, 4), (3, 3)):
        duel = AbDuel(places, symbols)
        told = load("abgame").command("solve")({"places": places, "symbols": symbols})
        assert solve(duel).value(duel.start()) == Fraction(told.data["mean"])


@pytest.mark.parametrize(
    ("places", "symbols", "value", "mean"), [(2, 2, "2", "2"), (2, 3, "29/12", "7/3"), (3, 2, "23/10", "9/4")]
)
def test_where_symbols_repeat_a_keeper_may_gain(places, symbols, value, mean):
    duel = AbDuel(places, symbols, True)
    assert solve(duel).value(duel.start()) == Fraction(value)
    told = load("abgame").command("solve")({"places": places, "symbols": symbols, "repeat": True})
    assert Fraction(told.data["mean"]) == Fraction(mean)


@pytest.mark.parametrize("cards", range(4, 8))
def test_leading_never_pays_with_hidden_hands(cards):
    for score in range(1, cards + 1):
        value = solve(HiddenTricks(cards, 2, score)).value(None)
        assert value <= 0
        if score == 2:
            assert value == -Fraction(4, comb(cards, 2))
    assert solve(HiddenTricks(7, 3, 4)).value(None) == Fraction(-18, 35)


def test_with_private_memory_the_first_player_gains():
    assert [solve(PrivateMemory(pairs)).value(None) for pairs in (1, 2, 3)] == [
        1,
        Fraction(2, 3),
        Fraction(3, 5),
    ]


# ---------------------------------------------------------------------- at the table


@pytest.mark.parametrize("seat", ["max", "min"])
@pytest.mark.parametrize("seed", range(6))
def test_a_person_is_shown_what_the_seat_sees(seat, seed):
    """The other's card is in nothing that is shown until the game is over."""
    sitting = sit("examples/kuhn.py:Kuhn", seat=seat, seed=seed, cards=3)
    while not sitting.ended:
        view = sitting.view()
        own = sitting.position[0][(MAX, MIN)[seat == "min"]]
        assert view["position"].split(" / ")[0] == str(own)
        assert view["sitting"] is None
        with pytest.raises(SaizenError, match="not over"):
            sitting.record()
        assert all(turn["move"] == "?" for turn in view["happened"] if turn["player"] != seat)
        assert str(sitting.position[0]) not in json.dumps(view, default=str)
        hint = sitting.hint()
        assert {move["move"] for move in hint.moves} == {"p", "b"}
        sitting.play("p")
    view = sitting.view()
    assert view["sitting"] is not None
    assert "(" in view["position"]
    costs = [entry for entry in sitting.record()["entries"] if entry["seat"] != 2]
    assert all(entry["cost"] is None or entry["cost"] >= 0 for entry in costs)


def test_machines_play_their_mix_by_what_they_saw():
    """With the highest card after a bet nobody passes, with the lowest nobody calls."""
    for seed in range(60):
        sitting = sit("examples/kuhn.py:Kuhn", seat="none", seed=seed)
        while sitting.step():
            pass
        cards, said = sitting.position
        called = {1: "bb", 0: "pbb"}
        for player, words in called.items():
            if said == words:
                assert cards[player] != 0
            if said == words[:-1] + "p":
                assert cards[player] != 2


def test_at_a_real_table_one_enters_what_one_sees(cli):
    lines = cli(
        "play",
        "examples/kuhn.py:Kuhn",
        "--assist",
        "--json",
        "--seat",
        "min",
        stdin="1\n0\n1 / b\nb\nu\nn\nq\n",
    ).out.splitlines()
    told = [json.loads(line) for line in lines]
    assert [t["views"] for t in told] == [
        list("012"),
        ["1 / b", "1 / p"],
        ["1 / b", "1 / p"],
        [],
        [],
        [],
        list("012"),
    ]
    assert "not possible here" in told[2]["error"]
    assert told[3]["hint"]["moves"][0] == {
        "move": "p",
        "probability": "2/3",
        "value": 1,
        "optimal": True,
        "cost": 0,
    }
    assert {b["position"] for b in told[3]["hint"]["beliefs"]} == {"((2, 1), 'b')", "((0, 1), 'b')"}
    assert told[4]["moves"] == []
    for more in (("--seat", "all"), ("--start", "((1, 2), 'b')")):
        ran = cli("play", "examples/kuhn.py:Kuhn", "--assist", *more)
        assert ran.code == 2
        assert "hidden" in ran.err


def test_what_would_show_everything_is_refused(cli, tmp_path):
    for words in (
        ("export", "examples/kuhn.py:Kuhn", "--out", tmp_path / "kuhn.nfg"),
        ("play", "examples/kuhn.py:Kuhn", "--seat", "max", "--seat", "dealer"),
    ):
        ran = cli(*words)
        assert ran.code == 2, ran
        assert "hid" in ran.err or "nobody sees all" in ran.err


# ---------------------------------------------------------------------- saizen check


@pytest.mark.parametrize(
    "name",
    [
        "kuhn.py:Kuhn",
        "leduc.py:Leduc",
        "hidden_goofspiel.py:HiddenGoofspiel",
        "von_neumann_poker.py:VonNeumannPoker",
        "hidden_tricks.py:HiddenTricks",
        "ab_duel.py:AbDuel",
    ],
)
def test_examples_keep_the_contract(name, cli):
    assert json.loads(cli("check", f"examples/{name}", "--json").out)["problems"] == []


class Counted(Game):
    """MAX writes one thing down or two, unseen; but MIN sees that there is writing, before he guesses."""

    def start(self):
        return "secret"

    def look(self, position):
        if position == "secret":
            return Decision(MAX, {1: ("writing", 1, 1), 2: ("writing", 2, 2)})
        kind, secret, left = position
        if kind == "writing":
            return Chance([(1, ("writing", secret, 1) if left == 2 else ("done", secret, 0))])
        return Decision(MIN, {guess: Terminal(int(guess != secret)) for guess in (1, 2)})

    def sees(self, position, player):
        return position if player == MAX or position[-1] == 2 else "wait"


class Drawn(Kuhn):
    """Every drawing has both cards."""

    def describe(self, position, seat=None):
        return str(position)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (changed(sees=lambda self, position, player: position), "never hides anything"),
        (changed(sees=lambda self, position, player: None), "shows max nothing where he decides"),
        (changed(sees=lambda self, position, player: [position]), "not hashable"),
        (changed(sees=lambda self, position, player: object()), "something else the second time"),
        (Drawn(), "differently, but sees"),
        (Leaky(), "the moves differ"),
        (changed(sees=lambda self, p, player: p and (p[0][1 - player], p[1])), "take each for the other"),
        (
            changed(sees=lambda self, p, player: p and (p[0][1] if player else "?", p[1])),
            "max decides without seeing his own position[0][0]",
        ),
        (changed(sees=lambda self, p, player: p and p[1] and ()), "shows min nothing where he decides"),
        (Counted(), "leave bookkeeping out of sees()"),
        (
            changed(
                look=lambda self, p: Chance.uniform([1, 2]),
                sees=lambda self, p, player: None,
                describe=Game.describe,
            ),
            "can come again",
        ),
    ],
)
def test_check_says_what_is_wrong_with_sees(game, words):
    assert any(words in problem for problem in check_game(game).problems)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Shown(), "shown and covered again"),
        (
            changed(sees=lambda self, p, player: p and p[1], describe=Game.describe),
            "nobody who decides sees position[0][0]",
        ),
    ],
)
def test_check_remarks_on_what_may_be_meant(game, words):
    report = check_game(game)
    assert report.problems == ()
    assert any(words in remark for remark in report.remarks)


class Collected(Game):
    """Both name numbers in turn, unseen by the other; each remembers his own."""

    def start(self):
        return 0, ((), ())

    def look(self, position):
        turn, named = position
        if turn == 4:
            return Terminal(int(named[0] == named[1]))
        player = turn % 2
        after = [
            tuple((*own, n) if seat == player else own for seat, own in enumerate(named)) for n in (1, 2)
        ]
        return Decision(player, {n: (turn + 1, then) for n, then in enumerate(after, 1)})

    def sees(self, position, player):
        return position[0]


def test_check_takes_what_players_collect_for_no_hand():
    report = check_game(Collected())
    assert report.problems == ()
    assert not any("own cards" in remark for remark in report.remarks)
