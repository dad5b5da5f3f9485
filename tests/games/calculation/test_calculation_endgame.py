"""The exact end of the solitaire: equal to the generic solver, whatever is asked in which order."""

import itertools
import math
import random
import threading
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from named_options import advise, simulate

from saizen import solve
from saizen.errors import Cancelled
from saizen.games.calculation.endgame import exact
from saizen.games.calculation.endgame.exact import EndGame
from saizen.games.calculation.endgame.finish import finish_game
from saizen.games.calculation.game_log import LoggedTurn, replay
from saizen.games.calculation.machine.machine import prepare_machine
from saizen.games.calculation.machine.style import EXACT_FROM, style_of
from saizen.games.calculation.machine.table_choice import TableChoice
from saizen.games.calculation.rules import Calculation, Put, Variant
from saizen.games.calculation.solved import MachineSolution
from saizen.games.calculation.turns import choices_of, lines_from
from saizen.kernels.plain import plain
from saizen.work import Stoppable

VARIANTS = [
    Variant(stacks=stacks, ranks=ranks, steps=steps)
    for stacks in (1, 2, 3)
    for ranks, steps in ((5, (1, 2, 3, 4)), (5, (1, 2, 3)), (7, (1, 2, 3)), (3, (1, 2, 1, 2)), (4, (1, 3, 1)))
]
HARD = "A3 B3 C2 D1 / Q957T9A9J2Q27 68A87537J9Q3Q5 KJKKTKJT"
OPEN = "A3 B5 C5 D5 / T4JQ95A3JJT 7T5A78Q6462 KK97"
LATE = "A5 B7 C7 D5 / 7877 95A9T4J692 KQJKTT"


def late(game, left, dice):
    """Play at random until so many cards are left."""
    deck = [rank for rank in range(1, game.variant.ranks + 1) for _ in game.variant.steps]
    dice.shuffle(deck)
    position, eager = game.start(), dice.random()
    for card in deck[: len(deck) - left]:
        position = replace(position, drawn=card)
        actions = game.actions(position)
        puts = [action for action in actions if isinstance(action, Put)]
        position = game.after(position, dice.choice(puts if puts and dice.random() < eager else actions))
        while (moves := game.actions(position)) and dice.random() < eager:
            position = game.after(position, dice.choice(moves))
    return position


@cache
def best_play(number):
    """A game of the player whose end is not exact."""
    return prepare_machine(3, style_of("best", 10), quick=True).play(number)


@cache
def whole_end(text):
    """An end game of the whole solitaire that was begun at a position, for all tests that ask about it."""
    game = Calculation(Variant(stacks=3))
    ends = EndGame(game)
    ends.begin(game.parse(text))
    return ends


def all_below(game, position):
    """List every position that can follow, in the order in which they are found."""
    found, waiting = {position}, [position]
    for here in waiting:
        after = [game.after(here, action) for action in game.actions(here)]
        if here.drawn is None:
            after += [replace(here, drawn=rank) for rank, many in game.deck(here).items() if many > 0]
        for each in after:
            if each not in found:
                found.add(each)
                waiting.append(each)
    return waiting


def chance(ends, position):
    """Return the best chance if moves may still be made before the next draw."""
    left = ends.game.deck(position).total()
    return Fraction(max(ends.won(end) for end in lines_from(ends.game, position)), math.factorial(left))


def drawn_now(game, known, position):
    """Return what the generic solver says if the next card is drawn at once."""
    deck = +game.deck(position)
    if not deck:
        return known.value(position)
    values = [many * known.value(replace(position, drawn=rank)) for rank, many in deck.items()]
    return Fraction(sum(values), deck.total())


def test_every_position_has_the_value_of_the_generic_solver():
    dice, undecided = random.Random(3), 0
    for variant in VARIANTS:
        game = Calculation(variant)
        ends = EndGame(game, 20_000)
        for _ in range(20):  # most positions are won or lost for certain
            here = late(game, 4, dice)
            ends.begin(here)
            if 0 < chance(ends, here) < 1:
                break
        known = solve(Calculation(variant, here))
        positions = all_below(game, here)
        for position in [here, *dice.sample(positions, min(40, len(positions)))]:
            value = known.value(position)
            undecided += 0 < value < 1
            if position.drawn is None:
                assert chance(ends, position) == value, game.text(position)
            else:
                best = ends.best(position)
                assert best.chance == value, game.text(position)
                assert choices_of(game, position)[best.position] == best.actions
                for ending in ends.endings(position):
                    assert ending.chance == drawn_now(game, known, ending.position), game.text(position)
                assert best.chance == drawn_now(game, known, best.position), game.text(position)
    assert undecided > 30


def test_positions_of_the_whole_game_have_the_value_of_the_generic_solver():
    dice = random.Random(5)
    for text in (HARD, OPEN):
        ends = whole_end(text)
        game, position = ends.game, ends.game.parse(text)
        while game.deck(position).total() > 4:  # play well, so that there is something to lose
            rank = dice.choice(sorted((+game.deck(position)).elements()))
            position = ends.best(replace(position, drawn=rank)).position
        assert chance(ends, position) == solve(Calculation(game.variant, position)).value(position)


def test_compiled_and_plain_kernels_agree(monkeypatch):
    game, dice = Calculation(Variant(stacks=2, ranks=5, steps=(1, 2, 3))), random.Random(2)
    positions = [late(game, 4, dice) for _ in range(6)]

    def answers():
        for position in positions:
            ends = EndGame(game, 5000)
            ends.begin(position)
            yield [ends.won(position), *ends._book.high[:50].tolist(), *ends._book.low[:50].tolist()]

    compiled = list(answers())
    monkeypatch.setattr(exact, "run_task", plain(exact.run_task))
    monkeypatch.setattr(exact, "in_one_block", lambda book: (book, book))  # Python reads no record
    assert list(answers()) == compiled


def test_counting_orders_by_playing_them_all():
    """The chance is that of a fixed strategy over every order, each order replayed card by card."""
    ends = whole_end(OPEN)
    game, position = ends.game, ends.game.parse(OPEN)
    dice, best = random.Random(1), cache(ends.best)
    while game.deck(position).total() > 5:
        rank = dice.choice(sorted((+game.deck(position)).elements()))
        position = ends.best(replace(position, drawn=rank)).position
    won = 0
    for order in itertools.permutations((+game.deck(position)).elements()):
        here = position
        for rank in order:
            here = best(replace(here, drawn=rank)).position
        won += set(here.foundations) == {13}
    assert won == ends.won(position)
    assert 0 < won < 120


def test_too_large_is_said_and_begin_helps():
    game = Calculation(Variant(stacks=3))
    position = game.parse(HARD)
    ends = EndGame(game, 300)
    ends.begin(position)
    assert ends.won(position) is None
    assert ends.best(replace(position, drawn=4)) is None
    small = Calculation(Variant(stacks=3)).parse("A13 B13 C13 D11 / - - - / 9")
    ends.begin(small)
    assert ends.best(small).chance == 1


def test_the_end_of_a_game_is_never_worse_than_it_was_known_to_be():
    game = Calculation(Variant(stacks=3))
    ends = EndGame(game)
    for number in (20_001, 20_002):
        turns = best_play(number).turns
        played, known = finish_game(ends, turns, EXACT_FROM)
        assert [turn.drawn for turn in played] == [turn.drawn for turn in turns]
        end = replay(game, played)[-1]
        assert known[51].won == (set(end.foundations) == {13})
        first = min(known)
        assert played[:first] == list(turns[:first])
        if known[first].chance in (0, 1):
            assert known[51].won == known[first].chance


def test_a_card_that_lies_again_where_its_like_lay_is_found():
    """Every choice that the kernel lists is one of the rules', also after cards were taken and laid again."""
    dice = random.Random(3)
    game = Calculation(Variant(stacks=2, ranks=5, steps=(1, 2, 3)))
    again, ends = False, EndGame(game)
    for _ in range(300):
        here = late(game, 7, dice)
        ends.begin(here)
        known = Fraction(ends.won(here), math.factorial(7))
        while game.deck(here).total() > 1:
            drawn = replace(here, drawn=dice.choice(sorted((+game.deck(here)).elements())))
            numbers, choices = set(ends._listed(drawn)), choices_of(game, drawn)
            listed = {ends._alike_to_number(number) for number in numbers}
            assert listed <= {ends._alike(end.foundations, end.stacks) for end in choices}
            again = again or any(ends._number(end) not in numbers for end in choices)
            ending = ends.best(drawn)
            assert known < 1 or ending.chance == 1
            assert known > 0 or ending.chance == 0
            here, known = ending.position, ending.chance
    assert again


def test_what_is_too_large_is_played_as_the_other_player_does():
    game, turns = Calculation(Variant(stacks=3)), best_play(20_001).turns
    _, early = finish_game(EndGame(game), turns, EXACT_FROM)
    played, known = finish_game(EndGame(game, 60), turns, EXACT_FROM)
    assert min(early) < min(known) <= 51
    assert played[: min(known)] == list(turns[: min(known)])
    assert all(isinstance(turn, LoggedTurn) for turn in played)


def test_deep_is_best_until_few_cards_are_left():
    deep = prepare_machine(3, style_of("deep", 10), quick=True)
    for number in (20_001, 20_002):
        one, other = best_play(number), deep.play(number)
        assert one.turns[: 51 - EXACT_FROM] == other.turns[: 51 - EXACT_FROM]
        assert other.success == (other.left == 0)
        assert other.reasons[51].worth == other.success


def test_simulation_writes_which_player_it_was(tmp_path):
    out = tmp_path / "deep.csv"
    answer = simulate(deals="20001", player="deep", labellings=5, quick=True, workers=1, out=out)
    assert answer.data["player"] == "deep"
    assert ",exact," in out.read_text().splitlines()[0]


def test_advice_is_exact_near_the_end_and_says_so():
    answer = advise(f"{LATE} / 3", player="deep", quick=True)
    assert answer.data["estimate"] is False
    assert any("exactly" in note for note in answer.notes)
    assert not any("estimate" in note for note in answer.notes)
    first = answer.data["turns"][0]
    assert first["orders_won"] == "5040 of 5040"
    assert first["reason"] == "exact: won in 5040 of 5040 orders"
    assert advise(f"{LATE} / 3", player="best", quick=True).data["estimate"] is True


def deep_solution(game, labellings):
    style = style_of("deep", labellings)
    return MachineSolution(
        game, lambda: prepare_machine(3, style, quick=True), "deep", TableChoice(quick=True)
    )


def test_advice_in_the_middle_of_a_turn_is_exact_too():
    game = Calculation(Variant(stacks=3))
    solution = deep_solution(game, labellings=10)
    position = game.parse(LATE)
    ends = EndGame(game)
    ends.begin(position)
    for plan in solution.plans(position):
        assert plan.orders == (ends.won(plan.position), math.factorial(8))


def test_threads_have_room_of_their_own():
    game = Calculation(Variant(stacks=3))
    solution = deep_solution(game, labellings=5)
    position, found = game.parse(f"{LATE} / 3"), []
    asking = [threading.Thread(target=lambda: found.append(solution._planned(position))) for _ in range(3)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert len(found) == 3
    assert found[0] == found[1] == found[2]


def test_a_search_can_be_stopped_and_asked_again():
    game = Calculation(Variant(stacks=3))
    position = game.parse("A10 B1 C0 D2 / 99T7A4T5K5J8 Q6QA2Q266 KJK75K3AJ9")
    ends = EndGame(game)
    ends.begin(position)
    progress = Stoppable()
    progress.stop()
    with pytest.raises(Cancelled):
        ends.won(position, progress=progress)
    assert ends.won(position) == 23984
    few = game.parse("A13 B13 C13 D9 / - - -")  # so short a search ends by itself; it is not begun
    ends.begin(few)
    with pytest.raises(Cancelled):
        ends.won(few, progress=progress)
    assert ends.won(few) == 24
