"""The faces of a sitting: a terminal, or lines of JSON."""

import json as json_module
import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.console import Console

from saizen.answer.table import Table, cell_text, plain
from saizen.cli.terminal import course, draw_board, plain_console, show
from saizen.errors import SaizenError
from saizen.exact import number, text
from saizen.game import DEALER, MAX, names_of
from saizen.sitting.record import verdict
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.sitting import Sitting

SHORT = 48
"""Characters of a list of moves that fits into a question."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the table, its long form, and what it does."""

    short: str
    long: str
    does: str


WORDS = (
    Word("?", "help", "the rules, and what can be typed"),
    Word("h", "hint", "what is best here, and what every other move costs"),
    Word("u", "undo", "undo your last move"),
    Word("n", "new", "a new game"),
    Word("s", "save", "save the game; s FILE chooses the file"),
    Word("q", "quit", "leave"),
)


def word_of(text: str) -> tuple[str, str] | None:
    """Return the short form of a word and what follows it; None where the text is no word.

    A colon before it makes a text a word whatever moves there are.

    >>> word_of("hint"), word_of(":u"), word_of("s my.game"), word_of("7")
    (('h', ''), ('u', ''), ('s', 'my.game'), None)
    """
    first, _, rest = text.strip().removeprefix(":").partition(" ")
    for word in WORDS:
        if first.casefold() in (word.short, word.long) and (word.short == "s" or not rest.strip()):
            return word.short, rest.strip()
    return None


def always_a_word(text: str) -> bool:
    """Return whether a text is a word even if a move has the same name."""
    return text.strip().startswith(":")


def strength_words(strength: Any) -> str:
    """Say how strong the computer plays.

    >>> strength_words(1.0), strength_words(0), strength_words(0.5)
    ('perfect', 'random', '50 % perfect')
    """
    return {1: "perfect", 0: "random"}.get(strength, f"{100 * strength:g} % perfect")


def with_decimals(table: Table) -> Table:
    """Write long fractions with decimals, too: a player compares them.

    >>> with_decimals(Table("t", ("value",), [(Fraction(45791, 150150),), (Fraction(1, 3),)])).rows
    [['0.3050 (45791/150150)'], [Fraction(1, 3)]]
    """

    def cell(value: Any) -> Any:
        short = number(value) if isinstance(value, Fraction) else text(0)
        return f"{short} ({cell_text(value)})" if "." in short and "/" in cell_text(value) else value

    return replace(table, rows=[[cell(value) for value in row] for row in table.rows])


class Face:
    """A sitting in a terminal."""

    def __init__(self, progress: Progress = SILENT) -> None:
        self.console = plain_console(highlight=False, markup=False, emoji=False)
        self.progress = progress

    def say(self, text: str, *, whole: bool = False) -> None:
        """Say something; ``whole`` keeps it on one line, so that it can be copied."""
        self._rest()
        self.console.print(text, soft_wrap=whole)

    def _rest(self) -> None:
        """Take the progress bar away before something is shown or asked."""
        getattr(self.progress, "rest", lambda: None)()

    def wrong(self, sitting: "Sitting", text: str) -> None:
        """Say what is not possible."""
        self.say(text)

    def welcome(self, sitting: "Sitting") -> None:
        """Say what is played and who sits where."""
        names = names_of(sitting.game)
        people = [names.get(seat, "dealer") for seat, who in sitting.seats.items() if who == "person"]
        machines = [
            f"{names.get(seat, 'dealer')} ({strength_words(who)})"
            for seat, who in sitting.seats.items()
            if who != "person" and seat != DEALER
        ]
        you = f" You are {' and '.join(people)}." if people else ""
        against = f" The computer is {' and '.join(machines)}." if machines else ""
        helps = " Type ? for help." if people else ""
        self.say(f"{sitting.entry.title}.{you}{against} Seed {sitting.seed}.{helps}")

    def tell(self, sitting: "Sitting", since: int) -> None:
        """Show what happened since a ply, then the board."""
        for ply, turn in enumerate(sitting.view()["happened"][since:], since):
            words = f": {turn['words']}" if turn["words"] else ""
            self.say(f"  {turn['player']} {turn['move']}{words}{self._verdict(sitting, ply)}")
        self._rest()
        self.console.print()
        self.console.print(draw_board(sitting.board()), end="")

    def ask(self, sitting: "Sitting") -> str:
        """Ask for a move or a word."""
        self._rest()
        awaits = sitting.view()["awaits"]
        if awaits is None:
            question = "n new game, u undo, s save, q quit"
        else:
            listed = ", ".join(awaits["moves"] or ())
            form = "" if awaits["kind"] == "entry" else awaits["form"]
            short = listed if 0 < len(listed) <= SHORT else form or "? lists what is possible"
            what = (
                "what comes" if awaits["kind"] == "entry" else "your move" if self._alone(sitting) else "move"
            )
            who = "" if what == "your move" else f"{awaits['player']}, "
            question = f"{who}{what} ({short})"
        return read_line(self.console, f"{question}> ")

    def _alone(self, sitting: "Sitting") -> bool:
        return sum(who == "person" for who in sitting.seats.values()) == 1

    def _verdict(self, sitting: "Sitting", ply: int) -> str:
        """Say what a person's choice cost, where that is known."""
        turn = sitting.turns[ply]
        if turn.seat == DEALER or sitting.seats[turn.seat] != "person":
            return ""
        try:
            choice_cost = sitting.cost(ply)
        except SaizenError:  # too many positions, or a start that the solution does not know
            return ""
        with sitting.asked():
            words = verdict(sitting.game, turn, choice_cost)
        return f"  ({words})" if words else ""

    def hint(self, sitting: "Sitting") -> None:
        """Show what is best."""
        answer = sitting.hint()
        self._rest()
        show(replace(answer, tables=[with_decimals(table) for table in answer.tables]), self.console)

    def help(self, sitting: "Sitting") -> None:
        """Show the rules and the words."""
        self.say(sitting.rules_text)
        awaits = sitting.view()["awaits"]
        if sitting.game.move_form:
            self.say(f"A move: {sitting.game.move_form}")
        if awaits is not None and awaits["moves"]:
            self.say(f"Possible now: {', '.join(awaits['moves'])}")
        for word in WORDS:
            self.say(f"  {word.short} or {word.long:<5} {word.does}")
        self.say("A move wins over a word of the same name; with a colon, as :h, it is always the word.")

    def over(self, sitting: "Sitting") -> None:
        """Show the course of the game that is over."""
        try:
            record = sitting.record()
        except SaizenError:
            record = {"entries": (), "values": (), "costs": {}}
        for line in course(record):
            self.say(line)
        costs = ", ".join(f"{who} {number(cost)}" for who, cost in record["costs"].items())
        costs_text = f" Cost of choices: {costs}." if costs else ""
        back = f" Undos: {sitting.taken_back}." if sitting.taken_back else ""
        names = names_of(sitting.game)
        result = (
            f"{number(sitting.gained)} for {names[MAX]}"
            if MAX in names
            else f"it took {number(sitting.gained)}"
        )
        self.say(f"The game is over: {result}.{costs_text}{back}")


class JsonFace(Face):
    """The same as lines of JSON, each of them a view."""

    def _line(self, sitting: "Sitting", **more: Any) -> None:
        print(json_module.dumps(plain({**sitting.view(), **more}), ensure_ascii=False), flush=True)

    def say(self, text: str, *, whole: bool = False) -> None:
        """Say nothing: programs read views."""

    def wrong(self, sitting: "Sitting", text: str) -> None:
        """Say what is not possible."""
        self._line(sitting, error=text)

    def welcome(self, sitting: "Sitting") -> None:
        """Say nothing: the first view says it all."""

    def tell(self, sitting: "Sitting", since: int) -> None:
        """Show what happened since a ply, then the board."""
        if not sitting.ended:
            self._line(sitting)

    def ask(self, sitting: "Sitting") -> str:
        """Ask for a move or a word."""
        return read_line(None, "")

    def hint(self, sitting: "Sitting") -> None:
        """Show what is best."""
        self._line(sitting, hint=sitting.hint().json_data())

    def help(self, sitting: "Sitting") -> None:
        """Show the rules and the words."""
        words = {word.short: word.does for word in WORDS}
        self._line(sitting, rules=sitting.rules_text, form=sitting.game.move_form, words=words)

    def over(self, sitting: "Sitting") -> None:
        """Show the course of the game that is over."""
        self._line(sitting, record=sitting.record())


def face_for(json: bool, progress: Progress = SILENT) -> Face:
    """Return the face that a sitting is shown with."""
    return JsonFace(progress) if json else Face(progress)


def read_line(console: Console | None, question: str) -> str:
    """Ask at a terminal, or read the next line of a script; the end of input raises ``EOFError``."""
    if sys.stdin is None:
        raise EOFError
    if console is not None and sys.stdin.isatty():
        return console.input(question, markup=False)
    if console is not None:
        console.print(question, end="")
    line = sys.stdin.readline()
    if console is not None:
        console.print(line.rstrip("\n") if line else "")
    if not line:
        raise EOFError
    return line.rstrip("\n")
