"""Games in progress: `sit` starts a `Sitting`."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from saizen.errors import rules_at_work
from saizen.game import DEALER, names_of
from saizen.games import Entry, load
from saizen.sitting.link import Event
from saizen.sitting.players import PERSON, read_strength, seat_list
from saizen.sitting.record import Cost
from saizen.sitting.sitting import Sitting
from saizen.solution import Solution
from saizen.store import Store
from saizen.work import SILENT, Progress

__all__ = ["PERSON", "Cost", "Event", "Sitting", "read_strength", "seat_list", "sit", "solved_by"]


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
        The seats of people: a player's name, ``"dealer"``, several of them, ``"all"`` (an assistant beside a
        real table: everything is entered), or ``"none"``; the first player by default.
    opponent
        The strength of the machines: ``"perfect"``, ``"random"``, or a number from 0 to 1.
    seed
        Of dice, decks and machines; a random one by default.
    start
        A position text to start from.
    options
        The options of the game; they can also be given as further keywords.
    store, progress, solver
        The directory of solved tables, who watches, and options of the solution.
    solve
        A function that makes the solution of the rules, instead of these three.

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
