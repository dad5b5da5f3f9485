"""One loop for every game: words, moves, saving, assisting, lines of JSON; scripted, as from a pipe."""

import json

import pytest

from saizen.cli.terminal import course
from saizen.sitting.record import several

NIM = ("examples/nim.py:Nim", "--set", "heaps=(3,2,1)")
PIG = ("examples/pig.py:Pig", "--set", "goal=10")
GOOFSPIEL = ("examples/goofspiel.py:Goofspiel", "--set", "cards=3")
RPS = ("examples/rock_paper_scissors.py:RockPaperScissors",)
MEMORY = ("memory", "--deck", "2x3")
GAMES = {"nim": NIM, "pig": PIG, "goofspiel": GOOFSPIEL, "rps": RPS, "memory": MEMORY}
VIEW = {"sitting", "game", "position", "awaits", "board", "text", "happened", "gained", "taken_back", "ended"}


@pytest.fixture
def play(cli):
    """Play a game by lines."""

    def run(game, *words, typed=()):
        return cli("play", *game, *words, stdin="".join(f"{line}\n" for line in typed))

    return run


def whole_game(play, game, *words, limit=60):
    """Play the first legal move until the game is over; return what was typed and the last view."""
    typed = []
    for _ in range(limit):
        lines = play(game, *words, "--json", typed=typed).out.splitlines()
        view = json.loads(lines[-1])
        if view["ended"]:
            return typed, view
        typed.append(view["awaits"]["moves"][0])
    pytest.fail("the game does not end")


@pytest.mark.parametrize("name", GAMES)
def test_every_word_answers(play, name, tmp_path):
    ran = play(GAMES[name], "--seed", 1, typed=["?", "h", "u", "n", f"s {tmp_path / 'game'}", "", "q"])
    assert ran.code == 0, ran.err
    assert ran.err == ""
    assert "? or help" in ran.out
    assert "optimal" in ran.out
    assert "there is nothing to undo" in ran.out
    assert " ".join(ran.out.split()).count("Type ? for help.") == 2
    assert "--resume" in ran.out
    assert ran.out.rstrip().endswith("You left the game.")
    assert all(len(line) <= 100 for line in ran.out.splitlines() if str(tmp_path) not in line)


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_end_and_tell_their_course(play, name):
    typed, last = whole_game(play, GAMES[name], "--seed", 2)
    assert set(last) >= VIEW | {"record"}
    shown = play(GAMES[name], "--seed", 2, typed=[*typed, "h", "u", "q"])
    assert shown.code == 0
    assert "The game is over: " in shown.out
    assert "the game is over" in shown.out
    assert "Undone." in shown.out


@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_input_is_no_error(play, name):
    ran = play(GAMES[name], "--seed", 1)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_is_the_same_game_again(play, name):
    typed = ["h", "n", "q"]
    one, two = (play(GAMES[name], "--seed", 7, typed=typed).out for _ in range(2))
    assert one == two
    first = [play(GAMES[name], "--seed", seed, "--json").out for seed in range(6)]
    assert len(set(first)) == 6


def test_judging_is_short(play):
    typed = ["3 to 2", "u", "2 to 0", "q"]
    out = play(NIM, "--seed", 1, typed=typed).out
    assert "max 3 to 2  (all moves are equally good)" in out
    won = play(
        ("examples/nim.py:Nim", "--set", "heaps=(3,1)"), "--seed", 1, typed=["1 to 0", "u", "3 to 1"]
    ).out
    assert "max 1 to 0  (costs 2; best: 3 to 1)" in won
    assert "max 3 to 1  (best)" in won
    forced = play(("examples/nim.py:Nim", "--set", "heaps=(1,)"), "--seed", 1, typed=["1 to 0"]).out
    assert "max 1 to 0\n" in forced
    assert several(list("abcdefgh")) == "a or b or 6 others"


def test_mistakes_are_marked_in_the_course():
    entries = [
        {"player": "max", "move": "a", "cost": 2, "best": "b"},
        {"player": "min", "move": "x" * 40, "cost": 0, "best": "x"},
        {"player": "dealer", "move": "tails", "cost": None, "best": ""},
    ]
    lines = course({"entries": entries, "values": [1, -1, None, -1]})
    assert "?" in lines[0]
    assert "costs 2, best: b" in lines[0]
    assert all("costs" not in line for line in lines[1:])
    many = [{**entries[0], "best": " or ".join(f"move {i}" for i in range(30))}]
    assert all(len(line) <= 80 for line in [*lines, *course({"entries": many, "values": [1, -1]})])
    assert course({"entries": [], "values": []}) == []
    assert len(course({"entries": entries, "values": []})) == 3


HINTED = '''
from saizen import Decision, Game, Terminal


class Letters(Game):
    """Take a letter; h is worth most."""

    def start(self):
        return "start"

    def look(self, position):
        return Decision(0, {"h": Terminal(2), "q": Terminal(1), "s": Terminal(0), "?": Terminal(0)})
'''


def test_a_move_wins_over_a_word_and_a_colon_over_a_move(play, tmp_path):
    (tmp_path / "letters.py").write_text(HINTED)
    game = (f"{tmp_path / 'letters.py'}:Letters",)
    out = play(game, "--seed", 1, typed=[":h", "h"]).out
    assert "optimal" in out
    assert "The game is over: 2 for max." in out
    out = play(game, "--seed", 1, typed=["q"]).out
    assert "The game is over: 1 for max." in out
    assert "You left the game." in play(game, "--seed", 1, typed=[":q"]).out
    assert "The game is over: 0 for max." in play(game, "--seed", 1, typed=["?"]).out
    assert "h or hint" in play(game, "--seed", 1, typed=[":?"]).out
    assert "The game is over: 2" in play(game, "--seed", 1, typed=["H"]).out
    assert "Undone" in play(game, "--seed", 1, typed=["h", "u"]).out


def test_wrong_moves_are_told_what_is_possible(play):
    out = " ".join(play(NIM, "--seed", 1, typed=["9 to 1", "[red]x[/red]", "x" * 500]).out.split())
    assert out.count("is not a move here; possible: 3 to 0, 3 to 1, 3 to 2, 2 to 0, 2 to 1, 1 to 0") == 3
    assert "[red]x[/red]" in out


def test_assist_takes_entries_and_hints_each_time(play):
    out = play(PIG, "--assist", typed=["9", "4", "roll", "1", "q"]).out
    assert "'9' is not possible here; possible: 1, 2, 3, 4, 5, 6" in out
    assert out.count("what can come") >= 2
    assert "optimal" in out
    assert "dealer, what comes" in out
    out = play(MEMORY, "--assist", typed=["1", "Z", "A", "2", "B", "q"]).out
    assert "'Z' is not possible here; possible: A" in out
    assert play(PIG, "--assist", "--seat", "max").code == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--seat", "nobody"), "'nobody' is not a seat of this game; possible: max, min, dealer"),
        (("--opponent", "bad"), "strength 'bad': use perfect, random, or a number"),
        (("--opponent", "1.5"), "strength '1.5'"),
        (("--start", "nonsense"), "is not a position"),
        (("--resume", "no-such-file"), "has its own start, seed, seat and rules"),
        (("--seed", "x"), "'--seed'"),
        (("--nonsense",), "No such option: --nonsense"),
    ],
)
def test_wrong_options_are_one_line(play, words, told):
    ran = play(NIM, *words, typed=["3 to 1"])
    assert ran.code == 2
    assert told.casefold() in ran.err.casefold()
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("seat", ["all", "dealer", "min", "MAX", "0"])
@pytest.mark.parametrize("opponent", ["random", "0.5", "perfect"])
def test_seats_and_opponents(play, seat, opponent):
    ran = play(PIG, "--seat", seat, "--opponent", opponent, "--seed", 3, typed=["q"])
    assert ran.code == 0
    assert "You are" in ran.out


def test_a_saved_game_goes_on(play, tmp_path):
    file = tmp_path / "game"
    saved = play(NIM, "--seed", 1, typed=["3 to 1", f"s {file}", "q"])
    assert f"--resume {file}" in saved.out
    before = json.loads(play(NIM, "--seed", 1, "--json", typed=["3 to 1"]).out.splitlines()[-1])
    resumed = play(("examples/nim.py:Nim",), "--resume", file, "--json")
    after = json.loads(resumed.out.splitlines()[-1])
    assert after == before
    assert play(("examples/nim.py:Nim",), "--resume", file, "--seed", 2).code == 2
    assert play(("examples/pig.py:Pig",), "--resume", file).code == 2
    assert "cannot be read" in play(("examples/nim.py:Nim",), "--resume", tmp_path / "nothing").err
    assert "Saved" in play(("examples/nim.py:Nim",), "--resume", file, typed=[f"s {file}"]).out


def test_saving_writes_over_no_other_file(play, tmp_path):
    (tmp_path / "precious").write_text("mine")
    out = play(
        NIM, "--seed", 1, typed=[f"s {tmp_path / 'precious'}", f"s {tmp_path}", f"s {tmp_path}/no/dir/x"]
    ).out
    assert " ".join(out.split()).count("is not a saved game; choose another name") == 2
    assert (tmp_path / "precious").read_text() == "mine"
    assert "Traceback" not in out
    file = tmp_path / "torn"
    file.write_text('{"saizen":1,"ent')
    ran = play(("examples/nim.py:Nim",), "--resume", file)
    assert ran.code == 2
    assert "not the text of a sitting" in ran.err


@pytest.mark.parametrize("name", GAMES)
def test_lines_of_json_are_views(play, name):
    ran = play(GAMES[name], "--seed", 1, "--json", typed=["nonsense", "h", "?", "u", "n", "q"])
    assert ran.code == 0
    views = [json.loads(line) for line in ran.out.splitlines()]
    assert all(set(view) >= VIEW for view in views)
    assert set(views[0]) == VIEW
    assert set(views[0]["awaits"]) >= {"seat", "kind", "form", "moves"}
    assert "nonsense" in views[1]["error"]
    assert "hint" in views[2]
    assert {"rules", "words"} <= set(views[3])
    assert "error" in views[4]
    assert len(views) == 6
    assert set(views[0]["board"]) == {"rows", "notes", "parts"}


def test_too_many_positions_are_told_and_how_to_allow_more(play):
    for most, told in ((0, "use at least 1"), (3, "raise max_positions (--max-positions) to continue;")):
        ran = play(NIM, "--max-positions", most, "--seed", 1, typed=["3 to 1", "q"])
        assert ran.code == 0
        assert told in " ".join(ran.out.split())
        ran = play(
            NIM, "--max-positions", most, "--opponent", "random", "--seed", 1, typed=["3 to 1", "h", "q"]
        )
        assert ran.code == 0
        assert "max 3 to 1" in ran.out


def test_a_start_that_cannot_be_reached_is_played_all_the_same(play):
    ran = play(
        NIM, "--start", "((9, 9), 0)", "--opponent", "random", "--seed", 1, typed=["9 to 0", "h", "9 to 0"]
    )
    assert ran.code == 0, ran.err
    assert "is not a position that can be reached" in " ".join(ran.out.split())


def test_hints_before_each_choice(play):
    assert play(NIM, "--hints", "--seed", 1, typed=["3 to 1"]).out.count("optimal") == 2
