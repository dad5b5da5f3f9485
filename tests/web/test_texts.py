"""The words of the page and of each game: the same keys in both languages, none is missing."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

import saizen
from saizen.web.catalogue import catalogue

SOURCE = Path(saizen.__file__).parent
STATIC = SOURCE / "web" / "static"
MODULES = sorted([*STATIC.glob("js/**/*.js"), *SOURCE.glob("games/*/page/*.js")])
ASKED = re.compile(r"""\bt\(\s*"([\w.]+)"\s*[,)]""")
PLACES = re.compile(r"\{(\d+)")
LANGUAGES = ("en", "ja")


def flat(texts, before=""):
    for key, value in texts.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def words():
    """Return the texts of the page and of every game that has some, by language."""
    found = {"page": {language: read(STATIC / "texts" / f"{language}.json") for language in LANGUAGES}}
    for path in SOURCE.glob("games/*/page/texts.json"):
        found[path.parent.parent.name] = read(path)
    for name, game in catalogue().items():
        if game.learn and "texts" in game.learn:
            found[name] = game.learn["texts"]
    return {name: {one: dict(flat(both[one])) for one in LANGUAGES} for name, both in found.items()}


WORDS = words()


def known(module):
    """Return the keys that a module may ask for: the page's, and those of the game that it belongs to."""
    game = module.parent.parent.name if module.parent.name == "page" else None
    own = {f"{game}.{key}" for key in WORDS[game]["en"]} if game in WORDS else set()
    return set(WORDS["page"]["en"]) | own


@pytest.mark.parametrize("name", WORDS)
def test_both_languages_have_the_same_texts(name):
    both = WORDS[name]
    assert set(both["en"]) == set(both["ja"])
    assert all(both["en"].values())
    assert all(both["ja"].values())


@pytest.mark.parametrize("name", WORDS)
def test_both_languages_fill_in_the_same_values(name):
    for key, text in WORDS[name]["en"].items():
        assert set(PLACES.findall(WORDS[name]["ja"][key])) <= set(PLACES.findall(text)), key


def test_no_text_is_there_twice():
    """What two games say is said once, by the page."""
    shared = {text for key, text in WORDS["page"]["en"].items() if key.startswith(("sentences.", "phrases."))}
    for name in WORDS.keys() - {"page"}:
        own = {text for key, text in WORDS[name]["en"].items() if key.startswith(("sentences.", "phrases."))}
        assert not own & shared, name


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_text_that_is_asked_for_is_there(module):
    asked = set(ASKED.findall(module.read_text(encoding="utf-8")))
    assert asked <= known(module)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_module_makes_markup_of_text_or_styles_inline(module):
    source = module.read_text(encoding="utf-8")
    for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", ".cssText"):
        assert forbidden not in source
    assert not re.search(r"\bstyle:\s", source)
    assert not re.search(r"https?://(?!www\.w3\.org/)", source)


def test_the_typeface_has_every_japanese_character_of_the_english_page():
    fonttools = pytest.importorskip("fontTools.ttLib", reason="fonttools is not installed")
    pytest.importorskip("brotli", reason="brotli is not installed")
    spec = importlib.util.spec_from_file_location(
        "typeface", Path(__file__).parents[2] / "docs" / "typeface.py"
    )
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    there = fonttools.TTFont(made.FILE).getBestCmap()
    assert [sign for sign in made.characters() if ord(sign) not in there] == []
    assert made.FILE.stat().st_size < 30_000
