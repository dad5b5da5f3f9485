"""Equations (7) to (13) exactly as printed: each right-hand side, fed with values from the rules."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from saizen.games.memory.solitaire import Solitaire
from saizen.papers.report import Check, compared

Turns = Callable[[int, int, int], Fraction]
"""E(na, nf, m)."""


class UndefinedError(ArithmeticError):
    """A printed term has the form 0/0."""


def compare_equations(solved: Solitaire, letters: int) -> Iterator[Check]:
    """Try each equation on all boards of up to so many letters on which it is a number."""
    boards = [(na, nf) for na in range(1, letters + 1) for nf in range(na + 1)]
    e = solved.turns
    yield compared("Equation (7)", "E(0,0,m), nothing left", 0, e(0, 0, 0))
    for number, m, equation in ((8, 0, equation_8), (9, 2, equation_9), (10, 4, equation_10)):
        there = [(na, nf) for na, nf in boards if m == 0 or (nf if m == 4 else na - nf)]
        where, right = (
            f"Equation ({number})",
            all(equation(e, na, nf) == e(na, nf, m) for na, nf in there if (m, na, nf) != (2, 1, 0)),
        )
        yield compared(where, f"as printed, na <= {letters}", "holds", "holds" if right else "fails")
    choice = [(na, nf) for na, nf in boards if 0 < nf < na]
    for number, save, pair in ((11, 2, equation_11), (12, 4, equation_12)):
        right = all(sum(pair(e, na, nf)) == kept_to(save, e, na, nf) for na, nf in choice)
        what = f"E{save}(na,nf,{save}) as printed, na <= {letters}"
        yield compared(f"Equation ({number})", what, "holds", "holds" if right else "fails")
    yield compared("Equation (13)", f"as printed, na <= {letters}", "holds", _difference(e, choice))
    asked: tuple[tuple[int, Callable[..., object]], ...] = ((9, equation_9), (11, equation_11))
    for number, printed in asked:
        try:
            computed = str(printed(e, 1, 0))
        except UndefinedError as error:
            computed = str(error)
        yield compared(f"Equation ({number})", "at (1,0)", "1", computed)


def _difference(e: Turns, boards: list[tuple[int, int]]) -> str:
    """Compare (13) with the difference of players who keep to one kind of save."""
    for na, nf in boards:
        (alpha2, beta2), (alpha4, beta4) = equation_11(e, na, nf), equation_12(e, na, nf)
        if kept_to(2, e, na, nf) - kept_to(4, e, na, nf) != (alpha2 - alpha4) - (beta4 - beta2):
            return "fails"
    return "holds"


def equation_8(e: Turns, na: int, nf: int) -> Fraction:
    """Return the right-hand side of (8), E(na, nf, 0)."""
    n = 2 * na + 2 * nf
    least = _least(e, na, nf)
    after_two = _sum(
        (1, n - 1, lambda: e(na - 1, nf, 0)),
        (2 * na - 2 * nf - 2, n - 1, lambda: e(na, nf, 2)),
        (4 * nf, n - 1, least),
    )
    after_four = _sum(
        (3, n - 1, lambda: e(na, nf - 1, 0)),
        (4 * nf - 4, n - 1, lambda: e(na, nf, 4)),
        (2 * na - 2 * nf, n - 1, least),
    )
    return 1 + _sum((2 * na - 2 * nf, n, after_two), (4 * nf, n, after_four))()


def equation_9(e: Turns, na: int, nf: int) -> Fraction:
    """Return the right-hand side of (9), E(na, nf, 2)."""
    n = 2 * na + 2 * nf
    least = _least(e, na, nf)
    after_two = _sum(
        (1, n - 2, lambda: e(na - 1, nf, 2)),
        (2 * na - 2 * nf - 3, n - 2, lambda: e(na, nf, 2)),
        (4 * nf, n - 2, least),
    )
    after_four = _sum((3, n - 2, lambda: e(na, nf - 1, 2)), (n - 5, n - 2, least))
    return (
        1
        + _sum(
            (1, n - 1, lambda: e(na - 1, nf, 0)),
            (2 * na - 2 * nf - 2, n - 1, after_two),
            (4 * nf, n - 1, after_four),
        )()
    )


def equation_10(e: Turns, na: int, nf: int) -> Fraction:
    """Return the right-hand side of (10), E(na, nf, 4)."""
    n = 2 * na + 2 * nf
    least = _least(e, na, nf)
    after_two = _sum((1, n - 2, lambda: e(na - 1, nf, 4)), (n - 3, n - 2, least))
    after_four = _sum(
        (3, n - 2, lambda: e(na, nf - 1, 4)),
        (2 * na - 2 * nf, n - 2, least),
        (4 * nf - 5, n - 2, lambda: e(na, nf, 4)),
    )
    return (
        1
        + _sum(
            (3, n - 1, lambda: e(na, nf - 1, 0)),
            (2 * na - 2 * nf, n - 1, after_two),
            (4 * nf - 4, n - 1, after_four),
        )()
    )


def equation_11(e: Turns, na: int, nf: int) -> tuple[Fraction, Fraction]:
    """Return alpha and beta of (11): 2-save kept to."""
    n, under = 2 * na + 2 * nf, 4 * na + 12 * nf - 4
    beta = _sum(
        (n - 2, under, lambda: e(na - 1, nf, 0)),
        (2 * na - 2 * nf - 2, under, lambda: e(na - 1, nf, 2)),
        (12 * nf, under, lambda: e(na, nf - 1, 2)),
    )
    return _ratio((n - 1) * (n - 2), under), beta()


def equation_12(e: Turns, na: int, nf: int) -> tuple[Fraction, Fraction]:
    """Return alpha and beta of (12): 4-save kept to."""
    n, under = 2 * na + 2 * nf, 8 * na + 16 * nf - 18
    beta = _sum(
        (3 * (n - 2), under, lambda: e(na, nf - 1, 0)),
        (2 * na - 2 * nf, under, lambda: e(na - 1, nf, 4)),
        (12 * nf - 12, under, lambda: e(na, nf - 1, 4)),
    )
    return _ratio((n - 1) * (n - 2), under), beta()


def kept_to(save: int, e: Turns, na: int, nf: int) -> Fraction:
    """Return the turns of a player who keeps to one kind of save on this board, from (9) or (10).

    The equation is linear in what is looked for, so two values of it give the solution.
    """
    equation = equation_9 if save == 2 else equation_10

    def at(x: int) -> Fraction:
        return equation(lambda a, f, m: Fraction(x) if (a, f) == (na, nf) else e(a, f, m), na, nf)

    return at(0) / (1 + at(0) - at(1))


def _least(e: Turns, na: int, nf: int) -> Callable[[], Fraction]:
    return lambda: min(e(na, nf, 2), e(na, nf, 4))


def _sum(*terms: tuple[int, int, Callable[[], Fraction]]) -> Callable[[], Fraction]:
    """Return a sum of printed terms; a board is asked for only where its factor is not 0."""
    shares = [(_ratio(over, under), value) for over, under, value in terms]
    return lambda: sum((share * value() for share, value in shares if share), Fraction(0))


def _ratio(over: int, under: int) -> Fraction:
    if not under:
        raise UndefinedError("0/0")
    return Fraction(over, under)
