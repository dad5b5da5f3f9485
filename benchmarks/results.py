"""Where benchmarks write what they measured: one JSON file each, which the README's figures are taken from.

A file says what was measured (ratios, counts, CPU seconds), with which versions, when and from which seeds;
nothing in it names a machine.
"""

import json
import platform
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from saizen.version import VERSION

DIRECTORY = Path(__file__).parent / "results"
LIBRARIES = ("numpy", "numba", "python-flint", "scipy")


def versions(more=(), before=None):
    """Return the versions of everything that the speed depends on; what is gone keeps the one before."""
    found = {
        "python": platform.python_version(),
        "saizen": VERSION,
    }  # of the code that runs, installed or not
    for library in (*LIBRARIES, *more):
        try:
            found[library] = metadata.version(library)
        except metadata.PackageNotFoundError:
            found[library] = (before or {}).get(library, "not installed")
    return found


def rounded(value):
    """Keep four digits of a measured number: the rest is noise. Counts stay as they are."""
    if isinstance(value, dict):
        return {key: rounded(entry) for key, entry in value.items()}
    return float(f"{value:.4g}") if isinstance(value, float) else value


def write(name, figures, *, seeds, libraries=(), directory=DIRECTORY):
    """Write the figures of a benchmark, with the versions of further ``libraries``, and tell where."""
    today = datetime.now(UTC).date().isoformat()
    path = Path(directory) / f"{name}.json"
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    result = {
        "benchmark": name,
        "date": today,
        "versions": versions(libraries, before.get("versions")),
        "seeds": seeds,
        "figures": rounded(figures),
    }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"written to {path.name}")
    return path


def read(name, directory=DIRECTORY):
    """Return the figures that a benchmark wrote."""
    path = Path(directory) / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))["figures"]
