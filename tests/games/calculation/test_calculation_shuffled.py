"""Uniformly shuffled decks beside the paper's numbered deals."""

import csv
import json
from collections import Counter

import pytest
from named_options import game, limit, read, simulate

import saizen
from saizen.errors import SaizenError
from saizen.game import DEALER
from saizen.games.calculation.deals import deal, shuffled_deal
from saizen.games.calculation.rules import RANKS, Variant
from saizen.games.calculation.thoughtful.decide import solve_deal
from saizen.sitting import Sitting


def test_shuffled_decks_are_whole_differ_and_come_again():
    decks = [shuffled_deal(number, seed) for seed in (1, 2) for number in range(50)]
    assert len(set(decks)) == 100
    assert all(Counter(deck) == Counter(deal(1)) for deck in decks)
    assert shuffled_deal(7, 2) == decks[57]
    assert shuffled_deal(7, None) == deal(7)


def test_first_cards_are_even():
    """Each rank is as likely as any other to come first: 13 ranks, 2,600 decks, five standard deviations."""
    counts = Counter(shuffled_deal(number, 5)[0] for number in range(2600))
    assert len(counts) == 13
    assert all(abs(count - 200) < 5 * (200 * 12 / 13) ** 0.5 for count in counts.values())


def test_limit_decides_shuffled_decks(tmp_path):
    out = tmp_path / "limit.csv"
    data = limit(stacks=1, deals="1-4", shuffled=3, out=out, workers=1).data
    expected = [solve_deal(shuffled_deal(n, 3), Variant(stacks=1)).verdict for n in range(1, 5)]
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["verdict"] for row in rows] == expected
    assert {row["shuffled"] for row in rows} == {"3"}
    assert data["shuffled"] == 3
    assert limit(stacks=1, deal=2, shuffled=3).data["verdict"] == expected[1]
    with pytest.raises(SaizenError, match="is not a file of this command"):
        limit(stacks=1, deals="1-4", out=out, workers=1)
    with pytest.raises(SaizenError, match="a deck that is given is not shuffled"):
        limit(deck="A" * 52, shuffled=1)


def test_simulate_plays_shuffled_decks(tmp_path):
    options = {"player": "literal", "labellings": 5, "quick": True, "workers": 1, "deals": "1-8"}
    files = [tmp_path / name for name in ("one", "other", "paper")]
    answers = [
        simulate(**options, shuffled=seed, out=file) for seed, file in zip((1, 2, None), files, strict=True)
    ]
    assert [answer.data.get("shuffled") for answer in answers] == [1, 2, None]
    assert "shuffled decks 1-8 of seed 1" in answers[0].tables[0].title
    rows = [[row["left"] for row in csv.DictReader(file.open(newline=""))] for file in files]
    assert rows[0] != rows[1] != rows[2] != rows[0]
    again = simulate(**options, shuffled=1, against=files[0])
    assert again.data["only this"] == again.data["only other"] == 0
    for seed, other in ((1, files[1]), (1, files[2]), (None, files[0])):
        with pytest.raises(SaizenError, match="has other decks"):
            simulate(**options, shuffled=seed, against=other)


def drawn_in(sitting, many):
    """Return the first ranks that a sitting draws, each laid onto the first stack."""
    ranks = []
    while True:
        ranks.append(sitting.position.drawn)
        sitting.play("1")
        if len(ranks) == many:
            return ranks
        if sitting.position.drawn is None:
            sitting.play("d")


def test_a_sitting_deals_the_shuffled_deck_that_simulate_plays():
    sitting = saizen.sit("calculation", stacks=3, shuffled=5, seed=9)
    resumed = Sitting.from_text(sitting.to_text(), sitting.entry)
    assert drawn_in(sitting, 12) == drawn_in(resumed, 12) == list(shuffled_deal(9, 5)[:12])
    assert drawn_in(saizen.sit("calculation", stacks=3, seed=9), 12) == list(deal(9)[:12])
    assert sitting.again(10).game.shuffled == 5


def test_the_rules_say_which_deck_it_is():
    assert "seed 5" in game(shuffled=5).rules_text
    assert "the deal whose number is the seed" in game().rules_text


def test_what_is_left_of_a_deck_is_shuffled_by_both_numbers():
    """From a later position each pair of numbers deals all that is left, in an order of its own."""
    orders = set()
    for seed, shuffled in ((1, None), (1, 5), (2, 5), (1, 6)):
        sitting = saizen.sit("calculation", start="A3 B0 C0 D0 / KT 97 - J", shuffled=shuffled, seed=seed)
        left = +sitting.game.deck(sitting.position)
        left[sitting.position.drawn] += 1
        orders.add(tuple(drawn_in(sitting, left.total())))
        assert Counter(sorted(orders)[-1]) == Counter(sorted(orders)[0]) == left
    assert len(orders) == 4


@pytest.mark.parametrize("options", [{"cards": 3}, {"cards": 3, "stacks": 2}])
def test_a_stack_game_has_no_deck_to_shuffle(options):
    with pytest.raises(SaizenError, match="shuffled = 5: the solitaire has numbered decks"):
        game(shuffled=5, **options)
    with pytest.raises(SaizenError, match="shuffled = 5: the solitaire has numbered decks"):
        read("A3 B3 / - -", shuffled=5)


def test_play_and_watch_take_shuffled_decks(cli):
    assert "--shuffled" in cli("play", "calculation", "--help").out
    words = ("--stacks", "2", "--shuffled", "5", "--seed", "9", "--opponent", "random", "--json")
    last = json.loads(cli("watch", "calculation", *words).out.splitlines()[-1])
    drawn = [move for seat, move in json.loads(last["sitting"])["log"] if seat == DEALER]
    assert drawn == [RANKS[rank - 1] for rank in shuffled_deal(9, 5)]
    assert "'--shuffled'" in cli("play", "calculation", "--shuffled", "x").err
