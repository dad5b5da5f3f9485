"""How kernels are compiled, and how they are not."""

import ast
import logging
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import saizen
from saizen.kernels import code_cache, compile, policy
from saizen.kernels.bits import add_bit, popcount
from saizen.kernels.compile import kernel, merged, part
from saizen.kernels.plain import plain
from saizen.kernels.record import in_one_block

SOURCE = Path(saizen.__file__).parent
DECORATORS = ("kernel", "part", "merged")
UNCALLABLE = ("part", "merged")
"""Functions that compiled code alone may call."""


@merged
def square(x):
    return x * x


@part
def add_squares(values):
    total = 0
    for x in values:
        total += square(x)
    return total


@kernel
def bits_of_squares(values):
    return popcount(add_squares(values))


@kernel
def doubled(values):
    twice = np.empty_like(values)
    for i in range(len(values)):
        twice[i] = 2 * values[i]
    return twice


@kernel
def all_of_it(values):
    return bits_of_squares(doubled(values)) + square(3)


@kernel
def add_all(words, bits):
    for bit in bits:
        add_bit(words, bit)


VALUES = np.array([1, 2, 5])


def test_kernels_call_kernels_and_parts():
    assert (bits_of_squares(VALUES), all_of_it(VALUES)) == (4, 13)


def test_threads_set_bits_of_the_same_words_and_lose_none():
    dice = np.random.default_rng(1)
    wanted = [np.unique(dice.integers(0, 1 << 16, 50_000)) for _ in range(4)]
    for _ in range(20):
        words = np.zeros(1 << 10, np.uint64)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda bits, words=words: add_all(words, bits), wanted))
        found = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))
        assert np.array_equal(found, np.unique(np.concatenate(wanted)))


def test_errors_of_parts_reach_python():
    @part
    def divided(x, y):
        return x // y

    @kernel
    def top(x, y):
        return divided(x, y) + 1

    assert top(7, 2) == 4
    with pytest.raises(ZeroDivisionError):
        top(7, 0)


def test_a_numba_without_our_options_compiles_parts_all_the_same(monkeypatch):
    monkeypatch.setattr(compile, "PART", {})

    @part
    def inner(x):
        return x + 1

    @kernel
    def top(x):
        return inner(x)

    assert top(1) == 2


def test_a_plain_twin_compiles_nothing_and_answers_the_same():
    twin = plain(all_of_it)
    assert twin(VALUES) == all_of_it(VALUES)
    assert plain(twin) is twin


def test_plain_numbers_wrap_around_without_a_warning(recwarn):
    @kernel
    def scrambled(x):
        return (x * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(7)

    word = np.uint64(2**63 + 12345)
    assert plain(scrambled)(word) == scrambled(word)
    assert not list(recwarn)


def test_the_question_alone_decides_and_the_environment_may_force():
    assert policy.MODE in ("auto", "plain", "compiled")
    for mode, expected in {"auto": [True, False], "plain": [True, True], "compiled": [False, False]}.items():
        with policy.forced(mode):
            assert [policy.is_small(seconds) for seconds in (0.5, 5)] == expected


class Room(NamedTuple):
    """A workspace: numbers, an array, an array of records."""

    count: int
    numbers: np.ndarray
    pairs: np.ndarray


@kernel
def sum_of(room):
    total = room.count + room.numbers[1]
    for at in range(2):
        total += room.pairs[at].value
    return total


@pytest.mark.parametrize("value", [0, 5])
def test_a_workspace_is_copied_into_one_record(value):
    pairs = np.zeros(2, [("key", np.int64), ("value", np.int64)])
    pairs["value"] = value
    views, record = in_one_block(Room(3, np.array([1, 2]), pairs))
    assert views.pairs["value"].tolist() == [value, value]
    assert sum_of(record) == 5 + 2 * value
    views.numbers[1] = 7
    assert sum_of(record) == 10 + 2 * value


class Event:
    """What Numba says of a function that it compiles."""

    def __init__(self, module):
        function = type("Function", (), {"__module__": module})
        self.data = {"dispatcher": type("Dispatcher", (), {"py_func": function})}


OURS, THEIRS = Event("saizen.solver.loops"), Event("stranger")


class TestAnnouncement:
    @pytest.fixture
    def announcement(self, monkeypatch, caplog):
        monkeypatch.setattr(compile, "PATIENCE", 0.0)
        caplog.set_level(logging.INFO, "saizen.kernels")
        return compile._Announcement()

    def test_somebody_who_waits_is_told_once(self, announcement, caplog):
        for turn in range(2):
            announcement.on_start(OURS)
            timer = announcement._timer
            assert (timer is not None) == (turn == 0)
            announcement.on_start(OURS)
            if timer is not None:
                timer.join()
            announcement.on_end(OURS)
            announcement.on_end(OURS)
        assert caplog.messages == ["compiling, first use only"]

    def test_short_waits_are_silent(self, announcement, caplog, monkeypatch):
        monkeypatch.setattr(compile, "PATIENCE", 60.0)
        announcement.on_start(OURS)
        timer = announcement._timer
        announcement.on_end(OURS)
        timer.join()
        assert caplog.messages == []

    def test_a_stranger_s_functions_and_nobody_there_start_no_clock(self, announcement, caplog):
        announcement.on_start(THEIRS)
        assert announcement._timer is None
        announcement.on_end(THEIRS)
        caplog.set_level(logging.WARNING, "saizen.kernels")
        announcement.on_start(OURS)
        assert announcement._timer is None


STRANGER = """
import numba


@numba.njit(cache=True)
def add(n):
    total = 0
    for k in range(n):
        total += k
    return total
"""
HOST = """
import gc, json, sys
import numba
from numba.core import event

before = dict(vars(numba.config)), gc.isenabled(), gc.get_threshold()


class Seen(event.Listener):
    collects = []

    def on_start(self, event):
        self.collects.append(gc.isenabled())

    def on_end(self, event):
        pass


event.register("numba:compile", Seen())
import numpy as np
import saizen
from saizen.kernels.hash_table import fill, find
from saizen.kernels.wide import short_cross

fill(np.full(8, -1), np.zeros(8), np.arange(3), np.ones(3))
import stranger

stranger.add(3)


@numba.njit
def foreign(slots, keys):
    found = 0
    for key in keys:
        found += find(slots, key) >= 0
    return found + short_cross(key, key, key, 0)


answer = int(foreign(np.full(8, -1), np.arange(5)))
after = dict(vars(numba.config)), gc.isenabled(), gc.get_threshold()
changed = [name for name in after[0] if name.isupper() and after[0][name] != before[0].get(name)]
print(json.dumps([changed, before[1:] == after[1:], all(Seen.collects), answer]))
"""


def test_the_host_keeps_its_settings_its_collector_and_its_code(tmp_path):
    """A program with compiled functions of its own uses saizen; one of them calls kernels and parts."""
    (tmp_path / "stranger.py").write_text(STRANGER, encoding="utf-8")
    (tmp_path / "host.py").write_text(HOST, encoding="utf-8")
    code = tmp_path / "code"
    env = {**os.environ, "SAIZEN_CODE": str(code), "PYTHONPATH": f"{SOURCE.parent}{os.pathsep}{tmp_path}"}
    env.pop("NUMBA_CACHE_DIR", None)
    run = [sys.executable, tmp_path / "host.py"]
    ran = subprocess.run(run, env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "[[], true, true, 16]\n"
    assert list((tmp_path / "__pycache__").glob("stranger.add*.nbi"))
    assert list(code.rglob("hash_table.fill*.nbi"))
    assert not list(code.rglob("stranger*"))


OTHER_FILE = """
from saizen.kernels.compile import part


@part
def step(x):
    return x + {step}
"""
KERNEL_FILE = """
import sys

from saizen.kernels.compile import kernel
from {package}.other import step


@kernel
def asked(x):
    return step(x)


print(asked(1))
"""


ASK_AGAIN = """
import sys
from pathlib import Path

import numba  # the one thing that stays

for line in sys.stdin:
    for name in [name for name in sys.modules if name.partition(".")[0] == "saizen"]:
        del sys.modules[name]
    Path(sys.argv[1]).write_text(eval(line), encoding="utf-8")
    import saizen.solver.asked
"""


def test_code_is_compiled_again_when_a_part_in_another_file_has_changed(tmp_path):
    """A copy of saizen with one kernel more: what was compiled before the change must not answer.

    One process imports the copy anew for every answer.
    """
    source = tmp_path / "saizen"
    left_out = shutil.ignore_patterns("static", "__pycache__")
    shutil.copytree(SOURCE, source, ignore=left_out)
    (source / "solver" / "asked.py").write_text(KERNEL_FILE.format(package="saizen.solver"), encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "SAIZEN_CODE": str(tmp_path / "code")}
    run = [sys.executable, "-c", ASK_AGAIN, str(source / "solver" / "other.py")]
    versions = "".join(f"{OTHER_FILE.format(step=step)!r}\n" for step in (1, 1, 20, 300))
    ran = subprocess.run(run, env=env, input=versions, capture_output=True, text=True, check=True)
    assert ran.stdout == "2\n2\n21\n301\n"
    folders = list((tmp_path / "code").glob("solver-*"))
    assert len(folders) == code_cache.NEWEST, "older code is removed"
    assert any(folder.rglob("*asked*.nbi") for folder in folders), "what was compiled is cached"


class TestCodeCache:
    @pytest.fixture
    def root(self, tmp_path, monkeypatch):
        monkeypatch.setenv("SAIZEN_CODE", str(tmp_path / "code"))
        return tmp_path / "code"

    @pytest.fixture
    def copy(self, tmp_path, monkeypatch, root):
        """A source tree with one module in each package."""
        source = tmp_path / "source"
        for package in (*code_cache.SHARED, "solver", "games/rivals"):
            (source / package).mkdir(parents=True)
            (source / package / "one.py").write_text("1", encoding="utf-8")
        monkeypatch.setattr(code_cache, "SOURCE", source)
        yield source
        code_cache._folder.cache_clear()

    @staticmethod
    def folder(path):
        code_cache._folder.cache_clear()
        return code_cache.code_directory(path)

    def test_a_folder_depends_on_its_own_package_and_on_what_is_shared(self, copy):
        solver, rivals = copy / "solver" / "one.py", copy / "games" / "rivals" / "one.py"
        first = self.folder(solver), self.folder(rivals)
        assert (self.folder(solver), self.folder(rivals)) == first
        (copy / "solver" / "two.py").write_text("2", encoding="utf-8")
        second = self.folder(solver), self.folder(rivals)
        assert second[0] != first[0]
        assert second[1] == first[1]
        (copy / "matrix" / "one.py").write_text("3", encoding="utf-8")
        third = self.folder(solver), self.folder(rivals)
        assert third[0] not in (first[0], second[0])
        assert third[1] != first[1]

    def test_the_newest_stay_and_those_of_another_copy(self, copy, root, tmp_path):
        (root / "solver-00000000-1111").mkdir(parents=True)
        solver = copy / "solver" / "one.py"
        folders = []
        for age, text in enumerate(("a", "b", "a", "c")):  # a is used again before c
            solver.write_text(text, encoding="utf-8")
            folders.append(self.folder(solver))
            os.utime(folders[-1], (age, age))
        present = {path.name for path in root.glob("solver-*")}
        assert present == {"solver-00000000-1111", folders[0].name, folders[3].name}

    def test_numba_and_files_elsewhere_have_folders_of_their_own(self, copy, root, tmp_path, monkeypatch):
        solver = copy / "solver" / "one.py"
        ours = self.folder(solver)
        monkeypatch.setattr(code_cache, "version", lambda _: "0.1")
        assert self.folder(solver) != ours
        other = tmp_path / "other.py"
        other.write_text("", encoding="utf-8")
        assert self.folder(other).name.startswith("others-")

    def test_where_nothing_can_be_written_nothing_is_cached(self, copy, tmp_path, monkeypatch):
        (tmp_path / "file").write_text("", encoding="utf-8")
        monkeypatch.setenv("SAIZEN_CODE", str(tmp_path / "file" / "below"))
        assert not code_cache.is_writable()
        assert self.folder(copy / "solver" / "one.py") is None
        code_cache.write_note("rivals", {"a": 1})
        assert code_cache.read_note("rivals") == {}

    def test_notes_are_read_back_and_what_is_none_is_empty(self, root):
        code_cache.write_note("rivals", {"a": 1})
        assert code_cache.read_note("rivals") == {"a": 1}
        (root / "rivals.json").write_text("[1]", encoding="utf-8")
        assert code_cache.read_note("rivals") == {}
        (root / "rivals.json").write_text("{", encoding="utf-8")
        assert code_cache.read_note("rivals") == {}


def modules():
    """Return the syntax tree of every module by its dotted name."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        words = ("saizen", *path.relative_to(SOURCE).with_suffix("").parts)
        name = ".".join(words[:-1] if words[-1] == "__init__" else words)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def compiled_functions(tree):
    """Yield (function, decorator) of the compiled functions of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {item.id for item in node.decorator_list if isinstance(item, ast.Name)}
            yield from ((node, name) for name in names & set(DECORATORS))


def imports_of(tree, names):
    """Return what a module imports: the local name to (module, name); the name is None for a module."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "saizen":
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                local = alias.asname or alias.name
                found[local] = (whole, None) if whole in names else (node.module, alias.name)
    return found


def test_kernels_use_nothing_that_their_digest_does_not_cover():
    """What compiled functions read from other modules is in their own package, or in what all share."""
    trees = modules()
    looked = 0
    for name, tree in trees.items():
        imported = imports_of(tree, trees)
        own = code_cache.package_of(SOURCE / f"{name.replace('.', '/').removeprefix('saizen/')}.py")
        for function, _ in compiled_functions(tree):
            for node in (node for line in function.body for node in ast.walk(line)):
                if isinstance(node, ast.Name) and node.id in imported:
                    where = imported[node.id][0].removeprefix("saizen.").replace(".", "/")
                    assert code_cache.package_of(SOURCE / f"{where}.py") in (own, *code_cache.SHARED), (
                        f"{name}.{function.name} reads {node.id} of {where}"
                    )
                    looked += 1
    assert looked > 100


def test_parts_are_called_by_compiled_functions_alone():
    """Python that calls a part would crash; plain twins, and what `plain` is given, are no such calls."""
    trees = modules()
    parts = {
        (name, function.name)
        for name, tree in trees.items()
        for function, decorator in compiled_functions(tree)
        if decorator in UNCALLABLE
    }
    assert len(parts) > 50
    for name, tree in trees.items():
        imported = imports_of(tree, trees)
        inside = {id(node) for function, _ in compiled_functions(tree) for node in ast.walk(function)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or id(node) in inside:
                continue
            match node.func:
                case ast.Name(id=called):
                    target = imported.get(called, (name, called))
                case ast.Attribute(value=ast.Name(id=module), attr=called) if module in imported:
                    target = (imported[module][0], called)
                case _:
                    continue
            assert target not in parts, f"{name}:{node.lineno} calls {called}, which only kernels may"


PRIVATE = re.compile(r"\b(numba|llvmlite)(\.\w+)*\._\w|_nrt\b|pipeline_class|get_call_template|\._cache\b")


def test_no_private_name_of_numba_is_used():
    """Names with an underscore may change in any version."""
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not PRIVATE.search(text), path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("numba", "llvmlite")):
                assert not [alias.name for alias in node.names if alias.name.startswith("_")], path
