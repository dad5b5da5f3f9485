"""Every board of a deck, solved in one sweep: the fast twin of the rules for unlimited memory.

A board is a vector of counts, one for each kind of letter, kinds with more cards first and, among
those, fewer known cards first. Turning or taking cards always lowers an earlier count, so every
board depends only on boards that come before it in lexicographic order: one sweep, no recursion.

One source serves two arithmetics. A value is a *row*. With floats a row has one entry. Exactly, a
row is an integer in limbs, lowest first: with u hidden cards, u! times the value is an integer,
because a turn that turns one or two hidden cards divides by u or u (u - 1) and leads to a board
with one or two hidden cards less. Sums of rows with small factors need one carry at the end.
"""

from typing import Any

import numpy as np

from saizen.kernels.jit import inlined, kernel, lean

LIMB_BYTES = 6
LIMB = 1 << 8 * LIMB_BYTES
"""Base of a limb; the bits above it hold sums before the carry, whose factors are at most twice the cards."""

# Numbers that are passed on are NumPy's: for each literal int Numba would compile a function anew.
_NUMBERS: Any = np.arange(4)
ZERO = _NUMBERS[0]
HIT, MISS, GIFT = _NUMBERS[:3]
"""How a turn ends: a pair; no pair; no pair, and the next player must take one at once."""
SIGN, UNITS, FLIP, SHIFT = 0, 1, 2, 3
"""What an ending does: sign of the next board's row, units won, whose lead it is, change of the lead."""
CARDS, KNOWN, TURNED, GIVES, MATCHED, TWINS, PAIR = range(7)
"""What is told of a kind: its cards, how many are known; what it becomes when one more is known, and
whether the next player must then take a pair at once; when a turned card takes a known one; when two
hidden ones are taken; when two known ones are taken. -1 is gone, -2 impossible."""
TOTAL, BEST, TRIAL, SPARE = _NUMBERS
"""The scratch rows. Rows are addressed by number, not sliced: slices cost more than the sums."""


@inlined
def rank_after(place: np.ndarray, counts: np.ndarray, old: int, new: int, before: int, total: int) -> int:
    """Return the number of the board in which one letter of kind ``old`` became ``new`` (-1: gone).

    ``before`` and ``total`` are what the kinds ahead of ``old`` contribute: boards and letters.
    """
    for kind in range(old, counts.size):
        count = counts[kind] - (kind == old) + (kind == new)
        before += place[kind, total, count]
        total += count
    return before


@inlined
def advance(counts: np.ndarray, bounds: np.ndarray) -> None:
    """Step to the next board; the letters up to each kind are at most its bound."""
    total = 0
    for kind in range(counts.size):
        total += counts[kind]
    for kind in range(counts.size - 1, -1, -1):
        if total < bounds[kind]:
            counts[kind] += 1
            return
        total -= counts[kind]
        counts[kind] = 0


@inlined
def clear(rows: np.ndarray, row: int) -> None:
    """Set a scratch row to zero."""
    for limb in range(rows.shape[1]):
        rows[row, limb] = 0


@inlined
def carry(rows: np.ndarray, row: int) -> None:
    """Bring every limb but the highest, which has the sign, into its range; a float stays as it is."""
    for limb in range(rows.shape[1] - 1):
        over = rows[row, limb] // LIMB
        rows[row, limb] -= over * LIMB
        rows[row, limb + 1] += over


@inlined
def settle(rows: np.ndarray, row: int, hidden: int) -> None:
    """Finish a sum over the cards that may have been turned: exact rows carry, floats take the mean."""
    if rows.shape[1] > 1:
        carry(rows, row)
    else:
        rows[row, 0] /= hidden


@inlined
def keep_larger(rows: np.ndarray, best: int, trial: int, found: bool) -> None:
    """Keep the larger of two carried rows in ``best`` (the trial when nothing was found yet)."""
    larger = not found
    if found:
        for limb in range(rows.shape[1] - 1, -1, -1):
            if rows[best, limb] != rows[trial, limb]:
                larger = rows[best, limb] < rows[trial, limb]
                break
    if larger:
        for limb in range(rows.shape[1]):
            rows[best, limb] = rows[trial, limb]


@inlined
def add(
    scratch: np.ndarray,
    row: int,
    values: np.ndarray,
    board: int,
    lead: int,
    times: int,
    units: np.ndarray,
    hidden: int,
    ends: np.ndarray,
    end: int,
) -> None:
    """Add ``times`` what an ending is worth when the given board, with ``hidden`` cards hidden, follows."""
    top = values.shape[1] - 1
    after = 0
    if top > 0:
        after = (top - lead if ends[end, FLIP] else lead) + ends[end, SHIFT]
        after = 0 if after < 0 else top if after > top else after
    sign, won = times * ends[end, SIGN], times * ends[end, UNITS]
    for limb in range(scratch.shape[1]):
        scratch[row, limb] += sign * values[board, after, limb] + won * units[hidden, limb]


@inlined
def unknown_second(
    scratch: np.ndarray,
    values: np.ndarray,
    place: np.ndarray,
    counts: np.ndarray,
    kinds: np.ndarray,
    first: int,
    lead: int,
    hidden: int,
    units: np.ndarray,
    ends: np.ndarray,
) -> None:
    """Turn one of ``hidden`` cards while one of kind ``first`` lies open; the result is the row TRIAL.

    ``counts`` already has the open card's letter among those with one more known card.
    """
    open_kind = kinds[first, TURNED]
    clear(scratch, TRIAL)
    same = kinds[first, CARDS] - kinds[first, KNOWN] - 1
    before, total = ZERO, ZERO
    for kind in range(counts.size):
        if kind == open_kind and same > 0:
            board = rank_after(place, counts, kind, kinds[first, TWINS], before, total)
            add(scratch, TRIAL, values, board, lead, same, units, hidden - 1, ends, HIT)
        cards = (counts[kind] - (kind == open_kind)) * (kinds[kind, CARDS] - kinds[kind, KNOWN])
        if cards > 0:
            board = rank_after(place, counts, kind, kinds[kind, TURNED], before, total)
            end = GIFT if kinds[kind, GIVES] else MISS
            add(scratch, TRIAL, values, board, lead, cards, units, hidden - 1, ends, end)
        before += place[kind, total, counts[kind]]
        total += counts[kind]
    settle(scratch, TRIAL, hidden)


@inlined
def unknown_first(
    scratch: np.ndarray,
    values: np.ndarray,
    place: np.ndarray,
    counts: np.ndarray,
    kinds: np.ndarray,
    lead: int,
    hidden: int,
    known_letters: int,
    units: np.ndarray,
    ends: np.ndarray,
    free: bool,
) -> None:
    """Turn one of ``hidden`` cards and answer it best; the result is the row TOTAL."""
    clear(scratch, TOTAL)
    before, total = ZERO, ZERO
    for first in range(counts.size):
        ahead, letters = before, total
        before += place[first, total, counts[first]]
        total += counts[first]
        cards = counts[first] * (kinds[first, CARDS] - kinds[first, KNOWN])
        if cards == 0:
            continue
        found = False
        if kinds[first, KNOWN] > 0:
            clear(scratch, BEST)
            board = rank_after(place, counts, first, kinds[first, MATCHED], ahead, letters)
            add(scratch, BEST, values, board, lead, 1, units, hidden - 1, ends, HIT)
            carry(scratch, BEST)
            found = True
        if not found or free:
            open_kind = kinds[first, TURNED]
            if known_letters > (kinds[first, KNOWN] > 0):
                clear(scratch, TRIAL)
                board = rank_after(place, counts, first, open_kind, ahead, letters)
                add(scratch, TRIAL, values, board, lead, 1, units, hidden - 1, ends, MISS)
                carry(scratch, TRIAL)
                keep_larger(scratch, BEST, TRIAL, found)
                found = True
            if hidden > 1:
                counts[first] -= 1
                counts[open_kind] += 1
                unknown_second(scratch, values, place, counts, kinds, first, lead, hidden - 1, units, ends)
                keep_larger(scratch, BEST, TRIAL, found)
                counts[first] += 1
                counts[open_kind] -= 1
        for limb in range(scratch.shape[1]):
            scratch[TOTAL, limb] += cards * scratch[BEST, limb]
    settle(scratch, TOTAL, hidden)


@inlined
def take_pairs(
    scratch: np.ndarray,
    values: np.ndarray,
    place: np.ndarray,
    counts: np.ndarray,
    kinds: np.ndarray,
    lead: int,
    hidden: int,
    units: np.ndarray,
    ends: np.ndarray,
) -> None:
    """Let the mover take a known pair of any kind instead of what the row TOTAL has."""
    found = hidden > 0
    before, total = ZERO, ZERO
    for kind in range(counts.size):
        if counts[kind] > 0 and kinds[kind, PAIR] > -2:
            clear(scratch, TRIAL)
            board = rank_after(place, counts, kind, kinds[kind, PAIR], before, total)
            add(scratch, TRIAL, values, board, lead, 1, units, hidden, ends, HIT)
            carry(scratch, TRIAL)
            keep_larger(scratch, TOTAL, TRIAL, found)
            found = True
        before += place[kind, total, counts[kind]]
        total += counts[kind]


@inlined
def allow_pass(
    scratch: np.ndarray,
    values: np.ndarray,
    board: int,
    lead: int,
    stakes: np.ndarray,
    units: np.ndarray,
    hidden: int,
    passes: int,
) -> None:
    """Let the mover pass at a lead and at the opposite lead; ``values`` has both without passing.

    One pass ends the game at the stake of the lead. Of two, the first hands the board over: the
    other player then moves on, or passes too and ends the game.
    """
    back = values.shape[1] - 1 - lead
    for limb in range(scratch.shape[1]):
        scratch[TOTAL, limb] = values[board, lead, limb]
        scratch[BEST, limb] = values[board, back, limb]
    for turn in range(2):
        here, mine, theirs = (lead, TOTAL, BEST) if turn == 0 else (back, BEST, TOTAL)
        for limb in range(scratch.shape[1]):
            scratch[TRIAL, limb] = stakes[here] * units[hidden, limb]
        carry(scratch, TRIAL)
        if passes == 2:
            for limb in range(scratch.shape[1]):
                scratch[TRIAL, limb] = -scratch[TRIAL, limb]
                scratch[SPARE, limb] = scratch[theirs, limb]
            carry(scratch, TRIAL)
            keep_larger(scratch, TRIAL, SPARE, True)
            for limb in range(scratch.shape[1]):
                scratch[TRIAL, limb] = -scratch[TRIAL, limb]
            carry(scratch, TRIAL)
        for limb in range(scratch.shape[1]):
            scratch[SPARE, limb] = scratch[mine, limb]
        keep_larger(scratch, SPARE, TRIAL, True)
        for limb in range(scratch.shape[1]):
            values[board, here, limb] = scratch[SPARE, limb]


@lean
def sweep(
    values: np.ndarray,
    place: np.ndarray,
    bounds: np.ndarray,
    kinds: np.ndarray,
    units: np.ndarray,
    ends: np.ndarray,
    stakes: np.ndarray,
    free: bool,
    passes: int,
    begin: int,
    stop: int,
    counts: np.ndarray,
    scratch: np.ndarray,
) -> None:
    """Fill the rows of boards ``begin`` to ``stop``; ``counts`` is board ``begin`` and is moved along.

    ``scratch`` is for four rows.
    """
    leads = values.shape[1]
    for board in range(begin, stop):
        hidden, known_letters, letters = ZERO, ZERO, ZERO
        for kind in range(counts.size):
            hidden += counts[kind] * (kinds[kind, CARDS] - kinds[kind, KNOWN])
            known_letters += counts[kind] * (kinds[kind, KNOWN] > 0)
            letters += counts[kind]
        for lead in range(leads):
            if letters == 0:
                for limb in range(scratch.shape[1]):
                    scratch[TOTAL, limb] = stakes[lead] * units[0, limb]
                carry(scratch, TOTAL)
            if hidden > 0:
                unknown_first(
                    scratch, values, place, counts, kinds, lead, hidden, known_letters, units, ends, free
                )
            if free:
                take_pairs(scratch, values, place, counts, kinds, lead, hidden, units, ends)
            for limb in range(scratch.shape[1]):
                values[board, lead, limb] = scratch[TOTAL, limb]
        if passes > 0 and known_letters > 1:
            for lead in range((leads + 1) // 2):
                allow_pass(scratch, values, board, lead, stakes, units, hidden, passes)
        advance(counts, bounds)


@kernel
def hidden_cards(bounds: np.ndarray, kinds: np.ndarray, out: np.ndarray) -> None:
    """Count the hidden cards of every board, in order."""
    counts = np.zeros(bounds.size, np.int64)
    for board in range(out.size):
        hidden = 0
        for kind in range(counts.size):
            hidden += counts[kind] * (kinds[kind, CARDS] - kinds[kind, KNOWN])
        out[board] = hidden
        advance(counts, bounds)


def integers(rows: np.ndarray) -> list[int]:
    """Return the integers that carried rows stand for: the bytes of the limbs, the highest with its sign."""
    octets = rows.view(np.uint8).reshape(rows.shape[0], rows.shape[1], 8)
    low = octets[:, :-1, :LIMB_BYTES].reshape(rows.shape[0], -1)
    packed = np.concatenate([low, octets[:, -1, :]], axis=1)
    return [int.from_bytes(row.tobytes(), "little", signed=True) for row in packed]


def factorials(largest: int, limbs: int) -> Any:
    """Return 0!, 1!, ..., as rows of limbs."""
    octets = np.zeros((largest + 1, limbs, 8), np.uint8)
    value = 1
    for number in range(largest + 1):
        value *= max(number, 1)
        written = np.frombuffer(value.to_bytes(limbs * LIMB_BYTES, "little"), np.uint8)
        octets[number, :, :LIMB_BYTES] = written.reshape(limbs, LIMB_BYTES)
    return octets.reshape(largest + 1, -1).view("<i8").astype(np.int64, copy=False)
