"""How answers and progress look in a terminal; what people read comes out as it went in."""

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress
from rich.table import Table as RichTable
from rich.text import Text

from saizen.advice import Answer, Table, cell_text, short_text
from saizen.kernels.waiting import WAITING

LONGEST = 20_000
"""Characters of a cell or a sentence that are printed; ``--json`` and ``--out`` have all of them."""
MOST_LINES = 1000
"""Lines that are printed of one that is longer than that."""


def show(answer: Answer, console: Console | None = None) -> None:
    """Print an answer for a person: tables first, then the sentences."""
    console = console or Console()
    for table in answer.tables:
        # the title not by the table, which would wrap it at its own width
        console.print(Text(_cut(table.title), "bold"))
        console.print(rich_table(table))
    for note in answer.notes:
        console.print(_cut(note), markup=False, highlight=False, emoji=False)


def rich_table(table: Table) -> RichTable:
    """Turn a table of ours into one that rich draws, without its title; numbers stand to the right."""
    drawn = RichTable()
    for i, column in enumerate(table.columns):
        numeric = all(isinstance(row[i], int | float) and not isinstance(row[i], bool) for row in table.rows)
        drawn.add_column(Text(column), justify="right" if numeric else "left", overflow="fold")
    for row in table.rows:
        drawn.add_row(*[Text(_cut(short_text(cell) if table.heat else cell_text(cell))) for cell in row])
    return drawn


def _cut(text: str) -> str:
    """Leave out the rest of a text that nobody reads in a terminal, where it would take minutes to draw."""
    if len(text) <= LONGEST:
        return text
    kept = "\n".join(text[:LONGEST].split("\n")[:MOST_LINES])
    return f"{kept} ... ({len(text):,} characters)"


class Progressbar:
    """Progress drawn by rich on standard error; nothing at all when not enabled."""

    def __init__(self, *, enabled: bool = True) -> None:
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        console = Console(stderr=True)
        self.bar = RichProgress(
            *columns, console=console, transient=True, disable=not (enabled and console.is_terminal)
        )
        self.task: TaskID | None = None
        self._tells = not self.bar.disable

    def __enter__(self) -> "Progressbar":
        if self._tells:
            WAITING.tell_with(lambda text: self.bar.console.print(text, markup=False, highlight=False))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        WAITING.tell_with(None)
        self.bar.stop()

    def stage(self, label: str, total: int | None = None) -> None:
        """Replace the bar by one for the new stage."""
        if self.task is None:
            self.bar.start()
        else:
            self.bar.remove_task(self.task)
        self.task = self.bar.add_task(label, total=total)

    def rest(self) -> None:
        """Take the bar away until the next stage begins."""
        if self.task is not None:
            self.bar.remove_task(self.task)
            self.task = None
            self.bar.stop()

    def advance(self, steps: int = 1) -> None:
        """Move the bar on."""
        if self.task is not None:
            self.bar.advance(self.task, steps)

    def tell(self, label: str) -> None:
        """Change the text before the bar."""
        if self.task is not None:
            self.bar.update(self.task, description=label)
