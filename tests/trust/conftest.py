"""The suite that attacks: quick in every run, long with ``pytest tests/trust --long``; ends with counts."""

import os
import random
from collections import Counter

import pytest

TALLY: dict[str, Counter] = {}


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="attack by the thousand instead of by the dozen")
    parser.addoption("--seed", type=int, default=0, help="another seed attacks other places")


@pytest.fixture
def tries(request):
    """How often to try: the first number in a quick run, the second in a long one."""
    long = request.config.getoption("--long", False)
    return lambda quick, many: many if long else quick


@pytest.fixture
def rng(request):
    """Random numbers that a test gets again with the same seed."""
    return random.Random(f"{request.config.getoption('--seed', 0)} {request.node.name}")


@pytest.fixture
def tally(request):
    """Count what was tried, under the name of the attack: ``tally(attack, noticed=True)``."""

    def count(attack, **seen):
        TALLY.setdefault(attack, Counter())["tries"] += 1
        for name, happened in seen.items():
            TALLY[attack][name] += int(happened)

    return count


def pytest_terminal_summary(terminalreporter):
    if TALLY:
        terminalreporter.section("attacks")
        for attack, seen in sorted(TALLY.items()):
            words = ", ".join(f"{name} {number:,}" for name, number in seen.items())
            terminalreporter.write_line(f"{attack}: {words}")


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch):
    """What these tests kill is processes, never the machine, so nothing has to reach the disk."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
