"""Figures 1, 5, 6 and 8 to 11, Tables 5 and 6, and what the conclusion says.

The figures are drawings. What the text says of them determines them, so they stand in ``printed.toml``. They
are compared with the solver's order, which comes from the position, and with the closure of the relations in
the text, made here by itself, card by card. A *node* is written as its cards, the nodes that it comes
directly after, and s(x), the stacks where it may not be laid.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from saizen.games.calculation.enough_stacks import enough, hard_deck, holds, longest_chain
from saizen.games.calculation.rules import FOUNDATIONS, RANKS, Action, Calculation, Move, Variant
from saizen.games.calculation.stackgame.rules import (
    Arrangement,
    Card,
    card_text,
    game_of_labelling,
    order_of,
    parse_arrangement,
)
from saizen.papers.calculation2002.labelling import read_labels
from saizen.papers.report import Check, Verdict, claimed, compared, consistent

Before = Mapping[str, set[str]]


def closed(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Return for each card all cards before it, from pairs of an earlier and a later one.

    >>> closed([("a", "b"), ("b", "c")])["c"] == {"a", "b"}
    True
    """
    earlier: dict[str, set[str]] = {}
    for lower, two in pairs:
        earlier.setdefault(lower, set())
        earlier.setdefault(two, set()).add(lower)
    changed = True
    while changed:
        changed = False
        for card, its in earlier.items():
            more = set().union(*(earlier[other] for other in its)) - its
            changed = changed or bool(more)
            earlier[card] = its | more
    return earlier


def nodes(earlier: Before, deck: Sequence[str], stacks: Sequence[Iterable[str]], merged: bool) -> str:
    """Draw the deck's part of an order as text; ``merged`` puts cards together that follow each other.

    >>> nodes(closed([("a", "b"), ("b", "c")]), ["a", "c"], [["b"], []], merged=False)
    'a s={}; c after a s={1}'
    """
    its = {card: earlier.get(card, set()) & set(deck) for card in deck}
    bars = {
        card: [n for n, stack in enumerate(stacks, 1) if earlier.get(card, set()) & set(stack)]
        for card in deck
    }
    direct = {
        card: [
            below for below in deck if below in its[card] and not any(below in its[two] for two in its[card])
        ]
        for card in deck
    }
    groups: list[list[str]] = []
    for card in deck:
        last = groups[-1][-1] if groups else None
        follows = last is not None and direct[card] == [last] and bars[card] == bars[last]
        if merged and follows and not any(last in direct[other] for other in deck if other != card):
            groups[-1].append(card)
        else:
            groups.append([card])
    name = {card: _name(group) for group in groups for card in group}
    parts = []
    for group in groups:
        after = sorted({name[card] for card in direct[group[0]]})
        after_text = f" after {' '.join(after)}" if after else ""
        parts.append(f"{_name(group)}{after_text} s={{{','.join(map(str, bars[group[0]]))}}}")
    return "; ".join(parts)


def _name(group: Sequence[str]) -> str:
    return group[0] if len(group) == 1 else f"[{','.join(group)}]"


def compare_figures(printed: dict[str, Any]) -> Iterator[Check]:
    """Compare figures 1, 5 and 6 and the orders of section 3.3, figures 8 to 11."""
    yield from _figure_1(printed["figure1"])
    yield from _figures_5_and_6(printed["figures"], printed["orders"])
    yield from _section_3_3(printed["section3_3"], printed["orders"])
    three = parse_arrangement("A2 B2 C2 / A1B2 B1C2 C1A2")
    pairs = [
        Arrangement(
            tuple(size if f in foundations else 0 for f, size in enumerate(three.sizes)),
            tuple(tuple(card for card in stack if card[0] in foundations) for stack in three.stacks),
        )
        for foundations in combinations(range(3), 2)
    ]
    hidden = order_of(three) is None and all(order_of(pair) is not None for pair in pairs)
    what = "taken away before the order is taken, cards can hide a failure from every pair of foundations"
    yield claimed("section 3.2", what, hidden, "stacks A1 B2, B1 C2, C1 A2")


def _figure_1(printed: dict[str, Any]) -> Iterator[Check]:
    game = Calculation(Variant(stacks=4))
    start = game.parse(printed["position"])
    reached: dict[Any, tuple[Action, ...]] = {}
    paths: list[tuple[Any, tuple[Action, ...]]] = [
        (game.after(start, action), (action,)) for action in game.actions(start)
    ]
    while paths:
        position, actions = paths.pop(0)
        if position not in reached:
            reached[position] = actions
            paths += [(game.after(position, move), (*actions, move)) for move in game.actions(position)]
    lists = [sorted(printed["choices"]), sorted(" ".join(map(str, actions)) for actions in reached.values())]
    yield compared(
        "section 1",
        "choices in figure 1 when a 4 is drawn",
        *("; ".join(actions_list) for actions_list in lists),
    )
    put, *lays = game.actions(start)
    same = all(
        game.after(game.after(start, lay), Move(4, n, 0)) == game.after(start, put)
        for n, lay in enumerate(lays)
    )
    yield claimed("section 1", "figure 1: 4 laid and moved to A is the state of (1)", same)


def _solver(arrangement: Arrangement, names: Mapping[Card, str], foundations: set[int], merged: bool) -> str:
    """Draw what the solver makes of a position."""
    order = order_of(arrangement, foundations)
    assert order is not None
    deck = [names[card] for card in arrangement.deck() if card[0] in foundations]
    earlier = {
        name: {other for n, other in enumerate(deck) if order.below[x] >> n & 1}
        for x, name in enumerate(deck)
    }
    stacks = []
    for number, forbidden in enumerate(order.forbidden):
        stacks.append([f"stack {number}"])
        for x, name in enumerate(deck):
            if forbidden >> x & 1:
                earlier[name].add(f"stack {number}")
    return nodes(earlier, deck, stacks, merged)


def _order(where: str, figure: str, orders: Mapping[str, str], own: str, computed: str) -> Check:
    """Compare a drawing with the solver's order, and that with the closure of what the text prints."""
    verdict = computed if computed == own else f"{computed}, but the relations of the text give {own}"
    return compared(where, f"{figure}: order and s(x)", orders[figure], verdict)


def _figures_5_and_6(figures: dict[str, Any], orders: Mapping[str, str]) -> Iterator[Check]:
    arrangement = parse_arrangement(figures["figure2"])
    names = {card: card_text(card) for card in arrangement.cards()}
    pairs = [(names[f, r - 1], names[f, r]) for f, r in arrangement.cards() if r > 0]
    stacks = [[names[card] for card in stack] for stack in arrangement.stacks]
    pairs += [(upper, lower) for stack in stacks for lower, upper in pairwise(stack)]
    deck = [names[card] for card in arrangement.deck()]
    for figure, merged in (("figure 5", False), ("figure 6", True)):
        own = nodes(closed(pairs), deck, stacks, merged)
        yield _order("section 2.1", figure, orders, own, _solver(arrangement, names, {0, 1}, merged))
    simple = nodes(closed(pairs), deck, stacks, merged=True)
    for node in figures["figure6_together"]:
        yield claimed("section 2.1", f"figure 6: {node} are one node", f"[{node}]" in simple)


def _section_3_3(printed: dict[str, Any], orders: Mapping[str, str]) -> Iterator[Check]:
    variant = Variant(stacks=len(printed["stacks"]))
    stacks = tuple(tuple(read_labels(stack, variant)) for stack in printed["stacks"])
    sizes = tuple(printed["sizes"])
    arrangement = game_of_labelling(variant, sizes, stacks)
    gone = [variant.ranks - left for left in arrangement.sizes]
    names = {
        (f, place): f"{RANKS[variant.sequence(f)[gone[f] + place] - 1]}({FOUNDATIONS[f]})"
        for f, place in arrangement.cards()
    }
    laid = [[names[card] for card in stack] for stack in arrangement.stacks]
    deck = [names[card] for card in arrangement.deck()]
    for f, row in enumerate(printed["chains"]):
        own = [names[card] for card in arrangement.cards() if card[0] == f]
        groups: list[list[str]] = []
        for name in own:
            if groups and name in deck and groups[-1][-1] in deck:
                groups[-1].append(name)
            else:
                groups.append([name])
        text = " < ".join(f"[{','.join(group)}]" if group[0] in deck else group[0] for group in groups)
        yield compared("section 3.3", f"order of foundation {FOUNDATIONS[f]}", row, text)
    for n, row in enumerate(printed["stack_orders"]):
        yield compared("section 3.3", f"order of stack {n + 1}", row, " < ".join(reversed(laid[n])))
    rows = [row.replace("[", "").replace("]", "").replace(",", " < ") for row in printed["chains"]]
    pairs = [pair for row in (*rows, *printed["stack_orders"]) for pair in pairwise(row.split(" < "))]
    for figure, foundations, merged in (
        ("figure 8", {0, 1, 2, 3}, False),
        ("figure 9", {0, 1, 2, 3}, True),
        ("figure 10", {0}, True),
        ("figure 11", {0, 3}, True),
    ):
        shown = [names[card] for card in arrangement.deck() if card[0] in foundations]
        own_order = nodes(closed(pairs), shown, laid, merged)
        computed = _solver(arrangement, names, foundations, merged)
        yield _order("section 3.3", figure, orders, own_order, computed)


def compare_records(printed: dict[str, Any]) -> Iterator[Check]:
    """Compare the printed rates of Tables 3 to 6 with each other and with the text; nothing is computed.

    `saizen reproduce calculation --tables 3,4` plays deals, and compares what section 4 says of the rates.
    """
    for earlier, table, stacks in (("table6", "table3", 3), ("table5", "table4", 4)):
        rates = [100 * row["won"] / printed[table]["deals"] for row in printed[table]["row"]]
        records = printed[earlier]["row"]
        where, own = f"Table {earlier[-1]}", f"Table {table[-1]}"
        for row in records:
            what = f"{row['when']} {row['who']}, {row['rate']}: less than all of {own}"
            yield consistent(where, what, row["most"] < min(rates))
        text = printed["claims"][f"stacks{stacks}"]
        best = f"about {round(max(row['most'] for row in records))} %"
        what = f"best earlier rate with {stacks} stacks: {text['earlier']}"
        yield consistent("section 1", what, text["earlier"] == best)
        people = f"people reach about {text['experts']} % with {stacks} stacks"
        most = max(row["most"] for row in records)
        yield consistent("section 1", f"{people}, earlier programs less", most < text["experts"])
        yield consistent("abstract", f"{people}, the program more", min(rates) > text["experts"])
        near = abs(max(rates) - text["rate"]) < 1
        yield consistent("abstract", f"about {text['rate']} % with {stacks} stacks, within a point", near)
        rising = all(
            row["won"] < following["won"]
            for row, following in pairwise(printed[table]["row"])
            if row["lookahead"] == following["lookahead"]
        )
        yield consistent("section 4", f"{own}: more labellings win more", rising)
        won = {(row["lookahead"], row["labellings"]): row["won"] for row in printed[table]["row"]}
        further = all(won[True, labellings] > won[False, labellings] for look, labellings in won if look)
        yield consistent("section 4", f"{own}: looking one draw further wins more", further)


def compare_conclusion() -> Iterator[Check]:
    """Prove what the conclusion says is known: with eleven stacks some deck is lost, with twelve none is."""
    variant = Variant(stacks=11)
    decks = [hard_deck(variant, foundation) for foundation in range(4)]
    chains = [longest_chain(deck, variant) for deck in decks]
    lost = all(
        holds(chain, deck, variant) and len(chain.ranks) > variant.stacks
        for chain, deck in zip(chains, decks, strict=True)
    )
    what = "with eleven stacks or fewer 100 % cannot be reached"
    yield claimed("section 6", what, lost, "2222 3333 ... KKKK AAAA needs twelve, even if it is known")
    stacks = f"{enough(variant)} win every deck, card by card"
    yield Check("section 6", "how many stacks are enough", "not printed", stacks, Verdict.BEYOND)
