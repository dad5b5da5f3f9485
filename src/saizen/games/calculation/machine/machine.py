"""The machine that plays Calculation: a table, a style, and room to think."""

from dataclasses import replace
from threading import local
from typing import TYPE_CHECKING

import numpy as np

from saizen.errors import MissingTable, PositionError, SaizenError
from saizen.games.calculation.deals import shuffled_deal
from saizen.games.calculation.game_log import LoggedTurn, replay
from saizen.games.calculation.machine.choices import LAY, MOVE
from saizen.games.calculation.machine.player import ADVISE, LABEL, PLAY, new_player, run_task
from saizen.games.calculation.machine.record import Record, new_record
from saizen.games.calculation.machine.results import Choice, PlayedGame, Reason
from saizen.games.calculation.machine.style import Style
from saizen.games.calculation.machine.valuation.pairs import stored_pairs
from saizen.games.calculation.machine.valuation.precedence import CARDS, MOST_STACKS, label_of
from saizen.games.calculation.machine.valuation.value import value_function
from saizen.games.calculation.rules import Action, Calculation, CalculationPosition, Lay, Move, Put, Variant
from saizen.games.calculation.stackgame.two_chains.build_time import announce_build
from saizen.games.calculation.stackgame.two_chains.stored_table import BigTable, build_table, open_table
from saizen.kernels.hash_table import Ints
from saizen.kernels.plain import plain
from saizen.kernels.record import in_one_block
from saizen.store import Store
from saizen.work import SILENT, Progress, run_watched
from saizen.work.cache import Cache

if TYPE_CHECKING:
    from saizen.games.calculation.endgame.exact import EndGame

FULL, QUICK = 12, 8
"""Cards of each foundation in the tables."""
QUICK_NODES = 100
"""How far the quick player searches for what its small table lacks."""
_, NO_RECORD = in_one_block(new_record())
"""For tasks that play no deal."""
_label = plain(label_of)


class Machine:
    """A player of the standard game with some stacks. It thinks in arrays of its own: one for each thread."""

    def __init__(self, table: BigTable, style: Style) -> None:
        self.table = table
        self.stacks = table.start.stacks
        self.style = style
        self.game = Calculation(Variant(stacks=self.stacks))
        self._player, self._block = in_one_block(new_player(stored_pairs(table), style))
        self._value_of = value_function(self._block)
        self._ends: EndGame | None = None

    def play(self, number: int, progress: Progress = SILENT, *, shuffled: int | None = None) -> PlayedGame:
        """Play a numbered deal; progress may stop it. Every game is replayed by the rules, card by card.

        With the seed ``shuffled`` it is a deck of that number that is shuffled uniformly.
        """
        self.table.table.steady()
        cards = shuffled_deal(number, shuffled)
        record, block = in_one_block(new_record())
        record.cards[:] = cards
        played = run_watched(
            lambda: self._asked(PLAY, record=block),
            progress,
            lambda: record.stop.fill(1),
        )
        success = bool(played)
        turns, reasons, position = [], [], self.game.start()
        for drawn, card in enumerate(cards):
            position = replace(position, drawn=card)
            reasons.append(self._reason(record, drawn, position))
            actions, position = self._actions(record.action[drawn], position)
            turns.append(LoggedTurn(card, actions))
        if success:
            moves, position = self._finish(position)
            turns[-1] = LoggedTurn(turns[-1].drawn, (*turns[-1].actions, *moves))
        if self.style.exact:
            turns, position = self._end_anew(turns, reasons, progress)
            success = sum(position.foundations) == CARDS
        if replay(self.game, turns)[-1] != position or success != (sum(position.foundations) == CARDS):
            raise SaizenError(f"deal {number}: the game does not follow the rules; please report this")
        return PlayedGame(number, success, tuple(turns), position, tuple(reasons))

    def _end_game(self) -> "EndGame":
        """Return room for exact end games; only a player that needs it has it compiled."""
        from saizen.games.calculation.endgame.exact import EndGame

        if self._ends is None:
            self._ends = EndGame(self.game)
        return self._ends

    def _end_anew(
        self, turns: list[LoggedTurn], reasons: list[Reason], progress: Progress
    ) -> tuple[list[LoggedTurn], CalculationPosition]:
        """Play the last cards exactly, where that is not too large; the reasons there become the chances."""
        from saizen.games.calculation.endgame.finish import finish_game

        turns, endings = finish_game(self._end_game(), turns, self.style.exact, progress)
        for at, ending in endings.items():
            reasons[at] = Reason(float(ending.chance), ending.choices, (), -1.0, None)
        return turns, replay(self.game, turns)[-1]

    def _asked(self, task: int, choice: int = 0, drawn: int = 0, record: Record = NO_RECORD) -> int:
        """Let the kernel do a task (see `saizen.games.calculation.machine.player.run_task`)."""
        return int(run_task(task, self._block, self._value_of, choice, drawn, record))

    def _actions(
        self, codes: Ints, position: CalculationPosition
    ) -> tuple[tuple[Action, ...], CalculationPosition]:
        """Read codes up to -1, and follow them."""
        actions = []
        for code in codes.tolist():
            if code < 0:
                break
            actions.append(_action(code, position))
            position = self.game.after(position, actions[-1])
        return tuple(actions), position

    def _reason(self, record: Record, drawn: int, position: CalculationPosition) -> Reason:
        """Return what the player thought at a turn."""
        worth, second = record.worth[drawn].tolist()
        count, label = record.note[drawn].tolist()
        other, _ = self._actions(record.other[drawn], position)
        return Reason(worth, count, other, second, None if label < 0 else label)

    def _finish(self, position: CalculationPosition) -> tuple[list[Action], CalculationPosition]:
        """Move all cards to the foundations that the best labelling has for them."""
        workspace, stacks = self._player.now, self.stacks
        low, high = int(workspace.labellings.low[0]), int(workspace.labellings.high[0])
        heights, piles = workspace.board.height[:stacks].tolist(), workspace.board.pile[:stacks].tolist()
        piles = [pile[:height] for pile, height in zip(piles, heights, strict=True)]
        moves: list[Action] = []
        while any(piles):
            for n, pile in enumerate(piles):
                if not pile:
                    continue
                move = Move(position.stacks[n][-1], n, _label(low, high, pile[-1]))
                if move in self.game.actions(position):
                    position = self.game.after(position, move)
                    moves.append(move)
                    pile.pop()
                    break
            else:
                raise SaizenError("the last labelling contradicts itself; please report this")
        return moves, position

    def advise(self, position: CalculationPosition) -> list[Choice]:
        """Return all choices after the draw, the best first."""
        if position.drawn is None:
            raise PositionError(f"{self.game.text(position)!r}: no card is drawn; add it, as in ' / 3'")
        if 0 < self.game.deck(position).total() <= self.style.exact:
            ends = self._end_game()
            ends.begin(position)
            endings = ends.endings(position)
            if endings is not None:
                return [
                    Choice(end.actions, end.position, float(end.chance), True, (), (end.won, end.orders))
                    for end in endings
                ]
        self.table.table.steady()
        drawn = self._set_up(position)
        count = self._asked(ADVISE, drawn=drawn)
        worth = self._player.now.worth[:count].tolist()
        choices = [self._choice(position, drawn, c, worth[c]) for c in range(count)]
        return sorted(choices, key=lambda c: (-c.looked, -c.worth, -sum(c.position.foundations)))

    def _set_up(self, position: CalculationPosition) -> int:
        """Lay a position out; cards get numbers by height, as if they had come in that order."""
        board = self._player.now.board
        ranks = [
            r
            for s, size in zip(self.game.variant.sequences, position.foundations, strict=True)
            for r in s[:size]
        ]
        heights = [len(stack) for stack in position.stacks]
        board.size[:], board.height[: self.stacks] = position.foundations, heights
        for h in range(max(heights)):
            for n, stack in enumerate(position.stacks):
                if h < len(stack):
                    board.pile[n, h] = len(ranks)
                    ranks.append(stack[h])
        assert position.drawn is not None
        ranks.append(position.drawn)
        board.rank[: len(ranks)] = ranks
        return len(ranks) - 1

    def _choice(self, position: CalculationPosition, drawn: int, number: int, worth: float) -> Choice:
        codes, at = [-1], number
        while at >= 0:
            codes.append(int(self._player.now.choices.action[at]))
            at = int(self._player.now.choices.before[at])
        actions, position = self._actions(np.array(codes[::-1]), position)
        self._asked(LABEL, number, drawn)
        trial = self._player.now.trial
        low, high = int(trial.labellings.low[0]), int(trial.labellings.high[0])
        heights, piles = trial.board.height[: self.stacks].tolist(), trial.board.pile[: self.stacks].tolist()
        labels = tuple(
            tuple(_label(low, high, card) for card in pile[:height])
            for pile, height in zip(piles, heights, strict=True)
        )
        looked = worth >= 0
        return Choice(actions, position, worth if looked else -1 - worth, looked, labels)


def _action(code: int, position: CalculationPosition) -> Action:
    """Read the code of an action (see `choices`)."""
    if code < LAY:
        return Put(code)
    if code < MOVE:
        return Lay(code - LAY)
    stack, foundation = divmod(code - MOVE, 8)
    return Move(position.stacks[stack][-1], stack, foundation)


MOST_KEPT = 4
_TABLES: Cache[BigTable] = Cache(most=MOST_KEPT)


class _Room(local):
    """The machines of one thread; they go when it ends."""

    def __init__(self) -> None:
        self.machines: Cache[Machine] = Cache(most=MOST_KEPT)


_ROOM = _Room()


def machine(stacks: int, style: Style, cards: int, store: str, progress: Progress = SILENT) -> Machine:
    """Return this thread's machine on a table that has been built; a second call costs nothing.

    All threads share one open table.
    """

    def furnished() -> Machine:
        opened = _TABLES.get(
            (stacks, cards, store),
            lambda: open_table(stacks, cards, store=Store(store), progress=progress),
            progress,
        )
        return Machine(opened, style)

    return _ROOM.machines.get((stacks, style, cards, store), furnished, progress)


def prepare_machine(
    stacks: int,
    style: Style,
    quick: bool = False,
    progress: Progress = SILENT,
    *,
    store: Store | None = None,
) -> Machine:
    """Return a machine; build the table that it needs if there is none."""
    if not 1 <= stacks <= MOST_STACKS:
        raise SaizenError(f"stacks = {stacks}: the machine plays with 1 to {MOST_STACKS}")
    cards, store = FULL, store or Store()
    if quick:
        cards, style = QUICK, style._replace(nodes=QUICK_NODES)
    try:
        return machine(stacks, style, cards, str(store.directory), progress)
    except MissingTable:
        watched = progress if quick else announce_build(stacks, cards, store=store, progress=progress)
        build_table(stacks, cards, store=store, progress=watched)
        return machine(stacks, style, cards, str(store.directory), progress)
