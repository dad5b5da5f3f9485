"""The commands on stack games; the commands on deals are in `deal_commands`."""

from typing import Any

from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.errors import SaizenError
from saizen.games.calculation.deal_commands import limit, simulate
from saizen.games.calculation.entry import USUAL, CalculationOptions, refuse_shuffling
from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
from saizen.store import Store
from saizen.work import SILENT, Progress

__all__ = ["build", "limit", "simulate", "solve"]

MOST_GENERAL = 24
"""Cards in all that are counted where there are more than two foundations."""


def solve(options: CalculationOptions = USUAL, *, progress: Progress = SILENT) -> Answer:
    """Solve the stack game. Print the number of positions and the start's value for each number of cards.

    By default there are 3 stacks, 7 cards on each foundation, and 2 foundations; at most 4 are possible.

    >>> solve(CalculationOptions(cards=3)).to_json()
    '{"stacks": 3, "foundations": 2, "states": [2, 12, 65], "values": [1, 1, 1]}'
    """
    from saizen.games.calculation.stackgame.two_chains.lattice import Start
    from saizen.games.calculation.stackgame.two_chains.layers import (
        LARGEST_FACTORIAL,
        StackTable,
        count_positions,
    )

    stacks, cards, foundations = _size(options, usual_cards=7)
    if not 1 <= foundations <= 4:
        raise SaizenError(f"foundations = {foundations}: use 1 to 4")
    if foundations > 2 and foundations * cards > MOST_GENERAL:
        raise SaizenError(
            f"{foundations} foundations of {cards} cards: use at most {MOST_GENERAL} cards in all "
            "when there are more than two foundations"
        )
    counts: list[int] = []
    values: list[Any] = []
    for size in range(1, cards + 1):
        if foundations > 2:
            from saizen.games.calculation.stackgame.any_order.counting import count_states

            counts.append(count_states(foundations, size, stacks, progress))
            values.append(None)
        elif size * foundations <= LARGEST_FACTORIAL:
            table = StackTable(Start.fresh(size, stacks, foundations), progress)
            counts.append(table.states)
            values.append(table.value(table.start.first))
        else:
            counts.append(count_positions(Start.fresh(size, stacks, foundations), progress)[0])
            values.append(None)
    data = {"stacks": stacks, "foundations": foundations, "states": counts, "values": values}
    rows = [
        (size, count, value, None if value is None else float(value))
        for size, (count, value) in enumerate(zip(counts, values, strict=True), start=1)
    ]
    title = f"Stack game, {foundations} foundations, {stacks} stacks"
    return Answer(data, [Table(title, ("cards", "states", "success", "about"), rows)])


def build(
    options: CalculationOptions = USUAL, *, store: Store | None = None, progress: Progress = SILENT
) -> Answer:
    """Build the table of a stack game. An interrupted build continues.

    By default there are 3 stacks, 12 cards on each foundation, and 2 foundations; 1 is also possible.
    """
    from time import perf_counter

    from saizen.games.calculation.stackgame.two_chains.build_time import announce_build
    from saizen.games.calculation.stackgame.two_chains.lattice import Start
    from saizen.games.calculation.stackgame.two_chains.stored_table import build_table, open_table, table_name

    stacks, cards, foundations = _size(options, usual_cards=12)
    Start.fresh(cards, stacks, foundations)  # refuse what does not fit before anything is measured
    store = store or Store()
    if store.get_table(table_name(stacks, cards, foundations), None, progress) is None:
        progress = announce_build(stacks, cards, foundations, store=store, progress=progress)
    began = perf_counter()
    info = build_table(stacks, cards, foundations, store=store, progress=progress)
    with open_table(stacks, cards, foundations, store=store, progress=progress) as table:
        states = table.states
    data = {
        "states": states,
        "seconds": round(perf_counter() - began, 1),
        "bytes": info.bytes,
        "path": str(info.path),
    }
    note = f"{states} states in {info.bytes} bytes ({info.bytes / states:.2f} a state) in {info.path}"
    return Answer(data, notes=[note])


def _size(options: CalculationOptions, usual_cards: int) -> tuple[int, int, int]:
    """Return stacks, cards and foundations of a stack game."""
    refuse_shuffling(options)
    stacks = 3 if options.stacks is None else options.stacks
    cards = usual_cards if options.cards is None else options.cards
    if not 1 <= stacks <= MOST_STACKS:
        raise SaizenError(f"stacks = {stacks}: use 1 to {MOST_STACKS}")
    if not 1 <= cards <= 13:
        raise SaizenError(f"cards = {cards}: use 1 to 13")
    return stacks, cards, 2 if options.foundations is None else options.foundations
