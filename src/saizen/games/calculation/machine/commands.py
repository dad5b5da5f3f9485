"""The commands around the machine that plays the solitaire; each signature is the command's option list."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from saizen.advice import Advice, Answer, Table, advice
from saizen.errors import PositionError, SaizenError
from saizen.games.calculation.machine.style import EVERY, PlayerName, Style, style_of
from saizen.games.calculation.rules import FOUNDATIONS, RANKS, Calculation, CalculationPosition, Variant
from saizen.talk import Talk
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.games.calculation.machine.machine import Machine

STACKS = Annotated[int, "Number of stacks, 1 to 4."]
PLAYER = Annotated[PlayerName | None, "Who plays: best (the default), swift, paper, or literal."]
LABELLINGS = Annotated[int | None, "Labellings kept from turn to turn."]
QUICK = Annotated[bool, "Use a small table, built in seconds: pairs see the last six cards only."]
QUICK_NOTE = "Quick: pairs of foundations see their last six cards only; the full table plays better."
DEALS = Annotated[str, "Numbered deals, such as 1-10000."]


def advise_solitaire(
    text: str, player: PlayerName, labellings: int | None, quick: bool, progress: Progress
) -> Advice:
    """Value every choice after the draw in a position of the solitaire."""
    game = Calculation(Variant(stacks=len(text.split("/")[1].split()) or 1))
    position = game.parse(text)
    style = style_of(player, labellings)
    if style.look:
        style = style._replace(look=EVERY)
    machine = _machine(game.variant.stacks, style, quick, progress)
    choices = machine.advise(position)
    moves = [
        {
            "actions": " ".join(map(str, choice.actions)),
            "worth": choice.worth,
            "of the best": choice.worth / choices[0].worth if choices[0].worth > 0 else 1.0,
            "optimal": choice.worth == choices[0].worth,
            "position": game.text(choice.position),
            "labelling": " ".join(
                "".join(f"{RANKS[rank - 1]}({FOUNDATIONS[f]})" for rank, f in zip(stack, labels, strict=True))
                or "-"
                for stack, labels in zip(choice.position.stacks, choice.labels, strict=True)
            ),
        }
        for choice in choices
    ]
    facts = {"cards left": (+game.deck(position)).total(), "player": player, "estimate": True}
    notes = [
        "The worth is an estimate for comparing choices (formula 4 over the table), not a probability.",
        *([QUICK_NOTE] if quick else []),
    ]
    return advice("calculation", game.text(position), facts, moves, notes)


def undrawn(text: str) -> PositionError | None:
    """Return the complaint about a position of the solitaire in which no card is drawn, if it is one.

    >>> print(undrawn("A0 B0 C0 D0 / - K - -"))
    'A0 B0 C0 D0 / - K - -': no card is drawn; add its rank, such as ' / 3'
    """
    try:
        _, stacks = text.split("/")
        Calculation(Variant(stacks=len(stacks.split()))).parse(text)
    except ValueError:  # any complaint about the text is one
        return None
    return PositionError(f"{text!r}: no card is drawn; add its rank, such as ' / 3'")


def _machine(stacks: int, style: Style, quick: bool, progress: Progress) -> "Machine":
    from saizen.games.calculation.machine.machine import prepared

    return prepared(stacks, style, quick, progress)


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
    progress: Progress = SILENT,
) -> Answer:
    """Play numbered deals and count the successes, with the 95 % interval of the rate."""
    from time import perf_counter

    from saizen.games.calculation.deals import parse_deals
    from saizen.games.calculation.machine import simulate as simulation
    from saizen.rates import wilson
    from saizen.store import Store

    chosen, style = parse_deals(deals), style_of(player or "best", labellings, lookahead)
    if workers is not None and workers < 1:
        raise SaizenError(f"workers = {workers}: use at least 1")
    other = simulation.outcomes(against) if against else None
    with simulation.cluster(cluster) as executor:
        machine = _machine(stacks, style, quick, progress)
        settings = simulation.Settings(stacks, machine.style, machine.table.start.cards // 2)
        began = perf_counter()
        played = simulation.simulate(
            chosen,
            settings,
            str(Store().directory),
            out=out,
            executor=executor,
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


def watch(
    *,
    deal: Annotated[int, "The numbered deal."] = 3,
    stacks: STACKS = 3,
    player: PLAYER = None,
    labellings: LABELLINGS = None,
    lookahead: Annotated[bool, "Look one draw further; best always does."] = False,
    quick: QUICK = False,
    progress: Progress = SILENT,
) -> Answer:
    """Watch the machine play a deal: every turn in the paper's notation, and why."""
    from saizen.games.calculation.deals import deal as numbered
    from saizen.games.calculation.watch import reason_text

    numbered(deal)  # refuse a number before a table is built for it
    machine = _machine(stacks, style_of(player or "best", labellings, lookahead), quick, progress)
    game = machine.play(deal)
    turns = [
        {"turn": number, "play": str(turn), "reason": reason_text(turn, reason)}
        for number, (turn, reason) in enumerate(zip(game.turns, game.reasons, strict=True), start=1)
    ]
    last = machine.game.text(game.position)
    data = {"stacks": stacks, "deal": deal, "success": game.success, "left": game.left, "position": last}
    rows = [list(turn.values()) for turn in turns]
    notes = [f"{'Success' if game.success else 'Failure'}: {last}", *([QUICK_NOTE] if quick else [])]
    title = f"Deal {deal} with {stacks} stacks"
    return Answer({**data, "turns": turns}, [Table(title, ("turn", "play", "reason"), rows)], notes)


def play(
    *,
    talk: Talk,
    stacks: STACKS = 4,
    deal: Annotated[int | None, "A numbered deal; a random one otherwise."] = None,
    full: Annotated[bool, "Hints from the full table instead of the small one."] = False,
    progress: Progress = SILENT,
) -> Answer:
    """Play Calculation yourself; h gives a hint, u takes a step back."""
    import secrets

    from saizen.games.calculation.deals import deal as numbered
    from saizen.games.calculation.machine.machine import MOST_STACKS
    from saizen.games.calculation.sitting import sit

    game = Calculation(Variant(stacks=stacks))
    number = secrets.randbelow(2**31) if deal is None else deal
    cards = numbered(number)

    def hint(position: CalculationPosition) -> str:
        if position.drawn is None:
            return "Move what you like, or draw; a hint is for a drawn card."
        if stacks > MOST_STACKS:
            return f"Hints are for 1 to {MOST_STACKS} stacks."
        machine = _machine(stacks, style_of("best"), not full, progress)
        choice = machine.advise(position)[0]
        return f"I would play {' '.join(map(str, choice.actions))}."

    talk.say(f"Deal {number}.")
    outcome = sit(game, cards, talk, hint)
    if not outcome.finished:
        talk.say(
            f"Until next time; saizen play calculation --deal {number} --stacks {stacks} deals the same."
        )
    data = {"game": "calculation", "deal": number, "stacks": stacks, "finished": outcome.finished}
    return Answer(
        {**data, "success": outcome.success, "hints": outcome.hints, "position": game.text(outcome.position)}
    )
