"""A game in the terminal: you against the equilibrium."""

import random
from dataclasses import replace

from saizen.advice import Answer, Table
from saizen.exact import decimal
from saizen.game import Terminal
from saizen.games.rivals.rules import RivalsPosition, after, duel
from saizen.games.rivals.solved import Solved
from saizen.games.rivals.text import write
from saizen.talk import Talk

HELP = "a card number, 'h' for a hint, 'q' to leave"


def play_game(solved: Solved, talk: Talk, seed: int | None, hints: bool) -> Answer:
    """Play one game through ``talk``; the answer tells result and total cost of your cards."""
    rules = solved.rules
    dice = random.Random(seed)
    position: RivalsPosition | Terminal = RivalsPosition(frozenset(rules.hand), frozenset(rules.hand))
    names = ", ".join(f"{i} {rules.cards[i].name}" for i in rules.hand)
    talk.say(f"R-Rivals against the equilibrium. First to {rules.points_to_win} points. Cards: {names}")
    talk.say(f"Type {HELP}.")
    cost, trick = 0.0, 0
    while isinstance(position, RivalsPosition):
        trick += 1
        try:
            mine, yours, lost = _trick(solved, position, talk, dice, trick, hints)
        except EOFError:
            talk.say("You left the game.")
            return Answer({"game": "rivals", "result": None, "tricks": trick - 1, "cost": cost})
        cost += lost
        result, _ = duel(rules, mine, yours, position.general)
        said = ("Draw, the points are carried over", "You win the trick", "You lose the trick")[result]
        talk.say(
            f"You: {rules.cards[mine].name} ({mine}), opponent: {rules.cards[yours].name} ({yours}). {said}."
        )
        position = after(rules, position, mine, yours)
    ending = ("The game is a draw.", "You win the game!", "You lose the game.")[int(position.value)]
    talk.say(f"{ending} Your cards cost {cost:.4f} in all against perfect play.")
    data = {"game": "rivals", "result": int(position.value), "tricks": trick, "cost": cost}
    return Answer(data)


def _trick(
    solved: Solved, position: RivalsPosition, talk: Talk, dice: random.Random, trick: int, hints: bool
) -> tuple[int, int, float]:
    """Let both play; return my card, the opponent's, and what mine cost."""
    talk.say()
    talk.say(f"Trick {trick}   {write(position)}   (you / opponent, points, stakes)")
    if position.spy > 0:
        yours = _draw(solved, position.flipped(), dice)
        talk.say(f"Your spy acts: the opponent shows {solved.rules.cards[yours].name} ({yours}).")
        view = replace(position, seen=yours)
        mine, lost = _ask(solved, view, talk, hints)
        return mine, yours, lost
    if position.spy < 0:
        talk.say("The opponent's spy acts: you show a card first.")
        mine, lost = _ask(solved, position, talk, hints)
        return mine, _draw(solved, replace(position.flipped(), seen=mine), dice), lost
    yours = _draw(solved, position.flipped(), dice)  # drawn before you choose: it cannot depend on your card
    mine, lost = _ask(solved, position, talk, hints)
    return mine, yours, lost


def _draw(solved: Solved, view: RivalsPosition, dice: random.Random) -> int:
    strategy = solved.strategy(view)
    return dice.choices(list(strategy), weights=[float(p) for p in strategy.values()])[0]


def _ask(solved: Solved, view: RivalsPosition, talk: Talk, hints: bool) -> tuple[int, float]:
    """Ask for a card, with as many hints as wanted; tell what it cost."""
    cards = [str(card) for card in sorted(view.mine)]
    if hints:
        talk.say(hint(solved, view))
    while True:
        answer = talk.ask(f"Your card ({'/'.join(cards)}, h, q)?", [*cards, "h", "q"])
        if answer == "q":
            raise EOFError
        if answer == "h":
            talk.say(hint(solved, view))
            continue
        card = int(answer)
        found = {choice.card: choice for choice in solved.choices(view)}
        lost = solved.value(view) - found[card].value
        best = ", ".join(
            f"{solved.rules.cards[c.card].name} {decimal(100 * c.probability, 0)} %"
            for c in found.values()
            if c.probability
        )
        if found[card].optimal:
            talk.say(f"Optimal. The equilibrium plays: {best}.")
        else:
            talk.say(f"That card costs {decimal(lost, 4)}. The equilibrium plays: {best}.")
        return card, float(lost)


def hint(solved: Solved, view: RivalsPosition) -> Table:
    """Return every card with its probability, its value and what it costs."""
    value = solved.value(view)
    rows = [
        (
            c.card,
            solved.rules.cards[c.card].name,
            float(c.probability),
            float(c.value),
            float(value - c.value),
        )
        for c in solved.choices(view)
    ]
    return Table("Hint", ("card", "name", "probability", "value", "cost"), rows)
