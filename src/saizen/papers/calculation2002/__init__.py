"""T. Tanaka, *A calculation program based on results of analysis of sub games* (IPSJ Journal, 2002).

Here: the solitaire, the stack game, how many states it has (Tables 1 and 2), figure 7, and the success
probabilities of the example in section 3.3, exact and compared to the last digit. The other figures,
Tables 5 and 6 and the conclusion are in `figures`, the labelling of the appendix in `labelling`, the deals
played for Tables 3 and 4 in `rates`.
"""

from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from itertools import pairwise, permutations
from typing import Any

from saizen.errors import MissingTable
from saizen.exact import decimal
from saizen.games.calculation.deals import deal
from saizen.games.calculation.game_log import read_log, replay
from saizen.games.calculation.rules import FOUNDATIONS, RANKS, Calculation, Variant
from saizen.games.calculation.stackgame.any_order.counting import count_states
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.rules import Card, game_of_labelling, order_of, parse_arrangement
from saizen.games.calculation.stackgame.two_chains.lattice import Start
from saizen.games.calculation.stackgame.two_chains.layers import StackTable, count_positions
from saizen.games.calculation.stackgame.two_chains.stored_table import open_table
from saizen.games.calculation.text import rank_text
from saizen.papers.calculation2002.figures import compare_conclusion, compare_figures, compare_records
from saizen.papers.calculation2002.labelling import chances, compare_labelling, estimate, read_labels
from saizen.papers.calculation2002.remarks import compare_remarks
from saizen.papers.calculation2002.theorems import compare_theorems
from saizen.papers.report import Check, claimed, compared, read_data, read_errata, with_errata
from saizen.store import Store
from saizen.work import SILENT, Progress

QUICK = {1: 12, 2: 8, 3: 4, 4: 3}
"""Largest number of cards that takes a second or so, by foundations."""
STEADY = 0.06
"""Growth is called nearly exponential if each factor is so near the one before."""
DISPUTED = 9
"""Up to here the counts for two foundations are confirmed by the general canonical form in full mode."""


def compare(full: bool, progress: Progress = SILENT, store: Store | None = None) -> Iterator[Check]:
    """Compare Tables 1 and 2, the figures and the examples; the quick sizes or all of them."""
    return with_errata(_checks(full, progress, store), read_errata(__name__))


def _checks(full: bool, progress: Progress, store: Store | None) -> Iterator[Check]:
    printed = read_data(__name__, "printed.toml")
    for foundation, (name, ranks) in enumerate(printed["foundations"].items()):
        row = rank_text(Variant().sequence(foundation))
        yield compared("section 1", f"foundation {name}", ranks, row)
        place = Variant().sequence(foundation).index(printed["places"]["rank"]) + 1
        yield compared("section 1", f"place of a 2 on {name}", printed["places"]["on"][name], place)
    yield from _figures(printed["figures"])
    yield from compare_theorems()
    yield from compare_figures(printed)
    yield from _figure7(printed["figure7"])
    yield from _counts("Table 1", printed["table1"], full, progress, store)
    yield from _counts("Table 2", printed["table2"], full, progress, store)
    yield from _example(printed["section3_3"], progress)
    yield from _game(printed["appendix"], progress)
    yield from compare_records(printed)
    yield from compare_conclusion()


def _counts(
    where: str, table: dict[str, Any], full: bool, progress: Progress, store: Store | None
) -> Iterator[Check]:
    stacks, pairs = table["stacks"], []
    for foundations in (1, 2, 3, 4):
        cells = table[str(foundations)]
        for cards, cell in enumerate(cells if full else cells[: QUICK[foundations]], start=1):
            if foundations > 2:
                states = count_states(foundations, cards, stacks, progress)
            else:
                states = _two_chains(foundations, cards, stacks, progress, store)
            what = f"M = {foundations}, N = {cards}"
            yield compared(where, what, cell, states)
            pairs += [states] if foundations == 2 else []
            if full and foundations == 2 and cards <= DISPUTED:
                again = count_states(foundations, cards, stacks, progress)
                yield claimed(where, f"{what}: both canonical forms count the same", states == again)
    factors = [after / before for before, after in pairwise(pairs[3:])]
    steady = all(abs(after / before - 1) < STEADY for before, after in pairwise(factors))
    what = f"the number of states grows nearly exponentially, {stacks} stacks, M = 2, N = 4 to {len(pairs)}"
    note = f"from N to N + 1 by {', '.join(f'{factor:.2f}' for factor in factors)}"
    yield claimed("section 2.2", what, steady, note)


def _two_chains(foundations: int, cards: int, stacks: int, progress: Progress, store: Store | None) -> int:
    """Count the states of one or two foundations, or look the number up if their table has been built."""
    try:
        with open_table(stacks, cards, foundations, store=store) as table:
            return table.states
    except MissingTable:
        return count_positions(Start.fresh(cards, stacks, foundations), progress)[0]


def _figures(figures: dict[str, str]) -> Iterator[Check]:
    order = order_of(parse_arrangement(figures["figure2"]))
    yield claimed("section 2.1", "figure 2 is no failure", order is not None and not order.lost())
    contradiction = order_of(parse_arrangement(figures["figure3"])) is None
    yield claimed("section 2.1", "figure 3 is a failure by theorem 1", contradiction)
    arrangement = parse_arrangement(figures["figure4"])
    order = order_of(arrangement)
    assert order is not None
    card = arrangement.deck().index(_card(figures["figure4_card"]))
    fails = all(order.lay(card, stack).lost() for stack in order.allowed(card))
    yield claimed("section 2.1", "in figure 4, B-6 leads to a failure on every stack", fails)
    yield claimed("section 2.1", "figure 4 is a failure by theorem 2", order.lost())


def _card(name: str) -> Card:
    return FOUNDATIONS.index(name[0]), int(name[1:]) - 1


def _figure7(printed: dict[str, Any]) -> Iterator[Check]:
    order = Order(tuple(printed["below"]), tuple(printed["forbidden"]))
    table = StackTable(Start.of(order))
    for placement in printed["placement"]:
        following = order.lay("abcd".index(placement["card"]), placement["stack"] - 1)
        value = "lost" if following.lost() else str(table.value(following))
        what = f"figure 7, {placement['card']} onto stack {placement['stack']}"
        yield compared("section 2.2", what, placement["value"], value)
    yield compared("section 2.2", "figure 7, value of A", printed["value"], str(table.value(order)))
    state = order.lay(2, 0)  # D of the figure: c is gone, so a, b, d are 0, 1, 2
    failing = [
        "".join("abd"[card] for card in deck) for deck in permutations(range(3)) if not _wins(state, deck)
    ]
    yield compared("section 2.2", "figure 7, deck orders that fail in D", "dba", " ".join(failing))


def _wins(order: Order, deck: tuple[int, ...]) -> bool:
    """Return whether a deck whose order is known can be laid."""
    if order.lost() or not deck:
        return not order.lost()
    rest = tuple(card - (card > deck[0]) for card in deck[1:])
    return any(_wins(order.lay(deck[0], stack), rest) for stack in order.allowed(deck[0]))


def _example(printed: dict[str, Any], progress: Progress) -> Iterator[Check]:
    variant = Variant(stacks=len(printed["stacks"]))
    stacks = tuple(tuple(read_labels(stack, variant)) for stack in printed["stacks"])
    arrangement = game_of_labelling(variant, tuple(printed["sizes"]), stacks)
    chance = chances(arrangement, progress)
    for chosen, value in chance.items():
        name = "p" + "".join(map(str, chosen))
        cell = printed[name]
        yield compared("section 3.3", name, cell, decimal(value, len(cell) - 2))
    cell = printed["estimate"]
    estimated = decimal(estimate(chance), len(cell) - 2)
    yield compared("section 3.3", "estimate by equation (4)", cell, estimated)
    wrong = Fraction(cell) * chance[2,] / chance[1,]
    yield compared(
        "section 3.3",
        "last denominator of the product",
        "p1p3",
        "p2p3" if wrong < Fraction(cell) / 2 else "p1p3",
    )


def _game(printed: dict[str, Any], progress: Progress) -> Iterator[Check]:
    game = Calculation(Variant(stacks=3))
    text = resources.files(__name__).joinpath("game.txt").read_text(encoding="utf-8")
    turns = read_log(text)
    positions = replay(game, turns)
    turn = printed["turn"]
    yield compared(
        "appendix A.1", f"position after turn {turn}", printed["position"], game.text(positions[turn])
    )
    drawn, dealt = (
        "".join(RANKS[rank - 1] for rank in ranks) for ranks in ([t.drawn for t in turns], deal(3))
    )
    yield compared("section 4", "deal 3 is the game of appendix A.1", drawn, dealt)
    yield compared("appendix A.1", "end of the game", printed["success"], game.text(positions[-1]))
    yield from compare_labelling(printed, turns, progress)
    yield from compare_remarks(printed, turns)
