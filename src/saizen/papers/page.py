"""A reproduction as one HTML page that needs no other file, light or dark, wide or narrow."""

from collections.abc import Iterable, Sequence
from html import escape

from saizen.papers.report import Check, Verdict
from saizen.papers.summary import Comparison, total, total_words
from saizen.version import VERSION

MARKS = {
    Verdict.EQUAL: "=",
    Verdict.INSIDE: "∈",
    Verdict.OUTSIDE: "∉",
    Verdict.ERRATUM: "≠",
    Verdict.CONSISTENT: "≈",
    Verdict.BEYOND: "+",
    Verdict.DIFFERENT: "?",
}
"""A sign beside each colour, so that no verdict is shown by colour alone."""
COLUMNS = ("what", "printed", "computed", "verdict", "note")
STYLE = """:root{color-scheme:light dark;--line:#ccc;--equal:#e8f1fa;--inside:#f3f7e4;--erratum:#fdebd7;
--beyond:#f2f2f2;--consistent:#eeeafa;--wrong:#f8c9a0}
@media (prefers-color-scheme:dark){:root{--line:#555;--equal:#1b2a3a;--inside:#2a3018;--erratum:#43301a;
--beyond:#2b2b2b;--consistent:#2a2540;--wrong:#6b3d12}}
body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0;width:100%}
.cells{table-layout:fixed}
.cells th:nth-child(1){width:26%}.cells th:nth-child(2),.cells th:nth-child(3){width:18%}
.cells th:nth-child(4){width:8.5rem}
caption{text-align:left;font-weight:600;padding:.5rem 0}
td,th{border:1px solid var(--line);padding:.2rem .5rem;text-align:left;vertical-align:top}
td{overflow-wrap:anywhere}
.counts td{overflow-wrap:normal}.counts td+td,.counts th+th{text-align:right}
.equal{background:var(--equal)}.inside{background:var(--inside)}.erratum{background:var(--erratum)}
.beyond{background:var(--beyond)}.consistent{background:var(--consistent)}.outside,.different{background:var(--wrong);font-weight:600}
@media (max-width:45rem){.cells tr:first-child{display:none}
.cells,.cells caption,.cells tbody,.cells tr,.cells td{display:block}
.cells tr{border:1px solid var(--line);margin:.5rem 0}.cells td{border:0}.cells td:empty{display:none}
.cells td::before{content:attr(data-column) ": ";font-weight:600}
.counts{display:block;overflow-x:auto}}"""


def as_html(comparisons: Sequence[Comparison], command: str) -> str:
    """Write the page: counts of each paper with the total, then a table for each table of each paper.

    >>> as_html([], "saizen reproduce").startswith("<!doctype html>")
    True
    """
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>saizen reproduce</title><style>{STYLE}</style></head>",
        "<body><h1>The papers again, cell by cell</h1>",
        f"<p>saizen {escape(VERSION)}, <code>{escape(command)}</code></p>",
        f"<p>{escape(total_words(total(comparisons)))}</p>",
        _counts(comparisons),
    ]
    for comparison in comparisons:
        parts.append(f'<h2 id="{escape(comparison.paper.game)}">{escape(comparison.paper.citation)}</h2>')
        places = dict.fromkeys(check.where for check in comparison.checks)
        parts += [_section(where, [c for c in comparison.checks if c.where == where]) for where in places]
    return "\n".join([*parts, "</body></html>", ""])


def _counts(comparisons: Sequence[Comparison]) -> str:
    """Write how many cells of each paper have each verdict; the last row is the closing total."""
    head = _row("th", ("paper", "cells", *(f"{MARKS[verdict]} {verdict.value}" for verdict in Verdict)))
    rows = [
        (
            f'<a href="#{escape(comparison.paper.game)}">{escape(comparison.paper.game)}</a>',
            total([comparison]),
        )
        for comparison in comparisons
    ]
    rows.append(("all", total(comparisons)))
    body = "".join(
        _row("td", (name, str(summary["cells"]), *map(str, summary["counts"].values())))
        for name, summary in rows
    )
    return f'<table class="counts">{head}{body}</table>'


def _row(kind: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{kind}>{cell}</{kind}>' for cell in cells)}</tr>"


def _section(where: str, checks: Sequence[Check]) -> str:
    rows = "".join(f'<tr class="{c.verdict.name.lower()}">{_cells(c)}</tr>' for c in checks)
    caption = f"<caption>{escape(where)}</caption>"
    return f'<table class="cells">{caption}{_row("th", COLUMNS)}{rows}</table>'


def _cells(check: Check) -> str:
    verdict = f"{MARKS[check.verdict]} {check.verdict.value}"
    texts = (check.what, check.printed, check.computed, verdict, check.note)
    return "".join(
        f'<td data-column="{column}">{escape(text)}</td>' for column, text in zip(COLUMNS, texts, strict=True)
    )
