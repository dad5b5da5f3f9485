"""Help comes out as it was written: no bracket is eaten, for any command of any game."""

import inspect
from typing import Annotated, get_args, get_origin

import pytest

from saizen.cli.group import INJECTED, command_function
from saizen.games import GAMES, OWN_COMMANDS, load

CASES = [(command, name) for name, game in GAMES.items() for command in game.commands]
CASES += [(command, "examples/nim.py:Nim") for command in OWN_COMMANDS]


def squeezed(text):
    """Leave the blanks out, which depend on the width of the terminal."""
    return "".join(text.split())


@pytest.mark.parametrize(("command", "name"), CASES)
def test_help_is_the_source_text(cli, command, name):
    ran = cli(command, name, "--help")
    assert ran.code == 0
    shown = squeezed(ran.out)
    function = command_function(load(name), command)
    assert squeezed((inspect.getdoc(function) or "").partition("\n\n")[0]) in shown
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name not in INJECTED and get_origin(parameter.annotation) is Annotated:
            assert squeezed(get_args(parameter.annotation)[1]) in shown, parameter.name
