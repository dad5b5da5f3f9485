"""How kernels are compiled, and how they are not."""

import gc
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numba.core.compiler import Flags
from numba.core.errors import TypingError
from numba.core.targetconfig import ConfigStack
from numba.extending import overload

import saizen
from saizen.kernels import jit, waiting
from saizen.kernels.bits import add_bit, popcount
from saizen.kernels.directory import source_stamp
from saizen.kernels.jit import inlined, kernel, lean, part
from saizen.kernels.linking import KernelLibrary, PartLibrary, QuickFlags
from saizen.kernels.plain import plain, sparing


@inlined
def square(x):
    return x * x


@part
def add_squares(values):
    total = 0
    for x in values:
        total += square(x)
    return total


@lean
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


@pytest.fixture
def uncached(monkeypatch):
    """Compile anew, whatever is kept."""
    monkeypatch.setattr(jit, "KEEP", False)


@pytest.mark.usefixtures("uncached")
def test_parts_wait_and_kernels_take_them_in():
    @part
    def inner(x):
        return x + 1

    @part
    def outer(x):
        return inner(x) * 2

    @lean
    def top(x):
        return outer(x) + inner(x)

    assert top(3) == 12
    for waiting_part in (inner, outer):
        (compiled,) = waiting_part.overloads.values()
        assert isinstance(compiled.library, PartLibrary)
        assert compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name) == 0
    (compiled,) = top.overloads.values()
    assert isinstance(compiled.library, KernelLibrary)
    assert {library.name for library in compiled.library._linking_libraries} >= {
        one.library.name for each in (inner, outer) for one in each.overloads.values()
    }


@pytest.mark.usefixtures("uncached")
def test_options_are_equal_when_they_say_the_same():
    one, other = QuickFlags(Flags()), QuickFlags(Flags())
    one.nrt = other.nrt = True
    assert one == other
    assert hash(one) == hash(other)
    assert one.copy() == other
    assert type(one.copy()) is QuickFlags
    other.nrt = False
    assert one != other
    assert other.copy() != one
    assert one != "options"


@pytest.mark.usefixtures("uncached")
def test_operators_are_looked_up_with_the_quick_options():
    seen = []

    def asked(x):
        raise NotImplementedError

    @overload(asked)
    def compiled(x):
        seen.append(ConfigStack.top_or_none())
        return lambda x: x + 1

    @kernel
    def counted(x):
        return asked(x)

    @lean
    def leaner(x):
        return asked(x)

    assert (counted(1), leaner(1)) == (2, 2)
    assert {type(flags) for flags in seen} == {QuickFlags}
    assert [flags.nrt for flags in seen] == [True, False]


def test_errors_of_parts_reach_python():
    @part
    def divided(x, y):
        return x // y

    @lean
    def top(x, y):
        return divided(x, y) + 1

    assert top(7, 2) == 4
    with pytest.raises(ZeroDivisionError):
        top(7, 0)


@pytest.mark.usefixtures("uncached")
def test_numbers_in_calls_make_no_second_version():
    @part
    def shifted(x, by):
        return x << by

    @lean
    def both(x, by):
        return shifted(x, 1) + shifted(x, by)

    assert both(3, 2) == 18
    assert len(shifted.overloads) == 1


def test_a_plain_twin_compiles_nothing_and_answers_the_same():
    twin = plain(all_of_it)
    assert twin(VALUES) == all_of_it(VALUES)
    assert plain(twin) is twin
    counted = sparing(all_of_it, 2)
    assert [counted(VALUES) for _ in range(3)] == [13, 13, 13]


def test_plain_numbers_wrap_around_without_a_warning(recwarn):
    @lean
    def scrambled(x):
        return (x * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(7)

    word = np.uint64(2**63 + 12345)
    assert plain(scrambled)(word) == scrambled(word)
    assert not list(recwarn)


class TestWaiting:
    @pytest.fixture
    def told(self, monkeypatch):
        monkeypatch.setattr(waiting, "PATIENCE", 0.0)
        return []

    def test_somebody_who_waits_is_told_once(self, told):
        compiler = waiting.Waiting()
        compiler.tell_with(told.append)
        for _ in range(2):
            compiler.begin("saizen.games.abgame.kernel")
            timer = compiler._timer
            compiler.begin("saizen.kernels.bits")
            timer.join()
            compiler.end()
            compiler.end()
        assert told == ["compiling, first use only, about 15 s"]

    def test_short_waits_and_nobody_there_are_silent(self, told, monkeypatch):
        monkeypatch.setattr(waiting, "PATIENCE", 60.0)
        compiler = waiting.Waiting()
        compiler.tell_with(told.append)
        compiler.begin("a")
        timer = compiler._timer
        compiler.end()
        timer.join()
        compiler.tell_with(None)
        compiler.begin("a")
        assert compiler._timer is None
        compiler.end()
        assert told == []


@pytest.mark.usefixtures("uncached")
@pytest.mark.parametrize("collects", [True, False])
def test_no_garbage_is_collected_while_something_is_compiled(monkeypatch, collects):
    seen = []
    monkeypatch.setattr(jit.WAITING, "begin", lambda module: seen.append(gc.isenabled()))
    monkeypatch.setattr(jit.WAITING, "end", lambda: seen.append(gc.isenabled()))

    @kernel
    def fine(x):
        return square(x)

    @kernel
    def broken(x):
        return x.no_such_thing

    try:
        if not collects:
            gc.disable()
        assert fine(3) == 9
        assert gc.isenabled() == collects
        with pytest.raises(TypingError):
            broken(3)
        assert gc.isenabled() == collects
    finally:
        gc.enable()
    assert len(seen) >= 4
    assert not any(seen)


OTHER_FILE = """
from saizen.kernels.jit import part


@part
def step(x):
    return x + {step}
"""
KERNEL_FILE = """
import sys

from saizen.kernels.jit import kernel
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
    shutil.copytree(Path(saizen.__file__).parent, source, ignore=left_out)
    (source / "solver" / "asked.py").write_text(KERNEL_FILE.format(package="saizen.solver"), encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "SAIZEN_CODE": str(tmp_path / "code")}
    run = [sys.executable, "-c", ASK_AGAIN, str(source / "solver" / "other.py")]
    versions = "".join(f"{OTHER_FILE.format(step=step)!r}\n" for step in (1, 1, 20))
    ran = subprocess.run(run, env=env, input=versions, capture_output=True, text=True, check=True)
    assert ran.stdout == "2\n2\n21\n"
    assert list((tmp_path / "code").rglob("*asked*.nbi")), "what was compiled is kept"


def test_kernels_call_nothing_that_their_stamp_does_not_cover():
    """A module with kernels takes compiled functions from its own package and from what all share."""
    source = Path(saizen.__file__).parent
    for path in source.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "saizen.kernels.jit import" not in text or path.name == "jit.py":
            continue
        covered = {name for name, _, _ in source_stamp(str(path))}
        for module in re.findall(r"^from saizen\.([a-z_.]+) import", text, re.MULTILINE):
            other = source / f"{module.replace('.', '/')}.py"
            has_kernels = other.is_file() and "saizen.kernels.jit import" in other.read_text(encoding="utf-8")
            assert not has_kernels or other.relative_to(source).as_posix() in covered, (path, module)
