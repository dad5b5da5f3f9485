"""The balance of games with hidden information, against sums over all histories and known numbers."""

import json
from fractions import Fraction

import pytest

from hidden_goofspiel import HiddenGoofspiel
from hidden_tricks import HiddenTricks
from kuhn import Kuhn
from liars_dice import LiarsDice
from random_hidden import RandomGame
from saizen import MAX, MIN, solve
from saizen.balance.hidden import UNAWARE, measure_hidden
from saizen.balance.measures import Careless
from saizen.game import Chance, Decision, Step, Terminal

GAMES = [Kuhn(), Kuhn(5), LiarsDice(3), HiddenGoofspiel(3), HiddenTricks(5, 2, 2), RandomGame(4, depth=4)]


def mean(game, outcome):
    """Return what MAX gets on average if every move is equally likely."""
    while isinstance(outcome, Step):
        return outcome.reward + mean(game, outcome.next)
    node = outcome if isinstance(outcome, Terminal | Chance) else game.look(outcome)
    match node:
        case Terminal(value):
            return Fraction(value)
        case Chance(outcomes):
            return sum(Fraction(p) * mean(game, after) for p, after in outcomes)
        case Decision(_, options):
            values = [mean(game, after) for after in options.values()]
            return sum(values) / len(values)
    pairs = [node.outcome(row, column) for row in node.row_moves for column in node.column_moves]
    return sum(mean(game, after) for after in pairs) / len(pairs)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_measures_agree_with_the_value(game):
    solution = solve(game)
    found = measure_hidden(solution, careless=[Careless(), Careless(1.0), Careless(slack=0.0)], par=0)
    first, second = found.sides.values()
    value = solution.value(game.start())
    assert found.value == value
    assert first.win.low + second.win.low + found.draw.low == pytest.approx(1)
    seats = 2 if isinstance(game, HiddenGoofspiel) else 1  # both choose at once: two moves in one
    assert sum(u.low for side in (first, second) for u in side.used.values()) == pytest.approx(
        seats * found.length.low
    )
    for side in (first, second):
        assert all(cost >= 0 for _, cost in side.careless.values())
        for best in ("strength 1", "cost at most 0"):
            assert side.careless[best][1] == pytest.approx(0, abs=1e-9)
    who = found.seeing
    names = list(found.sides)
    assert who[names[MIN]] <= value <= who[names[MAX]]
    assert who[names[MIN]] <= who["both"] <= who[names[MAX]]


def test_two_who_play_at_random_get_the_plain_mean():
    """One careless side against a game whose other side has no choice."""

    class Alone(LiarsDice):
        def look(self, position):
            node = super().look(position)
            if isinstance(node, Decision) and node.player == MIN:
                return Decision(MIN, {"liar": node.options["liar"]})
            return node

    game = Alone(3)
    found = measure_hidden(solve(game), careless=[Careless()])
    assert found.sides["max"].careless["random"][0] == pytest.approx(float(mean(game, game.start())))


def test_who_ignores_beliefs_pays_for_it_in_kuhns_poker():
    """After a bet the middle card is called always, though an honest bettor would hold the highest."""
    found = measure_hidden(solve(Kuhn()), careless=[Careless()])
    assert found.sides["min"].careless[UNAWARE][1] == pytest.approx(1 / 6)
    assert found.sides["max"].careless[UNAWARE][1] == pytest.approx(1 / 18)
    assert {who: Fraction(value) for who, value in found.seeing.items()} == {
        "max": Fraction(1, 9),
        "min": Fraction(-1, 9),
        "both": 0,
    }


def test_the_command_measures_sweeps_and_compares(cli):
    told = json.loads(cli("balance", "examples/kuhn.py:Kuhn", "--json").out)["after"]
    assert told["value"] == "-1/18"
    assert told["seeing"] == {"max": "1/9", "min": "-1/9", "both": 0}
    assert UNAWARE in told["players"]["max"]["careless"]
    shown = cli("balance", "examples/kuhn.py:Kuhn").out
    assert "value if both see all" in shown
    assert "subgame-perfect" not in shown
    swept = json.loads(cli("balance", "examples/kuhn.py:Kuhn", "--sweep", "cards=3..5", "--json").out)[
        "sweep"
    ]
    assert len(swept["values"] if isinstance(swept, dict) and "values" in swept else swept) >= 3
    ran = cli("balance", "examples/kuhn.py:Kuhn", "--set", "cards=3", "--against", "cards=4")
    assert ran.code == 0
