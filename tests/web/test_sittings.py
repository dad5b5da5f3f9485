"""Games through the API: whole ones, taken back, resumed, judged; two visitors do not disturb each other."""

import json
import random

import pytest

import saizen
from nim import Nim
from saizen import Solution, solve
from saizen.games.calculation.deals import shuffled_deal
from saizen.web.sittings import Remembered

GAMES = {
    "rivals": {},
    "abgame": {"options": {"places": 2, "symbols": 5}},
    "calculation": {"options": {"stacks": 2, "cards": 3}},
    "memory": {"options": {"deck": "2x3"}},
    "tricks": {"options": {"n": 3}},
    "nim": {"options": {"set": ["heaps=(3, 2)"]}},
    "goofspiel": {"options": {"set": ["cards=3"]}},
    "Race": {},
}


def ask(page, game, **body):
    return page.post(f"/api/v1/games/{game}/sitting", json=body)


def told(page, game, **body):
    got = ask(page, game, **body)
    assert got.status_code == 200, got.text
    return got.json()


def test_shuffled_decks_are_dealt_on_the_page_too(page):
    rules = page.get("/api/v1/games/calculation").json()["options"]["rules"]
    assert {"name": "shuffled", "kind": "number", "whole": True}.items() <= rules[-1].items()
    new = {"seed": 9, "options": {"stacks": 3, "shuffled": 5}}
    (first,) = told(page, "calculation", new=new)["view"]["happened"]
    assert first["move"] == "A23456789TJQK"[shuffled_deal(9, 5)[0] - 1] == "5"
    refused = ask(page, "calculation", new={"options": {"cards": 3, "shuffled": 5}})
    assert refused.status_code in (400, 422)
    assert "numbered decks" in refused.text


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(page, game):
    """The worst move that the hint names each time, judged; it is the same game as in Python."""
    now = told(page, game, new={"seed": 5, **GAMES[game]}, hint=True)
    for _ in range(200):
        assert now["sitting"] == now["view"]["sitting"]
        if now["view"]["ended"]:
            break
        awaits = now["view"]["awaits"]
        assert awaits["person"]
        assert now["hint"]["position"]
        assert now["hint"]["shown"]["tables"]
        moves = [str(move["move"]) for move in now["hint"]["moves"]]
        move = next((move for move in reversed(moves) if move in awaits["moves"]), awaits["moves"][0])
        now = told(page, game, sitting=now["sitting"], move=move, hint=True, judge=True)
    assert now["view"]["ended"]
    assert now["hint"] is None
    people = [h for h in now["view"]["happened"] if h["seat"] == 0 or game in ("abgame", "calculation")]
    judged = {one["ply"]: one for one in now["judged"]}
    assert judged
    for one in judged.values():
        assert now["view"]["happened"][one["ply"]]["move"] == one["move"]
        assert set(one) == {"ply", "seat", "player", "move", "cost", "verdict", "best", "strategy"}
    assert len(judged) <= len(people)
    final = told(page, game, sitting=now["sitting"], record=True)
    costs = {entry["ply"]: entry["cost"] for entry in final["record"]["entries"] if entry["ply"] in judged}
    assert costs == {ply: one["cost"] for ply, one in judged.items()}
    if game in saizen.games.GAMES:
        played = saizen.sitting.Sitting.from_text(now["sitting"])
        assert played.view() == now["view"]


def test_the_same_as_in_python(page):
    sitting = saizen.sit("rivals", seed=3)
    now = told(page, "rivals", new={"seed": 3})
    for move in ("7", "3", "0"):
        sitting.play(move)
        now = told(page, "rivals", sitting=now["sitting"], move=move)
        assert now["view"] == json.loads(json.dumps(sitting.view()))


def test_words_judge_as_the_terminal_does(page, cli):
    now = told(page, "nim", new={"seed": 1, "options": {"set": ["heaps=(3, 2)"]}})
    now = told(page, "nim", sitting=now["sitting"], move="3 to 0", judge=True)
    (judged,) = now["judged"]
    assert judged["cost"] == 2
    assert judged["best"] == ["3 to 2"]
    assert judged["strategy"] == [{"move": "3 to 2", "probability": 1}]
    ran = cli("play", "examples/nim.py:Nim", "--set", "heaps=(3, 2)", "--seed", "1", stdin="3 to 0\nq\n")
    assert f"({judged['verdict']})" in ran.out


def test_taken_back_and_resumed(page):
    first = told(page, "rivals", new={"seed": 1})
    second = told(page, "rivals", sitting=first["sitting"], move="7")
    back = told(page, "rivals", sitting=second["sitting"], undo=True)
    assert back["view"]["position"] == first["view"]["position"]
    assert back["view"]["taken_back"] == 1
    again = told(page, "rivals", sitting=second["sitting"])
    assert again["view"] == second["view"]
    new = told(page, "rivals", sitting=second["sitting"], again=True)
    assert new["view"]["happened"] == []
    got = ask(page, "rivals", sitting=first["sitting"], undo=True)
    assert got.status_code == 422
    assert got.json() == {"error": "there is nothing to undo"}


def test_machines_among_themselves(page):
    now = told(page, "Race", new={"seat": "none", "seed": 2, "opponent": "random"})
    assert now["view"]["happened"] == []
    for number in (1, 2):
        now = told(page, "Race", sitting=now["sitting"], step=True)
        assert len(now["view"]["happened"]) == number


def test_an_assistant_enters_everything(page):
    now = told(page, "Race", new={"seat": "all"})
    assert now["view"]["awaits"]["kind"] == "entry"
    now = told(page, "Race", sitting=now["sitting"], move="tails", hint=True)
    assert now["view"]["awaits"]["player"] == "min"
    assert now["hint"]["player"] == "min"


def test_a_start_of_ones_own_and_a_solver_of_ones_own(page):
    now = told(page, "Race", new={"start": "(2, 0)", "options": {"float": True}})
    assert now["view"]["position"] == "(2, 0)"
    hinted = told(page, "Race", sitting=now["sitting"], hint=True, options={"float": True})
    assert hinted["hint"]["exact"] is False
    assert told(page, "Race", sitting=now["sitting"], hint=True)["hint"]["exact"] is True


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"move": "7"}, "needs a sitting"),
        ({"undo": True}, "needs a sitting"),
        ({"new": {}, "sitting": "{}"}, "one of them"),
        ({"sitting": "{}"}, "not the text of a sitting"),
        ({"sitting": "x"}, "not the text of a sitting"),
        ({"new": {"seat": "north"}}, "'north' is not a seat"),
        ({"new": {"opponent": "strong"}}, "strength 'strong'"),
        ({"new": {"opponent": 7}}, "strength 7"),
        ({"new": {"start": "nonsense"}}, "nonsense"),
        ({"new": {"options": {"store": "/"}}}, "'store' is not an option"),
        ({"new": {"seed": "five"}}, "seed"),
        ({"news": {}}, "news"),
    ],
)
def test_what_is_refused(page, body, words):
    got = ask(page, "rivals", **body)
    assert got.status_code == 422
    assert words in got.json()["error"]


def test_bad_moves_and_forged_texts(page):
    now = told(page, "rivals", new={"seed": 1})
    for move in ("9", "", "\ud800", "x" * 100_000, "[/bold]"):
        text = json.dumps({"sitting": now["sitting"], "move": move})
        got = page.post(
            "/api/v1/games/rivals/sitting", content=text, headers={"content-type": "application/json"}
        )
        assert got.status_code == 422, move
        assert len(got.json()["error"]) < 4000
    two = ask(page, "rivals", sitting=now["sitting"], move="7", undo=True)
    assert "one thing at a time" in two.json()["error"]
    data = json.loads(now["sitting"])
    for change in ({"entry": "os"}, {"log": [[0, "9"]]}, {"seats": {"9": "person"}}, {"options": {"x": 1}}):
        got = ask(page, "rivals", sitting=json.dumps({**data, **change}))
        assert got.status_code == 422
    assert ask(page, "memory", sitting=now["sitting"]).status_code == 422


def test_a_game_that_fails_is_one_line(page):
    now = told(page, "Broken", new={"opponent": "random"})
    now = told(page, "Broken", sitting=now["sitting"], move="down")
    got = ask(page, "Broken", sitting=now["sitting"], move="down")
    assert got.status_code == 422
    assert "RuntimeError: no such position" in got.json()["error"]


def test_the_deck_stays_hidden(page):
    now = told(page, "memory", new={"seed": 4, "options": {"deck": "2x4"}})
    assert "layout" not in json.dumps(now)
    cards = [cell for row in now["view"]["board"]["rows"] for cell in row if cell["kind"] == "card"]
    assert not cards


def test_visitors_do_not_disturb_each_other(server):
    """Games side by side are the same games as one after the other."""
    from concurrent.futures import ThreadPoolExecutor

    page = server(patience=600)

    def play(seed):
        dice = random.Random(seed)
        game = ("rivals", "Race", "nim")[seed % 3]
        now = told(page, game, new={"seed": seed}, judge=True)
        while not now["view"]["ended"]:
            move = dice.choice(now["view"]["awaits"]["moves"])
            now = told(page, game, sitting=now["sitting"], move=move, judge=True)
        return now

    alone = [play(seed) for seed in range(9)]
    with ThreadPoolExecutor(9) as visitors:
        assert list(visitors.map(play, range(9))) == alone


def test_a_remembered_solution_answers_everything_that_a_solution_does():
    """A method that it did not pass on would answer the protocol's default: "best play never ends"."""
    asked = {name for name in vars(Solution) if not name.startswith("_")}
    assert asked <= set(vars(Remembered))
    solution = solve(Nim((2, 1)))
    remembered = Remembered(solution)
    start = solution.game.start()
    assert remembered.remoteness(start) == solution.remoteness(start) == 3
    assert remembered.best_line(start) == solution.best_line(start)
