"""Make the pictures of both pages in ``docs/images/``: ``python docs/screenshots.py [NAME...]``.

Needs the extras ``web`` and ``browser``, Pillow, Chromium, and fonts with Japanese letters. Every page is
taken at 1280 and at 390 pixels, some of them also in the dark. Look at them after a change: no test knows
whether a page is clear.
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


PLAYERS = {"rivals-play": ("rivals", ["6", "0"]), "memory-play": ("memory", ["1", "2"]), "start": ("", [])}
"""Pictures of the page for players: the game, and what the visitor plays first."""
RESEARCH = {
    "rivals-analyse": analysed("rivals", "34567/12346 0-3 1-1 spy+ seen=3"),
    "abgame-analyse": analysed("abgame", "4x10 0123:0A2B"),
    "calculation-analyse": analysed("calculation", "A3 B0 C0 D0 / KT 97 - J / 2"),
    "tricks-analyse": analysed("tricks", "AABBbaba lead=L"),
    "memory-learn": "#/memory/learn",
    "nim-analyse": "#/nim/analyse",
    "papers": "#/papers/tricks",
}
"""Pictures of the page for researchers."""
DARK = ("rivals-analyse", "rivals-play")


def play(page: Page, moves: list[str]) -> None:
    """Play some moves on the page for players, and wait for the computer's."""
    for move in moves:
        page.wait_for_selector(".pbar.you.turn")
        page.wait_for_timeout(1200)
        page.locator(f"#board [data-move='{move}']").first.click()
        if page.locator(".peek .btn.main").count():
            page.locator(".peek .btn.main").click()
        page.wait_for_timeout(2500)


def settle(page: Page) -> None:
    """Wait until the page for researchers has drawn everything that it asked for."""
    page.wait_for_selector("main h1")
    for _ in range(2):
        page.wait_for_timeout(1200)
        page.wait_for_function(f"() => !document.querySelector('{READY}')", timeout=300_000)


def take(address: str, names: list[str]) -> None:
    """Take the pictures with these names; all of them without a name."""
    FOLDER.mkdir(exist_ok=True)
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in names or [*RESEARCH, *PLAYERS]:
            for width, (across, down) in WIDTHS.items():
                for scheme in ("light", "dark") if name in DARK else ("light",):
                    context = browser.new_context(
                        viewport={"width": across, "height": down},
                        color_scheme=scheme,  # type: ignore[arg-type]
                        locale="en-US",
                        reduced_motion="reduce",
                    )
                    page = context.new_page()
                    page.set_default_timeout(300_000)
                    if name in PLAYERS:
                        game, moves = PLAYERS[name]
                        page.goto(f"{address}#/{game}")
                        play(page, moves)
                        page.wait_for_timeout(2500)
                    else:
                        page.goto(f"{address}research{RESEARCH[name]}")
                        settle(page)
                    ending = "-dark" if scheme == "dark" else ""
                    photograph(page, FOLDER / f"{name}-{width}{ending}.png", across, down)
                    context.close()
        browser.close()


def photograph(page: Page, file: Path, across: int, down: int) -> None:
    """Write the page as a picture of at most two screens, in 96 colours: a third of the size."""
    whole = page.evaluate("document.documentElement.scrollHeight")
    clip = {"x": 0, "y": 0, "width": across, "height": min(whole, 2 * down)}
    page.screenshot(path=file, clip=clip, full_page=True)  # type: ignore[arg-type]
    Image.open(file).convert("RGB").quantize(96).save(file, optimize=True)


def main() -> None:
    """Serve the page, take the pictures, and stop serving."""
    command = [sys.executable, "-m", "saizen", "serve", "--port", "0", "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = re.search(r"http://\S+/", server.stdout.readline())
        assert address is not None, "the server did not start"
        take(address.group(), sys.argv[1:])
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
