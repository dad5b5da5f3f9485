"""A person at the table: whole games of Calculation with hints and undo, through a `Talk`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from saizen.games.calculation.rules import (
    FOUNDATIONS,
    RANKS,
    Action,
    Calculation,
    CalculationPosition,
    Lay,
    Move,
    Put,
)
from saizen.games.calculation.text import rank_text
from saizen.talk import Talk

HELP = (
    "A to D puts the card on that foundation, 1 to {stacks} lays it on that stack; "
    "then 1A moves the top of stack 1 to foundation A, and d draws. "
    "h asks for a hint, u takes the last step back, q leaves."
)
Hint = Callable[[CalculationPosition], str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a sitting ended."""

    finished: bool
    success: bool
    position: CalculationPosition
    hints: int


def picture(game: Calculation, position: CalculationPosition, cards_left: int) -> str:
    r"""Draw a position: what each foundation has and waits for, and the stacks from the bottom.

    >>> print(picture(Calculation(), game_start := Calculation().start(), 52).splitlines()[0])
    A: -               waits for A
    """
    lines = []
    for f, size in enumerate(position.foundations):
        waiting = game.waiting(position, f)
        wants = f"waits for {RANKS[waiting - 1]}" if waiting else "complete"
        cards = rank_text(game.variant.sequences[f][:size])
        lines.append(f"{FOUNDATIONS[f]}: {cards:<15} {wants}")
    lines += [f"{n}: {rank_text(stack)}" for n, stack in enumerate(position.stacks, start=1)]
    return "\n".join([*lines, f"{cards_left} cards in the deck"])


def sit(game: Calculation, cards: Sequence[int], talk: Talk, hint: Hint) -> Outcome:
    """Play one game; `EOFError` from the talk, or q, leaves it."""
    steps: list[tuple[CalculationPosition, int]] = [(game.start(), 0)]
    hints = 0
    talk.say(HELP.format(stacks=game.variant.stacks))
    position, drawn = steps[-1]
    try:
        while True:
            position, drawn = steps[-1]
            actions = {_word(action): action for action in game.actions(position)}
            if position.drawn is None and not actions:
                if drawn == len(cards):
                    break
                steps.append((replace(position, drawn=cards[drawn]), drawn + 1))
                continue
            words = [*actions, "h", "u", "q"]
            if position.drawn is None and drawn < len(cards):
                words.insert(len(actions), "d")
            talk.say(picture(game, position, len(cards) - drawn))
            card = "" if position.drawn is None else f"{RANKS[position.drawn - 1]}: "
            answer = talk.ask(f"{card}{', '.join(words)}?", words)
            if answer == "q":
                return Outcome(False, False, position, hints)
            if answer == "h":
                hints += 1
                talk.say(hint(position))
            elif answer == "u":
                _take_back(game, steps)
            elif answer == "d":
                steps.append((replace(position, drawn=cards[drawn]), drawn + 1))
            else:
                steps.append((game.after(position, actions[answer]), drawn))
    except EOFError:
        return Outcome(False, False, position, hints)
    success = all(size == game.variant.ranks for size in position.foundations)
    talk.say("All cards are out: success!" if success else "Nothing moves any more: this one is lost.")
    return Outcome(True, success, position, hints)


def _take_back(game: Calculation, steps: list[tuple[CalculationPosition, int]]) -> None:
    """Go back to the last position in which there was something to decide."""
    while len(steps) > 1:
        steps.pop()
        position, _ = steps[-1]
        if position.drawn is not None or game.actions(position):
            return


def _word(action: Action) -> str:
    if isinstance(action, Put):
        return FOUNDATIONS[action.foundation]
    if isinstance(action, Lay):
        return str(action.stack + 1)
    assert isinstance(action, Move)
    return f"{action.stack + 1}{FOUNDATIONS[action.foundation]}"
