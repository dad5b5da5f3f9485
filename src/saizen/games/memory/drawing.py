"""Pictures of Memory: the letters of a board by kind, or a table with its cards."""

from typing import TYPE_CHECKING, Any

from saizen.drawing import Cell, Drawing
from saizen.game import MAX, MIN, legal_moves, names_of
from saizen.games.memory.text import board_text, kind_text

if TYPE_CHECKING:
    from saizen.games.memory.board import Board
    from saizen.games.memory.places.game import MemoryTable
    from saizen.games.memory.places.position import TablePosition
    from saizen.games.memory.position import MemoryPosition
    from saizen.games.memory.rules import Memory

WIDTH = 80
MOST_COLUMNS = 13
PASSED = "The turn before showed two known cards; another such turn ends the game."


def draw_board(rules: "Memory", position: "MemoryPosition") -> Drawing:
    """Draw a row for each kind of letter: its known cards face up, the others face down."""
    legal = {str(move) for move in legal_moves(rules.look(position))}
    shown = 10
    rows, kinds = [], []
    for kind, count in position.board.kinds:
        name = kind_text(kind)
        known_move = next((m for m in (f"take {name}", f"known {name}") if m in legal), None)
        known_move = known_move or ("known" if "known" in legal else None)
        unknown = "unknown" if "unknown" in legal else None
        letters = f"{count} letter{'s' * (count > 1)} of {kind.cards}"
        cells = [Cell("x", "card", known_move, f"a known card, {name}") for _ in kind.seen]
        cells += [Cell("?", "back", unknown, f"an unknown card, {name}") for _ in range(kind.hidden)]
        more = [Cell(f"and {len(cells) - shown} more", "label")] if len(cells) > shown else []
        rows.append([Cell(letters, "label"), *cells[:shown], *more])
        kinds.append(
            {
                "name": name,
                "cards": kind.cards,
                "known": kind.known_cards,
                "hidden": kind.hidden,
                "letters": count,
                "moves": {"known": known_move, "hidden": unknown},
            }
        )
    parts = {"kind": "board", "kinds": kinds, **_board_parts(rules, position)}
    return Drawing.of(rows or [["no cards"]], _board_notes(rules, position), parts)


def _board_parts(rules: "Memory", position: "MemoryPosition") -> dict[str, Any]:
    """Return what board and table have in common: whose turn it is, and the board in the paper's numbers."""
    over = position.first is None and not position.choosing and rules.decided(position)
    return {
        "players": [names_of(rules)[seat] for seat in ((MAX, MIN) if rules.player_count == 2 else (MIN,))],
        "turn": None if over else names_of(rules)[position.mover],
        "first": None if position.first is None else kind_text(position.first),
        "choosing": position.choosing,
        "take": rules.take,
        "board": board_text(position.board),
        "paper": _paper(position.board),
    }


def _paper(board: "Board") -> dict[str, int] | None:
    """Return (na, nf, ka, kf); None where letters have other sizes or more than one known card."""
    if any(kind.cards not in (2, 4) or kind.known_cards > 1 for kind, _ in board.kinds):
        return None
    fours = [(kind, count) for kind, count in board.kinds if kind.cards == 4]
    return {
        "na": board.letters,
        "nf": sum(count for _, count in fours),
        "ka": board.known_letters,
        "kf": sum(count for kind, count in fours if kind.known_cards),
    }


def _board_notes(rules: "Memory", position: "MemoryPosition") -> list[str]:
    notes = []
    if position.first is not None:
        notes.append(f"A card of the kind {kind_text(position.first)} lies open.")
    if position.choosing:
        notes.append(f"{rules.memory} of the known cards can be remembered.")
    if rules.objective == "win" and position.lead:
        notes.append(f"{names_of(rules)[0]} leads by {position.lead}.")
    if position.passed and not position.over:
        notes.append(PASSED)
    if not rules.decided(position):
        notes.append(f"{names_of(rules)[position.mover]} to move.")
    return notes


def draw_table(table: "MemoryTable", position: "TablePosition") -> Drawing:
    """Draw the table: numbered backs, gaps where cards are gone, the open card with its letter.

    What was seen and turned back looks like any other back, unless the table shows what was seen: the
    player has to remember it.
    """
    legal = set(legal_moves(table.look(position)))
    cells = [_card(table, position, place, place in legal) for place in range(1, len(position.cards) + 1)]
    name = max(map(len, table.letters), default=1)
    width = len(str(len(cells))) + name + 4
    square = max(4, round(len(cells) ** 0.5 + 0.5))
    columns = min(MOST_COLUMNS, square, WIDTH // width)
    rows = [cells[begin : begin + columns] for begin in range(0, len(cells), columns)]
    return Drawing.of(
        rows or [["no cards"]], _table_notes(table, position), _table_parts(table, position, legal, square)
    )


def _table_parts(
    table: "MemoryTable", position: "TablePosition", legal: set[Any], square: int
) -> dict[str, Any]:
    """Return the cards by place as the player sees them.

    ``remembered`` has every letter that was turned and lies face down again: what a perfect memory holds,
    which the position's text also shows. A face shows it when it is asked to.
    """
    cards: list[dict[str, Any]] = []
    for place, card in enumerate(position.cards, 1):
        shown = position.is_seen(place) and (table.seen or position.choosing)
        state = "gone" if position.is_gone(place) else "seen" if shown else "back"
        state = "open" if place == position.turned else state
        cards.append(
            {
                "place": place,
                "state": state,
                "letter": None if state == "back" else card.upper(),
                "move": str(place) if place in legal else None,
            }
        )
    known_places = position.known_places()
    return {
        "kind": "table",
        "deck": board_text(table.rules.board),
        "letters": [{"letter": name, "cards": count} for name, count in table.letters.items()],
        "columns": min(MOST_COLUMNS, square),
        "cards": cards,
        "turned": position.turned,
        "fresh": position.fresh,
        "passed": position.passed,
        "over": position.over,
        "lead": position.lead,
        "remembered": [{"place": place, "letter": position.cards[place - 1]} for place in known_places],
        "score": list(position.score),
        **_board_parts(table.rules, table.project(position)),
    }


def _card(table: "MemoryTable", position: "TablePosition", place: int, legal: bool) -> Cell:
    card = position.cards[place - 1]
    move = str(place) if legal else None
    if position.is_gone(place):
        return Cell("", "empty", None, f"card {place} is gone")
    if place == position.turned:
        return Cell(f"{place}:{card}", "mark", None, f"card {place} lies open: {card}")
    if position.is_seen(place) and (table.seen or position.choosing):
        return Cell(f"{place}:{card}", "card", move, f"card {place} was seen: {card}")
    return Cell(str(place), "back", move, f"card {place}, face down")


def _ended_words(position: "TablePosition") -> list[str]:
    """Say why the game ended although cards lie on the table."""
    left = len(position.left)
    if not left:
        return []
    cards = "1 card stays" if left == 1 else f"{left} cards stay"
    return [f"Nobody gains by turning another card: {cards}, and the game is over."]


def _table_notes(table: "MemoryTable", position: "TablePosition") -> list[str]:
    rules, names = table.rules, names_of(table)
    who = names[position.mover]
    deck = " and ".join(f"{count} letters of {cards}" for cards, count in table.sizes)
    notes = [f"Deck {board_text(rules.board)}: {deck.replace('1 letters', '1 letter')} cards."]
    if rules.player_count == 2:
        notes.append(f"Pairs: {names[0]} {position.score[0]}, {names[1]} {position.score[1]}.")
    else:
        notes.append(f"Turns: {position.score[0]}.")
    if rules.objective == "win" and position.lead != position.score[0] - position.score[-1]:
        notes.append(f"For winning, {names[0]} counts as {position.lead:+d} pairs ahead.")
    if position.over:
        return [*notes, *_ended_words(position)]
    if position.passed:
        notes.append(PASSED)
    if table.over(position):
        return notes
    if position.choosing:
        return [*notes, f"{who} chooses which of the seen cards stays remembered."]
    places = table.places(position)
    known_places = [place for place in places if position.is_seen(place)]
    if position.turned is not None:
        mates = [place for place in known_places if position.cards[place - 1] == position.letter]
        must = rules.take == "forced" and bool(mates)
        said = f"; its mate must be taken: {' or '.join(map(str, mates))}" if must else ""
        return [*notes, f"{who} turns the second card{said}."]
    if rules.take == "forced" and table.known_pairs(position):
        pairs = " or ".join(" ".join(map(str, pair)) for pair in table.known_pairs(position))
        return [*notes, f"{who} to move: a known pair must be taken: {pairs}."]
    return [*notes, f"{who} turns the first card."]
