"""Examples in the source of adapters are run where the library that they adapt to is installed."""

from importlib.util import find_spec

NEEDED = {
    "openspiel": "pyspiel",
    "openspiel_game": "pyspiel",
    "pettingzoo": "pettingzoo",
    "gymnasium": "gymnasium",
}
MISSING = [name for name, library in NEEDED.items() if find_spec(library) is None]

collect_ignore = [f"src/saizen/adapters/{name}.py" for name in MISSING]


def pytest_report_header():
    """Say what is left out."""
    return f"adapters whose library is not installed: {', '.join(MISSING)}" if MISSING else None


def pytest_addoption(parser):
    """Let expensive tests be asked for."""
    parser.addoption("--games", type=int, default=300, help="random small games of each kind in tests/trust")
    parser.addoption("--soak", type=int, default=0, help="questions to a server in tests/trust/test_soak.py")


def pytest_collection_modifyitems(config, items):
    """Leave the soak test out unless it is asked for: a skipped test would be one that runs nowhere."""
    if not config.getoption("--soak"):
        items[:] = [item for item in items if item.path.name != "test_soak.py"]
