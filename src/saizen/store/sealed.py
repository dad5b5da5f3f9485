"""Small files of a few values with a checksum, such as the results of a long search so far."""

import hashlib
import json
from pathlib import Path
from typing import Any

from saizen.errors import SaizenError
from saizen.store.files import atomic_write, explain_error, open_regular
from saizen.store.manifest import canonical_json

LONGEST = 1 << 26


def seal(content: Any) -> bytes:
    """Write content that JSON knows, with its checksum.

    >>> unseal(seal({"checked": 3}))
    {'checked': 3}
    """
    digest = hashlib.sha256(canonical_json(content)).hexdigest()
    return canonical_json({"checksum": digest, "content": content}) + b"\n"


def unseal(data: bytes) -> Any:
    """Return what `seal` was given; ``ValueError`` if any byte is not as it was written."""
    try:
        content = json.loads(data)["content"]
        if seal(content) == data:
            return content
    except (KeyError, TypeError, RecursionError):
        pass
    raise ValueError("the contents do not match the checksum")


def write_sealed(path: Path, content: Any) -> None:
    """Replace a file by one that holds this content."""
    atomic_write(path, seal(content))


def read_sealed(path: Path) -> Any:
    """Return the content of a file; ``ValueError`` if it is damaged or was not written by `write_sealed`."""
    with explain_error(path, SaizenError), open_regular(path.resolve()) as file:
        data = b"".join(iter(lambda: file.read(1 << 20), b"")) if path.stat().st_size <= LONGEST else b""
    return unseal(data)
