"""The commands on numbered deals: how often the machine wins them, and which can be won."""

from pathlib import Path
from typing import Annotated, Any

from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.errors import SaizenError
from saizen.games.calculation.entry import (
    MACHINE,
    USUAL,
    CalculationOptions,
    MachineOptions,
    refuse_stack_game,
)
from saizen.games.calculation.machine.style import style_of
from saizen.store import Store
from saizen.work import SILENT, Progress
from saizen.work.cluster import CLUSTER, WORKERS, place

USUAL_STACKS = 3
DEALS = Annotated[str, "Numbers of the deals, such as 1-10000."]


def simulate(
    options: CalculationOptions = USUAL,
    solver: MachineOptions = MACHINE,
    *,
    lookahead: Annotated[bool, "Look one draw further, as best always does."] = False,
    deals: DEALS = "1-100",
    out: Annotated[Path | None, "Write one row per deal to this CSV file, or continue it."] = None,
    against: Annotated[Path | None, "Compare with this file of an earlier run on the same deals."] = None,
    workers: WORKERS = None,
    cluster: CLUSTER = None,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Play many deals. Print the success rate with its 95 % interval.

    The full table is used, and built if there is none, unless the quick one is asked for.
    """
    from contextlib import ExitStack
    from time import perf_counter

    from saizen.games.calculation.deals import parse_deals
    from saizen.games.calculation.machine import simulate as simulation
    from saizen.games.calculation.machine.machine import prepare_machine
    from saizen.games.calculation.machine.table_choice import QUICK_NOTE, check_tables
    from saizen.games.calculation.rates import wilson
    from saizen.games.calculation.stackgame.two_chains.stored_table import table_name
    from saizen.work.cluster import sent_table

    check_tables(solver.quick, solver.full)
    home, stacks, shuffled = store or Store(), _stacks(options), options.shuffled
    chosen, style = parse_deals(deals), style_of(solver.player, solver.labellings, lookahead)
    other = simulation.outcomes(against, shuffled) if against else None
    with place(workers, cluster, progress) as where, ExitStack() as closing:
        machine = prepare_machine(stacks, style, solver.quick, progress, store=home)
        settings = simulation.SimulationSettings(
            stacks, machine.style, machine.table.start.cards // 2, shuffled
        )
        name = table_name(stacks, settings.cards)
        client = where.client
        parcel = client and closing.enter_context(sent_table(client, home, name, progress))
        began = perf_counter()
        played = simulation.simulate(
            chosen,
            settings,
            str(home.directory),
            out=out,
            executor=where.executor,
            parcel=parcel,
            workers=workers,
            progress=progress,
        )
        results = dict(played)
    wins = sum(results.values())
    low, high = wilson(wins, len(chosen))
    seconds = round(perf_counter() - began, 1)
    data: dict[str, Any] = {"stacks": stacks, "player": solver.player, "deals": len(chosen), "wins": wins}
    if shuffled is not None:
        data["shuffled"] = shuffled
    data |= {"rate": wins / len(chosen), "low": low, "high": high, "seconds": seconds}
    notes = [f"95 % interval of the rate: {low:.4f} to {high:.4f}", *([QUICK_NOTE] if solver.quick else [])]
    if other is not None:
        compared = simulation.compare(results, other, str(against))
        data |= compared
        notes.append(
            f"of {compared['common']} deals in both runs, this player alone won {compared['only this']} "
            f"and the other alone {compared['only other']} (McNemar p = {compared['p']:.2g})"
        )
    decks = f"deals {deals}" if shuffled is None else f"shuffled decks {deals} of seed {shuffled}"
    title = f"Calculation, {stacks} stacks, {decks}"
    return Answer(data, [Table(title, list(data), [list(data.values())])], notes)


def _stacks(options: CalculationOptions) -> int:
    """Return how many stacks the solitaire has; the size of a stack game is refused."""
    refuse_stack_game(options)
    return USUAL_STACKS if options.stacks is None else options.stacks


def limit(
    options: CalculationOptions = USUAL,
    *,
    deals: Annotated[str, "Numbers of the deals, such as 1-1000."] = "1-100",
    deal: Annotated[int | None, "Decide one deal and show the game that wins it."] = None,
    deck: Annotated[str | None, "Decide one deck of 52 ranks: 2222333344445555..."] = None,
    conflicts: Annotated[int, "Limit of dead ends per deal; beyond it the deal stays open."] = 1_000_000,
    out: Annotated[Path | None, "Write one row per deal to this CSV file, or continue it."] = None,
    proof: Annotated[Path | None, "Write the proof for an impossible deal: FILE.cnf, FILE.drup."] = None,
    workers: WORKERS = None,
    cluster: CLUSTER = None,
    progress: Progress = SILENT,
) -> Answer:
    """Find out which deals can be won. The order of the whole deck is known.

    >>> limit(CalculationOptions(stacks=1), deal=4).to_json()
    '{"stacks": 1, "deal": 4, "verdict": "impossible", "conflicts": 10, "game": ""}'
    """
    from time import perf_counter

    from saizen.games.calculation.deals import parse_deals
    from saizen.games.calculation.rules import Variant
    from saizen.games.calculation.thoughtful.decide import decide_deals, winnable

    stacks, shuffled = _stacks(options), options.shuffled
    Variant(stacks=stacks)  # refuse what does not exist before anything is begun
    if conflicts < 1:
        raise SaizenError(f"conflicts = {conflicts}: use at least 1")
    if deal is not None and deck is not None:
        raise SaizenError(f"deal {deal}: give a deal or a deck, not both")
    if (deal is not None or deck is not None) and (cluster is not None or (workers or 1) > 1):
        raise SaizenError("one deal is decided right here: leave out --workers and --cluster")
    if deal is not None:
        return _limit_of_one(deal, stacks, conflicts, proof, progress, shuffled)
    if deck is not None:
        if shuffled is not None:
            raise SaizenError(f"shuffled {shuffled}: a deck that is given is not shuffled")
        return _limit_of_deck(deck, stacks, conflicts, proof, progress)
    if proof is not None:
        raise SaizenError(f"proof {proof}: name the deal, such as --deal 2")
    began = perf_counter()
    counts = {"won": 0, "impossible": 0, "open": 0}
    chosen = parse_deals(deals)
    with place(workers, cluster, progress) as where:
        for _, verdict in decide_deals(
            chosen, stacks, conflicts, out, workers, progress, shuffled, executor=where.executor
        ):
            counts[verdict] += 1
    low, high = winnable(counts["won"], counts["impossible"], counts["open"])
    data: dict[str, Any] = {"stacks": stacks, "deals": len(chosen)}
    data |= {} if shuffled is None else {"shuffled": shuffled}
    data |= {**counts, "low": low, "high": high}
    seconds = round(perf_counter() - began, 1)
    note = f"95 % interval of the share of deals that can be won: {low:.4f} to {high:.4f}"
    shown = Table("Calculation with a known deck", list(data), [list(data.values())])
    return Answer({**data, "seconds": seconds}, [shown], [note])


def _limit_of_one(
    number: int,
    stacks: int,
    conflicts: int,
    proof: Path | None,
    progress: Progress,
    shuffled: int | None,
) -> Answer:
    from saizen.games.calculation.deals import shuffled_deal

    deck = f"Deal {number}" if shuffled is None else f"Shuffled deck {number} of seed {shuffled}"
    question = {"stacks": stacks, "deal": number} | ({} if shuffled is None else {"shuffled": shuffled})
    name = f"{deck} with {stacks} stack{'s' * (stacks > 1)}"
    return _decided(question, name, shuffled_deal(number, shuffled), conflicts, proof, progress)


def _limit_of_deck(text: str, stacks: int, conflicts: int, proof: Path | None, progress: Progress) -> Answer:
    """Decide a deck by the ranks that need a stack each, if they are too many, else by clauses."""
    from saizen.games.calculation.enough_stacks import longest_chain
    from saizen.games.calculation.rules import FOUNDATIONS, Variant
    from saizen.games.calculation.text import parse_ranks, rank_text
    from saizen.games.calculation.thoughtful.decide import check_deck

    variant = Variant(stacks=stacks)
    cards = parse_ranks("".join(text.upper().split()), text, variant.ranks)
    check_deck(cards, variant)
    chain = longest_chain(cards, variant)
    ranks = rank_text(chain.ranks) if chain.ranks else ""
    question = {"stacks": stacks, "deck": rank_text(cards), "chain": ranks}
    name = f"This deck with {stacks} stack{'s' * (stacks > 1)}"
    if len(chain.ranks) > stacks and proof is None:
        data = {**question, "verdict": "impossible", "conflicts": 0, "game": ""}
        note = (
            f"{name} cannot be won: on foundation {FOUNDATIONS[chain.foundation]} {' '.join(ranks)} come in "
            f"this order behind {rank_text((chain.behind,))}, which is drawn after all of them, and they are "
            f"drawn in this order; each needs a stack of its own, {len(ranks)} in all."
        )
        return Answer(data, notes=[note])
    return _decided(question, name, cards, conflicts, proof, progress)


def _decided(
    question: dict[str, Any],
    name: str,
    cards: tuple[int, ...],
    conflicts: int,
    proof: Path | None,
    progress: Progress,
) -> Answer:
    """Decide one deck by its clauses and say what was found."""
    from saizen.games.calculation.game_log import write_log
    from saizen.games.calculation.rules import Variant
    from saizen.games.calculation.thoughtful.clauses import write_clauses
    from saizen.games.calculation.thoughtful.decide import solve_deal
    from saizen.sat import write_refutation

    variant = Variant(stacks=question["stacks"])
    progress.stage(name, None)
    decision = solve_deal(cards, variant, conflicts=conflicts, progress=progress)
    game = write_log(decision.turns)
    data = {**question, "verdict": decision.verdict, "conflicts": decision.conflicts, "game": game}
    if decision.verdict == "won":
        notes = [f"{name} can be won:", game]
    elif decision.refutation is not None:
        notes = [f"{name} cannot be won: a refutation of {len(decision.refutation)} steps was found."]
        if proof is not None:
            files = write_refutation(write_clauses(cards, variant), decision.refutation, proof)
            notes.append(f"It is written to {' and '.join(map(str, files))}.")
    else:
        notes = [
            f"{name} stays open after {decision.conflicts} dead ends; a larger --conflicts may decide it."
        ]
    return Answer(data, notes=notes)
