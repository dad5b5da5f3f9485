"""The machine's games: every choice, the same result whoever plays, and the commands around it."""

import csv
import json
import math
import os
import random
import signal
import threading
import time
from dataclasses import replace

import pytest
from named_options import advise, simulate

from saizen.errors import PositionError, SaizenError
from saizen.games.calculation.deals import deal
from saizen.games.calculation.game_log import replay
from saizen.games.calculation.machine.machine import QUICK, prepare_machine
from saizen.games.calculation.machine.player import LABEL
from saizen.games.calculation.machine.style import Style, style_of
from saizen.games.calculation.machine.table_choice import QUICK_NOTE, TableChoice
from saizen.games.calculation.rates import mcnemar, wilson
from saizen.games.calculation.rules import Calculation, Lay, Move, Put, Variant
from saizen.games.calculation.solved import MachineSolution

MIDDLE = "A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 3"
SWIFT = style_of("swift", 10)
RUN = {"player": "swift", "labellings": 5, "quick": True, "deals": "10001-10020"}


@pytest.fixture(scope="module")
def machine():
    return prepare_machine(3, SWIFT, quick=True)


@pytest.fixture(scope="module")
def swift_run(tmp_path_factory):
    """Twenty deals played in one process: what it told, and the file that it wrote."""
    out = tmp_path_factory.mktemp("run") / "whole.csv"
    return simulate(workers=1, out=out, **RUN).data, out


def reachable(game, position):
    """Find all positions after a draw by the rules, with stacks in any order when they are empty."""
    found, waiting = set(), [game.after(position, action) for action in game.actions(position)]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += [game.after(here, action) for action in game.actions(here)]
    return {(p.foundations, tuple(sorted(p.stacks))) for p in found}


@pytest.mark.parametrize(
    "text",
    [
        MIDDLE,
        "A3 B0 C0 D0 / 65 75 J / 4",
        "A0 B0 C0 D0 / - - - / K",
        "A3 B1 C1 D1 / 8765 96 QT / 4",
        "A0 B0 C0 D0 / 32 2 3A / A",
        "A3 B0 C0 D0 / 64 7K J / 5",
        "A3 B0 C0 D0 / 64 5K J / 5",
    ],
)
def test_every_position_after_the_draw_is_offered_once(machine, text):
    game = Calculation(Variant(stacks=3))
    position = game.parse(text)
    choices = machine.advise(position)
    offered = [(c.position.foundations, tuple(sorted(c.position.stacks))) for c in choices]
    assert set(offered) == reachable(game, position)
    assert len({c.position for c in choices}) == len(choices)
    for choice in choices:
        here = position
        for action in choice.actions:
            assert action in game.actions(here)
            here = game.after(here, action)
        assert here == choice.position
        assert [len(s) for s in choice.position.stacks] == [len(labels) for labels in choice.labels]


def test_a_card_just_laid_moves_on_when_another_opened_its_place(machine):
    """The 5 cannot be put; laid, it follows the 4, and the 6 follows it."""
    game = Calculation(Variant(stacks=3))
    position = game.parse("A3 B0 C0 D0 / 64 7K J / 5")
    offered = {game.text(choice.position): choice.actions for choice in machine.advise(position)}
    assert offered["A5 B0 C0 D0 / 6 7K J"] == (Lay(1), Move(4, 0, 0), Move(5, 1, 0))
    assert offered["A6 B0 C0 D0 / - 7K J"] == (Lay(1), Move(4, 0, 0), Move(5, 1, 0), Move(6, 0, 0))
    found = MachineSolution(game, lambda: machine, "swift", TableChoice(quick=True))
    worth = {game.text(plan.position): plan.worth for plan in found.plans(position)}
    best = max(worth[text] for text in worth if text.startswith(("A5", "A6")))
    for one in found.moves(position):
        if one.move in (Lay(1), Lay(2)):  # on stack 1 it would lie on the 4
            assert one.value >= best


@pytest.mark.parametrize(
    "text", ["A3 B0 C0 D0 / 64 - - / 5", "A3 B0 C0 D0 / - 64 - / 5", "A3 B1 C0 D0 / 64 - 2 / 5"]
)
def test_the_rest_of_a_plan_can_be_played(machine, text):
    """Whichever of several empty stacks a card is laid onto, the plan names that one."""
    game = Calculation(Variant(stacks=3))
    position = game.parse(text)
    for one in MachineSolution(game, lambda: machine, "swift", TableChoice(quick=True)).moves(position):
        here = position
        for action in one.line:
            assert action in game.actions(here)
            here = game.after(here, action)
        assert one.line[0] == one.move


def held_back(game, dice, turns=16):
    """Return a position after a draw in a game in which most moves to foundations are left for later."""
    position, deck = game.start(), list(game.deck(game.start()).elements())
    dice.shuffle(deck)
    for rank in deck[: dice.randrange(4, turns)]:
        position = game.after(replace(position, drawn=rank), dice.choice([Lay(n) for n in range(3)]))
        while (moves := game.actions(position)) and dice.random() < 0.3:
            position = game.after(position, dice.choice(moves))
    left = list(game.deck(position).elements())
    return replace(position, drawn=dice.choice(left))


def test_every_position_is_offered_where_cards_were_held_back(machine):
    game, dice, late = Calculation(Variant(stacks=3)), random.Random(1), 0
    for _ in range(60):
        position = held_back(game, dice)
        choices = machine.advise(position)
        offered = [(c.position.foundations, tuple(sorted(c.position.stacks))) for c in choices]
        assert set(offered) == reachable(game, position)
        late += any(isinstance(c.actions[0], Lay) and _lies_nowhere(game, position, c) for c in choices)
    assert late >= 3


def _lies_nowhere(game, position, choice):
    """Tell whether a card that was laid first went to a foundation in the same turn."""
    stack = choice.actions[0].stack
    return len(choice.position.stacks[stack]) <= len(position.stacks[stack])


def test_labels_are_places_that_are_free(machine):
    game = Calculation(Variant(stacks=3))
    for choice in machine.advise(game.parse(MIDDLE)):
        used = [
            (f, game.variant.sequences[f].index(rank))
            for stack, labels in zip(choice.position.stacks, choice.labels, strict=True)
            for rank, f in zip(stack, labels, strict=True)
        ]
        assert len(set(used)) == len(used)
        assert all(place >= choice.position.foundations[f] for f, place in used)


def test_a_game_does_not_depend_on_the_games_before_it(machine):
    alone = machine.play(7)
    machine.play(5)
    assert machine.play(7) == alone
    assert [turn.drawn for turn in alone.turns] == list(deal(7))
    assert replay(machine.game, alone.turns)[-1] == alone.position


def test_the_player_does_not_see_the_deck(machine, monkeypatch):
    cards = deal(11)
    turned = (*cards[:30], *reversed(cards[30:]))
    first = machine.play(11)
    monkeypatch.setattr("saizen.games.calculation.machine.machine.shuffled_deal", lambda number, seed: turned)
    second = machine.play(11)
    assert first.turns[:30] == second.turns[:30]
    assert [turn.drawn for turn in second.turns[30:]] == list(turned[30:])


def test_games_are_won_and_lost(swift_run):
    _, out = swift_run
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["deal"]) for row in rows] == list(range(10_001, 10_021))
    assert 3 <= sum(row["outcome"] == "won" for row in rows) <= 19
    for row in rows:
        assert (row["outcome"] == "won") == (row["left"] == "0")


@pytest.mark.parametrize("stacks", [1, 2, 4])
def test_other_numbers_of_stacks(stacks):
    looking = style_of("best", 5)._replace(look=1, look_climbs=1)  # at one choice, not at four
    game = prepare_machine(stacks, looking, quick=True).play(13)  # few of its pairs are searched for
    assert (game.left == 0) == game.success


def test_players_are_what_their_names_say():
    assert style_of("literal", 50) == Style(labellings=50)
    assert style_of("paper").labellings == 200
    assert style_of("swift").look == 0 < style_of("swift", lookahead=True).look
    assert style_of("best") == style_of("best", lookahead=True)
    assert style_of("paper").counted == style_of("best").counted == 1 < style_of("swift").counted


def test_a_choice_counts_its_good_labellings():
    position = Calculation(Variant(stacks=3)).parse("A2 B5 C6 D10 / 7544 9J9T KQJKT / Q")
    drawn = 36
    plain = prepare_machine(3, Style(20, lasts=1), quick=True)
    counting = prepare_machine(3, Style(20, lasts=1, counted=6), quick=True)
    count = len(plain.advise(position))
    assert len(counting.advise(position)) == count
    tries = set()
    for choice in range(count):
        counting._asked(LABEL, choice, drawn)
        values = counting._player.now.trial.labellings.value[:6].tolist()
        assert values[0] == plain._player.now.worth[choice]
        many = math.sqrt(sum(values) / values[0]) if values[0] else 1.0
        assert counting._player.now.worth[choice] == pytest.approx(1 - (1 - values[0]) ** many)
        tries.add(many)
    assert len(tries) > 2


def test_simulate_is_the_same_for_any_number_of_workers_and_after_an_interruption(swift_run, tmp_path):
    (one, whole), part = swift_run, tmp_path / "part.csv"
    two = simulate(workers=2, **RUN).data
    assert {**one, "seconds": 0} == {**two, "seconds": 0}
    lines = whole.read_text().splitlines(keepends=True)
    part.write_text("".join(lines[:17]) + lines[17][:9])  # cut off within a row
    again = simulate(workers=1, out=part, **RUN).data
    assert {**again, "seconds": 0} == {**one, "seconds": 0}
    assert part.read_text() == whole.read_text()
    low, high = wilson(one["wins"], 20)
    assert (one["deals"], one["rate"], one["low"], one["high"]) == (20, one["wins"] / 20, low, high)


def test_simulate_compares_two_players_on_the_same_deals(tmp_path):
    literal = tmp_path / "literal.csv"
    simulate(deals="10001-10010", player="literal", labellings=5, quick=True, workers=1, out=literal)
    shown = simulate(
        deals="10005-10012", player="swift", labellings=5, quick=True, workers=1, against=literal
    )
    assert shown.data["common"] == 6
    assert shown.data["p"] == mcnemar(shown.data["only this"], shown.data["only other"])
    assert "McNemar" in shown.notes[-1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": "x"}, "deals 'x': write first-last"),
        ({"stacks": 5}, "stacks = 5: the machine plays with 1 to 4"),
        ({"labellings": 0}, "labellings = 0: use 1 to"),
        ({"workers": 0}, "workers = 0: use at least 1"),
        ({"cluster": "here"}, "--cluster 'here': write the scheduler's address"),
    ],
)
def test_simulate_refuses_what_makes_no_sense(options, message):
    with pytest.raises(SaizenError, match=message):
        simulate(quick=True, **options)


def test_simulate_refuses_files_of_other_runs(tmp_path):
    out = tmp_path / "run.csv"
    simulate(deals="10001", player="swift", labellings=5, quick=True, workers=1, out=out)
    with pytest.raises(SaizenError, match=r"run.csv: written with .*labellings=5.*; use the same options"):
        simulate(deals="10001", player="swift", labellings=6, quick=True, workers=1, out=out)
    out.write_text("deal,outcome\n1,perhaps\n")
    with pytest.raises(SaizenError, match="is not a file that saizen simulate calculation --out wrote"):
        simulate(deals="10001", player="swift", labellings=5, quick=True, workers=1, against=out)


def test_the_command_line_prints_one_line_of_json(cli):
    ran = cli(
        "simulate", "calculation", "--stacks", 3, "--player", "swift", "--labellings", 5, "--quick",
        "--deals", "10001-10003", "--json",
    )  # fmt: skip
    last = json.loads(ran.out.splitlines()[-1])
    assert ran.code == 0
    assert {"deals", "wins", "rate", "low", "high", "seconds"} <= last.keys()
    assert cli("simulate", "calculation", "--player", "nobody").code == 2


def test_advice_for_the_solitaire():
    answer = advise(MIDDLE, player="swift", labellings=10, quick=True)
    turns = answer.data["turns"]
    assert answer.data["cards_left"] == 52 - 9 - 14 - 1
    assert answer.data["estimate"] is True
    assert (answer.data["style"], answer.data["quick"]) == ("swift", True)
    assert turns[0]["cost"] == 0
    assert turns[0]["optimal"]
    assert [turn["value"] for turn in turns] == sorted((turn["value"] for turn in turns), reverse=True)
    first = {"PUT(A)", "PUT(C)", "PUT(D)", "STACK(1)", "STACK(2)", "STACK(3)"}
    assert first == {move["move"] for move in answer.data["moves"]}
    assert first <= {" ".join(turn["line"]) for turn in turns}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / X", "'X' in 'X' is not a rank"),
        ("A2 B4 C0 / 85QA 9AQJ6 KK95J / 3", "the foundations must be A B C D"),
        ("A0 B0 C0 D0 / KKKK K - / 3", "5 cards of rank K; there are 4"),
        ("A0 B0 C0 D0 / - - - - - / 3", "no solution for this game"),
    ],
)
def test_bad_positions_are_named(text, message):
    with pytest.raises(SaizenError, match=message):
        advise(text, quick=text.count("/") == 2)


def test_a_stack_game_takes_no_style():
    with pytest.raises(SaizenError, match="a stack game is solved"):
        advise("A6 B6 / B6 B5A3B3 A5 / B1", player="paper")
    with pytest.raises(PositionError, match="no card is drawn"):
        prepare_machine(3, SWIFT, quick=True).advise(Calculation(Variant(stacks=3)).start())


def test_advice_has_the_reason_of_every_choice():
    late = "A2 B5 C6 D10 / 7544 9J9T KQJKT / Q"
    turns = advise(late, player="swift", labellings=10, quick=True).data["turns"]
    for turn in turns:
        assert turn["move"] == turn["line"][0]
        assert turn["reason"].endswith(f"worth {turn['value']:.3g}" if turn["value"] else "seen to succeed")
    laid = next(turn for turn in turns if turn["move"].startswith("STACK") and turn["value"])
    assert laid["reason"].startswith("the Q waits for ")


def test_the_reason_of_a_card_that_is_laid_and_goes_on_in_the_same_turn():
    turns = advise("A1 B0 C1 D1 / - 5 2996 / Q", player="swift", labellings=10, quick=True).data["turns"]
    gone = [turn["reason"] for turn in turns if "MOVE('Q',1,C)" in turn["line"]]
    assert gone
    assert all(reason.startswith(("the Q goes on to C; worth", "no labelling")) for reason in gone)
    stays = next(turn for turn in turns if turn["move"] == "STACK(1)" and turn["reason"] not in gone)
    assert "goes on" not in stays["reason"]


def test_advice_in_the_middle_of_a_turn():
    data = advise("A3 B1 C1 D0 / 876 96 Q4", player="swift", labellings=10, quick=True).data
    expected = {"DRAW", "MOVE('6',1,C)", "MOVE('4',3,A)", "MOVE('4',3,B)"}
    assert expected <= {move["move"] for move in data["moves"]}
    assert expected <= {turn["move"] for turn in data["turns"]}
    assert data["value"] == data["moves"][0]["value"] == data["turns"][0]["value"]


def test_before_a_draw_the_answer_is_what_can_come():
    """Nothing can be moved, so there is nothing to choose; the text of a start may be left out."""
    data = advise("A2 B4 C0 D3 / 85QA 9AQJ6 KK95J", player="swift", labellings=10, quick=True).data
    assert data["moves"] == []
    assert sum(outcome["probability"] for outcome in data["outcomes"]) == 1
    start = advise("", stacks=2, player="swift", labellings=5, quick=True).data
    assert start["position"] == "A0 B0 C0 D0 / - -"
    assert start["cards_left"] == 52
    assert start["estimate"] is True


def test_quick_says_what_it_gives_up():
    shown = advise(MIDDLE, player="swift", labellings=5, quick=True)
    assert QUICK == 8
    assert shown.notes[-1] == QUICK_NOTE


def test_a_position_with_one_card_left_is_decided():
    game = Calculation(Variant(stacks=3))
    position = replace(game.parse("A12 B13 C13 D13 / - - -"), drawn=13)
    best = prepare_machine(3, style_of("best"), quick=True).advise(position)[0]
    assert best.actions == (Put(0),)
    assert best.worth == 1


@pytest.mark.cluster
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="POSIX signals")
def test_a_cluster_that_loses_a_worker_gives_the_same_result(swift_run, tmp_path):
    """One of two workers is killed once some deals are played; no other comes in its place."""
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    here, whole = swift_run
    out, left = tmp_path / "there.csv", []

    def lose(victim):
        while not out.exists() or out.read_bytes().count(b"\n") < 2:
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)
        left.append(20 - out.read_bytes().count(b"\n"))

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        for worker in cluster.workers.values():
            worker.auto_restart = False
        losing = threading.Thread(target=lose, args=[worker.pid], daemon=True)
        losing.start()
        there = simulate(cluster=cluster.scheduler_address, out=out, **RUN).data
        losing.join()
    assert left[0] > 0  # it was still needed
    assert {**here, "seconds": 0} == {**there, "seconds": 0}
    assert whole.read_text() == out.read_text()
