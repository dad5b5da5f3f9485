"""Games that travel as packed graphs: the files say what the server says, in every state of random games."""

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest
from recorded import Recorder

from saizen import Chance, Decision, Game, Simultaneous, Step, Terminal, solve
from saizen.drawing import Cell, Drawing
from saizen.errors import SaizenError
from saizen.games.own import generic_game
from saizen.packing import data_script
from saizen.packing.graph import pack_graph
from saizen.packing.walk import walk
from saizen.site.build import chosen_games
from saizen.web.catalogue import Shown, catalogue

EXAMPLES = Path(__file__).parents[2] / "examples"
OWN = [
    f"{EXAMPLES / file}:{kind}"
    for file, kind in (
        ("hex_board.py", "Hex"),
        ("sowing.py", "Sowing"),
        ("king_and_rook.py", "KingAndRook"),
        ("clobber.py", "Clobber"),
        ("breakthrough.py", "Breakthrough"),
    )
]
SHIPPED = ["nim", "tic_tac_toe", "goofspiel", "pig", "rock_paper_scissors"]


def compared(node, folder, shown, count):
    """Record random games on the server's side, and compare them with the files of a site."""
    games = [Recorder(shown).game(seed) for seed in range(count)]
    unit = games[0]["turns"][0]["look"]["unit"]
    told = node("played.mjs", folder, shown.name, "play/js/graph_rules.js", unit, stdin=json.dumps(games))
    states = sum(len(game["turns"]) for game in games)
    assert told["states"] == states
    return told


@pytest.mark.parametrize("name", SHIPPED)
def test_an_example_answers_as_the_server(name, built, node):
    told = compared(node, built(SHIPPED), catalogue()[name], 30)
    assert told["ratings"] >= 30


@pytest.mark.parametrize("own", OWN)
def test_an_own_game_answers_as_the_server(own, built, node):
    folder = built(["nim"], [own])
    shown = next(shown for shown in catalogue([own]).values() if shown.kind == "own")
    assert compared(node, folder, shown, 8)["ratings"] >= 8


class Corners(Game):
    """What no example has all of: words, rewards, lotteries and ends without positions, ties in matrices."""

    def start(self):
        return 0

    def look(self, position):
        if position == 0:
            return Chance.uniform([Step(Fraction(1, 3), k) for k in (1, 2, 3, 4, 5, 6)])
        dice = random.Random(position)
        if position > 30:
            return Decision(
                position % 2, {"end": Terminal(position % 3, final=Drawing.of([[f"{position}"]]))}
            )
        values = [[dice.randint(-1, 1) for _ in range(3)] for _ in range(4)]

        def outcome(row, column):
            toss = Chance.uniform(
                [Terminal(values[row][column]), Step(-1, position * 3 + row)], ["heads", "tails"]
            )
            return toss if (row + column) % 2 else Terminal(values[row][column])

        return Simultaneous(range(4), range(3), outcome)

    def explain(self, position, moves, after):
        return f"{position}: {sorted(moves.items())}" if position else ""

    def describe(self, position, seat=None):
        return Drawing.of([[Cell(str(position), "card", title=f"for {seat}")]], [f"It is {position}."])


def test_words_rewards_lotteries_and_ties_are_as_python_has_them(tmp_path, node):
    game = Corners()
    entry = generic_game("corners", Corners, "Corners", "", "")
    shown = Shown("corners", entry, "own")
    (tmp_path / "data").mkdir()
    packed = pack_graph(game, solve(game))
    (tmp_path / "data" / "corners-graph.js").write_bytes(data_script("corners-graph", packed))
    assert compared(node, tmp_path, shown, 150)["moves"] > 500


def test_what_does_not_fit_is_refused_in_one_line(tmp_path):
    from nim import Nim

    with pytest.raises(
        SaizenError, match=r"^more than 5 positions are too many .* --max-positions N allows more$"
    ):
        walk(Nim(), 5)
    kuhn = f"{EXAMPLES / 'kuhn.py'}:Kuhn"
    with pytest.raises(SaizenError, match=r"it hides positions, .*; it needs the server"):
        chosen_games(["nim"], [kuhn])
