"""The commands of Calculation; each signature is the command's option list."""

import re
from collections import OrderedDict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from saizen.advice import Advice, Answer, Table, advice
from saizen.errors import PositionError, SaizenError
from saizen.games.calculation.machine.commands import (
    LABELLINGS,
    PLAYER,
    QUICK,
    advise_solitaire,
    play,
    simulate,
    undrawn,
    watch,
)
from saizen.games.calculation.rules import MOST_STACKS
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.rules import (
    Arrangement,
    Card,
    StackGame,
    arrangement_text,
    card_text,
    order_of,
    parse_arrangement,
)
from saizen.work import SILENT, Progress

__all__ = ["advise", "build", "limit", "play", "simulate", "solve", "watch"]

STACKS = Annotated[int, "Number of stacks, 1 to 6."]
CARDS = Annotated[int, "Cards on each foundation."]
FOUNDATIONS = Annotated[int, "Number of foundations, 1 or 2."]
MOST_KEPT = 16
MOST_GENERIC = 10
"""Cards in the deck that the generic solver takes, where the deck is more than two chains."""
MOST_GENERAL = 24
"""Cards in all that are counted where there are more than two foundations."""
Values = Callable[[Order], Fraction]
_KEPT: OrderedDict[Order, Values] = OrderedDict()


def advise(
    position: Annotated[
        str,
        "Solitaire: A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 3; stack game: A6 B6 / B6 B5A3B3 A5 / A1.",
    ],
    *,
    player: PLAYER = None,
    labellings: LABELLINGS = None,
    quick: QUICK = False,
    progress: Progress = SILENT,
) -> Advice:
    """Tell what every choice is worth: estimated in the solitaire, exact in the stack game.

    In the solitaire the drawn card is a rank (the last part has one letter), and a choice goes on until the
    next draw. In the stack game every card has its foundation, and the answer is the probability of success.

    >>> advise("A2 B2 / B2 A2 / A1").to_json()
    '{"game": "calculation", "position": "A2 B2 / B2 A2 / A1", "cards left": 2, "value": "1", "moves": \
[{"stack": 1, "value": "1", "probability": 1.0, "optimal": true}, \
{"stack": 2, "value": "1", "probability": 1.0, "optimal": true}]}'
    """
    if re.fullmatch(r"[^/]*/[^/]*/\s*\S\s*", position):
        return advise_solitaire(position, player or "best", labellings, quick, progress)
    if player or labellings or quick:
        raise SaizenError(
            f"{position!r}: a stack game is solved; --player, --labellings, --quick are not for it"
        )
    try:
        arrangement = parse_arrangement(position)
    except PositionError as error:
        raise (undrawn(position) or error) from None
    if not arrangement.deck():
        raise PositionError(f"{position!r}: the deck is empty, there is nothing left to choose")
    try:
        return _advice(arrangement, progress)
    except PositionError as error:
        raise PositionError(f"{position!r}: {error}") from None


def _advice(arrangement: Arrangement, progress: Progress) -> Advice:
    deck, order = arrangement.deck(), order_of(arrangement)
    moves = []
    for card in [arrangement.drawn] if arrangement.drawn else deck:
        found = _placements(arrangement, order, card, progress)
        named = {"card": card_text(card)} if arrangement.drawn is None else {}
        best = max(found)
        for stack, value in sorted(enumerate(found, start=1), key=lambda entry: -entry[1]):
            shown = {"value": str(value), "probability": float(value), "optimal": value == best}
            moves.append({**named, "stack": stack, **shown})
    if arrangement.drawn is None:
        value = Fraction(0) if order is None else _value(order, order, progress)
    else:
        value = max(found)
    facts = {"cards left": len(deck), "value": str(value)}
    notes = ["Whatever comes, the position is lost."] if value == 0 else []
    return advice("calculation", arrangement_text(arrangement), facts, moves, notes)


def _placements(
    arrangement: Arrangement, order: Order | None, card: Card, progress: Progress
) -> list[Fraction]:
    """Return what each stack is worth for a card; 0 where it can never leave again."""
    if order is None:
        return [Fraction(0)] * len(arrangement.stacks)
    number = arrangement.deck().index(card)
    return [
        Fraction(0) if forbidden >> number & 1 else _value(order, order.lay(number, stack), progress)
        for stack, forbidden in enumerate(order.forbidden)
    ]


def _value(start: Order, order: Order, progress: Progress) -> Fraction:
    if order.lost() or not order.cards:
        return Fraction(int(not order.cards))
    if start not in _KEPT:
        _KEPT[start] = _solved(start, progress)
        if len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    _KEPT.move_to_end(start)
    return _KEPT[start](order)


def _solved(start: Order, progress: Progress) -> Values:
    """Solve everything that can follow: with the kernel for two chains, else the generic solver."""
    from saizen import solve as solve_game
    from saizen.games.calculation.stackgame.lattice import Start, is_two_chains
    from saizen.games.calculation.stackgame.layers import LARGEST_FACTORIAL, StackTable

    chains = is_two_chains(start)
    most = LARGEST_FACTORIAL if chains else MOST_GENERIC
    if start.cards > most:
        kind = "two chains" if chains else "more than two chains"
        raise PositionError(f"{start.cards} cards in the deck: exact values of {kind} are for at most {most}")
    if chains:
        return StackTable(Start.of(start), progress).value
    solution = solve_game(StackGame(start), progress=progress)
    return lambda order: Fraction(solution.value((order.canonical(), None)))


def solve(
    *,
    stacks: STACKS = 3,
    cards: CARDS = 7,
    foundations: Annotated[int, "Number of foundations, 1 to 4."] = 2,
    progress: Progress = SILENT,
) -> Answer:
    """Count the positions of the stack game for every number of cards up to this one, and solve each start.

    >>> solve(cards=3).to_json()
    '{"stacks": 3, "foundations": 2, "states": [2, 12, 65], "values": ["1", "1", "1"]}'
    """
    from saizen.games.calculation.stackgame.lattice import Start
    from saizen.games.calculation.stackgame.layers import LARGEST_FACTORIAL, StackTable, count_positions

    _check(stacks, cards)
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
            from saizen.games.calculation.stackgame.any_order import count_states

            counts.append(count_states(foundations, size, stacks, progress))
            values.append(None)
        elif size * foundations <= LARGEST_FACTORIAL:
            table = StackTable(Start.fresh(size, stacks, foundations), progress)
            counts.append(table.states)
            values.append(str(table.value(table.start.first)))
        else:
            counts.append(count_positions(Start.fresh(size, stacks, foundations), progress)[0])
            values.append(None)
    data = {"stacks": stacks, "foundations": foundations, "states": counts, "values": values}
    rows = [
        (size, count, value, None if value is None else float(Fraction(value)))
        for size, (count, value) in enumerate(zip(counts, values, strict=True), start=1)
    ]
    title = f"Stack game, {foundations} foundations, {stacks} stacks"
    return Answer(data, [Table(title, ("cards", "states", "success", "about"), rows)])


def build(
    *,
    stacks: STACKS = 3,
    cards: CARDS = 12,
    foundations: FOUNDATIONS = 2,
    progress: Progress = SILENT,
) -> Answer:
    """Build the table of all positions of a stack game, or go on with one that was begun."""
    from time import perf_counter

    from saizen.games.calculation.stackgame.estimate import announce
    from saizen.games.calculation.stackgame.lattice import Start
    from saizen.games.calculation.stackgame.stored import build_table, open_table, table_name
    from saizen.store import Store

    _check(stacks, cards)
    Start.fresh(cards, stacks, foundations)  # refuse what does not fit before anything is measured
    store = Store()
    if store.get_table(table_name(stacks, cards, foundations), None) is None:
        progress.stage("measuring small tables")
        announce(stacks, cards, foundations, store=store)
    began = perf_counter()
    info = build_table(stacks, cards, foundations, store=store, progress=progress)
    with open_table(stacks, cards, foundations, store=store) as table:
        states = table.states
    data = {
        "states": states,
        "seconds": round(perf_counter() - began, 1),
        "bytes": info.bytes,
        "path": str(info.path),
    }
    note = f"{states} states in {info.bytes} bytes ({info.bytes / states:.2f} a state) in {info.path}"
    return Answer(data, notes=[note])


def _check(stacks: int, cards: int) -> None:
    if not 1 <= stacks <= MOST_STACKS:
        raise SaizenError(f"stacks = {stacks}: use 1 to {MOST_STACKS}")
    if not 1 <= cards <= 13:
        raise SaizenError(f"cards = {cards}: use 1 to 13")


def limit(
    *,
    stacks: STACKS = 3,
    deals: Annotated[str, "Numbered deals, such as 1-1000."] = "1-100",
    deal: Annotated[int | None, "Show one deal: the game that wins it, or that there is none."] = None,
    conflicts: Annotated[int, "Dead ends to learn from before a deal stays open."] = 1_000_000,
    out: Annotated[Path | None, "Write one row a deal to this CSV file, or go on with it."] = None,
    proof: Annotated[Path | None, "Write why one deal is impossible to FILE.cnf, FILE.drup."] = None,
    workers: Annotated[int | None, "Processes; all cores unless given."] = None,
    progress: Progress = SILENT,
) -> Answer:
    """Tell which deals can be won at all if the order of the whole deck is known.

    >>> limit(stacks=1, deal=4).to_json()
    '{"stacks": 1, "deal": 4, "verdict": "impossible", "conflicts": 10, "game": ""}'
    """
    from time import perf_counter

    from saizen.games.calculation.deals import parse_deals
    from saizen.games.calculation.rules import Variant
    from saizen.games.calculation.thoughtful.decide import winnable
    from saizen.games.calculation.thoughtful.limit import decide_deals

    Variant(stacks=stacks)  # refuse what does not exist before anything is begun
    if conflicts < 1:
        raise SaizenError(f"conflicts = {conflicts}: use at least 1")
    if deal is not None:
        return _limit_of_one(deal, stacks, conflicts, proof)
    if proof is not None:
        raise SaizenError(f"proof {proof}: name the deal, such as --deal 2")
    began = perf_counter()
    counts = {"won": 0, "impossible": 0, "open": 0}
    chosen = parse_deals(deals)
    for _, verdict in decide_deals(chosen, stacks, conflicts, out, workers, progress):
        counts[verdict] += 1
    low, high = winnable(counts["won"], counts["impossible"], counts["open"])
    data = {"stacks": stacks, "deals": len(chosen), **counts, "low": low, "high": high}
    seconds = round(perf_counter() - began, 1)
    note = f"95 % interval of the share of deals that can be won: {low:.4f} to {high:.4f}"
    shown = Table("Calculation with a known deck", list(data), [list(data.values())])
    return Answer({**data, "seconds": seconds}, [shown], [note])


def _limit_of_one(number: int, stacks: int, conflicts: int, proof: Path | None) -> Answer:
    from saizen.games.calculation.deals import deal
    from saizen.games.calculation.log import write_log
    from saizen.games.calculation.rules import Variant
    from saizen.games.calculation.thoughtful.clauses import write_clauses
    from saizen.games.calculation.thoughtful.decide import solve_deal
    from saizen.sat import write_refutation

    variant = Variant(stacks=stacks)
    found = solve_deal(deal(number), variant, conflicts=conflicts)
    game = write_log(found.turns)
    data = {
        "stacks": stacks,
        "deal": number,
        "verdict": found.verdict,
        "conflicts": found.conflicts,
        "game": game,
    }
    name = f"Deal {number} with {stacks} stack{'s' * (stacks > 1)}"
    if found.verdict == "won":
        notes = [f"{name} can be won:", game]
    elif found.refutation is not None:
        notes = [f"{name} cannot be won: a refutation of {len(found.refutation)} steps was found."]
        if proof is not None:
            files = write_refutation(write_clauses(deal(number), variant), found.refutation, proof)
            notes.append(f"It is written to {' and '.join(map(str, files))}.")
    else:
        notes = [f"{name} stays open after {found.conflicts} dead ends; a larger --conflicts may decide it."]
    return Answer(data, notes=notes)
