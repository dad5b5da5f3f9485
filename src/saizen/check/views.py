"""Checks of views: the same twice, hashable, less than everything, and no drawing shows more."""

from typing import Any

from saizen import notation
from saizen.check.findings import Findings
from saizen.check.own_cards import OwnCards
from saizen.drawing import Drawing
from saizen.game import MAX, MIN, Decision, Game, Simultaneous, names_of


class Views:
    """What both players see of the positions that were looked at."""

    def __init__(self, findings: Findings) -> None:
        self.findings, self.game = findings, findings.game
        self.names = names_of(self.game)
        self.draws = type(self.game).describe is not Game.describe
        self.drawings: dict[tuple[int, Any], tuple[str, Any]] = {}
        self.views: tuple[dict[Any, Any], dict[Any, Any]] = {}, {}
        self.movers: tuple[dict[Any, int], dict[Any, int]] = {}, {}
        self.own_cards = OwnCards(findings)
        self.hidden = self.wrong = False

    def look(self, position: Any) -> None:
        """Look at what both players see of a position."""
        findings, name = self.findings, self.findings.name(position)
        before = self.wrong
        looked = findings.tried("look", "look() fails", lambda: self.game.look(position))
        node = None if looked is None else looked[0]
        for player in (MAX, MIN):
            seen = findings.tried(
                "sees",
                f"sees() fails at {name}",
                lambda player=player: (self.game.sees(position, player), self.game.sees(position, player)),  # type: ignore[misc]
            )
            self.wrong = True
            if seen is None:
                continue
            view, again = seen[0]
            try:
                hash(view)
            except TypeError:
                shown = notation.short(repr(view))
                findings.say(
                    "hash", f"sees() at {name} is {shown}, which is not hashable: use tuples or texts"
                )
                continue
            if view != again:
                findings.say("again", f"sees() returns something else the second time at {name}")
                continue
            self.wrong = before
            self._compare(position, node, player, view)

    def _compare(self, position: Any, node: Any, player: int, view: Any) -> None:
        before = self.views[player].setdefault(view, position)
        self.hidden = self.hidden or before != position
        if isinstance(node, Simultaneous) or (isinstance(node, Decision) and node.player == player):
            self.movers[player][view] = self.movers[player].get(view, 0) + 1
            self.own_cards.look(position, player, view)
        if not self.draws:
            return
        drawn = self.findings.tried(
            "describe", "describe() fails", lambda: self.game.describe(position, player)
        )
        if drawn is None:
            return
        text = drawn[0].text() if isinstance(drawn[0], Drawing) else str(drawn[0])
        first, where = self.drawings.setdefault((player, view), (text, position))
        if first != text:
            self.findings.say(
                "drawing",
                f"describe() shows {self.names[player]} {self.findings.name(where)} and "
                f"{self.findings.name(position)} differently, but sees() says that they look alike",
            )

    def conclude(self) -> None:
        """Say what only all positions tell."""
        if self.wrong:
            return
        if not self.hidden:
            self.findings.say(
                "open", "sees() never hides anything: leave it out, and the game is solved as an open one"
            )
        for player in (MAX, MIN):
            (view, times), *others = self.movers[player].items() or [(True, 0)]
            if times > 1 and not others and not view:
                self.findings.say(
                    f"blind {player}",
                    f"sees() shows {self.names[player]} nothing where he decides: it is always {view!r}",
                )
        if self.hidden:
            self.own_cards.conclude()
