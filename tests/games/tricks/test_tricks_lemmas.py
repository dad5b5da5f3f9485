"""What the docs page proves for every hand and every score set, on all of the smaller ones."""

import random
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from saizen.games.tricks.rules import Objective, TricksPosition
from saizen.games.tricks.search import choices
from saizen.games.tricks.search.hand_bits import all_hands, bits_set
from saizen.games.tricks.search.hand_kernel import moved_up
from saizen.games.tricks.search.hand_tables import leader_takes
from saizen.games.tricks.search.workspace import SearchRules
from saizen.games.tricks.values import value
from saizen.kernels.plain import plain

SIZES = [2, 3, 4, 5]


def values(n, objective=Objective.TAKE):
    """What Left takes, by hand and score word: (Right leads, Left leads)."""
    scores = np.arange(1 << 2 * n, dtype=np.uint64)
    leading = {
        int(hand): leader_takes(np.full(len(scores), hand), scores, n, objective) for hand in all_hands(n)
    }
    every = (1 << 2 * n) - 1
    return {hand: (bits_set(scores) - leading[hand ^ every], leading[hand]) for hand in leading}


def insert(word, place, bit):
    below = (1 << place) - 1
    return word & below | (word & ~below) << 1 | bit << place


@pytest.mark.parametrize("n", SIZES)
def test_the_lead_costs_at_most_two_when_taking(n):
    for replying, leading in values(n).values():
        assert set(np.unique(replying - leading)) <= {0, 1, 2}


@pytest.mark.parametrize("n", SIZES)
def test_leading_is_never_better_when_avoiding(n):
    for replying, leading in values(n, Objective.AVOID).values():
        assert (replying <= leading).all()


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("n", SIZES)
def test_exchanging_neighbours(n, objective):
    """Left's card is next to a weaker one of Right's, and Left exchanges them."""
    found, scores = values(n, objective), np.arange(1 << 2 * n)
    taking = objective is Objective.TAKE
    for hand, before in found.items():
        for place in range(2 * n - 1):
            if hand >> place & 3 != 1:
                continue
            pair = scores >> place & 3
            for old, new in zip(before, found[hand ^ 3 << place], strict=True):
                change = new - old
                plain, both, mixed = change[pair == 0], change[pair == 3], change[(pair == 1) | (pair == 2)]
                assert ((plain >= 0) if taking else (plain <= 0)).all()
                assert (both <= 0).all()
                if taking:
                    assert (plain <= 2).all()
                    assert (both >= -2).all()
                    assert (abs(mixed) <= 1).all()


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_another_card_for_right_changes_at_most_two(n):
    found = values(n)
    for hand in range(1 << (2 * n - 1)):
        if hand.bit_count() != n:
            continue
        for score in range(1 << (2 * n - 1)):
            for lead in (0, 1):
                row = [
                    found[insert(hand, place, 0)][lead][insert(score, place, counts)]
                    for place in range(2 * n)
                    for counts in (0, 1)
                ]
                assert max(row) - min(row) <= 2


@pytest.mark.parametrize("n", [2, 3, 4])
def test_without_the_weakest_card_and_any_of_rights(n):
    """Left has the weakest card of all: it and a card of Right's are worth at most two to Left."""
    found, fewer = values(n), values(n - 1)
    drop = lambda word, place: word & ((1 << place) - 1) | word >> place + 1 << place  # noqa: E731
    for hand in found:
        if not hand >> (2 * n - 1):
            continue
        for place in range(2 * n):
            if hand >> place & 1:
                continue
            rest = drop(hand & ~(1 << (2 * n - 1)), place)
            for score in range(1 << 2 * n):
                left = drop(score & ~(1 << (2 * n - 1)), place)
                for lead in (0, 1):
                    assert found[hand][lead][score] <= fewer[rest][lead][left] + 2


def leader_gets(cards, x, y, avoid, found):
    """What the leader gets after lead x and reply y; cards as (leader's?, counts?), strongest first."""
    wins = x < y
    points = cards[x][1] + cards[y][1]
    rest = [card for place, card in enumerate(cards) if place not in (x, y)]
    hand, score = (sum(card[i] << place for place, card in enumerate(rest)) for i in (0, 1))
    taken = points * wins + (int(found[hand][int(wins)][score]) if rest else 0)
    return sum(counts for _, counts in cards) - taken if avoid else taken


@pytest.mark.parametrize("weakest_first", [False, True])
@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("n", [2, 3])
def test_a_best_reply_to_every_lead_is_tried(n, objective, weakest_first):
    avoid = objective is Objective.AVOID
    rules, found = SearchRules(False, avoid, weakest_first), values(n - 1, objective)
    leads, replies, twins, better = np.zeros((4, 2 * n), np.int64)
    left_out = 0
    for hand in all_hands(n):
        alike = ~(hand ^ (hand >> np.uint64(1))) & np.uint64((1 << 2 * n - 1) - 1)
        for word in range(1 << 2 * n):
            score = np.uint64(word)
            if plain(moved_up)(score, alike) != score:
                continue  # the search has the score cards of a run in its front
            cards = [(int(hand) >> place & 1, word >> place & 1) for place in range(2 * n)]
            _, count = plain(choices.choices)(hand, score, 2 * n, np.zeros(2 * n), leads, replies, twins)
            plain(choices.better_alike)(hand, score, replies, count, rules, better)
            for x in (place for place in range(2 * n) if cards[place][0]):
                gets = {}
                for y in (place for place in range(2 * n) if not cards[place][0]):
                    if weakest_first:
                        gets[y] = leader_gets(cards[::-1], 2 * n - 1 - x, 2 * n - 1 - y, avoid, found)
                    else:
                        gets[y] = leader_gets(cards, x, y, avoid, found)
                tried = [
                    int(y)
                    for y in replies[:count]
                    if not plain(choices.worse_twin)(int(twins[y]), x, int(y), rules)
                    and not (better[y] >= 0 and (better[y] < x) == (y < x))
                ]
                assert min(gets[y] for y in tried) == min(gets.values()), (cards, x)
                left_out += count - len(tried)
    assert left_out > 0


@pytest.mark.parametrize("n", range(1, 13))
def test_what_the_lead_costs_on_alternating_hands(n):
    leading, replying = (value(TricksPosition("AB" * n, leader), Objective.AVOID) for leader in "LR")
    assert (leading, replying) == (2 * n, 2 * -(-n // 2))


def taken_by_left(left, right, worth, left_leads):
    """What Left takes when every card (0 is the strongest) is worth something: literal recursion."""

    @cache
    def value(left, right, left_leads):
        if not left:
            return 0
        matrix = [
            [
                (worth[a] + worth[b]) * (a < b)
                + value(tuple(x for x in left if x != a), tuple(x for x in right if x != b), a < b)
                for b in right
            ]
            for a in left
        ]
        return max(map(min, matrix)) if left_leads else min(map(max, zip(*matrix, strict=True)))

    return value(tuple(left), tuple(right), left_leads)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_lead_costs_at_most_the_most_valuable_cards_of_both(n):
    rng = random.Random(n)
    for left in combinations(range(2 * n), n):
        right = [x for x in range(2 * n) if x not in left]
        for _ in range(6):
            worth = [rng.choice([0, 0, 1, 2, 3, 5, 8]) for _ in range(2 * n)]
            replying, leading = (taken_by_left(left, right, worth, leads) for leads in (False, True))
            most = max(worth[x] for x in left) + max(worth[x] for x in right)
            assert 0 <= replying - leading <= most


@pytest.mark.parametrize(("x", "y"), [(1, 1), (2, 7), (7, 2), (0, 5)])
def test_both_most_valuable_cards_can_be_at_stake(x, y):
    worth = [0, x, y, 0]
    assert [taken_by_left([0, 2], [1, 3], worth, leads) for leads in (False, True)] == [x + y, 0]
