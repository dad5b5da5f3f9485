"""Every kind of mistake that rules can have, each in a tiny game, and the sentence that tells it."""

import re
from fractions import Fraction

import pytest

from goofspiel import Goofspiel
from nim import Nim
from pig import Pig
from rock_paper_scissors import RockPaperScissors
from saizen import MAX, MIN, Chance, Decision, Game, Simultaneous, Step, Terminal, solve
from saizen.check import check_game
from saizen.errors import GameError

HALF = Fraction(1, 2)


def problems(start, look, /, **more):
    """Check a game that is made of a start and a look."""
    members = {"start": lambda self: start, "look": lambda self, position: look(position), **more}
    return check_game(type("Wrong", (Game,), members)()).problems


def ends(position):
    return Terminal(0)


def one_move(outcome):
    return lambda position: Decision(MAX, {"go": outcome}) if position == "start" else Terminal(0)


@pytest.mark.parametrize(
    "game",
    [Nim((3, 2, 1)), Goofspiel(3), Pig(5), RockPaperScissors(), Nim(())],
    ids=lambda game: repr(game)[:12],
)
def test_right_games_have_no_problem(game):
    report = check_game(game)
    assert report.problems == ()
    assert report.complete
    assert report.positions > 0


class Box:
    """A position that can be changed."""

    def __init__(self, cards=(3, 2, 1)):
        self.cards = list(cards)

    def __eq__(self, other):
        return isinstance(other, Box) and self.cards == other.cards

    def __hash__(self):
        return 1

    def __repr__(self):
        return f"Box{self.cards}"


def test_a_look_that_changes_its_position():
    def look(box):
        box.cards.pop()
        return Terminal(0)

    found = problems(Box(), look, text=lambda self, box: repr(box), parse=lambda self, text: Box())
    assert any("look() changes its position" in sentence for sentence in found)


LOOKS = {
    "outcome None": (one_move(None), "move go at start leads to None"),
    "reward and None": (one_move(Step(1, None)), "leads to None"),
    "options as list": (lambda p: Decision(MAX, ["a", "b"]), "options is a list: it must map each move"),
    "options None": (lambda p: Decision(MAX, None), "options is a NoneType"),
    "no options": (lambda p: Decision(MAX, {}), "a decision without options"),
    "player": (lambda p: Decision(7, {"a": Terminal(0)}), "player 7 is neither MAX (0) nor MIN (1)"),
    "player as text": (lambda p: Decision("max", {"a": Terminal(0)}), "player 'max' is neither"),
    "sum": (lambda p: Chance([(HALF, Terminal(0)), (Fraction(1, 3), Terminal(1))]), "sum to 5/6, not to 1"),
    "sum of floats": (lambda p: Chance([(0.5, Terminal(0)), (0.4, Terminal(1))]), "sum to 0.9"),
    "negative": (
        lambda p: Chance([(Fraction(3, 2), Terminal(0)), (-HALF, Terminal(1))]),
        "negative probability",
    ),
    "no lottery": (lambda p: Chance([]), "sum to 0"),
    "no pairs": (lambda p: Chance(["ab", "c"]), "pairs (probability, outcome)"),
    "probability as text": (
        lambda p: Chance([("1", Terminal(0))]),
        "a probability is '1', which is not a number",
    ),
    "names": (lambda p: Chance([(1, Terminal(0))], names=["a", "b"]), "2 names for 1 outcomes"),
    "no names": (lambda p: Chance([(1, Terminal(0))], names=5), "names"),
    "one name": (
        lambda p: Chance([(HALF, Terminal(0)), (HALF, Terminal(1))], names=["a", "a"]),
        "two different outcomes have one name",
    ),
    "raises": (lambda p: {}["x"], "look() fails at start: KeyError: 'x'"),
    "nonsense": (lambda p: 7, "look() at start returned 7: not a Terminal"),
    "nothing": (lambda p: None, "look() at start returned None"),
    "endless": (lambda p: Decision(MAX, {"again": "start"}), "never ends from position"),
    "endless for two": (
        lambda p: Decision(MAX if p == "start" else MIN, {"go": "other" if p == "start" else "start"}),
        "never ends from position",
    ),
    "not hashable": (one_move([1]), "position [1] (move go at start) is not hashable"),
    "node as outcome": (one_move(Decision(MAX, {"a": "start"})), "leads to a Decision; give its position"),
    "value as text": (lambda p: Terminal("1"), "is '1', which is not a number"),
    "infinite": (lambda p: Terminal(float("inf")), "which is not finite"),
    "nan": (lambda p: Terminal(float("nan")), "which is not finite"),
    "reward": (one_move(Step(None, "end")), "the reward of move go at start is None, which is not a number"),
    "outcome raises": (
        lambda p: Simultaneous("ab", "c", lambda row, column: 1 // 0),
        "outcome('a', 'c') at start fails: ZeroDivisionError",
    ),
    "outcome is none": (
        lambda p: Simultaneous("a", "c", lambda row, column: None),
        "a and c at start leads to None",
    ),
    "no outcome": (lambda p: Simultaneous("a", "c", None), "fails: TypeError"),
    "rows missing": (lambda p: Simultaneous((), "c", lambda a, b: Terminal(0)), "a player without moves"),
    "rows None": (lambda p: Simultaneous(None, "c", lambda a, b: Terminal(0)), "row_moves"),
    "twice listed": (lambda p: Simultaneous("aa", "c", lambda a, b: Terminal(0)), "a move is listed twice"),
    "moves that are lists": (
        lambda p: Simultaneous([[1]], "c", lambda a, b: Terminal(0)),
        "not hashable",
    ),
}


@pytest.mark.parametrize("kind", LOOKS)
def test_mistakes_of_look(kind):
    look, sentence = LOOKS[kind]
    found = problems("start", look)
    assert any(sentence in one for one in found), found
    assert all("\n" not in one and len(one) < 400 for one in found)


def test_a_look_that_is_different_each_time():
    calls = []

    def look(position):
        calls.append(1)
        return Decision(MAX, {f"move {len(calls)}": Terminal(0)})

    assert any("something else the second time" in one for one in problems("start", look))


MEMBERS = {
    "text fails": ({"text": lambda self, p: 1 // 0}, "text() fails at 'start'"),
    "text none": ({"text": lambda self, p: None}, "text() of 'start' is None: it must be one line"),
    "text empty": ({"text": lambda self, p: ""}, "must be one line of text"),
    "two lines": ({"text": lambda self, p: "a\nb"}, "must be one line of text"),
    "one text": ({"text": lambda self, p: "same"}, "two positions have one text: 'same'"),
    "not read": ({"text": lambda self, p: f"{p}!", "parse": lambda self, t: 1 // 0}, "parse() cannot read"),
    "another": ({"parse": lambda self, t: "elsewhere"}, "parse('start') is another position: 'elsewhere'"),
    "one move": ({"move_text": lambda self, p, m: "go"}, "two moves have one text at start: 'go'"),
    "move text fails": ({"move_text": lambda self, p, m: 1 // 0}, "move_text() fails for 'a' at start"),
    "move none": ({"move_text": lambda self, p, m: None}, "move_text() of 'a' at start is None"),
    "move not read": ({"parse_move": lambda self, p, t: 1 // 0}, "parse_move() cannot read 'a' at start"),
    "another move": ({"parse_move": lambda self, p, t: "a"}, "parse_move('b') at start is another move: 'a'"),
    "describe fails": ({"describe": lambda self, p, seat=None: 1 // 0}, "describe() fails at start"),
    "describe none": ({"describe": lambda self, p, seat=None: None}, "describe() returned None"),
    "describe seatless": ({"describe": lambda self, p: "x"}, "describe() fails at start: TypeError"),
    "explain fails": ({"explain": lambda self, p, moves, after: 1 // 0}, "explain() fails at start"),
    "explain none": ({"explain": lambda self, p, moves, after: None}, "explain() returned None"),
    "players": ({"players": 2}, "players is 2: it must map the seats"),
    "no players": ({"players": {}}, "players"),
    "other players": ({"players": {1: "a", 5: "b"}}, "players has the seats [1, 5]"),
    "names as numbers": ({"players": {0: 1, 1: 2}}, "players"),
    "one name for two": ({"players": {0: "a", 1: "A"}}, "players"),
    "mover without name": ({"players": {1: "Ben"}}, "player 0 has the turn at start and is not in players"),
    "rules": ({"rules_text": 5}, "rules_text is 5: it must be a text"),
    "form": ({"move_form": None}, "move_form is None"),
    "text is a text": ({"text": "hello"}, "text is 'hello': the contract has a method of that name"),
    "deal": ({"deal": 3}, "deal is 3"),
    "dealt elsewhere": ({"dealt": lambda self, seed: 1 // 0}, "dealt() fails"),
    "deal fails": ({"deal": lambda self, seed, start=None: 1 // 0}, "deal() fails"),
}


def look_twice(position):
    return Decision(MAX, {"a": "end", "b": Terminal(1)}) if position == "start" else Terminal(0)


@pytest.mark.parametrize("kind", MEMBERS)
def test_mistakes_of_texts_names_and_words(kind):
    members, sentence = MEMBERS[kind]
    found = problems("start", look_twice, **members)
    assert any(sentence in one for one in found), found
    assert all("\n" not in one and len(one) < 400 for one in found)


def test_words_for_what_chance_brings_are_checked_too():
    def explain(self, position, moves, after):
        return moves[5] if 2 in moves else ""

    found = problems("start", lambda p: Chance.uniform([Terminal(0), Terminal(1)]), explain=explain)
    assert any("explain() fails" in one for one in found)


def test_a_start_that_fails_or_is_none():
    assert "start() fails: ZeroDivisionError" in problems(0, ends, start=lambda self: 1 // 0)[0]
    assert "the start leads to None" in problems(None, ends)[0]
    assert "is not hashable" in problems([1], ends)[0]


def test_a_game_without_end_is_looked_at_as_far_as_allowed():
    class Counting(Game):
        def start(self):
            return 0

        def look(self, position):
            return Decision(MAX, {"on": position + 1, "stop": Terminal(position)})

    report = check_game(Counting(), max_positions=500)
    assert (report.positions, report.complete, report.problems) == (500, False, ())


def test_many_mistakes_are_one_sentence_each():
    found = problems("start", lambda p: Decision(MAX, dict.fromkeys(range(100))), text=lambda self, p: None)
    assert 2 <= len(found) <= 20


class Squares(Game):
    """Two squares to fill, the left and the right; whoever fills the second wins."""

    def start(self):
        return ".."

    def look(self, position):
        player = position.count("x")
        free = [at for at in (0, 1) if position[at] == "."]
        options = {at: position[:at] + "x" + position[at + 1 :] for at in free}
        return Decision(player, options) if free else Terminal(-1)


MERGED = {
    "right": (lambda self, p: min(p, p[::-1]), None),
    "another value": (lambda self, p: "xx" if p == "x." else p, "where the moves lead elsewhere"),
    "no end": (lambda self, p: p[::-1], "one position must stand for all"),
    "fails": (lambda self, p: p[7], "canonical() fails at .."),
    "not hashable": (lambda self, p: [p], "not hashable"),
    "unknown": (lambda self, p: "xxx" if p == "xx" else p, "which canonical() of xx is"),
}


@pytest.mark.parametrize("kind", MERGED)
def test_what_canonical_merges_must_be_the_same(kind):
    canonical, sentence = MERGED[kind]
    members = {"canonical": canonical}
    if kind == "unknown":
        members["look"] = lambda self, p: {"..": Decision(MAX, {"go": "xx"}), "xx": Terminal(0)}[p]
    found = check_game(type("Merged", (Squares,), members)()).problems
    assert (found == ()) if sentence is None else any(sentence in one for one in found), found


def test_merged_positions_of_another_value_are_found():
    """Moves that lead to the same classes are not enough: here all is one class and worth two things."""

    def look(position):
        return Terminal(position) if position in (0, 1) else Decision(MAX, {"a": 0, "b": 1})

    found = problems(2, look, canonical=lambda self, p: min(p, 1) if p else 0)
    assert any("moves lead elsewhere" in one or "is worth" in one for one in found), found


@pytest.mark.parametrize("name", ["endless", "par"])
@pytest.mark.parametrize("worth", ["draw", True])
def test_what_endless_play_and_what_is_even_are_numbers(name, worth):
    assert any(f"{name} is" in one for one in problems(0, ends, **{name: worth}))


def test_a_value_that_is_no_fraction_is_no_mistake():
    def look(position):
        return Simultaneous(
            "ab",
            "ab",
            lambda r, c: Chance.uniform([0, Terminal(1)]) if r + c == "aa" else Terminal(int(r == c)),
        )

    assert problems(0, look) == ()


# ------------------------------------------- answers that differ, and what solve will say


class Counting(Game):
    """What it answers depends on how often it was asked."""

    def __init__(self, kind):
        self.kind, self.calls = kind, 0

    def start(self):
        return 0

    def look(self, position):
        if position:
            return Terminal(position)
        self.calls += 1
        now = 1 + self.calls

        def outcome(row, column):
            self.calls += 1
            return Terminal(self.calls)

        return {
            "value": Terminal(now),
            "end": Decision(MAX, {"a": Terminal(now)}),
            "reward": Decision(MAX, {"a": Step(now, 5)}),
            "outcome": Decision(MAX, {"a": now}),
            "probability": Chance([(Fraction(1, now + 1), 1), (Fraction(now, now + 1), 2)]),
            "pair": Simultaneous("ab", "ab", outcome),
        }[self.kind]


@pytest.mark.parametrize("kind", ["value", "end", "reward", "outcome", "probability", "pair"])
def test_rules_that_answer_differently_each_time_are_told(kind):
    report = check_game(Counting(kind))
    assert any("second time at 0" in problem or "asked for again" in problem for problem in report.problems)


class Remembering(Game):
    """The end is worth more after another position was seen."""

    seen = False

    def start(self):
        return 0

    def look(self, position):
        self.seen |= position == 2
        if position == 0:
            return Decision(MAX, {"a": Terminal(5 if self.seen else 1), "b": 1})
        return Terminal(1) if position == 2 else Decision(MIN, {"c": 2})


def test_rules_that_answer_differently_after_other_positions_are_told():
    report = check_game(Remembering())
    assert report.problems == ("look() returns something else after other positions, at 0",)


class Given(Game):
    """One node for position 0; others are ends."""

    def __init__(self, node):
        self.node = node

    def start(self):
        return 0

    def look(self, position):
        return Terminal(1) if position else self.node


def test_what_solve_will_say_of_floats_is_said(cli, tmp_path):
    report = check_game(Given(Chance([(0.5, 1), (0.5, 2)])))
    assert report.problems == ()
    assert len(report.remarks) == 1
    assert "a probability is 0.5, a float: saizen solve wants --float" in report.remarks[0]


def test_a_check_that_was_cut_off_says_so(cli):
    ran = cli("check", "examples/nim.py:Nim", "--max-positions", "5")
    assert (ran.code, "The first 5 positions have no problem; there are more" in ran.out) == (0, True)
    assert "No problem found" not in ran.out


@pytest.mark.parametrize(("first", "second"), [((1,), (True,)), ((1,), (1.0,)), ((0.0,), (-0.0,))])
def test_equal_positions_that_are_written_otherwise_are_told(first, second):
    report = check_game(Given(Decision(MAX, {"a": first, "b": second})))
    assert report.problems == ()
    assert any("are equal, and saizen takes them as one" in remark for remark in report.remarks)
    assert check_game(Given(Decision(MAX, {"a": first, "b": first}))).remarks == ()


def test_three_players_and_general_sums_are_refused_with_what_to_do():
    three = Given(Decision(2, {"a": Terminal(1)}))
    sums = Given(Decision(MAX, {"a": Terminal((3, 0))}))
    for game, words in (
        (three, "games of two players.*let MIN choose"),
        (sums, "zero-sum.*give the difference"),
    ):
        with pytest.raises(GameError, match=words):
            solve(game)
        assert any(re.search(words, problem) for problem in check_game(game).problems)
