"""Checks of options and boards: combinations that do not make a game are refused in one line."""

from typing import TYPE_CHECKING

from saizen.errors import PositionError, SaizenError
from saizen.games.memory.board import Board, Kind
from saizen.games.memory.text import board_text

if TYPE_CHECKING:
    from saizen.games.memory.position import MemoryPosition
    from saizen.games.memory.rules import Memory


def check_rules(rules: "Memory") -> None:
    """Refuse options that contradict each other, or the board."""
    if rules.player_count not in (1, 2):
        raise SaizenError(f"players = {rules.player_count}: must be 1 or 2")
    if rules.take not in ("forced", "free"):
        raise SaizenError(f"take = {rules.take!r}: must be 'forced' or 'free'")
    if rules.objective not in ("difference", "win", "turns"):
        raise SaizenError(f"objective = {rules.objective!r}: must be 'difference' or 'win'")
    if (rules.player_count == 1) != (rules.objective == "turns"):
        raise SaizenError(
            f"objective = {rules.objective!r}: one player counts turns, two play for 'difference' or 'win'"
        )
    if rules.lead and rules.objective != "win":
        raise SaizenError(f"lead = {rules.lead}: a lead matters only for the objective 'win'")
    if rules.passes not in (1, 2):
        raise SaizenError(f"passes = {rules.passes}: the number of 0-moves that end the game must be 1 or 2")
    if rules.forget not in ("choice", "fewer", "random", "oldest"):
        raise SaizenError(f"forget = {rules.forget!r}: must be 'choice', 'fewer', 'random' or 'oldest'")
    check_memory(rules, rules.board)


def check_memory(rules: "Memory", board: Board, turned: int = 0) -> None:
    """Refuse a board on which more is known than can be remembered; ``turned`` cards more lie open."""
    marks = [mark for kind, _ in board.kinds for mark in kind.seen if mark]
    known_cards = board.cards - board.hidden
    if rules.memory is None:
        if marks:
            raise SaizenError("the order of known cards (#) matters only where the oldest are forgotten")
        return
    if rules.memory < 0:
        raise SaizenError(f"memory = {rules.memory}: must be 0 or more cards")
    if known_cards > rules.memory + turned:
        raise SaizenError(
            f"{board_text(board)}: {known_cards} cards are known, but only {rules.memory} can be remembered"
        )
    if rules.player_count == 2 and rules.take == "free":
        raise SaizenError("two players with limited memory: take must be 'forced', or play may never end")
    if rules.by_age and known_cards > 1 and len(marks) != known_cards:
        raise PositionError(f"{board_text(board)}: give the order of the known cards, such as 2x1#1+4x1#2")
    if not rules.by_age and marks:
        raise SaizenError("the order of known cards (#) matters only where the oldest are forgotten")


def check_position(rules: "Memory", position: "MemoryPosition", text: str) -> None:
    """Refuse a position that these rules do not have."""
    if position.first is not None and position.choosing:
        raise PositionError(f"{text!r}: 'first' and 'choose' exclude each other")
    if position.lead and rules.objective != "win":
        raise PositionError(f"{text!r}: a lead matters only for the objective 'win'")
    if position.passed and (rules.passes == 1 or rules.player_count == 1):
        raise PositionError(f"{text!r}: 'passed' needs a game that the second 0-move ends (passes=2)")
    if rules.by_age and position.first is not None and not any(position.first.seen):
        raise PositionError(f"{text!r}: give the order of the known cards, such as first=2#1")
    if rules.take == "forced" and position.first is not None and _pair_before(position.board, position.first):
        raise PositionError(f"{text!r}: no new card can lie open, a known pair must be taken first")
    known_cards = position.board.cards - position.board.hidden
    chosen = rules.memory is not None and rules.forget in ("choice", "fewer")
    if position.choosing and (
        not chosen or known_cards <= (0 if rules.forget == "fewer" else rules.memory or 0)
    ):
        raise PositionError(f"{text!r}: 'choose' needs more known cards than can be remembered")
    check_memory(rules, position.board, 2 if position.choosing else int(position.first is not None))


def _pair_before(board: Board, first: Kind) -> bool:
    """Return whether a pair was known before a card of the letter ``first`` was turned."""
    return first.known_cards > 2 or any(kind.known_cards > 1 for kind, _ in board.without(first))
