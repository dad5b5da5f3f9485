"""Positions as text: ``3x7 123:0A1B 345:0A2B``.

First the size: places x symbols, ``r`` when symbols may repeat, ``+d`` for d dummy symbols. Then the
history, a guess and its answer at a time; codes are written without commas while every symbol has one
digit (0 is the tenth symbol of a size with ten), with commas above: ``3x21 1,2,12:0A1B``. Instead of or
after a history the candidates can be listed: ``3x7 {254;436;437}``.
"""

import re
from dataclasses import dataclass
from typing import Any

from saizen.errors import PositionError
from saizen.games.abgame.position import AbPosition, Contradiction, History, contradiction
from saizen.games.abgame.size import Code, Reply, Size
from saizen.notation import remove_blanks

EXAMPLE = "3x7 123:0A1B 345:0A2B"
MOST_GUESSES = 1000
"""Guesses of a history that is read."""
MOST_REPAIRS = 60
"""Changes that are reported as data when a history is impossible."""
LONGEST = 60
"""Characters of a bad text that are quoted."""


def short(text: str) -> str:
    """Quote a text, a long one shortened.

    >>> short("abc"), len(short("9" * 5000))
    ("'abc'", 65)
    """
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + "...")


def parse_size(text: str) -> Size:
    """Read a size.

    >>> parse_size("3x4+1")
    Size(places=3, symbols=4, repeat=False, dummies=1)
    """
    match = re.fullmatch(r"([0-9]{1,2})[xX×]([0-9]{1,3})(r?)(?:\+([0-9]{1,2}))?", text)
    if not match:
        raise PositionError(
            f"{short(text)} is not a size; one looks like 3x7, 4x6r (repetition) or 3x4+1 (one dummy)"
        )
    return Size(int(match[1]), int(match[2]), match[3] == "r", int(match[4] or 0))


def is_short(size: Size) -> bool:
    """Return whether every symbol of a size is written with one digit; then 0 is the tenth."""
    return size.all_symbols <= 10


def code_text(code: Code, size: Size) -> str:
    """Write a code.

    >>> code_text((1, 2, 10), Size(3, 10)), code_text((1, 2, 10), Size(3, 11))
    ('120', '1,2,10')
    """
    if is_short(size):
        return "".join(str(symbol % 10) for symbol in code)
    return ",".join(map(str, code))


def parse_code(text: str, size: Size, *, secret: bool = False) -> Code:
    """Read a guess (or a secret, which has no dummy symbols).

    >>> parse_code("120", Size(3, 10)), parse_code("1,2,12", Size(3, 21))
    ((1, 2, 10), (1, 2, 12))
    """
    if re.fullmatch(r"[0-9]{1,4}(,[0-9]{1,4})+", text):
        code = tuple(map(int, text.split(",")))
    elif re.fullmatch(r"[0-9]{1,30}", text) and (size.places > 1 or is_short(size)):
        code = tuple(int(digit) or 10 for digit in text)
    elif re.fullmatch(r"[0-9]{1,4}", text):
        code = (int(text),)
    else:
        raise PositionError(
            f"{short(text)} is not a code of {size}; one looks like {code_text(example_code(size), size)}"
        )
    text = text if len(text) <= LONGEST else text[:LONGEST] + "..."
    symbols = size.symbols if secret else size.all_symbols
    if len(code) != size.places:
        raise PositionError(f"{text!r} has {len(code)} symbols; a code of {size} has {size.places}")
    for symbol in code:
        if not 1 <= symbol <= symbols:
            shown = "0 (which is 10)" if symbol == 10 and is_short(size) else str(symbol)
            raise PositionError(f"{text!r}: {shown} is not a symbol of {size}; they are 1 to {symbols}")
    if not size.repeat and len(set(code)) < len(code):
        raise PositionError(
            f"{text!r} repeats a symbol; in {size} all differ (in {size.places}x{size.symbols}r not)"
        )
    return code


def example_code(size: Size) -> Code:
    """Return a code of a size, to show what one looks like."""
    return tuple(min(i, size.symbols) for i in range(1, size.places + 1))


def parse_answer(text: str, size: Size) -> Reply:
    """Read an answer.

    >>> str(parse_answer("1a1b", Size(3, 7)))
    '1A1B'
    """
    match = re.fullmatch(r"([0-9])\s*[aA]\s*([0-9])\s*[bB]", text)
    if match and Reply(int(match[1]), int(match[2])) in size.answers():
        return Reply(int(match[1]), int(match[2]))
    answers = " ".join(map(str, size.answers()))
    raise PositionError(f"{short(text)} is not an answer of {size}; the answers are {answers}")


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A position text taken apart."""

    size: Size
    history: History
    listed: frozenset[Code] | None


def read(text: str) -> ParsedText:
    """Take a position text apart, without asking whether it is possible."""
    words = re.sub(r"\{[^{}]*\}", lambda listed: remove_blanks(listed[0]), text).split()
    if not words:
        raise PositionError(f"an empty text is not a position; one looks like {EXAMPLE!r}")
    size, history, listed = parse_size(words[0]), [], None
    if len(words) > MOST_GUESSES + 2:
        raise PositionError(
            f"{short(text)} has {len(words) - 1:,} guesses; a position has at most {MOST_GUESSES:,}"
        )
    for word in words[1:]:
        if word.startswith("{") and word.endswith("}") and listed is None:
            separator = ";" if ";" in word or not is_short(size) else ","
            codes = dict.fromkeys(filter(None, word[1:-1].split(separator)))  # each is read once
            listed = frozenset(parse_code(code, size, secret=True) for code in codes)
            continue
        guess, colon, answer = word.partition(":")
        if not colon:
            raise PositionError(
                f"{short(word)} has no answer; write the guess, a colon and the answer: {EXAMPLE!r}"
            )
        history.append((parse_code(guess, size), parse_answer(answer, size)))
    return ParsedText(size, tuple(history), listed)


def parse(text: str) -> AbPosition:
    """Read a position; a history that no secret fits is an error that says where it went wrong.

    >>> len(list(parse("3x7 123:0A1B 345:0A2B").candidates()))
    10
    """
    return _possible(text, read(text))


def _possible(text: str, written: ParsedText) -> AbPosition:
    """Return the position of a text that was taken apart."""
    position = AbPosition.after(written.size, written.history, written.listed)
    if not position.patterns:
        raise Impossible(repr(text), written)
    return position


def read_position(text: str) -> AbPosition:
    """Read a position as `position_text` writes it; ``{}`` at the end says that the code is found.

    >>> len(read_position("3x7 123:0A1B 345:3A0B {}")), len(read_position("3x7 123:0A1B"))
    (0, 72)
    """
    written = read(text)
    if written.listed is None or written.listed:
        return _possible(text, written)
    if not written.history:
        return AbPosition(written.size, (), (), (), frozenset())
    last = AbPosition.after(written.size, written.history)
    if not last.patterns:
        raise Impossible(short(text), ParsedText(written.size, written.history, None))
    if written.history[-1][1] != written.size.all_right:
        raise PositionError(f"{short(text)} is impossible: no candidate is listed, but the code is not found")
    return last.finished()


def text_of(size: Size, history: History) -> str:
    """Write a history as it is read.

    >>> text_of(Size(3, 7), (((1, 2, 3), Reply(0, 1)),))
    '3x7 123:0A1B'
    """
    return " ".join([str(size), *(f"{code_text(guess, size)}:{answer}" for guess, answer in history)])


def position_text(position: AbPosition) -> str:
    """Write a position: its history where it is known, else its candidates.

    >>> position_text(parse("3x7 {254,436} 123:0A1B")), position_text(AbPosition.start(Size(3, 7)))
    ('3x7 123:0A1B {254;436}', '3x7')
    """
    listed = position.listed_first
    if position.history is None:
        listed = frozenset(position.candidates())
    begun = text_of(position.size, position.history or ())
    if listed is None:
        return begun
    return f"{begun} {_listed(position.size, listed)}"


def _listed(size: Size, codes: frozenset[Code]) -> str:
    return f"{{{';'.join(code_text(code, size) for code in sorted(codes))}}}"


class Impossible(PositionError):  # noqa: N818 - the name reads as the condition it is
    """A history that no secret fits; ``data`` has the answer where it broke and the changes that mend it.

    >>> try:
    ...     parse("3x4 123:3A0B 124:3A0B")
    ... except Impossible as error:
    ...     error.data["at"], error.data["repairs"][1]
    (1, {'at': 1, 'guess': '124', 'was': '3A0B', 'answer': '2A0B', 'position': '3x4 123:3A0B 124:2A0B'})
    """

    def __init__(self, quoted: str, written: ParsedText) -> None:
        broken = _broken(written)
        super().__init__(f"{quoted} is impossible: {_in_words(written, broken)}")
        self.data = {} if broken is None else _as_data(written, broken)


def _broken(written: ParsedText) -> Contradiction | None:
    if written.listed is not None and not written.listed:
        return None
    return contradiction(written.size, written.history, written.listed)


def explain(written: ParsedText) -> str:
    """Say at which answer a history became impossible, and which single other answer would mend it.

    >>> where, how = explain(read("3x4 123:3A0B 124:3A0B")).split("; ")
    >>> where
    'no secret is left after answer 2 (124:3A0B)'
    >>> how
    'it would be possible with one answer changed: answer 1 (123) to 2A0B, or answer 2 (124) to 2A0B'
    """
    return _in_words(written, _broken(written))


def _in_words(written: ParsedText, broken: Contradiction | None) -> str:
    if broken is None:
        return "no candidate is listed"
    size, history = written.size, written.history
    mends = [
        f"answer {repair.at + 1} ({code_text(history[repair.at][0], size)}) to "
        + "/".join(map(str, repair.answers))
        for repair in broken.repairs
    ]
    guess, answer = history[broken.at]
    where = f"no secret is left after answer {broken.at + 1} ({code_text(guess, size)}:{answer})"
    if not mends:
        return f"{where}; no single changed answer would make the history possible"
    return f"{where}; it would be possible with one answer changed: {', or '.join(mends)}"


def _as_data(written: ParsedText, broken: Contradiction) -> dict[str, Any]:
    """Return where a history breaks and, for each single change that mends it, the position that it makes."""
    size, history = written.size, written.history
    listed = "" if written.listed is None else f" {_listed(size, written.listed)}"
    repairs: list[dict[str, Any]] = []
    for repair in broken.repairs:
        guess, was = history[repair.at]
        for answer in repair.answers[: MOST_REPAIRS - len(repairs)]:
            mended = (*history[: repair.at], (guess, answer), *history[repair.at + 1 :])
            texts = {"guess": code_text(guess, size), "was": str(was), "answer": str(answer)}
            repairs.append({"at": repair.at, **texts, "position": text_of(size, mended) + listed})
    return {"at": broken.at, "repairs": repairs}
