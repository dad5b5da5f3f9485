"""Find a certificate: the search says what families cost, and what is needed of it is added.

Nothing here is believed: `saizen.games.abgame.theorem.check` checks what is found.

1. From all codes on, choose guesses that cost no more than the family without dummies; what they leave are
   further families of the strategy.
2. For every family look at every guess as the lower bound does. Where the bounds are not enough, add the
   part that raises them most as a family.
3. What a family costs is asked of the search for u = 1, 2, ... until the rule of the tail predicts it.
"""

import gzip
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.size import Size
from saizen.games.abgame.theorem import strategy
from saizen.games.abgame.theorem.certificate import FORMAT, Certificate, CertifiedFamily
from saizen.games.abgame.theorem.literal import total
from saizen.games.abgame.theorem.lower import LowerBound
from saizen.games.abgame.theorem.patterns import (
    DUMMY,
    STAR,
    Pattern,
    Patterns,
    answers,
    expand_patterns,
    labels,
    normal_form,
    parts,
    winning_answer,
    write_pattern,
    written_out,
)
from saizen.games.abgame.theorem.tail import Ints, tail_of
from saizen.games.abgame.verify import Refused
from saizen.store import atomic_write
from saizen.work import SILENT, Progress

CONFIRMED = 9
"""So many values in succession must be those that the rule predicts."""
ASKED = (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 20, 24, 30, 31, 32, 54, 55, 56)
"""Numbers of unused symbols for which the search lists best guesses."""
TYPICAL = 12
"""The number of unused symbols for which parts are compared."""
TOGETHER = 25
"""Families between two reports."""


class FamilyCosts:
    """What sets of patterns cost, asked of the search; with any number of dummies or with none."""

    def __init__(self, places: int) -> None:
        self.tail = tail_of(places)
        self.engine = Engine(places, repeat=False)
        self._values: dict[tuple[Patterns, int], list[int]] = {}

    def position(self, patterns: Patterns, unused: int, dummies: int) -> AbPosition:
        """Return a set of patterns as a position of the search."""
        named = labels(patterns)
        size = Size(self.tail.places, named + unused + dummies)
        codes = tuple(tuple(x + 1 for x in pattern) for pattern in patterns)
        return AbPosition(size, codes, tuple(range(named + 1, named + unused + 1)))

    def cost(self, patterns: Patterns, unused: int, dummies: int) -> int:
        """Return what a set costs with so many unused symbols."""
        if unused < self.tail.first:
            return total(tuple(written_out(patterns, labels(patterns), unused)), dummies)
        value = self.engine.total(self.position(patterns, unused, dummies))
        assert value is not None  # without a limit there always is one
        return value

    def listed(self, form: Patterns, dummies: int) -> list[int]:
        """Return what a normal form costs for u = 1, 2, ..., as far as the rule needs it."""
        if (form, dummies) not in self._values:
            tail, confirmed = self.tail, 0
            values: list[int] = []
            while len(values) < tail.most:
                values.append(self.cost(form, len(values) + 1, dummies))
                if len(values) > tail.fewest:
                    confirmed = confirmed + 1 if tail.next_value(values[:-1]) == values[-1] else 0
                if confirmed >= CONFIRMED and self._holds(form, dummies, tail.continued(values)):
                    break
            self._values[form, dummies] = values[: len(values) - confirmed]
        return self._values[form, dummies]

    def _holds(self, form: Patterns, dummies: int, claims: Ints) -> bool:
        """Return whether the rule is right just before the tail, too; it can be right for a while."""
        before = range(self.tail.begin - self.tail.period, self.tail.begin)
        return all(self.cost(form, unused, dummies) == claims[unused] for unused in before)

    def claims(self, form: Patterns, dummies: int) -> Ints:
        """Return what a normal form costs for all u up to the last."""
        return self.tail.continued(self.listed(form, dummies))


class Finder(LowerBound):
    """Adds families to a certificate where the bounds that it has are not enough."""

    def __init__(self, certificate: Certificate, family_costs: FamilyCosts) -> None:
        super().__init__(certificate)
        self.family_costs = family_costs
        self.families = dict(certificate.by_form)

    def _claims(self, patterns: Patterns) -> Ints | None:
        match = self.families.get(normal_form(patterns))
        return None if match is None else match.claims

    def _settle(
        self,
        family: CertifiedFamily,
        guess: Pattern,
        new: int,
        divided: dict[int, Patterns],
        difference: Ints,
    ) -> str:
        """Settle a guess; as long as that fails, add the part whose value raises the bounds most."""
        while True:
            try:
                return super()._settle(family, guess, new, divided, difference)
            except Refused:
                self._add_part(divided, new)

    def _add_part(self, divided: dict[int, Patterns], new: int) -> None:
        unused = TYPICAL - new
        gains = []
        for part in divided.values():
            form = normal_form(part)
            if len(form) > 1 and form not in self.families and any(STAR in pattern for pattern in form):
                starred = sum(STAR in pattern for pattern in form)
                apart = self._apart(part, new)[TYPICAL - self._tail.first] + self._least[len(form) - starred]
                gains.append((self.family_costs.cost(form, unused, self._tail.places) - int(apart), form))
        if not gains:
            raise Refused("no part is left that could be added")
        self.add(max(gains)[1])

    def add(self, form: Patterns) -> None:
        """Add a family."""
        claims = self.family_costs.claims(form, self._tail.places)
        self.families[form] = CertifiedFamily(len(self.families), form, claims)


def find(places: int, progress: Progress = SILENT) -> tuple[Certificate, FamilyCosts]:
    """Find a certificate for codes of so many places.

    >>> certificate, _ = find(2)
    >>> int(certificate.family("**").claims[10])
    451
    """
    family_costs = FamilyCosts(places)
    progress.stage("finding the strategy", None)
    played = _strategy(family_costs)
    alone = [tuple(range(places - stars)) + (STAR,) * stars for stars in range(1, places + 1)]
    for form in (normal_form((pattern,)) for pattern in alone):
        if form not in played:
            played[form] = CertifiedFamily(len(played), form, family_costs.claims(form, places))
    finder = Finder(Certificate(tuple(played.values())), family_costs)
    progress.stage("finding what the lower bound needs", None)
    done = 0
    while done < len(finder.families):
        finder.step(list(finder.families.values())[done])
        done += 1
        if done % TOGETHER == 0:
            progress.advance(TOGETHER)
    return Certificate(tuple(finder.families.values())), family_costs


def _strategy(family_costs: FamilyCosts) -> dict[Patterns, CertifiedFamily]:
    """Find the families of the strategy with their guesses, all codes first."""
    places = family_costs.tail.places
    whole: Patterns = ((STAR,) * places,)
    played: dict[Patterns, CertifiedFamily] = {}
    waiting = [whole]
    while waiting:
        form = waiting.pop()
        if form in played:
            continue
        family = CertifiedFamily(len(played), form, family_costs.claims(form, places))
        last, others = _guesses(family_costs, family)
        played[form] = replace(family, last_guesses=last, other_guesses=others)
        for guess in {*last, *(guess for _, guess in others)}:
            waiting += _parts(family, guess)
    return played


def _parts(family: CertifiedFamily, guess: Pattern) -> list[Patterns]:
    """Return the normal forms of what a guess leaves, as far as it has stars."""
    new = sum(x >= family.labels for x in guess)
    left = expand_patterns(family.patterns, family.labels, new)
    divided = parts(left, answers(left, [guess])[:, 0])
    divided.pop(winning_answer(len(guess)), None)
    starred = (part for part in divided.values() if any(STAR in pattern for pattern in part))
    return [normal_form(part) for part in starred]


def _guesses(
    family_costs: FamilyCosts, family: CertifiedFamily
) -> tuple[tuple[Pattern, ...], tuple[tuple[int, Pattern], ...]]:
    """Choose a guess for each u: the same one for as many as possible, in the tail for all of a remainder."""
    tail = family_costs.tail
    all_unused = range(tail.places + 2, tail.last + 1)
    good: dict[Pattern, set[int]] = {}
    for unused in (u for u in ASKED if u >= tail.places + 2):
        position = family_costs.position(family.patterns, unused, 0)
        for code in family_costs.engine.optimal(position, int(family.claims[unused])):
            guess = tuple(symbol - 1 if symbol > 0 else DUMMY for symbol in code)
            if DUMMY not in guess and guess not in good:
                good[guess] = _where(family_costs, family, guess, all_unused)
    often = Counter({guess: len(where) for guess, where in good.items()})
    order = [guess for guess, _ in often.most_common()]
    last = []
    for remainder in range(tail.period):
        large = {u for u in range(tail.begin, tail.last + 1) if u % tail.period == remainder}
        last.append(next(guess for guess in order if large <= good[guess]))
    others = tuple(
        (u, next(guess for guess in order if u in good[guess]))
        for u in all_unused
        if u < tail.begin and u not in good[last[u % tail.period]]
    )
    return tuple(last), others


def _where(
    family_costs: FamilyCosts, family: CertifiedFamily, guess: Pattern, all_unused: Iterable[int]
) -> set[int]:
    """Return the u for which a guess costs what the family does, with parts that need no dummies."""
    places = family_costs.tail.places
    forms = _parts(family, guess)
    claimed = [family_costs.claims(form, places) for form in forms]
    for form, claims in zip(forms, claimed, strict=True):
        dummies = places if form == ((STAR,) * places,) else 0
        if any(family_costs.cost(form, unused, dummies) != claims[unused] for unused in range(2, places + 2)):
            return set()
    parts_only = Certificate(
        tuple(
            CertifiedFamily(i, form, claims, last_guesses=((),) * family_costs.tail.period)
            for i, (form, claims) in enumerate(dict(zip(forms, claimed, strict=True)).items())
        )
    )
    unused = np.array(list(all_unused))
    costs = strategy.costs(parts_only, family, guess, unused)
    return set(unused[costs == family.claims[unused]].tolist())


def write(path: Path, certificate: Certificate, family_costs: FamilyCosts) -> None:
    """Write a certificate, gzipped if the name ends so."""
    lines = [FORMAT.format(places=certificate.places)]
    for family in certificate.families:
        claims = " ".join(map(str, family_costs.listed(family.patterns, certificate.places)))
        guesses = [write_pattern(guess) for guess in family.last_guesses]
        guesses += [f"{u}={write_pattern(guess)}" for u, guess in family.other_guesses]
        lines.append(":".join((" ".join(map(write_pattern, family.patterns)), claims, " ".join(guesses))))
    data = ("\n".join(lines) + "\n").encode()
    packed = gzip.compress(data, mtime=0) if path.suffix == ".gz" else data
    atomic_write(path, lambda file: file.write(packed))
