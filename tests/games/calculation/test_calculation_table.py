"""The tables on disk: exact keys, close values, the same bytes after any interruption."""

import random

import numpy as np
import pytest

from saizen.errors import Cancelled, MissingTable, PositionError, TableError
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.two_chains.lattice import Start
from saizen.games.calculation.stackgame.two_chains.layers import StackTable, find_layers
from saizen.games.calculation.stackgame.two_chains.stored_table import (
    Layer,
    build_table,
    from_codes,
    open_table,
    table_name,
    to_codes,
)
from saizen.store import Store


def contents(store, name):
    return {path.name: path.read_bytes() for path in sorted(store.path(name).iterdir())}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("built"))
    build_table(4, 6, store=store)
    return store


def test_every_position_is_found_and_no_other(store):
    exact = StackTable(Start.fresh(6, 4))
    with open_table(4, 6, store=store) as table:
        assert table.states == exact.states == 17851
        for cards, keys in exact.keys.items():
            layer = table.layer(cards)
            assert np.array_equal(layer.keys(), keys)
            assert np.array_equal(layer.places(keys), np.arange(len(keys)))
            step = 1 << min(62, 65 - 2 * cards)
            others = np.concatenate([keys + 1, keys ^ 4, keys + 100, keys + step, keys - step])
            others = np.setdiff1d(others[others >= 0], keys)
            assert (layer.places(others) == -1).all()
            right = exact.orders[cards] / float(np.prod(np.arange(1.0, cards + 1)))
            assert from_codes(layer.values) == pytest.approx(right, rel=5.5e-4)


def test_values_by_order(store):
    with open_table(4, 6, store=store) as table:
        exact = StackTable(table.start)
        assert table.value(table.start.first) == pytest.approx(
            float(exact.value(table.start.first)), rel=5e-4
        )
        assert table.value(Order((0,), (1, 1, 1, 1))) == 0
        assert table.value(Order((), (0, 0, 0, 0))) == 1
        with pytest.raises(PositionError):
            table.value(Order((0, 1, 3, 7, 15, 31, 63, 127, 0, 0b100000000, 0b1100000000), (1, 2, 0, 0)))
        with pytest.raises(PositionError):
            table.value(Start.fresh(7, 4).first)


def test_one_foundation(tmp_path):
    store = Store(tmp_path)
    build_table(3, 12, 1, store=store)
    with open_table(3, 12, 1, store=store) as table:
        assert table.states == 298


class StopsAfter:
    """Progress that raises Cancelled at the n-th call."""

    def __init__(self, calls):
        self.calls = calls

    def stage(self, label, total=None):
        self.advance()

    def advance(self, steps=1):
        self.calls -= 1
        if self.calls < 0:
            raise Cancelled


def test_a_build_stopped_at_any_point_ends_in_the_same_bytes(tmp_path):
    name = table_name(3, 5)
    whole = Store(tmp_path / "whole")
    build_table(3, 5, store=whole)
    dice = random.Random(7)
    stops = 0
    for attempt in range(6):
        store = Store(tmp_path / str(attempt))
        for _ in range(300):
            try:
                build_table(3, 5, store=store, progress=StopsAfter(dice.randint(0, 100)))
                break
            except Cancelled:
                stops += 1
        assert contents(store, name) == contents(whole, name)
    assert stops > 1


def test_a_build_killed_after_any_part_ends_in_the_same_bytes(tmp_path, monkeypatch):
    """Stop right after each single part that is written or dropped, the worst moments there are."""
    from saizen.store import Building

    name, whole = table_name(2, 3), Store(tmp_path / "whole")
    build_table(2, 3, store=whole)
    write = Building._write_manifest

    def dying(building):
        write(building)
        raise KeyboardInterrupt

    for every in ("put", "discard"):
        store = Store(tmp_path / every)
        for _ in range(200):
            with monkeypatch.context() as patch:
                patch.setattr(Building, "_write_manifest", dying)
                try:
                    build_table(2, 3, store=store)
                except KeyboardInterrupt:
                    continue
            break
        assert contents(store, name) == contents(whole, name)


def test_a_full_disk_is_told_and_leaves_the_finished_layers(tmp_path):
    resource = pytest.importorskip("resource")
    name, whole, store = table_name(3, 6), Store(tmp_path / "whole"), Store(tmp_path / "full")
    build_table(3, 6, store=whole)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, limits[1]))
    try:
        with pytest.raises(TableError, match=r"keys-\d\d.tmp: the disk is full; make room"):
            build_table(3, 6, store=store)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    kept = {path.name for path in store.path(name).iterdir()}
    assert {"table.json", "keys-12", "keys-11"} <= kept
    assert not any(part.endswith(".tmp") for part in kept)
    build_table(3, 6, store=store)
    assert contents(store, name) == contents(whole, name)


def test_damage_and_absence_are_named(tmp_path, store):
    with pytest.raises(MissingTable, match="saizen build calculation --stacks 3 --cards 9"):
        open_table(3, 9, store=store)
    other = Store(tmp_path)
    build_table(3, 3, store=other)
    path = other.path(table_name(3, 3)) / "bits-03"
    data = bytearray(path.read_bytes())
    data[0] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(TableError, match="bits-03"):
        other.verify(table_name(3, 3))


def test_codes_are_close_and_keep_the_ends():
    values = np.concatenate([[0.0, 1.0], 10.0 ** -np.linspace(0, 25, 1000)])
    codes = to_codes(values)
    assert codes[0] == 65535
    assert codes[1] == 0
    assert from_codes(codes) == pytest.approx(values, rel=4.9e-4)


def test_layers_of_many_sizes_compress():
    start = Start.fresh(5, 2)
    for cards, keys in find_layers(start).items():
        for part in (keys[:1], keys[::3], keys):
            layer = Layer.of(start, cards, part, np.ones(len(part)))
            assert np.array_equal(layer.keys(), part)
            assert np.array_equal(layer.places(keys) >= 0, np.isin(keys, part))
