"""R-Rivals as an entry of the catalogue: its names, its options, its rules, its solution."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from saizen.games import Entry
from saizen.games.options import Options
from saizen.games.rivals.variants import PRESETS, read_rules
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from saizen.balance.measures import Balance, Careless
    from saizen.games.rivals.rules import Rivals, RivalsPosition
    from saizen.games.rivals.solved import RivalsSolution
    from saizen.store import Store


@dataclass(frozen=True, slots=True)
class RivalsOptions(Options):
    """Which rules are played."""

    rules: Annotated[str, f"The rules: {' or '.join(PRESETS)}."] = "paper"
    set: Annotated[
        tuple[str, ...], "Change a rule: prince.strength=6, points_to_win=3, remove=clown, ..."
    ] = ()


USUAL, NONE = RivalsOptions(), Options()


def game(options: RivalsOptions = USUAL) -> "Rivals":
    """Return R-Rivals with some rules, from the full hands.

    >>> game(RivalsOptions(set=("remove=clown",))).start().mine == frozenset(range(1, 8))
    True
    """
    from saizen.games.rivals.rules import Rivals

    return Rivals(read_rules(options.rules, options.set))


def read(text: str, options: RivalsOptions = USUAL) -> "tuple[Rivals, RivalsPosition]":
    """Read a position text; the game returned begins there. A position that cannot arise is refused.

    >>> read("34567/12346 0-3 1-1 spy+ seen=3")[1].seen
    3
    """
    from saizen.games.rivals.rules import Rivals
    from saizen.games.rivals.text import read as read_position

    full = game(options)
    position = read_position(text, full.rules)
    if position == full.start():
        return full, position
    from saizen.games.rivals.solving.reachable import check_reachable

    check_reachable(full.rules, position)
    return Rivals(full.rules, position), position


def solution(
    game: "Rivals",
    options: Options = NONE,
    *,
    store: "Store | None" = None,
    progress: Progress = SILENT,
) -> "RivalsSolution":
    """Return the exact solution of a game's rules; all games with these rules share it, wherever they begin.

    >>> solution(game()).strategy("23/01 3-3 1-1")
    {2: Fraction(1, 2), 3: Fraction(1, 2)}
    """
    from saizen.games.rivals.solved import solve_on_demand

    solved = solve_on_demand(game.rules, store=store, progress=progress)
    solved.find(game.start())  # what cannot arise is refused, although nobody read it from a text
    return solved


def measure(
    game: "Rivals",
    *,
    careless: "Sequence[Careless]",
    store: "Store | None" = None,
    progress: Progress = SILENT,
) -> "Balance":
    """Measure the balance by the layers; the generic walk over half a million positions would take long."""
    from saizen.games.rivals.equilibria.measures import measure_balance

    return measure_balance(game.rules, progress, store, careless)


def original(options: RivalsOptions = USUAL) -> str:
    """Return what changed rules are compared with where nothing is said: the preset, by its name."""
    return options.rules


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


def small() -> "dict[str, Rivals]":
    """Return games with four or five cards, which together have every kind of position and setting."""
    return {
        name: game(RivalsOptions(rules, (*(f"remove={card}" for card in removed.split()), *settings)))
        for name, (rules, removed, settings) in SMALL.items()
    }


ENTRY = Entry(
    name="rivals",
    title="R-Rivals (Brave Rats)",
    title_ja="アールライバルズ",
    summary="eight cards each, played at once; the equilibrium of every position",
    form="OWN/OPP POINTS STAKES [spy+|spy-] [gen+|gen-] [seen=C].",
    sample="01234567/01234567 0-0 1-1",
    package="saizen.games.rivals",
    options=RivalsOptions,
    stored=RivalsOptions,
    make=game,
    parse=read,
    solve=solution,
    small=small,
    measure=measure,
    original=original,
    commands={"solve": "Solve a whole game and show its value."},
)
