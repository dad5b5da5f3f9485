"""What ``saizen COMMAND rivals`` does; each function's signature is the command's option list."""

import shlex
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from saizen.advice import Advice, Answer, Table, advice
from saizen.exact import text
from saizen.game import MAX
from saizen.games.rivals import entry
from saizen.games.rivals.entry import RulesName, Settings
from saizen.games.rivals.rules import RivalsPosition, mover
from saizen.games.rivals.text import write
from saizen.games.rivals.variants import read_rules, setting_list
from saizen.solution import MoveValue
from saizen.store import Store
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.games.rivals.solved import RivalsSolution

Exact = Annotated[bool, 'Exact values, as fractions "p/q".']


def advise(
    position: Annotated[str, "OWN/OPP POINTS STAKES [spy+|spy-] [gen+|gen-] [seen=C]."],
    *,
    rules: RulesName = "paper",
    set_: Settings = None,
    exact: Exact = False,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Advice:
    """Tell the equilibrium strategy, and what each card gets against the equilibrium opponent.

    >>> advise("23/01 3-3 1-1", exact=True).data["moves"][0]["probability"]
    Fraction(1, 2)
    """
    from saizen.games.rivals.solved import solved_at

    game, place = entry.read(position, rules=rules, set_=set_)
    return rivals_advice(solved_at(place, game.rules, store=store, progress=progress), place, exact)


def rivals_advice(solution: "RivalsSolution", place: RivalsPosition, exact: bool) -> Advice:
    """Put the advice for a position together, from the side of "me", who is MAX."""
    value = solution.value(place)  # first, since it refuses what cannot arise
    cards = solution.rules.cards
    number: Any = Fraction if exact else float
    i_choose = place.spy == 0 or mover(place) == MAX
    found = solution.moves(place) if i_choose else []
    moves = [
        {
            "move": one.move,
            "name": cards[_number(one)].name,
            "probability": number(one.probability),
            "value": number(one.value),
            "optimal": one.optimal,
        }
        for one in found
    ]
    notes = [_situation(place), *([] if i_choose else _prospects(solution, place, exact))]
    unique = solution.unique(place) if i_choose else True
    if not unique:
        notes.append("The optimal strategy is not unique: this is one of several.")
    facts = {"value": number(value), "unique": unique}
    return advice("rivals", write(place), facts, moves, notes)


def _number(one: MoveValue) -> int:
    """Return the card of a move, which is its number."""
    assert isinstance(one.move, int)
    return one.move


def _situation(place: RivalsPosition) -> str:
    if place.spy == 0:
        return "Both choose at once."
    if place.spy > 0:
        return "Your spy acts: the opponent shows a card first." if place.seen is None else "You reply."
    if place.seen is None:
        return "The opponent's spy acts: you show a card first."
    return "The opponent has seen your card and replies."


def _prospects(solution: "RivalsSolution", place: RivalsPosition, exact: bool) -> list[str]:
    """Say what comes when the opponent has the turn: my answer to each card, or the opponent's to mine."""

    def best(where: RivalsPosition) -> str:
        found = [one for one in solution.moves(where) if one.optimal]
        names = " or ".join(solution.rules.cards[_number(one)].name for one in found)
        value: Any = found[0].value
        return f"{names}, worth {text(value) if exact else float(value)}"

    if place.seen is not None:
        return [f"best for the opponent: {best(place)}"]
    return [
        f"if the {solution.rules.cards[card].name} ({card}) is shown: {best(replace(place, seen=card))}"
        for card in sorted(place.yours)
    ]


def solve(
    *,
    rules: RulesName = "paper",
    set_: Settings = None,
    exact: Exact = False,
    out: Annotated[
        Path | None, "Write every position with value and strategy: FILE.csv or FILE.parquet."
    ] = None,
    check: Annotated[bool, "Check every equilibrium by its certificate (implies --exact)."] = False,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Solve every position that can arise; tell how many there are, and the opening."""
    from saizen import saving
    from saizen.games.rivals.export import ENDINGS, certificates, export
    from saizen.games.rivals.solved import get_solved

    if out is not None:
        saving.check_path(out, ENDINGS, "--out")
    exact = exact or check
    solved = get_solved(read_rules(rules, set_), exact=exact, store=store, progress=progress)
    counts = [(layer.cards, *layer.counts()) for layer in solved.layers]
    total = sum(sum(row[1:]) for row in counts)
    start = solved.game.start()
    value = solved.value(start)
    found: dict[Any, Any] = {one.move: one for one in solved.moves(start)}
    opening = [
        (
            solved.rules.cards[number].name,
            number,
            float(found[number].probability),
            float(found[number].value),
        )
        for number in found
    ]
    data: dict[str, Any] = {
        "game": "rivals",
        "rules": rules,
        "set": setting_list(set_),
        "exact": exact,
        "positions": total,
        "value": Fraction(value) if exact else value,
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
        chosen = [word for setting in data["set"] for word in ("--set", setting)] + ["--exact"] * exact
        command = shlex.join(["saizen", "solve", "rivals", "--rules", rules, *chosen, "--out", str(out)])
        made = saving.provenance(data, command)
        data["rows"], data["path"] = export(solved, out, progress, made), str(out)
        notes.append(f"{data['rows']} positions written to {out}")
    tables = [
        Table("Positions", ("cards left", "simultaneous", "to show first", "to reply"), counts),
        Table("Opening", ("card", "number", "probability", "value"), opening),
    ]
    return Answer(data, tables, notes)


def balance(
    *,
    set_: Settings = None,
    rules: RulesName = "paper",
    store: Store | None = None,
    progress: Progress = SILENT,
    **more: Any,
) -> Answer:
    """Measure changed rules and compare them with the preset; ``more`` are options of ``saizen balance``."""
    from saizen.games import known
    from saizen.games.balance import balance_command

    return balance_command(known("rivals"))(set_=set_, rules=rules, store=store, progress=progress, **more)
