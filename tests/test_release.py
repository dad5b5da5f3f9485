"""What is released: one version, a wheel and an archive with all that is needed, for every system."""

import ast
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import saizen

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "benchmarks", "examples", "docs")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere():
    version = saizen.__version__
    assert PYPROJECT["project"]["version"] == version
    assert re.search(r"^version: (.*)$", read("CITATION.cff"), re.M)[1] == version
    assert re.search(r"version = \{(.*)\}", read("README.md"))[1] == version
    latest = re.search(r"^## ([0-9.]+) \((.*)\)$", read("CHANGELOG.md"), re.M)
    assert latest[1] == version
    assert latest[2] == re.search(r"^date-released: (.*)$", read("CITATION.cff"), re.M)[1]


def test_nothing_has_an_upper_bound():
    """A bound that is not needed keeps people from upgrading something else."""
    extras = PYPROJECT["project"]["optional-dependencies"].values()
    named = [*PYPROJECT["project"]["dependencies"], *(name for extra in extras for name in extra)]
    assert not [name for name in named if "<" in name or "==" in name]


def test_kernels_meet_the_oldest_numba_that_is_allowed():
    (least,) = (
        name.partition(">=")[2] for name in PYPROJECT["project"]["dependencies"] if name.startswith("numba")
    )
    run = read(".ci/run")
    assert re.search(r'else "([0-9.]+)"', run)[1] == least
    for name in re.findall(r"tests/\S+\.py", run[run.index("kernels=(") :].partition(")")[0]):
        assert (ROOT / name).is_file(), name


def test_the_workflow_runs_what_is_promised():
    workflow = read(".github/workflows/ci.yml")
    least = PYPROJECT["project"]["requires-python"].removeprefix(">=")
    versions = re.findall(r"python: \[(.*)\]", workflow)
    assert len(versions) == 2
    for listed in versions:
        named = [one.strip('" ') for one in listed.split(",")]
        assert named[0] == least
        told = PYPROJECT["project"]["classifiers"]
        assert [f"Programming Language :: Python :: {one}" for one in named] == [
            line for line in told if re.search(r":: 3\.[0-9]+$", line)
        ]
    for word in ("ubuntu-latest", "macos-latest", "windows-latest", ".ci/run", "pytest"):
        assert word in workflow


# ---------------------------------------------------------------------- the files


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build as ``python -m build`` does, with the tools of the extra ``test``: nothing is fetched."""
    pytest.importorskip("build", reason="the extra 'test' has build")
    pytest.importorskip("hatchling", reason="the extra 'test' has hatchling")
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return out


def wanted(folder):
    """Return the files of a folder that belong to a release, as paths from the root."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".pyc", ".nbi", ".nbc")
    }


def test_the_wheel_is_pure_and_has_every_file_of_the_package(built):
    (wheel,) = built.glob("*.whl")
    assert wheel.name == f"saizen-{saizen.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    kept = {name for name in names if not name.startswith(f"saizen-{saizen.__version__}.dist-info/")}
    package = {name.removeprefix("src/") for name in wanted("src")}
    assert kept == package | {f"saizen/{name}" for name in wanted("examples")}
    assert {
        "saizen/py.typed",
        "saizen/web/static/index.html",
        "saizen/games/abgame/4x9.book",
        "saizen/games/abgame/4x10.book",
        "saizen/papers/memory2022/printed.toml",
    } <= kept
    assert f"saizen-{saizen.__version__}.dist-info/licenses/LICENSE" in names


def test_the_archive_has_what_tests_and_readers_need(built):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("src", "tests", "examples", "benchmarks"):
        assert wanted(folder) <= names, folder
    alone = {"README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "pyproject.toml"}
    assert alone | {".ci/run", ".github/workflows/ci.yml"} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith(".ci/work")]


# ---------------------------------------------------------------------- other systems

POSIX = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "readline"}
"""Modules that Windows lacks."""


def opens_text(node):
    """Tell whether a call reads or writes text in whatever encoding the system has."""
    if not isinstance(node, ast.Call) or any(word.arg in ("encoding", None) for word in node.keywords):
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if called == "read_text":
        return not node.args
    if called == "write_text":
        return len(node.args) < 2
    if called != "open" or (isinstance(node.func, ast.Attribute) and _is_module(node.func.value)):
        return False
    named = [word.value for word in node.keywords if word.arg == "mode"]
    place = 0 if isinstance(node.func, ast.Attribute) else 1
    mode = (named or node.args[place : place + 1] or [None])[0]
    return not (isinstance(mode, ast.Constant) and "b" in str(mode.value))


def _is_module(value):
    return isinstance(value, ast.Name) and value.id in (
        "os",
        "gzip",
        "tarfile",
        "self",
        "webbrowser",
        "Image",
    )


def test_the_check_of_encodings_sees():
    for text in ("open('a')", "p.open()", "p.read_text()", "p.write_text('x')", "open('a', mode='w')"):
        assert opens_text(ast.parse(text).body[0].value), text
    for text in (
        "open('a', 'rb')",
        "p.open('wb')",
        "p.read_text(encoding='utf-8')",
        "os.open(p, 0)",
        "p.open(**o)",
    ):
        assert not opens_text(ast.parse(text).body[0].value), text


def imports_at_the_top(tree):
    """Yield the names of the modules that are imported whatever the system is."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.fixture(scope="module")
def suspects():
    """Lines that open text, and imports of modules that Windows lacks, by folder.

    Each file is read once, and parsed only if one of the words is in it at all.
    """
    words = re.compile(rf"\b(open|read_text|write_text|{'|'.join(POSIX)})\b")
    opened, imported = {}, {}
    for folder in FOLDERS:
        opened[folder], imported[folder] = [], []
        for path in (ROOT / folder).rglob("*.py"):
            text, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT)
            if not words.search(text):
                continue
            tree = ast.parse(text)
            opened[folder] += [f"{name}:{node.lineno}" for node in ast.walk(tree) if opens_text(node)]
            imported[folder] += [
                f"{name}: {module}" for module in imports_at_the_top(tree) if module in POSIX
            ]
    return opened, imported


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_text_depends_on_the_locale(folder, suspects):
    opened, _ = suspects
    assert not opened[folder]


def test_modules_that_windows_lacks_are_imported_behind_a_question(suspects):
    """An import of fcntl stands under an ``if sys.platform``, never at the top of a module."""
    _, imported = suspects
    assert not imported["src"]


def test_a_checkout_has_the_same_line_ends_everywhere():
    """Files carry checksums; Git on Windows would write other line ends unless it is told."""
    assert "* text=auto eol=lf" in read(".gitattributes").splitlines()
