import json
from collections import Counter
from dataclasses import replace
from functools import cache
from importlib import resources

import pytest

from saizen.games.calculation.deals import deal
from saizen.games.calculation.game_log import read_log, replay
from saizen.games.calculation.rules import Calculation, Variant
from saizen.games.calculation.stackgame.any_order.canonical import describe
from saizen.games.calculation.stackgame.any_order.counting import count_states
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.rules import game_of_labelling
from saizen.games.calculation.stackgame.two_chains.lattice import Start
from saizen.games.calculation.stackgame.two_chains.layers import find_layers
from saizen.papers import PAPERS
from saizen.papers.calculation2002 import figures, labelling, rates, remarks, theorems
from saizen.papers.report import Verdict, read_data
from saizen.work import SILENT


@pytest.fixture(scope="module", autouse=True)
def computed_once():
    """What follows from the printed game and its labellings, whatever a test changes in print."""
    patch = pytest.MonkeyPatch()
    best, chances = cache(remarks.best_labelling), cache(labelling.chances)
    patch.setattr(remarks, "best_labelling", lambda turns, turn: best(tuple(turns), turn))
    patch.setattr(labelling, "chances", lambda arrangement, progress=SILENT: chances(arrangement))
    yield
    patch.undo()


def test_everything_printed_is_equal_or_explained():
    checks = list(PAPERS["calculation"].compare(False, SILENT))
    verdicts = Counter(check.verdict for check in checks)
    assert set(verdicts) == {Verdict.EQUAL, Verdict.CONSISTENT, Verdict.ERRATUM, Verdict.BEYOND}
    errata = [check.what for check in checks if check.verdict == Verdict.ERRATUM]
    assert errata == [
        "figure 4 is a failure by theorem 2",
        "M = 2, N = 8",
        "p2",
        "p12",
        "estimate by equation (4)",
        "last denominator of the product",
    ]
    assert sum(check.where == "Table 1" for check in checks) == 27


def test_the_two_canonical_forms_agree():
    for stacks in (3, 4):
        start = Start.fresh(5, stacks)
        layers = find_layers(start)
        assert count_states(2, 5, stacks) == sum(map(len, layers.values()))
        for cards, keys in layers.items():
            some = keys[:: max(1, len(keys) // 40)].tolist()
            orders = [start.order_of(key, cards) for key in some]
            assert len({describe(order) for order in orders}) == len(orders)
            for order in orders:
                turned = order.relabelled(tuple(reversed(range(order.cards))))
                assert describe(turned) == describe(order)


def test_the_general_form_equals_the_plain_one():
    order = Order((0, 0, 0, 1, 2, 4), (0, 0))
    seen = {}
    layer = {order.canonical()}
    while layer:
        for each in layer:
            assert seen.setdefault((each.cards, describe(each)), each) == each
        layer = {
            following.canonical()
            for each in layer
            if each.cards > 1
            for card in range(each.cards)
            for following in (each.lay(card, stack) for stack in each.allowed(card))
            if not following.lost()
        }
    assert len(seen) == count_states(3, 2, 2)


def test_tables_3_and_4_are_played_when_asked_for_and_go_on(cli, tmp_path):
    words = ("reproduce", "calculation", "--tables", "3", "--quick", "--json", "--store", tmp_path)
    rows = read_data("saizen.papers.calculation2002", "printed.toml")["table3"]["row"]
    assert [row["won"] for row in rows] == [6474, 6749, 6872, 6871, 7139, 7253]
    quick = {**read_data("saizen.papers.calculation2002", "printed.toml")}
    quick["table3"] = {"stacks": 3, "deals": 10000, "row": rows[:1]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rates, "read_data", lambda *names: quick)
        patch.setattr("saizen.papers.calculation2002._checks", lambda *arguments: iter(()))
        first = cli(*words, "--deals", "1-3")
        (file,) = (tmp_path / ".deals").glob("*.csv")
        before = file.read_text()
        second = cli(*words, "--deals", "1-5")
    assert first.code == second.code == 0
    assert before.count("\n") == 4
    assert file.read_text().startswith(before)
    (cell,) = json.loads(second.out.splitlines()[0])["checks"]
    assert (cell["where"], cell["what"], cell["printed"]) == ("Table 3", "50 labellings", "64.74%")
    assert "deals 1-5, small table" in cell["computed"]
    assert cell["verdict"] == "beyond print"


def test_deals_are_played_before_all_else(cli, monkeypatch):
    """A run that is stopped and begun again spends its time on what is kept, not on what is computed anew."""

    def stop(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(rates.Runs, "won", stop)
    monkeypatch.setattr("saizen.papers.calculation2002._checks", lambda *arguments: pytest.fail("too early"))
    ran = cli("reproduce", "calculation", "--tables", "3", "--quick")
    assert ran.code != 0
    assert "stopped" in ran.err


def test_a_row_can_be_played_alone(monkeypatch):
    asked = []
    monkeypatch.setattr(
        rates.Runs, "won", lambda runs, stacks, style: asked.append((stacks, style)) or {1: True}
    )
    checks = list(rates.compare_played(("4.5", "3.1"), "1-1"))
    assert [(check.where, check.what) for check in checks] == [
        ("Table 4", "200 labellings, one draw further"),
        ("Table 3", "50 labellings"),
    ]
    assert [(stacks, style.labellings, style.look > 0) for stacks, style in asked] == [
        (4, 200, True),
        (3, 50, False),
    ]
    printed = read_data("saizen.papers.calculation2002", "printed.toml")
    rows = {name: len(printed[f"table{name}"]["row"]) for name in ("3", "4")}
    assert rows == {name: rows for name, rows in PAPERS["calculation"].played.items() if rows}


def test_the_estimate_of_the_example_is_far_below_its_success(monkeypatch):
    printed = read_data("saizen.papers.calculation2002", "printed.toml")["section3_3"]
    runs = rates.Runs("1-1", None, SILENT, False)
    for won, verdict in ((18, Verdict.EQUAL), (3, Verdict.DIFFERENT)):
        played = {n: n <= won for n in range(1, 41)}
        monkeypatch.setattr(rates.Runs, "won_from", lambda *_, played=played: played)
        assert rates._far_below(printed, runs).verdict == verdict
    variant = Variant(stacks=3)
    position = Calculation(variant).parse(printed["position"])
    labels = [list(labelling.read_labels(stack, variant)) for stack in printed["stacks"]]
    assert position.foundations == tuple(printed["sizes"])
    assert [[variant.sequence(f)[place] for f, place in stack] for stack in labels] == list(
        map(list, position.stacks)
    )


def test_decks_are_played_from_a_position_by_the_rules(monkeypatch):
    monkeypatch.setattr(rates, "FROM_THERE", 2)
    runs = rates.Runs("1-1", None, SILENT, True)  # with the table that the tests share
    near = "A13 B13 C13 D9 / - - -"
    assert runs.won_from(near, rates.style_of("paper", 5)) == {1: True, 2: True}
    stuck = "A13 B13 C13 D9 / A5 - -"  # the ace has to go first, and lies below the 5
    assert runs.won_from(stuck, rates.style_of("paper", 5)) == {1: False, 2: False}


@pytest.mark.parametrize(("won", "verdict"), [(64, Verdict.INSIDE), (90, Verdict.OUTSIDE)])
def test_a_printed_rate_is_inside_or_outside(won, verdict):
    class Played(rates.Runs):
        def won(self, stacks, style):
            return {n: n <= won for n in self.deals}

    table = {"stacks": 3, "deals": 10000, "row": [{"lookahead": True, "labellings": 50, "won": 6474}]}
    (check,) = rates._table("Table 3", table, Played("1-100", None, SILENT, False))
    assert (check.what, check.verdict) == ("50 labellings, one draw further", verdict)


def test_a_claim_that_one_player_wins_less_holds_fails_or_stays_open():
    runs = rates.Runs("1-100", None, SILENT, False)
    players = [{n: n <= won for n in runs.deals} for won in (30, 33, 60)]
    few, some, many = players
    assert rates._less("", "", few, many, runs).verdict == Verdict.EQUAL
    assert rates._less("", "", many, few, runs).verdict == Verdict.DIFFERENT
    assert rates._less("", "", few, some, runs).verdict == Verdict.INSIDE
    quick = rates.Runs("1-100", None, SILENT, True)
    assert rates._less("", "", many, few, quick).verdict == Verdict.BEYOND


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["memory", "--tables", "3"], "name one game whose paper has such tables: calculation"),
        (["--tables", "3"], "name one game whose paper has such tables: calculation"),
        (["calculation", "--tables", "5"], "'5' is none of 3, 4, preliminary"),
        (["calculation", "--tables", "3,9"], "--tables 3,9: '9' is none of 3, 4, preliminary"),
        (["calculation", "--tables", "4.6"], "--tables 4.6: '4.6': 4 has rows 4.1 to 4.5"),
        (["calculation", "--tables", "3.0"], "'3.0': 3 has rows 3.1 to 3.6"),
        (["calculation", "--tables", "3.x,4"], "'3.x': 3 has rows 3.1 to 3.6"),
        (["calculation", "--tables", "preliminary.1"], "preliminary has no rows to name"),
        (["calculation", "--tables", "3", "--deals", "9-1"], "first <= last"),
        (["calculation", "--tables", "4", "--deals", "x"], "deals 'x': write first-last"),
        (["calculation", "--deals", "1-10"], "--deals and --quick are for --tables"),
    ],
)
def test_tables_that_are_not_played_are_refused(cli, words, message):
    ran = cli("reproduce", *words)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1


CLAIMED = {"earlier": "about 47 %", "rate": 72, "experts": 60}
CHANGES = [
    ("figure1", "position", "A3 B0 C0 D4 / 65 75 J - / 4", "A3 B0 C0 D4 / 65 75 T - / 4"),
    ("figures", "figure6_together", ["A1,A2", "B1,B2"], ["A1,A2", "B2,B4"]),
    ("section3_3", "stack_orders", "A(B) < Q(C) < 5(C) < 8(C)", "A(B) < 5(C) < Q(C) < 8(C)"),
    ("section3_3", "chains", "[Q(B)] < A(B) <", "[Q(B)] <"),
    ("appendix", "labels", "5(B) 2(A)", "5(D) 2(A)"),
    ("appendix", "labels", "8(A) A(D)", "A(D) 8(A)"),
    ("appendix", "later", "MOVE('2',2,A)", "MOVE('2',2,C)"),
    ("orders", "figure 5", "A6 after A4 s={2,3}", "A6 after A4 s={2}"),
    ("orders", "figure 6", "[B1,B2] s={}; B4", "B1 s={}; B4"),
    ("orders", "figure 8", "K(A) after 2(D) T(A)", "K(A) after T(A)"),
    ("orders", "figure 9", "after Q(B) [6(C),9(C)]", "after [6(C),9(C)]"),
    ("orders", "figure 10", "s={2}", "s={}"),
    ("orders", "figure 11", "T(D) after [7(D),J(D),2(D)] s={2}", "T(D) s={2}"),
    ("appendix", "certain", 43, 42),
    ("claims", "stacks3", CLAIMED, {**CLAIMED, "earlier": "about 50 %"}),
    ("claims", "stacks3", CLAIMED, {**CLAIMED, "rate": 74}),
    ("claims", "stacks3", CLAIMED, {**CLAIMED, "experts": 46}),
    ("claims", "stacks3", CLAIMED, {**CLAIMED, "experts": 65}),
]


def differences(printed, part):
    """List what differs from print among the checks that read a part of it."""
    if part == "appendix":
        text = (
            resources.files("saizen.papers.calculation2002").joinpath("game.txt").read_text(encoding="utf-8")
        )
        turns = read_log(text)
        checks = [*labelling.compare_labelling(printed["appendix"], turns, SILENT)]
        checks += remarks.compare_remarks(printed["appendix"], turns)
    else:
        checks = [*figures.compare_figures(printed), *figures.compare_records(printed)]
    return [check.what for check in checks if check.verdict == Verdict.DIFFERENT]


@pytest.mark.parametrize(("part", "key", "old", "new"), CHANGES)
def test_a_changed_figure_is_seen(part, key, old, new):
    """What is printed differs in nothing, as the first test has it; each of these changes does."""
    printed = read_data("saizen.papers.calculation2002", "printed.toml")
    value = printed[part][key]
    if isinstance(old, str):
        changed = (
            [row.replace(old, new) for row in value] if isinstance(value, list) else value.replace(old, new)
        )
    else:
        changed = new
    assert changed != value
    printed[part][key] = changed
    assert differences(printed, part) != []


def test_the_conclusion_needs_twelve_stacks(monkeypatch):
    assert [c.verdict for c in figures.compare_conclusion()] == [Verdict.EQUAL, Verdict.BEYOND]
    monkeypatch.setattr(figures, "hard_deck", lambda variant, foundation: deal(foundation))
    assert next(figures.compare_conclusion()).verdict == Verdict.DIFFERENT


def test_only_the_change_that_is_named_raises_the_estimate_of_the_printed_labelling():
    """Give each card another free place of its rank, or exchange it with the card that has it."""
    printed = read_data("saizen.papers.calculation2002", "printed.toml")["appendix"]
    game = Calculation(Variant(stacks=3))
    sizes = game.parse(printed["position"]).foundations
    stacks = [list(labelling.read_labels(stack, game.variant)) for stack in printed["labels"]]

    def value(labels):
        return labelling.estimate(
            labelling.chances(game_of_labelling(game.variant, sizes, tuple(map(tuple, labels))))
        )

    before, raised = value(stacks), []
    for n, stack in enumerate(stacks):
        for h, (f, place) in enumerate(stack):
            rank = game.variant.sequence(f)[place]
            for other in range(4):
                new = other, game.variant.sequence(other).index(rank)
                if other != f and new[1] >= sizes[other]:
                    labels = [[(f, place) if card == new else card for card in each] for each in stacks]
                    labels[n][h] = new
                    if value(labels) > before:
                        raised.append((n, h, other))
    assert raised == [(0, 7, 2)]
    assert stacks[0][7] == (1, game.variant.sequence(1).index(5))


@pytest.mark.parametrize(
    ("turn", "key", "wrong"), [(8, "could", "PUT(C) MOVE('Q',2,C)"), (33, "done", "STACK(1)")]
)
def test_a_wrong_remark_is_noticed(turn, key, wrong):
    printed = read_data("saizen.papers.calculation2002", "printed.toml")["appendix"]
    text = resources.files("saizen.papers.calculation2002").joinpath("game.txt").read_text(encoding="utf-8")
    next(remark for remark in printed["remark"] if remark["turn"] == turn)[key] = wrong
    checks = remarks.compare_remarks(printed, read_log(text))
    assert [check.verdict for check in checks].count(Verdict.DIFFERENT) == 1


def test_success_is_certain_by_playing_every_order_of_the_last_cards():
    """From turn 46 on the rules alone are asked: whatever card comes, some choice still wins."""
    text = resources.files("saizen.papers.calculation2002").joinpath("game.txt").read_text(encoding="utf-8")
    turns, game = read_log(text), Calculation(Variant(stacks=3))
    known = {}

    def wins(position):
        if position not in known:
            ranks = sorted(set(game.deck(position).elements()))
            known[position] = (
                all(any(map(wins, after(position, rank))) for rank in ranks)
                if ranks
                else (rates._clears(game, position))
            )
        return known[position]

    def after(position, rank):
        """Every position before the next draw, those with more on the foundations first."""
        drawn = replace(position, drawn=rank)
        fresh = [game.after(drawn, action) for action in game.actions(drawn)]
        found = set(fresh)
        while fresh:
            here = fresh.pop()
            following = {game.after(here, action) for action in game.actions(here)} - found
            found |= following
            fresh += following
        return sorted(found, key=lambda one: (-sum(one.foundations), one.stacks))

    assert wins(replay(game, turns)[46])
    meant, stacks = remarks.follow(turns, 46)
    sizes = replay(game, turns)[46].foundations
    assert remarks.success(game.variant, sizes, turns, stacks, meant) == 1


@pytest.fixture(scope="module")
def right_theorems():
    """The checks before anything is made wrong."""
    return list(theorems.compare_theorems())


@pytest.mark.parametrize("theorem", ["first", "second", "alike"])
def test_a_wrong_theorem_is_noticed(monkeypatch, right_theorems, theorem):
    assert Verdict.DIFFERENT not in {check.verdict for check in right_theorems}
    right = theorems.order_of

    def wrong(arrangement):
        order = right(arrangement)
        if theorem == "first":
            return None if order is not None and not any(order.below) else order
        if theorem == "second" and order is not None and order.cards:
            return Order(order.below, ((1 << order.cards) - 1,) * len(order.forbidden))
        if theorem == "alike" and order is not None and not order.lost():
            return Order((0,) * order.cards, (0,) * len(order.forbidden))
        return order

    monkeypatch.setattr(theorems, "order_of", wrong)
    assert Verdict.DIFFERENT in {check.verdict for check in theorems.compare_theorems()}


def test_printed_beside_printed_is_consistent_and_not_equal():
    printed = read_data("saizen.papers.calculation2002", "printed.toml")
    verdicts = [check.verdict for check in figures.compare_records(printed)]
    assert verdicts == [Verdict.CONSISTENT] * 26


def test_what_section_4_says_of_rates_is_compared_with_games_that_were_played():
    class Played:
        quick, text = False, "1-100"

        def __init__(self, *lost):
            self.lost = dict(lost)

        def won(self, _, style):
            return {n: n > self.lost[bool(style.look), style.labellings] for n in range(1, 101)}

        interval, rate_text = rates.Runs.interval, rates.Runs.rate_text

    rows = [{"labellings": n, "lookahead": look, "won": 70} for look in (False, True) for n in (10, 100)]
    table = {"stacks": 3, "deals": 100, "row": rows}
    keys = [(row["lookahead"], row["labellings"]) for row in rows]
    right = dict(zip(keys, (60, 40, 30, 10), strict=True))
    wrong = dict(zip(keys, (40, 60, 10, 30), strict=True))
    for lost, verdict in ((right, Verdict.EQUAL), (wrong, Verdict.DIFFERENT)):
        claims = [c for c in rates._table("Table 3", table, Played(*lost.items())) if c.where == "section 4"]
        assert len(claims) == 4
        assert [c.verdict for c in claims if "labellings win less than" in c.what] == [verdict] * 2
