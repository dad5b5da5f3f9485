"""Known decks: every verdict against a search written with the rules alone."""

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from named_options import limit

from saizen.errors import SaizenError
from saizen.games.calculation.deal_results import check_of
from saizen.games.calculation.deals import deal, parse_deals
from saizen.games.calculation.game_log import read_log, replay
from saizen.games.calculation.rules import Calculation, Variant
from saizen.games.calculation.thoughtful.clauses import write_clauses
from saizen.games.calculation.thoughtful.decide import solve_deal, winnable
from saizen.sat import is_refutation

VARIANTS = [
    (Variant(stacks=1, ranks=3, steps=(1, 2)), 90),
    (Variant(stacks=1, ranks=4, steps=(1, 3)), 80),
    (Variant(stacks=1, ranks=5, steps=(1, 2)), 80),
    (Variant(stacks=1, ranks=5, steps=(1, 2, 3)), 60),
    (Variant(stacks=2, ranks=3, steps=(1, 2, 1, 2)), 60),
    (Variant(stacks=2, ranks=5, steps=(1, 1, 2)), 10),
    (Variant(stacks=2, ranks=4, steps=(1, 3, 3, 1)), 12),
    (Variant(stacks=2, ranks=7, steps=(2, 3)), 1),
    (Variant(stacks=3, ranks=5, steps=(1, 2, 3)), 3),
    (Variant(stacks=2, ranks=8, steps=(1,)), 25),
    (Variant(stacks=3, ranks=8, steps=(3,)), 20),
]


def by_the_rules(variant: Variant, deck: tuple[int, ...]) -> bool:
    """Tell whether a deck can be won, trying everything: sizes, stacks and how many cards were drawn."""
    ranks = variant.ranks
    waits = [[*((step * n - 1) % ranks + 1 for n in range(1, ranks + 1)), 0] for step in variant.steps]
    waiting = [((0,) * len(waits), ((),) * variant.stacks, 0)]
    seen = set(waiting)
    while waiting:
        sizes, stacks, drawn = waiting.pop()
        if set(sizes) == {ranks}:
            return True
        wanted = [(f, waits[f][size]) for f, size in enumerate(sizes)]
        reached = [
            (add_one(sizes, f), (*stacks[:n], stack[:-1], *stacks[n + 1 :]), drawn)
            for n, stack in enumerate(stacks)
            for f, rank in wanted
            if stack and stack[-1] == rank
        ]
        if drawn < len(deck):
            card = deck[drawn]
            reached += [(add_one(sizes, f), stacks, drawn + 1) for f, rank in wanted if rank == card]
            reached += [
                (sizes, (*stacks[:n], (*stack, card), *stacks[n + 1 :]), drawn + 1)
                for n, stack in enumerate(stacks)
            ]
        for each in reached:
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return False


def add_one(sizes: tuple[int, ...], f: int) -> tuple[int, ...]:
    """Return the sizes with one more card on foundation f."""
    return (*sizes[:f], sizes[f] + 1, *sizes[f + 1 :])


@pytest.mark.parametrize(("variant", "decks"), VARIANTS)
def test_every_verdict_is_that_of_the_rules(variant: Variant, decks: int) -> None:
    chance = random.Random(f"{variant}")
    game = Calculation(variant)
    cards = [rank for rank in range(1, variant.ranks + 1) for _ in variant.steps]
    for _ in range(decks):
        chance.shuffle(cards)
        found = solve_deal(tuple(cards), variant)
        assert found.verdict == ("won" if by_the_rules(variant, tuple(cards)) else "impossible"), cards
        if found.turns:
            assert [turn.drawn for turn in found.turns] == cards
            assert set(replay(game, found.turns)[-1].foundations) == {variant.ranks}


def test_both_verdicts_occur() -> None:
    variant = Variant(stacks=1, ranks=5, steps=(1, 2))
    chance = random.Random(5)
    cards = [rank for rank in range(1, 6) for _ in range(2)]
    verdicts = Counter(
        solve_deal(tuple(chance.sample(cards, len(cards))), variant).verdict for _ in range(60)
    )
    assert min(verdicts["won"], verdicts["impossible"]) > 5


def test_whole_deals() -> None:
    assert solve_deal(deal(4), Variant(stacks=1)).verdict == "impossible"
    game = Variant(stacks=4)
    found = solve_deal(deal(3), game)
    assert found.verdict == "won"
    assert replay(Calculation(game), found.turns)[-1].foundations == (13, 13, 13, 13)
    assert solve_deal(deal(3), Variant(stacks=2), conflicts=100).verdict == "open"


@pytest.mark.parametrize(("number", "stacks"), [(4, 1), (8, 2)])
def test_an_impossible_deal_has_a_proof(number: int, stacks: int, tmp_path) -> None:
    variant = Variant(stacks=stacks)
    found = solve_deal(deal(number), variant)
    assert found.verdict == "impossible"
    assert found.refutation is not None
    assert is_refutation(write_clauses(deal(number), variant), found.refutation)
    assert not is_refutation(write_clauses(deal(number), Variant(stacks=4)), found.refutation)
    shown = limit(stacks=stacks, deal=number, proof=tmp_path / "deal")
    assert (tmp_path / "deal.drup").read_text().splitlines()[-1] == "0"
    assert (tmp_path / "deal.cnf").read_text().startswith("p cnf ")
    assert "deal.drup" in shown.notes[1]


def test_two_stacks_can_be_enough() -> None:
    variant = Variant(stacks=2)
    found = solve_deal(deal(13), variant)
    assert replay(Calculation(variant), found.turns)[-1].foundations == (13,) * 4


@pytest.mark.parametrize("stacks", [1, 6])
def test_a_deck_that_is_laid_down_whole_and_taken_up_again(stacks: int) -> None:
    variant = Variant(stacks=stacks)
    deck = tuple(rank for sequence in variant.sequences for rank in sequence)[::-1]
    found = solve_deal(deck, variant)
    assert found.verdict == "won"
    assert replay(Calculation(variant), found.turns)[-1].foundations == (13, 13, 13, 13)


@pytest.mark.parametrize(
    ("cards", "message"), [((1,), "the deck has 0 cards of rank 2: 1 are needed"), ((1, 2, 3), "rank 3: 0")]
)
def test_a_wrong_deck_is_refused(cards: tuple[int, ...], message: str) -> None:
    with pytest.raises(SaizenError, match=message):
        solve_deal(cards, Variant(stacks=1, ranks=2, steps=(1,)))


def test_more_foundations_than_four() -> None:
    variant = Variant(stacks=6, ranks=7, steps=(1, 2, 3, 4, 5, 6))
    cards = [rank for rank in range(1, 8) for _ in variant.steps]
    random.Random(1).shuffle(cards)
    found = solve_deal(cards, variant)
    assert replay(Calculation(variant), found.turns)[-1].foundations == (7,) * 6


def test_intervals_count_open_deals_both_ways() -> None:
    assert winnable(50, 50, 0) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    low, high = winnable(50, 40, 10)
    assert (low, high) == pytest.approx((winnable(50, 50, 0)[0], winnable(60, 40, 0)[1]))
    assert winnable(3, 0, 0)[1] == 1


def test_ranges_of_deals() -> None:
    assert parse_deals("1-1000") == range(1, 1001)
    assert parse_deals(" 7 ") == range(7, 8)


@pytest.mark.parametrize("text", ["", "a", "5-3", "1-2-3", "-1", "1-99999999999", "1,2"])
def test_other_ranges_are_refused(text: str) -> None:
    with pytest.raises(SaizenError, match="deals"):
        parse_deals(text)


def test_limit_tells_the_fraction_and_goes_on_with_its_file(tmp_path) -> None:
    out = tmp_path / "limit.csv"
    first = limit(stacks=1, deals="4-6", out=out, workers=1).data
    assert [first[key] for key in ("stacks", "deals", "won", "impossible", "open")] == [1, 3, 0, 3, 0]
    lines = out.read_text().splitlines()
    assert lines[0] == "deal,stacks,limit,verdict,conflicts,game,check"
    cells = lines[1].replace("impossible", "open").split(",")[:-1]
    marked = [lines[0], ",".join([*cells, check_of(cells)]), lines[2]]
    out.write_text("\n".join(marked) + "\n6,1,10")  # one row marked, one cut off while it was written
    again = limit(stacks=1, deals="4-6", out=out, workers=1).data
    assert [again[key] for key in ("won", "impossible", "open")] == [0, 2, 1]
    assert out.read_text().splitlines()[1:] == [*marked[1:], lines[3]]


def test_lines_end_at_line_ends_only(tmp_path) -> None:
    out = tmp_path / "limit.csv"
    first = limit(stacks=1, deals="4-6", out=out, workers=1).data
    whole = out.read_bytes()
    for at in [i for i, byte in enumerate(whole) if byte == ord("\n")][:-1]:
        out.write_bytes(whole[:at] + b"\x0b" + whole[at + 1 :])  # another sign that ends a line for some
        with pytest.raises(SaizenError, match=r"limit\.csv"):
            limit(stacks=1, deals="4-6", out=out, workers=1)
    for length in (0, 7, len(whole) - 30, len(whole) - 1):
        out.write_bytes(whole[:length])
        again = limit(stacks=1, deals="4-6", out=out, workers=1).data
        assert {**again, "seconds": 0} == {**first, "seconds": 0}
        assert out.read_bytes() == whole


def test_a_row_that_was_changed_is_refused(tmp_path) -> None:
    out = tmp_path / "limit.csv"
    limit(stacks=1, deals="4-5", out=out, workers=1)
    text = out.read_text()
    for changed in (
        text.replace("impossible", "won"),
        text.replace("\n4,", "\n7,"),
        text + "6,1,1000000,won,3,,\n",
        text + "9" * 5000 + ",1,1000000,won,3,,\n",
    ):
        out.write_text(changed)
        with pytest.raises(SaizenError, match="is not as it was written; delete the row"):
            limit(stacks=1, deals="4-6", out=out, workers=1)
    out.write_text(text + '6,1,1000000,won,3,"' + "x" * 200_000 + '",\n')
    with pytest.raises(SaizenError, match="is not a file of this command"):
        limit(stacks=1, deals="4-6", out=out, workers=1)


def test_limit_refuses_the_file_of_another_measurement(tmp_path) -> None:
    out = tmp_path / "limit.csv"
    limit(stacks=1, deals="4", out=out, workers=1)
    with pytest.raises(SaizenError, match="written with stacks=1 limit=1000000"):
        limit(stacks=2, deals="4", out=out, workers=1)
    out.write_text("something else\n")
    with pytest.raises(SaizenError, match="is not a file of this command"):
        limit(stacks=2, deals="4", out=out, workers=1)
    assert out.read_text() == "something else\n"


def test_two_runs_do_not_write_one_file(tmp_path) -> None:
    out = tmp_path / "limit.csv"
    code = f"""
from pathlib import Path
from saizen.store.files import open_locked
open_locked(Path({str(out)!r}))
print("held", flush=True)
input()
"""
    holder = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(SaizenError, match="another run is writing it"):
            limit(stacks=1, deals="4", out=out, workers=1)
        holder.communicate("\n")
    assert limit(stacks=1, deals="4", out=out, workers=1).data["impossible"] == 1


def test_limit_writes_games_that_replay(tmp_path) -> None:
    out = tmp_path / "limit.csv"
    limit(stacks=4, deals="3", out=out, workers=1)
    import csv

    with out.open(newline="") as file:
        row = next(csv.DictReader(file))
    turns = read_log(row["game"])
    assert tuple(turn.drawn for turn in turns) == deal(3)
    assert replay(Calculation(Variant(stacks=4)), turns)[-1].foundations == (13,) * 4


def test_limit_of_one_deal() -> None:
    shown = limit(stacks=4, deal=3)
    assert shown.data["verdict"] == "won"
    assert replay(Calculation(), read_log(shown.data["game"]))[-1].foundations == (13,) * 4
    assert "\n".join(shown.notes).endswith(shown.data["game"])
    assert "cannot be won" in limit(stacks=1, deal=4).notes[0]
    assert "stays open" in limit(stacks=2, deal=3, conflicts=100).notes[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stacks": 14}, "14 stacks"),
        ({"conflicts": 0}, "conflicts = 0"),
        ({"deals": "x"}, "deals 'x'"),
        ({"deal": -1}, "deal -1"),
        ({"workers": 0}, "workers"),
        ({"proof": Path("x")}, "name the deal"),
        ({"proof": Path("nowhere/at/all"), "deal": 4, "stacks": 1}, "use a folder that exists"),
    ],
)
def test_limit_refuses_nonsense(options: dict[str, object], message: str) -> None:
    with pytest.raises(SaizenError, match=message):
        limit(**options)


def test_json_line() -> None:
    line = json.loads(limit(stacks=1, deals="4-5", workers=1).to_json())
    assert list(line) == ["stacks", "deals", "won", "impossible", "open", "low", "high", "seconds"]
    assert line["low"] == 0
    assert line["high"] == pytest.approx(0.6576, abs=1e-4)


def test_the_page_tells_how_many_clauses_there_are():
    """Deal 161 with one stack has the fewest of deals 1 to 200, deal 106 with four stacks the most."""
    page = Path(__file__).parents[3] / "docs/games/calculation-limit.md"
    words = " ".join(page.read_text(encoding="utf-8").split())
    counts = [len(write_clauses(deal(n), Variant(stacks=s))) for n, s in ((8, 2), (161, 1), (106, 4))]
    example, fewest, most = (f"{count:,}" for count in counts)
    assert f"Deal 8 with two stacks has {example};" in words
    assert f"deals 1 to 200 with one to four stacks have from {fewest} to {most}." in words
    for number in range(1, 201, 7):
        for stacks in (1, 4):
            assert counts[1] <= len(write_clauses(deal(number), Variant(stacks=stacks))) <= counts[2]
