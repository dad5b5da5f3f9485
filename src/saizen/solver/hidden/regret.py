"""Regret minimisation on the sequence form: which moves matter, in seconds (Zinkevich et al. 2007).

Predictive CFR+ (Farina, Kroer and Sandholm 2021): each information set remembers what every move would have
gained, never below 0, and plays in proportion to that and to what it gained last. Discounted CFR (Brown and
Sandholm 2019) forgets: what was gained counts less and less, what was lost half each time. It is sooner close
to an equilibrium, and later very close. Plans are averaged with weights that grow quadratically.
"""

from typing import Any, NamedTuple

import numpy as np

from saizen.game import MAX, MIN
from saizen.kernels.compile import kernel, part
from saizen.solver.hidden.sequence_form import SequenceForm
from saizen.work import SILENT, Progress

POWER = 2.0
"""How fast the weights of later plans grow."""
GAINED, LOST = 1.5, 0.5
"""How regrets above and below 0 are discounted: by ``t**GAINED / (t**GAINED + 1)``, and by half."""
ENTRIES = 20_000_000
"""Entries and sequences that are looked at between two reports: some tenths of a second."""


class Half(NamedTuple):
    """One player: his payoffs by sequence against the other's sequences, his tree, and his state."""

    begins: Any
    """By sequence: where its payoffs begin."""
    answers: Any
    payoffs: Any
    first: Any
    parents: Any
    mix: Any
    regrets: Any
    plan: Any
    mean: Any


@part
def _gains(half: Half, other_plan: Any, gains: Any) -> None:
    """Put in what each sequence pays against the other's plan."""
    for sequence in range(len(gains)):
        total = 0.0
        for entry in range(half.begins[sequence], half.begins[sequence + 1]):
            total += half.payoffs[entry] * other_plan[half.answers[entry]]
        gains[sequence] = total


@part
def _learn(half: Half, gains: Any, discount: float, slip: float) -> None:
    """Add up regrets from the last choices back, and choose the next mix, of which slips take a share.

    ``discount`` is the share of regrets above 0 that counts on; 0 means that predictions are used, and none
    is forgotten.
    """
    for place in range(len(half.parents) - 1, -1, -1):
        begin, end = half.first[place], half.first[place + 1]
        value = 0.0
        mean = 0.0
        for sequence in range(begin, end):
            value += half.mix[sequence] * gains[sequence]
            mean += gains[sequence] / (end - begin)
        gains[half.parents[place]] += value
        value = (value - slip * mean) / (1.0 - slip)
        total = 0.0
        for sequence in range(begin, end):
            regret = gains[sequence] - value
            before = half.regrets[sequence]
            if discount > 0.0:
                half.regrets[sequence] = before * (discount if before > 0.0 else LOST) + regret
                half.mix[sequence] = max(0.0, half.regrets[sequence])
            else:
                half.regrets[sequence] = max(0.0, before + regret)
                half.mix[sequence] = max(0.0, half.regrets[sequence] + regret)
            total += half.mix[sequence]
        for sequence in range(begin, end):
            share = half.mix[sequence] / total if total > 0.0 else 1.0 / (end - begin)
            half.mix[sequence] = (1.0 - slip) * share + slip / (end - begin)


@part
def _play(half: Half, share: float) -> None:
    """Turn the mix into a plan, and let the mean of all plans take a share of it."""
    half.plan[0] = 1.0
    for place in range(len(half.parents)):
        for sequence in range(half.first[place], half.first[place + 1]):
            half.plan[sequence] = half.plan[half.parents[place]] * half.mix[sequence]
    for sequence in range(len(half.plan)):
        half.mean[sequence] += share * (half.plan[sequence] - half.mean[sequence])


@kernel
def iterate(first: Half, second: Half, begin: int, end: int, discounted: bool, slip: float) -> None:
    """Do iterations ``begin`` to ``end``, one player after the other."""
    gains_first, gains_second = np.zeros(len(first.plan)), np.zeros(len(second.plan))
    for number in range(begin, end):
        share = (POWER + 1.0) / (number + 1.0 + POWER)
        age = (number + 1.0) ** GAINED
        discount = age / (age + 1.0) if discounted else 0.0
        _gains(first, second.plan, gains_first)
        _learn(first, gains_first, discount, slip)
        _play(first, share)
        _gains(second, first.plan, gains_second)
        _learn(second, gains_second, discount, slip)
        _play(second, share)


class Regrets:
    """Both players learning, by discounted or by predictive regrets; `means` are close to an equilibrium."""

    def __init__(self, form: SequenceForm, *, discounted: bool = False, slip: float = 0.0) -> None:
        from scipy.sparse import csr_matrix

        size = form.sides[MAX].sequences, form.sides[MIN].sequences
        payoffs = np.array([int(p) / form.scale for p in form.payoffs]) if form.payoffs.dtype == object else (
            form.payoffs / form.scale
        )  # fmt: skip
        self.matrix = csr_matrix((payoffs, (form.rows, form.columns)), shape=size)
        self.transposed = (-self.matrix.T).tocsr()
        self.halves = [
            _half(matrix, side)
            for matrix, side in zip((self.matrix, self.transposed), form.sides, strict=True)
        ]
        self.done, self.discounted, self.slip = 0, discounted, slip
        self._batch = max(1, ENTRIES // (2 * len(payoffs) + 10 * sum(size)))

    def run(self, iterations: int, progress: Progress = SILENT) -> None:
        """Let both learn for so many iterations."""
        end = self.done + iterations
        while self.done < end:
            until = min(end, self.done + self._batch)
            first, second = self.halves
            iterate(first, second, self.done, until, self.discounted, self.slip)
            progress.advance(until - self.done)
            self.done = until

    @property
    def means(self) -> tuple[Any, Any]:
        """The mean plans."""
        return self.halves[MAX].mean, self.halves[MIN].mean


def _half(matrix: Any, side: Any) -> Half:
    begins, answers, first, parents = (
        entries.astype(np.int32) for entries in (matrix.indptr, matrix.indices, side.first, side.parents)
    )
    count = side.sequences
    mix = np.ones(count)
    if side.sets:
        mix[1:] = 1 / np.repeat(np.diff(side.first), np.diff(side.first))
    plan = np.zeros(count)
    plan[0] = 1
    half = Half(
        begins,
        answers,
        matrix.data,
        first,
        parents,
        mix,
        np.zeros(count),
        plan,
        np.zeros(count),
    )
    for place, parent in enumerate(parents.tolist()):
        plan[first[place] : first[place + 1]] = plan[parent] * mix[first[place] : first[place + 1]]
    return half
