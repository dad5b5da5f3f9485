"""Stories of players: what each has seen and done, at every moment of a game."""

from collections.abc import Mapping
from typing import Any

from saizen.game import MAX, MIN, Game, hides
from saizen.sitting.replay import Moment

Story = tuple[tuple[bool, Any], ...]
"""What a player saw (True, view) and did (False, move), in order."""


def first_stories(game: Game[Any], moment: Moment[Any]) -> tuple[Story, Story]:
    """Return what MAX and MIN have seen at the start; nothing where both see everything."""
    if not hides(game):
        return (), ()
    mine, yours = (((True, game.sees(moment.position, player)),) for player in (MAX, MIN))
    return mine, yours


def later_stories(
    game: Game[Any], stories: tuple[Story, Story], moves: Mapping[int, Any], after: Moment[Any]
) -> tuple[Story, Story]:
    """Return the stories after moves; a view equal to the last one adds nothing.

    >>> from kuhn import Kuhn
    >>> from saizen.sitting.replay import begin
    >>> game = Kuhn()
    >>> dealt = begin(game, ((1, 2), ""))
    >>> later_stories(game, first_stories(game, dealt), {0: "b"}, begin(game, ((1, 2), "b")))[1]
    ((True, (2, '')), (True, (2, 'b')))
    """
    if not hides(game):
        return stories
    mine, yours = (_later(game, stories[player], player, moves, after) for player in (MAX, MIN))
    return mine, yours


def _later(game: Game[Any], story: Story, player: int, moves: Mapping[int, Any], after: Moment[Any]) -> Story:
    last = next(what for saw, what in reversed(story) if saw)
    if player in moves:
        story = (*story, (False, moves[player]))
    view = game.sees(after.position, player)
    return story if view == last else (*story, (True, view))


def story_text(story: Story) -> str:
    """Write a story; different ones are written differently.

    >>> story_text(((True, (1, "")), (False, "p"), (True, (1, "pb"))))
    "(1, '') > ['p'] > (1, 'pb')"
    """
    return " > ".join(repr(what) if saw else f"[{what!r}]" for saw, what in story)
