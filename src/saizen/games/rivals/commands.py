"""What ``saizen COMMAND rivals`` does; each function's signature is the command's option list."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from saizen.advice import Advice, Answer, Table, advice
from saizen.exact import text
from saizen.games.rivals.rules import PRESETS, RivalsPosition, Rules, preset
from saizen.games.rivals.text import read, write
from saizen.talk import Talk
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.games.rivals.solved import Solved

RulesName = Annotated[str, f"Rules: {', '.join(PRESETS)}."]
Exact = Annotated[bool, 'Exact values, as fractions "p/q".']


def advise(
    position: Annotated[str, "OWN/OPP POINTS STAKES [spy+|spy-] [gen+|gen-] [seen=C]."],
    *,
    rules: RulesName = "paper",
    exact: Exact = False,
) -> Advice:
    """Tell the equilibrium strategy, and what each card gets against the equilibrium opponent."""
    from saizen.games.rivals.solved import get_solved

    chosen = preset(rules)
    place = read(position, chosen)
    return position_advice(get_solved(chosen, exact=True), place, exact)


def position_advice(solved: "Solved", place: RivalsPosition, exact: bool) -> Advice:
    """Put the advice for a position together from an exact solution."""

    def shown(number: Any) -> Any:
        return text(number) if exact else float(number)

    cards = solved.rules.cards
    moves = [
        {
            "move": choice.card,
            "name": cards[choice.card].name,
            "probability": shown(choice.probability),
            "value": shown(choice.value),
            "optimal": choice.optimal,
        }
        for choice in solved.choices(place)
    ]
    notes = [_situation(place)]
    if not moves:
        for card in sorted(place.yours):
            reply = RivalsPosition(
                **{**{f: getattr(place, f) for f in RivalsPosition.__slots__}, "seen": card}
            )
            best = [c for c in solved.choices(reply) if c.optimal]
            names = " or ".join(cards[c.card].name for c in best)
            notes.append(
                f"if the {cards[card].name} ({card}) is shown: {names}, worth {shown(best[0].value)}"
            )
    unique = solved.unique(place)
    if not unique:
        notes.append("The optimal strategy is not unique: this is one of several.")
    return advice(
        "rivals", write(place), {"value": shown(solved.value(place)), "unique": unique}, moves, notes
    )


def _situation(place: RivalsPosition) -> str:
    if place.spy > 0:
        return "Your spy acts: the opponent shows a card first." if place.seen is None else "You reply."
    return "The opponent's spy acts: you show a card first." if place.spy < 0 else "Both choose at once."


def solve(
    *,
    rules: RulesName = "paper",
    exact: Exact = False,
    out: Annotated[
        Path | None, "Write every position with value and strategy: FILE.csv or FILE.parquet."
    ] = None,
    check: Annotated[bool, "Check every equilibrium by its certificate (implies --exact)."] = False,
    progress: Progress = SILENT,
) -> Answer:
    """Solve every position that can arise; tell how many there are, and the opening."""
    from saizen.games.rivals.export import certificates, check_target, export
    from saizen.games.rivals.solved import get_solved

    chosen = preset(rules)
    if out is not None:
        check_target(out)
    exact = exact or check
    solved = get_solved(chosen, exact=exact, progress=progress)
    counts = [(layer.cards, *layer.counts()) for layer in solved.layers]
    total = sum(sum(row[1:]) for row in counts)
    start = RivalsPosition(frozenset(chosen.hand), frozenset(chosen.hand))
    value = solved.value(start)
    opening = [
        (chosen.cards[c.card].name, c.card, float(c.probability), float(c.value))
        for c in solved.choices(start)
    ]
    data: dict[str, Any] = {
        "game": "rivals",
        "rules": rules,
        "exact": exact,
        "positions": total,
        "value": text(value) if exact else value,
        "opening": {
            str(card): probability for _, card, probability, _ in sorted(opening, key=lambda o: o[1])
        },
    }
    notes = [
        f"{total} positions; the game is worth {text(value) if exact else round(value, 12)} to either player."
    ]
    if check:
        data["certificates"] = certificates(solved, progress)
        notes.append(f"{data['certificates']} equilibria checked by their certificates, all right.")
    if out is not None:
        data["rows"], data["path"] = export(solved, out, progress), str(out)
        notes.append(f"{data['rows']} positions written to {out}")
    tables = [
        Table("Positions", ("cards left", "simultaneous", "to show first", "to reply"), counts),
        Table("Opening", ("card", "number", "probability", "value"), opening),
    ]
    return Answer(data, tables, notes)


def balance(
    *,
    set_: Annotated[
        list[str] | None, "Change a rule: prince.strength=6, points_to_win=3, remove=clown, ..."
    ] = None,
    rules: RulesName = "paper",
    progress: Progress = SILENT,
) -> Answer:
    """Solve changed rules and compare win and draw rates, card use and the opening with the preset."""
    from saizen.games.rivals.balance import compare_balance

    base = preset(rules)
    return compare_balance(base, changed_rules(base, set_ or ()), rules, list(set_ or ()), progress)


def changed_rules(base: Rules, settings: list[str] | tuple[()]) -> Rules:
    """Apply settings one after the other."""
    for setting in settings:
        base = base.changed(setting)
    return base


def play(
    *,
    rules: RulesName = "paper",
    seed: Annotated[int | None, "Make the opponent's random choices repeatable."] = None,
    hints: Annotated[bool, "Show the best cards before each choice."] = False,
    talk: Talk,
    progress: Progress = SILENT,
) -> Answer:
    """Play against the equilibrium; after each trick it can tell what the card cost."""
    from saizen.games.rivals.play import play_game
    from saizen.games.rivals.solved import get_solved

    return play_game(get_solved(preset(rules), exact=True, progress=progress), talk, seed, hints)
