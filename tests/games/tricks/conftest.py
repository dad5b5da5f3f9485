"""The tests of trick-taking are tests of its kernels: plain Python answers only where it always does."""

import pytest

from saizen.games.tricks import searcher
from saizen.kernels.allowance import Allowance


@pytest.fixture(autouse=True)
def compiled(monkeypatch):
    monkeypatch.setattr(searcher, "_plainly", Allowance(0))
