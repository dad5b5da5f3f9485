import contextlib
import errno
import gc
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import mortal
from mortal import LAYERS, NAME, build_layers, in_child
from saizen.errors import Cancelled, MissingTable, SaizenError, TableError
from saizen.store import Building, State, Store, TableName, atomic_write
from saizen.store import files as files_module
from saizen.store import memory as memory_module
from saizen.store import table as table_module
from saizen.store.manifest import DTYPES, canonical_json
from saizen.store.memory import Checked
from saizen.work import Stoppable


@pytest.fixture(autouse=True, scope="module")
def _no_waiting_for_the_disk() -> Iterator[None]:
    """What these tests kill is processes, never the machine, so nothing has to reach the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


def tree(directory: Path) -> dict[str, bytes]:
    """All files, but not what the store remembers beside its tables: that is about one directory."""
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file() and path.parent.name not in (".made", ".checked")
    }


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


@pytest.fixture
def built(store: Store) -> Store:
    store.build(NAME, build_layers)
    return store


def rewrite_manifest(store: Store, change: Callable[[dict[str, Any]], object]) -> Path:
    """Change the manifest and give it a right checksum again, as an attacker would."""
    path = store.path(NAME) / "table.json"
    table = json.loads(path.read_bytes())["table"]
    change(table)
    checksum = hashlib.sha256(canonical_json(table)).hexdigest()
    path.write_text(json.dumps({"checksum": checksum, "table": table}))
    return path


# -- names and places


@pytest.mark.parametrize(
    "word", ["", "..", "../up", "a/b", "a\\b", "-a", "A", "a.b", "a b", "ä", "a\n", "a\0", "x" * 81]
)
def test_a_name_that_could_leave_the_store_is_refused(word: str, store: Store) -> None:
    with pytest.raises(TableError, match="is not a game name"):
        TableName(word, "rules", 1)
    with pytest.raises(TableError, match="is not a rules name"):
        TableName("game", word, 1)
    with pytest.raises(TableError, match="is not a part name"):
        store.save(NAME, {word: b""})
    assert not store.path(NAME).exists()


@pytest.mark.parametrize(
    "text", ["", "a.b", "a.b.1", "a.b.v01", "a.b.v-1", "../a.b.v1", "a.b.v1/..", "a.b.v1\n"]
)
def test_a_text_that_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(TableError, match="is not a table name"):
        TableName.parse(text)


@pytest.mark.parametrize("version", [-1, 10**9, True, "1"])
def test_a_version_is_a_small_number(version: Any) -> None:
    with pytest.raises(TableError, match="is not a table version"):
        TableName("game", "rules", version)


WORDS = st.from_regex("[a-z0-9][a-z0-9-]{0,20}", fullmatch=True)


@given(WORDS, WORDS, st.integers(0, 10**9 - 1))
def test_names_round_trip(game: str, rules: str, version: int) -> None:
    name = TableName(game, rules, version)
    assert TableName.parse(str(name)) == name


def test_the_store_is_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SAIZEN_STORE", raising=False)
    assert "saizen" in str(Store().directory)
    monkeypatch.setenv("SAIZEN_STORE", str(tmp_path / "env"))
    assert Store().directory == tmp_path / "env"
    assert Store(tmp_path / "given").directory == tmp_path / "given"
    assert Store().tables() == []
    assert not (tmp_path / "env").exists(), "looking creates nothing"


# -- saving and loading

JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
ARRAYS = hnp.arrays(
    st.sampled_from([np.dtype(text).newbyteorder(order) for text in DTYPES for order in "<>"]),
    hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=5),
)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(WORDS, ARRAYS | st.binary(max_size=40) | JSONS, max_size=3),
    st.dictionaries(st.text(), JSONS, max_size=3),
)
def test_parts_and_meta_round_trip(parts: dict[str, Any], meta: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        store = Store(directory)
        store.save(NAME, parts, meta)
        store.verify(NAME)
        loaded, loaded_meta = store.load(NAME)
        assert loaded_meta == meta
        assert loaded.keys() == parts.keys()
        with store.open_table(NAME) as table:
            for part, value in parts.items():
                if isinstance(value, np.ndarray):
                    np.testing.assert_array_equal(loaded[part], value)
                    np.testing.assert_array_equal(table.array(part), value)
                    assert loaded[part].dtype == value.dtype.newbyteorder("<")
                else:
                    assert loaded[part] == value
                    assert type(loaded[part]) is type(value)


def test_a_saved_table_stays_as_it_is(store: Store) -> None:
    store.save(NAME, {"values": b"first"})
    store.save(NAME, {"values": b"second"})
    assert store.load(NAME)[0] == {"values": b"first"}


def test_what_cannot_be_stored_is_refused_and_leaves_nothing(store: Store) -> None:
    with pytest.raises(TableError, match="dtype object cannot be stored; use one of"):
        store.save(NAME, {"values": np.array([{}])})
    with pytest.raises(TableError, match="dtype bool"):
        store.save(NAME, {"values": np.array([True])})
    with pytest.raises(TableError, match="only numbers, texts"):
        store.save(NAME, {}, {"value": object()})
    with pytest.raises(TableError, match="only numbers, texts"):
        store.save(NAME, {}, {"value": float("nan")})
    assert not store.path(NAME).exists()


def test_reading_is_mapped_lazy_and_read_only(built: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "IN_MEMORY", 0)
    with built.open_table(NAME) as table:
        assert sorted(table.parts) == [f"layer-{layer}" for layer in range(LAYERS)]
        assert table.parts["layer-3"].shape == (16, 2)
        assert table.meta == {"layers": LAYERS}
        array = table.array("layer-3")
        assert type(array) is np.ndarray
        assert isinstance(array.base, np.memmap)
        assert table.array("layer-3") is array
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
        with pytest.raises(MissingTable, match=r"has no part 'layer-9'; it has: layer-0, "):
            table.array("layer-9")
    assert array[0, 0] == 81, "an array that is still held survives the closing"


def test_a_small_table_is_in_memory_whatever_happens_to_its_files(built: Store) -> None:
    with built.open_table(NAME) as table:
        array = table.array("layer-3")
        right = array.copy()
        for part in table.parts:
            os.truncate(built.path(NAME) / part, 0)
        assert np.array_equal(array, right)
        assert np.array_equal(table.read("layer-3"), right)
        table.steady()
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(TableError, match="it has 0 bytes"):
        built.open_table(NAME)


@pytest.mark.parametrize("change", ["cut", "written"])
def test_a_mapped_file_that_is_changed_in_place_is_refused(
    built: Store, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    monkeypatch.setattr(table_module, "IN_MEMORY", 0)
    path = built.path(NAME) / "layer-3"
    with built.open_table(NAME) as table:
        table.array("layer-3")
        table.steady()
        if change == "cut":
            os.truncate(path, 4)
        else:
            with path.open("r+b") as file:
                file.write(b"!")
            os.utime(path, ns=(0, 0))
        with pytest.raises(TableError, match=r"layer-3: damaged, it was (cut off|changed) while it was open"):
            table.steady()
        with pytest.raises(TableError, match="while it was open"):
            table.read("layer-3")


def test_a_mapped_table_that_is_removed_stays(built: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "IN_MEMORY", 0)
    with built.open_table(NAME) as table:
        right = table.array("layer-3").copy()
        built.remove(NAME)
        table.steady()
        assert np.array_equal(table.read("layer-3"), right)


def test_a_missing_table_names_its_command(store: Store) -> None:
    with pytest.raises(
        MissingTable, match=r"layers\.small\.v1 is not built.*run `saizen build layers --small`"
    ):
        store.open_table(NAME)
    with pytest.raises(MissingTable):
        store.load(NAME)
    with pytest.raises(MissingTable, match="is not in"):
        store.verify(NAME)
    assert store.get_table(NAME, None) is None
    assert not store.directory.exists()


def test_rows_of_another_type_or_shape_are_refused(store: Store) -> None:
    def builder(building: Building) -> None:
        with building.part("pairs", np.uint16, row=(2,)) as part:
            part.append(np.zeros((3, 2), np.uint16))
            with pytest.raises(TableError, match="not int64"):
                part.append(np.zeros((3, 2), np.int64))
            with pytest.raises(TableError, match="not uint16 of shape"):
                part.append(np.zeros((3, 3), np.uint16))
            part.append(np.zeros((8, 4), np.uint16)[::2, ::2])
        with pytest.raises(TableError, match="already finished"):
            building.put("pairs", b"")

    store.build(NAME, builder)
    assert store.load(NAME)[0]["pairs"].shape == (7, 2)


# -- building: killed, resumed, interrupted, twice


@pytest.fixture(scope="module")
def killed_at() -> Iterator[Callable[[int, Store], bool]]:
    """Build in a process that is killed before its n-th system call that matters; was it?"""
    words = [sys.executable, mortal.__file__]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(words, stdin=PIPE, stdout=PIPE, text=True, env=env) as small:
        assert small.stdin is not None
        assert small.stdout is not None

        def killed(step: int, store: Store) -> bool:
            print(json.dumps([step, str(store.directory)]), file=small.stdin, flush=True)
            status = int(small.stdout.readline())
            assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
            return os.WIFSIGNALED(status)

        yield killed
        small.stdin.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_build_killed_anywhere_resumes_to_the_same_bytes(
    tmp_path: Path, killed_at: Callable[[int, Store], bool]
) -> None:
    whole = Store(tmp_path / "whole")
    whole.build(NAME, build_layers)
    step = 1
    resumed = Store(tmp_path / "0")
    while killed_at(step, resumed):
        assert resumed.get_table(NAME, None) is None or tree(resumed.directory) == tree(whole.directory)
        resumed.build(NAME, build_layers)
        assert tree(resumed.directory) == tree(whole.directory), f"killed before call {step}"
        step += 1
        resumed = Store(tmp_path / str(step))
    assert step > 30, "every rename and every write to the disk was a place to die"


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_build_killed_again_and_again_still_ends(
    tmp_path: Path, killed_at: Callable[[int, Store], bool]
) -> None:
    whole, resumed = Store(tmp_path / "whole"), Store(tmp_path / "resumed")
    whole.build(NAME, build_layers)
    kills = 0
    while killed_at(12, resumed):  # enough for one part and what comes before it
        kills += 1
    assert kills > 3
    assert tree(resumed.directory) == tree(whole.directory)


@pytest.mark.parametrize("error", [KeyboardInterrupt, Cancelled, RuntimeError, OSError])
def test_an_interrupt_keeps_finished_parts_and_no_half(store: Store, error: type[BaseException]) -> None:
    def interrupted(building: Building) -> None:
        building.put("layer-0", np.array([[3, 6], [1, 2]], np.uint16))
        with building.part("layer-1", np.uint16, row=(2,)) as part:
            part.append(np.array([[7, 7]], np.uint16))
            raise error

    with pytest.raises(error):
        store.build(NAME, interrupted)
    assert sorted(path.name for path in store.path(NAME).iterdir()) == ["layer-0", "table.json"]
    with pytest.raises(MissingTable, match="unfinished"):
        store.open_table(NAME)
    store.build(NAME, build_layers)
    store.verify(NAME)


def test_an_interrupt_before_the_first_part_leaves_nothing(store: Store) -> None:
    def interrupted(building: Building) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.build(NAME, interrupted)
    assert store.tables() == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_two_processes_build_once(store: Store, tmp_path: Path) -> None:
    log = tmp_path / "log"

    def slowly(building: Building) -> dict[str, Any]:
        with log.open("a") as file:
            file.write("built\n")
        time.sleep(0.3)
        return build_layers(building)

    children = []
    for _ in range(3):
        child = os.fork()
        if child == 0:
            gc.freeze()
            with contextlib.suppress(BaseException):
                store.build(NAME, slowly)
                os._exit(0)
            os._exit(1)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
    assert log.read_text() == "built\n"
    store.verify(NAME)


def test_a_second_builder_waits_or_is_told(store: Store) -> None:
    begun, go_on = threading.Event(), threading.Event()
    stages = []

    class Watched:
        def stage(self, label: str, total: int | None = None) -> None:
            stages.append(label)

        def advance(self, steps: int = 1) -> None:
            go_on.set()

    def slowly(building: Building) -> dict[str, Any]:
        begun.set()
        go_on.wait(10)
        return build_layers(building)

    def never(building: Building) -> None:
        raise AssertionError("built twice")

    first = threading.Thread(target=store.build, args=(NAME, slowly))
    first.start()
    begun.wait(10)
    with pytest.raises(TableError, match="another process is working on it"):
        store.build(NAME, never, wait=False)
    with pytest.raises(TableError, match="another process is working on it"):
        store.remove(NAME)
    stopped = Stoppable()
    stopper = threading.Timer(0.1, stopped.stop)
    stopper.start()
    with pytest.raises(Cancelled):
        store.build(NAME, never, progress=stopped)
    store.build(NAME, never, progress=Watched())
    first.join()
    assert stages == ["waiting for another process that works on layers.small.v1"]


def test_a_full_disk_keeps_the_finished_parts(store: Store) -> None:
    resource = pytest.importorskip("resource")
    small, large = np.arange(64, dtype=np.uint8), np.zeros(1 << 20, np.uint8)

    def builder(building: Building) -> None:
        for part, value in (("small", small), ("large", large)):
            if part not in building:
                building.put(part, value)

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, limits[1]))
    try:
        with pytest.raises(TableError, match=r"large.tmp: the disk is full; make room"):
            store.build(NAME, builder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert sorted(path.name for path in store.path(NAME).iterdir()) == ["small", "table.json"]
    store.verify(NAME)
    store.build(NAME, builder)
    np.testing.assert_array_equal(store.load(NAME)[0]["large"], large)


def test_a_disk_that_is_full_at_the_end_is_told_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TableError, match="the disk is full"):
        store.build(NAME, build_layers)
    assert store.tables() == []


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TableError, match=r"file.*(Not a directory|File exists|directory)"):
        Store(tmp_path / "file").save(NAME, {})


# -- damage


def test_a_flipped_byte_is_detected_and_named(built: Store) -> None:
    path = built.path(NAME) / "layer-2"
    data = bytearray(path.read_bytes())
    data[5] ^= 1
    path.write_bytes(data)
    cure = "remove the table with `saizen tables remove layers.small.v1` and build it again"
    with pytest.raises(TableError, match=f"layer-2: damaged, the contents do not match the checksum; {cure}"):
        built.verify(NAME)
    for use in (built.load, built.open_table, lambda name: built.get_table(name, None)):
        with pytest.raises(TableError, match="layer-2: damaged"):
            use(NAME)


def test_a_build_does_not_go_on_from_a_damaged_part(store: Store) -> None:
    def interrupted(building: Building) -> None:
        building.put("layer-0", b"good")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.build(NAME, interrupted)
    (store.path(NAME) / "layer-0").write_bytes(b"evil")
    with pytest.raises(TableError, match="layer-0: damaged"):
        store.build(NAME, build_layers)


def test_a_short_or_missing_part_is_noticed_at_once(built: Store) -> None:
    path = built.path(NAME) / "layer-1"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(TableError, match="layer-1: damaged, it has 15 bytes where 16 are recorded"):
        built.open_table(NAME)
    path.unlink()
    with pytest.raises(TableError, match="layer-1: damaged, the file is missing"):
        built.get_table(NAME, None)
    with pytest.raises(TableError, match="layer-1: damaged"):
        built.build(NAME, build_layers)
    assert [info.state for info in built.tables()] == [State.DAMAGED]


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b"\xff", b"{}", b'{"table": 1}', b"[" * 100_000])
def test_a_manifest_that_is_none_is_named(built: Store, data: bytes) -> None:
    (built.path(NAME) / "table.json").write_bytes(data)
    with pytest.raises(TableError, match=r"table\.json: damaged, [^\n]*saizen tables remove"):
        built.open_table(NAME)


def test_a_changed_manifest_does_not_match_its_checksum(built: Store) -> None:
    path = built.path(NAME) / "table.json"
    path.write_text(path.read_text().replace('"layers": 4', '"layers": 5'))
    with pytest.raises(TableError, match=r"table\.json: damaged, its checksum does not match"):
        built.open_table(NAME)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda t: t.update(format=2), "its format is 2 and this saizen reads format 1"),
        (lambda t: t.update(rules="other"), "it belongs to another table"),
        (lambda t: t.update(complete=1), "complete is not a truth value"),
        (lambda t: t.update(meta=[]), "meta is not a mapping"),
        (lambda t: t.pop("parts"), "the field 'parts' is missing"),
        (lambda t: t.update(parts=[]), "not built like a manifest"),
        (lambda t: t["parts"].update({"../../etc/passwd": t["parts"]["layer-0"]}), "is not a part name"),
        (lambda t: t["parts"]["layer-0"].update(dtype="|O"), "dtype '|O' of part layer-0 is unknown"),
        (lambda t: t["parts"]["layer-0"].update(dtype=["<u2"]), "of part layer-0 is unknown"),
        (lambda t: t["parts"]["layer-0"].update(shape=[-1]), "shape of part layer-0 is impossible"),
        (lambda t: t["parts"]["layer-0"].update(shape=[2**62, 0]), "shape of part layer-0 is impossible"),
        (lambda t: t["parts"]["layer-0"].update(shape=[1.0]), "shape of part layer-0 is impossible"),
        (lambda t: t["parts"]["layer-0"].update(shape=[]), "shape of part layer-0 is impossible"),
        (lambda t: t["parts"]["layer-0"].update(shape=[7, 2]), "it has 8 bytes where 28 are recorded"),
        (lambda t: t["parts"]["layer-0"].update(sha256="x"), "checksum of part layer-0 is none"),
    ],
)
def test_no_field_of_a_manifest_is_believed(
    built: Store, change: Callable[[dict[str, Any]], object], reason: str
) -> None:
    rewrite_manifest(built, change)
    with pytest.raises(TableError) as caught:
        built.open_table(NAME)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    assert [info.state for info in built.tables()] == [State.DAMAGED]
    built.remove(NAME)
    built.build(NAME, build_layers)


# -- checked before the first answer, and not twice


class Watched:
    """Progress that keeps what it is told."""

    def __init__(self) -> None:
        self.stages: list[tuple[str, int | None]] = []
        self.steps = 0

    def stage(self, label: str, total: int | None = None) -> None:
        self.stages.append((label, total))

    def advance(self, steps: int = 1) -> None:
        self.steps += steps

    def tell(self, label: str) -> None:
        pass


@pytest.fixture
def settled(built: Store) -> Store:
    """A table whose files are older than the clock's tick, so that checking them can be remembered."""
    later = time.time() - 100
    for path in built.path(NAME).iterdir():
        os.utime(path, (later, later))
    time.sleep(0.02)
    return built


def checks(store: Store, name: TableName = NAME) -> int:
    """Open the table and return how many bytes were read to check it."""
    watched = Watched()
    store.open_table(name, watched).close()
    assert sum(total or 0 for _, total in watched.stages) == watched.steps
    return watched.steps


def forget_process() -> None:
    """Do as a new process does, which only has the file."""
    Checked._here.clear()


def test_a_table_is_checked_once_with_progress(settled: Store) -> None:
    watched = Watched()
    settled.open_table(NAME, watched).close()
    size = settled.open_table(NAME).size
    assert watched.stages == [("checking layers.small.v1", size)]
    assert watched.steps == size
    assert checks(settled) == 0
    forget_process()
    assert checks(settled) == 0, "remembered beside the table"
    assert sorted(path.name for path in settled.path(NAME).iterdir()) == [
        *(f"layer-{layer}" for layer in range(LAYERS)),
        "table.json",
    ]


def test_what_verify_read_need_not_be_checked_again(settled: Store) -> None:
    settled.verify(NAME)
    forget_process()
    assert checks(settled) == 0


def test_a_change_a_copy_and_a_new_build_are_checked_again(settled: Store, tmp_path: Path) -> None:
    assert checks(settled) > 0
    part = settled.path(NAME) / "layer-3"
    before = part.stat()
    time.sleep(0.02)
    part.write_bytes(part.read_bytes())
    os.utime(part, ns=(before.st_atime_ns, before.st_mtime_ns))
    forget_process()
    assert checks(settled) == part.stat().st_size, "only this one, although its size and time are as before"
    other = tmp_path / "copy"
    shutil.copytree(settled.directory, other)
    assert checks(Store(other)) > 0
    settled.remove(NAME)
    settled.build(NAME, build_layers)
    assert checks(settled) > 0


@pytest.mark.parametrize("garbage", [b"", b"{", b"[]", b'{"checked": 1}', b'{"checked": {}, "checksum": ""}'])
def test_a_damaged_memory_only_costs_time(settled: Store, garbage: bytes) -> None:
    size = checks(settled)
    (settled.directory / ".checked" / str(NAME)).write_bytes(garbage)
    forget_process()
    assert checks(settled) == size


def test_a_memory_that_is_changed_is_not_believed(settled: Store) -> None:
    size = checks(settled)
    memory = settled.directory / ".checked" / str(NAME)
    memory.write_bytes(memory.read_bytes().replace(b'"layer-3"', b'"layer-4"'))
    forget_process()
    assert checks(settled) == size


@pytest.mark.skipif(sys.platform == "win32", reason="needs modes")
def test_without_room_to_remember_it_is_checked_once_a_process(
    settled: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_module, "UNSURE", -1)
    (settled.directory / ".checked").write_text("in the way of the directory")
    assert checks(settled) > 0
    assert checks(settled) == 0
    forget_process()
    assert checks(settled) > 0


def test_a_change_in_the_tick_of_the_check_is_noticed(built: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock of the file system stand still: nothing may be remembered then."""
    for path in built.path(NAME).iterdir():
        os.utime(path, (2e9, 2e9))
    assert checks(built) > 0
    assert checks(built) > 0
    forget_process()
    assert checks(built) > 0


@pytest.mark.parametrize("attempt", range(30))
def test_a_flip_right_after_a_check_is_noticed(store: Store, attempt: int) -> None:
    store.save(NAME, {"values": np.arange(50, dtype=np.int64)})
    store.open_table(NAME).close()
    time.sleep(attempt / 5000)
    store.open_table(NAME).close()
    path = store.path(NAME) / "values"
    with path.open("r+b") as file:
        file.seek(attempt)
        file.write(b"\xee")
    with pytest.raises(TableError, match="values: damaged"):
        store.open_table(NAME)


def test_a_table_replaced_while_open_stays_what_it_was(store: Store) -> None:
    store.save(NAME, {"values": np.arange(5), "more": b"old"})
    with store.open_table(NAME) as table:
        store.remove(NAME)
        store.save(NAME, {"values": np.arange(7), "more": b"new"})
        assert table.array("values").tolist() == [0, 1, 2, 3, 4]
        assert table.read("values").tolist() == [0, 1, 2, 3, 4]
        assert table.read("more") == b"old"
    assert store.load(NAME)[0]["more"] == b"new"


def test_what_a_part_must_be_can_be_said(built: Store) -> None:
    with built.open_table(NAME) as table:
        assert table.number("layers") == LAYERS
        assert table.array("layer-1", np.uint16, (None, 2)).shape == (4, 2)
        for key in ("states", "x"):
            with pytest.raises(TableError, match=f"its '{key}' is None, not a number"):
                table.number(key)
        with pytest.raises(TableError, match="part layer-1 has numbers of type <u2, not <i8"):
            table.array("layer-1", np.int64)
        for shape in ((None,), (4, 3), (None, None, None)):
            with pytest.raises(TableError, match="part layer-1 has the shape"):
                table.array("layer-1", shape=shape)


def test_a_part_that_says_json_and_is_none(store: Store) -> None:
    store.save(NAME, {"values": b"[" * 100_000})
    rewrite_manifest(store, lambda t: t["parts"]["values"].update(dtype="json"))
    with pytest.raises(TableError, match="part values is not JSON"):
        store.load(NAME)


# -- files that are not the store's


def no_part(building: Building) -> None:
    raise AssertionError("must not be asked to build")


@pytest.mark.parametrize("name", ["notes.txt", "notes", "layer-0", "layer-0.tmp", "table.json.bak", "folder"])
def test_a_directory_with_others_files_is_not_touched(store: Store, name: str) -> None:
    path = store.path(NAME) / name
    path.parent.mkdir(parents=True)
    if name == "folder":
        path.mkdir()
        path = path / "inside"
    path.write_text("the only copy")
    for action in (lambda: store.build(NAME, no_part), lambda: store.remove(NAME)):
        with pytest.raises(TableError, match=f"'{name}' is in the way, saizen did not make it"):
            action()
    assert path.read_text() == "the only copy"


def test_others_files_stay_when_a_table_is_removed(built: Store) -> None:
    notes = built.path(NAME) / "notes"
    notes.write_text("the only copy")
    built.open_table(NAME).close()
    with pytest.raises(TableError, match="'notes' is in the way"):
        built.remove(NAME)
    assert [path.name for path in built.path(NAME).iterdir()] == ["notes"]
    notes.unlink()
    built.build(NAME, build_layers)
    built.verify(NAME)


def test_a_directory_made_anew_is_not_the_stores(built: Store) -> None:
    directory = built.path(NAME)
    directory.rename(directory.with_name("aside"))
    directory.mkdir()
    (directory / "layer-0").write_text("the only copy")
    with pytest.raises(TableError, match="'layer-0' is in the way"):
        built.build(NAME, no_part)
    assert (directory / "layer-0").read_text() == "the only copy"


def test_a_table_with_a_damaged_manifest_can_be_removed(built: Store) -> None:
    (built.path(NAME) / "table.json").write_bytes(bytes(4096))
    built.remove(NAME)
    assert built.tables() == []
    built.build(NAME, build_layers)


links = pytest.mark.skipif(sys.platform == "win32", reason="needs links and pipes")


@links
def test_a_linked_directory_is_never_written(built: Store, tmp_path: Path) -> None:
    target, other = tmp_path / "target", TableName("other", "x", 1)
    target.mkdir()
    (target / "notes").write_text("the only copy")
    built.path(other).symlink_to(target)
    for action in (lambda: built.build(other, no_part), lambda: built.remove(other)):
        with pytest.raises(TableError, match="is a symbolic link, which is not followed"):
            action()
    (target / "notes").unlink()
    with pytest.raises(TableError, match="is a symbolic link"):
        built.build(other, no_part)
    assert list(target.iterdir()) == []


@links
def test_removing_a_link_to_a_table_keeps_the_table(built: Store) -> None:
    other = TableName("layers", "linked", 1)
    built.path(other).symlink_to(built.path(NAME))
    with pytest.raises(TableError, match="is a symbolic link"):
        built.remove(other)
    built.verify(NAME)


@links
def test_a_part_that_is_a_link_is_refused(built: Store, tmp_path: Path) -> None:
    part, target = built.path(NAME) / "layer-2", tmp_path / "target"
    part.rename(target)
    part.symlink_to(target)
    with pytest.raises(TableError, match="layer-2: it is a symbolic link, not a regular file"):
        built.open_table(NAME)
    with pytest.raises(TableError, match="'layer-2' is in the way"):
        built.remove(NAME)
    assert target.exists()


@links
@pytest.mark.parametrize("name", ["table.json", "layer-1"])
def test_a_pipe_makes_nobody_wait(built: Store, name: str) -> None:
    path = built.path(NAME) / name
    path.unlink()
    os.mkfifo(path)
    for action in (built.open_table, built.load, built.verify, lambda name: built.build(name, no_part)):
        with pytest.raises(TableError, match=f"{name}: it is a pipe, not a regular file"):
            action(NAME)
    assert [info.state for info in built.tables()] == [State.DAMAGED]


@links
def test_a_device_is_no_manifest(built: Store) -> None:
    manifest = built.path(NAME) / "table.json"
    manifest.unlink()
    manifest.symlink_to("/dev/zero")
    with pytest.raises(TableError, match=r"table.json: it is a symbolic link"):
        built.open_table(NAME)


# -- looking at a table while it is built


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_table_that_is_being_built_is_not_called_damaged(store: Store) -> None:
    def busy(building: Building) -> None:
        for turn in range(40):
            building.put("scratch", bytes([turn]) * 5000)
            building.put("layer", bytes([turn]) * 3000)
            building.discard("scratch")
            building.discard("layer")
        building.put("layer", b"last")

    def build_again_and_again() -> None:
        while True:
            store.build(NAME, busy)
            store.remove(NAME)

    child = os.fork()
    if child == 0:
        gc.freeze()  # or a collection of garbage copies all that the parent has
        with contextlib.suppress(BaseException):
            build_again_and_again()
        os._exit(1)
    try:
        for _ in range(1000):  # as many as a busy machine manages in two seconds
            with contextlib.suppress(MissingTable):
                store.verify(NAME)
            assert [info.problem for info in store.tables()] in ([], [""])
            with contextlib.suppress(MissingTable):
                assert store.load(NAME)[0] == {"layer": b"last"}
        assert os.waitpid(child, os.WNOHANG) == (0, 0), "the builder never stopped"
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


# -- the list


def test_tables_are_listed_and_removed(built: Store) -> None:
    other = TableName("nim", "heaps3", 2)
    built.save(other, {"values": np.arange(5, dtype=np.int64)})
    (built.directory / "notes.txt").write_text("the user's own")
    assert [(str(i.name), i.state) for i in built.tables()] == [
        ("layers.small.v1", State.COMPLETE),
        ("nim.heaps3.v2", State.COMPLETE),
    ]
    assert built.info(other).bytes == sum(path.stat().st_size for path in built.path(other).iterdir())
    built.remove(other)
    assert [i.name for i in built.tables()] == [NAME]
    with pytest.raises(MissingTable, match=r"nim.heaps3.v2 is not in .*; `saizen tables` lists what is"):
        built.remove(other)


def test_a_table_removed_while_it_is_listed_is_left_out(
    built: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = Path.iterdir

    def late(path: Path) -> Iterator[Path]:
        if path.name == str(NAME):
            shutil.rmtree(path)
        return listing(path)

    monkeypatch.setattr(Path, "iterdir", late)
    assert built.tables() == []


# -- writing one file


def test_atomic_write_replaces_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    atomic_write(path, b"old")

    def fails(file: Any) -> None:
        file.write(b"half")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        atomic_write(path, fails)
    assert tree(tmp_path) == {"out.csv": b"old"}
    atomic_write(str(path), lambda file: file.write(b"new"))
    assert tree(tmp_path) == {"out.csv": b"new"}
    with pytest.raises(SaizenError, match="nowhere"):
        atomic_write(tmp_path / "nowhere" / "out.csv", b"")
    with pytest.raises(SaizenError, match="directory"):
        atomic_write(tmp_path, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links and /dev/null")
def test_atomic_write_follows_links_and_leaves_devices_alone(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    atomic_write(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    atomic_write("/dev/null", "gone")
    assert not Path("/dev/null").is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_what_a_killed_writer_left_is_removed_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"

    def dies(file: Any) -> None:
        file.write(b"half")
        file.flush()
        os.kill(os.getpid(), signal.SIGKILL)

    assert os.WIFSIGNALED(in_child(lambda: atomic_write(path, dies)))
    assert len(list(tmp_path.iterdir())) == 1
    (tmp_path / ".out.csv.old.tmp").write_text("the user's own")
    (tmp_path / ".other.csv.1-1.tmp").write_text("of another file")

    def look(file: Any) -> None:
        in_child(lambda: atomic_write(path, "by another process meanwhile"))
        file.write(b"new")

    atomic_write(path, look)
    assert sorted(tree(tmp_path)) == [".other.csv.1-1.tmp", ".out.csv.old.tmp", "out.csv"]
    assert path.read_bytes() == b"new"


@pytest.fixture
def locks() -> Iterator[dict[Any, Any]]:
    yield files_module._HELD
    assert not files_module._HELD, "every lock was given back"


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_lock_ends_with_its_process(tmp_path: Path, locks: dict[Any, Any]) -> None:
    path = tmp_path / "lock"

    def dies() -> None:
        with files_module.hold_lock(path, "it"):
            os.kill(os.getpid(), signal.SIGKILL)

    assert os.WIFSIGNALED(in_child(dies))
    with files_module.hold_lock(path, "it", wait=False):
        assert len(locks) == 1
        refused = in_child(lambda: files_module.hold_lock(path, "it", wait=False).__enter__())
        assert os.WEXITSTATUS(refused) == 1
