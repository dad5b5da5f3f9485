"""Pages to read, as plain HTML: what is known about each game, and the papers beside the computation."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from saizen.store import Store
from saizen.web.catalogue import Catalogue, Shown
from saizen.web.questions import compared_paper, listed_papers
from saizen.work import Progress

LESSONS, PAPERS = "learn", "papers"
NAMES = {"en": "English", "ja": "Japanese"}
PLAY = {"en": "Play", "ja": "対戦する"}
HEADINGS = {
    "en": ("How to play", "What is known", "Positions worth a look", "Errata of the paper"),
    "ja": ("遊び方", "分かっていること", "見どころの局面", "論文の正誤表"),
}


def lesson_pages(games: Catalogue) -> dict[str, bytes]:
    """Return the pages of each game with a lesson, one in each of its languages, and a list of them."""
    taught = {name: shown for name, shown in games.items() if shown.learn}
    files = {"pages.css": Path(__file__).with_name("pages.css").read_bytes()}
    for name, shown in taught.items():
        for language in _languages(shown):
            files[f"{LESSONS}/{_file(name, language)}"] = _lesson(shown, language)
    items = [
        (_file(name, "en"), shown.titles["en"], (shown.learn or {}).get("sentence", {}).get("en", ""))
        for name, shown in taught.items()
    ]
    return {**files, f"{LESSONS}/index.html": _page("Learn", "<h1>Learn</h1>" + _links(items))}


def paper_pages(games: Catalogue, store: Store, progress: Progress, compare: bool = True) -> dict[str, bytes]:
    """Return a page for the paper of each game, and a list of them.

    A page has the errata; with ``compare`` also every cell as printed beside the computation.
    """
    listed = [paper for paper in listed_papers() if paper["game"] in list(games)]
    files = {}
    for paper in listed:
        compared = None
        if compare:
            progress.stage(f"comparing the paper about {paper['game']}", None)
            compared = compared_paper(paper["name"], store).json_data()
        files[f"{PAPERS}/{paper['name']}.html"] = _paper(paper, games[paper["game"]], compared)
    items = [(f"{p['name']}.html", games[p["game"]].titles["en"], p["title"]) for p in listed]
    said = "Every number that a paper prints, beside the number that saizen computes."
    if not compare:
        said = "What is wrong in the papers, and why."
    if not listed:
        said = "There is no paper about these games."
    inside = f"<h1>Papers</h1><p class=lead>{said}</p>{_links(items)}"
    return {**files, f"{PAPERS}/index.html": _page("Papers", inside)}


def _file(name: str, language: str) -> str:
    return f"{name}.html" if language == "en" else f"{name}.{language}.html"


def _languages(shown: Shown) -> list[str]:
    return [language for language in HEADINGS if language in (shown.learn or {}).get("rules", {})]


def _page(title: str, inside: str, language: str = "en") -> bytes:
    text = (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)} – saizen</title>\n"
        '<link rel="icon" href="../icon.svg" type="image/svg+xml">\n'
        '<link rel="stylesheet" href="../style.css">\n<link rel="stylesheet" href="../pages.css">\n'
        '<script src="../theme.js"></script>\n</head>\n<body>\n'
        '<header class="read"><a href="../index.html">Play</a> <a href="../learn/index.html">Learn</a> '
        f'<a href="../{PAPERS}/index.html">Papers</a></header>\n'
        f'<main class="read">\n{inside}\n</main>\n</body>\n</html>\n'
    )
    return text.encode()


def _links(items: Iterable[tuple[str, str, str]]) -> str:
    listed = "".join(
        f'<li><a href="{escape(address)}">{escape(name)}</a><br>{escape(words)}</li>\n'
        for address, name, words in items
    )
    return f"<ul>\n{listed}</ul>"


def _paragraphs(texts: Sequence[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>\n" for text in texts)


def _lesson(shown: Shown, language: str) -> bytes:
    links = [f'<a href="../index.html#/{shown.name}">{PLAY[language]}</a>']
    links += [  # in letters that every machine has
        f'<a href="{_file(shown.name, other)}" hreflang="{other}">{NAMES[other]}</a>'
        for other in _languages(shown)
        if other != language
    ]
    inside = f"{_told(shown, shown.learn or {}, language)}\n<p>{' · '.join(links)}</p>"
    return _page(shown.titles.get(language, shown.title), inside, language)


def _told(shown: Shown, learn: Mapping[str, Any], language: str) -> str:
    """Return a lesson in one language."""
    rules, findings, places, errors = HEADINGS[language]
    headline = learn.get("headline", {})
    texts = [learn.get("sentence", {}).get(language, "")]
    texts.append(headline.get(language, "") if isinstance(headline, dict) else headline)
    parts = [f"<h1>{escape(shown.titles.get(language, shown.title))}</h1>"]
    parts.append(_paragraphs([text for text in texts if text]))
    parts.append(f"<h2>{rules}</h2>{_paragraphs(learn.get('rules', {}).get(language, ()))}")
    if sentences := learn.get("found", {}).get(language):
        parts.append(f"<h2>{findings}</h2>{_paragraphs(sentences)}")
    if positions := [place for place in learn.get("positions", ()) if language in place]:
        items = "".join(
            f"<li><code>{escape(place['position'])}</code><br>{escape(place[language])}</li>\n"
            for place in positions
        )
        parts.append(f"<h2>{places}</h2><ul>{items}</ul>")
    errata = [
        erratum for paper in listed_papers() if paper["game"] == shown.name for erratum in paper["errata"]
    ]
    if errata and language == "en":
        parts.append(f"<h2>{errors}</h2><ul>{''.join(map(_erratum, errata))}</ul>")
    return "\n".join(parts)


def _erratum(erratum: Mapping[str, Any]) -> str:
    where = ", ".join(filter(None, (erratum["where"], erratum["what"])))
    return (
        f"<li><b>{escape(where)}</b>: <del>{escape(erratum['printed'])}</del> → "
        f"<ins>{escape(erratum['right'])}</ins><br>{escape(erratum['proof'])}</li>\n"
    )


def _paper(paper: Mapping[str, Any], shown: Shown, compared: Mapping[str, Any] | None) -> bytes:
    """Return a paper's page: the errata with their proofs, and a table for each place in it."""
    parts = [f"<h1>{escape(shown.titles['en'])}</h1><p>{escape(paper['title'])}</p>"]
    if compared is not None:
        counts = ", ".join(f"{count} {verdict}" for verdict, count in compared["counts"].items())
        parts.append(f"<p class=lead>{len(compared['checks'])} cells compared: {escape(counts)}.</p>")
    if paper["errata"]:
        parts.append(f"<h2>Errata</h2><ul>{''.join(map(_erratum, paper['errata']))}</ul>")
    checks = compared["checks"] if compared is not None else []
    if checks:
        parts.append("<h2>Tables and claims</h2>")
    places = dict.fromkeys(check["where"] for check in checks)
    parts += [_cells(where, [check for check in checks if check["where"] == where]) for where in places]
    return _page(f"The paper about {shown.titles['en']}", "\n".join(parts))


def _cells(where: str, checks: Sequence[Mapping[str, Any]]) -> str:
    """Return the table of one place in a paper, closed."""
    verdicts = Counter(str(check["verdict"]) for check in checks)
    said = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())
    rows = "".join(
        f"<tr><th scope=row>{escape(c['what'])}</th><td>{escape(c['printed'])}</td>"
        f"<td>{escape(c['computed'])}</td><td>{escape(c['verdict'])}</td></tr>\n"
        for c in checks
    )
    head = "".join(f"<th scope=col>{word}</th>" for word in ("What", "Printed", "Computed", "Result"))
    return (
        f"<details><summary>{escape(where)}: {escape(said)}</summary><div class=table-box tabindex=0>"
        f"<table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div></details>"
    )
