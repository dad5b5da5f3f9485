"""Every example in the README and the documentation is run and must give what is printed there."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
JAPANESE = sorted((ROOT / "docs" / "ja").glob("*.md"))
"""Their examples are those of the English pages, which are run."""
PAGES = [ROOT / "README.md", *sorted({*(ROOT / "docs").rglob("*.md")} - {*JAPANESE})]
NEEDED = {"ecosystem.md": ("pyspiel", "pettingzoo"), "developer.md": ("pettingzoo",)}
"""Libraries that a page's examples need beside saizen."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page, language):
    """Yield (line number, text) of the fenced blocks in one language."""
    for match in re.finditer(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S):
        yield page.read_text(encoding="utf-8")[: match.start()].count("\n") + 2, match[1]


def ids(page):
    return str(page.relative_to(ROOT))


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with the examples, and the files that a page tells one to write (``# NAME.py`` on top)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__"))

    def write(page):
        for library in NEEDED.get(page.name, ()):
            pytest.importorskip(library, reason=f"{page.name} has examples with {library}")
        for _, text in blocks(page, "python"):
            if file := re.match(r"# (\w+\.py)\n", text):
                (tmp_path / file[1]).write_text(text, encoding="utf-8")

    return write


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_python_examples(page, desk):
    """The examples of a page share their names, as a reader would type them one after the other."""
    desk(page)
    names = {}
    for line, text in blocks(page, "python"):
        if ">>>" not in text:
            exec(compile(text, f"{page.name}:{line}", "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), line)
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        said = []
        runner.run(example, out=said.append, clear_globs=False)
        names.update(example.globs)
        assert not runner.failures, "".join(said)


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_console_examples(page, cli, desk):
    """Lines that begin with ``$ saizen`` are run; what follows is their output."""
    desk(page)
    checker = doctest.OutputChecker()
    for line, text in blocks(page, "console"):
        commands = re.split(r"^\$ ", text, flags=re.M)[1:]
        for command in commands:
            words, _, expected = command.partition("\n")
            stdin = ""
            piped = re.fullmatch(r"(?:echo|printf) '(.*)' \| (saizen .*)", words)
            if piped:
                stdin, words = piped[1].replace("\\n", "\n") + "\n", piped[2]
            parts = shlex.split(words)
            assert parts[0] == "saizen", f"{page.name}:{line}: only saizen commands can be run: {words}"
            ran = cli(*parts[1:], stdin=stdin)
            # a slow machine is told a guess at once before the exact answer
            got = ran.out + re.sub(r"^saizen: meanwhile .*\n", "", ran.err, flags=re.M)
            message = f"{page.name}:{line}: {words}\nexpected:\n{expected}\ngot:\n{got}"
            assert checker.check_output(_stripped(expected), _stripped(got), FLAGS), message


@pytest.mark.parametrize("page", [page for page in JAPANESE if page.stem != "index"], ids=ids)
def test_japanese_pages_have_the_examples_of_the_english_ones(page):
    folders = (ROOT / "docs", ROOT / "docs" / "games")
    english = next(path for folder in folders if (path := folder / page.name).exists())
    for language in ("sh", "python", "console"):
        examples = [text for _, text in blocks(english, language)]
        assert [text for _, text in blocks(page, language)] == examples, language


def _stripped(text):
    return "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"
