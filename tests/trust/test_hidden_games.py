"""Random games with hidden information by the hundred: every value is proved, and checked apart."""

from random_hidden import KINDS, RandomGame
from saizen import MAX, MIN, solve
from saizen.check.proof_file import read_proof
from saizen.check.strategies import secured
from saizen.solver.hidden.certificate import write_certificate
from saizen.solver.hidden.exploration import explore
from saizen.solver.hidden.growth import grown
from saizen.solver.hidden.proof import prove
from saizen.solver.hidden.sequence_form import sequence_form


def test_random_games_are_proved(tries, tally, tmp_path):
    for seed in range(tries(40, 300)):
        game = RandomGame(1000 + seed, KINDS[seed % 5], depth=4 + seed % 2)
        solution = solve(game)
        assert solution.proved
        write_certificate(solution, tmp_path / "proof.json")
        low, high, strategies = read_proof(tmp_path / "proof.json")
        checked = [secured(game, player, strategies[player]) for player in (MAX, MIN)]
        tally("random hidden games", proved=checked == [low, high] == [solution.value(())] * 2)
        assert checked == [low, high] == [solution.value(())] * 2


def test_growing_programs_are_proved_or_nothing(tries, tally):
    """What floats cannot see ends unproved, and is left to the exact steps on the whole program."""
    for seed in range(tries(15, 100)):
        game = RandomGame(2000 + seed, KINDS[seed % 5], depth=5)
        exploration = explore(game, most=10**6)
        form = sequence_form(exploration.memories, exploration.payments)
        proved = grown(form)
        tally("growing programs", proved=proved is not None)
        if proved is not None:
            assert prove(form, *proved[0]) == proved[1] == (solve(game).value(()),) * 2
