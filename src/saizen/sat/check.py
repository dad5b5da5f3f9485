"""Check a refutation by unit propagation alone; shares no code with the search.

A clause follows if making all its literals false, and then true whatever is the last literal left of some
clause, ends with a clause that is false. Each clause lies in two chains, one for each of the two literals
at its front: it is looked at only when one of these becomes false.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.jit import lean, part

Ints32 = NDArray[np.int32]
_NONE = -1


class Sheet(NamedTuple):
    """Clauses, what is assigned (1 true, -1 false, by literal) in which order, and the chains."""

    literals: Ints32
    begins: NDArray[np.int64]
    values: NDArray[np.int8]
    trail: Ints32
    heads: Ints32
    nexts: Ints32


@part
def _assign(sheet: Sheet, literal: int, count: int) -> int:
    sheet.values[literal], sheet.values[literal ^ 1] = 1, -1
    sheet.trail[count] = literal
    return count + 1


@part
def _contradicts(sheet: Sheet, done: int, count: int) -> tuple[bool, int]:
    """Propagate from ``done`` on; tell whether a clause became false, and how many literals are assigned."""
    literals, values, nexts = sheet.literals, sheet.values, sheet.nexts
    while done < count:
        false = sheet.trail[done] ^ 1
        done += 1
        link = sheet.heads[false]
        sheet.heads[false] = _NONE
        while link != _NONE:
            after = nexts[link]
            clause, front = link >> 1, link & 1
            begin, end = sheet.begins[clause], sheet.begins[clause + 1]
            other = literals[begin + 1 - front]
            home = false
            if values[other] != 1:
                for at in range(begin + 2, end):
                    if values[literals[at]] >= 0:
                        home = literals[at]
                        literals[begin + front], literals[at] = home, false
                        break
            nexts[link] = sheet.heads[home]
            sheet.heads[home] = link
            link = after
            if home == false and values[other] != 1:
                if values[other] < 0:
                    while link != _NONE:
                        after = nexts[link]
                        nexts[link] = sheet.heads[false]
                        sheet.heads[false] = link
                        link = after
                    return True, count
                count = _assign(sheet, other, count)
    return False, count


@part
def _follows(sheet: Sheet, clause: int, count: int) -> bool:
    """Tell whether a clause follows from those that are in the chains; all is as before afterwards."""
    now, follows = count, False
    for at in range(sheet.begins[clause], sheet.begins[clause + 1]):
        literal = sheet.literals[at]
        follows |= sheet.values[literal] == 1
        if sheet.values[literal] == 0:
            now = _assign(sheet, literal ^ 1, now)
    if not follows:
        follows, now = _contradicts(sheet, count, now)
    for at in range(count, now):
        sheet.values[sheet.trail[at]] = sheet.values[sheet.trail[at] ^ 1] = 0
    return follows


@lean
def refutes(sheet: Sheet, given: int) -> bool:
    """Tell whether each clause after the given ones follows from those before, and the empty one at last."""
    literals, values = sheet.literals, sheet.values
    count = 0
    for clause in range(len(sheet.begins) - 1):
        if clause >= given and not _follows(sheet, clause, count):
            return False
        begin, free = sheet.begins[clause], 0
        for at in range(begin, sheet.begins[clause + 1]):
            if free < 2 and values[literals[at]] >= 0:
                literals[begin + free], literals[at] = literals[at], literals[begin + free]
                free += 1
        if free == 0:
            return True
        if free == 1 and values[literals[begin]] == 0:
            contradiction, count = _contradicts(sheet, count, _assign(sheet, literals[begin], count))
            if contradiction:
                return True
        if free == 2:
            for front in range(2):
                literal = literals[begin + front]
                sheet.nexts[2 * clause + front] = sheet.heads[literal]
                sheet.heads[literal] = 2 * clause + front
    return False
