"""`Sitting`, a game in progress: everything that happened, from which everything else follows."""

import json
import random
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from saizen import notation
from saizen.answer import Answer, ask, outcomes_answer
from saizen.answer.table import plain
from saizen.drawing import Drawing
from saizen.errors import MoveError, SaizenError, rules_at_work
from saizen.exact import text as number_text
from saizen.game import DEALER, MAX, MIN, Chance, Deal, Game, hides, names_of, outcome_names, rules_of
from saizen.games import Entry
from saizen.sitting import seen
from saizen.sitting.link import FORMAT, Event, write_setting
from saizen.sitting.players import PERSON, Seat, checked_seats, choose
from saizen.sitting.record import Cost, record_of
from saizen.sitting.replay import Moment, Turn, begin, follow, texts
from saizen.solution import Solution

if TYPE_CHECKING:
    from saizen.answer.pictures import Picture

MOST_LISTED = 400
"""The largest number of moves that a view lists; beyond it the view has only the form of a move."""


class Sitting:
    """A game being played: game, options, start, seats, seed, what happened, and the number of undos.

    Make one with `saizen.sit`. ``play`` enters a move for the person who is awaited and lets machines and
    dice act until a person is awaited again; ``step`` lets one machine act. A sitting is safe in threads.

    >>> import saizen
    >>> sitting = saizen.sit("examples/nim.py:Nim", seed=1, options={"heaps": (2, 1)})
    >>> sitting.moves()
    ['2 to 0', '2 to 1', '1 to 0']
    >>> sitting.play("2 to 1")
    >>> sitting.log[-1], sitting.moves()
    (Event(seat=1, move='1 to 0'), ['1 to 0'])
    >>> sitting.play("1 to 0")
    >>> sitting.ended, sitting.gained
    (True, 1)
    """

    def __init__(
        self,
        entry: Entry,
        *,
        options: Mapping[str, Any] | None = None,
        start: str | None = None,
        seats: Mapping[int, Seat] | None = None,
        seed: int = 0,
        solve: Callable[[Game[Any]], Solution[Any] | None] | None = None,
    ) -> None:
        self.entry, self.options, self.start, self.seed = entry, dict(options or {}), start, seed
        self._settings = {name: write_setting(name, value) for name, value in self.options.items()}
        with rules_at_work(f"the start of {entry.name}"):
            if start is None:
                self.game: Game[Any] = entry.game(**self.options)
                first = self.game.dealt(seed)
            else:
                self.game, first = entry.read(start, **self.options)
        self.seats = checked_seats(self.game, seats)
        self._solve = solve or entry.solution
        self._begin: Moment[Any] = begin(self.game, first)
        self._turns: list[Turn[Any]] = []
        self._taken_back = 0
        self._solution: Solution[Any] | None = None
        self._solved = False
        self._unsolved: SaizenError | None = None
        self._deal: Deal[Any] | None = None
        self._costs: dict[int, Cost] = {}
        self._lock = threading.RLock()

    def __repr__(self) -> str:
        state = "ended" if self.ended else f"{len(self._turns)} moves"
        return f"<sitting of {self.entry.name}, {state}>"

    # ------------------------------------------------------------------ where the game stands

    @property
    def moment(self) -> Moment[Any]:
        """The current moment of the game."""
        with self._lock:
            return self._turns[-1].after if self._turns else self._begin

    @property
    def position(self) -> Any:
        """The position the game stands at."""
        return self.moment.position

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.moment.ended

    @property
    def gained(self) -> Any:
        """The sum of rewards so far, as MAX counts them; in the end, the result."""
        return self.moment.gained

    @property
    def taken_back(self) -> int:
        """The number of undos."""
        return self._taken_back

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, with its seat."""
        return tuple(Event(turn.seat, turn.text) for turn in self.turns)

    @property
    def turns(self) -> tuple[Turn[Any], ...]:
        """Everything that happened, with the positions before and after and the words for it."""
        with self._lock:
            return tuple(self._turns)

    @property
    def awaited(self) -> int | None:
        """The seat that something is awaited from, people first; None when the game is over."""
        seats = self.moment.seats
        return next((seat for seat in seats if self.seats[seat] == PERSON), seats[0] if seats else None)

    @property
    def person_awaited(self) -> bool:
        """Whether a person must move or enter what happened."""
        return self.awaited is not None and self.seats[self.awaited] == PERSON

    def moves(self) -> list[str]:
        """Return the texts of everything that can be played or entered now."""
        with self._lock, self.asked():
            return [] if self.awaited is None else list(texts(self.game, self.moment, self.awaited))

    def asked(self) -> AbstractContextManager[None]:
        """Ask the rules about the current moment; an error in a user's rules is reported as theirs."""
        return self.entry.asked(self.game, self.position)

    def view(self) -> dict[str, Any]:
        """Return what every face shows: plain data, computed from positions and log alone."""
        with self._lock, self.asked():
            moment, awaited = self.moment, self.awaited
            names = names_of(self.game)
            board = self.board()
            seat = self._blind
            known = seen.shown_turns(self.game, seat, self.course())
            asked = None
            if awaited is not None:
                many = self._count(moment, awaited) > MOST_LISTED
                asked = {
                    "seat": awaited,
                    "player": names.get(awaited, str(awaited)),
                    "person": self.person_awaited,
                    "kind": "entry" if awaited == DEALER else "choice",
                    "form": self.game.move_form,
                    "moves": None if many else self.moves(),
                }
            return {
                "sitting": self.to_text() if seat is None else None,
                "game": self.entry.name,
                "position": seen.position_text(self.game, moment.position, seat),
                "awaits": asked,
                "board": board.data(),
                "text": board.text(),
                "happened": [
                    {"seat": turn.seat, "player": names[turn.seat], "move": text, "words": words}
                    for turn, (text, words) in zip(self._turns, known, strict=True)
                ],
                "gained": plain(moment.gained) if seat is None else None,
                "taken_back": self._taken_back,
                "ended": moment.ended,
            }

    @property
    def _blind(self) -> int | None:
        return seen.blind_seat(self.game, self.seats, self.moment, self.awaited)

    def course(self, ply: int | None = None) -> seen.Course:
        """Return the moment at which the game began, and everything that happened since, up to a ply."""
        return self._begin, self._turns[:ply]

    def board(self) -> Drawing:
        """Return the board as the person at the table sees it; as anybody does where there are several."""
        people = [seat for seat, who in self.seats.items() if who == PERSON and seat != DEALER]
        with rules_at_work("describe()"):
            anybody = people[0] if len(people) == 1 else None
            return seen.drawing(self.game, self.moment, anybody, self._blind)

    def _count(self, moment: Moment[Any], seat: int) -> int:
        node = moment.node
        options = getattr(node, "options", None)
        return len(options) if options is not None else len(texts(self.game, moment, seat))

    # ------------------------------------------------------------------ what is done

    def play(self, move: str) -> None:
        """Enter a move at the awaited person's seat; then machines and dice act until a person must."""
        with self._lock:
            awaited = self.awaited
            if awaited is None:
                raise MoveError(f"{notation.short(str(move))!r}: the game is over")
            if not self.person_awaited:
                who = names_of(self.game)[awaited]
                raise MoveError(f"{notation.short(str(move))!r}: {who} has the turn, and is a machine")
            before = len(self._turns)
            self._turns.append(follow(self.game, self.moment, awaited, notation.checked(str(move))))
            try:
                self.advance()
            except BaseException:  # no machine answered: the move was not made
                del self._turns[before:]
                raise

    def allows(self, move: str) -> bool:
        """Return whether a text is a move that the awaited seat can make now."""
        with self._lock:
            awaited = self.awaited
            if awaited is None:
                return False
            try:
                follow(self.game, self.moment, awaited, notation.checked(move))
            except SaizenError:
                return False
            return True

    def again(self, seed: int | None = None) -> "Sitting":
        """Return a new game of the same kind with the same seats; by default, the seed follows ours."""
        fresh = random.Random(f"{self.seed}/again").randrange(2**31) if seed is None else seed
        options = {"options": self.options, "start": self.start, "seats": self.seats}
        sitting = Sitting(self.entry, **options, seed=fresh, solve=self._solve)  # type: ignore[arg-type]
        sitting.advance()
        return sitting

    def step(self) -> bool:
        """Let the machine or the dice that have the turn act once; return whether there was one."""
        with self._lock:
            awaited = self.awaited
            if awaited is None or self.person_awaited:
                return False
            moment, ply = self.moment, len(self._turns)
            # What was chosen here a moment ago is part of the draw: whoever sends the same game with another
            # choice learns nothing of the card or the dice that come with this one.
            chosen = f"/{self._turns[-1].text}" if moment.moves else ""
            dice = random.Random(f"{self.seed}/{self._taken_back}/{ply}{chosen}")
            if isinstance(moment.node, Chance):
                with self.asked():
                    text = self._drawn(moment, moment.node, dice)
            else:
                strength = float(self.seats[awaited])
                solution = self.solution() if strength > 0 else None
                with self.asked():
                    solution = seen.playing(self.game, awaited, self.course(), solution)
                    text = choose(self.game, moment, awaited, strength, solution, dice)
            self._turns.append(follow(self.game, moment, awaited, text))
            return True

    def advance(self) -> None:
        """Let machines and dice act until a person is awaited or the game is over."""
        if any(who == PERSON for who in self.seats.values()):
            while self.step():
                pass

    def _drawn(self, moment: Moment[Any], chance: Chance, dice: random.Random) -> str:
        if self._deal is None:
            self._deal = self.game.deal(self.seed, self._begin.position)
        place = self._deal.outcome(moment.position, moment.moves, chance, dice)
        return outcome_names(self.game, chance)[place]

    def undo(self) -> None:
        """Undo the last entry of a person and everything since; dice and machines draw again."""
        with self._lock:
            people = [i for i, turn in enumerate(self._turns) if self.seats[turn.seat] == PERSON]
            if not people:
                raise MoveError("there is nothing to undo")
            del self._turns[people[-1] :]
            self._costs = {ply: cost for ply, cost in self._costs.items() if ply < people[-1]}
            self._taken_back += 1

    # ------------------------------------------------------------------ what is best

    def solution(self) -> Solution[Any] | None:
        """Return the solution of the game, computed when it is first asked for; None where there is none.

        What could not be solved is not tried again.
        """
        with self._lock:
            if self._unsolved is not None:
                raise self._unsolved
            if not self._solved:
                try:
                    self._solution = self._solve(self.game)
                except SaizenError as error:
                    self._unsolved = error
                    raise
                self._solved = True
            return self._solution

    def hint(self, *, exact: bool = False) -> Answer:
        """Return the best moves for the awaited seat, and the cost of every other move.

        ``exact`` writes all digits of long fractions into its JSON.
        """
        with self._lock:
            solution = self.solution()
            if solution is None:
                raise SaizenError(f"{self.entry.name}: no solution for this game, so there are no hints")
            if self.ended:
                raise MoveError("the game is over")
            node = self.moment.node
            with self.asked():
                if hides(self.game) and self.awaited in (MAX, MIN):
                    return seen.hint(solution, self.awaited, self.course(), self.entry.name, exact)
                if isinstance(node, Chance) and self.moment.moves:
                    return outcomes_answer(self.game, self.position, node, self.entry.name)
                return ask(solution, self.position, self.awaited, name=self.entry.name, exact=exact)

    def cost(self, ply: int) -> Cost:
        """Return what the choice at a ply (0 for the first) cost its chooser."""
        with self._lock:
            if ply not in self._costs:
                solution = self.solution()
                with self.asked():
                    self._costs[ply] = seen.cost_of_choice(solution, self._begin, self._turns, ply)
            return self._costs[ply]

    def record(self) -> dict[str, Any]:
        """Return the game so far with what each choice cost, and its value move by move.

        Costs are the chooser's and never negative; None is not known. ``values`` has what the game was worth
        to MAX before each entry and in the end (empty where the solution estimates).
        """
        with self._lock:
            seen.refuse_blind(self._blind)
            costs = [self.cost(ply) for ply in range(len(self._turns))]
            solution = self.solution()
            with self.asked():
                course = record_of(self.game, self._turns, costs, None if hides(self.game) else solution)
            state = {"gained": self.gained, "taken_back": self._taken_back, "ended": self.ended}
            return {"game": self.entry.name, **course, **state}

    def plot(self) -> "Picture":
        """Draw what the game was worth from entry to entry; choices that cost something are marked."""
        from saizen.answer.pictures import game_picture

        course, names = self.record(), names_of(self.game)
        label = f"worth to {names[MAX]}" if MAX in names else f"paid by {names[MIN]}"
        return game_picture(course["values"], course["entries"], repr(self).strip("<>"), label)

    @property
    def rules_text(self) -> str:
        """The rules of the game in words."""
        return rules_of(self.game)

    # ------------------------------------------------------------------ as text

    def to_text(self) -> str:
        """Write the whole sitting on one line; `from_text` resumes it."""
        data = {
            "saizen": FORMAT,
            "entry": self.entry.name,
            "options": self._settings,
            "start": self.start,
            "seed": self.seed,
            "seats": {str(seat): who for seat, who in self.seats.items()},
            "log": [[event.seat, event.move] for event in self.log],
            "taken_back": self._taken_back,
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_text(
        cls,
        text: str,
        entry: Entry | None = None,
        *,
        solve: Callable[[Game[Any]], Solution[Any] | None] | None = None,
    ) -> "Sitting":
        """Resume a sitting from its text, every move checked; no solution is asked and no file imported.

        A sitting of a game of one's own needs its ``entry``, from `saizen.load`.
        """
        from saizen.sitting.link import read_sitting

        data = read_sitting(text)
        if entry is None:
            from saizen.games import saizen_game

            entry = saizen_game(data.entry)
        elif entry.name != data.entry:
            raise SaizenError(f"this sitting is of {data.entry!r}, not of {entry.name!r}")
        sitting = cls(
            entry, options=data.options, start=data.start, seats=data.seats, seed=data.seed, solve=solve
        )
        sitting._taken_back = data.taken_back
        for ply, event in enumerate(data.log):
            if event.seat not in sitting.moment.seats:
                raise MoveError(f"entry {ply + 1} of the sitting, {event.move!r}: it is not that seat's turn")
            try:
                sitting._turns.append(follow(sitting.game, sitting.moment, event.seat, event.move))
            except SaizenError as error:
                raise MoveError(f"entry {ply + 1} of the sitting: {error}") from None
        return sitting

    def _repr_html_(self) -> str:
        from saizen.answer.html import game_html

        return game_html(self.view(), self.board()._repr_html_(), number_text(self.gained))
