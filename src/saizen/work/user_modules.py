"""Sending work to other processes and machines: objects, and the source of the modules they need.

A user's rules lie in a file that a worker has not imported and, on another machine, cannot import. So the
text of that file, and of the files of the user's own that it imports, goes along; a worker imports from these
texts while it reads what was sent. Installed packages do not travel: the worker has them.
"""

import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import pickle
import re
import sys
import sysconfig
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from saizen.errors import Cancelled, GameError, SaizenError, Terminated

HERE = uuid.uuid4().hex
"""This process: what was packed in it need not be unpacked in it."""
INSTALLED = {"site-packages", "dist-packages"}
_turn = threading.RLock()
_texts: dict[str, tuple[ModuleType, str]] = {}
"""Modules that are loaded here, and the text of each."""
REMEMBERED = 8
"""Luggage whose modules are remembered: another version of a file is other luggage."""


@dataclass(frozen=True, slots=True)
class Source:
    """The text of one module."""

    name: str
    text: str
    path: str
    package: bool


@dataclass(frozen=True, slots=True)
class Luggage:
    """Modules that travel, in the order of their names."""

    sources: tuple[Source, ...]
    by_value: bool = False
    """Whether classes travel by themselves: those of a notebook or a script have no module to import."""
    home: str = HERE

    @property
    def digest(self) -> str:
        """The identity of the modules: their names and texts, wherever the files are."""
        return sha256(repr([(source.name, source.text) for source in self.sources]).encode()).hexdigest()

    def dumps(self, thing: Any) -> bytes:
        """Write something whose classes are in these modules, or in installed ones."""
        with self._opened():
            try:
                return self._written(thing)
            except Exception as error:
                raise GameError(
                    f"{type(thing).__name__} cannot be sent to workers ({type(error).__name__}: {error}); "
                    "workers=1 runs without them"
                ) from error

    def loads(self, data: bytes) -> Any:
        """Read what `dumps` wrote, here or in another process: only what a worker or its client sent."""
        with self._opened():
            try:
                return pickle.loads(data)
            except Exception as error:
                raise GameError(
                    f"a worker cannot read what it was sent ({type(error).__name__}: {error}); is everything "
                    "installed there that is needed? workers=1 runs without them"
                ) from error

    def _written(self, thing: Any) -> bytes:
        if self.by_value:
            try:
                import cloudpickle  # comes with Dask
            except ImportError:
                pass
            else:
                return bytes(cloudpickle.dumps(thing))
        return pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)

    @contextmanager
    def _opened(self) -> Iterator[None]:
        """Let the names of these modules mean these modules, until other luggage is opened here."""
        if self.home == HERE or not self.sources:
            yield
            return
        with _turn:
            _open_in_this_process(self)
            yield


class _Shelf:
    """The luggage that is open in this process, and modules made from others that may come again."""

    def __init__(self) -> None:
        self.open: Luggage | None = None
        self.finder: _Finder | None = None
        self.loaded: dict[str, dict[str, ModuleType]] = {}
        self.outside: dict[str, ModuleType] = {}
        """Modules that had the names before."""


_shelf = _Shelf()


def _open_in_this_process(luggage: Luggage) -> None:
    """Put modules of former luggage away; let these be imported from their texts."""
    former = _shelf.open
    if former is not None and former.digest == luggage.digest:
        return
    if former is not None and _shelf.finder is not None:
        sys.meta_path.remove(_shelf.finder)
        _shelf.loaded[former.digest] = _taken(former)
        sys.modules.update(_shelf.outside)
        for oldest in list(_shelf.loaded)[:-REMEMBERED]:
            del _shelf.loaded[oldest]
    _shelf.outside = _taken(luggage)
    sys.modules.update(_shelf.loaded.pop(luggage.digest, {}))
    _shelf.open, _shelf.finder = luggage, _Finder(luggage.sources)
    sys.meta_path.insert(0, _shelf.finder)


def _taken(luggage: Luggage) -> dict[str, ModuleType]:
    """Take the modules that have these names out of those that are loaded."""
    names = [source.name for source in luggage.sources]
    return {name: sys.modules.pop(name) for name in names if name in sys.modules}


def pack_module(module: str) -> Luggage:
    """Return a module with all of the user's own that it imports; nothing if it is installed.

    >>> import nim
    >>> [source.name for source in pack_module("nim").sources]
    ['nim']
    >>> pack_module("saizen.game").sources
    ()
    """
    sources: dict[str, Source] = {}
    start = None if module == "__main__" else sys.modules.get(module)
    waiting = [] if start is None else [(module, getattr(start, "__file__", None))]
    folder = Path(str(waiting[0][1])).parent if waiting and waiting[0][1] else None
    while waiting:
        name, place = waiting.pop()
        if name in sources or place is None or not _is_own(Path(place)):
            continue
        path = Path(place)
        try:
            text = _text_of(name, path)
            package = path.name == "__init__.py"
            imported = _imported(text, name if package else name.rpartition(".")[0])
        except (OSError, ValueError, SyntaxError):
            continue
        sources[name] = Source(name, text, str(path), package)
        waiting += [
            (module_name, _file_of(module_name, folder))
            for module_name in imported
            if module_name not in sources
        ]
    return Luggage(tuple(sources[name] for name in sorted(sources)), by_value=module == "__main__")


def _text_of(name: str, path: Path) -> str:
    """Return the text of a module as it was when it was first packed: the file may have changed."""
    loaded = sys.modules.get(name)
    cached = _texts.get(name)
    if cached is not None and cached[0] is loaded:
        return cached[1]
    text = path.read_text(encoding="utf-8")
    if loaded is not None:
        _texts[name] = loaded, text
    return text


@lru_cache(maxsize=64)
def _imported(text: str, package: str) -> tuple[str, ...]:
    """Return the names of all modules that a text may import, with the packages they are in."""
    modules: dict[str, None] = {}
    for node in ast.walk(ast.parse(text)):
        names: Sequence[str] = ()
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".") if node.level else []
            parts = parts[: len(parts) - node.level + 1] if node.level else []
            base = ".".join([*parts, *([node.module] if node.module else [])])
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        for name in names:
            steps = name.split(".")
            modules |= dict.fromkeys(".".join(steps[:count]) for count in range(1, len(steps) + 1))
    return tuple(modules)


def _file_of(name: str, folder: Path | None) -> str | None:
    """Return the file of a module: of the one that is loaded, else where the first file's folder has it."""
    loaded = sys.modules.get(name)
    if loaded is not None:
        return getattr(loaded, "__file__", None)
    if name.partition(".")[0] in sys.stdlib_module_names:
        return None
    if folder is not None and all(step.isidentifier() for step in name.split(".")):
        stem = folder.joinpath(*name.split("."))
        for path in (stem.with_suffix(".py"), stem / "__init__.py"):
            if path.is_file():
                return str(path)
    return None


@cache
def _homes() -> tuple[Path, ...]:
    """Return where Python and saizen are."""
    python = (Path(sysconfig.get_paths()[kind]).resolve() for kind in ("stdlib", "platstdlib"))
    return *python, Path(__file__).resolve().parents[1]


def is_installed(path: Path) -> bool:
    """Return whether a file is part of the system, of Python, of saizen or of what is installed."""
    place = path.resolve()
    system = place.parts[1:2] in (("proc",), ("sys",), ("dev",))
    return system or bool(INSTALLED & set(place.parts)) or any(map(place.is_relative_to, _homes()))


def _is_own(path: Path) -> bool:
    """Return whether a file is source of the user's own."""
    return path.suffix == ".py" and not is_installed(path)


def installed_versions(sources: Sequence[Source]) -> list[tuple[str, str]]:
    """Return the installed packages that sources import, each with its version, in the order of their names.

    >>> from importlib.metadata import version
    >>> rules = Source("rules", "import math, numpy.linalg", "rules.py", package=False)
    >>> installed_versions([rules]) == [("numpy", version("numpy"))]
    True
    """
    names: set[str] = set()
    for source in sources:
        package = source.name if source.package else source.name.rpartition(".")[0]
        names |= {name.partition(".")[0] for name in _imported(source.text, package)}
    names -= {source.name.partition(".")[0] for source in sources}
    names -= sys.stdlib_module_names | {"saizen", ""}
    homes = metadata.packages_distributions() if names else {}
    return [
        (home, metadata.version(home)) for home in sorted({h for name in names for h in homes.get(name, ())})
    ]


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports modules from texts."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = {source.name: source for source in sources}

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Find a module that travelled."""
        if name not in self._sources:
            return None
        spec = importlib.util.spec_from_loader(name, self, origin=self._sources[name].path)
        assert spec is not None
        spec.has_location = True  # the module has a __file__, as it had at home
        return spec

    def get_source(self, name: str) -> str:
        """Return the text of a module."""
        return self._sources[name].text

    def get_code(self, name: str) -> CodeType:
        """Compile a module under the name of its file, by which its lines are found."""
        return self.source_to_code(self.get_source(name), self._sources[name].path)

    def is_package(self, name: str) -> bool:
        """Return whether a module is a package."""
        return self._sources[name].package


def module_name(path: Path) -> str:
    """Return the name under which a user's file is imported: another one for every file, without dots.

    >>> module_name(Path("my.nim.py")).startswith("saizen_own_"), module_name(Path("my.nim.py"))[-7:]
    (True, '_my_nim')
    """
    digest = sha256(str(path.resolve()).encode()).hexdigest()[:8]
    return f"saizen_own_{digest}_{re.sub(r'[^a-zA-Z0-9]', '_', path.stem)}"


def module_of(place: str, name: str) -> ModuleType:
    """Import a file or a module; whatever goes wrong in it is reported in one line."""
    if not place:
        raise SaizenError(f"{name!r}: write FILE.py:Class or package.module:Class")
    if not place.endswith(".py"):
        imported: ModuleType = _run(name, lambda: importlib.import_module(place))
        pack_module(place)
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
        pack_module(key)  # the texts are remembered as they were imported
    except BaseException:
        del sys.modules[key]
        raise
    finally:
        sys.path.remove(str(path.resolve().parent))
    if str(path.resolve().parent) not in sys.path:  # the last: for what rules import while they are asked
        sys.path.append(str(path.resolve().parent))
    return module


def _run(name: str, work: Callable[[], Any]) -> Any:
    try:
        return work()
    except (Cancelled, KeyboardInterrupt, Terminated):
        raise
    except BaseException as error:
        raise SaizenError(f"{name} cannot be imported: {type(error).__name__}: {error}") from error
