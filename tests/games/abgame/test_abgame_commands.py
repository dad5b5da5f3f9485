"""Commands: advice, trees and their independent check, play by script, comparison."""

import gzip
import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

import saizen
from saizen.errors import Cancelled, SaizenError
from saizen.games import load
from saizen.games.abgame import commands, opening_book, solved
from saizen.games.abgame import verify as verify_module
from saizen.games.abgame.entry import PATIENCE, AbgameOptions
from saizen.games.abgame.guessers import GUESSERS, answer_table, totals
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.question import EngineQuestion
from saizen.games.abgame.search import runner
from saizen.games.abgame.search.engine import Engine, engine_for
from saizen.games.abgame.search.runner import TooLarge, TooLong
from saizen.games.abgame.size import Reply, Size, respond
from saizen.games.abgame.strategy_tree import certificate, save
from saizen.games.abgame.text import parse, parse_code
from saizen.games.abgame.verify import load as load_tree
from saizen.games.abgame.verify import verify
from saizen.store import Store
from saizen.work import Silent


def advise(position="", **options):
    return saizen.advise("abgame", position, **options)


def test_advice_on_the_papers_position():
    answer = advise("3x7 123:0A1B 345:0A2B", move=["164"])
    told = answer.data
    asked = ["game", "position", "value", "exact", "player", "unique", "moves"]
    assert list(told) == [*asked, "candidates", "total", "mean", "worst", "optimal_count"]
    assert (told["candidates"], told["total"], told["worst"], told["optimal_count"]) == (10, 23, 3, 7)
    assert told["mean"] == told["value"] == Fraction(23, 10)
    other = {"move": "164", "value": Fraction(5, 2), "optimal": False, "cost": Fraction(1, 5), "total": 25}
    assert {key: told["moves"][-1][key] for key in other} == other
    assert all(move["optimal"] for move in told["moves"][:-1])
    assert any(note.startswith("The list has 5 of 7 optimal guesses") for note in answer.notes)


def test_every_guess_has_a_cost():
    told = advise("3x5 123:1A1B", all=True).data
    assert {move["total"] for move in told["moves"] if move["optimal"]} == {told["total"]}
    assert all(move["total"] > told["total"] for move in told["moves"] if not move["optimal"])
    assert [move["total"] for move in told["moves"]] == sorted(move["total"] for move in told["moves"])
    assert len(told["moves"]) > len(advise("3x5 123:1A1B").moves)


def test_all_optimal_guesses_may_be_listed():
    every = {"".join(map(str, code)) for code in Size(2, 3).guesses()}
    told = advise("2x3 12:0A1B", move=sorted(every)).data
    assert {move["move"] for move in told["moves"]} == every
    answer = advise("2x3 12:0A1B", move=[move["move"] for move in told["moves"] if move["optimal"]])
    assert len(answer.moves) == answer.data["optimal_count"]
    assert not any("The list has" in note for note in answer.notes)


def test_a_wasted_guess_costs_one_round():
    told = advise("3x6 123:0A2B", move=["123"]).data
    assert told["moves"][-1]["total"] == told["total"] + told["candidates"]
    assert told["moves"][-1]["cost"] == 1


@pytest.mark.parametrize("objective", ["worst", "both"])
def test_other_objectives(objective):
    told = advise("3x10", objective=objective).data
    assert (told["objective"], told["worst"]) == (objective, 6)
    if objective == "both":
        assert told["total"] == told["moves"][0]["total"] == 3576  # one more than without the limit
    else:
        assert "total" not in told
        assert told["moves"][0]["worst"] == told["value"] == 6


def test_impatient_advice_is_marked():
    engine = Engine(4, repeat=False)
    with pytest.raises(TooLong):
        engine.total(AbPosition.start(Size(4, 10)), seconds=0.0)
    told = advise("4x11", seconds=0.0).data
    assert (told["exact"], told["value"], told["total"], told["optimal_count"]) == (False, None, None, None)
    assert "longer than 0 s" in told["why"]
    assert told["moves"][0]["move"] == "1,2,3,4"
    assert "probability" not in told["moves"][0]


def test_impatient_advice_keeps_the_guess_that_was_named(monkeypatch):
    monkeypatch.setattr(solved, "EngineQuestion", raise_too_long)
    answer = advise("3x7", seconds=0.0, move=["124"])
    assert [move["move"] for move in answer.moves] == ["123", "124"]
    assert [move["value"] for move in answer.moves] == [None, None]
    assert "123 has the most entropy of the guesses that were tried." in answer.notes
    assert "What 124 costs is not known." in answer.notes


def raise_too_long(*_):
    raise TooLong("later")


def test_what_is_not_found_in_time_is_said(monkeypatch):
    monkeypatch.setattr(EngineQuestion, "cost", raise_too_long)
    monkeypatch.setattr(EngineQuestion, "worst", property(raise_too_long))
    answer = advise("3x7", move=["712"], seconds=9)
    assert (answer.data["total"], answer.data["worst"]) == (836, None)
    assert answer.moves[-1]["optimal"] is answer.moves[-1]["value"] is answer.moves[-1]["total"] is None
    assert "What 1 of the guesses cost was not found within 9 s; --seconds gives more." in answer.notes
    assert "The worst case was not found within 9 s; --seconds gives more." in answer.notes


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
    asked = []

    def slow_at_first(engine, here, objective, seconds, progress):
        asked.append(seconds)
        return (
            raise_too_long() if len(asked) == 1 else EngineQuestion(engine, here, objective, None, progress)
        )

    monkeypatch.setattr(solved, "EngineQuestion", slow_at_first)
    progress = Told()
    told = advise("3x7", progress=progress)
    assert asked[:2] == [solved.SOON, PATIENCE - solved.SOON]
    assert "123 is good (by entropy); the exact answer to 3x7" in progress.said
    start = AbPosition.start(Size(3, 7))
    assert told.data["total"] == engine_for(start.size).total(start)
    assert capfd.readouterr() == ("", "")


def test_each_option_changes_the_rules_or_the_answer():
    usual = load("abgame").game()
    for name, value in (("places", 4), ("symbols", 7), ("repeat", True), ("dummies", 2)):
        size = load("abgame").game(**{name: value}).size
        assert getattr(size, name) == value != getattr(usual.size, name)
        assert advise(**{name: value}, seconds=0.0).data["position"] == str(size)
    for name, value, text in (
        ("objective", "worst", "3x5"),
        ("all", True, "3x5 123:1A1B"),
        ("seconds", 0.0, "4x11"),
    ):
        solution = load("abgame").solution(load("abgame").read(text)[0], **{name: value})
        assert getattr(solution, {"all": "every_guess"}.get(name, name)) == value
        if name != "seconds":  # without a limit it would take long
            assert advise(text, **{name: value}).data != advise(text).data


def test_an_empty_position_is_the_start():
    for text in ("", "  "):
        assert advise(text, places=2, symbols=4).data == advise("2x4").data


@pytest.mark.parametrize(
    "text",
    ["3x7", "3x7 123:0A1B 345:0A2B", "3x10 123:0A1B", "2x3r", "3x4+1 125:1A0B", "3x7 {254;436}", "4x30"],
)
def test_every_route_gives_the_same(cli, text):
    told = json.loads(cli("advise", "abgame", text, "--json").out)
    assert advise(text).json_data() == told
    assert saizen.sit("abgame", start=text, seat="all").hint().json_data() == told


def test_advice_in_a_batch(cli):
    ran = cli("advise", "abgame", "-", "--json", stdin="3x7\nno\n3x5 123:1A1B\n")
    first, bad, last = map(json.loads, ran.out.splitlines())
    assert (ran.code, first["total"], last["total"]) == (2, 836, 28)
    assert "not a size" in bad["error"]


def test_the_entry_is_light():
    code = "import sys, saizen.games; print([m for m in ('numpy', 'numba', 'flint') if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize("text", ["4x30", "6x10", "3x400", "5x9r", "4x30 1,2,3,4:1A0B", "6x7r"])
@pytest.mark.parametrize("seconds", [None, 0.5])
def test_too_large_for_an_exact_search(text, seconds):
    told = advise(text, seconds=seconds).data
    assert told["exact"] is False
    assert "exact search" in told["why"]
    guess = told["moves"][0]["move"]
    assert parse_code(guess, parse(text).size)


def test_a_large_size_with_repetition_keeps_the_time():
    told = advise("5x7r", seconds=0.2).data
    assert told["exact"] is False
    assert told["moves"][0]["move"][0] == "1"


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
        ("tree --position 3x4 --symbols 5", "--symbols 5: '3x4' has a size of its own"),
        ("tree --position 3x4 --repeat", "--repeat True: '3x4' has a size of its own"),
        ("tree --position 3x4{}", "not a size"),
        ("advise --guess 123", "--guess"),
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
        told = commands.solve(AbgameOptions(symbols=4), objective=objective)
        assert told.data["objective"] == objective
    assert advise("3x4", objective="worst").data["objective"] == "worst"
    assert commands.solve(AbgameOptions(symbols=4), fresh=True).data["total"] == 72


@pytest.mark.parametrize(
    "size", [Size(3, 7), Size(2, 9), Size(3, 4, dummies=1), Size(3, 3, repeat=True), Size(4, 5)], ids=str
)
@pytest.mark.parametrize("objective", ["mean", "both"])
def test_trees_attain_what_the_engine_says(size, objective, tmp_path):
    path = tmp_path / "tree.json.gz"
    save(certificate(size, objective=objective), path)
    found = verify(load_tree(path))
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
    with pytest.raises(SaizenError, match="not a code"):
        verify(data | {"tree": ["19", data["tree"][1]]})
    with pytest.raises(SaizenError, match="damaged"):
        verify(data | {"tree": 7})
    assert verify(data).total == data["total"]
    for change, said in (
        ({"history": [["12", "0A0B"], ["34", "0A0B"]]}, "no secret fits"),
        ({"listed": ["12", "13", "12"]}, "1,2 twice"),
        ({"worst": float(data["worst"])}, "not a whole number"),
        ({"total": True}, "not a whole number"),
        ({"objective": "most"}, "objective 'most'"),
        ({"tree": ["１２", data["tree"][1]]}, "not a code"),
        ({"tree": [12, data["tree"][1]]}, "not a code"),
        ({"size": "6x999r"}, "up to 2,000,000"),
        ({"size": "6x99"}, "up to 2,000,000"),
        ({"size": "2x1"}, "no secret fits|not a code"),
        ({"size": 7}, "size 7"),
    ):
        with pytest.raises(SaizenError, match=said):
            verify(data | change)
    bad = tmp_path / "bad.json.gz"
    bad.write_bytes(gzip.compress(json.dumps({"format": "other"}).encode())[:-4])
    with pytest.raises(SaizenError, match="not a strategy tree"):
        load_tree(bad)
    with pytest.raises(SaizenError, match="No such file"):
        load_tree(tmp_path / "missing")


def test_a_small_file_may_not_become_a_large_one(tmp_path, monkeypatch):
    monkeypatch.setattr(verify_module, "LARGEST_FILE", 1000)
    for name, content in (("a.gz", gzip.compress(b" " * 5000)), ("a", b" " * 1001)):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(SaizenError, match="too large"):
            load_tree(tmp_path / name)


def test_a_bomb_is_refused(cli, tmp_path):
    bomb = tmp_path / "bomb.json.gz"
    parts = [gzip.compress(part, compresslevel=9) for part in (b"[", b"[]," * 7_000_000, b"[]]")]
    bomb.write_bytes(parts[0] + parts[1] * 10 + parts[2])  # files one after the other unpack as one
    assert bomb.stat().st_size < 300_000
    ran = cli("verify", "abgame", bomb)
    assert ran.code == 1
    assert "too large" in " ".join(ran.out.split())
    assert ran.err == ""


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
    told = commands.compare(AbgameOptions(symbols=6)).data
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
    monkeypatch.setattr(opening_book, "WORTH_KEEPING", -1.0)
    told = commands.solve(AbgameOptions(2, 5), objective="both").data
    assert (told["total"], told["worst"]) == (60, 5) or told["total"] >= 60
    assert opening_book.Store().path(opening_book.table_name(Size(2, 5))).exists()
    opening_book._opened.clear()
    assert opening_book.open_engine(Size(2, 5), opening_book.Store()).positions > 0


def test_the_store_that_is_given_is_the_one_that_is_used(monkeypatch, tmp_path):
    monkeypatch.setattr(opening_book, "WORTH_KEEPING", -1.0)
    for i, ask in enumerate(
        (
            lambda store: advise("2x6", store=store),
            lambda store: commands.solve(AbgameOptions(2, 6), store=store),
            lambda store: commands.tree(AbgameOptions(2, 6), store=store),
            lambda store: commands.compare(AbgameOptions(2, 6), store=store),
        )
    ):
        store = Store(tmp_path / str(i))
        ask(store)
        assert store.path(opening_book.table_name(Size(2, 6))).exists()


@pytest.mark.parametrize("ending", [TooLong("later"), Cancelled(), KeyboardInterrupt()], ids=repr)
def test_what_was_proved_before_the_end_came_is_kept(ending, monkeypatch, tmp_path):
    monkeypatch.setattr(opening_book, "WORTH_KEEPING", -1.0)
    store = Store(tmp_path)
    engine_for(Size(2, 7)).total(AbPosition.start(Size(2, 7)))
    with pytest.raises(type(ending)), opening_book.stored_engine(Size(2, 7), store):
        raise ending
    assert store.path(opening_book.table_name(Size(2, 7))).exists()


def test_a_search_that_was_stopped_goes_on_from_what_it_had_proved(monkeypatch):
    """Stop a search again and again: it comes to its end, and each time knows more."""
    monkeypatch.setattr(runner, "SLICE", 50_000)

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
def test_damaged_trees_are_refused(cli, tmp_path, content):
    from saizen.games.abgame.verify import FORMAT

    (tmp_path / "tree").write_bytes(content.replace(b"saizen strategy tree 1", FORMAT.encode()))
    ran = cli("verify", "abgame", tmp_path / "tree", "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["verified"] is False
    assert ran.err == ""
