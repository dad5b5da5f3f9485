"""Claims of sections 1 and 4 about simple play: three new symbols at a time, until all have shown."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from saizen.exact import decimal
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.size import Reply, Size
from saizen.papers.abgame2012.proofs import FAMILIES, ranges, report
from saizen.papers.report import Check, claimed, compared

PLACES = 3


def compare_simple(printed: dict[str, Any], engine: Engine, top: int) -> Iterator[Check]:
    """Compare the estimates of section 1, the simple strategy, and where it is not best."""
    few = range(PLACES, min(top, 30) + 1)
    wrong = [n for n in few if _largest(n) != Fraction(3 * (n + 1), 4)]
    yield report(
        "Section 1", "mean of the largest symbol of a secret", "about 3N/4", few, wrong, "exactly 3(N+1)/4"
    )
    slow = all(3 * (engine.worst(AbPosition.start(Size(PLACES, n))) or 0) >= n for n in few)
    yield claimed("Section 1", f"the worst case needs at least N/3 guesses, N <= {few[-1]}", slow)
    yield from _strategy(engine, top)
    yield from _newest_is_not_best(printed["theorem42_after"], engine, top)
    yield compared(
        "Abstract", "constant of the mean, 347/108", printed["theorem41"]["constant"], _cut(347, 108)
    )
    for name, values in printed["first_values"].items():
        family = FAMILIES[name]
        for n, value in values.items():
            yield compared(family.where, f"{name}({n})", value, engine.total(family.position(int(n))))


def _cut(over: int, under: int) -> str:
    """Write the first five places, as digits before dots are written."""
    return decimal(Fraction(100_000 * over // under, 100_000), 5)


def _largest(symbols: int) -> Fraction:
    """Return the mean of the largest symbol over all secrets; places do not matter."""
    sets = [(symbol, (symbol - 1) * (symbol - 2) // 2) for symbol in range(PLACES, symbols + 1)]
    return Fraction(sum(symbol * count for symbol, count in sets), sum(count for _, count in sets))


def _strategy(engine: Engine, top: int) -> Iterator[Check]:
    """Play 123, 456, ... until all three symbols have shown, then as well as possible."""
    numbers = range(6, min(top, 30) + 1, PLACES)
    means: dict[int, Fraction] = {}
    most = 0
    for n in numbers:
        cost, symbols = simple_total(engine, n)
        means[n], most = Fraction(cost, Size(PLACES, n).codes), max(most, symbols)
    over = {n: mean - Fraction(n, 4) for n, mean in means.items()}
    surplus = "; ".join(f"N = {n}: {decimal(value, 4)}" for n, value in over.items())
    bounded = all(value < 4 for value in over.values())
    yield claimed(
        "Section 1", "123, 456, ... takes N/4 and a constant on the mean", bounded, f"mean - N/4: {surplus}"
    )
    yield compared("Section 1", "symbols that come into question when all three have shown, at most", 9, most)
    best = all(
        (engine.total(AbPosition.start(Size(PLACES, n))) or 0) < means[n] * Size(PLACES, n).codes
        for n in numbers
    )
    what = f"the simple strategy is not best, N = {ranges([*numbers])}"
    yield claimed("Section 5", what, best)


def simple_total(engine: Engine, symbols: int) -> tuple[int, int]:
    """Return the guesses of the simple strategy over all secrets, and how many symbols it has to try.

    >>> from saizen.games.abgame.search.engine import engine_for
    >>> simple_total(engine_for(Size(3, 3)), 6)
    (502, 6)
    """
    begin = AbPosition.start(Size(PLACES, symbols))

    def cost(position: AbPosition, guesses: int, shown: int) -> tuple[int, int]:
        if shown == PLACES:
            among = len({symbol for code in position.candidates() for symbol in code})
            return len(position) * guesses + (engine.total(position) or 0), among
        first = PLACES * guesses
        total, most = 0, 0
        for answer, part in position.parts((first + 1, first + 2, first + 3)).items():
            if answer == position.size.all_right:
                total += guesses + 1
            else:
                more, among = cost(part, guesses + 1, shown + sum(answer))
                total, most = total + more, max(most, among)
        return total, most

    return cost(begin, 0, 0)


def _newest_is_not_best(printed: dict[str, Any], engine: Engine, top: int) -> Iterator[Check]:
    """Compare 456 with the best second guess after the answers where the paper says it is not best."""
    for answer in printed["not_best"]:
        reply = Reply(int(answer[0]), int(answer[2]))
        equal = []
        for n in range(7, top + 1):
            position = AbPosition.after(Size(PLACES, n), [((1, 2, 3), reply)])
            if engine.total(position, (4, 5, 6)) == engine.total(position):
                equal.append(n)
        verdict = f"best for N = {ranges(equal)} only" if equal else f"never best, N = 7 to {top}"
        large = not equal or equal[-1] < printed["large"]
        yield claimed("Section 4", f"456 after {answer} is not best for large N", large, verdict)
    position = AbPosition.after(Size(PLACES, 7), [((1, 2, 3), Reply(0, 0))])
    for what, guess in (("best guess", None), ("456", (4, 5, 6))):
        cell = printed["seven"][what]
        yield compared("Remark 2", f"N = 7 after 0A0B, {what}", cell, engine.total(position, guess))
