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


def test_arguments_are_in_capitals_as_in_the_documentation(cli):
    usage = {
        ("warm",): "[GAME]...",
        ("reproduce",): "[GAME]...",
        ("tables",): "[ACTION] [NAME]...",
        ("site",): "{DIR}",
        ("advise", "rivals"): "[POSITION]",
        ("explore", "tricks"): "[CLAIM]",
    }
    for command, arguments in usage.items():
        first = cli(*command, "--help").out.partition("\n\n")[0]
        assert first.endswith(f"saizen {' '.join(command)} [OPTIONS] {arguments}"), first
