"""Proof logs: written for small sizes of every kind, checked, and refused when anything is changed."""

import gzip
import json
import random

import numpy as np
import pytest

from games.abgame.brute_abgame import Brute
from saizen.games.abgame.proof.bounds import Known, look
from saizen.games.abgame.proof.check import check, lines_of, start_of
from saizen.games.abgame.proof.position import DEAD, ProofGame, ProofPosition, classes, every_guess
from saizen.games.abgame.search.bounds import literal_totals, next_relaxed_totals
from saizen.games.abgame.verify import Refused

SIZES = {
    "3x5": (),
    "3x7": (),
    "4x5": (),
    "3x4+1": ("--dummies", 1),
    "3x4r": ("--repeat",),
    "2x5r": ("--repeat",),
}


@pytest.fixture(scope="module")
def proofs(cli, tmp_path_factory):
    """Write a proof of each size by the command."""
    folder, files = tmp_path_factory.mktemp("proofs"), {}
    for size, more in SIZES.items():
        places, symbols = size[0], size[2]
        files[size] = folder / (f"{size}.proof" if size == "3x5" else f"{size}.proof.gz")  # packed or plain
        words = ("--places", places, "--symbols", symbols, *more, "--proof", files[size], "--json")
        ran = cli("solve", "abgame", *words)
        assert ran.code == 0
        assert json.loads(ran.out)["proof_positions"] > 0
    return files


def rewritten(path, tmp_path, change):
    """Return a proof with its lines changed."""
    lines = list(lines_of(path))
    change(lines)
    other = tmp_path / "changed.proof"
    other.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    return other


@pytest.mark.parametrize("size", SIZES)
def test_proofs_hold(proofs, size, cli):
    brute = Brute(int(size[0]), int(size[2]), 1 if "+" in size else 0, "r" in size)
    ran = cli("verify", "abgame", proofs[size], "--json")
    told = json.loads(ran.out)
    assert ran.code == 0
    assert told["verified"] is True
    if size in ("3x5", "3x4+1", "2x5r", "3x4r"):
        assert told["total"] == brute.total(brute.start)


def test_a_changed_file_exits_with_1(proofs, cli, tmp_path):
    def one_less(lines):
        lines[0]["total"] -= 1

    ran = cli("verify", "abgame", rewritten(proofs["3x7"], tmp_path, one_less), "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["verified"] is False
    whole = proofs["3x7"].read_bytes()
    (tmp_path / "half.gz").write_bytes(whole[: len(whole) // 2])
    assert cli("verify", "abgame", tmp_path / "half.gz").code == 1


def retitle(lines):
    lines[0]["format"] = lines[0]["format"].replace("1", "2")


def spoil(lines):
    lines[1][2] = 5  # patterns that are no text


@pytest.mark.parametrize("change", [retitle, spoil])
def test_other_files_are_refused(proofs, cli, tmp_path, change):
    lines = list(lines_of(proofs["3x7"]))
    change(lines)
    other = tmp_path / "other"
    other.write_text("".join(json.dumps(line) + "\n" for line in lines))  # spaced, as json writes by itself
    ran = cli("verify", "abgame", other, "--json")
    assert ran.code == 1
    assert "proof" in json.loads(ran.out)["problems"][0] or change is spoil


def test_spaces_in_a_log_do_not_matter(proofs, cli, tmp_path):
    spaced = tmp_path / "spaced"
    spaced.write_text("".join(json.dumps(line) + "\n" for line in lines_of(proofs["3x7"])))
    assert cli("verify", "abgame", spaced).code == 0


def flip_a_reason(lines, rng):
    line = rng.choice([line for line in lines[1:-1] if line[4][-1]])
    text = line[4][-1]
    at = rng.randrange(len(text))
    line[4][-1] = text[:at] + rng.choice([c for c in "yspxr" if c != text[at]]) + text[at + 1 :]


def leave_out_a_guess(lines, rng):
    line = rng.choice([line for line in lines[1:-1] if line[4][-1]])
    at = rng.randrange(len(line[4][-1]))
    line[4][-1] = line[4][-1][:at] + line[4][-1][at + 1 :]


def citation(lines, rng):
    return rng.choice([c for line in lines[1:-1] for guess in line[5] for c in guess])


def rename_wrongly(lines, rng):
    """Exchange two labels that are not exchangeable; the first and last in a normal form seldom are."""
    while True:
        cited = citation(lines, rng)
        if len(cited[3]) < 2:
            continue
        rows = lines[1 + cited[1]][2].split()
        a, b = rng.sample(range(len(cited[3])), 2)
        swap = str.maketrans({chr(97 + a): chr(97 + b), chr(97 + b): chr(97 + a)})
        if sorted(row.translate(swap) for row in rows) != sorted(rows):
            break
    cited[3] = [b if x == a else a if x == b else x for x in cited[3]]


def cite_another(lines, rng):
    cited = citation(lines, rng)
    cited[1] = rng.choice([i for i in range(len(lines) - 2) if i != cited[1]])


def cite_nothing(lines, rng):
    line = rng.choice([line for line in lines[1:-1] if any(line[5])])
    at = rng.choice([i for i, guess in enumerate(line[5]) if guess])
    line[5][at] = []


def cite_a_later_line(lines, rng):
    citation(lines, rng)[1] = len(lines) - 3


def claim_more(lines, rng):
    rng.choice(lines[1:-1])[3] += 1


def add_a_code(lines, rng):
    line = rng.choice(lines[1:-2])
    line[2] += " " + line[2].split()[0]


def leave_out_a_line(lines, rng):
    del lines[rng.randrange(1, len(lines) - 2)]


def leave_out_the_tree(lines, rng):
    lines.pop()


def another_tree(lines, rng):
    lines[-1]["tree"][0] = "321" if lines[-1]["tree"][0] != "321" else "123"


CHANGES = [
    flip_a_reason, leave_out_a_guess, rename_wrongly, cite_another, cite_nothing, cite_a_later_line,
    claim_more, add_a_code, leave_out_a_line, leave_out_the_tree,
]  # fmt: skip


@pytest.mark.parametrize(
    ("size", "change"),
    [("3x7", another_tree), *((size, change) for size in ("3x7", "4x5") for change in CHANGES)],
)
def test_changed_proofs_are_refused(proofs, tmp_path, size, change):
    for seed in range(1 if change in (leave_out_the_tree, another_tree) else 5):
        rng = random.Random(seed)
        other = rewritten(proofs[size], tmp_path, lambda lines, rng=rng: change(lines, rng))
        with pytest.raises(Refused):
            check(other)


def test_every_guess_is_in_a_class():
    """What is left out is the image of what is listed, under exchanges that leave the set as it is."""
    game = ProofGame(3, False)
    codes = np.array([[0, 1, 2], [0, 1, 3], [1, 0, 2], [1, 0, 3]], np.int8)
    position = ProofPosition(game, codes, 0, 2)
    guesses, kept = classes(position, 0)
    listed = {tuple(row) for row in guesses.rows[kept].tolist()}
    swaps = [{}, {2: 3, 3: 2}, {0: 1, 1: 0}, {0: 1, 1: 0, 2: 3, 3: 2}]
    images = {tuple(swap.get(x, x) for x in row) for row in listed for swap in swaps}
    assert images == {tuple(row) for row in every_guess(game, 4, 0, 2).rows.tolist()}
    assert position.exchangeable == [(0, 1), (2, 3)]
    assert all(row.count(DEAD) <= 2 for row in listed)


@pytest.mark.parametrize("repeat", [False, True])
def test_answers_are_counted_as_the_rules_say(repeat):
    from games.abgame.brute_abgame import answer

    start = start_of("3x4r" if repeat else "3x4")
    rows = start.patterns if repeat else start.shown(3)
    position = start if repeat else ProofPosition(start.game, rows[(rows >= 0).all(axis=1)], 0, 0)
    looked = look(position, 0, 10**6, Known.of(start.game, 64))
    for i, number in enumerate(looked.open.tolist()):
        guess = tuple(looked.guesses.rows[number].tolist())
        for row, reply in zip(looked.rows.tolist(), looked.answers[:, i].tolist(), strict=True):
            right, misplaced = answer(tuple(row), guess)
            assert reply == right * 4 + right + misplaced


@pytest.mark.parametrize("places", [3, 4])
def test_the_relaxed_game_twice(places):
    """The checker and the search compute it by programs that share no code."""
    game = ProofGame(places, False)
    known = Known.of(game, 3000)
    tables = literal_totals(known.by_size)[None]
    for unused in range(1, 6):
        after = next_relaxed_totals(tables, places, game.answers - 1, known.by_size)
        tables = np.append(tables, after[None], axis=0)
        codes, patterns = np.indices(after.shape)
        assert (known.relaxed.bound(codes, patterns, unused) == after).all()
    assert (known.relaxed.bound(np.array([30, 2]), np.array([1, 40]), 4) > 60).all()


def test_the_command_line_says_what_cannot_be(cli, tmp_path):
    ran = cli("solve", "abgame", "--symbols", 5, "--objective", "worst", "--proof", tmp_path / "p.gz")
    assert ran.code == 2
    assert "least total" in ran.err
    assert cli("solve", "abgame", "--symbols", 5, "--proof", tmp_path).code == 2
    packed = tmp_path / "other.gz"
    packed.write_bytes(gzip.compress(b"something else"))
    assert cli("verify", "abgame", packed).code == 1
    assert cli("verify", "abgame", tmp_path / "missing").code == 2
