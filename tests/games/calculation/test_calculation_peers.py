"""The clauses of known decks, decided by other people's solvers too."""

import random

import pytest

from saizen.games.calculation.rules import Variant
from saizen.games.calculation.thoughtful.clauses import write_clauses
from saizen.sat import decide, holds, is_refutation

solvers = pytest.importorskip("pysat.solvers", reason="the extra 'peers' (python-sat) is not installed")


@pytest.mark.parametrize("name", ["Glucose4", "Cadical195"])
def test_verdicts_are_those_of_other_solvers(name):
    """Decks of seven ranks in any order, with one stack and with two: some can be won, some cannot."""
    verdicts = set()
    for number in range(12):
        variant = Variant(stacks=1 + number % 2, ranks=7)
        cards = [1 + card % 7 for card in range(28)]
        random.Random(number).shuffle(cards)
        clauses = write_clauses(cards, variant)
        ours = decide(clauses)
        with getattr(solvers, name)(bootstrap_with=[list(clause) for clause in clauses]) as theirs:
            possible = theirs.solve()
            model = theirs.get_model()
        assert possible == (ours.model is not None), number
        if possible:
            assert holds(clauses, ours.model)
            true = {literal for literal in model if literal > 0}
            assert all(any((abs(v) in true) == (v > 0) for v in clause) for clause in clauses)
        else:
            assert is_refutation(clauses, ours.refutation)
        verdicts.add(possible)
    assert verdicts == {True, False}
