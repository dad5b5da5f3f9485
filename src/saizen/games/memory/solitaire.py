"""One player who remembers one card, letters of two and four: fewest expected turns.

Play is *natural*: an unknown card first; if its mate is the remembered card, that one; else another
unknown card. After a failure the player remembers one of the cards seen. Only the choice between
a letter of two (*2-save*) and one of four (*4-save*) matters. That nothing beats natural play here is
not assumed by the rules: the generic solver finds the same values with every action allowed.

A failed turn can lead back to the same board, so values are not sums but solutions of small linear
equations, solved here in closed form. Any number type will do: ``fmpq`` is exact, ``arb`` encloses the
value in an interval and so proves comparisons for boards whose fractions would have thousands of digits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from saizen.errors import PositionError, SaizenError
from saizen.exact import Number, from_flint
from saizen.work import SILENT, Progress

MOST_LETTERS = 600
"""Beyond, the fractions of all boards would fill the memory."""


@dataclass(frozen=True, slots=True)
class Save:
    """What is known of the boards with the same cards: expected turns by remembered type, and why.

    ``alpha`` and ``beta`` belong to a player who keeps to one kind of save: turns until the next pair,
    and turns after it; ``None`` where there is no such letter.
    """

    turns: tuple[Any, Any, Any]
    """Nothing remembered, a letter of two, a letter of four."""
    alpha2: Any = None
    beta2: Any = None
    alpha4: Any = None
    beta4: Any = None


class Solitaire:
    """All boards with at most ``largest`` letters.

    >>> solved = Solitaire(3)
    >>> solved.turns(2, 1, 0), solved.saves(3, 1)
    (Fraction(64, 15), [2])
    """

    def __init__(
        self, largest: int, number: Callable[[int], Any] = fmpq, progress: Progress = SILENT
    ) -> None:
        if largest > MOST_LETTERS:
            raise SaizenError(
                f"{largest} letters: with one remembered card at most {MOST_LETTERS} are solved"
            )
        self.largest = largest
        self.number = number
        self._boards: dict[tuple[int, int], Save] = {(0, 0): Save((number(0), None, None))}
        progress.stage(f"memory of one card: {largest} letters", largest * (largest + 3) // 2)
        for na in range(1, largest + 1):
            for nf in range(na + 1):
                self._boards[na, nf] = self._solve(na, nf)
                progress.advance()

    def board(self, na: int, nf: int) -> Save:
        """Return what is known of the boards with these letters."""
        if (na, nf) not in self._boards:
            raise PositionError(f"({na},{nf}): needs 0 <= nf <= na <= {self.largest}")
        return self._boards[na, nf]

    def turns(self, na: int, nf: int, m: int) -> Any:
        """Return the fewest expected turns at ``(na, nf, m)``, exact if the numbers are."""
        value = self.board(na, nf).turns[m // 2]
        if value is None:
            raise PositionError(f"({na},{nf},{m}): no letter of {m} is on the table")
        return from_flint(value) if isinstance(value, fmpq) else value

    def saves(self, na: int, nf: int) -> list[int]:
        """Return the types that are best remembered where there is a choice; two of them when it is a tie."""
        _, two, four = self.board(na, nf).turns
        if two is None or four is None:
            return [2] if four is None else [4]
        return [2] * bool(two <= four) + [4] * bool(four <= two)

    def plan(self, na: int, nf: int, m: int, save: int) -> Number:
        """Return the expected turns at ``(na, nf, m)`` when this turn ends with the given save if it can."""
        _, two, four = self.board(na, nf).turns
        saved, other = (two, four) if save == 2 else (four, two)
        if saved is None:
            raise PositionError(f"({na},{nf},{m}): {save}-save needs a letter of {save}")
        turn = {0: self._from_nothing, 2: self._from_two, 4: self._from_four}[m]
        mine = (two, four) if other is not None else (saved, saved)
        return from_flint(turn(na, nf, mine[0], mine[1], saved))

    def _solve(self, na: int, nf: int) -> Save:
        number, twos, cards = self.number, na - nf, 2 * na + 2 * nf
        if (na, nf) == (1, 0):
            unit = number(1)
            return Save((unit, unit, None))
        two = four = alpha2 = beta2 = alpha4 = beta4 = None
        zero = number(0)
        if twos:
            until = number(4 * na + 12 * nf - 4)
            alpha2 = (cards - 1) * (cards - 2) / until
            after = [
                self._later(cards - 2, na - 1, nf, 0),
                self._later(2 * twos - 2, na - 1, nf, 2),
                self._later(12 * nf, na, nf - 1, 2),
            ]
            beta2 = sum(after, zero) / until
            two = alpha2 + beta2
        if nf:
            until = number(8 * na + 16 * nf - 18)
            alpha4 = (cards - 1) * (cards - 2) / until
            after = [
                self._later(3 * (cards - 2), na, nf - 1, 0),
                self._later(2 * twos, na - 1, nf, 4),
                self._later(12 * nf - 12, na, nf - 1, 4),
            ]
            beta4 = sum(after, zero) / until
            four = alpha4 + beta4
        if two is not None and four is not None:
            if two < four:
                stay = (4 * nf - 4) * (4 * nf - 5)
                four = self._resolved(self._from_four(na, nf, two, zero, two), stay, cards)
            else:
                stay = (2 * twos - 2) * (2 * twos - 3)
                two = self._resolved(self._from_two(na, nf, zero, four, four), stay, cards)
            best = min(two, four)
        else:
            best = two if four is None else four
        nothing = self._from_nothing(na, nf, two, four, best)
        return Save((nothing, two, four), alpha2, beta2, alpha4, beta4)

    def _resolved(self, rest: Any, stay: int, cards: int) -> Any:
        """Solve x = rest + x stay / ((cards - 1) (cards - 2))."""
        ways = (cards - 1) * (cards - 2)
        return rest * ways / self.number(ways - stay)

    def _later(self, times: int, na: int, nf: int, m: int) -> Any:
        """Return a multiple of the value of a smaller board; none is looked up for no times."""
        return times * self._boards[na, nf].turns[m // 2] if times else self.number(0)

    def _from_nothing(self, na: int, nf: int, two: Any, four: Any, free: Any) -> Any:
        """Play a turn with nothing remembered.

        ``two``, ``four`` and ``free`` are worth a failure that leaves only letters of two to remember, only
        letters of four, or the choice.
        """
        twos, cards = 2 * (na - nf), 2 * na + 2 * nf
        fours = 4 * nf
        total = self._later(twos, na - 1, nf, 0) + self._later(3 * fours, na, nf - 1, 0)
        total += _times(twos * (twos - 2), two) + _times(fours * (fours - 4), four)
        total += _times(2 * twos * fours, free)
        return 1 + total / self.number(cards * (cards - 1))

    def _from_two(self, na: int, nf: int, two: Any, four: Any, free: Any) -> Any:
        """Play a turn with a card of a letter of two remembered."""
        twos, fours, cards = 2 * (na - nf), 4 * nf, 2 * na + 2 * nf
        if cards == 2:
            return self.number(1)
        total = self._later(cards - 2, na - 1, nf, 0)
        total += self._later(twos - 2, na - 1, nf, 2) + _times((twos - 2) * (twos - 3), two)
        total += self._later(3 * fours, na, nf - 1, 2)
        total += _times((twos - 2) * fours + fours * (cards - 5), free)
        return 1 + total / self.number((cards - 1) * (cards - 2))

    def _from_four(self, na: int, nf: int, two: Any, four: Any, free: Any) -> Any:
        """Play a turn with a card of a letter of four remembered."""
        twos, fours, cards = 2 * (na - nf), 4 * nf, 2 * na + 2 * nf
        total = self._later(3 * (cards - 2), na, nf - 1, 0)
        total += self._later(twos, na - 1, nf, 4) + _times(twos * (cards - 3), free)
        total += self._later(3 * (fours - 4), na, nf - 1, 4)
        total += _times((fours - 4) * twos, free) + _times((fours - 4) * (fours - 5), four)
        return 1 + total / self.number((cards - 1) * (cards - 2))


def _times(times: int, value: Any) -> Any:
    """Multiply, where nothing times an impossible board is nothing."""
    return times * value if times else 0


def four_save_from(largest: int, progress: Progress = SILENT) -> tuple[int, list[tuple[int, int]]]:
    """Find, by intervals that enclose the exact values, where 4-save is best among boards with a choice.

    Returns the least ``na`` from which 4-save is strictly best on every board up to ``largest`` letters,
    and the boards below it where it is not.

    >>> four_save_from(30)
    (7, [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (6, 1)])
    """
    from flint import arb, ctx

    before, ctx.prec = ctx.prec, 192
    try:
        solved = Solitaire(largest, arb, progress)
        exceptions = []
        for na in range(2, largest + 1):
            for nf in range(1, na):
                board = solved.board(na, nf)
                gain = (board.alpha2 - board.alpha4) - (board.beta4 - board.beta2)
                if not gain > 0:
                    exceptions.append((na, nf))
    finally:
        ctx.prec = before
    return max((na for na, _ in exceptions), default=1) + 1, exceptions
