"""Search: every position's value and every card's value equal the generic solver's."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tricks import brute_tricks as brute
from games.tricks.test_tricks_rules import positions
from saizen.errors import SaizenError
from saizen.games.tricks.claims.batch import batches
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, Tricks, TricksPosition
from saizen.games.tricks.search import bounds_memo, hand_kernel
from saizen.games.tricks.search.hand_bits import all_hands
from saizen.games.tricks.search.hand_tables import leader_takes
from saizen.games.tricks.search.searcher import Searcher, score_order, searcher
from saizen.games.tricks.theory import two_score_cards
from saizen.games.tricks.values import best_replies, card_values, value
from saizen.kernels.plain import plain
from saizen.solver import solve


@settings(max_examples=60, deadline=None)
@given(positions(5), st.sampled_from(Objective))
def test_cards_equal_generic_solver(position, objective):
    start = TricksPosition(position.cards, position.lead)
    solution = solve(Tricks(start.cards, start.lead, objective))
    assert value(position, objective) == solution.value(position)
    found = {c.move: (c.value, c.optimal) for c in card_values(position, objective)}
    assert found == {m.move: (m.value, m.optimal) for m in solution.moves(position)}
    for card in start.hand(start.lead):
        led = TricksPosition(start.cards, start.lead, card)
        best = {m.move for m in solution.moves(led) if m.optimal}
        assert set(best_replies(start, card, solution.value(led), objective)) == best


class NoTables(Searcher):
    """A searcher that uses tables only for single cards, so that the search itself is tested."""

    def __init__(self, objective, order):
        super().__init__(objective, order, large=False)
        self.record["leaf"] = 1


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("family", ["top", "bottom", "any"])
def test_search_without_tables_equals_tables(family, objective):
    rng = random.Random(5)
    searcher = NoTables(objective, family)
    for n, count in ((4, 40), (6, 40)):
        for _ in range(count):
            k = rng.randint(0, 2 * n)
            every = list(batches(n, k, family, objective))
            batch = rng.choice(every)
            number = rng.randrange(len(batch.words))
            hand, score = int(batch.words[number]), int(batch.scores[number])
            if family == "bottom":
                hand, score = (int(format(w, f"0{2 * n}b")[::-1], 2) for w in (hand, score))
            gained = searcher.value(hand, score, n)
            taken = gained if objective is Objective.TAKE else k - gained
            one = slice(number, number + 1)
            assert [taken] == batch.value(1, batch.words[one], batch.scores[one]).tolist()


def values_by_hand(n, objective):
    """What the leader takes: for each hand an array by score word."""
    scores = np.arange(1 << 2 * n, dtype=np.uint64)
    return {
        int(hand): leader_takes(np.full(len(scores), hand), scores, n, objective) for hand in all_hands(n)
    }


@pytest.mark.parametrize("objective", list(Objective))
def test_every_bound_in_the_memo_is_true(objective):
    """After searching without tables, what the memo says of any score set agrees with the full table."""
    rng = random.Random(3)
    searcher = NoTables(objective, "any")
    bounds, workspace = plain(bounds_memo.bounds), searcher.workspace._replace(leaf=1)
    for n in (3, 4):
        table = values_by_hand(n, objective)
        for _ in range(150):
            hand, score = rng.choice(list(table)), rng.randrange(1 << 2 * n)
            taken = int(table[hand][score])
            gets = taken if objective is Objective.TAKE else score.bit_count() - taken
            assert searcher.value(hand, score, n) == gets
        found = 0
        for hand, row in table.items():
            for score in range(1 << 2 * n):
                asked = bounds(np.uint64(hand), np.uint64(score), n, workspace, searcher.lookup)
                taken = int(row[score])
                gets = taken if objective is Objective.TAKE else score.bit_count() - taken
                assert asked[0] <= gets <= asked[1], (hand, score)
                found += asked != (0, score.bit_count())
        assert found > 100


@pytest.mark.parametrize("avoid", [False, True])
def test_one_more_score_card_is_worth_0_or_1(avoid):
    """What bounds one score set by another, by the literal recursion: every hand, every set."""
    for n in (1, 2, 3):
        for left, right in brute.hands(n):
            for score in brute.score_sets(n):
                for lead in (False, True):
                    before = brute.value(lead, left, right, score, avoid)
                    for card in (left | right) - score:
                        assert brute.value(lead, left, right, score | {card}, avoid) - before in (0, 1)


@pytest.mark.parametrize("avoid", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_open_score_cards_by_the_literal_recursion(n, avoid):
    """Leaving out certain score cards and moving others within runs: every hand, every score set."""

    def word(cards):
        return sum(1 << (2 * n - card) for card in cards)

    for left, right in brute.hands(n):
        for score in brute.score_sets(n):
            kept, sure = plain(hand_kernel.open_score)(
                np.uint64(word(left)), np.uint64(word(score)), 2 * n, avoid
            )
            rest = frozenset(card for card in left | right if int(kept) >> (2 * n - card) & 1)
            whole, part = (brute.value(True, left, right, cards, avoid) for cards in (score, rest))
            if avoid:
                whole, part = len(score) - whole, len(rest) - part
            assert whole == part + sure, (left, score)


def test_bounds_of_masks():
    """Raised and lowered masks are the extreme ones, against all masks of six cards."""
    counts = {m: [(m & ((1 << k) - 1)).bit_count() for k in range(7)] for m in range(64)}
    for mask in (0, 0b101100, 0b110001, 63):
        for k in range(1, 7):
            for bound in range(k + 1):
                above = [m for m in counts if counts[m][k] >= bound and _covers(counts[m], counts[mask])]
                raised = int(plain(bounds_memo.raise_mask)(np.uint64(mask), k, bound, 6))
                assert all(_covers(counts[m], counts[raised]) for m in above)
                assert raised in above
                below = [m for m in counts if counts[m][k] <= bound and _covers(counts[mask], counts[m])]
                lowered = int(plain(bounds_memo.lower_mask)(np.uint64(mask), k, bound, 6))
                assert all(_covers(counts[lowered], counts[m]) for m in below)
                assert lowered in below


def _covers(high, low):
    return all(x >= y for x, y in zip(high, low, strict=True))


def test_large_hands_agree_from_both_sides():
    """V^e(A,B) + V^(1-e)(B,A) = k at a size no table has, asked as two unrelated positions."""
    rng = random.Random(1)
    for n, marks in ((14, "top"), (13, "block")):
        letters = list("a" * n + "b" * n)
        rng.shuffle(letters)
        counts = range(n) if marks == "top" else range(5, 15)
        cards = "".join(x.upper() if i in counts else x for i, x in enumerate(letters))
        exchanged = cards.translate(str.maketrans("AaBb", "BbAa"))
        for objective in Objective:
            total = value(TricksPosition(cards, LEFT), objective) + value(
                TricksPosition(exchanged, RIGHT), objective
            )
            assert total == len(counts)


def test_a_hand_of_alternating_cards():
    """Known by theory: alternating cards, all counting; searched with 13 cards a hand and by recursion."""
    small = solve(Tricks("AB" * 5, LEFT)).value(TricksPosition("AB" * 5, LEFT))
    assert value(TricksPosition("AB" * 5, LEFT)) == small
    assert value(TricksPosition("AB" * 13, LEFT)) in (12, 13, 14)


def test_theorem_4_equals_search_on_every_hand():
    """The closed form for two score cards, both leaders and either holder of the top card, n <= 8."""
    for n in range(1, 9):
        (batch,) = batches(n, 2, "top", Objective.TAKE)
        for number in range(0, len(batch.words), 1 if n < 8 else 7):
            for lead in (0, 1):
                position = TricksPosition(batch.letters(number), LEFT if lead else RIGHT)
                assert two_score_cards(position) == batch.values[lead][number]


def test_closed_form_refuses_other_positions():
    for cards in ("ABAb", "aABb", "Abab"):
        with pytest.raises(SaizenError, match="two strongest"):
            two_score_cards(TricksPosition(cards, LEFT))


def test_score_order():
    assert score_order("abab") == "top"
    assert searcher(Objective.TAKE, "top", False) is searcher(Objective.TAKE, "top", False)
