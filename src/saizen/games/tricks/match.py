"""One game against a person: cards keep the numbers they were dealt with."""

import random
from typing import Any

from saizen.errors import SaizenError
from saizen.games.tricks.reasons import NAME
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, TricksPosition, finish, other
from saizen.games.tricks.text import LARGEST_HAND, position_text, score_set
from saizen.games.tricks.values import card_values, value
from saizen.talk import Talk


def play_match(start: TricksPosition, you: str, goal: Objective, talk: Talk, *, hint: bool) -> dict[str, Any]:
    """Play from a position to the end, or until the person leaves, and return what happened."""
    wish = "many" if goal is Objective.TAKE else "few"
    talk.say(f"You are {NAME[you]} and want {wish} score cards, the ones in brackets.")
    now, taken, lost = start, 0, 0
    names = list(range(1, len(start.cards) + 1))  # the numbers dealt, by rank among the cards that remain
    try:
        while now.cards:
            values = card_values(now, goal)
            if now.turn == you:
                talk.say(_view(now, you, names))
                if hint:
                    talk.say(
                        ", ".join(f"{names[c.card - 1]}: {c.value}{'*' if c.optimal else ''}" for c in values)
                    )
                doing = "You lead:" if now.led is None else f"You reply to {names[now.led - 1]}:"
                card = names.index(int(talk.ask(doing, [str(names[c - 1]) for c in now.hand(you)]))) + 1
                cost = abs(values[0].value - next(c.value for c in values if c.card == card))
                lost += cost
                best = " or ".join(str(names[c.card - 1]) for c in values if c.optimal)
                talk.say("A best card." if cost == 0 else f"That cost {cost}; best was {best}.")
            else:
                card = min(c.card for c in values if c.optimal)
                talk.say(f"{NAME[other(you)]} plays {names[card - 1]}.")
            if now.led is None:
                now = TricksPosition(now.cards, now.lead, card)
            else:
                trick = finish(now, now.led, card)
                taken += trick.left_takes
                talk.say(f"{NAME[trick.winner]} takes the trick; score cards in it: {trick.score}.")
                names = [name for rank, name in enumerate(names, 1) if rank not in (now.led, card)]
                now = trick.after
    except EOFError:
        talk.say("Goodbye.")
    total = start.score_cards
    if not now.cards:
        mine = taken if you == LEFT else total - taken
        talk.say(f"You took {mine} of {total} score cards; your cards cost you {lost} in all.")
    return {
        "position": position_text(start),
        "you": you,
        "finished": not now.cards,
        "left_took": taken,
        "value": value(start, goal),
        "lost": lost,
    }


def random_deal(n: int, score: str, seed: int | None = None) -> TricksPosition:
    """Deal at random, the same again for the same seed.

    >>> random_deal(3, "2", 1) == random_deal(3, "2", 1)
    True
    """
    if not 1 <= n <= LARGEST_HAND:
        raise SaizenError(f"--n {n}: 1 to {LARGEST_HAND} cards a hand can be dealt")
    counts = score_set(score, 2 * n)
    letters = ["a"] * n + ["b"] * n
    chance = random.Random(seed)
    chance.shuffle(letters)
    size = 2 * n
    cards = "".join(x.upper() if size - place in counts else x for place, x in enumerate(letters))
    return TricksPosition(cards, LEFT if chance.random() < 0.5 else RIGHT)


def _view(now: TricksPosition, you: str, names: list[int]) -> str:
    """Show both hands with the numbers dealt, strongest first, score cards in brackets."""

    def hand(player: str) -> str:
        cards = [card for card in now.hand(player) if card != now.led]
        return " ".join(f"[{names[c - 1]}]" if now.is_score(c) else str(names[c - 1]) for c in cards)

    return f"your cards: {hand(you)}   theirs: {hand(other(you))}"
