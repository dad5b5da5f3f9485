"""The page's modules joined into classic scripts: browsers load no module from ``file://``.

A module becomes ``saizen.module(NAME, (use) => {...})``: its imports become constants, its exports the object
that it returns. Comments that fill a line and indentation are left out.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import saizen
from saizen.errors import SaizenError

PACKAGE = Path(saizen.__file__).parent
STATIC = PACKAGE / "web" / "static"
IMPORT = re.compile(
    r'^import\s+(?:\*\s+as\s+(?P<whole>\w+)|(?P<names>\{[^}]*\}))\s+from\s+"(?P<path>[^"]+)";[ \t]*\n', re.M
)
DECLARED = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let) (\w+))", re.M)
LISTED = re.compile(r"^export \{([^}]*)\};[ \t]*\n?", re.M)
LATER = re.compile(r'\bimport\("(?P<path>\./[^"]+)"\)')
LEFT = re.compile(r"^(?:import|export)\b.*", re.M)
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)[ \t]*\n", re.M | re.S)


def name_of_module(path: Path) -> str:
    """Return the name of a module in the joined script: its path, from the static files or the package."""
    return path.relative_to(STATIC if path.is_relative_to(STATIC) else PACKAGE).as_posix()


def _imported(path: Path, written: str) -> Path:
    if written.startswith("/static/"):
        return STATIC / written.removeprefix("/static/")
    return (path.parent / written).resolve()


def modules(starts: Iterable[Path], done: Iterable[str] = ()) -> dict[str, Path]:
    """Return modules and all that they import by name, what is imported first; but those that are ``done``.

    >>> list(modules([STATIC / "play" / "js" / "address.js"]))
    ['play/js/address.js']
    """
    ordered: dict[str, Path] = {}
    left_out = set(done)
    way: list[str] = []

    def visit(path: Path) -> None:
        name = name_of_module(path)
        if name in ordered or name in left_out:
            return
        if name in way:
            raise SaizenError(f"{name} imports itself: {' -> '.join([*way, name])}")
        way.append(name)
        for match in IMPORT.finditer(path.read_text(encoding="utf-8")):
            visit(_imported(path, match["path"]))
        way.pop()
        ordered[name] = path

    for start in starts:
        visit(start.resolve())
    return ordered


def imported_later(parts: Iterable[Path]) -> list[Path]:
    """Return the modules that modules import when they need them."""
    return [
        _imported(path, match["path"])
        for path in parts
        for match in LATER.finditer(path.read_text(encoding="utf-8"))
    ]


def joined(parts: Mapping[str, Path]) -> str:
    """Return modules as the calls that define them."""
    return "".join(factory(name, path) for name, path in parts.items())


def factory(name: str, path: Path) -> str:
    """Return one module as the call that defines it."""
    text = path.read_text(encoding="utf-8")
    exported = [match[1] for match in DECLARED.finditer(text)]
    for match in LISTED.finditer(text):
        exported += [word.strip() for word in match[1].split(",") if word.strip()]

    def constant(match: re.Match[str]) -> str:
        other = json.dumps(name_of_module(_imported(path, match["path"])))
        names = match["whole"] or re.sub(r"\s+as\s+", ": ", " ".join(match["names"].split()))
        return f"const {names} = use({other});\n"

    def later(match: re.Match[str]) -> str:
        return f"saizen.later({json.dumps(name_of_module(_imported(path, match['path'])))})"

    text = LATER.sub(later, text)
    text = LISTED.sub("", DECLARED.sub("", IMPORT.sub(constant, text)))
    if left := LEFT.search(text):
        raise SaizenError(f"{name}: {left[0]!r} cannot be joined; import and export by name")
    inside = f"{trimmed(text)}return {{ {', '.join(exported)} }};\n"
    return f"saizen.module({json.dumps(name)}, (use) => {{\n{inside}}});\n"


def trimmed(text: str) -> str:
    r"""Leave out comments that fill a line, and indentation; a text over several lines keeps all.

    >>> trimmed("// why\n  const a = 1;\n")
    'const a = 1;\n'
    """
    if any(len(re.findall(r"(?<!\\)`", line)) % 2 for line in text.splitlines()):
        return text
    lines = (line.strip() for line in COMMENT.sub("", text).splitlines())
    return "".join(f"{line}\n" for line in lines if line)
