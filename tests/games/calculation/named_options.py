"""Commands and rules of Calculation with options by their names, as every face gives them."""

from functools import partial

from saizen.games.calculation.entry import ENTRY

advise, game, read, solution = ENTRY.advise, ENTRY.game, ENTRY.read, ENTRY.solution


def _asked(name, *, store=None, progress=None, **given):
    filled = {"store": store} if progress is None else {"store": store, "progress": progress}
    return ENTRY.command(name)(given, **filled)


build, limit, simulate, solve = (partial(_asked, name) for name in ("build", "limit", "simulate", "solve"))
