"""Nonsense with right checksums, as an attacker would write it: refused, or answered with nonsense.

What must never come of it is a crash, a hang or a traceback.
"""

import hashlib
import json
import os
import sys

import numpy as np
import pytest
from specimens import SIZE, SPECIMENS, run_apart

from saizen.errors import SaizenError, TableError
from saizen.games.abgame import opening_book
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import Engine
from saizen.games.calculation.stackgame.two_chains import stored_table as stacks
from saizen.solver.solution import GraphSolution
from saizen.solver.solution_file import FORMAT, checksum
from saizen.store import Store
from saizen.store.manifest import DTYPES, canonical_json
from saizen.store.sealed import write_sealed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
BY_NAME = {specimen.name: specimen for specimen in SPECIMENS}
STORED = [BY_NAME[name] for name in ("calculation", "rivals", "tricks", "abgame")]
ANSWERED, REFUSED, FAILED = 0, 1, 2


def table_directory(store):
    return next(path for path in store.iterdir() if not path.name.startswith("."))


def rewrite(store, change):
    """Change the manifest and give it a right checksum."""
    path = table_directory(store) / "table.json"
    table = json.loads(path.read_bytes())["table"]
    change(table)
    checksum = hashlib.sha256(canonical_json(table)).hexdigest()
    path.write_text(json.dumps({"checksum": checksum, "table": table}))


def forge_part(store, name, data):
    """Write other bytes into a part, with a right checksum."""
    (table_directory(store) / name).write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    rewrite(store, lambda table: table["parts"][name].update(sha256=digest))


def nonsense(rng, data, dtype):
    """Return bytes of the same length: random ones, all ones, or a few numbers changed."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.randbytes(len(data))
    if kind == 1:
        return b"\xff" * len(data)
    if kind == 2:
        return bytes(len(data))
    numbers = np.frombuffer(data, dtype if dtype in DTYPES else "u1").copy()
    for _ in range(rng.randrange(1, 5)):
        if len(numbers):
            at, by = rng.randrange(len(numbers)), rng.choice([1, -1, 64, 1 << 15])
            numbers[at : at + 1] += np.array([by]).astype(numbers.dtype)
    return numbers.tobytes()


def forge_manifest(rng, table):
    """Change one thing that a manifest says."""
    names = list(table["parts"])
    one, other = table["parts"][rng.choice(names)], rng.choice(names)
    ways = [
        lambda: table.update(meta={}),
        lambda: table["meta"].update(dict.fromkeys(table["meta"], rng.choice([None, -1, "x", 1e300, []]))),
        lambda: table["parts"].pop(other),
        lambda: one.update(dtype=rng.choice([*DTYPES, "bytes", "json"])),
        lambda: one.update(shape=[*one["shape"], 1]),
        lambda: one.update(shape=one["shape"][::-1]),
        lambda: table["parts"].update({other: one}),
    ]
    rng.choice(ways)()


def outcome(use, directory):
    """Return how a use ends, for an exit code."""
    try:
        use(directory)
    except SaizenError:
        return REFUSED
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
        return FAILED
    return ANSWERED


def search_abgame(directory):
    engine = Engine(SIZE.places, SIZE.repeat)
    engine.from_arrays(Store(directory).load(opening_book.table_name(SIZE))[0])
    engine.total(AbPosition.start(SIZE))


@pytest.mark.parametrize("specimen", STORED, ids=str)
def test_forged_tables_crash_nothing(specimen, tmp_path, rng, tries, tally):
    specimen.make(tmp_path)
    specimen.use(tmp_path)
    use = search_abgame if specimen.name == "abgame" else specimen.use
    directory = table_directory(tmp_path)
    whole = {path: path.read_bytes() for path in directory.iterdir()}
    parts = json.loads((directory / "table.json").read_bytes())["table"]["parts"]
    bad = []
    for _ in range(tries(8, 150)):
        if rng.random() < 0.3:
            rewrite(tmp_path, lambda table: forge_manifest(rng, table))
        else:
            name = rng.choice(sorted(parts))
            forge_part(tmp_path, name, nonsense(rng, whole[directory / name], parts[name]["dtype"]))
        end = run_apart(lambda: outcome(use, tmp_path))
        tally(
            f"forged {specimen}",
            refused=end == REFUSED,
            answered=end == ANSWERED,
            failures=end not in (REFUSED, ANSWERED),
        )
        if end not in (REFUSED, ANSWERED):
            bad.append(end)
        for path, data in whole.items():
            path.write_bytes(data)
    assert not bad


def test_a_table_without_its_number_of_states_is_refused(tmp_path):
    BY_NAME["calculation"].make(tmp_path)
    rewrite(tmp_path, lambda table: table["meta"].pop("states"))
    with stacks.open_table(3, 6, store=Store(tmp_path)) as table, pytest.raises(TableError, match="states"):
        assert table.states


def test_a_layer_of_nonsense_is_refused_or_answers(tmp_path, rng, tries, tally):
    """Bits are not compared with anything: every question about them must end, in bounds."""
    BY_NAME["calculation"].make(tmp_path)
    with stacks.open_table(3, 6, store=Store(tmp_path)) as table:
        layers = {cards: table.layer(cards) for cards in range(1, 13) if cards <= table.start.cards}
        keys = {cards: layer.keys() for cards, layer in layers.items()}
        for _ in range(tries(20, 2000)):
            cards = rng.choice(sorted(layers))
            good = layers[cards]
            own = good.packed.bits
            room = np.frombuffer(rng.randbytes(8 * len(own)), np.uint64)
            bits = rng.choice([room, room & own, room | own, ~own, room * 0, ~(room * 0)])
            bad = stacks.Layer(table.start, cards, good.packed._replace(bits=bits), good.values)
            places = bad.places(keys[cards])
            bad.keys()
            right = bool(((places >= -1) & (places < len(good.values))).all())
            tally("layers of nonsense bits", in_bounds=right, failures=not right)
            assert right


def test_a_small_file_that_unpacks_to_gigabytes_takes_no_memory(tmp_path):
    resource = pytest.importorskip("resource")
    import zlib

    from nim import Nim

    packing, zeros, check = zlib.compressobj(1), bytes(1 << 24), 1
    first, again = (packing.compress(zeros) + packing.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    for _ in range(24):
        check = zlib.adler32(zeros, check)
    bomb = first + 23 * again + packing.flush()[:-4] + check.to_bytes(4, "big")  # as if all had been packed
    game, path = Nim((2, 1)), tmp_path / "solution"
    BY_NAME["own game, floats"].make(tmp_path)
    header = json.loads(path.read_bytes().partition(b"\n")[0])
    header["file"] = checksum(header["parts"], bomb)
    assert header["format"] == FORMAT
    path.write_bytes(json.dumps(header).encode() + b"\n" + bomb)
    digest = hashlib.sha256(bomb).hexdigest().encode()
    (tmp_path / "book").write_bytes(opening_book.FORMAT + b" " + digest + b"\n" + bomb)
    unit = 1 if sys.platform == "darwin" else 1024  # macOS counts bytes
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(TableError, match="damaged"):
        GraphSolution.load(game, path)
    with pytest.raises(TableError, match="damaged"):
        opening_book.load(tmp_path / "book", opening_book.SIZES[-1])
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * unit < 200_000_000


@pytest.mark.parametrize(
    "change",
    [{"checked": 1_000_000}, {"checked": -1}, {"next_k": 999}, {"deals": None}, {"least": 5}, {"claim": 3}],
)
def test_a_state_that_cannot_be_is_refused(tmp_path, change):
    specimen = BY_NAME["explore"]
    specimen.make(tmp_path)
    content = json.loads((tmp_path / "state").read_bytes())["content"]
    write_sealed(tmp_path / "state", content | change)
    with pytest.raises(SaizenError):
        specimen.use(tmp_path)
