"""A table's file is cut off while a player has it open: one line instead of a crash or another answer."""

import os
import shutil
import sys

import pytest
from specimens import run_apart

from saizen.errors import TableError
from saizen.games.calculation.machine.machine import prepare_machine
from saizen.games.calculation.machine.style import style_of
from saizen.store import Store, table

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
ENDS = ["same", "another answer", "refused", "another error"]


def player_at(directory):
    return prepare_machine(3, style_of("swift", 5), quick=True, store=Store(directory))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A directory with the table; what plays is compiled by now, so that no child has to load it."""
    directory = tmp_path_factory.mktemp("built")
    player_at(directory).play(1)
    return directory


def play_cut(directory, kept):
    """Play, cut off every file of the table, and play again; return the number of how that ends."""
    if kept == "mapped":
        table.IN_MEMORY = 0
    player = player_at(directory)
    before = player.play(1)
    for info in Store(directory).tables():
        for part in player.table.table.parts:
            os.truncate(info.path / part, 0)
    try:
        end = "same" if player.play(1) == before else "another answer"
    except TableError as error:
        end = "refused" if "while it was open" in str(error) else "another error"
    return ENDS.index(end)


@pytest.mark.parametrize(("kept", "told"), [("mapped", "refused"), ("memory", "same")])
def test_a_file_that_is_cut_off_while_it_is_open(built, tmp_path, kept, told, tally):
    directory = shutil.copytree(built, tmp_path / "store")
    code = run_apart(lambda: play_cut(directory, kept))
    end = ENDS[code] if code in range(len(ENDS)) else code
    tally("files cut off while open", noticed=end == told)
    assert end == told
    assert [info.state.value for info in Store(directory).tables()] == ["damaged"]
