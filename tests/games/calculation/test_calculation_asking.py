"""A table of minutes is built when somebody agrees to it or insists; else the quick one answers."""

import pytest
from named_options import advise

from saizen.errors import SaizenError
from saizen.games.calculation.machine.machine import FULL
from saizen.games.calculation.machine.table_choice import QUICK_NOTE, choose_table
from saizen.games.calculation.stackgame.two_chains.stored_table import table_name
from saizen.store import Store
from saizen.work import SILENT, Silent, Stoppable, Waiting

MIDDLE = "A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 3"
QUESTION = "The full table for 3 stacks takes about 7 minutes to build. Build it now?"


class Person(Silent):
    """Somebody who always answers the same, or who must not be asked."""

    def __init__(self, answer=None):
        self.answer, self.questions = answer, []

    def agree(self, question):
        assert self.answer is not None
        self.questions.append(question)
        return self.answer


def choice(store, progress=SILENT, *, stacks=3, quick=False, full=False):
    return choose_table(stacks, quick=quick, full=full, store=store, progress=progress)


def test_nobody_to_ask_gets_the_quick_table_and_is_told(tmp_path):
    found = choice(Store(tmp_path))
    assert found.quick
    assert found.sentences == [
        QUICK_NOTE,
        "No full table for 3 stacks yet: --full builds it in about 7 minutes.",
    ]
    assert "about 80 minutes" in choice(Store(tmp_path), stacks=4).instead


@pytest.mark.parametrize("watched", [lambda person: person, Stoppable])
def test_whoever_is_asked_decides(tmp_path, watched):
    willing, other = Person(answer=True), Person(answer=False)
    assert choice(Store(tmp_path), watched(willing)) == (False, "")
    assert choice(Store(tmp_path), watched(other)).quick
    assert willing.questions == other.questions == [QUESTION]


def test_work_inside_other_work_asks_nobody(tmp_path):
    assert choice(Store(tmp_path), Waiting(Person())).quick


def test_options_leave_nothing_to_ask(tmp_path):
    store, never = Store(tmp_path), Person()
    assert choice(store, never, full=True) == (False, "")
    assert choice(store, never, quick=True) == (True, "")
    assert choice(store, never, stacks=2) == (False, "")  # built in seconds
    with pytest.raises(SaizenError, match="not both"):
        choice(store, never, quick=True, full=True)


def test_a_table_that_is_there_is_used(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(Store, "get_table", lambda _, name, *more: asked.append(name) or object())
    assert choice(Store(tmp_path), Person()) == (False, "")
    assert asked == [table_name(3, FULL)]


def test_the_answer_says_which_table_it_is_from():
    options = {"player": "swift", "labellings": 5}
    quick = advise(MIDDLE, quick=True, **options)
    assert quick.data["quick"] is True
    assert quick.notes[-1] == QUICK_NOTE
    small = advise("A0 B0 C0 D0 / - / 3", **options)
    assert small.data["quick"] is False
    assert QUICK_NOTE not in small.notes


def test_a_stack_game_needs_no_table():
    for given in ({"full": True}, {"quick": True}, {"labellings": 5}, {"player": "paper"}):
        with pytest.raises(SaizenError, match="--full do not fit"):
            advise("A6 B6 / B6 B5A3B3 A5 / B1", **given)
