"""Which games read a text as a position."""

import pytest


def found(page, text):
    answer = page.post("/api/v1/search", json={"position": text})
    assert answer.status_code == 200
    return {one["game"]: one["position"] for one in answer.json()["games"]}


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("rivals", "34567/12346 0-3 1-1 spy+ seen=3"),
        ("tricks", "AABBbaba lead=L"),
        ("memory", "(4,1,2,1)"),
        ("abgame", "3x7 123:0A1B 345:0A2B"),
        ("calculation", "A6 B6 / B6 B5A3B3 A5 / B1"),
        ("nim", "((5, 4, 3), 0)"),
    ],
)
def test_a_position_is_found_in_its_game(page, game, text):
    assert game in found(page, text)


def test_what_is_no_position_is_found_nowhere(page):
    assert found(page, "no such thing, anywhere") == {}


@pytest.mark.parametrize(
    "body", [{}, {"position": 3}, {"position": "x" * 20_001}, {"position": "x", "file": "y"}]
)
def test_what_is_no_search_is_refused(page, body):
    answer = page.post("/api/v1/search", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]
