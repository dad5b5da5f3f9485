"""How a sitting is shown and asked about: in a terminal, or as lines of JSON."""

import json as json_module
import sys
from typing import TYPE_CHECKING, Any

from rich.console import Console

from saizen.advice import plain
from saizen.cli.board import course, drawn
from saizen.cli.terminal import show
from saizen.errors import SaizenError
from saizen.exact import number
from saizen.game import DEALER, MAX, names_of
from saizen.sitting.verdicts import verdict
from saizen.sitting.vocabulary import WORDS
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.sitting import Sitting

SHORT = 48
"""Characters of a list of moves that fits into a question."""


class Face:
    """A sitting in a terminal."""

    def __init__(self, progress: Progress = SILENT) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
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
            f"{names.get(seat, 'dealer')} ({who:g})"
            for seat, who in sitting.seats.items()
            if who != "person" and seat != DEALER
        ]
        you = f" You are {' and '.join(people)}." if people else ""
        against = f" Machines: {', '.join(machines)}." if machines else ""
        helps = " ? helps." if people else ""
        self.say(f"{sitting.entry.title}.{you}{against} Game {sitting.seed}.{helps}")

    def tell(self, sitting: "Sitting", since: int) -> None:
        """Show what happened since a ply, then the board."""
        for ply, turn in enumerate(sitting.view()["happened"][since:], since):
            words = f": {turn['words']}" if turn["words"] else ""
            self.say(f"  {turn['player']} {turn['move']}{words}{self._verdict(sitting, ply)}")
        self._rest()
        self.console.print()
        self.console.print(drawn(sitting.board()), end="")

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
            found = sitting.cost(ply)
        except SaizenError:  # too many positions, or a start that the solution does not know
            return ""
        with sitting.asked():
            words = verdict(sitting.game, turn, found)
        return f"  ({words})" if words else ""

    def hint(self, sitting: "Sitting") -> None:
        """Show what is best."""
        found = sitting.hint()
        self._rest()
        show(found, self.console)

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
        told = f" Cost of choices: {costs}." if costs else ""
        back = f" Taken back: {sitting.taken_back}." if sitting.taken_back else ""
        names = names_of(sitting.game)
        result = (
            f"{number(sitting.gained)} for {names[MAX]}"
            if MAX in names
            else f"it took {number(sitting.gained)}"
        )
        self.say(f"The game is over: {result}.{told}{back}")


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
        self._line(sitting, hint=sitting.hint().data)

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
