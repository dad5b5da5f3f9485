"""Random games with everything that the server answers on the way."""

import random

from saizen.store import Store
from saizen.web.jobs import Job
from saizen.web.requests import EntryRequest, StateRequest
from saizen.web.sittings import Tables
from saizen.web.states import PageStates


class Recorder:
    """The server's answers about the states of a game."""

    def __init__(self, shown):
        self.shown = shown
        self.states = PageStates(Tables(Store(), lambda *_: None))

    def ask(self, act, **asked):
        return self.states.answer(act, self.shown, StateRequest(**asked), Job(lambda _: None))

    def game(self, seed, options=None, rate=True):
        """Play one game at random; return its setup and its turns."""
        dice = random.Random(f"recorded/{seed}")
        fixed = {"seed": seed, "seat": seed % 2, "options": options or {}}
        node, turns = self.ask("start", **fixed), []
        while True:
            turn = {"look": node, "rates": {}, "entries": None, "words": ""}
            turns.append(turn)
            if node["kind"] == "end":
                return {"setup": {**fixed, "start": None}, "turns": turns}
            for seat in node["seats"] if rate and node["kind"] == "move" else ():
                turn["rates"][seat] = self.ask("rate", **{**fixed, "state": node["state"], "seat": seat})
            moves = {seat: dice.choice(self._moves(node, turn["rates"], seat)) for seat in node["seats"]}
            turn["entries"] = [{"seat": seat, "move": move} for seat, move in moves.items()]
            entries = [EntryRequest(**entry) for entry in turn["entries"]]
            node = self.ask("step", **{**fixed, "state": node["state"], "entries": entries})
            turn["words"] = " ".join(step["words"] for step in node["steps"] if step["words"])

    def _moves(self, node, rates, seat):
        """Return what a seat can do; where the server lists it no more, what it rates."""
        return node["moves"][str(seat)] or [move["move"] for move in rates[seat]["moves"]]
