"""Why a card is worth what it is, in words: who takes the trick, the lead, and what is left."""

from saizen.games.tricks.rules import LEFT, NAME, Objective, TricksPosition, finish, other
from saizen.games.tricks.solved import TricksSolution
from saizen.games.tricks.text import position_text


def trick_words(solution: TricksSolution, position: TricksPosition, lead: int, reply: int) -> str:
    """Say what a finished trick brings."""
    trick = finish(position, lead, reply)
    winner = NAME[trick.winner]
    taken = {0: "no score card", 1: "1 score card"}.get(trick.score, f"{trick.score} score cards")
    keeps = "keeps" if trick.winner == position.lead else "gets"
    if not trick.after.cards:
        return f"{winner} takes the last trick with {taken}"
    rest = solution.value(trick.after)
    return f"{winner} takes {taken} and {keeps} the lead; {position_text(trick.after)} gives Left {rest} more"


def lead_words(
    solution: TricksSolution, position: TricksPosition, card: int, known: int
) -> tuple[list[int], str]:
    """Return every best reply to a lead, and what happens after the first of them."""
    replies = solution.best_replies(position, card, known)
    said = ", ".join(map(str, replies))
    opponent = NAME[other(position.lead)]
    which = (
        f"{opponent}'s best reply is {said}" if len(replies) == 1 else f"{opponent}'s best replies are {said}"
    )
    after = "" if len(replies) == 1 else f" after {replies[0]}"
    return replies, f"{which}:{after} {trick_words(solution, position, card, replies[0])}"


def summary(position: TricksPosition, total: int, objective: Objective) -> str:
    """Say what the value means."""
    others = position.score_cards - total
    goal = "take" if objective is Objective.TAKE else "avoid"
    turn = NAME[position.turn]
    does = "to lead" if position.led is None else f"to reply to {position.led}"
    mine = total if position.turn == LEFT else others
    of = f"{mine} of {position.score_cards} score cards"
    return f"{turn} {does}; when both {goal} them as best they can, {turn} ends with {of}."
