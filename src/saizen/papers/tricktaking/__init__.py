"""Trick-taking games with score cards: a master's thesis (in Japanese), its examples and its claims.

The numbers of section 5.2, figure 4 and the appendix are compared cell by cell. Each statement is
checked on every deal up to a size, as printed and, where the thesis restricts the hands, without the
restriction; the conjectures of section 6 as well. Figures are pictures whose numbers are not in the
text but for two cells; they are drawn again. The program of the appendix is run as printed.
"""

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

from saizen.games.tricks.claims.batch import Family
from saizen.games.tricks.claims.claims import Claim, expression_claim
from saizen.games.tricks.claims.counterexample import explore
from saizen.games.tricks.claims.findings import Finding
from saizen.games.tricks.claims.statements import CLAIMS
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, TricksPosition
from saizen.games.tricks.text import deal
from saizen.games.tricks.values import value
from saizen.papers.report import Check, Verdict, claimed, compared, read_data, read_errata, with_errata
from saizen.papers.tricktaking.appendix import compare_figures, compare_main, compare_outputs
from saizen.papers.tricktaking.cases import compare_cases, deals, takes
from saizen.papers.tricktaking.slips import slips
from saizen.papers.tricktaking.wordings import compare_wordings
from saizen.store import Store
from saizen.work import SILENT, Progress

STATEMENTS = {
    "theorem1": ("theorem 1", "in score cards"),
    "theorem1-in-tricks": ("theorem 1", "in tricks"),
    "theorem2": ("theorem 2", "in score cards"),
    "theorem2-in-tricks": ("theorem 2", "in tricks"),
    "theorem3": ("theorem 3", "Left leads"),
    "theorem3-from-two-cards": ("theorem 3", "Left leads, n >= 2"),
    "theorem4": ("theorem 4", "Right leads"),
    "property1": ("property 1", "one more score card"),
    "theorem5": ("theorem 5", "hands of 5.1"),
    "theorem6": ("theorem 6", "hands of 5.1"),
    "theorem7": ("theorem 7", "hands of 5.1"),
    "theorem8": ("theorem 8", "hands of 5.1"),
    "theorem7-in-its-proof": ("theorem 7", "bound used in its proof, hands of 5.1"),
    "section5.1-inherited": ("section 5.1", "the condition holds after every trick, as the induction needs"),
    "relation24": ("relation (24)", "hands of 5.1"),
    "relation25-rows": ("relation (25)", "rows, hands of 5.1"),
    "relation25-columns": ("relation (25)", "columns, hands of 5.1"),
    "relation26-rows": ("relation (26)", "rows, hands of 5.1"),
    "relation26-columns": ("relation (26)", "columns, hands of 5.1"),
    "relation26-rows-in-its-proof": ("relation (26)", "rows as its proof (iii) says, hands of 5.1"),
    "relation26-columns-in-its-proof": ("relation (26)", "columns as its proof (iii) says, hands of 5.1"),
    "relation27-rows": ("relation (27)", "rows, hands of 5.1"),
    "relation27-columns": ("relation (27)", "columns, hands of 5.1"),
    "relation27-rows-in-its-proof": ("relation (27)", "rows as its proof (ii) says, hands of 5.1"),
    "relation28": ("relation (28)", "hands of 5.1"),
    "relation29": ("relation (29)", "hands of 5.1"),
    "relation30": ("relation (30)", "hands of 5.1"),
    "relation31": ("relation (31)", "hands of 5.1"),
    "relation32": ("relation (32)", "hands of 5.1"),
    "relation33": ("relation (33)", "hands of 5.1"),
    "relation34": ("relation (34)", "hands of 5.1"),
}
GENERAL = ("lemma2-rows", "lemma2-columns")
CONJECTURES: tuple[tuple[Objective, str, str], ...] = (
    (Objective.TAKE, "replying is no worse than leading", "V0 - V1 in 0..2"),
    (Objective.TAKE, "stronger score cards are better", "swap(score) in 0..2"),
    (Objective.TAKE, "weaker other cards are better", "swap(nonscore) in 0..2"),
    (Objective.TAKE, "the border card gains or loses at most 1", "swap(border) in -1..1"),
    (Objective.AVOID, "replying is no worse than leading", "V1 - V0 >= 0"),
    (Objective.AVOID, "weaker other cards are better", "swap(nonscore) <= 0"),
)
"""What section 6 expects. V counts what Left takes, so an avoiding Left wants it small."""
BEYOND: tuple[tuple[Objective, str, str], ...] = (
    (Objective.TAKE, "a weaker other card gains at most 1", "swap(nonscore) in 0..1"),
    (Objective.AVOID, "replying gains at most 2", "V1 - V0 <= 2"),
    (Objective.AVOID, "a stronger score card costs at most 2", "swap(score) in 0..2"),
    (Objective.AVOID, "a weaker other card gains at most 1", "swap(nonscore) in -1..0"),
    (Objective.AVOID, "the border card gains or loses at most 1", "swap(border) in -1..1"),
)
"""Of which it says nothing."""
FAMILIES: tuple[tuple[Family, str], ...] = (
    ("top", "strongest k"),
    ("bottom", "weakest k"),
    ("block", "neighbours anywhere"),
    ("any", "any set"),
)


def compare(full: bool, progress: Progress = SILENT, store: Store | None = None) -> Iterator[Check]:
    """Compare every example and statement; ``full`` checks the statements on larger hands."""
    return with_errata(_checks(full, progress), read_errata(__name__))


def _checks(full: bool, progress: Progress) -> Iterator[Check]:
    printed = read_data(__name__, "printed.toml")
    yield from _section_2(printed["standard"])
    yield from _examples(printed["example"])
    yield from compare_figures(printed)
    yield from compare_outputs(printed["output"])
    yield from compare_main(printed["main"])
    for name, (where, what) in STATEMENTS.items():
        claim = CLAIMS[name]
        matrix = name.startswith(("relation", "section"))
        upto = (8 if full else 6) if matrix else (10 if full else 7)
        yield _checked(where, what, claim, explore(claim, upto=upto, progress=progress))
        if claim.condition == "paper" and name != "section5.1-inherited":
            finding = explore(claim, upto=upto - matrix, condition="", progress=progress)
            yield _unrestricted(where, what.replace("hands of 5.1", "all hands"), claim, finding)
    for name in GENERAL:
        claim = CLAIMS[name]
        counterexamples = explore(claim, upto=7 if full else 6, condition="", progress=progress)
        yield _checked("lemma 2", f"{name.partition('-')[2]}, all hands", claim, counterexamples)
    yield _lemma_1(6 if full else 4)
    yield from _conjectures(full, progress)
    yield from slips()
    yield from compare_wordings(printed["wording"], printed["captions"])
    yield from compare_cases(5 if full else 4)


def _section_2(printed: dict[str, str]) -> Iterator[Check]:
    """Compare the standard representation, and the recursion written on such words with our solver."""
    cards = deal(printed["left"], printed["right"], "0").cards
    yield compared("section 2", "standard representation of the example", printed["word"], cards.upper())
    same = all(
        value(TricksPosition(word[:k] + word[k:].lower(), lead)) == takes(word, k, lead == LEFT)
        for word, k in deals(4)
        for lead in (LEFT, RIGHT)
    )
    yield claimed("section 2", "the recursion of V0 and V1, all hands, n <= 4", same)


def _examples(examples: list[dict[str, Any]]) -> Iterator[Check]:
    for example in examples:
        lead = LEFT if example["lead"] else RIGHT
        position = deal(example["left"], example["right"], str(example["k"]), lead)
        what = f"{example['what']}: A={{{example['left']}}}, B={{{example['right']}}}, k={example['k']}"
        yield compared("section 5.2", what, example["takes"], value(position))


def verdict_words(finding: Finding) -> str:
    """Say what became of a claim; a failure's words do not depend on how far was checked."""
    if finding.counterexample:
        return f"false for {finding.counterexample.position}"
    return f"holds up to n = {finding.checked}" if finding.cases else "says nothing: it applies to no hands"


def _note(finding: Finding) -> str:
    if not finding.holds or finding.tight is None or not finding.least or not finding.most:
        return ""
    if finding.tight:
        return "every bound is reached"
    return f"not every bound is reached: only {finding.least.measure} to {finding.most.measure} occur"


def _checked(where: str, what: str, claim: Claim, finding: Finding) -> Check:
    """Report a printed claim: equal when it holds as far as it was checked and says something."""
    fine = finding.holds and finding.cases > 0
    verdict = Verdict.EQUAL if fine else Verdict.DIFFERENT
    return Check(where, what, claim.text, verdict_words(finding), verdict, _note(finding))


def _unrestricted(where: str, what: str, claim: Claim, finding: Finding) -> Check:
    """Report the same statement for all hands, of which the thesis says nothing: that cannot differ."""
    return Check(
        where, what, f"not claimed: {claim.text}", verdict_words(finding), Verdict.BEYOND, _note(finding)
    )


def _lemma_1(longest: int) -> Check:
    """Check lemma 1 on all sequences of values 0 to 2 that fall to place l and rise from there."""
    for length in range(1, longest + 1):
        for lowest in range(length):
            valleys = [
                s
                for s in product(range(3), repeat=length)
                if all(x >= y for x, y in pairwise(s[: lowest + 1]))
                and all(x <= y for x, y in pairwise(s[lowest:]))
            ]
            for r, s in product(valleys, repeat=2):
                if min(map(max, r, s)) != max(r[lowest], s[lowest]):
                    return Check("lemma 1", "sequences", "holds", f"false for {r}, {s}", Verdict.DIFFERENT)
    return Check("lemma 1", f"sequences up to length {longest}", "holds", "holds", Verdict.EQUAL)


def _conjectures(full: bool, progress: Progress) -> Iterator[Check]:
    """Check what section 6 expects of other score cards and of the avoiding game, and what it leaves open."""
    for family, cards in FAMILIES:
        upto = {"top": 7, "bottom": 7, "block": 5, "any": 4}[family] + full

        def asked(objective: Objective, text: str, family: Family = family, upto: int = upto) -> Finding:
            claim = expression_claim(text)
            return explore(claim, upto=upto, family=family, objective=objective, progress=progress)

        for objective, what, text in CONJECTURES:
            if objective is Objective.AVOID or family != "top":  # else theorems 5 to 8 for all hands, above
                place = f"{objective.value}, {cards}: {what}"
                yield _checked("section 6", place, expression_claim(text), asked(objective, text))
        better = asked(Objective.AVOID, "swap(score) <= 0")
        what = f"avoid, {cards}: stronger score cards are better (theorem 6)"
        yield compared(
            "section 6",
            what,
            "does not hold",
            "holds" if better.holds else "does not hold",
            verdict_words(better),
        )
        for objective, what, text in BEYOND:
            place = f"{objective.value}, {cards}: {what}"
            yield _unrestricted("section 6", place, expression_claim(text), asked(objective, text))
