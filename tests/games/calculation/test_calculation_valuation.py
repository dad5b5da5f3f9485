"""The kernel's value of a labelled position against stack games solved from first principles."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from saizen import solve
from saizen.games.calculation.machine.choices import new_board
from saizen.games.calculation.machine.style import APART, SINGLES, Style
from saizen.games.calculation.machine.valuation.pairs import stored_pairs
from saizen.games.calculation.machine.valuation.precedence import label_of
from saizen.games.calculation.machine.valuation.small_games import chain_values, count_orders
from saizen.games.calculation.machine.valuation.value import labelling_value, new_valuer
from saizen.games.calculation.rules import RANKS, Calculation, CalculationPosition, Variant
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.rules import Arrangement, StackGame, game_of_labelling, order_of
from saizen.games.calculation.stackgame.two_chains.lattice import Start
from saizen.games.calculation.stackgame.two_chains.layers import StackTable
from saizen.games.calculation.stackgame.two_chains.stored_table import build_table, open_table
from saizen.kernels.plain import plain
from saizen.kernels.record import in_one_block
from saizen.papers.calculation2002.labelling import read_labels
from saizen.store import Store

CARDS = 5
"""A small table is asked for so many cards of a foundation; it has two more."""
EXACT = Style(lasts=1, nodes=10**9)


@pytest.fixture(scope="module")
def value_by(tmp_path_factory):
    """Return the function from a style, a board and two words of labels to a value.

    Each style has a memory of its own: what one has solved, another need not find.
    """
    store = Store(tmp_path_factory.mktemp("tables"))
    build_table(3, CARDS + 2, store=store)
    with open_table(3, CARDS + 2, store=store) as table:
        pairs = stored_pairs(table)
        valuer = cache(lambda style: in_one_block(new_valuer(pairs, style))[1])
        yield lambda style, board, low, high, floor=0.0: labelling_value(
            valuer(style), board, low, high, floor
        )


def words(labels):
    low = high = 0
    for card, label in labels.items():
        if card < 31:
            low |= label << (2 * card)
        else:
            high |= label << (2 * (card - 31))
    return low, high


def board_of(position, ranks_before):
    """Lay a position out; cards are numbered from ``ranks_before`` on."""
    (board, block), card = in_one_block(new_board(3)), ranks_before
    board.size[:] = position.foundations
    for n, stack in enumerate(position.stacks):
        board.height[n] = len(stack)
        for h, rank in enumerate(stack):
            board.pile[n, h], board.rank[card] = card, rank
            card += 1
    return block


def random_labelled(number):
    """Choose foundations, an order in which the rest can be played, and stacks that allow it."""
    rng, variant = random.Random(number), Variant(stacks=3)
    sizes = tuple(rng.randint(4, 12) for _ in range(4))
    coming = [f for f, size in enumerate(sizes) for _ in range(variant.ranks - size)]
    rng.shuffle(coming)
    places, order = list(sizes), []
    for f in coming:
        order.append((f, places[f]))
        places[f] += 1
    stacks = [[], [], []]
    for card in reversed(order):  # what is played last lies lowest
        if rng.random() < 0.6:
            rng.choice(stacks).append(card)
    labels = tuple(tuple(stack) for stack in stacks)
    ranks = tuple(tuple(variant.sequence(f)[place] for f, place in stack) for stack in labels)
    return CalculationPosition(sizes, ranks), labels, game_of_labelling(variant, sizes, labels)


@cache
def chain_value(order):
    return StackTable(Start.of(order)).value(order) if order.cards and not order.lost() else order.cards == 0


def formula(arrangement):
    """Formula (4) in fractions, with the test of the last cards; nothing for too many cards."""
    single = {f: chain_value(order_of(arrangement, {f})) for f in range(4)}
    value = Fraction(1)
    for p in single.values():
        value *= Fraction(p)
    deck = arrangement.deck()
    lasts = [max(c for c in deck if c[0] == f) for f in range(4) if any(c[0] == f for c in deck)]
    whole = order_of(arrangement)
    chosen = [deck.index(card) for card in lasts]
    few = Order(
        tuple(sum(1 << i for i, c in enumerate(chosen) if whole.below[x] >> c & 1) for x in chosen),
        tuple(sum(1 << i for i, c in enumerate(chosen) if u >> c & 1) for u in whole.forbidden),
    )
    if value == 0 or few.lost() or (few.cards and solve(StackGame(few)).value(StackGame(few).start()) == 0):
        return Fraction(0)
    for f, g in combinations(range(4), 2):
        pair = order_of(arrangement, {f, g})
        if pair.lost():
            return Fraction(0)
        if single[f] != 1 or single[g] != 1 or pair.cards:
            value *= Fraction(chain_value(pair)) / (Fraction(single[f]) * Fraction(single[g]))
    return value


def test_random_labelled_positions_have_the_value_of_the_definition(value_by):
    compared = positive = lacking = 0
    for number in range(400):
        position, labels, arrangement = random_labelled(number)
        if max(sum(card[0] == f for card in arrangement.deck()) for f in range(4)) > CARDS:
            continue
        card = 52 - sum(map(len, labels))
        board = board_of(position, card)
        flat = [label for stack in labels for label, _ in stack]
        low, high = words({card + i: label for i, label in enumerate(flat)})
        expected = formula(arrangement)
        assert value_by(EXACT, board, low, high) == pytest.approx(float(expected), rel=0.01)
        compared += 1
        positive += expected > 0
        lacking += value_by(EXACT._replace(nodes=0), board, low, high) == 0 < expected
    assert compared > 100
    assert positive > 50
    assert lacking > 0  # some pairs cannot arise from two foundations alone: the table lacks them


def test_a_value_above_the_floor_is_the_same_as_without_a_floor(value_by):
    table = EXACT._replace(nodes=0)
    above = below = 0
    for number in range(600):
        position, labels, _ = random_labelled(number)
        card = 52 - sum(map(len, labels))
        flat = [label for stack in labels for label, _ in stack]
        low, high = words({card + i: label for i, label in enumerate(flat)})
        board = board_of(position, card)
        value = value_by(table, board, low, high)
        for floor in (0.0, value * 0.5, np.nextafter(value, 0), value, value * 2, 0.3):
            bounded = value_by(table, board, low, high, floor)
            assert bounded in (value, 0.0)
            assert bounded == value or value <= floor
            above += value > floor
            below += 0.0 == bounded < value
    assert above > 100
    assert below > 20


def test_stacks_that_contradict_each_other_are_worth_nothing(value_by):
    game = Calculation(Variant(stacks=3))
    board = board_of(game.parse("A0 B0 C0 D0 / 2K - -"), 50)
    low, high = words({50: 0, 51: 0})  # the king of A lies on the two of A
    assert value_by(EXACT, board, low, high) == 0


def test_labels_are_packed_in_two_words():
    labels = {card: (7 * card) % 4 for card in range(52)}
    low, high = words(labels)
    assert [plain(label_of)(low, high, card) for card in range(52)] == list(labels.values())


@pytest.mark.parametrize("stacks", [1, 2, 3])
def test_chains_have_their_exact_values(stacks):
    rng = random.Random(stacks)
    values = chain_values(stacks)
    for _ in range(60):
        k = rng.randint(1, 7)
        allowed = [rng.randint(0, k) for _ in range(stacks)]
        order = Order(tuple((1 << x) - 1 for x in range(k)), tuple(((1 << k) - 1) >> a << a for a in allowed))
        assert values[(k, *allowed)] == pytest.approx(float(chain_value(order)))


@pytest.mark.parametrize("stacks", [1, 2, 3, 4])
def test_four_cards_of_any_order_are_counted_right(stacks):
    rng = random.Random(stacks)
    for _ in range(60):
        below = [0, 0, 0, 0]
        for x in range(4):
            for y in range(x):
                if rng.random() < 0.4:
                    below[x] |= below[y] | 1 << y
        forbidden = []
        for _ in range(stacks):
            seed = rng.choice([0, 0, 1, 2, 4, 8])
            forbidden.append(sum(1 << x for x in range(4) if (below[x] | 1 << x) & seed))
        order = Order(tuple(below), tuple(forbidden))
        expected = 0 if order.lost() else solve(StackGame(order)).value(StackGame(order).start())
        packed = sum(b << 4 * x for x, b in enumerate(below))
        stacked = sum(f << 4 * n for n, f in enumerate(forbidden))
        assert count_orders(stacks, packed, stacked) == 24 * expected


def test_the_papers_example_has_a_labelling_that_is_read():
    cards = list(read_labels("8(C) 5(C) Q(C) A(B)", Variant(stacks=3)))
    assert [RANKS[Variant().sequence(f)[place] - 1] for f, place in cards] == list("85QA")
    assert np.asarray(cards).shape == (4, 2)


def test_the_experiments_have_the_values_of_their_definitions(value_by):
    """Single foundations alone; and parts whose order is taken without the cards of other foundations."""
    seen = {SINGLES: 0, APART: 0, "hidden": 0}
    for number in range(300):
        position, labels, arrangement = random_labelled(number)
        if max(sum(card[0] == f for card in arrangement.deck()) for f in range(4)) > CARDS:
            continue
        card = 52 - sum(map(len, labels))
        board = board_of(position, card)
        flat = [label for stack in labels for label, _ in stack]
        low, high = words({card + i: label for i, label in enumerate(flat)})
        single = {f: Fraction(chain_value(order_of(arrangement, {f}))) for f in range(4)}
        product = single[0] * single[1] * single[2] * single[3]
        found = value_by(EXACT._replace(lasts=0, estimate=SINGLES), board, low, high)
        assert found == pytest.approx(float(product), rel=0.01)
        seen[SINGLES] += product > 0
        alone = {f: Fraction(chain_value(only(arrangement, {f}))) for f in range(4)}
        value = alone[0] * alone[1] * alone[2] * alone[3]
        for f, g in combinations(range(4), 2):
            if value:
                value *= Fraction(chain_value(only(arrangement, {f, g}))) / (alone[f] * alone[g])
        found = value_by(EXACT._replace(lasts=0, estimate=APART), board, low, high)
        assert found == pytest.approx(float(value if arrangement.deck() else 1), rel=0.01)
        seen[APART] += value > 0
        whole = value_by(EXACT._replace(lasts=0), board, low, high)
        seen["hidden"] += found > 0 and whole < found / 2
    assert min(seen.values()) > 5


def only(arrangement, kept):
    """Take away the cards of all other foundations, then take the order."""
    sizes = tuple(size if f in kept else 0 for f, size in enumerate(arrangement.sizes))
    stacks = tuple(tuple(card for card in stack if card[0] in kept) for stack in arrangement.stacks)
    return order_of(Arrangement(sizes, stacks))
