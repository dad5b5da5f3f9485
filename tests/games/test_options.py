"""Options are declared once: each of them reaches the rules or the solution, and no name hides another."""

from dataclasses import dataclass, make_dataclass
from typing import Annotated

import pytest

from saizen import SaizenError, load
from saizen.cli.app import command_of
from saizen.game import names_of, outcome_names, rules_of
from saizen.games import GAMES, NAMES, Entry
from saizen.games.options import Options, options_of

CHANGES = {
    "abgame": {"places": 2, "symbols": 7, "repeat": True, "dummies": 1},
    "calculation": {"stacks": 2, "cards": 3, "foundations": 3, "shuffled": 5},
    "memory": {
        "deck": "2x3",
        "take": "free",
        "objective": "win",
        "lead": 1,
        "players": 1,
        "memory": "2",
        "forget": "oldest",
        "passes": 2,
        "seen": True,
    },
    "rivals": {"rules": "assassin-reversed", "set": ["remove=clown"]},
    "tricks": {
        "n": 3,
        "score": "1",
        "left": "4,3",
        "right": "2,1",
        "lead": "R",
        "led": 4,
        "objective": "avoid",
    },
}
"""Another value for each option of the rules."""
HANDS = {"left": "4,2", "right": "3,1", "score": "2"}
BESIDE = {
    ("calculation", "foundations"): {"cards": 3},
    ("memory", "lead"): {"objective": "win"},
    ("memory", "memory"): {"players": 1},
    ("memory", "forget"): {"players": 1, "memory": "2"},
    ("tricks", "score"): {"n": 3},
    ("tricks", "left"): {**HANDS, "right": "2,1"},
    ("tricks", "right"): {**HANDS, "left": "4,3"},
    ("tricks", "lead"): HANDS,
    ("tricks", "led"): HANDS,
}
"""Options without which another one says nothing."""
BOARDS = {("memory", "memory"): "4x2+2x1:4x1", ("memory", "forget"): "4x2+2x1:4x1"}
"""Positions whose rules an option changes where it says nothing about the usual game."""


def seen(game):
    """Return what a game shows of its rules: the first positions of a dealt game, words, drawings, fields."""
    start = game.dealt(1)
    look = game.look(start)
    following = outcome_names(game, look) if hasattr(look, "outcomes") else getattr(look, "options", None)
    fields = {name: repr(value) for name, value in getattr(game, "__dict__", {}).items()}
    return (
        game.text(start),
        names_of(game),
        rules_of(game),
        str(game.describe(start, None)),
        str(len(following) if following is not None else None),
        fields,
        str(vars(game.deal(1, start)) if hasattr(game.deal(1, start), "__dict__") else ""),
    )


def test_every_option_of_the_rules_is_changed_here():
    assert set(CHANGES) == set(NAMES)
    for name, entry in GAMES.items():
        assert set(CHANGES[name]) == {option.name for option in options_of(entry.options)}


@pytest.mark.parametrize(("name", "option"), [(name, option) for name in CHANGES for option in CHANGES[name]])
def test_an_option_changes_the_rules(name, option):
    beside, board = BESIDE.get((name, option), {}), BOARDS.get((name, option), "")
    other = {"left": {**HANDS}, "right": {**HANDS}}.get(option, beside)
    before = made(name, board, other)
    assert seen(before) != seen(made(name, board, {**beside, option: CHANGES[name][option]}))


def made(name, board, options):
    return GAMES[name].read(board, **options)[0] if board else GAMES[name].game(**options)


@pytest.mark.parametrize("name", NAMES)
def test_an_option_is_declared_in_one_class_and_offered_by_commands(name):
    entry = GAMES[name]
    declared = [option.name for kind in (entry.options, entry.solver) for option in options_of(kind)]
    assert len(declared) == len(set(declared))
    for command in entry.names:
        offered = [option.name for option in command_of(entry, command).options]
        assert len(offered) == len(set(offered)), command
        assert all(option.help for option in command_of(entry, command).options), command
    rules = {option.name for option in options_of(entry.options)}
    assert rules <= {option.name for option in entry.command("advise").options}


def entry_with(**declared):
    return Entry(
        name="toy", title="Toy", summary="", make=lambda options: None, solve=lambda *a, **k: None, **declared
    )


@dataclass(frozen=True, slots=True)
class Size(Options):
    size: Annotated[int, "How large.", range(1, 9)] = 3


@dataclass(frozen=True, slots=True)
class Bundle(Options):
    options: Annotated[int, "The name of the bundle itself."] = 3


@dataclass(frozen=True, slots=True)
class Move(Options):
    move: Annotated[int, "The name of an option of advise."] = 3


def test_a_name_that_collides_is_refused():
    for declared in ({"options": Size, "solver": Size}, {"options": Bundle}, {"solver": Bundle}):
        with pytest.raises(
            SaizenError, match=r"an option cannot be called '(size|options)', the name is taken"
        ):
            entry_with(**declared)
    with pytest.raises(SaizenError, match="its option 'move' is also an option of saizen advise"):
        entry_with(options=Move).command("advise")({})


@pytest.mark.parametrize("name", ["json", "store", "progress", "help", "out", "entry"])
def test_a_name_that_every_command_has_is_refused(name):
    """A face fills these in: a game's option would be hidden, and keep its default in silence."""
    declared = make_dataclass("Taken", [(name, int, 3)], bases=(Options,), frozen=True, slots=True)
    with pytest.raises(SaizenError, match=f"an option cannot be called '{name}', the name is taken"):
        entry_with(options=declared)


def test_values_are_checked_once_for_every_face(cli):
    entry = load("rivals")
    for given, words in (
        ({"nothing": 1}, "'nothing' is not an option of rivals; possible: rules, set"),
        ({"rules": True}, "rules = True: it must be a text"),
        ({"set": "remove=clown"}, "set = 'remove=clown': it must be a list"),
    ):
        with pytest.raises(SaizenError, match=words.partition(";")[0]):
            entry.game(**given)
    with pytest.raises(SaizenError, match="toy: size=9 is not one of the numbers 1 to 8"):
        entry_with(options=Size).rules({"size": 9})
    assert entry_with(options=Size).rules({"size": 8}).changed() == {"size": 8}
    assert cli("advise", "rivals", "--nothing", "1").code == 2
