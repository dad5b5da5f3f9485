"""Rules and text: the generic solver on the rules equals the literal recursion; texts round-trip."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tricks import brute_tricks as brute
from saizen.errors import PositionError, SaizenError
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, Tricks, TricksPosition, finish
from saizen.games.tricks.text import deal, parse_position, position_text, score_set
from saizen.solver import solve


@st.composite
def positions(draw, largest: int = 6):
    """Any position: hands, score cards, leader, perhaps a card led."""
    n = draw(st.integers(1, largest))
    letters = draw(st.permutations("a" * n + "b" * n))
    counts = draw(st.lists(st.booleans(), min_size=2 * n, max_size=2 * n))
    cards = "".join(x.upper() if c else x for x, c in zip(letters, counts, strict=True))
    lead = draw(st.sampled_from([LEFT, RIGHT]))
    led = draw(st.sampled_from([None, *TricksPosition(cards, lead).hand(lead)]))
    return TricksPosition(cards, lead, led)


@given(positions(), st.data())
def test_text_round_trips(position, data):
    assert parse_position(position_text(position)) == position
    game = Tricks()
    assert game.parse(game.text(position)) == position
    size = len(position.cards)
    numbers = data.draw(st.sets(st.integers(1, 40), min_size=size, max_size=size))
    numbered = replace(position, dealt=tuple(sorted(numbers)))
    again = game.parse(game.text(numbered))
    assert again == position
    assert [again.number(card) for card in range(1, size + 1)] == sorted(numbers)


def test_numbers_are_written_where_they_are_not_ranks():
    after = finish(parse_position("AABBbaba lead=L"), 7, 5).after
    assert position_text(after) == "ABbaba lead=L dealt=8,6,4,3,2,1"
    assert position_text(after.with_led(3)) == "ABbaba lead=L led=3 dealt=8,6,4,3,2,1"
    assert position_text(after.with_led(6)) == "ABbaba lead=L led=8 dealt=8,6,4,3,2,1"
    assert parse_position("ABbaba lead=L led=8 dealt=8,6,4,3,2,1").led == 6
    assert position_text(finish(parse_position("ABab lead=L"), 4, 3).after) == "ab lead=L"


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("n", [1, 2, 3])
def test_generic_solver_equals_literal_recursion(n, objective):
    avoid = objective is Objective.AVOID
    for left, right in brute.hands(n):
        for score in brute.score_sets(n):
            if n == 3 and sum(score) % 4:  # a quarter of the 1280 deals is plenty
                continue
            cards = brute.cards_text(left, right, score)
            for lead in (LEFT, RIGHT):
                found = solve(Tricks(cards, lead, objective)).value(TricksPosition(cards, lead))
                assert found == brute.value(lead == LEFT, left, right, score, avoid), (cards, lead)


def test_issue_of_the_led_card():
    position = parse_position("AABBbaba lead=R led=4")
    assert position.turn == LEFT
    assert set(Tricks().look(position).options) == {8, 7, 3, 1}
    assert finish(position, 4, 3).winner == RIGHT


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("AABA lead=L", "same number"),
        ("AAXB", "'X' is not a card"),
        ("AABB lead=Q", "players are L and R"),
        ("AABB lead=L led=1", "not a card of the leader"),
        ("AABB led=x", "not a card number"),
        ("AABB led=" + "9" * 5000, "not a card number"),
        ("AABB led=٤", "not a card number"),
        ("AABB lead=L lead=R", "not understood"),
        ("ABab dealt=7,4,2,1 dealt=7,4,2,1", "not understood"),
        ("ABab dealt=7,4,2", "3 numbers for 4 cards"),
        ("ABab dealt=7;4", "not a list of card numbers"),
        ("ABab dealt=7,4,4,1", "dealt=7,4,4,1 are not the numbers"),
        ("ABab dealt=1,2,4,7", "not the numbers of 4 cards, the strongest first"),
        ("ABab dealt=7,4,2,0", "not the numbers"),
        ("ABab lead=L dealt=7,4,2,1 led=3", "not a card of the leader, who holds 7,2"),
        ("lead=L", "begins with its cards"),
        ("", "begins with its cards"),
        ("A" * 21 + "B" * 21, "at most 20"),
    ],
)
def test_bad_positions_say_what_is_wrong(text, says):
    with pytest.raises(PositionError, match=says) as error:
        parse_position(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("left", "right", "score", "says"),
    [
        ("8,7,3", "6,5,4,2", "4", "same number"),
        ("8,7", "7,1", "2", "card 7 is dealt twice"),
        ("4,1", "3,5", "2", "card 2 of 1 to 4 is missing"),
        ("4,1", "3,2", "5", "only 4 cards"),
        ("4,1", "3,2", "x", "use a number"),
        ("4,1", "3,2", "5,1", "card 5 is not one of"),
        ("4,y", "3,2", "1", "'y' is not a card number"),
    ],
)
def test_bad_deals_say_what_is_wrong(left, right, score, says):
    with pytest.raises(SaizenError, match=says):
        deal(left, right, score)


def test_a_finished_game_has_a_text():
    assert position_text(TricksPosition("", RIGHT)) == "- lead=R"
    assert parse_position("- lead=R") == TricksPosition("", RIGHT)


def test_score_sets_by_words():
    assert deal("8,7,3,1", "6,5,4,2", "4").cards == "AABBbaba"
    assert deal("4,1", "3,2", "bottom:1").cards == "abbA"
    assert deal("4,1", "3,2", "2..3", RIGHT, 3) == TricksPosition("aBBa", RIGHT, 3)
    assert score_set("0", 4) == frozenset()


@settings(max_examples=50)
@given(positions(4))
def test_moves_lead_to_positions(position):
    options = Tricks("AB").look(position).options
    assert tuple(options) == position.hand(position.turn)
    for outcome in options.values():
        after = outcome if position.led is None else outcome.next
        assert after.cards.lower().count("a") == after.cards.lower().count("b")
