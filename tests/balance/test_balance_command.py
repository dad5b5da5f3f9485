"""``saizen balance``: the same report and the same data for every game, and what is refused."""

import json
from fractions import Fraction

import pytest

from saizen.balance.measures import Range
from saizen.balance.sweep import plot_sweep

NIM, PIG = "examples/nim.py:Nim", "examples/pig.py:Pig"
REMOVED = [w for c in ("clown", "princess", "spy", "general") for w in ("--set", f"remove={c}")]
SMALL = {
    NIM: ["--set", "heaps=(2,1)"],
    PIG: ["--set", "goal=6"],
    "examples/rock_paper_scissors.py:RockPaperScissors": [],
    "abgame": ["--places", "2", "--symbols", "3"],
    "calculation": ["--cards", "2", "--stacks", "1"],
    "memory": ["--deck", "2x2"],
    "rivals": [  # beside a small game: alone it would be measured beside the whole one
        *REMOVED,
        *("--against", "prince.strength=6"),
    ],
    "tricks": ["--left", "4,2", "--right", "3,1", "--score", "2"],
}


def answer(cli, *words):
    ran = cli("balance", *words, "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def keys(data):
    sides = data["players"].values()
    return set(data), {key for side in sides for key in side}


def test_every_game_has_the_same_keys(cli):
    found = {name: answer(cli, name, *words) for name, words in SMALL.items()}
    common = {"game", "set", "against", "before", "after", "sweep"}
    for data in found.values():
        assert set(data) - {
            "rules",
            "places",
            "symbols",
            "cards",
            "stacks",
            "deck",
            "left",
            "right",
            "score",
        } == (common)
        assert keys(data["after"]) == keys(found[NIM]["after"])


def test_two_games_beside_each_other(cli):
    data = answer(cli, PIG, "--set", "goal=6", "--against", "goal=8")
    alone = answer(cli, PIG, "--set", "goal=8")
    assert data["before"]["value"] == "24/31"
    assert data["after"] == alone["after"]
    told = cli("balance", PIG, "--set", "goal=6", "--against", "goal=8").out
    assert f"{float(Fraction(324, 439) - Fraction(24, 31)):+.4f}" in told


def test_a_sweep(cli, tmp_path):
    data = answer(cli, PIG, "--sweep", "goal=4..6", "--plot", tmp_path / "pig.svg")
    assert [one["set"] for one in data["sweep"]] == ["goal=4", "goal=5", "goal=6"]
    assert data["sweep"][2]["value"] == "24/31"
    picture = (tmp_path / "pig.svg").read_text()
    assert "<svg" in picture
    answer(cli, PIG, "--sweep", "goal=4..6", "--plot", tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_text() == picture
    told = cli("balance", "memory", "--deck", "2x2", "--sweep", "take=forced,free").out
    assert "Balance by take" in told


@pytest.mark.parametrize(
    ("words", "firsts"),
    [
        ([PIG, "--sweep", "goal=4..6"], {"goal", "4", "5", "6"}),
        (["memory", "--deck", "2x4", "--sweep", "take=forced,free"], {"take", "forced", "free"}),
        (["rivals", *REMOVED, "--sweep", "prince.strength=5..6"], {"strength", "5", "6"}),
    ],
)
def test_no_cell_of_a_sweep_goes_on_in_a_second_line(cli, monkeypatch, words, firsts):
    monkeypatch.setenv("COLUMNS", "80")
    lines = [line[2:] for line in cli("balance", *words).out.split("\n") if line.startswith(("┃", "│"))]
    assert {line.split()[0] for line in lines} == firsts
    assert max(map(len, lines)) <= 78


def test_par_and_careless_players(cli):
    words = [*SMALL["tricks"], "--par", "3/2", "--strength", "0.9", "--slack", "1"]
    after = answer(cli, "tricks", *words)["after"]
    assert (after["par"], after["ahead"]) == ("3/2", "right")
    assert list(after["players"]["left"]["careless"]) == ["random", "strength 0.9", "cost at most 1"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([PIG, "--set", "gaol=6"], "'gaol' is not a setting"),
        ([PIG, "--set", "goal"], "NAME=VALUE"),
        ([PIG, "--against", "gaol=6"], "'gaol' is not a setting"),
        ([PIG, "--sweep", "goal"], "NAME=VALUES"),
        ([PIG, "--sweep", "goal=9..4"], "FIRST..LAST"),
        ([PIG, "--sweep", "goal=a..b"], "FIRST..LAST"),
        ([PIG, "--sweep", "goal=1..2..3..4"], "FIRST..LAST"),
        ([PIG, "--sweep", "goal=1..9..0"], "FIRST..LAST"),
        ([PIG, "--sweep", "goal=4,,6"], "a value is missing"),
        ([PIG, "--sweep", "goal=1..1000000000000"], "values: use at most 100"),
        ([PIG, "--sweep", "goal=" + ",".join(map(str, range(200)))], "use at most 100"),
        ([PIG, "--sweep", "gaol=1..3"], "'gaol' is not a setting"),
        ([PIG, "--sweep", "goal=4..5", "--against", "goal=6"], "one or the other"),
        ([PIG, "--plot", "x.svg"], "--sweep"),
        ([PIG, "--sweep", "goal=4..5", "--plot", "x.doc"], ".svg"),
        ([PIG, "--sweep", "goal=4..5", "--plot", "nowhere/x.svg"], "no directory"),
        ([PIG, "--set", "goal=6", "--strength", "2"], "from 0 (random) to 1"),
        ([PIG, "--set", "goal=6", "--slack", "-1"], "from 0 on"),
        ([PIG, "--set", "goal=6", "--par", "x"], "--par 'x'"),
        ([PIG, "--max-positions", "0"], "at least 1"),
        (["rivals", "--par", "0"], "No such option: --par"),
        (["rivals", "--max-positions", "9"], "No such option: --max-positions"),
        ([PIG, "--max-positions", "50"], "more than 50 positions"),
        ([NIM, "--set", "heaps=3"], "fails"),
        (["memory", "--set", "dekc=2x2"], "'dekc' is not an option"),
        (["rivals", "--sweep", "king.strength=1..3"], "'king'"),
        (["rivals", "--against", "king.strength=1"], "'king'"),
        (["chess"], "'chess' is not a game; 'saizen balance' takes: "),
    ],
)
def test_bad_input_is_one_line(cli, words, told):
    ran = cli("balance", *words)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert told in ran.err
    assert not ran.out


@pytest.mark.parametrize(
    ("game", "positions", "value", "told"),
    [
        ("memory", 916, "218/7875", "kinds of moves"),
        ("calculation", 6515, "25/36", "Measured with --stacks 2 --cards 3"),
        ("tricks", 227, 1, "No chance and no hidden choice"),
        ("abgame", 676, 3, "Measured with --symbols 4"),
    ],
)
def test_every_game_is_measured_without_options(cli, game, positions, value, told):
    data = answer(cli, game)
    assert (data["after"]["positions"], data["after"]["value"]) == (positions, value)
    assert any(told in note for note in data["after"]["notes"])


def test_a_size_that_is_given_is_measured(cli):
    assert answer(cli, "calculation", "--stacks", "1")["after"]["value"] == "1/36"
    data = answer(cli, "abgame", "--places", "2", "--set", "symbols=3")
    assert data["after"]["positions"] == answer(cli, "abgame", *SMALL["abgame"])["after"]["positions"]
    assert not any("Measured with" in note for note in data["after"]["notes"])


def test_a_table_of_memory_is_measured_as_its_board(cli):
    from saizen.balance.measuring import measure
    from saizen.games.memory.places.game import MemoryTable

    board = answer(cli, "memory", "--deck", "2x2", "--par", "0", "--max-positions", "100")["after"]
    table = measure(MemoryTable("2x2"), par=0)
    assert (board["value"], board["draw"]) == (str(table.value), [table.draw.low, table.draw.high])
    wins = {name: [side.win.low, side.win.high] for name, side in table.sides.items()}
    assert {name: side["win"] for name, side in board["players"].items()} == wins


def test_a_game_too_large_is_refused_in_words(cli):
    ran = cli("balance", "calculation", "--max-positions", "1000")
    assert ran.code == 2
    assert "more than 1000 positions" in ran.err


def test_a_picture_needs_a_known_format(tmp_path):
    from saizen.errors import SaizenError

    with pytest.raises(SaizenError, match=r"\.svg"):
        plot_sweep(tmp_path / "x.nothing", "a", {})
    assert Range(0.1, 0.2).determined is False
