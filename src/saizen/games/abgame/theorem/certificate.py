"""The certificate: families of sets of codes, what each costs for every u, and how.

One line a family, three fields with ``:`` between them: the patterns; what the family costs with u = 1, 2,
3, ... unused symbols; and, where the family occurs in the strategy, its guesses: three for large u (u mod 3
= 0, 1, 2), then exceptions ``u=guess``. The list of values ends somewhere; it goes on for ever by one rule:

    S(u) = 5 S(u-3) - 10 S(u-6) + 10 S(u-9) - 5 S(u-12) + S(u-15),

which is what polynomials of degree four do, one for each remainder of u modulo 3. The first line says how
many places there are; with two the rule is S(u) = 4 S(u-2) - 6 S(u-4) + 4 S(u-6) - S(u-8).
"""

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from saizen.games.abgame.theorem.patterns import (
    STAR,
    Pattern,
    Patterns,
    labels,
    normal_form,
    read_pattern,
)
from saizen.games.abgame.theorem.tail import Ints, Tail, tail_of
from saizen.games.abgame.verify import Refused

LONGEST = 100_000_000
"""Bytes of a certificate, unpacked."""
MOST_PATTERNS = 200
FORMAT = "saizen {places}xN theorem 1"
MOST_PLACES = 3
SHIPPED = "families.txt.gz"


@dataclass(frozen=True)
class CertifiedFamily:
    """A set of codes for every u, and what is claimed of it."""

    number: int
    patterns: Patterns
    claims: Ints
    """What it costs with 0, 1, ..., `Tail.last` unused symbols (with 0: nothing is claimed)."""
    last_guesses: tuple[Pattern, ...] = ()
    """One for each remainder of u; empty where the family does not occur in the strategy."""
    other_guesses: tuple[tuple[int, Pattern], ...] = ()

    @cached_property
    def labels(self) -> int:
        """How many labels the patterns name."""
        return labels(self.patterns)

    def guess(self, unused: int) -> Pattern:
        """Return the strategy's guess."""
        return dict(self.other_guesses).get(unused, self.last_guesses[unused % len(self.last_guesses)])


@dataclass(frozen=True)
class Certificate:
    """All families, by normal form."""

    families: tuple[CertifiedFamily, ...]

    @property
    def places(self) -> int:
        """How many places a code has."""
        return len(self.families[0].patterns[0])

    @property
    def tail(self) -> Tail:
        """What settles all large u."""
        return tail_of(self.places)

    @cached_property
    def by_form(self) -> dict[Patterns, CertifiedFamily]:
        """The family of each normal form."""
        table = {normal_form(family.patterns): family for family in self.families}
        if len(table) < len(self.families):
            raise Refused("the certificate has two families that differ in names only")
        return table

    def family(self, *patterns: str) -> CertifiedFamily:
        """Return the family of patterns given as text; a certificate without it is refused."""
        form = normal_form(tuple(map(read_pattern, patterns)))
        if form not in self.by_form:
            raise Refused(f"the certificate has no family {' '.join(patterns)}")
        return self.by_form[form]


def load(path: Path | None = None) -> Certificate:
    """Read the certificate of the package, or another one."""
    where = str(path) if path is not None else SHIPPED
    try:
        raw = path.read_bytes() if path is not None else files(__package__).joinpath(SHIPPED).read_bytes()
        if raw[:2] == b"\x1f\x8b":
            with gzip.open(io.BytesIO(raw)) as file:
                raw = file.read(LONGEST + 1)
        if len(raw) > LONGEST:
            raise ValueError(f"a certificate has at most {LONGEST:,} bytes")
        lines = raw.decode("ascii").splitlines()
        head = re.fullmatch(FORMAT.format(places="([0-9])"), lines[0] if lines else "")
        if not head or not 2 <= int(head[1]) <= MOST_PLACES or len(lines) == 1:
            raise ValueError(
                f"its first line is not {FORMAT.format(places=MOST_PLACES)!r}, or it has no other"
            )
        return Certificate(tuple(_families(lines[1:], tail_of(int(head[1])))))
    except (OSError, EOFError, ValueError, zlib.error) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Refused(f"{where} is not a certificate: {why}") from error


def _families(lines: list[str], tail: Tail) -> Iterator[CertifiedFamily]:
    for number, line in enumerate(lines):
        fields = line.split(":")
        if len(fields) != 3:
            raise ValueError(f"line {number + 2} has {len(fields)} fields, not three")
        patterns = tuple(map(read_pattern, fields[0].split()))
        if {len(pattern) for pattern in patterns} != {tail.places}:
            raise ValueError(f"line {number + 2} has patterns that do not have {tail.places} places")
        if len(set(patterns)) < len(patterns) or not any(STAR in pattern for pattern in patterns):
            raise ValueError(f"line {number + 2} repeats a pattern or has no star")
        if len(patterns) > MOST_PATTERNS:
            raise ValueError(f"line {number + 2} has more than {MOST_PATTERNS} patterns")
        if any(len(named) < tail.places - p.count(STAR) for p in patterns for named in [set(p) - {STAR}]):
            raise ValueError(f"line {number + 2} has a pattern with a symbol twice")
        words = fields[2].split()
        last = tuple(read_pattern(word) for word in words if "=" not in word)
        others = tuple(
            (int(u), read_pattern(guess)) for u, guess in (w.split("=") for w in words if "=" in w)
        )
        if (
            len(last) not in (0, tail.period)
            or (others and not last)
            or any(u >= tail.begin for u, _ in others)
            or any(len(guess) != tail.places for guess in (*last, *(guess for _, guess in others)))
        ):
            raise ValueError(
                f"line {number + 2} has guesses that are not {tail.period} and exceptions below {tail.begin}"
            )
        claims = tail.continued([int(value) for value in fields[1].split()])
        yield CertifiedFamily(number, patterns, claims, last, others)
