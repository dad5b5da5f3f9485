from collections import Counter

from saizen.games.calculation.stackgame.any_order import count_states, describe
from saizen.games.calculation.stackgame.lattice import Start
from saizen.games.calculation.stackgame.layers import find_layers
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.papers import PAPERS
from saizen.papers.report import Verdict
from saizen.work import SILENT


def test_everything_printed_is_equal_or_explained():
    checks = list(PAPERS["calculation"].compare(False, SILENT))
    verdicts = Counter(check.verdict for check in checks)
    assert set(verdicts) == {Verdict.EQUAL, Verdict.ERRATUM}
    errata = [check.what for check in checks if check.verdict == Verdict.ERRATUM]
    assert errata == [
        "figure 4 is a failure by theorem 2",
        "M = 2, N = 8",
        "p2",
        "p12",
        "estimate by equation (4)",
        "last denominator of the product",
    ]
    assert sum(check.where == "Table 1" for check in checks) == 27


def test_the_two_canonical_forms_agree():
    for stacks in (3, 4):
        start = Start.fresh(5, stacks)
        layers = find_layers(start)
        assert count_states(2, 5, stacks) == sum(map(len, layers.values()))
        for cards, keys in layers.items():
            some = keys[:: max(1, len(keys) // 40)].tolist()
            orders = [start.order_of(key, cards) for key in some]
            assert len({describe(order) for order in orders}) == len(orders)
            for order in orders:
                turned = order.relabelled(tuple(reversed(range(order.cards))))
                assert describe(turned) == describe(order)


def test_the_general_form_equals_the_plain_one():
    order = Order((0, 0, 0, 1, 2, 4), (0, 0))
    seen = {}
    layer = {order.canonical()}
    while layer:
        for each in layer:
            assert seen.setdefault((each.cards, describe(each)), each) == each
        layer = {
            following.canonical()
            for each in layer
            if each.cards > 1
            for card in range(each.cards)
            for following in (each.lay(card, stack) for stack in each.allowed(card))
            if not following.lost()
        }
    assert len(seen) == count_states(3, 2, 2)
