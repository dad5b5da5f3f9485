"""The values of the plans for a turn: the moves of a board, and the answer to every first card.

Nothing here decides how good a board is; it looks one turn ahead into a `Boards`. A *plan* says how
to begin and how to answer each first card: Zwick and Paterson's 0-, 1- and 2-move are the plans
that treat all first cards alike.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from saizen.game import Real
from saizen.games.memory.board import Board, Kind
from saizen.games.memory.board_table import Boards, table_for
from saizen.games.memory.rules import Memory
from saizen.games.memory.text import kind_text
from saizen.solution import MoveValue


@dataclass(frozen=True, slots=True)
class FirstCard:
    """A first card that may turn up: its kind before it was turned, its chance, and the second cards."""

    first: Kind
    chance: Real
    seconds: tuple[MoveValue, ...]

    @property
    def text(self) -> str:
        """Name the first card: how many cards its letter has, and how many of them were known."""
        knowledge = f"{self.first.known_cards} known" if self.first.known_cards else "not known"
        return f"letter of {self.first.cards}, {knowledge}"


class Plans:
    """The plans for one board; values are those of the player to move.

    ``passed`` says that the turn before was a 0-move.

    >>> plans = Plans(Memory("(4,0,3,0)"))
    >>> [(c.move, str(c.value), c.optimal) for c in plans.moves()]
    [('0-move', '0', True), ('2-move', '0', True), ('1-move', '-4/5', False)]
    """

    def __init__(self, rules: Memory, table: Boards | None = None, *, passed: bool = False) -> None:
        self.rules = rules
        self.passed = passed
        self.board = rules.board
        self.table = table or table_for(rules)
        self.better: Callable[..., Any] = min if rules.player_count == 1 else max

    def moves(self) -> list[MoveValue]:
        """Return every plan with its value, best first, ties kept."""
        values = self._values(self.rules.lead)
        if "0-move" in values and self.rules.passes == 2 and not self.passed:
            values["0-move"] = self._first_pass(self.rules.lead)
        return _ranked(values, self.better)

    def policy(self) -> list[FirstCard]:
        """Return the answers to every first card, most likely first; none where a pair must be taken."""
        if self._must_take():
            return []
        answers = []
        for kind, count in self.board.kinds:
            if kind.hidden:
                chance = Fraction(kind.hidden * count, self.board.hidden)
                choices = tuple(_ranked(self._seconds(kind, self.rules.lead), self.better))
                answers.append(FirstCard(kind, chance, choices))
        return sorted(answers, key=lambda answer: -answer.chance)

    def _values(self, lead: int) -> dict[str, Any]:
        """Value every plan, a 0-move as if it ended the game."""
        values = {
            f"take {kind_text(kind)}": self._hit(self.board.change((kind, kind.take(2))), lead)
            for kind, _ in self.board.kinds
            if kind.known_cards > 1
        }
        if self._must_take() or not self.board.cards:
            return values
        if self.board.known_letters > 1 and self.rules.player_count == 2:
            values["0-move"] = self._stake(lead)
        if self.board.hidden:
            values.update(self._unknown_first(lead))
        return values

    def _must_take(self) -> bool:
        return self.rules.take == "forced" and any(kind.known_cards > 1 for kind, _ in self.board.kinds)

    def _first_pass(self, lead: int) -> Any:
        """Value a 0-move after which the other player may end the game or move on."""
        theirs = [value for move, value in self._values(-lead).items() if move != "0-move"]
        other = self._stake(lead) if not theirs else self._turned_over(max(theirs))
        return min(other, self._stake(lead))

    def _unknown_first(self, lead: int) -> dict[str, Any]:
        """Value the plans that begin with an unknown card."""
        sums: dict[str, Any] = {"1-move": 0, "2-move": 0, "mixed": 0}
        for kind, count in self.board.kinds:
            if not kind.hidden:
                continue
            chance = Fraction(kind.hidden * count, self.board.hidden)
            seconds = self._seconds(kind, lead)
            match = seconds.get("match")
            for plan, answer in (("1-move", "known"), ("2-move", "unknown")):
                value = match if match is not None else seconds.get(answer)
                sums[plan] = None if value is None or sums[plan] is None else sums[plan] + chance * value
            sums["mixed"] += chance * self.better(seconds.values())
        values = {plan: value for plan, value in sums.items() if value is not None}
        uniform = [value for plan, value in values.items() if plan != "mixed"]
        if uniform and self.better(uniform) == values["mixed"]:
            del values["mixed"]
        return values

    def _seconds(self, kind: Kind, lead: int) -> dict[str, Any]:
        """Value each kind of second card when a hidden card of a letter of ``kind`` lies open."""
        values: dict[str, Any] = {}
        if kind.known_cards:
            values["match"] = self._hit(self.board.change((kind, Kind(kind.cards - 2, kind.seen[1:]))), lead)
            if self.rules.take == "forced":
                return values
        seen = kind.see()
        opened = self.board.change((kind, seen))
        others = opened.without(seen)
        if any(other.known_cards for other, _ in others):
            values["known"] = self._miss(opened, lead)
        if opened.hidden:
            total: Any = 0
            if seen.hidden:
                total += seen.hidden * self._hit(opened.change((seen, Kind(seen.cards - 2, kind.seen))), lead)
            for other, count in others:
                if other.hidden:
                    total += other.hidden * count * self._miss(opened.change((other, other.see())), lead)
            values["unknown"] = total * Fraction(1, opened.hidden)
        return values

    def _stake(self, lead: int) -> Any:
        """Value the end of the game here and now."""
        if self.rules.objective != "win":
            return 0
        return Fraction((lead > 0) - (lead < 0) + 1, 2)

    def _hit(self, board: Board, lead: int) -> Any:
        won = self.rules.objective == "win"
        return self.table.value(board, lead + won) + (not won)

    def _miss(self, board: Board, lead: int) -> Any:
        if self.rules.objective == "turns":
            return self.table.value(board) + 1
        return self._turned_over(self.table.value(board, -lead))

    def _turned_over(self, value: Any) -> Any:
        """Value for one player what is worth ``value`` to the other."""
        return 1 - value if self.rules.objective == "win" else -value


def _ranked(values: dict[str, Any], better: Callable[..., Any]) -> list[MoveValue]:
    if not values:
        return []
    best = better(values.values())
    order = sorted(values, key=lambda move: values[move], reverse=better is max)
    return [MoveValue(move, values[move], values[move] == best) for move in order]
