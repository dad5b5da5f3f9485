"""The generic solver: recurring positions, mistakes in rules, progress, saving."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goofspiel import Goofspiel
from nim import Nim
from pig import Pig
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
    solve,
)
from saizen.errors import Cancelled, GameError, PositionError, TableError
from saizen.exact import from_flint, to_flint
from saizen.kernels import policy
from saizen.kernels.wide import LIMIT_BITS
from saizen.solver.solution import GraphSolution
from saizen.solver.values import MACHINE_BITS, Pairs, Ratios, Values
from saizen.work import Silent, memory_left

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Written(Game[Any]):
    """A game written down as a dict from position to node, beginning at 'a'."""

    nodes: tuple[tuple[Any, Any], ...]

    def start(self):
        return "a"

    def look(self, position):
        return dict(self.nodes)[position]


def written(**nodes):
    return Written(tuple(nodes.items()))


def test_a_turn_that_may_change_nothing():
    # Toss until heads, one turn each: two turns expected.
    game = written(a=Decision(MIN, {"toss": Step(1, Chance([(HALF, "a"), (HALF, Terminal(0))]))}))
    assert solve(game).value("a") == 2
    assert solve(game, exact=False).value("a") == pytest.approx(2)


def test_waiting_is_possible_but_costly():
    game = written(
        a=Decision(
            MIN,
            {
                "wait": Step(1, "a"),
                "safe": Step(5, Terminal(0)),
                "risky": Step(1, Chance([(HALF, "a"), (HALF, "b")])),
            },
        ),
        b=Decision(MIN, {"back": Step(1, "a"), "out": Step(1, Terminal(0))}),
    )
    solution = solve(game)
    # risky: x = 1 + x/2 + 1/2 -> 3, better than safe
    assert solution.value("a") == 3
    assert [m.move for m in solution.moves("a") if m.optimal] == ["risky"]
    assert {m.move: m.value for m in solution.moves("a")} == {"wait": 4, "safe": 5, "risky": 3}


def test_maximiser_who_pays_to_go_round():
    game = written(
        a=Decision(MAX, {"again": Step(-1, "b"), "stop": Terminal(-10)}),
        b=Chance([(HALF, "a"), (HALF, "c")]),
        c=Terminal(0),
    )
    assert solve(game).value("a") == -2


def test_two_players_who_cannot_stay_for_ever():
    # Each round ends with probability 1/3; MAX chooses what a end at her turn pays, MIN at his.
    third = Fraction(1, 3)
    game = written(
        a=Decision(
            MAX,
            {
                "high": Chance([(third, Terminal(3)), (1 - third, "b")]),
                "low": Chance([(third, Terminal(0)), (1 - third, "b")]),
            },
        ),
        b=Decision(
            MIN,
            {
                "high": Chance([(third, Terminal(3)), (1 - third, "a")]),
                "low": Chance([(third, Terminal(0)), (1 - third, "a")]),
            },
        ),
    )
    solution = solve(game)
    # x = 1 + 2/3 y, y = 2/3 x  ->  x = 9/5
    assert solution.value("a") == Fraction(9, 5)
    assert solution.value("b") == Fraction(6, 5)
    solution.check()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (written(a=Chance([(HALF, Terminal(1))])), ["position a", "sum to 1/2"]),
        (
            written(a=Chance([(Fraction(3, 2), Terminal(1)), (-HALF, Terminal(1))])),
            ["position a", "negative"],
        ),
        (written(a=Decision(MAX, {"go": "nowhere"})), ["'nowhere'", "KeyError"]),
        (written(a=Decision(MAX, {"go": ["list"]})), ["['list']", "not hashable", "from a"]),
        (written(a=Decision(MAX, {})), ["position a", "without options"]),
        (written(a=Decision(2, {"go": Terminal(1)})), ["position a", "player 2"]),
        (written(a="text"), ["position a", "'text'"]),
        (written(a=Terminal(0.5)), ["position a", "0.5", "exact"]),
        (written(a=Terminal("x")), ["position a", "'x'"]),
        (written(a=Decision(MAX, {"x": Decision(MAX, {})})), ["position a", "Decision"]),
        (written(a=Simultaneous((), ("x",), lambda r, c: Terminal(0))), ["position a", "without moves"]),
        (written(a=Simultaneous("xx", "y", lambda r, c: Terminal(0))), ["position a", "twice"]),
        (
            written(
                a=Decision(MAX, {"x": "b", "z": Terminal(0)}),
                b=Decision(MIN, {"y": "a", "z": Terminal(0)}),
            ),
            ["both players"],
        ),
        (written(a=Decision(MAX, {"pass": "a", "stop": Terminal(1)})), ["position a", "without a cost"]),
        (
            written(a=Decision(MAX, {"gain": Step(1, "a"), "stop": Terminal(1)})),
            ["position a", "without a cost"],
        ),
        (
            written(a=Decision(MIN, {"on": Step(1, "b")}), b=Decision(MIN, {"on": Step(1, "a")})),
            ["never ends"],
        ),
        (
            written(a=Simultaneous("xy", "xy", lambda r, c: "a" if r == c else Terminal(1))),
            ["position a", "irrational"],
        ),
    ],
)
def test_mistakes_are_told_in_words_that_name_the_position(game, words):
    with pytest.raises(GameError) as error:
        solve(game)
    message = str(error.value)
    assert "\n" not in message
    for word in words:
        assert word in message


class Counting(Game[int]):
    """Add 1 again and again, up to a last number if there is one; each step pays 1."""

    def __init__(self, last=None):
        self.last = last

    def start(self):
        return 0

    def look(self, position):
        return Terminal(0) if position == self.last else Decision(MAX, {"on": Step(1, position + 1)})


def test_depth_is_no_limit():
    assert solve(Counting(50_000)).value(0) == 50_000


def test_an_endless_game_can_be_given_up():
    with pytest.raises(SaizenError, match="more than 1000 positions"):
        solve(Counting(), max_positions=1000)


def test_unknown_position_is_named():
    solution = solve(Nim((2, 1)))
    with pytest.raises(PositionError, match=r"\(9, 9\)"):
        solution.value(((9, 9), 0))


def test_progress_is_told_and_can_stop_the_work():
    said = []

    class Impatient:
        def stage(self, label, total=None):
            said.append(label)
            if label.startswith("solving"):
                raise Cancelled

        def advance(self, steps=1):
            pass

    with pytest.raises(Cancelled):
        solve(Goofspiel(3), progress=Impatient())
    assert said == ["finding positions", "solving positions"]


def test_saved_solutions_come_back_equal(tmp_path):
    game = Goofspiel(3)
    solution = solve(game)
    solution.save(tmp_path / "g")
    again = GraphSolution.load(game, tmp_path / "g")
    assert [again.value(p) for p in again.positions] == [solution.value(p) for p in solution.positions]
    assert list(tmp_path.iterdir()) == [tmp_path / "g"]
    floats = solve(game, exact=False)
    floats.save(tmp_path / "f")
    assert GraphSolution.load(game, tmp_path / "f").value(game.start()) == floats.value(game.start())


def test_damaged_or_foreign_files_are_refused(tmp_path):
    solve(Goofspiel(3)).save(tmp_path / "g")
    with pytest.raises(TableError, match="not a solution of Goofspiel"):
        GraphSolution.load(Goofspiel(2), tmp_path / "g")
    data = bytearray((tmp_path / "g").read_bytes())
    data[-3] ^= 1
    (tmp_path / "bad").write_bytes(data)
    with pytest.raises(TableError, match="damaged"):
        GraphSolution.load(Goofspiel(3), tmp_path / "bad")
    (tmp_path / "other").write_text("hello")
    with pytest.raises(TableError, match="not a saved solution"):
        GraphSolution.load(Goofspiel(3), tmp_path / "other")


def test_interruption_while_saving_leaves_no_file(tmp_path, monkeypatch):
    solution = solve(Goofspiel(3))

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", interrupt)
    monkeypatch.setattr("pathlib.Path.replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        solution.save(tmp_path / "g")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_other_payoffs_is_refused(tmp_path):
    one = written(a=Decision(MAX, {"x": Terminal(1), "y": Terminal(2)}))
    other = written(a=Decision(MAX, {"x": Terminal(10), "y": Terminal(-5)}))
    solve(one).save(tmp_path / "s")
    assert GraphSolution.load(one, tmp_path / "s").value("a") == 2
    with pytest.raises(TableError, match="not a solution"):
        GraphSolution.load(other, tmp_path / "s")
    with pytest.raises(TableError, match="No such file"):
        GraphSolution.load(one, tmp_path / "missing")


def test_floats_do_not_mistake_rounding_for_a_way_out():
    ten = written(a=Decision(MIN, {"again": Chance.uniform([Step(-1, "a")] * 10), "end": Terminal(10)}))
    for exact in (True, False):
        with pytest.raises(GameError, match="recur"):
            solve(ten, exact=exact)
    with pytest.raises(GameError, match="never ends"):
        solve(written(a=Chance([(0.1, "a")] * 10)), exact=False)


def test_cycles_beyond_floats_are_solved_exactly():
    rare = Fraction(1, 10**30)
    assert solve(written(a=Chance([(1 - rare, Step(1, "a")), (rare, Terminal(0))]))).value("a") == 10**30 - 1
    huge = written(a=Chance([(HALF, Step(10**400, "a")), (HALF, Terminal(0))]))
    assert solve(huge).value("a") == 10**400


def test_whoever_has_one_move_decides_nothing():
    game = written(
        a=Decision(MIN, {"go": Step(1, "b"), "end": Terminal(9)}),
        b=Decision(MAX, {"forced": Step(1, Chance([(HALF, "a"), (HALF, Terminal(0))]))}),
    )
    assert solve(game).value("a") == 4


def test_float_ties_share_the_probability():
    solution = solve(written(a=Decision(MAX, {"x": Terminal(0.1 + 0.2), "y": Terminal(0.3)})), exact=False)
    assert solution.strategy("a") == {"x": 0.5, "y": 0.5}
    with pytest.raises(SaizenError, match="exact=True"):
        solution.unique("a")


def test_large_uniform_lotteries_are_accepted_in_floats():
    assert solve(written(a=Chance.uniform([Terminal(1)] * 270_725)), exact=False).value("a") == pytest.approx(
        1
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "3", 10**400, None])
def test_rewards_must_be_finite_numbers(value):
    with pytest.raises(GameError, match="position a"):
        solve(written(a=Terminal(value)), exact=False)


def test_exact_mode_takes_no_float_at_all():
    with pytest.raises(GameError, match=r"1\.0 is not an exact number"):
        solve(written(a=Terminal(1.0)))


@pytest.mark.parametrize(
    "node",
    [
        Simultaneous("x", "y", lambda r, c: {}[r]),
        Chance(["b", "c"]),
        Decision(MAX, ["b", "c"]),
        Simultaneous([["x"]], ["y"], lambda r, c: Terminal(0)),
    ],
)
def test_whatever_fails_in_a_game_names_the_position(node):
    with pytest.raises(GameError, match="position a"):
        solve(written(a=node))


def test_a_start_that_fails_is_told():
    class NoStart(Game[int]):
        def start(self):
            raise KeyError("nothing")

        def look(self, position):
            return Terminal(0)

    with pytest.raises(GameError, match=r"start\(\) fails"):
        solve(NoStart())


def test_moves_of_a_large_degenerate_game_come_at_once():
    size = 12
    rows, columns = range(2 * size), range(size)
    game = written(a=Simultaneous(rows, columns, lambda r, c: Terminal(size if r // 2 == c else 0)))
    moves = solve(game).moves("a")
    assert all(move.optimal for move in moves)
    assert len(moves) == 2 * size


def test_check_finds_a_wrong_value():
    solution = solve(Nim((2, 1)))
    values = [value + 1 if at == 0 else value for at, value in enumerate(solution._values)]
    with pytest.raises(TableError, match="should be"):
        GraphSolution(solution._graph, Values.of(values, exact=True)).check()


@given(st.lists(st.fractions() | st.tuples(st.integers(-80, 80), st.integers(0, 999)), max_size=8))
def test_rationals_of_any_length_are_kept_as_they_are(given):
    """Long ones, and those at the border of machine integers."""
    near = [x if isinstance(x, Fraction) else Fraction(2) ** x[0] * (2**61 + x[1]) - 1 for x in given]
    values = Values(Pairs(len(near)), Ratios())
    for at, number in enumerate(near):
        values[at] = to_flint(number)
    assert [from_flint(number) for number in values] == near
    numbers, places = values.table()
    assert [from_flint(numbers[place]) for place in places] == near
    assert len(numbers) == len(set(near))


def test_what_is_short_is_what_the_compiled_loop_takes():
    assert MACHINE_BITS == LIMIT_BITS


def test_fractions_in_the_compiled_loop_are_those_of_rationals(monkeypatch):
    plain = solve(Pig(8))
    monkeypatch.setattr(policy, "MODE", "compiled")
    quick = solve(Pig(8))
    assert isinstance(quick._values.numbers, Ratios)
    assert [quick.value(p) for p in quick.positions] == [plain.value(p) for p in plain.positions]


numbers = st.fractions(min_value=-3, max_value=3, max_denominator=5)


@st.composite
def random_games(draw):
    """Acyclic games over positions 0..n-1, each leading to larger numbers or ending."""
    size = draw(st.integers(1, 7))
    nodes = {}
    for at in range(size):
        targets = list(range(at + 1, size))
        outcome = st.builds(Terminal, numbers)
        if targets:
            position = st.sampled_from(targets)
            step = st.builds(Step, numbers, position)
            coin = st.builds(
                lambda p, a, b: Chance([(p, a), (1 - p, b)]),
                st.fractions(0, 1, max_denominator=4),
                position,
                step,
            )
            outcome = st.one_of(outcome, position, step, coin)
        kind = draw(st.sampled_from(["terminal", "chance", "decision", "simultaneous"]))
        if kind == "terminal":
            nodes[at] = Terminal(draw(numbers))
        elif kind == "chance":
            nodes[at] = Chance.uniform(draw(st.lists(outcome, min_size=1, max_size=3)))
        elif kind == "decision":
            moves = draw(st.lists(outcome, min_size=1, max_size=3))
            nodes[at] = Decision(draw(st.sampled_from([MAX, MIN])), dict(enumerate(moves)))
        else:
            table = draw(st.lists(st.lists(outcome, min_size=2, max_size=2), min_size=1, max_size=3))
            nodes[at] = Simultaneous(range(len(table)), range(2), lambda r, c, table=table: table[r][c])
    return Numbered(nodes)


class Numbered(Game[int]):
    def __init__(self, nodes):
        self.nodes = nodes

    def start(self):
        return 0

    def look(self, position):
        return self.nodes[position]


@given(random_games())
@settings(max_examples=60, deadline=None)
def test_float_and_exact_agree_and_check(game):
    exact, floats = solve(game), solve(game, exact=False)
    assert len(exact) == len(floats)
    exact.check()
    floats.check()
    for position in exact.positions:
        assert floats.value(position) == pytest.approx(float(exact.value(position)), abs=1e-9)
        moves = exact.moves(position)
        if moves:
            assert sum(m.probability for m in moves) == 1
            assert moves[0].optimal
            assert all(m.optimal for m in moves if m.probability)
            assert moves[0].value == exact.value(position)


def test_pig_moves_are_consistent_with_values():
    solution = solve(Pig(8))
    solution.check()
    for position in solution.positions:
        moves = solution.moves(position)
        if moves:
            assert moves[0].value == solution.value(position)


class Endless(Game):
    """Counts on without end."""

    def start(self):
        return 0

    def look(self, position):
        return Decision(MAX, {"on": position + 1, "stop": Terminal(position)})


def test_memory_is_told_before_it_is_gone(monkeypatch):
    from saizen.solver import explore

    left = iter([9e9, 5e9, 2e8])
    monkeypatch.setattr(explore, "memory_left", lambda: next(left))
    with pytest.raises(GameError, match="the memory is nearly full") as caught:
        solve(Endless())
    told = str(caught.value)
    assert "12,289 positions, about 3 MB, and 200 MB are left; solve a smaller game" in told
    monkeypatch.setattr(explore, "memory_left", lambda: None)
    with pytest.raises(GameError, match="--max-positions"):
        solve(Endless(), max_positions=9000)


def test_progress_tells_how_many_positions_and_how_much_memory():
    told = []

    class Watching(Silent):
        def tell(self, label):
            told.append(label)

    with pytest.raises(GameError, match="more than 9000 positions"):
        solve(Endless(), max_positions=9000, progress=Watching())
    assert told[:2] == ["4,097 positions, about 1 MB", "8,193 positions, about 2 MB"]


def test_the_system_tells_how_much_memory_is_left():
    left = memory_left()
    assert left is None or left > 1_000_000


# ---------------------------------------------------------------------- numbering, files, mistakes


@pytest.mark.parametrize("game", [Goofspiel(3), Nim((3, 2, 1)), Pig(6)], ids=repr)
def test_the_numbering_does_not_depend_on_batches(game, monkeypatch):
    from saizen.solver import explore

    prints = []
    for size in (4096, 1, 3):
        monkeypatch.setattr(explore, "CHUNK", size)
        graph = explore.explore(game, exact=True)
        prints.append((graph.fingerprint(), list(graph.positions)))
    assert prints[0] == prints[1] == prints[2]


def test_a_look_that_changes_its_position_is_told():
    class Hand:
        def __init__(self, cards):
            self.cards = cards

        def __repr__(self):
            return f"Hand{self.cards}"

    class Changes(Game):
        def start(self):
            return Hand([1, 2])

        def look(self, position):
            position.cards.pop()
            return Terminal(0)

    with pytest.raises(GameError, match=r"look\(\) changes its position: Hand\[1, 2\] became Hand\[1\]"):
        solve(Changes())


def test_rules_that_change_after_solving_are_told():
    nodes = {"a": Decision(MAX, {"go": "b"}), "b": Terminal(1)}

    class Changing(Game):
        def start(self):
            return "a"

        def look(self, position):
            return nodes[position]

    solution = solve(Changing())
    nodes["a"] = Decision(MAX, {"go": "c"})
    with pytest.raises(GameError, match="leads to c, which it did not before"):
        solution.moves("a")


def test_ends_of_several_kinds_in_one_decision():
    game = written(
        a=Decision(MAX, {"x": Terminal(1), "y": "b", "z": Terminal(HALF), "w": Step(2, Terminal(-1))}),
        b=Decision(MIN, {"x": Terminal(1), "y": Terminal(3), "z": Step(-1, "c"), "w": Chance([(1, "c")])}),
        c=Terminal(True),
    )
    solution = solve(game)
    assert (solution.value("a"), solution.value("b"), solution.value("c")) == (1, 0, 1)
    assert {m.move: m.value for m in solution.moves("a")} == {"x": 1, "y": 0, "z": HALF, "w": 1}
    with pytest.raises(GameError, match=r"1\.0 is not an exact number"):
        solve(written(a=Decision(MAX, {"x": Terminal(1), "y": Terminal(1.0)})))
