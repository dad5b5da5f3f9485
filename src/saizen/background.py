"""Python in a process of its own, for what would make this one wait."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any


def start_python(code: str, store: Path) -> "subprocess.Popen[str] | None":
    """Run code that imports saizen, with tables in ``store``; None where no process can be started.

    It reads and writes text through pipes, and Ctrl-C does not reach it: whoever starts it has to end it.

    >>> child = start_python("print(6 * 7)", Path("tables"))
    >>> child.communicate()[0].strip()
    '42'
    """
    paths = [str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "SAIZEN_STORE": str(store)}
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    try:
        return subprocess.Popen(
            [sys.executable, "-c", code],
            **pipes,
            stderr=subprocess.DEVNULL,
            text=True,
            env=env,
            start_new_session=True,
        )
    except OSError:
        return None
