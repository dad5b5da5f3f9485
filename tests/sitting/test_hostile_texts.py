"""Texts of sittings come from links and files of strangers: they are read or refused, never believed."""

import json
import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import saizen
from saizen.errors import SaizenError
from saizen.sitting import Sitting

KINDS = {
    "memory": ("memory", {"deck": "2x2"}),
    "nim": ("examples/nim.py:Nim", {"heaps": (2, 1)}),
    "goofspiel": ("examples/goofspiel.py:Goofspiel", {"cards": 2}),
    "pig": ("examples/pig.py:Pig", {"goal": 4}),
}


def played(name):
    where, options = KINDS[name]
    sitting = saizen.sit(where, options=options, seed=3, seat="all")
    rng = random.Random(5)
    for _ in range(5):
        if not sitting.ended:
            sitting.play(rng.choice(sitting.moves()))
    return sitting


PLAYED = {name: played(name) for name in KINDS}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


def places(data, path=()):
    """Yield the path of everything inside a piece of JSON."""
    yield path
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places(value, (*path, key))


def changed(data, path, value):
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = changed(copy[path[0]], path[1:], value)
    return copy


def read_or_refuse(text, entry):
    """Read a text; where it is refused, in one short line."""
    try:
        sitting = Sitting.from_text(text, entry)
        sitting.view()
    except SaizenError as error:
        told = str(error)
        if "\n" in told or len(told) > 600:
            pytest.fail(f"not one short line: {told}")


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
def test_changed_texts_are_read_or_refused(name, data):
    sitting = PLAYED[name]
    whole = json.loads(sitting.to_text())
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(list(places(whole))))
        whole = changed(whole, path, data.draw(JSON))
    read_or_refuse(json.dumps(whole), sitting.entry)


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
def test_texts_with_other_letters_are_read_or_refused(name, data):
    text = PLAYED[name].to_text()
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 4)) :]
    read_or_refuse(text, PLAYED[name].entry)


@pytest.mark.parametrize("name", KINDS)
@given(
    options=st.dictionaries(
        st.sampled_from(
            ["deck", "take", "players", "memory", "passes", "seen", "lead", "heaps", "cards", "goal"]
        )
        | st.sampled_from(["set", "set_", "self", "objective", "forget", "x"]),
        JSON
        | st.sampled_from(
            ["2x2", "free", 1, 2, -1, 10**30, "1", [2, 1], ["heaps=(2,1)"], {"literal": "open"}]
        ),
        max_size=3,
    ),
    log=st.booleans(),
)
def test_any_options_are_taken_or_refused(name, options, log):
    whole = json.loads(PLAYED[name].to_text())
    whole["options"] = options
    if not log:
        whole["log"] = []
    read_or_refuse(json.dumps(whole), PLAYED[name].entry)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "x",
        "[" * 100000,
        '{"saizen":1}',
        '{"saizen":2}',
        '{"saizen":1e400}',
        "9" * 9999,
        '"' + "a" * 20000000 + '"',
    ],
    ids=range(11),
)
def test_what_is_no_sitting_is_refused(text):
    with pytest.raises(SaizenError, match="sitting"):
        Sitting.from_text(text)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("taken_back", -1),
        ("taken_back", True),
        ("seed", 1.5),
        ("seed", None),
        ("seats", {"0": 2}),
        ("seats", {"3": "person"}),
        ("seats", {"0": "someone"}),
        ("seats", []),
        ("log", [[0, 1]]),
        ("log", [[9, "1"]]),
        ("log", [["0", "1"]]),
        ("log", [[True, "1"]]),
        ("log", [[0, "1"]] * 200_000),
        ("log", "abc"),
        ("options", None),
        ("options", {"deck": 5}),
        ("options", {"players": "2"}),
        ("options", {"seen": "yes"}),
        ("options", {"depth": 1}),
        ("start", 5),
        ("start", "nonsense"),
        ("entry", ["memory"]),
        ("entry", "chess"),
    ],
)
def test_a_wrong_field_is_named(key, value):
    whole = json.loads(PLAYED["memory"].to_text())
    with pytest.raises(SaizenError) as caught:
        Sitting.from_text(json.dumps({**whole, key: value}))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_no_file_is_imported(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    code = "open('trace', 'w').close()\nfrom saizen import Game\nclass Evil(Game): pass\n"
    (tmp_path / "evil.py").write_text(code)
    whole = json.loads(PLAYED["nim"].to_text())
    for name in (
        "evil.py:Evil",
        "evil:Evil",
        str(tmp_path / "evil.py:Evil"),
        "evil",
        "../evil",
        "saizen.games",
    ):
        with pytest.raises(SaizenError, match="is not a game here"):
            Sitting.from_text(json.dumps({**whole, "entry": name}))
    assert not (tmp_path / "trace").exists()
    assert "evil" not in sys.modules


def test_a_sitting_of_another_game_is_refused():
    with pytest.raises(SaizenError, match="this sitting is of 'memory', not of"):
        Sitting.from_text(PLAYED["memory"].to_text(), PLAYED["nim"].entry)
