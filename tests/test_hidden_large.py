"""Large games with hidden information: workers, solutions in the store, intervals by regrets, stopping."""

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from hidden_goofspiel import HiddenGoofspiel
from kuhn import Kuhn
from leduc import Leduc
from liars_dice import LiarsDice
from random_hidden import KINDS, RandomGame
from saizen import MAX, MIN, Chance, Decision, Game, SaizenError, Terminal, solve
from saizen.check.strategies import secured
from saizen.errors import Cancelled, Stopped
from saizen.solver.hidden import (
    certificate,
    exploration,
    growth,
    linear_program,
    solve_hidden,
    solving,
    too_large,
)
from saizen.solver.hidden.exploration import explore
from saizen.solver.hidden.linear_program import FloatResult
from saizen.solver.hidden.proof import prove
from saizen.solver.hidden.regret import Regrets
from saizen.solver.hidden.rounding import rounded
from saizen.solver.hidden.sequence_form import sequence_form
from saizen.work import Here
from saizen.work.progress import Silent

KUHN = "examples/kuhn.py:Kuhn"


def form_of(game):
    found = explore(game, most=10**6)
    return sequence_form(found.memories, found.payments)


# ---------------------------------------------------------------------- workers


class Unordered(Kuhn):
    """The moves have another order where MIN has another card, which MAX does not see."""

    def look(self, position):
        node = super().look(position)
        if isinstance(node, Decision) and position[0][1] == 1:
            return Decision(node.player, dict(reversed(node.options.items())))
        return node


def written(found):
    """Return everything that was explored as plain data."""
    memories = [
        (list(own.views), list(own.following.items()), own.sequence, own.last_view, own.sets, own.set_of)
        for own in found.memories
    ]
    return found.histories, found.payments, memories


@pytest.mark.parametrize(
    "game",
    [
        Kuhn(5),
        Unordered(4),
        Leduc(),
        LiarsDice(4),
        HiddenGoofspiel(3),
        *(RandomGame(s, KINDS[s % 5]) for s in range(5)),
    ],
    ids=repr,
)
def test_workers_explore_the_same(game, monkeypatch):
    alone = explore(game, most=10**6)
    monkeypatch.setattr(exploration, "SOON", 20)
    assert written(explore(game, most=10**6, executor=Here())) == written(alone)


def test_processes_explore_the_same():
    assert written(explore(LiarsDice(5), most=10**6, workers=2)) == written(explore(LiarsDice(5), most=10**6))


def test_workers_keep_the_limit(monkeypatch):
    monkeypatch.setattr(exploration, "SOON", 20)
    with pytest.raises(SaizenError, match="more than 1,000 histories"):
        explore(LiarsDice(4), most=1000, executor=Here())


def test_workers_tell_mistakes_of_the_rules(monkeypatch):
    class Wrong(Kuhn):
        def look(self, position):
            return Terminal("x") if position and position[1] == "pbb" else super().look(position)

    monkeypatch.setattr(exploration, "SOON", 20)
    with pytest.raises(SaizenError, match="'x' is not a number"):
        explore(Wrong(5), most=1000, executor=Here())


def test_the_command_line_takes_workers(cli):
    alone = json.loads(cli("solve", KUHN, "--json").out)
    assert json.loads(cli("solve", KUHN, "--json", "--workers", "2").out) == alone


# ---------------------------------------------------------------------- deals that are alike


class Suited(Game):
    """Kuhn's poker with suits that nobody looks at: `canonical` forgets them."""

    merges = True

    def start(self):
        return None

    def look(self, position):
        if position is None:
            deck = [(rank, suit) for rank in range(3) for suit in "ab"]
            return Chance.uniform((deal, "") for deal in permutations(deck, 2))
        ((mine, _), (yours, _)), said = position
        if said in ("pp", "bb", "pbb"):
            return Terminal(((mine > yours) - (mine < yours)) * (1 if said == "pp" else 2))
        if said in ("bp", "pbp"):
            return Terminal(1 if said == "bp" else -1)
        return Decision(MIN if len(said) == 1 else MAX, {word: (position[0], said + word) for word in "pb"})

    def sees(self, position, player):
        return position and (position[0][player][0], position[1])

    def canonical(self, position):
        if position is None or not self.merges:
            return position
        return tuple((rank, "") for rank, _ in position[0]), position[1]


def test_deals_that_are_alike_are_explored_once():
    alike, each = Suited(), Suited()
    each.merges = False
    merged, whole = solve(alike), solve(each)
    assert len(merged) < len(whole) / 3
    assert merged.value(None) == whole.value(None)
    strategies = [
        {tuple(story): {move: Fraction(share) for move, share in mix} for story, mix in listed}
        for listed in certificate.certificate(merged)["strategies"]
    ]
    assert [secured(each, player, strategies[player]) for player in (MAX, MIN)] == [whole.value(None)] * 2


# ---------------------------------------------------------------------- in the store


def test_a_kept_solution_is_opened_and_proved_again(cli, tmp_path, monkeypatch):
    store = "--store", tmp_path / "store"
    first = json.loads(cli("solve", KUHN, "--json", "--keep", *store).out)
    monkeypatch.setattr("saizen.solver.hidden.solving.strategies", None)  # is not called again
    again = json.loads(cli("solve", KUHN, "--json", *store).out)
    assert first == {**again, "kept": first["kept"]}
    assert json.loads(cli("advise", KUHN, "1 / b", "--json", *store).out)["reached"] is True


def test_a_kept_solution_that_proves_nothing_is_refused(cli, tmp_path):
    from saizen.store import Store, TableName

    store = "--store", tmp_path / "store"
    name = TableName.parse(json.loads(cli("solve", KUHN, "--json", "--keep", *store).out)["kept"])
    kept = Store(tmp_path / "store")
    parts, meta = kept.load(name)
    kept.remove(name)
    kept.save(name, {**parts, "max-plan": parts["min-plan"]}, meta)
    assert "damaged" in cli("solve", KUHN, "--json", *store).err


# ---------------------------------------------------------------------- intervals


class Stopping(Silent):
    """Stops at the second proved interval."""

    def __init__(self):
        self.told = []

    def tell(self, label):
        self.told.append(label)
        if len(self.told) == 2:
            raise Cancelled


def test_regrets_go_on_where_they_were_stopped(tmp_path):
    from saizen import load
    from saizen.store import Store

    store, entry = Store(tmp_path), load("examples/leduc.py:Leduc")
    watcher = Stopping()
    with pytest.raises(Cancelled):
        entry.solution(entry.game(), store=store, within="1/100000", progress=watcher)
    assert "between" in watcher.told[0]
    assert len(store.tables()) == 1
    later = Stopping()
    with pytest.raises(Cancelled):
        entry.solution(entry.game(), store=store, within="1/100000", progress=later)
    assert later.told[0] == watcher.told[1]
    low, high = entry.solution(entry.game(), store=store, within="1/100").interval()
    assert high - low <= Fraction(1, 100)
    assert store.tables() == []


def test_a_kept_interval_is_where_a_narrower_one_begins(cli, tmp_path, monkeypatch):
    store = "--store", tmp_path / "store"
    wide = json.loads(cli("solve", KUHN, "--within", "0.01", "--keep", "--json", *store).out)
    ran = Counter()
    real = Regrets.run
    monkeypatch.setattr(
        Regrets, "run", lambda self, n, progress: (ran.update(n=n), real(self, n, progress))[1]
    )
    again = json.loads(cli("solve", KUHN, "--within", "0.01", "--json", *store).out)
    assert again["interval"] == wide["interval"]
    assert ran["n"] == 0
    low, high = map(
        Fraction, json.loads(cli("solve", KUHN, "--within", "0.001", "--json", *store).out)["interval"]
    )
    assert high - low <= Fraction(1, 1000)


@pytest.mark.parametrize("discounted", [True, False])
def test_both_kinds_of_regrets_come_close(discounted):
    for game, value in ((Kuhn(), Fraction(-1, 18)), (LiarsDice(3), Fraction(1, 9))):
        form = form_of(game)
        regrets = Regrets(form, discounted=discounted)
        regrets.run(3000)
        low, high = prove(form, *map(rounded, form.sides, regrets.means))
        assert low <= value <= high
        assert high - low < Fraction(1, 1000)


def test_narrow_intervals_use_predictions():
    assert solve_hidden(Kuhn(), within=Fraction(1, 100)).regrets.discounted
    assert not solve_hidden(Kuhn(), within=Fraction(1, 10**6)).regrets.discounted


# ---------------------------------------------------------------------- slips


@pytest.mark.parametrize("game", [Kuhn(), LiarsDice(3), Leduc()], ids=repr)
def test_advice_of_large_games_is_good_where_best_play_never_comes(game, monkeypatch):
    """Beliefs everywhere, and no move that is played is worse than another."""
    monkeypatch.setattr("saizen.solver.hidden.solution.MOST_ROWS", 0)
    solution = solve(game)
    unreached = 0
    for place in solution.stories.places:
        advice = solution.advice_at(place)
        assert sum(chance for _, chance in advice.beliefs) == 1
        assert sum(move.probability for move in advice.moves) == 1
        if advice.slip is not None:
            unreached += 1
            assert not advice.reached
            assert advice.gap < Fraction(1, 1000)
            assert all(move.optimal is not False for move in advice.moves if move.probability)
    assert unreached


def test_what_slips_prove_is_true():
    """The gap of plans with slips is that of the game in which each move has its floor."""
    from saizen.solver.hidden.slips import UNIT, floor_of, slipping_plans

    form = form_of(Kuhn())
    slipping = slipping_plans(form)
    for side, plan in zip(form.sides, slipping.plans, strict=True):
        for place in range(side.sets):
            listed = range(side.first[place], side.first[place + 1])
            above = plan[side.parents[place]]
            assert sum((plan[s] for s in listed), plan[0] * 0) == above
            assert all(plan[s] * UNIT >= above * floor_of(len(listed)) for s in listed)
    assert 0 <= slipping.gap < Fraction(1, 10_000)


def test_the_command_line_says_what_slips_it_means(cli, monkeypatch):
    monkeypatch.setattr("saizen.solver.hidden.solution.MOST_ROWS", 0)
    asked = "min: 1 / 1x1 / 1x2 / 1x3"
    data = json.loads(cli("advise", "examples/liars_dice.py:LiarsDice", asked, "--json").out)
    assert data["reached"] is False
    assert data["slip"] == "1/64"
    assert data["beliefs"]
    ran = cli("advise", "examples/liars_dice.py:LiarsDice", asked)
    assert "Not reached under best play" in ran.out + ran.err
    assert "slips 1/64" in ran.out + ran.err


def test_exact_steps_exchange_columns(monkeypatch):
    """A basis that is factorised anew at each step ends at the same plans as one with exchanged columns."""
    from saizen.solver.hidden import pivots
    from saizen.solver.hidden.quasi_perfect import quasi_perfect_plans

    form = form_of(HiddenGoofspiel(3))
    exchanged = quasi_perfect_plans(form)
    monkeypatch.setattr(pivots, "EXCHANGES", 0)
    assert quasi_perfect_plans(form) == exchanged


def failing(error):
    def fail(*arguments, **options):
        raise error

    return fail


def named_interval(message):
    """Return the interval that a message names."""
    low, high = re.search(r"proved so far: .* is between (\S+) and (\S+);", message).groups()
    return Fraction(low), Fraction(high)


def test_what_is_stopped_as_its_program_grows_names_the_proved_interval(cli, monkeypatch, tmp_path):
    monkeypatch.setattr(solving, "WHOLE", 0)
    monkeypatch.setattr(growth, "solve_floats", failing(KeyboardInterrupt()))
    with pytest.raises(Stopped, match="stopped; proved so far") as stopped:
        solve(Kuhn())
    low, high = named_interval(str(stopped.value))
    assert low <= Fraction(-1, 18) <= high < low + Fraction(1, 10)
    ran = cli("solve", KUHN, "--json", "--store", tmp_path)
    assert ran.code == 130
    assert ran.out == ""
    assert named_interval(ran.err) == (low, high)
    assert "--within W" in ran.err.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("whole", "module", "step", "stop"),
    [(0, growth, "plans_of_basis", KeyboardInterrupt()), (5000, solving, "optimal_plans", Cancelled())],
    ids=["growing", "exact pivots"],
)
def test_plans_in_floats_narrow_the_proved_interval(whole, module, step, stop, monkeypatch):
    monkeypatch.setattr(solving, "WHOLE", whole)
    monkeypatch.setattr(solving, "plans_of_basis", lambda *basis: None)
    monkeypatch.setattr(module, step, failing(stop))
    with pytest.raises(Stopped) as stopped:
        solve(Kuhn())
    low, high = named_interval(str(stopped.value))
    assert low <= Fraction(-1, 18) <= high < low + Fraction(1, 10**9)


def test_nothing_is_named_before_anything_is_proved(monkeypatch):
    monkeypatch.setattr(solving, "solve_floats", failing(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        solve(Kuhn())


def test_a_full_memory_and_a_failure_of_highs_name_the_proved_interval(monkeypatch):
    monkeypatch.setattr(solving, "WHOLE", 0)
    with monkeypatch.context() as patch:
        patch.setattr(too_large, "memory_left", lambda: 10**6)
        patch.setattr(linear_program, "POLL", 0)
        with pytest.raises(SaizenError, match="nearly full: 1 MB are left; proved so far"):
            solve(Leduc())
    none = FloatResult("Unknown", None, None, [], [], False, None)
    for module in (solving, growth):
        monkeypatch.setattr(module, "solve_floats", lambda *program, **options: none)
    with pytest.raises(SaizenError, match=r"found no basis .* \(Unknown\).*; proved so far"):
        solve(Kuhn())


def test_an_interval_that_is_stopped_is_named():
    with pytest.raises(Stopped, match=r"proved so far: .* is between .*; a larger W"):
        solve_hidden(Leduc(), within=Fraction(1, 100000), progress=Stopping())
