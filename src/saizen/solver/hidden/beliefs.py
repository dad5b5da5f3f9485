"""The beliefs of a player at a decision: how likely each history is."""

from collections.abc import Iterator, Sequence
from typing import Any

from flint import fmpq

from saizen.exact import to_flint
from saizen.game import MAX, Chance, Decision, Game, Simultaneous, Step, Terminal
from saizen.solver.hidden.memories import ROOT, Memories
from saizen.solver.hidden.stories import Stories, StoryPlace
from saizen.work import SILENT, Progress

CHUNK = 4096


def weights_of_positions(
    game: Game[Any],
    stories: Stories,
    place: StoryPlace,
    other_plan: Sequence[Any],
    progress: Progress = SILENT,
) -> dict[Any, Any]:
    """Return by position how likely the histories of an information set are; nothing where it never comes.

    Histories that one cannot distinguish there are walked, no others.
    """
    player, target = place.player, stories.set_at(place).memory
    own, other = stories.memories[player], stories.memories[1 - player]
    chain = stories.chain(player, target)
    weights: dict[Any, Any] = {}
    stack: list[tuple[Any, int, int, Any]] = [(game.start(), ROOT, ROOT, fmpq(1))]
    walked = 0
    while stack:
        outcome, mine, theirs, chance = stack.pop()
        walked += 1
        if walked % CHUNK == 0:
            progress.advance(0)
        while isinstance(outcome, Step):
            outcome = outcome.next
        if not isinstance(outcome, Terminal | Chance):
            seen = [memories.seen(memory, game.sees(outcome, memories.player))
                    for memories, memory in ((own, mine), (other, theirs))]  # fmt: skip
            mine, theirs = (ROOT if memory is None else memory for memory in seen)
            if None in seen or mine not in chain:
                continue
            position, outcome = outcome, game.look(outcome)
            if mine == target and _decides(outcome, player):
                weight = chance * other_plan[other.sequence[theirs]]
                if weight:
                    weights[position] = weights.get(position, fmpq(0)) + weight
                continue
        for following, mine_after, theirs_after, share in _after(outcome, player, own, other, mine, theirs):
            if mine_after in chain and other_plan[other.sequence[theirs_after]]:
                stack.append((following, mine_after, theirs_after, chance * share))
    return weights


def _decides(node: Any, player: int) -> bool:
    return isinstance(node, Simultaneous) or (isinstance(node, Decision) and node.player == player)


def _after(
    node: Any, player: int, own: Memories, other: Memories, mine: int, theirs: int
) -> Iterator[tuple[Any, int, int, Any]]:
    """Yield what can follow, with both memories then and the chance of it."""
    match node:
        case Chance(outcomes):
            for share, following in outcomes:
                yield following, mine, theirs, to_flint(share)
        case Decision(mover, options):
            memories, memory = (own, mine) if mover == player else (other, theirs)
            chosen = memories.sets[memories.set_of[memory]]
            for after, move in enumerate(chosen.moves, chosen.after):
                yield options[move], *((after, theirs) if mover == player else (mine, after)), fmpq(1)
        case Simultaneous():
            mine_set, theirs_set = own.sets[own.set_of[mine]], other.sets[other.set_of[theirs]]
            for mine_after, move in enumerate(mine_set.moves, mine_set.after):
                for theirs_after, answer in enumerate(theirs_set.moves, theirs_set.after):
                    pair = (move, answer) if player == MAX else (answer, move)
                    yield node.outcome(*pair), mine_after, theirs_after, fmpq(1)
