"""Additions to an answer about Memory: the variant, the plans, the replies to a first card."""

from collections.abc import Sequence
from typing import Any

from saizen.answer.table import Table, cell_text
from saizen.exact import decimal
from saizen.game import MIN
from saizen.games.memory.plans import FirstCard
from saizen.games.memory.position import MemoryPosition
from saizen.games.memory.rules import Memory
from saizen.solution import MoveValue, Notes


def board_notes(
    rules: Memory,
    position: MemoryPosition,
    value: Any,
    turns: Sequence[MoveValue],
    policy: Sequence[FirstCard],
) -> Notes:
    """Put together what an answer adds at a board, or at a table with that board behind it."""
    data: dict[str, Any] = {"take": rules.take, "objective": rules.objective}
    data |= {"lead": position.lead} if rules.objective == "win" else {}
    data |= {} if rules.memory is None else {"memory": rules.memory}
    data["policy"] = [
        {"first": answer.text, "chance": answer.chance, "second": _second_cards(answer)} for answer in policy
    ]
    rows = [
        [answer.text, answer.chance, second.move, second.value, second.optimal]
        for answer in policy
        for second in answer.seconds
    ]
    columns = ["first card", "chance", "second card", "value", "optimal"]
    tables = [Table("when an unknown card is turned first", columns, rows)] if rows else []
    return Notes(
        data=data, tables=tables, sentences=[_meaning(rules, position, value), *_plans(rules, turns)]
    )


def _second_cards(answer: FirstCard) -> list[dict[str, Any]]:
    return [
        {"move": second.move, "value": second.value, "optimal": second.optimal} for second in answer.seconds
    ]


def _meaning(rules: Memory, position: MemoryPosition, value: Any) -> str:
    """Say what a value counts."""
    worth = f"{cell_text(value)} (≈ {decimal(value, 4)})"
    if rules.objective == "turns":
        return f"Expected turns to the end: {worth}."
    second = position.mover == MIN
    if rules.objective == "win":
        whose = f"first's {position.lead:+d}" if second else f"{position.lead:+d}"
        who = "First's chance to win" if second else "Chance to win"
        return f"{who}, a draw counted half, {whose} pairs ahead: {worth}."
    who = "first takes more than second" if second else "more than the other player"
    return f"Expected pairs {who} from here on: {worth}."


def _plans(rules: Memory, turns: Sequence[MoveValue]) -> list[str]:
    """Explain the plans that there are."""
    names = {turn.move for turn in turns}
    words = {
        "0-move": "0-move: turn two known cards that do not match"
        + ("; it ends the game." if rules.passes == 1 else "; the second in succession ends the game."),
        "1-move": "1-move: turn an unknown card; match it if a mate is known, else turn a known card.",
        "2-move": "2-move: turn an unknown card; match it if a mate is known, else another unknown card.",
        "mixed": "mixed: an unknown card, and the answer depends on it, see the last table.",
        "2-save": "2-save, 4-save: after a failure remember a letter of two, of four, if there is a choice.",
    }
    return [text for name, text in words.items() if name in names]
