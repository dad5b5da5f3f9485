"""``saizen warm``, and the doors to it."""

import gc
import json

import pytest
from typer.testing import CliRunner

from saizen.cli.app import app
from saizen.cli.warm import compile_all, compile_one, jobs_of
from saizen.errors import SaizenError
from saizen.games import GAMES
from saizen.kernels.jit import CODE


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_is_compiled(game):
    assert jobs_of(game)


def test_what_was_compiled_is_told_and_kept():
    answer = compile_all(["memory", "memory"], workers=1)
    done = [(job["game"], job["job"]) for job in answer.data["jobs"]]
    assert done == [("memory", "exact")]
    assert answer.data["code"] == str(CODE)
    assert any("sweep" in file.name for file in CODE.rglob("*.nbi"))
    assert str(CODE) in answer.notes[0]


@pytest.mark.parametrize("collects", [True, False])
def test_no_garbage_is_collected_between_the_kernels_of_a_job(monkeypatch, collects):
    seen = []

    def broken():
        seen.append(gc.isenabled())
        raise ValueError("broken")

    monkeypatch.setattr("saizen.games.tricks.warm.JOBS", {"broken": broken})
    try:
        if not collects:
            gc.disable()
        with pytest.raises(ValueError, match="broken"):
            compile_one(("tricks", "broken"))
        assert seen == [False]
        assert gc.isenabled() == collects
    finally:
        gc.enable()


def test_an_unknown_game_is_refused_before_anything_is_compiled():
    with pytest.raises(SaizenError, match="'chess' is none of the games"):
        compile_all(["memory", "chess"])


def test_the_command_answers_as_json(monkeypatch):
    monkeypatch.setattr("saizen.cli.warm.compile_one", lambda job: (job, 0.5))
    monkeypatch.setattr("saizen.cli.warm.run", lambda function, jobs, **_: map(function, jobs))
    found = CliRunner().invoke(app, ["warm", "tricks", "--json"])
    assert found.exit_code == 0
    assert [job["job"] for job in json.loads(found.output)["jobs"]] == jobs_of("tricks")
