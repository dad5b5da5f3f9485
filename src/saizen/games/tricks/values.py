"""The value of any position and of every card that can be played in it."""

from saizen.game import MAX, MIN
from saizen.games.tricks.rules import LEFT, Objective, TricksPosition, other
from saizen.games.tricks.search.hand_bits import word_of
from saizen.games.tricks.search.searcher import searcher_for
from saizen.solution import MoveValue, rate_moves
from saizen.store import Store
from saizen.work import SILENT, Progress


def _words(position: TricksPosition, order: str) -> tuple[int, int, list[int]]:
    """Return the leader's hand, the score cards, and the place of each card number."""
    size = len(position.cards)
    letters = position.cards[::-1] if order == "bottom" else position.cards
    hand = word_of(letters, "Aa" if position.lead == LEFT else "Bb")
    places = [-1] + [card - 1 if order == "bottom" else size - card for card in range(1, size + 1)]
    return hand, word_of(letters, "AB"), places


def _left_takes(gained: int, position: TricksPosition, objective: Objective) -> int:
    """Turn what the leader gets into what Left takes."""
    leader_takes = gained if objective is Objective.TAKE else position.score_cards - gained
    return leader_takes if position.lead == LEFT else position.score_cards - leader_takes


def value(
    position: TricksPosition,
    objective: Objective = Objective.TAKE,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> int:
    """Return how many score cards Left takes when both play best (``V^ε_n(A, B)``).

    >>> [value(TricksPosition(c, l)) for c, l in (("AABBbaba", "L"), ("ABAB", "L"), ("ABAB", "R"))]
    [3, 2, 4]
    """
    if not position.cards:
        return 0
    if position.led is not None:
        return int(card_values(position, objective, store, progress)[0].value or 0)
    searcher = searcher_for(position, objective, store, progress)
    hand, score, _ = _words(position, searcher.order)
    return _left_takes(searcher.value(hand, score, position.hand_size, progress), position, objective)


def card_values(
    position: TricksPosition,
    objective: Objective = Objective.TAKE,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> list[MoveValue]:
    """Return every card that can be played with its value, best first, among equals the strongest first.

    >>> [(c.move, c.value) for c in card_values(TricksPosition("ABABba", LEFT))]
    [(1, 3), (4, 2), (6, 1)]
    """
    if not position.cards:
        return []
    searcher = searcher_for(position, objective, store, progress)
    hand, score, places = _words(position, searcher.order)
    n = position.hand_size
    by_kind: dict[str, int] = {}
    values = {}
    progress.stage(f"searching {n} cards a hand", n)
    best = None if position.led is not None else searcher.value(hand, score, n, progress)
    previous = 0
    for card in position.hand(position.turn):
        kind = position.cards[-card]
        # equal cards are neighbours with the same owner that count alike
        if previous != card + 1 or position.cards[-previous] != kind:
            if best is None:
                assert position.led is not None
                gained = searcher.reply_value(hand, score, n, places[position.led], places[card], progress)
            else:
                gained = searcher.lead_value(hand, score, n, places[card], best, progress)
            by_kind[kind] = _left_takes(gained, position, objective)
        values[card] = by_kind[kind]
        previous = card
        progress.advance()
    wants_many = (position.turn == LEFT) == (objective is Objective.TAKE)
    strongest_first = dict(sorted(values.items(), reverse=True))
    return rate_moves(strongest_first, MAX if wants_many else MIN)


def best_replies(
    position: TricksPosition,
    card: int,
    lead_value: int,
    objective: Objective = Objective.TAKE,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> list[int]:
    """Return every best reply to a lead that gives Left ``lead_value``.

    >>> best_replies(TricksPosition("ABABba", LEFT), 1, 3)
    [5, 3]
    """
    searcher = searcher_for(position, objective, store, progress)
    hand, score, places = _words(position, searcher.order)
    left_counts = lead_value if position.lead == LEFT else position.score_cards - lead_value
    gained = left_counts if objective is Objective.TAKE else position.score_cards - left_counts
    n = position.hand_size
    return [
        reply
        for reply in position.hand(other(position.lead))
        if not searcher.holds(hand, score, n, gained + 1, places[card], places[reply], progress)
    ]
