"""The AB game: the engine against a solver of literal candidate sets, and what each size costs.

``python benchmarks/bench_abgame.py [--largest N] [--four N] [--plot FILE]``. Times are those of the
processor, and compilation is not counted. The figures go to ``results/abgame.json``: totals, ratios, and how
many positions were searched or looked up, which is the same on every machine.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import results
from games.abgame.brute_abgame import Brute
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.size import Size


def seconds(work):
    begun = time.process_time()
    value = work()
    return value, time.process_time() - begun


def against_literal_sets():
    """Return how many times slower the literal sets are."""
    ratios = {}
    print(f"{'size':>6} {'total':>7} {'literal sets':>13} {'engine':>9} {'ratio':>8}")
    for size in (Size(2, 5), Size(3, 4), Size(3, 4, dummies=1), Size(2, 4, repeat=True), Size(3, 5)):
        brute = Brute(size.places, size.symbols, size.dummies, size.repeat)
        slow, slow_time = seconds(lambda brute=brute: brute.total(brute.start))
        engine = Engine(size.places, size.repeat)
        fast, fast_time = seconds(lambda engine=engine, size=size: engine.total(AbPosition.start(size)))
        assert slow == fast
        ratios[str(size)] = slow_time / fast_time
        print(f"{size!s:>6} {fast:>7} {slow_time:>11.3f} s {fast_time:>7.4f} s {slow_time / fast_time:>8.0f}")
    return ratios


def every_n(largest, plot):
    """Return the total of the largest size, and the positions searched for all sizes up to it."""
    engine, steps, begun = Engine(3, repeat=False), [], time.process_time()
    print(f"\n{'3xN':>6} {'total':>9} {'this N':>9} {'all so far':>11} {'positions':>10}")
    for symbols in range(3, largest + 1):
        total, step = seconds(lambda symbols=symbols: engine.total(AbPosition.start(Size(3, symbols))))
        steps.append((symbols, step))
        if symbols % 10 == 0 or symbols == largest:
            passed = time.process_time() - begun
            print(
                f"{symbols:>6} {total:>9} {step:>7.2f} s {passed:>9.1f} s {engine.positions:>10}", flush=True
            )
    if plot:
        from matplotlib import pyplot

        pyplot.figure(figsize=(7, 3))
        pyplot.bar(*zip(*steps, strict=True))
        pyplot.xlabel("N")
        pyplot.ylabel("seconds for 3xN, given all smaller N")
        pyplot.tight_layout()
        pyplot.savefig(plot)
    return {f"3x{largest}": total}, {f"3x{largest} and smaller": engine.searched}


def other_sizes(four):
    """Return the totals, and the positions searched for each."""
    totals, searched = {}, {}
    print(f"\n{'size':>6} {'total':>7} {'time':>9} {'positions':>10} {'table':>8}")
    mastermind = [Size(places, symbols, repeat=True) for places, symbols in ((4, 5), (4, 6), (5, 3), (5, 4))]
    for size in [*mastermind, *(Size(4, symbols) for symbols in range(7, four + 1))]:
        engine = Engine(size.places, size.repeat)
        total, passed = seconds(lambda engine=engine, size=size: engine.total(AbPosition.start(size)))
        memory = engine.size_in_bytes / 1e6
        print(f"{size!s:>6} {total:>7} {passed:>7.1f} s {engine.positions:>10} {memory:>5.0f} MB", flush=True)
        totals[str(size)], searched[str(size)] = total, engine.searched
    return totals, searched


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=60)
    parser.add_argument("--four", type=int, default=12)
    parser.add_argument("--plot")
    options = parser.parse_args()
    for repeat in (False, True):  # compile
        Engine(3, repeat).total(AbPosition.start(Size(3, 3, repeat)))
    ratios = against_literal_sets()
    (totals, searched), (others, more) = every_n(options.largest, options.plot), other_sizes(options.four)
    figures = {"total": totals | others, "searched": searched | more, "literal sets to engine": ratios}
    results.write("abgame", figures, seeds=[])
