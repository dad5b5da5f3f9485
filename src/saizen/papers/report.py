"""Comparing a publication with a computation, cell by cell, and the errata that result."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any


class Verdict(StrEnum):
    """How a printed cell compares with the computed one."""

    EQUAL = "equal"
    """To the last printed digit; for a claim: it holds as far as it was checked."""
    INSIDE = "inside range"
    """The rules do not determine the number (equilibria differ); the printed one is possible.

    Of deals that are played: our 95 % interval contains it, or they leave a claim open."""
    OUTSIDE = "outside range"
    """As above, but no equilibrium gives the printed number, or our interval does not contain it."""
    ERRATUM = "erratum"
    """They differ, the cause is known, and the difference is recorded with its proof."""
    CONSISTENT = "consistent"
    """Printed numbers that agree with each other: nothing was computed."""
    BEYOND = "beyond print"
    """Computed beside what is printed, which says nothing of it: it cannot differ, nor is it equal."""
    DIFFERENT = "DIFFERENT"
    """They differ and nobody has explained it: `saizen reproduce` fails."""


@dataclass(frozen=True, slots=True)
class Check:
    """One compared cell or claim. ``where`` is the table or section, ``what`` the cell."""

    where: str
    what: str
    printed: str
    computed: str
    verdict: Verdict
    note: str = ""


@dataclass(frozen=True, slots=True)
class Erratum:
    """A printed statement that is wrong: what is right, and how a reader can check it.

    One cause can spoil many cells: ``cells`` lists them as (what, printed, right).
    """

    where: str
    what: str
    printed: str
    right: str
    proof: str
    cells: tuple[tuple[str, str, str], ...] = ()


def read_data(package: str, name: str) -> dict[str, Any]:
    """Read a TOML file of printed numbers that lies in a paper's folder."""
    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


@cache  # the page lists them again and again
def read_errata(package: str) -> tuple[Erratum, ...]:
    """Read ``errata.toml`` of a paper's folder: a list ``[[erratum]]`` with the fields of `Erratum`."""
    entries = read_data(package, "errata.toml").get("erratum", [])
    return tuple(
        Erratum(**{**entry, "cells": tuple(map(tuple, entry.get("cells", ())))}) for entry in entries
    )


def with_errata(checks: Iterable[Check], errata: Iterable[Erratum]) -> Iterator[Check]:
    """Turn each difference that the errata record, with the same two values, into `Verdict.ERRATUM`."""
    erratum_of = {(e.where, *cell): e for e in errata for cell in ((e.what, e.printed, e.right), *e.cells)}
    for check in checks:
        erratum = erratum_of.get((check.where, check.what, check.printed, check.computed))
        if erratum and check.verdict in (Verdict.DIFFERENT, Verdict.OUTSIDE):
            yield replace(check, verdict=Verdict.ERRATUM, note=erratum.proof)
        else:
            yield check


def compared(where: str, what: str, printed: object, computed: object, note: str = "") -> Check:
    """Compare two cells by their text.

    >>> compared("Table 1", "8 cards", 1, 1).verdict
    <Verdict.EQUAL: 'equal'>
    """
    verdict = Verdict.EQUAL if str(printed) == str(computed) else Verdict.DIFFERENT
    return Check(where, what, str(printed), str(computed), verdict, note)


def consistent(where: str, what: str, holds: bool, note: str = "") -> Check:
    """Compare printed numbers with what the paper says of them; nothing is computed.

    >>> consistent("abstract", "more than 70 %", True).verdict
    <Verdict.CONSISTENT: 'consistent'>
    """
    check = claimed(where, what, holds, note)
    return replace(check, verdict=Verdict.CONSISTENT) if holds else check


def claimed(where: str, what: str, holds: bool, note: str = "") -> Check:
    """Compare a printed claim with the facts.

    >>> claimed("section 4.1", "the strategy is unique", True).verdict
    <Verdict.EQUAL: 'equal'>
    """
    return compared(where, what, "holds", "holds" if holds else "fails", note)
