"""The door to R-Rivals: rules with settings, position texts, the solution."""

from typing import TYPE_CHECKING, Annotated

from saizen.games.rivals.rules import Rivals, RivalsPosition
from saizen.games.rivals.text import read as read_position
from saizen.games.rivals.variants import PRESETS, read_rules
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from saizen.balance.measures import Balance, Careless
    from saizen.games.rivals.solved import RivalsSolution
    from saizen.store import Store

RulesName = Annotated[str, f"Rules: {', '.join(PRESETS)}."]
Settings = Annotated[list[str] | None, "Change a rule: prince.strength=6, points_to_win=3, remove=clown, ..."]


def game(*, rules: RulesName = "paper", set_: Settings = None) -> Rivals:
    """Return R-Rivals with some rules, from the full hands.

    >>> game(set_=["remove=clown"]).start().mine == frozenset(range(1, 8))
    True
    """
    return Rivals(read_rules(rules, set_))


def read(text: str, *, rules: RulesName = "paper", set_: Settings = None) -> tuple[Rivals, RivalsPosition]:
    """Read a position text; the game returned begins there.

    >>> read("34567/12346 0-3 1-1 spy+ seen=3")[1].seen
    3
    """
    chosen = read_rules(rules, set_)
    position = read_position(text, chosen)
    return Rivals(chosen, position), position


def solution(game: Rivals, *, store: "Store | None" = None, progress: Progress = SILENT) -> "RivalsSolution":
    """Return the exact solution of a game: every position that can follow its start.

    The table of the store is used if it is there; else a position is solved when it is asked for.

    >>> solution(read("23/01 3-3 1-1")[0]).strategy("23/01 3-3 1-1")
    {2: Fraction(1, 2), 3: Fraction(1, 2)}
    """
    from saizen.games.rivals.solved import answering

    return answering(game.rules, start=game.start(), store=store, progress=progress)


def measure(
    game: Rivals,
    *,
    careless: "Sequence[Careless]",
    store: "Store | None" = None,
    progress: Progress = SILENT,
) -> "Balance":
    """Measure the balance by the layers; the generic walk over half a million positions would take long."""
    from saizen.games.rivals.measures import measure_balance

    return measure_balance(game.rules, progress, store, careless)


def original(*, rules: str = "paper") -> str:
    """Return what changed rules are compared with where nothing is said: the preset, by its name."""
    return rules


SMALL = {
    "spy, assassin, wizard, general": ("paper", "clown princess minister prince", ()),
    "clown, princess, minister, prince": ("paper", "spy assassin wizard general", ()),
    "assassins reversed": ("assassin-reversed", "clown princess wizard prince", ()),
    "five cards, changed": (
        "paper",
        "princess assassin minister",
        ("points_to_win=2", "prince.strength=6", "general_bonus=3"),
    ),
    "princess takes the trick": (
        "paper",
        "clown spy wizard general",
        ("princess_takes=trick", "minister_points=3", "points_to_win=3"),
    ),
    "other abilities": (
        "paper",
        "princess wizard general prince",
        ("assassin.ability=spy", "clown.ability=none", "minister.ability=general"),
    ),
}


def small() -> dict[str, Rivals]:
    """Return games with four or five cards, which together have every kind of position and setting."""
    return {
        name: game(rules=rules, set_=[*(f"remove={card}" for card in removed.split()), *settings])
        for name, (rules, removed, settings) in SMALL.items()
    }
