"""Slips that are not values of hands: definitions, examples outside their theorem, the program's bugs.

Each is a small computation whose result is set against what is printed.
"""

from collections.abc import Iterator

import numpy as np

from saizen.games.tricks.claims.batch import DealBatch, batches, left_takes
from saizen.games.tricks.claims.claims import condition_holds
from saizen.games.tricks.matrix import matrices
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, TricksPosition
from saizen.games.tricks.search.hand_bits import drop_card, word_of
from saizen.games.tricks.text import deal
from saizen.papers.report import Check, compared

INSIDE, OUTSIDE = "inside section 5.1", "outside section 5.1"


def slips() -> Iterator[Check]:
    """Yield one check a slip."""
    yield compared("section 2", "w_ij = V^(t_ij)", "t_ij tells who leads next", _who_leads())
    yield compared("proof of theorem 6", "V = min max (2[ab] + ...)", "2[ab]", _two_per_trick())
    yield compared("proof of theorem 6", "n = 1: a = 1, b = 2, both score cards", INSIDE, _inside("BA"))
    for theorem, left, right in (
        ("theorem 6", "7,6,4,3", "8,5,2,1"),
        ("theorem 7", "8,7,5,2", "6,4,3,1"),
        ("theorem 8", "8,6,4,2", "7,5,3,1"),
    ):
        cards = deal(left, right, "4").cards
        yield compared("section 5.2", f"example of {theorem}: A={{{left}}}", INSIDE, _inside(cards))
    yield compared("proof of theorem 4", "a3 < b3, h22 = 1, so", "a2 < b3", _second_and_third())
    yield compared("appendix", "W of one card each", "t (GenerateW returns CalcT)", _last_trick())
    yield compared(
        "appendix",
        "size given to maxmin and minmax for 4 cards",
        8,
        len(matrices(deal("8,7,3,2", "6,5,4,1", "4")).left),
    )
    yield compared("proof of theorem 5", "columns without score cards", "j >= p", _columns_without_score())
    what = "other cards of Right's in hands of 5.1 that allow the exchange"
    yield compared("theorem 8", what, "any number", _others_at_the_border())


def _columns_without_score() -> str:
    """Try both readings of the index on every deal of up to three cards a hand."""
    for n in range(1, 4):
        for k in range(2 * n + 1):
            for batch in batches(n, k, "top", Objective.TAKE):
                for number in range(len(batch.words)):
                    letters = batch.letters(number)
                    right = [letter for letter in letters if letter in "Bb"]
                    mine = letters.count("A")
                    if "B" in right[k - mine :]:
                        return "neither"
                    if mine and "B" in right[mine - 1 :]:
                        return "j >= k - p + 1"
    return "j >= p"


def _others_at_the_border() -> str:
    """Count Right's cards that do not count in all hands of 5.1 where Left has the largest such card."""
    seen = set()
    for n in range(1, 6):
        for k in range(1, 2 * n):
            for batch in batches(n, k, "top", Objective.TAKE):
                allowed = condition_holds("paper", batch)
                for number in np.flatnonzero(allowed).tolist():
                    letters = batch.letters(number)
                    if letters[k - 1] == "B" and letters[k] == "a":
                        seen.add(letters.count("b"))
    return "none" if seen == {0} else " or ".join(map(str, sorted(seen)))


def _inside(cards: str) -> str:
    n = len(cards) // 2
    hand, score = (np.array([word_of(cards, cards_text)], np.uint64) for cards_text in ("Aa", "AB"))
    batch = DealBatch(n, int(score[0]).bit_count(), hand, score, "top", Objective.TAKE)
    return INSIDE if bool(condition_holds("paper", batch)[0]) else OUTSIDE


def _who_leads() -> str:
    """Return the first deal where Left wins a trick without score cards and it matters who leads next."""
    for n in range(2, 5):
        for k in range(2 * n + 1):
            for batch in batches(n, k, "top", Objective.TAKE):
                differs = np.zeros(len(batch.words), bool)
                left, right = batch.places
                for i in range(n):
                    for j in range(n):
                        x, y = left[:, i].astype(np.uint64), right[:, j].astype(np.uint64)
                        near, far = np.minimum(x, y), np.maximum(x, y)
                        after, rest = (
                            drop_card(drop_card(w, far), near) for w in (batch.words, batch.scores)
                        )
                        by_lead = [
                            left_takes(after, rest, n - 1, lead, "top", Objective.TAKE) for lead in (0, 1)
                        ]
                        differs |= (x < y) & (batch.matrices[0][:, i, j] == 0) & (by_lead[0] != by_lead[1])
                if differs.any():
                    return f"[a_i,b_j] tells; they differ for {batch.letters(batch.first(differs))}"
    return "t_ij tells who leads next"


def _two_per_trick() -> str:
    """Return the first deal where two points a trick, whatever lies in it, give another value."""
    for n in range(1, 4):
        for k in range(2 * n + 1):
            for batch in batches(n, k, "top", Objective.TAKE):
                everything = np.full_like(batch.scores, (1 << (2 * n)) - 1)
                differs = batch.values[1] != batch.value(1, scores=everything)
                if differs.any():
                    return f"s_ab [ab]; they differ for {batch.letters(batch.first(differs))}"
    return "2[ab]"


def _second_and_third() -> str:
    """Return how a_2 and b_3 compare in every deal of 3 cards with a_3 < b_3 and a_2 > b_2."""
    seen = set()
    for batch in batches(3, 2, "top", Objective.TAKE):
        for number in range(len(batch.words)):
            position = TricksPosition(batch.letters(number), LEFT)
            a, b = position.hand(LEFT), position.hand(RIGHT)
            if a[2] < b[2] and a[1] > b[1]:
                seen.add("a2 > b3" if a[1] > b[2] else "a2 < b3")
    return " or ".join(sorted(seen))


def _last_trick() -> str:
    return str(matrices(TricksPosition("AB", LEFT)).later[0][0])
