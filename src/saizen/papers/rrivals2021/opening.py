"""Section 4.1: the opening, its matrix and strategy, and why there is no other."""

from collections.abc import Iterator
from typing import Any

from saizen.exact import decimal
from saizen.games.rivals.rules import RivalsPosition
from saizen.games.rivals.solved import RivalsSolution
from saizen.papers.report import Check, claimed, compared
from saizen.papers.rrivals2021.counts import rank


def start_of(solved: RivalsSolution) -> RivalsPosition:
    """Return the opening position."""
    return RivalsPosition(frozenset(solved.rules.hand), frozenset(solved.rules.hand))


def shown(number: Any, printed: str) -> str:
    """Round an exact number to as many places as are printed."""
    return decimal(number, len(printed.partition(".")[2]))


def compare_opening(printed: dict[str, Any], solved: RivalsSolution) -> Iterator[Check]:
    """Compare Table 2, the strategy with its payoffs, and what is said of them."""
    start = start_of(solved)
    matrix = solved.matrix_at(*solved.find(start))
    for i, (row, line) in enumerate(zip(printed["table2"]["rows"], matrix, strict=True)):
        for j, (cell, number) in enumerate(zip(row, line, strict=True)):
            yield compared("Table 2", f"P1 {i}, P2 {j}", cell, shown(number, cell))
    choices = {choice.move: choice for choice in solved.moves(start)}
    for card, number in printed["section4_1"]["mix"].items():
        yield compared(
            "section 4.1",
            f"probability of card {card}",
            number,
            shown(choices[int(card)].probability, number),
        )
    for card, number in printed["section4_1"]["losing"].items():
        yield compared(
            "section 4.1", f"payoff of card {card}", number, shown(choices[int(card)].value, number)
        )
    yield compared("section 4.1", "value of the game", "0", str(solved.value(start)))
    yield claimed("section 4.1", "the strategy is unique", solved.unique(start))
    yield _why_unique(printed["section4_1_unique"]["argument"], solved)
    yield _when_losing(printed["section4_1"], solved)


def _why_unique(printed: str, solved: RivalsSolution) -> Check:
    """Compare the reason given for uniqueness with what proves it."""
    start = start_of(solved)
    used: list[Any] = [choice.move for choice in solved.moves(start) if choice.probability]
    matrix = solved.matrix_at(*solved.find(start))
    whole, among = rank(matrix), rank([[matrix[i][j] for j in used] for i in used])
    others = [choice for choice in solved.moves(start) if choice.move not in used]
    proved = among == len(used) - 1 and all(
        choice.value is not None and choice.value < 0 for choice in others
    )
    reason = f"by the rank among the five cards, {among}, and because the other three lose"
    note = f"the whole matrix has rank {whole}"
    return compared(
        "section 4.1", "why the strategy is unique", printed, reason if proved else "no proof", note
    )


def _when_losing(printed: dict[str, Any], solved: RivalsSolution) -> Check:
    """Compare from which probability on cards that lose make an opening worse."""
    choices = {choice.move: choice for choice in solved.moves(start_of(solved))}
    cards = [choices[int(card)] for card in printed["losing"]]
    unplayed = all(
        choice.probability == 0 and choice.value is not None and choice.value < 0 for choice in cards
    )
    what = "with which probability clown, princess and general must not be played"
    return compared("section 4.1", what, printed["loses_with"], "more than 0" if unplayed else "0 or more")
