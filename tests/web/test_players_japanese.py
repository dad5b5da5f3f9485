"""The page for players in Japanese: all of it is translated, and no translation is left over."""

import json
import re
from pathlib import Path

import pytest

import saizen
from saizen.web.catalogue import catalogue

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install '.[browser]'")
from test_players import PHONE, WIDE, browser, in_browser, next_control, until, visit, whole_game

__all__ = ["browser", "visit"]  # the fixtures
SOURCE = Path(saizen.__file__).parent
TABLES = sorted([SOURCE / "web" / "static" / "play" / "ja.json", *SOURCE.glob("games/*/page/ja.json")])
PLACE = re.compile(r"\{\d\}")
OWN = r"Counters|Take one or two counters; who takes the last one wins\."
STAYS = re.compile(
    rf"saizen serve --game FILE\.py:Class|saizen|https?://\S+|AB|Python|English|owls|{OWN}", re.IGNORECASE
)
TEXTS = """() => {
  const texts = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.parentElement.closest("script, noscript")) texts.push(walk.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name));
  }
  return texts;
}"""


def read(table):
    return json.loads(table.read_text(encoding="utf-8"))


def english_sources():
    """Return the texts from which the page takes English: scripts, the games' data and rules."""
    files = [*SOURCE.glob("web/static/play/**/*.js"), SOURCE / "web" / "static" / "play" / "index.html"]
    files += [*SOURCE.glob("games/*/page/player.js"), *SOURCE.glob("games/**/*.py")]
    files += [file for file in SOURCE.glob("games/*/page/*.json") if file.name != "ja.json"]
    texts = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return re.sub(r"\s+", " ", texts).lower()


def test_every_translation_is_of_a_text_that_the_sources_have():
    sources = english_sources()
    dead = []
    for table in TABLES:
        for english in read(table):
            pieces = [piece.strip(" .:,;()'") for piece in PLACE.split(english)]
            words = [word for piece in pieces for word in re.findall(r"[a-z']+", piece.lower())]
            whole = all(piece.lower() in sources for piece in pieces)
            if not whole and not all(re.search(rf"\b{re.escape(word)}\b", sources) for word in words):
                dead.append(f"{table.parent.parent.name}: {english}")
    assert not dead


def test_a_translation_has_the_places_of_its_sentence_and_no_english():
    for table in TABLES:
        for english, japanese in read(table).items():
            assert set(PLACE.findall(japanese)) <= set(PLACE.findall(english)), english
            assert not re.search(r"[a-z]{2,}", STAYS.sub("", PLACE.sub("", japanese))), japanese
            assert english.strip() == english


def test_tables_do_not_contradict_each_other():
    told = {}
    for table in TABLES:
        for english, japanese in read(table).items():
            assert told.setdefault(english, japanese) == japanese, english


def test_everything_that_is_told_of_a_game_has_its_translation():
    for game in (shown for shown in catalogue().values() if shown.kind == "game"):
        table = read(game.folder / "ja.json")
        told = [game.player_data["sentence"], *game.player_data.get("rules", [])]
        for name in ("first.json", "puzzles.json"):
            for item in json.loads((game.folder / name).read_text(encoding="utf-8")):
                told += [item[key] for key in ("question", "say", "yes") if item.get(key)]
        assert game.learn["complete"]["ja"]
        for text in told:
            parts = re.split(r"(?<=[.?!])\s+", text)
            assert matches(table, text) or all(matches(table, part) for part in parts), text


def matches(table, text):
    shared = {**read(SOURCE / "web" / "static" / "play" / "ja.json"), **table}
    if text in shared:
        return True
    patterns = (".+?".join(map(re.escape, PLACE.split(english))) for english in shared if "{0}" in english)
    return any(re.fullmatch(pattern, text) for pattern in patterns)


def left_in_english(page):
    """Return the texts on the page that have an English word."""
    texts = {STAYS.sub("", text) for text in page.evaluate(TEXTS)}
    return sorted(text for text in texts if re.search(r"[A-Za-z]{2,}", text))


def opened(page, kind):
    """Open a dialog, look at its texts, close it."""
    page.locator(f"[data-key={kind}]").first.click()
    page.wait_for_selector("dialog[open]")
    page.wait_for_timeout(300)
    left = left_in_english(page)
    page.keyboard.press("Escape")
    until(page, "() => !document.querySelector('dialog')")
    return left


@in_browser
def test_a_game_of_rivals_in_japanese_leaves_no_sentence_in_english(visit):
    page = visit(WIDE)
    page.wait_for_selector(".ask h1")
    page.locator("[data-key=language]").click()
    until(page, "() => document.documentElement.lang === 'ja'")
    assert left_in_english(page) == []
    page.locator("a[href='#/rivals']").first.click()
    page.wait_for_selector(".pbar.you.turn")
    until(page, "() => document.querySelector('.eval:not(.waiting)')")
    for kind in ("rules", "level", "more"):
        assert opened(page, kind) == []

    def looked():
        page.wait_for_timeout(100)
        assert left_in_english(page) == []

    def act():
        if not page.locator(".peek").count() and page.locator(".two [data-hint]").count():
            page.locator(".two [data-hint]").click()
            page.wait_for_selector(".tip")
            looked()
        next_control(page).click()

    whole_game(page, act, looked)
    until(page, "() => document.querySelector('.result .facts')")
    assert left_in_english(page) == []
    page.locator("[data-key='turn 0']").click()
    assert left_in_english(page) == []


@in_browser
@pytest.mark.parametrize("kind", ["first", "puzzle"])
@pytest.mark.parametrize("game", ["rivals", "memory", "tricks", "abgame", "calculation"])
def test_first_games_and_puzzles_are_in_japanese_for_a_japanese_browser(visit, game, kind):
    page = visit(PHONE, f"#/{game}/{kind}", language="ja-JP")
    page.wait_for_selector(".coach .say")
    assert page.evaluate("document.documentElement.lang") == "ja"
    assert left_in_english(page) == []
    for control in page.locator("#board button[data-move]").all()[:3]:
        page.locator(f'#board [data-move="{control.get_attribute("data-move")}"]').first.click()
        page.wait_for_selector(".answer")
        page.wait_for_timeout(300)
        assert left_in_english(page) == []


@in_browser
def test_the_language_changes_in_the_middle_of_a_game_and_is_remembered(visit):
    page = visit(WIDE, "#/tricks")
    page.wait_for_selector(".pbar.you.turn")
    next_control(page).click()
    until(page, "() => location.hash.includes('?g=')")
    page.wait_for_selector(".pbar.you.turn")
    address, hand = page.url, page.locator(".hand .card").all_inner_texts()
    assert (
        page.evaluate(
            "performance.getEntriesByType('resource').filter((one) => /ja.json/.test(one.name)).length"
        )
        == 0
    )
    page.locator("[data-key=language]").click()
    until(page, "() => document.body.innerText.includes('あなたの番です')")
    assert (page.url, page.locator(".hand .card").all_inner_texts()) == (address, hand)
    page.reload()
    until(page, "() => document.body.innerText.includes('あなたの番です')")
    page.locator("[data-key=language]").click()
    until(page, "() => document.body.innerText.includes('Your turn')")
    assert page.evaluate("localStorage.getItem('saizen.language')") == "en"
