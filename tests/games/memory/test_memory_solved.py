"""The game's own solutions and the table against the generic solver, on every position."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from saizen import solve
from saizen.errors import SaizenError
from saizen.game import MAX, Chance, Decision, Step, Terminal
from saizen.games.memory import entry
from saizen.games.memory.places.game import MemoryTable
from saizen.games.memory.rules import Memory
from saizen.games.memory.solved import OneCardSolution, TableSolution
from saizen.solution import Solution


def same_answers(solution, graph, positions):
    """Compare values, move values, optimal sets and strategies."""
    for position in positions:
        assert solution.value(position) == graph.value(position)
        found = solution.moves(position)
        mine = {m.move: (m.value, m.optimal, m.probability) for m in found}
        theirs = {m.move: (m.value, m.optimal, m.probability) for m in graph.moves(position)}
        assert mine == theirs
        values = [m.value for m in found]
        player = getattr(position, "mover", MAX)
        assert values == sorted(values, reverse=player == MAX)


@pytest.mark.parametrize("name", list(entry.small()))
def test_every_position_of_the_small_games(name):
    game = entry.small()[name]
    solution, graph = entry.solution(game), solve(game)
    assert isinstance(solution, Solution)
    assert solution.exact
    assert len(repr(solution)) < 90
    same_answers(solution, graph, graph.positions)


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("4x2+2x1", {}),
        ("4x2+2x1", {"take": "free"}),
        ("6x1+2x1", {"take": "free"}),
        ("4x1+2x2", {"objective": "win"}),
        ("4x1+2x1", {"objective": "win", "take": "free", "lead": 1}),
        ("2x4", {"objective": "win", "passes": 1}),
        ("4x1+2x2", {"passes": 2}),
        ("4x1+2x2", {"players": 1, "take": "free"}),
        ("4x2+2x2", {"players": 1, "memory": 1}),
    ],
)
def test_larger_boards(board, options):
    game = Memory(board, **options)
    solution, graph = entry.solution(game), solve(game)
    assert isinstance(solution, OneCardSolution if game.memory else TableSolution)
    same_answers(solution, graph, graph.positions)
    for position in graph.positions:
        plans = solution.turns(position)
        if plans and not game.memory:
            assert plans[0].value == graph.value(position)
            assert plans[0].optimal


@pytest.mark.parametrize(
    ("deck", "options"),
    [
        ("2x3", {}),
        ("4x1+2x1", {}),
        ("4x1+2x1", {"take": "free"}),
        ("4x1+2x1", {"objective": "win"}),
        ("4x1+2x1", {"players": 1, "memory": 1}),
        ("4x1+2x1", {"players": 1, "memory": 1, "take": "free"}),
        ("2x2", {"players": 1, "take": "free"}),
        ("2x2", {"take": "free", "objective": "win", "passes": 1}),
        ("6x1", {"take": "free"}),
    ],
)
def test_the_table_is_the_board_with_places(deck, options):
    """Project every position of the table: same values, and a place is worth what its moves are worth.

    Moves are compared at every position of the small tables, and at hundreds of the large ones.
    """
    table = MemoryTable(Memory(deck, **options))
    places, board = solve(table), solve(table.rules)
    own = entry.solution(table)
    step = max(1, len(places) // 600)
    for number, position in enumerate(places.positions):
        here = table.project(position)
        again = position.turned is not None and not position.fresh
        if not again:
            assert places.value(position) == board.value(here)
        if number % step == 0:
            same_answers(own, places, [position])
            names = {move for place in table.places(position) for move in table.board_moves(position, place)}
            if not again and not isinstance(table.look(position), Terminal):
                assert names == {move.move for move in board.moves(here)}


def reached(game, rng, games):
    """Play whole random games; yield every position and the moves there."""
    for _ in range(games):
        position = game.start()
        for _ in range(200):
            node = game.look(position)
            yield position, list(getattr(node, "options", ()))
            if not isinstance(node, Decision):
                break
            outcome = node.options[rng.choice(list(node.options))]
            while isinstance(outcome, Step | Chance):
                if isinstance(outcome, Step):
                    outcome = outcome.next
                else:
                    assert sum(chance for chance, _ in outcome.outcomes) == 1
                    assert len(set(outcome.names)) == len(outcome.names) == len(outcome.outcomes)
                    outcome = rng.choice(outcome.outcomes)[1]
            if isinstance(outcome, Terminal):
                break
            position = outcome


@pytest.mark.parametrize(
    ("game", "games"),
    [
        (MemoryTable("4x2+2x4"), 20),
        (MemoryTable(Memory("4x2+2x4", take="free", objective="win")), 10),
        (MemoryTable(Memory("2x30", take="free")), 1),
        (MemoryTable(Memory("4x1+2x3", players=1, memory=1)), 5),
        (MemoryTable(Memory("4x1+2x3", players=1), seen=True), 8),
        (Memory("4x2+2x4"), 20),
        (Memory("4x2+2x4", take="free", objective="win"), 10),
        (Memory("4x2+2x2", memory=3), 10),
        (Memory("4x2+2x2", players=1, memory=3), 10),
    ],
)
def test_texts_of_whole_random_games_read_back(game, games):
    rng = random.Random(1)
    for position, moves in reached(game, rng, games):
        text = game.text(position)
        back = game.parse(text)
        assert back == position
        assert game.text(back) == text
        assert getattr(back, "score", None) == getattr(position, "score", None)
        texts = [game.move_text(position, move) for move in moves]
        assert len(set(texts)) == len(texts)
        for move, written in zip(moves[:5], texts, strict=False):
            assert game.parse_move(position, written) == move
        drawing = game.describe(position)
        assert all(len(line) <= 80 for line in drawing.text().splitlines())
        assert {cell.move for row in drawing.rows for cell in row if cell.move} <= set(texts)


def test_answers_to_a_position_as_text_and_to_some_moves():
    solution = entry.solution(entry.game(entry.MemoryOptions(deck="4x1+2x2")))
    text = "4x1+2x2 | A ? ? B ? ? ? ?"
    whole = solution.moves(text)
    assert solution.moves(text, among=[2, 1]) == [one for one in whole if one.move in (1, 2)]
    assert sum(solution.strategy(text).values()) == 1
    assert solution.unique(text) is False
    plans = {plan.move: plan.line for plan in solution.turns(text)}
    assert plans["0-move"] == (1, 4)
    assert solution.turns("4x1+2x2 | A A ? B ? ? ? ?")[0].line == (1, 2)
    assert solution.turns("4x1+2x2 | A A ? B ? ? ? ? | first=1") == []


def test_a_solution_for_something_else_is_refused():
    from nim import Nim

    with pytest.raises(SaizenError, match="not a game of Memory"):
        entry.solution(Nim((1,)))


def test_eight_threads_get_what_one_gets():
    rng = random.Random(3)
    games = [
        MemoryTable(Memory("4x1+2x3", take="free", objective="win")),
        Memory("4x1+2x2", players=1, memory=1),
        Memory("2x3", memory=2),
    ]
    asked = [
        (game, game.text(position)) for game in games for position, moves in reached(game, rng, 3) if moves
    ][:150]

    def ask(question):
        game, text = question
        solution = entry.solution(game)
        return [(m.move, m.value, m.optimal) for m in solution.moves(text)], solution.value(text)

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(ask, asked * 2))
    assert together == [ask(question) for question in asked] * 2
