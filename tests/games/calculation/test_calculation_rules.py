"""The solitaire: rules, position text, logs, and the whole printed game."""

from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen import solve
from saizen.errors import PositionError, SaizenError
from saizen.games.calculation.game_log import LoggedTurn, read_log, replay, write_log
from saizen.games.calculation.rules import Calculation, CalculationPosition, Lay, Move, Put, Variant

PAPER = Calculation(Variant(stacks=3))


def printed_game():
    return resources.files("saizen.papers.calculation2002").joinpath("game.txt").read_text(encoding="utf-8")


def test_the_foundations_of_the_paper():
    names = "A23456789TJQK"
    rows = ["".join(names[rank - 1] for rank in row) for row in Variant().sequences]
    assert rows == ["A23456789TJQK", "2468TQA3579JK", "369Q258JA47TK", "48Q37J26TA59K"]


@pytest.mark.parametrize(
    ("stacks", "ranks", "steps"), [(0, 13, (1,)), (14, 13, (1,)), (3, 12, (1, 2)), (3, 14, (1,)), (3, 13, ())]
)
def test_invalid_variants_are_refused(stacks, ranks, steps):
    with pytest.raises(SaizenError):
        Variant(stacks, ranks, steps)


@given(st.integers(1, 13), st.integers(1, 30))
def test_a_valid_foundation_visits_every_rank_once(ranks, step):
    try:
        variant = Variant(1, ranks, (step,))
    except SaizenError:
        assert sorted({step * i % ranks for i in range(ranks)}) != list(range(ranks))
    else:
        assert sorted(variant.sequence(0)) == list(range(1, ranks + 1))
        assert variant.sequence(0)[-1] == ranks


def test_the_printed_game_replays_and_shows_the_printed_position():
    turns = read_log(printed_game())
    positions = replay(PAPER, turns)
    assert len(turns) == 52
    assert positions[-1] == CalculationPosition((13,) * 4, ((),) * 3)
    assert PAPER.text(positions[31]) == "A1 B1 C3 D2 / QJJ9T7552 8A7637T28J625 KK"
    assert read_log(write_log(turns)) == turns


def test_figure_1_style_choices():
    position = PAPER.parse("A1 B1 C3 D2 / QJJ9T7552 8A7637T28J625 KK / 4")
    assert PAPER.actions(position) == [Put(1), Lay(0), Lay(1), Lay(2)]
    moved = PAPER.after(position, Put(1))
    assert PAPER.actions(moved) == [Move(2, 0, 0)]


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("1: '3' -> PUT(D)", "turn 1: PUT(D) is not possible"),
        ("1: '3' -> PUT(C)\n2: '5' -> STACK(4)", "STACK(4) is not possible"),
        ("1: '3' -> PUT(C)\n3: '5' -> STACK(2)", "turn 2"),
        ("1: '3' -> FLY(C)", "'FLY(C)'"),
        ("1: '3' ->", "goes nowhere"),
        ("what", "'what'"),
        ("\n".join(f"{n}: 'K' -> STACK(1)" for n in range(1, 6)), "turn 5: no K is left"),
    ],
)
def test_bad_logs_name_the_turn(log, words):
    with pytest.raises(PositionError) as error:
        replay(PAPER, read_log(log))
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "nonsense!",
        "A2 B4 C0 / 85QA 9AQJ6 KK95J / 3",
        "A14 B4 C0 D3 / - - -",
        "A2 B4 C0 D3 / 85QA 9AQJ6 / 3",
        "A2 B4 C0 D3 / 85QX 9AQJ6 KK95J / 3",
        "A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 33",
        "A2 B4 C0 D3 / KKK K KK95J / 3",
    ],
)
def test_bad_positions_name_the_text(text):
    with pytest.raises(PositionError) as error:
        PAPER.parse(text)
    assert repr(text) in str(error.value)
    assert "\n" not in str(error.value)


@given(st.data())
def test_random_games_keep_text_and_log(data):
    game = Calculation(Variant(stacks=2, ranks=5, steps=(1, 2, 3)))
    position, turns = game.start(), []
    for _ in range(data.draw(st.integers(0, 15))):
        deck = sorted((+game.deck(position)).elements())
        drawn = data.draw(st.sampled_from(deck))
        position = CalculationPosition(position.foundations, position.stacks, drawn)
        assert game.parse(game.text(position)) == position
        actions = [data.draw(st.sampled_from(game.actions(position)))]
        position = game.after(position, actions[0])
        while game.actions(position) and data.draw(st.booleans()):
            actions.append(data.draw(st.sampled_from(game.actions(position))))
            position = game.after(position, actions[-1])
        assert game.parse(game.text(position)) == position
        turns.append(LoggedTurn(drawn, tuple(actions)))
    if turns:
        assert replay(game, read_log(write_log(turns)))[-1] == position


def test_more_stacks_never_hurt():
    values = [
        solve(game).value(game.start())
        for game in (Calculation(Variant(stacks, 3, (1, 2))) for stacks in (1, 2))
    ]
    assert values[0] < values[1] == 1
