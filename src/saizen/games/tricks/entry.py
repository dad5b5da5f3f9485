"""The door to the trick-taking game: its rules, its positions, its solution."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from saizen.errors import SaizenError
from saizen.game import Game
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, Tricks, TricksPosition
from saizen.games.tricks.text import deal, parse_position
from saizen.notation import not_among, short
from saizen.solution import Solution
from saizen.store import Store
from saizen.work import SILENT, Progress

DEALT_CARDS = 5
"""Cards a hand where nothing is said."""
Goal = Annotated[Literal["take", "avoid"], "Whether score cards are wanted, or to be avoided as in Hearts."]
Size = Annotated[int | None, "Deal so many cards a hand (5)."]
Counting = Annotated[str | None, "Which cards count: 4 (strongest; n of them), bottom:4, 3..6 or 8,5,2."]
LeftHand = Annotated[str | None, "Left's cards as numbers, such as 8,7,3,1, instead of dealing them."]
RightHand = Annotated[str | None, "Right's cards as numbers."]
Leader = Annotated[
    Literal["L", "R"] | None, "Who leads; drawn where cards are dealt, Left with --left and --right."
]


def game(
    *,
    n: Size = None,
    score: Counting = None,
    left: LeftHand = None,
    right: RightHand = None,
    lead: Leader = None,
    objective: Goal = "take",
) -> Tricks:
    """Return the game in which hands are dealt from the seed, or with the hands that are given.

    >>> game(n=3, score="2")
    <Tricks 3 cards a hand, score 2, take>
    >>> game(left="4,2", right="3,1", score="2", objective="avoid")
    <Tricks ABab lead=L, avoid>
    """
    _checked_words(score=score, left=left, right=right)
    goal = Objective.read(objective)
    if lead not in (None, LEFT, RIGHT):
        raise SaizenError(f"--lead {lead}: the players are L and R")
    if left is not None or right is not None:
        if n is not None:
            raise SaizenError(f"--n {n} is for dealing cards and does not go with --left and --right")
        given = _listed(left, right, score, lead or LEFT, None)
        return Tricks(given.cards, given.lead, goal)
    if n is not None and type(n) is not int:
        raise SaizenError(f"--n {short(str(n))}: use a number of cards")
    size = DEALT_CARDS if n is None else n
    return Tricks.dealing(size, str(size) if score is None else score, goal, lead)


def read(
    text: str,
    *,
    n: Size = None,
    score: Counting = None,
    left: LeftHand = None,
    right: RightHand = None,
    lead: Leader = None,
    led: int | None = None,
    objective: Goal = "take",
) -> tuple[Tricks, TricksPosition]:
    """Read a position: from its text, or, where that is empty, from the two hands.

    >>> read("AABBbaba lead=R led=4")
    (<Tricks AABBbaba lead=R, take>, TricksPosition(cards='AABBbaba', lead='R', led=4))
    """
    _checked_words(score=score, left=left, right=right)
    goal = Objective.read(objective)
    lists = left is not None or right is not None
    if text and lists:
        raise SaizenError(f"{short(text)!r}: give either a position or --left and --right, not both")
    if n is not None:
        raise SaizenError(f"{short(text)!r}: --n is for dealing cards and does not go with a position")
    if not text:
        position = _listed(left, right, score, lead or LEFT, led)
    elif score is not None:
        raise SaizenError(f"--score {score}: a position text marks its score cards itself")
    elif lead not in (None, LEFT) or led is not None:
        raise SaizenError(
            f"{short(text)!r}: --lead and --led do not go with a position text: "
            "write lead=R or led=CARD in it"
        )
    else:
        position = parse_position(text)
    return Tricks(position.cards, position.lead, goal), position


def _listed(
    left: str | None, right: str | None, score: str | None, lead: str, led: int | None
) -> TricksPosition:
    if left is None or right is None or score is None:
        raise SaizenError("give a position such as 'AABBbaba lead=L', or --left, --right and --score")
    return deal(left, right, score, lead, led)


def _checked_words(**options: Any) -> None:
    """Refuse what is no text where text is wanted; options may come from a link."""
    for name, value in options.items():
        if value is not None and not isinstance(value, str):
            raise SaizenError(f"--{name} {short(str(value))}: use text, such as '4'")


def solution(
    game: Game[Any], *, store: Store | None = None, progress: Progress = SILENT
) -> Solution[TricksPosition]:
    """Return the solution of the game; its tables come from the store or are made now.

    >>> solution(Tricks("ABABba")).value("ABABba lead=R")
    3
    """
    from saizen.games.tricks.solved import TricksSolution

    if not isinstance(game, Tricks):
        raise SaizenError(not_among(type(game).__name__, ["Tricks"], "solved here"))
    return TricksSolution(game, store, progress)


def small() -> Mapping[str, Game[Any]]:
    """Return small games: both objectives, either leader, score cards at every place, all and none."""
    return {
        "take, the strongest count": Tricks("AABBbaba"),
        "take, Right leads, scattered score cards": Tricks("aBbAaBbA", RIGHT),
        "take, all count": Tricks("ABABBA", RIGHT),
        "take, none counts": Tricks("abba"),
        "avoid, the weakest count": Tricks("abbaBABA", LEFT, Objective.AVOID),
        "avoid, Right leads, neighbours count": Tricks("baABBaab", RIGHT, Objective.AVOID),
        "dealt from the seed": Tricks.dealing(3, "2..4", Objective.AVOID),
    }
