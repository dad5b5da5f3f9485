"""The findings about a claim: merged, saved in a file, and described."""

import operator
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from saizen.errors import SaizenError
from saizen.store.sealed import read_sealed, write_sealed


@dataclass(frozen=True, slots=True)
class Witness:
    """A deal at which a claim fails or a bound is reached."""

    position: str
    n: int
    k: int
    measure: int
    swap: tuple[int, int] | None = None
    """The numbers of the two cards exchanged."""
    cell: tuple[int, int] | None = None
    """The cell (i, j) of the matrix W."""


@dataclass(slots=True)
class Finding:
    """How far a claim has been checked and what was found."""

    claim: str
    text: str
    condition: str
    family: str
    objective: str
    checked: int = -1
    """Every deal with at most so many cards a hand has been checked, or up to the counterexample."""
    deals: int = 0
    """How many deals satisfied the condition."""
    cases: int = 0
    """How many single statements (leaders, swaps, cells) were compared."""
    counterexample: Witness | None = None
    least: Witness | None = None
    most: Witness | None = None
    tight: bool | None = None
    """Whether every bound of the claim is reached; ``None`` if the claim has no bounds or fails."""
    next_k: int = 0
    """The place to continue within the next n."""

    @property
    def holds(self) -> bool:
        """Whether no counterexample was found."""
        return self.counterexample is None


def join(finding: Finding, part: Finding) -> None:
    """Add what was found on the next pair; of equal extremes the first stays."""
    finding.deals += part.deals
    finding.cases += part.cases
    finding.counterexample = finding.counterexample or part.counterexample
    for side, better in (("least", operator.lt), ("most", operator.gt)):
        seen, new = getattr(finding, side), getattr(part, side)
        if new is not None and (seen is None or better(new.measure, seen.measure)):
            setattr(finding, side, new)


def keep(state: Path | None, finding: Finding) -> None:
    """Write the state file, if there is one."""
    if state is not None:
        write_sealed(state, asdict(finding))


def resume_finding(state: Path | None, new: Finding, largest: int) -> Finding:
    """Return what the state file has found for the same question, else the new finding."""
    if state is None or not state.exists():
        return new
    if state.is_dir():
        raise SaizenError(f"--state {state} is a directory; name a file")
    try:
        stored = read_sealed(state)
        finding = Finding(
            **{**stored, **{side: _witness(stored[side]) for side in ("counterexample", "least", "most")}}
        )
        numbers = (finding.checked, finding.deals, finding.cases, finding.next_k)
        if not all(type(part) is int and part >= 0 for part in numbers):
            raise TypeError
        if finding.checked > largest or finding.next_k > 2 * finding.checked + 3:
            raise ValueError
    except SaizenError:
        raise
    except (ValueError, TypeError, KeyError):
        raise SaizenError(
            f"{state} is not a state of saizen explore, or damaged; name another file or remove it"
        ) from None
    question = ("claim", "text", "condition", "family", "objective")
    if any(getattr(finding, part) != getattr(new, part) for part in question):
        raise SaizenError(
            f"{state} keeps another question ({finding.text}, {finding.family}); name another file"
        )
    return finding


def _witness(record: Mapping[str, Any] | None) -> Witness | None:
    if record is None:
        return None
    pairs = {part: tuple(record[part]) if record[part] else None for part in ("swap", "cell")}
    return Witness(**{**record, **pairs})


def finding_data(finding: Finding) -> dict[str, Any]:
    """Return what was found, for programs; a claim that no case speaks of neither holds nor fails."""

    def shown(witness: Witness | None) -> dict[str, Any] | None:
        return None if witness is None else {key: x for key, x in asdict(witness).items() if x is not None}

    return {
        "game": "tricks",
        "claim": finding.text,
        "when": finding.condition,
        "score": finding.family,
        "objective": finding.objective,
        "holds": finding.holds if finding.cases else None,
        "checked": finding.checked,
        "deals": finding.deals,
        "cases": finding.cases,
        "tight": finding.tight,
        "counterexample": shown(finding.counterexample),
        "least": shown(finding.least),
        "most": shown(finding.most),
    }


def finding_words(finding: Finding) -> list[str]:
    """Say what was found, for people."""
    scope = f"{finding.text}{f' when {finding.condition}' if finding.condition else ''}"
    if witness := finding.counterexample:
        words = [
            f"false: {scope}",
            f"smallest counterexample: {witness.position} (n={witness.n}, k={witness.k})",
        ]
        if witness.swap:
            words.append(f"exchanging the cards {witness.swap[0]} and {witness.swap[1]}")
        if witness.cell:
            words.append(f"at the cell (i, j) = {witness.cell}")
        return words
    if finding.cases == 0:
        empty = "no deal meets the condition" if finding.deals == 0 else "no deal has what it speaks of"
        return [f"neither true nor false up to n={finding.checked}: {empty}: {scope}"]
    words = [
        f"no counterexample up to n={finding.checked}: {scope} ({finding.deals} deals, {finding.cases} cases)"
    ]
    if finding.tight is not None and finding.least and finding.most:
        words.append("every bound is reached" if finding.tight else "not every bound is reached")
    return words
