"""One game against a person, either way round."""

import random
from typing import Any

from saizen.advice import Answer
from saizen.errors import PositionError
from saizen.games.abgame.book import opened
from saizen.games.abgame.engine import TooLarge, TooLong
from saizen.games.abgame.guessers import quick_guess
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.rules import Code, Reply, Size, respond
from saizen.games.abgame.text import Written, code_text, explain, parse_answer, parse_code
from saizen.games.abgame.tree import best_guess
from saizen.talk import Talk

PATIENCE = 1.0
"""Seconds the exact answer may take before a rule of thumb is used."""


def you_guess(size: Size, talk: Talk, seed: int | None = None) -> Answer:
    """Let the person guess a random secret, and tell how good each guess was."""
    rng = random.Random(seed)
    numbers = range(1, size.symbols + 1)
    secret: Code = tuple(
        rng.choices(numbers, k=size.places) if size.repeat else rng.sample(numbers, size.places)
    )
    talk.say(
        f"I have a secret of {size}: {size.places} symbols from 1 to {size.symbols}, e.g. {_example(size)}."
    )
    here = AbPosition.start(size)
    guesses: list[Code] = []
    while True:
        text = talk.ask(f"Guess {len(guesses) + 1} (? for advice):").strip()
        if text == "?":
            guess, exact = _guess(here)
            kind = "a best guess is" if exact else "a good guess, by entropy, is"
            talk.say(f"{len(here)} codes are possible; {kind} {code_text(guess, size)}.")
            continue
        try:
            guess = parse_code(text, size)
        except PositionError as error:
            talk.say(str(error))
            continue
        answer = respond(secret, guess)
        guesses.append(guess)
        here = here.answered(guess, answer)
        if answer == size.found:
            talk.say(f"{answer}: that is it, after {len(guesses)} guesses.")
            return _reply(size, "you", guesses, True)
        talk.say(f"{answer}  ({len(here)} codes left)")


def i_guess(size: Size, talk: Talk) -> Answer:
    """Guess the person's secret."""
    talk.say(f"Think of a code of {size} and answer my guesses, like 1A1B: A right place, B wrong place.")
    here = AbPosition.start(size)
    history: list[tuple[Code, Reply]] = []
    while True:
        guess, exact = _guess(here)
        how = "" if exact else " (by entropy)"
        text = talk.ask(f"Guess {len(history) + 1}: {code_text(guess, size)}{how}?").strip()
        try:
            answer = parse_answer(text, size)
        except PositionError as error:
            talk.say(str(error))
            continue
        history.append((guess, answer))
        if answer == size.found:
            talk.say(f"Found after {len(history)} guesses.")
            return _reply(size, "me", [guess for guess, _ in history], True)
        here = here.answered(guess, answer)
        if not here.patterns:
            talk.say(f"Something is wrong: {explain(Written(size, tuple(history), None))}.")
            return _reply(size, "me", [guess for guess, _ in history], False)


def _guess(here: AbPosition) -> tuple[Code, bool]:
    """Return an optimal guess, or one by entropy if that takes long; and whether it is exact."""
    engine = opened(here.size)
    try:
        engine.total(here, seconds=PATIENCE)
        return best_guess(engine, here), True
    except (TooLarge, TooLong):
        return quick_guess(here), False


def _example(size: Size) -> str:
    return code_text(tuple(min(i, size.symbols) for i in range(1, size.places + 1)), size)


def _reply(size: Size, guesser: str, guesses: list[Code], finished: bool) -> Answer:
    data: dict[str, Any] = {"game": "abgame", "size": str(size), "guesser": guesser, "finished": finished}
    return Answer(data | {"guesses": [code_text(guess, size) for guess in guesses]})
