"""The clauses of known decks, decided by solvers of two families."""

import random
from functools import cache

import pytest
from pysat import solvers

from saizen.games.calculation.rules import Variant
from saizen.games.calculation.thoughtful.clauses import write_clauses
from saizen.sat import decide, holds, is_refutation


@cache
def decided(number):
    """A deck of seven ranks in any order, with one stack or with two: clauses and our verdict, proved."""
    variant = Variant(stacks=1 + number % 2, ranks=7)
    cards = [1 + card % 7 for card in range(28)]
    random.Random(number).shuffle(cards)
    clauses = write_clauses(cards, variant)
    ours = decide(clauses)
    if ours.model is not None:
        assert holds(clauses, ours.model)
    else:
        assert is_refutation(clauses, ours.refutation)
    return list(map(list, clauses)), ours.model is not None


@pytest.mark.parametrize("name", ["Minisat22", "Cadical195"])
def test_verdicts_are_those_of_other_solvers(name):
    """Some decks can be won, some cannot."""
    verdicts = set()
    for number in range(12):
        clauses, ours = decided(number)
        with getattr(solvers, name)(bootstrap_with=clauses) as theirs:
            possible = theirs.solve()
            model = theirs.get_model()
        assert possible == ours, number
        if possible:
            true = {literal for literal in model if literal > 0}
            assert all(any((abs(v) in true) == (v > 0) for v in clause) for clause in clauses)
        verdicts.add(possible)
    assert verdicts == {True, False}
