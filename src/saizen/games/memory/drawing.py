"""How Memory looks: the letters of a board by kind, or a table with its cards."""

from typing import TYPE_CHECKING

from saizen.drawing import Cell, Drawing
from saizen.game import legal_moves, names_of
from saizen.games.memory.text import board_text, kind_text

if TYPE_CHECKING:
    from saizen.games.memory.position import MemoryPosition
    from saizen.games.memory.rules import Memory
    from saizen.games.memory.table import MemoryTable
    from saizen.games.memory.table_position import TablePosition

WIDTH = 80
MOST_COLUMNS = 13


def draw_board(rules: "Memory", position: "MemoryPosition") -> Drawing:
    """Draw a row for each kind of letter: its known cards face up, the others face down."""
    legal = {str(move) for move in legal_moves(rules.look(position))}
    shown = 10
    rows = []
    for kind, count in position.board.kinds:
        name = kind_text(kind)
        known = next((m for m in (f"take {name}", f"known {name}") if m in legal), None)
        known = known or ("known" if "known" in legal else None)
        unknown = "unknown" if "unknown" in legal else None
        letters = f"{count} letter{'s' * (count > 1)} of {kind.cards}"
        cells = [Cell("x", "card", known, f"a known card, {name}") for _ in kind.seen]
        cells += [Cell("?", "back", unknown, f"an unknown card, {name}") for _ in range(kind.hidden)]
        more = [Cell(f"and {len(cells) - shown} more", "label")] if len(cells) > shown else []
        rows.append([Cell(letters, "label"), *cells[:shown], *more])
    return Drawing.of(rows or [["no cards"]], _board_notes(rules, position))


def _board_notes(rules: "Memory", position: "MemoryPosition") -> list[str]:
    notes = []
    if position.first is not None:
        notes.append(f"A card of the kind {kind_text(position.first)} lies open.")
    if position.choosing:
        notes.append(f"{rules.memory} of the known cards can be remembered.")
    if rules.objective == "win" and position.lead:
        notes.append(f"{names_of(rules)[0]} leads by {position.lead}.")
    if position.passed:
        notes.append("The turn before was a 0-move; another ends the game.")
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
    return Drawing.of(rows or [["no cards"]], _table_notes(table, position))


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
    if position.passed:
        notes.append("The turn before was a 0-move; another ends the game.")
    if table.over(position):
        return notes
    if position.choosing:
        return [*notes, f"{who} chooses which of the seen cards stays remembered."]
    places = table.places(position)
    known = [place for place in places if position.is_seen(place)]
    if position.turned is not None:
        mates = [place for place in known if position.cards[place - 1] == position.letter]
        must = rules.take == "forced" and bool(mates)
        said = f"; its mate must be taken: {' or '.join(map(str, mates))}" if must else ""
        return [*notes, f"{who} turns the second card{said}."]
    if rules.take == "forced" and table.known_pairs(position):
        pairs = " or ".join(" ".join(map(str, pair)) for pair in table.known_pairs(position))
        return [*notes, f"{who} to move: a known pair must be taken: {pairs}."]
    return [*notes, f"{who} turns the first card."]
