"""Who decides what stays remembered: the player, chance, or age."""

from fractions import Fraction
from itertools import combinations

import pytest

from saizen.errors import SaizenError
from saizen.game import Chance
from saizen.games.memory.rules import Memory
from saizen.solver import solve


def turns(board, memory, forget, take="forced"):
    rules = Memory(board, players=1, memory=memory, forget=forget, take=take)
    return solve(rules).value(rules.start())


def by_hand(letters, memory):
    """Expected turns of natural play with explicit cards, the remembered ones drawn at random."""
    cards = [(letter, number) for letter, size in enumerate(letters) for number in range(size)]
    values = {}

    def play(left, known):
        """Return the lottery of a natural turn: chance, pair taken or not, cards left, cards known."""
        unknown = [card for card in left if card not in known]
        for pair in combinations(sorted(known), 2):
            if pair[0][0] == pair[1][0]:
                yield Fraction(1), tuple(c for c in left if c not in pair), known - set(pair)
                return
        for first in unknown:
            mate = next((card for card in sorted(known) if card[0] == first[0]), None)
            if mate is not None:
                rest = tuple(card for card in left if card not in (first, mate))
                yield Fraction(1, len(unknown)), rest, known - {mate}
                continue
            seconds = [card for card in unknown if card != first]
            for second in seconds:
                chance = Fraction(1, len(unknown) * len(seconds))
                if second[0] == first[0]:
                    yield chance, tuple(card for card in left if card not in (first, second)), known
                    continue
                seen = sorted(known | {first, second})
                kept = list(combinations(seen, min(memory, len(seen))))
                for some in kept:
                    yield chance / len(kept), left, frozenset(some)

    start = (tuple(cards), frozenset())
    found, todo = {start}, [start]
    while todo:
        state = todo.pop()
        for _, left, known in play(*state) if state[0] else ():
            after = (left, frozenset(known))
            if after not in found:
                found.add(after)
                todo.append(after)
    values = dict.fromkeys(found, 0.0)
    for _ in range(4000):
        change = 0.0
        for state in found:
            if state[0]:
                new = 1 + sum(float(p) * values[left, frozenset(known)] for p, left, known in play(*state))
                change = max(change, abs(new - values[state]))
                values[state] = new
        if change < 1e-12:
            break
    return values[start]


@pytest.mark.parametrize(("board", "letters", "memory"), [("4x1+2x1", (4, 2), 1), ("2x2", (2, 2), 1)])
def test_a_random_card_is_remembered_as_with_explicit_cards(board, letters, memory):
    assert float(turns(board, memory, "random")) == pytest.approx(by_hand(letters, memory), abs=1e-9)


def test_chance_is_fair():
    rules = Memory("4x2", players=1, memory=1, forget="random")
    position = rules.parse("4x2:4x1 first=4@1")
    missed = [
        outcome
        for _, outcome in rules.look(position).options["unknown"].outcomes
        if isinstance(outcome, Chance)
    ]
    assert missed
    for lottery in missed:
        assert sum(p for p, _ in lottery.outcomes) == 1
        assert len(set(lottery.names)) == len(lottery.names)


def test_choosing_is_best_and_more_memory_does_not_hurt_who_may_forget():
    for board in ("4x2", "4x1+2x2"):
        assert turns(board, 1, "choice") <= turns(board, 1, "random")
        values = [turns(board, memory, "fewer") for memory in (0, 1, 2, 3)]
        assert values == sorted(values, reverse=True)
    assert turns("4x2", 3, "choice") > turns("4x2", 2, "choice") == turns("4x2", 3, "fewer")


def test_what_is_not_a_rule_is_refused():
    with pytest.raises(SaizenError, match="'choice', 'fewer', 'random' or 'oldest'"):
        Memory("2x2", players=1, memory=1, forget="all")
    with pytest.raises(SaizenError, match="choose"):
        Memory("2x3", players=1, memory=1, forget="random").parse("2x3:2x2 choose")
