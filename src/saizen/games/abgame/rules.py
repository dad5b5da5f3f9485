"""The rules of code-breaking: a person guesses, the keeper of the code answers.

A position is the set of codes that are still possible; every legal guess is a move and costs 1, also one
that shows nothing new. The value is the least expected number of guesses, ``S(A) / |A|``.
"""

import random
import re
import textwrap
from collections.abc import Mapping
from fractions import Fraction
from math import perm
from typing import Any

from saizen.drawing import Drawing
from saizen.errors import MoveError, PositionError
from saizen.game import DEALER, MIN, Chance, Decision, Game, Lazy, Move, Step, Terminal
from saizen.games.abgame.drawing import draw_position
from saizen.games.abgame.position import STAR, AbPosition
from saizen.games.abgame.size import Code, Guesses, Reply, Size, respond
from saizen.games.abgame.text import code_text, example_code, parse_answer, parse_code, position_text
from saizen.games.abgame.text import read_position as read

WIDTH = 78
"""Columns of the rules in words."""
RULES = """
The keeper has chosen a secret code: {places}, each with a symbol from 1 to {symbols}; {alike}.{ten}

The guesser names a code{dummies}. The keeper answers with two numbers: A counts the symbols that are right
and in the right place, B those that are right but belong in another place. If the secret is {secret}, the
guess {guess} gets {answer}.

The guesser goes on until the code is found ({all_right}), with as few guesses as possible; every guess
counts, also one that could not be right."""


class AbGame(Game[AbPosition]):
    """Code-breaking as a one-player game against chance; outcomes of guesses are computed when asked for.

    >>> from saizen import solve
    >>> game = AbGame(Size(2, 3))
    >>> solve(game).value(game.start())
    Fraction(13, 6)
    """

    players: Mapping[int, str] = {MIN: "guesser", DEALER: "keeper"}

    def __init__(self, size: Size) -> None:
        self.size = size
        self.rules_text = rules_in_words(size)
        self.move_form = f"a guess, as {code_text(example_code(size), size)}"
        self._guesses = Guesses(size)

    def __repr__(self) -> str:
        return f"<AbGame {self.size}>"

    def start(self) -> AbPosition:
        """Return all codes."""
        return AbPosition.start(self.size)

    def look(self, position: AbPosition) -> Terminal | Decision:
        """Offer every legal guess."""
        if not position.patterns:
            return Terminal(0)
        return Decision(MIN, Lazy(self._guesses, lambda guess: self._asked(position, guess)))

    def _asked(self, position: AbPosition, guess: Code) -> Step:
        """Pay for a guess; the answer says which candidates are left."""
        parts, many = position.parts(guess), len(position)
        outcomes = [
            (Fraction(len(part), many), part.finished() if answer == self.size.all_right else part)
            for answer, part in parts.items()
        ]
        return Step(1, Chance(outcomes, [str(answer) for answer in parts]))

    def text(self, position: AbPosition) -> str:
        """Write the size and the history, or the candidates: ``3x7 123:0A1B``, ``3x4 {123;124}``."""
        return position_text(position)

    def parse(self, text: str) -> AbPosition:
        """Read a history, or a list of candidates."""
        position = read(text)
        if position.size != self.size:
            raise PositionError(f"{text!r} is a position of {position.size}, not of {self.size}")
        return position

    def move_text(self, position: AbPosition, move: Move) -> str:
        """Write a guess."""
        return code_text(_as_code(move), self.size)

    def parse_move(self, position: AbPosition, text: str) -> Code:
        """Read a guess: ``123``, ``1,2,3`` or ``1 2 3``."""
        written = re.sub(r"\s*[,\s]\s*", ",", text.strip())
        try:
            return parse_code(written, self.size)
        except PositionError as error:
            raise MoveError(str(error)) from None

    def describe(self, position: AbPosition, seat: int | None = None) -> Drawing:
        """Show the guesses with their answers, and what is left when that is little."""
        return draw_position(position)

    def explain(self, position: AbPosition, moves: Mapping[int, Move], after: Any) -> str:
        """Say what an answer means and how many codes it leaves."""
        if DEALER not in moves:
            return ""
        answer = parse_answer(str(moves[DEALER]), self.size)
        if answer == self.size.all_right:
            return f"{answer}: {self.move_text(position, moves[MIN])} is the code"
        left = f"{len(after):,} {'code' if len(after) == 1 else 'codes'} left"
        if len(after) == len(position):
            left += ", as many as before"
        return f"{answer}: {reply_in_words(answer)}; {left}"

    def deal(self, seed: int, start: AbPosition | None = None) -> "Secret":
        """Choose a secret among the candidates; the same seed chooses the same one."""
        return Secret(self, self.start() if start is None else start, seed)


class Secret:
    """The code that the keeper has in mind; it answers, and never shows itself."""

    def __init__(self, game: AbGame, start: AbPosition, seed: int) -> None:
        self._secret = _chosen(start, random.Random(f"secret/{seed}")) if start.patterns else None

    def outcome(
        self, position: AbPosition, moves: Mapping[int, Move], chance: Chance, dice: random.Random
    ) -> int:
        """Answer the guess that was made."""
        assert self._secret is not None  # a game that is over asks nothing
        answer = respond(self._secret, _as_code(moves[MIN]))
        return list(chance.names or ()).index(str(answer))


def _as_code(move: Any) -> Code:
    code: Code = move
    return code


def _chosen(position: AbPosition, rng: random.Random) -> Code:
    """Draw one of the candidates, all alike, without listing them."""
    unused = position.unused
    weights = [1 if position.size.repeat else perm(len(unused), p.count(STAR)) for p in position.patterns]
    pattern = rng.choices(position.patterns, weights)[0]
    symbols = iter(rng.sample(unused, pattern.count(STAR)))
    return tuple(next(symbols) if symbol == STAR else symbol for symbol in pattern)


def reply_in_words(answer: Reply) -> str:
    """Say what an answer means.

    >>> reply_in_words(Reply(1, 2)), reply_in_words(Reply(0, 0))
    ('1 in the right place, 2 elsewhere', 'no symbol is right')
    """
    phrases = []
    if answer.a:
        phrases.append(f"{answer.a} in the right place")
    if answer.b:
        phrases.append(f"{answer.b} elsewhere" if answer.a else f"{answer.b} right, but in another place")
    return ", ".join(phrases) or "no symbol is right"


def rules_in_words(size: Size) -> str:
    """Write the rules of a size for a new player."""
    secret, guess = example_code(size), _example_guess(size)
    more = f", in which also {_range(size.symbols + 1, size.all_symbols)} may stand" if size.dummies else ""
    text = RULES.format(
        places=f"{size.places} {'place' if size.places == 1 else 'places'}",
        symbols=size.symbols,
        alike="a symbol may occur more than once" if size.repeat else "all symbols of a code are different",
        ten=" The tenth symbol is written 0." if size.all_symbols == 10 else "",
        dummies=more,
        secret=code_text(secret, size),
        guess=code_text(guess, size),
        answer=respond(secret, guess),
        all_right=size.all_right,
    )
    name = "Mastermind (マスターマインド)" if size.repeat else "AB game, Bulls and Cows (数当てゲーム)"
    paragraphs = [textwrap.fill(" ".join(lines.split()), WIDTH) for lines in text.split("\n\n")]
    return "\n\n".join([name, *paragraphs])


def _example_guess(size: Size) -> Code:
    """Return a guess for the example: some symbols right, some elsewhere, one that is not there."""
    secret = example_code(size)
    if size.places < 3 or size.symbols <= size.places:
        return secret[::-1]
    return (secret[0], size.places + 1, secret[1], *secret[3:])


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"
