"""The board in the end: what the last move brought is drawn, and nothing can be touched any more."""

import random

import pytest

import saizen
from saizen.game import hides
from saizen.games import GAMES, load
from saizen.web.catalogue import examples

OWN = sorted(
    "examples/" + name
    for name in (
        "ab_duel.py:AbDuel",
        "breakthrough.py:Breakthrough",
        "clobber.py:Clobber",
        "connect_four.py:ConnectFour",
        "dots_and_boxes.py:DotsAndBoxes",
        "goofspiel.py:Goofspiel",
        "hex_board.py:Hex",
        "hidden_goofspiel.py:HiddenGoofspiel",
        "hidden_tricks.py:HiddenTricks",
        "king_and_rook.py:KingAndRook",
        "kuhn.py:Kuhn",
        "leduc.py:Leduc",
        "liars_dice.py:LiarsDice",
        "nim.py:Nim",
        "pig.py:Pig",
        "private_memory.py:PrivateMemory",
        "rock_paper_scissors.py:RockPaperScissors",
        "soccer.py:Soccer",
        "sowing.py:Sowing",
        "tic_tac_toe.py:TicTacToe",
        "von_neumann_poker.py:VonNeumannPoker",
    )
)
OPTIONS = {"memory": {"deck": "2x3"}, "tricks": {"n": 3, "score": "2"}}
MOST = 400
"""Moves of a game; one that goes on for ever is left."""


def played(name, seed):
    """Play a game at random to its end; where cards are hidden, nobody can enter what all players do."""
    entry, options = load(name), OPTIONS.get(name, {})
    people = None if hides(entry.game(**options)) else "all"
    sitting = saizen.sit(entry, seat=people, opponent=0, seed=seed, options=options)
    dice = random.Random(seed)
    while not sitting.ended and len(sitting.turns) < MOST:
        sitting.play(dice.choice(sitting.moves()))
    return sitting


@pytest.mark.parametrize("name", [name for name in GAMES if name != "abgame"] + OWN)
def test_the_end_is_drawn_and_cannot_be_touched(name):
    for seed in range(2):
        sitting = played(name, seed)
        if not sitting.ended:
            continue
        end = sitting.board()
        assert end.rows or end.notes
        assert not [cell for row in end.rows for cell in row if cell.move is not None]
        sitting.undo()
        assert sitting.board().data() != end.data(), f"{name}: the last move is not drawn"


def final_points(sitting):
    blue, red = sitting.board().parts["players"]
    return blue["points"], red["points"]


def test_the_points_of_rivals_are_those_of_the_result():
    ends = set()
    for seed in range(12):
        sitting = played("rivals", seed)
        blue, red = final_points(sitting)
        cards = [len(player["hand"]) for player in sitting.board().parts["players"]]
        tricks = sum(
            turn.after.position != turn.before.position or turn.after.ended for turn in sitting.turns
        )
        assert sitting.board().parts["result"] == sitting.gained
        assert cards[0] == cards[1] < 8
        assert tricks >= 8 - cards[0]
        if sitting.gained:
            by_princess = "whole game" in sitting.turns[-1].words or max(blue, red) < 4
            assert by_princess or (4 in (blue, red) and (blue > red) == (sitting.gained > 0))
        ends.add(sitting.gained)
    assert ends >= {1, -1}


def test_a_game_of_memory_says_why_it_ends():
    sitting = saizen.sit("memory", seat="all", seed=1, options={"deck": "2x4"})
    for entry in ("1", "A", "2", "B", "3", "C", "1", "2"):
        if sitting.ended:
            break
        sitting.play(entry)
    while not sitting.ended:  # turn known cards only
        known = [
            p for p, c in enumerate(sitting.position.cards, 1) if c.isupper() and p != sitting.position.turned
        ]
        sitting.play(str(known[0]))
    assert "nobody gains by turning another card" in sitting.turns[-1].words
    assert (
        "Nobody gains by turning another card: 8 cards stay, and the game is over." in sitting.board().notes
    )
    assert "0-move" not in " ".join([sitting.turns[-1].words, *sitting.board().notes])


def test_a_won_game_of_pig_shows_the_points_that_won():
    sitting = played("examples/pig.py:Pig", 3)
    points = [int(row[1].text) for row in sitting.board().rows]
    assert len(points) == 2
    assert (points[0] >= 10) == (sitting.gained == 1)
    assert max(points) >= 10


def test_every_example_is_tried():
    names = {example.entry.name for example in examples()}
    assert names <= set(OWN)
