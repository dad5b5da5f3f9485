"""The thesis' statements as named claims: theorems, and the relations between cells of the matrix W.

Rows i are Left's cards and columns j Right's, strongest first; p of Left's and q = k - p of Right's
cards are score cards, so W falls into four regions: score or not, by score or not. Each statement
stands here as it is printed; whether it is true is what `saizen.games.tricks.claims.counterexample` finds
out.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from saizen.games.tricks.claims.batch import DealBatch, left_takes
from saizen.games.tricks.claims.claims import (
    BOUNDS,
    INFINITY,
    Case,
    Claim,
    below,
    expression_claim,
    low_right,
)
from saizen.games.tricks.search.hand_bits import bits_set, drop_card

Region = tuple[bool | None, bool | None]
"""Whether Left's card and Right's card are score cards; ``None`` when both kinds are meant."""
SCORE, OTHER = True, False


def _region(batch: DealBatch, region: Region) -> Any:
    """Return where the cells (i, j) of the deals lie in a region."""
    p = batch.left_score[:, None, None]
    i = np.arange(batch.n)[None, :, None]
    j = np.arange(batch.n)[None, None, :]
    inside = np.ones((len(batch.words), batch.n, batch.n), bool)
    for counting, index, count in ((region[0], i, p), (region[1], j, batch.k - p)):
        if counting is not None:
            inside &= (index < count) == counting
    return inside


def down(
    region: Region, relation: str, *, same_winner: bool = False
) -> Callable[[DealBatch], Iterator[Case]]:
    """State ``w[i+1, j] relation w[i, j]`` for both cells in a region."""
    return _neighbours(region, relation, 1, same_winner)


def right(
    region: Region, relation: str, *, same_winner: bool = False
) -> Callable[[DealBatch], Iterator[Case]]:
    """State ``w[i, j+1] relation w[i, j]`` for both cells in a region."""
    return _neighbours(region, relation, 2, same_winner)


def _neighbours(
    region: Region, relation: str, axis: int, same_winner: bool
) -> Callable[[DealBatch], Iterator[Case]]:
    def cases(batch: DealBatch) -> Iterator[Case]:
        if batch.n < 2:
            return
        near, far = [slice(None)] * 3, [slice(None)] * 3
        near[axis], far[axis] = slice(0, -1), slice(1, None)
        cell, next_cell = tuple(near), tuple(far)
        inside = _region(batch, region)
        applies = inside[cell] & inside[next_cell]
        if same_winner:
            left, right_ = batch.places
            wins = left[:, :, None] < right_[:, None, :]
            applies &= wins[cell] == wins[next_cell]
        later = batch.matrices[1].astype(np.int64)
        yield Case(applies, later[next_cell] - later[cell], *BOUNDS[relation])

    return cases


def _border_column(batch: DealBatch) -> Iterator[Case]:
    """State (24): w[i, q] <= w[i, q+1] for every i, where q = k - p is the last score column."""
    q = batch.k - batch.left_score
    there = (q >= 1) & (q < batch.n)
    later = batch.matrices[1].astype(np.int64)
    at = np.where(there, q, 1)[:, None, None]
    if batch.n < 2:
        return
    this = np.take_along_axis(later, at - 1, axis=2)[:, :, 0]
    following = np.take_along_axis(later, at, axis=2)[:, :, 0]
    yield Case(np.broadcast_to(there[:, None], this.shape), this - following, *BOUNDS["<="])


def _corner(batch: DealBatch) -> tuple[Any, Any]:
    """Return where w[p, q] and w[p+1, q] both exist, and the larger of the two."""
    p = batch.left_score
    q = batch.k - p
    there = (p >= 1) & (p < batch.n) & (q >= 1)
    rows = np.arange(len(p))
    later = batch.matrices[1].astype(np.int64)
    row, column = np.where(there, p, 1), np.where(there, q, 1) - 1
    last = min(1, batch.n - 1)
    lower_row = np.where(there, row, last)
    return there, np.maximum(later[rows, row - 1, column], later[rows, lower_row, column])


def _max_min(later: Any) -> Any:
    return later.min(axis=2).max(axis=1)


def _min_max(later: Any) -> Any:
    return later.max(axis=1).min(axis=1)


def _relation_29(batch: DealBatch) -> Iterator[Case]:
    """State the two steps of (29) where a_{i+1} < b_j < a_i among score cards."""
    if batch.n < 2:
        return
    left, right_ = batch.places
    inside = _region(batch, (SCORE, SCORE))
    between = (left[:, 1:, None] > right_[:, None, :]) & (left[:, :-1, None] < right_[:, None, :])
    applies = inside[:, 1:, :] & inside[:, :-1, :] & between
    later = batch.matrices[1].astype(np.int64)
    middle = np.zeros(applies.shape, np.int64)
    for i in range(batch.n - 1):
        for j in range(batch.n):
            x, y = left[:, i + 1].astype(np.uint64), right_[:, j].astype(np.uint64)
            near, far = np.minimum(x, y), np.maximum(x, y)
            after, counting = (drop_card(drop_card(w, far), near) for w in (batch.words, batch.scores))
            middle[:, i, j] = left_takes(
                after, counting, batch.n - 1, 1, batch.family, batch.objective, batch.store
            )
    yield Case(applies, later[:, 1:, :] - middle, *BOUNDS[">="])
    yield Case(applies, middle - later[:, :-1, :], *BOUNDS[">="])


def _relation_30(batch: DealBatch) -> Iterator[Case]:
    p = batch.left_score
    q = batch.k - p
    there = (q >= 1) & (q < batch.n)
    if batch.n < 2:
        return
    later = batch.matrices[1].astype(np.int64)
    at = np.where(there, q, 1)[:, None, None]
    pair = np.minimum(np.take_along_axis(later, at - 1, axis=2), np.take_along_axis(later, at, axis=2))
    yield Case(there, _max_min(later) - pair[:, :, 0].max(axis=1), *BOUNDS["=="])


def _relation_31(batch: DealBatch) -> Iterator[Case]:
    there, corner = _corner(batch)
    yield Case(there, _max_min(batch.matrices[1].astype(np.int64)) - corner, *BOUNDS["=="])


def _relation_32(batch: DealBatch) -> Iterator[Case]:
    there, corner = _corner(batch)
    yield Case(there, _min_max(batch.matrices[1].astype(np.int64)) - corner, *BOUNDS["=="])


def _relation_33(batch: DealBatch) -> Iterator[Case]:
    there, corner = _corner(batch)
    yield Case(there, batch.values[1] - corner, *BOUNDS[">="])


def _relation_34(batch: DealBatch) -> Iterator[Case]:
    there, corner = _corner(batch)
    yield Case(there, batch.values[0] - corner, -INFINITY, 2)


def _theorem_4(batch: DealBatch) -> Iterator[Case]:
    """State: if Right leads, Left takes 2 when h_ii = -1 for 3 <= i <= n, else 1."""
    left, right_ = batch.places
    applies = _split_top(batch)
    weaker = (left[:, 2:] > right_[:, 2:]).all(axis=1)
    yield Case(applies, batch.values[0] - np.where(weaker, 2, 1), 0, 0, 0)


def _theorem_3(batch: DealBatch) -> Iterator[Case]:
    yield Case(_split_top(batch), batch.values[1], 1, 1, 1)


def _split_top(batch: DealBatch) -> Any:
    """Return where the two strongest cards are the score cards and Left has only the stronger."""
    fits = batch.k == 2 and batch.n >= 1
    two = np.uint64(3)
    return fits & (batch.words & two == 1) & (batch.scores == two)


def _hereditary(batch: DealBatch) -> Iterator[Case]:
    """State that a trick leaves hands that satisfy section 5.1 again, as long as score cards remain."""
    left, right_ = batch.places
    holds = np.ones((len(batch.words), batch.n, batch.n), np.int64)
    applies = np.zeros(holds.shape, bool)
    for i in range(batch.n):
        for j in range(batch.n):
            x, y = left[:, i].astype(np.uint64), right_[:, j].astype(np.uint64)
            near, far = np.minimum(x, y), np.maximum(x, y)
            after, counting = (drop_card(drop_card(w, far), near) for w in (batch.words, batch.scores))
            remaining = bits_set(counting)
            for k in np.unique(remaining):
                part = remaining == k
                child = DealBatch(
                    batch.n - 1,
                    int(k),
                    after[part],
                    counting[part],
                    batch.family,
                    batch.objective,
                    batch.store,
                )
                holds[part, i, j] = low_right(child) & below(child)
            applies[:, i, j] = remaining > 0
    yield Case(applies, holds, 1, 1)


def _both(*parts: Callable[[DealBatch], Iterator[Case]]) -> Callable[[DealBatch], Iterator[Case]]:
    def cases(batch: DealBatch) -> Iterator[Case]:
        for part in parts:
            yield from part(batch)

    return cases


def _named(
    name: str, text: str, cases: Callable[[DealBatch], Iterator[Case]], *, measured: bool = True
) -> Claim:
    return Claim(name, text, cases, "paper", measured)


CLAIMS: dict[str, Claim] = {
    claim.name: claim
    for claim in (
        expression_claim("V0 - V1 in 0..1", "k == 2*n", "theorem1"),
        expression_claim("(V0 - V1) // 2 in 0..1", "k == 2*n", "theorem1-in-tricks"),
        expression_claim("swap(stronger) in 0..1", "k == 2*n", "theorem2"),
        expression_claim("swap(stronger) // 2 in 0..1", "k == 2*n", "theorem2-in-tricks"),
        Claim(
            "theorem3", "the top score card with Left, the other with Right: V1 == 1", _theorem_3, "k == 2"
        ),
        Claim("theorem3-from-two-cards", "likewise, n >= 2: V1 == 1", _theorem_3, "k == 2 and n >= 2"),
        Claim("theorem4", "likewise: V0 == 2 if h_ii = -1 for 3 <= i <= n, else 1", _theorem_4, "k == 2"),
        expression_claim("more in 0..1", "", "property1"),
        expression_claim("V0 - V1 in 0..2", "paper", "theorem5"),
        expression_claim("swap(score) in 0..2", "paper", "theorem6"),
        expression_claim("swap(nonscore) in 0..2", "paper", "theorem7"),
        expression_claim("swap(nonscore) in 0..1", "paper", "theorem7-in-its-proof"),
        expression_claim("swap(border) in -1..1", "paper", "theorem8"),
        _named(
            "section5.1-inherited", "every trick leaves hands of section 5.1", _hereditary, measured=False
        ),
        _named("relation24", "w[i,q] <= w[i,q+1]", _border_column),
        _named("relation25-rows", "w[i+1,j] >= w[i,j] for score by score", down((SCORE, SCORE), ">=")),
        _named("relation25-columns", "w[i,j] >= w[i,j+1] for score by score", right((SCORE, SCORE), "<=")),
        _named("relation26-rows", "w[i+1,j] >= w[i,j] for other by score", down((OTHER, SCORE), ">=")),
        _named("relation26-columns", "w[i,j+1] >= w[i,j] for other by any", right((OTHER, None), ">=")),
        _named("relation27-rows", "w[i+1,j] <= w[i,j] for score by other", down((SCORE, OTHER), "<=")),
        _named("relation27-columns", "w[i,j+1] <= w[i,j] for score by other", right((SCORE, OTHER), "<=")),
        _named(
            "relation27-rows-in-its-proof",
            "w[i+1,j] >= w[i,j] for score by other",
            down((SCORE, OTHER), ">="),
        ),
        _named(
            "relation26-rows-in-its-proof",
            "w[i+1,j] <= w[i,j] for other by score",
            down((OTHER, SCORE), "<="),
        ),
        _named(
            "relation26-columns-in-its-proof",
            "w[i,j+1] <= w[i,j] for other by score",
            right((OTHER, SCORE), "<="),
        ),
        _named(
            "relation26-columns-score", "w[i,j+1] >= w[i,j] for other by score", right((OTHER, SCORE), ">=")
        ),
        _named(
            "relation28",
            "w[i+1,j] == w[i,j] == w[i,j+1] for other by other",
            _both(down((OTHER, OTHER), "=="), right((OTHER, OTHER), "==")),
        ),
        _named(
            "relation29", "w[i+1,j] >= V1(A-a[i+1],B-b[j]) >= w[i,j] for a[i+1] < b[j] < a[i]", _relation_29
        ),
        _named("relation30", "max_i min_j w[i,j] == max_i min(w[i,q], w[i,q+1])", _relation_30),
        _named("relation31", "max_i min_j w[i,j] == max(w[p,q], w[p+1,q])", _relation_31),
        _named("relation32", "min_j max_i w[i,j] == max(w[p,q], w[p+1,q])", _relation_32),
        _named("relation33", "V1 >= max(w[p,q], w[p+1,q])", _relation_33),
        _named("relation34", "V0 <= 2 + max(w[p,q], w[p+1,q])", _relation_34),
        _named(
            "lemma2-rows",
            "w[i+1,j] <= w[i,j] for other by other, same winner",
            down((OTHER, OTHER), "<=", same_winner=True),
        ),
        _named(
            "lemma2-columns",
            "w[i,j] <= w[i,j+1] for other by other, same winner",
            right((OTHER, OTHER), ">=", same_winner=True),
        ),
        expression_claim("V0 - V1 >= 0", "", "second-player"),
        expression_claim("swap(score) >= 0", "", "stronger-score-cards"),
        expression_claim("swap(nonscore) >= 0", "", "weaker-other-cards"),
        expression_claim("V1 - V0 >= 0", "", "second-player-avoiding"),
        expression_claim("swap(nonscore) <= 0", "", "weaker-other-cards-avoiding"),
    )
}
"""The statements by name; with the condition that the thesis puts on the hands."""


def claim_of(words: str) -> Claim:
    """Return the claim with this name, else the one that the words state.

    >>> claim_of("theorem1").condition, claim_of("V0 >= V1").text
    ('k == 2*n', 'V0 >= V1')
    """
    return CLAIMS.get(words) or expression_claim(words)
