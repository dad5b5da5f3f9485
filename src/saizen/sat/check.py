"""Check a refutation by unit propagation alone; shares no code with the solver.

A clause follows if making all its literals false, and then true whatever is the last literal left of some
clause, ends with a clause that is false. Each clause lies in two chains, one for each of the two literals
at its front: it is looked at only when one of these becomes false.

Clauses are never deleted, though the solver's proof says which it forgets: from more clauses no less follows.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.compile import kernel, merged, part

Ints32 = NDArray[np.int32]
Ints64 = NDArray[np.int64]
_NONE = -1


class Sheet(NamedTuple):
    """Clauses, what is assigned in which order, the chains, and a button that stops the check."""

    literals: Ints32
    begins: Ints64
    ends: Ints64
    values: NDArray[np.int8]
    """By literal: 1 true, -1 false, 0 not assigned."""
    trail: Ints32
    heads: Ints32
    nexts: Ints32
    met: Ints32
    """By literal: the last clause in which it was met."""
    stop: NDArray[np.int8]


def new_sheet(codes: Ints32, ends: Ints64) -> Sheet:
    """Lay out clauses, their literals as numbers from 0, with nothing assigned and no chains."""
    literals, clauses = int(codes.max(initial=-1)) // 2 * 2 + 2, len(ends)
    return Sheet(
        literals=codes.copy(),
        begins=np.concatenate(([0], ends))[:-1].astype(np.int64),
        ends=ends.astype(np.int64),
        values=np.zeros(literals, np.int8),
        trail=np.zeros(literals // 2, np.int32),
        heads=np.full(literals, _NONE, np.int32),
        nexts=np.zeros(2 * clauses, np.int32),
        met=np.full(literals, _NONE, np.int32),
        stop=np.zeros(1, np.int8),
    )


@part
def _assign(sheet: Sheet, literal: int, count: int) -> int:
    sheet.values[literal], sheet.values[literal ^ 1] = 1, -1
    sheet.trail[count] = literal
    return count + 1


@part
def _contradicts(sheet: Sheet, done: int, count: int) -> tuple[bool, int]:
    """Propagate from ``done`` on; return whether a clause became false, and the number of literals."""
    literals, values, nexts = sheet.literals, sheet.values, sheet.nexts
    while done < count:
        false = sheet.trail[done] ^ 1
        done += 1
        link = sheet.heads[false]
        sheet.heads[false] = _NONE
        while link != _NONE:
            after = nexts[link]
            clause, front = link >> 1, link & 1
            begin = sheet.begins[clause]
            other = literals[begin + 1 - front]
            home = false
            if values[other] != 1:
                for at in range(begin + 2, sheet.ends[clause]):
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


@merged
def _follows(sheet: Sheet, clause: int, count: int) -> bool:
    """Return whether a clause follows from those that are in the chains; all is as before afterwards."""
    now, follows = count, False
    for at in range(sheet.begins[clause], sheet.ends[clause]):
        literal = sheet.literals[at]
        follows |= sheet.values[literal] == 1
        if sheet.values[literal] == 0:
            now = _assign(sheet, literal ^ 1, now)
    if not follows:
        follows, now = _contradicts(sheet, count, now)
    for at in range(count, now):
        sheet.values[sheet.trail[at]] = sheet.values[sheet.trail[at] ^ 1] = 0
    return follows


@merged
def _is_needed(sheet: Sheet, clause: int) -> bool:
    """Return whether a clause is still open; drop its literals that are false for good or doubled."""
    end, needed = sheet.begins[clause], True
    for at in range(end, sheet.ends[clause]):
        literal = sheet.literals[at]
        needed &= sheet.values[literal] != 1
        if sheet.values[literal] == 0 and sheet.met[literal] != clause:
            sheet.met[literal] = clause
            sheet.literals[end] = literal
            end += 1
    sheet.ends[clause] = end
    return needed


@kernel
def refutes(sheet: Sheet, clauses: int) -> bool:
    """Return whether each learned clause follows from those before, and the empty one at last."""
    count = 0
    for clause in range(len(sheet.begins)):
        if clause >= clauses and (sheet.stop[0] != 0 or not _follows(sheet, clause, count)):
            return False
        if not _is_needed(sheet, clause):
            continue
        begin = sheet.begins[clause]
        size = sheet.ends[clause] - begin
        if size == 0:
            return True
        if size == 1:
            contradiction, count = _contradicts(sheet, count, _assign(sheet, sheet.literals[begin], count))
            if contradiction:
                return True
        else:
            for front in range(2):
                literal = sheet.literals[begin + front]
                sheet.nexts[2 * clause + front] = sheet.heads[literal]
                sheet.heads[literal] = 2 * clause + front
    return False
