"""A table of minutes is built when somebody agrees to it or insists; else the quick one answers."""

import pytest

from saizen.advice import Advice
from saizen.errors import SaizenError
from saizen.games.calculation import commands
from saizen.store import Store

MIDDLE = "A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 3"


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """Answer nothing, and note whether the quick table is used."""
    used = []

    def answered(text, game, here, player, labellings, quick, store, progress):
        used.append(quick)
        return Advice({"position": text}, [], [], [])

    monkeypatch.setattr(commands, "_solitaire", answered)

    def ask(**options):
        made = commands.advise(MIDDLE, store=Store(tmp_path), **options)
        return used[-1], made

    return ask


def test_nobody_to_ask_gets_the_quick_table_and_is_told(asked):
    quick, made = asked()
    assert quick
    assert made.data["quick"] is True
    assert "--full builds it in about 7 minutes" in made.notes[-1]


def test_whoever_is_asked_decides(asked):
    questions = []

    def agree(question, answer):
        questions.append(question)
        return answer

    assert not asked(agree=lambda question: agree(question, True))[0]
    quick, made = asked(agree=lambda question: agree(question, False))
    assert quick
    assert made.data["quick"]
    assert questions == ["The full table for 3 stacks takes about 7 minutes to build. Build it now?"] * 2


def test_options_leave_nothing_to_ask(asked):
    def never(question):
        raise AssertionError(question)

    quick, made = asked(full=True, agree=never)
    assert not quick
    assert "quick" not in made.data
    quick, made = asked(quick=True, agree=never)
    assert quick
    assert "quick" not in made.data
    with pytest.raises(SaizenError, match="not both"):
        asked(quick=True, full=True)


def test_a_table_that_is_there_or_takes_seconds_is_used(asked, monkeypatch):
    monkeypatch.setattr(Store, "get_table", lambda *_: object())
    assert not asked()[0]
    monkeypatch.undo()
    assert commands._build_to_agree_to(2, Store()) == ""


def test_a_stack_game_needs_no_table():
    with pytest.raises(SaizenError, match="--full are not for it"):
        commands.advise("A6 B6 / B6 B5A3B3 A5 / B1", full=True)
