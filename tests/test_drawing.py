"""What a drawing is made of: plain data, moves that can be made, nothing that is hidden."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import saizen
from saizen import load
from saizen.drawing import Drawing
from saizen.game import Chance, Game, Terminal, legal_moves
from saizen.games import GAMES
from saizen.sitting.replay import begin, follow, texts


def moves_in(part: Any) -> Iterator[str]:
    """Yield every move that a part carries, at any depth."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "move" or (key == "moves" and isinstance(value, dict)):
                found = value.values() if isinstance(value, dict) else [value]
                yield from (move for move in found if move is not None)
            else:
                yield from moves_in(value)
    elif isinstance(part, list):
        for one in part:
            yield from moves_in(one)


def moments(game: Any, seed: int) -> Iterator[Any]:
    """Play at random; yield every moment."""
    rng = random.Random(seed)
    moment = begin(game, game.dealt(seed))
    for _ in range(60):
        yield moment
        if moment.ended:
            return
        seat = moment.seats[0]
        moment = follow(game, moment, seat, rng.choice(list(texts(game, moment, seat)))).after


@pytest.mark.parametrize("name", GAMES)
def test_parts_are_plain_data_with_legal_moves(name):
    for key, game in load(name).small().items():
        if type(game).describe is Game.describe:
            continue  # a game of the solver's own, which nobody sees
        touched = False
        for moment in (one for seed in range(3) for one in moments(game, seed)):
            if isinstance(moment.node, Chance) or moment.moves:
                continue  # somebody else has the word; the board is that of the position before
            legal = set()
            if not isinstance(moment.node, Terminal):
                at = moment.position
                legal = {game.move_text(at, move) for move in legal_moves(game.look(at))}
            for seat in (None, *game.players):
                parts = game.describe(moment.position, seat).parts
                assert parts, (name, key)
                assert json.loads(json.dumps(parts)) == parts
                touchable = set(moves_in(parts))
                assert touchable <= legal, (key, game.text(moment.position))
                touched = touched or bool(touchable)
        assert touched, key


@pytest.mark.parametrize("name", GAMES)
def test_a_view_has_the_parts_of_its_board(name):
    assert set(saizen.sit(name, seat="all").view()["board"]) == {"rows", "notes", "parts"}


def test_parts_do_not_compare():
    drawings = [Drawing.of([["a"]], parts={"n": n}) for n in (1, 2)]
    assert drawings[0] == drawings[1]
    assert hash(drawings[0]) == hash(drawings[1])
    assert Drawing.of([["a"]]) != Drawing.of([["b"]])


def test_rivals_shows_both_hands_and_what_acts():
    sitting = saizen.sit("rivals", seat="all", start="34567/12346 0-3 1-1 spy+ seen=3")
    parts = sitting.view()["board"]["parts"]
    mine, yours = parts["players"]
    assert [card["number"] for card in mine["hand"]] == [3, 4, 5, 6, 7]
    assert [card["move"] for card in mine["hand"]] == ["3", "4", "5", "6", "7"]
    assert [(card["number"], card["move"]) for card in yours["hand"] if card["shown"]] == [(3, None)]
    assert (mine["spy"], yours["spy"], mine["points"], yours["points"]) == (True, False, 0, 3)
    assert parts["deck"][3]["japanese"] == "暗殺者"


def test_rivals_cards_of_the_machine_carry_no_moves():
    parts = saizen.sit("rivals", seat="blue").view()["board"]["parts"]
    assert list(moves_in(parts["players"][1])) == []
    assert len(list(moves_in(parts["players"][0]))) == 8


def test_rivals_rules_that_were_changed():
    changed = saizen.sit("rivals", seat="all", set_=["remove=clown", "prince.strength=6"])
    parts = changed.view()["board"]["parts"]
    assert [card["number"] for card in parts["deck"] if not card["in_play"]] == [0]
    assert parts["deck"][7]["strength"] == 6
    assert parts["changed"]
    assert parts["original"]["deck"][7]["strength"] == 7
    assert parts["original"]["deck"][0]["in_play"]


def test_tricks_row_has_every_card_strongest_first():
    parts = saizen.sit("tricks", seat="all", start="AABBbaba lead=R led=4").view()["board"]["parts"]
    assert [(card["number"], card["owner"], card["score"]) for card in parts["row"]][:3] == [
        (8, "L", True),
        (7, "L", True),
        (6, "R", True),
    ]
    assert (parts["led"]["number"], parts["turn"], parts["lead"]) == (4, "L", "R")
    assert list(moves_in(parts["led"])) == []


def test_memory_tells_a_hidden_card_to_nobody():
    """Two deals that agree on what was turned have the same parts, however the other cards lie."""
    seen = {}
    for seed in range(12):
        sitting = saizen.sit("memory", deck="2x2", seat="first", opponent=0.0, seed=seed)
        sitting.play("1")
        parts = sitting.view()["board"]["parts"]
        assert parts["remembered"] == [{"place": 1, "letter": "A"}]
        assert [card["letter"] for card in parts["cards"]] == ["A", None, None, None]
        seen[json.dumps(parts)] = True
    assert len(seen) == 1


def test_memory_turned_cards_are_backs_again_unless_the_table_shows_them():
    start = "2x3 | A B ? ? ? ?"
    states = {}
    for shown in (False, True):
        parts = saizen.sit("memory", seat="all", start=start, seen=shown).view()["board"]["parts"]
        states[shown] = [(card["state"], card["letter"]) for card in parts["cards"]][:3]
    assert states[False] == [("back", None)] * 3
    assert states[True] == [("seen", "A"), ("seen", "B"), ("back", None)]


@pytest.mark.parametrize(
    ("text", "paper"),
    [
        ("(4,1,3,0)", {"na": 4, "nf": 1, "ka": 3, "kf": 0}),
        ("4x1+2x2:4x1", {"na": 3, "nf": 1, "ka": 1, "kf": 1}),
        ("4x2:4x1@2", None),
        ("6x1+2x1:2x1", None),
    ],
)
def test_memory_boards_in_the_papers_numbers(text, paper):
    parts = saizen.sit("memory", seat="all", start=text).view()["board"]["parts"]
    assert (parts["kind"], parts["paper"]) == ("board", paper)


@pytest.mark.parametrize("size", [{"places": 2, "symbols": 4}, {"places": 2, "symbols": 3, "repeat": True}])
def test_the_board_of_the_ab_game_follows_from_guesses_and_answers_alone(size):
    """Two secrets that answer alike have the same board, which names all codes that fit."""
    seen: dict[str, set[str]] = {}
    for seed in range(60):
        sitting = saizen.sit("abgame", seed=seed, **size)
        for guess in ("12", "31"):
            if not sitting.ended:
                sitting.play(guess)
        view = sitting.view()
        seen.setdefault(view["position"], set()).add(json.dumps(view["board"]))
    assert len(seen) > 4
    assert all(len(boards) == 1 for boards in seen.values())


def test_the_deck_of_calculation_shows_only_what_can_be_counted():
    """Deals that have shown the same cards have the same board, whatever comes next."""
    seen: dict[str, set[str]] = {}
    for seed in range(300):
        sitting = saizen.sit("calculation", seed=seed, stacks=1)
        seen.setdefault(sitting.view()["position"], set()).add(json.dumps(sitting.view()["board"]))
    assert len(seen) == 13
    assert all(len(boards) == 1 for boards in seen.values())


def test_calculation_tells_from_where_to_where():
    parts = saizen.sit("calculation", seat="all", start="A1 B0 C2 D0 / 28 K4 - / 9").view()["board"]["parts"]
    assert [(one["move"], one["from"], one["to"]) for one in parts["moves"]] == [
        ("PUT(C)", "drawn", "foundation C"),
        *((f"STACK({n})", "drawn", f"stack {n}") for n in (1, 2, 3)),
    ]
    assert [f["waits"] for f in parts["foundations"]] == ["2", "2", "9", "4"]
    assert parts["deck"]["left"] == 52 - 3 - 4 - 1 == sum(rank["left"] for rank in parts["deck"]["ranks"])
    turn = saizen.sit("calculation", seat="all", start="A1 B0 C2 D0 / 82 K4 -").view()["board"]["parts"]
    assert {one["move"]: (one["from"], one["to"]) for one in turn["moves"]} == {
        "MOVE('2',1,A)": ("stack 1", "foundation A"),
        "MOVE('2',1,B)": ("stack 1", "foundation B"),
        "MOVE('4',2,D)": ("stack 2", "foundation D"),
        "DRAW": ("deck", "drawn"),
    }


EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.py")), ids=lambda file: file.stem)
def test_every_example_draws_itself(file):
    for name in re.findall(
        r"^class (\w+)\((?:Compiled)?Game", file.read_text(encoding="utf-8"), re.MULTILINE
    ):
        game = saizen.load(f"{file}:{name}").game()
        drawing = game.describe(game.start())
        text = drawing if isinstance(drawing, str) else drawing.text()
        assert text != game.text(game.start())
        assert not re.search(r"\(\d|frozenset", text)


def test_a_game_of_integers_is_drawn_and_played_by_its_signs():
    game = saizen.load(f"{EXAMPLES / 'dodgem.py'}:Dodgem").game()
    drawing = game.describe(game.start())
    assert drawing.text().splitlines()[0].split() == ["[x]", ".", "."]
    ways = drawing.parts["paths"]
    assert {(way["from"], way["to"]) for way in ways} >= {(0, 1), (3, 4)}
