"""The language of claims: expressions such as ``V0 - V1 in 0..2`` or ``swap(nonscore) >= 0``.

Text is parsed here by hand and evaluated on arrays; nothing of it is ever run as Python. From loose to
tight: ``=>`` (if ... then), ``or``, ``and``, ``not``, comparisons (``< <= == != >= >``, chained, and
``in LOW..HIGH``), ``+ -``, ``* // %``, unary minus, names, numbers, calls and parentheses.

Numbers are exact: an expression whose value might not fit a machine word is refused before anything is
computed, and so is one that is too long or too deep. A division by zero is an error, but only where it
counts: ``and``, ``or`` and ``=>`` ask for their right side only where the left side has not decided.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from saizen.errors import SaizenError

TOKEN = re.compile(r"\s*(?:([0-9]+)|([A-Za-z_]\w*)|(=>|<=|>=|==|!=|\.\.|//|[-+*%<>(),]))")
LONGEST, DEEPEST = 200, 25
"""How many words and signs an expression may have, and how many parentheses inside each other."""
LARGEST_NAME = 1000
"""No value of a name or of a call of the game's is larger, nor below its negative."""
LARGEST = 2**61
"""No value of an expression may be as large; a difference of two still fits a machine word."""
KEYWORDS = ("and", "or", "not", "in")
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
    ">=": lambda x, y: x >= y,
    ">": lambda x, y: x > y,
}
BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    # where the divisor is 0 the result is not asked for, see `evaluate`
    "//": lambda x, y: x // np.where(y == 0, 1, y),
    "%": lambda x, y: x % np.where(y == 0, 1, y),
    "and": lambda x, y: np.logical_and(x != 0, y != 0),
    "or": lambda x, y: np.logical_or(x != 0, y != 0),
    "=>": lambda x, y: np.logical_or(x == 0, y != 0),
}
UNDECIDED: dict[str, Callable[[Any], Any]] = {
    "and": lambda x: x != 0,
    "or": lambda x: x == 0,
    "=>": lambda x: x != 0,
}
"""The deals for which the left side does not decide."""
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": np.abs,
    "min": lambda *values: np.minimum.reduce(np.broadcast_arrays(*values)),
    "max": lambda *values: np.maximum.reduce(np.broadcast_arrays(*values)),
}


class DivisionByZero(SaizenError):  # noqa: N818
    """An expression divides by zero; ``where`` marks the deals."""

    def __init__(self, where: Any) -> None:
        super().__init__("division by zero")
        self.where = where


@dataclass(frozen=True, slots=True)
class Node:
    """One step of an expression: ``kind`` is number, name, call, negate, not, compare, range, an operator."""

    kind: str
    word: str = ""
    parts: tuple["Node", ...] = ()
    operators: tuple[str, ...] = ()

    def walk(self) -> Iterator["Node"]:
        """Yield this node and all below it."""
        yield self
        for part in self.parts:
            yield from part.walk()


def parse(text: str) -> Node:
    """Read an expression.

    >>> parse("V0 - V1 in 0..2").kind
    'range'
    >>> parse("V0 - ")
    Traceback (most recent call last):
    saizen.errors.SaizenError: 'V0 - ': something is missing at the end
    """
    node = _Parser(text).whole()
    if _largest(node) >= LARGEST:
        raise SaizenError(f"{_short(text)}: its numbers can become larger than 2**61; use smaller factors")
    return node


def evaluate(node: Node, look: Callable[[str, tuple[Node, ...], Any], Any], where: Any = True) -> Any:
    """Compute a node; ``look(name, arguments, where)`` gives the value of a name or of a call of the game's.

    ``where`` marks the deals that count: only there a division by zero raises `DivisionByZero`.

    >>> int(evaluate(parse("2 * x + 1"), lambda name, arguments, where: 3))
    7
    """
    if node.kind == "number":
        return np.int64(node.word)
    if node.kind in ("name", "call") and node.word not in FUNCTIONS:
        return look(node.word, node.parts, where)
    values: list[Any] = []
    for part in node.parts:
        if values and node.kind in UNDECIDED:
            where = np.logical_and(where, UNDECIDED[node.kind](values[0]))
        # Truth counts as 0 or 1: NumPy's own booleans would add True and True to True.
        values.append(np.asarray(evaluate(part, look, where)).astype(np.int64))
    if node.kind == "call":
        return FUNCTIONS[node.word](*values)
    if node.kind == "negate":
        return -values[0]
    if node.kind == "not":
        return values[0] == 0
    if node.kind == "range":
        return np.logical_and(values[0] >= values[1], values[0] <= values[2])
    if node.kind == "compare":
        links = [COMPARE[op](*pair) for op, pair in zip(node.operators, pairwise(values), strict=False)]
        return np.logical_and.reduce(np.broadcast_arrays(*links))
    if node.kind in ("//", "%") and np.any(zero := np.logical_and(where, values[1] == 0)):
        raise DivisionByZero(zero)
    return BINARY[node.kind](values[0], values[1])


def _largest(node: Node) -> int:
    """Return a bound of the absolute value of a node and of everything in it."""
    parts = [_largest(part) for part in node.parts]
    if node.kind == "number":
        return int(node.word)
    if node.kind == "name" or (node.kind == "call" and node.word not in FUNCTIONS):
        return max([LARGEST_NAME, *parts])
    if node.kind in ("+", "-"):
        return sum(parts)
    return parts[0] * max(1, parts[1]) if node.kind == "*" else max(1, *parts)


def _short(text: str) -> str:
    """Quote a text, the beginning of it if it is long."""
    return repr(text if len(text) <= 80 else f"{text[:77]}...")


class _Parser:
    """A recursive descent over the tokens, one method a level of binding."""

    def __init__(self, text: str) -> None:
        self.shown = _short(text)
        self.tokens: list[str] = []
        text = text.rstrip()
        at = 0
        while at < len(text):
            token = TOKEN.match(text, at)
            if not token:
                raise SaizenError(f"{self.shown}: {text[at:].strip()[0]!r} is not understood here")
            self.tokens.append(token[0].strip())
            at = token.end()
            if len(self.tokens) > LONGEST:
                raise SaizenError(f"{self.shown} is too long; a claim has at most {LONGEST} words and signs")
        self.at = 0
        self.depth = 0

    def whole(self) -> Node:
        node = self.implication()
        if self.at < len(self.tokens):
            raise SaizenError(f"{self.shown}: {self.tokens[self.at]!r} is not expected here")
        return node

    def accept(self, *tokens: str) -> str | None:
        if self.at < len(self.tokens) and self.tokens[self.at] in tokens:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def expect(self, token: str) -> None:
        if not self.accept(token):
            raise SaizenError(f"{self.shown}: {token!r} is missing")

    def binary(self, below: Callable[[], Node], *operators: str) -> Node:
        node = below()
        while operator := self.accept(*operators):
            node = Node(operator, parts=(node, below()))
        return node

    def implication(self) -> Node:
        node = self.binary(self.conjunction, "or")
        return Node("=>", parts=(node, self.implication())) if self.accept("=>") else node

    def conjunction(self) -> Node:
        return self.binary(self.negation, "and")

    def negation(self) -> Node:
        return Node("not", parts=(self.negation(),)) if self.accept("not") else self.comparison()

    def comparison(self) -> Node:
        parts = [self.sum()]
        if self.accept("in"):
            parts.append(self.sum())
            self.expect("..")
            return Node("range", parts=(*parts, self.sum()))
        operators = []
        while operator := self.accept(*COMPARE):
            operators.append(operator)
            parts.append(self.sum())
        return Node("compare", parts=tuple(parts), operators=tuple(operators)) if operators else parts[0]

    def sum(self) -> Node:
        return self.binary(self.product, "+", "-")

    def product(self) -> Node:
        return self.binary(self.unary, "*", "//", "%")

    def unary(self) -> Node:
        return Node("negate", parts=(self.unary(),)) if self.accept("-") else self.atom()

    def atom(self) -> Node:
        if self.at >= len(self.tokens):
            raise SaizenError(f"{self.shown}: something is missing at the end")
        token = self.tokens[self.at]
        self.at += 1
        if token == "(":
            node = self.inside()
            self.expect(")")
            return node
        if token.isdecimal():
            if len(token) > 6:
                raise SaizenError(f"{self.shown}: {token} is too large; numbers have at most 6 digits")
            return Node("number", token)
        if not token.isidentifier() or token in KEYWORDS:
            raise SaizenError(f"{self.shown}: {token!r} is not expected here")
        if not self.accept("("):
            return Node("name", token)
        parts = [self.inside()]
        while self.accept(","):
            parts.append(self.inside())
        self.expect(")")
        return Node("call", token, tuple(parts))

    def inside(self) -> Node:
        """Read what stands in parentheses."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise SaizenError(f"{self.shown}: more than {DEEPEST} parentheses inside each other")
        node = self.implication()
        self.depth -= 1
        return node
