"""Boards for the static site: all positions of the usual deck, and of those of the first game."""

from collections.abc import Mapping

from saizen.game import names_of
from saizen.games.memory.drawing import draw_table
from saizen.games.memory.entry import DECK, MemoryOptions, game
from saizen.games.memory.solved import board_solution
from saizen.packing import body
from saizen.packing.graph import pack_graph
from saizen.store import Store
from saizen.work import Progress

LESSONS = ("2x3", "2x4")
"""Decks with which a first game begins, beside the usual one."""


def data(store: Store, progress: Progress) -> Mapping[str, bytes]:
    """Return for each deck the board's graph, which the table there follows, and what a table shows."""
    found: dict[str, bytes] = {}
    for deck in (DECK, *LESSONS):
        table = game(MemoryOptions(deck=deck))
        drawing = draw_table(table, table.start())
        shown = {
            "players": {str(seat): name for seat, name in names_of(table).items()},
            "form": table.move_form,
            "parts": drawing.parts,
            "note": drawing.notes[0],
        }
        solution = board_solution(table.rules, progress)
        name = deck.replace("+", "-")
        found[f"{name}-table"] = body(shown)
        found[f"{name}-board"] = pack_graph(table.rules, solution, draw=False, progress=progress)
    return found
