"""Hidden cards on the page: they are in no answer and no link before they are due."""

import json
import random
import re

import pytest

from saizen import MAX, MIN

pytest.importorskip("fastapi", reason="pip install '.[web]'")
from starlette.testclient import TestClient

from saizen.errors import SaizenError
from saizen.games import load
from saizen.sitting import sit
from saizen.store import Store
from saizen.web.app import make_app
from saizen.web.catalogue import catalogue
from saizen.web.jobs import Jobs
from saizen.web.sealed import Seal, open_sitting, seal_sitting

GAMES = {
    "Kuhn": ("kuhn.py:Kuhn", {}),
    "Leduc": ("leduc.py:Leduc", {"set": ["suits=2"]}),
    "HiddenGoofspiel": ("hidden_goofspiel.py:HiddenGoofspiel", {}),
}
SEALED = re.compile(r'(\\?"sealed\\?":\s?\\?")([\w=-]+)')


@pytest.fixture(scope="module")
def page():
    jobs = Jobs(patience=600)
    games = catalogue([f"examples/{file}" for file, _ in GAMES.values()])
    yield TestClient(make_app(games, Store(), jobs=jobs), base_url="http://127.0.0.1")
    jobs.close()


def name_of(page, game):
    listed = page.get("/api/v1/games").json()["games"]
    return next(one["name"] for one in listed if one["entry"].endswith(GAMES[game][0]))


def ask(page, name, game, act, **body):
    got = page.post(f"/api/v1/games/{name}/{act}", json={"options": GAMES[game][1], **body})
    assert got.status_code == 200, got.text
    return got.json()


def shown(answer):
    """An answer as text; of what is sealed only its length."""
    return SEALED.sub(lambda match: match[1] + "*" * len(match[2]), json.dumps(answer, ensure_ascii=False))


@pytest.mark.parametrize("seat", [MAX, MIN])
@pytest.mark.parametrize("game", GAMES)
def test_answers_depend_on_nothing_that_a_seat_does_not_see(page, game, seat):
    """Two deals that look the same to a seat get the same answers, letter by letter, until the end."""
    name = name_of(page, game)
    told, deals = {}, set()
    for seed in range(25):
        dice = random.Random(seed)
        node = ask(page, name, game, "start", seed=seed, seat=seat, strength=0.5)
        story = []
        while node["kind"] != "end":
            rated = ask(page, name, game, "rate", state=node["state"], seat=seat)
            story.append((node["position"], json.dumps(node["happened"])))
            alike = shown({**node, "players": None, "unit": None}), shown(rated)
            assert told.setdefault(tuple(story), alike) == alike
            assert abs(sum(move["probability"] for move in rated["moves"]) - 1) < 1e-9
            assert all(turn["move"] == "?" for turn in node["happened"] if turn["seat"] != seat)
            entries = [{"seat": seat, "move": dice.choice(rated["moves"])["move"]}]
            node = ask(page, name, game, "step", state=node["state"], entries=entries)
        deals.add((story[0], str(node["board"]["rows"]), str(node["happened"])))
        assert all(turn["move"] != "?" for turn in node["happened"])
    assert len({first for first, *_ in deals}) < len(deals)  # some deals did look the same


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_progress_is_sealed_judged_and_opened(page, game):
    name = name_of(page, game)
    body = {"new": {"seed": 5, "seat": "min", "options": GAMES[game][1]}}
    now = page.post(f"/api/v1/games/{name}/sitting", json={**body, "hint": True}).json()
    while not now["view"]["ended"]:
        data = json.loads(now["sitting"])
        assert not {"seed", "log"} & set(data)
        assert now["view"]["gained"] is None
        moves = [str(one["move"]) for one in now["hint"]["moves"]]
        wish = {"sitting": now["sitting"], "move": moves[-1], "judge": True, "hint": True, "record": True}
        now = page.post(f"/api/v1/games/{name}/sitting", json=wish).json()
        assert (now["judged"][-1]["cost"] is None) is (len(moves) == 1)
        assert ("record_error" in now) is not now["view"]["ended"]
    assert {entry["move"] for entry in now["record"]["entries"]}.isdisjoint("?")
    again = page.post(f"/api/v1/games/{name}/sitting", json={"sitting": now["sitting"], "again": True}).json()
    assert not {"seed", "log"} & set(json.loads(again["sitting"]))


def test_a_seal_cannot_be_opened_changed_or_guessed():
    seal, other = Seal(), Seal()
    entry = load("examples/kuhn.py:Kuhn")
    sitting = sit(entry, seat="min", seed=3)
    text = seal_sitting(seal, sitting)
    assert open_sitting(seal, text, entry).log == sitting.log
    changed = text.replace('"0":1.0,"1":"person"', '"0":"person","1":1.0')
    for stranger in (changed, text[:-60], "{}", "[", "3"):
        assert stranger != text
        with pytest.raises(SaizenError, match="start a new one"):
            open_sitting(seal, stranger, entry)
    with pytest.raises(SaizenError, match="a server that has ended"):
        open_sitting(other, text, entry)
    assert seal.seed(1) == seal.seed(1) != other.seed(1)
    lengths = {len(seal_sitting(seal, sit("examples/kuhn.py:Kuhn", seed=s, cards=40))) for s in range(20)}
    assert len(lengths) == 1


def test_what_would_show_the_other_side_is_refused(page):
    name = name_of(page, "Kuhn")
    node = ask(page, name, "Kuhn", "start", seat=1)
    for act, body, words in (
        ("rate", {"seat": 0}, "is not the person's"),
        ("step", {"entries": [{"seat": 0, "move": "p"}]}, "is not the person's"),
        ("came", {}, "drawn by the server"),
    ):
        got = page.post(f"/api/v1/games/{name}/{act}", json={"state": node["state"], **body})
        assert got.status_code == 422
        assert words in got.json()["error"]
    open_text = sit("examples/kuhn.py:Kuhn", seed=3).to_text()
    got = page.post(f"/api/v1/games/{name}/sitting", json={"sitting": open_text})
    assert "not sealed" in got.json()["error"]
