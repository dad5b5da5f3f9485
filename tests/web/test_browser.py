"""The page in a browser: whole games by pointer and by keyboard, links, take-backs, jobs, and what axe finds.

Any error on the console and any request that fails makes a test fail, unless it expects it.
"""

import json
import random
import re
import shutil
import time
import urllib.parse
import urllib.request
from importlib import resources

import pytest

import saizen
from saizen.game import legal_moves

sync_api = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: pip install '.[browser]'"
)
for _needed in ("fastapi", "uvicorn"):
    pytest.importorskip(_needed, reason="the page is not installed: pip install '.[web]'")
from saizen.web.catalogue import catalogue  # noqa: E402 - it needs what was asked for above

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")

PATIENCE = 180_000
"""Milliseconds until what must appear counts as missing; compiling for the first time takes long."""
SITTINGS = {
    "rivals": {"seed": 3},
    "tricks": {"seed": 2, "options": {"n": 3}},
    "memory": {"seed": 1, "options": {"deck": "2x3"}},
    "abgame": {"seed": 5, "options": {"places": 2, "symbols": 4}},
    "calculation": {"seed": 4},
    "Counters": {"seed": 1},
}


@pytest.fixture(scope="module")
def server(served):
    """The address of the page."""
    return served


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Visitor:
    """A browser window, and everything that went wrong in it."""

    def __init__(self, browser, server):
        self.server, self.wrong, self.expected = server, [], set()
        self.context = browser.new_context(locale="en-US", reduced_motion="reduce")
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)

    def _console(self, message):
        refused = message.text.startswith("Failed to load resource") and self.expected
        if message.type in ("error", "warning") and not refused:
            self.wrong.append(f"console: {message.text}")

    def _failed(self, request):
        if "ERR_ABORTED" not in (request.failure or ""):  # the page itself gives questions up
            self.wrong.append(f"failed: {request.url} {request.failure}")

    def _answered(self, response):
        if response.status >= 400 and response.status not in self.expected:
            self.wrong.append(f"{response.status}: {response.url} {response.request.post_data}")
        assert response.url.startswith((self.server, "data:")), "a request to another host"

    def come(self, width, color_scheme):
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=color_scheme)

    def go(self, hash_=""):
        self.page.goto(f"{self.server}research{hash_}")
        self.page.wait_for_selector("main h1")
        return self.page

    def leave(self):
        """Forget everything, as a window does that is closed; say what went wrong."""
        self.page.unroute_all(behavior="ignoreErrors")
        if self.page.url.startswith(self.server):
            self.page.evaluate("localStorage.clear()")
        self.page.goto("about:blank")
        wrong, self.wrong = self.wrong, []
        self.expected.clear()
        assert not wrong


@pytest.fixture(scope="module")
def windows():
    """Windows in which nobody looks: opening one takes longer than most of what is done in it."""
    return []


@pytest.fixture
def visit(browser, server, windows):
    """Take a window; what went wrong in it makes the test fail."""
    visitors = []

    def come(width=1280, color_scheme="light"):
        visitors.append(windows.pop() if windows else Visitor(browser, server))
        visitors[-1].come(width, color_scheme)
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
        windows.append(visitor)


def ask(server, path, body):
    request = urllib.request.Request(
        f"{server}api/v1{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as response:
        answer = json.load(response)
    while response.status == 202 and answer["state"] in ("queued", "running"):
        time.sleep(0.2)
        with urllib.request.urlopen(f"{server}api/v1/jobs/{answer['job']}") as looked:
            answer = json.load(looked)
    return answer["result"] if response.status == 202 else answer


def sitting_link(server, game, **new):
    text = ask(server, f"/games/{game}/sitting", {"new": new})["sitting"]
    return f"#/{game}/play?" + urllib.parse.urlencode({"sitting": text})


def settled(page):
    """Wait until nothing is under way."""
    page.wait_for_function("() => !document.querySelector('.waiting')")


def over(page):
    return page.locator(".turn.over").count() > 0


def played(page):
    return page.locator(".log li").count()


def touch(page):
    """Make one move with the pointer, on the board."""
    before = played(page)
    if page.locator("#board [data-symbol]").count():
        guess_code(page)
    else:
        page.locator("#board [data-move]:not([disabled])").first.click()
    page.wait_for_function(
        "n => document.querySelectorAll('.log li').length > n || document.querySelector('.turn.over')",
        arg=before,
    )


def guess_code(page):
    """Click a code, another one each time, and guess it."""
    codes = ["12", "34", "13", "24", "14", "23", "21", "43", "31", "42", "41", "32"]
    code = codes[page.locator(".log li").count() // 2]
    for digit in code:
        page.locator(f'#board [data-symbol="{digit}"]').click()
    page.get_by_role("button", name="Guess", exact=True).click()


@pytest.mark.parametrize("game", SITTINGS)
def test_a_whole_game_by_pointer(visit, server, game):
    page = visit().go(sitting_link(server, game, **SITTINGS[game]))
    page.wait_for_selector("#board > *")
    for _ in range(200):
        if over(page):
            break
        touch(page)
    assert over(page)
    page.wait_for_selector(".course-section")
    assert page.locator(".course-section svg.course").count() == 1
    page.locator(".course-section [role=button], .mistakes button").first.click()
    page.wait_for_selector(".analyse-value .value-decimal")
    assert f"#/{game}/analyse?position=" in page.url


def test_a_choice_is_judged_and_taken_back(visit, server):
    page = visit().go("#/nim/play")
    page.get_by_role("button", name="5 to 0", exact=True).click()
    verdict = page.locator(".verdict-costly")
    verdict.wait_for()
    assert "5 to 0 cost 2; best was 3 to 1." in verdict.inner_text()
    assert page.locator("#board").get_attribute("data-position") != "((5, 4, 3), 0)"
    page.get_by_role("button", name="Take back").click()
    page.wait_for_selector('#board[data-position="((5, 4, 3), 0)"]')
    assert played(page) == 0


def test_hints_name_what_is_best_and_the_board_does_not_move(visit, server):
    page = visit().go(sitting_link(server, "rivals", seed=1))
    page.wait_for_selector("#board [data-move]")
    before = page.locator("#board").bounding_box()
    page.get_by_role("button", name="Hints").click()
    page.wait_for_selector(".moves-table .is-optimal")
    assert page.locator("#board").bounding_box() == before
    assert page.locator(".moves-table tbody tr").count() == 8
    page.locator("#board [data-move]").first.click()
    page.wait_for_selector(".verdict")
    assert page.locator("#board").bounding_box() == before


def test_a_link_is_the_whole_game(visit, server):
    page = visit().go(sitting_link(server, "tricks", **SITTINGS["tricks"]))
    page.wait_for_selector("#board [data-move]")
    touch(page)
    settled(page)
    page.wait_for_function("() => location.hash.includes('sitting=') && !location.hash.includes('saizen')")
    position = page.locator("#board").get_attribute("data-position")
    other = visit().go(page.evaluate("location.hash"))
    other.wait_for_selector("#board [data-move]")
    assert other.locator("#board").get_attribute("data-position") == position
    moves = [window.locator(".log-player, .log-words").all_inner_texts() for window in (page, other)]
    assert moves[0] == moves[1] != []


def test_a_position_is_analysed_followed_and_walked_back(visit):
    page = visit().go("#/nim/analyse")
    page.get_by_label("Position as text").fill("((2, 1, 0), 0)")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_selector('#board[data-position="((2, 1, 0), 0)"]')
    page.wait_for_selector(".moves-table .is-optimal")
    assert page.locator(".analyse-value .value-decimal").inner_text() == "1"
    page.locator(".moves-table button.move").first.click()
    page.wait_for_selector('#board[data-position="((1, 1, 0), 1)"]')
    assert "position=" in page.url
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector('#board[data-position="((2, 1, 0), 0)"]')
    page.keyboard.press("End")
    page.wait_for_selector('#board[data-position="((1, 1, 0), 1)"]')
    page.reload()
    page.wait_for_selector('#board[data-position="((1, 1, 0), 1)"]')


def test_a_position_that_arrives_in_a_field_about_to_be_typed_in_is_typed_over(visit):
    visitor = visit()
    page, held = visitor.page, []

    def hold(route):
        held.append(route)

    page.route("**/api/v1/games/nim/sitting", hold)
    visitor.go("#/nim/analyse")
    field = page.get_by_label("Position as text")
    field.focus()
    while not held:
        page.wait_for_timeout(20)
    for route in held:
        route.continue_()
    page.wait_for_selector('#board[data-position="((5, 4, 3), 0)"]')
    page.keyboard.type("((2, 1, 0), 0)")
    assert field.input_value() == "((2, 1, 0), 0)"


def test_a_matrix_has_a_heat_map_and_a_certificate(visit):
    page = visit().go("#/rock_paper_scissors/analyse")
    page.wait_for_selector(".matrix .heat")
    assert page.locator(".matrix .heat").count() == 9
    page.get_by_text("Certificate", exact=True).click()
    page.wait_for_selector(".certificate .mark-best")
    page.get_by_text("Copy as command").click()
    assert page.locator(".copied").inner_text().startswith("saizen advise ")


def test_what_is_no_position_is_refused_in_words(visit):
    visitor = visit()
    visitor.expected.add(422)
    page = visitor.go("#/rivals/analyse")
    page.wait_for_selector(".moves-table")
    page.get_by_label("Position as text").fill("no such thing")
    page.get_by_role("button", name="Show", exact=True).click()
    assert "no such thing" in page.locator(".problem").inner_text()


def test_a_position_is_found_by_its_text(visit):
    page = visit().go()
    page.get_by_label("Find a position").fill("AABBbaba lead=L")
    page.get_by_role("button", name="Find", exact=True).click()
    page.locator(".found a").first.click()
    page.wait_for_selector('#board[data-game="tricks"] > *')


def test_machines_can_be_watched(visit):
    page = visit().go("#/Counters/play")
    page.get_by_text("New game: seat").click()
    page.get_by_label("Your seat").select_option("none")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_label("Speed").fill("4")
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_selector(".turn.over")
    assert played(page) >= 3


def test_a_job_is_given_up(visit, server):
    page = visit().go("#/papers")
    with page.expect_response(lambda response: response.status == 202) as waited:
        page.locator("a[href='#/papers/rivals']").click()
    job = waited.value.json()["job"]
    page.get_by_role("button", name="Give up").click()
    page.wait_for_selector(".given-up")
    assert wait_for_end(server, job) == "cancelled"


def test_a_button_that_is_held_down_while_work_goes_on_is_pressed(visit):
    page = visit().go("#/papers")
    page.locator("a[href='#/papers/rivals']").click()
    button = page.get_by_role("button", name="Give up")
    button.hover()
    page.mouse.down()
    told = page.locator(".waiting .muted")
    before = told.inner_text()
    while told.inner_text() == before:  # the seconds go on
        page.wait_for_timeout(50)
    page.mouse.up()
    page.wait_for_selector(".given-up")


def wait_for_end(server, job):
    """Return how a job ended."""
    while True:
        with urllib.request.urlopen(f"{server}api/v1/jobs/{job}") as response:
            state = json.load(response)["state"]
        if state not in ("queued", "running"):
            return state
        time.sleep(0.1)


def tab_to(page, there):
    """Press Tab until what has the focus answers to a selector."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("there => document.activeElement.matches(there)", there):
            return
    raise AssertionError(f"the keyboard does not reach {there}")


def test_everything_by_keyboard(visit):
    page = visit().go()
    tab_to(page, 'a.tile-link[href="#/Counters"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#board [data-move]")
    for _ in range(5):
        if over(page):
            break
        before = played(page)
        tab_to(page, "#board [data-move]")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
        page.keyboard.press("Enter")
        page.wait_for_function(
            "n => document.querySelectorAll('.log li').length > n || document.querySelector('.turn.over')",
            arg=before,
        )
        settled(page)
    assert over(page)
    page.locator("#tab-play").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('#tab-analyse[aria-selected="true"]')
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".learn")
    assert page.evaluate("document.activeElement.id") == "tab-learn"


def test_the_page_speaks_japanese_and_turns_dark(visit):
    page = visit().go("#/rivals/play")
    page.wait_for_selector("#board [data-move]")
    page.get_by_role("button", name="日本語").click()
    page.get_by_role("tab", name="検討").wait_for()
    assert page.evaluate("document.documentElement.lang") == "ja"
    page.get_by_role("button", name="暗い配色").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    page.get_by_role("tab", name="検討").wait_for()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def said(game, seed, **options):
    """Play a random game, and yield everything that the page shows of it in the words of the rules."""
    rng = random.Random(seed)
    sitting = saizen.sit(game, seat="all", seed=seed, **options)
    sitting.advance()
    while True:
        view = sitting.view()
        yield from view["board"]["notes"]
        if sitting.ended:
            break
        yield from (view["awaits"]["player"], view["awaits"]["form"])
        if game != "calculation" or options:  # the solitaire's machine would be built for it
            hint = sitting.hint()
            yield from (*hint.notes, *(table.title for table in hint.tables[1:]))
        legal = legal_moves(sitting.moment.node, sitting.awaited)
        sitting.play(
            rng.choice([sitting.game.move_text(sitting.position, move) for move in legal] or sitting.moves())
        )
    yield from (one["words"] for one in sitting.view()["happened"])


SAID = [
    *(("rivals", seed, {}) for seed in range(12)),
    *(("abgame", seed, {"places": 2, "symbols": 5}) for seed in range(2)),
    *(("calculation", seed, {"stacks": 2, "cards": 3}) for seed in range(3)),
    ("calculation", 1, {}),
    ("memory", 1, {"deck": "4x1+2x2"}),
    ("memory", 2, {"deck": "4x1+2x1", "take": "free"}),
    ("memory", 3, {"deck": "2x3", "players": 1, "memory": 1}),
    *(("tricks", seed, {"n": 3}) for seed in range(2)),
]
TYPED = re.compile(
    r"\d-(move|save)|\w+(\.\w+)?=\w+|[A-Z]+\(\S*|DRAW|assassin(-reversed)?|paper|bottom:4|\ball\b"
    r"|take \S+|unknown|match|known|Python"
)
"""What is typed is the same in every language."""


SAY = """async (all) => {
    const words = await import("/static/js/words.js");
    words.setLanguage("ja");
    return Object.fromEntries(all.map((one) => [one, words.say(one)]));
}"""


def opened(visitor, game):
    """Open a game in a place where nothing is computed; its words are loaded with it."""
    page = visitor.go(f"#/{game}/learn")
    page.wait_for_selector(".learn")
    return page


def test_what_the_games_say_is_said_in_japanese(visit):
    visitor = visit()
    for name, entry in catalogue().items():
        texts = {one for game, seed, options in SAID if game == name for one in said(game, seed, **options)}
        texts |= {option["help"] for option in entry.whole()["options"]["rules"]}
        if name == "rivals":
            texts |= {one["words"] for one in saizen.sit("rivals").view()["board"]["parts"]["deck"]}
        told = opened(visitor, name).evaluate(SAY, sorted(texts - {""}))
        assert not {one: ja for one, ja in told.items() if re.search("[A-Za-z]{2}", TYPED.sub("", ja))}
        if name == "rivals":
            assert told["Worth 0 to blue under best play."] == "最善を尽くすと、青が得る値は0です。"


def test_what_has_no_translation_stays_as_it_is(visit):
    page = opened(visit(), "rivals")
    spy, signs = "5 counters are left. Blue shows the spy (2); red answers it.", "a [b] (c) $1 {0} \\k<v0>"
    told = page.evaluate(SAY, [spy, signs, ""])
    assert told == {spy: "5 counters are left. 青が密偵（2）を見せ、赤が応じます。", signs: signs, "": ""}


def test_a_game_is_not_spoken_of_in_the_words_of_another(visit):
    page = opened(visit(), "rivals")
    assert page.evaluate(SAY, ["guesser", "left"]) == {"guesser": "guesser", "left": "left"}
    page = opened(visit(), "tricks")
    assert page.evaluate(SAY, ["left", "blue"]) == {"left": "左", "blue": "blue"}


PAGES = [
    "",
    *[f"#/{game}/{tab}" for game in SITTINGS for tab in ("play", "analyse", "learn")],
    "#/nim/analyse",
    "#/tic_tac_toe/play",
    "#/rock_paper_scissors/analyse",
    "#/papers",
]


def shown(page, place):
    """Wait until a place shows what it has."""
    if place.startswith("#/") and place != "#/papers":
        page.wait_for_selector("#board > *")
    if place.endswith("analyse"):
        page.wait_for_selector(".moves-table, .move-list, .move-entry, .analyse-moves > *")
    settled(page)


@pytest.mark.parametrize("place", PAGES)
def test_axe_finds_nothing_serious_and_a_phone_need_not_scroll_sideways(visit, place):
    """Light and dark, then read again on a narrow screen: one window for all three."""
    pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    page = visit().go(place)
    shown(page, place)
    assert not serious_violations(page)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    assert not serious_violations(page)
    page.set_viewport_size({"width": 390, "height": 900})
    page.reload()
    page.wait_for_selector("main h1")
    shown(page, place)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def serious_violations(page):
    """Return what axe finds that would keep somebody out."""
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js")
    page.evaluate(axe.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def test_axe_would_find_a_picture_without_words(visit):
    pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    page = visit().go()
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    assert [line.split(":")[0] for line in serious_violations(page)] == ["image-alt"]
