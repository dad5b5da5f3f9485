"""All nodes that a game can reach, in the order in which they are reached first."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from saizen.errors import GameError, rules_at_work
from saizen.game import (
    DEALER,
    MAX,
    MIN,
    Chance,
    Decision,
    Game,
    Simultaneous,
    Step,
    Terminal,
    name_of,
    outcome_names,
)
from saizen.outcomes import outcomes_of, paid
from saizen.work import SILENT, Progress


@dataclass(frozen=True, slots=True)
class ReachableNode:
    """A position, or an end or lottery that moves lead to without one; what is drawn there, if it is new."""

    look: Any
    position: Any = None
    shown: Any = None

    @property
    def ends(self) -> bool:
        """Whether the game is over here."""
        return isinstance(self.look, Terminal)


@dataclass(slots=True)
class Reachable:
    """Nodes, and for each of them where its outcomes lead, what they pay, and the words for them.

    ``parents`` has the node from which each was reached first.
    """

    nodes: list[ReachableNode] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    edges: list[list[tuple[int, Any]]] = field(default_factory=list)
    words: list[list[str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Origin:
    """From where a node without a position was reached: words may depend on it."""

    position: Any
    moves: tuple[tuple[int, Any], ...] = ()


def walk(game: Game[Any], most: int, progress: Progress = SILENT) -> Reachable:
    """Return everything that can be reached from the start, or refuse a game with more than ``most`` nodes.

    >>> from nim import Nim
    >>> len(walk(Nim((2, 1)), 100).nodes)
    7
    """
    return _Walk(game, most).run(progress)


class _Walk:
    def __init__(self, game: Game[Any], most: int) -> None:
        self.game, self.most = game, most
        self.speaks = type(game).explain is not Game.explain
        self.graph = Reachable()
        self.origins: list[_Origin] = []
        self.numbers: dict[Hashable, int] = {}

    def run(self, progress: Progress) -> Reachable:
        graph = self.graph
        progress.stage("walking through the game", None)
        self._reach(self.game.start(), 0, _Origin(None))
        at = 0
        while at < len(graph.nodes):
            edges, words = [], []
            for moves, outcome in self._choices(at):
                rewards, reached = paid(outcome)
                origin = _Origin(self.origins[at].position, moves)
                edges.append((self._reach(reached, at, origin), sum(rewards, 0)))
                words.append(self._explained(origin, reached))
            graph.edges.append(edges)
            graph.words.append(words)
            at += 1
            if not at % 1000:
                progress.advance(1000)
        return graph

    def _choices(self, at: int) -> list[tuple[tuple[tuple[int, Any], ...], Any]]:
        """Return what can happen at a node: moves by their seats, and the outcome of each."""
        look = self.graph.nodes[at].look
        before = self.origins[at].moves
        match look:
            case Terminal():
                return []
            case Chance(outcomes):
                names = outcome_names(self.game, look)
                pairs = zip(names, outcomes, strict=True)
                return [((*before, (DEALER, name)), outcome) for name, (_, outcome) in pairs]
            case Decision(player, options):
                return [(((player, move),), outcome) for move, outcome in options.items()]
            case Simultaneous(rows, columns, _):
                both = [((MAX, row), (MIN, column)) for row in rows for column in columns]
                return list(zip(both, outcomes_of(look), strict=True))
        raise GameError(f"{look!r} is not what look() may return")

    def _explained(self, origin: _Origin, reached: Any) -> str:
        if not self.speaks:
            return ""
        with rules_at_work(lambda: f"explain() at position {name_of(self.game, origin.position)}"):
            return self.game.explain(origin.position, dict(origin.moves), reached)

    def _reach(self, reached: Any, parent: int, origin: _Origin) -> int:
        """Return the number of what an outcome leads to; a new one is looked at."""
        if isinstance(reached, Terminal):
            drawn = reached.final
            key: Hashable = _key(reached)
            node, start = ReachableNode(reached, None, drawn), origin
        elif isinstance(reached, Chance):
            key = (_key(reached), origin if self.speaks else None)
            node, start = ReachableNode(reached), origin
        else:
            key = ("position", reached)
            node, start = None, _Origin(reached)
        number = self.numbers.get(key)
        if number is not None:
            return number
        graph = self.graph
        number = self.numbers[key] = len(graph.nodes)
        if number >= self.most:
            raise GameError(
                f"more than {self.most:,} positions are too many for a site; --max-positions N allows more"
            )
        graph.nodes.append(node or self._look(reached))
        graph.parents.append(parent)
        self.origins.append(start)
        return number

    def _look(self, position: Any) -> ReachableNode:
        with rules_at_work(lambda: f"look() at position {name_of(self.game, position)}"):
            look = self.game.look(position)
        final = look.final if isinstance(look, Terminal) else None
        return ReachableNode(look, position, position if final is None else final)


def _key(thing: Any) -> Hashable:
    """Return what equal things have in common; what cannot be compared is equal to nothing else.

    Ends are equal whatever they look like, but here they are drawn.
    """
    match thing:
        case Terminal(value, final):
            return "end", value, _key(final)
        case Step(reward, following):
            return "step", reward, _key(following)
        case Chance(outcomes, names):
            listed = tuple((probability, _key(outcome)) for probability, outcome in outcomes)
            return "chance", listed, None if names is None else tuple(names)
    try:
        hash(thing)
    except TypeError:
        return object()
    key: Hashable = thing
    return key
