"""The page's own words: both languages have the same keys, and every key that a module asks for is there."""

import json
import re
from pathlib import Path

import pytest

import saizen

STATIC = Path(saizen.__file__).parent / "web" / "static"
MODULES = sorted(STATIC.glob("js/**/*.js"))
ASKED = re.compile(r"""\bt\(\s*"([\w.]+)"\s*[,)]""")
PLACES = re.compile(r"\{(\d+)")


def flat(texts, before=""):
    for key, value in texts.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def words(language):
    return dict(flat(json.loads((STATIC / "texts" / f"{language}.json").read_text(encoding="utf-8"))))


ENGLISH, JAPANESE = words("en"), words("ja")


def test_both_languages_have_the_same_texts():
    assert set(ENGLISH) == set(JAPANESE)
    assert all(ENGLISH.values())
    assert all(JAPANESE.values())


def test_both_languages_fill_in_the_same_values():
    for key, text in ENGLISH.items():
        assert set(PLACES.findall(JAPANESE[key])) <= set(PLACES.findall(text)), key


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_every_text_that_is_asked_for_is_there(module):
    asked = set(ASKED.findall(module.read_text(encoding="utf-8")))
    assert asked <= set(ENGLISH)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_no_module_makes_markup_of_text_or_styles_inline(module):
    source = module.read_text(encoding="utf-8")
    for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", ".cssText"):
        assert forbidden not in source
    assert not re.search(r"\bstyle:\s", source)
    assert not re.search(r"https?://(?!www\.w3\.org/)", source)
