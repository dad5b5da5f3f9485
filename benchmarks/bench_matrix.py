"""Matrix games: float solves and their gap, the ratio to HiGHS, exact solves at once and one by one.

Run ``python benchmarks/bench_matrix.py``; it takes about a minute. The figures go to ``results/matrix.json``.
"""

import random
from time import process_time

import numpy as np
from flint import fmpq
from rich.console import Console
from rich.table import Table
from scipy.optimize import linprog

import results
from highs import column_program
from saizen.games.rivals.solving.rationals import value_by_basis
from saizen.kernels.compile import kernel
from saizen.matrix import solve_matrices, solve_matrix
from saizen.matrix.certificate import check_certificate
from saizen.matrix.exact import solve_exact
from saizen.matrix.float_simplex import find_basis, guarantees, solve_games
from saizen.matrix.integer_batches import make_answers, solve_batch, solve_integer_games

SIZE, CHUNK, CHUNKS = 8, 100_000, 5
PEER_SAMPLE, EXACT_SAMPLE = 300, 10_000
FAMILIES = {"-3 to 3": 3, "0, ±1": 1}


@kernel
def largest_gap(matrices, rows, columns, row_strategies, column_strategies):
    worst = 0.0
    for g in range(matrices.shape[0]):
        floor, ceiling = guarantees(matrices[g], rows[g], columns[g], row_strategies[g], column_strategies[g])
        worst = max(worst, ceiling - floor)
    return worst


def draw(generator, reach, count):
    matrices = generator.integers(-reach, reach, (count, SIZE, SIZE), endpoint=True).astype(float)
    rows, columns = generator.integers(1, SIZE, (2, count), endpoint=True)
    return matrices, rows, columns


def solve_floats(matrices, rows, columns):
    count = len(matrices)
    values, bases = np.empty(count), np.empty((count, 2 * SIZE), np.int64)
    row_strategies, column_strategies = np.empty((2, count, SIZE))
    began = process_time()
    solve_games(matrices, rows, columns, values, row_strategies, column_strategies, bases)
    seconds = process_time() - began
    return values, seconds, largest_gap(matrices, rows, columns, row_strategies, column_strategies)


def solve_integers(matrices, rows, columns):
    """Solve exactly, all at once; return the seconds, and for each game whether weights prove its value."""
    games, count = matrices.astype(np.int64), len(matrices)
    answers = make_answers(count, SIZE, SIZE)
    began = process_time()
    solve_integer_games(games, rows, columns, answers)
    seconds = process_time() - began
    proved, totals, numerators = answers.known > 0, answers.totals, answers.numerators
    for g in np.flatnonzero(proved):
        game, p, q = (
            games[g, : rows[g], : columns[g]],
            answers.row_weights[g, : rows[g]],
            answers.column_weights[g, : columns[g]],
        )
        fair = min(p.min(), q.min()) >= 0 and p.sum() == q.sum() == totals[g]
        proved[g] = fair and (p @ game).min() == numerators[g] == (game @ q).max()
    return seconds, proved


def peer(matrix):
    """Solve MIN's linear program with HiGHS: the least v with A q <= v."""
    return column_program(linprog, matrix).fun


def bench_family(name, reach, table):
    """Measure one family of matrices; return the figures."""
    generator = np.random.default_rng(reach)
    solve_floats(*draw(generator, reach, 2))
    seconds, gap = 0.0, 0.0
    for _ in range(CHUNKS):
        games = draw(generator, reach, CHUNK)
        values, chunk_seconds, chunk_gap = solve_floats(*games)
        seconds, gap = seconds + chunk_seconds, max(gap, chunk_gap)
    ours = seconds / (CHUNK * CHUNKS)
    table.add_row(name, "float kernel", f"{CHUNK * CHUNKS:,}", f"{ours * 1e6:.2f}", f"largest gap {gap:.1e}")

    cut = [matrix[:height, :width] for matrix, height, width in zip(*games, strict=True)]
    began = process_time()
    theirs = [peer(matrix) for matrix in cut[:PEER_SAMPLE]]
    peer_each = (process_time() - began) / PEER_SAMPLE
    apart = np.abs(np.array(theirs) - values[:PEER_SAMPLE]).max()
    remark = f"{peer_each / ours:,.0f} times slower, values apart by {apart:.0e}"
    table.add_row(name, "HiGHS (SciPy)", f"{PEER_SAMPLE:,}", f"{peer_each * 1e6:,.0f}", remark)

    solve_integers(*(part[:2] for part in games))
    seconds, proved = solve_integers(*games)
    at_once = seconds / CHUNK
    unproved = int((~proved).sum())
    remark = f"{at_once / ours:.1f} times the floats, {unproved} without proof"
    table.add_row(name, "exact, all at once", f"{CHUNK:,}", f"{at_once * 1e6:.2f}", remark)

    exact = [[[int(entry) for entry in row] for row in matrix] for matrix in cut[:EXACT_SAMPLE]]
    list(solve_batch(exact[:2]))
    began = process_time()
    listed = solve_matrices(exact)
    listed_each = (process_time() - began) / EXACT_SAMPLE
    table.add_row(name, "exact, lists of fractions", f"{EXACT_SAMPLE:,}", f"{listed_each * 1e6:.0f}", "")
    began = process_time()
    solutions = [solve_matrix(matrix) for matrix in exact]
    each = (process_time() - began) / EXACT_SAMPLE
    failures = sum(
        not check_certificate(matrix, s.value, s.row_strategy, s.column_strategy)
        for matrix, s in zip(exact, solutions, strict=True)
    )
    assert solutions == listed
    remark = f"{failures} certificates fail"
    table.add_row(name, "exact, one by one", f"{EXACT_SAMPLE:,}", f"{each * 1e6:.0f}", remark)
    return {
        "float games": CHUNK * CHUNKS,
        "largest gap": float(gap),
        "HiGHS to float kernel": peer_each / ours,
        "exact all at once": {
            "games": CHUNK,
            "CPU microseconds": at_once * 1e6,
            "to float kernel": at_once / ours,
            "without proof": unproved,
        },
        "exact lists to float kernel": listed_each / ours,
        "exact to float kernel": each / ours,
        "exact games": EXACT_SAMPLE,
        "certificates that fail": failures,
    }


def exact_value(game, approximate):
    return value_by_basis(game, approximate.tolist(), *find_basis(approximate))


def bench_digits(size, digits, count, table):
    generator = random.Random(digits)

    def entry():
        return fmpq(generator.randrange(10**digits), 10**digits + generator.randrange(10**digits))

    games = [[[entry() for _ in range(size)] for _ in range(size)] for _ in range(count)]
    floats = [np.array([[float(entry) for entry in row] for row in game]) for game in games]
    for label, solve in (("exact, fmpq", solve_exact), ("exact value, fmpq", exact_value)):
        began = process_time()
        for game, approximate in zip(games, floats, strict=True):
            solve(game, approximate)
        each = (process_time() - began) / count
        table.add_row(f"{size}×{size}, {digits} digits", label, f"{count:,}", f"{each * 1e6:,.0f}", "")


def main():
    table = Table("matrices", "solver", "games", "µs a game", "")
    figures = {name: bench_family(name, reach, table) for name, reach in FAMILIES.items()}
    for digits, count in ((1, 2000), (20, 1000), (300, 30)):
        for size in (3, 4, 5, 6):
            bench_digits(size, digits, count, table)
    Console(width=110).print(table)
    results.write("matrix", figures, seeds=list(FAMILIES.values()))


if __name__ == "__main__":
    main()
