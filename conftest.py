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
