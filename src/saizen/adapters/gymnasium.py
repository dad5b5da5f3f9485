"""saizen's games of one player as environments of Gymnasium.

Observations are as in `saizen.adapters.pettingzoo`: the characters of the position text, and ``action_mask``.
The reward is what the player gains, so a game that MIN plays alone pays the negative of its costs.
An action that
is not legal ends the game with ``illegal_reward``, by default the least that the game can pay.
"""

import random
from typing import Any, ClassVar

from saizen.adapters.game_index import draw_chance, index_game, step
from saizen.errors import MissingExtra, MoveError, SaizenError
from saizen.game import MAX, Game
from saizen.sitting.replay import begin

try:
    import gymnasium
    from gymnasium.spaces import Discrete

    from saizen.adapters.pettingzoo import move_of, observation, observation_space
except ImportError:
    raise MissingExtra("environments need gymnasium: pip install '.[pettingzoo]'") from None


class SaizenEnv(gymnasium.Env):
    """A game of one player as a Gymnasium environment.

    >>> from saizen import load
    >>> env = SaizenEnv(load("abgame").game(places=1, symbols=2))
    >>> seen, info = env.reset(seed=1)
    >>> seen["action_mask"]
    array([1, 1], dtype=int8)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self, game: Game[Any], *, illegal_reward: float | None = None, render_mode: str | None = None
    ) -> None:
        self.game, self.render_mode = game, render_mode
        self.index = index_game(game)
        if len(self.index.seats) != 1:
            raise SaizenError(f"{game!r} is not played by one: use saizen.adapters.pettingzoo")
        self.player = self.index.seats[0]
        self.observation_space = observation_space(self.index)
        self.action_space = Discrete(len(self.index.moves))
        worst = float(self.index.least if self.player == MAX else -self.index.most)
        self.illegal_reward = worst if illegal_reward is None else illegal_reward

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; return the observation and an empty info."""
        super().reset(seed=seed)
        self._dice = random.Random(int(self.np_random.integers(2**31)))
        self.moment = draw_chance(self.game, begin(self.game, self.game.start()), self._dice)
        return observation(self.index, self.moment, self.player), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move; return observation, reward, whether it ended, whether it was cut off, info."""
        try:
            move = move_of(self.index, self.moment, self.player, action)
        except MoveError as error:
            info = {"illegal": str(error)}
            return observation(self.index, self.moment, self.player), self.illegal_reward, True, False, info
        before = self.moment.gained
        self.moment = draw_chance(self.game, step(self.game, self.moment, {self.player: move}), self._dice)
        gained = float(self.moment.gained - before)
        reward = gained if self.player == MAX else 0.0 - gained
        return observation(self.index, self.moment, self.player), reward, self.moment.ended, False, {}

    def render(self) -> str | None:
        """Return the position as people see it, if the render mode is ``ansi``."""
        return str(self.game.describe(self.moment.position)) if self.render_mode == "ansi" else None
