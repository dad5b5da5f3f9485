"""Solutions of games with hidden information in the store, and regrets from which work continues.

Only numbers are kept. Opening a solution explores the game again and proves the kept strategies again, so
nothing is taken from the file but what is checked.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq

from saizen.errors import SaizenError, TableError
from saizen.solver.hidden.exact_basis import Plans
from saizen.solver.hidden.sequence_form import SequenceForm
from saizen.store import Store, TableName
from saizen.work.opened_files import changed_file

if TYPE_CHECKING:
    from saizen.solver.hidden.regret import Regrets

PLANS = "max-plan", "min-plan"
STATE = "regrets", "mix", "plan", "mean"
"""What a player learning has that work continues from."""


@dataclass(frozen=True, slots=True)
class HiddenTable:
    """The table of a game in the store: ``title`` says what it is of, ``files`` are those the rules read."""

    store: Store
    name: TableName
    title: str
    files: Mapping[str, str]

    def load(self) -> dict[str, Any]:
        """Return what is kept; nothing where nothing is, or where a file of the rules has changed."""
        if not self.store.path(self.name).is_dir():
            return {}
        try:
            parts, meta = self.store.load(self.name)
        except LookupError:  # unfinished, or removed meanwhile
            return {}
        if changed_file(meta.get("files", {})) is not None:
            return {}
        return {**parts, "done": meta.get("done", 0)}

    def save(self, parts: Mapping[str, Any], meta: Mapping[str, Any]) -> None:
        """Keep something in the place of what was kept."""
        self.drop()
        self.store.save(self.name, parts, {"of": self.title, "files": dict(self.files), **meta})

    def drop(self) -> None:
        """Remove what is kept."""
        if self.store.path(self.name).is_dir():
            self.store.remove(self.name)

    def drop_unfinished(self) -> None:
        """Remove regrets of work that was stopped; the work is done now."""
        parts = self.load()
        if parts and PLANS[0] not in parts:
            self.drop()

    def damaged(self) -> TableError:
        """Return the error that says that what is kept is not what it should be."""
        return TableError(
            f"{self.store.path(self.name)}: damaged: it is not a solution of this game; remove it"
        )

    def plans(self, form: SequenceForm) -> Plans | None:
        """Return the strategies that are kept, not yet proved."""
        parts = self.load()
        if PLANS[0] not in parts:
            return None
        try:
            first, second = ([_read(line) for line in parts[name].split(b"\n")] for name in PLANS)
        except (KeyError, ValueError, ZeroDivisionError, AttributeError):
            raise self.damaged() from None
        if any(len(p) != side.sequences for p, side in zip((first, second), form.sides, strict=True)):
            raise self.damaged()
        return first, second

    def resume(self, regrets: "Regrets") -> None:
        """Put kept regrets in place, if there are any of this game."""
        parts = self.load()
        if not parts.get("done"):
            return
        for player, half in enumerate(regrets.halves):
            for word in STATE:
                whole, part = getattr(half, word), parts.get(f"{word}-{player}")
                if not isinstance(part, np.ndarray) or part.shape != whole.shape:
                    raise self.damaged()
                whole[:] = part
        regrets.done = int(parts["done"])

    def save_regrets(self, regrets: "Regrets") -> None:
        """Keep regrets for the next time, where that is possible: the work was stopped."""
        with suppress(SaizenError, OSError):
            self.save(regret_parts(regrets), {"done": regrets.done})


def plan_parts(plans: Plans) -> dict[str, bytes]:
    """Return strategies as parts of a table."""
    return {name: "\n".join(map(str, plan)).encode() for name, plan in zip(PLANS, plans, strict=True)}


def regret_parts(regrets: "Regrets") -> dict[str, Any]:
    """Return regrets as parts of a table."""
    halves = enumerate(regrets.halves)
    return {f"{word}-{player}": getattr(half, word) for player, half in halves for word in STATE}


def _read(line: bytes) -> Any:
    above, _, below = line.decode("ascii").partition("/")
    return fmpq(int(above), int(below or 1))
