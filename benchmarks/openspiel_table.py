"""Every game of OpenSpiel in reach: value, positions and time, as the table of the documentation.

``python benchmarks/openspiel_table.py [POSITIONS]`` solves each game up to a number of positions
(20,000 unless told) and writes docs/openspiel.md anew. Games with parameters are tried in a size
that is small.
"""

import platform
import sys
import time
from pathlib import Path

import pyspiel

from saizen import SaizenError, solve
from saizen.adapters.openspiel import load, refusal
from saizen.exact import text

PAGE = Path(__file__).parent.parent / "docs" / "openspiel.md"
BEGIN, END = "<!-- table -->", "<!-- end of the table -->"
SIZES = {
    "blotto": ["blotto(players=2,coins=5,fields=3)"],
    "breakthrough": ["breakthrough(rows=4,columns=3)"],
    "capture_the_flag": ["capture_the_flag(horizon=5)"],
    "checkers": ["checkers(rows=4,columns=4)"],
    "clobber": ["clobber(rows=3,columns=4)"],
    "connect_four": ["connect_four(rows=4,columns=4)"],
    "cursor_go": ["cursor_go(board_size=2,max_cursor_moves=2)"],
    "dots_and_boxes": [
        "dots_and_boxes(num_rows=2,num_cols=2)",
        "dots_and_boxes(num_rows=2,num_cols=2,utility_margin=true)",
    ],
    "go": ["go(board_size=2)"],
    "gomoku": ["gomoku(size=3,connect=3)"],
    "goofspiel": ["goofspiel(num_cards=4)", "goofspiel(num_cards=5,points_order=descending)"],
    "havannah": ["havannah(board_size=2)"],
    "hex": ["hex(board_size=3)"],
    "laser_tag": ["laser_tag(zero_sum=true,horizon=4,grid=S.S)"],
    "markov_soccer": ["markov_soccer(horizon=4)"],
    "mnk": ["mnk(m=4,n=3,k=3)"],
    "oshi_zumo": ["oshi_zumo(coins=6,size=1,horizon=8)"],
    "oware": ["oware(num_houses_per_player=2,num_seeds_per_house=1)"],
    "pathfinding": ["pathfinding(horizon=20)"],
    "pig": ["pig(winscore=6,horizon=12)"],
    "quoridor": ["quoridor(board_size=3)"],
    "twixt": ["twixt(board_size=5)"],
    "y": ["y(board_size=4)"],
    "yacht": ["yacht(players=1)"],
}
LARGER = dict.fromkeys(("connect_four(rows=4,columns=4)", "mnk(m=4,n=3,k=3)", "y(board_size=4)"), 200_000)
"""Games that may take longer."""
CRASH = ("morpion_solitaire",)
"""Games that end the process when they are copied."""


def names():
    """Yield every game string that is tried, in reach or not."""
    for kind in sorted(pyspiel.registered_games(), key=lambda kind: kind.short_name):
        if kind.default_loadable and kind.short_name not in CRASH:
            yield from SIZES.get(kind.short_name, [kind.short_name])


def row(name, most):
    """Solve a game and return its row; a sentence instead of a value where it is too large."""
    game, most = load(name), max(most, LARGER.get(name, 0))
    began = time.perf_counter()
    try:
        solution = solve(game, max_positions=most)
    except SaizenError as error:
        told = str(error)
        return f"| `{name}` | {'more' if 'reachable' in told else told} | over {most:,} | {game.key} | |"
    seconds = time.perf_counter() - began
    value = text(solution.value(game.start()))
    return f"| `{name}` | {value} | {len(solution):,} | {game.key} | {seconds:.1f} |"


def main():
    """Write the table into the page."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    solved, large, refused = [], [], 0
    for name in names():
        if refusal(pyspiel.load_game(name)):
            refused += 1
            continue
        line = row(name, most)
        (large if "over" in line else solved).append(line)
        print(line, flush=True)
    lines = [
        BEGIN,
        "",
        "| game | value to player 0 | positions | key | seconds |",
        "|---|---|---|---|---|",
        *solved,
        "",
        f"Beyond {most:,} positions in the size tried: "
        + ", ".join(line.split("|")[1].strip() for line in large)
        + ".",
        "",
        f"Refused: {refused} games, for what they hide, for sampled chance, for their sums or players. "
        f"Python {platform.python_version()}, times include the keys.",
        "",
        END,
    ]
    page = PAGE.read_text(encoding="utf-8")
    head, _, rest = page.partition(BEGIN)
    PAGE.write_text(head + "\n".join(lines) + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
