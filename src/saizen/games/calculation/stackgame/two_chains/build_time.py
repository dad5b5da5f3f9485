"""An estimate of the time of a build and the size of its table, from small sizes measured now."""

from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from time import perf_counter

from saizen.games.calculation.stackgame.two_chains.lattice import Start
from saizen.games.calculation.stackgame.two_chains.layers import count_positions
from saizen.store import Store
from saizen.work import Progress

LARGEST_MEASURED = 8
BYTES_A_STATE = 3.9


@dataclass(frozen=True, slots=True)
class BuildEstimate:
    """About how many states a table has, and what building it costs."""

    states: int
    seconds: float

    @property
    def bytes(self) -> int:
        """About how many bytes the finished table takes."""
        return int(self.states * BYTES_A_STATE)

    def __str__(self) -> str:
        time = f"{self.seconds / 60:.0f} minutes" if self.seconds > 90 else f"{self.seconds:.0f} seconds"
        return (
            f"about {_large(self.states)} states, {_large(self.bytes)} bytes "
            f"({_large(12 * self.states)} while it is built), {time}"
        )


def _large(number: int) -> str:
    """Write a number for people.

    >>> _large(402_134_982), _large(7757)
    ('402 million', '7757')
    """
    return f"{number / 1e6:.0f} million" if number >= 10**7 else str(number)


def extrapolate(counts: list[int], steps: int) -> float:
    """Continue a sequence whose growth rate settles geometrically.

    >>> round(extrapolate([1665, 7757, 34996, 155155], 2) / 1e6, 1)
    3.0
    """
    logs = [log(count) for count in counts[-4:]]
    growth = [b - a for a, b in pairwise(logs)]
    bends = [b - a for a, b in pairwise(growth)]
    fading = min(max(bends[1] / bends[0], 0.0), 0.9) if bends[0] else 0.0
    total, rate, bend = logs[-1], growth[-1], bends[-1]
    for _ in range(steps):
        bend *= fading
        rate += bend
        total += rate
    return exp(total)


class Announced:
    """Progress of a long build whose stages all say what the whole of it will take."""

    def __init__(self, watched: Progress, about: str) -> None:
        self._watched, self._about = watched, about

    def stage(self, label: str, total: int | None = None) -> None:
        """Begin a stage."""
        self._watched.stage(f"{self._about}: {label}", total)

    def advance(self, steps: int = 1) -> None:
        """Report steps."""
        self._watched.advance(steps)

    def tell(self, label: str) -> None:
        """Say something new of the stage."""
        self._watched.tell(f"{self._about}: {label}")

    def agree(self, question: str) -> bool:
        """Ask the user."""
        return self._watched.agree(question)


def announce_build(
    stacks: int, cards: int, foundations: int = 2, *, store: Store, progress: Progress
) -> Announced:
    """Measure small tables before a long build, and report its progress and the estimate in its stages."""
    progress.stage("measuring small tables")
    return Announced(progress, f"{store.directory}: {estimate(stacks, cards, foundations)}")


def estimate(stacks: int, cards: int, foundations: int = 2) -> BuildEstimate:
    """Count small games and measure their speed; then continue the sequences to the size wanted."""
    sizes = range(max(1, min(cards, LARGEST_MEASURED) - 3), min(cards, LARGEST_MEASURED) + 1)
    states, transitions, seconds = [], [], 1.0
    for size in sizes:
        began = perf_counter()
        count, looked = count_positions(Start.fresh(size, stacks, foundations))
        seconds = perf_counter() - began
        states.append(count)
        transitions.append(looked)
    beyond = cards - sizes[-1]
    if not beyond or foundations == 1 or len(states) < 4:
        return BuildEstimate(states[-1], 3 * seconds)
    # going back costs as much as going forward, and writing and compressing about half as much again
    work = extrapolate(transitions, beyond) / transitions[-1]
    return BuildEstimate(int(extrapolate(states, beyond)), 2.5 * seconds * work)
