"""The page for players in a browser: whole games by touch, pointer and keyboard; links; what axe finds.

Any error on the console and any request that fails makes a test fail, unless it expects it.
"""

import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path

import pytest

sync_api = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: pip install '.[browser]'"
)
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE = 120_000
PHONE, WIDE = {"width": 390, "height": 844}, {"width": 1400, "height": 900}
GAMES = ["rivals", "memory", "tricks", "abgame", "Counters"]
NOT_FOR_PLAYERS = re.compile(r"STACK\(|gets −|so far|\bpaid\b|\bmax\b|0-move")
SCRIPTS = Path(__file__).parent / "js"
ASKED = (
    "() => document.querySelector('.result, .pbar.you.turn') && "
    "document.querySelector('#page').ariaBusy === 'false'"
)
SHOWN = "() => document.body.innerText + document.querySelectorAll('.on, .cur, .tile1, button').length"
CHANGED = f"before => document.querySelector('.result') || before !== ({SHOWN})()"
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node on this machine")
def test_the_scripts_do_what_their_own_tests_say():
    ran = subprocess.run(["node", "--test", str(SCRIPTS)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-3000:]


def test_no_line_of_the_scripts_is_longer_than_120_and_all_of_it_is_small():
    import saizen.web

    folder = Path(saizen.web.__file__).parent / "static" / "play"
    for file in folder.rglob("*.js"):
        longest = max(map(len, file.read_text(encoding="utf-8").splitlines()))
        assert longest <= 120, f"{file.name} has a line of {longest} characters"
    assert sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) < 350_000


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser, served):
    """Open the page: ``visit(size, hash, language)``; what goes wrong in it fails the test."""
    contexts, wrong = [], []

    def opened(size, address="", language="en-US", **more):
        context = browser.new_context(viewport=size, reduced_motion="reduce", locale=language, **more)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on(
            "console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(served) else wrong.append(asked.url))
        page.goto(f"{served}{address}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


def violations(page):
    """Return what axe finds."""
    page.evaluate(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [(one["id"], one["nodes"][0]["html"][:150]) for one in found]


def until(page, holds, arg=None):
    """Wait until something holds on the page; its policy allows no other way."""
    for _ in range(PATIENCE // 50):
        if page.evaluate(holds, arg):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"it never holds: {holds}")


def whole_game(page, act, each=lambda: None):
    """Play to the end; ``act`` uses a control as the visitor does."""
    for _ in range(120):
        until(page, ASKED)
        each()
        if page.locator(".result").count():
            return
        before = page.evaluate(SHOWN)
        act()
        until(page, CHANGED, before)
    raise AssertionError("the game does not end")


def next_control(page):
    """Return what a visitor would use next: the button that plays, the guess of the hint, or a move."""
    for choice in (".peek .btn.main", "#board button[data-move]"):
        if page.locator(choice).count():
            return page.locator(choice).first
    return None


def guess(page, use):
    """Type the guess of the hint into the board of Bulls and Cows."""
    if not page.locator(".tip").count():
        use(page.locator(".bottom [data-hint], .two [data-hint]").locator("visible=true").first)
        page.wait_for_selector(".tip p")
    code = re.search(r"\d{3}", page.locator(".tip p").last.inner_text()).group()
    for digit in code:
        use(page.locator(f"[data-key='digit {digit}']"))
    use(page.locator("[data-key=guess]"))


@in_browser
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_touch_on_a_phone_without_scrolling(visit, game):
    page = visit(PHONE, f"#/{game}", has_touch=True)

    def looked():
        size = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
        assert size[0] <= PHONE["height"]
        assert size[1] <= PHONE["width"]
        text = page.evaluate("document.body.innerText")
        assert not NOT_FOR_PLAYERS.search(text), NOT_FOR_PLAYERS.search(text)

    def act():
        if game == "abgame":
            guess(page, lambda control: control.tap())
        else:
            next_control(page).tap()

    whole_game(page, act, looked)
    assert re.match(r"You (won|lost)|Draw|Found", page.locator(".result h2").inner_text())
    assert page.locator("#board button[data-move]").count() == 0


@in_browser
def test_the_final_board_of_rivals_agrees_with_the_result(visit):
    page = visit(WIDE, "#/rivals")
    whole_game(page, lambda: next_control(page).click())
    own, other = (page.locator(f".pbar{kind} .score").inner_text() for kind in (".you", ":not(.you)"))
    title = page.locator(".result h2").inner_text()
    assert page.locator(".mid .card").count() == 2
    assert (
        f"{own.strip()}–{other.strip()}" in title
        or "0" in (own.strip(), other.strip())
        or "whole game" in (page.locator(".result .lead").inner_text())
    )
    page.locator("[data-key='turn 0']").click()
    assert "again" in page.locator(".say").inner_text()
    page.locator(".hand [data-move]").first.click()
    page.locator(".peek .btn.main").click()
    until(page, "() => !document.querySelector('.result')")


@in_browser
def test_a_whole_game_by_keyboard_and_the_rules_with_every_card(visit):
    page = visit(WIDE, "#/rivals")
    page.wait_for_selector(".pbar.you.turn")
    page.keyboard.press("?")
    page.wait_for_selector("dialog.drawer[open]")
    assert page.locator(".abil li").count() == 8
    assert "your next card is 2 stronger" in page.locator(".abil").inner_text().lower()
    assert "carried over" in page.locator(".complete").inner_text()
    page.keyboard.press("Escape")

    def act():
        if page.locator(".peek").count():
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(page.locator(".hand [data-move]").first.get_attribute("data-move"))

    whole_game(page, act)
    assert page.locator(".result").count() == 1


@in_browser
@pytest.mark.parametrize("game", ["rivals", "memory", "tricks", "abgame", "calculation", "Counters"])
def test_the_rules_speak_to_players(visit, game):
    page = visit(WIDE, f"#/{game}")
    page.wait_for_selector(".panel")
    page.locator("[data-key=rules]").click()
    page.wait_for_selector("dialog.drawer[open] p")
    text = page.locator("dialog.drawer").inner_text()
    assert len(text) > 80
    assert not NOT_FOR_PLAYERS.search(text), NOT_FOR_PLAYERS.search(text)
    assert "(na," not in text


@in_browser
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_bad_link_shows_the_start_and_says_why(visit, served, size):
    page = visit(size, "#/rivals?g=broken")
    page.wait_for_selector(".problem")  # to be seen
    assert "link" in page.locator(".problem").inner_text()
    assert page.locator(".hand .card").count() == 8
    page.goto("about:blank")
    page.goto(f"{served}#/%")
    page.wait_for_selector(".lost")
    assert "no such game" in page.locator("h1").inner_text()


@in_browser
def test_a_link_holds_the_game(visit, served):
    page = visit(WIDE, "#/tricks")
    page.wait_for_selector(".pbar.you.turn")
    next_control(page).click()
    until(page, "() => location.hash.includes('?g=')")
    page.wait_for_selector(".moves .row")
    link, moves = page.url, page.locator(".moves .row").first.inner_text()
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".moves .row")
    assert page.locator(".moves .row").first.inner_text().split("\n")[:2] == moves.split("\n")[:2]


@in_browser
@pytest.mark.parametrize("address", ["", "#/tricks/puzzle", "#/Counters/puzzle"])
def test_the_puzzle_of_the_day_is_answered(visit, address):
    page = visit(PHONE if address else WIDE, address)
    page.wait_for_selector("#board [data-move], #board .key, .say")
    if address == "#/Counters/puzzle":  # whoever may take one or two: no third move, so there is no puzzle
        assert "no puzzle" in page.locator(".say").inner_text()
        return
    for control in page.locator("#board [data-move]").all():
        page.locator(f"#board [data-move='{control.get_attribute('data-move')}']").click()
        page.wait_for_selector(".answer")
        page.wait_for_timeout(500)  # another answer takes the place of the last one
        if page.locator(".answer.yes").count():
            break
    assert page.locator(".answer.yes").count() == 1
    if not address:
        assert "1 day in a row" in page.locator(".streak").inner_text()


@in_browser
@pytest.mark.parametrize("game", ["rivals", "memory", "tricks", "calculation"])
def test_a_first_game_leads_from_step_to_step_to_an_easy_opponent(visit, game, served):
    page = visit(PHONE, f"#/{game}/first", has_touch=True)
    page.wait_for_selector(".place")
    steps = page.evaluate("async game => (await fetch(`/games/${game}/first.json`)).json()", game)
    for step in steps:
        wrong = page.locator("#board button[data-move]").all()
        wrong = [one for one in wrong if one.get_attribute("data-move") not in step["best"]]
        if wrong:
            wrong[0].tap()
            page.wait_for_selector(".answer.no")
        page.locator(f'#board [data-move="{step["best"][0]}"]').first.tap()
        page.wait_for_selector(".answer.yes")
        assert page.locator(".answer.yes").inner_text() == step["yes"]
        assert page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]
        if step is not steps[-1]:
            page.locator("[data-key=next]").tap()
            until(page, "() => !document.querySelector('.answer')")
    page.locator(".coach a.btn").tap()
    page.wait_for_selector(".bottom")


@in_browser
def test_a_class_plays_the_same_deals_and_saves_a_file(visit):
    page = visit(WIDE, "#/rivals")
    page.wait_for_selector(".pbar.you.turn")
    page.locator("[data-key=more]").click()
    page.get_by_role("menuitem", name="For a class").click()
    page.locator(".classform input[type=number]").fill("2")
    page.locator(".classform a").click()
    page.wait_for_selector(".why")
    until(page, "() => document.body.innerText.includes('deal 1 of 2')")
    assert page.locator(".two [data-hint]").is_disabled()
    for deal in (1, 2):
        until(page, f"() => document.body.innerText.includes('deal {deal} of 2')")
        whole_game(page, lambda: next_control(page).click())
        assert (
            page.locator(".two [data-key=undo]").count() == 0
            or page.locator("[data-key=undo]").first.is_disabled()
        )
        if deal == 1:
            until(page, "() => document.querySelector('.result')?.innerText.includes('Deal 2 of 2')")
            page.locator("[data-key=again]").click()
            until(page, "() => !document.querySelector('.result')")
    page.wait_for_selector("[data-key=results]")
    page.locator(".go input").fill("Hana")
    with page.expect_download() as saved:
        page.locator("[data-key=results]").click()
    lines = Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    assert lines[1].startswith('"owls","Hana","rivals","Momo","1","')


@in_browser
def test_cards_move_for_visitors_who_like_motion_and_nothing_sounds_unasked(browser, served):
    context = browser.new_context(viewport=WIDE, reduced_motion="no-preference")
    page = context.new_page()
    page.add_init_script(
        "window.moved = 0; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...all) { window.moved += 1;"
        "return animate.apply(this, all); };"
        "window.sounds = 0; window.AudioContext = class { constructor() { window.sounds += 1; } };"
    )
    page.goto(f"{served}#/rivals")
    page.wait_for_selector(".pbar.you.turn")
    assert page.evaluate("window.moved") >= 16  # both hands are dealt
    before = page.evaluate("window.moved")
    page.locator(".hand [data-move]").first.click()
    page.locator(".peek .btn.main").click()
    until(page, "before => window.moved > before", before)
    assert page.evaluate("window.sounds") == 0
    context.close()


@in_browser
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, size, scheme):
    pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    page = visit(size, "", color_scheme=scheme)
    page.wait_for_selector(".ask h1")
    assert violations(page) == []
    for game in ("rivals", "memory", "tic_tac_toe", "rivals/first", "abgame/first"):
        page.evaluate("game => { location.hash = `#/${game}` }", game)
        page.wait_for_selector(".place" if "/" in game else ".panel")
        page.wait_for_selector(".pbar.you.turn")
        assert violations(page) == []
