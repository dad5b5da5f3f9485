"""Questions about states: what the page for players asks; the server remembers nothing of a game."""

import random

import pytest

import saizen
from saizen.games import GAMES
from saizen.web.catalogue import catalogue

SMALL = {
    "rivals": {},
    "memory": {"deck": "2x3"},
    "tricks": {"n": 3},
    "abgame": {"places": 2, "symbols": 4},
    "pig": {},
    "rock_paper_scissors": {},
}


def ask(page, game, act, status=200, **body):
    got = page.post(f"/api/v1/games/{game}/{act}", json=body)
    assert got.status_code == status, got.text
    return got.json()


@pytest.mark.parametrize("game", SMALL)
def test_a_game_is_played_state_by_state(page, game):
    fixed = {"options": SMALL[game], "seed": 4}
    node = ask(page, game, "start", **fixed)
    dice, log = random.Random(4), []
    assert node["unit"] in ("chance", "share", "pairs", "stars", "guesses")
    for ply in range(200):
        if node["kind"] == "end":
            break
        entries = []
        for seat in node["seats"]:
            if node["kind"] == "chance":
                move = ask(page, game, "came", state=node["state"], ply=ply, **fixed)["came"]
                assert move in [name for name, _ in node["odds"]]
            else:
                rated = ask(page, game, "rate", state=node["state"], seat=seat, **fixed)
                assert all(choice["cost"] >= -1e-12 for choice in rated["moves"])
                assert abs(sum(choice["probability"] for choice in rated["moves"]) - 1) < 1e-9
                move = dice.choice(node["moves"][str(seat)] or [choice["move"] for choice in rated["moves"]])
            entries.append({"seat": seat, "move": move})
        before = node["gained"]
        after = ask(page, game, "step", state=node["state"], entries=entries, **fixed)
        assert before + sum(step["reward"] for step in after["steps"]) == pytest.approx(after["gained"])
        log += entries
        node = after
    assert node["kind"] == "end"
    assert not [cell for row in node["board"]["rows"] for cell in row if cell["move"] is not None]
    start = ask(page, game, "start", **fixed)
    again = ask(page, game, "step", state=start["state"], entries=log, **fixed)
    assert (again["state"], again["gained"]) == (node["state"], node["gained"])


def test_what_a_state_is_worth_is_what_advise_says(page):
    position = "34567/12346 0-3 1-1 spy+ seen=3"
    start = ask(page, "rivals", "start", start=position)
    rated = ask(page, "rivals", "rate", state=start["state"], start=position, seat=0)
    advised = saizen.advise("rivals", position).data["moves"]
    expected = {str(move["move"]): (float(move["value"]), bool(move["optimal"])) for move in advised}
    assert {m["move"]: (m["value"], m["optimal"]) for m in rated["moves"]} == expected


def test_the_units_of_own_games_follow_from_their_results(page):
    units = {name: ask(page, name, "start")["unit"] for name in ("pig", "nim", "tic_tac_toe", "goofspiel")}
    assert units == {"pig": "share", "nim": "chance", "tic_tac_toe": "chance", "goofspiel": "points"}


def test_a_hint_at_the_opening_is_short_on_the_wire(page):
    start = ask(page, "rivals", "start")
    body = {"state": start["state"], "seat": 0}
    assert len(page.post("/api/v1/games/rivals/rate", json=body).content) < 2_000


@pytest.mark.parametrize(
    ("act", "body", "words"),
    [
        ("look", {"state": "nonsense"}, "this is not a state of a game"),
        ("look", {"state": '["01/01 0-0 1-1"]'}, "this is not a state of a game"),
        ("look", {"state": '["01/01 0-0 1-1",[[0,"7"]]]'}, "'7' is not a card that can be played here"),
        ("step", {"entries": [{"seat": 0, "move": "9"}]}, "'9' is not a card that can be played here"),
        ("came", {}, "nothing is drawn here"),
        ("rate", {"seat": 2}, "it is not the turn of seat 2"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(page, act, body, words):
    error = ask(page, "rivals", act, status=422, **body)["error"]
    assert words in error
    assert "\n" not in error


def test_the_five_games_have_a_unit():
    assert all(catalogue()[name].player_data["unit"] for name in GAMES)
