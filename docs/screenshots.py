"""Make the pictures of the page in ``docs/images/``: ``python docs/screenshots.py``.

Needs the extras ``web`` and ``browser``, Pillow, and Chromium. Every page is taken at 1280 and at 390 pixels,
one in the dark too. Look at them after a change: no test can tell whether a page is clear.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent / "images"
WIDTHS = {"wide": (1280, 800), "phone": (390, 844)}
READY = ".waiting, .eval.waiting, .preparing"


def place(game: str, position: str) -> str:
    """Return the address of a game that begins at a position."""
    return f"#/{game}?" + urlencode({"position": position})


PLAYERS = {
    "start": "#/",
    "rivals-play": place("rivals", "34567/12346 0-3 1-1 spy+ seen=3"),
    "memory-play": place("memory", "4x2+2x4 | ? ? c ? b c b ? ? A D ? ? ? ? E | score=1-1"),
    "calculation-play": place("calculation", "A3 B10 C2 D3 / 957A2 KA7 JT K / 7"),
    "abgame-play": place("abgame", "3x10 123:0A1B 456:1A0B"),
    "tricks-play": place("tricks", "ABAabb lead=R led=1 dealt=10,9,6,5,4,1"),
    "tic_tac_toe-play": place("tic_tac_toe", "x...o...."),
    "rivals-first": "#/rivals/first",
}
RESEARCHERS = {
    "rivals-analyse": "#/rivals/analyse?" + urlencode({"position": "34567/12346 0-3 1-1 spy+ seen=3"}),
    "papers": "#/papers/tricks",
}
PLACES = {
    **{name: (address, "") for name, address in PLAYERS.items()},
    **{name: (address, "research") for name, address in RESEARCHERS.items()},
}
DARK = ("rivals-play",)


def settle(page: Page, name: str) -> None:
    """Wait until the page has drawn everything that it asked for, and ask for a hint where one plays."""
    page.wait_for_selector("main h1, .top h1")
    page.wait_for_timeout(1500)
    page.wait_for_function(f"() => !document.querySelector('{READY}')", timeout=300_000)
    if name.endswith("-play"):
        page.keyboard.press("h")
        page.wait_for_selector(".tip p")
    page.wait_for_timeout(800)


def take(address: str) -> None:
    """Take every picture."""
    FOLDER.mkdir(exist_ok=True)
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for width, (across, down) in WIDTHS.items():
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    viewport={"width": across, "height": down},
                    color_scheme=scheme,  # type: ignore[arg-type]
                    locale="en-US",
                    reduced_motion="reduce",
                )
                page = context.new_page()
                for name, (hash_part, face) in PLACES.items():
                    if scheme == "dark" and name not in DARK:
                        continue
                    page.goto("about:blank")
                    page.goto(address + face + hash_part)
                    settle(page, name)
                    ending = "-dark" if scheme == "dark" else ""
                    whole = page.evaluate("document.documentElement.scrollHeight")
                    file = FOLDER / f"{name}-{width}{ending}.png"
                    page.screenshot(
                        path=file,
                        clip={"x": 0, "y": 0, "width": across, "height": min(whole, 2 * down)},
                        full_page=True,
                    )
                    small = (
                        Image.open(file).convert("RGB").quantize(96)
                    )  # a third of the size, and looks the same
                    small.save(file, optimize=True)
                context.close()
        browser.close()


def main() -> None:
    """Serve the page, take the pictures, and stop serving."""
    if len(sys.argv) > 1:
        take(sys.argv[1])
        return
    command = [sys.executable, "-m", "saizen", "serve", "--port", "0", "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = re.search(r"http://\S+/", server.stdout.readline())
        assert address is not None, "the server did not start"
        take(address.group())
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
