"""Deals for the static site with the advice of the machine.

A deal takes half a minute, so they lie beside this module. `saizen.games.calculation.site.advice` makes
them.
"""

import json
from collections.abc import Mapping
from importlib.resources import files

from saizen.game import names_of
from saizen.games.calculation.rules import Calculation
from saizen.packing import body
from saizen.store import Store
from saizen.work import Progress

FILE = "deals.json"


def data(store: Store, progress: Progress) -> Mapping[str, bytes]:
    """Return the deals."""
    game = Calculation()
    players = {str(seat): name for seat, name in names_of(game).items()}
    deals = json.loads((files(__package__) / FILE).read_text(encoding="utf-8"))
    return {"deals": body({"players": players, "form": game.move_form, "deals": deals})}
