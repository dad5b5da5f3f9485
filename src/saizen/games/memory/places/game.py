"""Memory at a real table: cards in places, turned one after the other.

`MemoryTable` is the game that people play; `Memory` is what is solved. The table projects onto the board
(`MemoryTable.project`), a place becomes a move of the board (`MemoryTable.board_moves`), and tests hold
the two equal on every position of small decks.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from saizen.drawing import Drawing
from saizen.errors import PositionError, SaizenError
from saizen.game import MAX, MIN, Chance, Deal, Decision, Game, Lazy, Move, Node, Step, Terminal
from saizen.games.memory.board import Board, Kind
from saizen.games.memory.drawing import draw_table
from saizen.games.memory.places.explanation import explain_table, table_rules_text
from saizen.games.memory.places.layout import Layout
from saizen.games.memory.places.position import UNSEEN, TablePosition, letter_names, parse_table, table_text
from saizen.games.memory.position import MemoryPosition
from saizen.games.memory.rules import Memory
from saizen.games.memory.text import board_text, kind_text, parse_deck

MOST_CARDS = 200
"""Cards of a table; more do not fit in front of anybody."""


def no_table(rules: Memory) -> str:
    """Say why these rules cannot be played at a table; nothing where they can.

    With a limited memory the table shows one player's single card; more cards, or two players who forget,
    would need moves that say what everybody forgets.
    """
    if rules.board.hidden != rules.board.cards:
        return f"{board_text(rules.board)}: a table begins with a deck of which nothing is known"
    if not 0 < rules.board.cards <= MOST_CARDS:
        return f"{board_text(rules.board)}: {rules.board.cards} cards; a table has 2 to {MOST_CARDS}"
    if rules.memory is not None and (rules.player_count, rules.memory, rules.forget) != (1, 1, "choice"):
        return f"memory = {rules.memory}: a table is for memory 'all', or one player who chooses 1 card"
    return ""


class MemoryTable(Game[TablePosition]):
    """Memory with letters in places.

    Parameters
    ----------
    rules
        The variant and the deck, or the deck's text.
    seen
        Show what was turned; otherwise a person has to remember it.

    Examples
    --------
    >>> table = MemoryTable("2x2")
    >>> table.text(table.start())
    '2x2 | ? ? ? ?'
    >>> table.project(table.parse("2x2 | A ? ? ? | second"))
    MemoryPosition(board=Board('2x2:2x1'), mover=1, lead=0, first=None, passed=False, choosing=False,
    over=False)
    """

    move_form = "the number of a card, as 7"

    def __init__(self, rules: Memory | str = "4x2+2x4", *, seen: bool = False) -> None:
        self.rules = Memory(parse_deck(rules)) if isinstance(rules, str) else rules
        if refused := no_table(self.rules):
            raise SaizenError(refused)
        self.seen = seen
        self.players = self.rules.players
        self.rules_text = table_rules_text(self.rules)
        self.sizes = [(kind.cards, count) for kind, count in self.rules.board.kinds]
        """Cards of a letter and number of such letters, the largest first."""
        all_sizes = [cards for cards, count in self.sizes for _ in range(count)]
        self.letters = dict(zip(letter_names(len(all_sizes)), all_sizes, strict=True))
        """The number of cards of each letter, by its name."""

    def __repr__(self) -> str:
        return f"<MemoryTable {board_text(self.rules.board)}, {self.rules.take}, {self.rules.objective}>"

    def start(self) -> TablePosition:
        """Return the table with all cards face down."""
        alone = self.rules.player_count == 1
        score = (0,) if alone else (0, 0)
        cards = (UNSEEN,) * self.rules.board.cards
        return TablePosition(cards, MIN if alone else MAX, self.rules.lead, score=score)

    # ------------------------------------------------------------------ what a position is

    def look(self, position: TablePosition) -> Node:
        """Return whether the game is over, or which cards may be turned."""
        if self.over(position):
            return self.rules.ended(self.project(position))
        act = self._keep if position.choosing else self._first if position.turned is None else self._second
        return Decision(position.mover, Lazy(self.places(position), lambda place: act(position, place)))

    def over(self, position: TablePosition) -> bool:
        """Return whether the game has ended."""
        between = position.turned is None and not position.choosing
        return position.over or (between and self.rules.is_over(len(position.left), position.lead))

    def places(self, position: TablePosition) -> list[int]:
        """Return the places that may be chosen."""
        forced = self.rules.take == "forced"
        if position.choosing:
            return position.known_places()
        if position.turned is None:
            pairs = [place for pair in self.known_pairs(position) for place in pair]
            return sorted(pairs) if forced and pairs else position.left
        mates = [place for place in position.known_places(position.letter) if place != position.turned]
        return mates if forced and mates else [place for place in position.left if place != position.turned]

    def known_pairs(self, position: TablePosition) -> list[list[int]]:
        """Return the places of each letter of which two cards or more are known."""
        places_by_letter = (position.known_places(letter) for letter in self.letters)
        return [places for places in places_by_letter if len(places) > 1]

    # ------------------------------------------------------------------ what happens

    def _first(self, position: TablePosition, place: int) -> Any:
        opened = position.mover, position.lead, place
        same = position.passed, position.choosing, position.score
        if position.is_seen(place):
            return TablePosition(position.cards, *opened, False, *same)
        return self._turned(position, place, lambda cards, _: TablePosition(cards, *opened, True, *same))

    def _second(self, position: TablePosition, place: int) -> Any:
        if position.is_seen(place):
            if position.cards[place - 1] == position.letter:
                return self._hit(position, position.cards, place)
            return self._miss(position, position.cards, second_known=not position.fresh)
        return self._turned(
            position,
            place,
            lambda cards, letter: (
                self._hit(position, cards, place)
                if letter == position.letter
                else self._miss(position, cards, second_known=False)
            ),
        )

    def _turned(self, position: TablePosition, place: int, then: Any) -> Chance:
        """Turn a card that nobody knows: the lottery of its letter, and what follows each."""
        unseen = self.unseen(position.cards)
        total = sum(unseen.values())
        outcomes = tuple(
            (Fraction(count, total), then(_with(position.cards, {place: letter}), letter))
            for letter, count in unseen.items()
        )
        return Chance(outcomes, tuple(unseen))

    def unseen(self, cards: tuple[str, ...]) -> dict[str, int]:
        """Count the cards that nobody knows by letter; letters never seen go by the next free name.

        >>> MemoryTable("2x3").unseen(("A", "?", "?", "?", "?", "?"))
        {'A': 1, 'B': 4}
        """
        used = set(cards)
        counts: dict[str, int] = {}
        new: dict[int, str] = {}
        for letter, size in self.letters.items():
            gone = letter.lower()
            if letter in used or gone in used:
                counts[letter] = size - cards.count(letter) - cards.count(gone)
            else:
                name = new.setdefault(size, letter)
                counts[name] = counts.get(name, 0) + size
        return {letter: count for letter, count in counts.items() if count}

    def _hit(self, position: TablePosition, cards: tuple[str, ...], place: int) -> Any:
        """Give the mover the pair and another turn."""
        assert position.letter is not None
        assert position.turned is not None
        gone = position.letter.lower()
        cards = _with(cards, {position.turned: gone, place: gone})
        won = 1 if position.mover == MAX else -1
        win = self.rules.objective == "win"
        after = TablePosition(
            cards,
            position.mover,
            position.lead + won if win else 0,
            score=self._scored(position, position.mover),
        )
        return after if win else Step(1 if self.rules.player_count == 1 else won, after)

    def _miss(self, position: TablePosition, cards: tuple[str, ...], *, second_known: bool) -> Any:
        """End the turn without a pair; a second card that was known, like the first, makes a 0-move."""
        two = self.rules.player_count == 2
        if second_known and two and (self.rules.passes == 1 or position.passed):
            final = replace(position, cards=cards, turned=None, fresh=False, passed=True, over=True)
            return Terminal(self.rules.ended(self.project(position)).value, final)
        after = TablePosition(
            cards, position.mover, position.lead, passed=second_known and two, score=position.score
        )
        if self.rules.memory is not None and len(after.known_places()) > self.rules.memory:
            return replace(after, choosing=True)
        return self._next_turn(after)

    def _keep(self, position: TablePosition, place: int) -> Any:
        """Remember the card at one place and forget the others."""
        forgotten = {other: UNSEEN for other in position.known_places() if other != place}
        return self._next_turn(replace(position, cards=_with(position.cards, forgotten), choosing=False))

    def _next_turn(self, position: TablePosition) -> Any:
        alone = self.rules.player_count == 1
        mover = MIN if alone or position.mover == MAX else MAX
        score = self._scored(position, 0) if alone else position.score
        after = TablePosition(position.cards, mover, position.lead, passed=position.passed, score=score)
        return Step(1, after) if alone else after

    def _scored(self, position: TablePosition, player: int) -> tuple[int, ...]:
        """Count a pair for a player, or a turn for the only one."""
        place = player if self.rules.player_count == 2 else 0
        return tuple(number + (at == place) for at, number in enumerate(position.score))

    # ------------------------------------------------------------------ the board behind the table

    def project(self, position: TablePosition) -> MemoryPosition:
        """Return the position of the board; a known card that lies open changes nothing there."""
        counts: dict[Kind, int] = {}
        for letter in self.letters:
            kind = self.kind(position, letter)
            counts[kind] = counts.get(kind, 0) + 1
        return MemoryPosition(
            Board.of(counts),
            position.mover,
            position.lead,
            self.kind(position, position.letter) if position.letter and position.fresh else None,
            position.passed,
            position.choosing,
            position.over,
        )

    def kind(self, position: TablePosition, letter: str) -> Kind:
        """Return how many cards of a letter are left, and how many of them known."""
        gone = position.cards.count(letter.lower())
        return Kind(self.letters[letter] - gone, (0,) * position.cards.count(letter))

    def board_moves(self, position: TablePosition, place: int) -> list[str]:
        """Return the moves at the projected position that turning a place begins or makes."""
        if position.choosing:
            remembered = Board.of({Kind(self.kind(position, position.cards[place - 1]).cards, (0,)): 1})
            return [f"keep {board_text(remembered).partition(':')[2]}"]
        if position.turned is not None and position.fresh:
            if not position.is_seen(place):
                return ["unknown"]
            return ["match" if position.cards[place - 1] == position.letter else "known"]
        if position.turned is not None:
            return [self._after_known(position, position.cards[position.turned - 1], place)]
        if not position.is_seen(place):
            return ["unknown"]
        opened = replace(position, turned=place)
        letter = position.cards[place - 1]
        return sorted({self._after_known(position, letter, second) for second in self.places(opened)})

    def _after_known(self, position: TablePosition, letter: str, second: int) -> str:
        """Name the board's move of a known card and then another."""
        if not position.is_seen(second):
            return f"known {kind_text(self.kind(position, letter))}"
        same = position.cards[second - 1] == letter
        return f"take {kind_text(self.kind(position, letter))}" if same else "0-move"

    # ------------------------------------------------------------------ text, people, the dealer

    def text(self, position: TablePosition | MemoryPosition) -> str:
        """Write a table: deck, cards by place, what differs from the plain start; or a board's position."""
        if isinstance(position, MemoryPosition):
            return self.rules.text(position)
        rules = self.rules
        return table_text(position, board_text(rules.board), rules.player_count, rules.lead)

    def parse(self, text: str) -> TablePosition:
        """Read a table as `text` writes it; its deck must be this game's."""
        deck = text.partition("|")[0].strip()
        if deck and parse_deck(deck) != self.rules.board:
            raise PositionError(f"{deck}: another deck; this table has {board_text(self.rules.board)}")
        position = parse_table(text, self.letters, self.rules.player_count, self.rules.lead)
        self._check(position, text.strip())
        return position

    def _check(self, position: TablePosition, text: str) -> None:
        """Refuse what these rules do not have."""
        place = position.turned
        known_cards = len(position.known_places())
        if place is not None and not (0 < place <= len(position.cards) and position.is_seen(place)):
            raise PositionError(f"{text}: card {place} cannot lie open, its letter is not given")
        if place is not None and position.choosing:
            raise PositionError(f"{text}: 'choose' comes when no card lies open")
        if place is not None and not self._may_lie_open(position, place):
            raise PositionError(f"{text}: card {place} cannot lie open, a known pair must be taken first")
        if position.lead and self.rules.objective != "win":
            raise PositionError(f"{text}: a lead matters only for the objective 'win'")
        if position.passed and self.rules.passes == 1:
            raise PositionError(f"{text}: 'passed' needs a game that the second 0-move ends (passes=2)")
        if self.rules.memory is not None:
            least = self.rules.memory + 1 if position.choosing else 0
            most = self.rules.memory + (2 if position.choosing else position.fresh)
            if not least <= known_cards <= most:
                raise PositionError(
                    f"{text}: {known_cards} cards are known; here it can be {least} to {most}"
                )
        elif position.choosing:
            raise PositionError(f"{text}: 'choose' needs a limited memory")

    def _may_lie_open(self, position: TablePosition, place: int) -> bool:
        """Return whether a card can have been turned; where taking is forced, a known pair comes first."""
        if position.fresh:
            before = replace(position, cards=_with(position.cards, {place: UNSEEN}), turned=None)
        else:
            before = replace(position, turned=None)
        return place in self.places(before)

    def describe(self, position: TablePosition, seat: int | None = None) -> Drawing:
        """Show the table; what was seen only if the table says so."""
        return draw_table(self, position)

    def explain(self, position: TablePosition, moves: Mapping[int, Move], after: Any) -> str:
        """Say what a card was and what came of it."""
        return explain_table(self, position, moves, after)

    def deal(self, seed: int, start: TablePosition | None = None) -> Deal[TablePosition]:
        """Lay the cards that are not known at random."""
        return Layout(self.letters, start or self.start(), seed)


def _with(cards: tuple[str, ...], changes: Mapping[int, str]) -> tuple[str, ...]:
    """Return the cards with those at some places changed."""
    return tuple(changes.get(place, card) for place, card in enumerate(cards, 1))


def board_behind(game: Game[Any], position: Any) -> Memory:
    """Return the game of the board behind a position of either game; it begins there.

    >>> table = MemoryTable("2x2")
    >>> board_behind(table, table.parse("2x2 | A ? ? ?"))
    <Memory 2x2:2x1, forced, difference>
    """
    if isinstance(game, MemoryTable):
        return game.rules.at(game.project(position))
    assert isinstance(game, Memory)
    return game.at(position)
