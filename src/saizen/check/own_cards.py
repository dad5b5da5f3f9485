"""Checks whether players see their own cards: what stands in a position in the places of MAX and MIN."""

from collections.abc import Iterator
from typing import Any

from saizen.check.findings import Findings
from saizen.game import MAX, MIN, names_of

DEEPEST = 3
"""How deep places are looked for."""

Path = tuple[int, ...]


def pairs_in(position: Any, path: Path = ()) -> Iterator[tuple[Path, tuple[Any, Any]]]:
    """Yield what may be a place for MAX and one for MIN: tuples of two alike, and how a position begins.

    >>> list(pairs_in(((2, 1), "pb"))), list(pairs_in(("ab", "cd", 1)))
    ([((0,), (2, 1))], [((), ('ab', 'cd'))])
    """
    if not isinstance(position, tuple) or len(path) > DEEPEST:
        return
    if (len(position) == 2 or (not path and len(position) > 2)) and type(position[0]) is type(position[1]):
        yield path, (position[0], position[1])
    for place, part in enumerate(position):
        yield from pairs_in(part, (*path, place))


class OwnCards:
    """Which places of positions are known to those who decide, by their views alone."""

    def __init__(self, findings: Findings) -> None:
        self.findings, self.names = findings, names_of(findings.game)
        self.first: dict[Any, Any] = {}
        self.values: dict[tuple[Path, int, int], set[Any]] = {}
        self.unknown: set[tuple[Path, int, int]] = set()
        self.empty: set[Path] = set()
        """Places without anything when their owner decides: not what he was dealt."""

    def look(self, position: Any, player: int, view: Any) -> None:
        """Look at a position in which a player decides."""
        for path, pair in pairs_in(position):
            for owner, card in enumerate(pair):
                key = path, player, owner
                if owner == player and card in ((), ""):
                    self.empty.add(path)
                values = self.values.setdefault(key, set())
                if len(values) < 2:
                    values.add(card)
                if self.first.setdefault((key, view), card) != card:
                    self.unknown.add(key)

    def _knows(self, path: Path, player: int, owner: int) -> bool:
        return (path, player, owner) not in self.unknown

    def _collected(self, path: Path) -> bool:
        """Return whether a place, or one that it stands in, was without anything at first."""
        return any(path[:length] in self.empty for length in range(1, len(path) + 1))

    def conclude(self) -> None:
        """Say who does not see what seems to be his own."""
        for path in dict.fromkeys(path for path, _, _ in self.values if not self._collected(path)):
            keys = [(path, player, owner) for player in (MAX, MIN) for owner in (MAX, MIN)]
            if all(len(self.values.get(key, ())) > 1 for key in keys):
                self._compare(path)

    def _compare(self, path: Path) -> None:
        own = [self._knows(path, player, player) for player in (MAX, MIN)]
        others = [self._knows(path, player, 1 - player) for player in (MAX, MIN)]
        places = ["position" + "".join(f"[{place}]" for place in (*path, owner)) for owner in (MAX, MIN)]
        if not any(own) and all(others):
            self.findings.say(
                "own cards",
                f"sees() shows {self.names[MAX]} {places[MIN]} and not his own {places[MAX]}, and "
                f"{self.names[MIN]} the other way round: does it take each for the other?",
            )
        for player in (MAX, MIN):
            if path and not own[player] and not others[player] and own[1 - player] and not others[1 - player]:
                self.findings.say(
                    "own cards",
                    f"{self.names[player]} decides without seeing his own {places[player]}, though sees() "
                    f"shows {self.names[1 - player]} {places[1 - player]}",
                )
        if path and not any(own) and not any(others):
            self.findings.remark(
                "own cards",
                f"nobody who decides sees {places[MAX]} or {places[MIN]}: if these are the players' own "
                "cards, sees() must show them",
            )
