"""Every board of a deck, solved in one sweep: the fast twin of the rules for unlimited memory.

A board is a vector of counts, one for each kind of letter, kinds with more cards first and, among
those, fewer known cards first. Turning or taking cards always lowers an earlier count, so every
board depends only on boards that come before it in lexicographic order: one sweep, no recursion.

One source serves two arithmetics. A value is a *row*. With floats a row has one entry. Exactly, a
row is an integer in limbs, lowest first: with u hidden cards, u! times the value is an integer,
because a turn that turns one or two hidden cards divides by u or u (u - 1) and leads to a board
with one or two hidden cards less. Sums of rows with small factors need one carry at the end.
"""

from typing import Any, NamedTuple

import numpy as np

from saizen.kernels.compile import kernel, merged, part

LIMB_BYTES = 6
LIMB = 1 << 8 * LIMB_BYTES
"""Base of a limb; the bits above it hold sums before the carry, whose factors are at most twice the cards."""

# Numbers that are passed on are NumPy's: for each literal int Numba would compile a function anew.
_NUMBERS: Any = np.arange(4)
ZERO, ONE = _NUMBERS[:2]
HIT, MISS, GIFT = _NUMBERS[:3]
"""How a turn ends: a pair; no pair; no pair, and the next player must take one at once."""
ENDS, SIGN, WON, LEAD = 3, 0, 1, 2
"""The number of endings, and the effect of each: sign of the next board's row, units won, lead after it."""
CARDS, KNOWN, TURNED, GIVES, MATCHED, TWINS, PAIR = range(7)
"""The facts about a kind: its cards, how many are known; what it becomes when one more is known, and
whether the next player must then take a pair at once; when a turned card takes a known one; when two
hidden ones are taken; when two known ones are taken. -1 is gone, -2 impossible."""
TOTAL, BEST, TRIAL, SPARE = _NUMBERS
UNITS = 4
"""The rows to work in; then, by hidden cards, the row that stands for one. Rows are addressed by number, not
sliced: slices cost more than the sums."""


class Sweep(NamedTuple):
    """Input and output of a sweep. Kernels take its arrays out before loops, where access would cost most."""

    values: Any
    """The rows, by board and lead; those of later boards are still to be filled."""
    rows: Any
    """Four rows to work in, and those that stand for one."""
    counts: Any
    """The board that is next, as counts of letters by kind; it is moved along."""
    place: Any
    """By kind, letters ahead and count: what they add to the number of a board."""
    bounds: Any
    """By kind, the letters of it and of the kinds ahead, at most."""
    kinds: Any
    """By kind, what turning and taking make of it."""
    ends: Any
    """By lead and how a turn ends, what that does."""
    stakes: Any
    """By lead, what the end of the game is worth."""
    free: bool
    """Whether known pairs may be left."""
    passes: int
    """So many passes in a row end the game; 0 if nobody may pass."""


@merged
def rank_after(counts: Any, place: Any, old: int, new: int, before: int, total: int) -> int:
    """Return the number of the board in which one letter of kind ``old`` became ``new`` (-1: gone).

    ``before`` and ``total`` are what the kinds ahead of ``old`` contribute: boards and letters.
    """
    for kind in range(old, counts.size):
        count = counts[kind] - (kind == old) + (kind == new)
        before += place[kind, total, count]
        total += count
    return before


@part
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


@merged
def clear(rows: np.ndarray, row: int) -> None:
    """Set a scratch row to zero."""
    for limb in range(rows.shape[1]):
        rows[row, limb] = 0


@merged
def carry(rows: np.ndarray, row: int) -> None:
    """Bring every limb but the highest, which has the sign, into its range; a float stays as it is."""
    for limb in range(rows.shape[1] - 1):
        over = rows[row, limb] // LIMB
        rows[row, limb] -= over * LIMB
        rows[row, limb + 1] += over


@merged
def settle(rows: np.ndarray, row: int, hidden: int) -> None:
    """Finish a sum over the cards that may have been turned: exact rows carry, floats take the mean."""
    if rows.shape[1] > 1:
        carry(rows, row)
    else:
        rows[row, 0] /= hidden


@merged
def keep_larger(rows: np.ndarray, best: int, trial: int, filled: bool) -> None:
    """Keep the larger of two carried rows in ``best`` (the trial when nothing was found yet)."""
    larger = not filled
    if filled:
        for limb in range(rows.shape[1] - 1, -1, -1):
            if rows[best, limb] != rows[trial, limb]:
                larger = rows[best, limb] < rows[trial, limb]
                break
    if larger:
        for limb in range(rows.shape[1]):
            rows[best, limb] = rows[trial, limb]


@merged
def add(values: Any, rows: Any, ends: Any, row: int, board: int, times: int, hidden: int, end: int) -> None:
    """Add ``times`` what an ending is worth when the given board, with ``hidden`` cards hidden, follows."""
    sign, won, lead = times * ends[end, SIGN], times * ends[end, WON], ends[end, LEAD]
    for limb in range(rows.shape[1]):
        rows[row, limb] += sign * values[board, lead, limb] + won * rows[UNITS + hidden, limb]


@merged
def unknown_second(s: Any, first: int, lead: int, hidden: int) -> None:
    """Turn one of ``hidden`` cards while one of kind ``first`` lies open; the result is the row TRIAL.

    ``counts`` already has the open card's letter among those with one more known card.
    """
    values, rows, ends, counts, kinds, place = s.values, s.rows, s.ends, s.counts, s.kinds, s.place
    open_kind = kinds[first, TURNED]
    clear(rows, TRIAL)
    same = kinds[first, CARDS] - kinds[first, KNOWN] - 1
    before, total = ZERO, ZERO
    for kind in range(counts.size):
        if kind == open_kind and same > 0:
            board = rank_after(counts, place, kind, kinds[first, TWINS], before, total)
            add(values, rows, ends, TRIAL, board, same, hidden - 1, ENDS * lead + HIT)
        cards = (counts[kind] - (kind == open_kind)) * (kinds[kind, CARDS] - kinds[kind, KNOWN])
        if cards > 0:
            board = rank_after(counts, place, kind, kinds[kind, TURNED], before, total)
            end = GIFT if kinds[kind, GIVES] else MISS
            add(values, rows, ends, TRIAL, board, cards, hidden - 1, ENDS * lead + end)
        before += place[kind, total, counts[kind]]
        total += counts[kind]
    settle(rows, TRIAL, hidden)


@merged
def unknown_first(s: Any, lead: int, hidden: int, known_letters: int) -> None:
    """Turn one of ``hidden`` cards and answer it best; the result is the row TOTAL."""
    values, rows, ends, counts, kinds, place = s.values, s.rows, s.ends, s.counts, s.kinds, s.place
    clear(rows, TOTAL)
    before, total = ZERO, ZERO
    for first in range(counts.size):
        ahead, letters = before, total
        before += place[first, total, counts[first]]
        total += counts[first]
        cards = counts[first] * (kinds[first, CARDS] - kinds[first, KNOWN])
        if cards == 0:
            continue
        filled = False
        if kinds[first, KNOWN] > 0:
            clear(rows, BEST)
            board = rank_after(counts, place, first, kinds[first, MATCHED], ahead, letters)
            add(values, rows, ends, BEST, board, ONE, hidden - 1, ENDS * lead + HIT)
            carry(rows, BEST)
            filled = True
        if not filled or s.free:
            open_kind = kinds[first, TURNED]
            if known_letters > (kinds[first, KNOWN] > 0):
                clear(rows, TRIAL)
                board = rank_after(counts, place, first, open_kind, ahead, letters)
                add(values, rows, ends, TRIAL, board, ONE, hidden - 1, ENDS * lead + MISS)
                carry(rows, TRIAL)
                keep_larger(rows, BEST, TRIAL, filled)
                filled = True
            if hidden > 1:
                counts[first] -= 1
                counts[open_kind] += 1
                unknown_second(s, first, lead, hidden - 1)
                keep_larger(rows, BEST, TRIAL, filled)
                counts[first] += 1
                counts[open_kind] -= 1
        for limb in range(rows.shape[1]):
            rows[TOTAL, limb] += cards * rows[BEST, limb]
    settle(rows, TOTAL, hidden)


@merged
def take_pairs(s: Any, lead: int, hidden: int) -> None:
    """Let the mover take a known pair of any kind instead of what the row TOTAL has."""
    values, rows, ends, counts, kinds, place = s.values, s.rows, s.ends, s.counts, s.kinds, s.place
    filled = hidden > 0
    before, total = ZERO, ZERO
    for kind in range(counts.size):
        if counts[kind] > 0 and kinds[kind, PAIR] > -2:
            clear(rows, TRIAL)
            board = rank_after(counts, place, kind, kinds[kind, PAIR], before, total)
            add(values, rows, ends, TRIAL, board, ONE, hidden, ENDS * lead + HIT)
            carry(rows, TRIAL)
            keep_larger(rows, TOTAL, TRIAL, filled)
            filled = True
        before += place[kind, total, counts[kind]]
        total += counts[kind]


@merged
def allow_pass(s: Any, board: int, lead: int, hidden: int) -> None:
    """Let the mover pass at a lead and at the opposite lead; ``values`` has both without passing.

    One pass ends the game at the stake of the lead. Of two, the first hands the board over: the
    other player then moves on, or passes too and ends the game.
    """
    values, rows, stakes = s.values, s.rows, s.stakes
    back = values.shape[1] - 1 - lead
    for limb in range(rows.shape[1]):
        rows[TOTAL, limb] = values[board, lead, limb]
        rows[BEST, limb] = values[board, back, limb]
    for turn in range(2):
        mover_lead, mine, theirs = (lead, TOTAL, BEST) if turn == 0 else (back, BEST, TOTAL)
        for limb in range(rows.shape[1]):
            rows[TRIAL, limb] = stakes[mover_lead] * rows[UNITS + hidden, limb]
        carry(rows, TRIAL)
        if s.passes == 2:
            for limb in range(rows.shape[1]):
                rows[TRIAL, limb] = -rows[TRIAL, limb]
                rows[SPARE, limb] = rows[theirs, limb]
            carry(rows, TRIAL)
            keep_larger(rows, TRIAL, SPARE, True)
            for limb in range(rows.shape[1]):
                rows[TRIAL, limb] = -rows[TRIAL, limb]
            carry(rows, TRIAL)
        for limb in range(rows.shape[1]):
            rows[SPARE, limb] = rows[mine, limb]
        keep_larger(rows, SPARE, TRIAL, True)
        for limb in range(rows.shape[1]):
            values[board, mover_lead, limb] = rows[SPARE, limb]


@kernel
def sweep(s: Any, begin: int, stop: int) -> None:
    """Fill the rows of boards ``begin`` to ``stop``; ``s.counts`` is board ``begin`` and is moved along."""
    values, rows, counts, kinds, stakes = s.values, s.rows, s.counts, s.kinds, s.stakes
    leads = values.shape[1]
    for board in range(begin, stop):
        hidden, known_letters, letters = ZERO, ZERO, ZERO
        for kind in range(counts.size):
            hidden += counts[kind] * (kinds[kind, CARDS] - kinds[kind, KNOWN])
            known_letters += counts[kind] * (kinds[kind, KNOWN] > 0)
            letters += counts[kind]
        for lead in range(leads):
            if letters == 0:
                for limb in range(rows.shape[1]):
                    rows[TOTAL, limb] = stakes[lead] * rows[UNITS, limb]
                carry(rows, TOTAL)
            if hidden > 0:
                unknown_first(s, lead, hidden, known_letters)
            if s.free:
                take_pairs(s, lead, hidden)
            for limb in range(rows.shape[1]):
                values[board, lead, limb] = rows[TOTAL, limb]
        if s.passes > 0 and known_letters > 1:
            for lead in range((leads + 1) // 2):
                allow_pass(s, board, lead, hidden)
        advance(counts, s.bounds)


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
