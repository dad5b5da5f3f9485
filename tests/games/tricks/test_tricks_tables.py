"""Tables: masks and values equal the literal recursion; identities that hold by the rules alone."""

from collections import Counter
from itertools import groupby
from math import comb, prod

import numpy as np
import pytest

from games.tricks import brute_tricks as brute
from saizen.errors import SaizenError
from saizen.games.tricks.claims.batch import batches, gains, left_takes, reversed_words
from saizen.games.tricks.rules import Objective
from saizen.games.tricks.search import hand_bits, hand_kernel, hand_tables
from saizen.games.tricks.search.hand_bits import all_hands, bits_set, drop_card, rank_tables, ranks_of
from saizen.games.tricks.search.searcher import Searcher
from saizen.kernels.plain import plain
from saizen.store import Store
from saizen.work.cache import Cache


def word(cards, n):
    return sum(1 << (2 * n - card) for card in cards)


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_all_score_sets_equal_literal_recursion(n, objective):
    """Every hand, every score set, either leader."""
    avoid = objective is Objective.AVOID
    sets = range(1 << 2 * n)
    scores = [word((card for card in range(1, 2 * n + 1) if some >> (card - 1) & 1), n) for some in sets]
    scores, sizes = np.array(scores, np.uint64), np.array([some.bit_count() for some in sets])
    for left, right in brute.hands(n):
        mine, theirs = (
            hand_tables.leader_takes(np.full(len(sets), word(cards, n), np.uint64), scores, n, objective)
            for cards in (left, right)
        )
        np.testing.assert_array_equal(brute.values(True, left, right, 2 * n, avoid), mine)
        np.testing.assert_array_equal(brute.values(False, left, right, 2 * n, avoid), sizes - theirs)


@pytest.mark.parametrize("avoid", [False, True])
def test_exchanging_the_players(avoid):
    """V^e(A,B) + V^(1-e)(B,A) = k, from two separate recursions."""
    for left, right in brute.hands(3):
        for score in brute.score_sets(3):
            total = brute.value(True, left, right, score, avoid) + brute.value(
                False, right, left, score, avoid
            )
            assert total == len(score)


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("order", ["top", "bottom"])
def test_masks_equal_values_of_every_score_set(order, objective):
    for n in range(1, 6):
        for k in range(2 * n + 1):
            (batch,) = batches(n, k, order, objective)
            for lead in (0, 1):
                slow = left_takes(batch.words, batch.scores, n, lead, "any", objective)
                np.testing.assert_array_equal(batch.value(lead), slow)


def test_ranks_count_all_hands():
    for n in range(1, 7):
        np.testing.assert_array_equal(ranks_of(all_hands(n), n), np.arange(len(all_hands(n))))
        assert (bits_set(all_hands(n)) == n).all()


def test_bits_are_counted_alike_without_an_operation_for_it(monkeypatch):
    words = np.array([0, 1, 5, 255, 1 << 63, (1 << 64) - 1, 0x123456789ABCDEF0], np.uint64)
    expected = [int(word).bit_count() for word in words]
    for operation in (hand_bits._BITWISE_COUNT, None):
        monkeypatch.setattr(hand_bits, "_BITWISE_COUNT", operation)
        assert bits_set(words).tolist() == expected
        assert bits_set(words).dtype == np.int64


def test_masks_take_four_bytes_a_hand():
    assert hand_tables.masks(8).nbytes == 4 * len(all_hands(8))


def test_reversing_dropping_inserting():
    words = np.array([0b110100], np.uint64)
    assert int(reversed_words(words, 3)[0]) == 0b001011
    assert int(drop_card(words, 2)[0]) == 0b11000
    assert int(plain(hand_kernel.insert)(np.uint64(0b11000), 2, 1)) == 0b110100


def test_sizes_out_of_reach_are_refused():
    with pytest.raises(SaizenError, match="0 to 14"):
        hand_tables.masks(15)
    with pytest.raises(SaizenError, match="0 to 8"):
        hand_tables.entries(9)


def test_entries_count_the_score_sets_that_differ():
    """For each hand, one entry for every number of score cards in every run but the first and the last."""
    for n in range(1, 7):
        starts, values = hand_tables.entries(n)
        expected = []
        for hand in all_hands(n):
            runs = [len(list(cards)) for _, cards in groupby(format(int(hand), f"0{2 * n}b"))]
            expected.append(prod(length + 1 for length in runs[1:-1]))
        np.testing.assert_array_equal(np.diff([*starts, len(values)]), expected)


def test_certain_cards_are_the_first_and_the_last_run():
    for n in range(1, 5):
        for hand in all_hands(n):
            cards = format(int(hand), f"0{2 * n}b")[::-1]
            first, last = (len(c) - len(c.lstrip(c[0])) for c in (cards, cards[::-1]))
            certain, mine = plain(hand_kernel.certain_cards)(hand, 2 * n)
            assert int(certain) == (1 << first) - 1 | ((1 << last) - 1) << (2 * n - last)
            top_mine, bottom_mine = cards[0] == "1", cards[-1] == "0"
            assert int(mine).bit_count() == first * top_mine + last * bottom_mine


def test_large_tables_are_kept_in_the_store(tmp_path, monkeypatch):
    expected = hand_tables.masks(6)
    monkeypatch.setattr(hand_tables, "QUICK_TABLE", 4)
    monkeypatch.setattr(hand_tables, "KEPT_TOGETHER", 6)
    store = Store(tmp_path)
    built = hand_tables.stored_table(6, "top", Objective.TAKE, store)
    again = hand_tables.stored_table(6, "top", Objective.TAKE, store)
    np.testing.assert_array_equal(built, expected)
    np.testing.assert_array_equal(again, built)
    assert [str(info.name.rules) for info in store.tables()] == ["top-take"]


def test_each_of_the_largest_tables_is_kept_by_itself(tmp_path, monkeypatch):
    """Beyond the sizes that are kept together, a table is built from the one before, some hands at a time."""
    expected = hand_tables.masks(7)
    monkeypatch.setattr(hand_tables, "QUICK_TABLE", 4)
    monkeypatch.setattr(hand_tables, "KEPT_TOGETHER", 5)
    monkeypatch.setattr(hand_tables, "MANY", 100)
    monkeypatch.setattr(hand_tables, "_TABLES", Cache(most=128))  # those of other tests stay
    store = Store(tmp_path)
    np.testing.assert_array_equal(hand_tables.masks(7, store=store), expected)
    assert {str(info.name.rules) for info in store.tables()} == {"top-take", "top-take-6", "top-take-7"}


def masks_of(hands, n, order, objective):
    """Fill the masks of some hands from those of all hands of ten cards; few between are needed."""
    if n <= hand_tables.QUICK_TABLE:
        return hand_tables.masks(n, order, objective)[ranks_of(hands, n)]
    after = np.unique(
        [drop_card(drop_card(hands, high), low) for high in range(2 * n) for low in range(high)]
    )
    after = after[bits_set(after) == n - 1]
    after = np.unique([after, after ^ np.uint64((1 << 2 * n - 2) - 1)])  # whoever takes the trick leads
    smaller = np.zeros(comb(2 * n - 2, n - 1), np.uint32)
    smaller[ranks_of(after, n - 1)] = masks_of(after, n - 1, order, objective)
    ranks, counts = rank_tables(n - 1), hand_kernel.running_counts()
    avoid, weakest_first = objective is Objective.AVOID, order == "bottom"
    found = np.zeros(len(hands), np.uint32)
    fewer = hand_kernel.SmallerMasks(smaller, *ranks)
    for at, hand in enumerate(hands):
        hand_kernel.fill_masks(n, hand, fewer, counts, avoid, weakest_first, found[at : at + 1])
    return found


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("order", ["top", "bottom"])
def test_masks_of_more_than_24_cards(order, objective):
    """Hands of 13 cards, whose masks need a fourth word of lanes, against the search."""
    hands = all_hands(13)[5_000_000:5_000_020]
    found = masks_of(hands, 13, order, objective)
    avoid = objective is Objective.AVOID
    search = Searcher(objective, order, large=False)  # its own tables end at ten cards
    for hand, mask in zip(hands, found, strict=True):
        for k in range(27):
            first = (1 << k) - 1
            taken = (int(mask) & first).bit_count()
            assert search.value(int(hand), first, 13) == (k - taken if avoid else taken)


@pytest.mark.parametrize("objective", list(Objective))
def test_what_replying_gains_in_all_hands(objective, monkeypatch):
    expected = []
    for k in range(9):
        (batch,) = batches(4, k, "top", objective)
        replying, leading = batch.values
        gaps = Counter((replying - leading).tolist())
        expected.append((leading.sum(), replying.sum(), gaps))
    for chunk in (1 << 20, 9):
        monkeypatch.setattr("saizen.games.tricks.claims.batch.CHUNK", chunk)
        assert [gains(4, k, "top", objective) for k in range(9)] == expected
