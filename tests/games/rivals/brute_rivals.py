"""R-Rivals once more, written from the paper's text alone: plain tuples, no code of the package.

A state is ``(own, opp, p, q, w, v, spy, gen, seen)`` from the side of the player to move; hands are
tuples of card numbers, ``p, q`` points, ``w, v`` stakes, ``gen`` the difference of the generals' bonuses.
"""

from functools import cache

from scipy.optimize import linprog

CLOWN, PRINCESS, SPY, ASSASSIN, MINISTER, WIZARD, GENERAL, PRINCE = range(8)
START = (tuple(range(8)), tuple(range(8)), 0, 0, 1, 1, 0, 0, -1)


def sign(x):
    return (x > 0) - (x < 0)


@cache  # hundreds of thousands of tricks are played, of some two hundred kinds
def outcome(a, b, gen, higher):
    """+1, 0, -1: trick won, drawn, lost; +2, -2: the whole game."""
    diff = a - b + gen
    cards = {a, b}
    if WIZARD in cards:  # no other ability is alive: bare strength
        return sign(diff)
    if CLOWN in cards:
        return 0
    if cards == {PRINCESS, PRINCE}:
        return 2 if a == PRINCESS else -2
    if ASSASSIN in cards:
        if PRINCE in cards:
            return 1 if a == PRINCE else -1
        return sign(diff) if a == b and higher else -sign(diff)
    return sign(diff)


def step(s, a, b, higher):
    """Play a against b: (payoff, None) when the game ends, else (None, next state from the same side)."""
    own, opp, p, q, w, v, _, gen, _ = s
    r = outcome(a, b, gen, higher)
    if abs(r) == 2:
        return r // 2, None
    a_live, b_live = b != WIZARD, a != WIZARD
    mine, theirs = a == MINISTER and a_live, b == MINISTER and b_live
    if r > 0:
        p, w, v = p + w + mine, 1, 1
    elif r < 0:
        q, w, v = q + v + theirs, 1, 1
    else:
        w, v = min(w + 1 + mine, 4 - p), min(v + 1 + theirs, 4 - q)
    if p >= 4:
        return 1, None
    if q >= 4:
        return -1, None
    if len(own) == 1:
        return 0, None
    spy = (a == SPY and a_live) - (b == SPY and b_live)
    gen = 2 * ((a == GENERAL and a_live) - (b == GENERAL and b_live))
    return None, (without(own, a), without(opp, b), p, q, w, v, spy, gen, -1)


@cache
def without(hand, card):
    return tuple(c for c in hand if c != card)


def swap(s):
    own, opp, p, q, w, v, spy, gen, _ = s
    return (opp, own, q, p, v, w, -spy, -gen, -1)


def enumerate_states(least, higher=False):
    """All reachable states with no card on the table, a set for each number of cards down to ``least``."""
    layers = {8: {START}}
    for n in range(8, least, -1):
        layers[n - 1] = {
            child
            for s in layers[n]
            for a in s[0]
            for b in s[1]
            if (child := step(s, a, b, higher)[1]) is not None
        }
    return layers


def value(s, higher, known):
    """What the player to move (or about to) can expect, by recursion; linear programs where both choose."""
    if s in known:
        return known[s]

    def after(a, b):
        payoff, child = step(s, a, b, higher)
        return payoff if child is None else value(child, higher, known)

    own, opp, spy, seen = s[0], s[1], s[6], s[8]
    if seen >= 0:
        result = max(after(a, seen) for a in own)
    elif spy < 0:
        result = max(min(after(a, b) for b in opp) for a in own)
    elif spy > 0:
        result = min(max(after(a, b) for a in own) for b in opp)
    else:
        matrix = [[after(a, b) for b in opp] for a in own]
        result = matrix_value(matrix)
    known[s] = result
    return result


def matrix_value(matrix):
    floor = max(min(row) for row in matrix)
    ceiling = min(max(column) for column in zip(*matrix, strict=True))
    if floor == ceiling:
        return floor
    n = len(matrix)
    found = linprog(
        [0] * n + [-1],
        A_ub=[[*(-row[j] for row in matrix), 1] for j in range(n)],
        b_ub=[0] * n,
        A_eq=[[1] * n + [0]],
        b_eq=[1],
        bounds=[(0, 1)] * n + [(None, None)],
    )
    return -found.fun
