"""How answers, questions and progress look in a terminal, and the same as lines of JSON."""

import json
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress
from rich.table import Table as RichTable

from saizen.advice import Answer, Table, cell_text, plain


def show(answer: Answer, console: Console | None = None) -> None:
    """Print an answer for a person: tables first, then the sentences."""
    console = console or Console()
    for table in answer.tables:
        console.print(rich_table(table))
    for note in answer.notes:
        console.print(note, markup=False, highlight=False)


def rich_table(table: Table) -> RichTable:
    """Turn a table of ours into one that rich draws; numbers stand to the right."""
    drawn = RichTable(title=table.title, title_justify="left", title_style="bold")
    for i, column in enumerate(table.columns):
        numeric = all(isinstance(row[i], int | float) and not isinstance(row[i], bool) for row in table.rows)
        drawn.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in table.rows:
        drawn.add_row(*[cell_text(cell) for cell in row])
    return drawn


class TerminalTalk:
    """A conversation with a person at a terminal."""

    def __init__(self) -> None:
        self.console = Console()

    def say(self, something: Any = "") -> None:
        """Print a text, a table, or anything rich knows."""
        if isinstance(something, Answer):
            show(something, self.console)
        elif isinstance(something, Table):
            self.console.print(rich_table(something))
        else:
            self.console.print(something, highlight=False, markup=False)

    def ask(self, question: str, choices: Sequence[str] | None = None) -> str:
        """Ask until the answer is among the choices; the end of input raises ``EOFError``."""
        if sys.stdin is None:
            raise EOFError
        while True:
            answer = self.console.input(f"{question} ", markup=False).strip()
            if choices is None or answer in choices:
                return answer
            self.say(f"{answer!r} is not possible here; choose one of: {', '.join(choices)}")


class JsonTalk:
    """The same conversation as JSON, a line for each thing said or asked; answers are lines of text."""

    def say(self, something: Any = "") -> None:
        """Print one object with the key ``say`` or, for a table, ``table``."""
        if isinstance(something, Table):
            shown: dict[str, Any] = {
                "table": something.title,
                "columns": list(something.columns),
                "rows": [list(row) for row in something.rows],
            }
        elif isinstance(something, Answer):
            shown = dict(something.data)
        else:
            shown = {"say": str(something)}
        print(json.dumps(plain(shown), ensure_ascii=False), flush=True)

    def ask(self, question: str, choices: Sequence[str] | None = None) -> str:
        """Print one object with ``ask`` and ``choices``; read answers until one is possible."""
        while True:
            asked = {"ask": question, "choices": None if choices is None else list(choices)}
            print(json.dumps(asked, ensure_ascii=False), flush=True)
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            if choices is None or line.strip() in choices:
                return line.strip()


class Progressbar:
    """Progress drawn by rich on standard error; nothing at all when not enabled."""

    def __init__(self, *, enabled: bool = True) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        self.bar = RichProgress(
            *columns, console=console, transient=True, disable=not (enabled and console.is_terminal)
        )
        self.task: TaskID | None = None

    def __enter__(self) -> "Progressbar":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.stop()

    def stage(self, label: str, total: int | None = None) -> None:
        """Replace the bar by one for the new stage."""
        if self.task is None:
            self.bar.start()
        else:
            self.bar.remove_task(self.task)
        self.task = self.bar.add_task(label, total=total)

    def advance(self, steps: int = 1) -> None:
        """Move the bar on."""
        if self.task is not None:
            self.bar.advance(self.task, steps)

    def tell(self, label: str) -> None:
        """Change the text before the bar."""
        if self.task is not None:
            self.bar.update(self.task, description=label)
