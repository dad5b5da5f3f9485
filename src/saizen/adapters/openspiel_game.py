"""saizen's games as OpenSpiel's: any `Game` as a Python game, any `Solution` as a policy.

    game = as_openspiel(Goofspiel(4))            # a pyspiel.Game
    policy = SolutionPolicy(solve(Goofspiel(4)), game)

Actions are the numbers of moves in a `GameIndex`, so every position is visited once beforehand. A
simultaneous choice is a simultaneous node; lotteries are chance nodes whose outcomes are places in
the list. Information
states are histories, as OpenSpiel's algorithms on trees want them (perfect recall), or where cards are hidden
what a player has seen and done. Observations are position texts, or what he sees. Payoffs are floats there,
since OpenSpiel knows no others.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from saizen.adapters.game_index import GameIndex, index_game, step
from saizen.adapters.stories import Story, first_stories, later_stories, story_text
from saizen.errors import MissingExtra, SaizenError
from saizen.game import DEALER, MAX, MIN, Chance, Game, Simultaneous, hides, legal_moves, names_of
from saizen.sitting.replay import Moment, begin
from saizen.solution import Solution

try:
    import pyspiel
    from open_spiel.python import policy as spiel_policy
except ImportError:
    raise MissingExtra("games for OpenSpiel need open_spiel: pip install '.[openspiel]'") from None

TYPE = pyspiel.GameType
_registered: dict[str, GameIndex] = {}
"""Games by the name under which OpenSpiel finds them again, which reading a state needs."""


def as_openspiel(game: Game[Any], name: str | None = None) -> "OpenSpielGame":
    """Return a game as a Python game of OpenSpiel; it is registered, so that ``load_game(name)`` finds it.

    >>> from nim import Nim
    >>> made = as_openspiel(Nim((2, 1)))
    >>> state = made.new_initial_state()
    >>> str(state), [state.action_to_string(action) for action in state.legal_actions()]
    ('((2, 1), 0)', ['2 to 0', '2 to 1', '1 to 0'])
    """
    called = name or f"saizen_{type(game).__name__.lower()}_{len(_registered)}"
    if called in _registered or called in pyspiel.registered_names():
        raise SaizenError(f"{called!r}: OpenSpiel has a game of this name already; choose another")
    index = index_game(game)
    kind = _type(index, called)
    _registered[called] = index
    # A class, not a closure: OpenSpiel lets go of what it registered when Python is gone already.
    pyspiel.register_game(kind, type("Registered", (OpenSpielGame,), {"index": index, "kind": kind}))
    loaded: OpenSpielGame = pyspiel.load_game(called)
    return loaded


def _type(index: GameIndex, name: str) -> Any:
    """Declare what kind of game it is."""
    both = index.simultaneous
    return TYPE(
        short_name=name,
        long_name=type(index.game).__name__,
        dynamics=TYPE.Dynamics.SIMULTANEOUS if both else TYPE.Dynamics.SEQUENTIAL,
        chance_mode=TYPE.ChanceMode.EXPLICIT_STOCHASTIC
        if index.most_outcomes
        else TYPE.ChanceMode.DETERMINISTIC,
        information=TYPE.Information.IMPERFECT_INFORMATION
        if hides(index.game)
        else TYPE.Information.PERFECT_INFORMATION,
        utility=TYPE.Utility.ZERO_SUM if len(_seats(index)) == 2 else TYPE.Utility.GENERAL_SUM,
        reward_model=TYPE.RewardModel.TERMINAL,
        max_num_players=len(_seats(index)),
        min_num_players=len(_seats(index)),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _seats(index: GameIndex) -> tuple[int, ...]:
    """Return the players as OpenSpiel numbers them."""
    return tuple(seat for seat in (MAX, MIN) if seat in index.seats or (not index.seats and seat == MAX))


class OpenSpielGame(pyspiel.Game):
    """A `Game` as OpenSpiel sees it; make one with `as_openspiel`."""

    index: GameIndex
    kind: Any

    def __init__(self, params: Any = None) -> None:
        index = self.index
        self.seats = _seats(index)
        """The player of each of OpenSpiel's player numbers: a game that MIN plays alone has one player."""
        signs = [1 if seat == MAX else -1 for seat in self.seats]
        bounds = [float(sign * bound) for sign in signs for bound in (index.least, index.most)]
        info = pyspiel.GameInfo(
            num_distinct_actions=max(1, len(index.moves)),
            max_chance_outcomes=index.most_outcomes,
            num_players=len(self.seats),
            min_utility=min(bounds) - (min(bounds) == max(bounds)),  # OpenSpiel wants two bounds
            max_utility=max(bounds),
            utility_sum=0.0 if len(self.seats) == 2 else None,
            max_game_length=max(1, index.longest),
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> "OpenSpielState":
        """Return the start of the game."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return what OpenSpiel observes states with."""
        if params:
            raise SaizenError(f"observations of {self.get_type().short_name} have no parameters: {params}")
        return Observer(self.index, recall=bool(iig_obs_type and iig_obs_type.perfect_recall))


class Observer:
    """Shows the position text, as characters in the tensor; with recall, the history instead of it."""

    def __init__(self, index: GameIndex, *, recall: bool) -> None:
        self.index, self.recall = index, recall
        self.tensor = None if recall else np.zeros(max(1, index.longest_text), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: "OpenSpielState", player: int) -> None:
        """Write what is seen into the tensor."""
        if self.tensor is not None:
            self.tensor[:] = self.index.observation(state.moment.position, state.seats[player])

    def string_from(self, state: "OpenSpielState", player: int) -> str:
        """Return what is seen as text."""
        if not hides(self.index.game):
            return state.happened() if self.recall else str(state)
        seat = state.seats[player]
        if self.recall:
            return story_text(state.place.stories[seat])
        return self.index.seen(state.moment.position, seat)


class StatePlace:
    """The place of a state in the game. It never changes, so copies share it; its text is the history."""

    __slots__ = ("history", "index", "moment", "name", "stories")

    def __init__(
        self,
        name: str,
        moment: Moment[Any],
        stories: tuple[Story, Story],
        history: tuple[int, ...] = (),
    ) -> None:
        self.name, self.index = name, _registered[name]
        self.moment, self.stories, self.history = moment, stories, history

    def after(self, actions: Sequence[int]) -> "StatePlace":
        """Return the place after an action of chance, of one player, or of both."""
        moment, moves = self.moment, self.index.moves
        if isinstance(moment.node, Chance):
            chosen: dict[int, Any] = {DEALER: actions[0]}
        else:
            chosen = {seat: moves[action] for seat, action in zip(moment.seats, actions, strict=True)}
        game = self.index.game
        after = step(game, moment, chosen)
        stories = later_stories(game, self.stories, chosen, after)
        return StatePlace(self.name, after, stories, (*self.history, *actions))

    def __deepcopy__(self, memo: Any) -> "StatePlace":
        return self

    def __reduce__(self) -> Any:
        return _place, (self.name, self.history)


def _place(name: str, history: tuple[int, ...]) -> StatePlace:
    """Return the place that a history leads to; half of a simultaneous choice is not yet a step."""
    if name not in _registered:
        raise SaizenError(f"{name!r} is a game of another process: make it with as_openspiel(game, {name!r})")
    game = _registered[name].game
    first = begin(game, game.start())
    place = StatePlace(name, first, first_stories(game, first))
    while len(place.history) < len(history):
        done = len(place.history)
        actions = history[done : done + len(place.moment.seats)]
        if len(actions) < len(place.moment.seats):
            break
        place = place.after(actions)
    return place


class OpenSpielState(pyspiel.State):
    """A moment of the game: a position, or a lottery that a move has led to."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.place = _place(game.get_type().short_name, ())
        self.seats = game.seats

    @property
    def moment(self) -> Moment[Any]:
        """The current place in the game."""
        return self.place.moment

    def current_player(self) -> int:
        """Return whose turn it is, in OpenSpiel's numbers."""
        if self.moment.ended:
            return int(pyspiel.PlayerId.TERMINAL)
        if isinstance(self.moment.node, Chance):
            return int(pyspiel.PlayerId.CHANCE)
        if isinstance(self.moment.node, Simultaneous):
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return self.seats.index(self.moment.seats[0])

    def _legal_actions(self, player: int) -> list[int]:
        moves = legal_moves(self.moment.node, self.seats[player])
        return sorted(self.place.index.numbers[move] for move in moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the places of possible outcomes with their probabilities."""
        assert isinstance(self.moment.node, Chance)
        return [(i, float(p)) for i, (p, _) in enumerate(self.moment.node.outcomes) if p != 0]

    def _apply_action(self, action: int) -> None:
        self.place = self.place.after([action])

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.place = self.place.after(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            assert isinstance(self.moment.node, Chance)
            names = self.moment.node.names
            return f"outcome {action}" if names is None else f"{names[action]} ({action})"
        index = self.place.index
        return index.game.move_text(self.moment.position, index.moves[action])

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.moment.ended

    def returns(self) -> list[float]:
        """Return what each player has got, 0 while the game continues."""
        won = float(self.moment.gained) if self.moment.ended else 0.0
        return [won if seat == MAX else 0.0 - won for seat in self.seats]

    def happened(self) -> str:
        """Return everything that has happened, which every player has seen."""
        return " ".join(map(str, self.history())) or "start"

    def __str__(self) -> str:
        drawn = " and a lottery" if isinstance(self.moment.node, Chance) and self.moment.moves else ""
        ended = " and the end" if self.moment.ended and self.moment.moves else ""
        return f"{self.place.index.texts[self.moment.position]}{drawn}{ended}"


class SolutionPolicy(spiel_policy.Policy):
    """A solution as a policy of OpenSpiel, also for the game that ``convert_to_turn_based`` makes of it."""

    def __init__(self, solution: Solution[Any], game: OpenSpielGame, played: Any = None) -> None:
        """``played`` is the game to play where that is not ``game`` itself: its turn-based form."""
        super().__init__(played or game, list(range(game.num_players())))
        self.solution, self.index, self.seats = solution, game.index, game.seats
        self._name = game.get_type().short_name

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Return the optimal probabilities of all legal actions."""
        player = state.current_player() if player_id is None else player_id
        place, seat = _place(self._name, tuple(state.history())), self.seats[player]
        mix = self._mix(place, seat)
        chances = {self.index.numbers[move]: float(p) for move, p in mix.items()}
        return {action: chances.get(action, 0.0) for action in state.legal_actions(player)}

    def _mix(self, place: StatePlace, seat: int) -> dict[Any, Any]:
        if not hides(self.index.game):
            return self.solution.strategy(place.moment.position, seat)
        hidden: Any = self.solution
        at = hidden.place(seat, place.stories[seat])
        return dict(zip(hidden.stories.set_at(at).moves, hidden.mix(at), strict=True))


def player_names(game: OpenSpielGame) -> list[str]:
    """Return what OpenSpiel's players are called in the game.

    >>> from nim import Nim
    >>> player_names(as_openspiel(Nim((2, 1))))
    ['max', 'min']
    """
    return [names_of(game.index.game)[seat] for seat in game.seats]
