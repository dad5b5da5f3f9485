"""saizen's games as files of Gambit: the whole tree (``.efg``) or the table of strategies (``.nfg``).

Numbers are written as fractions, so nothing is lost. In the tree every position is as many nodes as there are
ways to reach it, and a simultaneous choice is one player's node followed by the other's, in one information
set. Where cards are hidden, the nodes at which a player has seen and done the same are one set. In the table
a strategy names a move at each position where the player chooses; so both are for small games.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from saizen.adapters.game_index import index_game, step
from saizen.adapters.stories import Story, first_stories, later_stories
from saizen.errors import SaizenError
from saizen.exact import text
from saizen.game import (
    DEALER,
    MAX,
    MIN,
    Chance,
    Decision,
    Game,
    Move,
    Simultaneous,
    hides,
    legal_moves,
    names_of,
    open_only,
    outcome_names,
)
from saizen.policies import Mix, payoff
from saizen.sitting.replay import Moment, begin
from saizen.store import atomic_write

MOST_NODES = 1_000_000
MOST_CELLS = 10_000


def export(game: Game[Any], path: str | Path, *, most: int | None = None) -> int:
    """Write a game to a file, as its ending says; return how many nodes or cells it has.

    >>> import tempfile
    >>> from rock_paper_scissors import RockPaperScissors
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     export(RockPaperScissors(), f"{folder}/rps.efg"), export(RockPaperScissors(), f"{folder}/rps.nfg")
    (13, 9)
    """
    path = Path(path)
    makers = {".efg": (efg, MOST_NODES), ".nfg": (nfg, MOST_CELLS)}
    if path.suffix not in makers:
        raise SaizenError(f"{path}: the name must end in .efg (the tree) or .nfg (the table)")
    if not path.parent.is_dir():
        raise SaizenError(f"{path}: there is no folder {path.parent}; use a folder that exists")
    make, usual = makers[path.suffix]
    lines = make(game, most=usual if most is None else most)
    atomic_write(path, "\n".join(lines) + "\n")
    return len(lines) - 2 if path.suffix == ".efg" else len(lines) - 3


def efg(game: Game[Any], *, most: int = MOST_NODES) -> list[str]:
    r"""Return the lines of a tree: two of heading, then one a node.

    >>> from nim import Nim
    >>> print("\n".join(efg(Nim((1, 1)))))
    EFG 2 R "Nim(heaps=(1, 1))" { "max" "min" }
    ""
    p "((1, 1), 0)" 1 1 "" { "1 to 0" } 0
    p "((1, 0), 1)" 2 1 "" { "1 to 0" } 0
    t "" 1 "" { -1, 1 }
    """
    seats = _seats(game)
    lines = [
        f"EFG 2 R {_quoted(repr(game))} {{ {' '.join(_quoted(names_of(game)[s]) for s in seats)} }}",
        '""',
    ]
    sets = dict.fromkeys((*seats, DEALER), 0)
    """The number of information sets of each player so far."""
    ends = 0
    numbers: dict[Any, int] = {}
    """The number of the set of each story, where cards are hidden."""

    def set_of(player: int, stories: tuple[Story, Story]) -> int:
        number = numbers.get((player, stories[player])) if hidden else None
        if number is None:
            sets[player] += 1
            number = numbers[player, stories[player]] = sets[player]
        return number

    first, hidden = begin(game, game.start()), hides(game)
    waiting: list[tuple[Moment[Any], tuple[Story, Story], Move, int]] = [
        (first, first_stories(game, first), None, 0)
    ]

    def following(stories: tuple[Story, Story], moment: Moment[Any], moves: dict[int, Any]) -> Any:
        after = step(game, moment, moves)
        return after, later_stories(game, stories, moves, after), None, 0

    while waiting:
        moment, stories, row, shared = waiting.pop()
        name = _quoted(game.text(moment.position))
        after: list[tuple[Moment[Any], tuple[Story, Story], Move, int]] = []
        match moment.node:
            case Chance(outcomes):
                sets[DEALER] += 1
                named = zip(outcome_names(game, moment.node), outcomes, strict=True)
                possible = [(i, label, p) for i, (label, (p, _)) in enumerate(named) if p != 0]
                branches = [f"{_quoted(f'{i}: {label}')} {_number(p)}" for i, label, p in possible]
                lines.append(f'c {name} {sets[DEALER]} "" {{ {" ".join(branches)} }} 0')
                after = [following(stories, moment, {DEALER: i}) for i, _, _ in possible]
            case Decision(player, options):
                number = set_of(player, stories)
                lines.append(_choice(game, moment, name, seats.index(player), number, list(options)))
                after = [following(stories, moment, {player: move}) for move in options]
            case Simultaneous(rows, columns, _) if not shared:
                lines.append(_choice(game, moment, name, 0, set_of(MAX, stories), rows))
                both = set_of(MIN, stories)
                after = [(moment, stories, move, both) for move in rows]
            case Simultaneous(_, columns, _):
                lines.append(_choice(game, moment, name, 1, shared, columns))
                after = [following(stories, moment, {MAX: row, MIN: move}) for move in columns]
            case _:
                ends += 1
                won = [_number(moment.gained if seat == MAX else -moment.gained) for seat in seats]
                lines.append(f't "" {ends} "" {{ {", ".join(won)} }}')
        waiting += reversed(after)
        if len(lines) + len(waiting) > most + 2:
            raise SaizenError(f"{game!r}: its tree has more than {most:,} nodes; export a smaller game")
    return lines


def nfg(game: Game[Any], *, most: int = MOST_CELLS) -> list[str]:
    r"""Return the lines of a table of strategies: three of heading, then the payoffs, one cell a line.

    >>> from rock_paper_scissors import RockPaperScissors
    >>> print("\n".join(nfg(RockPaperScissors())[:5]))
    NFG 1 R "<RockPaperScissors>" { "max" "min" }
    { { "rock" "paper" "scissors" } { "rock" "paper" "scissors" } }
    ""
    0 0
    1 -1
    """
    open_only(game, "a table of strategies")
    seats = _seats(game)
    index = index_game(game)
    choices = {
        seat: {p: list(moves) for p in index.texts if (moves := legal_moves(game.look(p), seat))}
        for seat in seats
    }
    cells = math.prod(len(moves) for seat in seats for moves in choices[seat].values())
    if cells > most:
        raise SaizenError(f"{game!r}: its table has more than {most:,} cells; write the tree (.efg)")
    strategies = {seat: list(_strategies(choices[seat])) for seat in seats}
    lists = (" ".join(_quoted(_named(game, strategy)) for strategy in strategies[seat]) for seat in seats)
    lines = [
        f"NFG 1 R {_quoted(repr(game))} {{ {' '.join(_quoted(names_of(game)[s]) for s in seats)} }}",
        "{ " + " ".join(f"{{ {listed} }}" for listed in lists) + " }",
        '""',
    ]
    for last in strategies.get(MIN, [{}]):  # the first player's strategy changes fastest
        for first in strategies.get(MAX, [{}]):
            won = payoff(game, _pure(first), _pure(last))
            lines.append(" ".join(_number(won if seat == MAX else -won) for seat in seats))
    return lines


def _seats(game: Game[Any]) -> list[int]:
    """Return the players of a game, MAX before MIN."""
    return [seat for seat in (MAX, MIN) if seat in names_of(game)]


def _choice(
    game: Game[Any], moment: Moment[Any], name: str, player: int, number: int, moves: Sequence[Move]
) -> str:
    texts = " ".join(_quoted(game.move_text(moment.position, move)) for move in moves)
    return f'p {name} {player + 1} {number} "" {{ {texts} }} 0'


def _strategies(choices: Mapping[Any, Sequence[Move]]) -> Iterator[dict[Any, Move]]:
    for moves in product(*choices.values()):
        yield dict(zip(choices, moves, strict=True))


def _pure(strategy: Mapping[Any, Move]) -> dict[Any, Mix]:
    return {position: {move: 1} for position, move in strategy.items()}


def _named(game: Game[Any], strategy: Mapping[Any, Move]) -> str:
    return " / ".join(game.move_text(position, move) for position, move in strategy.items()) or "nothing"


def _number(value: Any) -> str:
    return text(Fraction(value) if isinstance(value, float) else value)


def _quoted(text: str) -> str:
    escaped = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
