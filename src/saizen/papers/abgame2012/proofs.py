"""Claims of the proofs about single guesses: equations, inequalities, and the bound of section 3.2."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

from saizen.games.abgame import theory
from saizen.games.abgame.position import STAR, AbPosition
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.size import Code, Reply, Size
from saizen.papers.report import Check, Verdict, claimed, compared

FAMILIES = {family.name: family for family in theory.FAMILIES}
Bound = Callable[[int], Fraction]


def formula(name: str) -> Bound:
    """Return a closed form of section 2, asked only where the paper defines it."""

    def value(n: int) -> Fraction:
        number = FAMILIES[name].formula(n)
        assert number is not None
        return number

    return value


f, g, h, alpha, beta = (formula(name) for name in ("f", "g", "h", "alpha", "beta"))
AF = "alpha(n-2) + f(n-2)"
EQUATIONS: tuple[tuple[str, str, Code, str, int, Bound], ...] = (
    ("2.4", "f", (3, 4, 5), "n + 4 + f(n-3)", 4, lambda n: n + 4 + f(n - 3)),
    ("2.5", "g", (4, 2, 5), "2n + 5 + 2f(n-2)", 4, lambda n: 2 * n + 5 + 2 * f(n - 2)),
    ("2.5", "g", (4, 5, 6), "2n + 10 + g(n-3)", 4, lambda n: 2 * n + 10 + g(n - 3)),
    ("2.5", "g", (2, 4, 5), f"2n + 3 + {AF}", 4, lambda n: 2 * n + 3 + alpha(n - 2) + f(n - 2)),
    ("2.5", "g", (4, 5, 2), f"2n + 4 + {AF}", 4, lambda n: 2 * n + 4 + alpha(n - 2) + f(n - 2)),
    (
        "2.6", "h", (2, 3, 4), "n(n-1) + 9 + g(n-3) + beta(n-3) + h(n-3)", 5,
        lambda n: n * (n - 1) + 9 + g(n - 3) + beta(n - 3) + h(n - 3),
    ),
)  # fmt: skip
"""Proof, family, guess, what the guess costs in words, from which n on, and as a number."""
INEQUALITIES: tuple[tuple[str, str, str, Callable[[set[int]], bool], str, int, Bound], ...] = (
    (
        "2.4", "f", "guesses with 3 and 4, without 5", lambda a: {3, 4} <= a and 5 not in a,
        "n + 2 + f(n-2)", 4, lambda n: n + 2 + f(n - 2),
    ),
    (
        "2.4", "f", "guesses with 3, without 4 and 5", lambda a: 3 in a and not a & {4, 5},
        "n + f(n-1)", 4, lambda n: n + f(n - 1),
    ),
    (
        "2.5", "g", "guesses with 1, 4 and 5", lambda a: {1, 4, 5} <= a,
        "2n + 4 + g(n-2)", 4, lambda n: 2 * n + 4 + g(n - 2),
    ),
    (
        "2.5", "g", "guesses without 5 and 6", lambda a: not a & {5, 6},
        "2n + 1 + 2f(n-1)", 4, lambda n: 2 * n + 1 + 2 * f(n - 1),
    ),
    (
        "2.6", "h", "guesses with 1, 2 and 3", lambda a: {1, 2, 3} <= a,
        "n(n-1) + 1 + 4f(n-2) + h(n-2)", 5, lambda n: n * (n - 1) + 1 + 4 * f(n - 2) + h(n - 2),
    ),
)  # fmt: skip
"""Proof, family, which guesses, in symbols of the guess, at least what they cost, from which n on."""
LEAST = {"2.4": EQUATIONS[0][-1], "2.5": EQUATIONS[1][-1], "2.6": EQUATIONS[5][-1]}
"""The cost of the best guess of each proof; every bound must reach it."""


def compare_proofs(printed: dict[str, Any], engine: Engine, top: int, some: int) -> Iterator[Check]:
    """Compare the steps: equations up to ``top``, inequalities over classes of guesses up to ``some``."""
    for proof, name, guess, text, first, cost in EQUATIONS:
        wrong = [
            n for n in range(first, top + 1) if engine.total(FAMILIES[name].position(n), guess) != cost(n)
        ]
        where = f"Proof of proposition {proof}"
        yield report(where, f"S(A, {guess})", text, range(first, top + 1), wrong)
    for proof, name, words, fits, text, first, bound in INEQUALITIES:
        where = f"Proof of proposition {proof}"
        numbers = range(first, some + 1)
        wrong = [n for n in numbers if not _bounds(engine, FAMILIES[name], n, fits, bound(n))]
        yield report(where, f"S(A, a), {words}", f">= {text}", numbers, wrong)
        wrong = [n for n in range(first, top + 1) if bound(n) < LEAST[proof](n)]
        yield report(where, f"{text} is no less than the best guess", "holds", range(first, top + 1), wrong)
    yield _last_set(printed["proof25"]["last"])
    yield from _bound_of_t20(printed["section3_2"], engine, top)


def report(
    where: str, what: str, printed: str, tried: Iterable[int], wrong: list[int], note: str = ""
) -> Check:
    """Report on which n a claim holds."""
    if wrong:
        return Check(where, what, printed, f"not for {ranges(wrong)}", Verdict.DIFFERENT, note)
    remark = f"equal for n = {ranges(list(tried))}. {note}".strip()
    return Check(where, what, printed, printed, Verdict.EQUAL, remark)


def ranges(numbers: list[int]) -> str:
    """Write numbers with runs drawn together.

    >>> ranges([5, 7, 8, 9])
    '5, 7-9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def _bounds(
    engine: Engine, family: theory.Family, n: int, fits: Callable[[set[int]], bool], bound: Fraction
) -> bool:
    """Return whether every guess of a class costs at least so much; symbols that are not named are alike."""
    position = family.position(n)
    symbols = range(1, min(position.size.symbols, family.named + 3) + 1)
    guesses = [guess for guess in permutations(symbols, 3) if fits(set(guess))]
    costs = (engine.total(position, guess) for guess in guesses)
    return all(cost is not None and cost >= bound for cost in costs)


def _last_set(printed: str) -> Check:
    """See which codes stay together after a guess with 1, 4 and 5."""
    n = 9
    largest: AbPosition = max(FAMILIES["g"].position(n).parts((1, 4, 5)).values(), key=len)
    most = max(max(code) for code in largest.candidates())
    what = "the codes that a guess with 1, 4 and 5 leaves together, 6 <= x"
    return compared(
        "Proof of proposition 2.5", what, printed, f"x <= n+{most - n}", "g(n-2) needs n - 2 of them"
    )


def _starred(pattern: Code) -> str:
    return "".join("*" if symbol == STAR else str(symbol) for symbol in pattern)


def _bound_of_t20(printed: dict[str, Any], engine: Engine, top: int) -> Iterator[Check]:
    """Check the example of section 3.2: what 145 costs after 2A0B, and the sets that it leaves."""
    wrong = []
    for n in range(7, top + 1):
        position = AbPosition.after(Size(3, n), [((1, 2, 3), Reply(2, 0))])
        if engine.total(position, (1, 4, 5)) != 3 * n + g(n - 5) + f(n - 5):
            wrong.append(n)
    text = "3N + g(N-5) + f(N-5)"
    yield report("Section 3.2", "S(T20, 145), an upper bound of S(T20)", text, range(7, top + 1), wrong)
    position = AbPosition.after(Size(3, 12), [((1, 2, 3), Reply(2, 0))])
    sets = sorted(
        " ".join(sorted(map(_starred, part.patterns))) for part in position.parts((1, 4, 5)).values()
    )
    what = "sets that 145 leaves of T20, * for each further symbol"
    yield compared("Section 3.2", what, "; ".join(sorted(printed["sets"])), "; ".join(sets))
    sizes = [
        len(AbPosition.after(Size(3, n), [((1, 2, 3), Reply(2, 0))])) == 3 * (n - 3)
        for n in range(4, top + 1)
    ]
    yield claimed("Section 3.2", f"{printed['size']}, N <= {top}", all(sizes))
