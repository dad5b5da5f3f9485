"""A game at a real table between a person and the perfect player."""

import random

from saizen.advice import Answer, Table
from saizen.exact import decimal
from saizen.games.memory.board import Board
from saizen.games.memory.rules import Memory, Objective, Take
from saizen.games.memory.tabletop import PerfectPlayer, Tabletop
from saizen.talk import Talk

HELP = (
    "Type the number of a card to turn it. 'hint' tells what each plan is worth, 'seen' shows the cards "
    "that were turned (otherwise remember them yourself), 'quit' leaves."
)
PERSON, PLAYER = 0, 1


class Duel:
    """One game; everything said and asked goes through ``talk``."""

    def __init__(self, board: Board, take: Take, objective: Objective, seed: int | None, talk: Talk) -> None:
        source = random.Random(seed)
        self.rules = Memory(board, take=take, objective=objective)
        self.talk = talk
        self.tabletop = Tabletop(board, source)
        self.player = PerfectPlayer(self.rules)
        self.scores = [0, 0]
        self.passed = 0

    def run(self, person_begins: bool) -> Answer:
        """Play until the table is empty, the game is ended by passing, or the person leaves."""
        mover = PERSON if person_begins else PLAYER
        self.talk.say(HELP)
        left = False
        try:
            while self.tabletop.left and self.passed < self.rules.passes:
                hit = self._person() if mover == PERSON else self._perfect()
                mover = mover if hit else 1 - mover
        except EOFError:
            left = True
        mine, theirs = self.scores
        if left:
            result = "you left"
        else:
            result = "you win" if mine > theirs else "the perfect player wins" if theirs > mine else "a draw"
        data = {"you": mine, "perfect player": theirs, "result": result}
        return Answer(data, notes=[f"You {mine}, perfect player {theirs}: {result}."])

    # ------------------------------------------------------------------ the two players

    def _person(self) -> bool:
        self.talk.say(self._picture())
        must = self._known_pairs() if self.rules.take == "forced" else []
        if must:
            self.talk.say("A known pair is on the table and must be taken: " + " or ".join(must) + ".")
        first = self._ask("Your first card?", None)
        letter = self.tabletop.cards[first]
        self.talk.say(f"Card {first + 1} is {letter}.")
        second = self._ask("Your second card?", first)
        self.talk.say(f"Card {second + 1} is {self.tabletop.cards[second]}.")
        return self._finish(PERSON, first, second)

    def _perfect(self) -> bool:
        first, second = self.player.places(self.tabletop, self.scores[PLAYER] - self.scores[PERSON])
        cards = self.tabletop.cards
        self.talk.say(
            f"The perfect player turns {first + 1}: {cards[first]}, then {second + 1}: {cards[second]}."
        )
        return self._finish(PLAYER, first, second)

    def _finish(self, mover: int, first: int, second: int) -> bool:
        passing = {first, second} <= self.tabletop.seen
        letter = self.tabletop.cards[first]
        hit = self.tabletop.turn(first, second)
        who = "You take" if mover == PERSON else "The perfect player takes"
        if hit:
            self.scores[mover] += 1
            self.passed = 0
            self.talk.say(
                f"{who} {letter} {letter}. You {self.scores[PERSON]}, perfect player {self.scores[PLAYER]}."
            )
        else:
            self.passed = self.passed + 1 if passing else 0
            if passing:
                ends = (
                    "That ends the game."
                    if self.passed == self.rules.passes
                    else "Another would end the game."
                )
                self.talk.say(f"A 0-move: both cards were known. {ends}")
        return hit

    # ------------------------------------------------------------------ asking

    def _ask(self, question: str, first: int | None) -> int:
        """Ask for a card until it is one that may be turned."""
        allowed = self._allowed(first)
        while True:
            answer = self.talk.ask(question, [*(str(place + 1) for place in allowed), "hint", "seen", "quit"])
            if answer == "quit":
                raise EOFError
            if answer == "hint":
                self.talk.say(self._hint(first))
            elif answer == "seen":
                self.talk.say(self._seen())
            else:
                return int(answer) - 1

    def _allowed(self, first: int | None) -> list[int]:
        tabletop = self.tabletop
        forced = self.rules.take == "forced"
        if first is None:
            pairs = [
                place for place in tabletop.left if place in tabletop.seen and len(self._mates(place)) > 0
            ]
            return pairs if forced and pairs else tabletop.left
        mates = self._mates(first)
        return mates if forced and mates else [place for place in tabletop.left if place != first]

    def _mates(self, place: int) -> list[int]:
        return [other for other in self.tabletop.known(self.tabletop.cards[place]) if other != place]

    def _known_pairs(self) -> list[str]:
        letters = sorted({self.tabletop.cards[place] or "" for place in self.tabletop.seen})
        return [
            " ".join(str(place + 1) for place in self.tabletop.known(letter)[:2])
            for letter in letters
            if len(self.tabletop.known(letter)) > 1
        ]

    # ------------------------------------------------------------------ showing

    def _picture(self) -> str:
        """Show the table: numbers of the cards that lie, dots where cards are gone."""
        cards = self.tabletop.cards
        width = len(str(len(cards))) + 1
        signs = [str(place + 1) if card is not None else "." for place, card in enumerate(cards)]
        columns = min(13, max(4, round(len(cards) ** 0.5 + 0.5)))
        lines = [signs[start : start + columns] for start in range(0, len(signs), columns)]
        return "\n".join("".join(sign.rjust(width) for sign in line) for line in lines)

    def _seen(self) -> str:
        seen = [f"{place + 1}={self.tabletop.cards[place]}" for place in sorted(self.tabletop.seen)]
        return "Seen: " + (" ".join(seen) if seen else "nothing yet") + "."

    def _hint(self, first: int | None) -> Table | str:
        moves, answers = self.player.decide(self.tabletop.board(), self.scores[PERSON] - self.scores[PLAYER])
        if first is None:
            choices, title = tuple(moves), "what each plan is worth"
        elif first in self.tabletop.seen:
            return "The first card was known: match it if you can, else turn an unknown card, or pass."
        else:
            choices = answers[self.tabletop.kind(self.tabletop.cards[first])]
            title = "what each second card is worth"
        rows = [[choice.move, choice.value, decimal(choice.value, 4), choice.optimal] for choice in choices]
        return Table(title, ["move", "value", "≈", "best"], rows)
