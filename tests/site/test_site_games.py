"""Games with rules of their own on the static site: the browser says what the server says."""

import json
import random
from itertools import permutations

import pytest
from recorded import Recorder

from saizen import load
from saizen.games.calculation.entry import MachineOptions
from saizen.games.calculation.rules import Calculation
from saizen.games.calculation.solved import machine_solution
from saizen.games.rivals.keys import decode
from saizen.games.rivals.solved import solve_rivals
from saizen.games.rivals.text import write
from saizen.web.catalogue import catalogue


def compared(name, games, built, node):
    """Let the files of a site answer what the server answered in recorded games; count what was compared."""
    for game in games:
        for turn in game["turns"]:
            del turn["look"]["board"]["rows"]  # drawn in the terminal; the page draws the parts
    unit = games[0]["turns"][0]["look"]["unit"]
    return node(
        "played.mjs", built([name]), name, f"games/{name}/site/rules.js", unit, stdin=json.dumps(games)
    )


def without_choices(game, solution):
    """Leave out what is a matter of choice where best mixes are many: shares, and the cost of a mistake."""
    for turn in game["turns"]:
        unique = {seat: solution.unique(turn["look"]["position"], seat) for seat in turn["rates"]}
        for seat, rate in turn["rates"].items():
            for move in rate["moves"]:
                if not unique[seat]:
                    del move["probability"]
                if not unique.get(1 - seat, True) and not move["optimal"]:
                    del move["value"], move["cost"]
    return game


def test_rivals(built, node):
    recorder = Recorder(catalogue()["rivals"])
    solution = load("rivals").solution(load("rivals").game())
    games = [without_choices(recorder.game(seed), solution) for seed in range(60)]
    told = compared("rivals", games, built, node)
    assert told["states"] > 250
    assert told["moves"] > 1000


def test_values_of_rivals_are_those_of_the_kernel(built, node):
    """Positions of every layer: values, and mixes that get them against every card."""
    solved = solve_rivals()
    dice = random.Random("rivals")
    told = []
    for layer, values in zip(solved.layers, solved.values, strict=True):
        places = dice.sample(range(len(layer)), min(400, len(layer)))
        told += [[write(decode(int(layer.keys[i]))), float(values[i])] for i in places]
    found = node("rivals.mjs", built(["rivals"]), stdin=json.dumps(told))
    assert found["positions"] == len(told) > 2000
    assert found["worst"] < 1e-12


@pytest.mark.parametrize(
    "options", [{}, {"n": 7, "score": "3..6"}, {"n": 4, "score": "8,5,2", "objective": "avoid"}]
)
def test_trick_taking(built, node, options):
    recorder = Recorder(catalogue()["tricks"])
    games = [recorder.game(seed, options) for seed in range(40)]
    for game in games:  # each side deals by its own dice
        game["setup"]["start"] = game["turns"][0]["look"]["position"]
    told = compared("tricks", games, built, node)
    assert told["moves"] >= 800


def test_memory(built, node):
    recorder = Recorder(catalogue()["memory"])
    told = compared("memory", [recorder.game(seed) for seed in range(40)], built, node)
    assert told["states"] > 500
    assert told["ratings"] > 800


@pytest.mark.parametrize(
    ("name", "options", "different"), [("memory", {}, 20), ("tricks", {"n": 6}, 20), ("abgame", {}, 20)]
)
def test_deals_come_from_the_seed(built, node, name, options, different):
    unit = catalogue()[name].player_data["unit"]
    told = node("deals.mjs", built([name]), name, unit, json.dumps(options), 20)
    assert told["different"] >= different


@pytest.mark.parametrize("name", ["rivals", "tricks", "memory", "abgame"])
def test_puzzles_and_first_games_begin_without_a_server(built, node, name):
    told = node("starts.mjs", built([name]), name)
    assert told["opened"] > told["rated"] > 10


class Guesser(Recorder):
    """Guesses at random, half of the time one of the best; asks what other guesses cost."""

    def game(self, seed, options=None, rate=True):
        self.dice = random.Random(f"guesser/{seed}")
        self.codes = ["".join(code) for code in permutations("1234567890", options["places"])]
        return super().game(seed, options, rate)

    def _moves(self, node, rates, seat):
        listed = node["moves"][str(seat)]
        return listed or [super()._moves(node, rates, seat)[0], self.dice.choice(self.codes)]

    def costs(self, game, most):
        """Return what the best and two random guesses cost at the positions with few enough candidates."""
        for turn in game["turns"]:
            look, fixed = turn["look"], {**game["setup"], "seat": 1, "state": turn["look"]["state"]}
            parts = look["board"]["parts"]
            if look["kind"] == "move" and (parts["left"] <= most or not parts["history"]):
                asked = self.dice.sample(self.codes, 2)
                yield {"history": look["position"], **self.ask("rate", **fixed, moves=asked), "asked": asked}


@pytest.mark.parametrize(("places", "games", "most"), [(3, 6, 300), (4, 5, 40)])
def test_ab_game(built, node, places, games, most):
    guesser, options = Guesser(catalogue()["abgame"]), {"places": places, "symbols": 10}
    recorded = [guesser.game(seed, options) for seed in range(games)]
    costs = [cost for game in recorded for cost in guesser.costs(game, most)]
    found = node("abgame.mjs", built(["abgame"]), places, stdin=json.dumps(costs))
    assert found["wrong"] == []
    assert found["guesses"] > 2 * games
    for game in recorded:
        for turn in game["turns"]:
            turn["rates"] = {}
    assert compared("abgame", recorded, built, node)["states"] > 5 * games


@pytest.mark.parametrize("stacks", [3, 4])
def test_rules_of_calculation(built, node, stacks):
    recorder = Recorder(catalogue()["calculation"])
    games = [recorder.game(seed, {"stacks": stacks}, rate=False) for seed in range(5)]
    assert compared("calculation", games, built, node)["states"] > 500


def test_advice_of_calculation_is_the_machine_s(built, node):
    """Along the advice no position is without it, and the machine says the same."""
    told = node("calculation.mjs", built(["calculation"]))
    assert set(told["results"]) <= {0, 1}
    machine = machine_solution(Calculation(), MachineOptions(quick=True))
    for text, value, moves in told["said"][:5] + told["said"][60:63] + told["said"][-2:]:
        asked = {str(move.move): move for move in machine.moves(text)}
        assert value == pytest.approx(machine.value(text), abs=1e-6)
        assert next(iter(asked)) == moves[0]["move"]
        for move in moves:
            own = asked.pop(move["move"])
            assert move["optimal"] == own.optimal
            assert move["value"] == (own.value and pytest.approx(own.value, abs=1e-6))
        assert not asked
