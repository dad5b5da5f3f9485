"""The language of claims, exploring, and what is found, against the literal recursion."""

import contextlib
import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tricks import brute_tricks as brute
from saizen.errors import Cancelled, SaizenError
from saizen.games.tricks.claims import batch
from saizen.games.tricks.claims.claims import expression_claim
from saizen.games.tricks.claims.counterexample import explore
from saizen.games.tricks.claims.language import evaluate, parse
from saizen.games.tricks.claims.statements import CLAIMS
from saizen.games.tricks.rules import Objective
from saizen.store.sealed import read_sealed, seal
from saizen.work import Stoppable


def number(text):
    return int(evaluate(parse(text), lambda name, arguments, where: {"x": 3, "y": -2}[name]))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * x - -y", 5),
        ("(1 + 2) * x // 2 % 3", 1),
        ("x in 0..3", 1),
        ("x in y..2", 0),
        ("y < 0 < x <= 3", 1),
        ("not x == 3 or y == -2 and x != 4", 1),
        ("x > 5 => y > 5", 1),
        ("max(x, y, 1) + min(x, abs(y))", 5),
        ("x == 3 or x // 0 == 1", 1),
        ("x == 4 and x % 0 == 1", 0),
        ("x == 4 => x // (x - 3) == 1", 1),
        ("999999 * 999999 * 999999 // 999999 // 999999", 999999),
    ],
)
def test_expressions(text, value):
    assert number(text) == value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("V0 -", "missing at the end"),
        ("V0 + $", "not understood"),
        ("(V0", r"'\)' is missing"),
        ("V0 in 1", r"'\.\.' is missing"),
        ("V0 V1", "not expected"),
        ("__import__(n)", "not a function"),
        ("foo", "not a name"),
        ("swap(foo)", "swap takes one of"),
        ("swap(score) == swap(border)", "one kind of swap"),
        ("V0 < 12345678", "too large"),
        ("a(1, 2) == 3", "one argument"),
        ("V0.real", "not understood"),
        ("", "missing at the end"),
        ("(" * 5000 + "V0" + ")" * 5000, "too long"),
        ("-" * 90000 + "V0 <= 1", "too long"),
        ("(" * 26 + "V0" + ")" * 26, "more than 25 parentheses"),
        ("V0" + "*999999" * 4 + " >= 0", "larger than"),
        ("V0 < ٣", "not understood"),
    ],
)
def test_bad_expressions_say_what_is_wrong(text, says):
    with pytest.raises(SaizenError, match=says) as error:
        expression_claim(text)
    assert "\n" not in str(error.value)


@given(st.text(max_size=20))
def test_any_text_is_parsed_or_refused(text):
    with contextlib.suppress(SaizenError):
        parse(text)


@pytest.mark.parametrize("text", ["not " * 198 + "V0", "V0" + " - 1" * 99, "(" * 25 + "V0" + ")" * 25])
def test_long_expressions_within_the_limits_are_evaluated(text):
    assert not explore(expression_claim(text + " < 0" if "(" in text else text), upto=1).holds


def test_division_by_zero_names_the_deal():
    with pytest.raises(SaizenError, match="'V1 // V0 <= 1' divides by zero at ab;"):
        explore(expression_claim("V1 // V0 <= 1"), upto=2)
    with pytest.raises(SaizenError, match="'n % k == 0' divides by zero at ab;"):
        explore(expression_claim("V0 >= 0", "n % k == 0"), upto=2)
    with pytest.raises(SaizenError, match="'n // V == 1' divides by zero at ab lead=R;"):
        explore(expression_claim("n // V == 1"), upto=2)
    assert explore(expression_claim("V0 // k in 0..1", "k != 0"), upto=3).holds
    guarded = explore(expression_claim("k != 0 => V0 // k in 0..1"), upto=3)
    assert guarded.holds
    assert guarded.cases > 0


def test_a_swap_divides_only_where_there_is_one():
    """Where the cards cannot be exchanged the change counts as 0, and nothing is divided by it."""
    claim = expression_claim("k // (swap(stronger) + 3) >= 0")
    assert explore(claim, upto=2).holds


def test_conditions_are_about_hands():
    with pytest.raises(SaizenError, match="depends on who leads"):
        expression_claim("V0 >= 0", "V == 1")


def brute_first(claim, condition=lambda *deal: True, avoid=False, largest=3):
    """The first deal, in the documented order, for which a Python claim on brute values fails."""
    for n in range(1, largest + 1):
        for k in range(2 * n + 1):
            score = frozenset(range(2 * n - k + 1, 2 * n + 1))
            for left, right in brute.hands(n):
                v0, v1 = (brute.value(lead, left, right, score, avoid) for lead in (False, True))
                if condition(left, right, score) and not claim(v0, v1, k):
                    return brute.cards_text(left, right, score)
    return None


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("V0 - V1 <= 1", lambda v0, v1, k: v0 - v1 <= 1),
        ("V0 <= V1", lambda v0, v1, k: v0 <= v1),
        ("2 * V0 in k - 1..2*k", lambda v0, v1, k: k - 1 <= 2 * v0 <= 2 * k),
        ("V1 <= V0", lambda v0, v1, k: v1 <= v0),
        ("V0 + V1 != 3", lambda v0, v1, k: v0 + v1 != 3),
    ],
)
def test_smallest_counterexample_is_the_first_by_brute_force(text, python):
    for objective in Objective:
        found = explore(expression_claim(text), upto=3, objective=objective).counterexample
        expected = brute_first(python, avoid=objective is Objective.AVOID)
        assert (found.position if found else None) == expected


def test_condition_of_the_thesis_by_brute_force():
    def paper(left, right, score):
        low = score and min(score) in right
        return low and all(a < b for a in left - score for b in right - score)

    found = explore(expression_claim("V0 - V1 <= 1", "paper"), upto=3).counterexample
    assert found.position == brute_first(lambda v0, v1, k: v0 - v1 <= 1, paper)


def brute_swaps(n, kind, score, left, right):
    """Hands after each swap of a kind, from its definition in words."""
    for card in range(1, 2 * n):
        for mine, theirs in ((card, card + 1), (card + 1, card)):
            if mine in left and theirs in right:
                both, neither = {mine, theirs} <= score, not {mine, theirs} & score
                if kind == "score":
                    fits = both and mine < theirs
                elif kind == "nonscore":
                    fits = neither and mine > theirs
                else:
                    fits = mine not in score and theirs in score
                if fits:
                    yield left - {mine} | {theirs}, right - {theirs} | {mine}


@pytest.mark.parametrize("kind", ["score", "nonscore", "border"])
@pytest.mark.parametrize("family", ["top", "any"])
def test_swaps_by_brute_force(kind, family):
    found = explore(expression_claim(f"swap({kind}) in -9..9"), upto=3, family=family)
    changes = []
    for n in (1, 2, 3):
        sets = list(brute.score_sets(n))
        if family == "top":
            sets = [frozenset(range(2 * n - k + 1, 2 * n + 1)) for k in range(2 * n + 1)]
        for left, right in brute.hands(n):
            for score in sets:
                for new_left, new_right in brute_swaps(n, kind, score, left, right):
                    for lead in (False, True):
                        before = brute.value(lead, left, right, score)
                        changes.append(brute.value(lead, new_left, new_right, score) - before)
    assert found.cases == len(changes)
    assert (found.least.measure, found.most.measure) == (min(changes), max(changes))


def test_cards_of_hands():
    assert explore(expression_claim("a(1) == 2*n or b(1) == 2*n"), upto=3).holds
    assert explore(expression_claim("a(n+1) == 0"), upto=2).holds
    assert explore(expression_claim("p + q == k"), upto=3, family="any").holds
    assert explore(expression_claim("lead in 0..1"), upto=1).tight


def test_relations_name_the_cell():
    found = explore(CLAIMS["relation27-rows"], upto=4).counterexample
    assert (found.position, found.cell, found.measure) == ("ABABba", (1, 3), 2)


def test_vacuous_claims_are_seen():
    assert explore(CLAIMS["theorem7"], upto=4).cases == 0


def test_exploring_goes_on_where_it_stopped(tmp_path):
    state = tmp_path / "state.json"
    claim = expression_claim("V0 - V1 in 0..2")

    class Watch(Stoppable):
        steps = 0

        def advance(self, steps=1):
            self.steps += steps
            if self.steps > 12:
                self.stop()
            super().advance(steps)

    with pytest.raises(Cancelled):
        explore(claim, upto=5, state=state, progress=Watch())
    stopped = read_sealed(state)
    assert 0 < stopped["checked"] < 5
    resumed = explore(claim, upto=5, state=state)
    assert resumed == explore(claim, upto=5)
    assert explore(claim, upto=5, state=state) == resumed
    with pytest.raises(SaizenError, match="another question"):
        explore(expression_claim("V0 >= V1"), upto=2, state=state)
    whole = seal(stopped)
    for damaged in (
        b"{}",
        b"[" * 100000,
        json.dumps(stopped).encode(),  # as states were before they had a checksum
        whole.replace(b'"checked":', b'"checked":1'),
        whole[:-20],
        seal({**stopped, "checked": "1"}),
        seal({**stopped, "checked": 1_000_000}),
        seal({**stopped, "deals": -1}),
    ):
        state.write_bytes(damaged)
        with pytest.raises(SaizenError, match="not a state"):
            explore(claim, upto=2, state=state)
    with pytest.raises(SaizenError, match="is a directory"):
        explore(claim, upto=2, state=tmp_path)


def test_a_stored_counterexample_is_kept(tmp_path):
    state = tmp_path / "state.json"
    claim = expression_claim("V0 - V1 <= 1")
    found = explore(claim, upto=3, state=state)
    assert explore(claim, upto=3, state=state).counterexample == found.counterexample


def test_sizes_out_of_reach_are_refused():
    with pytest.raises(SaizenError, match="1 to 8"):
        explore(expression_claim("V0 >= V1"), upto=9, family="any")
    with pytest.raises(SaizenError, match="not determined"):
        explore(expression_claim("more >= 0"), upto=2, family="any")


@pytest.mark.parametrize("text", ["V0 - V1 <= 1", "V0 - p <= 9", "abs(V0 - q) <= 9", "V0 * V1 <= 99"])
@pytest.mark.parametrize("score", ["top", "bottom"])
def test_hands_taken_some_at_a_time_give_the_same(text, score, monkeypatch):
    """The witnesses, too: parts come in the order in which witnesses are looked for."""
    many = {"upto": 5, "family": score, "condition": "n >= 4 and k >= 3"}  # many deals share an extreme
    whole = explore(expression_claim(text), **many)
    monkeypatch.setattr(batch, "WHOLE", 13)
    monkeypatch.setattr(batch, "CHUNK", 13)
    assert explore(expression_claim(text), **many) == whole
    keys = [part.order[0] for part in batch.batches(4, 3, score, Objective.TAKE)]
    assert all(one.max() < other.min() for one, other in pairwise(keys))


def test_kept_batches_stay_what_they_were():
    with contextlib.suppress(SaizenError):
        for claim in CLAIMS.values():
            explore(claim, upto=3)
    kept = [one for k in range(7) for one in batch.batches(3, k, "top", Objective.TAKE)]
    for one in kept:
        assert next(batch.batches(3, one.k, "top", Objective.TAKE)) is one
        fresh = replace(one, words=batch.all_hands(3), scores=np.full(20, (1 << one.k) - 1, np.uint64))
        for name in ("words", "scores", "values", "matrices", "places", "left_score", "order"):
            assert np.array_equal(getattr(one, name), getattr(fresh, name)), name


def test_large_batches_are_not_kept(monkeypatch):
    monkeypatch.setattr(batch, "FEW", 19)
    one, other = (next(batch.batches(3, 2, "top", Objective.TAKE)) for _ in range(2))
    assert one is not other
