"""Default texts of positions and moves: written as Python writes them, and read back safely.

Numbers, texts, None, tuples, frozensets, frozen dataclasses, named tuples and enumerations. A frozenset is
written in a fixed order, ``{1, 2}``; a fraction as ``1/3``; a plain word at the outermost level without
quotes. Nothing is evaluated: a name in a text stands for a class only if the game's own module has it.
"""

import ast
import re
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from math import isinf
from typing import Any

from saizen.errors import SaizenError

LONGEST = 1_000_000
"""Characters of a text that is read."""
QUOTED = 60
"""Characters of a bad text that are quoted."""
UNSEEN = ("Cc", "Cf", "Cs")
"""Unicode's categories of characters that are not shown: controls, formats, halves of characters."""
PLAIN = frozenset({int, str, bool, bytes, type(None)})
"""Types that are written as Python does."""
BEGINS = re.compile(r"""[0-9'"({-]|\.[0-9]|True|False|None|[rbu]{1,2}['"]""", re.IGNORECASE)
"""How a literal without names begins: what begins otherwise need not be parsed to see that it is none."""
LISTED = 12
"""Moves that an error message lists."""


def checked(text: str) -> str:
    """Return a text that comes from outside, a position, a move or a setting, if it can be read at all.

    One rule for all games. Digits are 0 to 9: those of other scripts are refused, since what looks like a 3
    might not be one. Blanks are blanks in any script, line ends and tabs included; other characters that one
    cannot see are refused. A text may have at most `LONGEST` characters.

    >>> checked("34567/12346 0-3 1-1")
    '34567/12346 0-3 1-1'
    >>> checked("\uff13/4")
    Traceback (most recent call last):
    saizen.errors.SaizenError: '\uff13/4': '\uff13' (FULLWIDTH DIGIT THREE) is not read; write 0 to 9
    """
    if len(text) > LONGEST:
        raise SaizenError(f"{short(text)!r} has {len(text):,} characters; at most {LONGEST:,} are read")
    if text.isascii() and text.isprintable():
        return text
    for sign in dict.fromkeys(text):
        if not sign.isascii() and sign.isdecimal():
            reason = f"{sign!r} ({unicodedata.name(sign, 'a digit')}) is not read; write 0 to 9"
            raise SaizenError(f"{short(text)!r}: {reason}")
        if unicodedata.category(sign) in UNSEEN and sign not in "\t\n\r":
            raise SaizenError(
                f"{short(text)!r}: the character U+{ord(sign):04X} cannot be seen; leave it out"
            )
    return text


def remove_blanks(text: str) -> str:
    """Leave the blanks of a text out; one inside a number is refused, since it may be a slip.

    >>> remove_blanks("4x1 + 2x2")
    '4x1+2x2'
    """
    if match := re.search(r"[0-9]\s+[0-9]", text):
        blank = " ".join(match[0].split())
        raise SaizenError(
            f"{short(text)!r}: the blank in {blank!r} stands inside a number, or a sign is missing"
        )
    return "".join(text.split())


def write(value: Any, *, bare: bool = True) -> str:
    """Write a value on one line; ``bare`` lets a plain word stand without quotes.

    >>> write("3 to 1"), write(("a", frozenset({2, 1}))), write("1"), write(Fraction(1, 3))
    ('3 to 1', "('a', {1, 2})", "'1'", '1/3')
    """
    if isinstance(value, str) and not isinstance(value, Enum):
        plain = bare and value.isprintable() and value == value.strip() and not _is_literal(value)
        return value if plain and value else repr(value)
    return _nested(value)


def _nested(value: Any) -> str:
    if type(value) in PLAIN:
        return repr(value)
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, float) and isinf(value):
        return "1e999" if value > 0 else "-1e999"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _call(value, value._fields)
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_nested, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, Fraction):
        return str(value) if value.denominator > 1 else f"{value.numerator}/1"
    if isinstance(value, frozenset):
        whole = all(type(entry) is int for entry in value)  # then the order needs no texts
        return "{" + ", ".join(map(_nested, sorted(value, key=None if whole else _place))) + "}"
    if is_dataclass(value) and not isinstance(value, type):
        return _call(value, [f.name for f in fields(value) if f.init and f.compare])
    return repr(value)


def _call(value: Any, names: Sequence[str]) -> str:
    inside = ", ".join(f"{name}={_nested(getattr(value, name))}" for name in names)
    return f"{type(value).__name__}({inside})"


def _place(entry: Any) -> tuple[bool, Any, str]:
    """Order the members of a set: numbers by size, then everything else by its text."""
    number = isinstance(entry, int | float | Fraction)
    return not number, entry if number else 0, _nested(entry)


def read(text: str, home: Any = None, *, bare: bool = True) -> Any:
    """Read what `write` wrote; raise ``ValueError`` in words.

    ``home`` is an object in whose modules the classes of the text are looked up. ``bare`` lets what is no
    literal be a plain word.

    >>> read("('a', {1, 2})") == ("a", frozenset({1, 2})), read("3 to 1"), read("1/3"), read("{}")
    (True, '3 to 1', Fraction(1, 3), frozenset())
    """
    literal = _literal(text.strip(), home)
    if literal is not None:
        return literal[0]
    if not bare:
        raise ValueError("it cannot be read")
    return text.strip()


@lru_cache(maxsize=1024)
def _known_literal(text: str) -> bool:
    return _literal(text) is not None


def _is_literal(text: str) -> bool:
    """Return whether a text that begins with no blank is a literal; short ones, moves mostly, come again."""
    if len(text) <= LONGEST and not BEGINS.match(text):
        return False
    return _known_literal(text) if len(text) <= QUOTED else _literal(text) is not None


def _literal(text: str, home: Any = None) -> tuple[Any] | None:
    """Return the value that a text is a literal of, in a tuple of one; None where it is none."""
    if len(text) > LONGEST:
        raise ValueError(f"it has {len(text)} characters, at most {LONGEST} are read")
    try:
        return (_value(ast.parse(text, mode="eval").body, home),)
    except (SyntaxError, ValueError, TypeError, KeyError, MemoryError, RecursionError, ZeroDivisionError):
        return None


def _value(node: ast.expr, home: Any) -> Any:
    match node:
        case ast.Constant(value=value) if value is not Ellipsis and not isinstance(value, complex):
            return value
        case ast.Tuple(elts=entries):
            return tuple(_value(entry, home) for entry in entries)
        case ast.Set(elts=entries):
            return frozenset(_value(entry, home) for entry in entries)
        case ast.Dict(keys=[]):
            return frozenset()
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(operand, home)
        case ast.BinOp(op=ast.Div(), left=above, right=below):
            return Fraction(_number(above, home), _number(below, home))
        case ast.Call(func=ast.Name(id=name), args=[], keywords=keywords):
            parts = {word.arg or "": _value(word.value, home) for word in keywords}
            return _made(_class(name, home), parts)
        case ast.Attribute(value=ast.Name(id=name), attr=member):
            kind = _class(name, home)
            return kind[member] if issubclass(kind, Enum) else _refuse()
    return _refuse()


def _number(node: ast.expr, home: Any) -> Any:
    number = _value(node, home)
    return number if isinstance(number, int | float | Fraction) else _refuse()


def _made(kind: Any, parts: dict[str, Any]) -> Any:
    """Make a value of one of the game's classes, which may refuse its parts in any way."""
    try:
        return kind(**parts)
    except Exception as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error


def _refuse() -> Any:
    raise ValueError("no literal")


def _class(name: str, home: Any) -> Any:
    """Find a class of values by its name in the modules that a game is written in."""
    for kind in type(home).__mro__:
        looked_up = vars(sys.modules.get(kind.__module__, ast)).get(name)
        plain = isinstance(looked_up, type) and (
            is_dataclass(looked_up)
            or issubclass(looked_up, Enum)
            or (issubclass(looked_up, tuple) and hasattr(looked_up, "_fields"))
        )
        if plain:
            return looked_up
    return _refuse()


def short(text: str) -> str:
    """Shorten a text for an error message.

    >>> len(short("9" * 5000))
    63
    """
    return text if len(text) <= QUOTED else text[:QUOTED] + "..."


def not_among(text: str, valid: Sequence[str], what: str) -> str:
    """Say in one line that a text is none of the valid ones.

    >>> not_among("x", ["a", "b"], "a move here")
    "'x' is not a move here; possible: a, b"
    """
    more = f" and {len(valid) - LISTED} more" if len(valid) > LISTED else ""
    listed = ", ".join(valid[:LISTED]) or "nothing"
    return f"{short(text)!r} is not {what}; possible: {listed}{more}"
