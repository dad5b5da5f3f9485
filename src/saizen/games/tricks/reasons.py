"""The reasons for the value of a card, in words: who takes the trick, the lead, and what is left."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from saizen.games.tricks.rules import LEFT, NAME, Objective, TricksPosition, finish, other
from saizen.games.tricks.text import position_text

if TYPE_CHECKING:
    from saizen.games.tricks.solved import TricksSolution


def card_notes(
    solution: "TricksSolution", position: TricksPosition, card: int, card_value: int
) -> dict[str, Any]:
    """Return what is noted of a card: the best replies to a lead, and why it is worth what it is.

    Cards are called by the numbers that they were dealt with, as moves are.
    """
    if position.led is not None:
        return {"reason": trick_words(solution, position, position.led, card)}
    replies = solution.best_replies(position, card, card_value)
    reason = lead_words(solution, position, card, replies)
    return {"replies": [position.number(reply) for reply in replies], "reason": reason}


def trick_words(solution: "TricksSolution", position: TricksPosition, lead: int, reply: int) -> str:
    """Say what a finished trick brings."""
    trick = finish(position, lead, reply)
    winner = NAME[trick.winner]
    taken = {0: "no score card", 1: "1 score card"}.get(trick.score, f"{trick.score} score cards")
    keeps = "keeps" if trick.winner == position.lead else "gets"
    if not trick.after.cards:
        return f"{winner} takes the last trick with {taken}"
    rest, left = solution.value(trick.after), position_text(replace(trick.after, dealt=None))
    return f"{winner} takes {taken} and {keeps} the lead; {left} gives Left {rest} more"


def lead_words(solution: "TricksSolution", position: TricksPosition, card: int, replies: list[int]) -> str:
    """Say which replies to a lead are best, and what happens after the first of them."""
    numbers = [position.number(reply) for reply in replies]
    listed = ", ".join(map(str, numbers))
    opponent = NAME[other(position.lead)]
    if len(replies) == 1:
        which, after = f"{opponent}'s best reply is {listed}", ""
    else:
        which, after = f"{opponent}'s best replies are {listed}", f" after {numbers[0]}"
    return f"{which}:{after} {trick_words(solution, position, card, replies[0])}"


def summary(position: TricksPosition, total: int, objective: Objective) -> str:
    """Explain the value to the player who plays next.

    >>> summary(TricksPosition("ABABba", LEFT), 3, Objective.TAKE)
    'Left to lead; when both take them as best they can, Left ends with 3 of 4 score cards.'
    """
    if not position.cards:
        return "All cards are played."
    others = position.score_cards - total
    goal = "take" if objective is Objective.TAKE else "avoid"
    turn = NAME[position.turn]
    does = "to lead" if position.led is None else f"to reply to {position.number(position.led)}"
    mine = total if position.turn == LEFT else others
    of = f"{mine} of {position.score_cards} score cards"
    return f"{turn} {does}; when both {goal} them as best they can, {turn} ends with {of}."
