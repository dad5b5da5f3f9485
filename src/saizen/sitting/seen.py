"""Hidden information at the table: what a seat has seen, and what it may be shown before the end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from saizen.drawing import Drawing
from saizen.errors import MoveError
from saizen.game import DEALER, Game, Move, hides
from saizen.sitting.players import PERSON
from saizen.sitting.record import Cost, cost_of
from saizen.sitting.replay import Moment, Turn, draw_moment
from saizen.solution import Solution, cost

if TYPE_CHECKING:
    from saizen.answer import Answer
    from saizen.solver.hidden.solution import Advice, HiddenSolution

UNSEEN = "?"
"""The sign for a move of another player, whose effect the view shows."""
Course = tuple[Moment[Any], Sequence[Turn[Any]]]
"""The beginning of a game, and the turns since."""


def blind_seat(
    game: Game[Any], seats: Mapping[int, Any], moment: Moment[Any], awaited: int | None
) -> int | None:
    """Return the person's seat that is shown only what it sees; None where everything may be shown.

    That is until the end of a game with hidden information. Where several people sit at one table, it is
    whoever is awaited.
    """
    people = [seat for seat, who in seats.items() if who == PERSON and seat != DEALER]
    if not hides(game) or moment.ended or not people:
        return None
    return awaited if awaited in people else people[0]


def events(game: Game[Any], seat: int, course: Course) -> Iterator[tuple[bool, Any]]:
    """Yield what a seat saw (True, view) and did (False, move); a view equal to the last adds nothing."""
    begin, turns = course
    view = game.sees(begin.position, seat)
    yield True, view
    for turn in turns:
        if turn.seat == seat:
            yield False, turn.move
        after = game.sees(turn.after.position, seat)
        if after != view:
            view = after
            yield True, view


def advice(solution: Any, seat: int, course: Course) -> "Advice":
    """Return what is best for a seat that decides now, by what it has seen."""
    hidden: HiddenSolution = solution
    return hidden.advice_at(hidden.place(seat, events(hidden.game, seat, course)))


class Knowing:
    """Best play for a machine in a seat: its mix by what it has seen."""

    def __init__(self, solution: Any, seat: int, course: Course) -> None:
        self._moves = advice(solution, seat, course).moves

    def strategy(self, position: Any, player: int | None = None) -> dict[Move, Any]:
        """Return the chances of the moves that are played."""
        return {move.move: move.probability for move in self._moves if move.probability}


def playing(game: Game[Any], seat: int, course: Course, solution: Solution[Any] | None) -> Any:
    """Return the solution as a machine in a seat may ask it."""
    return solution if solution is None or not hides(game) else Knowing(solution, seat, course)


def hint(solution: Any, seat: int, course: Course, name: str, exact: bool) -> "Answer":
    """Return what is best for a seat by what it has seen."""
    from saizen.solver.hidden.report import place_answer

    return place_answer(solution, advice(solution, seat, course), name, exact=exact)


def cost_of_choice(solution: Any, begin: Moment[Any], turns: Sequence[Turn[Any]], ply: int) -> Cost:
    """Return what a choice cost its chooser, by what he had seen where something is hidden."""
    turn = turns[ply]
    if solution is None or not hides(solution.game):
        return cost_of(turn, solution)
    if turn.seat == DEALER:
        return Cost(None, (), None)
    found = advice(solution, turn.seat, (begin, turns[:ply]))
    chosen = next(move for move in found.moves if move.move == turn.move)
    lost = None if chosen.value is None else cost(chosen, found.moves, turn.seat, found.value)
    return Cost(lost, tuple(move.move for move in found.moves if move.optimal), None)


def seen_text(game: Game[Any], position: Any, seat: int) -> str:
    """Write what a seat sees of a position."""
    from saizen.solver.hidden.stories import view_text

    return view_text(game.sees(position, seat))


def position_text(game: Game[Any], position: Any, seat: int | None) -> str:
    """Write a position, or what a seat sees of it."""
    return game.text(position) if seat is None else seen_text(game, position, seat)


def refuse_blind(seat: int | None) -> None:
    """Refuse to open what a seat may not see yet."""
    if seat is not None:
        raise MoveError("the hand is not over: its record would show what the seat does not see")


def drawing(game: Game[Any], moment: Moment[Any], anybody: int | None, blind: int | None) -> Drawing:
    """Draw where a game stands, for a ``blind`` seat only what it sees; in the end everything."""
    if hides(game) and moment.ended:
        return draw_moment(game, moment, None)
    if blind is None or type(game).describe is not Game.describe:
        return draw_moment(game, moment, anybody if blind is None else blind)
    return Drawing.from_text(seen_text(game, moment.position, blind))


def shown_turns(game: Game[Any], seat: int | None, course: Course) -> Iterator[tuple[str, str]]:
    """Yield the move and the words of every turn, as far as a seat may know them; all for None."""
    begin, turns = course
    before = begin.position
    for turn in turns:
        if seat is None:
            yield turn.text, turn.words
            continue
        changed = game.sees(before, seat) != game.sees(turn.after.position, seat)
        before = turn.after.position
        words = f"you see {seen_text(game, before, seat)}" if changed else ""
        yield turn.text if turn.seat == seat else UNSEEN, words
