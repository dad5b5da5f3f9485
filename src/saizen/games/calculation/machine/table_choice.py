"""The choice of the machine's table: the full one, or a small one if the full one is missing."""

from typing import NamedTuple

from saizen.errors import SaizenError
from saizen.games.calculation.machine.machine import FULL
from saizen.games.calculation.stackgame.two_chains.stored_table import table_name
from saizen.store import Store
from saizen.work import SILENT, Progress

MINUTES = {3: 7, 4: 80}
"""About what the full table takes to build, by stacks; with fewer stacks it takes seconds."""
QUICK_NOTE = "Quick: pairs of foundations see their last six cards only; the full table plays better."


class TableChoice(NamedTuple):
    """Whether it is the quick table, and what to say if nobody asked for that one."""

    quick: bool
    instead: str = ""

    @property
    def sentences(self) -> list[str]:
        """The note for an answer from this table."""
        return [QUICK_NOTE, *([self.instead] if self.instead else [])] if self.quick else []


def check_tables(quick: bool, full: bool) -> None:
    """Refuse both tables at once."""
    if quick and full:
        raise SaizenError("--quick --full: the small table or the full one, not both")


def choose_table(
    stacks: int, *, quick: bool, full: bool, store: Store, progress: Progress = SILENT
) -> TableChoice:
    """Choose the table that is wanted, else the full one if it is there, takes seconds or is agreed to.

    >>> choose_table(4, quick=True, full=False, store=Store("no such directory"))
    TableChoice(quick=True, instead='')
    """
    check_tables(quick, full)
    if quick or full or stacks not in MINUTES:
        return TableChoice(quick)
    if store.get_table(table_name(stacks, FULL), None) is not None:
        return TableChoice(quick=False)
    about = f"about {MINUTES[stacks]} minutes"
    if progress.agree(f"The full table for {stacks} stacks takes {about} to build. Build it now?"):
        return TableChoice(quick=False)
    return TableChoice(
        quick=True, instead=f"No full table for {stacks} stacks yet: --full builds it in {about}."
    )
