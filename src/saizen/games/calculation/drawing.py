"""Pictures of the solitaire and its stack game, and their events in words."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from saizen.drawing import Cell, Drawing
from saizen.game import DEALER, MAX, Node, Terminal, legal_moves
from saizen.game import Move as GameMove
from saizen.games.calculation.rules import (
    DRAW,
    FOUNDATIONS,
    RANKS,
    Calculation,
    CalculationPosition,
    Lay,
    Move,
    Put,
)

if TYPE_CHECKING:
    from saizen.games.calculation.stackgame.named import NamedStackGame
    from saizen.games.calculation.stackgame.rules import Arrangement, Card

_cell = lru_cache(maxsize=1024)(Cell)
"""Cells never change and few differ, so positions share them."""
FACES = [Cell(rank, "card") for rank in RANKS]
CARDS_A_ROW = 16
NAMES_A_ROW = 11
"""Cards of the stack game have two or three letters, so fewer fit into 80 columns."""


def _rows(label: str, cells: Sequence[Cell], width: int) -> Iterable[list[Cell]]:
    """Write a label and cells; what does not fit continues below."""
    for at in range(0, max(1, len(cells)), width):
        yield [_cell(label if at == 0 else "", "label"), *cells[at : at + width]]


def draw_solitaire(game: Calculation, position: CalculationPosition) -> Drawing:
    """Draw a position of the solitaire.

    >>> game = Calculation()
    >>> print(draw_solitaire(game, game.parse("A1 B0 C2 D0 / 8 - K5 - / 9")).text())
    A by 1  [A] 2
    B by 2  2
    C by 3  [3] [6] 9
    D by 4  4
    stack 1 [8] .
    stack 2 .
    stack 3 [K] [5] .
    stack 4 .
    drawn   [9]
    deck    (45)
    Behind its cards each foundation shows the rank that it waits for.
    """
    node, deck = game.look(position), game.deck(position)
    legal = list(legal_moves(node))
    onto = {m.foundation: str(m) for m in reversed(legal) if isinstance(m, (Put, Move))}
    moved = {m.stack: str(m) for m in reversed(legal) if isinstance(m, Move)}
    laid = {m.stack: str(m) for m in legal if isinstance(m, Lay)}
    rows: list[list[Cell]] = []
    for f, size in enumerate(position.foundations):
        cells = [FACES[rank - 1] for rank in game.variant.sequences[f][:size]]
        waiting = game.waiting(position, f)
        if waiting is not None:
            title = f"foundation {FOUNDATIONS[f]} waits for {RANKS[waiting - 1]}"
            cells.append(_cell(RANKS[waiting - 1], "empty", onto.get(f), title))
        rows += _rows(f"{FOUNDATIONS[f]} by {game.variant.steps[f]}", cells, CARDS_A_ROW)
    for n, stack in enumerate(position.stacks):
        cells = [FACES[rank - 1] for rank in stack]
        if n in moved:
            cells[-1] = _cell(cells[-1].text, "card", moved[n], f"the top of stack {n + 1}")
        if n in laid or not stack:
            cells.append(_cell("", "empty", laid.get(n), f"stack {n + 1}"))
        rows += _rows(f"stack {n + 1}", cells, CARDS_A_ROW)
    if position.drawn is not None:
        rows.append(
            [_cell("drawn", "label"), _cell(RANKS[position.drawn - 1], "card", None, "the drawn card")]
        )
    left = deck.total()
    draws = DRAW if DRAW in legal else None
    rows.append([_cell("deck", "label"), _cell(str(left), "back", draws, f"{left} cards in the deck")])
    notes = ["Behind its cards each foundation shows the rank that it waits for."]
    return Drawing.of(rows, notes, _solitaire_parts(game, position, node, deck))


def _solitaire_parts(
    game: Calculation, position: CalculationPosition, node: Node, deck: Counter[int]
) -> dict[str, Any]:
    """Return what lies where and what can go where; of the deck only what anybody can count."""
    variant = game.variant
    foundations = []
    for f, size in enumerate(position.foundations):
        ranks = [RANKS[rank - 1] for rank in variant.sequences[f]]
        waits = ranks[size] if size < variant.ranks else None
        step = variant.steps[f]
        foundations.append(
            {
                "name": FOUNDATIONS[f],
                "step": step,
                "cards": ranks[:size],
                "to_come": ranks[size:],
                "waits": waits,
            }
        )
    return {
        "kind": "solitaire",
        "foundations": foundations,
        "stacks": [
            {"name": str(n), "cards": [{"text": RANKS[rank - 1]} for rank in stack]}
            for n, stack in enumerate(position.stacks, start=1)
        ],
        "drawn": None if position.drawn is None else {"text": RANKS[position.drawn - 1]},
        "deck": {
            "left": deck.total(),
            "ranks": [{"text": RANKS[rank - 1], "left": deck[rank]} for rank in range(1, variant.ranks + 1)],
        },
        "moves": [{"move": game.move_text(position, move), **_from_to(move)} for move in legal_moves(node)],
        "result": _result(node),
    }


def _result(node: Node) -> str | None:
    return ("won" if node.value else "lost") if isinstance(node, Terminal) else None


def _from_to(move: GameMove) -> dict[str, str]:
    """Say from where to where a card goes: the drawn card, a stack, a foundation, the deck."""
    match move:
        case Put(foundation):
            return {"from": "drawn", "to": f"foundation {FOUNDATIONS[foundation]}"}
        case Lay(stack):
            return {"from": "drawn", "to": f"stack {stack + 1}"}
        case Move(_, stack, foundation):
            return {"from": f"stack {stack + 1}", "to": f"foundation {FOUNDATIONS[foundation]}"}
    return {"from": "deck", "to": "drawn"}


def explain_solitaire(
    game: Calculation, position: CalculationPosition, moves: Mapping[int, GameMove], after: Any
) -> str:
    """Say what a move or a card that was drawn brought about.

    >>> game = Calculation()
    >>> here = game.parse("A1 B0 C2 D0 / 8 - K5 - / 9")
    >>> explain_solitaire(game, here, {MAX: Put(2)}, game.after(here, Put(2)))
    '9 goes to foundation C, which now waits for Q'
    """
    if not isinstance(after, CalculationPosition):
        return ""  # the next card is still to come
    words = (
        _drawn_words(game, position, after) if DEALER in moves else _move_words(game, position, moves, after)
    )
    end = game.look(after)
    if isinstance(end, Terminal):
        words += "; all cards are out: success" if end.value else "; nothing moves any more: lost"
    return words


def _drawn_words(game: Calculation, position: CalculationPosition, after: CalculationPosition) -> str:
    assert after.drawn is not None
    waiting = [name for f, name in enumerate(FOUNDATIONS[: len(after.foundations)])
               if game.waiting(after, f) == after.drawn]  # fmt: skip
    card = RANKS[after.drawn - 1]
    if not waiting:
        return f"{card} is drawn; no foundation waits for it"
    return f"{card} is drawn; {' and '.join(waiting)} wait{'s' * (len(waiting) == 1)} for it"


def _move_words(
    game: Calculation,
    position: CalculationPosition,
    moves: Mapping[int, GameMove],
    after: CalculationPosition,
) -> str:
    move = moves[MAX]
    if isinstance(move, Lay):
        assert position.drawn is not None
        below = position.stacks[move.stack]
        onto = f"the {RANKS[below[-1] - 1]} of stack {move.stack + 1}" if below else f"stack {move.stack + 1}"
        return f"{RANKS[position.drawn - 1]} is laid onto {onto}"
    assert isinstance(move, Put | Move)
    rank = move.rank if isinstance(move, Move) else position.drawn
    assert rank is not None
    source = f" from stack {move.stack + 1}" if isinstance(move, Move) else ""
    waiting = game.waiting(after, move.foundation)
    now = "is complete" if waiting is None else f"now waits for {RANKS[waiting - 1]}"
    return f"{RANKS[rank - 1]} goes{source} to foundation {FOUNDATIONS[move.foundation]}, which {now}"


def draw_stack_game(game: "NamedStackGame", arrangement: "Arrangement") -> Drawing:
    """Draw a position of the stack game: the stacks, the drawn card, and the cards that are to come.

    >>> from saizen.games.calculation.stackgame.named import NamedStackGame
    >>> game = NamedStackGame("A2 B3 / B3A1 - / B1")
    >>> print(draw_stack_game(game, game.start()).text())
    stack 1  [B3] [A1] .
    stack 2  .
    drawn    [B1]
    to come  (A2) (B2)
    Each foundation takes its cards in order: A1-A2, B1-B3.
    """
    from saizen.games.calculation.stackgame.rules import card_text

    legal = list(legal_moves(game.look(arrangement)))
    rows: list[list[Cell]] = []
    for n, stack in enumerate(arrangement.stacks, start=1):
        cells = [Cell(card_text(card), "card") for card in stack]
        if n in legal or not stack:
            cells.append(Cell("", "empty", str(n) if n in legal else None, f"stack {n}"))
        rows += _rows(f"stack {n}", cells, NAMES_A_ROW)
    if arrangement.drawn is not None:
        drawn = Cell(card_text(arrangement.drawn), "card", None, "the drawn card")
        rows.append([Cell("drawn", "label"), drawn])
    coming = [Cell(card_text(card), "back") for card in arrangement.deck() if card != arrangement.drawn]
    rows += _rows("to come ", coming, NAMES_A_ROW)
    takes = [f"{FOUNDATIONS[f]}1-{FOUNDATIONS[f]}{size}" for f, size in enumerate(arrangement.sizes)]
    parts = {
        "kind": "stack game",
        "foundations": [{"name": FOUNDATIONS[f], "size": size} for f, size in enumerate(arrangement.sizes)],
        "stacks": [
            {"name": str(n), "cards": [_named(card) for card in stack]}
            for n, stack in enumerate(arrangement.stacks, start=1)
        ],
        "drawn": None if arrangement.drawn is None else _named(arrangement.drawn),
        "deck": {"left": len(coming), "cards": [{"text": cell.text} for cell in coming]},
        "moves": [{"move": str(n), "from": "drawn", "to": f"stack {n}"} for n in legal],
        "result": _result(game.look(arrangement)),
    }
    return Drawing.of(rows, [f"Each foundation takes its cards in order: {', '.join(takes)}."], parts)


def _named(card: "Card") -> dict[str, Any]:
    from saizen.games.calculation.stackgame.rules import card_text

    return {"text": card_text(card), "foundation": FOUNDATIONS[card[0]]}
