"""The tests of trick-taking are tests of its kernels: plain Python answers only where a test wants it to."""

import pytest

from saizen.kernels import policy


@pytest.fixture(autouse=True)
def compiled(monkeypatch):
    monkeypatch.setattr(policy, "MODE", "compiled")
