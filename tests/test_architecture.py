"""The house is as its plan says: imports point one way, only faces print, the map names every module."""

import ast
import io
import json
import re
import tokenize
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "saizen"
PAGE = ROOT / "docs" / "architecture.md"
MODULES = sorted(SOURCE.rglob("*.py"))

LAYERS = (
    ("errors", "exact", "notation", "version", "drawing"),
    ("work", "store", "kernels", "matrix", "sat"),
    ("game", "outcomes", "solution", "answer", "grid"),
    ("solver", "check", "policies", "balance", "large", "packing"),
    ("games",),  # the catalogue: entries, options, commands for every game, a user's own game
    ("games.*",),  # the packages of the games
    ("sitting", "papers", "adapters"),
    ("cli", "web", "site", "__main__", "__init__"),
)
"""What a layer imports is in it or to the left of it."""
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
DOORS = {
    "advise": "games",
    "sit": "sitting",
    "load": "games",
    "solve": "solver",
    "CompiledGame": "large",
    "PLAYING": "large",
}
"""Where the functions of ``saizen`` itself come from."""
FACES = ("cli", "web", "site", "__main__")
MOST_LINES = 300
"""Of code: docstrings, comments and blank lines do not count. A longer module is split."""
FEWEST_LINES = 50
"""In all. A shorter module is put into the one that uses it, unless there is a reason."""
SHORT = {
    "a file that every game may have, under one name": (
        "entry.py",
        "puzzles.py",
        "theory.py",
        "warm.py",
        "__init__.py",
    ),
    "one face or one kind of file, beside others of its kind": (
        "cli/export.py",
        "cli/options.py",
        "check/proof_file.py",
        "store/sealed.py",
        "matrix/certificate.py",
        "version.py",
    ),
    "one concept that several modules share": (
        "check/written.py",
        "games/calculation/rates.py",
        "games/calculation/turns.py",
        "games/memory/places/layout.py",
        "kernels/plain.py",
        "kernels/policy.py",
        "kernels/record.py",
        "large/problems.py",
        "large/space.py",
        "solver/hidden/rounding.py",
        "work/child.py",
    ),
    "a step of a long computation, tested by itself": (
        "games/calculation/endgame/finish.py",
        "games/rivals/solving/floats.py",
    ),
}
"""Modules that may be short, by reason."""
MOST_PARAMETERS = 8
MANY_PARAMETERS = 15
"""How many functions may have more parameters: commands, where each parameter is an option."""
MOST_OF_A_KERNEL = 6
"""Parameters of a kernel of the generic solver: arrays that belong together are one NamedTuple."""
GAMES = ("abgame", "calculation", "memory", "rivals", "tricks")
TITLES = (
    r"AB game|Mastermind|R-Rivals|Brave Rats|[Tt]rick.taking|カルキュレーション|神経衰弱|トリックテイキング"
)


def place(path):
    """Return a module's path as it is written on the page: ``games/rivals/rules.py``."""
    return path.relative_to(SOURCE).as_posix()


def room(words):
    """Return the room that a dotted name is in; ``games.rivals`` for what belongs to one game."""
    if words and words[0] == "games" and len(words) > 1 and (SOURCE / "games" / words[1]).is_dir():
        return f"games.{words[1]}"
    known = words and ((SOURCE / words[0]).is_dir() or (SOURCE / f"{words[0]}.py").is_file())
    return words[0] if known else DOORS.get(words[0], "__init__") if words else "__init__"


def rank(name):
    return RANK["games.*" if name.startswith("games.") else name]


def imported(nodes):
    """Yield (line, room) of every import from saizen in a module, also those inside functions."""
    for node in nodes:
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"line {node.lineno}: imports are written out in full"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.split(".")[0] == "saizen":
                yield node.lineno, room(name.split(".")[1:])


def crossings(path, imports):
    """Yield a sentence for every import that points the wrong way."""
    here = room(path.relative_to(SOURCE).with_suffix("").parts)
    for line, there in imports:
        if rank(there) > rank(here):
            yield f"{place(path)}:{line}: {here} imports {there}, which is built on it"
        elif there.startswith("games.") and here.startswith("games.") and there != here:
            yield f"{place(path)}:{line}: {here} imports another game, {there}"
        elif there == "papers" and here not in ("papers", *FACES):
            yield f"{place(path)}:{line}: {here} imports the papers"


def texts(nodes):
    """Yield the text constants of a module that are not documentation."""
    documents = set()
    for node in nodes:
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr):
                documents.add(id(statement.value))
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.lineno, node.value


def prints(nodes):
    """Yield the lines that write to the terminal. Doctests are texts and do not count."""
    for node in nodes:
        name = isinstance(node, ast.Name) and node.id in ("print", "Console")
        stream = (
            isinstance(node, ast.Attribute)
            and node.attr in ("stdout", "stderr", "__stdout__", "__stderr__")
            and not (isinstance(node.value, ast.Name) and node.value.id == "child")  # a pipe from a process
        )
        taken = isinstance(node, ast.ImportFrom) and node.module == "sys"
        if name or stream or taken:
            yield node.lineno


@dataclass(frozen=True)
class Contents:
    """What the tests here ask about a module."""

    imports: list
    texts: list
    prints: list


@pytest.fixture(scope="module")
def contents():
    """Read every module once; its tree is not kept, for all of them would slow down whatever comes after."""
    found = {}
    for path in MODULES:
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        found[path] = Contents(list(imported(nodes)), list(texts(nodes)), list(prints(nodes)))
    return found


def test_imports_point_one_way(contents):
    assert not [told for path in MODULES for told in crossings(path, contents[path].imports)]


def test_every_room_has_its_layer():
    rooms = {room(path.relative_to(SOURCE).with_suffix("").parts) for path in MODULES}
    assert {name for name in rooms if not name.startswith("games.")} <= set(RANK)


def test_a_printed_number_is_read_by_papers_only(contents):
    """A solver that knew the answer would prove nothing."""
    readers = [
        f"{place(path)}:{line}: {text!r}"
        for path in MODULES
        if not place(path).startswith("papers/")
        for line, text in contents[path].texts
        if re.search(r"printed\.toml|errata\.toml|saizen\.papers|(?<![\w-])papers/", text)
    ]
    assert not readers


def test_nothing_prints_but_the_faces(contents):
    printing = [
        f"{place(path)}:{line}"
        for path in MODULES
        if room(path.relative_to(SOURCE).with_suffix("").parts) not in FACES
        for line in contents[path].prints
    ]
    assert not printing


def code_lines(text):
    """Count the lines of a module without docstrings, comments and blank lines."""
    documents, code = set(), set()
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            value = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                documents |= set(range(statement.lineno, statement.end_lineno + 1))
    layout = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in (*layout, tokenize.ENDMARKER):
            code |= set(range(token.start[0], token.end[0] + 1))
    return len(code - documents)


def test_modules_stay_readable():
    texts = {place(path): path.read_text(encoding="utf-8") for path in MODULES}
    lines = {name: code_lines(text) for name, text in texts.items()}
    assert not {name: count for name, count in lines.items() if count > MOST_LINES}
    allowed = {name for names in SHORT.values() for name in names}
    short = {name for name, text in texts.items() if len(text.splitlines()) < FEWEST_LINES}
    assert not {name for name in short if name not in allowed and name.rpartition("/")[2] not in allowed}
    assert {name for name in allowed if "/" in name} <= short, (
        "take the name out of the list: it is long enough"
    )


def test_code_is_counted_without_words():
    text = '"""A module.\n\nOf two lines."""\n\nx = 1  # one\n# nothing\n\ny = """two\nlines"""\n'
    assert code_lines(text) == 3


def parameters(path):
    """Yield (name, how many parameters, decorators) of every function of a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            arguments = node.args
            count = len(arguments.posonlyargs) + len(arguments.args) + len(arguments.kwonlyargs)
            yield f"{place(path)}:{node.name}", count, {ast.unparse(named) for named in node.decorator_list}


def test_functions_take_few_parameters():
    functions = [function for path in MODULES for function in parameters(path)]
    many = [name for name, count, _ in functions if count > MOST_PARAMETERS]
    assert len(many) <= MANY_PARAMETERS, many
    kernels = {"kernel", "part", "merged"}
    assert not [
        name
        for name, count, decorators in functions
        if name.startswith("solver/") and decorators & kernels and count > MOST_OF_A_KERNEL
    ]


def names_a_game(text):
    """Return whether a text of the code is a game's name, a path to its folder, or its title.

    "memory" alone is a common word.
    """
    names = "|".join(name for name in GAMES if name != "memory")
    return re.search(rf"^(?:{names})$|games[./](?:{'|'.join(GAMES)})(?:$|[./])|{TITLES}", text) is not None


def values(data):
    """Yield every key and text of JSON data."""
    if isinstance(data, dict):
        yield from data
        for value in data.values():
            yield from values(value)
    elif isinstance(data, list):
        for value in data:
            yield from values(value)
    elif isinstance(data, str):
        yield data


def test_only_the_list_knows_the_games(contents):
    """A game is known by its folder, by the papers and by `saizen.games.NAMES`, also on the page."""
    elsewhere = [path for path in MODULES if not re.match(r"papers/|games/\w+/", place(path))]
    named = [
        f"{place(path)}:{line}: {text!r}"
        for path in elsewhere
        for line, text in contents[path].texts
        if names_a_game(text) and not (place(path) == "games/__init__.py" and text in GAMES)
    ]
    for script in sorted((SOURCE / "web" / "static").rglob("*.js")):
        code = re.sub(r"^\s*(?://|/?\*).*$", "", script.read_text(encoding="utf-8"), flags=re.M)
        quoted = re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`", code)
        named += [f"{place(script)}: {text!r}" for found in quoted if names_a_game(text := "".join(found))]
    for table in sorted((SOURCE / "web" / "static").rglob("*.json")):
        data = json.loads(table.read_text(encoding="utf-8"))
        named += [f"{place(table)}: {text!r}" for text in values(data) if names_a_game(text)]
    assert not named


@pytest.mark.parametrize(
    "text", ["rivals", "games/memory/page", "saizen.games.tricks", "the AB game", "神経衰弱"]
)
def test_a_game_s_name_is_seen(text):
    assert names_a_game(text)
    assert not names_a_game("memory")


def listed():
    """Return the modules and folders of the map: the page's two-column tables under ``src/saizen``.

    A heading ending in a path such as ``games/rivals/`` says what the paths of its table begin with.
    """
    page = PAGE.read_text(encoding="utf-8")
    base, found = None, []
    for line in page.splitlines():
        if line.startswith("#"):
            heading = re.search(r"`src/saizen/([\w/]*)`$", line)
            base = heading[1] if heading else None
        elif base is not None and line.startswith("| `"):
            cell = line.split("|")[1]
            found += [base + name for name in re.findall(r"`([\w./]+)`", cell)]
    return found


def test_everything_on_the_map_exists():
    found = listed()
    assert len(found) > 100, "the page's tables were not understood"
    assert not [name for name in found if not (SOURCE / name).exists()]
    assert not [name for name in found if found.count(name) > 1]


def test_everything_is_on_the_map():
    """Every module is named; ``__init__.py`` is named with its folder."""
    found = set(listed())
    needed = {place(path) for path in MODULES if path.name != "__init__.py"}
    needed |= {
        f"{place(path.parent)}/" for path in MODULES if path.name == "__init__.py" and path.parent != SOURCE
    }
    assert not sorted(needed - found)
