"""A user's file as a module: imported once, under a name of its own; what goes wrong in it is one line."""

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from saizen.errors import Cancelled, SaizenError, Terminated
from saizen.game import Game
from saizen.luggage import packed


def module_name(path: Path) -> str:
    """Return the name under which a user's file is imported: another one for every file, without dots.

    >>> module_name(Path("my.nim.py")).startswith("saizen_own_"), module_name(Path("my.nim.py"))[-7:]
    (True, '_my_nim')
    """
    digest = sha256(str(path.resolve()).encode()).hexdigest()[:8]
    return f"saizen_own_{digest}_{re.sub(r'[^a-zA-Z0-9]', '_', path.stem)}"


def module_of(place: str, name: str) -> ModuleType:
    """Import a file or a module; whatever goes wrong in it is told in one line."""
    if not place:
        raise SaizenError(f"{name!r}: write FILE.py:Class or package.module:Class")
    if not place.endswith(".py"):
        imported: ModuleType = _run(name, lambda: importlib.import_module(place))
        packed(place)
        return imported
    path = Path(place).expanduser()
    if not path.is_file():
        raise SaizenError(f"{name}: there is no file {place}")
    key = module_name(path)
    if key in sys.modules:
        return sys.modules[key]
    spec = importlib.util.spec_from_file_location(key, path)
    assert spec is not None
    assert spec.loader is not None
    module, loader = importlib.util.module_from_spec(spec), spec.loader
    sys.modules[key] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        _run(name, lambda: loader.exec_module(module))
        packed(key)  # the texts are remembered as they were imported
    except BaseException:
        del sys.modules[key]
        raise
    finally:
        sys.path.remove(str(path.resolve().parent))
    return module


def _run(name: str, work: Callable[[], Any]) -> Any:
    try:
        return work()
    except (Cancelled, KeyboardInterrupt, Terminated):
        raise
    except BaseException as error:
        raise SaizenError(f"{name} cannot be imported: {type(error).__name__}: {error}") from error


def games_in(place: str, name: str) -> str:
    """List the games of a module, for an error message."""
    module = module_of(place, name)
    found = [n for n, kind in vars(module).items() if isinstance(kind, type) and issubclass(kind, Game)]
    return ", ".join(n for n in found if n != "Game") or "no class derived from saizen.Game"
