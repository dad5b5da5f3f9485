"""The directive ``errata``: what is wrong in a paper, from its ``errata.toml``, one anchor for each.

Its argument is the name of a game. Other pages link to an entry by its anchor, ``#rivals-section-4-5-...``;
`anchor` tells it. Nothing is typed twice, so the page cannot drift from what `saizen reproduce` compares.
"""

import re
import unicodedata
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from saizen.papers import PAPERS
from saizen.papers.report import Erratum


def anchor(game: str, erratum: Erratum) -> str:
    """Return where an erratum is found on its page: the game, the place in the paper, what is wrong.

    >>> anchor("rivals", Erratum("section 4.5", "where the counts stand", "", "", ""))
    'rivals-section-4-5-where-the-counts-stand'
    """
    text = unicodedata.normalize("NFKD", f"{game} {erratum.where} {erratum.what}".lower())
    return re.sub(r"[^a-z0-9α-ω]+", "-", text).strip("-")


def inline(text: str) -> list[nodes.Node]:
    """Return a text with the parts between backticks as code."""
    parts = re.split(r"`([^`]+)`", " ".join(text.split()))
    return [nodes.literal("", part) if at % 2 else nodes.Text(part) for at, part in enumerate(parts) if part]


def row(cells: tuple[str, ...]) -> nodes.row:
    """Return a row of a table."""
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", cell)) for cell in cells))


def table(lines: tuple[tuple[str, ...], ...]) -> nodes.table:
    """Return a table of the cells that one cause has spoiled."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in lines[0]), cols=len(lines[0]))
    group += nodes.thead("", row(("cell", "printed", "right")))
    group += nodes.tbody("", *(row(line) for line in lines))
    return nodes.table("", group)


class Errata(SphinxDirective):
    """List the errata of the paper on one game."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """Return a list of definitions: where and what, then printed, right and how to check it."""
        game = self.arguments[0]
        proofs: dict[str, tuple[str, str]] = {}
        listed = nodes.definition_list(classes=["errata"])
        labels = self.env.domains.standard_domain
        for erratum in PAPERS[game].errata():
            name = anchor(game, erratum)
            title = f"{erratum.where[0].upper()}{erratum.where[1:]}: {erratum.what}"
            labels.labels[name] = self.env.docname, name, title
            labels.anonlabels[name] = self.env.docname, name
            term = nodes.term("", title, ids=[name])
            term += nodes.reference("", "¶", refid=name, classes=["headerlink"])
            body = nodes.definition()
            if not erratum.cells or erratum.printed != erratum.right:
                said = nodes.paragraph("", "Printed: ")
                said += [nodes.literal("", erratum.printed), nodes.Text(". Right: ")]
                said += [nodes.literal("", erratum.right), nodes.Text(".")]
                body += said
            if erratum.proof in proofs:
                first, known = proofs[erratum.proof]
                body += nodes.paragraph("", "The reason is that of ", nodes.reference("", known, refid=first))
            else:
                proofs[erratum.proof] = name, title
                body += nodes.paragraph("", "", *inline(erratum.proof))
            if erratum.cells:
                body += table(erratum.cells)
            listed += nodes.definition_list_item("", term, body)
        return [listed]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive("errata", Errata)
    return {"parallel_read_safe": True}
