import json
import sys

import pytest

import saizen
from saizen.errors import MissingExtra, SaizenError
from saizen.games.memory import MemoryOptions, commands


def read(answer):
    return json.loads(answer.to_json())


def advise(position, **options):
    return saizen.advise("memory", position, **options)


def rated(moves):
    """Return moves or plans with what they are worth."""
    return {move["move"]: (move["value"], move["optimal"]) for move in moves}


def test_advise_tells_ties_and_the_policy():
    data = read(advise("(4,0,3,0)"))
    assert data["value"] == 0
    assert {plan["move"] for plan in data["turns"] if plan["optimal"]} == {"0-move", "2-move"}
    assert {move["move"] for move in data["moves"] if move["optimal"]} == {"0-move", "unknown"}
    assert [answer["chance"] for answer in data["policy"]] == ["3/5", "2/5"]


def test_the_answer_may_depend_on_the_first_card():
    """Somewhere the best answer differs by the type of the first card, and the plan is called mixed."""
    data = read(advise("4x2+2x1:4x1@2", take="free"))
    assert "mixed" in rated(data["turns"])
    answers = {answer["first"]: answer["second"][0]["move"] for answer in data["policy"]}
    assert len(set(answers.values())) > 1


def test_advise_general_and_paper_boards_alike():
    for take in ("forced", "free"):
        assert advise("(3,1,2,1)", take=take).data == advise("4x1+2x2:4x1+2x1", take=take).data


@pytest.mark.parametrize("lead", [-1, 0, 1])
def test_advise_chance_to_win(lead):
    data = read(advise("(3,1,2,1)", objective="win", lead=lead))
    assert data["lead"] == lead
    assert any(move["optimal"] for move in data["moves"])


def test_advise_one_player():
    data = read(advise("(3,1,2)", players=1))
    assert data["value"] == "2757/400"
    assert data["turns"][0] == {
        "move": "2-save",
        "value": "2757/400",
        "optimal": True,
        "cost": 0,
        "line": ["unknown"],
    }
    assert list(rated(read(advise("(2,2,4)", players=1))["turns"])) == ["4-save"]
    two = read(advise("(3,1,2)", players=1, memory="2", take="free"))
    assert two["moves"][0]["move"] == "unknown"
    everything = read(advise("4x1+2x2", players=1, memory="all", take="free"))
    assert everything["objective"] == "turns"
    free = read(advise("(3,1,2)", players=1, take="free"))
    assert free["value"] == "2757/400"


def test_advise_shared_memory():
    data = read(advise("4x1+2x2:4x1#1+2x1#2", memory="2"))
    assert data["memory"] == 2
    assert data["moves"][0]["optimal"]


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ("(4,0,1,2)", {}),
        ("(4,5,0,0)", {}),
        ("(-1,0,0,0)", {}),
        ("(3,1,0)", {}),
        ("(3,1,0)", {"players": 1, "memory": "-1"}),
        ("(3,1,0)", {"players": 1, "memory": "many"}),
        ("(3,1,0,0)", {"players": 7}),
        ("(3,1,0,0)", {"lead": 2}),
        ("8x9+2x1", {"take": "free"}),
        ("nonsense", {}),
        ("2x2 first=2@9999999999", {}),
        ("2x2:2x1 min", {"players": 1}),
        ("2x2:2x1 lead=1", {}),
        ("2x2:2x1 passed", {}),
        ("2x2:2x1 choose", {}),
        ("2x2:2x1 first=2@0", {}),
        ("2x3:2x1#1+2x1#2 first=2#1", {"memory": "2"}),
        ("2x3:2x1 first=2@1", {"memory": "2"}),
        ("2x2 | A ? ?", {}),
        ("2x2 | A ? ? Q", {}),
        ("2x2 | A A A ?", {}),
        ("2x2 | a ? ? ?", {}),
        ("2x2 | ? ? ? ! ", {}),
        ("2x2:2x1 | ? ? ? ?", {}),
        ("2x2 | ? ? ? ? | upside", {}),
        ("2x2 | ? ? ? ? | first=1", {}),
        ("2x2 | A ? ? ? | first=99", {}),
        ("2x2 | A ? ? ? | lead=1", {}),
        ("4x1+2x1 | A A B ? ? ? | again=3", {}),
        ("4x1+2x1 | A A B ? ? ? | first=3", {}),
        ("4x1+2x1:4x1@2+2x1 first=2@1", {}),
        ("4x1:4x1@3 first=4@3", {}),
        ("2x2 | A ? ? ? | passed", {}),
        ("2x2 | A ? ? ? | second", {"players": 1}),
        ("2x2 | A B ? ?", {"players": 1}),
        ("2x2 | A ? ? ? | choose", {"players": 1}),
        ("2x2 | A ? ? ?", {"memory": "2"}),
        ("2x2 | A | B | C | D", {}),
        ("2x900 | ?", {}),
        ("|", {}),
    ],
)
def test_bad_input_is_one_line(position, options):
    with pytest.raises(SaizenError) as caught:
        advise(position, **options)
    assert "\n" not in str(caught.value)


def test_advise_a_table_says_plans_and_places():
    data = read(advise("4x1+2x2 | A ? ? B ? ? ? ?"))
    board = read(advise("4x1+2x2:4x1+2x1"))
    assert rated(data["turns"]) == rated(board["turns"])
    assert data["policy"] == board["policy"]
    assert rated(data["moves"])[2] == (board["value"], True)
    assert [plan["line"] for plan in data["turns"]] == [["2"], ["1", "4"], ["2"]]
    opened = read(advise("4x1+2x2 | A ? ? B ? C ? ? | first=6"))
    assert {move["move"] for move in opened["moves"]} == {1, 2, 3, 4, 5, 7, 8}


def test_advise_from_the_other_side_is_the_same_for_the_first_player():
    for objective, mirror in (("difference", lambda x: -x), ("win", lambda x: 1 - x)):
        mine = advise("(4,1,3,0)", objective=objective).data
        theirs = advise("(4,1,3,0) min", objective=objective).data
        assert theirs["value"] == mirror(mine["value"])
        for kind in ("moves", "turns"):
            pairs = zip(theirs[kind], mine[kind], strict=True)
            assert all(a["move"] == b["move"] and a["value"] == mirror(b["value"]) for a, b in pairs)


def test_advise_in_mid_turn_and_after_a_pass():
    data = read(advise("(3,2,1,1) first=4@1"))
    policy = read(advise("4x2+2x1"))["policy"]
    assert {move["move"] for move in data["moves"]} <= {"match", "known", "unknown"}
    assert policy
    passed = advise("(4,1,3,0) passed", objective="win", lead=1).data
    assert rated(passed["moves"])["0-move"] == rated(passed["turns"])["0-move"] == (1, True)
    assert passed["value"] == 1
    assert advise("2x3:2x2 first=2@1", players=1).data["moves"][0]["optimal"]


def test_solve_boards_and_decks():
    data = read(commands.solve(MemoryOptions(take="free"), letters=4, fours=1))
    assert {"na": 3, "ka": 2, "value": 0, "decimal": "0.00", "moves": ["0-move"], "text": "0"} in data[
        "boards"
    ]
    assert read(commands.solve(MemoryOptions(deck="4x3")))["boards"] == 35
    one = commands.solve(MemoryOptions(players=1), letters=7)
    assert {"na": 7, "nf": 1, "saves": [4]} in read(one)["saves"]
    assert {"position": "(2,2,4)", "value": "1119/200"} in read(one)["boards"]
    assert len(one.tables) == 4
    everything = read(commands.solve(MemoryOptions(players=1, memory="all"), letters=3))
    assert everything["boards"][-1]["value"] == 3
    with pytest.raises(SaizenError, match="fours"):
        commands.solve(letters=3, fours=4)
    with pytest.raises(SaizenError, match="whole tables"):
        commands.solve(MemoryOptions(memory="2"), letters=3)


def test_simulate_holds_the_mean_against_the_value():
    data = read(commands.simulate("(3,1,0,0)", games=300, seed=3))
    assert abs(data["errors_away"]) < 4
    with pytest.raises(SaizenError, match="simulated are"):
        commands.simulate("(3,1,0,0)", MemoryOptions(memory="2"))


@pytest.mark.parametrize("table", ["moves", "values"])
def test_plot_writes_the_same_file_each_time(tmp_path, table):
    pytest.importorskip("matplotlib")
    for name in ("one.svg", "two.svg"):
        commands.plot(table=table, out=tmp_path / name, letters=6)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    with pytest.raises(SaizenError, match="ends in"):
        commands.plot(out=tmp_path / "map.txt", letters=4)
    with pytest.raises(SaizenError, match="No such file"):
        commands.plot(out=tmp_path / "nowhere" / "map.svg", letters=4)
    with pytest.raises(SaizenError, match="letters"):
        commands.plot(letters=99)


def test_plot_names_the_extra(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"'\.\[plot\]'"):
        commands.plot(out=tmp_path / "map.svg", letters=4)


@pytest.mark.parametrize(
    "words",
    [
        ["advise", "memory", "(20000,0,0,0)"],
        ["advise", "memory", "(9999,0,0,0)"],
        ["advise", "memory", "2x2:2x1@9999999999"],
        ["advise", "memory", "(" + "9" * 5000 + ",0,0,0)"],
        ["advise", "memory", "٢x٢"],
        ["advise", "memory", "(2,0,0,0)", "--passes", "0"],
        ["solve", "memory", "--deck", "2x3:2x1"],
        ["solve", "memory", "--deck", "2x3", "--memory", "5"],
        ["solve", "memory", "--players", "1", "--take", "free"],
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(cli, words):
    ran = cli(*words)
    assert ran.code == 2
    assert ran.err.count("\n") == 1


def test_a_failed_plot_leaves_the_old_file(tmp_path, cli, monkeypatch):
    from matplotlib.figure import Figure

    def broken(self, file, **_):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Figure, "savefig", broken)
    (tmp_path / "map.svg").write_text("old")
    assert cli("plot", "memory", "--letters", "4", "--out", tmp_path / "map.svg").code == 2
    assert (tmp_path / "map.svg").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("advise", "memory", "98x20"),
        ("advise", "memory", "9998x2"),
        ("advise", "memory", "(9999,0,0)", "--players", "1"),
        ("solve", "memory", "--deck", "9998x9999"),
        ("simulate", "memory", "2x2", "--games", str(10**23)),
        ("simulate", "memory", "2x2", "--games", "1"),
    ],
)
def test_what_is_too_large_is_refused_in_one_line(cli, words):
    ran = cli(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def test_one_letter_of_very_many_cards_is_solved_soon(cli):
    ran = cli("advise", "memory", "9998x1", "--json")
    assert '"value": 4999' in ran.out
