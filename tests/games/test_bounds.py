"""Settings that would fill the memory are refused by the door, before the rules see them."""

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Annotated

import pytest

import saizen
from saizen import Game, Terminal
from saizen.errors import SaizenError
from saizen.games.options import options_of
from saizen.games.own import generic_game
from saizen.sitting import Sitting

EXAMPLES = Path(__file__).parents[2] / "examples"
KINDS = [
    (file, kind)
    for file in sorted(EXAMPLES.glob("*.py"))
    for kind in re.findall(r"^class (\w+)\(Game", file.read_text(encoding="utf-8"), re.MULTILINE)
]
NUMBERS = [
    pytest.param(saizen.load(f"{file}:{kind}"), option.name, id=f"{kind}-{option.name}")
    for file, kind in KINDS
    for option in options_of(getattr(import_module(file.stem), kind), filled=())
    if "int" in str(option.kinds)
]


class Deck(Game):
    """A deck that is made at once."""

    def __init__(self, cards: Annotated[int, range(1, 14)] = 4, name: str = "deck"):
        self.cards = list(range(cards))

    def start(self):
        return 0

    def look(self, position):
        return Terminal(0)


def made(kind, **settings):
    return generic_game("deck", kind, "Deck", "", "").game(**settings)


@pytest.mark.parametrize("cards", [1, 13, True, 1.0, "many", (1, 2)])
def test_what_is_inside_or_no_number_is_for_the_rules_to_judge(cards):
    class Judge(Deck):
        def __init__(self, cards: Annotated[int, range(1, 14)] = 4, name: str = "deck"):
            self.judged = cards, name

    assert made(Judge, cards=cards, name=10**12).judged == (cards, 10**12)


@pytest.mark.parametrize("cards", [0, 14, -1, 10**30, 1.5, float("nan"), (1, 14), [[0]], {14}])
def test_a_number_outside_is_one_line_that_tells_what_is_inside(cards):
    with pytest.raises(SaizenError, match=r"^deck: cards=.* is not one of the numbers 1 to 13$"):
        made(Deck, cards=cards)


def test_types_that_cannot_be_read_declare_nothing():
    class Unread(Deck):
        def __init__(self, cards: "Annotated[Nothing, range(1)]" = 4):  # noqa: F821
            super().__init__(5)

    assert made(Unread, cards=5)


@pytest.mark.parametrize(("entry", "name"), NUMBERS)
def test_every_number_of_an_example_has_bounds(entry, name):
    for huge in (10**12, (10**12,)):
        with pytest.raises(SaizenError, match=f"{name}=.* is not one of the numbers"):
            entry.game(**{name: huge})
    with pytest.raises(SaizenError, match="is not one of the numbers"):
        entry.game(set_=[f"{name}=1000000000000"])
    assert entry.game()


def test_a_link_cannot_fill_the_memory():
    sitting = saizen.sit(f"{EXAMPLES}/goofspiel.py:Goofspiel", cards=2)
    whole = json.loads(sitting.to_text()) | {"options": {"cards": 10**10}}
    with pytest.raises(SaizenError, match="cards=10000000000 is not one of the numbers 1 to 13"):
        Sitting.from_text(json.dumps(whole), sitting.entry)
