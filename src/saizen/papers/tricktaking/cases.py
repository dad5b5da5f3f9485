"""The steps of the proofs: sections 2 and 4, cases (i) to (vi) of theorems 6 to 8, the matrix T.

Everything here uses the recursion of section 2, written again on standard representations: a word of A and B,
strongest card first, of which the first k cards count. No table and no claim of the solver is used.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from saizen.papers.report import Check, claimed, compared

Exchange = tuple[str, str, int, int, int]
"""A word before and after an exchange of neighbours, how many cards count, and the places of a* and b*."""


@cache
def takes(word: str, k: int, left_leads: bool) -> int:
    """Return V: the score cards that Left takes, by the recursion of section 2.

    >>> takes("AABBBABA", 4, True)
    3
    """
    if not word:
        return 0
    left, right = places(word, "A"), places(word, "B")
    if left_leads:
        return max(min(gain(word, k, a, b) for b in right) for a in left)
    return min(max(gain(word, k, a, b) for a in left) for b in right)


def places(word: str, player: str) -> list[int]:
    """Return where a player's cards stand in a word."""
    return [place for place, letter in enumerate(word) if letter == player]


def trick(k: int, a: int, b: int) -> tuple[int, bool]:
    """Return what Left takes in a trick, and whether Left leads then: t and [a, b]."""
    wins = a < b
    return ((a < k) + (b < k)) * wins, wins


def later(word: str, k: int, a: int, b: int) -> int:
    """Return w: what Left takes after a trick."""
    rest = "".join(letter for place, letter in enumerate(word) if place not in (a, b))
    return takes(rest, k - (a < k) - (b < k), trick(k, a, b)[1])


def gain(word: str, k: int, a: int, b: int) -> int:
    """Return g: what Left takes in a trick and after it."""
    return trick(k, a, b)[0] + later(word, k, a, b)


def deals(largest: int, smallest: int = 1) -> Iterator[tuple[str, int]]:
    """List all words of up to so many cards a hand, with every number of score cards."""
    for n in range(smallest, largest + 1):
        for left in combinations(range(2 * n), n):
            word = "".join("A" if place in left else "B" for place in range(2 * n))
            for k in range(2 * n + 1):
                yield word, k


def smallest_is_rights(word: str, k: int) -> bool:
    """Return whether the weakest score card is Right's, the first condition of section 5.1."""
    return k > 0 and word[k - 1] == "B"


def others_are_below(word: str, k: int) -> bool:
    """Return whether Left's other cards are all below Right's, the second condition of section 5.1."""
    return "AB" not in word[k:]


def of_section_5_1(largest: int) -> Iterator[tuple[str, int]]:
    """List the hands of section 5.1."""
    for word, k in deals(largest):
        if smallest_is_rights(word, k) and others_are_below(word, k):
            yield word, k


def exchanges(theorem: int, largest: int, smallest: int = 1) -> Iterator[Exchange]:
    """List the exchanges of neighbours that a theorem is about, in all hands."""
    for word, k in deals(largest, smallest):
        for place in range(len(word) - 1):
            pair, score = word[place : place + 2], (k > place) + (k > place + 1)
            pattern = ("BA", 2), ("AB", 0), ("BA", 1)
            if (pair, score) == pattern[theorem - 6]:
                after = word[:place] + pair[::-1] + word[place + 2 :]
                a, b = (place + 1, place) if pair == "BA" else (place, place + 1)
                yield word, after, k, a, b


@dataclass(frozen=True, slots=True)
class ProofCase:
    """A case of a proof: which cards are played, how g may change, and what is said of the trick.

    ``own`` and ``other`` say whether Left's and Right's card are the exchanged ones; where one of them is
    not, ``score`` says whether it counts (``None`` if both kinds are meant). ``before`` and ``after`` are t
    and [a, b] of the trick, where the thesis writes them down.
    """

    theorem: int
    name: str
    own: bool
    other: bool
    score: bool | None
    change: tuple[int, int]
    before: tuple[int, bool] | None = None
    after: tuple[int, bool] | None = None


CASES = (
    ProofCase(6, "(i), relation (2)", False, False, None, (0, 2)),
    ProofCase(6, "(ii)", True, False, True, (0, 0)),
    ProofCase(6, "(iii)", True, False, False, (0, 0), (1, True), (1, True)),
    ProofCase(6, "(iv)", False, True, True, (0, 0)),
    ProofCase(6, "(v)", False, True, False, (0, 0), (0, False), (0, False)),
    ProofCase(6, "(vi), relations (3) to (6)", True, True, None, (0, 2), (0, False), (2, True)),
    ProofCase(7, "(i)", False, False, None, (0, 1)),
    ProofCase(7, "(ii)", True, False, False, (0, 0)),
    ProofCase(7, "(iii)", True, False, True, (0, 0), (0, False), (0, False)),
    ProofCase(7, "(iv)", False, True, False, (0, 0)),
    ProofCase(7, "(v)", False, True, True, (0, 0), (1, True), (1, True)),
    ProofCase(7, "(vi), relations (7) to (10)", True, True, None, (0, 2), (0, True), (0, False)),
    ProofCase(8, "(i), relation (11)", False, False, None, (-1, 1)),
    ProofCase(8, "(ii), relations (12) and (13)", True, False, True, (-1, 0), (0, False), (0, False)),
    ProofCase(8, "(iii), relations (14) and (15)", True, False, False, (0, 1), (0, True), (1, True)),
    ProofCase(8, "(iv), relations (16) and (17)", False, True, False, (0, 1), (0, False), (0, False)),
    ProofCase(8, "(v), relations (18) and (19)", False, True, True, (-1, 0), (2, True), (1, True)),
    ProofCase(8, "(vi), relations (20) to (23)", True, True, None, (-1, 1), (0, False), (1, True)),
)


def compare_cases(largest: int) -> Iterator[Check]:
    """Compare the steps of the proofs on all hands of up to so many cards."""
    span = f"all hands, n <= {largest}"
    for case in CASES:
        low, high = case.change
        change_text = "g stays" if (low, high) == (0, 0) else f"g changes by {low} to {high}"
        where = f"proof of theorem {case.theorem}"
        yield compared(
            where, f"case {case.name}, {span}", change_text, change_text if _fits(case, largest) else "not so"
        )
    for theorem, change in ((6, 2), (7, 0), (8, 1)):
        changes = {
            takes(after, k, e) - takes(word, k, e)
            for word, after, k, *_ in exchanges(theorem, 1)
            for e in (0, 1)
        }
        what = "n = 1, what the exchange gains"
        yield compared(f"proof of theorem {theorem}", what, change, ",".join(map(str, sorted(changes))))
    first = all(takes(word, k, True) == takes(word, k, False) for word, k in deals(1))
    yield claimed("proof of theorem 5", "n = 1: it does not matter who leads", first)
    yield claimed(
        "proof of theorem 5", f"the matrix T, {span}", all(_matrix_t(word, k) for word, k in deals(largest))
    )
    chain = all(_last_chain(word, k) for word, k in of_section_5_1(largest))
    what = f"V0 <= 2 + w[p+1,k-p] <= 2 + V1, hands of 5.1, n <= {largest}"
    yield claimed("proof of theorem 5", what, chain)
    yield from _section_4(largest)
    yield from _section_5_3(largest)


def _fits(case: ProofCase, largest: int) -> bool:
    """Play every pair of cards of a case before and after the exchange."""
    played = False
    for word, swapped, k, own, other in exchanges(case.theorem, largest):
        for a in [own] if case.own else [place for place in places(word, "A") if place != own]:
            for b in [other] if case.other else [place for place in places(word, "B") if place != other]:
                free = b if case.own else a
                if case.score is not None and (free < k) != case.score:
                    continue
                a_then, b_then = (other if case.own else a), (own if case.other else b)
                said = ((case.before, trick(k, a, b)), (case.after, trick(k, a_then, b_then)))
                if any(printed is not None and printed != found for printed, found in said):
                    return False
                change = gain(swapped, k, a_then, b_then) - gain(word, k, a, b)
                if not case.change[0] <= change <= case.change[1]:
                    return False
                played = True
    return played


def _matrix_t(word: str, k: int) -> bool:
    """Compare T with the formula in the proof of theorem 5, with p and k - p score cards."""
    left, right = places(word, "A"), places(word, "B")
    p = sum(place < k for place in left)
    for i, a in enumerate(left, 1):
        for j, b in enumerate(right, 1):
            if i >= p + 1:
                printed = 0
            elif j >= k - p + 1:
                printed = 1
            else:
                printed = 2 if a < b else 0
            if trick(k, a, b)[0] != printed:
                return False
    return True


def _last_chain(word: str, k: int) -> bool:
    """Return whether what follows from (33) and (34) holds, where the cell exists."""
    left, right = places(word, "A"), places(word, "B")
    p = sum(place < k for place in left)
    if p == len(left):
        return True
    cell = later(word, k, left[p], right[k - p - 1])
    return takes(word, k, False) - 2 <= cell <= takes(word, k, True)


def _section_4(largest: int) -> Iterator[Check]:
    """Compare what section 4 says of both score cards in one hand."""
    for start, owner, number in (("AA", "Left", 2), ("BB", "Right", 0)):
        changes = {
            takes(word, 2, lead)
            for word, k in deals(largest, 2)
            if k == 2 and word[:2] == start
            for lead in (True, False)
        }
        what = f"both score cards with {owner}: Left takes, n <= {largest}"
        yield compared("section 4", what, number, ",".join(map(str, sorted(changes))))


def _section_5_3(largest: int) -> Iterator[Check]:
    """Find hands outside one condition of 5.1 for which the steps of the proof fail, as section 5.3 says."""

    def fails(holds: Callable[[str, int], bool], relation: Callable[[str, int], bool]) -> str:
        broken = (f"{w[:k]}{w[k:].lower()}" for w, k in deals(largest) if holds(w, k) and not relation(w, k))
        return next((f"false for {example}" for example in broken), "holds")

    only_second = fails(lambda w, k: others_are_below(w, k) and not smallest_is_rights(w, k), border_cell)
    only_first = fails(lambda w, k: smallest_is_rights(w, k) and not others_are_below(w, k), same_below)
    for what, result in (
        ("w[p,k-p] <= w[p,k-p+1] if the weakest score card is Left's", only_second),
        ("neighbours in the last part of W are equal if Left's other cards are not all below", only_first),
    ):
        claim = "need not hold"
        yield compared("section 5.3", what, claim, claim if result != "holds" else result, result)


def border_cell(word: str, k: int) -> bool:
    """Return whether w[p, k-p] <= w[p, k-p+1], where these cells exist."""
    left, right = places(word, "A"), places(word, "B")
    p = sum(place < k for place in left)
    q = k - p
    if not (p and 0 < q < len(right)):
        return True
    return later(word, k, left[p - 1], right[q - 1]) <= later(word, k, left[p - 1], right[q])


def same_below(word: str, k: int) -> bool:
    """Return whether all cells of W of two cards that do not count are equal, relation (28)."""
    left, right = ([place for place in places(word, player) if place >= k] for player in "AB")
    return len({later(word, k, a, b) for a in left for b in right}) <= 1
