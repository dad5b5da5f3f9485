"""Commands: advice, trees and their independent check, play by script, comparison."""

import gzip
import json

import pytest

from saizen.errors import SaizenError
from saizen.games.abgame import book, commands
from saizen.games.abgame.engine import Engine, TooLong, engine_for
from saizen.games.abgame.guessers import GUESSERS, answer_table, totals
from saizen.games.abgame.position import Position
from saizen.games.abgame.rules import Size, respond
from saizen.games.abgame.tree import certificate, save
from saizen.games.abgame.verify import load, verify


class Script:
    """A conversation read from a list."""

    def __init__(self, *lines):
        self.lines, self.said = list(lines), []

    def say(self, something=""):
        self.said.append(str(something))

    def ask(self, question, choices=None):
        self.said.append(question)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        return line(question) if callable(line) else line


def test_advice_on_the_papers_position():
    told = commands.advise("3x7 123:0A1B 345:0A2B", guess="164").data
    assert list(told)[2:] == ["candidates", "total", "mean", "worst", "optimal_count", "moves"]
    assert (told["candidates"], told["total"], told["worst"], told["optimal_count"]) == (10, 23, 3, 7)
    assert told["moves"][-1] == {"guess": "164", "total": 25, "optimal": False}
    assert all(move["optimal"] for move in told["moves"][:-1])


def test_every_guess_has_a_cost():
    told = commands.advise("3x5 123:1A1B", all_=True).data
    assert {move["total"] for move in told["moves"] if move["optimal"]} == {told["total"]}
    assert all(move["total"] > told["total"] for move in told["moves"] if not move["optimal"])


def test_a_wasted_guess_costs_one_round():
    told = commands.advise("3x6 123:0A2B", guess="123").data
    assert told["moves"][-1]["total"] == told["total"] + told["candidates"]


@pytest.mark.parametrize("objective", ["worst", "both"])
def test_other_objectives(objective):
    told = commands.advise("3x10", objective=objective).data
    assert told["worst"] == 6
    if objective == "both":
        assert told["total"] == 3576  # one more than without the limit


def test_impatient_advice_is_marked():
    engine = Engine(4, repeat=False)
    with pytest.raises(TooLong):
        engine.total(Position.start(Size(4, 10)), seconds=0.0)
    told = commands.advise("4x10", seconds=0.0).data
    assert told["exact"] is False
    assert told["moves"][0]["guess"] == "1234"


@pytest.mark.parametrize(
    "size", [Size(3, 7), Size(2, 9), Size(3, 4, dummies=1), Size(3, 3, repeat=True), Size(4, 5)], ids=str
)
@pytest.mark.parametrize("objective", ["mean", "both"])
def test_trees_attain_what_the_engine_says(size, objective, tmp_path):
    path = tmp_path / "tree.json.gz"
    save(certificate(size, objective=objective), path)
    found = verify(load(path))
    engine, start = engine_for(size), Position.start(size)
    within = engine.worst(start) if objective == "both" else None
    assert found.candidates == size.codes
    assert found.total == engine.total(start, within=within)
    if within:
        assert found.worst == within


def test_tree_of_a_position(tmp_path):
    out = tmp_path / "t.json"
    told = commands.tree(position="3x7 123:0A1B 345:0A2B", out=out)
    assert told.data["total"] == 23
    assert commands.verify(out).data["by_guesses"]
    drawn = commands.tree(position="3x7 123:0A1B 345:0A2B")
    assert any("└─" in line for line in drawn.notes)


def test_the_verifier_believes_nothing(tmp_path):
    data = certificate(Size(2, 4))
    for change in ({"total": data["total"] - 1}, {"worst": 2}, {"candidates": 11}):
        with pytest.raises(SaizenError, match="claims"):
            verify(data | change)
    with pytest.raises(SaizenError, match="no branch"):
        verify(data | {"tree": [data["tree"][0], {}]})
    with pytest.raises(SaizenError, match="no code"):
        verify(data | {"tree": ["19", data["tree"][1]]})
    with pytest.raises(SaizenError, match="damaged"):
        verify(data | {"tree": 7})
    bad = tmp_path / "bad.json.gz"
    bad.write_bytes(gzip.compress(json.dumps({"format": "other"}).encode())[:-4])
    with pytest.raises(SaizenError, match="no strategy tree"):
        load(bad)
    with pytest.raises(SaizenError, match="No such file"):
        load(tmp_path / "missing")


def test_you_guess():
    script = Script("you", "?", "12", "123", *["".join(map(str, c)) for c in Size(3, 4).secrets()])
    told = commands.play(talk=script, symbols=4, seed=5)
    assert told.data["finished"]
    assert told.data["guesser"] == "you"


def test_i_guess_and_notice_contradictions():
    secret = (2, 4, 1)

    def honest(question):
        guess = tuple(map(int, question.split(": ")[1][:3]))
        return str(respond(secret, guess))

    told = commands.play(talk=Script("me", "what?", *[honest] * 9), symbols=5)
    assert told.data["guesses"][-1] == "241"
    liar = Script(*["0A0B"] * 9)
    told = commands.play(talk=liar, symbols=5, guesser="me")
    assert not told.data["finished"]
    assert any("Something is wrong" in line for line in liar.said)


def test_leaving():
    assert commands.play(talk=Script(), symbols=4).data["finished"] is False


def test_rules_of_thumb_are_no_better_than_the_optimum():
    told = commands.compare(places=3, symbols=6).data
    *rules, best = told["guessers"]
    assert [rule["guesser"] for rule in rules] == list(GUESSERS)
    assert all(rule["total"] >= best["total"] and rule["worst"] >= best["worst"] for rule in rules)


def test_answer_table_and_totals():
    size = Size(3, 3, repeat=True, dummies=1)
    answers, _, guesses, secrets = answer_table(size)
    for g, guess in enumerate(guesses):
        for s, secret in enumerate(secrets):
            a, b = respond(secret, guess)
            assert answers[g, s] == a * 4 + a + b
    assert sum(totals(size, "minimax")) == size.codes


def test_solve_and_its_book(monkeypatch):
    monkeypatch.setattr(book, "WORTH_KEEPING", -1.0)
    told = commands.solve(places=2, symbols=5, objective="both").data
    assert (told["total"], told["worst"]) == (60, 5) or told["total"] >= 60
    assert book.Store().path(book.table_name(Size(2, 5))).exists()
    book._opened.clear()
    assert book.opened(Size(2, 5)).positions > 0


def test_command_line(cli, tmp_path):
    assert '"total": 23' in cli("advise", "abgame", "3x7 123:0A1B 345:0A2B", "--json").out
    bad = cli("advise", "abgame", "3x7 123:0A1B 123:0A2B")
    assert bad.code == 2
    assert "answer 2" in bad.err
    out = tmp_path / "t.json.gz"
    assert cli("tree", "abgame", "--symbols", "6", "--out", out).code == 0
    assert "verified" in cli("verify", "abgame", out).out


@pytest.mark.parametrize(
    "content",
    [
        b"\x1f\x8b\x08\x00garbage that is no gzip at all",
        b"[" * 200_000,
        b'{"format": "saizen strategy tree 1", "size": "9x60", "history": [], "tree": null}',
        b'{"format": "saizen strategy tree 1", "size": "2x2", "history": [], "tree": ["12"]}',
        b'{"format": "saizen strategy tree 1", "size": "2x2", "history": [["12", "0A2B", "x"]], "tree": 1}',
    ],
)
def test_damaged_trees_are_one_line(cli, tmp_path, content):
    from saizen.games.abgame.verify import FORMAT

    (tmp_path / "tree").write_bytes(content.replace(b"saizen strategy tree 1", FORMAT.encode()))
    ran = cli("verify", "abgame", tmp_path / "tree")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
