"""The upper bound: a strategy that costs what the certificate claims, without dummies.

For a family with guesses and every u from places + 2 on, the number of codes plus what its parts cost must
be the claim: parts are families with guesses, or sets of codes whose least total is computed with the dummies
there are.
"""

from math import perm
from typing import NoReturn

import numpy as np

from saizen.games.abgame.theorem.certificate import Certificate, CertifiedFamily
from saizen.games.abgame.theorem.literal import total
from saizen.games.abgame.theorem.patterns import (
    STAR,
    Pattern,
    answers,
    expand_patterns,
    normal_form,
    parts,
    stars,
    winning_answer,
    write_pattern,
    written_out,
)
from saizen.games.abgame.verify import Refused


def check_base(family: CertifiedFamily) -> None:
    """Compare the claims for u = 2 to places + 1 with the least totals of the codes.

    Without dummies; but all codes, which are left after 0A0B only, then have the symbols of that guess.
    """
    places = len(family.patterns[0])
    dummies = places if family.patterns == ((STAR,) * places,) else 0
    for unused in range(2, places + 2):
        codes = tuple(written_out(family.patterns, family.labels, unused))
        least = total(codes, dummies)
        if least > family.claims[unused]:
            _refuse(family, unused, f"the least total is {least}")


def check_guesses(certificate: Certificate, family: CertifiedFamily) -> None:
    """Follow the strategy's guess for u from places + 2 on, far enough to settle each remainder."""
    by_guess: dict[Pattern, list[int]] = {}
    for unused in range(certificate.places + 2, certificate.tail.last + 1):
        by_guess.setdefault(family.guess(unused), []).append(unused)
    for guess, where in by_guess.items():
        by_unused = costs(certificate, family, guess, np.array(where))
        for unused, cost in zip(where, by_unused.tolist(), strict=True):
            if cost != family.claims[unused]:
                _refuse(family, unused, f"the guess {write_pattern(guess)} leads to {cost}")


def costs(
    certificate: Certificate,
    family: CertifiedFamily,
    guess: Pattern,
    where: "np.ndarray[tuple[int], np.dtype[np.int64]]",
) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Return what a family costs with a guess, for each of some u."""
    new = sum(x >= family.labels for x in guess)
    if (
        sorted(x for x in guess if x >= family.labels) != list(range(family.labels, family.labels + new))
        or len(set(guess)) < certificate.places
        or min(guess) < 0
    ):
        _refuse(family, int(where[0]), f"{write_pattern(guess)} is not a guess there")
    left = expand_patterns(family.patterns, family.labels, new)
    divided = parts(left, answers(left, [guess])[:, 0])
    divided.pop(winning_answer(certificate.places), None)  # the guess itself, if it is possible
    result = np.array([sum(perm(u, stars(pattern)) for pattern in family.patterns) for u in where.tolist()])
    for child in divided.values():
        if any(STAR in pattern for pattern in child):
            match = certificate.by_form.get(normal_form(child))
            if match is None or not match.last_guesses:
                _refuse(family, int(where[0]), f"no guess is given after {write_pattern(guess)}")
            result = result + match.claims[where - new]
        else:
            live = len({x for code in child for x in code})
            result = result + np.array([total(child, family.labels + u - live) for u in where.tolist()])
    return result


def _refuse(family: CertifiedFamily, unused: int, why: str) -> NoReturn:
    named = " ".join(map(write_pattern, family.patterns))
    raise Refused(
        f"the strategy for family {family.number} ({named}) with u = {unused} is said to cost "
        f"{family.claims[unused]}; {why}"
    )
