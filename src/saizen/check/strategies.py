"""Two strategies and a number are the whole proof: checked by the rules and best replies alone."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

from saizen.errors import NotStrategy, SaizenError
from saizen.game import MAX, Chance, Decision, Game, Simultaneous, Step, Terminal
from saizen.notation import write

Strategy = dict[tuple[str, ...], dict[str, Fraction]]
"""From stories, as texts, to the chances of moves."""


class PlayerStories:
    """What a player saw and did, as numbers; 0 is nothing. A view that equals the last one adds nothing."""

    def __init__(self) -> None:
        self.after: dict[tuple[int, str, Any], int] = {}
        self.all: list[Any] = [(0, "", (), ())]  # the story before, what was added, the last view, all texts

    def story_with(self, story: int, kind: str, what: Any) -> int:
        """Return the story after a player ``sees`` or ``plays`` something."""
        _, _, view, texts = self.all[story]
        if kind == "sees" and view == (what,):
            return story
        then = self.after.setdefault((story, kind, what), len(self.all))
        if then == len(self.all):
            new = (what,) if kind == "sees" else view
            self.all.append((story, kind, new, (*texts, f"{kind} {write(what)}")))
        return then


def moves_of(node: Any, seat: int) -> Any:
    """Return the moves of a seat at a node; None, as one move, where it does not decide."""
    if isinstance(node, Simultaneous):
        return node.row_moves if seat == MAX else node.column_moves
    return node.options if node.player == seat else None


def secured(game: Game[Any], player: int, strategy: Strategy) -> Fraction:
    """Return what a strategy is worth against the best reply, an exact number, by the rules alone."""
    own, others, best, other = PlayerStories(), PlayerStories(), min if player == MAX else max, 1 - player
    gains: dict[int, Fraction] = defaultdict(Fraction)  # by the replier's story: what is paid there
    choices: dict[int, set[Any]] = {}  # by the replier's story: his moves
    todo: list[tuple[Any, int, int, Fraction]] = [(game.start(), 0, 0, Fraction(1))]
    while todo:
        at, mine, yours, weight = todo.pop()
        if not isinstance(at, Step | Terminal | Chance):
            mine = own.story_with(mine, "sees", game.sees(at, player))
            yours = others.story_with(yours, "sees", game.sees(at, other))
            at = game.look(at)
        if isinstance(at, Step | Terminal):
            gains[yours] += weight * Fraction(at.reward if isinstance(at, Step) else at.value)
            todo += [(at.next, mine, yours, weight)] if isinstance(at, Step) else []
        elif isinstance(at, Chance):
            if sum(Fraction(p) for p, _ in at.outcomes) != 1 or any(p < 0 for p, _ in at.outcomes):
                raise SaizenError(f"the probabilities of {at!r:.80} do not sum to 1")
            todo += [(then, mine, yours, weight * Fraction(p)) for p, then in at.outcomes if p]
        else:
            ours, theirs, story = moves_of(at, player), moves_of(at, other), own.all[mine][3]
            mix = strategy.get(story, {}) if ours is not None else {"None": Fraction(1)}
            played = [(m, mix[write(m)]) for m in ([None] if ours is None else ours) if write(m) in mix]
            if sum(p for _, p in played) != 1 or any(p < 0 for _, p in played):
                raise NotStrategy(f"after {' > '.join(story)}: these chances are not a strategy")
            if theirs is not None and choices.setdefault(yours, set(theirs)) != set(theirs):
                raise SaizenError(f"after {' > '.join(others.all[yours][3])} the moves differ")
            for move, p in played:
                for reply in [None] if theirs is None else theirs:
                    pair = (move, reply) if player == MAX else (reply, move)
                    then = at.options[pair[at.player]] if isinstance(at, Decision) else at.outcome(*pair)
                    us = mine if ours is None else own.story_with(mine, "plays", move)
                    them = yours if theirs is None else others.story_with(yours, "plays", reply)
                    todo.append((then, us, them, weight * p))
    for story in range(len(others.all) - 1, -1, -1):  # the best reply, from the last stories back
        if story in choices:
            gains[story] += best(gains[others.after[story, "plays", move]] for move in choices[story])
        if story and others.all[story][1] == "sees":
            gains[others.all[story][0]] += gains[story]
    return gains[0]
