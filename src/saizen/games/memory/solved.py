"""Memory solved: answers from the table of all boards, or from the closed form for one remembered card.

Both know what a board is worth where a turn begins; everything inside a turn is one look ahead by the
rules. Whatever neither of them covers goes to the generic solver, see `board_solution`.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from saizen.cache import Cache
from saizen.game import MAX, MIN, Chance, Decision, Move, Step, Terminal
from saizen.games.memory.board import Board
from saizen.games.memory.boards import Boards, table_for
from saizen.games.memory.plans import Plans
from saizen.games.memory.position import MemoryPosition
from saizen.games.memory.rules import Memory
from saizen.games.memory.solitaire import Solitaire
from saizen.solution import MoveValue, Solution, as_position
from saizen.solver import solve
from saizen.solver.solution import GraphSolution
from saizen.work import SILENT, Progress

MOST_POSITIONS = 400_000
"""Positions the generic solver may visit for one question."""
SOLITAIRE_STEP = 30
"""One table of solitaires serves all numbers of letters up to the next multiple of this."""


def ranked(values: dict[Move, Any], player: int, among: Iterable[Move] | None = None) -> list[MoveValue]:
    """Put moves in order for a player; the optimal ones are equally likely."""
    if not values:
        return []
    best = max(values.values()) if player == MAX else min(values.values())
    share = Fraction(1, sum(value == best for value in values.values()))
    wanted = set(values if among is None else among)
    order = sorted(values, key=lambda move: values[move], reverse=player == MAX)
    return [
        MoveValue(move, values[move], values[move] == best, share if values[move] == best else Fraction(0))
        for move in order
        if move in wanted
    ]


class BoardSolution(Solution[MemoryPosition]):
    """Answers about boards; a subclass knows what a board is worth where a turn begins."""

    exact = True

    def __init__(self, rules: Memory) -> None:
        self.rules = rules

    def __repr__(self) -> str:
        return f"<exact solution of {self.rules!r}>"

    @property
    def game(self) -> Memory:
        """The rules that were solved."""
        return self.rules

    def worth(self, board: Board, lead: int) -> Any:
        """Return what a board is worth to the player who begins a turn, that many pairs ahead."""
        raise NotImplementedError

    def value(self, position: MemoryPosition | str) -> Any:
        """Return what a position is worth to MAX."""
        here: MemoryPosition = as_position(self.rules, position)
        if here.first is None and not here.choosing:
            if self.rules.decided(here):
                return self.rules.ended(here).value
            if not here.passed:
                return self.for_max(here, self.worth(here.board, self.lead(here)))
        return self.moves(here)[0].value

    def moves(
        self,
        position: MemoryPosition | str,
        player: int | None = None,
        *,
        among: Iterable[Move] | None = None,
    ) -> list[MoveValue]:
        """Return every move with its value, best first."""
        here: MemoryPosition = as_position(self.rules, position)
        node = self.rules.look(here)
        if not isinstance(node, Decision):
            return []
        values = {move: self._outcome(outcome) for move, outcome in node.options.items()}
        return ranked(values, node.player, among)

    def lead(self, position: MemoryPosition) -> int:
        """Return the lead of the player to move."""
        return -position.lead if position.mover == MIN else position.lead

    def for_max(self, position: MemoryPosition, value: Any) -> Any:
        """Turn a value of the player to move into MAX's."""
        if position.mover == MAX or self.rules.objective == "turns":
            return value
        return 1 - value if self.rules.objective == "win" else -value

    def _outcome(self, outcome: Any) -> Any:
        match outcome:
            case Terminal(value):
                return value
            case Step(reward, following):
                return reward + self._outcome(following)
            case Chance(outcomes):
                return sum((chance * self._outcome(following) for chance, following in outcomes), Fraction(0))
        return self.value(outcome)


class TableSolution(BoardSolution):
    """Unlimited memory: the table of all boards of the deck.

    >>> TableSolution(Memory("(2,0,1,0)")).value("2x2:2x1 min")
    Fraction(-2, 3)
    """

    def __init__(self, rules: Memory, progress: Progress = SILENT) -> None:
        super().__init__(rules)
        self.table: Boards = table_for(rules, progress=progress)

    def worth(self, board: Board, lead: int) -> Any:
        """Look the board up."""
        return self.table.value(board, lead)

    def plans(self, position: MemoryPosition) -> Plans:
        """Return the plans for a turn that begins at a position, as the player to move counts."""
        rules = self.rules
        now = Memory(
            position.board,
            players=rules.player_count,
            take=rules.take,
            objective=rules.objective,
            lead=self.lead(position),
            passes=rules.passes,
        )
        return Plans(now, self.table, passed=position.passed)

    def turns(self, position: MemoryPosition | str) -> list[MoveValue]:
        """Return the plans for a whole turn: 0-move, 1-move, 2-move, mixed, or a pair to take."""
        here: MemoryPosition = as_position(self.rules, position)
        if here.first is not None or self.rules.decided(here):
            return []
        return [
            MoveValue(plan.move, self.for_max(here, plan.value), plan.optimal, line=plan_line(str(plan.move)))
            for plan in self.plans(here).moves()
        ]


def plan_line(plan: str) -> tuple[Move, ...]:
    """Return the moves of a plan where no mate of the first card is known.

    >>> plan_line("1-move"), plan_line("mixed"), plan_line("take 4@2")
    (('unknown', 'known'), ('unknown',), ('take 4@2',))
    """
    lines: dict[str, tuple[Move, ...]] = {
        "1-move": ("unknown", "known"),
        "2-move": ("unknown", "unknown"),
        "mixed": ("unknown",),
    }
    return lines.get(plan, (plan,))


class OneCardSolution(BoardSolution):
    """One player who remembers one card, letters of two and four: the closed form.

    >>> OneCardSolution(Memory("(3,1,2)", players=1, memory=1)).value("(3,1,2)")
    Fraction(2757, 400)
    """

    def __init__(self, rules: Memory, progress: Progress = SILENT) -> None:
        super().__init__(rules)
        largest = max(SOLITAIRE_STEP, -(-rules.board.letters // SOLITAIRE_STEP) * SOLITAIRE_STEP)
        self.solitaire: Solitaire = _solved.get(
            largest, lambda: Solitaire(largest, progress=progress), progress
        )

    def worth(self, board: Board, lead: int) -> Any:
        """Return the expected turns."""
        return self.solitaire.turns(*_numbers(board))

    def turns(self, position: MemoryPosition | str) -> list[MoveValue]:
        """Return the plans for a whole turn: which letter to remember if it fails."""
        here: MemoryPosition = as_position(self.rules, position)
        if here.first is not None or here.choosing:
            return []
        na, nf, m = _numbers(here.board)
        saves = [save for save, letters in ((2, na - nf), (4, nf)) if letters]
        plans: dict[Move, Any] = {f"{save}-save": self.solitaire.plan(na, nf, m, save) for save in saves}
        best = self.value(here)
        return [
            MoveValue(name, plans[name], plans[name] == best, line=("unknown",))
            for name in sorted(plans, key=lambda name: plans[name])
        ]


def _numbers(board: Board) -> tuple[int, int, int]:
    """Return the paper's (na, nf, m) of a board."""
    fours = sum(count for kind, count in board.kinds if kind.cards == 4)
    return board.letters, fours, next((kind.cards for kind, _ in board.kinds if kind.known), 0)


_solved: Cache[Any] = Cache(most=64)
"""Tables of solitaires by size, and graphs by rules and start."""


def board_solution(rules: Memory, progress: Progress = SILENT) -> Solution[MemoryPosition]:
    """Return the solution of a board's game: a table, the closed form, or the generic solver's graph.

    >>> board_solution(Memory("2x3", memory=2))
    <exact solution of Memory: 34 positions>
    """
    if rules.memory is None:
        return TableSolution(rules, progress)
    if _one_card(rules):
        return OneCardSolution(rules, progress)
    key = (rules.start(), rules.player_count, rules.take, rules.objective, rules.memory, rules.forget)
    graph: GraphSolution[MemoryPosition] = _solved.get(
        (*key, rules.passes),
        lambda: solve(rules, max_positions=MOST_POSITIONS, progress=progress),
        progress,
    )
    return graph


def _one_card(rules: Memory) -> bool:
    return (rules.player_count, rules.memory, rules.forget, rules.take) == (1, 1, "choice", "forced") and all(
        kind.cards in (2, 4) for kind, _ in rules.board.kinds
    )
