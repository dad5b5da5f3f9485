"""The rules of Memory, in every variant, as one object.

In a turn the player turns one card, then another. If they match, the player takes them and has another
turn; otherwise both are turned back and the other player has the turn. The game ends when all cards are
taken, or when players pass by turning known cards (0-moves). `Memory` has the options: what is remembered,
what must be taken, what counts, and how many 0-moves end the game.
"""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, prod
from types import MappingProxyType
from typing import Any, Literal

from saizen.drawing import Drawing
from saizen.game import DEALER, MAX, MIN, Chance, Decision, Game, Move, Node, Step, Terminal
from saizen.games.memory.board import Board, Kind
from saizen.games.memory.checks import check_position, check_rules
from saizen.games.memory.drawing import draw_board
from saizen.games.memory.explanation import PAIR, explain_board, rules_text
from saizen.games.memory.position import (
    FIRST,
    SECOND,
    MemoryPosition,
    parse_position,
    position_text,
    renumber_cards,
)
from saizen.games.memory.text import board_text, kind_text, parse_board

Take = Literal["forced", "free"]
Objective = Literal["difference", "win", "turns"]
Forget = Literal["choice", "fewer", "random", "oldest"]
TWO: Mapping[int, str] = MappingProxyType({MAX: "first", MIN: "second", DEALER: "table"})
ONE: Mapping[int, str] = MappingProxyType({MIN: "player", DEALER: "table"})


class Memory(Game[MemoryPosition]):
    """Memory from a given board.

    Parameters
    ----------
    board
        The board to start from, or its text (see `saizen.games.memory.text`).
    players
        2, or 1 who wants few turns.
    take
        ``"forced"``, the paper's model: a known pair must be taken before anything else, and a turned
        card whose mate is known must be matched with it. ``"free"``: every physical action is allowed.
    objective
        ``"difference"`` of pairs, or ``"win"``: 1 for more pairs than the other player, 1/2 for as
        many. One player always minimises ``"turns"``.
    lead
        Pairs the player to move is ahead, for the objective ``"win"``.
    memory
        Number of cards remembered from turn to turn, ``None`` for all. Two players remember the same cards.
    forget
        With limited memory: ``"choice"``, the player who turned the cards chooses what stays remembered, as
        much as memory holds (the paper's rule, for one player); ``"fewer"``, the player chooses and may
        forget more; ``"random"``, chance chooses, every card alike; ``"oldest"``, the cards seen last stay
        remembered (the rule for two players).
    passes
        How many 0-moves in succession end the game, 1 or 2. For ``"difference"`` with unlimited memory
        the value is the same; the default is 1 there (the paper's rule) and 2 for ``"win"``.

    The moves: ``unknown`` turns an unknown card; ``known 4@1`` first a known card, then an unknown one;
    ``take 4@2`` a known pair; ``0-move`` two known cards. With an unknown card open: ``match`` it with
    its known mate, or turn a ``known`` or an ``unknown`` second card. ``keep ...``: what is remembered.

    Examples
    --------
    >>> from saizen.solver import solve
    >>> solve(Memory("(2,0,1,0)")).value(Memory("(2,0,1,0)").start())
    Fraction(2, 3)
    """

    move_form = "a move, as unknown, match, known, 0-move or take 4@2"

    def __init__(
        self,
        board: Board | str = "4x1+2x3",
        *,
        players: int = 2,
        take: Take = "forced",
        objective: Objective | None = None,
        lead: int = 0,
        memory: int | None = None,
        forget: Forget | None = None,
        passes: int | None = None,
    ) -> None:
        self.board = parse_board(board) if isinstance(board, str) else board
        self.player_count = players
        self.take = take
        self.objective: Objective = objective or ("difference" if players == 2 else "turns")
        self.lead = lead
        self.memory = memory
        self.forget: Forget = forget or ("choice" if players == 1 else "oldest")
        self.passes = (2 if self.objective == "win" else 1) if passes is None else passes
        self.by_age = memory is not None and self.forget == "oldest"
        """Whether the oldest cards are forgotten, so that their order matters."""
        self.players: Mapping[int, str] = TWO if players == 2 else ONE
        self._start: MemoryPosition | None = None
        check_rules(self)
        if self.by_age:
            self.board = renumber_cards(self.board, memory)
        self.rules_text = rules_text(self)

    def at(self, position: MemoryPosition) -> "Memory":
        """Return the same rules with a game that begins at a position.

        >>> game = Memory("2x2", objective="win")
        >>> game.text(game.at(game.parse("2x2:2x1 min")).start())
        '2x2:2x1 min'
        """
        game = copy(self)
        game.board, game._start = position.board, position
        return game

    def __repr__(self) -> str:
        said = f"<Memory {board_text(self.board)}, {self.take}, {self.objective}"
        return said + (">" if self.memory is None else f", {self.memory} remembered>")

    def start(self) -> MemoryPosition:
        """Return the board as it lies, the first player to move."""
        if self._start is not None:
            return self._start
        return MemoryPosition(self.board, MIN if self.player_count == 1 else MAX, self.lead)

    # ------------------------------------------------------------------ what a position is

    def look(self, position: MemoryPosition) -> Node:
        """Return whether the game is over, or who chooses among which moves."""
        board = position.board
        if position.over:
            return self.ended(position)
        if position.choosing:
            return Decision(position.mover, dict(self._keeps(position)))
        if position.first is not None:
            return Decision(position.mover, dict(self._seconds(position, position.first)))
        if self.decided(position):
            return self.ended(position)
        pairs: dict[Move, Any] = {
            f"take {kind_text(kind)}": self._taken(position, kind)
            for kind, _ in board.kinds
            if kind.known_cards > 1
        }
        if pairs and self.take == "forced":
            return Decision(position.mover, pairs)
        pairs.update(self._firsts(position))
        return Decision(position.mover, pairs)

    def decided(self, position: MemoryPosition) -> bool:
        """Return whether the game is over where a turn would begin: no cards, or no way to catch up."""
        return position.over or self.is_over(position.board.cards, position.lead)

    def is_over(self, cards: int, lead: int) -> bool:
        """Return whether so many cards that are left decide nothing any more."""
        return cards == 0 or (self.objective == "win" and abs(lead) > cards // 2)

    def ended(self, position: MemoryPosition) -> Terminal:
        """End the game here: more pairs win, or nothing more is counted."""
        if self.objective != "win":
            return Terminal(0)
        return Terminal(Fraction((position.lead > 0) - (position.lead < 0) + 1, 2))

    def _firsts(self, position: MemoryPosition) -> Iterator[tuple[str, Any]]:
        """List the ways to begin a turn that are not the taking of a known pair."""
        board = position.board
        if board.hidden:
            turned = [
                (
                    kind.hidden * count,
                    kind_text(kind),
                    MemoryPosition(
                        board.change((kind, new)), position.mover, position.lead, new, position.passed
                    ),
                )
                for kind, count in board.kinds
                if kind.hidden
                for new in (kind.see(FIRST if self.by_age else 0),)
            ]
            yield "unknown", _lottery(turned)
        for kind, marked, name in self._known_cards(board.kinds, FIRST):
            if board.hidden:
                yield f"known {name}", self._unknown_second(position, board.change((kind, marked)), marked)
        yield from self._zero_moves(position)

    def _zero_moves(self, position: MemoryPosition) -> Iterator[tuple[str, Any]]:
        """Turn two known cards of different letters: nothing is learnt, the turn is over."""
        board = position.board
        if board.known_letters < 2:
            return
        if not self.by_age:
            yield "0-move", self._pass(position, board)
            return
        for first, marked, name in self._known_cards(board.kinds, FIRST):
            for other, marked_two, second in self._known_cards(board.without(first), SECOND):
                yield (
                    f"0-move {name} {second}",
                    self._pass(position, board.change((first, marked), (other, marked_two))),
                )

    def _seconds(self, position: MemoryPosition, first: Kind) -> Iterator[tuple[str, Any]]:
        """List the ways to go on when an unknown card has been turned."""
        board = position.board
        if first.known_cards > 1:
            yield "match", self._hit(position, board.change((first, _matched(first))))
            if self.take == "forced":
                return
        others = board.without(first)
        if self.by_age:
            for kind, marked, name in self._known_cards(others, SECOND):
                yield f"known {name}", self._miss(position, board.change((kind, marked)))
        elif any(kind.known_cards for kind, _ in others):
            yield "known", self._miss(position, board)
        if board.hidden:
            yield "unknown", self._unknown_second(position, board, first)

    def _unknown_second(self, position: MemoryPosition, board: Board, first: Kind) -> Chance:
        """Turn an unknown card while one of kind ``first`` lies open (the youngest of its known cards)."""
        mark = SECOND if self.by_age else 0
        left = board.change((first, Kind(first.cards - 2, first.seen[:-1])))
        same = [(first.hidden, PAIR, self._hit(position, left))]
        other = [
            (kind.hidden * count, kind_text(kind), self._miss(position, board.change((kind, kind.see(mark)))))
            for kind, count in board.without(first)
        ]
        return _lottery(same + other)

    def _known_cards(
        self, kinds: tuple[tuple[Kind, int], ...], mark: int
    ) -> Iterator[tuple[Kind, Kind, str]]:
        """List the known cards that differ: the letter, the letter with that card turned again, its name."""
        for kind, _ in kinds:
            for seen in kind.seen if self.by_age else kind.seen[:1]:
                rest = [other for other in kind.seen if other != seen]
                marked = Kind(kind.cards, (*rest, mark)) if self.by_age else kind
                yield kind, marked, f"{kind.cards}#{seen}" if self.by_age else kind_text(kind)

    # ------------------------------------------------------------------ how a turn ends

    def _taken(self, position: MemoryPosition, kind: Kind) -> Any:
        return self._hit(position, position.board.change((kind, kind.take(2))))

    def _hit(self, position: MemoryPosition, board: Board) -> Any:
        """Give the mover a pair and another turn."""
        if self.by_age:
            board = renumber_cards(board, self.memory)
        if self.player_count == 1:
            return Step(1, MemoryPosition(board, MIN))
        won = 1 if position.mover == MAX else -1
        if self.objective == "win":
            return MemoryPosition(board, position.mover, position.lead + won)
        return Step(won, MemoryPosition(board, position.mover))

    def _miss(self, position: MemoryPosition, board: Board, passed: bool = False) -> Any:
        """End the turn without a pair."""
        after = MemoryPosition(board, position.mover, position.lead, None, passed)
        if self.by_age:
            after = replace(after, board=renumber_cards(board, self.memory))
        elif self.memory is not None:
            known_cards = board.cards - board.hidden
            if self.forget == "random" and known_cards > self.memory:
                return self._forgotten(after)
            if known_cards > (0 if self.forget == "fewer" else self.memory):
                return replace(after, choosing=True)
        return self._next_turn(after)

    def _next_turn(self, position: MemoryPosition) -> Any:
        if self.player_count == 1:
            return Step(1, replace(position, choosing=False))
        mover = MIN if position.mover == MAX else MAX
        return MemoryPosition(position.board, mover, position.lead, position.first, position.passed)

    def _pass(self, position: MemoryPosition, board: Board) -> Any:
        if self.player_count == 1:
            return self._miss(position, board)
        if self.passes == 1 or position.passed:
            final = MemoryPosition(board, position.mover, position.lead, passed=True, over=True)
            return Terminal(self.ended(position).value, final)
        return self._miss(position, board, passed=True)

    def _keeps(self, position: MemoryPosition) -> Iterator[tuple[str, Any]]:
        """List which cards may stay remembered."""
        for _, name, board in self._remembered(position.board):
            yield name, self._next_turn(replace(position, board=board))

    def _forgotten(self, position: MemoryPosition) -> Chance:
        """Let chance choose which cards stay remembered, every set of them alike."""
        ways: dict[str, int] = {}
        boards = {}
        for weight, name, board in self._remembered(position.board):
            ways[name] = ways.get(name, 0) + weight
            boards[name] = self._next_turn(replace(position, board=board))
        return _lottery([(weight, name, boards[name]) for name, weight in ways.items()])

    def _remembered(self, board: Board) -> Iterator[tuple[int, str, Board]]:
        """List what can stay remembered: in how many ways, its name, the board with the rest unknown."""
        assert self.memory is not None
        letters = [kind for kind, count in board.kinds for _ in range(count) if kind.known_cards]
        unknown = {kind: count for kind, count in board.kinds if not kind.known_cards}
        least = 0 if self.forget == "fewer" else self.memory
        for remembered in product(*(range(kind.known_cards + 1) for kind in letters)):
            if least <= sum(remembered) <= self.memory:
                counts = dict(unknown)
                for kind, known_cards in zip(letters, remembered, strict=True):
                    new = Kind(kind.cards, (0,) * known_cards)
                    counts[new] = counts.get(new, 0) + 1
                left = Board.of(counts)
                ways = prod(
                    comb(kind.known_cards, known_cards)
                    for kind, known_cards in zip(letters, remembered, strict=True)
                )
                yield ways, f"keep {board_text(left).partition(':')[2] or 'nothing'}", left

    # ------------------------------------------------------------------ text

    def text(self, position: MemoryPosition) -> str:
        """Write a position: the board, then what differs from the plain start of MAX's turn."""
        return position_text(position, self.player_count, self.lead)

    def parse(self, text: str) -> MemoryPosition:
        """Read a position as `text` writes it, or a board; refuse what these rules do not have."""
        position = parse_position(text, self.player_count, self.lead)
        check_position(self, position, text)
        if self.by_age and position.first is None:
            position = replace(position, board=renumber_cards(position.board, self.memory))
        return position

    def move_text(self, position: MemoryPosition, move: Move) -> str:
        """Write a move: its name."""
        return str(move)

    # ------------------------------------------------------------------ for people

    def describe(self, position: MemoryPosition, seat: int | None = None) -> Drawing:
        """Show the letters by kind, their known cards face up."""
        return draw_board(self, position)

    def explain(self, position: MemoryPosition, moves: Mapping[int, Move], after: Any) -> str:
        """Say what a move brought about."""
        return explain_board(self, position, moves, after)


def _matched(first: Kind) -> Kind:
    """Match the open card (the youngest) with the mate seen longest ago."""
    return Kind(first.cards - 2, first.seen[1:-1])


def _lottery(weighted: list[tuple[int, str, Any]]) -> Chance:
    """Make a lottery of what can be turned: its weight, its name, what follows."""
    possible = [entry for entry in weighted if entry[0]]
    total = sum(weight for weight, _, _ in possible)
    outcomes = tuple((Fraction(weight, total), outcome) for weight, _, outcome in possible)
    return Chance(outcomes, tuple(name for _, name, _ in possible))
