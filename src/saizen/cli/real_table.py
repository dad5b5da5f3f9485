"""``saizen play --assist`` where cards are hidden: enter what you see, get what is best by it."""

import json as json_module
from typing import Any

from saizen.answer.table import plain
from saizen.cli.face import Face, read_line, word_of
from saizen.cli.terminal import show
from saizen.errors import Cancelled, SaizenError
from saizen.game import names_of, rules_of
from saizen.sitting.real_table import RealTable
from saizen.solver.hidden.report import place_answer

WORDS = "h hint, u undo, n new hand, q quit"


def assist(table: RealTable, name: str, face: Face, *, json: bool = False) -> None:
    """Read what a person sees and does, line by line, and say what is best before each choice."""
    who = names_of(table.game)[table.seat]
    loop = _Assistant(table, name, face, json)
    if not json:
        face.say(f"You are {who}. Enter what you see and what you do. ({WORDS})")
    try:
        loop.tell()
        while loop.turn():
            pass
    except (EOFError, KeyboardInterrupt, Cancelled):
        face.say("You left the table.")


class _Assistant:
    def __init__(self, table: RealTable, name: str, face: Face, json: bool) -> None:
        self.table, self.name, self.face, self.json = table, name, face, json

    def turn(self) -> bool:
        """Read one line and do what it says; return whether to continue."""
        text = read_line(None if self.json else self.face.console, "" if self.json else self._question())
        possible = {*self.table.views(), *self.table.moves()}
        word = None if text.strip() in possible else word_of(text)
        try:
            match word:
                case ("q", _):
                    return False
                case ("?", _):
                    self.face.say(f"{rules_of(self.table.game)}\n{WORDS}")
                case ("u", _):
                    self.table.undo()
                case ("n", _):
                    self.table.again()
                case ("h", _) | None if not text.strip() or word:
                    pass
                case _:
                    self.table.enter(text)
        except SaizenError as error:
            self._wrong(str(error))
            return True
        self.tell()
        return True

    def _question(self) -> str:
        table = self.table
        moves, views = ", ".join(table.moves()), list(table.views())
        seen = " or ".join(views) if 0 < len(views) <= 6 else f"{len(views)} possible" if views else ""
        asked = [f"your move ({moves})"] if moves else []
        asked += [f"what you see ({seen})"] if seen else []
        return f"{' or '.join(asked) or 'the hand is over: n'}> "

    def _wrong(self, words: str) -> None:
        if self.json:
            self._line(error=words)
        else:
            self.face.say(words)

    def _line(self, **more: Any) -> None:
        table = self.table
        state = {"game": self.name, "seat": table.seat, "seen": table.seen, "moves": list(table.moves())}
        data = {**state, "views": list(table.views()), **more}
        print(json_module.dumps(plain(data), ensure_ascii=False), flush=True)

    def tell(self) -> None:
        """Show what is best, where the seat chooses."""
        answer = None
        if self.table.decides:
            answer = place_answer(self.table.solution, self.table.advice(), self.name)
        if self.json:
            self._line(**({"hint": answer.json_data()} if answer else {}))
        elif answer:
            show(answer, self.face.console)
