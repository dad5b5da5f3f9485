"""Both games at the table: texts, drawings, words, deals, sittings, and their solutions."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from named_options import advise, game, read, solution

import saizen
from saizen import solve
from saizen.errors import MoveError, PositionError, SaizenError
from saizen.game import DEALER, MAX, Chance, Decision, Terminal, legal_moves, outcome_names
from saizen.games import calculation
from saizen.games.calculation.deals import deal
from saizen.games.calculation.entry import small
from saizen.games.calculation.rules import DRAW, Calculation, Lay, Move, Put, Variant
from saizen.games.calculation.stackgame.named import NamedStackGame
from saizen.games.calculation.stackgame.partial_order import parse_order
from saizen.games.calculation.stackgame.rules import Arrangement, StackGame
from saizen.games.calculation.stackgame.solved import StackSolution
from saizen.sitting import Sitting
from saizen.sitting.replay import begin, follow, texts
from saizen.solution import Solution

QUICK = {"player": "paper", "labellings": 5, "quick": True}


def walk(rules, seed, visit):
    """Play one random game and visit every moment of it."""
    dice, moment = random.Random(seed), begin(rules, rules.start())
    while True:
        visit(moment)
        if moment.ended:
            return
        seat = moment.seats[0]
        moment = follow(rules, moment, seat, dice.choice(list(texts(rules, moment, seat)))).after


ROUND_TRIPS = [
    *[Calculation(Variant(stacks=stacks)) for stacks in (1, 4, 6)],
    Calculation(Variant(stacks=2, ranks=5, steps=(1, 2, 3))),
    NamedStackGame("A13 B13 C13 D13 / - - - -"),
    NamedStackGame("A6 B6 / B6 B5A3B3 A5"),
    StackGame("A4 B4 C4 / - - -"),
    StackGame("A7 B7 C7 D7 / - - - - - -"),
    *small().values(),
]


@pytest.mark.parametrize("rules", ROUND_TRIPS, ids=repr)
def test_texts_of_positions_and_moves_are_read_back(rules):
    seen = set()

    def visit(moment):
        position = moment.position
        seen.add(position)
        assert rules.parse(rules.text(position)) == position
        legal = {rules.move_text(position, move): move for move in legal_moves(rules.look(position))}
        for text, move in legal.items():
            assert rules.parse_move(position, text) == move
        shown = rules.describe(position)
        if not isinstance(shown, str):
            assert all(len(line) <= 80 for line in shown.text().splitlines())
            assert {c.move for row in shown.rows for c in row if c.move} <= legal.keys()

    for seed in range(6):
        walk(rules, seed, visit)
    assert len(seen) > 5
    assert all(len(line) <= 80 for line in rules.rules_text.splitlines())


def test_moves_are_read_in_short():
    rules = Calculation(Variant(stacks=3))
    drawn = rules.parse("A3 B1 C1 D0 / 8765 96 QT / 4")
    assert [rules.parse_move(drawn, text) for text in ("d", " b ", "2", "stack( 3 )")] == [
        Put(3),
        Put(1),
        Lay(1),
        Lay(2),
    ]
    open_ = rules.parse("A3 B1 C1 D0 / 876 96 Q4")
    assert rules.parse_move(open_, "3a") == rules.parse_move(open_, "move(4,3,A)") == Move(4, 2, 0)
    assert rules.parse_move(open_, "D") == rules.parse_move(open_, "draw") == DRAW
    with pytest.raises(MoveError, match=r"'3C' is not a move here; possible: MOVE\('6',1,C\), "):
        rules.parse_move(open_, "3C")
    assert (
        NamedStackGame("A1 B1 / - - / A1").parse_move(Arrangement((1, 1), ((), ()), (0, 0)), "Stack(2)") == 2
    )


def test_the_draw_is_named_by_its_rank():
    rules = Calculation()
    chance = rules.look(rules.start())
    assert outcome_names(rules, chance) == list("A23456789TJQK")
    named = NamedStackGame("A2 B1 / - -")
    assert outcome_names(named, named.look(named.start())) == ["A1", "A2", "B1"]


def test_results_are_told_in_words():
    rules = Calculation(Variant(stacks=2))
    here = rules.parse("A12 B12 C12 D13 / K - / K")
    assert rules.explain(here, {MAX: Lay(1)}, rules.after(here, Lay(1))) == "K is laid onto stack 2"
    assert rules.explain(here, {MAX: Lay(0)}, rules.after(here, Lay(0))) == "K is laid onto the K of stack 1"
    put = rules.after(here, Put(0))
    assert rules.explain(here, {MAX: Put(0)}, put) == "K goes to foundation A, which is complete"
    start = rules.start()
    drawn = replace(start, drawn=4)
    assert rules.explain(start, {DEALER: "4"}, drawn) == "4 is drawn; D waits for it"
    last = rules.parse("A13 B13 C13 D12 / - K")
    won = rules.after(last, Move(13, 1, 3))
    assert rules.explain(last, {MAX: Move(13, 1, 3)}, won) == (
        "K goes from stack 2 to foundation D, which is complete; all cards are out: success"
    )
    stack = NamedStackGame("A2 B1 / B1 - / A1")
    one = NamedStackGame("A2 B2 / A1 / A2")
    assert one.explain(one.start(), {MAX: 1}, one.start().lay(0)).startswith("A2 is laid onto stack 1; ")
    assert stack.explain(stack.start(), {MAX: 2}, stack.start().lay(1)) == "A1 is laid onto stack 2"


def test_the_deal_of_a_seed_is_that_number():
    sitting = saizen.sit("calculation", seat="player", seed=3, stacks=5)
    for _ in range(60):
        if sitting.ended:
            break
        sitting.play("DRAW" if "DRAW" in sitting.moves() else sitting.moves()[0])
    drawn = [event.move for event in sitting.log if event.seat == DEALER]
    assert drawn == ["A23456789TJQK"[rank - 1] for rank in deal(3)[: len(drawn)]]
    assert len(drawn) > 40
    with pytest.raises(SaizenError, match=r"deal 4294967296: use 0 to 4294967295"):
        saizen.sit("calculation", seed=2**32)


def test_a_deal_from_the_middle_has_the_cards_that_are_left():
    rules, start = read("A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 3")
    hidden, moment, drawn = rules.deal(2**40, start), begin(rules, start), []
    while not moment.ended:
        seat = moment.seats[0]
        if seat == DEALER:
            node = moment.node
            place = hidden.outcome(moment.position, moment.moves, node, random.Random(0))
            text = outcome_names(rules, node)[place]
            drawn.append(text)
        else:
            text = list(texts(rules, moment, seat))[-1]
        moment = follow(rules, moment, seat, text).after
    left = sorted("A23456789TJQK"[rank - 1] for rank in rules.deck(start).elements())
    assert sorted(drawn) == left


def test_a_sitting_of_the_solitaire_with_hints_undo_record_and_resume():
    sitting = saizen.sit("calculation", seed=3, stacks=3, solver=QUICK)
    assert sitting.position.drawn == 3
    assert {move["move"] for move in sitting.hint().data["moves"]} == set(sitting.moves())
    sitting.play("c")
    sitting.play("B")
    sitting.play("1")  # the 6 is laid although C waits for it
    assert sitting.moves() == ["MOVE('6',1,C)", "DRAW"]
    hint = sitting.hint()
    assert hint.data["exact"] is False
    assert {move["move"] for move in hint.data["moves"]} == {"MOVE('6',1,C)", "DRAW"}
    sitting.undo()
    assert sitting.position.drawn == 6
    sitting.play("2")
    sitting.play("d")
    record = sitting.record()
    costs = [entry["cost"] for entry in record["entries"] if entry["seat"] == MAX]
    assert all(cost is None or 0 <= cost <= 1 for cost in costs)
    assert record["taken_back"] == 1
    again = Sitting.from_text(sitting.to_text())
    assert again.view() == sitting.view()
    with pytest.raises(MoveError, match="is not a move here"):
        sitting.play("7C")


def test_a_whole_game_of_machines_is_played_by_the_rules():
    sitting = saizen.sit("calculation", seat="none", seed=10_003, stacks=3, solver=QUICK)
    while sitting.step():
        pass
    assert sitting.ended
    assert sitting.gained == int(sum(sitting.position.foundations) == 52)
    drawn = [event.move for event in sitting.log if event.seat == DEALER]
    assert drawn == ["A23456789TJQK"[rank - 1] for rank in deal(10_003)]


def test_with_five_stacks_the_game_goes_on_without_a_machine():
    sitting = saizen.sit("calculation", seed=3, stacks=5)
    assert sitting.solution() is None
    with pytest.raises(SaizenError, match="no hints"):
        sitting.hint()
    sitting.play("C")
    assert sitting.record()["entries"][1]["cost"] is None


def test_views_do_not_show_the_deck():
    sitting = saizen.sit("calculation", seed=3, stacks=3)
    other = saizen.sit("calculation", seed=next(n for n in range(4, 999) if deal(n)[0] == 3), stacks=3)
    first, second = sitting.view(), other.view()
    for view in (first, second):
        view.pop("sitting")  # has the seed
    assert first == second
    stack = [saizen.sit("calculation", seed=n, start="A3 B3 / - - / A1").view() for n in (1, 2)]
    assert stack[0]["board"] == stack[1]["board"]


def test_a_sitting_of_the_stack_game():
    sitting = saizen.sit("calculation", seed=1, stacks=2, cards=3)
    assert isinstance(sitting.game, NamedStackGame)
    while not sitting.ended:
        best = sitting.hint().data["moves"][0]
        sitting.play(str(best["move"]))
    record = sitting.record()
    assert record["exact"] is True
    assert all(entry["cost"] == 0 for entry in record["entries"] if entry["seat"] == MAX)
    assert record["values"][0] == Fraction(25, 36)
    assert Sitting.from_text(sitting.to_text()).view() == sitting.view()
    sitting.undo()
    assert not sitting.ended


def test_people_may_enter_the_cards():
    sitting = saizen.sit("calculation", seat="all", stacks=4, solver=QUICK)
    sitting.play("7")
    assert sitting.position.drawn == 7
    sitting.play("1")
    for _ in range(3):
        sitting.play("7")
        sitting.play("2")
    with pytest.raises(MoveError, match="'7' is not possible here; possible: A, 2, 3"):
        sitting.play("7")


@pytest.mark.parametrize("name", list(small()))
def test_solutions_are_those_of_the_generic_solver(name):
    rules = small()[name]
    generic = solve(rules)
    assert 10 < len(generic) < 20_000
    mine = solution(rules, **(QUICK if isinstance(rules, Calculation) else {}))
    assert isinstance(mine, Solution)
    if not mine.exact:  # the machine: it estimates, but it knows every move
        for position in list(generic.positions)[::7]:
            assert {m.move for m in mine.moves(position)} == {m.move for m in generic.moves(position)}
        return
    for position in generic.positions:
        assert mine.value(position) == generic.value(position)
        expected = {m.move: (m.value, m.optimal, m.probability) for m in generic.moves(position)}
        found = mine.moves(rules.text(position))
        assert {m.move: (m.value, m.optimal, m.probability) for m in found} == expected
        assert mine.strategy(position) == generic.strategy(position)
        assert mine.unique(position) == generic.unique(position)


@pytest.mark.parametrize("text", ["A3 B3 / - -", "A2 B2 C1 / A2 -", "A3 B2 / B2A2 -", "A2 B1 C1 / - - -"])
def test_named_cards_project_onto_orders(text):
    named, orders = NamedStackGame(text), StackGame(text)
    with_names, without = solve(named), solve(orders)
    for position in with_names.positions:
        projected = named.projected(position)
        if projected is None or projected[1] is not None:
            continue
        order, _ = projected
        if isinstance(named.look(position), Chance):
            assert with_names.value(position) == without.value((order.canonical(), None))
        else:
            assert isinstance(named.look(position), Terminal)


def test_a_stack_game_that_is_too_large_is_answered_when_it_is_small_enough():
    found = StackSolution(NamedStackGame("A4 B4 C4 / - -"))
    assert found.value("A4 B4 C4 / - -") is None
    assert [m.value for m in found.moves("A4 B4 C4 / - - / A1")] == [None, None]
    assert found.strategy("A4 B4 C4 / - - / A1") == {}
    assert found.value("A4 B4 C4 / A4B4 C4C3C2A3 / A2") is not None


@pytest.fixture(scope="module")
def estimates():
    return solution(Calculation(Variant(stacks=3)), **QUICK)


def test_plans_and_first_actions_agree_with_advice(estimates):
    text = "A3 B1 C1 D1 / 8765 96 QT / 4"
    shown = advise(text, **QUICK).data["turns"]
    plans = estimates.turns(text)
    assert [turn["line"] for turn in shown] == [list(map(str, plan.line)) for plan in plans]
    assert [turn["value"] for turn in shown] == [plan.value for plan in plans]
    moves = {m.move: m for m in estimates.moves(text)}
    rules = estimates.game
    assert set(moves) == set(rules.look(rules.parse(text)).options)
    for plan in plans:
        assert moves[plan.move].value >= plan.value
    assert sum(m.probability for m in moves.values()) == 1
    assert estimates.value(text) == plans[0].value
    assert [m.move for m in estimates.moves(text, among=[Lay(2)])] == [Lay(2)]


def check_turn(estimates, position):
    """Every legal move is valued, its line is legal, and the plans are the positions that can be reached."""
    rules = estimates.game
    node = rules.look(position)
    found = estimates.moves(position)
    assert {m.move for m in found} == set(legal_moves(node))
    for answer in found:
        assert answer.line[0] == answer.move
        here = position
        for action in answer.line:
            if action != DRAW:
                assert action in rules.actions(here)
                here = rules.after(here, action)
    if found:
        assert found[0].optimal
        assert estimates.value(position) == max(m.value for m in found)
        assert len(estimates.strategy(position)) == 1


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_the_machine_answers_everywhere_in_random_games(estimates, seed):
    dice = random.Random(seed)

    def visit(moment):
        if dice.random() < 0.08 and isinstance(rules.look(moment.position), Decision):
            check_turn(estimates, moment.position)

    rules = estimates.game
    walk(rules, seed, visit)


@pytest.mark.parametrize(
    "text",
    [
        "A0 B0 C0 D0 / A2 2 3A",
        "A0 B0 C0 D0 / - - 3",
        "A0 B0 C0 D0 / - KK2 -",
        "A0 B0 C0 D0 / - - -",
        "A3 B0 C1 D0 / 65 86 J",
        "A12 B13 C13 D13 / K - -",
        "A11 B12 C13 D13 / K QK -",
        "A11 B12 C13 D13 / QK K -",
        "A0 B0 C0 D0 / - - - / K",
    ],
)
def test_positions_with_nothing_drawn_are_valued(estimates, text):
    position = estimates.game.parse(text)
    assert 0 <= estimates.value(text) <= 1
    check_turn(estimates, position)


def test_an_empty_deck_is_decided_exactly(estimates):
    rules = estimates.game
    for text in ("A11 B12 C13 D13 / K QK -", "A11 B12 C13 D13 / QK K -", "A10 B13 C12 D13 / QJ KK -"):
        exact = solve(Calculation(rules.variant, rules.parse(text)))
        for position in exact.positions:
            assert estimates.value(position) == exact.value(position)
            best = {m.move for m in exact.moves(position) if m.optimal}
            assert {m.move for m in estimates.moves(position) if m.optimal} == best


def test_another_empty_stack_is_as_good(estimates):
    moves = {m.move: m for m in estimates.moves("A0 B0 C0 D0 / - K - / 9")}
    assert moves[Lay(0)].value == moves[Lay(2)].value
    assert moves[Lay(2)].line[0] == Lay(2)


def test_eight_threads_answer_as_one(estimates):
    rules = Calculation(Variant(stacks=3))
    asked = []
    for seed in range(4):
        walk(rules, seed, lambda moment: asked.append(moment.position) if len(moment.seats) else None)
    asked = [p for p in asked if isinstance(rules.look(p), Decision)][::9]
    alone = [estimates.moves(p) for p in asked]
    fresh = solution(rules, **QUICK)
    stack = solution(NamedStackGame("A4 B4 / - - -"))
    cards = [Arrangement((4, 4), ((), (), ()), (f, r)) for f in range(2) for r in range(4)]
    laid = [stack.moves(c) for c in cards]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(fresh.moves, asked * 2)) == alone * 2
        other = StackSolution(NamedStackGame("A4 B4 / - - -"))
        assert list(pool.map(other.moves, cards * 4)) == laid * 4


def test_read_tells_the_two_games_apart():
    def kind(text):
        return type(read(text)[0]).__name__

    assert kind("A2 B4 C0 D3 / 85QA 9AQJ6 KK95J") == "Calculation"
    assert kind("A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 3") == "Calculation"
    assert kind("A13 B13 C13 D13 / - - - -") == "Calculation"
    assert kind("A6 B6 / - - -") == kind("A1 B1 C1 D1 / - -") == kind("A4 B4 C4 / - -") == "NamedStackGame"
    assert read("A5 B6 C7 D8 / - 9 - -")[0].variant.stacks == 4


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("A6 B6 / - - -", {"stacks": 2}, "3 stacks where --stacks is 2"),
        ("A6 B6 / - - -", {"cards": 5}, "not a stack game with --cards 5"),
        ("A0 B0 C0 D0 / - -", {"foundations": 2}, "not a stack game with --foundations 2"),
        ("nonsense!", {}, "cannot read this"),
    ],
)
def test_bad_texts_and_options_are_one_line(text, options, message):
    with pytest.raises(SaizenError, match=message) as error:
        read(text, **options)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stacks": 14}, "14 stacks: use 1 to 13"),
        ({"foundations": 2}, "give cards for a stack game"),
        ({"cards": 14}, "cards = 14: use 1 to 13"),
        ({"cards": 2, "stacks": 0}, "stacks = 0: use 1 to 6"),
        ({"cards": 13, "foundations": 5}, "use at most 52 cards"),
    ],
)
def test_bad_options_of_the_game_are_named(options, message):
    with pytest.raises(SaizenError, match=message):
        game(**options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b>a", "write cards | what each stack forbids"),
        ("a c | -", "cannot read 'c'"),
        ("a b>x | -", "the cards are a b"),
        ("a b>a c>b | -", "this is not an order"),
        ("a>a | -", "this is not an order"),
    ],
)
def test_bad_orders_are_named(text, message):
    with pytest.raises(PositionError, match=message.replace("|", r"\|")):
        parse_order(text)
    rules = StackGame("A2 B1 / - -")
    with pytest.raises(PositionError, match="is not a card of the deck"):
        rules.parse(rules.text(rules.start()) + " / z")
    with pytest.raises(PositionError, match="not in canonical form"):
        rules.parse("a>b b c | - -")


def test_the_package_has_its_public_names():
    assert set(calculation.__all__) <= set(dir(calculation))
    for name in calculation.__all__:
        assert getattr(calculation, name) is not None
    assert repr(calculation.solution(game(stacks=2, cards=2))) == (
        "<exact solution of <NamedStackGame A2 B2 / - ->>"
    )
