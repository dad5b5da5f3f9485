"""Questions: the functions behind the command line, with options that come as JSON."""

from collections.abc import Iterable, Mapping
from typing import Any

from saizen.advice import Answer, Table, cell_text, plain
from saizen.errors import SaizenError
from saizen.games import OWN_COMMANDS
from saizen.games.entry import Entry, fitted
from saizen.games.options import Option, function_of, options_of, parameters_of
from saizen.notation import checked, not_among
from saizen.store import Store
from saizen.work import Progress

ELSEWHERE = ("play", "watch", "build", "verify", "plot", "export")
"""Commands that are no questions: sittings are played, the others read or write files."""
FIXED = {"workers": 1, "cluster": None, "keep": False}
"""Options that the server decides: where and how widely work runs, and what stays on its disk."""
MOST = {"max_positions": 2_000_000}
"""The largest numbers that an option may have here: beyond them a question fills the memory."""


def commands(entry: Entry) -> list[str]:
    """Return what can be asked of a game.

    >>> from saizen import load
    >>> commands(load("rivals"))
    ['solve', 'advise', 'check', 'balance']
    """
    return [name for name in getattr(entry, "commands", OWN_COMMANDS) if name not in ELSEWHERE]


def offered(options: Iterable[Option]) -> list[Option]:
    """Leave out what names a file, and what the server decides."""
    return [option for option in options if not option.names_a_file and option.name not in FIXED]


def read_options(options: Iterable[Option], given: Mapping[str, Any], whose: str) -> dict[str, Any]:
    """Return options by the names of their parameters; what is unknown or of the wrong kind is refused.

    A null is as if the option were not there.
    """
    known = {option.name: option for option in offered(options)}
    found = {}
    for name, value in given.items():
        if name not in known:
            raise SaizenError(not_among(name, list(known), f"an option of {whose} here"))
        if value is not None:
            found[known[name].parameter] = _read(known[name], value)
    return found


def _read(option: Option, value: Any) -> Any:
    if isinstance(value, dict):
        raise SaizenError(f"{option.name}: an option is a text, a number, true or false, or a list of texts")
    value = fitted(option.name, value, option.hint)
    for text in value if isinstance(value, list) else [value]:
        if isinstance(text, str):
            checked(text)
    if option.choices and value not in option.choices:
        raise SaizenError(not_among(str(value), [str(word) for word in option.choices], option.name))
    if option.name in MOST and value > MOST[option.name]:
        raise SaizenError(f"{option.name} = {value}: at most {MOST[option.name]} here")
    return float(value) if float in option.kinds and isinstance(value, int) else value


def ask(
    entry: Entry,
    command: str,
    position: str | None,
    given: Mapping[str, Any],
    store: Store,
    progress: Progress,
) -> Answer:
    """Ask a question as ``saizen COMMAND GAME POSITION --json`` does, and return its answer.

    The argument of a command, a position or a claim, may also be given by its name among the options.
    """
    function = function_of(entry, command)
    options = options_of(function)
    whose = f"saizen {command} {entry.name}"
    values = read_options(options, given, whose)
    argument = next((option for option in options if option.argument), None)
    if position is not None:
        if argument is None:
            raise SaizenError(f"{whose} takes no position; leave it out")
        if argument.parameter in values:
            raise SaizenError(f"{whose}: {argument.name} is given twice")
        values[argument.parameter] = checked(position)
    if argument is not None and argument.required and argument.parameter not in values:
        raise SaizenError(f"{whose} needs a {argument.name}, such as {entry.example}")
    special = {"progress": progress, "store": store, **FIXED}
    taken = {p.name: special[p.name] for p in parameters_of(function) if p.name in special}
    first = [values.pop(argument.parameter)] if argument and argument.parameter in values else []
    # what goes wrong in somebody's own game is told as such; in ours it is a bug
    with entry.at_work():
        answer: Answer = function(*first, **values, **taken)
    return answer


def shown(answer: Answer) -> dict[str, Any]:
    """Return tables and sentences for people as JSON knows them; cells are texts."""
    return {"tables": [table_data(table) for table in answer.tables], "notes": list(answer.notes)}


def table_data(table: Table) -> dict[str, Any]:
    """Return a table as JSON knows it.

    >>> table_data(Table("t", ("a", "b"), [(1, None)]))["rows"]
    [['1', '']]
    """
    rows = [[cell_text(cell) for cell in row] for row in table.rows]
    return {"title": table.title, "columns": list(table.columns), "rows": rows, "heat": table.heat}


def answer_data(answer: Answer, with_tables: bool) -> dict[str, Any]:
    """Return what ``--json`` prints or, with tables, that under ``data`` beside what people read."""
    data: dict[str, Any] = plain(answer.data)
    return {"data": data, **shown(answer)} if with_tables else data
