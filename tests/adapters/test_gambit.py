"""Files for Gambit, read back: by a small reader here, by pygambit where it is installed (``-m gambit``)."""

import re
from fractions import Fraction

import numpy as np
import pytest

from goofspiel import Goofspiel
from hidden_goofspiel import HiddenGoofspiel
from hidden_tricks import HiddenTricks
from kuhn import Kuhn
from liars_dice import LiarsDice
from nim import Nim
from pig import Pig
from random_hidden import RandomGame
from rock_paper_scissors import RockPaperScissors
from saizen import Chance, Decision, Game, SaizenError, Terminal, load, solve
from saizen.adapters.gambit import efg, export, nfg
from saizen.matrix import solve_matrix

TREES = {
    "nim": Nim((2, 2, 1)),
    "goofspiel": Goofspiel(3),
    "rock paper scissors": RockPaperScissors(),
    "tricks": load("tricks").game(left="4,1", right="3,2", score="2", lead="L"),
}
WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]|[^\s{},]+')


def words_of(lines):
    return WORD.findall("\n".join(lines))


def braces(words):
    """Read { ... } into a list, which may have lists in it."""
    assert words.pop(0) == "{"
    found = []
    while words[0] != "}":
        found.append(braces(words) if words[0] == "{" else words.pop(0))
    words.pop(0)
    return found


def node(words):
    """Read a node and everything below it."""
    kind = words.pop(0)
    del words[0]
    if kind == "t":
        del words[:2]
        return "t", [Fraction(word) for word in braces(words)]
    player = int(words.pop(0)) if kind == "p" else 0
    number = words.pop(0)
    del words[0]
    inside = braces(words)
    assert words.pop(0) == "0"
    if kind == "c":
        chances = [Fraction(p) for p in inside[1::2]]
        assert sum(chances) == 1
        return "c", [(p, node(words)) for p in chances]
    return "p", player, number, inside, [node(words) for _ in inside]


def tree(lines):
    words = words_of(lines)
    assert words[:3] == ["EFG", "2", "R"]
    del words[:4]
    players = braces(words)
    assert words.pop(0) == '""'
    root = node(words)
    assert not words
    return players, root


def value(root):
    """Solve a tree by recursion; a node of the second player below one set is a matrix game."""
    if root[0] == "t":
        assert len(root[1]) == 1 or sum(root[1]) == 0
        return root[1][0]
    if root[0] == "c":
        return sum(p * value(below) for p, below in root[1])
    _, player, _, _, below = root
    sets = {child[:3] for child in below if child[0] == "p"}
    together = len(below) > 1 and all(child[0] == "p" for child in below) and len(sets) == 1
    if player == 1 and together:
        return solve_matrix([[value(end) for end in child[4]] for child in below]).value
    return max(map(value, below)) if player == 1 else min(map(value, below))


@pytest.mark.parametrize("name", TREES)
def test_a_tree_read_back_has_the_value(name):
    game = TREES[name]
    players, root = tree(efg(game))
    assert len(players) == 2
    assert value(root) == solve(game).value(game.start())


class FromTree(Game):
    """A tree that was read back: a player is told the number of his set, at his own nodes."""

    def __init__(self, root):
        self.root = root

    def start(self):
        return ()

    def node(self, path):
        at = self.root
        for step in path:
            at = at[1][step][1] if at[0] == "c" else at[4][step]
        return at

    def look(self, path):
        at = self.node(path)
        if at[0] == "t":
            return Terminal(at[1][0])
        if at[0] == "c":
            return Chance([(p, (*path, step)) for step, (p, _) in enumerate(at[1])])
        return Decision(at[1] - 1, {name: (*path, step) for step, name in enumerate(at[3])})

    def sees(self, path, player):
        at = self.node(path)
        return at[2] if at[0] == "p" and at[1] - 1 == player else None


HIDDEN = [Kuhn(), HiddenGoofspiel(3), LiarsDice(3), HiddenTricks(5, 2, 2), RandomGame(3, depth=4)]


@pytest.mark.parametrize("game", HIDDEN, ids=repr)
def test_a_tree_with_hidden_cards_read_back_has_its_sets_and_value(game):
    solution = solve(game)
    again = solve(FromTree(tree(efg(game))[1]))
    assert again.value(()) == solution.value(game.start())
    assert again.information_sets == solution.information_sets


def test_lotteries_are_fractions():
    game = load("calculation").small()["stack game of three foundations"]
    players, root = tree(efg(game))
    assert players == ['"player"']
    assert value(root) == solve(game).value(game.start())


@pytest.mark.parametrize("name", ["rock paper scissors", "small nim", "tiny goofspiel"])
def test_a_table_read_back_has_the_value(name):
    game = {"small nim": Nim((2, 1)), "tiny goofspiel": Goofspiel(2), **TREES}[name]
    words = words_of(nfg(game))
    assert words[:3] == ["NFG", "1", "R"]
    del words[:4]
    assert len(braces(words)) == 2
    rows, columns = map(len, braces(words))
    assert words.pop(0) == '""'
    numbers = [Fraction(word) for word in words]
    assert len(numbers) == 2 * rows * columns
    table = np.array(numbers, dtype=object).reshape(columns, rows, 2)
    assert (table.sum(axis=2) == 0).all()
    matrix = table[:, :, 0].T.tolist()
    assert solve_matrix(matrix).value == solve(game).value(game.start())


def test_what_is_too_large_or_badly_named_is_refused(tmp_path, cli):
    with pytest.raises(SaizenError, match="more than 1,000 nodes"):
        export(Pig(10), tmp_path / "pig.efg", most=1000)
    with pytest.raises(SaizenError, match=r"write the tree \(.efg\)"):
        export(Goofspiel(4), tmp_path / "goofspiel.nfg")
    with pytest.raises(SaizenError, match="hidden information"):
        export(Kuhn(), tmp_path / "kuhn.nfg")
    with pytest.raises(SaizenError, match=r"must end in \.efg"):
        export(Nim((1,)), tmp_path / "nim.txt")
    with pytest.raises(SaizenError, match="no folder"):
        export(Nim((1,)), tmp_path / "none" / "nim.efg")
    assert not list(tmp_path.iterdir())
    ran = cli(
        "export", "examples/nim.py:Nim", "--set", "heaps=(2,1)", "--out", tmp_path / "nim.efg", "--json"
    )
    assert ran.code == 0
    assert value(tree((tmp_path / "nim.efg").read_text(encoding="utf-8").splitlines())[1]) == 1
    assert cli("export", "tricks", "--out", tmp_path / "t.xyz").code == 2


@pytest.mark.gambit
@pytest.mark.parametrize("name", [*TREES, "kuhn"])
def test_gambit_reads_it_and_finds_the_value(name, tmp_path):
    import pygambit

    game = {**TREES, "kuhn": Kuhn()}[name]
    export(game, tmp_path / "game.efg")
    found = pygambit.nash.lp_solve(pygambit.read_efg(str(tmp_path / "game.efg"))).equilibria[0]
    assert Fraction(str(found.payoff("max" if name != "tricks" else "Left"))) == solve(game).value(
        game.start()
    )
