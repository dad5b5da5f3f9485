"""Positions and moves as text: everything that is written is read back, and nothing is ever evaluated."""

import enum
import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from saizen import Game, Terminal
from saizen.notation import LONGEST, not_among, read, short, write

TRACE = []


class Suit(enum.Enum):
    HEARTS = "♥"
    SPADES = "♠"


class Rank(enum.IntEnum):
    ACE = 1
    TWO = 2


class Colour(enum.StrEnum):
    RED = "red"


class Card(NamedTuple):
    suit: Suit
    rank: int


@dataclass(frozen=True)
class Hand:
    cards: tuple
    lead: object = 0
    dealt: str = field(default="", compare=False)
    size: int = field(init=False, default=3)


@dataclass(frozen=True)
class Picky:
    """Refuses other parts than it expects in its own way."""

    cards: object

    def __post_init__(self):
        self.cards.sort()


def leave_a_trace(**parts):
    TRACE.append(parts)


class Home(Game):
    def start(self):
        return (0,)

    def look(self, position):
        return Terminal(0)


ODD = st.sampled_from(
    [
        "",
        " ",
        "'",
        '"',
        "'\"",
        "7",
        "-3",
        "1/3",
        "None",
        "True",
        "{",
        "{}",
        "()",
        "(1,)",
        "a b",
        " a",
        "a\n",
        "\\",
        "é",
        "神経衰弱",
        "\u200b",
        "\ud800",
        "Suit.HEARTS",
        "Hand(cards=())",
        "nan",
        "1e5",
        "0x10",
        "#",
        "1j",
        "b'a'",
        "f''",
        "...",
        "1_000",
        "'a' 'b'",
        "\x00",
        "a\x85b",
        "\xa0x",
        "007",
        "x" * 300,
    ]
)
NUMBERS = st.one_of(st.integers(), st.fractions(), st.floats(allow_nan=False))
SIMPLE = st.one_of(
    st.none(), st.booleans(), NUMBERS, ODD, st.text(max_size=6), st.sampled_from([*Suit, *Rank, *Colour])
)
VALUES = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(tuple),
        st.frozensets(inner, max_size=4),
        st.builds(Hand, st.lists(inner, max_size=3).map(tuple), inner, st.text(max_size=3)),
        st.builds(Card, st.sampled_from(Suit), st.integers()),
    ),
    max_leaves=12,
)


def same(one, other):
    """Equal, and of the same types all the way down (1, 1.0 and True are not the same)."""
    if isinstance(one, frozenset):
        return isinstance(other, frozenset) and one == other
    if type(one) is not type(other) or one != other:
        return False
    if isinstance(one, tuple):
        return all(map(same, one, other))
    if isinstance(one, Hand):
        return same(one.cards, other.cards) and same(one.lead, other.lead)
    return not isinstance(one, float) or math.copysign(1, one) == math.copysign(1, other)


@given(VALUES, st.booleans())
@example(math.inf, True)
@example((-math.inf,), True)
@example(-0.0, True)
@example((1e999, -1e-320), False)
@example(frozenset({None, True, "True", 2, (1,)}), True)
@example(Fraction(-4), True)
@example(Rank.TWO, True)
@example((Rank.TWO, Colour.RED), True)
@example(Colour.RED, False)
def test_what_is_written_is_read_back(value, bare):
    text = write(value, bare=bare)
    assert "\n" not in text
    assert len(text.splitlines()) <= 1
    assert same(read(text, Home(), bare=bare), value), text


@given(st.lists(SIMPLE, max_size=6, unique=True))
def test_a_set_has_one_text(values):
    assert write(frozenset(values)) == write(frozenset(reversed(values)))


@given(VALUES, VALUES)
def test_different_values_have_different_texts(one, other):
    if one != other:
        assert write(one) != write(other)


def test_what_is_only_for_people_is_not_written():
    assert write(Hand((1,), 2, "dealt")) == "Hand(cards=(1,), lead=2)"
    assert write(Card(Suit.SPADES, 3)) == "Card(suit=Suit.SPADES, rank=3)"
    assert write(frozenset({"b", 10, 9, None})) == "{9, 10, 'b', None}"


HOSTILE = [
    "__import__('os')",
    "__import__(name='os')",
    "open('trace', 'w')",
    "open(file='trace', mode='w')",
    "Home()",
    "leave_a_trace()",
    "leave_a_trace(a=1)",
    "TRACE.append(1)",
    "Suit.__class__",
    "Suit.mro",
    "Suit.FLOWERS",
    "Hand.__init__",
    "Hand(cards=(), **{'lead': 1})",
    "Hand(nonsense=1)",
    "Hand()",
    "Hand(1)",
    "Card(suit=1)",
    "().__class__",
    "(lambda: 1)()",
    "[x for x in (1,)]",
    "1 if True else 2",
    "1/0",
    "1/'a'",
    "1/1e400",
    "1e400/3",
    "-'a'",
    "-(1, 2)",
    "9**9**9",
    "1 << 10**9",
    "{1: 2}",
    "{(1,): [2]}",
    "{[1]}",
    "[1]",
    "f'{open}'",
    "a := 1",
    "*a, b",
    "(*(1,),)",
    "(",
    "(" * 5000,
    "(" * 300 + ")" * 300,
    "-" * 9000 + "1",
    "1/" * 3000 + "1",
    "9" * 6000,
    "9" * (LONGEST + 1),
    "'" + "a" * LONGEST + "'",
    "\x00",
    "\ud800",
    "'\ud800",
    "",
    " ",
    "...",
    "1j",
    "Picky(cards=1)",
    "(1, Picky(cards=1))",
]


@pytest.mark.parametrize("bare", [True, False])
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_words_or_refused(text, bare, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try:
        found, told = read(text, Home(), bare=bare), ""
    except ValueError as error:
        found, told = None, str(error)
    assert len(told) < 200
    assert told or (bare and found == text.strip())
    assert not list(tmp_path.iterdir())
    assert not TRACE


PIECES = st.lists(
    st.sampled_from(
        ["(", ")", "{", "}", ",", "-", "/", "1", "0", "'a'", "a", ".", "=", "Hand", "Card", "Suit"]
    )
    | st.sampled_from(
        ["cards", "HEARTS", "open", "__import__", "None", " ", "[", "]", "**", "lambda", ":", "\n"]
    )
)


@given(st.one_of(st.text(), PIECES.map("".join)), st.booleans())
def test_any_text_is_read_or_refused_by_a_value_error(text, bare):
    try:
        read(text, Home(), bare=bare)
    except ValueError:
        assert not bare or len(text) > LONGEST
    assert not TRACE


def test_errors_are_short():
    assert len(short("x" * 10_000)) < 70
    listed = not_among("z" * 1000, [str(i) for i in range(100)], "a move here")
    assert listed.endswith("11 and 88 more")
    assert len(listed) < 200
    assert not_among("x", [], "possible") == "'x' is not possible; possible: nothing"


LITERALS = "1|-1|- 1|.5|1e9|0x1|'a'|\"a\"|(1)|(1,)|{1}|{}|True|None, 1|b'x'|Rb'x'|u'x'|1/3|-1/3|1 # one|--1"
WORDS = "x..|.x.|.........|...|[1]|+1|~1|é, 1|f'x'|not 1|3 to 1|Truth|none|a/2|x, 1|3\N{SUPERSCRIPT TWO}"


@pytest.mark.parametrize("text", LITERALS.split("|"))
def test_a_text_that_would_be_read_as_something_else_is_quoted(text):
    assert write(text) == repr(text)
    assert read(write(text)) == text
    assert read(text) != text


@pytest.mark.parametrize("text", WORDS.split("|"))
def test_a_word_stands_without_quotes(text):
    assert write(text) == read(text) == text
