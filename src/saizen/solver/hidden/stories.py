"""The story of a player, what he has seen and done, as a text that a person can type.

A view is written as its parts with slashes between them, empty ones at the end left out: ``(1, "b")`` is
``1 / b``. A story is all of a player's views and own moves, these in brackets, with ``>`` between them: ``1
> [p] > 1 / pb``. The last view is enough where only one information set ends with it; ``max:`` or ``min:``
in front says whose it is.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from saizen import notation
from saizen.errors import PositionError
from saizen.game import Game, names_of
from saizen.solver.hidden.memories import ROOT, InformationSet, Memories

LISTED = 6
"""Stories that a message lists."""


class StoryPlace(NamedTuple):
    """An information set: whose it is, and which."""

    player: int
    number: int


def view_text(view: Any) -> str:
    """Write what a player sees.

    >>> view_text((1, "b")), view_text((1, "")), view_text("king"), view_text(None)
    ('1 / b', '1', 'king', '')
    """
    plain = type(view) is tuple
    return tidy(
        " / ".join(
            "" if part == "" or part is None else notation.write(part)
            for part in (view if plain else (view,))
        )
    )


def tidy(text: str) -> str:
    """Put single blanks around slashes and arrows, and leave out slashes at the end.

    >>> tidy("1/b"), tidy(" 1 / > p"), tidy("MAX:1")
    ('1 / b', '1 > p', 'MAX: 1')
    """
    text = re.sub(r"\s*([/>])\s*", r" \1 ", text.strip())
    text = re.sub(r"(\s*/)+\s*(?=>|$)", " ", text)
    return re.sub(r"\s+", " ", re.sub(r":\s*", ": ", text)).strip()


class Stories:
    """The stories of both players."""

    def __init__(self, game: Game[Any], memories: Sequence[Memories]) -> None:
        self.game, self.memories = game, memories

    @cached_property
    def _before(self) -> list[dict[int, tuple[int, bool, Any]]]:
        """By player and memory: the memory before, and what was added: a view, or (False) a move."""
        listed = []
        for own in self.memories:
            views = list(own.views)
            before: dict[int, tuple[int, bool, Any]] = {
                after: (key >> 32, True, views[key & 0xFFFFFFFF]) for key, after in own.following.items()
            }
            for information_set in own.sets:
                for place, move in enumerate(information_set.moves):
                    before[information_set.after + place] = (
                        information_set.memory,
                        False,
                        (information_set.position, move),
                    )
            listed.append(before)
        return listed

    def events(self, player: int, memory: int) -> Iterator[tuple[bool, Any]]:
        """Yield what led to a memory, the last first: (True, view) or (False, (position, move))."""
        while memory != ROOT:
            memory, seen, what = self._before[player][memory]
            yield seen, what

    def story(self, player: int, memory: int) -> str:
        """Write the whole story of a memory."""
        texts = [
            view_text(what) if seen else f"[{self.game.move_text(*what)}]"
            for seen, what in self.events(player, memory)
        ]
        return " > ".join(text for text in reversed(texts) if text)

    def chain(self, player: int, memory: int) -> set[int]:
        """Return a memory and all before it."""
        members = {ROOT, memory}
        while memory != ROOT:
            memory = self._before[player][memory][0]
            members.add(memory)
        return members

    def text(self, place: StoryPlace) -> str:
        """Write an information set as briefly as it can be read back."""
        information_set = self.set_at(place)
        last = self._last(place.player, information_set)
        whole = self._by_story.get(last.casefold(), [place])
        if self._by_view.get(last.casefold()) == [place] == whole:
            return last
        name = names_of(self.game)[place.player]
        own = {p for p in [*self._by_view[last.casefold()], *whole] if p.player == place.player}
        shown = last if own == {place} else self.story(place.player, information_set.memory)
        return f"{name}: {shown}".strip()

    def set_at(self, place: StoryPlace) -> InformationSet:
        """Return the information set at a place."""
        return self.memories[place.player].sets[place.number]

    def _last(self, player: int, information_set: InformationSet) -> str:
        return self._view_texts[player][self.memories[player].last_view[information_set.memory]]

    @cached_property
    def _view_texts(self) -> list[list[str]]:
        return [[view_text(view) for view in own.views] for own in self.memories]

    @property
    def places(self) -> Iterator[StoryPlace]:
        """Every information set."""
        for own in self.memories:
            for number in range(len(own.sets)):
                yield StoryPlace(own.player, number)

    @cached_property
    def _by_view(self) -> dict[str, list[StoryPlace]]:
        places: dict[str, list[StoryPlace]] = {}
        for place in self.places:
            places.setdefault(self._last(place.player, self.set_at(place)).casefold(), []).append(place)
        return places

    @cached_property
    def _by_story(self) -> dict[str, list[StoryPlace]]:
        places: dict[str, list[StoryPlace]] = {}
        for place in self.places:
            story = tidy(self.story(place.player, self.set_at(place).memory))
            places.setdefault(story.casefold(), []).append(place)
        return places

    def find(self, text: str, player: int | None = None) -> StoryPlace:
        """Return the information set that a text names."""
        asked, names = tidy(notation.checked(text)), names_of(self.game)
        head, colon, rest = asked.partition(":")
        named = next(
            (seat for seat in (0, 1) if colon and names.get(seat, "").casefold() == head.casefold()), None
        )
        if named is not None:
            player, asked = named, rest.strip()
        places: list[StoryPlace] = []
        for listed in (self._by_story, self._by_view):  # a whole story names one, whatever else ends like it
            if len(places) != 1:
                places = [p for p in listed.get(asked.casefold(), ()) if player in (None, p.player)]
        if len(places) == 1:
            return places[0]
        if not places:
            examples = [self.text(place) for place in islice(self.places, LISTED)]
            raise PositionError(
                f"{notation.short(text)!r} is nothing that a player has seen when he decides; "
                "write the last view, such as " + " or ".join(repr(example) for example in examples)
            )
        choices = [
            repr(f"{names[p.player]}: {self.story(p.player, self.set_at(p).memory)}") for p in places[:LISTED]
        ]
        raise PositionError(
            f"{notation.short(text)!r} ends {len(places)} stories; write the whole one: {', '.join(choices)}"
        )
