"""One answer: the command line, Python, hints, both routes of the page and notebooks say the same."""

import json
import random

import pytest

import saizen
from saizen.exact import from_flint, read_number
from saizen.game import Decision, Simultaneous
from saizen.games import GAMES, load

SMALL = {
    "abgame": {"places": 2, "symbols": 5},
    "calculation": {"stacks": 2, "cards": 3},
    "memory": {"deck": "2x3"},
    "rivals": {"set": ["remove=clown", "remove=spy", "remove=wizard"]},
    "tricks": {"objective": "avoid"},
    "examples/nim.py:Nim": {"set": ["heaps=(3, 2)"]},
    "examples/goofspiel.py:Goofspiel": {"set": ["cards=3"]},
    "examples/pig.py:Pig": {"set": ["goal=6"]},
    "examples/rock_paper_scissors.py:RockPaperScissors": {},
}
"""Small instances by their options; each is asked on the way of a random game."""
DEALT = {"tricks": {"n": 4}}
"""Options of the deal that the random game begins with; a position has none."""
PAGE = {name: name.rpartition("/")[2].partition(".")[0] for name in SMALL}
CASES = [(name, {}) for name in GAMES] + list(SMALL.items())


def positions(name, options, seed=3, most=6):
    """Yield texts of positions of a random game, where somebody chooses; the game's sample first."""
    entry = load(name)
    if not options and entry.package:
        yield entry.example
        return
    sitting = saizen.sit(entry, seat="all", seed=seed, options={**options, **DEALT.get(name, {})})
    dice, asked = random.Random(seed), 0
    while not sitting.ended and asked < most:
        moment = sitting.moment
        if isinstance(moment.node, Decision | Simultaneous) and not moment.moves:
            asked += 1
            yield sitting.game.text(moment.position)
        sitting.play(dice.choice(sitting.moves()))


def asked_everywhere(page, cli, name, options, text):
    """Return the data that each route gives, by route."""
    words = [word for key, value in options.items() for word in _words(key, value)]
    sitting = saizen.sit(name, seat="all", seed=1, start=text, options=options)
    route, body = f"/api/v1/games/{PAGE.get(name, name)}", {"options": options}
    new = {"seat": ["all"], "seed": 1, "start": text, "options": options}
    hint = page.post(f"{route}/sitting", json={"new": new, "hint": True}).json()
    shown = hint["hint"].pop("shown")
    answer = saizen.advise(name, text, **options)
    assert [table["title"] for table in shown["tables"]] == [table.title for table in answer.tables]
    assert sitting.hint()._repr_html_() == answer._repr_html_()
    return {
        "advise": json.loads(cli("advise", name, text, *words, "--json").out),
        "python": json.loads(answer.to_json()),
        "hint": json.loads(sitting.hint().to_json()),
        "page": page.post(f"{route}/advise", json={"position": text, **body}).json(),
        "page hint": hint["hint"],
    }


def _words(key, value):
    for one in value if isinstance(value, list) else [value]:
        yield from (f"--{key}", str(one))


@pytest.mark.parametrize(("name", "options"), CASES, ids=lambda part: part if isinstance(part, str) else "")
def test_all_routes_say_the_same(page, cli, name, options):
    texts = list(positions(name, options))
    assert texts
    for text in texts:
        answers = asked_everywhere(page, cli, name, options, text)
        first = answers["advise"]
        for route, answer in answers.items():
            answer["game"] = first["game"] if answer["game"].endswith(first["game"]) else answer["game"]
            assert answer == first, route
        assert first["moves"]
        for move in [*first["moves"], *first.get("turns", ())]:
            assert {"move", "value", "optimal", "cost"} <= move.keys()
        shares = [move["probability"] for move in first["moves"] if "probability" in move]
        if shares and len(shares) == len(first["moves"]):
            assert sum(map(_number, shares)) == pytest.approx(1)


def moments(name, options, seed):
    """Yield a sitting at every position of a random game where somebody chooses."""
    sitting = saizen.sit(name, seat="all", seed=seed, options={**options, **DEALT.get(name, {})})
    dice = random.Random(seed)
    while not sitting.ended:
        if isinstance(sitting.moment.node, Decision | Simultaneous) and not sitting.moment.moves:
            yield sitting
        sitting.play(dice.choice(sitting.moves()))


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_the_advice_on_the_position_that_is_shown(name):
    """Moves too are called the same: what a player reads off the page can be asked about elsewhere."""
    options, asked = SMALL[name], 0
    for seed in range(4):
        for sitting in moments(name, options, seed):
            asked += 1
            text = sitting.view()["position"]
            hint, advice = sitting.hint(), saizen.advise(name, text, **options)
            assert hint.data == advice.data, text
            assert {str(move["move"]) for move in advice.data["moves"]} <= set(sitting.moves())
    assert asked > 8


def _number(value):
    top, _, bottom = str(value).partition("/")
    return float(top) / float(bottom or 1)


def test_long_fractions_are_floats_unless_all_digits_are_asked_for(cli):
    start = GAMES["rivals"].example
    short = cli("advise", "rivals", start, "--json").out
    whole = cli("advise", "rivals", start, "--json", "--exact").out
    assert json.loads(short)["rounded"] is True
    assert "rounded" not in json.loads(whole)
    assert len(short) < 5_000
    assert len(whole) > 50_000
    for shown, exact in zip(json.loads(short)["moves"], json.loads(whole)["moves"], strict=True):
        assert shown["move"] == exact["move"]
        assert shown["value"] == float(from_flint(read_number(str(exact["value"]))))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_takes_exact(cli, name):
    assert "--exact" in cli("advise", name, "--help").out
