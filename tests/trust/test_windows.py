"""What Windows does otherwise, as far as it can be tried elsewhere: its answers are played by stand-ins."""

import os
import signal

import pytest

from saizen import __main__ as process
from saizen import work
from saizen.store import building, files


@pytest.fixture
def windows(monkeypatch):
    monkeypatch.setattr(files, "WINDOWS", True)
    monkeypatch.setattr(files, "PATIENCE", 0.2)


def test_a_file_that_is_being_read_is_replaced_a_moment_later(windows, monkeypatch, tmp_path):
    path, really, refused = tmp_path / "table.json", os.replace, []

    def busy(source, target):
        if len(refused) < 3:
            refused.append(target)
            raise PermissionError(13, "used by another process", str(target))
        really(source, target)

    monkeypatch.setattr(os, "replace", busy)
    files.replace_file(path, "new")
    assert path.read_text() == "new"
    assert len(refused) == 3


def test_a_file_that_stays_open_elsewhere_is_an_error_and_nothing_is_left(windows, monkeypatch, tmp_path):
    def busy(source, target):
        raise PermissionError(13, "used by another process", str(target))

    monkeypatch.setattr(os, "replace", busy)
    with pytest.raises(PermissionError):
        files.replace_file(tmp_path / "table.json", "new")
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_writer_left_is_closed_before_it_is_deleted(windows, monkeypatch, tmp_path):
    left, really, opened = tmp_path / ".table.json.1-0.tmp", os.unlink, set()
    left.write_text("half")
    real_open, real_close = os.open, os.close

    def note(path, *more):
        descriptor = real_open(path, *more)
        opened.add(descriptor)
        return descriptor

    def forget(descriptor):
        opened.discard(descriptor)
        real_close(descriptor)

    def unlink(path, **more):
        if opened:
            raise PermissionError(13, "used by another process", str(path))
        really(path, **more)

    monkeypatch.setattr(os, "open", note)
    monkeypatch.setattr(os, "close", forget)
    monkeypatch.setattr(os, "unlink", unlink)
    files.remove_leftovers(tmp_path / "table.json")
    assert not left.exists()


def test_locked_files_are_opened_without_translation(monkeypatch, tmp_path):
    flags, really = [], os.open
    monkeypatch.setattr(os, "O_BINARY", 1 << 29, raising=False)
    monkeypatch.setattr(
        os, "open", lambda path, flag, mode: flags.append(flag) or really(path, flag & ~(1 << 29))
    )
    (tmp_path / "deals.csv").write_bytes(b"")
    os.close(files.open_locked(tmp_path / "deals.csv"))
    assert flags[0] & 1 << 29


def test_the_locked_byte_is_no_byte_of_the_file(tmp_path):
    path, places = tmp_path / "deals.csv", []
    path.write_bytes(b"deal,outcome\n")
    descriptor = os.open(path, os.O_RDWR)
    files._lock_far(descriptor, lambda file: places.append(os.lseek(file, 0, os.SEEK_CUR)))
    assert places[0] > len(path.read_bytes())
    assert os.read(descriptor, 4) == b"deal", "reading begins at the beginning"

    def held(file):
        raise PermissionError(13, "locked")

    with pytest.raises(PermissionError):
        files._lock_far(descriptor, held)
    assert os.lseek(descriptor, 0, os.SEEK_CUR) == 0
    os.close(descriptor)
    assert path.read_bytes() == b"deal,outcome\n"


def test_a_junction_is_refused_like_a_link(monkeypatch, tmp_path):
    building.refuse_link(tmp_path)
    monkeypatch.setattr(os.path, "isjunction", lambda path: True, raising=False)
    with pytest.raises(building.TableError, match="link"):
        building.refuse_link(tmp_path)


def test_without_posix_calls(monkeypatch):
    """No affinity of processors, no list of memory, no signal to a thread, no forkserver."""
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert work.cores() == (os.cpu_count() or 1)
    monkeypatch.setattr("builtins.open", lambda *a, **k: (_ for _ in ()).throw(FileNotFoundError(2, "none")))
    assert work.memory_left() is None
    monkeypatch.undo()
    monkeypatch.delattr(signal, "pthread_kill", raising=False)
    seen = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: seen.append(number))
    try:
        process._signal_again(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert seen == [signal.SIGTERM]
    monkeypatch.setattr("multiprocessing.get_all_start_methods", lambda: ["spawn"])
    assert list(work.run(abs, [-1, -2], workers=2)) == [1, 2]
