"""The game's own solution equals the generic solver; every position and move can be written and read."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tricks.test_tricks_rules import positions
from saizen.errors import MoveError, PositionError, SaizenError
from saizen.game import MAX, MIN, Step, Terminal, find_seat
from saizen.games import load, tricks
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, Tricks, TricksPosition
from saizen.solution import Solution
from saizen.solver import solve
from saizen.store import Store

SMALL = load("tricks").small()


def without_lengths(moves):
    """The generic solver also tells how long best play takes, which is the same for all cards."""
    return [replace(one, remoteness=None) for one in moves]


@pytest.mark.parametrize("name", list(SMALL))
def test_solution_equals_generic_solver(name):
    game = SMALL[name]
    own, generic = tricks.solution(game), solve(game)
    assert isinstance(own, Solution)
    assert own.exact
    for position in generic.positions:
        assert own.value(position) == generic.value(position)
        assert own.moves(position) == without_lengths(generic.moves(position))
        assert own.strategy(position) == generic.strategy(position)
        assert own.unique(position) == generic.unique(position)
        assert own.turns(position) == []


@settings(max_examples=40, deadline=None)
@given(positions(5), st.sampled_from(Objective))
def test_any_position_equals_generic_solver(position, objective):
    game = Tricks(position.cards, position.lead, objective)
    own, generic = tricks.solution(game), solve(game)
    text = game.text(position)
    assert own.value(text) == generic.value(text)
    assert own.moves(text) == without_lengths(generic.moves(position))
    best = own.moves(text)[0].move
    assert [one.move for one in own.moves(text, among=[best])] == [best]
    assert sum(one.probability for one in own.moves(text)) == Fraction(1)


def whole_game(game, position, rng):
    """Yield every position of a random game, each with its moves."""
    while True:
        node = game.look(position)
        yield position, [] if isinstance(node, Terminal) else list(node.options)
        if isinstance(node, Terminal):
            return
        outcome = node.options[rng.choice(list(node.options))]
        position = outcome.next if isinstance(outcome, Step) else outcome


def test_texts_round_trip_through_whole_games():
    rng = random.Random(2)
    seen = 0
    for seed in range(160):
        n = rng.randint(1, 20)
        score, objective = str(rng.randint(0, 2 * n)), rng.choice(("take", "avoid"))
        game = load("tricks").game(n=n, score=score, objective=objective)
        left = set(range(1, 2 * n + 1))
        for position, moves in whole_game(game, game.dealt(seed), rng):
            seen += 1
            assert game.parse(game.text(position)) == position
            for move in moves:
                text = game.move_text(position, move)
                assert game.parse_move(position, f" {text} ") == move
                assert int(text) in left
            shown = game.describe(position, rng.choice((None, MAX, MIN)))
            assert max(map(len, shown.text().splitlines())) <= 80
            cells = [cell for row in shown.rows for cell in row if cell.kind in ("card", "mark")]
            assert sorted(cell.move for cell in cells if cell.move) == sorted(
                game.move_text(position, move) for move in moves
            )
            assert sum(cell.kind == "mark" for cell in cells) == position.score_cards
            left = {int(cell.text) for cell in cells}
            assert len(left) == len(position.cards)
    assert seen > 2000


def test_cards_keep_the_numbers_they_were_dealt_with():
    game, position = tricks.read("ABABba lead=L")
    after = game.look(game.look(position).options[6]).options[2].next
    assert after == TricksPosition("BABa", LEFT)
    assert [game.move_text(after, card) for card in after.hand(LEFT)] == ["4", "1"]
    assert game.parse_move(after, "4") == 3
    with pytest.raises(MoveError, match="'3' is not a move here; possible: 4, 1"):
        game.parse_move(after, "3")
    led = game.look(after).options[3]
    assert "Right replies to 4." in game.describe(led).text()
    assert "led    <4>" in game.describe(led).text()
    assert game.explain(led, {MIN: 4}, None) == (
        "Right's 5 beats Left's 4: Right takes the trick with 2 score cards and leads next."
    )
    assert game.explain(after, {MAX: 3}, led) == ""


def test_deals_of_a_seed_stay_what_they_were():
    game = load("tricks").game
    assert game(n=3, score="2").dealt(4) == TricksPosition("BBbaaa", LEFT)
    assert game().dealt(1) == tricks.game().dealt(1) == TricksPosition("BBBBBaaaaa", RIGHT)
    assert game(n=3, score="2", lead="R").dealt(4) == TricksPosition("BBbaaa", RIGHT)
    assert game(n=2).start() == game(n=2).dealt(0)
    fixed = tricks.read("ABab lead=R")[0]
    assert fixed.dealt(7) == fixed.start() == TricksPosition("ABab", RIGHT)


@pytest.mark.parametrize(("objective", "maximizer"), [("take", "left"), ("avoid", "right")])
def test_seats_have_names_in_both_games(objective, maximizer):
    game = load("tricks").game(objective=objective)
    assert list(game.players.values()) == ["left", "right"]
    assert game.players[MAX] == maximizer
    assert find_seat(game, "left") == (MAX if objective == "take" else MIN)
    assert {game.player(find_seat(game, name)) for name in ("left", "right")} == {LEFT, RIGHT}
    assert max(map(len, game.rules_text.splitlines())) <= 80
    assert ("penalties" in game.rules_text) == (objective == "avoid")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"n": 0}, "1 to 20"),
        ({"n": 21}, "1 to 20"),
        ({"n": "x"}, "whole number"),
        ({"n": True}, "whole number"),
        ({"score": "nine"}, "use a number"),
        ({"n": 2, "score": "5"}, "only 4 cards"),
        ({"objective": "win"}, "objective; possible: take, avoid"),
        ({"lead": "Q"}, "lead; possible: L, R"),
        ({"left": "2"}, "--left, --right and --score"),
        ({"left": "2", "right": "1", "score": "1", "n": 3}, "--n 3 is for dealing"),
        ({"led": 2}, "--led 2 goes with --left and --right"),
        ({"left": "2", "right": "1", "score": "1", "led": 1}, "not a card of the leader"),
        ({"guesser": True}, "not an option of tricks"),
    ],
)
def test_bad_options_are_one_clear_line(options, says):
    with pytest.raises(SaizenError, match=says) as error:
        load("tricks").game(**options)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"n": 5}, "--n"),
        ({"score": "2"}, "--score"),
        ({"left": "1"}, "not both"),
        ({"lead": "R"}, "write lead=R"),
        ({"led": 4}, "led=CARD"),
    ],
)
def test_dealing_does_not_go_with_a_position(options, says):
    with pytest.raises(SaizenError, match=says):
        load("tricks").read("ABab", **options)


def test_what_is_no_position_is_refused():
    solution = tricks.solution(Tricks())
    for bad in ("AAB", 7, TricksPosition("AB", LEFT, 1), TricksPosition("AXBB", LEFT)):
        with pytest.raises(PositionError):
            solution.value(bad)
    with pytest.raises(SaizenError, match="solved here"):
        tricks.solution(object())


def test_public_things_are_short_and_found():
    assert set(tricks.__all__) == set(dir(tricks))
    assert all(getattr(tricks, name) for name in tricks.__all__)
    assert repr(tricks.solution(Tricks("ABab"))) == "<exact solution of <Tricks ABab lead=L, take>>"
    assert load("tricks").advise("ABABba").data["value"] == 3
    assert "ABab" in tricks.solution(Tricks("ABab"))._repr_html_()


def test_tables_go_into_the_store_that_is_given(tmp_path, monkeypatch):
    """The store passed down is used, not the one of the environment."""
    from saizen.games.tricks.search import hand_tables

    monkeypatch.setattr(hand_tables, "QUICK_TABLE", 4)
    monkeypatch.setattr(hand_tables, "KEPT_TOGETHER", 6)
    hand_tables._TABLES.clear()
    try:
        tricks.solve(n=5, store=Store(tmp_path / "given"))
    finally:
        hand_tables._TABLES.clear()
    assert [str(info.name.rules) for info in Store(tmp_path / "given").tables()] == ["top-take"]
