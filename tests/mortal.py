"""A small table, and processes that die while they build it.

As a program it is the small process that they are forked from: a fork of the one that runs all tests would
copy the map of all that they have loaded, again and again.
"""

import contextlib
import gc
import json
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from saizen.store import Building, Store, TableName

NAME = TableName("layers", "small", 1, command="saizen build layers --small")
LAYERS = 4


def build_layers(building: Building) -> dict[str, Any]:
    """Each layer is made from the one before, as a big table's are, and one part is only scratch."""
    if "layer-3" not in building and "scratch" not in building:
        building.put("scratch", b"seed")
    for layer in range(LAYERS):
        if f"layer-{layer}" not in building:
            before = building.array(f"layer-{layer - 1}") if layer else np.array([[1, 2]], np.uint16)
            with building.part(f"layer-{layer}", np.uint16, row=(2,)) as part:
                part.append(before * 3)
                part.append(before + np.uint16(layer))
    if "scratch" in building:
        building.discard("scratch")
    return {"layers": LAYERS}


def build_until(step: int, store: Store) -> None:
    """Build, and be killed just before the ``step``-th system call that matters."""
    calls = 0

    def mortal(function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **keywords: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*args, **keywords)

        return wrapped

    for name in ("replace", "fsync", "unlink", "mkdir"):
        setattr(os, name, mortal(getattr(os, name)))
    store.build(NAME, build_layers)


def in_child(action: Callable[[], object]) -> int:
    """Run something in a forked process and return its wait status."""
    child = os.fork()
    if child == 0:
        gc.freeze()  # or a collection of garbage copies all that the parent has
        code = 1
        with contextlib.suppress(BaseException):
            action()
            code = 0
        os._exit(code)
    return os.waitpid(child, 0)[1]


def main() -> None:
    """Read steps and directories, a line each; answer with how a process ended that died there."""
    os.fsync = lambda descriptor: None  # what dies is a process, never the machine
    for line in sys.stdin:
        step, directory = json.loads(line)
        print(in_child(partial(build_until, step, Store(Path(directory)))), flush=True)


if __name__ == "__main__":
    main()
