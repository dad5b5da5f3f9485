"""The value of the start alone, for games too large to list: alpha-beta with a transposition table.

Knuth and Moore 1975, "An analysis of alpha-beta pruning"; bounds are stored as in Marsland 1986, "A review of
game-tree pruning". A move whose stored bound already cuts is tried first. The search keeps its own stack, so
it can be watched and stopped.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.errors import GameError, PositionError
from saizen.game import Move
from saizen.kernels.compile import kernel, part
from saizen.large.compiling import compile_rules
from saizen.large.game import LARGEST_VALUE, ROOM, CompiledGame
from saizen.large.glue import FACTS, LAYER, NO_FIT, CompiledRules
from saizen.large.kernels import RuleProblem, Whole, note_problem
from saizen.large.problems import new_problem, raise_problem
from saizen.solution import MoveValue, Notes, Solution, as_position
from saizen.work import SILENT, Progress

ENTRIES: Final = 1 << 23
"""Positions that the table remembers, ten bytes each."""
STEPS: Final = 1 << 20
"""Steps of the search between looks at whoever watches."""
DEEPEST: Final = 512
"""Moves that a game lasts at most."""
DEPTH, MODE, RESULT, VISITED = range(4)
ENTER, CHOOSE, LEAVE, DONE = range(4)


class SearchTable(NamedTuple):
    """The transposition table: positions, and bounds of their values."""

    keys: NDArray[np.int64]
    low: NDArray[np.int8]
    high: NDArray[np.int8]


class Stack(NamedTuple):
    """One line a position on the way: numbers as ``Line`` says, children and what moves pay."""

    lines: NDArray[np.int64]
    children: NDArray[np.int64]
    rewards: NDArray[np.int64]


POSITION, LOW, HIGH, BEST, NEXT, COUNT, PLAYER, FIRST_LOW, FIRST_HIGH, COUNTER = range(10)


@part
def slot(key: Whole, memory: SearchTable) -> Whole:
    """Return where a position is remembered."""
    mixed = key * np.int64(-7046029254386353131)
    return (mixed ^ (mixed >> 29)) & (len(memory.keys) - 1)


@part
def enter(
    rules: CompiledRules, memory: SearchTable, stack: Stack, state: NDArray[np.int64], problem: RuleProblem
) -> None:
    """Look at a position: over, remembered well enough, or to be searched."""
    depth = state[DEPTH]
    line, children, rewards = stack.lines[depth], stack.children[depth], stack.rewards[depth]
    facts = np.zeros(FACTS, np.int64)
    count = rules.expand(line[POSITION], children, rewards, facts)
    state[VISITED] += 1
    if count < 0:
        note_problem(problem, count, line[POSITION], facts[2], facts[0])
        return
    if count == 0:
        state[RESULT] = facts[0]
        state[MODE] = LEAVE
        return
    line[COUNTER] = rules.layer_of(line[POSITION])
    if depth > 0 and line[COUNTER] <= stack.lines[depth - 1, COUNTER]:
        note_problem(problem, LAYER, 0, line[POSITION], line[COUNTER])
        return
    place = slot(line[POSITION], memory)
    if memory.keys[place] == line[POSITION]:
        low, high = np.int64(memory.low[place]), np.int64(memory.high[place])
        if low >= line[HIGH] or high <= line[LOW] or low == high:
            state[RESULT] = low if low >= line[HIGH] or low == high else high
            state[MODE] = LEAVE
            return
        line[LOW], line[HIGH] = max(line[LOW], low), min(line[HIGH], high)
    line[FIRST_LOW], line[FIRST_HIGH] = line[LOW], line[HIGH]
    line[PLAYER], line[COUNT], line[NEXT] = facts[0], count, 0
    line[BEST] = -(2**40) if facts[0] == 0 else 2**40
    for at in range(count):
        place = slot(children[at], memory)
        if memory.keys[place] != children[at]:
            continue
        if facts[0] == 0:
            cuts = memory.low[place] + rewards[at] >= line[HIGH]
        else:
            cuts = memory.high[place] + rewards[at] <= line[LOW]
        if cuts:
            children[0], children[at] = children[at], children[0]
            rewards[0], rewards[at] = rewards[at], rewards[0]
            break
    state[MODE] = CHOOSE


@part
def choose(memory: SearchTable, stack: Stack, state: NDArray[np.int64], problem: RuleProblem) -> None:
    """Go on to the next child, or leave the position and remember what is known of it."""
    depth = state[DEPTH]
    line = stack.lines[depth]
    if line[NEXT] < line[COUNT] and line[LOW] < line[HIGH]:
        child, reward = stack.lines[depth + 1], stack.rewards[depth, line[NEXT]]
        child[POSITION] = stack.children[depth, line[NEXT]]
        child[LOW], child[HIGH] = line[LOW] - reward, line[HIGH] - reward
        state[DEPTH] += 1
        state[MODE] = ENTER
        return
    best = line[BEST]
    if not -LARGEST_VALUE <= best <= LARGEST_VALUE:
        note_problem(problem, NO_FIT, line[POSITION], 0, best)
        return
    low = best if best > line[FIRST_LOW] else -LARGEST_VALUE
    high = best if best < line[FIRST_HIGH] else LARGEST_VALUE
    place = slot(line[POSITION], memory)
    if memory.keys[place] == line[POSITION]:
        low, high = max(low, np.int64(memory.low[place])), min(high, np.int64(memory.high[place]))
    memory.keys[place], memory.low[place], memory.high[place] = line[POSITION], low, high
    state[RESULT] = best
    state[MODE] = LEAVE


@kernel
def search(
    rules: CompiledRules,
    memory: SearchTable,
    stack: Stack,
    state: NDArray[np.int64],
    problem: RuleProblem,
    steps: int,
) -> None:
    """Search for so many steps, or until the value of the first position is known."""
    for _ in range(steps):
        if problem.numbers[0] != 0 or state[MODE] == DONE:
            return
        if state[MODE] == ENTER:
            if state[DEPTH] + 1 >= len(stack.lines):
                note_problem(problem, LAYER, 0, stack.lines[0, POSITION], 0)
                return
            enter(rules, memory, stack, state, problem)
        elif state[MODE] == CHOOSE:
            choose(memory, stack, state, problem)
        elif state[DEPTH] == 0:
            state[MODE] = DONE
        else:
            state[DEPTH] -= 1
            line = stack.lines[state[DEPTH]]
            value = state[RESULT] + stack.rewards[state[DEPTH], line[NEXT]]
            line[NEXT] += 1
            if line[PLAYER] == 0:
                line[BEST] = max(line[BEST], value)
                line[LOW] = max(line[LOW], value)
            else:
                line[BEST] = min(line[BEST], value)
                line[HIGH] = min(line[HIGH], value)
            state[MODE] = CHOOSE


class StartSolution(Solution[int]):
    """The value of the start of a game, and how many positions were visited for it."""

    def __init__(self, game: CompiledGame, value: int, visited: int) -> None:
        self._game, self._value, self.visited = game, value, visited

    @property
    def game(self) -> CompiledGame:
        """The rules."""
        return self._game

    @property
    def exact(self) -> bool:
        """Whole numbers are exact."""
        return True

    def value(self, position: int | str) -> int:
        """Return the value of the start; no other position has one here."""
        if as_position(self.game, position) != self.game.start():
            raise PositionError(
                f"{position}: --start-only proves the value of the start, {self.game.start()}, alone"
            )
        return self._value

    def moves(
        self, position: int | str, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return nothing: single moves are not valued."""
        return []

    def unique(self, position: int | str, player: int | None = None) -> bool | None:
        """Whether the best move is the only one is not known."""
        return None

    def notes(self, position: Any, moves: Any, turns: Any) -> Notes:
        """Say how many positions were visited."""
        return Notes(data={"visited": self.visited}, sentences=[f"{self.visited:,} positions visited."])


def solve_start(game: CompiledGame, *, entries: int = ENTRIES, progress: Progress = SILENT) -> StartSolution:
    """Prove the value of the start of a game with a counter, by search."""
    if not game.declares("layer"):
        raise GameError(
            "--start-only needs a game that ends: write layer(position), a counter that always grows"
        )
    from saizen.large.solve import check_sample

    check_sample(game, progress)
    rules = compile_rules(game)
    memory = SearchTable(
        np.full(entries, -1, np.int64), np.zeros(entries, np.int8), np.zeros(entries, np.int8)
    )
    stack = Stack(
        np.zeros((DEEPEST, 10), np.int64),
        np.zeros((DEEPEST, ROOM), np.int64),
        np.zeros((DEEPEST, ROOM), np.int64),
    )
    state, problem = np.zeros(4, np.int64), new_problem()
    stack.lines[0, POSITION] = game.canonical(game.start())
    stack.lines[0, LOW], stack.lines[0, HIGH] = -LARGEST_VALUE - 1, LARGEST_VALUE + 1
    progress.stage("searching from the start, positions visited", None)
    while state[MODE] != DONE:
        visited = int(state[VISITED])
        search(rules, memory, stack, state, problem, STEPS)
        raise_problem(problem)
        progress.advance(int(state[VISITED]) - visited)
    return StartSolution(game, int(state[RESULT]), int(state[VISITED]))
