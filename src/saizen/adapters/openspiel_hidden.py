"""OpenSpiel's games with hidden information, as saizen's.

A player gets OpenSpiel's information state string when he decides, and positions are histories. These
strings must have perfect recall: whoever gets the same string must have seen and done the same before. Some
have not (dark_hex forgets counts that it showed); a solver that takes them for information sets answers
for no game at all, so such a game is refused as soon as two pasts are met. Where a game has observations
alone, they are what a player sees at every position.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from saizen.adapters.openspiel import SpielGame, SpielPosition
from saizen.errors import SaizenError
from saizen.game import MAX, MIN, names_of

UNSEEN = (None, None)


@dataclass(frozen=True, slots=True)
class HiddenPosition(SpielPosition):
    """A history, and what each player was shown when he last decided."""

    views: tuple[Hashable, Hashable] = field(default=UNSEEN, compare=False, repr=False)
    pasts: tuple[int, int] = field(default=(0, 0), compare=False, repr=False)
    """For each player the number of what he was shown and did before."""


class HiddenSpielGame(SpielGame):
    """A game of OpenSpiel in which players do not see everything; make one with `openspiel.load`."""

    def __init__(self, game: Any) -> None:
        super().__init__(game, "history")
        kind = game.get_type()
        self._by_strings = kind.provides_information_state_string
        if not self._by_strings and not kind.provides_observation_string:
            raise SaizenError(f"openspiel:{game}: it does not say what a player sees")
        self._pasts: dict[Hashable, int] = {}
        self._met: dict[Hashable, HiddenPosition] = {}

    def sees(self, position: Any, player: int) -> Any:
        """Return what OpenSpiel shows a player: when he decides, or everywhere where it is an observation."""
        if self._by_strings:
            return position.views[player]
        return None if position.state.is_chance_node() else _line(position.state.observation_string(player))

    def describe(self, position: Any, seat: int | None = None) -> str:
        """Show OpenSpiel's own picture, to a seat what it sees."""
        return str(position.state) if seat is None else str(self.sees(position, seat) or "")

    def _position(self, state: Any, clock: tuple[int, ...], visited: Any = frozenset()) -> HiddenPosition:
        plain = super()._position(state, clock, visited)
        return HiddenPosition(plain.key, plain.clock, plain.state)

    def start(self) -> HiddenPosition:
        """Return OpenSpiel's initial state."""
        first: Any = super().start()
        return self._shown(first, UNSEEN, (0, 0))

    def _after(self, position: Any, actions: Sequence[Any]) -> HiddenPosition:
        pasts = list(position.pasts)
        state = position.state
        if self._by_strings and not state.is_chance_node():
            movers = (MAX, MIN) if state.is_simultaneous_node() else (state.current_player(),)
            for player, action in zip(movers, actions, strict=True):
                done = (player, pasts[player], position.views[player], action)
                pasts[player] = self._pasts.setdefault(done, len(self._pasts) + 1)
        after: Any = super()._after(position, actions)
        return self._shown(after, position.views, (pasts[MAX], pasts[MIN]))

    def _shown(
        self, position: HiddenPosition, views: tuple[Hashable, Hashable], pasts: tuple[int, int]
    ) -> HiddenPosition:
        """Add what the players see who decide at a position, and test it."""
        state, now = position.state, list(views)
        if self._by_strings and not state.is_terminal() and not state.is_chance_node():
            movers = (MAX, MIN) if state.is_simultaneous_node() else (state.current_player(),)
            for player in movers:
                now[player] = _line(state.information_state_string(player))
        reached = HiddenPosition(position.key, position.clock, state, views=(now[MAX], now[MIN]), pasts=pasts)
        for player in (MAX, MIN):
            if now[player] is not views[player]:
                self._test(reached, player)
        return reached

    def _test(self, position: HiddenPosition, player: int) -> None:
        """Refuse strings without perfect recall."""
        other = self._met.setdefault((player, position.views[player]), position)
        if other.pasts[player] != position.pasts[player]:
            who, first, second = names_of(self)[player], self.text(other), self.text(position)
            raise SaizenError(
                f"openspiel:{self.spiel}: its strings lack perfect recall: {who} gets the same one after "
                f"{first} and after {second}, but saw or did something else before; no value follows "
                "from such strings, so the game is refused"
            )


def _line(text: str) -> str:
    """Write a string on one line."""
    return " | ".join(line.rstrip() for line in text.strip().splitlines())
