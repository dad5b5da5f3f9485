"""What the static site needs of Memory: all positions of the board of the usual deck, with their values."""

from collections.abc import Mapping

from saizen.game import names_of
from saizen.games.memory.drawing import draw_table
from saizen.games.memory.entry import game
from saizen.games.memory.solved import board_solution
from saizen.packing import body
from saizen.packing.graph import pack_graph
from saizen.store import Store
from saizen.work import Progress


def data(store: Store, progress: Progress) -> Mapping[str, bytes]:
    """Return the board's graph, which the table in the browser follows, and what the table shows first."""
    table = game()
    drawing = draw_table(table, table.start())
    shown = {
        "players": {str(seat): name for seat, name in names_of(table).items()},
        "form": table.move_form,
        "parts": drawing.parts,
        "note": drawing.notes[0],
    }
    solution = board_solution(table.rules, progress)
    return {"table": body(shown), "board": pack_graph(table.rules, solution, draw=False, progress=progress)}
