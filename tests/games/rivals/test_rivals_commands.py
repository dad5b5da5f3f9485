"""The commands of R-Rivals."""

import csv
import json
from fractions import Fraction

import pytest

from saizen.exact import from_flint, read_number

START = "01234567/01234567 0-0 1-1"


def fraction(written):
    """Read a number of any length."""
    return from_flint(read_number(str(written)))


def test_advise_opening(cli):
    answer = json.loads(cli("advise", "rivals", START, "--exact", "--json").out)
    assert list(answer) == ["game", "position", "value", "exact", "player", "unique", "moves", "matrix"]
    assert answer["value"] == 0
    assert answer["player"] == "blue"
    assert answer["unique"] is True
    assert list(answer["moves"][0]) == ["move", "value", "optimal", "probability", "cost", "name"]
    assert sum(Fraction(move["probability"]) for move in answer["moves"]) == 1
    assert {move["move"] for move in answer["moves"] if move["optimal"]} == {2, 3, 4, 5, 7}
    rounded = json.loads(cli("advise", "rivals", START, "--json").out)
    assert rounded["rounded"] is True
    assert rounded["value"] == 0
    for move, exact in zip(rounded["moves"], answer["moves"], strict=True):
        assert move["probability"] == float(Fraction(exact["probability"]))
        assert move["value"] == float(fraction(exact["value"]))
        assert fraction(exact["cost"]) == -fraction(exact["value"])
    assert cli("advise", "rivals", "--json").out == cli("advise", "rivals", START, "--json").out


def test_advise_when_the_opponent_shows_first(cli):
    ran = cli("advise", "rivals", "34567/12346 0-3 1-1 spy+")
    assert ran.code == 0
    assert "Blue's spy acts: red shows a card first." in ran.out
    assert "If red shows the assassin (3), blue answers with the prince: worth 1." in ran.out
    assert "blue answers with the assassin or the general: worth 0." in ran.out
    answer = json.loads(cli("advise", "rivals", "34567/12346 0-3 1-1 spy+", "--json").out)
    assert answer["player"] == "red"
    assert [(move["move"], move["value"], move["cost"]) for move in answer["moves"]] == [
        (2, "-1/3", 0),
        (4, 0, "1/3"),
        (6, 0, "1/3"),
        (1, "2/3", 1),
        (3, 1, "4/3"),
    ]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["0012/0123 0-0 1-1"], "twice"),
        (["012/0123 0-0 1-1"], "3 and 4 cards"),
        (["012/345 0-4 1-1"], "4 points"),
        (["012/345 0-0 1-1 seen=3"], "spy+"),
        ([START, "--rules", "house"], "house"),
        (["01234567/01234567 3-0 1-1"], "0-0 1-1"),
    ],
)
def test_bad_input_is_one_line(cli, words, named):
    ran = cli("advise", "rivals", *words)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert named in ran.err


def test_hundreds_of_positions_in_one_process(cli):
    """More than a process may have files open, were each to leave those of its table open."""
    lines = ["34567/12346 0-3 1-1 spy+ seen=3", "36/34 3-3 1-1 spy+ gen- seen=3"] * 150
    ran = cli("advise", "rivals", "-", stdin="\n".join(lines))
    assert ran.code == 0
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert len(answers) == 300
    assert answers[1]["value"] == 1
    turned = cli(
        "advise", "rivals", "36/34 3-3 1-1 spy+ gen- seen=3", "--rules", "assassin-reversed", "--json"
    )
    assert json.loads(turned.out)["value"] == -1


def test_solve_counts_positions(cli):
    answer = json.loads(cli("solve", "rivals", "--json").out)
    assert answer["positions"] == 537_103
    assert answer["opening"]["3"] == pytest.approx(0.27191, abs=5e-6)


def test_export_and_certificates_of_a_small_game(tmp_path):
    import pyarrow.parquet

    from saizen.games.rivals.export import COLUMNS, certificates, export
    from saizen.games.rivals.solved import solve_rivals
    from saizen.games.rivals.variants import PAPER
    from saizen.work import SILENT

    rules = PAPER.changed("remove=clown").changed("remove=general").changed("remove=prince")
    solved = solve_rivals(rules, exact=True)
    count = export(solved, tmp_path / "all.csv", SILENT, {"saizen": "a version"})
    with (tmp_path / "all.csv").open(encoding="utf-8") as file:
        assert file.readline() == "# saizen: a version\n"
        rows = list(csv.DictReader(file))
    assert len(rows) == count == sum(sum(layer.counts()) for layer in solved.layers)
    assert list(rows[0]) == list(COLUMNS)
    for row in rows[:: len(rows) // 200]:
        assert sum(Fraction(row[f"p{card}"] or 0) for card in range(8)) == 1
    assert len({row["position"] for row in rows}) == count
    assert export(solved, tmp_path / "all.parquet", SILENT, {"saizen": "a version"}) == count
    table = pyarrow.parquet.read_table(tmp_path / "all.parquet")
    assert table.schema.metadata[b"saizen"] == b"a version"
    assert table.column("position").to_pylist() == [row["position"] for row in rows]
    assert certificates(solved, SILENT) == sum(layer.counts()[0] for layer in solved.layers)
    assert {path.name for path in tmp_path.iterdir()} == {"all.csv", "all.parquet"}


def test_export_needs_a_known_ending(cli, tmp_path):
    ran = cli("solve", "rivals", "--out", tmp_path / "all.xlsx")
    assert ran.code == 2
    assert ".csv or .parquet" in ran.err


def test_settings_in_every_command(cli):
    words = [
        "--set",
        "remove=clown",
        "--set",
        "remove=spy",
        "--set",
        "remove=general",
        "--set",
        "points_to_win=3",
    ]
    solved = json.loads(cli("solve", "rivals", *words, "--exact", "--json").out)
    assert solved["set"] == words[1::2]
    assert solved["value"] == 0
    assert set(solved["opening"]) == {"1", "3", "4", "5", "7"}
    answer = json.loads(cli("advise", "rivals", "13457/13457 0-0 1-1", *words, "--exact", "--json").out)
    mix = {str(move["move"]): float(Fraction(move["probability"])) for move in answer["moves"]}
    assert mix == solved["opening"]
    ran = cli("advise", "rivals", "01234567/01234567 0-0 1-1", *words)
    assert ran.code == 2
    assert "card 0 is not in play; these rules have 13457" in ran.err
    for command in (["advise", "rivals", START], ["solve", "rivals"], ["balance", "rivals"]):
        ran = cli(*command, "--set", "king.strength=3")
        assert ran.code == 2
        assert ran.err.count("\n") == 1
        assert "'king'" in ran.err


def test_advise_when_the_opponent_replies(cli):
    ran = cli("advise", "rivals", "12346/34567 3-0 1-1 spy- seen=3")
    assert ran.code == 0
    assert "Red's spy acts: blue has shown the assassin (3)." in ran.out
    answer = json.loads(cli("advise", "rivals", "12346/34567 3-0 1-1 spy- seen=3", "--exact", "--json").out)
    assert answer["value"] == -1
    assert answer["player"] == "red"
    assert answer["moves"][0] == {
        "move": 7,
        "value": -1,
        "optimal": True,
        "probability": 1,
        "cost": 0,
        "name": "prince",
    }


def test_advise_for_the_other_player_and_about_some_cards(cli):
    answer = json.loads(cli("advise", "rivals", "23/01 3-3 1-1", "--player", "red", "--json").out)
    assert answer["player"] == "red"
    assert {move["name"]: move["probability"] for move in answer["moves"]} == {
        "clown": "1/2",
        "princess": "1/2",
    }
    named = cli("advise", "rivals", "23/01 3-3 1-1", "--move", "assassin", "--json")
    assert json.loads(named.out) == json.loads(cli("advise", "rivals", "23/01 3-3 1-1", "--json").out)
    assert cli("advise", "rivals", "23/01 3-3 1-1", "--move", "king").code == 2


@pytest.mark.usefixtures("faces")  # found once here and in the tests to come: balance wants the same ones
def test_balance_compares_with_the_preset(cli):
    words = ["--set", "remove=clown", "--set", "remove=princess", "--set", "remove=general"]
    answer = json.loads(cli("balance", "rivals", *words, "--json").out)
    assert answer["set"] == ["remove=clown", "remove=princess", "remove=general"]
    assert answer["before"]["positions"] == 537_103
    assert answer["after"]["positions"] < 537_103
    assert set(answer["after"]["opening"]) == {"2", "3", "4", "5", "7"}
    first, second = (answer["before"]["players"][seat] for seat in ("first", "second"))
    for card, uses in first["use"].items():
        for one, other in zip(uses, second["use"][card], strict=True):
            assert one == pytest.approx(other, abs=1e-12)
    low, high = answer["before"]["draw"]
    assert low < high
    ran = cli("balance", "rivals", "--set", "king.strength=3")
    assert ran.code == 2
    assert "'king'" in ran.err
