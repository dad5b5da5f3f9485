"""The theorem: the closed forms, and from which number on each holds.

They are compared with the claims of the certificate. Claims and formulas are polynomials for each remainder
from some number on (of degree four with three places), so agreement at sufficiently many values is agreement
for ever.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from saizen.games.abgame.theorem.certificate import Certificate
from saizen.games.abgame.verify import Refused

Coefficients = tuple[str, ...]


@dataclass(frozen=True)
class ClosedForm:
    """What a family costs, as polynomials in the number of unused symbols plus ``shift``."""

    name: str
    patterns: tuple[str, ...]
    shift: int
    """3 where the variable is N and the first guess has used three symbols; 0 where it is u."""
    first: int
    """The first number for which the formula holds; the one before is an exception (or there is none)."""
    polynomials: tuple[Coefficients, ...]
    """For numbers that leave 0, 1, ... when divided by the number of places; highest power first."""

    def value(self, number: int) -> Fraction:
        """Return what the formula says.

        >>> FORMS[3][0].value(3)
        Fraction(6, 1)
        """
        value = Fraction(0)
        for coefficient in self.polynomials[number % len(self.polynomials)]:
            value = value * number + Fraction(coefficient)
        return value


_F, _F2 = ("1/6", "11/6", "-1"), ("1/6", "11/6", "-4/3")
_G, _G1 = ("1/3", "13/3", "-3"), ("1/3", "13/3", "-11/3")
_A, _A1 = ("1/6", "13/6", "0"), ("1/6", "13/6", "-1/3")
_B0, _B = ("2/3", "10", "-8"), ("2/3", "10", "-20/3")

FORMS: dict[int, tuple[ClosedForm, ...]] = {3: (
    ClosedForm("f", ("12*",), 0, 1, (_F, _F, _F2)),
    ClosedForm("g", ("12*", "1*3"), 0, 2, (_G, _G1, _G)),
    ClosedForm("alpha", ("12*", "134"), 0, 2, (_A, _A1, _A)),
    ClosedForm("h", ("1**",), 0, 5, (
        ("2/9", "20/9", "-22/3", "11"), ("2/9", "20/9", "-64/9", "23/3"), ("2/9", "20/9", "-62/9", "73/9"),
    )),
    ClosedForm("beta", ("12*", "1*2", "1*3", "14*"), 0, 5, (_B0, _B, _B)),
    ClosedForm("S after 2A0B", ("12*", "1*3", "*23"), 3, 7, (
        ("1/2", "25/6", "-23"), ("1/2", "25/6", "-68/3"), ("1/2", "25/6", "-67/3"),
    )),
    ClosedForm("S after 1A1B", ("1*2", "13*", "*21", "32*", "2*3", "*13"), 3, 12, (
        ("1", "9", "-44"), ("1", "9", "-42"), ("1", "9", "-42"),
    )),
    ClosedForm(
        "S after 0A2B", ("21*", "2*1", "*12", "31*", "3*1", "*31", "*32", "23*", "3*2"), 3, 15,
        (("3/2", "31/2", "-68"), ("3/2", "31/2", "-67"), ("3/2", "31/2", "-69")),
    ),
    ClosedForm("S after 1A0B", ("1**", "*2*", "**3"), 3, 14, (
        ("2/3", "7/3", "-166/3", "142"), ("2/3", "7/3", "-56", "151"), ("2/3", "7/3", "-169/3", "154"),
    )),
    ClosedForm("S after 0A1B", ("*1*", "**1", "2**", "**2", "3**", "*3*"), 3, 18, (
        ("4/3", "19/3", "-120", "292"), ("4/3", "19/3", "-121", "910/3"), ("4/3", "19/3", "-358/3", "812/3"),
    )),
    ClosedForm("S of 3xN", ("***",), 0, 15, (
        ("1/4", "133/54", "-631/36", "104/3", "10"),
        ("1/4", "133/54", "-641/36", "751/18", "-719/27"),
        ("1/4", "133/54", "-211/12", "575/18", "1073/27"),
    )),
), 2: (
    ClosedForm("f", ("1*",), 0, 1, (("1/4", "3/2", "-1"), ("1/4", "3/2", "-3/4"))),
    ClosedForm("S after 1A0B and 0A1B", ("1*", "*2"), 2, 4, (
        ("1/2", "2", "-9"), ("1/2", "2", "-19/2"),
    )),
    ClosedForm("S of 2xN", ("**",), 0, 2, (
        ("1/3", "7/4", "-19/3", "6"), ("1/3", "7/4", "-41/6", "35/4"),
    )),
)}  # fmt: skip
"""By the number of places. For three these are propositions 2.4 to 2.6, lemmas 2.7 and 2.8, the appendix and
theorem 4.1, the last two corrected."""

SMALL = {
    3: {5: 196, 6: 436, 7: 836, 8: 1449, 9: 2337, 10: 3575, 11: 5204, 12: 7343, 13: 10059, 14: 13404},
    2: {},
}
"""S of all codes where the closed form does not hold yet."""


def check(certificate: Certificate) -> Iterator[ClosedForm]:
    """Compare each closed form with the claims; yield it when it agrees, refuse the certificate when not."""
    places = certificate.places
    for form in FORMS[places]:
        family = certificate.family(*form.patterns)
        if not family.last_guesses:
            raise Refused(f"no strategy is given for {form.name}, so its claim is a bound only")
        for unused in range(form.first - form.shift, certificate.tail.last + 1):
            number, claim = unused + form.shift, int(family.claims[unused])
            if form.value(number) != claim:
                raise Refused(
                    f"{form.name} is {form.value(number)} for {number}; the certificate says {claim}"
                )
        yield form
    whole = certificate.family("*" * places).claims
    for symbols, least in SMALL[places].items():
        if whole[symbols] != least:
            raise Refused(f"S of {places}x{symbols} is {least}; the certificate says {whole[symbols]}")
