"""A game is known by its own folder, its paper and the list of names: nothing else in saizen names one."""

import ast
import re
from pathlib import Path

import pytest

import saizen
from saizen.games import GAMES, NAMES

pytest.importorskip("fastapi", reason="pip install '.[web]'")
from saizen.web.catalogue import PARTS, catalogue

SOURCE = Path(saizen.__file__).parent
OWN = tuple(SOURCE / "games" / name for name in NAMES)
OUTSIDE = sorted(
    path
    for path in SOURCE.rglob("*")
    if path.suffix in (".py", ".js", ".css", ".json", ".html", ".svg")
    and not path.is_relative_to(SOURCE / "papers")
    and not path.is_relative_to(SOURCE / "examples")
    and not any(path.is_relative_to(folder) for folder in OWN)
)
WORDS = ("memory", "calculation", "tricks")
"""Names that are English words, too: they count where they are quoted, in a path or before a hyphen."""
QUOTED = r"""["'`/.]NAME["'`/.]|\.NAME\b"""
PREFIXES = {"abgame": "ab", "calculation": "calc"}
"""What the classes of a game's board begin with, where that is not its name."""


def names_in_text(text):
    """Yield the names of games in JavaScript, CSS, JSON or HTML without its comments."""
    for name in NAMES:
        if re.search(rf"(?<![\w-]){PREFIXES.get(name, name)}-\w", text):
            yield name
        if re.search(QUOTED.replace("NAME", name) if name in WORDS else name, text):
            yield name


def names_in_code(source):
    """Yield the names of games in a Python module: in imports and in texts, docstrings apart."""
    tree = ast.parse(source)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            texts = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            texts = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            texts = [node.value]
        elif isinstance(node, ast.Name | ast.Attribute):
            word = node.id if isinstance(node, ast.Name) else node.attr
            texts = [word] if word not in WORDS else []
        else:
            continue
        for text in texts:
            yield from (name for name in NAMES if _named(name, text))


def _named(name, text):
    title = re.escape(GAMES[name].title.partition(" (")[0])
    if text == name or re.search(rf"games[./]{name}\b|\b{title}\b", text):
        return True
    return name not in WORDS and re.search(rf"\b{name}\b", text) is not None


def commented_out(path):
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"(?m)^\s*//.*$", "", text) if path.suffix == ".js" else text


def test_nothing_outside_knows_the_name_of_a_game():
    found = {}
    for path in OUTSIDE:
        if path.suffix == ".py":
            source = path.read_text(encoding="utf-8")
            if path == SOURCE / "games" / "__init__.py":
                source, count = re.subn(r"(?m)^NAMES = \(.*?\)$", "", source, flags=re.DOTALL)
                assert count == 1, "one list names the games"
            names = set(names_in_code(source))
        else:
            names = set(names_in_text(commented_out(path)))
        if names:
            found[path.relative_to(SOURCE).as_posix()] = sorted(names)
    assert found == {}


@pytest.mark.parametrize(
    "line",
    [
        'import * as board from "./memory.js"',
        ".memory-table { gap: 0; }",
        '{"calculation": {"film": "Film"}}',
        "t(`tricks.${key}`)",
        'if (game.name === "tricks") stop();',
        ".calc-table { gap: 0; }",
        "const rivals = 3;",
    ],
)
def test_a_name_in_a_file_of_the_page_is_found(line):
    assert set(names_in_text(line))


@pytest.mark.parametrize(
    "line",
    [
        "from saizen.games.memory.rules import Memory",
        "from saizen.games import rivals",
        'seconds = 20 if entry.name == "calculation" else 0',
        'help = "In Calculation, the number of the deal."',
        'path = f"games/tricks/{name}"',
    ],
)
def test_a_name_in_a_module_is_found(line):
    assert set(names_in_code(line))


def test_common_words_are_no_names():
    assert not set(names_in_text('"The memory is full."; const memory = 3; "a calculation"; tab-panel'))
    assert not set(names_in_code('def f(memory):\n    """Solve rivals."""\n    return "out of memory"'))


# ---------------------------------------------------------------------- examples


def test_no_module_of_the_page_names_an_example():
    names = [game.name for game in catalogue().values() if game.kind == "example"]
    named = re.compile(rf"""["'`./]({"|".join(names)})["'`./]|\b({"|".join(names)})\s*:""")
    for path in OUTSIDE:
        if path.is_relative_to(SOURCE / "web"):
            text = commented_out(path)
            assert path.suffix == ".py" or not named.search(text), path
            if path.suffix == ".py":
                texts = (n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant))
                assert not {text for text in texts if isinstance(text, str)} & set(names), path


def test_examples_come_in_the_order_of_their_lessons():
    examples = [game for game in catalogue().values() if game.kind == "example"]
    assert [game.learn["order"] for game in examples] == list(range(1, len(examples) + 1))
    for game in examples:
        assert game.entry.name == f"examples/{game.learn['game']}"
        assert set(game.titles) == {"en", "ja"}


# ---------------------------------------------------------------------- what a game brings to the page


@pytest.mark.parametrize("name", NAMES)
def test_what_the_page_loads_is_named_where_the_file_exists(name):
    told = catalogue()[name].brief()
    for part, file in PARTS.items():
        path = SOURCE / "games" / name / "page" / file
        assert told[part] == (f"/games/{name}/{file}" if path.is_file() else None)


def test_a_game_of_ones_own_brings_nothing(tmp_path):
    file = tmp_path / "alone.py"
    rules = "    def start(self): return 0\n    def look(self, position): return Terminal(1)\n"
    file.write_text(f"from saizen import Game, Terminal\nclass Alone(Game):\n    '''One end.'''\n{rules}")
    game = catalogue([f"{file}:Alone"])["Alone"]
    assert game.parts() == dict.fromkeys(PARTS)
    assert game.learn is None
    assert game.titles == {"en": "Alone"}
