"""A seat at a table with real cards: what was seen and done there is entered, and nothing else is asked."""

from collections.abc import Mapping

from saizen import notation
from saizen.errors import MoveError, SaizenError
from saizen.game import names_of
from saizen.solver.hidden.memories import ROOT
from saizen.solver.hidden.solution import Advice, HiddenSolution
from saizen.solver.hidden.stories import StoryPlace, view_text


class RealTable:
    """What one seat has seen and done in a game with hidden cards, entered line by line.

    >>> from kuhn import Kuhn
    >>> from saizen import solve
    >>> table = RealTable(solve(Kuhn()), 1)
    >>> list(table.views())
    ['0', '1', '2']
    >>> table.enter("0")
    >>> table.enter("0 / b")
    >>> list(table.moves()), table.advice().moves[0].move
    (['p', 'b'], 'p')
    """

    def __init__(self, solution: HiddenSolution, seat: int) -> None:
        self.solution, self.game, self.seat = solution, solution.game, seat
        self._own = solution.memories[seat]
        self._views = [view_text(view) for view in self._own.views]
        self._next: dict[int, dict[str, int]] = {}
        for key, after in self._own.following.items():
            self._next.setdefault(key >> 32, {})[self._views[key & 0xFFFFFFFF]] = after
        first = self._own.seen(ROOT, self.game.sees(self.game.start(), seat))
        self._story = [self._follow(ROOT if first is None else first)]

    @property
    def memory(self) -> int:
        """The number of what was seen and done so far."""
        return self._story[-1]

    @property
    def decides(self) -> bool:
        """Whether the seat may have to choose now."""
        return self.memory in self._own.set_of

    def views(self) -> Mapping[str, int]:
        """Return what may be seen next, with the memory then; nothing where the hand must be over."""
        return dict(sorted(self._next.get(self.memory, {}).items()))

    def moves(self) -> Mapping[str, int]:
        """Return the moves of the seat, with the memory after each; nothing while it does not choose."""
        if not self.decides:
            return {}
        chosen = self._own.sets[self._own.set_of[self.memory]]
        names = [self.game.move_text(chosen.position, move) for move in chosen.moves]
        return {name: chosen.after + place for place, name in enumerate(names)}

    def enter(self, text: str) -> None:
        """Enter a move of the seat, or what it sees now."""
        possible = {**self.views(), **self.moves()}
        same = [name for name in possible if name.casefold() == notation.checked(text).strip().casefold()]
        if not same:
            raise MoveError(notation.not_among(text, list(possible), "possible here"))
        self._story.append(self._follow(possible[same[0]]))

    def _follow(self, memory: int) -> int:
        """Go on to what must be seen next, where nothing else can be."""
        while memory not in self._own.set_of and len(self._next.get(memory, {})) == 1:
            (memory,) = self._next[memory].values()
        return memory

    def undo(self) -> None:
        """Undo the last entry."""
        if len(self._story) == 1:
            raise MoveError("there is nothing to undo")
        self._story.pop()

    def again(self) -> None:
        """Begin another hand."""
        del self._story[1:]

    def advice(self) -> Advice:
        """Return what is best for the seat now."""
        if not self.decides:
            raise SaizenError(f"{names_of(self.game)[self.seat]} does not choose here")
        return self.solution.advice_at(StoryPlace(self.seat, self._own.set_of[self.memory]))

    @property
    def seen(self) -> str:
        """What the seat sees now."""
        last = self._own.last_view[self.memory]
        return "" if last < 0 else self._views[last]
