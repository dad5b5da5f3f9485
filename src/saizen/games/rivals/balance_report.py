"""How a change of the rules shifts the balance: the same measures of two sets of rules, side by side."""

from dataclasses import dataclass
from typing import Any

from saizen.advice import Answer, Table
from saizen.games.rivals.equilibria import Range, draw_range, reached_range, usage_ranges, used_ranges
from saizen.games.rivals.optimal_strategies import find_faces
from saizen.games.rivals.solved import get_solved
from saizen.games.rivals.variants import Rules
from saizen.store import Store
from saizen.work import Progress


@dataclass(frozen=True)
class Balance:
    """Measures of one set of rules; ranges are over all subgame-perfect equilibria.

    Both players are measured; the game is symmetric, so they must agree.
    """

    positions: int
    value: float
    draw: Range
    opening: dict[int, tuple[float, float]]
    """For each card the probability in the first trick and its value against the equilibrium."""
    unique_opening: bool
    used: list[dict[int, Range]]
    """For each player and card, how likely it is played at all."""
    by_turn: list[dict[int, list[Range]]]
    """For each player and card, how likely it is played in each trick."""
    reached: list[Range]


def measure_balance(rules: Rules, progress: Progress, store: Store | None = None) -> Balance:
    """Solve the rules exactly and measure them; takes some twenty seconds for the full deck."""
    solved = get_solved(rules, exact=True, store=store, progress=progress)
    faces = find_faces(solved, progress)
    layers = solved.layers
    start = solved.game.start()
    opening: dict[Any, Any] = {one.move: one for one in solved.moves(start)}
    turns = [usage_ranges(layers, faces, turn) for turn in range(len(layers))]
    used = used_ranges(layers, faces)
    return Balance(
        sum(sum(layer.counts()) for layer in layers),
        float(solved.value(start)),
        draw_range(layers, faces),
        {card: (float(opening[card].probability), float(opening[card].value)) for card in rules.hand},
        solved.unique(start),
        [{card: used[seat][card] for card in rules.hand} for seat in (0, 1)],
        [{card: [turn[seat][card] for turn in turns] for card in rules.hand} for seat in (0, 1)],
        [reached_range(layers, faces, turn) for turn in range(len(layers))],
    )


def shown(number: Range) -> str:
    """Write a range with four digits, as one number where they agree.

    >>> shown(Range(0.25, 0.25)), shown(Range(0.1, 0.2))
    ('0.2500', '0.1000-0.2000')
    """
    low, high = (f"{max(0.0, end):.4f}" for end in (number.low, number.high))
    return low if low == high else f"{low}-{high}"


def percent(number: Range) -> str:
    """Write a range in whole per cent, for narrow columns.

    >>> percent(Range(0.25, 0.25)), percent(Range(0.1, 0.2))
    ('25', '10-20')
    """
    low, high = (f"{100 * max(0.0, end):.0f}" for end in (number.low, number.high))
    return low if low == high else f"{low}-{high}"


def wins(number: Balance) -> Range:
    """Return how often either player wins: the game is symmetric, so half of what is not drawn."""
    return Range((1 - number.draw.high) / 2, (1 - number.draw.low) / 2)


def compare_balance(
    base: Rules,
    changed: Rules,
    name: str,
    settings: list[str],
    progress: Progress,
    store: Store | None = None,
) -> Answer:
    """Measure the changed rules, and the preset for comparison."""
    after = measure_balance(changed, progress, store)
    before = after if changed == base else measure_balance(base, progress, store)
    header = ("measure", name, "changed", "difference")
    summary = [
        ("positions", before.positions, after.positions, after.positions - before.positions),
        ("each player wins", shown(wins(before)), shown(wins(after)), _shift(wins(before), wins(after))),
        ("draw", shown(before.draw), shown(after.draw), _shift(before.draw, after.draw)),
    ]
    summary += [
        (f"trick {t + 1} is played", shown(a), shown(b), _shift(a, b))
        for t, (a, b) in enumerate(zip(before.reached, after.reached, strict=False))
    ]
    opening = []
    for card in range(len(base.cards)):
        old, new = (b.opening.get(card, (None, None)) for b in (before, after))
        opening.append((card, base.cards[card].name, old[0], new[0], old[1], new[1]))
    usage = [
        (
            changed.cards[card].name,
            *map(percent, after.by_turn[0][card]),
            _used(after, card),
            _used(before, card),
        )
        for card in changed.hand
    ]
    turns = [str(turn + 1) for turn in range(len(after.reached))]
    tables = [
        Table("Balance", header, summary),
        Table("Opening", ("card", "name", f"{name}: mix", "mix", f"{name}: value", "value"), opening),
        Table("Card use by trick, either player, in per cent", ("card", *turns, "ever", name), usage),
    ]
    notes = ["A range is over all subgame-perfect equilibria; a single number is the same in all of them."]
    if not after.unique_opening:
        notes.append("The opening strategy is not unique: the mix shown is one of several.")
    data = {"game": "rivals", "rules": name, "set": settings, "before": _data(before), "after": _data(after)}
    return Answer(data, tables, notes)


def _used(balance: Balance, card: int) -> str | None:
    return percent(balance.used[0][card]) if card in balance.used[0] else None


def _shift(before: Range, after: Range) -> str:
    """Write a difference; where ranges overlap nothing can be said about its sign."""
    if before.determined and after.determined:
        return f"{after.low - before.low:+.4f}"
    low, high = after.low - before.high, after.high - before.low
    return f"{low:+.4f} to {high:+.4f}"


def _data(balance: Balance) -> dict[str, object]:
    def pair(number: Range) -> list[float]:
        return [number.low, number.high]

    players = [
        {
            "win": pair(wins(balance)),
            "use": {str(card): [pair(r) for r in ranges] for card, ranges in by_turn.items()},
            "used": {str(card): pair(r) for card, r in used.items()},
        }
        for by_turn, used in zip(balance.by_turn, balance.used, strict=True)
    ]
    return {
        "positions": balance.positions,
        "value": balance.value,
        "draw": pair(balance.draw),
        "reached": [pair(r) for r in balance.reached],
        "opening": {
            str(card): {"probability": p, "value": v} for card, (p, v) in sorted(balance.opening.items())
        },
        "unique_opening": balance.unique_opening,
        "players": dict(zip(("first", "second"), players, strict=True)),
    }
