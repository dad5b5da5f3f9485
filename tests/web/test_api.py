"""The API answers what the command line prints."""

import json
import re

import pytest

API = "/api/v1"
DECIDED_HERE = ("store", "progress", "json", "workers", "cluster", "keep", "out")
"""What no request may say."""
LEFT_OUT = ("clown", "spy", "wizard", "general", "prince")

QUESTIONS = [
    ("rivals", "advise", "34567/12346 0-3 1-1 spy+ seen=3", {}),
    ("rivals", "advise", "01234567/01234567 0-0 1-1", {"exact": True}),
    ("rivals", "advise", "1234567/1234567 0-0 1-1", {"set": ["remove=clown", "prince.strength=6"]}),
    ("rivals", "solve", None, {"set": ["remove=clown", "remove=spy", "remove=wizard"]}),
    ("rivals", "check", None, {"set": [f"remove={card}" for card in LEFT_OUT]}),
    ("abgame", "advise", "3x7 123:0A1B 345:0A2B", {}),
    ("abgame", "advise", "3x7 123:0A1B 345:0A2B", {"objective": "worst", "move": ["123"], "seconds": 60}),
    ("abgame", "solve", None, {"symbols": 5}),
    ("abgame", "tree", None, {"places": 2, "symbols": 4, "depth": 2}),
    ("abgame", "compare", None, {"places": 2, "symbols": 5, "exact": False}),
    ("calculation", "advise", "A6 B6 / B6 B5A3B3 A5 / B1", {}),
    ("calculation", "solve", None, {"cards": 3, "stacks": 2}),
    ("calculation", "limit", None, {"deal": 1}),
    ("memory", "advise", "(4,1,2,1)", {"take": "free"}),
    ("memory", "advise", "2x2 | A ? ? ? | second", {"objective": "win", "lead": 1}),
    ("memory", "solve", None, {"letters": 3}),
    ("memory", "simulate", "2x3", {"games": 20, "seed": 3}),
    ("tricks", "advise", "AABBbaba lead=L", {"objective": "avoid"}),
    ("tricks", "advise", None, {"left": "4,2", "right": "3,1", "score": "2", "lead": "R"}),
    ("tricks", "matrix", "ABab", {}),
    ("tricks", "explore", "V0 - V1 <= 1", {"upto": 3, "when": ""}),
    ("tricks", "solve", None, {"n": 3, "order": "bottom"}),
    ("nim", "advise", "((2, 1), 0)", {"set": ["heaps=(2, 1)"]}),
    ("goofspiel", "advise", "", {"player": "min", "set": ["cards=3"]}),
    ("pig", "solve", None, {"set": ["goal=4"], "float": True}),
    ("Race", "advise", "(1, 0)", {}),
    ("Race", "check", None, {"max_positions": 5}),
]


def words(entry, command, position, options):
    """Write a question as the command line wants it."""
    line = [command, entry] if position is None else [command, entry, position]
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if isinstance(value, bool):
            line += [flag] if value else [f"--no-{name}"]
        else:
            line += [part for one in (value if isinstance(value, list) else [value]) for part in (flag, one)]
    return [*line, "--json"]


def untimed(text):
    """Leave out how long something took."""
    return re.sub(r'"seconds": [0-9.]+', "", text)


def entry_of(page, game):
    return page.get(f"{API}/games/{game}").json()["entry"]


def post(page, path, body):
    return page.post(f"{API}{path}", json=body)


@pytest.mark.parametrize(("game", "command", "position", "options"), QUESTIONS)
def test_an_answer_is_what_the_command_prints(page, cli, game, command, position, options):
    body = {"options": options} if position is None else {"position": position, "options": options}
    got = post(page, f"/games/{game}/{command}", body)
    ran = cli(*words(entry_of(page, game), command, position, options))
    assert got.status_code == 200, got.text
    assert untimed(got.text) == untimed(ran.out.strip())
    both = page.post(f"{API}/games/{game}/{command}?shown=true", json=body).json()
    assert set(both) == {"data", "tables", "notes"}
    assert untimed(json.dumps(both["data"], ensure_ascii=False)) == untimed(ran.out.strip())
    assert all(isinstance(cell, str) for table in both["tables"] for row in table["rows"] for cell in row)
    assert all(len(row) == len(table["columns"]) for table in both["tables"] for row in table["rows"])


WRONG = [
    ("rivals", "advise", "89/12 0-0 1-1", {}),
    ("rivals", "advise", "77/01 3-3 1-1", {}),
    ("rivals", "advise", "01/23 0-0 9-9", {"rules": "nobody's"}),
    ("abgame", "advise", "3x7 123:4A0B", {}),
    ("abgame", "solve", None, {"places": 0}),
    ("calculation", "advise", "A9 B9 C9 D99 / - - - / 3", {}),
    ("memory", "advise", "(1,2", {}),
    ("tricks", "advise", "ABX", {}),
    ("tricks", "advise", "３/4", {}),
    ("tricks", "explore", "V0 - <= 1", {}),
    ("nim", "advise", "((9, 9), 0)", {}),
    ("nim", "advise", "((2, 1), 0)", {"set": ["piles=3"]}),
    ("Broken", "advise", "2", {}),
]


@pytest.mark.parametrize(("game", "command", "position", "options"), WRONG)
def test_what_is_wrong_is_told_as_the_command_tells_it(page, cli, game, command, position, options):
    body = {"options": options} if position is None else {"position": position, "options": options}
    got = post(page, f"/games/{game}/{command}", body)
    ran = cli(*words(entry_of(page, game), command, position, options))
    assert got.status_code == 422
    assert ran.code == 2
    assert f"saizen: {got.json()['error']}" == ran.err.strip()
    assert "error" in got.json()


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("/games/rivals/solve", {"options": {"out": "x.csv"}}, "'out' is not an option"),
        ("/games/rivals/solve", {"options": {"store": "/"}}, "'store' is not an option"),
        ("/games/calculation/simulate", {"options": {"workers": 9}}, "'workers' is not an option"),
        ("/games/Race/solve", {"options": {"workers": 2}}, "'workers' is not an option"),
        ("/games/Race/solve", {"options": {"cluster": "tcp://a:1"}}, "'cluster' is not an option"),
        ("/games/Race/solve", {"options": {"keep": True}}, "'keep' is not an option"),
        ("/games/tricks/explore", {"options": {"cluster": "tcp://a:1"}}, "'cluster' is not an option"),
        ("/games/calculation/simulate", {"options": {"cluster": "tcp://a:1"}}, "'cluster' is not an option"),
        ("/games/tricks/matrix", {"options": {"image": "x.svg"}}, "'image' is not an option"),
        ("/games/tricks/explore", {"options": {"state": "x"}}, "'state' is not an option"),
        ("/games/Race/advise", {"options": {"max_positions": 10**9}}, "at most 2000000"),
        ("/games/Race/advise", {"options": {"goal": 3}}, "'goal' is not an option"),
        ("/games/memory/advise", {"position": "2x2", "options": {"take": "all"}}, "'all' is not take"),
        ("/games/memory/advise", {"position": "2x2", "options": {"lead": "two"}}, "a whole number"),
        ("/games/memory/advise", {"position": "2x2", "options": {"lead": True}}, "a whole number"),
        (
            "/games/memory/advise",
            {"position": "2x2", "options": {"take": {"a": 1}}},
            "is not take; possible: forced, free",
        ),
        ("/games/rivals/advise", {"position": "34567/12346 3-3 1-1 spy+"}, "possible with these hands"),
        ("/games/rivals/solve", {"position": "01/23"}, "takes no position"),
        ("/games/tricks/explore", {"position": "k", "options": {"claim": "k"}}, "given twice"),
        ("/games/rivals/advise", {"position": 5}, "position"),
        ("/games/rivals/advise", {"position": "\ud800"}, "U+D800"),
        ("/games/rivals/advise", {"position": "x" * 1_000_001}, "1,000,001 characters"),
        ("/games/rivals/advise", {"positions": "x"}, "positions"),
        ("/games/rivals/advise", [], "dictionary"),
    ],
)
def test_what_is_refused(page, path, body, told):
    text = json.dumps(body)
    got = page.post(f"{API}{path}", content=text, headers={"content-type": "application/json"})
    assert got.status_code == 422
    assert told in got.json()["error"]
    assert "\n" not in got.json()["error"]


def test_what_is_not_there(page):
    for path in ("/games/chess/advise", "/games/rivals/fly", "/games/rivals/play", "/games/abgame/build"):
        got = post(page, path, {})
        assert got.status_code == 404
        assert "error" in got.json()
    for path in ("/games/chess", "/nothing", "/jobs/none", "/jobs/none/events"):
        assert page.get(f"{API}{path}").status_code == 404
    assert "rivals" in post(page, "/games/chess/advise", {}).json()["error"]
    assert page.get("/api/v1/games/rivals/advise").status_code == 405
    assert page.get("/docs").status_code == 404


def test_games(page):
    games = {game["name"]: game for game in page.get(f"{API}/games").json()["games"]}
    five = [name for name, game in games.items() if game["kind"] == "game"]
    assert five == ["abgame", "calculation", "memory", "rivals", "tricks"]
    assert {name for name, game in games.items() if game["kind"] == "example"} == {
        "nim",
        "tic_tac_toe",
        "goofspiel",
        "pig",
        "rock_paper_scissors",
        "kuhn",
        "leduc",
        "liars_dice",
        "hidden_goofspiel",
        "von_neumann_poker",
        "hidden_tricks",
        "private_memory",
        "ab_duel",
    }
    assert games["Race"]["kind"] == "own"
    for name, game in games.items():
        assert {"title", "title_ja", "summary", "example", "commands", "state"} <= set(game)
        assert set(game["state"]) == {"state", "words", "seconds"}
        whole = page.get(f"{API}/games/{name}").json()
        assert {"players", "rules", "form", "options", "learn"} <= set(whole)
        assert set(whole["options"]) == {"rules", "solver", *game["commands"]}
        for options in whole["options"].values():
            for option in options:
                assert option["kind"] in ("flag", "number", "text", "choice", "list")
                assert option["name"] not in DECIDED_HERE
        assert not set(game["commands"]) & {"play", "watch", "build", "verify", "plot"}
    assert page.get(f"{API}/games/rivals").json()["players"]["0"] == "blue"
    solver = {option["name"]: option for option in page.get(f"{API}/games/Race").json()["options"]["solver"]}
    assert solver["float"]["kind"] == "flag"
    assert solver["max_positions"]["kind"] == "number"


def test_the_schema_names_everything(page):
    schema = page.get(f"{API}/openapi.json").json()
    paths = set(schema["paths"])
    assert {f"{API}/games", f"{API}/games/{{game}}/sitting", f"{API}/jobs/{{job}}/events"} <= paths
    answers = schema["paths"][f"{API}/games/{{game}}/{{command}}"]["post"]["responses"]
    assert {"200", "202", "404", "422", "503"} <= set(answers)
    assert answers["422"]["content"]["application/json"]["schema"]["$ref"].endswith("Problem")


def test_papers(page, cli):
    listed = {paper["name"]: paper for paper in page.get(f"{API}/papers").json()}
    assert set(listed) == {"abgame", "calculation", "memory", "rivals", "tricks"}
    assert listed["memory"]["errata"]
    got = post(page, "/papers/memory", {})
    ran = cli("reproduce", "memory", "--json")
    assert got.json() == json.loads(ran.out)
    assert {"where", "what", "printed", "computed", "verdict", "note"} == set(got.json()["checks"][0])
    shown = page.post(f"{API}/papers/memory?shown=true", json={}).json()
    assert shown["data"] == got.json()
    assert post(page, "/papers/chess", {}).status_code == 404


def test_state(page):
    told = page.get(f"{API}/state").json()
    assert told["games"]["Race"]["state"] == "ready"
    assert "rivals" in told["games"]


def test_a_text_finds_its_game(page):
    found = post(page, "/search", {"position": "34567/12346 0-3 1-1 spy+ seen=3"}).json()["games"]
    assert found == [{"game": "rivals", "position": "34567/12346 0-3 1-1 spy+ seen=3"}]
    assert post(page, "/search", {"position": "nothing of the kind"}).json()["games"] == []


@pytest.mark.parametrize("patience", [0, 600])
def test_a_contradiction_says_where_it_is_and_what_would_mend_it(server, patience):
    client = server(patience=patience)
    body = {"new": {"start": "3x7 123:0A1B 456:3A0B", "seat": "all"}}
    answer = client.post("/api/v1/games/abgame/sitting", json=body)
    told = answer.json()
    if answer.status_code == 202:
        while told["state"] in ("queued", "running"):
            told = client.get(f"/api/v1/jobs/{told['job']}").json()
    assert told["error"].startswith("'3x7 123:0A1B 456:3A0B' is impossible")
    assert told["at"] == 1
    mended = {"at": 0, "guess": "123", "was": "0A1B", "answer": "0A0B", "position": "3x7 123:0A0B 456:3A0B"}
    assert mended in told["repairs"]
