"""Texts from outside: one rule for all games on what is read, and a limit to everything."""

import pytest

import saizen
from saizen import notation
from saizen.errors import SaizenError
from saizen.games import GAMES

OWN = "examples/rock_paper_scissors.py:RockPaperScissors"
BAD = {
    "\uff13": "FULLWIDTH DIGIT THREE",
    "\u0663": "ARABIC-INDIC DIGIT THREE",
    "\x00": "U+0000",
    "\x1f": "U+001F",
    "\x85": "U+0085",
    "\u200b": "U+200B",
    "\udcff": "U+DCFF",
}


@pytest.mark.parametrize("sign", BAD)
@pytest.mark.parametrize("name", [*GAMES, OWN])
def test_digits_of_other_scripts_and_characters_that_cannot_be_seen_are_refused(name, sign):
    entry = saizen.load(name)
    for text in (sign, entry.example + sign, entry.example.replace("1", sign) + sign):
        for read in (entry.read, entry.advise):
            with pytest.raises(SaizenError) as told:
                read(text)
            assert BAD[sign] in str(told.value)
            assert "\n" not in str(told.value)


@pytest.mark.parametrize("name", GAMES)
def test_blanks_of_any_script_are_blanks(name):
    entry = saizen.load(name)
    wide = entry.example.replace(" ", "\u3000 \t")
    assert entry.read(f" {wide}\n")[1] == entry.read(entry.example)[1]


def test_moves_are_read_by_the_same_rule():
    sitting = saizen.sit("examples/nim.py:Nim", seed=1, options={"heaps": (3, 1)})
    for sign in ("\uff13", "\x00"):
        with pytest.raises(SaizenError) as told:
            sitting.play(f"{sign} to 0")
        assert BAD[sign] in str(told.value)
        assert not sitting.allows(f"{sign} to 0")
    assert sitting.allows("3 to 0")


def test_the_command_line_reads_every_text_by_the_same_rule(cli):
    for words in (
        ("advise", "rivals", "34567/1234\uff16 0-3 1-1"),
        ("matrix", "tricks", "AABBbaba\x07"),
        ("solve", "memory", "--deck", "\uff14x2"),
        ("simulate", "calculation", "--deals", "\uff11-3"),
        ("advise", "examples/nim.py:Nim", "--set", "heaps=(\uff11,2)"),
    ):
        ran = cli(*words)
        assert (ran.code, ran.out) == (2, ""), words
        assert ran.err.count("\n") == 1
    ran = cli("advise", "tricks", "-", stdin="\ufeffAB lead=L\nAB\x07\n")
    assert ran.code == 2
    assert '"moves"' in ran.out.splitlines()[0]
    assert "U+0007" in ran.out.splitlines()[1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("memory", "(1 2,0,1,0)"),
        ("memory", "4x1 3"),
        ("memory", "4x1 3 | ? ? ? ?"),
        ("abgame", "3x7 {2 54;436}"),
        ("abgame", "3x12 {1,1 2,3}"),
        ("tricks", "AB led=1 2"),
        ("rivals", "34567/12346 0 0-3 1-1"),
        ("calculation", "A1 1 B6 / B6 B5A3B3 A5 / B1"),
        ("calculation", "A2 B4 C0 D 3 / 85QA 9AQJ6 KK95J / 3"),
    ],
)
def test_a_blank_inside_a_number_is_refused(name, text):
    with pytest.raises(SaizenError):
        saizen.load(name).read(text)


LONG = notation.LONGEST - 100
TEXTS = {
    "opening brackets": "{" * LONG,
    "brackets after a size": "3x7 " + "{ " * (LONG // 2),
    "parentheses": "(" * LONG,
    "digits": "9" * LONG,
    "blanks": "1" + " " * LONG + "1",
    "blanks and digits": "1 " * (LONG // 2),
    "slashes": "/" * LONG,
    "letters": "AB" * (LONG // 2),
    "terms": "+".join(["4x1"] * (LONG // 4)),
    "marks": "4x1:4x1" + "#1" * (LONG // 2),
    "stacks": "A1 B1 / " + "A " * (LONG // 2) + " / 3",
    "guesses": "3x7" + " 123:0A1B" * (LONG // 9),
    "codes": "3x7 {" + "123;" * (LONG // 4) + "129}",
    "words": "AABBbaba" + " lead=L" * (LONG // 7),
    "bars": "2x2" + " | ?" * (LONG // 4),
    "cards": "2x2 | " + "? " * (LONG // 2),
    "minus signs": "-" * LONG,
}


@pytest.mark.parametrize("what", TEXTS)
@pytest.mark.parametrize("name", [*GAMES, OWN])
def test_long_texts_are_refused_and_in_a_short_line(name, what):
    entry = saizen.load(name)
    with pytest.raises(SaizenError) as told:
        (entry.advise if name == OWN else entry.read)(TEXTS[what])
    assert len(str(told.value)) <= 3000


@pytest.mark.parametrize("name", [*GAMES, OWN])
def test_there_is_a_limit_to_the_length_of_a_text(name):
    entry = saizen.load(name)
    for read in (entry.read, entry.advise):
        with pytest.raises(SaizenError, match="1,000,000 are read"):
            read("x" * (notation.LONGEST + 1))


def test_a_line_of_a_batch_that_is_too_long_is_one_error_and_the_next_is_read(cli):
    ran = cli("advise", "tricks", "-", stdin="A" * (9 * notation.LONGEST) + "\nAB lead=L\n")
    first, second = ran.out.splitlines()
    assert "are read" in first
    assert '"moves"' in second


def test_hands_with_many_cards_are_refused(cli):
    many = ",".join(["1"] * 60_000)
    ran = cli("advise", "tricks", "", "--left", many, "--right", many, "--score", "1")
    assert ran.code == 2
    assert "twice" in ran.err
