import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import PositionError, SaizenError
from saizen.games.memory import entry
from saizen.games.memory.board import Board, Kind
from saizen.games.memory.text import board_text, parse_board

KINDS = st.sampled_from([2, 4, 6, 8]).flatmap(lambda c: st.integers(0, c).map(lambda k: Kind(c, (0,) * k)))


@given(st.dictionaries(KINDS, st.integers(1, 5), max_size=6))
def test_board_text_reads_back(counts):
    board = Board.of(counts)
    assert parse_board(board_text(board)) == board


@given(st.data())
def test_paper_boards_read_like_general_ones(data):
    na = data.draw(st.integers(0, 9))
    nf = data.draw(st.integers(0, na))
    kf = data.draw(st.integers(0, nf))
    kt = data.draw(st.integers(0, na - nf))
    board = parse_board(f"({na}, {nf}, {kt + kf}, {kf})")
    assert board == Board.paper(na, nf, kt + kf, kf) == parse_board(board_text(board))
    assert (board.letters, board.cards, board.known_letters) == (na, 2 * na + 2 * nf, kt + kf)


def test_ages_and_signs():
    board = parse_board("4×2 + 2x1 : 4x1#1#3 + 2x1#2")
    assert board_text(board) == "4x2+2x1:4x1#1#3+2x1#2"
    assert parse_board("(3,1,4)") == Board.paper(3, 1, 1, 1)
    assert parse_board("(3,1,2)") == Board.paper(3, 1, 1, 0)
    assert parse_board("(3,1,0)") == Board.paper(3, 1, 0, 0)
    assert repr(board) == "Board('4x2+2x1:4x1#1#3+2x1#2')"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "memory",
        "(1,2)",
        "(1,2,3,4,5)",
        "(a,b,c,d)",
        "(3,4,0,0)",
        "(3,1,1,2)",
        "(3,1,4,0)",
        "(3,1,1,-1)",
        "(3,2,3,3)",
        "(3,1,3)",
        "(3,0,4)",
        "(3,3,2)",
        "3x2",
        "0x2",
        "2x2:",
        "2x2:2x3",
        "2x2:4x1",
        "4x1:4x1@5",
        "2x2:2",
        "2x2:2x1#1+2x1#1",
        "2x2:2x1#2",
        "2x2,2x1",
    ],
)
def test_bad_boards_are_told_in_one_line(text):
    with pytest.raises(PositionError) as caught:
        parse_board(text)
    assert "\n" not in str(caught.value)


def tried(text, **options):
    """Read a position; what is refused is refused in one line."""
    try:
        return entry.read(text, entry.MemoryOptions(**options))
    except SaizenError as error:
        told = str(error)
    assert told
    assert "\n" not in told
    return None


CARDS = st.lists(st.sampled_from(["?", "A", "a", "B", "b", "C"]), min_size=3, max_size=5)
WORDS = ["second", "first=1", "again=2", "lead=1", "passed", "choose", "score=1-0", "turns=3", "min", "|"]
AFTER_A_BOARD = ["min", "lead=-1", "first=2@1", "first=4@2", "first=2#2", "passed", "choose"]
BOARDS = ["2x3", "2x3:2x1", "4x1+2x1:4x1@2", "4x1+2x1:4x1#1+2x1#2", "(2,1,1,1)", "empty"]
OPTIONS = [{}, {"players": 1}, {"memory": "2"}, {"objective": "win"}, {"players": 1, "memory": "2"}]


def answered(game, position):
    """A position that was read can be written, shown and answered."""
    assert game.parse(game.text(position)) == position
    value, node = entry.solution(game).value(position), game.look(position)
    assert getattr(node, "value", value) == value
    game.describe(position)


@given(CARDS, st.lists(st.sampled_from(WORDS), max_size=3), st.sampled_from(OPTIONS))
def test_any_table_is_answered_or_refused_in_one_line(cards, words, options):
    found = tried(f"2x2 | {' '.join(cards)} | {' '.join(words)}", **options)
    if found:
        answered(*found)


@given(
    st.sampled_from(BOARDS), st.lists(st.sampled_from(AFTER_A_BOARD), max_size=3), st.sampled_from(OPTIONS)
)
def test_any_position_is_answered_or_refused_in_one_line(board, words, options):
    found = tried(" ".join([board, *words]), **options)
    if found:
        answered(*found)


@given(st.text("0123456789x+:@#(),|?AaBb =minleadfrst", max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text):
    found = tried(text)
    if found:
        game, position = found
        assert game.parse(game.text(position)) == position
