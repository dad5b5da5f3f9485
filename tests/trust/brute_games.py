"""Random small games of eleven kinds, and their values by enumeration; no code is shared with the solver.

A game is a dict from position (a number; 0 is the start) to who chooses and what can be done. An action is a
list of (probability, reward, next position or None for the end); where both choose, a position has rows of
actions. Policies are enumerated, linear systems are solved by elimination in fractions, matrices of two rows
by looking at every corner of the lower envelope.
"""

from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

MAX, MIN, BOTH = "max", "min", "both"
HALVES = [Fraction(1, 2)]
ORDINARY = [Fraction(1, n) for n in (2, 3, 4, 5)]
TINY = [Fraction(1, 10**n) for n in (3, 5, 7, 9, 11)] + [Fraction(1, 2 * 10**9), Fraction(3, 10**13)]


@dataclass
class Small:
    """A small game: who chooses at each position, and what can be done there."""

    owners: dict
    actions: dict
    endless: Fraction | None = None
    slow: bool = False
    limits: dict = field(default_factory=dict)


# ------------------------------------------------------------------- making games


def reward(dice, largest=6):
    """Draw a whole number or a fraction."""
    return Fraction(dice.randint(-largest, largest), dice.choice([1, 1, 1, 2, 3]))


def leaving(dice, targets, stops, *, pays=True):
    """Draw an action that may end the game, with one of the chances in ``stops``."""
    stop = dice.choice(stops)
    split = dice.choice([Fraction(1), Fraction(1, 2), Fraction(1, 3)])
    parts = [
        (stop, reward(dice), None),
        ((1 - stop) * split, reward(dice) if pays else 0, dice.choice(targets)),
    ]
    if split < 1:
        parts.append(((1 - stop) * (1 - split), 0, dice.choice(targets)))
    return parts


def sure(dice, targets):
    """Draw an action that leads to one position, or ends the game."""
    target = dice.choice([*targets, None])
    return [(Fraction(1), reward(dice) if target is None else 0, target)]


def tree(dice):
    """Every move leads to a later position, by chance too."""
    count = dice.randint(2, 6)
    owners = {i: dice.choice([MAX, MIN]) for i in range(count)}
    actions = {}
    for i in owners:
        later = [*range(i + 1, count), None]
        actions[i] = []
        for _ in range(dice.randint(1, 3)):
            share = dice.choice([Fraction(1), *ORDINARY])
            pair = [(share, reward(dice), dice.choice(later)), (1 - share, reward(dice), dice.choice(later))]
            actions[i].append([part for part in pair if part[0]])
    return Small(owners, actions)


def unseen_tree(dice):
    """The same, and both choose at once at some positions."""
    game = tree(dice)
    for i in game.owners:
        if dice.random() < 0.6:
            game.owners[i] = BOTH
            width = dice.randint(2, 3)
            later = [*range(i + 1, len(game.owners)), None]
            game.actions[i] = [
                [[(Fraction(1), reward(dice), dice.choice(later))] for _ in range(width)] for _ in range(2)
            ]
    return game


def stopping(dice, stops=ORDINARY, *, slow=False):
    """Whatever is chosen, each turn may be the last."""
    count = dice.randint(2, 3)
    owners = {i: dice.choice([MAX, MIN]) for i in range(count)}
    actions = {i: [leaving(dice, range(count), stops) for _ in range(dice.randint(1, 2))] for i in owners}
    return Small(owners, actions, slow=slow)


def slow_stopping(dice):
    """The same, with tiny chances that a turn is the last."""
    return stopping(dice, [*TINY, *TINY, *ORDINARY], slow=True)


def costly(dice):
    """MIN alone decides; a turn costs something, and he could go round for ever."""
    count = dice.randint(2, 3)
    actions = {}
    for i in range(count):
        actions[i] = []
        for _ in range(dice.randint(1, 3)):
            share = dice.choice([Fraction(1), *ORDINARY])
            targets = [*range(count), None]
            pair = [(share, 0, dice.choice(targets)), (1 - share, 0, dice.choice(targets))]
            cost = Fraction(dice.randint(1, 4), dice.choice([1, 2]))
            actions[i].append([(p, cost, target) for p, _, target in pair if p])
    actions[0].append([(Fraction(1), Fraction(dice.randint(3, 9)), None)])
    for i in range(1, count):
        actions[i].append([(Fraction(1), Fraction(dice.randint(1, 3)), i - 1)])
    return Small(dict.fromkeys(range(count), MIN), actions)


def endless(dice, *, chance=False, stops=ORDINARY, slow=False):
    """Play may go round for ever, which is worth something; points are won at the end alone."""
    count = dice.randint(2, 3)
    owners = {i: dice.choice([MAX, MIN]) for i in range(count)}
    actions = {}
    for i in owners:
        actions[i] = []
        for _ in range(dice.randint(1, 2)):
            mixed = chance and dice.random() < 0.6
            make = leaving(dice, range(count), stops, pays=False) if mixed else sure(dice, range(count))
            actions[i].append(make)
    return Small(owners, actions, endless=dice.choice([Fraction(0), Fraction(-2), Fraction(5, 2)]), slow=slow)


def endless_chance(dice):
    """The same with chance."""
    return endless(dice, chance=True)


def slow_endless(dice):
    """The same with tiny chances."""
    return endless(dice, chance=True, stops=TINY, slow=True)


def unseen_cycles(dice):
    """Both choose at once at positions that recur; a turn is the last with a chance of a half at least."""
    count = dice.randint(1, 2)
    owners = dict.fromkeys(range(count), BOTH)
    width = dice.randint(2, 3)
    actions = {
        i: [[leaving(dice, range(count), HALVES) for _ in range(width)] for _ in range(2)] for i in owners
    }
    return Small(owners, actions)


def slow_unseen_cycle(dice):
    """Both choose at once at a position that recurs; turns are rarely the last. One comes before it."""
    width = dice.randint(2, 3)
    rows = [[leaving(dice, [1], [*TINY, *ORDINARY]) for _ in range(width)] for _ in range(2)]
    before = [(Fraction(1, 3), reward(dice), 1), (Fraction(2, 3), reward(dice), None)]
    return Small({0: MAX, 1: BOTH}, {0: [before], 1: rows}, slow=True)


def unseen_endless(dice):
    """Both choose at once at one position, and may stay there for ever, which is worth something."""
    rows = [[sure(dice, [0]) for _ in range(2)] for _ in range(2)]
    return Small({0: BOTH}, {0: rows}, endless=dice.choice([Fraction(0), Fraction(-1), Fraction(3, 2)]))


# ------------------------------------------------------------------- solving them


def eliminate(rows, right):
    """Solve a square linear system in fractions."""
    size = len(rows)
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for column in range(size):
        pivot = next(i for i in range(column, size) if table[i][column])
        table[column], table[pivot] = table[pivot], table[column]
        scale = table[column][column]
        table[column] = [entry / scale for entry in table[column]]
        for i in range(size):
            if i != column and table[i][column]:
                factor = table[i][column]
                table[i] = [a - factor * b for a, b in zip(table[i], table[column], strict=True)]
    return [line[-1] for line in table]


def chain_values(chain, forever):
    """Return the values of positions that each have one action; ``forever`` is what never ending is worth."""
    ending = {i for i, action in enumerate(chain) if any(target is None for _, _, target in action)}
    grown = True
    while grown:
        grown = False
        for i, action in enumerate(chain):
            if i not in ending and any(target in ending for _, _, target in action):
                ending.add(i)
                grown = True
    if forever is None:  # staying costs without end
        lost = {i for i in range(len(chain)) if i not in ending}
        while True:
            more = {i for i in ending - lost if any(target in lost for _, _, target in chain[i])}
            if not more:
                break
            lost |= more
        ending -= lost
    members = sorted(ending)
    place = {i: n for n, i in enumerate(members)}
    rows = [[Fraction(n == m) for m in range(len(members))] for n in range(len(members))]
    right = []
    for n, i in enumerate(members):
        total = Fraction(0)
        for p, points, target in chain[i]:
            total += p * points
            if target in place:
                rows[n][place[target]] -= p
            elif target is not None:
                total += p * forever
        right.append(total)
    solved = eliminate(rows, right)
    return [solved[place[i]] if i in place else forever for i in range(len(chain))]


def by_policies(game):
    """Return the values of a game without unseen choices: the best policy against the best reply."""
    count = len(game.owners)
    mine = [i for i in range(count) if game.owners[i] == MAX]
    theirs = [i for i in range(count) if game.owners[i] == MIN]
    best = [None] * count
    for choice in product(*(game.actions[i] for i in mine)):
        worst = [None] * count
        for reply in product(*(game.actions[i] for i in theirs)):
            chosen = dict(zip([*mine, *theirs], [*choice, *reply], strict=True))
            values = chain_values([chosen[i] for i in range(count)], game.endless)
            for i, value in enumerate(values):
                if value is not None and (worst[i] is None or value < worst[i]):
                    worst[i] = value
        for i, value in enumerate(worst):
            if value is not None and (best[i] is None or value > best[i]):
                best[i] = value
    return best


def envelope(rows):
    """Return the value of a matrix of two rows: the highest point of the lower envelope of its columns."""
    (above, below) = rows
    lines = list(zip(above, below, strict=True))
    shares = [0 * above[0], 0 * above[0] + 1]
    for a, b in lines:
        for c, d in lines:
            slope = (a - b) - (c - d)
            if slope and 0 < (d - b) / slope < 1:
                shares.append((d - b) / slope)
    return max(min(p * a + (1 - p) * b for a, b in lines) for p in shares)


def action_worth(action, values, kind=Fraction):
    """Return what an action is worth when positions have these values."""
    return sum(
        (
            number(p, kind) * (number(points, kind) + (0 if target is None else values[target]))
            for p, points, target in action
        ),
        kind(0),
    )


def number(value, kind):
    """Return a fraction as a fraction or a decimal."""
    return (
        kind(value)
        if kind is Fraction
        else kind(Fraction(value).numerator) / kind(Fraction(value).denominator)
    )


def worth_at(game, i, values, kind=Fraction):
    """Return what a position is worth when those that follow have these values."""
    actions = game.actions[i]
    if game.owners[i] == BOTH:
        return envelope([[action_worth(action, values, kind) for action in row] for row in actions])
    worths = [action_worth(action, values, kind) for action in actions]
    return max(worths) if game.owners[i] == MAX else min(worths)


def by_induction(game):
    """Return the values of a game whose moves all lead to later positions."""
    values = {}
    for i in sorted(game.owners, reverse=True):
        values[i] = worth_at(game, i, values)
    return [values[i] for i in sorted(values)]


def by_iteration(game):
    """Return values to thirty digits, where each turn is the last with a chance of a half at least."""
    with localcontext() as context:
        context.prec = 40
        values = [Decimal(0)] * len(game.owners)
        for _ in range(110):
            values = [worth_at(game, i, values, Decimal) for i in range(len(values))]
        return [Fraction(value) for value in values]


def by_bisection(game):
    """Return the values of positions 0 and 1, each between two fractions, where only position 1 recurs.

    What position 1 is worth grows more slowly than what it is taken for: above the value it is less.
    """
    low, high = Fraction(-(1 << 60)), Fraction(1 << 60)
    for _ in range(150):
        middle = (low + high) / 2
        if worth_at(game, 1, {1: middle}) >= middle:
            low = middle
        else:
            high = middle
    return [(worth_at(game, 0, {1: end}), end) for end in (low, high)]


def stationary_bounds(game, grid=12):
    """Return what some strategies of each player make sure of at a game's only position.

    The value is not below the first, nor above the second; mixes on a grid are tried against every reply.
    """
    rows = game.actions[0]
    columns = [list(column) for column in zip(*rows, strict=True)]
    bounds = []
    for lines, worst, best in ((columns, min, max), (rows, max, min)):
        mixes = [Fraction(k, grid) for k in range(grid + 1)]
        sured = [
            worst(
                chain_values(
                    [
                        [
                            (p * q, points, t)
                            for q, a in zip((mix, 1 - mix), line, strict=True)
                            if q
                            for p, points, t in a
                        ]
                    ],
                    game.endless,
                )[0]
                for line in lines
            )
            for mix in mixes
        ]
        bounds.append(best(sured))
    return bounds
