"""Exploring elsewhere: the graph is the same, nothing is lost, mistakes are told as they are told here."""

import os
import signal
import sys
import textwrap
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakthrough import Breakthrough
from connect_four import ConnectFour
from goofspiel import Goofspiel
from nim import Nim
from pig import Pig
from saizen import MAX, MIN, Chance, Decision, Game, Step, Terminal, load, solve
from saizen.errors import Cancelled, GameError, SaizenError, Stopped
from saizen.solver import explore, graph, loops, remote_explore
from saizen.solver.explore import explore as explored
from saizen.work import Here, Stoppable
from saizen.work.user_modules import Luggage, Source, pack_module
from tic_tac_toe import TicTacToe


@pytest.fixture
def at_once(monkeypatch):
    """Hand over everything, in small batches."""
    for module in (explore, remote_explore):
        monkeypatch.setattr(module, "WAITING", 1)
    monkeypatch.setattr(explore, "SOON", 0.0)
    monkeypatch.setattr(explore, "WATCHED", 0)
    monkeypatch.setattr(remote_explore, "CHUNK", 7)


def told(graph):
    """What two graphs that are the same have in common."""
    return graph.fingerprint(), graph.positions


def same(left, right):
    return told(left) == told(right)


GAMES = {
    Nim((4, 3, 2)): 7,
    Pig(6): 7,
    Goofspiel(3): 7,
    ConnectFour(3, 3): 7,
    TicTacToe(): 31,
    Breakthrough(): 61,
}
"""Games and the size of their batches, so that the large ones have some hundred, not thousands."""


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_the_graph_is_the_same_wherever_positions_are_looked_at(game, exact, at_once, monkeypatch):
    monkeypatch.setattr(remote_explore, "CHUNK", GAMES[game])
    here = told(explored(game, exact=exact))
    for threads in (1, 3):
        with ThreadPoolExecutor(threads) as pool:
            assert told(explored(game, exact=exact, executor=pool)) == here


@pytest.mark.parametrize("game", [Nim((4, 3, 2)), Pig(5), Goofspiel(3)], ids=repr)
def test_moves_are_packed_or_not_without_a_difference(game, at_once, monkeypatch):
    here = explored(game, exact=True)
    monkeypatch.setattr(loops, "SECONDS", 0.4)  # large from 3 positions on
    for executor in (None, Here()):
        found = explored(game, exact=True, executor=executor)
        assert found.packed == found.certain
        assert same(found, here)
        assert [list(found.moves(at)) for at in range(len(found))] == [
            list(here.moves(at)) for at in range(len(here))
        ]
        found.widen()
        assert (found.targets, found.first) == (here.targets, here.first)


class LateCoin(Game[int]):
    """A way of ten positions, at the end of which a coin is tossed."""

    def start(self):
        return 0

    def look(self, position):
        if position < 9:
            return Decision(MAX, {"on": position + 1, "stop": Terminal(position % 3)})
        return Chance.uniform([0, Terminal(5)])


@pytest.mark.parametrize("executor", [None, Here()], ids=["here", "apart"])
def test_chance_that_comes_late_leaves_earlier_moves_as_they_were(executor, at_once, monkeypatch):
    here = explored(LateCoin(), exact=True)
    monkeypatch.setattr(loops, "SECONDS", 0.4)
    monkeypatch.setattr(explore, "CHUNK", 3)
    found = explored(LateCoin(), exact=True, executor=executor)
    assert (list(found.first), list(found.targets)) == (list(here.first), list(here.targets))


@pytest.mark.parametrize("executor", [None, Here()], ids=["here", "apart"])
def test_many_distinct_chances_take_more_room_without_a_difference(executor, at_once, monkeypatch):
    narrow = explored(Pig(5), exact=True, executor=executor)
    monkeypatch.setattr(graph, "MOST_NARROW", 1)
    wide = explored(Pig(5), exact=True, executor=executor)
    assert (narrow.weights.typecode, wide.weights.typecode) == ("H", "i")
    assert list(narrow.weights) == list(wide.weights)
    assert narrow.fingerprint() == wide.fingerprint()


@dataclass(frozen=True)
class Web(Game[int]):
    """A made-up game in which everything occurs: rewards, lotteries, ends of many kinds, both choosing."""

    seed: int

    def start(self):
        return 0

    def look(self, position):
        if position >= 60:
            return Terminal(Fraction(position % 5, 3))
        pick = (position * 7 + self.seed) % 5
        near, far = position + 1 + pick, position + 2 + (position + self.seed) % 9
        if pick == 0:
            return Chance(((Fraction(1, 3), near), (Fraction(2, 3), Step(1, far))))
        if pick == 1:
            return Terminal(self.seed % 3) if position > 20 else Chance(((1, far),))
        lottery = Chance(((Fraction(1, 2), Terminal(position % 4)), (Fraction(1, 2), far)))
        options = {"a": near, "b": Step(pick, far), "c": lottery, "d": Terminal(pick % 3)}
        return Decision(MAX if pick == 2 else MIN, options)


@settings(max_examples=25)
@given(st.integers(0, 30), st.integers(1, 9))
def test_rewards_lotteries_and_ends_are_numbered_alike(seed, size):
    patch = pytest.MonkeyPatch()
    for module in (explore, remote_explore):
        patch.setattr(module, "WAITING", 1)
    patch.setattr(remote_explore, "CHUNK", size)
    patch.setattr(explore, "WATCHED", 0)
    try:
        assert same(explored(Web(seed), exact=True, executor=Here()), explored(Web(seed), exact=True))
    finally:
        patch.undo()


def test_symmetric_positions_are_merged_elsewhere_too(at_once):
    game = TicTacToe()
    for merge in (True, False):
        apart_ = explored(game, exact=True, merge=merge, executor=Here())
        assert same(apart_, explored(game, exact=True, merge=merge))


def test_small_games_start_no_process(monkeypatch):
    monkeypatch.setattr(remote_explore, "run", None)
    assert len(solve(Nim((2, 1)), workers=2)) == 7


def test_the_number_of_positions_is_limited_elsewhere_too(at_once):
    with pytest.raises(GameError, match="more than 50 positions are reachable; raise max_positions"):
        solve(Pig(10), max_positions=50, executor=Here())


# ---------------------------------------------------------------------- processes


OWN = """
    from dataclasses import dataclass
    from beside import STEP, Place
    from pathlib import Path
    from saizen import Decision, Game, Terminal

    HOME = Path(__file__).parent

    class Walk(Game[Place]):
        def __init__(self, goal=40, trap=""):
            self.goal, self.trap = goal, trap

        def start(self):
            return Place(0, 0)

        def look(self, position):
            import inner.deep
            if self.trap and position.at == 21:
                inner.deep.spring(self.trap)
            if position.at >= self.goal:
                return Terminal(1 if position.player else -1)
            return Decision(position.player, {n: position.after(n * STEP) for n in (1, 2, 3)})
"""
BESIDE = """
    from dataclasses import dataclass

    STEP = 1

    @dataclass(frozen=True)
    class Place:
        at: int
        player: int

        def after(self, steps):
            return Place(self.at + steps, 1 - self.player)
"""
DEEP = """
    import os, time
    from pathlib import Path

    def spring(trap):
        if trap == "nonsense":
            raise LookupError("it is a trap")
        if trap == "exit":
            raise SystemExit(3)
        if trap.startswith("kill ") and not Path(trap[5:]).exists():
            Path(trap[5:]).touch()
            os._exit(1)
        if trap.startswith("stuck "):
            Path(trap[6:]).touch()
            time.sleep(600)
"""


@pytest.fixture
def own(tmp_path):
    """A game in a file that imports others beside it, one of them only inside a function."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "__init__.py").touch()
    for name, text in {"walk": OWN, "beside": BESIDE, "inner/deep": DEEP}.items():
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(text))
    before = set(sys.modules)
    sys.path.insert(0, str(tmp_path))
    yield f"{tmp_path}/walk.py:Walk"
    sys.path.remove(str(tmp_path))
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("beside", "inner") or name.startswith("saizen_own_"):
            del sys.modules[name]


def test_a_file_and_those_beside_it_travel(own, at_once, monkeypatch):
    game = load(own).game()
    luggage = pack_module(type(game).__module__)
    names = [Path(source.path).name for source in luggage.sources]
    assert sorted(names) == ["__init__.py", "beside.py", "deep.py", "walk.py"]
    here = explored(game, exact=True)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry != str(Path(own).parent)])
    assert same(explored(game, exact=True, workers=2), here)


def test_a_killed_worker_loses_nothing(own, at_once, tmp_path):
    here = explored(load(own).game(), exact=True)
    for number, pool in enumerate((None, ProcessPoolExecutor(1, get_context("spawn")))):
        marker = tmp_path / f"killed{number}"
        game = load(own).game(trap=f"kill {marker}")
        found = explored(game, exact=True, workers=2, executor=pool)
        assert marker.exists()
        assert found.positions == here.positions
        assert found.targets == here.targets
        if pool:
            pool.shutdown()


@pytest.mark.parametrize(
    ("trap", "words"), [("nonsense", "LookupError: it is a trap"), ("exit", "SystemExit: 3")]
)
def test_what_fails_elsewhere_is_told_as_here(own, at_once, trap, words):
    entry = load(own)
    told = []
    for executor in (None, Here()):
        with pytest.raises(GameError) as caught:
            solve(entry.game(trap=trap), executor=executor)
        told.append(str(caught.value))
    assert told[0] == told[1]
    assert told[0] == f"look() fails at position Place(at=21, player=1): {words}"


def test_a_look_that_never_ends_can_be_stopped_elsewhere_too(own, at_once, tmp_path):
    marker, progress = tmp_path / "stuck", Stoppable()
    game = load(own).game(trap=f"stuck {marker}")

    def stop():
        while not marker.exists():
            time.sleep(0.05)
        progress.stop()

    threading.Thread(target=stop, daemon=True).start()
    with pytest.raises(Cancelled):
        solve(game, workers=2, progress=progress)


class Interrupting(Executor):
    """Somebody presses Ctrl-C while the first task is awaited."""

    def submit(self, function, /, *args, **keywords):
        return Future()

    def check(self):
        raise KeyboardInterrupt


@pytest.mark.parametrize("stuck", [0.0, 600.0])
def test_whoever_stops_what_seems_stuck_is_told_where_it_was(at_once, monkeypatch, stuck):
    for module in (explore, remote_explore):
        monkeypatch.setattr(module, "STUCK", stuck)
    error = KeyboardInterrupt if stuck else Stopped
    with pytest.raises(error) as caught:
        solve(Nim((3, 2)), executor=Interrupting())
    if not stuck:
        assert r"without an answer on position ((3, 2), 0)" in str(caught.value)

    class Deep(Game):
        def start(self):
            return "deep"

        def look(self, position):
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(error) as caught:
        solve(Deep())
    if not stuck:
        assert "stopped in look() at position deep, after 0 s for 1 position;" in str(caught.value)


class Unsent(Game):
    def __init__(self):
        self.rule = lambda: None

    def start(self):
        return 0

    def look(self, position):
        return Terminal(0) if position > 9 else Decision(MAX, {1: position + 1})


def test_rules_that_cannot_be_sent_are_told(at_once):
    with pytest.raises(SaizenError, match=r"Unsent cannot be sent to workers \(.*workers=1 runs without"):
        solve(Unsent(), executor=Here())


def test_a_pool_whose_worker_died_is_replaced_and_an_executor_that_heals_is_not(at_once):
    class Broken(Executor):
        def __init__(self):
            self.submitted = 0

        def submit(self, function, /, *args, **keywords):
            self.submitted += 1
            future = Future()
            if self.submitted == 2:
                future.set_exception(BrokenProcessPool("worker lost"))
            else:
                future.set_result(function(*args, **keywords))
            return future

    healing = Broken()
    assert same(explored(Pig(6), exact=True, executor=healing), explored(Pig(6), exact=True))
    assert healing.submitted > 3


# ---------------------------------------------------------------------- luggage


def elsewhere(*sources):
    """Luggage that comes from another process."""
    return Luggage(tuple(Source(name, text, f"{name}.py", False) for name, text in sources), home="elsewhere")


def test_another_text_is_another_module():
    one, two = (elsewhere(("some_rules", f"class A: number = {n}")) for n in (1, 2))
    by_name = b"csome_rules\nA\n."  # a class, by the name of its module
    assert [luggage.loads(by_name).number for luggage in (one, two, one)] == [1, 2, 1]
    kept = one.loads(by_name)
    assert two.loads(by_name) is not kept
    assert one.loads(by_name) is kept
    assert one.digest != two.digest
    with pytest.raises(SaizenError, match="cannot be sent"):
        two.dumps(kept())
    elsewhere(("other_rules", "")).loads(b"N.")
    assert "some_rules" not in sys.modules


def test_a_module_that_had_the_name_before_has_it_again(monkeypatch):
    before = type(sys)("some_rules")
    monkeypatch.setitem(sys.modules, "some_rules", before)
    with pytest.raises(SaizenError, match="cannot read what it was sent"):
        elsewhere(("some_rules", "1 / 0")).loads(b"csome_rules\nA\n.")
    elsewhere(("other_rules", "pass")).loads(b"N.")
    assert sys.modules["some_rules"] is before


def test_installed_modules_do_not_travel():
    assert (
        pack_module("numpy").sources
        == pack_module("saizen.solver").sources
        == pack_module("no.such").sources
        == ()
    )
    assert pack_module("__main__").by_value


# ---------------------------------------------------------------------- the command line


def test_workers_and_cluster_are_checked_in_one_place(cli, tmp_path):
    commands = (
        ("solve", "examples/nim.py:Nim"),
        ("explore", "tricks", "V0 >= V1"),
        ("limit", "calculation"),
        ("simulate", "calculation"),
    )
    for words in commands:
        assert cli(*words, "--workers", "0").err == "saizen: workers = 0: use at least 1\n"
        both = cli(*words, "--workers", "2", "--cluster", "tcp://127.0.0.1:9")
        assert both.err == "saizen: --workers 2 and --cluster tcp://127.0.0.1:9: use one or the other\n"
        wrong = cli(*words, "--cluster", "here")
        assert wrong.code == 2
        assert "write the scheduler's address, such as tcp://HOST:8786" in wrong.err


BAD = """
from saizen import Chance, Decision, Game, Terminal

class Bad(Game):
    def __init__(self, kind):
        self.kind = kind

    def start(self):
        return (0,)

    def look(self, position):
        at = position[0]
        if at == 90 and self.kind == "raise":
            raise KeyError("oops")
        if at == 90 and self.kind == "nothing":
            return None
        if at == 90 and self.kind == "chance":
            return Chance([(1, (91,)), (1, (92,))])
        if at == 90 and self.kind == "list":
            return Decision(0, {1: [91]})
        return Terminal(0) if at > 190 else Decision(0, {i: (at + i,) for i in range(1, 80)})

class Unsent(Bad):
    def __init__(self):
        self.kind, self.rule = "", lambda: None

class Endless(Game):
    def start(self):
        return 0

    def look(self, position):
        return Decision(0, {1: 2 * position + 1, 2: 2 * position + 2})
"""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("Bad", "--set", "kind=raise"), "look() fails at position (90,): KeyError: 'oops'"),
        (("Bad", "--set", "kind=nothing"), "look() at position (90,) returned None: it must be a"),
        (("Bad", "--set", "kind=chance"), "position (90,): the probabilities sum to 2, not to 1"),
        (("Bad", "--set", "kind=list"), "position [91] (a move from (90,)) is not hashable: use"),
        (("Endless", "--max-positions", "3000"), "more than 3000 positions are reachable; raise"),
        (("Unsent",), "Unsent cannot be sent to workers"),
        (("Bad",), "Bad needs kind: give it as --set kind=VALUE"),
        (("Bad", "--set", "nono=1"), "'nono' is not a setting of"),
        (("None",), "has no class 'None'; it has: Bad, Unsent, Endless"),
    ],
)
def test_bad_rules_are_one_line_with_workers_too(cli, tmp_path, monkeypatch, words, told):
    """The workers are threads here: what they are sent and send back is the same."""
    monkeypatch.setattr(explore, "SOON", 0.0)
    monkeypatch.setattr("saizen.work.tasks._new_pool", ThreadPoolExecutor)
    (tmp_path / "bad.py").write_text(BAD)
    kind, *more = words
    answer = cli("solve", f"{tmp_path}/bad.py:{kind}", *more, "--workers", "2")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1), answer.err
    assert told in answer.err
    assert "bad.py:" in answer.err


def test_one_deal_is_not_divided(cli):
    for words in (("--workers", "2"), ("--cluster", "tcp://127.0.0.1:9")):
        answer = cli("limit", "calculation", "--stacks", "1", "--deal", "4", *words)
        assert answer.err == "saizen: one deal is decided right here: leave out --workers and --cluster\n"


def test_claims_are_checked_alike_elsewhere(tmp_path):
    from saizen.games.tricks.claims.claims import expression_claim
    from saizen.games.tricks.claims.counterexample import explore as look
    from saizen.games.tricks.claims.statements import CLAIMS

    named = expression_claim("V0 - V1 <= 1", "paper", "mine")
    for claim in (expression_claim("V0 - V1 <= 1"), CLAIMS["theorem1"], named):
        here = look(claim, upto=3, state=tmp_path / "here")
        there = look(claim, upto=3, state=tmp_path / "there", executor=Here())
        assert here == there
        assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()
        for name in ("here", "there"):
            os.unlink(tmp_path / name)
