"""A table's file is cut off while a player has it open: one line instead of a crash or another answer."""

import subprocess
import sys

import pytest

from saizen.store import Store

ASK = """
import os, sys
from saizen.errors import TableError
from saizen.games.calculation.machine.machine import prepared
from saizen.games.calculation.machine.style import style_of
from saizen.store import Store, table

if sys.argv[2] == "mapped":
    table.IN_MEMORY = 0
player = prepared(3, style_of("swift", 5), quick=True, store=Store(sys.argv[1]))
before = player.play(1)
for info in Store(sys.argv[1]).tables():
    for part in player.table.table.parts:
        os.truncate(info.path / part, 0)
try:
    print("same" if player.play(1) == before else "another answer")
except TableError as error:
    print("refused" if "while it was open" in str(error) else error)
"""


@pytest.mark.parametrize(("kept", "told"), [("mapped", "refused"), ("memory", "same")])
def test_a_file_that_is_cut_off_while_it_is_open(tmp_path, kept, told, tally):
    words = [sys.executable, "-c", ASK, str(tmp_path), kept]
    ran = subprocess.run(words, check=False, capture_output=True, text=True, timeout=500)
    tally("files cut off while open", noticed=ran.stdout == f"{told}\n")
    assert (ran.returncode, ran.stdout) == (0, f"{told}\n"), ran.stderr
    assert [info.state.value for info in Store(tmp_path).tables()] == ["damaged"]
