"""Solved games in the store: opened without a look, another source is another table, damage is refused."""

import json
import sys
import zlib
from base64 import b64decode
from fractions import Fraction

import pytest

from connect_four import ConnectFour
from goofspiel import Goofspiel
from nim import Nim
from pig import Pig
from saizen import Chance, Decision, Game, Simultaneous, Terminal, load, solve
from saizen.errors import GameError, PositionError, SaizenError, TableError
from saizen.solver.solution import GraphSolution
from saizen.solver.solution_file import checksum
from saizen.solver.stored_solution import keep, open_solution, parts_of, table_name
from saizen.store import Store

NAME = table_name("Kept", "source", "", True)


def kept(game, store, **options):
    solution = solve(game, **options)
    keep(solution, NAME, store, "a test")
    return solution, open_solution(game, NAME, store, exact=options.get("exact", True))


@pytest.mark.parametrize(
    ("game", "exact"),
    [
        (Nim((3, 2, 1)), True),
        (Pig(6), True),
        (Pig(6), False),
        (Goofspiel(3), True),
        (ConnectFour(3, 3), True),
    ],
    ids=repr,
)
def test_every_answer_is_the_same(game, exact, tmp_path):
    solution, again = kept(game, Store(tmp_path), exact=exact)
    assert (len(again), again.exact) == (len(solution), exact)
    for position in solution.positions:
        assert again.value(position) == solution.value(position)
        assert again.interval(position) == solution.interval(position)
        assert again.remoteness(position) == solution.remoteness(position)
        assert again.moves(position) == solution.moves(position)
        assert again.best_line(position) == solution.best_line(position)
    assert list(again.positions) == list(solution.positions)
    again.check()
    again.save(tmp_path / "again")
    solution.save(tmp_path / "solution")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "solution").read_bytes()


class Again(Game):
    """Both choose at once, and may find themselves where they were: the value is the root of 2, less 1."""

    def start(self):
        return 0

    def look(self, position):
        once_more = Chance(((Fraction(1, 2), 0), (Fraction(1, 2), Terminal(1))))
        return Simultaneous("ab", "ab", lambda r, c: once_more if r == c == "a" else Terminal(int(r == c)))


def test_intervals_are_kept(tmp_path):
    solution, again = kept(Again(), Store(tmp_path), exact=False)
    assert again.interval(0) == solution.interval(0)
    assert again.value(0) == solution.value(0)
    assert again.interval(0)[0] < again.interval(0)[1]


def test_positions_are_asked_by_their_text_and_unknown_ones_are_refused(tmp_path):
    _, again = kept(Nim((2, 1)), Store(tmp_path))
    assert again.value("((2, 1), 0)") == 1
    assert ((2, 1), 0) in again
    for position in ("((5, 1), 0)", ((5, 1), 0), ([], 0)):
        with pytest.raises(PositionError, match="not a position that can be reached"):
            again.value(position)


class Loose(Game):
    """The same positions written in two ways: True is 1."""

    def start(self):
        return (3, False)

    def look(self, position):
        left, player = position
        if not left:
            return Terminal(1 if player else -1)
        return Decision(int(player), {n: (left - n, not player) for n in range(1, min(left, 2) + 1)})


def test_positions_that_are_equal_but_written_otherwise_are_found(tmp_path):
    solution, again = kept(Loose(), Store(tmp_path))
    assert again.value((3, 0)) == solution.value((3, 0))
    assert again.moves((2, 1)) == solution.moves((2, 1))


class OneText(Loose):
    def text(self, position):
        return "here" if position[0] < 2 else super().text(position)

    def parse(self, text):
        return (1, True) if text == "here" else super().parse(text)


class Unread(Loose):
    def parse(self, text):
        raise PositionError("no")


def test_texts_that_do_not_tell_positions_apart_are_refused(tmp_path):
    for game, words in ((Unread(), "is not read back"), (OneText(), "is read as")):
        with pytest.raises(GameError, match=words):
            keep(solve(game), NAME, Store(tmp_path), "")
    assert Store(tmp_path).tables() == []


def test_two_positions_of_one_text_are_refused(tmp_path, monkeypatch):
    from saizen.solver import stored_solution as module

    monkeypatch.setattr(module, "READ_BACK", 0)
    with pytest.raises(SaizenError, match="have one text, 'here'"):
        keep(solve(OneText()), NAME, Store(tmp_path), "")


# ---------------------------------------------------------------------- files

FORMER = {
    "exact": (
        Nim((2, 1)),
        "eyJmb3JtYXQiOiAic2FpemVuIHNvbHV0aW9uIDMiLCAiZ2FtZSI6ICJOaW0iLCAiZXhhY3QiOiB0cnVlLCAicG9zaXRpb25zIjog"
        "NywgInNoYTI1NiI6ICJlNWU0MTUxMjJmMDA4MDczNGY1MGU2OWExNGYzNjA0ZDUzYzQ2ZjViYjc5ZGYzMDQ2MThiZjcxZjUzMjYw"
        "MzcyIiwgImZpbGUiOiAiNDFiN2U2NmU0ZWVjNTAxMGM5MzMxOWMzZmY4MDA0MDcxYjRkYzc5YWEzZDgxOGNjYTBhNDAzYjM5ZDBm"
        "NzQ0OCJ9CnicM+TSNeTiYgACRgYIYERigwAAFf8AsQ==",
    ),
    "an interval": (
        Again(),
        "eyJmb3JtYXQiOiAic2FpemVuIHNvbHV0aW9uIDMiLCAiZ2FtZSI6ICJBZ2FpbiIsICJleGFjdCI6IGZhbHNlLCAicG9zaXRpb25z"
        "IjogMSwgInNoYTI1NiI6ICJkYzNhZmM2ZDJiOGEyMWFkNzQ4OTYyZmQxN2E0NTI0MTVkYmViYjdlYjZlYzEwMzg4NmE0ZWU5OTc4"
        "OWM4ODkwIiwgImZpbGUiOiAiM2JiNDEyYzJjODRmZWIzMjQ4MmM5OGIwZGI5OWM0ZmIwNzQ4Yjg1NjBjOTBlNGY0YWRkYjE2YjVi"
        "OGQ5ZDU4ZiJ9CnicZckxEgAQEENRtcOYTSKL+1+MGYXCL/+L1tEJOamhWEat5RTvU2JO+wODi0hd2MkTC2Y=",
    ),
}
"""Files of format 3, the oldest."""


def test_files_of_former_formats_are_still_read(tmp_path, monkeypatch):
    from saizen.solver import solution_file

    game, written = FORMER["exact"]
    new = solve(game)
    (tmp_path / "old").write_bytes(b64decode(written))
    monkeypatch.setattr(solution_file._header, "__defaults__", (solution_file.FORMER,))
    new.save(tmp_path / "former")
    for path in ("old", "former"):
        old = GraphSolution.load(game, tmp_path / path)
        assert [old.value(p) for p in old.positions] == [new.value(p) for p in new.positions]


def test_intervals_of_former_formats_are_refused(tmp_path, monkeypatch):
    """They were widened by a constant, which was too little where turns are rarely the last."""
    from saizen.solver import solution_file

    game, written = FORMER["an interval"]
    (tmp_path / "old").write_bytes(b64decode(written))
    monkeypatch.setattr(solution_file._header, "__defaults__", (solution_file.FORMER,))
    solve(game, exact=False).save(tmp_path / "former")
    for path in ("old", "former"):
        with pytest.raises(TableError, match="solve the game again"):
            GraphSolution.load(game, tmp_path / path)


@pytest.mark.parametrize("name", FORMER)
def test_no_byte_of_a_file_may_change(name, tmp_path):
    game, written = FORMER[name]
    solve(game, exact=name == "exact").save(tmp_path / "new")
    for data in (b64decode(written), (tmp_path / "new").read_bytes()):
        for at in range(0, len(data), 7):
            (tmp_path / "bad").write_bytes(data[:at] + bytes([data[at] ^ 2]) + data[at + 1 :])
            with pytest.raises(TableError):
                GraphSolution.load(game, tmp_path / "bad")


def test_a_file_has_what_the_store_has(tmp_path):
    solution = solve(Nim((2, 1)))
    solution.save(tmp_path / "file")
    head, _, body = (tmp_path / "file").read_bytes().partition(b"\n")
    parts = parts_of(solution)
    assert list(json.loads(head)["parts"]) == list(parts)
    assert zlib.decompress(body) == b"".join(
        p if isinstance(p, bytes) else p.tobytes() for p in parts.values()
    )


def test_sizes_that_do_not_fit_are_refused(tmp_path):
    solve(Nim((2, 1))).save(tmp_path / "file")
    head, _, body = (tmp_path / "file").read_bytes().partition(b"\n")
    sizes = json.loads(head)["parts"]
    for change in ({"digests": 0}, {"values": -1}, {"values": 10**9}, {"values": "x"}, {"lengths": 0}):
        forged = json.loads(head) | {"parts": {**sizes, **change}}
        forged["file"] = checksum(forged["parts"], body)
        (tmp_path / "bad").write_bytes(json.dumps(forged).encode() + b"\n" + body)
        with pytest.raises(TableError, match="damaged"):
            GraphSolution.load(Nim((2, 1)), tmp_path / "bad")


def test_a_game_whose_texts_are_not_read_back_is_not_saved(tmp_path):
    with pytest.raises(GameError, match="is not read back"):
        solve(Unread()).save(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------- the command line

RULES = """
from beside import LIMIT
from saizen import Decision, Game, Terminal

class Take(Game):
    def __init__(self, heap=5):
        self.heap = heap

    def start(self):
        return (self.heap, 0)

    def look(self, position):
        left, player = position
        if not left:
            return Terminal(1 if player else -1)
        return Decision(player, {n: (left - n, 1 - player) for n in range(1, min(left, LIMIT) + 1)})
"""


@pytest.fixture
def rules(tmp_path):
    (tmp_path / "take.py").write_text(RULES)
    (tmp_path / "beside.py").write_text("LIMIT = 2\n")
    yield tmp_path / "take.py"
    sys.modules.pop("beside", None)


@pytest.fixture
def unsolved(monkeypatch):
    """Nothing is explored from here on."""

    def forget():
        from saizen.games import own_solutions
        from saizen.solver import retrograde

        def refused(*args, **options):
            raise AssertionError("explored again")

        monkeypatch.setattr(own_solutions, "solve", refused)
        monkeypatch.setattr(retrograde, "explore", refused)

    return forget


def test_what_is_kept_is_not_explored_again(cli, rules, unsolved, tmp_path):
    name, store = f"{rules}:Take", ("--store", tmp_path / "store")
    plain = json.loads(cli("solve", name, "--json", *store).out)
    first = json.loads(cli("solve", name, "--keep", "--json", *store).out)
    advice = cli("advise", name, "(4, 1)", "--json", *store).out
    balance = cli("balance", name, "--json", *store).out
    assert first == {**plain, "kept": first["kept"]}
    unsolved()
    assert json.loads(cli("solve", name, "--json", *store).out) == plain
    assert json.loads(cli("solve", name, "--keep", "--json", *store).out) == first
    assert cli("advise", name, "(4, 1)", "--json", *store).out == advice
    assert cli("balance", name, "--json", *store).out == balance
    played = cli("play", name, "--seed", "1", *store, stdin="h\nq\n")
    assert played.code == 0
    assert "best" in played.out
    listed = json.loads(cli("tables", "verify", "--json", *store).out)
    assert [(table["name"], table["state"]) for table in listed["tables"]] == [(first["kept"], "complete")]
    too_many = cli("solve", name, "--max-positions", "3", *store)
    assert (too_many.code, "more than 3 positions are reachable" in too_many.err) == (2, True)
    assert cli("tables", "remove", first["kept"], *store).code == 0
    assert "something went wrong" in cli("solve", name, *store).err


def test_other_rules_settings_and_numbers_are_other_tables(cli, rules, tmp_path):
    store = ("--store", tmp_path / "store")
    words = ("solve", f"{rules}:Take", "--keep", "--json", *store)

    def name(*more):
        sys.modules.pop("beside", None)
        for key in [key for key in sys.modules if key.startswith("saizen_own_")]:
            del sys.modules[key]
        return json.loads(cli(*words, *more).out)["kept"]

    names = [name(), name("--set", "heap=6"), name("--float")]
    (tmp_path / "beside.py").write_text("LIMIT = 3\n")
    names.append(name())
    rules.write_text(RULES + "\n# a remark\n")
    names.append(name())
    assert len(set(names)) == 5
    assert name() == names[-1]
    assert len(Store(tmp_path / "store").tables()) == 5


def test_a_file_that_changes_after_its_import_is_known_by_what_was_imported(rules):
    before = load(f"{rules}:Take").solutions.source
    rules.write_text(RULES + "\n# a remark\n")
    (rules.parent / "beside.py").write_text("LIMIT = 9\n")
    assert load(f"{rules}:Take").solutions.source == before


def test_a_damaged_table_is_refused_and_named(cli, rules, tmp_path):
    store = ("--store", tmp_path / "store")
    kept_as = json.loads(cli("solve", f"{rules}:Take", "--keep", "--json", *store).out)["kept"]
    part = tmp_path / "store" / kept_as / "values"
    part.write_bytes(bytes(len(part.read_bytes())))
    answer = cli("advise", f"{rules}:Take", *store)
    assert answer.code == 2
    assert kept_as in answer.err
    assert answer.err.count("\n") == 1


def forged(store, change):
    parts, meta = store.load(NAME)
    store.remove(NAME)
    change(parts)
    store.save(NAME, parts, meta)


@pytest.mark.parametrize(
    "change",
    [
        lambda parts: parts.update(digests=parts["digests"][::-1].copy()),
        lambda parts: parts.update(digests=parts["digests"][:-1]),
        lambda parts: parts.update(values=parts["values"] + 99),
        lambda parts: parts.update(values=parts["values"][1:]),
        lambda parts: parts.update(lengths=parts["lengths"][1:]),
        lambda parts: parts.pop("values-numbers"),
        lambda parts: parts.update(low=parts["values"]),
        lambda parts: parts.update(digests=b"x"),
    ],
)
def test_a_forged_table_is_refused_though_its_checksums_are_right(change, tmp_path):
    store = Store(tmp_path)
    kept(Nim((2, 1)), store)
    forged(store, change)
    with pytest.raises(TableError, match="damaged"):
        open_solution(Nim((2, 1)), NAME, store, exact=True)


def test_numbers_that_are_none_are_refused_when_they_are_read(tmp_path):
    store = Store(tmp_path)
    kept(Nim((2, 1)), store)
    forged(store, lambda parts: parts.update({"values-numbers": b"1/0\nnan"}))
    found = open_solution(Nim((2, 1)), NAME, store, exact=True)
    with pytest.raises(TableError, match="is not a number"):
        [found.value(position) for position in solve(Nim((2, 1))).positions]


def test_a_table_of_other_rules_is_noticed_where_all_positions_are_needed(tmp_path):
    store = Store(tmp_path)
    kept(Nim((2, 1)), store)
    with pytest.raises(TableError, match="other positions than those stored"):
        open_solution(Nim((3, 1)), NAME, store, exact=True).save(tmp_path / "file")
