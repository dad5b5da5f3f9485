"""Help comes out as it was written: no bracket is eaten, for any command of any game."""

import pytest

from saizen.cli.app import command_of
from saizen.games import COMMON, GAMES, load

CASES = [(command, name) for name, game in GAMES.items() for command in game.names]
CASES += [(command, "examples/nim.py:Nim") for command in COMMON]


def squeezed(text):
    """Leave the blanks out, which depend on the width of the terminal."""
    return "".join(text.split())


@pytest.mark.parametrize(("command", "name"), CASES)
def test_help_is_the_source_text(cli, command, name):
    ran = cli(command, name, "--help")
    assert ran.code == 0
    shown = squeezed(ran.out)
    asked = command_of(load(name), command)
    assert asked.help
    assert squeezed(asked.help) in shown
    for option in asked.options:
        assert option.help
        assert squeezed(option.help) in shown, option.name
