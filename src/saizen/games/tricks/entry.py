"""The trick-taking game as an entry of the catalogue: its names, its options, its rules, its solution."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from saizen.errors import SaizenError
from saizen.games import Entry
from saizen.games.options import Options
from saizen.notation import not_among, short
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.game import Game
    from saizen.games.tricks.rules import Tricks, TricksPosition
    from saizen.games.tricks.solved import TricksSolution
    from saizen.store import Store

DEALT_CARDS = 5
"""Cards a hand where nothing is said."""
FORM = "Cards from the strongest (A a Left's, B b Right's, capitals count), lead=L|R, led=CARD, dealt=CARDS."
Goal = Annotated[Literal["take", "avoid"], "Take score cards, or avoid them as in Hearts."]


@dataclass(frozen=True, slots=True)
class TricksOptions(Options):
    """The options of the rules: the hands, the score cards, and the objective."""

    n: Annotated[int | None, "Number of cards to deal to each hand; default 5.", range(1, 21)] = None
    score: Annotated[
        str | None,
        "Score cards: 4 (strongest), bottom:4, 3..6 or 8,5,2. Default: the strongest n.",
    ] = None
    left: Annotated[str | None, "Left's cards as numbers, such as 8,7,3,1. Without it they are dealt."] = None
    right: Annotated[str | None, "Right's cards as numbers."] = None
    lead: Annotated[
        Literal["L", "R"] | None,
        "The leader. Default: random for dealt cards, Left with --left and --right.",
    ] = None
    led: Annotated[int | None, "The card that has been led (with --left and --right)."] = None
    objective: Goal = "take"


USUAL, NONE = TricksOptions(), Options()


def game(options: TricksOptions = USUAL) -> "Tricks":
    """Return the game in which hands are dealt from the seed, or with the hands that are given.

    >>> game(TricksOptions(n=3, score="2"))
    <Tricks 3 cards a hand, score 2, take>
    >>> game(TricksOptions(left="4,2", right="3,1", score="2", objective="avoid"))
    <Tricks ABab lead=L, avoid>
    """
    from saizen.games.tricks.rules import LEFT, Tricks
    from saizen.games.tricks.text import deal

    left, right, score, led = options.left, options.right, options.score, options.led
    if left is None and right is None:
        if led is not None:
            raise SaizenError(f"--led {led} goes with --left and --right; in a position text write led={led}")
        size = DEALT_CARDS if options.n is None else options.n
        return Tricks.dealing(size, str(size) if score is None else score, options.objective, options.lead)
    if options.n is not None:
        raise SaizenError(f"--n {options.n} is for dealing cards and does not go with --left and --right")
    if left is None or right is None or score is None:
        raise SaizenError("give a position such as 'AABBbaba lead=L', or --left, --right and --score")
    return Tricks.at(deal(left, right, score, options.lead or LEFT, led), options.objective)


def read(text: str, options: TricksOptions = USUAL) -> "tuple[Tricks, TricksPosition]":
    """Read a position text; the game returned begins there. An empty text is the start of the game.

    >>> read("AABBbaba lead=R led=4")
    (<Tricks AABBbaba lead=R led=4, take>, TricksPosition(cards='AABBbaba', lead='R', led=4))
    """
    from saizen.games.tricks.rules import Tricks
    from saizen.games.tricks.text import parse_position

    if not text.strip():
        rules = game(options)
        return rules, rules.start()
    shown = repr(short(text))
    if options.left is not None or options.right is not None:
        raise SaizenError(f"{shown}: give either a position or --left and --right, not both")
    if options.n is not None:
        raise SaizenError(f"{shown}: --n is for dealing cards and does not go with a position")
    if options.score is not None:
        raise SaizenError(f"--score {options.score}: a position text marks its score cards itself")
    position = parse_position(text)
    if options.lead not in (None, position.lead) or options.led is not None:
        raise SaizenError(
            f"{shown}: --lead and --led do not go with a position text: write lead=R or led=CARD in it"
        )
    return Tricks.at(position, options.objective), position


def solution(
    game: "Game[Any]",
    options: Options = NONE,
    *,
    store: "Store | None" = None,
    progress: Progress = SILENT,
) -> "TricksSolution":
    """Return the solution of the game; its tables come from the store or are made now.

    >>> solution(read("ABABba")[0]).value("ABABba lead=R")
    3
    """
    from saizen.games.tricks.rules import Tricks
    from saizen.games.tricks.solved import TricksSolution

    if not isinstance(game, Tricks):
        raise SaizenError(not_among(type(game).__name__, ["Tricks"], "solved here"))
    return TricksSolution(game, store, progress)


def small() -> "dict[str, Tricks]":
    """Return small games: both objectives, either leader, score cards at every place, all and none."""
    from saizen.games.tricks.rules import LEFT, RIGHT, Objective, Tricks

    return {
        "take, the strongest count": Tricks("AABBbaba"),
        "take, Right leads, scattered score cards": Tricks("aBbAaBbA", RIGHT),
        "take, all count": Tricks("ABABBA", RIGHT),
        "take, none counts": Tricks("abba"),
        "avoid, the weakest count": Tricks("abbaBABA", LEFT, Objective.AVOID),
        "avoid, Right leads, neighbours count": Tricks("baABBaab", RIGHT, Objective.AVOID),
        "dealt from the seed": Tricks.dealing(3, "2..4", Objective.AVOID),
    }


ENTRY = Entry(
    name="tricks",
    title="Trick taking with score cards",
    title_ja="トリックテイキング",
    summary="two open hands of one suit; what every hand takes, and why",
    form=FORM,
    sample="AABBbaba lead=L",
    package="saizen.games.tricks",
    options=TricksOptions,
    make=game,
    parse=read,
    solve=solution,
    small=small,
    commands={
        "solve": "Solve a whole game and show its value.",
        "matrix": "Show the payoff matrix of a position.",
        "explore": "Find the smallest counterexample to a claim.",
    },
)
