"""The language of claims: expressions such as ``V0 - V1 in 0..2`` or ``swap(nonscore) >= 0``.

Text is parsed here by hand and evaluated on arrays; nothing of it is ever run as Python. From loose to
tight: ``=>`` (if ... then), ``or``, ``and``, ``not``, comparisons (``< <= == != >= >``, chained, and
``in LOW..HIGH``), ``+ -``, ``* // %``, unary minus, names, numbers, calls and parentheses.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from saizen.errors import SaizenError

TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_]\w*)|(=>|<=|>=|==|!=|\.\.|//|[-+*%<>(),]))")
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
    "//": lambda x, y: x // np.where(y == 0, 1, y),
    "%": lambda x, y: x % np.where(y == 0, 1, y),
    "and": lambda x, y: np.logical_and(x != 0, y != 0),
    "or": lambda x, y: np.logical_or(x != 0, y != 0),
    "=>": lambda x, y: np.logical_or(x == 0, y != 0),
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": np.abs,
    "min": lambda *values: np.minimum.reduce(np.broadcast_arrays(*values)),
    "max": lambda *values: np.maximum.reduce(np.broadcast_arrays(*values)),
}


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
    return _Parser(text).whole()


def evaluate(node: Node, look: Callable[[str, tuple[Node, ...]], Any]) -> Any:
    """Compute a node; ``look(name, arguments)`` gives the value of a name or of a call of the game's.

    >>> int(evaluate(parse("2 * x + 1"), lambda name, arguments: 3))
    7
    """
    if node.kind == "number":
        return np.int64(node.word)
    if node.kind in ("name", "call") and node.word not in FUNCTIONS:
        return look(node.word, node.parts)
    # Truth counts as 0 or 1: NumPy's own booleans would add True and True to True.
    values = [np.asarray(evaluate(part, look)).astype(np.int64) for part in node.parts]
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
    return BINARY[node.kind](values[0], values[1])


class _Parser:
    """A recursive descent over the tokens, one method a level of binding."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = []
        at = 0
        while text[at:].strip():
            found = TOKEN.match(text, at)
            if not found:
                raise SaizenError(f"{text!r}: {text[at:].strip()[0]!r} is not understood here")
            self.tokens.append(found[0].strip())
            at = found.end()
        self.at = 0

    def whole(self) -> Node:
        node = self.implication()
        if self.at < len(self.tokens):
            raise SaizenError(f"{self.text!r}: {self.tokens[self.at]!r} is not expected here")
        return node

    def accept(self, *wanted: str) -> str | None:
        if self.at < len(self.tokens) and self.tokens[self.at] in wanted:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def expect(self, wanted: str) -> None:
        if not self.accept(wanted):
            raise SaizenError(f"{self.text!r}: {wanted!r} is missing")

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
            raise SaizenError(f"{self.text!r}: something is missing at the end")
        token = self.tokens[self.at]
        self.at += 1
        if token == "(":
            node = self.implication()
            self.expect(")")
            return node
        if token.isdecimal():
            if len(token) > 6:
                raise SaizenError(f"{self.text!r}: {token} is too large; numbers have at most 6 digits")
            return Node("number", token)
        if not token.isidentifier() or token in KEYWORDS:
            raise SaizenError(f"{self.text!r}: {token!r} is not expected here")
        if not self.accept("("):
            return Node("name", token)
        parts = [self.implication()]
        while self.accept(","):
            parts.append(self.implication())
        self.expect(")")
        return Node("call", token, tuple(parts))
