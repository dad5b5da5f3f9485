"""Thoughtful Calculation: the order of the whole deck is known, so a deal can be won or it cannot.

A deal that can be won comes with the game that wins it, which `saizen.games.calculation.log.replay` checks
by the rules alone. A deal is called impossible only after every position was looked at: positions are
compared by exact keys, and only those that are lost for certain are left out.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from saizen.errors import SaizenError
from saizen.games.calculation.log import Turn, replay
from saizen.games.calculation.rules import RANKS, Action, Calculation, Lay, Move, Put, Variant
from saizen.rates import wilson

Verdict = Literal["won", "impossible", "open"]
NODES = 1_000_000
"""Positions to look at before a deal is left open."""
_FIRST_WIDTH, _WIDER = 100, 8


@dataclass(frozen=True, slots=True)
class Thoughtful:
    """What is known of a deal, the winning game if there is one, and how many positions were looked at."""

    verdict: Verdict
    turns: tuple[Turn, ...]
    nodes: int


def solve_deal(cards: Sequence[int], variant: Variant | None = None, *, nodes: int = NODES) -> Thoughtful:
    """Find a winning game for a known deck, or prove that there is none.

    Layers of positions, draw by draw, are searched with growing width; a search that was never cut off by its
    width is a proof. After ``nodes`` positions the deal stays open.

    >>> solve_deal((1, 1, 3, 3, 2, 2), Variant(stacks=1, ranks=3, steps=(1, 2))).verdict
    'impossible'
    >>> from saizen.games.calculation.log import write_log
    >>> print(write_log(solve_deal((3, 2, 1, 1, 2, 3), Variant(stacks=1, ranks=3, steps=(1, 2))).turns))
    1: '3' -> STACK(1)
    2: '2' -> PUT(B)
    3: 'A' -> PUT(B) MOVE('3',1,B)
    4: 'A' -> PUT(A)
    5: '2' -> PUT(A)
    6: '3' -> PUT(A)
    """
    import numpy as np

    from saizen.games.calculation import thoughtful_kernel as kernel
    from saizen.games.calculation.relaxation import Puzzle, new_board, new_memory

    variant = variant or Variant()
    check_deck(cards, variant)
    if nodes < 1:
        raise SaizenError(f"nodes = {nodes}: use at least 1")
    foundations, ranks = len(variant.steps), variant.ranks
    if foundations + len(cards) + variant.stacks > kernel.NIBBLES:
        raise SaizenError(
            f"{len(cards)} cards: foundations, cards and stacks together may be {kernel.NIBBLES} at most"
        )
    places = np.full((foundations, ranks + 1), -1, np.int64)
    for foundation, sequence in enumerate(variant.sequences):
        places[foundation, list(sequence)] = range(ranks)
    puzzle = Puzzle(np.array(cards, np.int64), np.array(variant.sequences, np.int64), places)
    used, width = 0, _FIRST_WIDTH
    while used < nodes:
        limit = min(nodes - used + 1, width * kernel.ROOM * len(cards) + 2)
        trace = kernel.Trace(np.zeros(limit, np.int32), np.zeros(limit, np.int8), np.zeros(3, np.int64))
        trace.parents[0] = -1
        board = new_board(foundations, variant.stacks, len(cards))
        memory = new_memory(foundations, ranks, variant.stacks)
        end, last = kernel.search(puzzle, board, memory, kernel.new_layer(width), trace, width)
        used += int(trace.tally[1]) - 1
        if end == kernel.IMPOSSIBLE:
            return Thoughtful("impossible", (), used)
        if end == kernel.WON:
            actions: list[int] = []
            while last > 0:
                actions.append(int(trace.actions[last]))
                last = int(trace.parents[last])
            return Thoughtful("won", _game(cards, variant, actions[::-1]), used)
        width *= _WIDER
    return Thoughtful("open", (), used)


def check_deck(cards: Sequence[int], variant: Variant) -> None:
    """Refuse a deck that does not have each rank once for each foundation."""
    counts = Counter(cards)
    for rank in {*range(1, variant.ranks + 1), *counts}:
        wanted = len(variant.steps) if 1 <= rank <= variant.ranks else 0
        if counts[rank] != wanted:
            raise SaizenError(f"the deck has {counts[rank]} cards of rank {rank}: {wanted} are needed")


def _game(cards: Sequence[int], variant: Variant, codes: Iterable[int]) -> tuple[Turn, ...]:
    """Write the kernel's actions as turns and replay them; it numbers the stacks in lexicographic order."""
    game = Calculation(variant)
    position = game.start()
    turns: list[tuple[int, list[Action]]] = []
    for code in codes:
        order = sorted(range(variant.stacks), key=lambda stack: position.stacks[stack])
        stack, foundation = order[code // 8 - 1], code % 8 - 1
        action: Action
        if code >= 8 and foundation >= 0:
            action = Move(position.stacks[stack][-1], stack, foundation)
        else:
            card = cards[len(turns)]
            position = type(position)(position.foundations, position.stacks, card)
            action = Lay(stack) if code >= 8 else Put(foundation)
            turns.append((card, []))
        turns[-1][1].append(action)
        position = game.after(position, action)
    played = tuple(Turn(card, tuple(actions)) for card, actions in turns)
    last = replay(game, played)[-1]
    if set(last.foundations) != {variant.ranks} or [turn.drawn for turn in played] != list(cards):
        raise AssertionError(f"not a winning game of {''.join(RANKS[card - 1] for card in cards)}")
    return played


def winnable(won: int, impossible: int, undecided: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson's) of the share of deals that can be won.

    Deals that stay open count as impossible for the lower end and as won for the upper one.

    >>> [round(end, 4) for end in winnable(0, 100, 0)], [round(end, 4) for end in winnable(8, 1, 1)]
    ([0.0, 0.037], [0.4902, 0.9821])
    """
    deals = won + impossible + undecided
    return wilson(won, deals)[0], wilson(won + undecided, deals)[1]
