"""A long question ends soon after whoever watches it says so: here the longest single question of every game.

Each is asked in a thread of its own and stopped from another. One that does not listen would go on for
minutes or hours; it runs into the time limit.
"""

import random
import threading

import pytest

from goofspiel import Goofspiel
from saizen import solve
from saizen.errors import Cancelled, SaizenError
from saizen.games.abgame import strategy_tree
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.size import Size
from saizen.games.calculation.deals import deal
from saizen.games.calculation.machine.machine import prepare_machine
from saizen.games.calculation.machine.style import style_of
from saizen.games.calculation.rules import Variant
from saizen.games.calculation.stackgame.two_chains.lattice import Start
from saizen.games.calculation.stackgame.two_chains.layers import StackTable
from saizen.games.calculation.thoughtful.decide import decide_deals, solve_deal
from saizen.games.memory.board_table import Boards
from saizen.games.memory.rules import Memory
from saizen.games.memory.solitaire import Solitaire
from saizen.games.rivals.equilibria.measures import measure_balance
from saizen.games.rivals.variants import PAPER
from saizen.games.tricks import matrix, values
from saizen.games.tricks.rules import LEFT, Objective, Tricks, TricksPosition
from saizen.games.tricks.search.searcher import searcher
from saizen.games.tricks.search.workspace import STOP
from saizen.games.tricks.solved import TricksSolution
from saizen.work import Stoppable
from saizen.work.cache import Cache

LIMIT = 90
"""Seconds after which a question does not listen."""


def hands(cards, seed=21):
    """Deal hands with score cards anywhere, half of all: the hardest ones.

    Most are searched in a second or two; with this seed and 20 cards one search takes fifteen and more.
    """
    rng = random.Random(seed)
    letters = list("a" * cards + "b" * cards)
    rng.shuffle(letters)
    return TricksPosition("".join(x.upper() if rng.random() < 0.5 else x for x in letters), LEFT)


def tricks(cards, ask):
    """Forget what was found of earlier questions, and ask."""
    searcher(Objective.TAKE, "any", large=cards > 16).memo[:] = 0
    return ask()


def one_search(cards, progress):
    """Ask once whether the leader gets half of the score cards: one call of the kernel."""
    found = searcher(Objective.TAKE, "any", large=True)  # the small question makes its tables, too
    hand, score, _ = values._words(hands(cards), "any")
    return tricks(cards, lambda: found.asked(hand, score, cards, score.bit_count() // 2, progress))


def machine(labellings, deal_number, progress):
    player = prepare_machine(3, style_of("paper", labellings, lookahead=True), quick=True)
    return player.play(deal_number, progress)


QUESTIONS = {
    "tricks, one search": (3, 20, one_search),
    "tricks, value": (3, 20, lambda n, p: tricks(n, lambda: values.value(hands(n), progress=p))),
    "tricks, solution": (
        3,
        20,
        lambda n, p: tricks(n, lambda: TricksSolution(Tricks(hands(n).cards), progress=p).moves(hands(n))),
    ),
    "tricks, matrix": (3, 20, lambda n, p: tricks(n, lambda: matrix.matrices(hands(n), progress=p))),
    "abgame, total": (
        4,
        11,
        lambda n, p: Engine(4, repeat=False).total(AbPosition.start(Size(4, n)), progress=p),
    ),
    "abgame, tree": (4, 11, lambda n, p: strategy_tree.certificate(Size(4, n), progress=p)),
    "memory, boards": (3, 99, lambda n, p: Boards(Memory(f"4x{n}"), progress=p)),
    "memory, one card": (3, 600, lambda n, p: Solitaire(n, progress=p)),
    "rivals, balance": (None, None, lambda n, p: measure_balance(PAPER, p)),
    "calculation, stack game": (3, 10, lambda n, p: StackTable(Start.fresh(n, 3), p)),
    "calculation, known deck": (
        1,
        2,
        lambda n, p: solve_deal(deal(78), Variant(stacks=n), conflicts=10**9, progress=p),
    ),
    "calculation, limit": (1, 2, lambda n, p: list(decide_deals(range(78, 79), n, 10**9, None, 1, p))),
    "calculation, machine": (5, 5000, lambda n, p: machine(n, 3, p)),
    "own game": (3, 8, lambda n, p: solve(Goofspiel(n), max_positions=10**9, progress=p)),
}
"""A small question, which compiles what is needed, and one that takes long."""


class Begun(Stoppable):
    """Progress that tells when the work has begun."""

    def __init__(self):
        super().__init__()
        self.begun = threading.Event()

    def advance(self, steps=1):
        super().advance(steps)
        self.begun.set()


def in_a_thread(ask, progress):
    """Ask, stop after a moment, and return how it ended."""
    ended = []

    def question():
        try:
            ended.append(ask(progress))
        except (Cancelled, SaizenError) as error:
            ended.append(error)

    thread = threading.Thread(target=question, daemon=True)
    thread.start()
    assert progress.begun.wait(LIMIT), f"the question did not begin: {ended}"
    thread.join(0.1)
    assert thread.is_alive(), f"the question is too short for this test: {ended}"
    progress.stop()
    thread.join(LIMIT)
    assert ended, "the question does not listen"
    return ended[0]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_long_question_can_be_stopped(question, tally):
    small, large, ask = QUESTIONS[question]
    if small is not None:
        ask(small, Stoppable())
    ended = in_a_thread(lambda progress: ask(large, progress), Begun())
    tally("long questions stopped", stopped=isinstance(ended, Cancelled))
    assert isinstance(ended, Cancelled), ended


def test_a_question_that_waits_for_another_thread_can_be_stopped():
    gate, cache = threading.Event(), Cache(most=1)
    first = threading.Thread(target=lambda: cache.get("key", lambda: gate.wait(LIMIT)), daemon=True)
    first.start()
    while not cache._making:
        pass
    ended = in_a_thread(lambda progress: cache.get("key", lambda: 1, progress), Begun())
    gate.set()
    first.join()
    assert isinstance(ended, Cancelled)
    assert cache.get("key", lambda: 2) is True


def test_what_was_stopped_leaves_nothing_wrong_behind():
    """A stopped search keeps no half answer, and the next question gets the right one."""
    position, right = hands(15, seed=3), None
    for stopped in (False, True):
        for kept in (searcher(Objective.TAKE, "any", large=False),):
            kept.memo[:] = 0
            assert not kept.workspace.lists[STOP]
        progress = Stoppable()
        if stopped:
            progress.stop()
            with pytest.raises(Cancelled):
                values.value(position, progress=progress)
        found = values.value(position)
        assert right in (None, found)
        right = found
