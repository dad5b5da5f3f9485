"""Positions that cannot arise are refused in words by every route; those that can are answered by all."""

import json
import random
from dataclasses import replace

import pytest

import saizen
from saizen.errors import PositionError, SaizenError
from saizen.games import load, rivals
from saizen.games.rivals.keys import decode
from saizen.games.rivals.rules import Rivals, RivalsPosition, after
from saizen.sitting import Sitting
from saizen.store import Store

IMPOSSIBLE = "34567/12346 3-3 1-1 spy+"
REASON = f"{IMPOSSIBLE!r} cannot arise under the rules paper; possible with these hands: "


def refused(ask, *arguments, **options):
    with pytest.raises(PositionError) as error:
        ask(*arguments, **options)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_longer_games_have_exact_values_too(cli):
    """With five points to win a common denominator is beyond all floats."""
    words = ["34567/12346 0-3 1-1 spy+ seen=3", "--set", "points_to_win=5"]
    ran = cli("advise", "rivals", *words, "--json")
    assert ran.code == 0, ran.err
    whole = rivals.solve(rivals.RivalsOptions(set=("points_to_win=5",)), exact=True)
    assert whole.data["exact"]
    by_table = json.loads(cli("advise", "rivals", *words, "--json").out)
    assert json.loads(ran.out) == by_table


def test_a_hint_at_a_start_that_cannot_arise_is_refused(cli):
    ran = cli("play", "rivals", "--start", IMPOSSIBLE, "--seat", "all", stdin="h\nq\n")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"saizen: {REASON}")


def test_every_route_refuses_in_the_same_words(cli):
    words = refused(saizen.advise, "rivals", IMPOSSIBLE)
    assert words.startswith(REASON)
    entry = load("rivals")
    position = entry.game().parse(IMPOSSIBLE)
    assert refused(saizen.advise, "rivals", position) == words
    assert refused(entry.read, IMPOSSIBLE) == words
    assert refused(rivals.read, IMPOSSIBLE) == words
    assert refused(saizen.sit, "rivals", start=IMPOSSIBLE) == words
    assert refused(Sitting, entry, start=IMPOSSIBLE) == words
    begun = json.loads(saizen.sit("rivals").to_text())
    assert refused(Sitting.from_text, json.dumps({**begun, "start": IMPOSSIBLE})) == words
    assert refused(rivals.solution, Rivals(start=position)) == words
    assert refused(entry.solution(entry.game()).value, IMPOSSIBLE) == words
    assert cli("advise", "rivals", IMPOSSIBLE).err == f"saizen: {words}\n"
    assert json.loads(cli("advise", "rivals", "-", stdin=IMPOSSIBLE).out)["error"] == words


def test_the_page_refuses_in_the_same_words():
    testclient = pytest.importorskip("starlette.testclient", reason="pip install '.[web]'")
    from saizen.web.app import make_app
    from saizen.web.catalogue import catalogue
    from saizen.web.jobs import Jobs

    words, jobs = refused(saizen.advise, "rivals", IMPOSSIBLE), Jobs(patience=600)
    page = testclient.TestClient(make_app(catalogue([]), Store(), jobs=jobs), base_url="http://127.0.0.1")
    bodies = {"advise": {"position": IMPOSSIBLE}, "sitting": {"new": {"start": IMPOSSIBLE}, "hint": True}}
    for route, body in bodies.items():
        got = page.post(f"/api/v1/games/rivals/{route}", json=body)
        assert 400 <= got.status_code < 500
        assert got.json()["error"] == words
    jobs.close()


@pytest.mark.parametrize(
    ("text", "options", "named"),
    [
        ("01234567/01234567 3-0 1-1", {}, "possible with these hands: 0-0 1-1"),
        ("01/23 0-0 1-1", {}, "3-3"),
        ("357/246 1-1 2-2 spy- seen=5", {}, "seen=5' cannot arise"),
        ("1234567/1234567 0-0 2-2", {"set": ["remove=clown"]}, "under these rules; possible"),
        ("1234567/1234567 0-0 1-1", {"rules": "assassin-reversed"}, "the rules assassin-reversed"),
        ("012345/012345 2-2 1-1 gen+", {"set": ["general_bonus=0"]}, "cannot arise"),
    ],
)
def test_what_can_arise_is_listed(text, options, named):
    assert named in refused(saizen.advise, "rivals", text, **options)


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("1234567/1234567 0-0 1-1", ["remove=clown"]),
        ("1234567/1234567 0-0 3-2", ["clown.ability=minister", "prince.ability=spy"]),
        ("0123567/0123567 0-0 5-5", ["minister_points=4", "points_to_win=6"]),
        ("34567/12346 4-3 1-1 spy+", ["points_to_win=5"]),
        ("0/0 0-0 1-1", [f"remove={card}" for card in range(1, 8)]),
    ],
)
def test_changed_rules_decide_what_can_arise(text, settings):
    """All ways to play are tried by the rules alone."""
    game = load("rivals").game(set=settings)
    reached = {game.start()}
    for _ in range(len(game.rules.hand) - text.index("/")):
        then = (after(game.rules, one, a, b) for one in reached for a in one.mine for b in one.yours)
        reached = {one for one in then if isinstance(one, RivalsPosition)}
    if text in map(game.text, reached):
        assert rivals.read(text, rivals.RivalsOptions(set=tuple(settings)))[1] in reached
    else:
        assert "under these rules" in refused(load("rivals").read, text, set=settings)


def test_positions_of_whole_games_are_read_by_the_entry(exact):
    """Also positions that differ from them by points, a stake or an effect: some can arise, some cannot."""
    entry, dice = load("rivals"), random.Random(9)
    every = {decode(key) for layer in exact.layers for key in layer.keys.tolist()}
    every |= {position.flipped() for position in every}
    refusals = 0
    for position in dice.sample(sorted(every, key=entry.game().text), 150):
        changes = {"my_points": 1, "your_stake": 2, "spy": 1, "general": -1}
        near = [position, *(replace(position, **{name: value}) for name, value in changes.items())]
        for other in near:
            text = entry.game().text(other)
            try:
                read = entry.read(text)[1]
            except SaizenError:
                read, refusals = None, refusals + 1
            assert (read == other) if other in every else read is None
    assert refusals > 50


def test_the_start_is_read_without_a_search(monkeypatch):
    monkeypatch.setattr(
        "saizen.games.rivals.solving.reachable.find_layers", lambda *_: pytest.fail("searched")
    )
    for text in ("", "01234567/01234567 0-0 1-1"):
        assert load("rivals").read(text)[1] == Rivals().start()
