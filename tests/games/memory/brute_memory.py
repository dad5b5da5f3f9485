"""Memory from first principles: cards lying in places, and the deals that are still possible.

No cards are lumped; only tables that differ in the order of their places are one (see `arranged` and
`by_age`, which a test does without). A table is a string with one sign a place: a letter for a card whose
face has been seen, ``?`` for one never seen, ``.`` for a card that is gone. The faces under the ``?`` are
known as a multiset only; what a place hides is found by listing every deal that fits. Every
physical action is tried: any card first, any other card second.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Any


@cache
def deals(hidden: str) -> tuple[tuple[str, ...], ...]:
    """List every deal of the hidden faces to the unseen places."""
    return tuple(sorted(set(permutations(hidden))))


@cache
def faces(hidden: str, unseen: int) -> tuple[tuple[str, Fraction], ...]:
    """Tell how likely each face is at one unseen place, by counting deals."""
    counted = Counter(deal[unseen] for deal in deals(hidden))
    return tuple((face, Fraction(count, len(deals(hidden)))) for face, count in counted.items())


@cache
def turned(table: str, hidden: str, place: int) -> tuple[tuple[Fraction, str, str], ...]:
    """Turn the card at a place: probability, table and hidden faces for every face it may show."""
    if table[place] != "?":
        return ((Fraction(1), table, hidden),)
    return tuple(
        (chance, table[:place] + face + table[place + 1 :], hidden.replace(face, "", 1))
        for face, chance in faces(hidden, table[:place].count("?"))
    )


def without(table: str, *places: int) -> str:
    """Take cards off the table."""
    return "".join("." if place in places else sign for place, sign in enumerate(table))


def arranged(table: str) -> str:
    """Return a table with its places in one order, and without those whose cards are gone."""
    return "".join(sorted(table.replace(".", ""), key=lambda sign: (sign == "?", sign)))


def by_age(table: str, hidden: str, order: tuple[int, ...]) -> tuple[str, str, tuple[int, ...]]:
    """Do the same with a table whose seen cards are those at some places, the oldest first."""
    return "".join(table[place] for place in order) + "?" * table.count("?"), hidden, tuple(range(len(order)))


@cache
def present(table: str) -> tuple[int, ...]:
    """Return the places where cards lie."""
    return tuple(place for place, sign in enumerate(table) if sign != ".")


@cache
def mates(table: str, first: int) -> tuple[int, ...]:
    """Return the other places where the same letter has been seen."""
    return tuple(place for place, sign in enumerate(table) if sign == table[first] and place != first)


@cache
def difference(table: str, hidden: str, forced: bool, mid_forced: bool | None = None) -> Fraction:
    """Value of the two-player game in pairs, for the player to move; a 0-move ends the game.

    ``forced``: a known pair must be taken before anything else. ``mid_forced`` (the same unless given):
    a turned card whose mate is known must be matched with it.
    """
    mid = forced if mid_forced is None else mid_forced
    places = present(table)
    if not places:
        return Fraction(0)
    pairs = tuple(place for place in places if table[place] != "?" and mates(table, place))
    firsts = pairs if forced and pairs else places
    best = None
    for first in firsts:
        total = Fraction(0)
        for chance, seen, rest in turned(table, hidden, first):
            seconds = tuple(place for place in places if place != first)
            known = mates(seen, first)
            if known and (mid or (forced and pairs)):
                seconds = known
            total += chance * max(
                second_card(table, seen, rest, first, s, forced, mid_forced) for s in seconds
            )
        best = total if best is None else max(best, total)
    assert best is not None
    return best


def second_card(
    before: str, table: str, hidden: str, first: int, second: int, forced: bool, mid: bool | None
) -> Fraction:
    """Value of turning the second card, for the player who turns it."""
    total = Fraction(0)
    for chance, seen, rest in turned(table, hidden, second):
        if seen[first] == seen[second]:
            total += chance * (1 + difference(arranged(without(seen, first, second)), rest, forced, mid))
        elif seen != before:
            total -= chance * difference(arranged(seen), rest, forced, mid)
    return total


@cache
def chance_to_win(table: str, hidden: str, lead: int, forced: bool, passed: bool = False) -> Fraction:
    """Value of the two-player game for winning, a draw counted half; the second 0-move in a row ends it."""
    places = present(table)
    if not places:
        return Fraction((lead > 0) - (lead < 0) + 1, 2)
    pairs = [place for place in places if table[place] != "?" and mates(table, place)]
    best = Fraction(0)
    for first in pairs if forced and pairs else places:
        total = Fraction(0)
        for chance, seen, rest in turned(table, hidden, first):
            known = mates(seen, first)
            answers = []
            for second in known if known and forced else [place for place in places if place != first]:
                worth = Fraction(0)
                for luck, after, left in turned(seen, rest, second):
                    if after[first] == after[second]:
                        taken = arranged(without(after, first, second))
                        worth += luck * chance_to_win(taken, left, lead + 1, forced)
                    elif after == table and passed:
                        worth += luck * Fraction((lead > 0) - (lead < 0) + 1, 2)
                    else:
                        other = chance_to_win(arranged(after), left, -lead, forced, after == table)
                        worth += luck * (1 - other)
                answers.append(worth)
            total += chance * max(answers)
        best = max(best, total)
    return best


def turns(deck: str, memory: int, natural: bool, rounds: int = 4000) -> dict[tuple[str, str], float]:
    """Fewest expected turns of one player who keeps at most ``memory`` cards, by value iteration.

    Returns a value for every reachable (table, hidden). ``natural``: an unseen card first, its known
    mate second, else an unseen card; a known pair at once.
    """
    start = ("?" * len(deck), "".join(sorted(deck)))
    plans: dict[
        tuple[str, str], list[list[list[tuple[float, list[tuple[float, list[tuple[str, str]]]]]]]]
    ] = {}
    waiting = [start]
    while waiting:
        table, hidden = state = waiting.pop()
        if state in plans:
            continue
        plans[state] = plan = []
        for first in firsts_of(table, natural):
            branches = []
            for chance, seen, rest in turned(table, hidden, first):
                answers = []
                for second in seconds_of(seen, first, natural):
                    ends = []
                    for luck, after, left in turned(seen, rest, second):
                        if after[first] == after[second]:
                            nexts = [(without(after, first, second), left)]
                        else:
                            nexts = list(kept(after, left, memory))
                        nexts = [(arranged(one), some) for one, some in nexts]
                        waiting.extend(nexts)
                        ends.append((float(luck), nexts))
                    answers.append(ends)
                branches.append((float(chance), answers))
            plan.append(branches)
    values = dict.fromkeys(plans, 0.0)
    backwards = list(reversed(plans.items()))  # what comes late is known first, so that few rounds do
    for _ in range(rounds):
        change = 0.0
        for state, plan in backwards:
            if not plan:
                continue
            new = 1 + min(
                sum(
                    chance
                    * min(
                        sum(luck * min(values[n] for n in nexts) for luck, nexts in ends) for ends in answers
                    )
                    for chance, answers in branches
                )
                for branches in plan
            )
            change = max(change, abs(new - values[state]))
            values[state] = new
        if change < 1e-13:
            break
    return values


def firsts_of(table: str, natural: bool) -> Sequence[int]:
    """Return the places where one player may turn the first card."""
    places = present(table)
    if not natural:
        return places
    pairs = [place for place in places if table[place] != "?" and mates(table, place)]
    return pairs[:1] or [place for place in places if table[place] == "?"]


def seconds_of(table: str, first: int, natural: bool) -> Sequence[int]:
    """Return the places where one player may turn the second card."""
    others = [place for place in present(table) if place != first]
    if not natural:
        return others
    return mates(table, first)[:1] or [place for place in others if table[place] == "?"]


def kept(table: str, hidden: str, memory: int) -> Iterator[tuple[str, str]]:
    """Forget seen cards until at most ``memory`` are left, in every way."""
    known = [place for place in present(table) if table[place] != "?"]
    for keep in combinations(known, min(memory, len(known))):
        yield remembering(table, hidden, keep)


def remembering(table: str, hidden: str, keep: tuple[int, ...]) -> tuple[str, str]:
    """Forget every seen card that is not in a place to keep."""
    forgotten = [place for place in present(table) if table[place] != "?" and place not in keep]
    after = "".join("?" if place in forgotten else sign for place, sign in enumerate(table))
    return after, "".join(sorted(hidden + "".join(table[place] for place in forgotten)))


def shared_memory(deck: str, memory: int, rounds: int = 3000) -> float:
    """Value in pairs of the two-player game in which both remember the ``memory`` cards seen last.

    A state is the table, the hidden faces, and the places of the remembered cards by age. Known pairs
    must be taken, a 0-move ends the game. By value iteration.
    """
    start = ("?" * len(deck), "".join(sorted(deck)), ())
    plans: dict[Any, list[list[tuple[float, list[list[tuple[float, int, int, Any]]]]]]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in plans:
            continue
        table, hidden, order = state
        plans[state] = plan = []
        pairs = [place for place in order if mates(table, place)]
        for first in pairs or present(table):
            branches = []
            for chance, seen, rest in turned(table, hidden, first):
                answers = []
                for second in mates(seen, first) or [place for place in present(seen) if place != first]:
                    ends: list[tuple[float, int, int, Any]] = []
                    for luck, after, left in turned(seen, rest, second):
                        if after[first] == after[second]:
                            kept = tuple(place for place in order if place not in (first, second))
                            taken = by_age(without(after, first, second), left, kept)
                            ends.append((float(luck), 1, 1, taken))
                        elif after == table:
                            ends.append((float(luck), 0, 0, state))
                        else:
                            kept = (
                                *(place for place in order if place not in (first, second)),
                                first,
                                second,
                            )
                            kept = kept[max(0, len(kept) - memory) :]
                            ends.append((float(luck), 0, -1, by_age(*remembering(after, left, kept), kept)))
                    waiting.extend(end[3] for end in ends)
                    answers.append(ends)
                branches.append((float(chance), answers))
            plan.append(branches)
    values = dict.fromkeys(plans, 0.0)
    backwards = list(reversed(plans.items()))  # what comes late is known first, so that few rounds do
    for _ in range(rounds):
        change = 0.0
        for state, plan in backwards:
            new = max(
                (
                    sum(
                        chance
                        * max(
                            sum(p * (won + sign * values[n]) for p, won, sign, n in ends) for ends in answers
                        )
                        for chance, answers in branches
                    )
                    for branches in plan
                ),
                default=0.0,
            )
            change = max(change, abs(new - values[state]))
            values[state] = new
        if change < 1e-13:
            break
    return values[start]
