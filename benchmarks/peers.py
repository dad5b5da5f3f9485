"""Side by side with others: one run, CPU time as ratios, and who fails where.

``python benchmarks/peers.py [--matrices N] [--deals N]`` compares matrix games with SciPy (HiGHS), nashpy,
quantecon, OpenSpiel and Gambit, the generic solver with OpenSpiel's algorithms, the AB game with a solver
of literal sets and with rules of thumb, Calculation with a known deck with the solvers of PySAT, and games
with hidden information with OpenSpiel and Gambit; ``--part`` measures one of these again. A peer that is
not installed is named (scipy nashpy quantecon open_spiel cvxpy ecos python-sat pygambit) and keeps the
figures of the last run in which it was: ratios to saizen in that run. Compiling is not counted, for us or
for others. The figures go to ``results/peers.json``, and from there to ``docs/peers.md``.
"""

import argparse
import signal
import sys
import warnings
from contextlib import contextmanager
from importlib import import_module
from io import StringIO
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

import numpy as np

import results
from games.abgame.brute_abgame import Brute
from goofspiel import Goofspiel
from highs import column_program
from kuhn import Kuhn
from leduc import Leduc
from liars_dice import LiarsDice
from nim import Nim
from saizen import MAX, MIN, Decision, Game, Terminal, solve
from saizen.games.abgame.guessers import GUESSERS, totals
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.size import Size
from saizen.games.calculation.deals import deal
from saizen.games.calculation.rules import Variant
from saizen.games.calculation.thoughtful.clauses import write_clauses
from saizen.matrix import solve_matrix
from saizen.matrix.float_simplex import solve_games
from saizen.matrix.integer_batches import solve_batch
from saizen.sat import decide
from saizen.solver.hidden.exploration import explore
from saizen.solver.hidden.regret import Regrets
from saizen.solver.hidden.sequence_form import sequence_form

SIZE = 8
FAMILIES = {"whole numbers from -3 to 3": 3, "0 and ±1": 1}
"""Games with few different payoffs are degenerate: many bases of the simplex mean the same strategy."""
LARGEST_GAP = 1e-6
"""What a pair of strategies may fall short of each other by; more is a failure, and so is an exception."""
PATIENCE = 2.0
"""CPU seconds after which a solver of a small matrix runs in circles: a failure, whose time is left out."""
LIBRARIES = ("nashpy", "quantecon", "open_spiel", "cvxpy", "ecos", "python-sat", "pygambit")
FIRST_DEAL = 20_001
MOMENT = 0.2
"""CPU seconds for the runs of one thing."""
ROUNDS, FEW = 5000, 20
"""Iterations of regret minimisation that are timed: ours, and OpenSpiel's."""
LARGEST_TABLE = 2e9
"""Bytes of OpenSpiel's table of payoffs, beyond which its linear program is not tried."""
missing = []


def peer(*names):
    """Import modules of a peer; None, and its name in ``missing``, where one is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [import_module(name) for name in names]
    except ImportError as error:
        missing.append(f"{names[0].partition('.')[0]} ({error.name})")
        return None


def once(work):
    """Return what work gives, and its CPU seconds."""
    began = process_time()
    found = work()
    return found, process_time() - began


def cpu_seconds(work):
    """Return what work gives, and its CPU seconds: the best of as many runs as fit in a moment."""
    found, best = once(work)
    spent = best
    while spent < MOMENT:
        passed = max(once(work)[1], 1e-6)
        best, spent = min(best, passed), spent + passed
    return found, best


# ---------------------------------------------------------------------- matrix games


def highs(linprog):
    """Solve the linear program of the columns; the duals are the strategy of the rows."""

    def solver(matrix):
        program = column_program(linprog, matrix)
        return -program.ineqlin.marginals, program.x[:-1]

    return solver


def openspiel_lp(lp_solver, pyspiel):
    def solver(matrix):
        found = lp_solver.solve_zero_sum_matrix_game(pyspiel.create_matrix_game(matrix, -matrix))
        return np.ravel(found[0]), np.ravel(found[1])

    return solver


def gambit_lp(pygambit):
    def solver(matrix):
        game = pygambit.Game.from_arrays(matrix, -matrix)
        profile = pygambit.nash.lp_solve(game, rational=False).equilibria[0]
        return [np.array([float(profile[s]) for s in player.strategies]) for player in game.players]

    return solver


def matrix_peers():
    """Return solvers of one matrix by name, each of which returns both strategies."""
    found = {}
    if modules := peer("scipy.optimize"):
        found["SciPy, HiGHS"] = highs(modules[0].linprog)
    if modules := peer("nashpy"):
        found["nashpy, Lemke–Howson"] = lambda matrix: modules[0].Game(matrix).lemke_howson(0)
        found["nashpy, linear program"] = lambda matrix: modules[0].Game(matrix).linear_program()
    if quantecon := peer("quantecon.optimize"):
        found["quantecon, minmax"] = lambda matrix: quantecon[0].minmax(matrix)[1:]
    if spiel := peer("open_spiel.python.algorithms.lp_solver", "pyspiel", "ecos"):
        found["OpenSpiel, linear program"] = openspiel_lp(*spiel[:2])
    if gambit := peer("pygambit"):
        found["Gambit, linear program"] = gambit_lp(gambit[0])
    return found


def fails(matrix, strategies):
    """Tell whether strategies are none, or fall short of each other."""
    try:
        rows, columns = (np.asarray(one, float) for one in strategies)
        gap = (matrix @ columns).max() - (rows @ matrix).min()
        proper = all(abs(one.sum() - 1) < LARGEST_GAP and one.min() > -LARGEST_GAP for one in (rows, columns))
    except (TypeError, ValueError):
        return True
    return not (proper and gap <= LARGEST_GAP)


def attempt(solver, matrix):
    """Return strategies, or None where the solver gives up or does not come back, and the CPU seconds."""
    began = process_time()
    try:
        with patience():
            found = solver(matrix)
    except Exception:
        found = None
    return found, process_time() - began


@contextmanager
def patience():
    """Stop a solver that runs in circles, where the system has alarms."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number, frame):
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def batch(matrices):
    """Solve all matrices at once with the kernel."""
    count = len(matrices)
    shapes = np.array([matrix.shape for matrix in matrices]).T
    padded = np.zeros((count, SIZE, SIZE))
    for i, matrix in enumerate(matrices):
        padded[i, : matrix.shape[0], : matrix.shape[1]] = matrix
    rows, columns = np.empty((2, count, SIZE))
    values, bases = np.empty(count), np.empty((count, 2 * SIZE), np.int64)
    _, seconds = cpu_seconds(
        lambda: solve_games(padded, shapes[0].copy(), shapes[1].copy(), values, rows, columns, bases)
    )
    found = [(rows[i, : matrix.shape[0]], columns[i, : matrix.shape[1]]) for i, matrix in enumerate(matrices)]
    return found, seconds


def compare_matrices(count):
    """Return CPU microseconds a matrix, the ratio to our floats one by one, and failures."""
    figures = {}
    ours = {
        "saizen, floats, one by one": lambda matrix: _both(solve_matrix(matrix.tolist(), exact=False)),
        "saizen, exact with proof": lambda matrix: _both(solve_matrix(matrix.astype(int).tolist())),
    }
    for solver in ours.values():  # compiles, which takes many calls and may take more than `PATIENCE`
        for _ in range(count):
            solver(np.eye(2))
    peers = matrix_peers()
    for family, reach in FAMILIES.items():
        generator = np.random.default_rng(reach)
        shapes = generator.integers(2, SIZE, (count, 2), endpoint=True)
        matrices = [generator.integers(-reach, reach, shape, endpoint=True).astype(float) for shape in shapes]
        batch(matrices[:2])
        found, seconds = batch(matrices)
        measured = {"saizen, floats, all at once": (found, seconds / count)}
        whole = [matrix.astype(int).tolist() for matrix in matrices]
        list(solve_batch(whole[:2]))
        found, seconds = cpu_seconds(lambda games=whole: list(map(_both, solve_batch(games))))
        measured["saizen, exact, all at once"] = found, seconds / count
        for name, solver in {**ours, **peers}.items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                for matrix in matrices[:10]:  # compiles what is compiled
                    attempt(solver, matrix)
                tried = [attempt(solver, matrix) for matrix in matrices]
                spent = [seconds for found, seconds in tried if found is not None]
                measured[name] = [found for found, _ in tried], sum(spent) / max(1, len(spent))
        unit = measured["saizen, floats, one by one"][1]
        figures[family] = {
            name: {
                "games": count,
                "microseconds": 1e6 * each,
                "ratio": each / unit,
                "failures": sum(map(fails, matrices, found)),
            }
            for name, (found, each) in measured.items()
        }
        for name, told in figures[family].items():
            print(
                f"{family}: {name}: {told['microseconds']:,.1f} µs, {told['failures']} failures", flush=True
            )
    return figures


def _both(solved):
    return [[float(p) for p in strategy] for strategy in (solved.row_strategy, solved.column_strategy)]


# ---------------------------------------------------------------------- the generic solver

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(Game[str]):
    """A position is nine signs."""

    def start(self):
        """Return the empty board."""
        return "." * 9

    def look(self, position):
        """Find a line of three, a full board, or the free places."""
        player = MAX if position.count("x") == position.count("o") else MIN
        last = "xo"[1 - player]
        if any(all(position[i] == last for i in line) for line in LINES):
            return Terminal(-1 if player == MAX else 1)
        if "." not in position:
            return Terminal(0)
        sign = "xo"[player]
        return Decision(
            player,
            {str(i): position[:i] + sign + position[i + 1 :] for i in range(9) if position[i] == "."},
        )


def same_games():
    """Return games by name: ours, OpenSpiel's name, and whether both players choose at once."""
    goofspiel = "goofspiel(imp_info=False,points_order=ascending,returns_type=point_difference,num_cards={})"
    return {
        "tic-tac-toe": (TicTacToe(), "tic_tac_toe", False),
        "Nim 3, 4, 5": (Nim((5, 4, 3)), "nim(pile_sizes=5;4;3,is_misere=False)", False),
        "Goofspiel, 3 cards": (Goofspiel(3), goofspiel.format(3), True),
        "Goofspiel, 4 cards": (Goofspiel(4), goofspiel.format(4), True),
    }


def openspiel_algorithms(at_once):
    """Return OpenSpiel's algorithms by name; each takes a game and returns its value."""
    found = {}
    if modules := peer("open_spiel.python.algorithms.value_iteration", "ecos"):
        # Told to stop where it has been: otherwise it walks through every course of the game.
        found["value iteration"] = lambda game: modules[0].value_iteration(game, -1, 1e-9, cyclic_game=True)[
            str(game.new_initial_state())
        ]
    if not at_once and (minimax := peer("open_spiel.python.algorithms.minimax")):
        found["alpha-beta"] = lambda game: minimax[0].alpha_beta_search(game)[0]
    if at_once and (linear := peer("open_spiel.python.algorithms.sequence_form_lp", "pyspiel", "ecos")):
        found["sequence-form LP"] = lambda game: linear[0].solve_zero_sum_game(
            linear[1].convert_to_turn_based(game), solver="ECOS"
        )[0]
    return found


def compare_solvers():
    """Return CPU seconds of our solver, in exact fractions, and how many times as long others take."""
    figures = {}
    spiel = peer("pyspiel")
    for name, (ours, theirs, at_once) in same_games().items():
        solve(ours)
        solution, seconds = cpu_seconds(lambda ours=ours: solve(ours))
        value = solution.value(ours.start())
        figures[name] = {"positions": len(solution), "value": str(value), "CPU seconds": seconds, "peers": {}}
        for algorithm, work in openspiel_algorithms(at_once).items() if spiel else ():
            game = spiel[0].load_game(theirs)
            found, passed = cpu_seconds(lambda work=work, game=game: work(game))
            figures[name]["peers"][algorithm] = {
                "ratio": passed / seconds,
                "apart": abs(float(found) - float(value)),
            }
            print(f"{name}: {algorithm}: {passed / seconds:,.1f} times, value {found:.6f}", flush=True)
    return figures


# ---------------------------------------------------------------------- the AB game


def compare_abgame():
    """Return how many times as long literal sets take, and how many guesses rules of thumb need."""
    literal = {}
    for size in (Size(3, 4), Size(3, 5), Size(2, 4, repeat=True)):
        Engine(size.places, size.repeat).total(AbPosition.start(size))  # compiles
        brute = Brute(size.places, size.symbols, size.dummies, size.repeat)
        slow, slow_time = once(lambda brute=brute: brute.total(brute.start))
        engines = [
            Engine(size.places, size.repeat) for _ in range(5)
        ]  # one that has answered knows the answer
        tried = [
            once(lambda engine=engine, size=size: engine.total(AbPosition.start(size))) for engine in engines
        ]
        fast, fast_time = min(tried, key=lambda one: one[1])
        assert slow == fast
        literal[str(size)] = {"total": fast, "ratio": slow_time / fast_time}
        print(f"{size}: literal sets {slow_time / fast_time:,.0f} times", flush=True)
    thumb = {}
    for size in (Size(3, 8), Size(3, 10), Size(4, 7)):
        best = Engine(size.places, size.repeat).total(AbPosition.start(size))
        rules = {rule: sum(depth * n for depth, n in enumerate(totals(size, rule))) for rule in GUESSERS}
        thumb[str(size)] = {"codes": size.codes, "optimal": best, **rules}
        print(f"{size}: {thumb[str(size)]}", flush=True)
    return {"literal sets": literal, "guesses": thumb}


# ---------------------------------------------------------------------- a known deck


def compare_limit(deals):
    """Return CPU seconds to decide and check formulas of deals, and the ratios of solvers alone."""
    figures = {}
    sat = peer("pysat.solvers")
    names = {"Glucose 4": "g4", "CaDiCaL 1.9.5": "cadical195"} if sat else {}
    for stacks, count in ((1, deals), (2, deals), (3, deals)):
        formulas = [
            write_clauses(deal(n), Variant(stacks=stacks)) for n in range(FIRST_DEAL, FIRST_DEAL + count)
        ]
        decide(formulas[0])
        verdicts, began = [], process_time()
        for formula in formulas:
            outcome = decide(formula)
            verdicts.append(outcome.model is not None)
        seconds = process_time() - began
        told = {"deals": count, "won": sum(verdicts), "CPU seconds a deal": seconds / count, "ratio": {}}
        for name, code in names.items():
            passed = 0.0
            for formula, verdict in zip(formulas, verdicts, strict=True):
                began = process_time()
                with sat[0].Solver(name=code, bootstrap_with=formula) as solver:
                    found = solver.solve()
                passed += process_time() - began
                if found != verdict:
                    raise AssertionError(f"{name} differs on a deal with {stacks} stacks")
            told["ratio"][name] = passed / seconds
            print(f"{stacks} stacks: {name}: {passed / seconds:.2f} times", flush=True)
        figures[f"{stacks} stacks"] = told
    return figures


# ---------------------------------------------------------------------- hidden information


LINKS = [(0, 2), (1, 2), (1, 3)], [(0, 1), (1, 2), (2, 3)]
"""On a board of 2×2, the pairs of cells that connect top and bottom, for MAX, and the sides, for MIN."""


class DarkHex(Game[tuple[str, str, str, int]]):
    """A position is the board, what MAX and MIN know of it, and whose turn it is."""

    def start(self):
        """Return the empty board."""
        return "....", "....", "....", MAX

    def look(self, position):
        """Find a connection, or the cells that the mover does not know to be taken."""
        board, *known, player = position
        for seat, sign in ((MAX, "x"), (MIN, "o")):
            if any(board[a] == board[b] == sign for a, b in LINKS[seat]):
                return Terminal(1 if seat == MAX else -1)
        return Decision(
            player, {str(i): self.placed(position, i) for i in range(4) if known[player][i] == "."}
        )

    def placed(self, position, cell):
        """Place a stone; on a taken cell one learns that, and moves again."""
        board, *known, player = position
        free = board[cell] == "."
        sign = "xo"[player] if free else board[cell]
        known[player] = known[player][:cell] + sign + known[player][cell + 1 :]
        board = board[:cell] + sign + board[cell + 1 :]
        return board, known[MAX], known[MIN], 1 - player if free else player

    def sees(self, position, player):
        """See what one knows."""
        return position[1 + player]


def hidden_games():
    """Return games by name: ours, and OpenSpiel's name."""
    return {
        "Leduc": (Leduc(), "leduc_poker(suit_isomorphism=true)"),
        "liar's dice, 5 faces": (LiarsDice(5), "liars_dice(dice_sides=5)"),
        "liar's dice, 6 faces": (LiarsDice(6), "liars_dice"),
        "dark hex, 2×2": (DarkHex(), "dark_hex(num_rows=2,num_cols=2,board_size=2)"),
        "Kuhn, 13 cards": (Kuhn(13), None),
    }


def gambit_value(pygambit, game):
    """Return what Gambit's exact linear program says of a game, read from our file."""
    from saizen.adapters import gambit

    tree = pygambit.read_efg(StringIO(gambit.efg(game)))
    profile = pygambit.nash.lp_solve(tree, rational=True).equilibria[0]
    return profile.payoff(tree.players[0])


def compare_hidden():
    """Return CPU seconds from rules to proof, how many times as long others take, and iterations a second."""
    figures = {}
    spiel, gambit = peer("pyspiel"), peer("pygambit")
    linear = peer("open_spiel.python.algorithms.sequence_form_lp", "ecos") if spiel else None
    solve(Kuhn(3))
    for name, (ours, theirs) in hidden_games().items():
        solution, seconds = once(lambda ours=ours: solve(ours))
        value = solution.value(ours.start())
        sequences = [side.sequences for side in solution.form.sides]
        told = {"histories": len(solution), "value": str(value), "proved": solution.proved}
        told |= {"CPU seconds": seconds, "peers": {}}
        work = {}
        if linear and theirs and 8 * sequences[0] * sequences[1] < LARGEST_TABLE:
            game = spiel[0].load_game(theirs)
            work["OpenSpiel, linear program"] = lambda game=game: linear[0].solve_zero_sum_game(game)[0]
        if gambit and not theirs:
            work["Gambit, exact linear program"] = lambda ours=ours: gambit_value(gambit[0], ours)
        for other, answer in work.items():
            found, passed = once(answer)
            told["peers"][other] = {"ratio": passed / seconds, "apart": abs(float(found) - float(value))}
            print(f"{name}: {other}: {passed / seconds:,.1f} times, {float(found):.9f}", flush=True)
        print(f"{name}: {value} in {seconds:.2f} CPU s, {told['histories']:,} histories", flush=True)
        figures[name] = told
        if spiel and name in ("Leduc", "liar's dice, 5 faces"):
            told["iterations"] = compare_iterations(ours, spiel[0], spiel[0].load_game(theirs))
            print(f"{name}: {told['iterations']}", flush=True)
    return figures


def compare_iterations(ours, pyspiel, theirs):
    """Return iterations of regret minimisation a CPU second, ours and OpenSpiel's in C++."""
    explored = explore(ours, most=10**7)
    form = sequence_form(explored.memories, explored.payments)
    Regrets(form).run(10)  # compiles
    rates = {}
    for name, discounted in (("saizen, predictive CFR+", False), ("saizen, discounted CFR", True)):
        regrets = Regrets(form, discounted=discounted)
        rates[name] = ROUNDS / once(lambda regrets=regrets: regrets.run(ROUNDS))[1]
    for name, kind in (("OpenSpiel, CFR", pyspiel.CFRSolver), ("OpenSpiel, CFR+", pyspiel.CFRPlusSolver)):
        solver = kind(theirs)
        solver.evaluate_and_update_policy()
        spent = once(lambda solver=solver: [solver.evaluate_and_update_policy() for _ in range(FEW)])[1]
        rates[name] = FEW / spent
    rates["ratio"] = rates["saizen, predictive CFR+"] / rates["OpenSpiel, CFR+"]
    return rates


def joined(before, now):
    """Return what was measured now, and of the figures before those that were not, in the order of now."""
    if not isinstance(before, dict) or not isinstance(now, dict):
        return now
    return {key: joined(before.get(key), now[key]) for key in now} | {
        key: value for key, value in before.items() if key not in now
    }


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--matrices", type=int, default=200)
    options.add_argument("--deals", type=int, default=10)
    parts = {
        "matrix": lambda: compare_matrices(chosen.matrices),
        "solver": compare_solvers,
        "abgame": compare_abgame,
        "limit": lambda: compare_limit(chosen.deals),
        "hidden": compare_hidden,
    }
    options.add_argument("--part", choices=parts, help="measure this part alone again")
    chosen = options.parse_args()
    figures = {part: work() for part, work in parts.items() if chosen.part in (part, None)}
    figures["missing"] = ", ".join(dict.fromkeys(missing)) or "none"
    print(f"not installed: {figures['missing']}")
    seeds = [*FAMILIES.values(), FIRST_DEAL]
    results.write("peers", joined(results.read("peers"), figures), seeds=seeds, libraries=LIBRARIES)


if __name__ == "__main__":
    main()
