"""Memory solved: answers from the table of all boards, or from the closed form for one remembered card.

Both know what a board is worth where a turn begins; everything inside a turn is one look ahead by the
rules. Whatever neither of them covers goes to the generic solver, see `board_solution`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from saizen.game import MAX, MIN, Chance, Decision, Move
from saizen.games.memory.board import Board, Kind
from saizen.games.memory.board_table import Boards, table_for
from saizen.games.memory.notes import board_notes
from saizen.games.memory.plans import FirstCard, Plans
from saizen.games.memory.position import MemoryPosition
from saizen.games.memory.rules import Memory
from saizen.games.memory.solitaire import Solitaire
from saizen.outcomes import expectation
from saizen.solution import MoveValue, Notes, Solution, as_position, rate_moves, select
from saizen.solver import solve
from saizen.solver.solution import GraphSolution
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

MOST_POSITIONS = 400_000
"""Positions the generic solver may visit for one question."""
SOLITAIRE_STEP = 30
"""One table of solitaires serves all numbers of letters up to the next multiple of this."""


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
        place: MemoryPosition = as_position(self.rules, position)
        if place.first is None and not place.choosing:
            if self.rules.decided(place):
                return self.rules.ended(place).value
            if not place.passed:
                return self.for_max(place, self.worth(place.board, self.lead(place)))
        return self.moves(place)[0].value

    def moves(
        self,
        position: MemoryPosition | str,
        player: int | None = None,
        *,
        among: Iterable[Move] | None = None,
    ) -> list[MoveValue]:
        """Return every move with its value, best first."""
        place: MemoryPosition = as_position(self.rules, position)
        node = self.rules.look(place)
        if not isinstance(node, Decision):
            return []
        values = {move: expectation(outcome, self.value) for move, outcome in node.options.items()}
        return select(rate_moves(values, node.player), among)

    def notes(
        self, position: MemoryPosition | str, moves: Sequence[MoveValue], turns: Sequence[MoveValue]
    ) -> Notes:
        """Say what the value means and what the plans are, and list the answers to every first card."""
        place: MemoryPosition = as_position(self.rules, position)
        return board_notes(self.rules, place, self.value(place), turns, self.policy(place))

    def policy(self, position: MemoryPosition) -> list[FirstCard]:
        """Return the second cards after every first card that may turn up, most likely first."""
        node = self.rules.look(position)
        if position.first is not None or position.choosing or not isinstance(node, Decision):
            return []
        turned = node.options.get("unknown")
        outcomes = turned.outcomes if isinstance(turned, Chance) else ()
        answers = [
            FirstCard(Kind(opened.first.cards, opened.first.seen[:-1]), chance, tuple(self.moves(opened)))
            for chance, opened in outcomes
        ]
        return sorted(answers, key=lambda answer: -answer.chance)

    def lead(self, position: MemoryPosition) -> int:
        """Return the lead of the player to move."""
        return -position.lead if position.mover == MIN else position.lead

    def for_max(self, position: MemoryPosition, value: Any) -> Any:
        """Turn a value of the player to move into MAX's."""
        if position.mover == MAX or self.rules.objective == "turns":
            return value
        return 1 - value if self.rules.objective == "win" else -value


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
        place: MemoryPosition = as_position(self.rules, position)
        if place.first is not None or self.rules.decided(place):
            return []
        return [
            MoveValue(
                plan.move, self.for_max(place, plan.value), plan.optimal, line=plan_line(str(plan.move))
            )
            for plan in self.plans(place).moves()
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
        place: MemoryPosition = as_position(self.rules, position)
        if place.first is not None or place.choosing:
            return []
        na, nf, m = _numbers(place.board)
        saves = [save for save, letters in ((2, na - nf), (4, nf)) if letters]
        plans: dict[Move, Any] = {f"{save}-save": self.solitaire.plan(na, nf, m, save) for save in saves}
        best = self.value(place)
        return [
            MoveValue(name, plans[name], plans[name] == best, line=("unknown",))
            for name in sorted(plans, key=lambda name: plans[name])
        ]


class ForgetfulSolution(BoardSolution):
    """Any other limited memory: the generic solver's graph of all positions that follow.

    >>> game = Memory("2x3", memory=2)
    >>> board_solution(game).value(game.start())
    Fraction(-11, 15)
    """

    def __init__(self, rules: Memory, graph: GraphSolution[MemoryPosition]) -> None:
        super().__init__(rules)
        self.graph = graph

    def value(self, position: MemoryPosition | str) -> Any:
        """Look the position up."""
        return self.graph.value(as_position(self.rules, position))

    def turns(self, position: MemoryPosition | str) -> list[MoveValue]:
        """Return the plans for a whole turn where the board has them: once its large letters are gone."""
        place: MemoryPosition = as_position(self.rules, position)
        rules = self.rules.at(place)
        return OneCardSolution(rules).turns(place) if _one_card(rules) else []

    @property
    def positions(self) -> Iterator[MemoryPosition]:
        """Every position that follows the start."""
        return self.graph.positions


def _numbers(board: Board) -> tuple[int, int, int]:
    """Return the paper's (na, nf, m) of a board."""
    fours = sum(count for kind, count in board.kinds if kind.cards == 4)
    return board.letters, fours, next((kind.cards for kind, _ in board.kinds if kind.known_cards), 0)


_solved: Cache[Any] = Cache(most=64)
"""Tables of solitaires by size, and graphs by rules and start."""


def board_solution(rules: Memory, progress: Progress = SILENT) -> BoardSolution:
    """Return the solution of a board's game: a table, the closed form, or the generic solver's graph.

    >>> board_solution(Memory("2x3", memory=2))
    <exact solution of <Memory 2x3, forced, difference, 2 remembered>>
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
    return ForgetfulSolution(rules, graph)


def _one_card(rules: Memory) -> bool:
    return (rules.player_count, rules.memory, rules.forget, rules.take) == (1, 1, "choice", "forced") and all(
        kind.cards in (2, 4) for kind, _ in rules.board.kinds
    )
