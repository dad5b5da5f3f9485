"""The tests of Memory are tests of its kernel: plain Python makes no table unless a test wants it to."""

import pytest

from saizen.kernels import policy


@pytest.fixture(autouse=True)
def compiled(monkeypatch):
    monkeypatch.setattr(policy, "MODE", "compiled")
