"""What all tests share: a store of their own, no deadlines, and the command line in this process."""

import gc
import io
import os
import signal
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

import pytest
from hypothesis import settings

settings.register_profile("saizen", deadline=None)
settings.load_profile("saizen")


def pytest_collection_finish():
    """Look for garbage seldom, and not among modules and tests: they stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def interrupts():
    """Let Ctrl-C reach programs that tests start: jobs in the background of a shell are told to ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def own_store(tmp_path_factory):
    """Keep the tests' tables away from the user's."""
    patch = pytest.MonkeyPatch()
    patch.setenv("SAIZEN_STORE", str(tmp_path_factory.mktemp("store")))
    patch.setenv("COLUMNS", "100")
    patch.setenv("TERM", "dumb")
    yield
    patch.undo()


@dataclass
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def cli():
    """Run ``saizen`` with words, and text on standard input; in this process, so that nothing loads twice."""
    from saizen.__main__ import main

    def run(*words, stdin=""):
        out, err = io.StringIO(), io.StringIO()
        patch = pytest.MonkeyPatch()
        patch.setenv("SAIZEN_STORE", os.environ["SAIZEN_STORE"])  # --store lasts for one command
        patch.setattr(sys, "argv", ["saizen", *map(str, words)])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        code = 0
        try:
            with redirect_stdout(out), redirect_stderr(err):
                main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(bool(end.code))
        finally:
            patch.undo()
        return Ran(code, out.getvalue(), err.getvalue())

    return run
