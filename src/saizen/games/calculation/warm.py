"""The code to compile for Calculation: a small stack game, the machine on a small table, a known deck."""

from tempfile import TemporaryDirectory

from saizen.games.calculation.rules import Calculation, Variant
from saizen.kernels.prewarm import CompileJob
from saizen.store import Store


def stack_game() -> None:
    """Compile what finds, values and stores the positions of stack games."""
    from saizen.games.calculation.stackgame.two_chains.lattice import Start
    from saizen.games.calculation.stackgame.two_chains.layers import StackTable, count_positions
    from saizen.games.calculation.stackgame.two_chains.stored_table import build_table, open_table

    table = StackTable(Start.fresh(3, 2, 2))
    table.value(table.start.first)
    count_positions(Start.fresh(2, 2, 2))
    with TemporaryDirectory() as place:
        build_table(2, 3, store=Store(place))
        with open_table(2, 3, store=Store(place)) as stored:
            stored.value(table.start.first)


def machine() -> None:
    """Compile the stack game, and the player, which needs most of it."""
    stack_game()
    from saizen.games.calculation.machine.machine import machine as opened
    from saizen.games.calculation.machine.style import style_of
    from saizen.games.calculation.stackgame.two_chains.stored_table import build_table

    with TemporaryDirectory() as place:
        build_table(2, 3, store=Store(place))
        player = opened(2, style_of("paper", 2), 3, place)
        player.play(1)
        game = Calculation(Variant(stacks=2))
        player.advise(game.parse("A1 B0 C0 D0 / - - / 5"))


def known_deck() -> None:
    """Compile what decides deals whose whole deck is known."""
    from saizen.games.calculation.thoughtful.clauses import write_clauses
    from saizen.games.calculation.thoughtful.decide import solve_deal
    from saizen.sat import is_refutation

    deck, variant = (1, 1, 3, 3, 2, 2), Variant(stacks=1, ranks=3, steps=(1, 2))
    refutation = solve_deal(deck, variant).refutation
    assert refutation is not None
    is_refutation(write_clauses(deck, variant), refutation)


def many_foundations() -> None:
    """Compile what counts positions with more than two foundations."""
    from saizen.games.calculation.stackgame.any_order.counting import count_states

    count_states(3, 2, 2)


def end_game() -> None:
    """Compile what plays the last cards exactly."""
    from saizen.games.calculation.endgame.exact import EndGame

    game = Calculation(Variant(stacks=1, ranks=3, steps=(1, 2)))
    ends = EndGame(game, 100)
    ends.begin(game.start())
    ends.won(game.start())


JOBS = {
    "stack game and machine": CompileJob(machine, small_loops=45, serves_hints=lambda game: True),
    "known deck": CompileJob(known_deck, small_loops=5),
    "many foundations": CompileJob(many_foundations, small_loops=6),
    "exact end": CompileJob(end_game, small_loops=8),
}
