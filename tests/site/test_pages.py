"""The built folder in a browser, from ``file://`` and a plain web server: whole games and damaged files."""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path

import pytest

import saizen
from saizen.errors import SaizenError
from saizen.games import NAMES
from saizen.packing import body, data_script
from saizen.site.build import chosen_games
from saizen.site.files import check_folder, write_folder
from saizen.site.parts import obstacle
from saizen.web.catalogue import catalogue

sync_api = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: pip install '.[browser]'"
)
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")
PHONE, WIDE = {"width": 390, "height": 844}, {"width": 1400, "height": 900}
SMALL = ["goofspiel", "nim", "pig", "rock_paper_scissors", "tic_tac_toe"]
FIVE = [name for name in NAMES if not obstacle(catalogue()[name])]
FIRST_SCREEN = 200_000
ASKED = (
    "document.querySelector('.result, .pbar.you.turn') && "
    "document.querySelector('#page').ariaBusy === 'false'"
)


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def folder(built):
    return built(SMALL)


@pytest.fixture(scope="module")
def everything(built):
    """Return a site with all games that can be on one."""
    return built([])


class Quiet(SimpleHTTPRequestHandler):
    """A plain web server that says nothing."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module", params=["file", "http"])
def address(request, folder):
    """Return the address of the built site, with and without a web server."""
    if request.param == "file":
        yield folder.as_uri()
        return
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def visit(browser):
    """Open a page; an error on its console, or a request that fails or leaves its folder, fails the test."""
    contexts, wrong = [], []

    def opened(address, size=WIDE, *, expects=False, language="en-US"):
        context = browser.new_context(viewport=size, reduced_motion="reduce", locale=language)
        contexts.append(context)
        context.set_default_timeout(30_000)
        page = context.new_page()
        if not expects:
            root = address.partition("#")[0].rpartition("/")[0]
            page.on("console", lambda said: wrong.append(said.text))
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on(
                "request", lambda one: None if one.url.startswith((root, "blob:")) else wrong.append(one.url)
            )
            page.on("requestfailed", lambda one: wrong.append(one.url))
        page.goto(address)
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


@in_browser
def test_tic_tac_toe_against_the_perfect_opponent_with_hints_grades_and_result(visit, address):
    page = visit(f"{address}/index.html")
    page.wait_for_selector(".bring")
    assert "saizen serve --game FILE.py:Class" in page.locator(".bring").inner_text()
    page.get_by_text("Tic-tac-toe").click()
    page.locator("[data-key=level]").click()
    page.get_by_role("menuitemradio", name="Perfect").click()
    for _ in range(5):
        page.wait_for_function(ASKED)
        if page.locator(".result").count():
            break
        page.locator(".two [data-hint]").click()
        page.wait_for_selector(".tip p")
        best = page.locator("#board button.hb").first
        before = page.locator("#board button[data-move]").count()
        best.click()
        page.wait_for_function(f"document.querySelectorAll('#board button[data-move]').length < {before}")
    assert page.locator(".result h2").inner_text() == "Draw."
    assert page.locator(".facts").inner_text().startswith("Accuracy\n100 %")
    assert "g=" in page.url
    page.reload()
    page.wait_for_selector(".result h2")
    assert page.locator("#board button[data-move]").count() == 0


@in_browser
def test_a_phone_shows_all_of_a_game_its_rules_and_the_grade_of_a_mistake(visit, folder):
    page = visit(f"{folder.as_uri()}/index.html#/tic_tac_toe", PHONE)
    page.locator('[data-move="1"]').click()
    page.wait_for_function(ASKED)
    size = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert size <= [PHONE["height"], PHONE["width"]]
    page.get_by_role("button", name="Rules").locator("visible=true").click()
    assert "free square" in page.locator("dialog.drawer").inner_text()
    page.keyboard.press("Escape")
    link = "#/tic_tac_toe?" + page.evaluate(
        """async () => {
            const { pack } = saizen.use("play/js/address.js");
            const log = [[0, "1"], [1, "5"], [0, "9"], [1, "3"]];
            return `g=${await pack({ saizen: 2, seed: 1, seat: 1, strength: 1, log })}`;
        }"""
    )
    page.goto("about:blank")
    page.set_viewport_size(WIDE)
    page.goto(f"{folder.as_uri()}/index.html{link}")
    page.wait_for_selector(".g.b")
    assert "blunder" in page.locator(".moves").inner_text()


POSITIONS = """async ([name, count]) => {
    const game = saizen.use("play/js/source_files.js").open(name, { seed: 7 });
    const { dice } = saizen.use("play/js/sitting.js");
    const roll = dice(11);
    const found = [];
    while (found.length < count) {
        let node = await game.start();
        const entered = [];
        while (node.kind !== "end" && found.length < count) {
            if (node.kind === "move") {
                for (const seat of node.seats) {
                    const rated = await game.rate(node.state, seat);
                    found.push({ entered: [...entered], seat, value: rated.value, moves: rated.moves });
                }
            }
            const pick = (list) => list[Math.floor(roll() * list.length)];
            const entries = node.seats.map((seat) => ({ seat, move: pick(node.moves[seat]) }));
            entered.push(...entries.map(({ seat, move }) => [seat, move]));
            node = await game.after(node.state, entries);
        }
    }
    return found;
}"""


@in_browser
@pytest.mark.parametrize("name", SMALL)
def test_twenty_positions_are_answered_as_advise_answers(visit, folder, name):
    from saizen.sitting.replay import begin, follow

    page = visit(f"{folder.as_uri()}/index.html")
    entry = catalogue()[name].entry
    game = entry.game()
    for asked in page.evaluate(POSITIONS, [name, 20]):
        moment = begin(game, game.start())
        for seat, move in asked["entered"]:
            moment = follow(game, moment, seat, move).after
        answer = entry.advise(game.text(moment.position), player=asked["seat"]).data
        moves = {str(move["name"] if "name" in move else move["move"]): move for move in answer["moves"]}
        assert asked["value"] == pytest.approx(float(saizen_number(answer["value"])))
        assert {move["move"] for move in asked["moves"]} == set(moves)
        for move in asked["moves"]:
            told = moves[move["move"]]
            assert move["optimal"] == told["optimal"]
            assert move["cost"] == pytest.approx(float(saizen_number(told["cost"])), abs=1e-12)


def saizen_number(value):
    """Read a number of an answer: a whole one, a fraction as text, or a float."""
    from fractions import Fraction

    return Fraction(value)


@in_browser
def test_learning_and_papers_are_pages_to_read(visit, folder):
    page = visit(f"{folder.as_uri()}/index.html")
    page.get_by_role("link", name="Learn").click()
    page.get_by_text("Nim").click()
    assert "How to play" in page.locator("main").inner_text()
    page.get_by_role("link", name="Play").last.click()
    page.wait_for_selector("#board")


@in_browser
@pytest.mark.parametrize(
    "place",
    ["index.html", "index.html#/pig", "index.html#/no-such-game", "learn/index.html", "learn/nim.html"],
)
def test_axe_finds_nothing(visit, folder, place):
    page = visit(f"{folder.as_uri()}/{place}", expects=True)  # axe reads the style, which file:// denies
    page.wait_for_selector("main")
    page.wait_for_timeout(300)
    assert not violations(page)


@in_browser
@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (
            lambda text: text.replace("A", "B"),
            "data/nim-graph.js is damaged: copy the folder of the site again.",
        ),
        (
            lambda text: text[: len(text) // 2],
            "data/nim-graph.js is damaged: copy the folder of the site again.",
        ),
        (lambda _: "", "data/nim-graph.js is damaged: copy the folder of the site again."),
        (None, "data/nim-graph.js is missing: copy the whole folder of the site."),
        (
            lambda _: data_script("nim-graph", body({}).replace(b'"format":1', b'"format":9')).decode(),
            "data/nim-graph.js: this file has format 9, the page reads 1: build the site again.",
        ),
    ],
    ids=["changed", "cut", "empty", "missing", "another format"],
)
def test_a_damaged_file_is_refused_with_one_sentence(visit, folder, tmp_path, damage, said):
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    file = copy / "data" / "nim-graph.js"
    if damage is None:
        file.unlink()
    else:
        file.write_text(damage(file.read_text(encoding="utf-8")), encoding="utf-8")
    page = visit(f"{copy.as_uri()}/index.html#/nim", expects=True)
    page.wait_for_selector("[role=alert]")
    assert page.locator("[role=alert]").inner_text() == said


@in_browser
@pytest.mark.parametrize("day", range(len(FIVE)))
def test_the_first_screen_is_small_whatever_the_puzzle_of_the_day(visit, everything, day):
    page = visit(f"{everything.as_uri()}/icon.svg")
    page.clock.set_fixed_time(f"2026-11-{10 + day}T12:00:00Z")
    page.goto(f"{everything.as_uri()}/index.html")
    page.wait_for_selector(".hero #board")
    loaded = "[...document.querySelectorAll('script[src], link[href]')].map((one) => one.src ?? one.href)"
    files = {everything / "index.html", everything / "japanese.woff2"}
    files |= {Path(re.sub(r"^file://", "", name)) for name in page.evaluate(loaded)}
    sizes = {file.name: file.stat().st_size for file in files}
    assert {"app.js", "style.css", "catalogue.js"} < set(sizes)
    assert sum(sizes.values()) <= FIRST_SCREEN, sizes


@in_browser
def test_the_site_is_japanese_for_a_japanese_browser_and_loads_no_japanese_for_others(visit, address):
    table = "document.querySelectorAll('script[src$=\"data/ja.js\"]').length"
    english = visit(f"{address}/index.html#/nim")
    english.wait_for_selector(".pbar.you.turn")
    assert english.evaluate(table) == 0
    page = visit(f"{address}/index.html#/nim", language="ja-JP")
    page.wait_for_selector(".pbar.you.turn")
    assert page.evaluate(table) == 1
    assert page.locator("h1").inner_text() == "ニム"
    assert "あなたの番です" in page.locator(".coach").inner_text()


ACT = """async (name) => {
    const shown = (selector) => [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    const sleep = () => new Promise((done) => setTimeout(done, 20));
    const until = async (holds) => {
        for (let i = 0; i < 3000 && !holds(); i++) await sleep();
        if (!holds()) throw new Error(`it never holds: ${holds}`);
    };
    const board = () => document.querySelector("#board").innerHTML;
    const over = () => document.querySelector(".result");
    const asked = () =>
        document.querySelector(".pbar.you.turn") && document.querySelector("#page").ariaBusy === "false";
    for (let turn = 0; turn < 150; turn++) {
        await until(() => over() || asked());
        if (over()) return turn;
        const old = board();
        if (name === "abgame") {
            if (!document.querySelector(".tip")) shown("[data-hint]").click();
            await until(() => document.querySelector(".tip p"));
            const [code] = [...document.querySelectorAll(".tip p")].at(-1).innerText.match(/\\d{3,4}/);
            for (const digit of code) document.querySelector(`[data-key='digit ${digit}']`).click();
            document.querySelector("[data-key=guess]").click();
        } else {
            (shown(".peek .btn.main") ?? shown("#board button[data-move]")).click();
        }
        await until(() => over() || board() !== old);
    }
    return null;
}"""


@in_browser
@pytest.mark.parametrize("name", ["tic_tac_toe", *FIVE])
def test_every_game_has_its_puzzle_of_the_day(visit, everything, name):
    page = visit(f"{everything.as_uri()}/index.html#/{name}/puzzle")
    page.wait_for_selector("#board")
    assert page.locator(".ask, .coach").inner_text()


@in_browser
@pytest.mark.parametrize("name", FIVE)
def test_every_game_has_its_first_game(visit, everything, name):
    page = visit(f"{everything.as_uri()}/index.html#/{name}/first")
    page.wait_for_selector("#board")
    assert "1 of" in page.locator(".place").inner_text()


@in_browser
@pytest.mark.parametrize("name", FIVE)
def test_a_whole_game_on_a_phone_without_a_server(visit, everything, name):
    page = visit(f"{everything.as_uri()}/index.html#/{name}", PHONE)
    page.wait_for_selector("#board")
    assert page.evaluate(ACT, name)
    assert re.match(r"You (won|lost)|Draw|Found|Stuck", page.locator(".result h2").inner_text())
    if name == "rivals":  # elsewhere all moves of a deal may be equally good, or not rated
        page.wait_for_selector(".facts")
    assert not page.locator("[role=alert]").count()


def site(folder, *words, seed="0"):
    """Run ``saizen site`` in a process of its own."""
    source = Path(saizen.__file__).parent.parent
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(source)}
    command = [sys.executable, "-m", "saizen", "site", str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env, encoding="utf-8")


def test_two_hash_seeds_give_the_same_bytes(tmp_path):
    digests = []
    for seed in ("1", "2"):
        ran = site(
            tmp_path / seed, "--games", "nim,pig", "--games", "goofspiel", "--no-papers", "--json", seed=seed
        )
        assert ran.returncode == 0, ran.stderr
        told = json.loads(ran.stdout)
        assert set(told["games"]) == {"nim", "pig", "goofspiel"}
        files = sorted(path for path in (tmp_path / seed).rglob("*") if path.is_file())
        assert told["files"] == len(files)
        assert told["bytes"] == sum(path.stat().st_size for path in files)
        digests.append({path.relative_to(tmp_path / seed): path.read_bytes() for path in files})
    assert digests[0] == digests[1]
    manifest = json.loads(digests[0][Path("manifest.json")])
    for name, digest in manifest["files"].items():
        assert hashlib.sha256(digests[0][Path(name)]).hexdigest() == digest


def test_a_data_file_is_gzip_in_base64(folder):
    text = (folder / "data" / "nim-graph.js").read_text(encoding="utf-8")
    packed = gzip.decompress(base64.b64decode(re.fullmatch(r'saizenData\("nim-graph","(.*)"\)\n', text)[1]))
    size = int.from_bytes(packed[:4], "little")
    assert (4 + size) % 8 == 0
    header = json.loads(packed[4 : 4 + size])
    assert header["format"] == 1
    assert sum(length for _, length in header["columns"]) == len(packed) - 4 - size


def test_every_address_leads_to_a_file_of_the_folder(folder):
    style = (folder / "style.css").read_text(encoding="utf-8")
    assert all((folder / name).is_file() for name in re.findall(r'url\("([^"]*)"\)', style))
    for page in folder.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for name in re.findall(r'(?:href|src)="([^"#]+)[^"]*"', text):
            assert (page.parent / name).is_file(), (page.name, name)


def test_no_script_of_a_game_is_written_for_a_game_of_ones_own(folder):
    assert not (folder / "games").exists()


def test_a_folder_with_other_files_is_refused_and_an_earlier_site_is_replaced(tmp_path):
    write_folder(tmp_path / "site", {"a.js": b"1", "b/c.js": b"2"})
    write_folder(tmp_path / "site", {"a.js": b"3"})
    assert not (tmp_path / "site" / "b" / "c.js").exists()
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    for wrong in (tmp_path, tmp_path / "notes.txt"):
        with pytest.raises(SaizenError, match="name a"):
            check_folder(wrong)


def test_a_name_that_is_no_game_is_refused_with_the_nearest_ones():
    with pytest.raises(SaizenError, match=r"'nimm'.*nim"):
        chosen_games(["nimm"], [])
