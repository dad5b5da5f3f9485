"""What a game has without writing it: texts, moves, names, words; and the small parts of the contract."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from clobber import Clobber
from goofspiel import Goofspiel
from nim import Nim
from pig import Pig
from rock_paper_scissors import RockPaperScissors
from saizen import DEALER, MAX, MIN, Chance, Decision, Game, Lazy, Simultaneous, Step, Terminal
from saizen.errors import MoveError, PositionError, SaizenError
from saizen.game import Dice, find_seat, legal_moves, names_of, outcome_names, rules_of


@dataclass(frozen=True)
class Place:
    room: str
    lit: bool = False


class Rooms(Game):
    """Walk from room to room."""

    players = {MIN: "Walker", DEALER: "Fate"}  # noqa: RUF012

    def __init__(self, *moves):
        self.options = moves or ("Left", "Right")

    def start(self):
        return Place("hall")

    def look(self, position):
        return Decision(MIN, dict.fromkeys(self.options, Terminal(0)))


def test_positions_are_written_and_read_by_default():
    assert Nim((2, 1)).parse(Nim((2, 1)).text(((2, 1), 0))) == ((2, 1), 0)
    assert Goofspiel(3).text(Goofspiel(3).start()) == "({1, 2, 3}, {1, 2, 3})"
    assert RockPaperScissors().text("start") == "start"
    assert RockPaperScissors().parse("start") == "start"
    rooms = Rooms()
    assert rooms.text(rooms.start()) == "Place(room='hall', lit=False)"
    assert rooms.parse("Place(room='hall', lit=False)") == rooms.start()


@pytest.mark.parametrize("text", ["", "(", "__import__('os')", "[1]", "x" * 200_000, "Place()", "Other(a=1)"])
def test_what_is_no_position_is_refused_with_an_example(text):
    for game in (Rooms(), Nim((2, 1))):
        with pytest.raises(PositionError, match="is not a position") as caught:
            game.parse(text)
        assert game.text(game.start()) in str(caught.value)
        assert len(str(caught.value)) < 300
        assert "\n" not in str(caught.value)


def test_moves_are_read_at_a_position():
    game = Rooms("Left", "left", "Right", 1, "1", (1, "a"), None)
    here = game.start()
    for move in game.options:
        text = game.move_text(here, move)
        assert game.parse_move(here, f"  {text} ") == move
        assert type(game.parse_move(here, text)) is type(move)
    assert game.parse_move(here, "RIGHT") == "Right"
    assert game.parse_move(here, "left") == "left"
    with pytest.raises(MoveError, match="'up' is not a move here; possible: Left, left, Right, 1, '1', "):
        game.parse_move(here, "up")


def test_a_text_in_quotes_may_be_typed_without_them():
    game = Rooms("1", "2")
    assert game.move_text(game.start(), "2") == "'2'"
    assert game.parse_move(game.start(), "2") == "2"


def test_both_players_moves_are_read_where_they_choose_at_once():
    game = RockPaperScissors()
    assert game.parse_move("start", "Rock") == "rock"
    with pytest.raises(MoveError, match="possible: rock, paper, scissors"):
        game.parse_move("start", "well")


def test_a_game_without_words_is_described_by_its_text():
    game = Rooms()
    assert game.describe(game.start()) == game.text(game.start())
    assert game.describe(game.start(), MAX) == game.text(game.start())
    game = Clobber(1, 2)
    assert game.explain(game.start(), {MAX: "2 to 0"}, ((1, 0), 1)) == ""
    assert "position is the heaps" in rules_of(Nim((2, 1)))
    assert rules_of(Rooms()) == "Walk from room to room."
    assert repr(Rooms()) == "<Rooms>"
    assert game.dealt(5) == game.start()
    assert isinstance(game.deal(5, None), Dice)


def test_rules_are_never_empty():
    class Silent(Nim):
        pass

    Silent.__doc__ = None
    assert rules_of(Silent((1,))).strip()


def test_seats_are_found_by_name_and_number():
    game = Rooms()
    assert names_of(game) == {MIN: "Walker", DEALER: "Fate"}
    assert find_seat(game, "walker") == find_seat(game, "1") == find_seat(game, 1) == MIN
    assert find_seat(game, "FATE") == find_seat(game, "dealer") == find_seat(game, 2) == DEALER
    with pytest.raises(SaizenError, match="'max' is not a seat of this game; possible: Walker, Fate, dealer"):
        find_seat(game, "max")
    plain = Nim((1,))
    assert [find_seat(plain, name) for name in ("Max", "MIN", "dealer")] == [MAX, MIN, DEALER]


@pytest.mark.parametrize("players", [2, None, {}, {7: "x"}, "ab", [1, 2]])
def test_names_that_are_none_are_passed_over(players):
    game = Nim((1,))
    object.__setattr__(game, "players", players)
    assert names_of(game) == {MAX: "max", MIN: "min", DEALER: "dealer"}


def test_lazy_options_are_computed_when_asked_for():
    asked = []
    lazy = Lazy(range(1_000_000), lambda move: asked.append(move) or move * 2)
    assert len(lazy) == 1_000_000
    assert 999_999 in lazy
    assert -1 not in lazy
    assert "a" not in lazy
    assert next(iter(lazy)) == 0
    assert not asked
    assert lazy[3] == 6
    assert asked == [3]
    with pytest.raises(KeyError):
        lazy[1_000_000]
    assert lazy.get(-1) is None
    assert len(asked) == 1


def test_legal_moves_of_every_kind_of_node():
    decision = Decision(MIN, {"a": 1, "b": 2})
    assert list(legal_moves(decision)) == list(legal_moves(decision, MIN)) == ["a", "b"]
    assert list(legal_moves(decision, MAX)) == []
    both = Simultaneous(("a", "b"), ("b", "c"), lambda row, column: Terminal(0))
    assert list(legal_moves(both)) == ["a", "b", "c"]
    assert [list(legal_moves(both, seat)) for seat in (MAX, MIN, DEALER)] == [["a", "b"], ["b", "c"], []]
    assert list(legal_moves(Terminal(0))) == list(legal_moves(Chance.uniform("ab"))) == []


def test_outcomes_are_named_by_the_game_or_by_what_they_lead_to():
    game = Pig(10)
    assert outcome_names(game, game.look(game.start())) == list("123456")
    assert outcome_names(game, Chance.uniform([(0, 0, 0, 1), (0, 0, 2, 0)])) == [
        "(0, 0, 0, 1)",
        "(0, 0, 2, 0)",
    ]
    half = Fraction(1, 2)
    nested = Chance([(half, Step(half, (0, 0, 2, 0))), (half, Chance.uniform([Terminal(1), Terminal(-2)]))])
    assert outcome_names(game, nested) == ["1/2 and (0, 0, 2, 0)", "end 1 or end -2"]
    assert outcome_names(game, Chance.uniform([1, 2], names=["heads", "tails"])) == ["heads", "tails"]
    assert outcome_names(game, Chance.uniform([1, 2], names=[3, 4])) == ["3", "4"]
