"""The whole check: base, step, strategy, closed forms."""

from dataclasses import dataclass

from saizen.games.abgame.theorem import statement, strategy
from saizen.games.abgame.theorem.certificate import Certificate
from saizen.games.abgame.theorem.lower import LowerBound
from saizen.work import SILENT, Progress

TOGETHER = 25
"""Families between two reports."""


@dataclass(frozen=True, slots=True)
class ProvedTheorem:
    """What has been looked at; that there is such an object says that nothing was refused."""

    families: int
    guesses: int
    reasons: dict[str, int]
    """How many guesses each argument settled."""
    strategy: int
    """How many of the families the strategy passes through."""
    closed_forms: tuple[str, ...]
    complete: bool
    """Whether all families were looked at; some of them prove nothing."""


def check(certificate: Certificate, every: int = 1, progress: Progress = SILENT) -> ProvedTheorem:
    """Check a certificate; ``Refused`` says what is wrong with it.

    With ``every`` greater than 1 only one of so many families is looked at, which can refute but not prove.
    """
    bound = LowerBound(certificate)
    chosen = certificate.families[::every]
    played = [family for family in certificate.families if family.last_guesses][::every]
    progress.stage("comparing the closed forms", None)
    forms = tuple(form.name for form in statement.check(certificate))
    for label, families, look in (
        ("small u, code by code", chosen, bound.base),
        ("every guess for larger u", chosen, bound.step),
        ("the strategy for small u", played, strategy.check_base),
        ("the strategy for larger u", played, lambda family: strategy.check_guesses(certificate, family)),
    ):
        progress.stage(label, len(families))
        for number, family in enumerate(families, 1):
            look(family)
            if number % TOGETHER == 0:
                progress.advance(TOGETHER)
    return ProvedTheorem(len(chosen), bound.guesses, dict(bound.reasons), len(played), forms, every == 1)
