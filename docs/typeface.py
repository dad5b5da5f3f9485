"""Make the Japanese typeface of the page: ``python docs/typeface.py``.

It takes Noto Sans JP (SIL Open Font License 1.1) from the npm registry and leaves in it the characters that
the English page shows: names of games and cards, and the button for the language. It needs npm, fonttools
and brotli.
"""

import re
import subprocess
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "@fontsource/noto-sans-jp@5"
SOURCE = "package/files/noto-sans-jp-japanese-400-normal.woff2"
STATIC = Path(__file__).parent.parent / "src" / "saizen" / "web" / "static"
FILE = STATIC / "japanese.woff2"
JAPANESE = re.compile(r"[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]")


def characters() -> str:
    """Return the Japanese characters of the English page."""
    from saizen.games.rivals.variants import PAPER
    from saizen.web.catalogue import catalogue

    texts = [game.titles.get("ja", "") for game in catalogue().values()]
    texts += [card.japanese for card in PAPER.cards]
    texts += [
        file.read_text(encoding="utf-8") for file in STATIC.rglob("*") if file.suffix in (".js", ".html")
    ]
    return "".join(sorted(set(JAPANESE.findall("".join(texts)))))


def main() -> None:
    """Fetch the typeface and write the part of it that the page needs."""
    from fontTools.subset import main as subset

    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, capture_output=True, text=True
        )
        with tarfile.open(Path(folder) / packed.stdout.split()[-1]) as archive:
            archive.extract(SOURCE, folder, filter="data")
        source = str(Path(folder) / SOURCE)
        subset(
            [
                source,
                f"--text={characters()}",
                "--flavor=woff2",
                "--layout-features=",
                f"--output-file={FILE}",
            ]
        )


if __name__ == "__main__":
    main()
