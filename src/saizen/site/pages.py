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
HEADINGS = {
    "en": ("How to play", "What is known", "Positions worth a look", "Errata of the paper"),
    "ja": ("遊び方", "分かっていること", "見どころの局面", "論文の正誤表"),
}


def lesson_pages(games: Catalogue) -> dict[str, bytes]:
    """Return the page of each game with a lesson, and a list of them."""
    taught = {name: shown for name, shown in games.items() if shown.learn}
    files = {f"{LESSONS}/{name}.html": _lesson(shown) for name, shown in taught.items()}
    items = [
        (f"{name}.html", shown.titles["en"], (shown.learn or {}).get("sentence", {}).get("en", ""))
        for name, shown in taught.items()
    ]
    inside = "<h1>Learn</h1>" + _links(items)
    style = Path(__file__).with_name("pages.css").read_bytes()
    return {**files, f"{LESSONS}/index.html": _page("Learn", inside), "pages.css": style}


def paper_pages(games: Catalogue, store: Store, progress: Progress) -> dict[str, bytes]:
    """Return a page for the paper of each game, every cell as printed beside the computation, and a list."""
    listed = [paper for paper in listed_papers() if paper["game"] in games]
    files = {}
    for paper in listed:
        progress.stage(f"comparing the paper about {paper['game']}", None)
        compared = compared_paper(paper["name"], store).json_data()
        files[f"{PAPERS}/{paper['name']}.html"] = _paper(paper, games[paper["game"]], compared)
    items = [(f"{p['name']}.html", games[p["game"]].titles["en"], p["title"]) for p in listed]
    said = (
        "<h1>Papers</h1><p class=lead>Every number that a paper prints, beside the number that saizen "
        "computes.</p>"
    )
    return {**files, f"{PAPERS}/index.html": _page("Papers", said + _links(items))}


def _page(title: str, inside: str) -> bytes:
    text = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
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


def _lesson(shown: Shown) -> bytes:
    learn = shown.learn or {}
    sections = [_told(shown, learn, "en"), f'<a href="../index.html#/{shown.name}">Play</a>']
    if "ja" in learn.get("rules", {}):
        sections.append(f'<section lang="ja">{_told(shown, learn, "ja")}</section>')
    return _page(shown.titles["en"], "\n".join(sections))


def _told(shown: Shown, learn: Mapping[str, Any], language: str) -> str:
    """Return a lesson in one language."""
    rules, known, places, wrong = HEADINGS[language]
    level = "h1" if language == "en" else "h2"
    headline = learn.get("headline", {})
    texts = [learn.get("sentence", {}).get(language, "")]
    texts.append(headline.get(language, "") if isinstance(headline, dict) else headline)
    parts = [f"<{level}>{escape(shown.titles.get(language, shown.title))}</{level}>"]
    parts.append(_paragraphs([text for text in texts if text]))
    parts.append(f"<h2>{rules}</h2>{_paragraphs(learn.get('rules', {}).get(language, ()))}")
    if found := learn.get("found", {}).get(language):
        parts.append(f"<h2>{known}</h2>{_paragraphs(found)}")
    if positions := [one for one in learn.get("positions", ()) if language in one]:
        items = "".join(
            f"<li><code>{escape(one['position'])}</code><br>{escape(one[language])}</li>\n"
            for one in positions
        )
        parts.append(f"<h2>{places}</h2><ul>{items}</ul>")
    errata = [one for paper in listed_papers() if paper["game"] == shown.name for one in paper["errata"]]
    if errata and language == "en":
        parts.append(f"<h2>{wrong}</h2><ul>{''.join(map(_erratum, errata))}</ul>")
    return "\n".join(parts)


def _erratum(one: Mapping[str, Any]) -> str:
    where = ", ".join(filter(None, (one["where"], one["what"])))
    return (
        f"<li><b>{escape(where)}</b>: <del>{escape(one['printed'])}</del> → "
        f"<ins>{escape(one['right'])}</ins><br>{escape(one['proof'])}</li>\n"
    )


def _paper(paper: Mapping[str, Any], shown: Shown, compared: Mapping[str, Any]) -> bytes:
    """Return a paper's page: a table a place in it, and the errata with their proofs."""
    checks = compared["checks"]
    counts = ", ".join(f"{count} {verdict}" for verdict, count in compared["counts"].items())
    parts = [
        f"<h1>{escape(shown.titles['en'])}</h1><p>{escape(paper['title'])}</p>",
        f"<p class=lead>{len(checks)} cells compared: {escape(counts)}.</p>",
    ]
    if paper["errata"]:
        parts.append(f"<h2>Errata</h2><ul>{''.join(map(_erratum, paper['errata']))}</ul>")
    parts.append("<h2>Tables and claims</h2>")
    for where in dict.fromkeys(check["where"] for check in checks):
        own = [check for check in checks if check["where"] == where]
        verdicts = Counter(check["verdict"] for check in own)
        said = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())
        rows = "".join(
            f"<tr><th scope=row>{escape(c['what'])}</th><td>{escape(c['printed'])}</td>"
            f"<td>{escape(c['computed'])}</td><td>{escape(c['verdict'])}</td></tr>\n"
            for c in own
        )
        head = "".join(f"<th scope=col>{word}</th>" for word in ("What", "Printed", "Computed", "Result"))
        parts.append(
            f"<details><summary>{escape(where)}: {escape(said)}</summary><div class=table-box tabindex=0>"
            f"<table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div></details>"
        )
    return _page(f"The paper about {shown.titles['en']}", "\n".join(parts))
