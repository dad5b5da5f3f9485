"""A folder of files that are all written, or none; what an earlier site left there is removed."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from saizen.errors import SaizenError
from saizen.version import VERSION

MANIFEST = "manifest.json"


def check_folder(folder: Path) -> dict[str, Any]:
    """Return the manifest of an earlier site in a folder; refuse a folder with anything else in it."""
    if not folder.exists():
        return {"files": {}}
    if not folder.is_dir():
        raise SaizenError(f"{folder} is a file; name a folder for the site")
    try:
        earlier: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if isinstance(earlier["files"], dict) and "saizen" in earlier:
            return earlier
    except (OSError, ValueError, KeyError, TypeError):
        if not any(folder.iterdir()):
            return {"files": {}}
    raise SaizenError(f"{folder} has other files in it; name a new folder, or one with a site of saizen")


def write_folder(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write files into a folder, with a manifest of their digests; return their size in bytes.

    Files of an earlier site that are no longer there are removed, other files stay.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     _ = write_folder(Path(name), {"app.js": b"1", "data/nim.js": b"2"})
    ...     _ = write_folder(Path(name), {"app.js": b"3"})
    ...     sorted(check_folder(Path(name))["files"])
    ['app.js']
    """
    earlier = check_folder(folder)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for name in set(earlier["files"]) - set(files):
        path = (folder / name).resolve()
        if path.is_relative_to(folder.resolve()):
            path.unlink(missing_ok=True)
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    manifest = json.dumps({"saizen": VERSION, "files": digests}, indent=1) + "\n"
    (folder / MANIFEST).write_text(manifest, encoding="utf-8", newline="\n")
    return sum(map(len, files.values())) + len(manifest)
