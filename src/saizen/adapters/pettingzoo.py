"""saizen's games as environments of PettingZoo: in turn (`AECEnv`) or at once (`ParallelEnv`).

Agents are ``player_0`` (MAX) and ``player_1`` (MIN). An observation has two arrays: ``observation``, the
characters of the position text (where cards are hidden, of what the agent sees), and ``action_mask``, 1 for
each move that the agent can make. Rewards are what MAX gains and its negative. Lotteries are drawn inside,
from the seed of ``reset``.
"""

import random
from typing import Any, ClassVar

import numpy as np

from saizen.adapters.game_index import GameIndex, draw_chance, index_game, step
from saizen.errors import MissingExtra, MoveError, SaizenError
from saizen.game import MAX, MIN, Game, Simultaneous
from saizen.notation import not_among
from saizen.sitting.replay import Moment, begin

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    raise MissingExtra("environments need pettingzoo: pip install '.[pettingzoo]'") from None

AGENTS = {"player_0": MAX, "player_1": MIN}
LAST_SIGN = 0x10FFFF
"""The largest number of a character."""


def observation_space(index: GameIndex) -> Any:
    """Return the space of observations: a text in a fixed number of characters, and the mask."""
    return Dict(
        {
            "observation": Box(0, LAST_SIGN, (max(1, index.longest_text),), np.int32),
            "action_mask": Box(0, 1, (max(1, len(index.moves)),), np.int8),
        }
    )


def observation(index: GameIndex, moment: Moment[Any], player: int) -> dict[str, Any]:
    """Return what a player sees."""
    return {
        "observation": index.observation(moment.position, player),
        "action_mask": index.mask(moment.node, player),
    }


def move_of(index: GameIndex, moment: Moment[Any], player: int, action: Any) -> Any:
    """Return the move behind an action, or refuse it in words."""
    legal = np.flatnonzero(index.mask(moment.node, player)).tolist()
    if action not in legal:
        raise MoveError(not_among(str(action), list(map(str, legal)), "a legal action here"))
    return index.moves[int(action)]


class _Table:
    """The base of both kinds of environment: spaces, the moment, dice, the picture."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "saizen",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, game: Game[Any], render_mode: str | None = None) -> None:
        self.game, self.render_mode = game, render_mode
        self.index = index_game(game)
        if self.index.seats != (MAX, MIN):
            raise SaizenError(f"{game!r} is not played by two: use saizen.adapters.gymnasium")
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: observation_space(self.index) for agent in AGENTS}
        self.action_spaces = {agent: Discrete(len(self.index.moves)) for agent in AGENTS}
        self.agents: list[str] = []
        self._dice = random.Random()

    def observation_space(self, agent: str) -> Any:
        """Return what an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return what an agent can do."""
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._dice = random.Random(seed)
        self.agents = list(AGENTS)
        self.moment = draw_chance(self.game, begin(self.game, self.game.start()), self._dice)

    def _go_on(self, moves: dict[int, Any]) -> dict[str, float]:
        """Carry out moves and lotteries; return the rewards."""
        before = self.moment.gained
        self.moment = draw_chance(self.game, step(self.game, self.moment, moves), self._dice)
        gained = float(self.moment.gained - before)
        return {agent: gained if player == MAX else -gained for agent, player in AGENTS.items()}

    def render(self) -> str | None:
        """Return the position as people see it, if the render mode is ``ansi``."""
        return str(self.game.describe(self.moment.position)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: nothing is open."""


class SaizenAEC(_Table, AECEnv):
    """A game of two as an `AECEnv`. Where both choose at once, the second does not see what the first chose.

    >>> from nim import Nim
    >>> env = SaizenAEC(Nim((2,)))
    >>> env.reset()
    >>> env.agent_selection, env.observe("player_0")["action_mask"]
    ('player_0', array([1, 1, 0], dtype=int8))
    >>> env.step(0)
    >>> env.terminations, env.rewards
    ({'player_0': True, 'player_1': True}, {'player_0': 1.0, 'player_1': -1.0})
    """

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a game."""
        self._begin(seed)
        self._chosen: dict[int, Any] = {}
        gained = float(
            self.moment.gained
        )  # dice may have paid something, or ended it, before the first choice
        self.rewards = {agent: gained if player == MAX else -gained for agent, player in AGENTS.items()}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, self.moment.ended)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next("player_1")

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; the mask is empty while another has the turn."""
        seen = observation(self.index, self.moment, AGENTS[agent])
        if agent != self.agent_selection:
            seen["action_mask"][:] = 0
        return seen

    def step(self, action: Any) -> None:
        """Make a move; None after the end."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        player = AGENTS[agent]
        self._chosen[player] = move_of(self.index, self.moment, player, action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if len(self._chosen) == len(self.moment.seats):
            moves, self._chosen = self._chosen, {}
            self.rewards = self._go_on(moves)
            self.terminations = dict.fromkeys(self.agents, self.moment.ended)
        self.agent_selection = self._next(agent)
        self._accumulate_rewards()

    def _next(self, agent: str) -> str:
        """Return the player who chooses next; after the end, the player who did not choose last."""
        awaited = [name for name, player in AGENTS.items() if player in self.moment.seats]
        awaited = [name for name in awaited if AGENTS[name] not in self._chosen]
        return awaited[0] if awaited else next(name for name in AGENTS if name != agent)


class SaizenParallel(_Table, ParallelEnv):
    """A game with simultaneous moves as a `ParallelEnv`.

    Where only one has to choose, the other's mask is empty and its action is passed over.
    """

    def __init__(self, game: Game[Any], render_mode: str | None = None) -> None:
        super().__init__(game, render_mode)
        if not self.index.simultaneous:
            raise SaizenError(f"{game!r} has no simultaneous moves: use SaizenAEC")

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; return observations and infos."""
        self._begin(seed)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
        """Make the moves of both; return observations, rewards, terminations, truncations, infos."""
        if not self.agents:
            raise SaizenError("the game is over: reset() begins another")
        moves = {
            AGENTS[agent]: move_of(self.index, self.moment, AGENTS[agent], action)
            for agent, action in actions.items()
            if AGENTS[agent] in self.moment.seats
        }
        if len(moves) < len(self.moment.seats):
            raise MoveError("an action of every agent who has to choose is needed")
        rewards = self._go_on(moves)
        agents, over = self.agents, self.moment.ended
        result: tuple[Any, ...] = (
            self._seen(),
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )
        if over:
            self.agents = []
        return result

    def _seen(self) -> dict[str, Any]:
        return {agent: observation(self.index, self.moment, player) for agent, player in AGENTS.items()}


def both_choose(env: SaizenAEC) -> bool:
    """Return whether the present choice is made at once by both.

    >>> from rock_paper_scissors import RockPaperScissors
    >>> env = SaizenAEC(RockPaperScissors())
    >>> env.reset()
    >>> both_choose(env)
    True
    """
    return isinstance(env.moment.node, Simultaneous)
