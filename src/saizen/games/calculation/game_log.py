"""Games written down turn by turn: ``10: '4' -> PUT(D) MOVE('8',2,D) MOVE('9',3,C)``.

A turn is the drawn card, where it went, and the cards moved from stacks to foundations afterwards.
What follows ``//`` is a remark. A turn may continue over several lines.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from saizen.errors import PositionError
from saizen.games.calculation.rules import (
    FOUNDATIONS,
    RANKS,
    Action,
    Calculation,
    CalculationPosition,
    Lay,
    Move,
    Put,
)

_TURN = re.compile(r"(\d+):\s*'(.)'\s*->(.*?)(?=\s\d+:|\Z)", re.S)
_ACTION = re.compile(r"PUT\(([A-F])\)|STACK\((\d{1,2})\)|MOVE\('(.)',(\d{1,2}),([A-F])\)")


@dataclass(frozen=True, slots=True)
class LoggedTurn:
    """The drawn rank and what was done."""

    drawn: int
    actions: tuple[Action, ...]

    def __str__(self) -> str:
        return f"'{RANKS[self.drawn - 1]}' -> {' '.join(map(str, self.actions))}"


def write_log(turns: Sequence[LoggedTurn]) -> str:
    r"""Write a game, one turn a line.

    >>> print(write_log([LoggedTurn(3, (Put(2),)), LoggedTurn(6, (Lay(0), Move(6, 0, 2)))]))
    1: '3' -> PUT(C)
    2: '6' -> STACK(1) MOVE('6',1,C)
    """
    return "\n".join(f"{number}: {turn}" for number, turn in enumerate(turns, start=1))


def read_log(text: str) -> list[LoggedTurn]:
    r"""Read a game; typographic quotes are read as plain ones.

    >>> [str(turn) for turn in read_log("1: '3' -> PUT(C) // at once\n2: '6' -> STACK(1) MOVE('6',1,C)")]
    ["'3' -> PUT(C)", "'6' -> STACK(1) MOVE('6',1,C)"]
    """
    plain = re.sub("//.*", "", re.sub("[‘’]", "'", text)).strip()
    turns, end = [], 0
    for number, match in enumerate(_TURN.finditer(plain), start=1):
        if plain[end : match.start()].strip() or int(match[1]) != number or match[2] not in RANKS:
            raise PositionError(f"turn {number}: cannot read {match[0].strip()!r}")
        turns.append(LoggedTurn(RANKS.index(match[2]) + 1, tuple(_read_actions(number, match[3]))))
        end = match.end()
    if plain[end:].strip() or not turns:
        raise PositionError(f"turn {len(turns) + 1}: cannot read {plain[end:].strip()[:40]!r}")
    return turns


def _read_actions(number: int, text: str) -> Iterator[Action]:
    for word in text.split():
        match = _ACTION.fullmatch(word)
        if not match or (match[3] is not None and match[3] not in RANKS):
            raise PositionError(
                f"turn {number}: cannot read {word!r}; write PUT(C), STACK(1) or MOVE('6',1,C)"
            )
        if match[1]:
            yield Put(FOUNDATIONS.index(match[1]))
        elif match[2]:
            yield Lay(int(match[2]) - 1)
        else:
            yield Move(RANKS.index(match[3]) + 1, int(match[4]) - 1, FOUNDATIONS.index(match[5]))


def replay(game: Calculation, turns: Sequence[LoggedTurn]) -> list[CalculationPosition]:
    """Play a game again and return the position before the first turn and after each one.

    An illegal action, or a card that is not in the deck any more, is an error that names the turn.

    >>> [p.foundations for p in replay(Calculation(), read_log("1: '3' -> PUT(C)"))]
    [(0, 0, 0, 0), (0, 0, 1, 0)]
    """
    positions = [game.start()]
    for number, turn in enumerate(turns, start=1):
        if game.deck(positions[-1])[turn.drawn] < 1:
            raise PositionError(f"turn {number}: no {RANKS[turn.drawn - 1]} is left in the deck")
        position = replace(positions[-1], drawn=turn.drawn)
        for action in turn.actions:
            if action not in game.actions(position):
                raise PositionError(f"turn {number}: {action} is not possible in {game.text(position)}")
            position = game.after(position, action)
        if position.drawn is not None:
            raise PositionError(f"turn {number}: the drawn card goes nowhere; PUT or STACK it")
        positions.append(position)
    return positions
