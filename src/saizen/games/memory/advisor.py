"""Which solver answers a question about a board, and how the answer is put into words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from saizen.advice import Advice, Table
from saizen.cache import Cache
from saizen.errors import SaizenError
from saizen.exact import decimal
from saizen.game import Chance
from saizen.games.memory.board import Board
from saizen.games.memory.position import MemoryPosition
from saizen.games.memory.rules import Forget, Memory, Objective, Take
from saizen.games.memory.text import parse_board
from saizen.solver import solve
from saizen.solver.solution import GraphSolution
from saizen.work import SILENT, Progress

MOST_POSITIONS = 400_000
"""Positions the generic solver may visit for one question."""


@dataclass(frozen=True, slots=True)
class Question:
    """The rules a question is asked under; hashable, so that answers can be kept."""

    players: int = 2
    take: Take = "forced"
    objective: Objective | None = None
    lead: int = 0
    memory: int | None = None
    forget: Forget | None = None
    passes: int | None = None

    def rules(self, board: Board) -> Memory:
        """Return the rules for a board."""
        return Memory(
            board,
            players=self.players,
            take=self.take,
            objective=self.objective,
            lead=self.lead,
            memory=self.memory,
            forget=self.forget,
            passes=self.passes,
        )


def read_memory(text: str | int | None, players: int) -> int | None:
    """Read how many cards are remembered: ``all``, or a number; the paper's settings when it is not given.

    >>> read_memory(None, 1), read_memory(None, 2), read_memory("all", 1), read_memory("3", 2)
    (1, None, None, 3)
    """
    if text is None:
        return 1 if players == 1 else None
    if str(text) == "all":
        return None
    try:
        return int(text)
    except ValueError:
        raise SaizenError(f"memory = {text!r}: must be a number of cards, or 'all'") from None


@dataclass(frozen=True)
class Found:
    """A value, the moves and the answers to first cards, whichever solver found them."""

    value: Any
    moves: Sequence[Mapping[str, Any]]
    policy: Sequence[Mapping[str, Any]]


def advise_board(text: str, question: Question, progress: Progress = SILENT) -> Advice:
    """Answer a question about one board."""
    if question.players == 2 and text.strip().startswith("(") and text.count(",") == 2:
        raise SaizenError(
            f"{text!r}: three numbers are a one-player board; add players=1, or give (na,nf,ka,kf)"
        )
    rules = question.rules(parse_board(text))
    if _one_card(rules):
        found = _remember_one(rules)
    elif rules.memory is None:
        found = _from_table(rules, progress)
    else:
        found = _from_rules(rules.board, question, progress)
    facts: dict[str, Any] = {"take": rules.take, "objective": rules.objective}
    facts |= {"lead": rules.lead} if rules.objective == "win" else {}
    facts |= {} if rules.memory is None else {"memory": rules.memory}
    data = {"game": "memory", "position": text.strip(), **facts, "value": _whole(found.value)}
    data |= {"moves": found.moves, "policy": found.policy}
    tables = [Table(f"memory  {text.strip()}", ["move", "value", "≈", "optimal"], _rows(found.moves))]
    if found.policy:
        rows = [
            [answer["first"], answer["chance"], second["move"], _short(second["value"]), second["optimal"]]
            for answer in found.policy
            for second in answer["second"]
        ]
        columns = ["first card", "chance", "second card", "value", "optimal"]
        tables.append(Table("when an unknown card is turned first", columns, rows))
    return Advice(data, tables, [_sentence(rules, found.value), *_notes(rules, found.moves)], found.moves)


def _rows(moves: Iterable[Mapping[str, Any]]) -> list[list[Any]]:
    return [
        [move["move"], _short(move["value"]), decimal(move["value"], 4), move["optimal"]] for move in moves
    ]


def _short(value: Any) -> str:
    """Write a value for people: its fraction, unless that is long."""
    fraction = str(value)
    return fraction if len(fraction) <= 24 else decimal(value, 12) + "..."


def _move(move: str, value: Any, optimal: bool) -> dict[str, Any]:
    return {"move": move, "value": _whole(value), "optimal": optimal}


def _whole(value: Any) -> Any:
    """Write a fraction that is a whole number as one, so that equal values look alike."""
    return value.numerator if value.denominator == 1 else value


def _sentence(rules: Memory, value: Any) -> str:
    worth = f"{_short(value)} (≈ {decimal(value, 4)})"
    if rules.objective == "turns":
        return f"Expected turns to the end: {worth}."
    if rules.objective == "win":
        return f"Chance to win, a draw counted half, {rules.lead:+d} pairs ahead: {worth}."
    return f"Expected pairs more than the other player from here on: {worth}."


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


# ---------------------------------------------------------------------- the three solvers


def _from_table(rules: Memory, progress: Progress) -> Found:
    """Unlimited memory: the table of all boards."""
    from saizen.games.memory.boards import table_for
    from saizen.games.memory.plans import Plans

    table = table_for(rules, progress=progress)
    plans = Plans(rules, table)
    policy = [
        {
            "first": answer.text,
            "chance": _whole(answer.chance),
            "second": [_move(choice.move, choice.value, choice.optimal) for choice in answer.seconds],
        }
        for answer in plans.policy()
    ]
    moves = [_move(choice.move, choice.value, choice.optimal) for choice in plans.moves()]
    return Found(table.value(rules.board, rules.lead), moves, policy)


def _one_card(rules: Memory) -> bool:
    paper = all(kind.cards in (2, 4) for kind, _ in rules.board.kinds)
    return (
        rules.player_count == 1
        and rules.memory == 1
        and rules.forget == "choice"
        and rules.take == "forced"
        and paper
    )


@lru_cache(maxsize=4)
def _solitaire(largest: int) -> Any:
    from saizen.games.memory.solitaire import Solitaire

    return Solitaire(largest)


def _remember_one(rules: Memory) -> Found:
    """One player who remembers one card: which type to save."""
    na = rules.board.letters
    nf = sum(count for kind, count in rules.board.kinds if kind.cards == 4)
    m = next((kind.cards for kind, _ in rules.board.kinds if kind.known), 0)
    solved = _solitaire(max(30, -(-na // 30) * 30))
    value = solved.turns(na, nf, m)
    saves = [save for save, letters in ((2, na - nf), (4, nf)) if letters]
    plans = {f"{save}-save": solved.plan(na, nf, m, save) for save in saves}
    order = sorted(plans, key=lambda name: plans[name])
    return Found(value, [_move(name, plans[name], plans[name] == value) for name in order], [])


_solutions: Cache[GraphSolution[MemoryPosition]] = Cache(most=64)


def _from_rules(board: Board, question: Question, progress: Progress) -> Found:
    """Limited memory: the generic solver on the rules."""
    rules = question.rules(board)
    solution = _solutions.get(
        (board, question), lambda: solve(rules, max_positions=MOST_POSITIONS, progress=progress)
    )
    start = rules.start()
    node = rules.look(start)
    policy = []
    first = getattr(node, "options", {}).get("unknown")
    for chance, position in first.outcomes if isinstance(first, Chance) else ():
        seconds = [_move(str(c.move), c.value, bool(c.optimal)) for c in solution.moves(position)]
        kind = position.first
        before = f"{kind.known - 1} known" if kind.known > 1 else "not known"
        policy.append(
            {"first": f"letter of {kind.cards}, {before}", "chance": _whole(chance), "second": seconds}
        )
    moves = [_move(str(c.move), c.value, bool(c.optimal)) for c in solution.moves(start)]
    return Found(solution.value(start), moves, policy)
