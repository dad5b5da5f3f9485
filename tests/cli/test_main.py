"""What can happen to a process: closed streams, signals, poor terminals, places that cannot be written."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from saizen import __main__ as entry_point
from saizen.store import State, Store

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals and shells")
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which macOS lacks")
ROOT = Path(__file__).parents[2]


def environment(**more):
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "examples")]), **more}


def shell(line, **more):
    """Run ``saizen`` with a line of shell words and redirections."""
    text = f'"{sys.executable}" -m saizen {line}'
    return subprocess.run(
        ["bash", "-c", text],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env=environment(**more),
        timeout=120,
    )


@pytest.fixture
def begin():
    """Start Python with words; what still runs when the test is over is ended."""
    begun = []

    def start(*words, **more):
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        command = [sys.executable, *words]
        begun.append(subprocess.Popen(command, env=environment(**more), **pipes))
        return begun[-1]

    yield start
    for process in begun:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("games >&-", 1),
        ("games --json >&-", 1),
        pytest.param("games >/dev/full", 1, marks=needs_full),
        ("games >&- 2>&-", 1),
        ("fly 2>&-", 2),
        ("advise rivals - <&-", 2),
        ("play examples/nim.py:Nim --seed 1 --json <&-", 0),
        ("play examples/nim.py:Nim --seed 1 <&-", 0),
    ],
)
def test_streams_that_are_not_there(line, code):
    ran = shell(line)
    assert ran.returncode == code, ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stderr.count("\n") <= 1
    assert "advise" not in line or "standard input is closed" in ran.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("tables", "--store", "~nosuchuser/x"),
        ("solve", "examples/nim.py:Nim", "--set", "heaps=(2,1)", "--out", "~nosuchuser/x"),
    ],
)
def test_places_that_are_not_there(cli, words, monkeypatch):
    monkeypatch.chdir(ROOT)
    ran = cli(*words)
    assert ran.code == 2, ran.err
    assert "Traceback" not in ran.err
    assert ran.err.count("\n") <= 1


def test_a_store_in_an_unknown_home_by_the_environment(cli, monkeypatch):
    monkeypatch.setenv("SAIZEN_STORE", "~nosuchuser/x")
    ran = cli("tables")
    assert ran.code == 2
    assert "~nosuchuser" in ran.err
    assert ran.err.count("\n") == 1


ONE_BY_ONE = """
import json, sys
from saizen.__main__ import main
questions = json.loads(sys.argv[1])
for encoding in ("ascii", "latin-1", "cp932"):
    assert encoding != "ascii" or sys.stdout.encoding == sys.stderr.encoding == encoding
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding=encoding, errors="strict")
    for words in questions:
        sys.argv = ["saizen", *words]
        try:
            main()
        except SystemExit as end:
            assert end.code in (None, 0, 2), (encoding, words, end.code)
    print("all in", encoding)
"""


def test_a_terminal_that_lacks_characters():
    """One process asks everything: it is the encoding of its streams that is tried."""
    lines = [
        ["games"],
        ["games", "--json"],
        ["advise", "tricks", "AB lead=L"],
        ["advise", "tricks", "\u6700"],
    ]
    words = [sys.executable, "-c", ONE_BY_ONE, json.dumps([*lines, ["--help"]])]
    env = environment(PYTHONIOENCODING="ascii")
    ran = subprocess.run(words, capture_output=True, text=True, errors="replace", env=env, check=False)
    assert ran.returncode == 0, ran.stderr
    for encoding in ("ascii", "latin-1", "cp932"):
        assert f"\nall in {encoding}\n" in ran.stdout
    assert "Traceback" not in ran.stderr


def test_whoever_reads_may_leave():
    ran = shell("games --json | head -c 1; exit ${PIPESTATUS[0]}")
    assert ran.stdout == "{"
    assert ran.stderr == ""


SIGNALS = pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
ENDLESS = ("simulate", "memory", "2x6", "--games", "1000000000")


@SIGNALS
@pytest.mark.parametrize("after", [0.05, 0.2, 0.5])
def test_a_signal_while_it_starts_is_one_line(begin, number, code, after):
    process = begin("-m", "saizen", *ENDLESS)
    time.sleep(after)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    early = process.returncode == 1 and "Could not import runpy module" in err  # Python's own way to end
    if early or process.returncode == -number:  # before Python itself had started
        return
    assert (process.returncode, out) == (code, ""), err
    if "stopped" not in err:  # Python was still reading its own modules
        return
    assert err == "saizen: stopped\n"


def test_a_signal_while_a_class_is_made_is_one_line(tmp_path):
    """Python 3.11 turns what is raised there into another error, and importing makes many classes."""
    (tmp_path / "typer.py").write_text(
        "import signal\n"
        "class Interrupted:\n"
        "    def __set_name__(self, owner, name):\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "class Owner:\n"
        "    field = Interrupted()\n"
    )
    path = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    ran = shell("games", PYTHONPATH=path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "saizen: stopped\n")


TELLING = """
import sys
from saizen.__main__ import main
from saizen.cli.terminal import Progressbar
advance = Progressbar.advance
def tell(bar, steps=1):
    print("at work", file=sys.__stdout__, flush=True)
    Progressbar.advance = advance
    advance(bar, steps)
Progressbar.advance = tell
main()
"""
"""The command line, which tells when its work has begun: nobody has to guess how long that takes."""


@SIGNALS
def test_a_signal_while_it_works_is_one_line(begin, number, code):
    process = begin("-c", TELLING, *ENDLESS)
    assert process.stdout.readline() == "at work\n"
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (code, "", "saizen: stopped\n")


def test_interrupting_a_solve_leaves_no_broken_file(begin, tmp_path):
    process = begin("-c", TELLING, "solve", "rivals", "--exact", "--store", str(tmp_path))
    assert process.stdout.readline() == "at work\n"
    time.sleep(0.3)  # into the middle of it
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    if process.returncode != 0:
        assert process.returncode in (130, -signal.SIGINT)
        assert "Traceback" not in error
    assert all(table.state != State.DAMAGED for table in Store(tmp_path).tables())
    assert not list(tmp_path.rglob("*.csv"))


def test_work_in_processes_ends_soon_and_quietly(begin, tmp_path):
    out = tmp_path / "limit.csv"
    process = begin(
        "-m", "saizen", "limit", "calculation", "--stacks", "2", "--deals", "1-100000", "--out", str(out)
    )
    for _ in range(600):
        if out.exists() and out.read_bytes().count(b"\n") > 2:
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    *said, last = err.splitlines()
    assert last == "saizen: stopped"
    assert all(line.startswith("saizen: deals") for line in said)


def test_an_interruption_of_the_compiler_waits_until_it_is_done():
    def _raw_object_cache_notify():
        entry_point._stop(signal.SIGINT, sys._getframe())

    handler = signal.signal(signal.SIGINT, entry_point._stop)
    try:
        _raw_object_cache_notify()  # an exception here would be printed and forgotten
        with pytest.raises(KeyboardInterrupt):
            time.sleep(5)
    finally:
        signal.signal(signal.SIGINT, handler)


def test_an_interruption_while_numba_loads_waits_until_it_is_done():
    """Its modules in C turn what is raised there into an error of their own."""
    loading = {
        "__name__": "numba._devicearray",
        "stop": lambda: entry_point._stop(signal.SIGINT, sys._getframe()),
    }
    handler = signal.signal(signal.SIGINT, entry_point._stop)
    try:
        exec("stop()", loading)
        with pytest.raises(KeyboardInterrupt):
            time.sleep(5)
    finally:
        signal.signal(signal.SIGINT, handler)


def test_an_installation_that_nobody_may_write_to(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    ran = shell("advise tricks 'AaBb lead=L' --json", SAIZEN_CODE=str(blocked / "code"))
    assert ran.returncode == 0
    assert '"moves"' in ran.stdout
    assert ran.stderr.count("\n") == 1
    assert "compiled code cannot be cached" in ran.stderr
