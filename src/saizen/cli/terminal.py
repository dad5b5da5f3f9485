"""The look of answers and progress in a terminal; texts for people come out as they went in.

Rich is imported when something is drawn: help needs none of it.
"""

import logging
import sys
import threading
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from saizen.drawing import Drawing, plain_cell

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import TaskID
    from rich.table import Table as RichTable
    from rich.text import Text

    from saizen.answer import Answer
    from saizen.answer.table import Table

KERNELS = logging.getLogger("saizen.kernels")
"""Says that something is being compiled."""
LONGEST = 20_000
"""Characters of a cell or a sentence that are printed; ``--json`` and ``--out`` have all of them."""
MOST_LINES = 1000
"""Lines that are printed of one that is longer than that."""
SPEAKS = 5.0
"""Seconds between two lines that say how far work is, where no bar is drawn."""


def plain_console(**settings: Any) -> "Console":
    """Return a console that says like any other stream that its reader has left."""
    from rich.console import Console

    class Left(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Left(**settings)


def show(answer: "Answer", console: "Console | None" = None) -> None:
    """Print an answer for a person: tables first, then the sentences."""
    from rich.text import Text

    console = console or plain_console()
    for table in answer.tables:
        # the title not by the table, which would wrap it at its own width
        console.print(Text(_cut(table.title), "bold"))
        console.print(rich_table(table))
    for note in answer.notes:
        console.print(_cut(note), markup=False, highlight=False, emoji=False)


def rich_table(table: "Table") -> "RichTable":
    """Turn a table of ours into one that rich draws, without its title; numbers stand to the right."""
    from rich.table import Table as RichTable
    from rich.text import Text

    from saizen.answer.table import cell_text, short_text

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
    shown = "\n".join(text[:LONGEST].split("\n")[:MOST_LINES])
    return f"{shown} ... ({len(text):,} characters)"


class _Log(logging.Handler):
    """Prints above the bar what is logged."""

    def __init__(self, console: "Console") -> None:
        super().__init__()
        self._console = console

    def emit(self, record: logging.LogRecord) -> None:
        """Print one message."""
        self._console.print(record.getMessage(), markup=False, highlight=False)


class Speaker(threading.Thread):
    """Says a line on standard error every few seconds, where that is a pipe or a file and no bar is drawn."""

    def __init__(self) -> None:
        super().__init__(daemon=True, name="saizen-progress")
        self.label: str | None = "working"
        """What is done; None while a person is asked."""
        self.done = 0
        self.total: int | None = None
        self._ended = threading.Event()

    def run(self) -> None:
        """Say how far work is until it ends; whoever does not read that misses nothing."""
        while not self._ended.wait(SPEAKS):
            if self.label is None:
                continue
            steps = f": {self.done:,}" if self.done else ""
            share = f" of {self.total:,}" if self.total and steps else ""
            try:
                sys.stderr.write(f"saizen: {self.label}{steps}{share}\n")
                sys.stderr.flush()
            except (AttributeError, OSError, ValueError):
                return

    def start(self) -> None:
        """Begin where standard error is a stream of the system's."""
        try:
            sys.stderr.fileno()
        except (AttributeError, OSError, ValueError):
            return
        super().start()

    def stop(self) -> None:
        """Say no more."""
        self._ended.set()


class Progressbar:
    """Progress drawn by rich on standard error; nothing at all when not enabled.

    With ``asks`` whoever sits at the terminal is asked whether to begin with what takes long.
    """

    def __init__(self, *, enabled: bool = True, asks: bool = False) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        console = plain_console(stderr=True)
        self.bar = RichProgress(
            *columns, console=console, transient=True, disable=not (enabled and console.is_terminal)
        )
        self.task: TaskID | None = None
        self._log = _Log(self.bar.console) if not self.bar.disable else None
        self._speaker = Speaker() if self.bar.disable and not console.is_terminal else None
        self._asks = asks and all(_at_terminal(stream) for stream in (sys.stdin, sys.stderr))

    def __enter__(self) -> "Progressbar":
        if self._log is not None:
            KERNELS.addHandler(self._log)
            KERNELS.setLevel(logging.INFO)
        if self._speaker is not None:
            self._speaker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._log is not None:
            KERNELS.removeHandler(self._log)
            KERNELS.setLevel(logging.NOTSET)
        if self._speaker is not None:
            self._speaker.stop()
        self.bar.stop()

    def stage(self, label: str, total: int | None = None) -> None:
        """Replace the bar by one for the new stage."""
        if self._speaker is not None:
            self._speaker.label, self._speaker.done, self._speaker.total = label, 0, total
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
        if self._speaker is not None:
            self._speaker.label = None

    def advance(self, steps: int = 1) -> None:
        """Move the bar on."""
        if self._speaker is not None:
            self._speaker.done += steps
        if self.task is not None:
            self.bar.advance(self.task, steps)

    def tell(self, label: str) -> None:
        """Change the text before the bar."""
        if self._speaker is not None:
            self._speaker.label = label
        if self.task is not None:
            self.bar.update(self.task, description=label)

    def agree(self, question: str) -> bool:
        """Ask whoever sits at the terminal; nobody agrees where nobody does."""
        if not self._asks:
            return False
        import typer

        self.rest()
        return typer.confirm(question, default=False, err=True)


def _at_terminal(stream: Any) -> bool:
    return stream is not None and stream.isatty()


STYLES = {
    "card": "bold black on white",
    "mark": "bold white on dark_orange3",
    "back": "white on blue",
    "empty": "dim",
    "label": "",
}
COLUMNS = 80
WIDTH = 17
"""Columns of the picture of a game's value."""


def draw_board(drawing: Drawing) -> "Text":
    """Draw a board: the same characters as `Drawing.text`, with colours."""
    from rich.cells import cell_len
    from rich.text import Text

    signs = [[plain_cell(cell) for cell in row] for row in drawing.rows]
    columns = max((len(row) for row in signs), default=0)
    widths = [
        max((cell_len(row[i]) for row in signs if len(row) > max(i, 1)), default=0) for i in range(columns)
    ]
    board = Text()
    for row, cells in zip(signs, drawing.rows, strict=True):
        for i, (sign, cell) in enumerate(zip(row, cells, strict=True)):
            board.append(sign, STYLES.get(cell.kind, ""))
            if i + 1 < len(row):
                board.append(" " * (max(0, widths[i] - cell_len(sign)) + 1))
        board.append("\n")
    for note in drawing.notes:
        board.append(f"{note}\n")
    return board


def course(record: Mapping[str, Any]) -> list[str]:
    """Draw a game's value move by move, what each choice cost, and mark the mistakes.

    Where the solution estimates there is no value to draw; the costs are shares of the best choice.
    """
    from saizen.exact import number  # loads FLINT, which help does without

    entries: Sequence[Mapping[str, Any]] = record["entries"]
    values: Sequence[Any] = record["values"]
    numbers = [value for value in values if value is not None]
    low, high = (min(numbers), max(numbers)) if numbers else (0, 0)
    lines = []
    for ply, entry in enumerate(entries):
        after = values[ply + 1] if values else None
        cost = entry["cost"]
        mark = (
            ""
            if not cost
            else f"  costs {number(cost)}" + (f", best: {entry['best']}" if entry["best"] else "")
        )
        sign = "?" if cost else " "
        shown = "" if after is None else f"{number(after):>8} {_dot(after, low, high)}"
        line = f"{ply + 1:>3} {entry['player']:<8.8} {entry['move']:<14.14}{sign} {shown}{mark}".rstrip()
        lines.append(line if len(line) <= COLUMNS else line[: COLUMNS - 3] + "...")
    return lines


def _dot(value: Any, low: Any, high: Any) -> str:
    """Draw where a value lies; exact ones stay so, since they may be beyond floats."""
    place = round((value - low) / (high - low) * (WIDTH - 1)) if high > low else WIDTH // 2
    return "|" + "." * place + "o" + "." * (WIDTH - 1 - place) + "|"
