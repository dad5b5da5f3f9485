"""Layers as bits: where positions lead, against plain rules; sets too small; layers of different games."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.errors import TableError
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.two_chains import layer_bits as module
from saizen.games.calculation.stackgame.two_chains import multisets
from saizen.games.calculation.stackgame.two_chains.lattice import Start
from saizen.games.calculation.stackgame.two_chains.layer_bits import Members, survey
from saizen.games.calculation.stackgame.two_chains.layers import find_layers, layer_values, next_layer
from saizen.work import Here

HERE = Here()


def plain_keys(start, order):
    """Keys of what follows an order, by the rules: for each card a list, without stacks that are alike."""
    for card in range(order.cards):
        after = [order.lay(card, stack) for stack in order.allowed(card)]
        yield sorted(start.key_of(one) for one in after if not one.lost())


def walked_keys(members, keys):
    """The same, by the kernel: for each position the keys of each card."""
    listed, (counts, _) = members.keys(HERE), members.counts()
    addresses, _ = members.follow(keys)
    assert (addresses != multisets.ABSENT).all()
    for row in addresses.reshape(len(keys), members.cards + 1, members.start.stacks):
        cards = []
        for stacks in row:
            found = []
            for at in stacks[stacks >= 0].tolist():
                word = int(members.words[at >> 6])
                assert word >> (at & 63) & 1
                before = (word & (1 << (at & 63)) - 1).bit_count()
                found.append(int(listed[int(counts[at >> 6]) + before]))
            cards.append(sorted(found))
        yield cards


@pytest.mark.parametrize(("cards", "stacks"), [(4, 1), (4, 2), (4, 3), (3, 4), (3, 5), (3, 6)])
def test_every_lead_is_what_the_rules_say(cards, stacks):
    start = Start.fresh(cards, stacks)
    layers = find_layers(start)
    for left in range(2 * cards, 1, -1):
        keys = layers[left]
        if not len(keys):
            continue
        entered = Members.of(start, left - 1, layers[left - 1], HERE)
        for key, walked in zip(keys, walked_keys(entered, keys), strict=True):
            # cards are walked chain by chain, in the order of a position that was read from its key
            assert sorted(walked) == sorted(plain_keys(start, start.order_of(int(key), left)))


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_any_two_chains_are_walked_as_the_rules_say(data):
    order = Start.fresh(data.draw(st.integers(2, 4)), data.draw(st.integers(2, 4))).first
    for _ in range(data.draw(st.integers(0, order.cards - 2))):
        card = data.draw(st.integers(0, order.cards - 1))
        stack = data.draw(st.sampled_from(order.allowed(card) or [0]))
        if not order.forbidden[stack] >> card & 1 and not order.lay(card, stack).lost():
            order = order.lay(card, stack)
    start = Start.of(order)
    keys = start.first_layer()
    found, _ = next_layer(start, order.cards, keys, HERE)
    plain = list(plain_keys(start, order))
    assert found.tolist() == sorted({key for card in plain for key in card})
    if len(found):
        (walked,) = walked_keys(Members.of(start, order.cards - 1, found, HERE), keys)
        assert sorted(walked) == sorted(plain)


def test_sets_of_orders_that_are_too_small_are_merged(monkeypatch):
    start = Start.fresh(6, 3)
    layers = find_layers(start)
    whole = survey(start, 9, layers[9], HERE)
    monkeypatch.setattr(module, "SLOTS", 1 << 11)
    merged = survey(start, 9, layers[9], HERE)
    assert np.array_equal(whole.orders, merged.orders)
    assert np.array_equal(whole.masks, merged.masks)
    assert (np.diff(whole.orders) > 0).all()
    # an order whose positions are surveyed apart gets room for fewer points, but for all that occur
    monkeypatch.setattr(module, "SURVEYED", 100)
    apart = survey(start, 9, layers[9], HERE)
    assert not (apart.masks & ~whole.masks).any()
    assert np.array_equal(next_layer(start, 9, layers[9], HERE)[0], layers[8])


def test_keys_that_are_entered_are_listed_again():
    start = Start.fresh(5, 3)
    for cards, keys in find_layers(start).items():
        for some in (keys, keys[::3], keys[:0]):
            assert np.array_equal(Members.of(start, cards, some, HERE).keys(HERE), some)


def test_keys_are_listed_piece_by_piece(monkeypatch):
    """A layer that is written to its file is never in memory as a whole."""
    monkeypatch.setattr(module, "ORDERS", 3)
    start = Start.fresh(5, 3)
    for cards, keys in find_layers(start).items():
        pieces = list(Members.of(start, cards, keys, HERE).listed(HERE))
        orders = [np.unique(piece >> (65 - 2 * cards)) for piece in pieces]
        assert all(len(some) <= 3 for some in orders)
        assert len(pieces) == -(-sum(map(len, orders)) // 3)
        assert np.array_equal(np.concatenate(pieces), keys)


def test_a_lost_start_leads_nowhere():
    start = Start.of(Order((0, 1), (2, 2)))
    assert find_layers(start)[1].tolist() == []


def test_layers_that_do_not_belong_together_are_refused():
    start = Start.fresh(4, 3)
    layers = find_layers(start)
    for part in (layers[5][:-1], layers[5][1:], layers[5][:1]):
        following = Members.of(start, 5, part, HERE)
        with pytest.raises(TableError, match="do not belong together"):
            layer_values(layers[6], following, np.ones(len(part), np.int64), HERE)
