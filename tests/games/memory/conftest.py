"""The tests of Memory are tests of its kernel: plain Python makes no table unless a test wants it to."""

import pytest

from saizen.games.memory import boards
from saizen.kernels.allowance import Allowance


@pytest.fixture(autouse=True)
def compiled(monkeypatch):
    for name in ("_plainly", "_apart"):
        monkeypatch.setattr(boards, name, Allowance(0))
