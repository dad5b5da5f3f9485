"""R-Rivals at every face: texts of whole games, solutions of both players, sittings, words, drawings."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import saizen
from saizen import Decision, Simultaneous, Terminal, solve
from saizen.drawing import width
from saizen.errors import MoveError, SaizenError
from saizen.game import MAX, MIN, legal_moves
from saizen.games import load, rivals
from saizen.games.rivals.entry import small
from saizen.games.rivals.solved import solve_rivals
from saizen.sitting import Sitting
from saizen.solution import Solution

SMALL = small()
VARIANTS = [{}, {"rules": "assassin-reversed"}, {"set": ["prince.strength=6", "points_to_win=3"]}]


@pytest.fixture(scope="module", params=list(SMALL))
def pair(request):
    """A small game solved twice: by its own tables and by the generic solver."""
    game = SMALL[request.param]
    return rivals.solution(game), solve(game)


def walk(game, dice):
    """Play a whole random game; yield (position, moves by seat, what came)."""
    place = game.start()
    while not isinstance(place, Terminal):
        node = game.look(place)
        if isinstance(node, Simultaneous):
            moves = {MAX: dice.choice(node.row_moves), MIN: dice.choice(node.column_moves)}
            after = node.outcome(moves[MAX], moves[MIN])
        else:
            moves = {node.player: dice.choice(list(node.options))}
            after = node.options[moves[node.player]]
        yield place, moves, after
        place = after


def shown_moves(drawing):
    return [cell.move for row in drawing.rows for cell in row if cell.move is not None]


@pytest.mark.parametrize("options", VARIANTS)
def test_texts_of_whole_games_come_back(options):
    game, dice, met = load("rivals").game(**options), random.Random(7), set()
    for _ in range(600):
        for position, _, _ in walk(game, dice):
            if position in met:
                continue
            met.add(position)
            assert game.parse(game.text(position)) == position
            for move in legal_moves(game.look(position)):
                assert game.parse_move(position, game.move_text(position, move)) == move
    assert len(met) > 1000
    assert {(p.spy, p.seen is None) for p in met} == {
        (0, True),
        (1, True),
        (1, False),
        (-1, True),
        (-1, False),
    }


def test_a_card_has_three_names():
    game = rivals.game()
    for word in ("3", "assassin", "ASSASSIN", "暗殺者", " 3 ", "３"):
        assert game.parse_move(game.start(), word) == 3
    here = game.parse("45/67 0-0 1-1")
    for word in ("3", "king", "", "33"):
        with pytest.raises(MoveError, match="possible: 4") as error:
            game.parse_move(here, word)
        assert "\n" not in str(error.value)


def test_the_solution_is_the_generic_solvers_on_every_position(pair):
    own, generic = pair
    assert isinstance(own, Solution)
    assert own.exact
    kinds = set()
    for position in generic.positions:
        node = own.game.look(position)
        kinds.add((type(node), getattr(node, "player", None)))
        assert own.value(position) == generic.value(position)
        for player in (None, MAX, MIN):
            ours, theirs = own.moves(position, player), generic.moves(position, player)
            assert {one.move: one for one in ours} == {one.move: one for one in theirs}
            assert ours[0].optimal
            assert own.strategy(position, player) == generic.strategy(position, player)
            assert own.unique(position, player) == generic.unique(position, player)
        if isinstance(node, Simultaneous):
            assert own.matrix(position) == generic.matrix(position)
    assert (Simultaneous, None) in kinds


def test_floats_agree_with_fractions(pair):
    own, generic = pair
    floats = solve_rivals(own.rules)
    for position in list(generic.positions)[::7]:
        assert floats.value(position) == pytest.approx(float(own.value(position)), abs=1e-9)
        best = float(own.moves(position, MIN)[0].value)
        assert floats.moves(position, MIN)[0].value == pytest.approx(best, abs=1e-9)
    with pytest.raises(SaizenError, match="exact=True"):
        floats.unique(own.game.start())


def test_small_games_have_every_kind_of_position():
    kinds = set()
    for game in SMALL.values():
        for position in solve(game).positions:
            node = game.look(position) if not isinstance(position, Terminal) else position
            kinds.add(
                (type(node), getattr(node, "player", None), getattr(position, "seen", None) is not None)
            )
    assert kinds >= {(Simultaneous, None, False)} | {
        (Decision, player, seen) for player in (MAX, MIN) for seen in (True, False)
    }


def test_min_has_the_mirror_image_of_max(pair):
    own, generic = pair
    for position in list(generic.positions)[::5]:
        if position.seen is None:
            assert own.value(position.flipped()) == -own.value(position)
        if position.spy == 0:
            seen = {one.move: (one.value, one.optimal) for one in own.moves(position, MIN) if one.optimal}
            turned = {one.move: (-one.value, True) for one in own.moves(position.flipped()) if one.optimal}
            assert seen == turned


def test_positions_as_text_and_some_moves_only():
    own = rivals.solution(SMALL["spy, assassin, wizard, general"])
    start = own.game.text(own.game.start())
    assert own.value(start) == 0
    assert [one.move for one in own.moves(start, among=[3])] == [3]
    assert own.turns(start) == []
    assert len(repr(own)) < 200
    assert "2" in own._repr_html_()


def test_games_share_one_solution_wherever_they_begin():
    game, position = rivals.read("23/01 3-3 1-1")
    assert rivals.solution(game) is rivals.solution(rivals.game())
    assert rivals.solution(game).value(position) == solve(game).value(position)


def test_eight_threads_get_what_one_gets(pair):
    own, generic = pair
    questions = [(p, player) for p in list(generic.positions)[::3] for player in (MAX, MIN)]

    def answer(question):
        position, player = question
        return own.value(position), own.moves(position, player), own.unique(position, player)

    alone = [answer(question) for question in questions]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(answer, questions)) == alone


def test_eight_threads_solve_rules_once():
    game = load("rivals").game(set=["remove=0", "remove=1", "remove=2", "remove=3", "minister_points=4"])
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: rivals.solution(game), range(8)))
    assert len(set(map(id, found))) == 1


@pytest.mark.parametrize("seat", ["blue", "red"])
def test_a_whole_game_with_hints_undo_and_record(seat):
    options = {"set": ["remove=clown", "remove=princess", "remove=prince"]}
    sitting = saizen.sit("rivals", seat=seat, seed=5, options=options)
    dice = random.Random(2)
    first = sitting.moves()[0]
    before = sitting.view()["position"]
    sitting.play(first)
    sitting.undo()
    assert sitting.view()["position"] == before
    while not sitting.ended:
        hint = sitting.hint()
        assert hint.data["player"] == seat
        assert sorted(str(move["move"]) for move in hint.data["moves"]) == sorted(sitting.moves())
        assert min(move["cost"] for move in hint.data["moves"]) == 0
        assert ("matrix" in hint.data) == (sitting.position.spy == 0)
        with pytest.raises(MoveError):
            sitting.play("king")
        sitting.play(dice.choice(sitting.moves()))
    record = sitting.record()
    assert record["taken_back"] == 1
    assert all(entry["cost"] >= 0 for entry in record["entries"])
    assert record["costs"].get("red" if seat == "blue" else "blue") == 0  # the machine is perfect
    assert record["values"][-1] == sitting.gained
    again = Sitting.from_text(sitting.to_text())
    assert again.view() == sitting.view()
    assert again.record() == record


def test_resuming_in_the_middle_and_from_a_position():
    sitting = saizen.sit("rivals", seat="all", start="34567/12346 0-3 1-1 spy+ seen=3", seed=1)
    assert sitting.hint().data["moves"][0]["move"] == 7
    sitting.play("王子")
    again = Sitting.from_text(sitting.to_text())
    assert again.view() == sitting.view()
    assert "prince" in again.view()["happened"][0]["words"]
    assert again.view()["happened"][0]["move"] == "7"


@pytest.mark.parametrize("seat", ["blue", "red"])
def test_the_machines_card_is_seen_only_when_both_have_chosen(seat):
    for seed in range(20):
        sitting = saizen.sit("rivals", seat=seat, seed=seed, opponent="random")
        other = MIN if seat == "blue" else MAX
        while not sitting.ended:
            if sitting.position.spy == 0:  # nothing of the other's choice is there yet, nor in the log
                assert sitting.moment.moves == {}
                twin = Sitting.from_text(json.dumps({**json.loads(sitting.to_text()), "seed": seed + 1000}))
                assert {**twin.view(), "sitting": ""} == {**sitting.view(), "sitting": ""}
            played = len(sitting.log)
            sitting.play(sitting.moves()[-1])
            new = sitting.log[played:]
            assert new[0].seat != other
    both = saizen.sit("rivals", seat=["blue", "red"], seed=1)
    empty = both.view()
    both.play("3")
    half = both.view()
    assert half["text"] == empty["text"]
    assert half["board"] == empty["board"]
    assert half["position"] == empty["position"]
    assert half["happened"][0]["words"] == ""


def outcome(game, text, mine, yours):
    position = game.parse(text)
    node = game.look(position)
    if isinstance(node, Simultaneous):
        return game.explain(position, {MAX: mine, MIN: yours}, node.outcome(mine, yours))
    card = mine if node.player == MAX else yours
    return game.explain(position, {node.player: card}, node.options[card])


@pytest.mark.parametrize(
    ("text", "mine", "yours", "said"),
    [
        ("17/17 0-0 1-1", 1, 7, ["princess beats the prince", "blue wins the whole game", "game is over"]),
        ("17/17 0-0 1-1", 7, 1, ["red wins the whole game"]),
        ("05/67 0-0 1-1", 0, 7, ["The clown acts: a draw", "next trick is worth 2 to blue, 2 to red"]),
        ("05/57 0-0 1-1", 0, 5, ["wizard takes the clown's ability away", "5 beats 0", "Blue 0, red 1"]),
        ("24/25 0-0 1-1", 2, 2, ["Equal strength: a draw", "Two spies cancel out"]),
        ("24/36 0-0 1-1", 2, 6, ["Blue's spy: red shows the next card first", "the next card is 2 stronger"]),
        ("16/16 0-0 1-1", 6, 6, ["Two generals cancel out"]),
        ("34/57 0-0 1-1", 3, 7, ["assassin cannot harm the prince", "red wins the trick and 1 point."]),
        ("34/46 0-0 1-1", 3, 6, ["assassin lets the weaker card win, 3 against 6", "blue wins"]),
        ("45/26 0-0 1-1", 4, 2, ["blue wins the trick and 2 points (the minister adds 1)", "Blue 2, red 0"]),
        ("45/26 0-0 2-2", 4, 2, ["3 points (1 carried over, the minister adds 1)"]),
        ("45/46 0-0 1-1", 4, 4, ["the minister adds 1 for blue", "worth 3 to blue, 3 to red"]),
        ("45/67 0-0 1-1 gen+", 4, 6, ["The general's +2 makes blue's minister 6. Equal strength: a draw"]),
        ("34/35 0-0 1-1 gen+", 3, 3, ["weaker card win, 3 against 5", "red wins"]),
        ("4/2 2-3 1-1", 4, 2, ["Blue 4, red 3: blue wins the game"]),
        ("4/4 2-2 1-1", 4, 4, ["No cards are left: the game is a draw"]),
        ("45/67 0-0 1-1 spy-", 4, None, ["Blue shows the minister (4); red answers it"]),
        ("45/67 0-0 1-1 spy- seen=4", None, 6, ["Blue's minister (4) meets red's general (6). 6 beats 4"]),
        ("45/67 0-0 1-1 spy+ seen=6", 4, None, ["Blue's minister (4) meets red's general (6)"]),
    ],
)
def test_tricks_in_words(text, mine, yours, said):
    words = outcome(rivals.game(), text, mine, yours)
    for part in said:
        assert part in words


def test_words_follow_the_settings():
    turned = load("rivals").game(rules="assassin-reversed")
    assert "the stronger wins, 5 against 3" in outcome(turned, "34/35 0-0 1-1 gen+", 3, 3)
    mild = load("rivals").game(set=["princess_takes=trick", "minister.ability=clown"])
    assert "beats the prince: blue wins the trick and 1 point" in outcome(mild, "17/17 0-0 1-1", 1, 7)
    assert "The minister acts: a draw" in outcome(mild, "47/17 0-0 1-1", 4, 7)
    assert "(strength 6)" in load("rivals").game(set=["prince.strength=6"]).rules_text


@pytest.mark.parametrize("options", VARIANTS)
def test_every_trick_of_whole_games_is_explained_with_the_right_score(options):
    game, dice = load("rivals").game(**options), random.Random(11)
    for _ in range(200):
        for position, moves, after in walk(game, dice):
            words = game.explain(position, moves, after)
            assert words.endswith(".")
            if isinstance(after, Terminal):
                end = {1: "blue wins", -1: "red wins", 0: "the game is a draw"}[after.value]
                assert end in words
            elif after.seen is None:
                assert words.endswith(f"Blue {after.my_points}, red {after.your_points}.")


def test_drawings_fit_and_carry_the_legal_moves():
    game, dice = rivals.game(), random.Random(3)
    for _ in range(100):
        for position, _, _ in walk(game, dice):
            node = game.look(position)
            for seat in (MAX, MIN, None):
                drawing = game.describe(position, seat)
                assert max(map(width, drawing.text().splitlines())) <= 80
                seats = (MAX, MIN) if seat is None else (seat,)
                legal = [str(move) for one in seats for move in legal_moves(node, one)]
                assert sorted(shown_moves(drawing)) == sorted(legal)


def test_each_player_sees_the_own_hand_below():
    game = rivals.game()
    position = game.parse("34567/12346 0-2 1-2 spy+ gen- seen=3")
    own, other = (game.describe(position, seat).text() for seat in (MAX, MIN))
    assert own.splitlines()[0].startswith("red")
    assert own.splitlines()[3].split() == ["you", ".", ".", ".", "[3]", "[4]", "[5]", "[6]", "[7]"]
    assert other.splitlines()[3].split() == ["you", ".", "[1]", "[2]", "<3>", "[4]", ".", "[6]", "."]
    assert "Points: you 0, red 2 (4 win). The trick is worth 1 to you, 2 to red." in own
    assert "Points: you 2, blue 0 (4 win)" in other
    assert "Your spy acts: red has shown the assassin (3)." in own
    assert "Blue's spy acts: you have shown the assassin (3)." in other
    assert "red's card is 2 stronger" in own
    assert "暗殺者" in own


def test_the_rules_fit_on_a_page():
    for game in (rivals.game(), *SMALL.values()):
        assert max(map(width, game.rules_text.splitlines())) <= 80
        for card in game.rules.hand:
            assert game.rules.cards[card].japanese in game.rules_text


@pytest.mark.parametrize(
    "options",
    [
        {"rules": "house"},
        {"rules": {}},
        {"set": ["king=1"]},
        {"set": [3]},
        {"set": "prince.strength"},
        {"size": 3},
    ],
)
def test_bad_options_are_one_line(options):
    with pytest.raises(SaizenError) as error:
        load("rivals").game(**options)
    assert "\n" not in str(error.value)


def test_public_names_are_there():
    for name in rivals.__all__:
        assert getattr(rivals, name) is not None
    assert repr(rivals.game()) == "<Rivals, rules paper>"


def refusal(read, text):
    """Return the words with which a text is refused, nothing when it is read."""
    try:
        read(text)
    except SaizenError as error:
        return str(error)
    return ""


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_in_one_line(text):
    game = rivals.game()
    assert len(refusal(game.parse, text).splitlines()) == 1
    assert len(refusal(lambda word: game.parse_move(game.start(), word), text).splitlines()) <= 1


def test_a_shown_card_belongs_to_who_shows():
    game = rivals.game()
    shown = game.parse("012/345 0-0 1-1 spy- seen=1")
    assert game.look(shown).player == MIN
    assert replace(shown, spy=1, seen=4) == game.parse("012/345 0-0 1-1 spy+ seen=4")
