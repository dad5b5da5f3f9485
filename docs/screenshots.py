"""Make the pictures of the page in ``docs/images/``: ``python docs/screenshots.py``.

Needs the extras ``web`` and ``browser``, Pillow, and Chromium. Every page is taken at 1280 and at 390 pixels;
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
WIDTHS = {"wide": (1280, 900), "phone": (390, 844)}
READY = ".waiting"


def analysed(game: str, position: str) -> str:
    """Return the address of a position."""
    return f"#/{game}/analyse?" + urlencode({"position": position})


def sitting(game: str, seats: str, log: str, seed: int = 3) -> str:
    """Return the address of a game under way."""
    text = (
        f'{{"saizen":1,"entry":"{game}","options":{{}},"start":null,"seed":{seed},'
        f'"seats":{seats},"log":{log},"taken_back":0}}'
    )
    return f"#/{game}/play?" + urlencode({"sitting": text})


TWO = '{"0":"person","1":1.0,"2":1.0}'
PLACES = {
    "rivals-analyse": analysed("rivals", "34567/12346 0-3 1-1 spy+ seen=3"),
    "rivals-play": sitting("rivals", TWO, '[[0,"6"],[1,"3"],[0,"0"],[1,"6"]]'),
    "abgame-analyse": analysed("abgame", "4x10 0123:0A2B"),
    "calculation-analyse": analysed("calculation", "A3 B0 C0 D0 / KT 97 - J / 2"),
    "tricks-analyse": analysed("tricks", "AABBbaba lead=L"),
    "memory-play": "#/memory/play",
    "memory-learn": "#/memory/learn",
    "nim-analyse": "#/nim/analyse",
    "papers": "#/papers/tricks",
    "start": "#/",  # the last one: by then every game is ready
}
DARK = ("rivals-analyse",)


def settle(page: Page) -> None:
    """Wait until the page has drawn everything that it asked for."""
    page.wait_for_selector("main h1")
    for _ in range(2):
        page.wait_for_timeout(1200)
        page.wait_for_function(f"() => !document.querySelector('{READY}')", timeout=300_000)


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
                for name, place in PLACES.items():
                    if scheme == "dark" and name not in DARK:
                        continue
                    page.goto("about:blank")
                    page.goto(address + place)
                    settle(page)
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
        take(f"{address.group()}research")
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
