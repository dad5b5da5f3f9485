"""Play that can go on for ever: values, lengths and intervals against brute forces written apart."""

import signal
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from king_and_rook import KingAndRook
from nim import Nim
from saizen import MAX, MIN, Chance, Decision, Game, Simultaneous, Step, Terminal, solve
from saizen.answer import ask
from saizen.errors import GameError, TableError
from saizen.kernels import policy
from saizen.solver.policy_iteration import Action, RecurringPart, _proved
from saizen.solver.solution import GraphSolution
from soccer import STEPS, Soccer
from sowing import Sowing
from tic_tac_toe import TicTacToe

HALF = Fraction(1, 2)


class Drawn(Game):
    """A game given as a dict from number to node; endless play is worth what is said."""

    def __init__(self, nodes, endless=None, start=0):
        self.nodes, self.endless, self.first = nodes, endless, start

    def start(self):
        return self.first

    def look(self, position):
        return self.nodes[position]


# ---------------------------------------------------------------------- all policies, one by one


def choices(nodes, player):
    places = [at for at, node in nodes.items() if isinstance(node, Decision) and node.player == player]
    return [dict(zip(places, chosen, strict=True)) for chosen in product(*(nodes[p].options for p in places))]


def followed(nodes, policy):
    """Return the Markov chain of a policy: for each position its lottery over positions and ends."""
    chain = {}
    for at, node in nodes.items():
        outcome = node.options[policy[at]] if isinstance(node, Decision) else node
        chain[at] = outcome.outcomes if isinstance(outcome, Chance) else [(Fraction(1), outcome)]
    return chain


def worth(chain, endless):
    """Return what a chain is worth from each position, by elimination in fractions."""
    leaving = set()
    while True:
        more = {
            at
            for at, lottery in chain.items()
            if any(p and (isinstance(to, Terminal) or to in leaving) for p, to in lottery)
        }
        if more == leaving:
            break
        leaving = more
    names = sorted(leaving)
    rows = []
    for at in names:
        row = {name: Fraction(int(name == at)) for name in names} | {"=": Fraction(0)}
        for p, to in chain[at]:
            if isinstance(to, Terminal):
                row["="] += p * to.value
            elif to in leaving:
                row[to] -= p
            else:
                row["="] += p * endless
        rows.append(row)
    for i, name in enumerate(names):
        pivot = next(k for k in range(i, len(rows)) if rows[k][name])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = {key: entry / rows[i][name] for key, entry in rows[i].items()}
        for k in range(len(rows)):
            if k != i and rows[k][name]:
                rows[k] = {key: rows[k][key] - rows[k][name] * rows[i][key] for key in rows[k]}
    return {at: Fraction(endless) for at in chain} | {n: rows[i]["="] for i, n in enumerate(names)}


def best_of_all_policies(nodes, endless):
    values = {}
    for mine in choices(nodes, MAX):
        answers = [worth(followed(nodes, mine | other), endless) for other in choices(nodes, MIN)]
        for at in nodes:
            least = min(answer[at] for answer in answers)
            values[at] = max(values.get(at, least), least)
    return values


@st.composite
def cyclic_games(draw, chance):
    size = draw(st.integers(1, 5))
    outcome = st.one_of(st.integers(0, size - 1), st.builds(Terminal, st.integers(-2, 2)))
    if chance:
        coin = st.tuples(st.sampled_from([HALF, Fraction(1, 3)]), outcome, outcome)
        lottery = coin.map(lambda c: Chance([(c[0], c[1]), (1 - c[0], c[2])]))
        outcome = st.one_of(outcome, lottery)
    nodes = {}
    for at in range(size):
        moves = draw(st.lists(outcome, min_size=1, max_size=2))
        nodes[at] = Decision(draw(st.sampled_from([MAX, MIN])), dict(enumerate(moves)))
    return Drawn(nodes, draw(st.integers(-1, 1)))


@pytest.mark.parametrize("chance", [False, True])
def test_cycles_against_all_policies(chance):
    @given(cyclic_games(chance))
    @settings(max_examples=150, deadline=None)
    def compare(game):
        right = best_of_all_policies(game.nodes, game.endless)
        solution, floats = solve(game), solve(game, exact=False)
        for position in solution.positions:
            assert solution.value(position) == right[position]
            assert floats.value(position) == pytest.approx(float(right[position]), abs=1e-6)
        solution.check()

    compare()


@pytest.mark.parametrize("exact", [True, False])
def test_cycles_in_compiled_loops_against_all_policies(exact, monkeypatch):
    @given(cyclic_games(False), st.booleans())
    @settings(max_examples=80, deadline=None)
    def compare(game, coin):
        nodes = dict(game.nodes)
        if coin:  # a lottery before the cycle: its moves are not packed then
            nodes[-1] = Decision(MAX, {"toss": Chance.uniform([0, Terminal(0)])})
        right = best_of_all_policies(game.nodes, game.endless)
        solution = solve(Drawn(nodes, game.endless, start=-1 if coin else 0), exact=exact)
        for position in set(solution.positions) - {-1}:
            assert solution.value(position) == right[position]

    monkeypatch.setattr(policy, "MODE", "compiled")
    compare()


def test_staying_is_worth_more_than_any_end():
    """Both leave the loop only one at a time: no single move is better, staying together is."""
    nodes = {
        0: Decision(MAX, {"on": 1, "out": Terminal(-1)}),
        1: Decision(MAX, {"on": Chance([(HALF, 0), (HALF, 1)]), "out": Terminal(-1)}),
    }
    assert solve(Drawn(nodes, 0)).value(0) == 0
    assert solve(Drawn(nodes, -2)).value(0) == -1


def test_whoever_has_a_better_way_out_takes_it():
    nodes = {
        0: Decision(MAX, {"on": 1, "win": Terminal(2)}),
        1: Decision(MIN, {"back": 0, "out": Terminal(1)}),
    }
    solution = solve(Drawn(nodes, 0))
    assert (solution.value(0), solution.value(1)) == (2, 1)
    nodes = {
        0: Decision(MIN, {"on": 1, "win": Terminal(-2)}),
        1: Decision(MAX, {"back": 0, "out": Terminal(-1)}),
    }
    solution = solve(Drawn(nodes, 0))
    assert (solution.value(0), solution.value(1)) == (-2, -1)


@pytest.mark.parametrize("rare", [Fraction(1, 100), Fraction(1, 10**6), Fraction(1, 10**20)])
def test_patience_is_proved_however_rare_the_win(rare):
    """Trying again and again wins for sure, though a game that may break off would say otherwise."""
    nodes = {
        0: Decision(
            MAX, {"sure": Terminal(1), "try": Chance([(rare, Terminal(2)), (1 - rare, 1)]), "wait": 1}
        ),
        1: Decision(MIN, {"on": 0}),
    }
    solution = solve(Drawn(nodes, 0))
    assert solution.value(0) == 2
    assert [move.move for move in solution.moves(0) if move.optimal] == ["try", "wait"]


def test_the_proof_refuses_what_is_not_best():
    one = fmpq(1)
    stay = [Action(0 * one, 0 * one, ((one, to),), False) for to in (1, 0)]
    out = Action(-one, -one, (), True)
    part = RecurringPart(str, [MAX, MAX], [[stay[0], out], [stay[1], out]])
    assert _proved(part, [0, 0], [0 * one, 0 * one], 0 * one, exact=True)
    # No single move is better than leaving at -1, but staying together is.
    assert not _proved(part, [1, 1], [-one, -one], 0 * one, exact=True)
    assert _proved(part, [1, 1], [-one, -one], -2 * one, exact=True)
    assert not _proved(part, [0, 1], [-2 * one, -one], -2 * one, exact=True)


def test_what_a_refusal_names_as_remedy_helps():
    nodes = {
        0: Decision(MAX, {"on": 1, "out": Terminal(-1)}),
        1: Decision(MIN, {"on": 0, "out": Terminal(2)}),
    }
    with pytest.raises(GameError, match="endless = 0 for a draw"):
        solve(Drawn(nodes))
    assert solve(Drawn(nodes, 0)).value(0) == 0
    never = {0: Decision(MAX, {"on": 0})}
    with pytest.raises(GameError, match="never ends from position 0: say what endless play is worth"):
        solve(Drawn(never))
    assert solve(Drawn(never, Fraction(1, 3))).value(0) == Fraction(1, 3)


def test_points_won_for_ever_are_refused():
    nodes = {0: Decision(MAX, {"on": Step(-1, 1)}), 1: Decision(MIN, {"on": 0, "out": Terminal(2)})}
    with pytest.raises(GameError, match="points are won or lost on the way"):
        solve(Drawn(nodes, 0))


@pytest.mark.parametrize("endless", ["0", True, float("nan"), [], 0.5])
def test_what_endless_play_is_worth_must_be_a_number(endless):
    with pytest.raises(GameError, match="endless"):
        solve(Drawn({0: Decision(MAX, {"on": 0})}, endless))


# ---------------------------------------------------------------------- the rook's ending, apart


def rook_endings(size):
    """Return (value, moves to mate) of every position, by sweeping over all of them; no code of ours."""
    board = [(r, c) for r in range(size) for c in range(size)]

    def touch(a, b):
        return max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1

    def sees(rook, king, target):
        """Whether the rook attacks a square, with its own king in the way."""
        if rook == target or not (rook[0] == target[0] or rook[1] == target[1]):
            return False
        between = [
            s
            for s in board
            if s not in (rook, target)
            and min(rook[0], target[0]) <= s[0] <= max(rook[0], target[0])
            and min(rook[1], target[1]) <= s[1] <= max(rook[1], target[1])
        ]
        return king not in between and king != target

    white, black = {}, {}
    for king, rook, other in product(board, repeat=3):
        if len({king, rook, other}) < 3 or touch(king, other):
            continue
        free = [s for s in board if s != other and touch(s, other) and not touch(s, king)]
        # the black king cannot hide behind itself: the line goes on where it stood
        free = [s for s in free if s == rook or not sees(rook, king, s)]
        check = sees(rook, king, other)
        black[king, rook, other] = ([(s == rook, s) for s in free], check)
        if not check:
            steps = [
                (s, rook) for s in board if touch(s, king) and s not in (king, rook) and not touch(s, other)
            ]
            slides = [
                (king, s)
                for s in board
                if s not in (king, other) and sees(rook, king, s) and not blocked(rook, s, other)
            ]
            white[king, rook, other] = steps + slides
    mated = {spot: 0 for spot, (moves, check) in black.items() if not moves and check}
    lost, won, depth = dict(mated), {}, 0
    while True:
        depth += 1
        if depth % 2:
            new = {
                s: depth
                for s, moves in white.items()
                if s not in won and any((*m, s[2]) in lost for m in moves)
            }
            won |= new
        else:
            new = {
                s: depth
                for s, (moves, _) in black.items()
                if s not in lost
                and moves
                and not any(takes for takes, _ in moves)
                and all((s[0], s[1], to) in won for _, to in moves)
            }
            lost |= new
        if not new and depth > 2:
            return white, black, won, lost


def blocked(rook, to, other):
    """Whether the black king stands between the rook and a square."""
    if rook[0] == to[0] == other[0]:
        return min(rook[1], to[1]) < other[1] < max(rook[1], to[1])
    if rook[1] == to[1] == other[1]:
        return min(rook[0], to[0]) < other[0] < max(rook[0], to[0])
    return False


@pytest.mark.parametrize(("size", "longest"), [(3, 5), (4, 13)])
def test_king_and_rook_against_a_sweep_over_all_positions(size, longest):
    game = KingAndRook(size)
    solution = solve(game)
    white, black, won, lost = rook_endings(size)
    assert max(won.values()) == longest == solution.remoteness(game.start()) - 1
    compared = 0
    for king, rook, other, player in list(solution.positions)[1:]:
        squares = tuple(divmod(square, size) for square in (king, rook, other))
        right = (won if player == MAX else lost).get(squares)
        position = (king, rook, other, player)
        assert solution.value(position) == (right is not None)
        if right is not None:
            assert solution.remoteness(position) == right
            assert len(solution.best_line(position)) == right
        compared += player == MAX
    assert compared == len(white)
    assert black


# ---------------------------------------------------------------------- sowing, apart


def sowing_by_sweeps(game, positions):
    """Return the values of all positions: few seeds first, then one threshold after the other, by sweeps."""
    values = {}
    for seeds in range(2 * game.pits * game.seeds + 1):
        level = [p for p in positions if sum(p[0]) == seeds]
        moves = {}
        for p in level:
            node = game.look(p)
            if isinstance(node, Terminal):
                values[p] = node.value
                continue
            moves[p] = []
            for step in node.options.values():
                moves[p].append((step.reward, step.next))
        reach = {}
        for sign in (1, -1):
            for bound in range(seeds, 0, -1):
                sure = set()
                while True:
                    more = {
                        p
                        for p in moves
                        if (any if (p[1] == MAX) == (sign == 1) else all)(
                            nxt in sure
                            if sum(nxt[0]) == seeds and nxt in moves
                            else sign * (reward + values[nxt]) >= bound
                            for reward, nxt in moves[p]
                        )
                    }
                    if more == sure:
                        break
                    sure = more
                for p in sure:
                    reach.setdefault(p, sign * bound)
        values |= {p: reach.get(p, 0) for p in moves}
    return values


@pytest.mark.parametrize(("pits", "seeds", "value"), [(2, 1, 0), (3, 1, -2), (2, 2, 0), (2, 3, 0)])
def test_sowing_against_sweeps(pits, seeds, value):
    game = Sowing(pits, seeds)
    solution = solve(game)
    right = sowing_by_sweeps(game, list(solution.positions))
    assert {p: solution.value(p) for p in solution.positions} == right
    assert solution.value(game.start()) == value


# ---------------------------------------------------------------------- lengths


def lengths_by_recursion(game, position, known):
    """Return (value, length) of a position of a game without cycles, as the words say."""
    if position in known:
        return known[position]
    node = game.look(position)
    if isinstance(node, Terminal):
        return node.value, 0
    found = [lengths_by_recursion(game, after, known) for after in node.options.values()]
    best = (max if node.player == MAX else min)(value for value, _ in found)
    lengths = [length for value, length in found if value == best]
    loses = best < 0 if node.player == MAX else best > 0
    known[position] = best, 1 + (max if loses else min)(lengths)
    return known[position]


@pytest.mark.parametrize("game", [Nim((3, 3, 1)), Nim((4, 2)), TicTacToe()], ids=repr)
@pytest.mark.parametrize("exact", [True, False])
def test_lengths_against_recursion(game, exact):
    solution, known = solve(game, exact=exact), {}
    for position in solution.positions:
        value, length = lengths_by_recursion(game, position, known)
        assert (solution.value(position), solution.remoteness(position)) == (value, length)
        moves = solution.moves(position)
        assert len(solution.best_line(position)) == length
        assert not moves or moves[0].remoteness == length


def test_equal_moves_are_ordered_by_length():
    nodes = {
        0: Decision(MAX, {"slow": 1, "quick": Terminal(1), "lose soon": Terminal(-1), "lose late": 2}),
        1: Decision(MAX, {"win": Terminal(1)}),
        2: Decision(MIN, {"win": Terminal(-1)}),
    }
    moves = solve(Drawn(nodes)).moves(0)
    assert [move.move for move in moves] == ["quick", "slow", "lose late", "lose soon"]
    assert [move.remoteness for move in moves] == [1, 2, 2, 1]


def test_advice_tells_lengths_and_what_has_none():
    solution = solve(Nim((2, 1)))
    advice = ask(solution, ((2, 1), 0))
    assert advice.data["remoteness"] == 3
    assert [move["remoteness"] for move in advice.data["moves"]] == [3, 2, 2]
    assert list(advice.tables[0].columns) == ["move", "value", "optimal", "cost", "remoteness"]
    assert "Best play ends after 3 moves." in advice.notes
    drawn = solve(Drawn({0: Decision(MAX, {"on": 0, "lose": Terminal(-1)})}, 0))
    assert drawn.remoteness(0) is None
    assert "Best play never ends." in ask(drawn, 0).notes
    circle = solve(Drawn({0: Decision(MAX, {"on": 1, "over": 1}), 1: Decision(MIN, {"back": 0})}, 0))
    assert "Best play never ends." in ask(circle, 0).notes
    coin = solve(Drawn({0: Decision(MAX, {"toss": Chance.uniform([1, Terminal(1)])}), 1: Terminal(0)}))
    assert coin.remoteness(0) is None
    told = ask(coin, 0)
    assert "remoteness" not in told.data
    assert "remoteness" not in told.data["moves"][0]
    assert "remoteness" not in told.tables[0].columns


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("game", [Nim((3, 2, 2)), Sowing(3, 1), KingAndRook(3), TicTacToe()], ids=repr)
def test_compiled_loops_answer_as_plain_ones(game, exact, monkeypatch):
    plain = solve(game, exact=exact)
    lengths = [plain.remoteness(p) for p in plain.positions]
    monkeypatch.setattr(policy, "MODE", "compiled")
    quick = solve(game, exact=exact)
    assert list(quick.positions) == list(plain.positions)
    assert [quick.value(p) for p in quick.positions] == [plain.value(p) for p in plain.positions]
    assert [quick.remoteness(p) for p in quick.positions] == lengths
    quick.check()


def test_payoffs_with_a_denominator_are_exact_when_compiled(monkeypatch):
    monkeypatch.setattr(policy, "MODE", "compiled")
    third = Fraction(1, 3)
    nodes = {0: Decision(MAX, {"a": Step(third, 1), "b": 2}), 1: Decision(MIN, {"c": Terminal(HALF), "d": 2})}
    nodes[2] = Decision(MAX, {"e": Terminal(Fraction(5, 7)), "back": 2})
    assert solve(Drawn(nodes, third)).value(0) == third + HALF
    huge = {0: Decision(MAX, {"a": Terminal(10**30), "b": Terminal(Fraction(1, 10**30))})}
    assert solve(Drawn(huge)).value(0) == 10**30


# ---------------------------------------------------------------------- both at once, again and again


def soccer_by_iteration(game, positions):
    """Return the values by iterating with SciPy's linear programs until nothing changes."""
    values = dict.fromkeys(positions, 0.0)
    lotteries = {
        p: [[[(float(w), o) for w, o in game.turn(p, a, b).outcomes] for b in STEPS] for a in STEPS]
        for p in positions
    }
    change = 1.0
    while change > 1e-9:
        new = {}
        for p in positions:
            matrix = np.array(
                [
                    [
                        sum(w * (o.value if isinstance(o, Terminal) else values[o]) for w, o in lottery)
                        for lottery in row
                    ]
                    for row in lotteries[p]
                ]
            )
            low, high = matrix.min(axis=1).max(), matrix.max(axis=0).min()
            if low == high:
                new[p] = low
                continue
            result = linprog(
                [0] * 5 + [-1],
                A_ub=np.c_[-matrix.T, np.ones(5)],
                b_ub=np.zeros(5),
                A_eq=[[1] * 5 + [0]],
                b_eq=[1],
                bounds=[(0, None)] * 5 + [(None, None)],
            )
            new[p] = -result.fun
        change = max(abs(new[p] - values[p]) for p in positions)
        values = new
    return values


def test_soccer_has_a_proven_interval(tmp_path):
    game = Soccer(2, 3, Fraction(1, 2))
    with pytest.raises(GameError, match=r"irrational.*--float"):
        solve(game)
    solution = solve(game, exact=False)
    right = soccer_by_iteration(game, list(solution.positions))
    for position in solution.positions:
        low, high = solution.interval(position)
        assert low - 1e-7 <= right[position] <= high + 1e-7
        assert low <= solution.value(position) <= high
        assert high - low < 1e-6
        (row, column), (other_row, other_column), ball = position
        mirror = (other_row, 2 - other_column), (row, 2 - column), 1 - ball
        assert solution.value(mirror) == pytest.approx(-solution.value(position), abs=1e-8)
    solution.check()
    advice = ask(solution, game.start())
    assert advice.data["interval"] == list(solution.interval(game.start()))
    assert any("proven interval" in note for note in advice.notes)
    solution.save(tmp_path / "soccer")
    again = GraphSolution.load(game, tmp_path / "soccer")
    assert again.interval(game.start()) == solution.interval(game.start())


def test_an_irrational_value_lies_in_its_interval():
    """Matching pennies, where one pair starts again at half the stakes: x = 1 / (4 - x) at the root."""
    look = Simultaneous(
        "ab",
        "ab",
        lambda r, c: (
            Chance([(HALF, 0), (HALF, Terminal(0))]) if r == c == "a" else Terminal(1 if r == c else 0)
        ),
    )
    # The matrix is [[x/2, 0], [0, 1]], worth (x/2) / (1 + x/2): only x = 0 solves it.
    low, high = solve(Drawn({0: look}), exact=False).interval(0)
    assert low <= 0 <= high
    other = Simultaneous(
        "ab",
        "ab",
        lambda r, c: (
            Chance([(HALF, 0), (HALF, Terminal(1))]) if r == c == "a" else Terminal(1 if r == c else 0)
        ),
    )
    # [[(x + 1)/2, 0], [0, 1]]: x = (x + 1) / (x + 3), so x * x + 2 * x - 1 = 0
    solution = solve(Drawn({0: other}), exact=False)
    low, high = solution.interval(0)
    # in fractions: what the root is in floats is beside it
    low, high = Fraction(low), Fraction(high)
    assert low * low + 2 * low - 1 <= 0 <= high * high + 2 * high - 1
    assert high - low < 1e-8


def test_simultaneous_choices_that_need_a_word_on_endless_play():
    look = Simultaneous("ab", "ab", lambda r, c: 0 if r == c else Terminal(1))
    with pytest.raises(GameError, match="endless = 0"):
        solve(Drawn({0: look}), exact=False)
    low, high = solve(Drawn({0: look}, 1), exact=False).interval(0)
    assert low <= 1 <= high


# ---------------------------------------------------------------------- files, and being stopped


def test_endless_play_of_another_worth_is_another_game(tmp_path):
    nodes = {0: Decision(MAX, {"on": 0, "out": Terminal(-1)})}
    solve(Drawn(nodes, 0)).save(tmp_path / "zero")
    assert GraphSolution.load(Drawn(nodes, 0), tmp_path / "zero").value(0) == 0
    assert GraphSolution.load(Drawn(nodes, 0), tmp_path / "zero").remoteness(0) is None
    with pytest.raises(TableError, match="not a solution"):
        GraphSolution.load(Drawn(nodes, -2), tmp_path / "zero")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
def test_a_look_that_never_ends_can_be_interrupted():
    class Stuck(Game):
        def start(self):
            return 0

        def look(self, position):
            while position >= 0:
                pass

    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            solve(Stuck())
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
