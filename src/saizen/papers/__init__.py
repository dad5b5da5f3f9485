"""The publications, one folder each: printed numbers as data, known errata, the comparison.

A paper's folder has ``compare(full, progress, store)``, a generator of `saizen.papers.report.Check`.
Only this package and the tests may read a printed number.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING

from saizen.papers.report import Check, Erratum, read_errata
from saizen.work import Progress

if TYPE_CHECKING:
    from saizen.store import Store


@dataclass(frozen=True, slots=True)
class Paper:
    """A publication and the game it is about."""

    game: str
    folder: str
    citation: str
    played: Mapping[str, int] = field(default_factory=dict)
    """Tables that take long games to compare, with their rows; they are played when they are asked for."""

    def compare(self, full: bool, progress: Progress, store: "Store | None" = None) -> Iterator[Check]:
        """Recompute the paper's numbers, the quick sizes or all of them, and compare each."""
        module = import_module(f"saizen.papers.{self.folder}")
        checks: Iterator[Check] = module.compare(full, progress, store)
        return checks

    def errata(self) -> list[Erratum]:
        """Return what is known to be wrong in the paper; nothing is computed."""
        return list(read_errata(f"saizen.papers.{self.folder}"))

    def check_deals(self, deals: str) -> None:
        """Refuse numbers of deals that cannot be read, before anything is played."""
        import_module(f"saizen.papers.{self.folder}.rates").parse_deals(deals)

    def play(
        self,
        tables: tuple[str, ...],
        deals: str,
        progress: Progress,
        store: "Store | None" = None,
        quick: bool = False,
    ) -> Iterator[Check]:
        """Play numbered deals for ``played`` tables, or continue an earlier run, and compare the rates.

        A table is ``"3"``, a single row of it ``"3.1"``.
        """
        module = import_module(f"saizen.papers.{self.folder}.rates")
        checks: Iterator[Check] = module.compare_played(tables, deals, store, progress, quick)
        return checks


PAPERS: dict[str, Paper] = {
    paper.game: paper
    for paper in (
        Paper("abgame", "abgame2012", "M. Shinoda, Optimal strategy for 3×N AB games, IPSJ Journal 2012"),
        Paper(
            "calculation",
            "calculation2002",
            "T. Tanaka, A calculation program based on results of analysis of sub games, IPSJ Journal 2002",
            played={"3": 6, "4": 5, "preliminary": 0},
        ),
        Paper("memory", "memory2022", "Strategy of the memory game in various settings, GPW 2022"),
        Paper("rivals", "rrivals2021", "T. Tanaka, Nash equilibrium strategy for R-Rivals, GPW 2021"),
        Paper("tricks", "tricktaking", "A thesis on trick-taking games with score cards (in Japanese)"),
    )
}
