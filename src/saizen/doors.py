"""The two questions in one call each: what is best here, and let us play."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from saizen.advice import Advice
from saizen.errors import rules_at_work
from saizen.game import DEALER, names_of
from saizen.games import load
from saizen.games.entry import Entry
from saizen.sitting import PERSON, Sitting, read_strength, seat_list
from saizen.solution import Solution
from saizen.store import Store
from saizen.work import SILENT, Progress


def advise(game: str | Entry, position: Any, **options: Any) -> Advice:
    """Tell the best moves at a position and what every other move costs.

    ``game`` is one of the five, ``FILE.py:Class``, or an entry from `saizen.load`; ``position`` is its text,
    or a position object; ``options`` are those of ``saizen advise``. The answer's ``data`` is what
    ``--json`` prints.

    >>> advise("examples/nim.py:Nim", "((2, 1), 0)", heaps=(2, 1)).data["value"]
    1
    """
    entry = load(game) if isinstance(game, str) else game
    text = position if isinstance(position, str) else entry.text_of(position, **options)
    return entry.advise(text, **options)


def sit(
    game: str | Entry,
    *,
    seat: str | int | Sequence[str | int] | None = None,
    opponent: str | float = "perfect",
    seed: int | None = None,
    start: str | None = None,
    options: Mapping[str, Any] | None = None,
    store: Store | None = None,
    progress: Progress = SILENT,
    solver: Mapping[str, Any] | None = None,
    solve: Callable[[Any], Solution[Any] | None] | None = None,
    **more: Any,
) -> Sitting:
    """Sit down at a game; machines and dice act until a person is awaited.

    Parameters
    ----------
    game
        One of the five, ``FILE.py:Class``, or an entry from `saizen.load`.
    seat
        Where people sit: a player's name, ``"dealer"``, several of them, ``"all"`` (an assistant beside a
        real table: everything is entered), or ``"none"``; the first player by default.
    opponent
        How strong the machines are: ``"perfect"``, ``"random"``, or a number from 0 to 1.
    seed
        Of dice, decks and machines; a random one by default.
    start
        A position text to start from.
    options
        The options of the game; they can also be given as further keywords.
    store, progress, solver
        Where solved tables are kept, who watches, and options of the solution.
    solve
        What makes the solution of the rules, instead of these three.

    Examples
    --------
    >>> sit("examples/rock_paper_scissors.py:RockPaperScissors", seed=1).moves()
    ['rock', 'paper', 'scissors']
    """
    entry = load(game) if isinstance(game, str) else game
    chosen = {**(options or {}), **more}
    strength = read_strength(opponent)
    with rules_at_work(f"the start of {entry.name}"):
        rules = entry.game(**chosen) if start is None else entry.read(start, **chosen)[0]
        people = seat_list(rules, seat)
    seats: dict[int, Any] = dict.fromkeys(people, PERSON)
    for number in names_of(rules):
        seats.setdefault(number, 1.0 if number == DEALER else strength)

    number = random.SystemRandom().randrange(2**31) if seed is None else seed
    solve = solve or solved_by(entry, store=store, progress=progress, solver=solver)
    sitting = Sitting(entry, options=chosen, start=start, seats=seats, seed=number, solve=solve)
    sitting.advance()
    return sitting


def solved_by(
    entry: Entry,
    *,
    store: Store | None = None,
    progress: Progress = SILENT,
    solver: Mapping[str, Any] | None = None,
) -> Callable[[Any], Solution[Any] | None]:
    """Return the function with which a sitting gets its solution when it first needs one."""

    def solve(rules: Any) -> Solution[Any] | None:
        progress.stage(f"solving {entry.name}")
        return entry.solution(rules, store=store, progress=progress, **(solver or {}))

    return solve
