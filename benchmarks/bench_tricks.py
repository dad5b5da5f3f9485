"""Tricks: tables of all hands, single positions by search, and the appendix program's method.

Run ``python benchmarks/bench_tricks.py [--largest 20]``. Ratios are measured in one run on one machine;
everything is compiled before the clock starts. The figures go to ``results/tricks.json``. The appendix
program computes one hand and one number of score cards by the plain recursion over explicit hands without a
memo; here it is compiled too.
"""

import argparse
import random
import statistics
import time
from math import comb

import numpy as np

import results
from saizen.games.tricks import values
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, TricksPosition
from saizen.games.tricks.search import hand_tables
from saizen.games.tricks.search.hand_bits import rank_tables
from saizen.games.tricks.search.hand_kernel import SmallerMasks, fill_masks, running_counts
from saizen.games.tricks.search.searcher import Searcher, searcher
from saizen.kernels.compile import kernel


@kernel
def appendix(left, right, score, left_leads):
    """Try every pair of cards, then solve what is left, as the thesis' program does."""
    n = left.shape[0]
    if n == 0:
        return 0
    rows, columns = np.full(n, 1000), np.full(n, -1)
    for i in range(n):
        for j in range(n):
            a, b = left[i], right[j]
            rest_left, rest_right = np.empty(n - 1, np.int64), np.empty(n - 1, np.int64)
            for at in range(n - 1):
                rest_left[at] = left[at if at < i else at + 1]
                rest_right[at] = right[at if at < j else at + 1]
            taken = score[a] + score[b] if a > b else 0
            taken += appendix(rest_left, rest_right, score, a > b)
            rows[i], columns[j] = min(rows[i], taken), max(columns[j], taken)
    return rows.max() if left_leads else columns.min()


def clock(function):
    began = time.perf_counter()
    result = function()
    return time.perf_counter() - began, result


def build(n):
    """Every hand of n cards for every k, from nothing; returns seconds."""
    counts, smaller, total = running_counts(), np.zeros(1, np.uint32), 0.0
    for size in range(1, n + 1):
        upper, lower = rank_tables(size - 1)
        filled = np.empty(comb(2 * size, size), np.uint32)
        total += clock(
            lambda s=size, c=smaller, u=upper, w=lower, f=filled: fill_masks(
                s, np.uint64((1 << s) - 1), SmallerMasks(c, u, w), counts, False, False, f
            )
        )[0]
        smaller = filled
    return total, smaller


def deal(rng, n, k):
    letters = list("a" * n + "b" * n)
    rng.shuffle(letters)
    return "".join(x.upper() if i < k else x for i, x in enumerate(letters))


def bench_tables(largest):
    print(f"{'n':>3} {'hands':>9} {'seconds':>9} {'growth':>7} {'bytes a hand':>13}")
    before = None
    for n in range(6, largest + 1):
        seconds, filled = build(n)
        growth = f"{seconds / before:.1f}" if before else ""
        print(f"{n:3} {len(filled):9} {seconds:9.4f} {growth:>7} {filled.nbytes / len(filled):13.1f}")
        before = seconds


def bench_appendix(largest):
    print(f"\n{'n':>3} {'plain, 1 hand 1 k':>18} {'growth':>7} {'table, a hand and k':>20} {'ratio':>12}")
    rng, before, ratios = random.Random(1), None, {}
    for n in range(3, largest + 1):
        k = n
        position = TricksPosition(deal(rng, n, k), LEFT)
        score = np.array([0] + [int(position.is_score(card)) for card in range(1, 2 * n + 1)])
        left, right = (np.array(position.hand(player)) for player in ("L", "R"))
        plain, taken = clock(lambda a=left, b=right, s=score: appendix(a, b, s, True))
        assert taken == values.value(position)
        whole = min(build(n)[0] for _ in range(3))
        each = whole / (comb(2 * n, n) * (2 * n + 1))
        growth = f"{plain / before:.1f}" if before else ""
        print(f"{n:3} {plain:18.6f} {growth:>7} {each:20.2e} {plain / each:12.0f}")
        ratios[f"{n} cards"] = plain / each
        before = plain
    return ratios


def bench_search(sizes, count):
    head = f"{'n':>3} {'median s':>9} {'largest s':>10} {'all cards, median s':>20}"
    print(f"\n{head}   ({count} random deals, k = n/2, n, 3n/2)")
    rng, found_for = random.Random(2), {}
    for n in sizes:
        alone, cards = [], []
        for number in range(count):
            position = TricksPosition(deal(rng, n, (n // 2, n, n + n // 2)[number % 3]), LEFT)
            found = searcher(Objective.TAKE, "top", n > 16)
            found.memo[:] = 0  # every deal from nothing
            alone.append(clock(lambda p=position: values.value(p))[0])
            cards.append(clock(lambda p=position: values.card_values(p))[0])
        found_for[f"{n} cards"] = {"median seconds": statistics.median(alone), "largest seconds": max(alone)}
        print(f"{n:3} {statistics.median(alone):9.3f} {max(alone):10.3f} {statistics.median(cards):20.3f}")
    return found_for


def scattered(rng, n, share):
    """Deal at random; each card counts with that chance."""
    return "".join(x.upper() if rng.random() < share else x for x in deal(rng, n, 0))


def seconds_from_nothing(position, objective):
    """Return the CPU seconds of a question, of this process alone, with nothing known from earlier ones."""
    found = searcher(objective, "any", position.hand_size > 16)
    for kept in (found.memo, found.workspace.led, found.workspace.replied):
        kept[:] = 0
    began = time.process_time()
    values.value(position, objective)
    return time.process_time() - began


def summed_up(seconds):
    """Return how many questions there were, and their CPU seconds."""
    return {
        "questions": len(seconds),
        "median CPU seconds": statistics.median(seconds),
        "largest CPU seconds": max(seconds),
    }


def bench_scattered(sizes, count):
    head = f"{'n':>3} {'median s':>9} {'largest s':>10} {'questions':>10}"
    print(f"\n{head}   (score cards anywhere, a share of 0.2, 0.5, 0.8; both leaders, both objectives)")
    rng, found_for = random.Random(1), {}
    for n in sizes:
        seconds = []
        for number in range(count):
            position = TricksPosition(
                scattered(rng, n, (0.2, 0.5, 0.8)[number % 3]), (LEFT, RIGHT)[number // 3 % 2]
            )
            seconds += [seconds_from_nothing(position, objective) for objective in Objective]
        print(f"{n:3} {statistics.median(seconds):9.3f} {max(seconds):10.3f} {len(seconds):10}")
        found_for[f"{n} cards"] = summed_up(seconds)
    return found_for


def bench_hardest(n, count):
    """Ask about hands of which half of the cards count, where most is open; a seed for each deal."""
    print(f"\n{'n':>3} {'median s':>9} {'largest s':>10} {'questions':>10}   (half of the cards count)")
    found_for = {}
    for objective in Objective:
        seconds = [
            seconds_from_nothing(
                TricksPosition(scattered(random.Random(seed), n, 0.5), (LEFT, RIGHT)[seed % 2]), objective
            )
            for seed in range(1, count + 1)
        ]
        print(f"{n:3} {statistics.median(seconds):9.3f} {max(seconds):10.3f} {len(seconds):10}   {objective}")
        found_for[objective.value] = summed_up(seconds)
    return found_for


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--table", type=int, default=12)
    options.add_argument("--plain", type=int, default=7)
    options.add_argument("--largest", type=int, default=20)
    options.add_argument("--count", type=int, default=12)
    options.add_argument("--deals", type=int, default=50)
    options.add_argument("--hardest", type=int, default=20, help="deals of 20 cards, half of which count")
    chosen = options.parse_args()
    build(2)
    for large in (False, True):
        seconds, found = clock(lambda large=large: Searcher(Objective.TAKE, "top", large=large))
        kept = "from the store, or built into it" if large else "built"
        print(
            f"tables for the search up to {found.workspace.leaf} cards a hand, {kept}, and compiling: "
            f"{seconds:.2f} s"
        )
    values.value(TricksPosition("AB" * 11, LEFT))
    appendix(np.array([2]), np.array([1]), np.array([0, 1, 1]), True)
    assert hand_tables.masks(2) is not None
    bench_tables(chosen.table)
    ratios = bench_appendix(chosen.plain)
    for objective in Objective:
        searcher(objective, "any", False)
    values.value(TricksPosition("aABb" * 4, LEFT))
    anywhere = bench_scattered([n for n in (12, 14, 16, 18) if n <= chosen.largest], chosen.deals)
    hardest = bench_hardest(20, chosen.hardest)
    strongest = bench_search([n for n in (12, 14, 16, 18, 20) if n <= chosen.largest], chosen.count)
    figures = {"appendix to table": ratios, "score cards anywhere": anywhere}
    figures |= {"half of 20 cards": hardest, "strongest count": strongest}
    results.write("tricks", figures, seeds=[1, 2])


if __name__ == "__main__":
    main()
