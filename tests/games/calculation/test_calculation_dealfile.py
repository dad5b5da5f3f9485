"""A file of deals: in order in the end, and every finished deal is kept, in whatever order they finish."""

import random
from concurrent.futures import Executor, Future

import pytest

from saizen.errors import Cancelled, SaizenError
from saizen.games.calculation.deal_results import DealFile
from saizen.work import Stoppable, run


class Shuffled(Executor):
    """Finishes tasks in a random order, a few at every look, and breaks down after so many."""

    def __init__(self, rng, last):
        self.rng, self.last, self.waiting, self.done = rng, last, [], []

    def submit(self, function, task, /):
        future = Future()
        self.waiting.append((future, function, task))
        return future

    def check(self):
        for _ in range(min(3, len(self.waiting))):
            if len(self.done) == self.last:
                raise ConnectionError("the scheduler has gone")
            future, function, task = self.waiting.pop(self.rng.randrange(len(self.waiting)))
            future.set_result(function(task))
            self.done.append(task)


def played(number):
    return number, (f"won {number * number}",)


def finish(path, numbers, executor=None, progress=None, settings=None):
    """Complete a file; the deals that were played for it."""
    file = DealFile(path, settings or {"stacks": "3"}, ("outcome",))
    asked = []

    def compute(missing, ahead):
        asked.extend(missing)
        progress_ = progress or Stoppable()
        workers = None if executor else 1
        results = run(
            played, missing, executor, progress_, workers=workers, in_flight=7 if executor else None,
            early=lambda result: ahead(*result),
        )  # fmt: skip
        yield from results

    rows = list(file.complete(numbers, compute))
    assert rows == [played(number) for number in numbers]
    return asked


def test_no_finished_deal_is_lost_and_the_file_is_the_same(tmp_path):
    numbers = range(1, 41)
    finish(tmp_path / "whole.csv", numbers)
    for seed in range(20):
        rng, path, done = random.Random(seed), tmp_path / f"{seed}.csv", set()
        while True:
            executor = Shuffled(rng, rng.randrange(1, 12))
            try:
                asked = set(finish(path, numbers, executor))
                assert not done & asked, "a deal that had been finished is played again"
                break
            except ConnectionError:
                assert not done & set(executor.done)
                done |= set(executor.done)
        assert path.read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(
        ["whole.csv", *(f"{seed}.csv" for seed in range(20))]
    ), "nothing is left beside the files"


def begun(tmp_path, seed=3):
    """Return a file that lacks deals which stand beside it, and the file beside it."""
    path = tmp_path / "deals.csv"
    with pytest.raises(ConnectionError):
        finish(path, range(1, 41), Shuffled(random.Random(seed), 9))
    beside = tmp_path / "deals.csv.ahead"
    assert beside.read_bytes().count(b"\n") > 2
    return path, beside


def test_a_changed_row_beside_the_file_is_refused(tmp_path):
    path, beside = begun(tmp_path)
    content = beside.read_bytes()
    for at in range(len(content) - 1):  # without its last byte, the last row is torn
        beside.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        try:
            finish(path, range(1, 41))
        except SaizenError as error:
            assert "deals.csv.ahead" in str(error)  # noqa: PT017
        else:
            pytest.fail(f"byte {at} was changed and nobody noticed")
    beside.write_bytes(content)
    finish(path, range(1, 41))
    assert not beside.exists()


def test_a_torn_row_beside_the_file_is_played_again(tmp_path):
    whole = tmp_path / "whole.csv"
    finish(whole, range(1, 41))
    path, beside = begun(tmp_path)
    content = beside.read_bytes()
    beside.write_bytes(content[:-4])
    finish(path, range(1, 41))
    assert path.read_bytes() == whole.read_bytes()


def test_another_file_in_its_place_is_left_alone(tmp_path):
    beside = tmp_path / "deals.csv.ahead"
    beside.write_text("my notes\n")
    with pytest.raises(SaizenError, match=r"deals\.csv\.ahead: is not a file of this command"):
        finish(tmp_path / "deals.csv", range(1, 41), Shuffled(random.Random(1), 30))
    assert beside.read_text() == "my notes\n"


def test_other_settings_are_refused(tmp_path):
    path, beside = begun(tmp_path)
    path.unlink()
    with pytest.raises(SaizenError, match=r"deals\.csv\.ahead: written with stacks=3"):
        finish(path, range(1, 41), settings={"stacks": "4"})
    assert beside.exists()


def test_deals_that_are_not_asked_for_stay_beside_the_file(tmp_path):
    path, beside = begun(tmp_path)
    finish(path, range(100, 103))
    assert beside.exists()
    asked = finish(path, range(1, 41))
    assert len(asked) < 40
    assert not beside.exists()


def test_stopping_keeps_what_is_finished(tmp_path):
    progress, rng = Stoppable(), random.Random(5)

    class Stopped(Shuffled):
        def check(self):
            super().check()
            if len(self.done) > 8:
                progress.stop()

    executor = Stopped(rng, 100)
    with pytest.raises(Cancelled):
        finish(tmp_path / "deals.csv", range(1, 41), executor, progress)
    assert not set(executor.done) & set(finish(tmp_path / "deals.csv", range(1, 41)))
