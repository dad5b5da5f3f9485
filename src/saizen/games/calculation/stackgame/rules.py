"""The stack game: every card knows its foundation, and no card leaves a stack before the deck is empty.

A card is named by foundation and rank there: ``A3`` is the third card of foundation A. While the deck
lasts, drawn cards only go onto stacks; then all cards are moved to the foundations if that is possible.
A stack game is what remains of a position of Calculation once it is decided where each card shall go.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from saizen.errors import PositionError
from saizen.game import DEALER, MAX, Chance, Decision, Game, Node, Terminal
from saizen.games.calculation.rules import FOUNDATIONS, Variant
from saizen.games.calculation.stackgame.partial_order import (
    LETTERS,
    MOST_STACKS,
    Order,
    order_text,
    parse_order,
)

Card = tuple[int, int]
"""Foundation and rank on it, both from 0."""
VALID = "write foundations / stacks, bottom to top / drawn card, such as A6 B6 / B6 B5A3B3 A5 / A1"


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How many cards each foundation takes, the stacks bottom to top, and the drawn card if there is one."""

    sizes: tuple[int, ...]
    stacks: tuple[tuple[Card, ...], ...]
    drawn: Card | None = None

    def cards(self) -> list[Card]:
        """List all cards, foundation by foundation.

        >>> Arrangement((2, 1), ((),)).cards()
        [(0, 0), (0, 1), (1, 0)]
        """
        return [(f, rank) for f, size in enumerate(self.sizes) for rank in range(size)]

    def deck(self) -> list[Card]:
        """List the cards that lie on no stack, the drawn one among them."""
        laid = {card for stack in self.stacks for card in stack}
        return [card for card in self.cards() if card not in laid]

    def lay(self, stack: int) -> "Arrangement":
        """Lay the drawn card onto a stack.

        >>> Arrangement((1,), ((), ()), (0, 0)).lay(1).stacks
        ((), ((0, 0),))
        """
        assert self.drawn is not None
        stacks = [(*s, self.drawn) if n == stack else s for n, s in enumerate(self.stacks)]
        return replace(self, stacks=tuple(stacks), drawn=None)


def before(arrangement: Arrangement) -> dict[Card, set[Card]]:
    """Return for each card all cards that must be on the foundations earlier: the closure of both orders.

    A card that is among its own is on a circle: the position is lost (theorem 1).

    >>> sorted(before(Arrangement((2, 1), (((1, 0), (0, 1)),)))[1, 0])
    [(0, 0), (0, 1)]
    """
    earlier = {(f, rank): {(f, r) for r in range(rank)} for f, rank in arrangement.cards()}
    for stack in arrangement.stacks:
        for place, card in enumerate(stack):
            earlier[card].update(stack[place + 1 :])
    for middle, its in earlier.items():
        for other in earlier.values():
            if middle in other:
                other.update(its)
    return earlier


def order_of(arrangement: Arrangement, foundations: set[int] | None = None) -> Order | None:
    """Return the order of the deck's cards, or nothing when the stacks contradict each other.

    With ``foundations``, only deck cards of these count; all other cards still order them.

    >>> order_of(Arrangement((2, 1), (((0, 0),), ())))
    Order(below=(0, 0), forbidden=(1, 0))
    """
    earlier = before(arrangement)
    if any(card in its for card, its in earlier.items()):
        return None
    deck = [c for c in arrangement.deck() if foundations is None or c[0] in foundations]
    below = tuple(sum(1 << n for n, other in enumerate(deck) if other in earlier[card]) for card in deck)
    forbidden = tuple(
        sum(1 << n for n, card in enumerate(deck) if earlier[card] & set(stack))
        for stack in arrangement.stacks
    )
    return Order(below, forbidden)


def arrangement_text(arrangement: Arrangement) -> str:
    """Write an arrangement; `parse_arrangement` reads it back.

    >>> arrangement_text(Arrangement((2, 1), (((1, 0), (0, 1)), ()), (0, 0)))
    'A2 B1 / B1A2 - / A1'
    """
    sizes = " ".join(f"{FOUNDATIONS[f]}{size}" for f, size in enumerate(arrangement.sizes))
    parts = [sizes, " ".join("".join(map(card_text, stack)) or "-" for stack in arrangement.stacks)]
    if arrangement.drawn is not None:
        parts.append(card_text(arrangement.drawn))
    return " / ".join(parts)


def card_text(card: Card) -> str:
    """Write a card as foundation and rank.

    >>> card_text((1, 2))
    'B3'
    """
    return f"{FOUNDATIONS[card[0]]}{card[1] + 1}"


def parse_arrangement(text: str) -> Arrangement:
    """Read a position of the stack game; say what is wrong with it.

    >>> parse_arrangement("A6 B6 / B6 B5A3B3 A5 / A1").drawn
    (0, 0)
    """
    parts = [part.split() for part in text.upper().replace("-", " - ").split("/", 3)]
    if len(parts) not in (2, 3) or (len(parts) == 3 and len(parts[2]) != 1):
        raise PositionError(f"{text!r}: cannot read this; {VALID}")
    sizes = [card for word in parts[0] for card in _parse_cards(word, text)]
    if [f for f, _ in sizes] != list(range(len(sizes))) or not sizes:
        raise PositionError(
            f"{text!r}: the foundations must be A, B, ... each with its number of cards; {VALID}"
        )
    if not 1 <= len(parts[1]) <= MOST_STACKS:
        raise PositionError(f"{text!r}: {len(parts[1])} stacks; use 1 to {MOST_STACKS}, - for an empty one")
    stacks = tuple(() if word == "-" else tuple(_parse_cards(word, text)) for word in parts[1])
    drawn = tuple(_parse_cards(parts[2][0], text)) if len(parts) == 3 else ()
    if len(drawn) > 1:
        raise PositionError(f"{text!r}: one card is drawn at a time, not {parts[2][0]!r}")
    arrangement = Arrangement(tuple(last + 1 for _, last in sizes), stacks, drawn[0] if drawn else None)
    used = [card for stack in (*stacks, drawn) for card in stack]
    for card in used:
        if card not in arrangement.cards():
            raise PositionError(f"{text!r}: there is no card {card_text(card)}")
        if used.count(card) > 1:
            raise PositionError(f"{text!r}: {card_text(card)} is there twice")
    return arrangement


def _parse_cards(word: str, text: str) -> Iterator[Card]:
    if not re.fullmatch(r"([A-F]([1-9]\d?))+", word):
        raise PositionError(f"{text!r}: cannot read {word!r}; {VALID}")
    for name, rank in re.findall(r"([A-F])(\d+)", word):
        yield FOUNDATIONS.index(name), int(rank) - 1


def game_of_labelling(
    variant: Variant, sizes: tuple[int, ...], stacks: tuple[tuple[Card, ...], ...]
) -> Arrangement:
    """Return the stack game of a position of the solitaire in which every stacked card has its foundation.

    ``sizes`` are the cards on the foundations already; they are out of the game, and so is the next card of
    each foundation while it is in the deck, since it can be put there as soon as it is drawn.

    >>> arrangement_text(game_of_labelling(Variant(stacks=2), (12, 11, 13, 13), (((0, 12),), ())))
    'A1 B1 C0 D0 / A1 -'
    """
    stacked = {card for stack in stacks for card in stack}
    gone = [size + ((f, size) not in stacked and size < variant.ranks) for f, size in enumerate(sizes)]
    left = tuple(variant.ranks - size for size in gone)
    return Arrangement(left, tuple(tuple((f, rank - gone[f]) for f, rank in stack) for stack in stacks))


StackPosition = tuple[Order, int | None]
"""An order in canonical form, and the number of the drawn card (none before drawing)."""


class StackGame(Game[StackPosition]):
    """The stack game on canonical orders; its value is the probability of success under best play.

    >>> from saizen import solve
    >>> game = StackGame("A3 B3 / - -")
    >>> solution = solve(game)
    >>> solution.value(game.start()), sum(drawn is None for _, drawn in solution.positions)
    (Fraction(25, 36), 42)
    """

    players: Mapping[int, str] = {MAX: "player", DEALER: "deck"}
    rules_text = """\
The stack game of Calculation (カルキュレーション) without names: of a position only
the order of the deck's cards matters, and which of them each stack forbids.
A position is written as a b c>a | c -: cards a, b and c, of which c comes after
a; the first of two stacks forbids c. A drawn card is laid onto a stack that
does not forbid it; of stacks that forbid the same only the first is listed.
You succeed if the whole deck can be laid."""
    move_form = "the number of a stack, as 1"

    def __init__(self, start: str | Arrangement | Order) -> None:
        if isinstance(start, str):
            start = parse_arrangement(start)
        order = order_of(start) if isinstance(start, Arrangement) else start
        if order is None:
            raise PositionError(f"{start}: the stacks contradict each other, the position is lost")
        self._start = order.canonical()

    def start(self) -> StackPosition:
        """Return the order in which the game begins."""
        return self._start, None

    def look(self, position: StackPosition) -> Node:
        """Return what a position is: the end, a draw, or a choice of stack."""
        order, drawn = position
        if drawn is not None:
            options: dict[object, object] = {}
            for stack in order.allowed(drawn):
                following = order.lay(drawn, stack)
                over = following.lost() or not following.cards
                options[stack + 1] = (
                    Terminal(int(not following.cards)) if over else (following.canonical(), None)
                )
            return Decision(MAX, options)
        if order.lost() or not order.cards:
            return Terminal(int(not order.cards))
        cards = range(order.cards)
        return Chance.uniform(((order, card) for card in cards), (LETTERS[card] for card in cards))

    def text(self, position: StackPosition) -> str:
        """Write the order, and the drawn card behind a stroke."""
        order, drawn = position
        return order_text(order) + ("" if drawn is None else f" / {LETTERS[drawn]}")

    def parse(self, text: str) -> StackPosition:
        """Read an order in canonical form, and the drawn card behind a stroke.

        >>> game = StackGame("A3 B3 / - -")
        >>> game.parse(game.text(game.start())) == game.start()
        True
        """
        words, stroke, name = text.partition("/")
        order, card = parse_order(words.strip()), name.strip()
        if order.canonical() != order:
            raise PositionError(f"{text!r}: not in canonical form; write {order_text(order.canonical())}")
        if not stroke:
            return order, None
        if len(card) != 1 or card not in LETTERS[: order.cards]:
            raise PositionError(f"{text!r}: {card!r} is not a card of the deck")
        return order, LETTERS.index(card)


def find_orders(start: Order) -> list[set[Order]]:
    """Find all canonical orders that are not lost, by cards laid; the empty deck does not count.

    >>> [len(layer) for layer in find_orders(Order((0, 0), (0, 0, 0)))]
    [1, 1]
    """
    layers = [{start.canonical()}]
    for _ in range(start.cards - 1):
        following = {
            order.lay(card, stack)
            for order in layers[-1]
            for card in range(order.cards)
            for stack in order.allowed(card)
        }
        layers.append({order.canonical() for order in following if not order.lost()})
    return layers
