"""Flipped bits and damaged blocks: each is noticed by verifying and by use, and none gives an answer."""

import os

import pytest
from specimens import SPECIMENS, files_of

from saizen.errors import SaizenError
from saizen.games.calculation.thoughtful.decide import decide_deals

BLOCK = 4096


def flip(rng, data):
    at = rng.randrange(8 * len(data))
    data[at >> 3] ^= 1 << (at & 7)


def zero(rng, data):
    at = rng.randrange(0, len(data), BLOCK)
    data[at : at + BLOCK] = bytes(len(data[at : at + BLOCK]))


def scramble(rng, data):
    at = rng.randrange(0, len(data), BLOCK)
    data[at : at + BLOCK] = rng.randbytes(len(data[at : at + BLOCK]))


def swap(rng, data):
    size = min(BLOCK, len(data) // 2)
    one, other = (rng.randrange(0, len(data) - size + 1) for _ in "ab")
    data[one : one + size], data[other : other + size] = data[other : other + size], data[one : one + size]


def cut(rng, data):
    del data[rng.randrange(len(data)) :]


def lengthen(rng, data):
    data += rng.randbytes(rng.randrange(1, BLOCK))


BLOCKS = (zero, scramble, swap, cut, lengthen)


def refused(action, directory):
    """Tell whether something ends in one line that says what is wrong; anything else is let through."""
    try:
        action(directory)
    except SaizenError as error:
        return "\n" not in str(error)
    return False


def damage(rng, path, ways):
    """Change a file in place, in one of some ways; return what it was, and the way."""
    before = path.read_bytes()
    data = bytearray(before)
    while data == before:  # zeros may have been zeros before
        how, data = rng.choice(ways), bytearray(before)
        how(rng, data)
    with path.open("r+b") as file:  # the same inode, as when a disk or a program damages it
        file.truncate(len(data))
        file.write(data)
    return before, how


def choose(rng, files):
    """Choose a file: half of the time a large one, half of the time any."""
    if rng.random() < 0.5:
        return rng.choice(files)
    return rng.choices(files, [path.stat().st_size for path in files])[0]


@pytest.fixture(params=SPECIMENS, ids=str)
def specimen(request):
    return request.param


@pytest.mark.parametrize("kind", ["flip", "block"])
def test_damage_is_noticed_by_verify_and_by_use(specimen, kind, tmp_path, rng, tries, tally):
    specimen.make(tmp_path)
    answer = specimen.use(tmp_path)
    files = [path for path in files_of(tmp_path) if path.stat().st_size]
    failures = []
    for _ in range(tries(8, 300) if kind == "flip" else tries(5, 75)):
        assert specimen.use(tmp_path) == answer  # so that the check is remembered when the damage comes
        path = choose(rng, files)
        before, how = damage(rng, path, [flip] if kind == "flip" else BLOCKS)
        by_use, by_verify = refused(specimen.use, tmp_path), refused(specimen.verify, tmp_path)
        again = refused(specimen.use, tmp_path)
        tally(
            f"{kind}s in {specimen}",
            noticed_by_use=by_use and again,
            noticed_by_verify=by_verify,
            failures=not (by_use and again and by_verify),
        )
        if not (by_use and again and by_verify):
            failures.append((path.name, how.__name__, by_use, by_verify))
        path.write_bytes(before)
    assert not failures
    assert specimen.use(tmp_path) == answer
    specimen.verify(tmp_path)


STORED = [
    specimen for specimen in SPECIMENS if specimen.name in ("calculation", "rivals", "tricks", "abgame")
]


@pytest.mark.parametrize("specimen", STORED, ids=str)
def test_damage_to_what_the_store_remembers_changes_no_answer(specimen, tmp_path, rng, tries, tally):
    specimen.make(tmp_path)
    answer = specimen.use(tmp_path)
    for _ in range(tries(5, 50)):
        specimen.use(tmp_path)
        files = [path for path in tmp_path.rglob(".*/*") if path.is_file() and path.stat().st_size]
        damage(rng, rng.choice(files), [flip, *BLOCKS])
        tally(f"damage beside {specimen}", answers_as_before=specimen.use(tmp_path) == answer)
        specimen.verify(tmp_path)


@pytest.mark.parametrize("specimen", STORED, ids=str)
def test_a_missing_file_is_noticed(specimen, tmp_path, tally):
    specimen.make(tmp_path)
    for path in files_of(tmp_path):
        specimen.use(tmp_path)
        if path.name == "table.json":
            continue  # without it there is no table
        aside = path.with_name(f".{path.name}.aside")
        os.rename(path, aside)
        noticed = refused(specimen.use, tmp_path) and refused(specimen.verify, tmp_path)
        os.rename(aside, path)
        tally(f"files missing in {specimen}", noticed=noticed, failures=not noticed)
        assert noticed


def test_a_damaged_file_of_deals_is_refused_or_repaired(tmp_path, rng, tries, tally):
    """A last row without its end is one that a killed run began: it is done again."""
    path = tmp_path / "deals.csv"

    def decide(_):
        return list(decide_deals(range(4, 7), 1, 1000, out=path, workers=1))

    answer, whole = decide(tmp_path), path.read_bytes()
    for _ in range(tries(10, 300)):
        damage(rng, path, [flip, flip, flip, *BLOCKS])
        no = refused(decide, tmp_path)
        if not no:
            right = decide(tmp_path) == answer and path.read_bytes() == whole
        tally("damage to a file of deals", refused=no, repaired=not no and right, failures=not (no or right))
        assert no or right
        path.write_bytes(whole)
