"""The commands on numbered deals: how often the machine wins them, and which can be won at all."""

from pathlib import Path
from typing import Annotated, Any

from saizen.advice import Answer, Table
from saizen.errors import SaizenError
from saizen.games.calculation.entry import LABELLINGS, PLAYER
from saizen.games.calculation.machine.style import style_of
from saizen.store import Store
from saizen.work import SILENT, Progress

STACKS = Annotated[int, "Number of stacks, 1 to 4."]
ANY_STACKS = Annotated[int, "Number of stacks, 1 to 6."]
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
    out: Annotated[Path | None, "Write one row a deal to this CSV file, or go on with it."] = None,
    against: Annotated[Path | None, "Compare with the same deals in this file of an earlier run."] = None,
    workers: Annotated[int | None, "Processes; all cores unless given."] = None,
    cluster: Annotated[
        str | None, "Play on a Dask cluster: the scheduler's address, tcp://HOST:PORT."
    ] = None,
    quick: QUICK = False,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Play numbered deals and count the successes, with the 95 % interval of the rate."""
    from contextlib import ExitStack
    from time import perf_counter

    from saizen.cluster import Watched, connected, sent_table
    from saizen.games.calculation.deals import parse_deals
    from saizen.games.calculation.machine import simulate as simulation
    from saizen.games.calculation.machine.machine import prepared
    from saizen.games.calculation.stackgame.stored import table_name
    from saizen.rates import wilson

    place = store or Store()
    chosen, style = parse_deals(deals), style_of(player or "best", labellings, lookahead)
    if workers is not None and workers < 1:
        raise SaizenError(f"workers = {workers}: use at least 1")
    other = simulation.outcomes(against) if against else None
    with connected(cluster, progress) as client, ExitStack() as closing:
        machine = prepared(stacks, style, quick, progress, store=place)
        settings = simulation.Settings(stacks, machine.style, machine.table.start.cards // 2)
        name = table_name(stacks, settings.cards)
        parcel = client and closing.enter_context(sent_table(client, place, name, progress))
        began = perf_counter()
        played = simulation.simulate(
            chosen,
            settings,
            str(place.directory),
            out=out,
            executor=None if client is None else Watched(client),
            parcel=parcel,
            workers=workers,
            progress=progress,
        )
        results = dict(played)
    wins = sum(results.values())
    low, high = wilson(wins, len(chosen))
    seconds = round(perf_counter() - began, 1)
    data: dict[str, Any] = {"stacks": stacks, "player": player or "best", "deals": len(chosen), "wins": wins}
    data |= {"rate": wins / len(chosen), "low": low, "high": high, "seconds": seconds}
    notes = [f"95 % interval of the rate: {low:.4f} to {high:.4f}", *([QUICK_NOTE] if quick else [])]
    if other is not None:
        compared = simulation.compare(results, other, str(against))
        data |= compared
        notes.append(
            f"of {compared['common']} deals in both runs, this player alone won {compared['only this']} "
            f"and the other alone {compared['only other']} (McNemar p = {compared['p']:.2g})"
        )
    title = f"Calculation, {stacks} stacks, deals {deals}"
    return Answer(data, [Table(title, list(data), [list(data.values())])], notes)


def limit(
    *,
    stacks: ANY_STACKS = 3,
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
