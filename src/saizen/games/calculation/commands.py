"""The commands of Calculation; each signature is the command's option list."""

from typing import TYPE_CHECKING, Annotated, Any

from saizen.advice import Advice, Answer, Table, advice
from saizen.errors import PositionError, SaizenError
from saizen.game import Decision
from saizen.games.calculation.deal_commands import QUICK, QUICK_NOTE, limit, simulate
from saizen.games.calculation.entry import LABELLINGS, PLAYER, machine_solution, read
from saizen.games.calculation.machine.style import PlayerName
from saizen.games.calculation.reasons import labelling_text, reason_text
from saizen.games.calculation.rules import Calculation, CalculationPosition
from saizen.games.calculation.stackgame.named import NamedStackGame
from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
from saizen.games.calculation.stackgame.rules import Arrangement, card_text, order_of
from saizen.games.calculation.stackgame.solved import StackSolution, order_values
from saizen.store import Store
from saizen.work import SILENT, Agree, Progress

if TYPE_CHECKING:
    from saizen.games.calculation.machine.results import Choice

__all__ = ["advise", "build", "limit", "simulate", "solve"]

STACKS = Annotated[int, "Number of stacks, 1 to 6."]
CARDS = Annotated[int, "Cards on each foundation."]
FOUNDATIONS = Annotated[int, "Number of foundations, 1 or 2."]
MINUTES = {3: 7, 4: 80}
"""About what the full table takes to build, by stacks; with fewer stacks it takes seconds."""
ESTIMATED = "The worth is an estimate for comparing choices (formula 4 over the table), not a probability."
EXACT = "The worth is the chance of success, exactly: over all orders of the cards left, with best play."
MOST_GENERAL = 24
"""Cards in all that are counted where there are more than two foundations."""


def advise(
    position: Annotated[
        str,
        "Solitaire: A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 3; stack game: A6 B6 / B6 B5A3B3 A5 / A1.",
    ],
    *,
    player: PLAYER = None,
    labellings: LABELLINGS = None,
    quick: QUICK = False,
    full: Annotated[bool, "Insist on the full table, which is built in minutes to an hour."] = False,
    store: Store | None = None,
    progress: Progress = SILENT,
    agree: Agree = None,
) -> Advice:
    """Tell what every choice is worth: estimated in the solitaire, exact in the stack game.

    In the solitaire the drawn card is a rank (the last part has one letter), and a choice goes on until the
    next draw. In the stack game every card has its foundation, and the answer is the probability of success.

    >>> advise("A2 B2 / B2 A2 / A1").to_json()
    '{"game": "calculation", "position": "A2 B2 / B2 A2 / A1", "cards left": 2, "value": "1", "moves": \
[{"stack": 1, "value": "1", "probability": 1.0, "optimal": true, "move": 1}, \
{"stack": 2, "value": "1", "probability": 1.0, "optimal": true, "move": 2}]}'
    """
    game, here = read(position)
    if isinstance(game, Calculation):
        if quick and full:
            raise SaizenError("--quick --full: the small table or the full one, not both")
        missing = "" if quick or full else _build_to_agree_to(game.variant.stacks, store or Store())
        fallback = bool(missing) and not (agree is not None and agree(missing))
        quick = quick or fallback
        made = _solitaire(position, game, here, player or "best", labellings, quick, store, progress)
        return _quickly_instead(made, game.variant.stacks) if fallback else made
    if player or labellings or quick or full:
        raise SaizenError(
            f"{position!r}: a stack game is solved; --player, --labellings, --quick, --full are not for it"
        )
    if not here.deck():
        raise PositionError(f"{position!r}: the deck is empty, there is nothing left to choose")
    try:
        return _stack_game(game, here, progress)
    except PositionError as error:
        raise PositionError(f"{position!r}: {error}") from None


def _build_to_agree_to(stacks: int, store: Store) -> str:
    """Say what the full table takes, where it is not there and takes minutes; an empty text elsewhere."""
    from saizen.games.calculation.machine.machine import FULL
    from saizen.games.calculation.stackgame.stored import table_name

    if stacks not in MINUTES or store.get_table(table_name(stacks, FULL), None) is not None:
        return ""
    return f"The full table for {stacks} stacks takes about {MINUTES[stacks]} minutes to build. Build it now?"


def _quickly_instead(made: Advice, stacks: int) -> Advice:
    """Say that the answer comes from the quick table, and how to get the other one."""
    note = f"No full table for {stacks} stacks yet: --full builds it in about {MINUTES[stacks]} minutes."
    return Advice({**made.data, "quick": True}, made.tables, [*made.notes, note], made.moves)


def _stack_game(game: NamedStackGame, arrangement: Arrangement, progress: Progress) -> Advice:
    """Value every stack for the drawn card, or for each card that may come."""
    deck, order = arrangement.deck(), order_of(arrangement)
    if order is not None and not order.lost():
        order_values(order, progress)  # an error here says why there are no values
    solution = StackSolution(game, progress)
    moves: list[dict[str, Any]] = []
    for card in [arrangement.drawn] if arrangement.drawn else deck:
        drawn = Arrangement(arrangement.sizes, arrangement.stacks, card)
        named = {"card": card_text(card)} if arrangement.drawn is None else {}
        for found in solution.moves(drawn):
            assert found.value is not None
            shown = {"value": found.value, "probability": float(found.value), "optimal": found.optimal}
            moves.append({**named, "stack": found.move, **shown})
    value = solution.value(arrangement)
    facts = {"cards left": len(deck), "value": value}
    notes = ["Whatever comes, the position is lost."] if value == 0 else []
    made = advice("calculation", game.text(arrangement), facts, moves, notes)
    return _with_keys(made, [{**move, "move": move["stack"]} for move in moves])


def _solitaire(
    text: str,
    game: Calculation,
    position: CalculationPosition,
    player: PlayerName,
    labellings: int | None,
    quick: bool,
    store: Store | None,
    progress: Progress,
) -> Advice:
    """Value every choice until the next draw."""
    from saizen.games.calculation.machine.machine import MOST_STACKS as MOST_MACHINE
    from saizen.games.calculation.solved import MachineSolution

    if not isinstance(game.look(position), Decision):
        raise PositionError(f"{text!r}: no card is drawn; add its rank, such as ' / 3'")
    solution = machine_solution(game, player, labellings, quick=quick, store=store, progress=progress)
    if not isinstance(solution, MachineSolution):
        raise SaizenError(f"stacks = {game.variant.stacks}: the machine plays with 1 to {MOST_MACHINE}")
    plans = solution.plans(position)
    exact = all(plan.orders for plan in plans)
    moves = [
        {
            "actions": " ".join(map(str, plan.actions)),
            "worth": plan.worth,
            "of the best": plan.worth / plans[0].worth if plans[0].worth > 0 else 1.0,
            "optimal": plan.worth == plans[0].worth,
            "position": game.text(plan.position),
            **_why(plan),
        }
        for plan in plans
    ]
    facts = {"cards left": (+game.deck(position)).total(), "player": player, "estimate": not exact}
    notes = [
        EXACT if exact else ESTIMATED,
        *([QUICK_NOTE] if quick and not exact else []),
    ]
    made = advice("calculation", game.text(position), facts, moves, notes)
    return _with_keys(
        made,
        [
            {**move, "move": move["actions"], "value": move["worth"], "reason": reason_text(position, plan)}
            for move, plan in zip(moves, plans, strict=True)
        ],
    )


def _why(plan: "Choice") -> dict[str, str]:
    """Return the last column of a choice: in how many orders it is won or, if unknown, a labelling."""
    if plan.orders is None:
        return {"labelling": labelling_text(plan)}
    won, orders = plan.orders
    return {"orders won": f"{won} of {orders}"}


def _with_keys(made: Advice, moves: list[dict[str, Any]]) -> Advice:
    """Return an answer whose moves have more keys for programs than columns for people."""
    return Advice({**made.data, "moves": moves}, made.tables, made.notes, moves)


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
    *,
    stacks: STACKS = 3,
    cards: CARDS = 12,
    foundations: FOUNDATIONS = 2,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Build the table of all positions of a stack game, or go on with one that was begun."""
    from time import perf_counter

    from saizen.games.calculation.stackgame.estimate import announced
    from saizen.games.calculation.stackgame.lattice import Start
    from saizen.games.calculation.stackgame.stored import build_table, open_table, table_name

    _check(stacks, cards)
    Start.fresh(cards, stacks, foundations)  # refuse what does not fit before anything is measured
    store = store or Store()
    if store.get_table(table_name(stacks, cards, foundations), None, progress) is None:
        progress = announced(stacks, cards, foundations, store=store, progress=progress)
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


def _check(stacks: int, cards: int) -> None:
    if not 1 <= stacks <= MOST_STACKS:
        raise SaizenError(f"stacks = {stacks}: use 1 to {MOST_STACKS}")
    if not 1 <= cards <= 13:
        raise SaizenError(f"cards = {cards}: use 1 to 13")
