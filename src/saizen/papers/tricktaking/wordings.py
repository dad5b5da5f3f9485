"""Slips of words and indices: the text, set against what the formulas beside it make of all deals."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from saizen.papers.report import Check, compared
from saizen.papers.tricktaking.cases import (
    deals,
    exchanges,
    later,
    of_section_5_1,
    others_are_below,
    places,
    smallest_is_rights,
    takes,
    trick,
)

LARGEST = 4
"""Cards a hand up to which deals are tried."""
Rows = list[list[int]]


def compare_wordings(printed: Sequence[Mapping[str, str]], captions: Mapping[str, str]) -> Iterator[Check]:
    """Yield one check a slip."""
    for wording in printed:
        compute = FOUND[wording["what"]]
        right = compute() if compute else _figure_of_takers(captions)
        yield compared(wording["where"], wording["what"], wording["printed"], right)


def _figure_of_takers(captions: Mapping[str, str]) -> str:
    """Return the figure whose caption says who takes the trick."""
    return " or ".join(
        figure for figure, caption in captions.items() if "どちらがトリックを取るか" in caption
    )


def _hand_matrix(word: str) -> Rows:
    """Return H: 1 where Left's card is the stronger, else -1."""
    return [[1 if a < b else -1 for b in places(word, "B")] for a in places(word, "A")]


def _without(matrix: Rows, row: int, column: int) -> Rows:
    """Delete a row and a column, counted from 1."""
    return [line[: column - 1] + line[column:] for i, line in enumerate(matrix, 1) if i != row]


def _kept_assumption() -> str:
    """Answer b_j by a_j under the assumption of theorem 4, and look at the diagonal that is left."""
    seen = set()
    for word, k in deals(LARGEST + 1):
        matrix = _hand_matrix(word)
        n = len(matrix)
        if k == 2 and word[:2] == "AB" and all(matrix[i][i] == -1 for i in range(2, n)):
            for j in range(3, n + 1):
                rest = _without(matrix, j, j)
                seen |= {rest[i][i] for i in range(2, n - 1)}
    return f"h_ii = {' or '.join(map(str, seen))} (3 <= i <= n-1)"


def _deleted() -> str:
    """Find the deletion that makes h'_22 = h_23, as the proof needs it where h_22 = 1 and h_33 = -1."""
    ways = {(3, 2): True, (2, 3): True}
    for word, k in deals(LARGEST):
        matrix = _hand_matrix(word)
        if k == 2 and len(matrix) > 2 and matrix[1][1] == 1 and matrix[2][2] == -1:
            for row, column in ways:
                ways[row, column] &= _without(matrix, row, column)[1][1] == matrix[1][2]
    return " or ".join(f"row {row} and column {column}" for (row, column), fits in ways.items() if fits)


def _columns_of_case_ii() -> str:
    """Return the columns in which Left's score cards win tricks with no score card of Right's."""
    ends = set()
    for word, k in of_section_5_1(LARGEST):
        right = places(word, "B")
        q = sum(place < k for place in right)
        columns = [j for j, b in enumerate(right, 1) if b >= k]
        if columns and "A" in word[:k]:
            ends.add((columns[0] - q, columns[-1] - len(right)))
    ((first, last),) = ends
    return f"k - p + {first} <= j <= n" + (f" - {-last}" if last else "")


def _lemma_1_gives() -> str:
    """Try the printed equation and the one with maxima on all hands of 5.1."""
    small = large = True
    for word, k in of_section_5_1(LARGEST):
        left, right = places(word, "A"), places(word, "B")
        p = sum(place < k for place in left)
        if 0 < p < len(left):
            pairs = [[later(word, k, left[i], b) for i in (p - 1, p)] for b in right]
            corner = pairs[k - p - 1]
            small &= all(min(pair) == min(corner) for pair in pairs)
            large &= min(map(max, pairs)) == max(corner)
    if small or not large:
        return "min(w[p,j], w[p+1,j]) = min(w[p,k-p], w[p+1,k-p])" if small else "neither"
    return "min over j of max(w[p,j], w[p+1,j]) = max(w[p,k-p], w[p+1,k-p])"


def _basis_of_lemma_2() -> str:
    """Return whether theorem 7, whose hands are those of 5.1, is about any exchange at all."""
    inside = any(
        smallest_is_rights(word, k) and others_are_below(word, k) for word, _, k, *_ in exchanges(7, LARGEST)
    )
    return "theorem 7" if inside else "theorem 7 for all hands"


def _who_leads() -> str:
    """See who wins tricks against the last score card of Right's and the next card."""
    score: set[bool] = set()
    other: set[bool] = set()
    for word, k in of_section_5_1(LARGEST):
        right = places(word, "B")
        q = sum(place < k for place in right)
        for a in places(word, "A"):
            (score if a < k else other).update(trick(k, a, b)[1] for b in right[q - 1 : q + 1])
    names = {True: "Left", False: "Right"}
    ours, theirs = (" or ".join(names[suit] for suit in sorted(seen)) for seen in (score, other))
    return f"{ours} for i <= p, {theirs} for i > p" if ours != theirs else f"{ours}, since a_i > b_(k-p)"


def _whose_hands() -> str:
    """Return when Left holds b*, which A' - {b*} is made from."""
    after = all(swapped[b] == "A" and word[b] == "B" for word, swapped, _, _, b in exchanges(8, LARGEST))
    return "after the exchange" if after else "before the exchange"


def _what_is_added() -> str:
    """See what tricks in case (i) are worth where Left wins them."""
    worth = set()
    for word, _, k, own, other in exchanges(8, LARGEST):
        for a in places(word, "A"):
            for b in places(word, "B"):
                if a != own and b != other and trick(k, a, b)[1]:
                    worth.add(trick(k, a, b)[0])
    return "[a,b]" if worth == {1} else "s_ab [a,b]"


def _where_shown() -> str:
    """Return for which hands of 5.1 the reason given for V1 <= V0, that V0 = 2 + V1, is there."""
    there = [takes(word, k, False) == 2 + takes(word, k, True) for word, k in of_section_5_1(LARGEST)]
    return "everywhere" if all(there) else "where V0 = 2 + V1, in some hands" if any(there) else "nowhere"


FOUND: dict[str, Callable[[], str] | None] = {
    "the figure of who takes the trick": None,
    "the assumption that is kept": _kept_assumption,
    "what is deleted after b2 and a3": _deleted,
    "range of j in case (ii)": _columns_of_case_ii,
    "what lemma 1 gives": _lemma_1_gives,
    "what it is proved from": _basis_of_lemma_2,
    "who leads after a_i against b_(k-p) or b_(k-p+1)": _who_leads,
    "when the hands A' - {b*}, B' - {a*} are held, case (vi)": _whose_hands,
    "what is added to relation (11), case (i)": _what_is_added,
    "where V1 <= V0 is shown": _where_shown,
}
"""The right words for each slip, computed; the figure is found among the captions."""
