"""Closed forms: positions that need no search, in time that grows with the number of cards."""

from saizen.errors import SaizenError
from saizen.games.tricks.rules import LEFT, RIGHT, TricksPosition, other


def two_score_cards(position: TricksPosition) -> int:
    """Return what Left takes when the two strongest cards are the score cards (theorems 3 and 4).

    Who holds both takes both. Otherwise let the *top* player hold the strongest card. If the top player
    leads, both take one (with one card each, the top player takes both). If the other player leads, the
    top player takes both exactly when, from the third card of each hand on, the top player's i-th
    strongest card is weaker than the opponent's: h_ii = -1 for 3 <= i <= n. Then every lead can be lost
    on purpose until only the score cards matter. Cost: O(n).

    >>> two_score_cards(TricksPosition("ABbaba", "R")), two_score_cards(TricksPosition("ABbabaab", "R"))
    (2, 1)
    """
    letters = position.cards
    if position.led is not None or not letters[:2].isupper() or position.score_cards != 2:
        raise SaizenError(
            f"{letters!r}: the closed form is for a lead with exactly the two strongest cards counting"
        )
    top = LEFT if letters[0] == "A" else RIGHT
    if letters[0] == letters[1] or position.hand_size == 1:
        taken = 2
    elif position.lead == top:
        taken = 1
    else:
        hands = zip(position.hand(top)[2:], position.hand(other(top))[2:], strict=True)
        taken = 2 if all(mine < theirs for mine, theirs in hands) else 1
    return taken if top == LEFT else 2 - taken
