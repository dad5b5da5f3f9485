"""Uniformly shuffled decks beside the paper's numbered deals."""

import csv
from collections import Counter

import pytest

from saizen.errors import SaizenError
from saizen.games.calculation.commands import limit, simulate
from saizen.games.calculation.deals import deal, shuffled_deal
from saizen.games.calculation.rules import Variant
from saizen.games.calculation.thoughtful.decide import solve_deal


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
