"""Checks of what players remember: whether a view at the other's turns tells them what no own turn does."""

from typing import Any

from saizen.check.findings import Findings
from saizen.errors import GameError
from saizen.game import names_of
from saizen.solver.hidden.exploration import explore
from saizen.solver.hidden.memories import InformationSet, Memories
from saizen.solver.hidden.too_large import COMES_AGAIN, TooManyHistories, recurring_position
from saizen.work import SILENT, Progress

MOST_HISTORIES = 1_000_000
"""Histories that are visited at most."""
TOKEN = (1 << 32) - 1


def check_memories(findings: Findings, progress: Progress = SILENT) -> None:
    """Visit all histories: say whose moves differ where he cannot tell, and what bookkeeping he sees."""
    game = findings.game
    again = findings.tried("look", "look() fails", lambda: recurring_position(game))
    if again is None or again[0] is not None:
        if again is not None:
            findings.say("endings", f"position {findings.name(again[0][0])} {COMES_AGAIN}")
        return
    try:
        exploration = explore(game, most=MOST_HISTORIES, exact=findings.exact, progress=progress)
    except TooManyHistories as error:
        findings.remark("histories", str(error))
        return
    except GameError as error:
        findings.say("endings", str(error))
        return
    for own in exploration.memories:
        check_bookkeeping(findings, own)


def check_bookkeeping(findings: Findings, own: Memories) -> None:
    """Compare situations that are the same to a player who looks at his own turns alone."""
    views, name = list(own.views), names_of(findings.game)[own.player]
    before = {after: key for key, after in own.following.items()}
    origin = {
        chosen.after + place: (number, place)
        for number, chosen in enumerate(own.sets)
        for place in range(len(chosen.moves))
    }
    kinds: list[int] = []
    first: dict[Any, tuple[int, InformationSet, list[int]]] = {}
    for chosen in own.sets:
        memory, seen = chosen.memory, list[int]()
        while memory in before:
            seen.append(before[memory] & TOKEN)
            memory = before[memory] >> 32
        number, place = origin.get(memory, (-1, 0))
        key = kinds[number] if number >= 0 else -1, place, own.last_view[chosen.memory]
        kind, other, others = first.setdefault(key, (len(kinds), chosen, seen))
        kinds.append(kind)
        if other is chosen or seen == others:
            continue
        pairs = zip(seen[::-1], others[::-1], strict=False)
        token = next((a for a, b in pairs if a != b), (seen or others)[0])
        sentence = (
            f"at {findings.name(chosen.position)} {name} knows what changed in his view only at the other's "
            f"turns, such as {views[token]!r:.60}"
        )
        if len(seen) != len(others):
            findings.say("bookkeeping", f"{sentence}: leave bookkeeping out of sees()")
        else:
            findings.remark(
                "covered",
                f"{sentence}: right for cards that are shown and covered again, else a leak of bookkeeping",
            )
