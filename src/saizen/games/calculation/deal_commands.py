"""The commands on numbered deals: how often the machine wins them, and which can be won at all."""

from pathlib import Path
from typing import Annotated, Any

from saizen.advice import Answer, Table
from saizen.errors import SaizenError
from saizen.games.calculation.entry import LABELLINGS, PLAYER, SHUFFLED
from saizen.games.calculation.machine.style import style_of
from saizen.places import CLUSTER, WORKERS, place
from saizen.store import Store
from saizen.work import SILENT, Progress

STACKS = Annotated[int, "Number of stacks, 1 to 4."]
ANY_STACKS = Annotated[int, "Number of stacks, 1 to 13."]
QUICK = Annotated[bool, "Use a small table, built in seconds: pairs see the last six cards only."]
QUICK_NOTE = "Quick: pairs of foundations see their last six cards only; the full table plays better."
DEALS = Annotated[str, "Numbered deals, such as 1-10000."]


def simulate(
    *,
    stacks: STACKS = 3,
    player: PLAYER = None,
    labellings: LABELLINGS = None,
    lookahead: Annotated[bool, "Look one draw further; best always does."] = False,
    deals: DEALS = "1-100",
    shuffled: SHUFFLED = None,
    out: Annotated[Path | None, "Write one row a deal to this CSV file, or go on with it."] = None,
    against: Annotated[Path | None, "Compare with the same deals in this file of an earlier run."] = None,
    workers: WORKERS = None,
    cluster: CLUSTER = None,
    quick: QUICK = False,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Play numbered deals and count the successes, with the 95 % interval of the rate."""
    from contextlib import ExitStack
    from time import perf_counter

    from saizen.cluster import sent_table
    from saizen.games.calculation.deals import parse_deals
    from saizen.games.calculation.machine import simulate as simulation
    from saizen.games.calculation.machine.machine import prepared
    from saizen.games.calculation.stackgame.stored import table_name
    from saizen.rates import wilson

    home = store or Store()
    chosen, style = parse_deals(deals), style_of(player or "best", labellings, lookahead)
    other = simulation.outcomes(against, shuffled) if against else None
    with place(workers, cluster, progress) as where, ExitStack() as closing:
        machine = prepared(stacks, style, quick, progress, store=home)
        settings = simulation.Settings(stacks, machine.style, machine.table.start.cards // 2, shuffled)
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
    data: dict[str, Any] = {"stacks": stacks, "player": player or "best", "deals": len(chosen), "wins": wins}
    if shuffled is not None:
        data["shuffled"] = shuffled
    data |= {"rate": wins / len(chosen), "low": low, "high": high, "seconds": seconds}
    notes = [f"95 % interval of the rate: {low:.4f} to {high:.4f}", *([QUICK_NOTE] if quick else [])]
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


def limit(
    *,
    stacks: ANY_STACKS = 3,
    deals: Annotated[str, "Numbered deals, such as 1-1000."] = "1-100",
    shuffled: SHUFFLED = None,
    deal: Annotated[int | None, "Show one deal: the game that wins it, or that there is none."] = None,
    deck: Annotated[str | None, "Show one deck, its 52 ranks as they come: 2222333344445555..."] = None,
    conflicts: Annotated[int, "Dead ends to learn from before a deal stays open."] = 1_000_000,
    out: Annotated[Path | None, "Write one row a deal to this CSV file, or go on with it."] = None,
    proof: Annotated[Path | None, "Write why one deal is impossible to FILE.cnf, FILE.drup."] = None,
    workers: WORKERS = None,
    cluster: CLUSTER = None,
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
    told = {"stacks": stacks, "deal": number} | ({} if shuffled is None else {"shuffled": shuffled})
    name = f"{deck} with {stacks} stack{'s' * (stacks > 1)}"
    return _decided(told, name, shuffled_deal(number, shuffled), conflicts, proof, progress)


def _limit_of_deck(text: str, stacks: int, conflicts: int, proof: Path | None, progress: Progress) -> Answer:
    """Decide a deck by the ranks that need a stack each, if they are too many, else by clauses."""
    from saizen.games.calculation.certain import longest_chain
    from saizen.games.calculation.rules import FOUNDATIONS, Variant
    from saizen.games.calculation.text import parse_ranks, rank_text
    from saizen.games.calculation.thoughtful.decide import check_deck

    variant = Variant(stacks=stacks)
    cards = parse_ranks("".join(text.upper().split()), text, variant.ranks)
    check_deck(cards, variant)
    chain = longest_chain(cards, variant)
    ranks = rank_text(chain.ranks) if chain.ranks else ""
    told = {"stacks": stacks, "deck": rank_text(cards), "chain": ranks}
    name = f"This deck with {stacks} stack{'s' * (stacks > 1)}"
    if len(chain.ranks) > stacks and proof is None:
        data = {**told, "verdict": "impossible", "conflicts": 0, "game": ""}
        note = (
            f"{name} cannot be won: on foundation {FOUNDATIONS[chain.foundation]} {' '.join(ranks)} come in "
            f"this order behind {rank_text((chain.behind,))}, which is drawn after all of them, and they are "
            f"drawn in this order; each needs a stack of its own, {len(ranks)} in all."
        )
        return Answer(data, notes=[note])
    return _decided(told, name, cards, conflicts, proof, progress)


def _decided(
    told: dict[str, Any],
    name: str,
    cards: tuple[int, ...],
    conflicts: int,
    proof: Path | None,
    progress: Progress,
) -> Answer:
    """Decide one deck by its clauses and say what was found."""
    from saizen.games.calculation.log import write_log
    from saizen.games.calculation.rules import Variant
    from saizen.games.calculation.thoughtful.clauses import write_clauses
    from saizen.games.calculation.thoughtful.decide import solve_deal
    from saizen.sat import write_refutation

    variant = Variant(stacks=told["stacks"])
    progress.stage(name, None)
    found = solve_deal(cards, variant, conflicts=conflicts, progress=progress)
    game = write_log(found.turns)
    data = {**told, "verdict": found.verdict, "conflicts": found.conflicts, "game": game}
    if found.verdict == "won":
        notes = [f"{name} can be won:", game]
    elif found.refutation is not None:
        notes = [f"{name} cannot be won: a refutation of {len(found.refutation)} steps was found."]
        if proof is not None:
            files = write_refutation(write_clauses(cards, variant), found.refutation, proof)
            notes.append(f"It is written to {' and '.join(map(str, files))}.")
    else:
        notes = [f"{name} stays open after {found.conflicts} dead ends; a larger --conflicts may decide it."]
    return Answer(data, notes=notes)
