"""OpenSpiel's games as saizen's: `load` makes a `Game` of a game string; its name is ``openspiel:NAME``.

Within reach are games of one or two players with a constant sum of payoffs: in turn or at once, with chance
whose probabilities are stated. Everything else is refused in words. Games with hidden information are in
`saizen.adapters.openspiel_hidden`.

**When are two states the same?** OpenSpiel has no answer that holds for every game. The history is always
safe and merges nothing: 549,946 histories of tic-tac-toe are 5,478 boards. The text of a state may hide
something: Pig, Oshi-Zumo and Markov soccer end after a number of moves that it hides, checkers after
forty without a capture, Oware when a board returns, and where moves are made at once a lottery may follow
whose text does not show the moves. So there are three keys:

``shown``
    The text, who moves, what has been won, and the *clock*: how many moves each player, and chance, have
    made. One number for all would not do: in Pig a roll is a move and a die, holding is a move
    alone, and only moves count towards the end. A lottery that follows a move is known by that move and the
    position before. Used for the games in `SHOWN`: the fields of their states were
    read in OpenSpiel's headers (some older than the version installed), and tests hold them to it.
``visited``
    The same, and the set of all texts on the way: for the games in `VISITED`, which remember past boards.
``history``
    The history. For every other game.

The clock costs something where the same board can be reached in different numbers of moves: it is then as
many positions as there are clocks. It also means that positions never recur, so every such game has a value.
"""

import random
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from hashlib import blake2b
from importlib import metadata
from typing import Any, Literal, get_args

from saizen.errors import GameError, MissingExtra, PositionError, SaizenError
from saizen.game import DEALER, MAX, MIN, Chance, Decision, Game, Lazy, Move, Node, Simultaneous, Terminal
from saizen.games import Entry
from saizen.games.own import generic_game
from saizen.notation import not_among, short

try:
    import pyspiel
except ImportError:
    raise MissingExtra("OpenSpiel's games need open_spiel: pip install '.[openspiel]'") from None

Key = Literal["shown", "visited", "history"]
SHOWN = frozenset(
    (
        "blotto",
        "breakthrough",
        "capture_the_flag",
        "catch",
        "cliff_walking",
        "clobber",
        "connect_four",
        "dots_and_boxes",
        "gomoku",
        "goofspiel",
        "havannah",
        "hex",
        "markov_soccer",
        "matrix_brps",
        "matrix_mp",
        "matrix_rps",
        "matrix_rpsw",
        "mnk",
        "nim",
        "oshi_zumo",
        "pathfinding",
        "pig",
        "tic_tac_toe",
        "y",
    )
)
"""Games whose states remember nothing but what their text, the clock and the winnings so far say."""
VISITED = frozenset({"oware"})
"""Games whose states remember past boards, and nothing else that their text does not show."""
DIGITS = 10**6
"""Probabilities and payoffs come as floats; the nearest fraction with at most this denominator is meant."""
CLOSE = 1e-12
START = "start"
TYPE = pyspiel.GameType


@dataclass(frozen=True, slots=True)
class SpielPosition:
    """A state of OpenSpiel. Equal when the keys are; the history is one way to get there."""

    key: Hashable
    clock: tuple[int, ...] = field(compare=False, repr=False)
    """How many moves each player has made, and chance."""
    state: Any = field(compare=False, repr=False)
    visited: frozenset[bytes] = field(default=frozenset(), compare=False, repr=False)
    """The texts on the way, where the key needs them."""


class SpielGame(Game[SpielPosition]):
    """A game of OpenSpiel; make one with `load`. Moves are OpenSpiel's action numbers."""

    def __init__(self, game: Any, key: Key | None = None) -> None:
        if reason := refusal(game):
            raise SaizenError(f"openspiel:{game}: {reason}")
        if key not in (None, *get_args(Key)):
            raise SaizenError(not_among(str(key), get_args(Key), "a key"))
        kind = game.get_type()
        self.spiel = game
        self.key: Key = key or safe_key(kind.short_name)
        self.rules_text = f"{kind.long_name}, as OpenSpiel has it: {game}"
        self._alone = game.num_players() == 1
        self._pays_on_the_way = kind.reward_model == TYPE.RewardModel.REWARDS
        seats = {MAX: "player"} if self._alone else {MAX: "player 0", MIN: "player 1"}
        random_too = kind.chance_mode != TYPE.ChanceMode.DETERMINISTIC
        self.players = {**seats, DEALER: "chance"} if random_too else seats

    def __repr__(self) -> str:
        return f"<openspiel:{self.spiel}>"

    def start(self) -> SpielPosition:
        """Return OpenSpiel's initial state."""
        return self._position(self.spiel.new_initial_state(), (0,) * (self.spiel.num_players() + 1))

    def look(self, position: SpielPosition) -> Node:
        """Return what OpenSpiel has there; outcomes of moves are computed when they are asked for."""
        state = position.state
        if state.is_terminal():
            return Terminal(exact(state.returns()[0]))
        if state.is_chance_node():
            drawn = state.chance_outcomes()
            outcomes = [(exact(p), self._after(position, [action])) for action, p in drawn]
            if sum(p for p, _ in outcomes) != 1:
                raise GameError(f"{self.text(position)}: the probabilities {drawn} are not short fractions")
            return Chance(outcomes, _names(state, state.current_player(), [action for action, _ in drawn]))
        if state.is_simultaneous_node() and not self._alone:
            rows, columns = (state.legal_actions(player) for player in (MAX, MIN))
            return Simultaneous(rows, columns, lambda *actions: self._after(position, actions))
        player = MAX if self._alone else state.current_player()
        return Decision(
            player, Lazy(state.legal_actions(player), lambda action: self._after(position, [action]))
        )

    def text(self, position: SpielPosition) -> str:
        """Write the numbers of all actions so far, those of chance included; ``start`` before the first."""
        return " ".join(map(str, position.state.history())) or START

    def parse(self, text: str) -> SpielPosition:
        """Replay actions; refuse the first that is not possible."""
        position, words = self.start(), [] if text.strip() in ("", START) else text.split()
        numbers = [int(word) for word in words if word.isdecimal() and len(word) < 19]
        if len(numbers) < len(words):
            raise PositionError(f"{short(text)!r}: write {START}, or action numbers such as 4 0 8")
        while numbers:
            state = position.state
            both = state.is_simultaneous_node() and not self._alone
            actions, numbers = numbers[: 1 + both], numbers[1 + both :]
            movers = (MAX, MIN) if both else (MAX if self._alone else state.current_player(),)
            if state.is_chance_node():
                legal = [[action for action, _ in state.chance_outcomes()]]
            else:
                legal = [[] if state.is_terminal() else state.legal_actions(mover) for mover in movers]
            if len(actions) < len(movers):
                raise PositionError(f"{short(text)!r} ends between two moves that are made at once")
            for action, possible in zip(actions, legal, strict=True):
                if action not in possible:
                    message = not_among(str(action), list(map(str, possible)), f"an action {_where(state)}")
                    raise PositionError(message)
            position = self._after(position, actions)
        return position

    def move_text(self, position: SpielPosition, move: Move) -> str:
        """Write an action as OpenSpiel does, by its number where that is ambiguous."""
        state, action = position.state, move
        players = (MAX, MIN) if state.is_simultaneous_node() and not self._alone else (MAX,)
        player = MAX if self._alone or len(players) == 2 else state.current_player()
        if len(players) == 2 and action not in state.legal_actions(MAX):
            player = MIN
        legal = state.legal_actions(player)
        return str(_names(state, player, legal)[legal.index(action)])

    def describe(self, position: SpielPosition, seat: int | None = None) -> str:
        """Show OpenSpiel's own picture."""
        return str(position.state)

    def _after(self, position: SpielPosition, actions: Sequence[Any]) -> SpielPosition:
        """Return the position after an action, or after one of each player."""
        state = position.state.clone()
        clock = list(position.clock)
        if position.state.is_simultaneous_node():
            state.apply_actions(list(actions))
            movers: Sequence[int] = range(len(actions))
        else:
            movers = [position.state.current_player()]  # chance is -1: the last place of the clock
            state.apply_action(actions[0])
        for mover in movers:
            clock[mover] += 1
        if self.key != "history" and state.is_chance_node():
            digest = _digest((position.key, tuple(actions)))
            return SpielPosition(digest, tuple(clock), state, position.visited)
        return self._position(state, tuple(clock), position.visited)

    def _position(
        self, state: Any, clock: tuple[int, ...], visited: frozenset[bytes] = frozenset()
    ) -> SpielPosition:
        if self.key == "history":
            return SpielPosition(tuple(state.history()), clock, state)
        over = state.is_terminal()
        won = tuple(state.returns()) if over or self._pays_on_the_way else ()
        content = (str(state), over or state.current_player(), won)
        if self.key == "visited":
            visited |= {_digest(content)}
        return SpielPosition(_digest((content, clock, sorted(visited))), clock, state, visited)


def load(name: str, *, key: Key | None = None, **parameters: Any) -> SpielGame:
    """Return a game of OpenSpiel, given by its game string; parameters can be given as keywords too.

    Parameters
    ----------
    name
        Such as ``tic_tac_toe`` or ``connect_four(rows=4,columns=4)``.
    key
        When two states are one position: ``"shown"``, ``"visited"`` or ``"history"``, see above. By default
        the coarsest that is safe for the game.
    parameters
        Of the game.

    Examples
    --------
    >>> from saizen import solve
    >>> game = load("tic_tac_toe")
    >>> solution = solve(game)
    >>> len(solution), solution.value("start"), solution.value("0 8 1")
    (5478, 0, -1)
    """
    try:
        arguments = pyspiel.game_parameters_from_string(name)
    except RuntimeError as error:
        raise SaizenError(f"openspiel:{name} cannot be read: {short(str(error))}") from None
    title = arguments.pop("name", name)
    types = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if title not in types and str(title).startswith("python_"):
        types = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if title not in types:
        near = [spec for spec in types if str(title)[:3] in spec] or [
            "tic_tac_toe",
            "nim",
            "hex",
        ]
        raise SaizenError(not_among(str(title), near, "a game of OpenSpiel"))
    spec = types[title].parameter_specification
    for parameter, value in parameters.items():
        arguments[parameter] = float(value) if _is_float(spec.get(parameter), value) else value
    for parameter, value in arguments.items():
        if parameter not in spec:  # OpenSpiel would say so on standard error before it raises
            raise SaizenError(not_among(parameter, list(spec), f"a parameter of openspiel:{title}"))
        if type(value) is not type(spec[parameter]) and not isinstance(spec[parameter], dict):
            kind_name = type(spec[parameter]).__name__
            raise SaizenError(f"openspiel:{title}: {parameter} = {value!r} must be of the kind {kind_name}")
    try:
        made = pyspiel.load_game(title, arguments)
        if made.get_type().information == TYPE.Information.IMPERFECT_INFORMATION:
            from saizen.adapters.openspiel_hidden import HiddenSpielGame

            if key not in (None, "history"):
                raise SaizenError(
                    f"key={key}: where something is hidden, positions are histories; leave it out"
                )
            return HiddenSpielGame(made)
        return SpielGame(made, key)
    except RuntimeError as error:
        raise SaizenError(f"openspiel:{name}: {short(str(error))}") from None


def door(name: str) -> Entry:
    """Return the entry behind ``openspiel:NAME``; settings are the game's parameters, and ``key``."""
    title = name.partition(":")[2]
    game = load(title)
    kind = game.spiel.get_type()
    summary = f"{kind.long_name}, from OpenSpiel"
    source = f"open_spiel {metadata.version('open_spiel')}: {title}"
    return generic_game(name, partial(load, title), kind.long_name, summary, source)


def refusal(game: Any) -> str | None:
    """Say why a game is out of reach; None if it is within.

    >>> refusal(pyspiel.load_game("kuhn_poker(players=3)"))
    '3 players; saizen has one or two'
    """
    kind = game.get_type()
    if game.num_players() > 2:
        return f"{game.num_players()} players; saizen has one or two"
    if kind.dynamics == TYPE.Dynamics.MEAN_FIELD:
        return "a mean field game, where a player meets a crowd; saizen has one or two players"
    if kind.chance_mode == TYPE.ChanceMode.SAMPLED_STOCHASTIC:
        return "chance is sampled inside the game, and its probabilities are not given"
    if kind.information == TYPE.Information.IMPERFECT_INFORMATION and game.num_players() == 1:
        return "something is hidden from the only player; saizen has hidden information for two"
    if game.num_players() == 2 and kind.utility not in (TYPE.Utility.ZERO_SUM, TYPE.Utility.CONSTANT_SUM):
        return "what one player wins the other does not lose; saizen has games of constant sum"
    return None


def safe_key(name: str) -> Key:
    """Return the coarsest key that merges no different states of a game, as far as is known.

    >>> safe_key("pig"), safe_key("oware"), safe_key("checkers")
    ('shown', 'visited', 'history')
    """
    return "shown" if name in SHOWN else "visited" if name in VISITED else "history"


def exact(number: float) -> Fraction | int:
    """Return the fraction that a float of OpenSpiel stands for.

    >>> exact(1 / 6), exact(-1.0)
    (Fraction(1, 6), -1)
    """
    near = Fraction(number).limit_denominator(DIGITS)
    if abs(near - Fraction(number)) > CLOSE * max(1, abs(number)):
        raise GameError(f"{number!r} is not a fraction with a denominator of at most {DIGITS:,}")
    return near.numerator if near.denominator == 1 else near


def twins(game: SpielGame, plays: int = 200, seed: int = 0) -> Iterator[str]:
    """Look for states with one key that differ: play at random, then continue alike from equal positions.

    Yields a sentence for each pair found. Nothing found proves nothing, but whatever a game hides that
    matters within ordinary play shows up; this is how `SHOWN` is tested.
    """
    dice = random.Random(seed)
    met: dict[SpielPosition, SpielPosition] = {}
    for _ in range(plays):
        position = game.start()
        while True:
            other = met.setdefault(position, position)
            if other.state.history() != position.state.history():
                yield from _compare(game, other, position, dice)
            if (actions := _drawn(position.state, game.spiel.num_players(), dice)) is None:
                break
            position = game._after(position, actions)


def _compare(
    game: SpielGame, first: SpielPosition, other: SpielPosition, dice: random.Random
) -> Iterator[str]:
    """Go on from two states in the same way until they differ or the game ends."""
    names = f"{game.text(first)} and {game.text(other)}"
    while True:
        seen = [_seen(position.state, game.spiel.num_players()) for position in (first, other)]
        if seen[0] != seen[1] or first != other:
            yield f"{names}: one key, but after {game.text(first)} and {game.text(other)} they differ"
            return
        if (actions := _drawn(first.state, game.spiel.num_players(), dice)) is None:
            return
        first, other = game._after(first, actions), game._after(other, actions)


def _seen(state: Any, players: int) -> Any:
    """Return the visible facts of a state: the player to move, the moves, the rewards so far."""
    chance = state.chance_outcomes() if state.is_chance_node() else []
    legal = [] if state.is_terminal() else [state.legal_actions(player) for player in range(players)]
    over = state.is_terminal()
    return over, state.current_player(), chance, legal, state.returns() if over else ()


def _drawn(state: Any, players: int, dice: random.Random) -> list[int] | None:
    """Draw an action, or one of each player; None at the end."""
    if state.is_terminal():
        return None
    if state.is_chance_node():
        return [dice.choice([action for action, p in state.chance_outcomes() if p > 0])]
    movers = range(players) if state.is_simultaneous_node() else [state.current_player()]
    return [dice.choice(state.legal_actions(mover)) for mover in movers]


def _names(state: Any, player: int, actions: Sequence[int]) -> list[str]:
    """Name actions as OpenSpiel does, on one line; by their numbers where names are not different."""
    names = [" ".join(str(state.action_to_string(player, action)).split()) for action in actions]
    different = len({name.casefold() for name in names}) == len(names) and all(names)
    return names if different else [str(action) for action in actions]


def _digest(content: Any) -> bytes:
    return blake2b(repr(content).encode(), digest_size=20).digest()


def _where(state: Any) -> str:
    return f"after {' '.join(map(str, state.history()))}" if state.history() else "at the start"


def _is_float(default: Any, value: Any) -> bool:
    return isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool)
