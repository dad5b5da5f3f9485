"""Position texts, contradictory answers, and what is said about bad input."""

import json
import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import PositionError, SaizenError
from saizen.games.abgame import drawing
from saizen.games.abgame.drawing import MOST_CELLS, beginnings, columns, fill_field
from saizen.games.abgame.position import AbPosition, contradiction
from saizen.games.abgame.rules import AbGame
from saizen.games.abgame.size import Reply, Size, respond
from saizen.games.abgame.text import (
    Impossible,
    code_text,
    explain,
    parse,
    parse_code,
    parse_size,
    read,
    text_of,
)


@pytest.mark.parametrize(
    "size", [Size(3, 7), Size(3, 4, dummies=1), Size(4, 6, repeat=True), Size(3, 21), Size(1, 12)]
)
def test_sizes_and_codes_round_trip(size):
    assert parse_size(str(size)) == size
    for code in list(size.guesses())[:50]:
        assert parse_code(code_text(code, size), size) == code


@given(st.data())
def test_histories_round_trip(data):
    size = data.draw(
        st.sampled_from([Size(3, 6), Size(3, 12), Size(2, 4, repeat=True), Size(3, 4, dummies=2)])
    )
    secret = data.draw(st.sampled_from(list(size.secrets())))
    guesses = data.draw(st.lists(st.sampled_from(list(size.guesses())), max_size=3))
    history = tuple((guess, respond(secret, guess)) for guess in guesses)
    written = read(text_of(size, history))
    assert (written.size, written.history) == (size, history)
    candidates = set(parse(text_of(size, history)).candidates())
    assert candidates == {c for c in size.secrets() if all(respond(c, g) == a for g, a in history)}
    assert secret in candidates


def test_listed_candidates():
    game = AbGame(Size(3, 7))
    position = AbPosition.listed(game.size, [(2, 5, 4), (4, 3, 6)])
    assert game.text(position) == "3x7 {254;436}"
    assert game.parse(game.text(position)) == position
    assert parse("3x7 123:0A1B {254,436,123}") == position


def test_the_papers_example():
    assert len(list(parse("3x7 123:0A1B 345:0A2B").candidates())) == 10


def test_contradiction_says_where_and_how_to_mend():
    written = read("3x7 123:0A0B 456:0A0B 127:1A1B")
    text = explain(written)
    assert "after answer 2 (456:0A0B)" in text
    mends = 0
    for mend in text.partition("changed: ")[2].split(", or "):
        _, number, guess, _, answers = mend.split()
        at = int(number) - 1
        assert f"({code_text(written.history[at][0], written.size)})" == guess
        for answer in answers.split("/"):
            history = list(written.history)
            history[at] = (history[at][0], Reply(int(answer[0]), int(answer[2])))
            assert AbPosition.after(written.size, history).patterns
            mends += 1
    every = [
        (*written.history[:at], (guess, other), *written.history[at + 1 :])
        for at, (guess, answer) in enumerate(written.history)
        for other in written.size.answers()
        if other != answer
    ]
    assert mends == sum(bool(AbPosition.after(written.size, history).patterns) for history in every)


def test_contradiction_that_no_single_answer_mends():
    assert "no single changed answer" in explain(read("3x7 123:3A0B 456:3A0B 127:0A0B 267:3A0B"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("3", "not a size"),
        ("3x2", "at least 3 symbols"),
        ("9x9", "1 to 6 places"),
        ("3x7 123", "no answer"),
        ("3x7 12:0A0B", "has 2 symbols"),
        ("3x7 129:0A0B", "1 to 7"),
        ("3x7 122:0A0B", "repeats"),
        ("3x7 abc:0A0B", "not a code"),
        ("3x7 123:2A1B", "the answers are"),
        ("3x7 123:hello", "not an answer"),
        ("3x7 {}", "no candidate"),
        ("3x7 " + "1" * 5000 + ":0A0B", "not a code"),
        ("3x21 1,2," + "1" * 5000 + ":0A0B", "not a code"),
        ("1x12 " + "1" * 5000 + ":0A0B", "not a code"),
        ("3x" + "1" * 5000, "not a size"),
        ("3x7 １２３:0A0B", "not a code"),
        ("３x7", "not a size"),
        ("3x7 123:０A0B", "not an answer"),
        ("6x999r", "can be listed"),
        ("5x30r 11111:0A0B", "can be listed"),
    ],
)
def test_bad_texts_are_told_in_one_line(text, said):
    with pytest.raises(SaizenError, match=said) as caught:
        parse(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_repeated_codes_are_divided_as_the_rules_say():
    size = Size(3, 4, repeat=True, dummies=1)
    for guess in ((1, 1, 2), (3, 3, 3), (5, 1, 5), (1, 2, 3)):
        start = AbPosition.start(size)
        assert start.answers(guess) == {respond(code, guess) for code in size.secrets()}
        for answer in size.answers():
            left = tuple(code for code in size.secrets() if respond(code, guess) == answer)
            for position in (start.answered(guess, answer), AbPosition.after(size, [(guess, answer)])):
                assert position.patterns == left
                assert position.unused == tuple(s for s in range(1, 5) if s not in guess)


@pytest.mark.parametrize("symbols", [1000, 10**20])
def test_symbols_have_an_end(symbols):
    with pytest.raises(SaizenError, match="at most 999"):
        Size(3, symbols)


def test_other_size():
    with pytest.raises(PositionError, match="not of 3x5"):
        AbGame(Size(3, 5)).parse("3x4")


@pytest.mark.parametrize("size", [Size(2, 4), Size(3, 5), Size(2, 3, repeat=True), Size(2, 3, dummies=1)])
def test_contradictions_and_their_repairs_by_brute_force(size):
    rng, broken = random.Random(str(size)), 0
    guesses, answers, secrets = list(size.guesses()), size.answers(), list(size.secrets())

    def fits(history):
        return any(all(respond(secret, guess) == answer for guess, answer in history) for secret in secrets)

    for _ in range(150):
        history = [(rng.choice(guesses), rng.choice(answers)) for _ in range(rng.randint(1, 4))]
        found = contradiction(size, history)
        assert (found is None) == fits(history)
        if found is None:
            continue
        broken += 1
        assert fits(history[: found.at])
        assert not fits(history[: found.at + 1])
        mended = {
            (at, answer)
            for at, (guess, was) in enumerate(history)
            for answer in answers
            if answer != was and fits([*history[:at], (guess, answer), *history[at + 1 :]])
        }
        assert {(one.at, answer) for one in found.repairs for answer in one.answers} == mended
        with pytest.raises(Impossible) as caught:
            parse(text_of(size, history))
        told = caught.value.data
        assert told["at"] == found.at
        assert {(one["at"], one["answer"]) for one in told["repairs"]} == {(at, str(a)) for at, a in mended}
        assert json.loads(json.dumps(told)) == told
        for one in told["repairs"]:
            assert parse(one["position"]).patterns
    assert broken > 30


@pytest.mark.parametrize("text", ["3x7 {}", "3x7 123:0A1B {}", "3x7 {123} 123:0A1B"])
def test_a_contradiction_with_a_list(text):
    with pytest.raises(PositionError) as caught:
        parse(text)
    for one in caught.value.data.get("repairs", ()):
        assert parse(one["position"]).patterns


@pytest.mark.parametrize(
    "text", ["2x4 12:0A1B", "3x5 123:1A1B 145:0A2B", "2x3r 12:1A0B", "2x3+1 14:0A1B", "2x3 {12,31}"]
)
def test_the_field_has_a_cell_for_every_code(text):
    position = parse(text)
    left = set(position.candidates())
    assert fill_field(position) == "".join("9" if code in left else "0" for code in position.size.secrets())


@pytest.mark.parametrize("text", ["3x6 123:1A0B", "3x4r 123:1A1B", "4x7 1234:0A2B 2156:1A1B"])
def test_a_field_of_beginnings_counts_its_codes(text, monkeypatch):
    position = parse(text)
    monkeypatch.setattr(drawing, "MOST_CELLS", position.size.symbols**2)
    known = beginnings(position.size)
    assert known.places == 2
    each = position.size.codes // known.codes
    counts = Counter(code[:2] for code in position.candidates())
    digits = [int(digit) for digit in fill_field(position)]
    assert digits == [math.ceil(9 * counts[code] / each) for code in known.secrets()]
    assert len(set(digits)) > 2


@given(st.integers(1, 6), st.integers(1, 999), st.booleans())
def test_rows_of_the_field(places, symbols, repeat):
    if symbols < places and not repeat:
        return
    size = Size(places, symbols, repeat)
    cells = beginnings(size).codes
    assert 1 <= columns(size) <= cells <= MOST_CELLS or places == 1
