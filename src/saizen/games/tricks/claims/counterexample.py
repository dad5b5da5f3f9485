"""Looking for the smallest counterexample: by n, then k, then hands; or none up to n.

A search can be stopped and taken up again: after each pair (n, k) its state is one small JSON file. Pairs
can be checked on several processes or a cluster: what is found is put together in their order.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from saizen.errors import SaizenError
from saizen.games.tricks.claims.batch import DealBatch, Family, batches, largest_size
from saizen.games.tricks.claims.claims import INFINITY, Case, Claim, condition_holds
from saizen.games.tricks.claims.findings import Finding, Witness, join, keep, resume_finding
from saizen.games.tricks.rules import LEFT, RIGHT, Objective
from saizen.store import Store
from saizen.work import SILENT, Progress, Waiting, run


@dataclass(frozen=True, slots=True)
class Pair:
    """All deals of n cards a hand with k score cards: what a worker checks at a time."""

    claim: str
    condition: str
    n: int
    k: int
    family: Family
    objective: Objective
    store: str | None


def check_pair(pair: Pair) -> Finding:
    """Check a claim on all deals of a pair (n, k); this is what runs on a worker."""
    from saizen.games.tricks.claims.statements import claim_of

    store = None if pair.store is None else Store(pair.store)
    return _checked(claim_of(pair.claim), pair, store)


def explore(
    claim: Claim,
    *,
    upto: int,
    family: Family = "top",
    objective: Objective = Objective.TAKE,
    condition: str | None = None,
    state: Path | None = None,
    store: Store | None = None,
    progress: Progress = SILENT,
    executor: Executor | None = None,
    workers: int = 1,
) -> Finding:
    """Check a claim on every deal with 1 to ``upto`` cards a hand; stop at the smallest counterexample.

    Parameters
    ----------
    claim
        What is claimed; see `saizen.games.tricks.claims.claims.expression_claim`.
    upto
        The largest number of cards a hand. The number of deals grows about fourfold with each.
    family
        Where the score cards are.
    objective
        What the players want.
    condition
        A condition on hands instead of the claim's own; empty for all hands.
    state
        A file that keeps the state, so that the search goes on where it was stopped.
    store
        Where tables of more than ten cards a hand are stored.
    progress
        Who watches.
    executor, workers
        Where deals are checked: on an executor, or on so many processes; 1 means right here. Elsewhere the
        claim has to be a named one or an expression.

    Examples
    --------
    >>> from saizen.games.tricks.claims.claims import expression_claim
    >>> explore(expression_claim("V0 - V1 <= 1"), upto=4).counterexample.position
    'ABAb'
    """
    if not 1 <= upto <= largest_size(family):
        raise SaizenError(
            f"--upto {upto}: with score cards {family!r} 1 to {largest_size(family)} can be checked"
        )
    condition = claim.condition if condition is None else condition
    new = Finding(claim.name, claim.text, condition, family, str(objective), checked=0)
    finding = resume_finding(state, new, largest_size(family))
    progress.stage(f"{claim.name}: n up to {upto}", sum(2 * n + 1 for n in range(1, upto + 1)))
    progress.advance(sum(2 * n + 1 for n in range(1, finding.checked + 1)) + finding.next_k)
    apart = executor is not None or workers > 1
    words = _words(claim)
    home = None if store is None or executor is not None else str(store.directory)
    for n in range(finding.checked + 1, upto + 1):
        pairs = [
            Pair(words, condition, n, k, family, objective, home)
            for k in range(finding.next_k, 0 if finding.counterexample else 2 * n + 1)
        ]
        findings: Iterator[Finding]
        if apart:
            findings = run(check_pair, pairs, executor, Waiting(progress), claim.name, workers=workers)
        else:
            findings = (_checked(claim, pair, store) for pair in pairs)
        for part in findings:
            join(finding, part)
            finding.next_k += 1
            keep(state, finding)
            progress.advance()
            if finding.counterexample:
                break
        if finding.counterexample:
            break
        finding.checked, finding.next_k = n, 0
        keep(state, finding)
    if claim.measured and finding.holds and finding.least and finding.most:
        finding.tight = _is_tight(claim, finding)
    return finding


def _words(claim: Claim) -> str:
    """Return the words by which a worker knows a claim."""
    from saizen.games.tricks.claims.statements import CLAIMS

    return claim.name if CLAIMS.get(claim.name) is claim else claim.text


def _checked(claim: Claim, pair: Pair, store: Store | None) -> Finding:
    """Return what is found on the deals of one pair alone."""
    finding = Finding(pair.claim, claim.text, pair.condition, pair.family, str(pair.objective))
    for batch in batches(pair.n, pair.k, pair.family, pair.objective, store):
        _check(claim, pair.condition, batch, finding)
    return finding


def _restricted(batch: DealBatch, condition: str) -> DealBatch:
    """Return the deals of a batch for which a condition on hands holds."""
    smaller = batch.restricted.get(condition)
    if smaller is None:
        fits = condition_holds(condition, batch)
        if fits.all():
            return batch
        smaller = replace(batch, words=batch.words[fits], scores=batch.scores[fits])
        batch.restricted[condition] = smaller
    return smaller


def _check(claim: Claim, condition: str, batch: DealBatch, finding: Finding) -> None:
    """Compare one batch; note counterexample and extremes, the first of equals."""
    batch = _restricted(batch, condition)
    if not len(batch.words):
        return
    finding.deals += len(batch.words)
    failing: list[tuple[tuple[Any, ...], Witness]] = []
    for case in claim.cases(batch):
        applies = np.asarray(case.applies)
        count = int(applies.sum())
        if not count:
            continue
        finding.cases += count
        measure = np.asarray(case.measure)
        wrong = applies & ((measure < case.low) | (measure > case.high))
        if wrong.any():
            failing.append(_first(batch, case, wrong, measure))
        shown = measure[applies]
        for side, extreme in (("least", int(shown.min())), ("most", int(shown.max()))):
            seen = getattr(finding, side)
            if seen is None or (extreme < seen.measure if side == "least" else extreme > seen.measure):
                setattr(finding, side, _first(batch, case, applies & (measure == extreme), measure)[1])
    if finding.counterexample:  # of an earlier batch with the same n and k
        failing.append((_order_of(finding.counterexample), finding.counterexample))
    if failing:
        finding.counterexample = min(failing, key=lambda entry: entry[0])[1]


def _first(batch: DealBatch, case: Case, chosen: Any, measure: Any) -> tuple[tuple[Any, ...], Witness]:
    """Return the first chosen deal, with its key for comparing it with others."""
    rows = chosen.reshape(len(chosen), -1)
    deal = batch.first(rows.any(axis=1))
    cell = tuple(int(i[0]) for i in np.nonzero(chosen[deal])) if chosen.ndim > 1 else ()
    size = 2 * batch.n
    lead = "" if case.lead is None else f" lead={LEFT if case.lead else RIGHT}"
    swap = None if case.swap is None else (size - case.swap, size - case.swap - 1)
    indices = (cell[0] + 1, cell[1] + 1) if len(cell) == 2 else None
    value = int(measure[deal][cell] if cell else measure[deal])
    witness = Witness(batch.letters(deal) + lead, batch.n, batch.k, value, swap, indices)
    return _order_of(witness), witness


def _order_of(witness: Witness) -> tuple[Any, ...]:
    """Order deals: Left's cards in front, then score cards in front, then Right leading, then the swap."""
    cards, _, lead = witness.position.partition(" ")
    return cards.lower(), cards, lead != f"lead={RIGHT}", witness.swap or (), witness.cell or ()


def _is_tight(claim: Claim, finding: Finding) -> bool | None:
    """Return whether the bounds that the claim states are reached; an equation has none."""
    assert finding.least
    assert finding.most
    low, high = claim.bounds or _sample_bounds(claim)
    if low == high:
        return None
    low_reached = low == -INFINITY or finding.least.measure == low
    return low_reached and (high == INFINITY or finding.most.measure == high)


def _sample_bounds(claim: Claim) -> tuple[int, int]:
    """Return the bounds of a claim's first case; hands of two cards have every case."""
    case = next(iter(claim.cases(next(batches(2, 2, "top", Objective.TAKE)))))
    return case.low, case.high
