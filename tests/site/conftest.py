"""Sites that are built once, and scripts that node runs beside the page's modules."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("pydantic", reason="pip install '.[web]'")

from saizen.site.build import chosen_games, site_files
from saizen.site.files import write_folder
from saizen.store import Store

SCRIPTS = Path(__file__).parent / "js"


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Return a function that builds a site of games without their papers: ``built(names, own)``."""
    made = {}

    def build(names, own=()):
        key = tuple(names), tuple(own)
        if key not in made:
            folder = tmp_path_factory.mktemp("site")
            write_folder(folder, site_files(chosen_games(names, own), Store(), compare=False))
            made[key] = folder
        return made[key]

    return build


def run_node(script, *arguments, stdin=""):
    """Run one of the scripts here with node; return what it prints last, read as JSON."""
    if shutil.which("node") is None:
        pytest.skip("there is no node on this machine")
    command = ["node", "--import", SCRIPTS / "static.mjs", SCRIPTS / script, *map(str, arguments)]
    ran = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr[-3000:]
    return json.loads(ran.stdout.splitlines()[-1])


@pytest.fixture(scope="session")
def node():
    """Return the function that runs a script here with node."""
    return run_node
