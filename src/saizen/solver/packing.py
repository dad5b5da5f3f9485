"""The storage of the targets of moves, and the only code that depends on it.

Targets are either machine integers, or *packed*: each is the difference to the one before it (the first of a
position to the position's own number), seven bits a byte, the lowest first, the sign in the lowest bit. Only
graphs without chance are packed, so that a lottery has one branch at most.

These are loops and parts of loops: `saizen.solver.loops.compiled_twin` makes their compiled twins.
"""

from typing import Any


def unpack_target(targets: Any, at: int, before: int) -> tuple[int, int]:
    """Return the packed target that begins at a byte, and where the next one begins."""
    code, shift, byte = 0, 0, 128
    while byte >= 128:
        byte = int(targets[at])
        code |= (byte & 127) << shift
        shift += 7
        at += 1
    return before + ((code >> 1) ^ -(code & 1)), at


def next_target(targets: Any, move: int, before: int) -> tuple[int, int]:
    """Return the target that begins at ``move``, packed or not, and where the next one begins."""
    if targets.itemsize == 1:
        return unpack_target(targets, move, before)
    return targets[move], move + 1


def next_child(targets: Any, spans: Any, branches: Any, move: int, branch: int) -> tuple[int, int, int]:
    """Return the position of one branch of a move, below 0 for none, and the move and branch after it.

    ``branch`` counts the branches of a lottery; where targets are packed, and a lottery has one at most, it
    is the target before.
    """
    if targets.itemsize == 1:
        target, move = unpack_target(targets, move, branch)
        if target >= 0:
            return target, move, target
        place = spans[-1 - target]
        return (branches[place] if place < spans[-target] else -1), move, target
    target = targets[move]
    if target >= 0:
        return target, move + 1, 0
    place = spans[-1 - target] + branch
    if place >= spans[-target]:
        return -1, move + 1, 0
    return branches[place], move, branch + 1


def pack(first: Any, targets: Any, own: int, begin: int, into: Any, ends: Any) -> int:
    """Pack the targets of positions that are numbered from ``own`` on; return how many bytes they take.

    ``ends`` becomes where the moves of each end, counted from ``begin``.
    """
    size = 0
    for at in range(len(first) - 1):
        before = own + at
        for move in range(first[at], first[at + 1]):
            difference = targets[move] - before
            code = 2 * difference if difference >= 0 else -2 * difference - 1
            while code >= 128:
                into[size] = code & 127 | 128
                code >>= 7
                size += 1
            into[size] = code
            size += 1
            before = targets[move]
        ends[at] = begin + size
    return size


def unpack(first: Any, targets: Any, into: Any, ends: Any) -> int:
    """Undo `pack` for a whole graph; return how many moves there are."""
    count = 0
    for at in range(len(first) - 1):
        target, place = at, first[at]
        while place < first[at + 1]:
            target, place = unpack_target(targets, place, target)
            into[count] = target
            count += 1
        ends[at] = count
    return count
