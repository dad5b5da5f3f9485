"""Rules, text and positions of R-Rivals."""

import random
from dataclasses import replace

import brute_rivals as brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.errors import PositionError, SaizenError
from saizen.game import Terminal
from saizen.games.rivals import entry
from saizen.games.rivals.keys import MIRRORED, canonical, decode, encode, mirror
from saizen.games.rivals.rules import RivalsPosition, after
from saizen.games.rivals.solving.layers import find_layers
from saizen.games.rivals.text import read, write
from saizen.games.rivals.variants import PAPER, PRESETS, Rules


@st.composite
def positions(draw, rules=PAPER):
    """Well-formed positions before a trick, reachable or not."""
    cards = draw(st.integers(1, 8))
    hands = st.sets(st.sampled_from(range(8)), min_size=cards, max_size=cards).map(frozenset)
    mine, yours = draw(hands), draw(hands)
    p, q = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    w, v = draw(st.integers(1, 4 - p)), draw(st.integers(1, 4 - q))
    spy, general = draw(st.sampled_from([-1, 0, 1])), draw(st.sampled_from([-1, 0, 1]))
    shown = yours if spy > 0 else mine
    seen = draw(st.sampled_from([None, *sorted(shown)])) if spy else None
    return RivalsPosition(mine, yours, p, q, w, v, spy, general, seen)


def brute_state(p):
    hands = tuple(sorted(p.mine)), tuple(sorted(p.yours))
    return (*hands, p.my_points, p.your_points, p.my_stake, p.your_stake, p.spy, 2 * p.general, -1)


@given(positions())
def test_text_round_trips(position):
    assert read(write(position), PAPER) == position


@given(positions(), st.data(), st.sampled_from(list(PRESETS)))
@settings(max_examples=400)
def test_rules_and_independent_rules_agree(position, data, name):
    mine = data.draw(st.sampled_from(sorted(position.mine)))
    yours = data.draw(st.sampled_from(sorted(position.yours)))
    rules = PRESETS[name]
    ours = after(rules, position, mine, yours)
    payoff, state = brute.step(brute_state(position), mine, yours, name == "assassin-reversed")
    if isinstance(ours, Terminal):
        assert ours.value == payoff
    else:
        assert brute_state(ours) == state


@given(positions())
def test_one_of_a_position_and_its_mirror_image_is_kept(position):
    key = encode(replace(position, seen=None))
    kept, other = canonical(key), canonical(mirror(key))
    assert kept & ~MIRRORED == other & ~MIRRORED == min(key, mirror(key))
    assert (kept == key) == (not kept & MIRRORED)


@pytest.mark.parametrize("name", [*PRESETS, *entry.SMALL])
def test_places_of_children_are_where_the_rules_lead(name):
    """Every pair of cards in many positions of every layer, one by one."""
    rules = PRESETS[name] if name in PRESETS else entry.small()[name].rules
    layers = find_layers(rules)
    dice = random.Random(9)
    for layer, following in zip(layers, [*(one.keys.tolist() for one in layers[1:]), []], strict=True):
        for i in dice.sample(range(len(layer)), min(len(layer), 60)):
            position = decode(int(layer.keys[i]))
            for mine, places in zip(sorted(position.mine), layer.children[i].tolist(), strict=True):
                for yours, place in zip(sorted(position.yours), places, strict=True):
                    then = after(rules, position, mine, yours)
                    if isinstance(then, Terminal):
                        assert place == then.value + 1
                        continue
                    mirrored, at = divmod(place - 3, len(following))
                    kept = decode(following[at])
                    assert (kept.flipped() if mirrored else kept) == then


@given(positions())
def test_playing_mirrored_cards_gives_the_mirror_image(position):
    mine, yours = min(position.mine), max(position.yours)
    one, other = after(PAPER, position, mine, yours), after(PAPER, position.flipped(), yours, mine)
    if isinstance(one, Terminal):
        assert other == Terminal(-one.value)
    else:
        assert other == one.flipped()
    assert position.flipped().flipped() == position
    assert decode(int(mirror(encode(position)))) == RivalsPosition(
        **{**_fields(position.flipped()), "seen": None}
    )


def _fields(position):
    return {name: getattr(position, name) for name in RivalsPosition.__slots__}


@pytest.mark.parametrize("name", list(PRESETS))
def test_positions_are_those_of_the_independent_rules(name):
    layers = find_layers(PRESETS[name])
    expected = brute.enumerate_states(5, higher=name == "assassin-reversed")
    for layer in layers[:4]:
        keys = set(layer.keys.tolist())
        keys |= {int(mirror(key)) for key in keys}
        assert {brute_state(decode(key)) for key in keys} == expected[layer.cards]
    totals = {"paper": 537_103, "assassin-reversed": 537_194}
    assert sum(sum(layer.counts()) for layer in layers) == totals[name]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["form"]),
        ("012", ["form"]),
        ("0123/012 0-0 1-1", ["4 and 3 cards", "equal"]),
        ("0012/0123 0-0 1-1", ["card 0", "twice"]),
        ("0128/0123 0-0 1-1", ["'8'", "0 to 7"]),
        ("01x/012 0-0 1-1", ["'x'"]),
        ("012 0-0 1-1", ["OWN/OPP"]),
        ("012/ 0-0 1-1", ["OWN/OPP"]),
        ("012/345 4-0 1-1", ["4 points", "0 to 3"]),
        ("012/345 0-9 1-1", ["9 points"]),
        ("012/345 0 1-1", ["points", "'0'"]),
        ("012/345 3-0 2-1", ["stake of 2", "1 to 1"]),
        ("012/345 0-0 0-1", ["stake of 0"]),
        ("012/345 0-0 1-1 spy", ["'spy'"]),
        ("012/345 0-0 1-1 seen=3", ["seen=3", "spy+"]),
        ("012/345 0-0 1-1 spy- seen=3", ["seen=3", "spy+"]),
        ("012/345 0-0 1-1 spy+ seen=7", ["seen=7", "345"]),
        ("012/345 0-0 1-1 spy+ spy-", ["twice"]),
    ],
)
def test_bad_positions_are_named_in_one_line(text, words):
    with pytest.raises(PositionError) as error:
        read(text, PAPER)
    message = str(error.value)
    assert "\n" not in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("prince", ["NAME=VALUE"]),
        ("prince.strength=x", ["'x'", "whole number"]),
        ("prince.strength=-1", ["prince.strength", "0 to 50"]),
        ("king.strength=3", ["'king'", "clown"]),
        ("prince.colour=3", ["strength and ability"]),
        ("spy.ability=fly", ["'fly'", "wizard"]),
        ("points_to_win=0", ["points_to_win", "1 to 12"]),
        ("assassins=sideways", ["lower or higher"]),
        ("speed=3", ["'speed'"]),
    ],
)
def test_bad_settings_are_named_in_one_line(setting, words):
    with pytest.raises(SaizenError) as error:
        PAPER.changed(setting)
    for word in words:
        assert word in str(error.value)


def test_settings_change_the_rules():
    rules = PAPER.changed("prince.strength=6").changed("remove=clown").changed("points_to_win=3")
    assert rules.cards[7].strength == 6
    assert 0 not in rules.hand
    assert rules.points_to_win == 3
    assert rules.id != PAPER.id
    assert Rules(assassins="higher").id == "assassin-reversed"
    with pytest.raises(PositionError, match="card 0 is not in play"):
        read("0123/1234 0-0 1-1", rules)
