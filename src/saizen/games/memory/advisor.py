"""How the answer to a question about a table or a board is put together and into words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from saizen.advice import Advice, Table
from saizen.exact import decimal
from saizen.game import MIN, Chance, Game
from saizen.games.memory.position import MemoryPosition
from saizen.games.memory.rules import Memory
from saizen.games.memory.solved import OneCardSolution, TableSolution
from saizen.games.memory.table import as_board
from saizen.games.memory.table_position import TablePosition
from saizen.games.memory.table_solved import PlacesSolution
from saizen.solution import MoveValue, Solution


@dataclass(frozen=True)
class Found:
    """A value, the moves and the answers to first cards, whichever solver found them."""

    value: Any
    moves: Sequence[Mapping[str, Any]]
    policy: Sequence[Mapping[str, Any]]
    places: Sequence[Mapping[str, Any]] = ()


def advise_position(text: str, game: Game[Any], position: Any, solution: Solution[Any]) -> Advice:
    """Answer what is best at a table or a board; values are the first player's, or expected turns."""
    rules, board_position = as_board(game, position)
    if isinstance(solution, PlacesSolution):
        found = _find(rules, board_position, solution.board)
        if "|" in text:
            found = _with_places(found, position, solution)
    else:
        found = _find(rules, board_position, solution)
    facts: dict[str, Any] = {"take": rules.take, "objective": rules.objective}
    facts |= {"lead": board_position.lead} if rules.objective == "win" else {}
    facts |= {} if rules.memory is None else {"memory": rules.memory}
    data = {"game": "memory", "position": text.strip(), **facts, "value": _whole(found.value)}
    data |= {"moves": found.moves, "policy": found.policy}
    if found.places:
        data["places"] = found.places
    tables = [Table(f"memory  {text.strip()}", ["move", "value", "≈", "optimal"], _rows(found.moves))]
    if found.policy:
        rows = [
            [answer["first"], answer["chance"], second["move"], _short(second["value"]), second["optimal"]]
            for answer in found.policy
            for second in answer["second"]
        ]
        columns = ["first card", "chance", "second card", "value", "optimal"]
        tables.append(Table("when an unknown card is turned first", columns, rows))
    if found.places:
        tables.append(Table("the next card", ["card", "value", "≈", "optimal"], _rows(found.places)))
    sentence = _sentence(rules, board_position, found.value)
    return Advice(data, tables, [sentence, *_notes(rules, found.moves)], found.moves)


def _rows(moves: Iterable[Mapping[str, Any]]) -> list[list[Any]]:
    return [
        [move["move"], _short(move["value"]), decimal(move["value"], 4), move["optimal"]] for move in moves
    ]


def _short(value: Any) -> str:
    """Write a value for people: its fraction, unless that is long."""
    fraction = str(value)
    return fraction if len(fraction) <= 24 else decimal(value, 12) + "..."


def _listed(found: Iterable[MoveValue]) -> list[dict[str, Any]]:
    """Write moves for an answer, best first."""
    return [{"move": one.move, "value": _whole(one.value), "optimal": bool(one.optimal)} for one in found]


def _whole(value: Any) -> Any:
    """Write a fraction that is a whole number as one, so that equal values look alike."""
    return value.numerator if value.denominator == 1 else value


def _sentence(rules: Memory, position: MemoryPosition, value: Any) -> str:
    worth = f"{_short(value)} (≈ {decimal(value, 4)})"
    if rules.objective == "turns":
        return f"Expected turns to the end: {worth}."
    second = position.mover == MIN
    if rules.objective == "win":
        whose = f"first's {position.lead:+d}" if second else f"{position.lead:+d}"
        who = "First's chance to win" if second else "Chance to win"
        return f"{who}, a draw counted half, {whose} pairs ahead: {worth}."
    who = "first takes more than second" if second else "more than the other player"
    return f"Expected pairs {who} from here on: {worth}."


def _notes(rules: Memory, moves: Sequence[Mapping[str, Any]]) -> list[str]:
    names = {move["move"] for move in moves}
    words = {
        "0-move": "0-move: turn two known cards that do not match"
        + ("; it ends the game." if rules.passes == 1 else "; the second in succession ends the game."),
        "1-move": "1-move: turn an unknown card; match it if a mate is known, else turn a known card.",
        "2-move": "2-move: turn an unknown card; match it if a mate is known, else another unknown card.",
        "mixed": "mixed: an unknown card, and the answer depends on it, see the second table.",
        "2-save": "2-save, 4-save: after a failure remember a letter of two, of four, if there is a choice.",
    }
    return [text for name, text in words.items() if name in names]


# ---------------------------------------------------------------------- what the solution says


def _find(rules: Memory, position: MemoryPosition, solution: Solution[Any]) -> Found:
    """Ask the solution: whole turns where a turn begins, single moves inside one."""
    between = position.first is None and not position.choosing
    if isinstance(solution, TableSolution) and between:
        return _from_plans(solution, position)
    if isinstance(solution, OneCardSolution) and between:
        return Found(solution.value(position), _listed(solution.turns(position)), [])
    policy = _policy(rules, position, solution) if between else []
    return Found(solution.value(position), _listed(solution.moves(position)), policy)


def _with_places(found: Found, position: TablePosition, solution: PlacesSolution) -> Found:
    """Add what each card is worth; where one lies open that is all there is to choose."""
    places = _listed(solution.moves(position))
    moves = found.moves if position.turned is None and not position.choosing else places
    return replace(found, value=solution.value(position), moves=moves, places=places)


def _from_plans(solution: TableSolution, position: MemoryPosition) -> Found:
    """Unlimited memory: the plans for a turn, and the answer to every first card.

    They are told even where the game is decided already.
    """
    plans = solution.plans(position)

    def shown(choices: Iterable[MoveValue]) -> list[dict[str, Any]]:
        return _listed(replace(one, value=solution.for_max(position, one.value)) for one in choices)

    policy = [
        {"first": answer.text, "chance": _whole(answer.chance), "second": shown(answer.seconds)}
        for answer in plans.policy()
    ]
    moves = shown(plans.moves())
    if position.passed and moves:
        return Found(moves[0]["value"], moves, policy)
    worth = solution.worth(position.board, solution.lead(position))
    return Found(solution.for_max(position, worth), moves, policy)


def _policy(rules: Memory, position: MemoryPosition, solution: Solution[Any]) -> list[Mapping[str, Any]]:
    """Look at the second cards after every first card that may turn up."""
    first = getattr(rules.look(position), "options", {}).get("unknown")
    policy: list[Mapping[str, Any]] = []
    for chance, opened in first.outcomes if isinstance(first, Chance) else ():
        known = opened.first.known - 1
        name = f"letter of {opened.first.cards}, " + (f"{known} known" if known else "not known")
        seconds = _listed(solution.moves(opened))
        policy.append({"first": name, "chance": _whole(chance), "second": seconds})
    return policy
