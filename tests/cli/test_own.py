"""A game of one's own from the command line: solve, advise, check; and what can be wrong with its file."""

import json

import pytest

import saizen
from saizen.answer.table import plain
from saizen.errors import Terminated, rules_at_work
from saizen.solver import reading

NIM = "examples/nim.py:Nim"
GAME = '''
from saizen import Chance, Decision, Game, Simultaneous, Step, Terminal


class Right(Game):
    """Say a number; the larger the better."""

    def __init__(self, most=3, name="x", *, bonus=0):
        self.most, self.name, self.bonus = most, name, bonus

    def start(self):
        return self.name

    def look(self, position):
        return Decision(0, {n: Terminal(n + self.bonus) for n in range(self.most)})


class Needs(Right):
    def __init__(self, most):
        super().__init__(most)


class Anything(Right):
    def __init__(self, **settings):
        super().__init__(**settings)


class Wrong(Right):
    def look(self, position):
        return Decision(0, {"a": None, "b": Terminal("x")})


class Fails(Right):
    def look(self, position):
        return [][0]


class FailsLater(Right):
    def look(self, position):
        return Decision(0, {"a": "later"}) if position == self.name else [][0]


class FailsToStart(Right):
    def start(self):
        raise OSError("no start")


class FailsToBeMade(Right):
    def __init__(self):
        raise RuntimeError("two\\nlines")


class FailsToDescribe(Right):
    def text(self, position):
        raise ZeroDivisionError("text")


class Abstract(Game):
    def start(self):
        return 0


class Large(Right):
    def start(self):
        return 0

    def look(self, position):
        return Decision(0, {"on": position + 1, "stop": Terminal(0)})


class Coins(Right):
    def start(self):
        return "coin"

    def look(self, position):
        return Simultaneous("ht", "ht", lambda a, b: Terminal(1 if a == b else -1))


class Circles(Right):
    def start(self):
        return 0

    def look(self, position):
        return Decision(position, {"on": 1 - position, "stop": Terminal(position)})


class Changes(Right):
    def start(self):
        return Hand()

    def look(self, position):
        position.cards.pop()
        return Terminal(0)


class Hand:
    def __init__(self):
        self.cards = [1, 2]

    def __repr__(self):
        return f"hand {self.cards}"


class Leaves(Right):
    def look(self, position):
        raise type("Odd", (BaseException,), {})("on the way")


class LeavesToStart(Right):
    def start(self):
        raise SystemExit("bye")


class LeavesToMerge(Right):
    def canonical(self, position):
        raise SystemExit(1)


class LeavesToWrite(Right):
    def move_text(self, position, move):
        raise SystemExit


class NotItself(Right):
    def __new__(cls):
        return 5


class MergesTwice(Right):
    def start(self):
        return 3

    def canonical(self, position):
        return max(position - 1, 0)

    def look(self, position):
        return Decision(0, {"on": position - 1, "stop": Terminal(1)}) if position else Terminal(0)


class Rehashed(Right):
    def start(self):
        return Shifty()

    def look(self, position):
        return Decision(0, {"on": Shifty(), "stop": Terminal(1)})


class Shifty:
    hashes = iter(range(10**6))

    def __hash__(self):
        return next(self.hashes)

    def __repr__(self):
        return "shifty"


class Unwritten(Right):
    def start(self):
        return Silent()


class Silent:
    def __repr__(self):
        raise RuntimeError("no words")


class HoldsItself(Right):
    def look(self, position):
        outcomes = []
        lottery = Chance(outcomes)
        outcomes.append((1, lottery))
        return lottery


class MoveTextFails(Right):
    def move_text(self, position, move):
        return {}[move]


class MoveTextIsNone(Right):
    def move_text(self, position, move):
        return None


class OptionsAreListed(Right):
    def look(self, position):
        return Decision(0, ["a", "b"])


class OptionsAreNone(Right):
    def look(self, position):
        return Decision(0, None)


class NoOptions(Right):
    def look(self, position):
        return Decision(0, {})


class ListsPlayer(Right):
    def look(self, position):
        return Decision([0], {"a": Terminal(1)})


class RowsAreNone(Right):
    def look(self, position):
        return Simultaneous(None, ["a"], lambda row, column: Terminal(1))


class WorthNone(Right):
    def look(self, position):
        return Terminal(None)


class EmptyLottery(Right):
    def look(self, position):
        return Chance(5)


class NoDeal(Right):
    def look(self, position):
        return Chance([(1, Terminal(1))])

    def deal(self, seed, start=None):
        return 5


class LongPosition(Right):
    def start(self):
        return 10**5000


class NewMoves(Right):
    def look(self, position):
        return Decision(0, {Token(): Terminal(1), Token(): Terminal(2)})


class Token:
    def __repr__(self):
        return "token"


class Numbered(Right):
    players = {0: 1, 1: 2}


class LongValues(Right):
    def look(self, position):
        return Decision(0, {"a": Step(10**5000, Terminal(1)), "b": Terminal(10**6000)})


class Verbose(Right):
    def text(self, position):
        return "p\\n" * 10**6

    def move_text(self, position, move):
        return "m\\n" * 10**6


class NoGame:
    pass


number = 5
'''
BROKEN = {
    "syntax.py": "class X(:\n",
    "imports.py": "import no_such_module\n",
    "raises.py": "raise RuntimeError('on import')\n",
    "exits.py": "raise SystemExit(3)\n",
    "bytes.py": "\x00",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    (folder / "game.py").write_text(GAME)
    for name, text in BROKEN.items():
        (folder / name).write_text(text)
    return folder


def test_solve_prints_what_scripts_need(cli):
    ran = cli("solve", NIM, "--set", "heaps=(3,2,1)", "--json")
    data = json.loads(ran.out)
    assert (ran.code, data["value"], data["exact"]) == (0, -1, True)
    assert data["positions"] == len(saizen.load(NIM).solution(saizen.load(NIM).game(heaps=(3, 2, 1))))
    assert json.loads(cli("solve", NIM, "--set", "heaps=(3,2)", "--json", "--float").out)["exact"] is False
    assert "positions; the start is worth -1 to max" in cli("solve", NIM, "--set", "heaps=(3,2,1)").out


def test_advise_is_the_same_at_both_doors(cli):
    ran = cli("advise", NIM, "((3, 1), 0)", "--set", "heaps=(3,1)", "--json")
    data = json.loads(ran.out)
    assert {"game", "position", "value", "moves"} <= set(data)
    assert {"move", "value", "optimal"} <= set(data["moves"][0])
    found = saizen.advise(NIM, "((3, 1), 0)", heaps=(3, 1))
    assert data == plain(found.data) == json.loads(found.to_json())
    assert saizen.advise(NIM, ((3, 1), 0), heaps=(3, 1)).data == found.data
    assert saizen.advise(saizen.load(NIM), "((3, 1), 0)", set=["heaps=(3,1)"]).data == found.data
    assert json.loads(cli("advise", NIM, "--set", "heaps=(3,1)", "--json").out)["position"] == "((3, 1), 0)"


def test_costs_in_floats_are_what_is_given_away(cli):
    words = ("advise", NIM, "((3, 1), 1)", "--set", "heaps=(3,3)", "--json")
    exact, floats = json.loads(cli(*words).out), json.loads(cli(*words, "--float").out)
    assert [m["cost"] for m in floats["moves"]] == [m["cost"] for m in exact["moves"]]
    assert "estimate" not in cli(*words[:-1], "--float").out


def test_batch(cli):
    ran = cli("advise", NIM, "-", "--set", "heaps=(3,1)", stdin="((3, 1), 0)\nnonsense\n5\n((1, 0), 1)\n")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 2
    assert [set(line) == {"position", "error"} for line in lines] == [False, True, True, False]
    assert lines[3]["value"] == -1


def test_check(cli, folder):
    ran = cli("check", NIM, "--set", "heaps=(3,1)", "--json")
    data = json.loads(ran.out)
    assert (ran.code, data["problems"]) == (0, [])
    assert data["positions"] > 3
    ran = cli("check", f"{folder}/game.py:Wrong", "--json")
    data = json.loads(ran.out)
    assert ran.code == 1
    assert len(data["problems"]) == 2
    assert any("leads to None" in sentence for sentence in data["problems"])
    ran = cli("check", f"{folder}/game.py:Wrong")
    assert ran.code == 1
    assert "leads to None" in ran.out
    assert "Traceback" not in ran.out + ran.err


def test_settings_are_literals_or_text(cli, folder):
    game = f"{folder}/game.py:Right"

    def value(*words, name="Right"):
        settings = [part for word in words for part in ("--set", word)]
        ran = cli("solve", f"{folder}/game.py:{name}", *settings, "--json")
        assert ran.code == 0, ran.err
        return json.loads(ran.out)

    assert value()["value"] == 2
    assert value("most=9", "bonus=-1")["value"] == 7
    assert value("name=my game")["position"] == "my game"
    assert value("name='7'")["position"] == "'7'"
    assert value("most=4", name="Needs")["value"] == 3
    assert value("most=4", name="Anything")["value"] == 3
    for words, told in (
        (("--set", "moist=3"), "'moist' is not a setting of"),
        (("--set", "most"), "not of the form NAME=VALUE"),
        (("--set", "=3"), "not of the form NAME=VALUE"),
        (("--set", "most=x"), "TypeError"),
        (("--set", "name=[1]"), "not hashable"),
        (("--max-positions", "0"), "use at least 1"),
    ):
        one_line(cli("solve", game, *words), told)


def one_line(ran, *told):
    assert ran.code == 2, ran
    assert ran.out == ""
    assert ran.err.startswith("saizen: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    assert "saizen itself" not in ran.err
    for word in told:
        assert word in ran.err


@pytest.mark.parametrize("command", ["solve", "advise", "play", "watch", "check"])
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("game.py:Nothing", "has no class 'Nothing'; it has: Right, Needs"),
        ("game.py:NoGame", "NoGame is not a class derived from saizen.Game"),
        ("game.py:number", "number is not a class derived from saizen.Game"),
        ("game.py:Abstract", "has no look"),
        ("game.py:Needs", "needs most: give it as --set most=VALUE"),
        ("game.py:FailsToBeMade", "fails: RuntimeError: two lines"),
        ("game.py", "name the class as well"),
        ("game.py:", "has no class ''"),
        ("missing.py:X", "there is no file"),
        ("syntax.py:X", "cannot be imported: SyntaxError"),
        ("imports.py:X", "cannot be imported: ModuleNotFoundError: No module named 'no_such_module'"),
        ("raises.py:X", "cannot be imported: RuntimeError: on import"),
        ("exits.py:X", "cannot be imported: SystemExit"),
        ("bytes.py:X", "cannot be imported"),
    ],
)
def test_files_and_classes_that_are_wrong(cli, folder, command, name, told):
    one_line(cli(command, f"{folder}/{name}"), told)


@pytest.mark.parametrize(
    "name", ["no_such_package.module:X", "json:X", "os.path:join", ":X", "a b:X", "..x:Y", "x.:Y"]
)
def test_modules_that_are_wrong(cli, name):
    one_line(cli("solve", name))


@pytest.mark.parametrize("command", ["solve", "advise", "play", "watch"])
@pytest.mark.parametrize("name", ["Fails", "FailsToStart", "FailsToDescribe"])
def test_rules_that_fail_are_one_line(cli, folder, command, name):
    ran = cli(command, f"{folder}/game.py:{name}")
    assert ran.code == 2
    assert "fails" in ran.err
    assert ran.err.count("\n") == 1
    assert "saizen itself" not in ran.err


@pytest.mark.parametrize("name", ["Fails", "FailsToStart", "FailsToDescribe", "FailsLater"])
def test_rules_that_fail_are_problems_of_a_check(cli, folder, name):
    ran = cli("check", f"{folder}/game.py:{name}", "--json")
    assert ran.code == 1
    assert any("fails" in sentence for sentence in json.loads(ran.out)["problems"])


def test_a_position_that_makes_the_rules_fail_is_refused(cli):
    for position in ("5", "None", "((1,), 0)", "nonsense", "((9, 9), 0)", "Nim(heaps=(1,))"):
        one_line(cli("advise", NIM, position, "--set", "heaps=(2,1)"), position[:3])
        one_line(cli("play", NIM, "--start", position, "--set", "heaps=(2,1)", "--seat", "min"))


def test_many_positions_are_limited_and_the_error_says_how_to_allow_more(cli, folder):
    one_line(
        cli("solve", f"{folder}/game.py:Large", "--max-positions", "1000"),
        "more than 1000",
        "--max-positions",
    )


def test_a_module_on_the_path(cli):
    assert json.loads(cli("solve", "rock_paper_scissors:RockPaperScissors", "--json").out)["value"] == 0


def test_whose_moves_where_both_choose_at_once(cli, folder):
    game = f"{folder}/game.py:Coins"
    assert json.loads(cli("advise", game, "--player", "min", "--json").out)["player"] == "min"
    data = json.loads(cli("advise", game, "--json").out)
    assert data["matrix"]["values"] == [[1, -1], [-1, 1]]
    one_line(cli("advise", game, "--player", "nobody"), "'nobody' is not a seat")


def test_values_of_all_positions_are_written(cli, tmp_path):
    ran = cli("solve", NIM, "--set", "heaps=(2,1)", "--out", tmp_path / "nim", "--json")
    assert json.loads(ran.out)["out"] == str(tmp_path / "nim")
    from saizen.solver.solution import GraphSolution

    game = saizen.load(NIM).game(heaps=(2, 1))
    assert GraphSolution.load(game, tmp_path / "nim").value(game.start()) == 1
    assert cli("solve", NIM, "--set", "heaps=(2,1)", "--out", tmp_path / "no" / "dir").code in (1, 2)


def test_commands_that_only_the_five_have(cli):
    one_line(cli("tree", NIM), "has no 'saizen tree'")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Fails", ["look() fails at position x", "IndexError"]),
        ("FailsLater", ["look() fails at position later", "IndexError"]),
        ("FailsToStart", ["start() fails", "no start"]),
        ("Changes", ["look() changes its position", "hand [1, 2]", "frozen dataclasses"]),
        ("Circles", ["position 0", "endless = 0 for a draw"]),
        ("Wrong", ["position x", "is not a number"]),
        ("Leaves", ["look() fails at position x", "Odd: on the way"]),
        ("LeavesToStart", ["start() fails: SystemExit: bye"]),
        ("LeavesToMerge", ["canonical() fails at position x: SystemExit: 1"]),
        ("MergesTwice", ["leads to", "look() and canonical() must answer the same", "saizen check"]),
        ("Rehashed", ["position shifty", "equal hashes", "frozen dataclasses"]),
        ("Unwritten", ["repr() of a position fails: RuntimeError: no words"]),
        ("HoldsItself", ["position x", "does one contain itself?"]),
    ],
)
def test_a_mistake_names_file_position_and_remedy(cli, folder, name, told, monkeypatch):
    monkeypatch.setattr(reading, "MOST_NESTED", 10_000)
    one_line(cli("solve", f"{folder}/game.py:{name}"), f"game.py:{name}: ", *told)


@pytest.mark.parametrize("command", ["solve", "advise", "balance", "play", "watch"])
@pytest.mark.parametrize("name", ["Leaves", "LeavesToStart", "LeavesToWrite", "NotItself"])
def test_rules_that_leave_the_program_are_told_with_their_file(cli, folder, command, name):
    ran = cli(command, f"{folder}/game.py:{name}")
    assert ran.code == 2, ran
    assert f"game.py:{name}" in ran.err
    assert ran.err.count("\n") == 1
    assert "saizen itself" not in ran.err


@pytest.mark.parametrize("name", ["Leaves", "LeavesToStart", "LeavesToMerge", "LeavesToWrite"])
def test_rules_that_leave_the_program_are_problems_of_a_check(cli, folder, name):
    ran = cli("check", f"{folder}/game.py:{name}", "--json")
    assert ran.code == 1
    assert any("fails" in sentence for sentence in json.loads(ran.out)["problems"])


def test_advice_tells_how_long_best_play_takes(cli):
    data = json.loads(cli("advise", NIM, "((2, 1), 0)", "--set", "heaps=(2,1)", "--json").out)
    assert data["remoteness"] == 3
    assert [move["remoteness"] for move in data["moves"]] == [3, 2, 2]


@pytest.mark.parametrize("command", ["play", "watch"])
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("MoveTextFails", ["at position x fails: KeyError", "saizen check"]),
        ("MoveTextIsNone", ["position x: move_text() returned None; it must be a text"]),
        ("OptionsAreListed", ["position x", "must be a mapping from moves to outcomes"]),
        ("OptionsAreNone", ["position x", "must be a mapping from moves to outcomes"]),
        ("NoOptions", ["position x", "an end is a Terminal"]),
        ("ListsPlayer", ["position x", "player [0] has the turn and is not in players"]),
        ("RowsAreNone", ["position x", "must be a list"]),
        ("WorthNone", ["position x: None is not a number"]),
        ("EmptyLottery", ["TypeError: 'int' object is not iterable"]),
        ("NoDeal", ["at position x fails", "saizen check"]),
        ("LongPosition", ["fails: ValueError", "4300 digits"]),
        ("Unwritten", ["fails: RuntimeError: no words"]),
    ],
)
def test_rules_that_cannot_be_played_are_one_line(cli, folder, command, name, told):
    ran = cli(command, f"{folder}/game.py:{name}", stdin="h\n")
    assert ran.code == 2, ran
    assert ran.err.count("\n") == 1
    assert "saizen itself" not in ran.err
    for word in (f"game.py:{name}", *told):
        assert word in ran.err


def test_moves_that_are_new_each_time_are_told_as_such(cli, folder):
    one = f"{folder}/game.py:NewMoves"
    told = "position x: look() gives other moves each time"
    assert told in cli("play", one, stdin="token\nq\n").out.replace("\n", " ")
    ran = cli("watch", one)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert told in ran.err


def test_players_may_be_called_by_numbers(cli, folder):
    ran = cli("watch", f"{folder}/game.py:Numbered")
    assert ran.code == 0, ran
    assert "for 1" in ran.out
    assert "You are 1." in cli("play", f"{folder}/game.py:Numbered", stdin="q\n").out


def test_values_of_thousands_of_digits(cli, folder):
    game = f"{folder}/game.py:LongValues"
    for words in (("watch", game), ("solve", game), ("advise", game), ("play", game, "--hints")):
        ran = cli(*words, stdin="b\nq\n")
        assert ran.code == 0, ran.err
        assert "1" + "0" * 6000 in "".join(ran.out.split())
    data = json.loads(cli("advise", game, "--json").out)
    assert data["value"] == "1" + "0" * 6000
    assert [move["move"] for move in data["moves"]] == ["b", "a"]


def test_texts_of_megabytes_are_cut_in_a_terminal(cli, folder):
    game = f"{folder}/game.py:Verbose"
    ran = cli("advise", game)
    assert ran.code == 0, ran.err
    assert "(2,000,000 characters)" in " ".join(ran.out.split())
    assert ran.out.count("p") < 30_000
    assert ran.out.count("m") > 1000
    assert ran.out.count("\n") < 10_000
    data = json.loads(cli("advise", game, "--json").out)
    assert (len(data["position"]), len(data["moves"][0]["move"])) == (2_000_000, 2_000_000)


def test_a_request_to_end_is_no_mistake_of_the_rules():
    with pytest.raises(Terminated), rules_at_work("look()"):
        raise Terminated
