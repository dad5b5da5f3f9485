"""Games in which players do not see everything, solved exactly in nine steps.

1. *Explore* every history once, depth first; what a player has seen and done is a memory, a number
   (`exploration`, `memories`).
2. *Sequence form* (Koller, Megiddo and von Stengel 1996): a strategy is the weight of every sequence of a
   player's own moves; payoffs are whole numbers (`sequence_form`).
3. *Linear program*, each row over its own whole number; floats get powers of two as scales
   (`linear_program`).
4. Large games: regret minimisation finds which moves matter (`regret`), a program of these alone grows by
   best replies until none gains (`growth`).
5. *Exact basis*: the program's basis solved in whole numbers from a float factorisation (`exact_basis`).
6. *Proof* on the whole tree: both vectors are strategies, and best replies to both get the same number
   (`proof`).
7. *Exact pivots* from the float basis where it was not optimal (`pivots`, `rational_factors`).
8. In floats: strategies in whole numbers, and the exact interval that they secure (`rounding`).
9. *Answers* by what a player has seen: moves, beliefs, costs (`stories`, `beliefs`, `solution`).

`solving` has the order of the steps.
"""

from saizen.solver.hidden.solving import solve_hidden

__all__ = ["solve_hidden"]
