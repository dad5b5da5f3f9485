"""Builds killed at random moments, and resumed: the same bytes as one that was never stopped."""

import gc
import os
import signal
import sys
import time
from functools import partial

import pytest
from specimens import SPECIMENS, files_of

from saizen.games.calculation.stackgame.two_chains import stored_table as stacks
from saizen.solver.solution import GraphSolution
from saizen.store import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
BY_NAME = {specimen.name: specimen for specimen in SPECIMENS}


def contents(directory):
    return {path.relative_to(directory): path.read_bytes() for path in files_of(directory)}


def started(action):
    """Run something in a forked process; return its number."""
    child = os.fork()
    if child == 0:
        gc.freeze()  # or a collection of garbage copies all that the parent has
        code = 1
        try:
            action()
            code = 0
        finally:
            os._exit(code)
    return child


def killed(action, seconds):
    """Kill a process after some time; tell whether it was still at work."""
    child = started(action)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or status == 0, "it ended in an error of its own"
    return os.WIFSIGNALED(status)


@pytest.mark.parametrize("name", ["calculation", "tricks", "rivals", "abgame"])
def test_a_killed_build_resumes_to_the_same_bytes(name, tmp_path, rng, tries, tally):
    specimen = BY_NAME[name]
    (tmp_path / "whole").mkdir()
    specimen.make(tmp_path / "whole")
    begun = time.perf_counter()
    (tmp_path / "second").mkdir()
    specimen.make(tmp_path / "second")  # compiled by now
    long = min(time.perf_counter() - begun, 0.5)
    whole = contents(tmp_path / "whole")
    for turn in range(tries(4, 60)):
        directory = tmp_path / str(turn)
        directory.mkdir()
        make = partial(specimen.make, directory)
        kills = sum(killed(make, rng.random() * long) for _ in range(3))
        specimen.make(directory)
        same = contents(directory) == whole
        tally(f"kills of a build of {name}", kills=kills, same_bytes=same, failures=not same)
        assert same
        for info in Store(directory).tables():
            Store(directory).verify(info.name)


def test_looking_at_a_table_while_it_is_built_finds_no_damage(tmp_path, tries, tally):
    store, name = Store(tmp_path), stacks.table_name(3, 6)
    BY_NAME["calculation"].make(tmp_path)  # compiled before the fork

    def build_again_and_again():
        while True:
            store.remove(name)
            stacks.build_table(3, 6, store=store, workers=1)

    child = started(build_again_and_again)
    try:
        for _ in range(tries(1000, 30_000)):
            listed = store.tables()
            problems = [info.problem for info in listed if info.problem]
            for info in listed:
                try:
                    store.verify(info.name)
                except LookupError:  # removed meanwhile
                    continue
            try:
                with stacks.open_table(3, 6, store=store) as table:
                    assert table.states == 7757
            except LookupError:
                pass
            tally("looks at a table while it is built", failures=bool(problems))
            assert not problems
        assert os.waitpid(child, os.WNOHANG) == (0, 0), "the builder never stopped"
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_a_killed_save_leaves_the_old_file_or_the_new_one(tmp_path, rng, tries, tally):
    from goofspiel import Goofspiel
    from saizen import solve

    game = Goofspiel(3)
    solution, path = solve(game), tmp_path / "solution"
    solution.save(path)
    for _ in range(tries(10, 200)):
        kills = killed(lambda: [solution.save(path) for _ in range(1000)], rng.random() * 0.05)
        again = GraphSolution.load(game, path)
        tally("kills of a save", kills=kills, failures=len(again) != len(solution))
    solution.save(path)
    assert list(tmp_path.iterdir()) == [path], "what killed runs left is gone"
