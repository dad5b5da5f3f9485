import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import PositionError
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
