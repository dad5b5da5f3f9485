"""Rules that compile: the same answers as the generic solver, whatever the road; mistakes in one line."""

import hashlib
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest

from awari import Awari
from breakthrough_compiled import Breakthrough
from connect_four import ConnectFour as PlainConnectFour
from connect_four_compiled import ConnectFour
from dodgem import Dodgem
from dots_and_boxes_compiled import DotsAndBoxes
from saizen import MAX, MIN, PLAYING, CompiledGame, Decision, solve
from saizen.errors import Cancelled, GameError, PositionError, SaizenError, TableError
from saizen.large import runs
from saizen.large.forecast import Forecast, expected_positions
from saizen.large.game import LARGEST_POSITION
from saizen.large.machines import Slice, list_remotely
from saizen.large.shelf import part_name
from saizen.large.solve import compared, keep, open_large, solve_large
from saizen.large.start_only import solve_start
from saizen.large.table import BLOCK, block_sums
from saizen.store import Store, TableName
from saizen.work import Stoppable
from saizen.work.user_modules import pack_module
from six_mens_morris import SixMensMorris
from sliding_puzzle import SlidingPuzzle
from three_mens_morris import ThreeMensMorris

NAME = TableName("large", "connectfour", 1)


def scattered(seed, position, place):
    """A number that looks random."""
    mixed = (position * 2654435761 + place * 40503 + seed * 97) & 0xFFFFFFFF
    mixed ^= mixed >> 15
    mixed = mixed * 2246822519 & 0xFFFFFFFF
    return mixed ^ mixed >> 13


@dataclass(frozen=True)
class Maze(CompiledGame):
    """Positions that lead anywhere, with ends worth -2 to 2."""

    seed: int = 0
    size: int = 60
    endless = 0

    def start(self):
        return 0

    def turn(self, position):
        return scattered(self.seed, position, 7) & 1

    def ended(self, position):
        fate = scattered(self.seed, position, 8) % 24
        return fate - 2 if position > 0 and fate < 5 else PLAYING

    def children(self, position, out):
        count = 0
        for place in range(1 + scattered(self.seed, position, 9) % 3):
            child = (position + 1 + place * 17 + scattered(self.seed, position, 10) % 11) % self.size
            out[count] = child
            count += 1
        return count


@dataclass(frozen=True)
class Stairs(CompiledGame):
    """Moves of one to three steps: the children of a layer lie in several ones; moves pay."""

    seed: int = 0
    height: int = 25

    def start(self):
        return 0

    def layer(self, position):
        return position >> 2

    def turn(self, position):
        return scattered(self.seed, position, 1) & 1

    def ended(self, position):
        return scattered(self.seed, position, 2) % 5 - 2 if position >> 2 >= self.height else PLAYING

    def children(self, position, out):
        for steps in range(3):
            out[steps] = (position >> 2) + 1 + steps << 2 | scattered(self.seed, position, steps) & 3
        return 3

    def reward(self, position, child):
        return (scattered(self.seed, position, child) & 3) - 1


class Descending(Stairs):
    """Stairs whose layers have numbers below zero."""

    def layer(self, position):
        return (position >> 2) - 2**62


class Orderly(Maze):
    """A maze through which one only goes up, without saying so."""

    endless = None

    def ended(self, position):
        return position % 3 - 1 if position > self.size else PLAYING

    def children(self, position, out):
        out[0] = position + 1
        out[1] = position + 2 + scattered(self.seed, position, 3) % 5
        return 2


@dataclass(frozen=True)
class Mirrored(ConnectFour):
    """Connect four whose mirror images are one position."""

    def canonical(self, position):
        high = self.rows + 1
        mirrored = 0
        for column in range(self.columns):
            mirrored |= (position >> column * high & (1 << high) - 1) << (self.columns - 1 - column) * high
        return min(position, mirrored)


GAMES = [
    ConnectFour(4, 3),
    Mirrored(4, 3),
    Breakthrough(3, 3),
    Dodgem(3),
    DotsAndBoxes(1, 3),
    SlidingPuzzle(3, 2),
    ThreeMensMorris(),
    ThreeMensMorris(flying=True),
    SixMensMorris(3),
    Awari(2, 2),
    Awari(3, 1),
    *(Maze(seed) for seed in range(5)),
    *(Stairs(seed) for seed in range(2)),
    Descending(2),
    Orderly(1),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_generic_solver_says_the_same(game):
    generic, large = solve(game), solve_large(game)
    assert len(large) == len(generic)
    assert sorted(large.positions) == sorted(generic.positions)
    for position in generic.positions:
        assert large.value(position) == generic.value(position)
        assert large.remoteness(position) == generic.remoteness(position)
    for position in list(generic.positions)[:200]:
        assert large.moves(position) == generic.moves(position)
    assert not compared(game, 300)


def test_other_rules_of_the_same_game_agree():
    plain, compiled = PlainConnectFour(4, 4), ConnectFour(4, 4)
    solution = solve_large(compiled)
    assert (len(solution), solution.value(compiled.start())) == (161_029, 0)
    assert solution.remoteness(compiled.start()) == 16 == len(solution.best_line(compiled.start()))
    assert solve(plain).value(plain.start()) == 0


KNOWN = [
    (ConnectFour(5, 4), 3_945_711, 0),  # John Tromp
    (Dodgem(3), 1_963, 1),  # Winning Ways
    (Dodgem(4), 393_900, 0),  # desJardins 1996
    (Breakthrough(5, 4), 3_574_384, 1),
    (ThreeMensMorris(), 5_390, 1),
    (DotsAndBoxes(2, 2), 4_209, 2),
    (SlidingPuzzle(3, 3), 181_440, 31),  # Reinefeld 1993
    (Awari(3, 2), 35_080, 0),
]
"""Games, how many positions they have, what the start is worth."""


@pytest.mark.parametrize(("game", "positions", "value"), KNOWN, ids=repr)
def test_known_values(game, positions, value):
    solution = solve_large(game)
    assert (len(solution), solution.value(game.start())) == (positions, value)


def test_no_position_of_the_8_puzzle_takes_more():
    solution = solve_large(SlidingPuzzle(3, 3))
    assert int(np.max(solution.parts.array("values-0000"))) == 31


def test_distances_in_the_puzzle_of_2_by_3():
    values = np.array(solve_large(SlidingPuzzle(3, 2)).parts.array("values-0000"))
    known = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]  # OEIS A090034
    assert np.bincount(values).tolist() == known


@pytest.mark.parametrize(
    "game",
    [ConnectFour(), Breakthrough(), Dodgem(), DotsAndBoxes(), SlidingPuzzle(), ThreeMensMorris(), Awari()],
    ids=lambda game: type(game).__name__,
)
def test_positions_are_drawn_and_moves_have_names(game):
    position = game.start()
    for _ in range(12):
        node = game.look(position)
        if not isinstance(node, Decision):
            break
        picture = game.describe(position)
        assert str(position) not in (picture if isinstance(picture, str) else picture.text())
        child = max(game.child_list(position))
        assert len(set(node.options)) == len(game.child_list(position))
        position = child


def parts(solution):
    kinds = ("keys", "values", "lengths")
    names = [part_name(kind, place) for place in range(len(solution.plan.sizes)) for kind in kinds]
    types = {"keys": np.int64, "values": np.int8, "lengths": np.uint16}
    arrays = {name: solution.parts.array(name) for name in names}
    return {name: np.array(part, types[name.partition("-")[0]]).tobytes() for name, part in arrays.items()}


@pytest.mark.parametrize("game", [ConnectFour(4, 3), Stairs(1), Maze(3)], ids=repr)
def test_chunks_and_threads_change_no_byte(game, monkeypatch):
    usual = parts(solve_large(game, workers=1))
    monkeypatch.setattr(runs, "CHUNK", 13)
    monkeypatch.setattr(runs, "BUFFER", 1)
    assert parts(solve_large(game, workers=3)) == usual


class Losing(ThreadPoolExecutor):
    """Loses every third task, as a machine that is switched off does."""

    tasks = 0

    def submit(self, function, /, *args, **keywords):
        self.tasks += 1
        if self.tasks % 3:
            return super().submit(function, *args, **keywords)
        lost = Future()
        lost.set_exception(BrokenExecutor("a worker is gone"))
        return lost


@pytest.mark.parametrize("game", [ConnectFour(4, 3), Stairs(1), Mirrored(3, 3)], ids=repr)
@pytest.mark.parametrize("remoteness", [True, False])
def test_other_machines_change_no_byte(game, remoteness, tmp_path, monkeypatch):
    here, there = Store(tmp_path / "here"), Store(tmp_path / "there")
    solve_large(game, remoteness=remoteness, store=here, name=NAME)
    monkeypatch.setattr(runs, "CHUNK", 500)
    with Losing(2) as machines:
        solve_large(game, remoteness=remoteness, store=there, name=NAME, executor=machines)
    assert machines.tasks > 20
    assert files(there) == files(here)


def test_other_machines_need_a_counter():
    with pytest.raises(GameError, match="--cluster needs a game with layers"), ThreadPoolExecutor(1) as pool:
        solve_large(Maze(), executor=pool)


def test_rules_travel_with_their_text():
    luggage = pack_module("connect_four_compiled")
    sources = tuple(replace(source, path=f"/nowhere/{source.name}.py") for source in luggage.sources)
    game = ConnectFour(4, 3)
    task = Slice(replace(luggage, sources=sources), luggage.dumps(game), 0, np.array([game.start()]))
    program = (
        "import pickle, sys; from saizen.large.machines import list_remotely; "
        "print(list_remotely(pickle.load(sys.stdin.buffer)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(task), capture_output=True, check=False
    )
    assert ran.stdout.decode().split() == str(list_remotely(task)).split(), ran.stderr.decode()


def test_ranges_share_the_positions(monkeypatch):
    monkeypatch.setattr(runs, "SAMPLE", 2)
    monkeypatch.setattr(runs, "SLICE", 64)
    keys = [np.unique(np.random.default_rng(seed).integers(0, 3000, 800)) for seed in range(5)]
    cuts = runs.ranges(keys)
    assert len(cuts) > 10
    pieces = [runs.united_range(keys, cut) for cut in cuts]
    assert np.array_equal(np.concatenate(pieces), np.unique(np.concatenate(keys)))
    assert max(map(len, pieces)) < 200
    whole = [np.array([0, 5, LARGEST_POSITION]), np.array([5])]
    assert runs.united_range(whole, runs.ranges(whole)[0]).tolist() == [0, 5, LARGEST_POSITION]


def test_growth_foretells_room_and_time(tmp_path):
    sizes = solve_large(ConnectFour(4, 4)).plan.sizes
    for known in range(10, len(sizes)):
        assert 100_000 < expected_positions(sizes[:known]) < 1_000_000
    assert expected_positions([2**layer for layer in range(20)]) is None
    forecast = Forecast()
    assert forecast.words(sizes, 11, None) == ""
    forecast.begin()
    forecast.add(1000)
    words = forecast.words([size * 1000 for size in sizes[:12]], 11, tmp_path)
    assert re.fullmatch(r", perhaps [\d,]+ in all: .+ GB of disk \(.+ GB are free\), .+ more", words)


@pytest.mark.parametrize("game", [ConnectFour(4, 4), Mirrored(4, 3), Stairs(1)], ids=repr)
def test_the_start_alone_has_the_same_value(game):
    start = solve_start(game, entries=1 << 10)
    assert start.value(game.start()) == solve_large(game).value(game.start())
    assert start.visited > 1
    with pytest.raises(PositionError, match="start-only"):
        start.value(game.child_list(game.start())[0])


def test_the_start_alone_needs_a_counter():
    with pytest.raises(GameError, match="write layer"):
        solve_start(Maze())


def files(store):
    directory = store.path(NAME)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in directory.iterdir()}


PARTS = {"keys", "values", "lengths", "targets", "blocks", "table.json"}
"""What is left of a game that is solved: no runs."""


class Killed(Stoppable):
    """Progress that stops the work after so many steps."""

    def __init__(self, calls):
        super().__init__()
        self.calls = calls

    def advance(self, steps=1):
        self.calls -= 1
        if self.calls < 0:
            raise Cancelled("stopped on request")


@pytest.mark.parametrize("game", [ConnectFour(3, 3), Stairs(1, height=6), Maze(3)], ids=repr)
def test_a_stopped_run_goes_on_to_the_same_bytes(game, tmp_path):
    whole, cut = Store(tmp_path / "whole"), Store(tmp_path / "cut")
    solution = solve_large(game, store=whole, name=NAME)
    stops = 0
    for calls in range(20, 1000, 40):
        try:
            again = solve_large(game, store=cut, name=NAME, progress=Killed(calls))
            break
        except Cancelled:
            stops += 1
    assert stops
    assert files(cut) == files(whole)
    assert parts(again) == parts(solution) == parts(solve_large(game))
    kept = Store(tmp_path / "kept")
    keep(solve_large(game), NAME, kept)
    assert files(kept) == files(whole)
    assert {name.partition("-")[0] for name in files(whole)} <= PARTS


def test_a_table_can_be_moved_to_another_store(tmp_path, monkeypatch):
    """Parts are mapped here, as those of large tables are, and their pages given back."""
    monkeypatch.setattr("saizen.store.table.IN_MEMORY", 0)
    game, here, there = ConnectFour(4, 3), Store(tmp_path / "here"), Store(tmp_path / "there")
    solution = solve_large(game, store=here, name=NAME)
    shutil.copytree(here.path(NAME), there.path(NAME))
    there.verify(NAME)
    assert parts(open_large(game, NAME, there)) == parts(solution) == parts(solve_large(game))


def test_a_killed_process_goes_on_to_the_same_bytes(tmp_path):
    program = (
        "import sys; sys.path.insert(0, 'examples')\n"
        "from connect_four_compiled import ConnectFour\n"
        "from saizen.large.solve import solve_large\n"
        "from saizen.store import Store, TableName\n"
        "name = TableName('large', 'connectfour', 1)\n"
        "solve_large(ConnectFour(5, 4), store=Store(sys.argv[1]), name=name)\n"
    )
    game, cut, whole = ConnectFour(5, 4), Store(tmp_path / "cut"), Store(tmp_path / "whole")
    running = subprocess.Popen([sys.executable, "-c", program, str(cut.directory)], env=os.environ)
    while running.poll() is None and not (cut.path(NAME) / "keys-0012").exists():
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    solve_large(game, store=cut, name=NAME)
    assert len(solve_large(game, store=whole, name=NAME)) == 3_945_711
    assert files(cut) == files(whole)


def test_a_damaged_block_is_found_when_it_is_touched(tmp_path):
    store, game = Store(tmp_path), ConnectFour(4, 3)
    spoiled = int(solve_large(game, store=store, name=NAME).parts.array("keys-0009")[0])
    path = store.path(NAME) / "values-0009"
    data = bytearray(path.read_bytes())
    data[0] ^= 1
    path.write_bytes(data)
    solution = open_large(game, NAME, store)
    assert solution.value(game.start()) == 0
    with pytest.raises(TableError, match="a block does not match"):
        solution.value(spoiled)


def test_every_block_has_its_sum():
    rows = np.arange(BLOCK, dtype=np.int64)
    sums = block_sums(rows)
    assert len(sums) == 8
    rows[-1] ^= 1
    assert (block_sums(rows) != sums).tolist() == [False] * 7 + [True]


def test_cached_rules_are_not_confused(tmp_path):
    """One game comes from the cache and has the number that another one gets in this process."""
    program = (
        "import itertools, sys; sys.path.insert(0, 'examples')\n"
        "from numba.core.bytecode import FunctionIdentity\n"
        "from dodgem import Dodgem\n"
        "from saizen.large.compiling import compile_rules\n"
        "from saizen.large.solution import differences\n"
        "for size in map(int, sys.argv[1]):\n"
        "    FunctionIdentity._unique_ids = itertools.count(5000)\n"
        "    game = Dodgem(size)\n"
        "    print(differences(game, compile_rules(game), [game.start()]) or 'the same')\n"
    )
    for sizes in ("3", "43"):
        ran = subprocess.run(
            [sys.executable, "-c", program, sizes],
            env={**os.environ, "SAIZEN_CODE": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.stdout.splitlines() == ["the same"] * len(sizes), ran.stdout + ran.stderr


# ------------------------------------------------------------------ mistakes


class Wrong(CompiledGame):
    """A game of ten moves; derived classes do something wrong."""

    def start(self):
        return 0

    def turn(self, position):
        return position & 1

    def layer(self, position):
        return position

    def ended(self, position):
        return 0 if position >= 200 else PLAYING

    def children(self, position, out):
        out[0] = position + 1
        return 1


class Twice(Wrong):
    def children(self, position, out):
        out[0] = out[1] = position + 1
        return 2 if position == 150 else 1


class Standing(Wrong):
    def children(self, position, out):
        out[0] = position if position == 150 else position + 1
        return 1


class Stuck(Wrong):
    def children(self, position, out):
        out[0] = position + 1
        return 0 if position == 150 else 1


class Worthy(Wrong):
    def ended(self, position):
        return 1000 if position >= 200 else PLAYING


class Paying(Wrong):
    def reward(self, position, child):
        return 1


class Negative(Wrong):
    def children(self, position, out):
        out[0] = -position if position == 150 else position + 1
        return 1


class Third(Wrong):
    def turn(self, position):
        return 2 if position == 150 else 0


class Crowded(Wrong):
    def children(self, position, out):
        out[0] = position + 1
        return 1025 if position == 150 else 1


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Twice, "position 150 has the child 151 twice"),
        (Standing, "position 150 is in layer 150"),
        (Stuck, "position 150 has no children"),
        (Worthy, "position 200: a value of 1000 does not fit"),
        (Paying, "position 72: a value of 128 does not fit"),
        (Negative, "position 150 has the child -150, beyond 63 bits"),
        (Third, "position 150: turn is 2"),
        (Crowded, "position 150 has more than 1024 children"),
    ],
)
def test_rules_that_are_wrong(kind, words, monkeypatch):
    monkeypatch.setattr("saizen.large.solve.LONGEST_GAME", 100)  # not among the games that are tried first
    with pytest.raises(GameError) as error:
        solve_large(kind())
    assert words in str(error.value)
    assert "\n" not in str(error.value)


class Beyond(Wrong):
    def start(self):
        return LARGEST_POSITION + 1


class Wrapping(Wrong):
    """Python's numbers grow where the machine's wrap around."""

    def children(self, position, out):
        out[0] = position + 1 + (1000 + position) ** 7 // 10**18 % 2
        return 1


class Circle(Wrong):
    layer = CompiledGame.layer

    def children(self, position, out):
        out[0] = position + 1
        out[1] = position // 2
        return 2 if position > 3 else 1


class Text(Wrong):
    def turn(self, position):
        return bin(position).count("1") % 2


class Listed(Wrong):
    names = ("a", "b")

    def turn(self, position):
        return 0 if self.names[0] else 1


class Calling(Wrong):
    def turn(self, position):
        return self.turn(position - 1) if position > 5 else 0


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Beyond, "beyond 63 bits"),
        (Wrapping, "in plain Python and"),
        (Circle, "endless = 0 for a draw"),
        (Text, "% 2' cannot be compiled (Untyped global name 'bin'"),
        (Listed, "self.names = \"('a', 'b')\" is a tuple"),
        (Calling, "calls itself"),
    ],
)
def test_rules_that_cannot_be_solved(kind, words):
    with pytest.raises(GameError) as error:
        solve_large(kind())
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_too_many_positions():
    with pytest.raises(GameError, match="more than 1,000 positions"):
        solve_large(ConnectFour(4, 4), max_positions=1000)


def test_too_little_memory(monkeypatch):
    monkeypatch.setattr("saizen.large.space.memory_size", lambda: 100_000)
    with pytest.raises(GameError, match=r"positions so far need 0.0 GB, .*--files"):
        solve_large(ConnectFour(4, 4))


def test_a_disk_that_is_too_small_loses_nothing(monkeypatch, tmp_path):
    game, store = ConnectFour(4, 3), Store(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("shutil.disk_usage", lambda directory: SimpleNamespace(free=9000))
        with pytest.raises(TableError, match="make room and run the same command again"):
            solve_large(game, store=store, name=NAME)
    before = files(store)
    assert "keys-0004" in before
    assert len(solve_large(game, store=store, name=NAME)) == 12_031
    after = files(store)
    assert all(after[name] == digest for name, digest in before.items() if name != "table.json")


def test_a_position_that_cannot_be_reached():
    solution = solve_large(ConnectFour(4, 3))
    for position in (0, -1, 1 << 70, "5"):
        with pytest.raises(PositionError, match="can be reached"):
            solution.value(position)
        assert position not in solution
    with pytest.raises(SaizenError, match="--keep"):
        solution.save("file")


# ------------------------------------------------------------------ the command line

PLACE = "examples/connect_four_compiled.py:ConnectFour"


def test_commands(cli):
    ran = cli("solve", PLACE, "--json")
    data = json.loads(ran.out)
    assert (data["value"], data["positions"], data["exact"]) == (0, 161_029, True)
    small = json.loads(cli("solve", PLACE, "--set", "rows=3", "--keep", "--json").out)
    assert (small["value"], small["positions"]) == (0, 12_031)
    assert small["kept"].startswith("large.connectfour-")
    again = cli("solve", PLACE, "--set", "rows=3", "--files", "--json")
    assert json.loads(again.out)["positions"] == 12_031
    start = json.loads(cli("solve", PLACE, "--set", "rows=3", "--start-only", "--json").out)
    assert start["value"] == 0
    assert start["visited"] > 1
    assert "positions" not in start
    advice = json.loads(cli("advise", PLACE, "--set", "rows=3", "--json").out)
    assert {row["move"] for row in advice["moves"]} == {1, 2, 3, 4}
    refused = cli("solve", PLACE, "--max-positions", "0")
    assert refused.code == 2


def test_players():
    assert (ConnectFour().turn(ConnectFour().start()), SlidingPuzzle().turn(0)) == (MAX, MIN)
