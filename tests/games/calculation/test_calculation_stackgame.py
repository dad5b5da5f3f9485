"""The stack game: plain rules against first principles, keys against plain rules."""

from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen import solve
from saizen.errors import PositionError, SaizenError
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.rules import (
    Arrangement,
    StackGame,
    arrangement_text,
    before,
    find_orders,
    order_of,
    parse_arrangement,
)
from saizen.games.calculation.stackgame.two_chains.lattice import Start, chains_of
from saizen.games.calculation.stackgame.two_chains.layers import StackTable, find_layers


def fresh(sizes, stacks):
    return Arrangement(tuple(sizes), ((),) * stacks)


def can_finish(arrangement):
    """Move cards from stacks to foundations for as long as it goes; from the rules alone."""
    stacks, done = [list(stack) for stack in arrangement.stacks], [0] * len(arrangement.sizes)
    moved = True
    while moved:
        moved = False
        for stack in stacks:
            while stack and stack[-1][1] == done[stack[-1][0]]:
                done[stack.pop()[0]] += 1
                moved = True
    return not any(stacks)


@cache
def brute_value(arrangement):
    """The probability of success from stacks of named cards: no order, no symmetry."""
    deck = arrangement.deck()
    if not deck:
        return Fraction(int(can_finish(arrangement)))
    best = [
        max(
            brute_value(Arrangement(arrangement.sizes, arrangement.stacks, card).lay(stack))
            for stack in range(len(arrangement.stacks))
        )
        for card in deck
    ]
    return sum(best) / len(deck)


def isomorphic(one, other):
    """Try all names of cards; stacks are compared as multisets."""
    if one.cards != other.cards or len(one.forbidden) != len(other.forbidden):
        return False
    forms = {(o.below, o.forbidden) for o in (one.relabelled(p) for p in permutations(range(one.cards)))}
    same = other.relabelled(tuple(range(other.cards)))
    return (same.below, same.forbidden) in forms


@pytest.mark.parametrize(
    ("sizes", "stacks"), [((3,), 1), ((2, 2), 1), ((2, 2), 2), ((3, 2), 2), ((1, 1, 1, 1), 2), ((2, 1, 1), 2)]
)
def test_the_order_keeps_all_that_matters(sizes, stacks):
    start = fresh(sizes, stacks)
    game = StackGame(start)
    assert solve(game).value(game.start()) == brute_value(start)


@settings(max_examples=60)
@given(st.data())
def test_laying_a_card_is_the_closure_over_all_cards(data):
    sizes = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    arrangement = fresh(sizes, data.draw(st.integers(1, 3)))
    order, names = order_of(arrangement), arrangement.deck()
    for _ in range(data.draw(st.integers(1, sum(sizes)))):
        card = data.draw(st.sampled_from(names))
        arrangement = Arrangement(arrangement.sizes, arrangement.stacks, card)
        stack = data.draw(st.integers(0, len(arrangement.stacks) - 1))
        number, arrangement = names.index(card), arrangement.lay(stack)
        allowed = not order.forbidden[stack] >> number & 1
        assert (order_of(arrangement) is not None) == allowed
        if not allowed:
            return
        order = order.lay(number, stack)
        names.remove(card)
        assert order == order_of(arrangement)
        assert names == arrangement.deck()


@pytest.mark.parametrize(("sizes", "stacks"), [((3, 3), 2), ((3, 3), 3), ((2, 2, 2), 2), ((1, 2, 2), 3)])
def test_canonical_forms_are_equal_exactly_for_isomorphic_orders(sizes, stacks):
    raw, canonical = {order_of(fresh(sizes, stacks))}, []
    for _ in range(sum(sizes) - 1):
        raw = {o.lay(x, n) for o in raw for x in range(o.cards) for n in o.allowed(x)}
        raw = {o for o in raw if not o.lost()}
        canonical = list({o.canonical() for o in raw})
        assert all(isomorphic(o, o.canonical()) for o in list(raw)[:20] if o.cards <= 5)
        if canonical[0].cards <= 4:
            forms = [
                min((p.below, p.forbidden) for p in map(o.relabelled, permutations(range(o.cards))))
                for o in canonical
            ]
            assert len(set(forms)) == len(canonical)
        raw = set(canonical)


@pytest.mark.parametrize(
    ("sizes", "stacks"),
    [((5,), 3), ((3, 3), 1), ((3, 3), 2), ((4, 4), 3), ((4, 3), 4), ((3, 3), 5), ((3, 3), 6), ((5, 2), 3)],
)
def test_keys_are_the_canonical_orders_and_have_their_values(sizes, stacks):
    first = order_of(fresh(sizes, stacks))
    start, layers = Start.of(first), find_orders(first)
    table = StackTable(start)
    game = StackGame(fresh(sizes, stacks))
    solution = solve(game)
    for orders in layers:
        cards = next(iter(orders)).cards
        keys = {start.key_of(order): order for order in orders}
        assert len(keys) == len(orders), "two orders with one key"
        assert sorted(keys) == table.keys[cards].tolist()
        for key, order in keys.items():
            assert start.order_of(key, cards).canonical() == order
            assert table.value(order) == solution.value((order, None))


@settings(max_examples=60)
@given(st.data())
def test_keys_do_not_depend_on_names(data):
    sizes = data.draw(st.tuples(st.integers(2, 7), st.integers(0, 7)))
    order = order_of(fresh(sizes, data.draw(st.integers(2, 4))))
    start = Start.of(order)
    while order.cards > 1 and data.draw(st.integers(0, 9)):
        card = data.draw(st.integers(0, order.cards - 1))
        following = order.lay(card, data.draw(st.sampled_from(order.allowed(card))))
        if following.lost():
            break
        order = following
    names = data.draw(st.permutations(range(order.cards)))
    key = start.key_of(order)
    assert start.key_of(order.relabelled(tuple(names))) == key
    assert start.order_of(key, order.cards).canonical() == order.canonical()


def test_figures_2_to_4_of_the_paper():
    figure2 = parse_arrangement("A6 B6 / B6 B5A3B3 A5")
    order = order_of(figure2)
    assert not order.lost()
    names = figure2.deck()
    assert [names.index((0, 5)), names.index((1, 3))] == [3, 6]
    assert [[n + 1 for n, f in enumerate(order.forbidden) if f >> x & 1] for x in range(order.cards)] == [
        [], [], [2], [2, 3], [], [], [2],
    ]  # fmt: skip
    assert order_of(parse_arrangement("A6 B6 / B3A6 A5B4 -")) is None
    assert order_of(parse_arrangement("A6 B6 / A3 B4A6 B5")).lost()
    as_printed = order_of(parse_arrangement("A6 B6 / A3 A6B4 B5"))
    assert not as_printed.lost(), "theorem 2 does not see it yet"
    assert all(as_printed.lay(7, stack).lost() for stack in as_printed.allowed(7))
    assert StackTable(Start.of(as_printed)).value(as_printed) == 0


def test_text_of_arrangements():
    text = "A6 B6 / B6 B5A3B3 - / A1"
    assert arrangement_text(parse_arrangement(text)) == text
    for bad in (
        "nonsense!",
        "A6 C6 / - / A1",
        "A6 / A7",
        "A6 / A1A1",
        "A6 / A1 / A1",
        "A6 / A1 / A2A3",
        "A2 /",
        "A2 / - - - - - - -",
    ):
        with pytest.raises(PositionError) as error:
            parse_arrangement(bad)
        assert repr(bad) in str(error.value)


def test_more_than_two_chains_and_too_many_cards_are_refused():
    with pytest.raises(PositionError):
        chains_of(Order((0, 0, 0), (0,)))
    with pytest.raises(SaizenError):
        Start.fresh(13, 4)
    with pytest.raises(SaizenError):
        Start.fresh(4, 3, foundations=3)
    with pytest.raises(PositionError):
        StackTable(Start.fresh(11, 3))
    assert Start.fresh(12, 4).fits()
    assert before(parse_arrangement("A2 / A1A2"))[0, 0] == {(0, 0), (0, 1)}


def test_find_layers_counts():
    assert sum(map(len, find_layers(Start.fresh(6, 3)).values())) == 7757
    assert sum(map(len, find_layers(Start.fresh(12, 4, foundations=1)).values())) == 793
