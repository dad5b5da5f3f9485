"""Thoughtful Calculation: the order of the whole deck is known, so a deal can be won or it cannot.

A deal is written as clauses (see `clauses`) that can all be true exactly if it can be won, and `saizen.sat`
decides them. A deal that can be won comes with the game that wins it, which ``game_log.replay`` checks by the
rules alone. One that cannot be won comes with a refutation of the clauses, which `saizen.sat.is_refutation`
checks without the solver. Many deals are decided on all cores, one row a deal; a file of rows is continued.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from saizen.errors import SaizenError
from saizen.games.calculation.deal_results import Ahead, DealFile, Row
from saizen.games.calculation.deals import shuffled_deal
from saizen.games.calculation.game_log import LoggedTurn, replay, write_log
from saizen.games.calculation.rates import wilson
from saizen.games.calculation.rules import RANKS, Action, Calculation, Lay, Move, Put, Variant
from saizen.work import SILENT, Progress, run

if TYPE_CHECKING:
    from saizen.sat import Clauses

Verdict = Literal["won", "impossible", "open"]
CONFLICTS = 1_000_000
"""Dead ends to learn from before a deal is left open."""


@dataclass(frozen=True, slots=True)
class Thoughtful:
    """The verdict on a deal, the winning game or the refutation if there is one, and the dead ends met."""

    verdict: Verdict
    turns: tuple[LoggedTurn, ...]
    conflicts: int
    refutation: "Clauses | None" = None


def solve_deal(
    cards: Sequence[int],
    variant: Variant | None = None,
    *,
    conflicts: int = CONFLICTS,
    progress: Progress = SILENT,
) -> Thoughtful:
    """Find a winning game for a known deck, or prove that there is none.

    >>> solve_deal((1, 1, 3, 3, 2, 2), Variant(stacks=1, ranks=3, steps=(1, 2))).verdict
    'impossible'
    >>> from saizen.games.calculation.game_log import write_log
    >>> print(write_log(solve_deal((3, 2, 1, 1, 2, 3), Variant(stacks=1, ranks=3, steps=(1, 2))).turns))
    1: '3' -> STACK(1)
    2: '2' -> PUT(B)
    3: 'A' -> PUT(B) MOVE('3',1,B)
    4: 'A' -> PUT(A)
    5: '2' -> PUT(A)
    6: '3' -> PUT(A)
    """
    from saizen.games.calculation.thoughtful.clauses import read_goals, write_clauses
    from saizen.sat import decide

    variant = variant or Variant()
    check_deck(cards, variant)
    if conflicts < 1:
        raise SaizenError(f"conflicts = {conflicts}: use at least 1")
    outcome = decide(write_clauses(cards, variant), conflicts=conflicts, progress=progress)
    if outcome.model is not None:
        turns = _game(cards, variant, *read_goals(outcome.model, variant))
        return Thoughtful("won", turns, outcome.conflicts)
    verdict: Verdict = "impossible" if outcome.refutation is not None else "open"
    return Thoughtful(verdict, (), outcome.conflicts, outcome.refutation)


def check_deck(cards: Sequence[int], variant: Variant) -> None:
    """Refuse a deck that does not have each rank once for each foundation."""
    counts = Counter(cards)
    for rank in {*range(1, variant.ranks + 1), *counts}:
        needed = len(variant.steps) if 1 <= rank <= variant.ranks else 0
        if counts[rank] != needed:
            raise SaizenError(f"the deck has {counts[rank]} cards of rank {rank}: {needed} are needed")


def _game(cards: Sequence[int], variant: Variant, goes: list[int], lies: list[int]) -> tuple[LoggedTurn, ...]:
    """Let each card go to its foundation as soon as it can; until then it waits on its stack. Replay that."""
    game = Calculation(variant)
    position = game.start()
    stacks: list[list[int]] = [[] for _ in range(variant.stacks)]
    turns = []
    for number, card in enumerate(cards):
        position = replace(position, drawn=card)
        put, lay = Put(goes[number]), Lay(lies[number])
        actions: list[Action] = [put if put in game.actions(position) else lay]
        if actions == [lay]:
            stacks[lay.stack].append(number)
        position = game.after(position, actions[0])
        while moves := [
            move
            for move in game.actions(position)
            if isinstance(move, Move) and move.foundation == goes[stacks[move.stack][-1]]
        ]:
            stacks[moves[0].stack].pop()
            actions.append(moves[0])
            position = game.after(position, moves[0])
        turns.append(LoggedTurn(card, tuple(actions)))
    if set(replay(game, turns)[-1].foundations) != {variant.ranks}:
        raise AssertionError(f"not a winning game of {''.join(RANKS[card - 1] for card in cards)}")
    return tuple(turns)


def winnable(won: int, impossible: int, undecided: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson's) of the share of deals that can be won.

    Deals that stay open count as impossible for the lower end and as won for the upper one.

    >>> [round(end, 4) for end in winnable(0, 100, 0)], [round(end, 4) for end in winnable(8, 1, 1)]
    ([0.0, 0.037], [0.4902, 0.9821])
    """
    deals = won + impossible + undecided
    return wilson(won, deals)[0], wilson(won + undecided, deals)[1]


def decide_row(
    deal: int, stacks: int, conflicts: int, shuffled: int | None = None, progress: Progress = SILENT
) -> tuple[int, Row]:
    """Decide a deal within a number of dead ends: the verdict, the dead ends met, and the game, in one line.

    >>> decide_row(4, 1, 1000)
    (4, ('impossible', '10', ''))
    """
    cards, variant = shuffled_deal(deal, shuffled), Variant(stacks=stacks)
    decision = solve_deal(cards, variant, conflicts=conflicts, progress=progress)
    return deal, (decision.verdict, str(decision.conflicts), write_log(decision.turns).replace("\n", " "))


def decide_deals(
    deals: range,
    stacks: int,
    conflicts: int,
    out: Path | None = None,
    workers: int | None = None,
    progress: Progress = SILENT,
    shuffled: int | None = None,
    executor: Executor | None = None,
) -> Iterator[tuple[int, str]]:
    """Yield each deal, in order, and its verdict; a file is continued."""
    verdicts = get_args(Verdict)
    settings = {"stacks": str(stacks), "limit": str(conflicts)}
    if shuffled is not None:
        settings["shuffled"] = str(shuffled)
    file = DealFile(out, settings, ("verdict", "conflicts", "game"))

    def compute(missing: list[int], ahead: Ahead) -> Iterator[tuple[int, Row]]:
        in_process = workers == 1 and executor is None  # processes are ended from outside
        asked = partial(decide_row, stacks=stacks, conflicts=conflicts, shuffled=shuffled)
        return run(
            partial(asked, progress=progress) if in_process else asked,
            missing,
            executor,
            progress,
            label=f"deals, {stacks} stacks",
            workers=workers,
            early=lambda result: ahead(*result),
        )

    for number, (verdict, *_) in file.complete(deals, compute):
        if verdict not in verdicts:
            raise SaizenError(
                f"{out}: deal {number} has the verdict {verdict!r}; it is one of {', '.join(verdicts)}"
            )
        yield number, verdict
