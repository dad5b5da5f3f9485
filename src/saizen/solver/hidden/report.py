"""Answers about games with hidden information, for the command line."""

from pathlib import Path
from typing import Any

from saizen.answer import Answer, worth_words
from saizen.answer.table import Table, cell_text
from saizen.exact import text as number_text
from saizen.game import MAX, find_seat, name_of, names_of
from saizen.solution import cost
from saizen.solver.hidden.certificate import write_certificate
from saizen.solver.hidden.solution import Advice, HiddenSolution
from saizen.work import SILENT, Progress

SHOWN = 12
"""Beliefs that a table lists; the data has all."""


def solve_answer(solution: HiddenSolution, name: str, proof: Path | None = None) -> Answer:
    """Return the value of a game, whether it is proved, how large the game is; write the proof."""
    start = solution.game.start()
    value, sets = solution.value(start), solution.information_sets
    data: dict[str, Any] = {"game": name, "position": solution.game.text(start), "value": value}
    data |= {"positions": len(solution), "information_sets": list(sets), "exact": solution.exact}
    data["proved"] = solution.exact
    whom = names_of(solution.game).get(MAX, "max")
    notes = [
        f"{len(solution):,} histories, {sets[0]:,} and {sets[1]:,} information sets; the start is worth "
        f"{number_text(value)} to {whom}."
    ]
    if solution.exact:
        notes.append("Proved: both strategies secure it.")
    elif (bounds := solution.interval()) is not None:
        data["interval"] = list(bounds)
        low, high = bounds
        notes.append(f"Proved: it lies between {number_text(low)} and {number_text(high)}.")
    if proof is not None:
        write_certificate(solution, proof)
        data["proof"] = str(proof)
        notes.append(f"Both strategies are in {proof}: saizen verify {name} {proof}")
    return Answer(data, [], notes)


def advise_answer(
    solution: HiddenSolution,
    text: str,
    name: str,
    player: str | None = None,
    *,
    exact: bool = False,
    progress: Progress = SILENT,
) -> Answer:
    """Return what is best by what a player has seen; the start, where nothing is asked, is the whole game."""
    game = solution.game
    if not text.strip():
        answer = solve_answer(solution, name)
        first = solution.stories.text(next(solution.stories.places)) if sum(solution.information_sets) else ""
        hint = [f"Ask by what a player has seen, such as: saizen advise {name} {first!r}"] if first else []
        return Answer({**answer.data, "moves": []}, [], [*answer.notes, *hint], short=not exact)
    return place_answer(
        solution,
        solution.advice(text, None if player is None else find_seat(game, player), progress),
        name,
        exact=exact,
    )


def place_answer(solution: HiddenSolution, advice: Advice, name: str, *, exact: bool = False) -> Answer:
    """Return what is best at an information set, what it may be, and what each move costs."""
    game = solution.game
    seat, found = advice.place.player, solution.stories.set_at(advice.place)
    rows = []
    for rated in advice.moves:
        row = {"move": game.move_text(found.position, rated.move), "probability": rated.probability}
        row |= {
            "value": rated.value,
            "optimal": rated.optimal,
            "cost": cost(rated, advice.moves, seat, advice.value),
        }
        rows.append(row)
    beliefs = [{"position": name_of(game, at), "probability": chance} for at, chance in advice.beliefs]
    data = {"game": name, "position": advice.text, "player": names_of(game)[seat], "value": advice.value}
    data |= {"exact": solution.exact, "reached": advice.reached, "moves": rows, "beliefs": beliefs}
    if advice.slip is not None:
        data |= {"slip": advice.slip, "slip_gap": advice.gap}
    columns = ("move", "probability", "value", "optimal", "cost")
    tables = [Table(f"{name}  {advice.text}", columns, [[row[key] for key in columns] for row in rows])]
    if beliefs:
        shown = [(belief["position"], belief["probability"]) for belief in beliefs[:SHOWN]]
        tables.append(Table("what it may be", ("position", "chance"), shown))
    notes = []
    if advice.value is not None:
        notes.append(worth_words(game, cell_text(advice.value)))
    if len(beliefs) > SHOWN:
        notes.append(f"The {SHOWN} likeliest of {len(beliefs)} positions are shown.")
    if not advice.reached:
        notes.append(
            "Not reached under best play: the other's strategy never lets it come to this."
            + (" Advice is for the case that he slips." if advice.slip is None else "")
            + (
                f" Advice is for a game in which everybody slips {advice.slip} of the time."
                * bool(advice.slip)
            )
        )
    return Answer(data, tables, notes, short=not exact)
