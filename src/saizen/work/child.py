"""saizen in a child process, for work that would block this one."""

import os
import subprocess
import sys
from pathlib import Path


def start_saizen(*arguments: str) -> "subprocess.Popen[str] | None":
    """Run this copy of saizen's command line; None where no process can be started.

    It reads and writes text through pipes, and Ctrl-C does not reach it: its parent must end it.
    Modules in the current directory are not imported.

    >>> child = start_saizen("--version")
    >>> child.communicate()[0].split()[0]
    'saizen'
    """
    paths = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    try:
        return subprocess.Popen(
            [sys.executable or "python", "-P", "-m", "saizen", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
            start_new_session=True,
        )
    except OSError:
        return None
