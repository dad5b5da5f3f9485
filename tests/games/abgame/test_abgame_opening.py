"""The opening books: their entries are what a fresh search finds, and damage is noticed."""

import random
from functools import cache

import pytest

from saizen.errors import TableError
from saizen.games.abgame import opening_book
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.search.normal_form import SolvedForm
from saizen.games.abgame.size import Size, respond

SIZES = pytest.mark.parametrize("size", opening_book.SIZES, ids=str)
FIRST = {Size(4, 9): (14_914, 6), Size(4, 10): (26_274, 7)}


def random_history(rng, size, length):
    secret, *guesses = (tuple(rng.sample(range(1, size.symbols + 1), size.places)) for _ in range(length + 1))
    return [(guess, respond(secret, guess)) for guess in guesses]


@cache
def booked(size):
    engine = Engine(size.places, size.repeat)
    engine.learn(*opening_book.packaged_book(size))
    return engine


@SIZES
def test_a_book_has_the_start_and_every_first_answer(size):
    start, engine = AbPosition.start(size), booked(size)
    before = engine.searched
    total, worst = FIRST[size]
    assert (engine.total(start), engine.worst(start)) == (total, worst)
    assert engine.optimal(start, total) == [(1, 2, 3, 4)]
    parts = start.parts((1, 2, 3, 4))
    assert size.codes + sum(engine.total(part) for part in list(parts.values())[:-1]) == total
    for part in parts.values():
        assert len(part) <= opening_book.SMALL or engine.normal(part).key in engine._learned
    assert engine.searched - before < 1000


@SIZES
def test_a_book_has_every_second_answer_whatever_the_names(size):
    rng, engine = random.Random(3), booked(size)
    for _ in range(150):
        position = AbPosition.after(size, random_history(rng, size, 2))
        if len(position) > opening_book.SMALL:
            assert engine.normal(position).key in engine._learned


@SIZES
def test_entries_are_what_a_fresh_search_finds_from_their_normal_forms(size):
    fresh = Engine(4, repeat=False)
    few = [
        entry
        for entry in opening_book.packaged_book(size)[0]
        if len(opening_book.position_of(entry, size)) < 60
    ]
    for entry in few[:: len(few) // 8]:
        again = fresh.solved_form(opening_book.position_of(entry, size))
        assert (again.unused, again.total, again.worst, again.both) == (
            entry.unused, entry.total, entry.worst, entry.both
        )  # fmt: skip
        assert len(again.guesses) == len(entry.guesses)


@SIZES
def test_entries_are_what_a_fresh_search_finds(size):
    rng, known = random.Random(7), booked(size)
    fresh = Engine(4, repeat=False)
    checked = 0
    while checked < 6:
        position = AbPosition.after(size, random_history(rng, size, 2))
        if not opening_book.SMALL < len(position) < 80:
            continue
        checked += 1
        total = fresh.total(position)
        assert known.total(position) == total
        assert known.worst(position) == fresh.worst(position)
        assert sorted(known.optimal(position, total)) == sorted(fresh.optimal(position, total))


@pytest.mark.parametrize("size", [Size(3, 6), Size(3, 4, dummies=2), Size(2, 3, repeat=True)], ids=str)
def test_what_is_learned_is_the_same_under_other_names(size):
    rng = random.Random(1)
    teacher, pupil = Engine(size.places, size.repeat), Engine(size.places, size.repeat)
    lessons, names, places = [], list(range(1, size.symbols + 1)), list(range(size.places))
    for _ in range(12):
        secret = rng.choice(list(size.secrets()))
        guesses = rng.choices(list(size.guesses()), k=rng.randint(0, 2))
        lessons.append([(guess, respond(secret, guess)) for guess in guesses])
    pupil.learn([teacher.solved_form(AbPosition.after(size, history)) for history in lessons], *teacher.alone)
    for history in lessons:
        rng.shuffle(names)
        rng.shuffle(places)
        to = dict(enumerate(names, 1))
        other = [(tuple(to.get(guess[i], guess[i]) for i in places), answer) for guess, answer in history]
        position = AbPosition.after(size, other)
        total = teacher.total(position)
        assert pupil.total(position) == total
        assert pupil.worst(position) == teacher.worst(position)
        assert sorted(pupil.optimal(position, total)) == sorted(teacher.optimal(position, total))


SMALLEST = Size(4, 5)


def small_book():
    known = SolvedForm(
        3, 4, (5, 1 << 20, (1 << 32) - 1), 700, 5, 4, 701, ((-2, 9, 9, -1), (1, 2, -2, -1), (3, -2, -2, 9))
    )
    engine = Engine(4, repeat=False)
    return [known, known], engine.alone


def test_a_book_is_read_as_it_was_written(tmp_path):
    book, alone = small_book()
    path = tmp_path / "a.book"
    opening_book.save(path, SMALLEST, book, alone)
    read, *totals = opening_book.load(path, SMALLEST)
    assert read == book
    assert [t.tolist() for t in totals] == [t.tolist() for t in alone]


def test_every_flipped_byte_is_noticed_and_the_file_named(tmp_path):
    path = tmp_path / "a.book"
    opening_book.save(path, SMALLEST, *small_book())
    raw = path.read_bytes()
    for i in range(len(raw)):
        path.write_bytes(raw[:i] + bytes([raw[i] ^ 1]) + raw[i + 1 :])
        with pytest.raises(TableError, match=r"a\.book") as caught:
            opening_book.load(path, SMALLEST)
        assert "\n" not in str(caught.value)
    with pytest.raises(TableError, match=r"gone\.book"):
        opening_book.load(tmp_path / "gone.book", SMALLEST)


def test_a_book_of_another_version_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(opening_book, "VERSION", 0)
    opening_book.save(tmp_path / "a.book", SMALLEST, *small_book())
    monkeypatch.undo()
    with pytest.raises(TableError, match="version 0"):
        opening_book.load(tmp_path / "a.book", SMALLEST)


@SIZES
def test_a_book_of_another_size_is_refused(size):
    with pytest.raises(TableError, match=f"is for {size}, version 1, but {SMALLEST}, version 1 is needed"):
        opening_book.load(opening_book.file_of(size), SMALLEST)


def test_building_a_small_book_twice_writes_the_same_file(tmp_path):
    from saizen.games.abgame.commands import build

    size = SMALLEST
    told = [build(symbols=size.symbols, out=tmp_path / name).data for name in ("a.book", "b.book")]
    assert told[0]["size"] == "4x5"
    assert (tmp_path / "a.book").read_bytes() == (tmp_path / "b.book").read_bytes()
    book, *alone = opening_book.load(tmp_path / "a.book", size)
    assert told[0]["positions"] == len(book)
    fresh, pupil = Engine(4, repeat=False), Engine(4, repeat=False)
    pupil.learn(book, *alone)
    for position in [AbPosition.start(size), *AbPosition.start(size).parts((1, 2, 3, 4)).values()]:
        total = fresh.total(position)
        assert pupil.total(position) == total
        assert sorted(pupil.optimal(position, total)) == sorted(fresh.optimal(position, total))
        worst = fresh.worst(position)
        assert pupil.worst(position) == worst
        assert pupil.total(position, within=worst) == fresh.total(position, within=worst)
