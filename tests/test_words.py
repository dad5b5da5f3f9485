"""The words of saizen: a small linter for names, docstrings and pages. Each rule has its remedy."""

import ast
import builtins
import collections
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

NARRATING = frozenset(["found", "one", "known", "here", "kept", "told", "wanted", "given", "made"])
"""Names that say what happened to a thing, not what it is."""
NARRATING_AT_MOST = 150
"""How often they may stand in ``src``. Remedy: name what the variable holds (move_values, card)."""
WORDS_IN_A_SENTENCE = 35
"""Remedy for a longer sentence: one idea a sentence."""

PATTERNS = {
    r"(?<![Tt]here )\b(?:is|are|was) no (?!longer|more\b|less|better|worse|later|larger|smaller|\d)": (
        "negate the verb: 'is not a ...', 'has no ...', 'there is no ...'"
    ),
    r"\btells?\b(?! (?:you|him|her|them|the (?:player|reader|user|opponent|computer|solver))\b)": (
        "'tell' needs a listener: show, print, list, explain, return; find out whether"
    ),
    r"\banew\b": "again, from the start; restart",
    r",? too(?=[.;:])": "'also' before the verb",
    r"(?:^|[.!?] )Who (?!is\b|has won\b)": "name the actor: 'To ..., do ...', 'A player who ...'",
    r"\btak(?:e|es|ing|en) back\b(?=.*\bmove)": "undo",
    r"\bbegun again\b|\bbegins? again\b": "restart",
}
"""Patterns of a private style, each with its remedy."""


QUESTION = re.compile(r"(?:What|Where|Who|Which|How|When|Whether|Is|Does|Can|Why) ")
"""A module's first sentence says what one finds there. Remedy: begin with a noun."""
DOCSTRING_PATTERNS = {
    r"\banew\b": "again",
    r"\b[Tt]ells? whether\b": "return whether, find out whether",
    r"^(?:Who|Where) (?!.*\?)": "name the actor or the place",
    r"^Tell ": "Return, List, Write",
    r"\bis told\b|\bare told\b": "is shown, is reported",
}
"""Patterns of docstrings, each with its remedy."""
MESSAGE_PATTERNS = {
    r"(?<![Tt]here )\b(?:is|are) no (?!longer|more\b|less|better|worse|larger|smaller|\d)": "is not a ...",
    r"\btells\b": "shows, returns, explains",
    r"\banew\b": "again",
    r",? too(?=[.;:])": "also",
    r"\b(?:is|are|be)(?: not)? told\b(?! apart)": "is shown, is given",
    r"\b[Tt]ak(?:e|en|ing) back\b": "undo",
}
"""Patterns of what saizen prints, each with its remedy."""
TWO_MEANINGS = frozenset(())
"""Public names of classes that may stand twice: none."""


def prose(text):
    """Yield (line number, paragraph) of a page without code, tables, headings, addresses and comments."""
    text = re.sub(r"<!--.*?-->", lambda hidden: "\n" * hidden[0].count("\n"), text, flags=re.S)
    text = re.sub(r"^( *)```.*?^\1```", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S)
    text = re.sub(r"^\$\$.*?\$\$", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S)
    lines, start = [], 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        new_item = re.match(r"\s*(?:[-*+]|\d+\.|>|:)\s", line)
        outside = not line.strip() or re.match(r"\s*(?:\||#|---|:::|!\[|<|\{)", line)
        if lines and (outside or new_item):
            yield start, " ".join(lines)
            lines = []
        if not outside:
            start = start if lines else number
            lines.append(line.strip())


def plain(paragraph):
    """Return a paragraph without its markup: a formula, name or link counts as one word."""
    paragraph = re.sub(r"`+[^`]*`+|\$[^$]+\$", "X", paragraph)
    paragraph = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
    return re.sub(r"[*_>]+", "", re.sub(r"\[([^\]]*)\]\[[^\]]*\]", r"\1", paragraph))


def sentences(paragraph):
    """Split a paragraph at full stops; a colon or a semicolon does not end a sentence."""
    paragraph = re.sub(r"\b(e\.g|i\.e|cf|vs|et al|Fig|No|pp?|Eq|Th|Prop|Sec)\.", r"\1", paragraph)
    return re.split(r"(?<=[.!?])[)\"”]?\s+(?=[^a-z]|saizen|quantecon)|X (?=If|The)", paragraph)


def long_sentences(text):
    """Yield (line, sentence) of a page's sentences with too many words."""
    for number, paragraph in prose(text):
        for sentence in sentences(plain(paragraph)):
            if len(re.findall(r"[A-Za-z0-9][\w'’.,/-]*", sentence)) > WORDS_IN_A_SENTENCE:
                yield number, sentence


def private_words(text):
    """Yield (line, words, remedy) of the private patterns in a page."""
    for number, paragraph in prose(text):
        for pattern, remedy in PATTERNS.items():
            for match in re.finditer(pattern, plain(paragraph)):
                yield number, plain(paragraph)[max(0, match.start() - 30) : match.end() + 20], remedy


def names_of_variables(tree):
    """Yield the names in code: variables, parameters, attributes, keywords, functions and classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def narrating(text):
    """Count the narrating names in a module."""
    return collections.Counter(name for name in names_of_variables(ast.parse(text)) if name in NARRATING)


def docstrings(tree):
    """Yield (line, text) of every docstring, those of attributes included."""
    for node in ast.walk(tree):
        for statement in getattr(node, "body", []) if isinstance(getattr(node, "body", None), list) else []:
            value = getattr(statement, "value", None)
            if (
                isinstance(statement, ast.Expr)
                and isinstance(value, ast.Constant)
                and isinstance(value.value, str)
            ):
                yield statement.lineno, value.value


def messages(tree):
    """Yield (line, text) of what saizen may print: texts of several words, without docstrings."""
    documents = {line for line, _ in docstrings(tree)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and " " in text.strip() and node.lineno not in documents:
            yield node.lineno, text


def private_messages(tree):
    """Yield (line, words, remedy) of the private patterns in messages."""
    for line, text in messages(tree):
        for pattern, remedy in MESSAGE_PATTERNS.items():
            for match in re.finditer(pattern, text):
                yield line, text[max(0, match.start() - 30) : match.end() + 20], remedy


def bound(tree):
    """Return every name that a module defines, at any depth, or imports."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.id if isinstance(node, ast.Name) else node.attr)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return names


TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}
BOUND = {path: bound(tree) for path, tree in TREES.items()}
MODULES = {
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__"): path
    for path in SOURCES
}


def resolves(name, path):
    """Return whether a name in single backticks is a full path, or one that the module knows."""
    parts = name.split(".")
    if parts[0] != "saizen":
        beside = {file.stem for file in path.parent.iterdir()}
        return parts[0] in BOUND[path] | beside or hasattr(builtins, parts[0])
    for length in range(len(parts), 0, -1):
        module = ".".join(parts[:length])
        if module in MODULES:
            known_names = BOUND[MODULES[module]]
            if MODULES[module].name == "__init__.py":  # a package hands on the names of its modules
                folder = MODULES[module].parent
                known_names = set().union(*(BOUND[file] for file in SOURCES if folder in file.parents))
            return all(part in known_names for part in parts[length:])
    return False


def unresolved(path, text):
    """Return the names in single backticks of a docstring that do not resolve."""
    text = re.sub(r"``.*?``", " ", text, flags=re.S)
    found_names = re.findall(r"(?<![`\w])`([A-Za-z_][\w.]*)(?:\(\))?`(?!`)", text)
    return [name for name in found_names if not resolves(name, path)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_use_plain_sentences(page):
    text = page.read_text(encoding="utf-8")
    problems = [f"line {line}: split it (at most 35 words): {words}" for line, words in long_sentences(text)]
    problems += [f"line {line}: ...{words}...: {remedy}" for line, words, remedy in private_words(text)]
    assert not problems, "\n".join(problems)


def test_names_say_what_they_hold():
    counts = sum((narrating(path.read_text(encoding="utf-8")) for path in SOURCES), collections.Counter())
    assert counts.total() <= NARRATING_AT_MOST, f"name what each holds (move_values, card): {counts}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_docstrings_are_plain(path):
    tree = TREES[path]
    summary = (ast.get_docstring(tree) or "").partition("\n")[0]
    problems = [f"line 1: begin with a noun: {summary}"] * bool(QUESTION.match(summary))
    problems += ["line 1: a module needs a docstring"] * (not summary)
    for line, text in docstrings(tree):
        problems += [
            f"line {line}: `{name}` does not resolve: write its full path" for name in unresolved(path, text)
        ]
        prose_of_it = re.sub(r"`[^`]*`", "X", re.sub(r"^\s*(?:>>>|\.\.\.).*$", "", text, flags=re.M))
        for pattern, remedy in DOCSTRING_PATTERNS.items():
            problems += [
                f"line {line}: {match[0]!r}: {remedy}" for match in re.finditer(pattern, prose_of_it)
            ]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(
    "path",
    [path for path in SOURCES if "papers" not in path.parts],  # those quote the papers
    ids=lambda path: str(path.relative_to(ROOT / "src")),
)
def test_messages_are_plain(path):
    problems = [
        f"line {line}: ...{words}...: {remedy}" for line, words, remedy in private_messages(TREES[path])
    ]
    assert not problems, "\n".join(problems)


def test_classes_have_names_of_their_own():
    places = collections.defaultdict(list)
    for path, tree in TREES.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(path.relative_to(ROOT / "src")))
    doubles = {name: files for name, files in places.items() if len(files) > 1 and name not in TWO_MEANINGS}
    assert not doubles, "rename by what each one is"


def glossary():
    """Yield (term, name in code) of the glossary's rows."""
    for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 4 and cells[0] != "English":
            yield cells[0], cells[3].strip("`")


def test_the_glossary_names_what_exists():
    rows = list(glossary())
    assert len(rows) > 60
    missing = [name for _, name in rows if not resolves(name, SOURCES[0])]
    assert not missing, "the column 'in code' has names that do not exist"


def test_the_glossary_has_each_term_once():
    terms = [term.strip() for row, _ in glossary() for term in re.split(r", (?![^(]*\))", row)]
    doubles = [term for term, count in collections.Counter(terms).items() if count > 1]
    assert set(doubles) <= {"reply"}, doubles


@pytest.mark.parametrize(
    "words",
    [
        "The digests are no option here.",
        "`CONTRIBUTING.md` tells how to change something.",
        "A stopped search is begun anew.",
        "Other programs do so, too.",
        "Who has many games gives them all at once.",
    ],
)
def test_the_linter_sees_private_words(words):
    assert list(private_words(words + "\n"))


@pytest.mark.parametrize(
    "message",
    [
        "{x} is no code of {y}",
        "saizen check tells more",
        "restarted anew",
        "and the other, too.",
        "is not told",
    ],
)
def test_the_linter_sees_private_messages(message):
    assert list(private_messages(ast.parse(f"raise SaizenError({message!r})")))
    assert not list(private_messages(ast.parse(f'def f():\n    """{message}"""')))


def test_the_linter_sees_long_sentences_and_names():
    sentence = "It " + "is " * 40 + "long."
    assert [line for line, _ in long_sentences(f"# Title\n\n{sentence}\n")] == [3]
    assert not list(long_sentences("It is short. " * 40 + "\n"))
    assert narrating("found = [one for one in kept]").total() == 4
    assert unresolved(SOURCES[0], "See `saizen.game.Gome` and `saizen.game.Game`, or ``Gome``.") == [
        "saizen.game.Gome"
    ]
