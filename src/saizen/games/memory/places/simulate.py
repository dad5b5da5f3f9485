"""Thousands of perfect games on shuffled tables, to hold exact values against their mean.

People play at a `saizen.games.memory.places.game.MemoryTable`. `Tabletop` is a second, simpler table for
`simulate` alone: it changes in place and finds two places a turn without listing every move and lottery,
which is about twenty times faster, and it checks the values by a program that does not share the table's
rules.
"""

import random
from collections import Counter
from dataclasses import dataclass

from saizen.errors import SaizenError
from saizen.game import MAX, MIN
from saizen.games.memory.board import Board, Kind
from saizen.games.memory.board_table import Boards, table_for
from saizen.games.memory.places.position import letter_names
from saizen.games.memory.plans import Plans
from saizen.games.memory.position import MemoryPosition
from saizen.games.memory.rules import Memory
from saizen.games.memory.solitaire import Solitaire
from saizen.games.memory.text import kind_text
from saizen.solution import MoveValue
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

MOST_GAMES = 10**9
"""Games that are played; ten thousand of them take seconds."""


class Tabletop:
    """Cards in places; ``seen`` has the places whose card has been turned and is remembered."""

    def __init__(self, board: Board, source: random.Random) -> None:
        letters = [kind for kind, count in board.kinds for _ in range(count)]
        cards = [(name, kind.cards) for name, kind in zip(letter_names(len(letters)), letters, strict=True)]
        self.cards: list[str | None] = [name for name, count in cards for _ in range(count)]
        source.shuffle(self.cards)
        self.source = source
        self.seen: set[int] = set()
        for (name, _), kind in zip(cards, letters, strict=True):
            places = [place for place, card in enumerate(self.cards) if card == name]
            self.seen.update(source.sample(places, kind.known_cards))

    @property
    def left(self) -> list[int]:
        """Places where cards lie."""
        return [place for place, card in enumerate(self.cards) if card is not None]

    def known_places(self, letter: str | None) -> list[int]:
        """Places where cards of a letter were seen."""
        return sorted(place for place in self.seen if self.cards[place] == letter)

    def kind(self, letter: str | None) -> Kind:
        """Return what is known of a letter."""
        return Kind(self.cards.count(letter), (0,) * len(self.known_places(letter)))

    def board(self) -> Board:
        """Return the table as the rules see it."""
        return Board.of(Counter(self.kind(letter) for letter in set(self.cards) if letter is not None))

    def unknown_place(self) -> int:
        """Return a place nobody has seen; all are alike."""
        return self.source.choice([place for place in self.left if place not in self.seen])

    def turn(self, first: int, second: int) -> bool:
        """Turn two cards: take them if they match, else remember both."""
        if self.cards[first] == self.cards[second]:
            self.cards[first] = self.cards[second] = None
            self.seen -= {first, second}
            return True
        self.seen |= {first, second}
        return False


Decided = tuple[list[MoveValue], dict[Kind, tuple[MoveValue, ...]]]
"""The plans for a turn, and the second cards by the kind of the first."""


class PerfectPlayer:
    """Plays the best plan on a real table, answering each first card best."""

    def __init__(self, rules: Memory, table: Boards | None = None) -> None:
        self.rules = rules
        self.table = table or table_for(rules)
        self._decided: Cache[Decided] = Cache(most=100_000)

    def decide(self, board: Board, lead: int = 0, passed: bool = False) -> Decided:
        """Return the plans at a board, best first, and the second cards for each kind of first card."""

        def plan() -> Decided:
            plans = self._plans(board, lead, passed)
            return plans.moves(), {answer.first: answer.seconds for answer in plans.policy()}

        return self._decided.get((board, lead, passed), plan)

    def _plans(self, board: Board, lead: int, passed: bool) -> Plans:
        rules = self.rules
        now = Memory(
            board,
            players=rules.player_count,
            take=rules.take,
            objective=rules.objective,
            lead=lead if rules.objective == "win" else 0,
            passes=rules.passes,
        )
        return Plans(now, self.table, passed=passed)

    def places(self, tabletop: Tabletop, lead: int = 0, passed: bool = False) -> tuple[int, int]:
        """Return the two places to turn; the second is chosen after looking at the first."""
        moves, answers = self.decide(tabletop.board(), lead, passed)
        best = str(moves[0].move)
        if best == "0-move":
            places = list({tabletop.cards[place]: place for place in sorted(tabletop.seen)}.values())
            return places[0], places[1]
        if best.startswith("take "):
            return self._pair(tabletop, best)
        first = tabletop.unknown_place()
        seconds = answers[tabletop.kind(tabletop.cards[first])]
        return first, self.second(tabletop, first, seconds[0])

    @staticmethod
    def _pair(tabletop: Tabletop, move: str) -> tuple[int, int]:
        for letter in sorted({card for card in tabletop.cards if card is not None}):
            if f"take {kind_text(tabletop.kind(letter))}" == move:
                first, second = tabletop.known_places(letter)[:2]
                return first, second
        raise AssertionError(move)

    @staticmethod
    def second(tabletop: Tabletop, first: int, choice: MoveValue) -> int:
        """Return a place for the second card as the choice says."""
        letter = tabletop.cards[first]
        if choice.move == "match":
            return tabletop.known_places(letter)[0]
        if choice.move == "known":
            return next(place for place in sorted(tabletop.seen) if tabletop.cards[place] != letter)
        others = [place for place in tabletop.left if place not in tabletop.seen and place != first]
        return tabletop.source.choice(others)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over simulated games, with its standard error."""

    games: int
    mean: float
    error: float


def simulate(rules: Memory, games: int, seed: int, *, progress: Progress = SILENT) -> Estimate:
    """Play perfectly on shuffled tables, from the start of the rules; return the mean for the first player.

    Memory is unlimited, or it is one player's who chooses the card that stays remembered.

    >>> simulate(Memory("2x1"), games=5, seed=1)
    Estimate(games=5, mean=1.0, error=0.0)
    """
    forgetful = rules.memory is not None
    if forgetful and (rules.player_count, rules.memory, rules.take, rules.forget) != (
        1,
        1,
        "forced",
        "choice",
    ):
        raise SaizenError(
            f"memory = {rules.memory}: simulated are unlimited memory, and one player with memory 1, forced, "
            "who chooses"
        )
    if games < 2:
        raise SaizenError(f"games = {games}: at least 2 are needed for a standard error")
    if games > MOST_GAMES:
        raise SaizenError(f"games = {games}: at most {MOST_GAMES:,} are played")
    source = random.Random(seed)
    progress.stage(f"memory: {games} games", games)
    if forgetful:
        solitaire = Solitaire(rules.board.letters)

        def play() -> float:
            return _forgetful_turns(Tabletop(rules.board, source), solitaire)
    else:
        player = PerfectPlayer(rules)

        def play() -> float:
            return _play_out(Tabletop(rules.board, source), player, rules.start())

    results: Counter[float] = Counter()  # few different ones, however many games
    for _ in range(games):
        results[play()] += 1
        progress.advance()
    mean = sum(result * times for result, times in results.items()) / games
    squares = sum((result - mean) ** 2 * times for result, times in results.items())
    return Estimate(games, mean, (squares / (games - 1) / games) ** 0.5)


def _play_out(tabletop: Tabletop, player: PerfectPlayer, start: MemoryPosition) -> float:
    """Let perfect players finish a game; a 0-move after a 0-move (or the first, if so ruled) ends it."""
    rules = player.rules
    lead, turns, passed = start.lead, 0, int(start.passed)
    mover = start.mover
    while tabletop.left:
        ahead = lead if mover == MAX else -lead
        first, second = player.places(tabletop, ahead, passed > 0)
        passes = first in tabletop.seen and second in tabletop.seen
        turns += 1
        if tabletop.turn(first, second):
            lead += 1 if mover == MAX else -1
            passed = 0
            continue
        passed = passed + 1 if passes else 0
        if passed == rules.passes:
            break
        if rules.player_count == 2:
            mover = MIN if mover == MAX else MAX
    if rules.objective == "turns":
        return turns
    return lead if rules.objective == "difference" else ((lead > 0) - (lead < 0) + 1) / 2


def _forgetful_turns(tabletop: Tabletop, solitaire: Solitaire) -> int:
    """Count the turns of a natural player who remembers one card, chosen best."""
    turns = 0
    while tabletop.left:
        turns += 1
        first = tabletop.unknown_place()
        mates = tabletop.known_places(tabletop.cards[first])
        others = [place for place in tabletop.left if place not in tabletop.seen and place != first]
        second = mates[0] if mates else tabletop.source.choice(others)
        if tabletop.turn(first, second) or not tabletop.seen:
            continue
        letters = {card for card in tabletop.cards if card is not None}
        fours = sum(tabletop.cards.count(letter) == 4 for letter in letters)
        best = solitaire.saves(len(letters), fours)
        saved = [
            place for place in sorted(tabletop.seen) if tabletop.cards.count(tabletop.cards[place]) in best
        ]
        tabletop.seen = set((saved or sorted(tabletop.seen))[:1])
    return turns
