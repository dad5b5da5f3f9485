"""Commands: advice, trees and their independent check, play by script, comparison."""

import gzip
import json
import os
from fractions import Fraction

import pytest

from saizen.errors import Cancelled, SaizenError
from saizen.games.abgame import book, commands, searcher
from saizen.games.abgame import verify as verify_module
from saizen.games.abgame.engine import Engine, engine_for
from saizen.games.abgame.forms import TooLarge, TooLong
from saizen.games.abgame.guessers import GUESSERS, answer_table, totals
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.size import Reply, Size, respond
from saizen.games.abgame.text import parse, parse_code
from saizen.games.abgame.tree import certificate, save
from saizen.games.abgame.verify import load, verify
from saizen.store import Store
from saizen.work import Silent


def test_advice_on_the_papers_position():
    told = commands.advise("3x7 123:0A1B 345:0A2B", guess="164").data
    assert list(told)[2:] == ["candidates", "total", "mean", "worst", "optimal_count", "moves"]
    assert (told["candidates"], told["total"], told["worst"], told["optimal_count"]) == (10, 23, 3, 7)
    other = {"move": "164", "guess": "164", "total": 25, "value": Fraction(5, 2), "optimal": False}
    assert told["moves"][-1] == other
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
        engine.total(AbPosition.start(Size(4, 10)), seconds=0.0)
    told = commands.advise("4x11", seconds=0.0).data
    assert told["exact"] is False
    assert told["moves"][0]["guess"] == "1,2,3,4"


def test_impatient_advice_keeps_the_guess_that_was_named(monkeypatch):
    monkeypatch.setattr(commands, "_exact", raise_too_long)
    told = commands.advise("3x7", seconds=0.0, guess="124")
    assert [move["guess"] for move in told.data["moves"]] == ["123", "124"]
    assert [move["value"] for move in told.data["moves"]] == [None, None]
    assert any("124" in note for note in told.notes)


def raise_too_long(*_):
    raise TooLong("later")


class Told:
    """Progress that remembers what it was told."""

    def __init__(self):
        self.said = []

    def stage(self, label, total=None):
        self.said.append(label)

    def advance(self, steps=1):
        pass

    def tell(self, label):
        self.said.append(label)


def test_a_guess_at_once_and_the_exact_answer_after_it(monkeypatch, capfd):
    exact, asked = commands._exact, []

    def slow_at_first(*given):
        asked.append(given)
        return raise_too_long() if len(asked) == 1 else exact(*given)

    monkeypatch.setattr(commands, "_exact", slow_at_first)
    progress = Told()
    told = commands.advise("3x7", progress=progress)
    assert progress.said[-1] == "meanwhile try 123 (by entropy); the exact answer to 3x7"
    start = AbPosition.start(Size(3, 7))
    assert told.data["total"] == engine_for(start.size).total(start)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("text", ["4x30", "6x10", "3x400", "5x9r", "4x30 1,2,3,4:1A0B", "6x7r"])
@pytest.mark.parametrize("seconds", [None, 0.5])
def test_too_large_for_an_exact_search(text, seconds):
    told = commands.advise(text, seconds=seconds).data
    assert told["exact"] is False
    assert "exact search" in told["why"]
    guess = told["moves"][0]["guess"]
    assert parse_code(guess, parse(text).size)


def test_a_large_size_with_repetition_keeps_the_time():
    told = commands.advise("5x7r", seconds=0.2).data
    assert told["exact"] is False
    assert told["moves"][0]["guess"][0] == "1"


def test_the_engine_says_what_is_too_many():
    engine = Engine(4, repeat=False)
    guesses = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (1, 13, 14, 15)]
    position = AbPosition.after(Size(4, 30), [(guess, Reply(0, 1)) for guess in guesses])
    live = len(position.live)
    with pytest.raises(TooLarge, match=f"{live} symbols in play and 4 new ones in a guess make {live + 4}"):
        engine.total(position)


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf"])
def test_times_that_are_none(cli, seconds):
    ran = cli("advise", "abgame", "3x5", "--seconds", seconds)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "--seconds" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve --symbols 99999999", "at most 999"),
        ("solve --places 6 --symbols 10", "too many for an exact search"),
        ("solve --places 5 --symbols 30 --repeat", "can be listed"),
        ("tree --places 4 --symbols 30", "too many for an exact search"),
        ("tree --depth 0", "--depth 0"),
        ("tree --depth -5", "--depth -5"),
        ("tree --position 3x4 --symbols 5", "leave --symbols out"),
        ("tree --position 3x4 --repeat", "leave --repeat out"),
        ("tree --symbols 4 --out .", "is a directory"),
        ("tree --symbols 4 --out no/such/tree.json", "no directory"),
        ("build --out .", "is a directory"),
        ("verify .", "is a directory"),
    ],
)
def test_what_is_refused(cli, words, said):
    command, *rest = words.split()
    ran = cli(command, "abgame", *rest)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


def test_empty_file_names(cli):
    assert "is a directory" in cli("tree", "abgame", "--symbols", "4", "--out", "").err
    assert "is a directory" in cli("verify", "abgame", "").err


def test_solve_names_its_objective():
    for objective in ("mean", "worst", "both"):
        told = commands.solve(symbols=4, objective=objective)
        assert told.data["objective"] == objective
    assert commands.advise("3x4", objective="worst").data["objective"] == "worst"
    assert commands.solve(symbols=4, fresh=True).data["total"] == 72


@pytest.mark.parametrize(
    "size", [Size(3, 7), Size(2, 9), Size(3, 4, dummies=1), Size(3, 3, repeat=True), Size(4, 5)], ids=str
)
@pytest.mark.parametrize("objective", ["mean", "both"])
def test_trees_attain_what_the_engine_says(size, objective, tmp_path):
    path = tmp_path / "tree.json.gz"
    save(certificate(size, objective=objective), path)
    found = verify(load(path))
    engine, start = engine_for(size), AbPosition.start(size)
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
    assert verify(data).total == data["total"]
    for change, said in (
        ({"history": [["12", "0A0B"], ["34", "0A0B"]]}, "no secret fits"),
        ({"listed": ["12", "13", "12"]}, "1,2 twice"),
        ({"worst": float(data["worst"])}, "no whole number"),
        ({"total": True}, "no whole number"),
        ({"objective": "most"}, "objective 'most'"),
        ({"tree": ["１２", data["tree"][1]]}, "no code"),
        ({"tree": [12, data["tree"][1]]}, "no code"),
        ({"size": "6x999r"}, "up to 2,000,000"),
        ({"size": "6x99"}, "up to 2,000,000"),
        ({"size": "2x1"}, "no secret fits|no code"),
        ({"size": 7}, "size 7"),
    ):
        with pytest.raises(SaizenError, match=said):
            verify(data | change)
    bad = tmp_path / "bad.json.gz"
    bad.write_bytes(gzip.compress(json.dumps({"format": "other"}).encode())[:-4])
    with pytest.raises(SaizenError, match="no strategy tree"):
        load(bad)
    with pytest.raises(SaizenError, match="No such file"):
        load(tmp_path / "missing")


def test_a_small_file_may_not_become_a_large_one(tmp_path, monkeypatch):
    monkeypatch.setattr(verify_module, "LARGEST_FILE", 1000)
    for name, content in (("a.gz", gzip.compress(b" " * 5000)), ("a", b" " * 1001)):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(SaizenError, match="too large"):
            load(tmp_path / name)


def test_a_bomb_is_one_line(cli, tmp_path):
    bomb = tmp_path / "bomb.json.gz"
    parts = [gzip.compress(part, compresslevel=9) for part in (b"[", b"[]," * 7_000_000, b"[]]")]
    bomb.write_bytes(parts[0] + parts[1] * 10 + parts[2])  # files one after the other unpack as one
    assert bomb.stat().st_size < 300_000
    ran = cli("verify", "abgame", bomb)
    assert ran.code == 2
    assert "too large" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
def test_a_pipe_is_no_tree(cli, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert cli("verify", "abgame", tmp_path / "pipe").code == 2


def test_the_verdict_says_whether_the_tree_is_for_all_secrets(cli, tmp_path):
    out = tmp_path / "tree.json"
    for words, complete in (
        (("--places", "2", "--symbols", "4"), True),
        (("--position", "2x4 12:0A1B"), False),
        (("--position", "2x4 {12;34}"), False),
    ):
        assert cli("tree", "abgame", *words, "--out", out).code == 0
        told = json.loads(cli("verify", "abgame", out, "--json").out)
        assert (told["complete"], told["secrets"]) == (complete, 12)
        assert ("not over all 12" in " ".join(cli("verify", "abgame", out).out.split())) is not complete


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
    assert book.opened(Size(2, 5), book.Store()).positions > 0


def test_the_store_that_is_given_is_the_one_that_is_used(monkeypatch, tmp_path):
    monkeypatch.setattr(book, "WORTH_KEEPING", -1.0)
    for i, ask in enumerate(
        (
            lambda store: commands.advise("2x6", store=store),
            lambda store: commands.solve(places=2, symbols=6, store=store),
            lambda store: commands.tree(places=2, symbols=6, store=store),
            lambda store: commands.compare(places=2, symbols=6, store=store),
        )
    ):
        store = Store(tmp_path / str(i))
        ask(store)
        assert store.path(book.table_name(Size(2, 6))).exists()


@pytest.mark.parametrize("ending", [TooLong("later"), Cancelled(), KeyboardInterrupt()], ids=repr)
def test_what_was_proved_before_the_end_came_is_kept(ending, monkeypatch, tmp_path):
    monkeypatch.setattr(book, "WORTH_KEEPING", -1.0)
    store = Store(tmp_path)
    engine_for(Size(2, 7)).total(AbPosition.start(Size(2, 7)))
    with pytest.raises(type(ending)), book.kept(Size(2, 7), store):
        raise ending
    assert store.path(book.table_name(Size(2, 7))).exists()


def test_a_search_that_was_stopped_goes_on_from_what_it_had_proved(monkeypatch):
    """Stop a search again and again: it comes to its end, and each time knows more."""
    monkeypatch.setattr(searcher, "SLICE", 50_000)

    class Impatient(Silent):
        def advance(self, steps=1):
            raise Cancelled

    size, known, engine = Size(4, 7), [0], Engine(4, repeat=False)
    start = AbPosition.start(size)
    total = Engine(4, repeat=False).total(start)
    for _ in range(40):
        other = Engine(4, repeat=False)
        other.from_arrays(engine.to_arrays())
        engine = other
        try:
            found = engine.total(start, progress=Impatient())
        except Cancelled:
            known.append(engine.positions)
        else:
            break
    assert found == total
    assert len(known) > 2
    assert known == sorted(set(known))


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
