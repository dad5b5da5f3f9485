"""Figure 1, propositions 2.1 to 2.3 and the second guesses of 3.1, from the definition alone.

Nothing here uses the search: sets of codes are plain sets, and S(A) is what equation (1) says.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import Any

from saizen.games.abgame.size import Code, Reply, Size, respond
from saizen.games.abgame.text import code_text, parse_answer, parse_code
from saizen.papers.report import Check, claimed, compared

Codes = frozenset[Code]


def compare_basics(printed: dict[str, Any], most: int) -> Iterator[Check]:
    """Compare what stands before the search; of 3x4 sets of up to ``most`` codes are tried."""
    yield from _figure_1(printed["figure1"])
    small = [frozenset(some) for some in (*subsets(Size(3, 3), 6), *subsets(Size(3, 4), most))]
    where = f"all sets of codes of 3x3, and of up to {most} codes of 3x4"
    yield claimed("Proposition 2.1", f"S(A) = 1 and 3 for one and two codes, {where}", _singles(small))
    bound = all(total(some, _size(some)) >= 2 * len(some) - 1 for some in small if some)
    yield claimed("Proposition 2.1", f"S(A) >= 2|A| - 1, {where}", bound)
    sets = [some for some in small if some and len(some) <= 3 and _size(some).symbols == 3]
    definition = all(least_by_strategies(some) == total(some, Size(3, 3)) for some in sets)
    what = f"equation (1) gives the least sum over all strategies, {len(sets)} sets of 3x3"
    yield claimed("Proposition 2.2", what, definition)
    yield claimed("Proposition 2.3", f"S(A and B) >= S(A) + S(B), {where}", _superadditive(small))
    yield from _second_guesses(printed["section3_1"])


def subsets(size: Size, most: int) -> Iterator[tuple[Code, ...]]:
    """List the sets of up to so many codes."""
    codes = list(size.secrets())
    for count in range(1, most + 1):
        yield from combinations(codes, count)


def _size(codes: Codes) -> Size:
    """Return 3x3 or 3x4, whichever the codes need."""
    return Size(3, max(3, *(max(code) for code in codes)))


@cache
def total(codes: Codes, size: Size) -> int:
    """Return S(A) by equation (1), over every guess.

    >>> total(frozenset([(1, 2, 3), (1, 3, 2)]), Size(3, 3))
    3
    """
    if len(codes) < 2:
        return len(codes)
    best = None
    for guess in size.guesses():
        parts = split(codes, guess)
        if len(parts) > 1 or size.all_right in parts:
            guess_total = len(codes) + sum(
                total(part, size) for reply, part in parts.items() if reply != size.all_right
            )
            best = guess_total if best is None else min(best, guess_total)
    assert best is not None  # each of the codes is a guess that makes progress
    return best


def split(codes: Codes, guess: Code) -> dict[Reply, Codes]:
    """Part codes by the answer that they give to a guess."""
    parts: dict[Reply, set[Code]] = {}
    for code in codes:
        parts.setdefault(respond(code, guess), set()).add(code)
    return {reply: frozenset(part) for reply, part in parts.items()}


def least_by_strategies(codes: Codes) -> int:
    """Return the least sum of guesses over all strategies, each played against every code.

    A strategy is a list of guesses for each history of answers; those that repeat a guess cannot be best.
    """
    return min(sum(lengths.values()) for lengths in _strategies(codes, (), Size(3, 3)))


def _strategies(codes: Codes, asked: tuple[Code, ...], size: Size) -> Iterator[dict[Code, int]]:
    """Yield for each strategy after these guesses the number of guesses that each code takes."""
    if len(asked) == 3:  # a strategy that needs more is not best for three codes
        return
    for guess in size.guesses():
        if guess in asked:
            continue
        plans: list[dict[Code, int]] = [{}]
        for reply, part in split(codes, guess).items():
            if reply == size.all_right:
                plans = [{**earlier, guess: 1} for earlier in plans]
            else:
                later = [dict(plan) for plan in _strategies(part, (*asked, guess), size)]
                plans = [
                    {**earlier, **{code: 1 + n for code, n in plan.items()}}
                    for earlier in plans
                    for plan in later
                ]
        yield from plans


def _singles(sets: list[Codes]) -> bool:
    return all(total(some, _size(some)) == 2 * len(some) - 1 for some in sets if len(some) in (1, 2))


def _superadditive(sets: list[Codes]) -> bool:
    """Try every way to part a set in two, in the game that the whole set needs."""
    for both in sets:
        size = _size(both)
        for count in range(1, len(both) // 2 + 1):
            for some in combinations(sorted(both), count):
                first = frozenset(some)
                if total(both, size) < total(first, size) + total(both - first, size):
                    return False
    return True


def _figure_1(printed: dict[str, Any]) -> Iterator[Check]:
    size = Size(3, 7)
    secret = parse_code(printed["secret"], size)
    for number, (guess, answer) in enumerate(printed["guesses"], 1):
        reply = respond(secret, parse_code(guess, size))
        yield compared("Figure 1", f"answer to guess {number}, {guess}", answer, str(reply))
    first = next(
        number for number, (guess, _) in enumerate(printed["guesses"], 1) if parse_code(guess, size) == secret
    )
    yield compared("Figure 1", "guesses made", printed["count"], first)


def _second_guesses(printed: dict[str, Any]) -> Iterator[Check]:
    """Sort all second guesses after 1A0B by what symmetry cannot distinguish."""
    size = Size(3, 7)
    answer = parse_answer(printed["answer"], size)
    left = frozenset(code for code in size.secrets() if respond(code, (1, 2, 3)) == answer)
    listed = [parse_code(text, size) for text in printed["guesses"]]
    classes = {normal(code) for code in size.guesses()}
    useful = {kind for kind in classes if len(split(left, kind)) > 1}
    idle = [code_text(code, size) for code in listed if normal(code) not in useful]
    note = f"of the listed ones {' '.join(idle)} can be left out: every code left gives it the same answer"
    suffice = useful <= {normal(code) for code in listed}
    what = f"the {len(listed)} second guesses after {printed['answer']} suffice up to symmetry"
    yield claimed("Section 3.1", what, suffice, note if idle else "")


def normal(guess: Code) -> Code:
    """Return the first guess among those that look alike after 1A0B to (1, 2, 3).

    Exchanging places together with the symbols that were guessed there changes nothing, nor do the names of
    symbols that were not guessed.

    >>> normal((2, 1, 7)), normal((6, 3, 5))
    ((2, 1, 4), (2, 4, 5))
    """
    alike = []
    for places in permutations(range(3)):
        new: dict[int, int] = {}
        code = []
        for place in range(3):
            symbol = guess[places[place]]
            code.append(places.index(symbol - 1) + 1 if symbol <= 3 else new.setdefault(symbol, 4 + len(new)))
        alike.append(tuple(code))
    return min(alike)
