"""How large a position the exact search takes, and how long the list of its guesses takes at least."""

from collections import Counter
from math import comb

from saizen.errors import PositionError
from saizen.games.abgame.forms import Labelled, TooLarge, labelled
from saizen.games.abgame.packing import most_labels
from saizen.games.abgame.position import STAR, AbPosition, shown_patterns
from saizen.games.abgame.searcher import MOST_UNUSED
from saizen.games.abgame.workspace import LARGEST_SET, STACK, Work

PACE = 20_000_000
"""About how many guesses (times words of a plane) are looked at in a second."""
MOST_CANDIDATES = 30_000
"""Candidates with four places or more: beyond, an exact search would take days."""


def checked(position: AbPosition, work: Work) -> Labelled:
    """Give a position labels; raise `TooLarge` when it is none for an exact search."""
    size, places = position.size, work.places
    if not position.patterns:
        raise PositionError(f"{size}: no candidate is left")
    many = len(position)
    if many > (LARGEST_SET if places < 4 else MOST_CANDIDATES) and (size.repeat or places > 3):
        raise TooLarge(f"{size}: {many:,} candidates are too many for an exact search")
    form = labelled(position)
    new = min(places, form.unused)
    if (most := most_labels(places)) < len(form.symbols) + new:
        raise TooLarge(
            f"{size}: {len(form.symbols)} symbols in play and {new} new ones in a guess make "
            f"{len(form.symbols) + new}; an exact search with {places} places takes {most}"
        )
    if form.unused > MOST_UNUSED:
        raise TooLarge(f"{size}: an exact search takes up to {MOST_UNUSED} unused symbols")
    stars = [pattern.count(STAR) for pattern in form.patterns]
    longest, together = work.growth[:, stars].sum(axis=1)
    if (
        max(longest, len(form.patterns)) > LARGEST_SET
        or together + longest > STACK
        or (len(form.symbols) + 2) ** places > len(work.guesses)
    ):
        raise TooLarge(f"{size}: {many:,} candidates are too many for an exact search")
    return form


def looks(form: Labelled, places: int) -> int:
    """Estimate what listing every guess takes: guesses times words of a plane.

    >>> looks(Labelled(((1, 2, 3),), (1, 2, 3), 0, 3), 3)
    64
    """
    choices, found = len(form.symbols) + (form.dead > 0), 0
    stars = Counter(pattern.count(STAR) for pattern in form.patterns)
    for new in range(min(places, form.unused) + 1):
        patterns = sum(times * shown_patterns(count, new) for count, times in stars.items())
        found += comb(places, new) * choices ** (places - new) * (patterns // 64 + 1)
    return found
