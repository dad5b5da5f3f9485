"""Settings that would fill the memory are refused by the door, before the rules see them."""

import json
import re
from pathlib import Path
from typing import Annotated

import pytest

import saizen
from saizen import Game, Terminal
from saizen.errors import SaizenError
from saizen.games.bounds import _hints, check_bounds
from saizen.sitting import Sitting

EXAMPLES = Path(__file__).parents[2] / "examples"
ENTRIES = [
    saizen.load(f"{file}:{kind}")
    for file in sorted(EXAMPLES.glob("*.py"))
    for kind in re.findall(r"^class (\w+)\(Game", file.read_text(encoding="utf-8"), re.MULTILINE)
]
NUMBERS = [
    pytest.param(entry, name, id=f"{entry.title}-{name}")
    for entry in ENTRIES
    for name, hint in _hints(entry.kind).items()
    if "int" in str(hint)
]


class Deck(Game):
    """A deck that is made at once."""

    def __init__(self, cards: Annotated[int, range(1, 14)] = 4, name: str = "deck"):
        self.cards = list(range(cards))

    def start(self):
        return 0

    def look(self, position):
        return Terminal(0)


@pytest.mark.parametrize("cards", [1, 13, True, 1.0, "many", (1, 2)])
def test_what_is_inside_or_no_number_is_for_the_rules_to_judge(cards):
    check_bounds(Deck, {"cards": cards, "name": 10**12}, "deck")


@pytest.mark.parametrize("cards", [0, 14, -1, 10**30, 1.5, float("nan"), (1, 14), [[0]], {14}])
def test_a_number_outside_is_one_line_that_tells_what_is_inside(cards):
    with pytest.raises(SaizenError, match=r"^deck: cards=.* is not one of the numbers 1 to 13$"):
        check_bounds(Deck, {"cards": cards}, "deck")


def test_types_that_cannot_be_read_declare_nothing():
    def make(cards: "Annotated[Nothing, range(1)]"): ...  # noqa: F821

    check_bounds(make, {"cards": 5}, "deck")


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
