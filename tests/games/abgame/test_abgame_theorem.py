"""The proof for 3xN: the claims are true where they can be searched, and a changed certificate is refused."""

import gzip
import json
import random
from dataclasses import replace

import numpy as np
import pytest

from games.abgame.brute_abgame import Brute
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import engine_for, total_of
from saizen.games.abgame.size import Size
from saizen.games.abgame.theorem import certificate as certificates
from saizen.games.abgame.theorem import literal, patterns, statement, strategy
from saizen.games.abgame.theorem.certificate import SHIPPED, load
from saizen.games.abgame.theorem.check import check
from saizen.games.abgame.theorem.find import FamilyCosts, find
from saizen.games.abgame.theorem.lower import LowerBound
from saizen.games.abgame.theorem.tail import tail_of
from saizen.games.abgame.verify import Refused

TAIL, LAST, UNUSED = tail_of(3).begin, tail_of(3).last, tail_of(3).unused


@pytest.fixture(scope="module")
def certificate():
    return load()


def changed(certificate, number, **changes):
    """Return the certificate with one family changed, and that family."""
    families = list(certificate.families)
    families[number] = replace(families[number], **changes)
    return replace(certificate, families=tuple(families)), families[number]


def raised(certificate, number, first=4, by=1):
    """Return the certificate with more claimed of one family, and that family."""
    claims = certificate.families[number].claims.copy()
    claims[first:] += by
    return changed(certificate, number, claims=claims)


def number_of(certificate, *texts):
    return certificate.family(*texts).number


def test_a_slice_is_right(certificate):
    result = check(certificate, every=400)
    assert not result.complete
    assert result.families == 14
    assert result.guesses > 1000


@pytest.mark.theorem
def test_the_whole_is_proved(certificate):
    result = check(certificate)
    assert result.complete
    assert result.families == len(certificate.families) == 5475


@pytest.mark.parametrize("first", [4, TAIL, LAST])
def test_one_more_for_the_whole_game_is_refused(certificate, first):
    other, family = raised(certificate, 0, first)
    with pytest.raises(Refused, match="said to cost more"):
        LowerBound(other).step(family)
    with pytest.raises(Refused, match="S of 3xN"):
        list(statement.check(other))


def test_what_the_paper_prints_after_0a1b_is_refused(certificate):
    number = number_of(certificate, "*1*", "**1", "2**", "**2", "3**", "*3*")
    claims = certificate.families[number].claims.copy()
    claims += np.maximum(0, (np.arange(LAST + 1) + 3 - 18) // 3)
    other, family = changed(certificate, number, claims=claims)
    with pytest.raises(Refused, match=r"u = 18\)"):  # N = 21, not sooner
        LowerBound(other).step(family)


def test_a_family_that_claims_more_is_refused(certificate):
    rng = random.Random(3)
    for number in rng.sample(range(1, len(certificate.families)), 12):
        other, family = raised(certificate, number, rng.choice([4, 20, TAIL + 1]))
        with pytest.raises(Refused, match=f"family {number} "):
            LowerBound(other).step(family)


def test_a_wrong_base_is_refused(certificate):
    other, family = raised(certificate, 7, first=2)
    with pytest.raises(Refused, match="guesses are enough"):
        LowerBound(other).base(family)


def test_a_strategy_that_claims_less_is_refused(certificate):
    played = [family for family in certificate.families if family.last_guesses]
    for family in random.Random(4).sample(played, 5):
        other, cheaper = raised(certificate, family.number, first=TAIL, by=-1)
        with pytest.raises(Refused, match="strategy"):
            strategy.check_guesses(other, cheaper)
    other, cheaper = raised(certificate, played[1].number, first=2, by=-1)
    with pytest.raises(Refused, match="strategy"):
        strategy.check_base(cheaper)


def test_another_guess_is_refused(certificate):
    number = number_of(certificate, "*1*", "**1", "2**", "**2", "3**", "*3*")
    family = certificate.families[number]
    for guess in ("456", "145", "11*", "467"):
        other, worse = changed(certificate, number, last_guesses=(patterns.read_pattern(guess),) * 3)
        with pytest.raises(Refused):
            strategy.check_guesses(other, worse)
    strategy.check_guesses(certificate, family)


def test_a_family_that_is_missing_is_missed(certificate):
    families = list(certificate.families)
    del families[number_of(certificate, "12*", "1*3")]
    fewer = replace(certificate, families=tuple(families))
    bound = LowerBound(fewer)
    with pytest.raises(Refused):
        list(map(bound.step, families[:200]))


def test_tail_conditions():
    """A cubic that falls for a while is negative only where it is; one that turns late is not let through."""
    enough, least_constant = tail_of(3).enough, tail_of(3).least_constant
    assert enough((UNUSED - 20) ** 2)
    assert not enough((UNUSED - 20) ** 2 - 1)
    falls_late = (UNUSED - 4) * (3 * LAST - UNUSED)  # positive as far as it is computed, then negative
    assert falls_late.min() >= 0
    assert not enough(falls_late)
    assert least_constant(falls_late) is None
    assert least_constant(UNUSED - 10) == 6


def test_answers_and_parts_are_those_of_codes(certificate):
    """What becomes of patterns is what becomes of their codes."""
    rng = random.Random(1)
    for _ in range(40):
        family, new, unused = rng.choice(certificate.families), rng.randrange(4), rng.choice([3, 4])
        tried = patterns.guesses(family.patterns, family.labels, new)
        if not tried:
            continue
        guess = rng.choice(tried)
        left = patterns.expand_patterns(family.patterns, family.labels, new)
        by_patterns = {
            code: answer
            for answer, part in patterns.parts(left, patterns.answers(left, [guess])[:, 0]).items()
            for code in patterns.written_out(part, family.labels + new, unused - new)
        }
        codes = patterns.written_out(family.patterns, family.labels, unused)
        by_codes = {
            code: 4 * sum(map(int.__eq__, code, guess)) + len(set(code).intersection(guess)) for code in codes
        }
        assert by_codes == by_patterns


def test_claims_are_what_the_search_finds(certificate):
    """The search shares no code with the certificate's checker."""
    engine = engine_for(Size(3, 10))
    for family in certificate.families[::55]:
        unused = 5
        size = Size(3, family.labels + unused + 3)
        codes = [tuple(x + 1 for x in pattern) for pattern in family.patterns]
        fresh = tuple(range(family.labels + 1, family.labels + unused + 1))
        assert engine.total(AbPosition(size, tuple(codes), fresh)) == family.claims[unused]


def test_normal_forms_only_rename(certificate):
    rng = random.Random(2)
    for family in rng.sample(certificate.families, 60):
        names = rng.sample(range(family.labels), family.labels)
        order = rng.sample(range(3), 3)
        other = [tuple(names[p[i]] if p[i] >= 0 else p[i] for i in order) for p in family.patterns]
        rng.shuffle(other)
        assert patterns.normal_form(tuple(other)) == patterns.normal_form(family.patterns)


@pytest.mark.parametrize("dummies", [0, 1, 2])
def test_small_sets_by_brute_force(dummies):
    brute, rng = Brute(3, 5, dummies), random.Random(dummies)
    for _ in range(12):
        codes = rng.sample(sorted(brute.start), 9)
        live = len({x for code in codes for x in code})
        assert literal.total(tuple(codes), 5 + dummies - live) == brute.total(frozenset(codes))


def test_the_command_refuses_a_changed_certificate(certificate, tmp_path, cli):
    text = gzip.decompress(
        certificates.files("saizen.games.abgame.theorem").joinpath(SHIPPED).read_bytes()
    ).decode()
    path = tmp_path / "changed.txt"
    path.write_text(text.replace(" 196 ", " 197 ", 1))
    result = cli("verify", "abgame", str(path), "--theorem", "--json")
    assert result.code == 1
    assert json.loads(result.out)["proved"] is False
    path.write_text("nonsense")
    assert cli("verify", "abgame", str(path), "--theorem").code == 1


@pytest.fixture(scope="module")
def two_places():
    return find(2)[0]


def test_two_places_by_the_same_program(two_places):
    result = check(two_places)
    assert result.complete
    assert "S of 2xN" in result.closed_forms
    (whole,) = (form for form in statement.FORMS[2] if form.name == "S of 2xN")
    for symbols in (2, 3, 4, 5, 6, 7, 12, 31):
        assert total_of(Size(2, symbols)) == whole.value(symbols)
    brute = Brute(2, 5, 0)
    assert brute.total(brute.start) == whole.value(5)


def test_one_more_for_two_places_is_refused(two_places):
    for number in range(len(two_places.families)):
        for first in (2, 5, TAIL):
            other, _ = raised(two_places, number, first)
            with pytest.raises(Refused):
                check(other)


def test_another_guess_for_two_places_is_refused(two_places):
    other, _ = changed(two_places, 0, last_guesses=((0, 1), (1, 0)))
    check(other)  # the same guess by other names
    other, family = changed(two_places, number_of(two_places, "1*"), last_guesses=((0, 1),) * 2)
    with pytest.raises(Refused, match="leads to"):
        strategy.check_guesses(other, family)


def test_a_certificate_is_found_and_checked(tmp_path, cli):
    out = tmp_path / "2xN.txt.gz"
    ran = cli("build", "abgame", "--theorem", "--places", 2, "--out", out, "--json")
    assert (ran.code, json.loads(ran.out)["families"]) == (0, 3)
    checked = json.loads(cli("verify", "abgame", out, "--theorem", "--json").out)
    assert (checked["proved"], checked["families"]) == (True, 3)
    assert cli("build", "abgame", "--theorem", "--places", 4, "--out", out).code == 2


def test_the_finder_asks_for_the_families_of_the_package(certificate):
    """A family of the package costs what the finder continues its first values to."""
    family_costs = FamilyCosts(3)
    for family in certificate.families[5::1100]:
        assert (family_costs.claims(family.patterns, 3) == family.claims).all()
