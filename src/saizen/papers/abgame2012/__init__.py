"""M. Shinoda, Optimal strategy for 3xN AB games (2012): every table, theorem, proposition and remark.

Quick mode takes N up to 22 (the printed table ends at 20); full mode takes every formula to N = 60.
"""

from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any

from saizen.exact import decimal
from saizen.games.abgame import theory
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import Engine, engine_for
from saizen.games.abgame.size import Code, Size
from saizen.games.abgame.text import code_text, parse, parse_answer
from saizen.games.abgame.verify import load, verify
from saizen.papers.abgame2012.basics import compare_basics
from saizen.papers.abgame2012.fit import Fit, fit, formula_text
from saizen.papers.abgame2012.proofs import compare_proofs, ranges, report
from saizen.papers.abgame2012.simple import compare_simple
from saizen.papers.report import Check, compared, read_data, read_errata, with_errata
from saizen.store import Store
from saizen.work import SILENT, Progress

QUICK, FULL = 22, 60
FIRST: Code = (1, 2, 3)
CERTIFICATES = ("3x21-0A1B.json.gz", "3x21-0A1B-1A1B.json.gz")


def compare(full: bool, progress: Progress = SILENT, store: Store | None = None) -> Iterator[Check]:
    """Recompute the paper."""
    yield from with_errata(_checks(FULL if full else QUICK, progress), read_errata(__package__))


def _checks(top: int, progress: Progress) -> Iterator[Check]:
    printed = read_data(__package__, "printed.toml")
    engine = engine_for(Size(3, 3))
    values = SearchedValues(engine, progress)
    progress.stage("3xN", top - 2)
    for symbols in range(3, top + 1):
        values.total(symbols)
        progress.advance()
    yield from compare_basics(printed, 3 if top >= FULL else 2)
    yield from _section2(printed["section2"], values)
    for n, total in printed["theorem41"]["table"].items():
        yield compared("Theorem 4.1", f"S, N = {n}", total, values.total(int(n)))
    yield from _table_a1(printed["tableA1"], values)
    progress.stage("propositions and lemmas", 5)
    for family in theory.FAMILIES:
        yield _family(family, engine, top)
        progress.advance()
    yield from compare_proofs(printed, engine, top, 20 if top >= FULL else 9)
    yield from compare_simple(printed, engine, top)
    yield from _theorem42(printed["theorem42"], values, top)
    yield from _remark2(printed["remark2"], values, 30 if top >= FULL else 12)
    yield from _formulas(values, top)
    progress.stage("worst cases", top - 7)
    yield _worst_cases(engine, top, progress)
    yield from _certificates()


class SearchedValues:
    """Totals by search: S of 3xN and of what each first answer leaves."""

    def __init__(self, engine: Engine, progress: Progress) -> None:
        self.engine, self.progress = engine, progress
        self._known: dict[tuple[int, str], int | None] = {}

    def total(self, symbols: int) -> int:
        """Return S of 3xN."""
        value = self.after(symbols, "")
        assert value is not None  # there always are codes
        return value

    def position(self, symbols: int, answer: str) -> AbPosition:
        """Return what an answer to the first guess leaves; all codes for no answer."""
        size = Size(3, symbols)
        return AbPosition.after(size, [(FIRST, parse_answer(answer, size))] if answer else [])

    def after(self, symbols: int, answer: str) -> int | None:
        """Return S of what an answer to the first guess leaves; None if that is nothing."""
        key = symbols, answer
        if key not in self._known:
            position = self.position(symbols, answer)
            self._known[key] = (
                self.engine.total(position, progress=self.progress) if position.patterns else None
            )
        return self._known[key]


def _section2(printed: Any, values: SearchedValues) -> Iterator[Check]:
    position = parse(printed["example"])
    computed = sorted(code_text(code, position.size) for code in position.candidates())
    yield compared(
        "Section 2.1", "candidates after two guesses", " ".join(printed["candidates"]), " ".join(computed)
    )
    for answer, total in printed["always"].items():
        yield compared("Section 3.2", f"S after {answer}", total, values.after(10, answer))
    for n, total in printed["small"].items():
        yield compared("Section 3.2", f"S, N = {n}", total, values.total(int(n)))


def _table_a1(printed: Any, values: SearchedValues) -> Iterator[Check]:
    columns = printed["columns"]
    for n, row in printed.items():
        if n == "columns":
            continue
        size = Size(3, int(n))
        total = values.total(size.symbols)
        answers = [values.after(size.symbols, answer) for answer in columns[1:7]]
        mean = decimal(Fraction(total, size.codes), 3)
        computed = [size.codes + 9, *("" if value is None else value for value in answers), total, mean]
        for column, cell, value in zip(columns, row, computed, strict=True):
            yield compared("Table A.1", f"N = {n}, {column}", cell, value)


def _family(family: theory.Family, engine: Engine, top: int) -> Check:
    agreed: list[int] = []
    differed: list[int] = []
    for n in range(1, top + 1):
        value = family.formula(n)
        if value is not None:
            right = all(engine.total(family.position(n, dead)) == value for dead in range(4))
            (agreed if right else differed).append(n)
    note = "with 0 to 3 further symbols"
    return report(family.where, f"{family.name}(n)", "the formula", agreed, differed, note)


def _theorem42(printed: Any, values: SearchedValues, top: int) -> Iterator[Check]:
    for answer, claim in printed.items():
        guess, optimal = tuple(claim["guess"]), []
        for symbols in range(max(5, *guess), top + 1):
            position = values.position(symbols, answer)
            if position.patterns and values.engine.total(position, guess) == values.after(symbols, answer):
                optimal.append(symbols)
        text = f"optimal for N >= {claim['from']}"
        right = set(range(claim["from"], top + 1)) <= set(optimal)
        computed = text if right else f"optimal for N = {ranges(optimal)}"
        name = "".join(map(str, guess))
        yield compared(
            "Theorem 4.2",
            f"{name} after {answer}",
            text,
            computed,
            f"exactly for N = {ranges(optimal)}, N <= {top}",
        )


def _remark2(printed: Any, values: SearchedValues, top: int) -> Iterator[Check]:
    engine = values.engine
    for dummies in (1, 2, 3):
        size = Size(3, 4, dummies=dummies)
        yield compared("Remark 2", f"S of {size}", printed["total"], engine.total(AbPosition.start(size)))
    start = AbPosition.start(Size(3, 4, dummies=1))
    yield compared(
        "Remark 2", "S of 3x4+1 beginning with 125", printed["total"], engine.total(start, (1, 2, 5))
    )
    helped = [
        symbols
        for symbols in range(3, top + 1)
        for dummies in (1, 2, 3)
        if engine.total(AbPosition.start(Size(3, symbols, dummies=dummies))) != values.total(symbols)
    ]
    computed = "only N = 4" if set(helped) == {4} else f"N = {ranges(sorted(set(helped)))}"
    yield compared(
        "Remark 2", "where a dummy symbol helps", "only N = 4", computed, f"N <= {top}, 1 to 3 dummies"
    )


def _formulas(values: SearchedValues, top: int) -> Iterator[Check]:
    """Compare theorem 4.1 and the appendix: value by value just past the table, as formulas far beyond."""
    named: list[tuple[str, str, theory.Formula]] = [("Theorem 4.1", "", theory.TOTAL)]
    named += [("Appendix", answer, formula) for answer, formula in theory.AFTER.items()]
    for where, answer, formula in named:
        symbol = f"S after {answer}" if answer else "S"
        searched = {n: value for n in range(5, top + 1) if (value := values.after(n, answer)) is not None}
        agreed = [n for n in searched if formula(n) == searched[n]]
        differed = [n for n in searched if formula(n) not in (None, searched[n])]
        text = "the formula"
        yield report(
            where,
            f"{symbol}, N <= 20",
            text,
            [n for n in agreed if n <= 20],
            [n for n in differed if n <= 20],
        )
        for n in range(21, QUICK + 1):
            yield compared(where, f"{symbol}, N = {n}", formula(n), searched[n])
        if top >= FULL:
            degree = 4 if not answer else 3
            for remainder in range(3):
                own = {n: value for n, value in searched.items() if n % 3 == remainder}
                computed = fit(own, degree)
                claimed = fit({n: stated for n in own if (stated := formula(n)) is not None}, degree)
                yield _compare_fits(where, f"{symbol}, N = {remainder} mod 3", claimed, computed)
    shifted = [n for n in range(8, top + 1) if values.after(n, "0A0B") == values.total(n - 3)]
    missing = [n for n in range(8, top + 1) if n not in shifted]
    yield report("Appendix", "S after 0A0B, N >= 8", "S of 3x(N-3)", shifted, missing)
    if top >= FULL:
        total = fit({n: values.total(n) for n in range(5, top + 1) if n % 3 == 0}, 4).coefficients
        constant = total[1] + 3 * total[0]  # N^4/4 + c N^3 over N (N-1) (N-2) is N/4 + (c + 3/4) + ...
        yield compared("Theorem 4.1", "mean for large N", "N/4 + 347/108", f"N/{1 / total[0]} + {constant}")


def _compare_fits(where: str, what: str, claimed: Fit, computed: Fit) -> Check:
    note = f"the searched values follow the computed formula for N = {computed.first} to {computed.last}"
    return compared(
        where, what, formula_text(claimed.coefficients), formula_text(computed.coefficients), note
    )


def _worst_cases(engine: Engine, top: int, progress: Progress) -> Check:
    agreed: list[int] = []
    differed: list[int] = []
    for symbols in range(8, top + 1):
        right = engine.worst(AbPosition.start(Size(3, symbols))) == theory.worst_case(symbols)
        (agreed if right else differed).append(symbols)
        progress.advance()
    return report("Section 1", "worst case", "[(N+1)/3] + 3 for N >= 8", agreed, differed)


def certificates() -> Iterator[Path]:
    """Yield the strategy trees that prove the errata."""
    for name in CERTIFICATES:
        with resources.as_file(resources.files(__package__).joinpath(name)) as path:
            yield path


def _certificates() -> Iterator[Check]:
    """Replay the trees behind the errata with the verifier that knows no solver."""
    for path in certificates():
        data = load(path)
        tree = verify(data)
        history = " ".join(f"{guess}:{answer}" for guess, answer in data["history"])
        what = f"a strategy for {data['size']} {history}"
        yield compared("Certificate", what, data["total"], tree.total, "every secret played")
