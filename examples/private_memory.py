"""Memory (concentration) with private memory: only you see the cards that you turn."""

from dataclasses import dataclass
from typing import Annotated, Any

from saizen import MAX, MIN, Chance, Decision, Game, Step, Terminal, solve
from saizen.drawing import Cell, Drawing


def pairings(places):
    """Yield all ways to lay out pairs, each pair named after its first place."""
    if not places:
        yield {}
        return
    first, *others = places
    for mate in others:
        for rest in pairings([place for place in others if place != mate]):
            yield {first: first, mate: first, **rest}


@dataclass(frozen=True)
class PrivateMemory(Game[Any]):
    """A position is the layout, what each has seen in order, what is gone, what lies open, and who moves.

    The first card must be one that you have not seen, unless you know a pair. If you have seen its mate, you
    take it. Cards that nobody has seen are all alike: the first of them is turned. Who takes a pair goes on.
    """

    pairs: Annotated[int, range(1, 4)] = 3

    def start(self):
        return None

    def look(self, position):
        if position is None:
            places = range(1, 2 * self.pairs + 1)
            layouts = [tuple(pairing[place] for place in places) for pairing in pairings(places)]
            return Chance.uniform((layout, ((), ()), (), (), MAX) for layout in layouts)
        layout, seen, gone, turned, player = position
        left = [place for place in range(1, len(layout) + 1) if place not in gone]
        if not left:
            return Terminal(0)
        own = [place for place in seen[player] if place in left]
        untouched = [place for place in left if place not in (*seen[MAX], *seen[MIN])]
        if len(turned) == 1:
            mates = [p for p in own if p != turned[0] and self.match(layout, p, turned[0])]
            moves = mates or [p for p in left if p != turned[0] and p not in untouched[1:]]
        else:
            new = [p for p in left if p not in own and p not in untouched[1:]]
            moves = new + [p for p in own if any(self.match(layout, p, q) for q in own if p != q)]
        return Decision(player, {place: self.after(position, place) for place in sorted(moves)})

    def match(self, layout, place, other):
        """Tell whether two cards are a pair."""
        return layout[place - 1] == layout[other - 1]

    def after(self, position, place):
        """Return what turning a card leads to."""
        layout, seen, gone, turned, player = position
        own = (*seen[player], *((place,) if place not in seen[player] else ()))
        seen = (own, seen[MIN]) if player == MAX else (seen[MAX], own)
        if len(turned) != 1:
            return layout, seen, gone, (place,), player
        if self.match(layout, turned[0], place):
            gone = tuple(sorted((*gone, turned[0], place)))
            return Step(1 if player == MAX else -1, (layout, seen, gone, (turned[0], place), player))
        return layout, seen, gone, (turned[0], place), 1 - player

    def faces(self, position, player):
        """Return what a player knows of each place: a letter in the order of seeing, a dot, - for gone."""
        layout, seen, gone, _, _ = position
        names = {}
        for place in seen[player]:
            names.setdefault(layout[place - 1], "ABCD"[len(names)])
        return "".join(
            "-" if place in gone else names[layout[place - 1]] if place in seen[player] else "."
            for place in range(1, len(layout) + 1)
        )

    def sees(self, position, player):
        if position is None:
            return None
        turned = " ".join(["turned", *map(str, position[3])]) if position[3] else ""
        return self.faces(position, player), turned, ("max", "min")[position[4]]

    def describe(self, position, seat=None):
        if position is None:
            return "The cards are laid out."
        layout, _, gone, turned, _ = position
        if seat is None:
            names = dict(zip(dict.fromkeys(layout), "ABCD", strict=False))
            faces = "".join("-" if place in gone else names[pair] for place, pair in enumerate(layout, 1))
        else:
            faces = self.faces(position, seat)
        rows = [["seen", *(self.cell(face, place) for place, face in enumerate(faces, 1))]]
        open_cards = f"Turned last: {' and '.join(map(str, turned))}." if turned else "Nothing was turned."
        return Drawing.of(rows, [open_cards])

    def cell(self, face, place):
        """Draw a place."""
        move = None if face == "-" else str(place)
        if face in ".-":
            return Cell("", "back" if face == "." else "empty", move, f"place {place}")
        return Cell(face, "card", move, f"place {place}")


if __name__ == "__main__":
    print(solve(PrivateMemory()).value(None))
