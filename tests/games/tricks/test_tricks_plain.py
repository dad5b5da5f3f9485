"""Small hands are answered by plain Python, large ones by the search; the question alone decides."""

import pytest

from saizen.games.tricks import values, warm
from saizen.games.tricks.rules import Objective, Tricks, random_deal
from saizen.games.tricks.search.searcher import PlainSearcher, searcher_for
from saizen.kernels import policy


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("score", ["5", "bottom:4", "2..7"])
def test_cards_of_five_to_seven_are_worth_the_same_without_the_search(monkeypatch, objective, score):
    for seed, n in enumerate((5, 6, 7)):
        position = random_deal(n, score, seed)
        found = []
        for mode in ("plain", "compiled"):
            monkeypatch.setattr(policy, "MODE", mode)
            cards = values.card_values(position, objective)
            replies = values.best_replies(position, cards[0].move, cards[0].value, objective)
            found.append((cards, replies))
        assert found[0] == found[1]


def test_the_number_of_cards_decides_who_answers(monkeypatch):
    monkeypatch.setattr(policy, "MODE", "auto")
    for _ in range(2):
        for n in range(1, 11):
            found = searcher_for(random_deal(n, "2", 1), Objective.TAKE)
            assert isinstance(found, PlainSearcher) == (n <= 7)
            assert warm.is_large(Tricks.dealing(n, "2")) == (n > 7)
