"""The number of stacks that wins every deck: one fewer than there are ranks; with fewer some deck is lost.

**Enough.** Keep each rank on a stack of its own and move to the foundations whatever can go there. If a card
is drawn for which there is neither a stack of its rank nor an empty one, then all stacks have other ranks,
all ranks but this one; no foundation waits for any of those, since their tops would have gone. So every
foundation that is not complete waits for the drawn card, and it goes there. When the deck is empty, the card
that a foundation waits for lies on a stack of nothing but its rank. The next card was never looked at.

**Not enough.** Take one foundation f and its ranks b, q1, q2, ... in its order. Let all cards of q1 come,
then all of q2, and so on, and the first b after them. Whichever card of each rank goes to f in the end,
none of them can be there before b comes, so all lie on stacks then. If two of them lay on the same stack,
the later one would lie above the earlier one and have to go first; on f it comes later. So each needs its
own stack. With b the first rank of f and q1, q2, ... all the others that is one stack fewer than ranks, and
a deck that nobody wins with fewer stacks, not even knowing it. Such a list of ranks is a `Chain`.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from saizen.errors import SaizenError
from saizen.games.calculation.game_log import LoggedTurn, replay
from saizen.games.calculation.rules import Action, Calculation, CalculationPosition, Lay, Move, Put, Variant


def enough(variant: Variant) -> int:
    """Return how many stacks win every deck, and are needed for some.

    >>> enough(Variant())
    12
    """
    return max(1, variant.ranks - 1)


def sure_actions(game: Calculation, position: CalculationPosition) -> tuple[Action, ...]:
    """Return what surely wins after a draw, if every turn before was played so: it looks at no other card.

    >>> game = Calculation(Variant(stacks=12))
    >>> sure_actions(game, replace(game.start(), drawn=4)), sure_actions(game, replace(game.start(), drawn=5))
    ((Put(foundation=3),), (Lay(stack=0),))
    """
    drawn = position.drawn
    if drawn is None:
        raise SaizenError("no card is drawn")
    puts = [action for action in game.actions(position) if isinstance(action, Put)]
    if puts:
        actions: list[Action] = [puts[0]]
    else:
        same = [n for n, stack in enumerate(position.stacks) if set(stack) == {drawn}]
        free = [n for n, stack in enumerate(position.stacks) if not stack]
        if not same and not free:
            raise SaizenError(f"{game.text(position)!r}: no stack for the drawn card")
        actions = [Lay((same or free)[0])]
    position = game.after(position, actions[0])
    while moves := [action for action in game.actions(position) if isinstance(action, Move)]:
        actions.append(moves[0])
        position = game.after(position, moves[0])
    return tuple(actions)


def play_surely(cards: Sequence[int], variant: Variant) -> tuple[LoggedTurn, ...]:
    """Win a deck with as many stacks as are `enough`, card by card; the rules replay it.

    >>> from saizen.games.calculation.deals import deal
    >>> len(play_surely(deal(3), Variant(stacks=12)))
    52
    """
    if variant.stacks < enough(variant):
        raise SaizenError(f"{variant.stacks} stacks: {enough(variant)} win every deck, fewer do not")
    game = Calculation(variant)
    position = game.start()
    turns = []
    for card in cards:
        position = replace(position, drawn=card)
        turns.append(LoggedTurn(card, sure_actions(game, position)))
        for action in turns[-1].actions:
            position = game.after(position, action)
    if set(replay(game, turns)[-1].foundations) != {variant.ranks}:
        raise AssertionError(f"not won: {cards}")
    return tuple(turns)


@dataclass(frozen=True, slots=True)
class Chain:
    """Ranks of one foundation, in its order, that need a stack each before the rank ``behind`` comes."""

    foundation: int
    behind: int
    ranks: tuple[int, ...]


def hard_deck(variant: Variant | None = None, foundation: int = 0) -> tuple[int, ...]:
    """Return a deck that needs as many stacks as are `enough`: a foundation's order, but its first rank last.

    >>> hard_deck(Variant(ranks=3, steps=(1, 2)))
    (2, 2, 3, 3, 1, 1)
    """
    variant = variant or Variant()
    first, *others = variant.sequences[foundation]
    return tuple(rank for rank in (*others, first) for _ in variant.steps)


def holds(chain: Chain, cards: Sequence[int], variant: Variant) -> bool:
    """Check a chain against a deck: then at least as many stacks are needed as it has ranks.

    >>> variant, chain = Variant(ranks=3, steps=(1, 2)), Chain(0, behind=1, ranks=(2, 3))
    >>> holds(chain, (2, 2, 3, 3, 1, 1), variant), holds(chain, (2, 3, 2, 3, 1, 1), variant)
    (True, False)
    """
    order = variant.sequences[chain.foundation]
    places = [order.index(rank) for rank in (chain.behind, *chain.ranks)]
    if any(later <= earlier for earlier, later in itertools.pairwise(places)):
        return False
    drawn: dict[int, list[int]] = {rank: [] for rank in order}
    for number, card in enumerate(cards):
        drawn[card].append(number)
    ranks = (*chain.ranks, chain.behind)
    return all(drawn[lower][-1] < drawn[upper][0] for lower, upper in itertools.pairwise(ranks))


def longest_chain(cards: Sequence[int], variant: Variant) -> Chain:
    """Find a chain of as many ranks as possible; it may have none.

    >>> longest_chain(hard_deck(Variant(), 1), Variant()).ranks
    (4, 6, 8, 10, 12, 1, 3, 5, 7, 9, 11, 13)
    """
    first = {rank: cards.index(rank) for rank in set(cards)}
    last = {rank: number for number, rank in enumerate(cards)}
    best = Chain(0, variant.sequences[0][0], ())
    for foundation, order in enumerate(variant.sequences):
        for at, behind in enumerate(order):
            ending: dict[int, tuple[int, ...]] = {}  # the longest list of ranks that ends with a rank
            for rank in order[at + 1 :]:
                if last[rank] < first[behind]:
                    before = [ranks for other, ranks in ending.items() if last[other] < first[rank]]
                    ending[rank] = (*max(before, key=len, default=()), rank)
            longest = max(ending.values(), key=len, default=())
            if len(longest) > len(best.ranks):
                best = Chain(foundation, behind, longest)
    return best
