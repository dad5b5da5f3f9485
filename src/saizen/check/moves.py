"""Checks of the moves at a position: options, players, and move texts that can be read back."""

from collections.abc import Mapping, Sequence
from typing import Any

from saizen import notation
from saizen.check.findings import Findings
from saizen.check.outcomes import check_outcome, check_words
from saizen.errors import GameError
from saizen.game import MAX, MIN, Move, Simultaneous, listed_moves
from saizen.solver.reading import TWO_PLAYERS


def check_decision(findings: Findings, player: Any, options: Any, position: Any) -> None:
    """Check one player's options and where each leads."""
    name = findings.name(position)
    if player not in (MAX, MIN):
        findings.say(
            "player", f"{name}: player {player!r} is neither MAX ({MAX}) nor MIN ({MIN}); {TWO_PLAYERS}"
        )
        return
    if player not in findings.seats:
        findings.say("mover", f"player {player} has the turn at {name} and is not in players")
    if not isinstance(options, Mapping):
        kind = type(options).__name__
        findings.say(
            "options", f"{name}: options is a {kind}: it must map each move to its outcome, as a dict does"
        )
        return
    if not options:
        findings.say("no options", f"{name}: a decision without options; an end is a Terminal")
        return
    texts = _check_texts(findings, position, list(options))
    for move in options:
        what = f"the outcome of {move!r} at {name} fails"
        outcome = findings.tried("outcome", what, lambda move=move: options[move])  # type: ignore[misc]
        if outcome is not None:
            origin, moves = f"move {texts[move]} at {name}", {player: move}
            check_outcome(findings, outcome[0], position, origin, moves)
            check_words(findings, position, moves, outcome[0])


def check_simultaneous(findings: Findings, node: Simultaneous, position: Any) -> None:
    """Check both players' moves and where each pair leads."""
    name = findings.name(position)
    listed = _listed(findings, node, name)
    if listed is None:
        return
    rows, columns = listed
    if not rows or not columns:
        findings.say("no options", f"{name}: a player without moves; an end is a Terminal")
        return
    texts = []
    for side in (rows, columns):
        if len(set(side)) < len(side):
            findings.say("twice listed", f"{name}: a move is listed twice")
        texts.append(_check_texts(findings, position, side))
    for row in rows:
        for column in columns:
            what = f"outcome({row!r}, {column!r}) at {name} fails"
            outcome = findings.tried("outcome", what, lambda r=row, c=column: node.outcome(r, c))  # type: ignore[misc]
            if outcome is not None:
                both = f"{texts[0][row]} and {texts[1][column]}"
                moves = {MAX: row, MIN: column}
                check_outcome(findings, outcome[0], position, f"{both} at {name}", moves)
                check_words(findings, position, moves, outcome[0])


def _listed(findings: Findings, node: Simultaneous, name: str) -> list[list[Move]] | None:
    """Return both players' moves, if they are lists of what can be a move."""
    sides = []
    for word, moves in (("row_moves", node.row_moves), ("column_moves", node.column_moves)):
        try:
            sides.append(listed_moves(moves))
        except GameError as error:
            findings.say("moves", f"{name}: {word}: {error}")
            return None
        except TypeError:
            findings.say("moves", f"{name}: {word} is {moves!r}: it must be a list of moves")
            return None
        try:
            set(sides[-1])
        except TypeError:
            findings.say("moves", f"{name}: a move of {word} is not hashable: use tuples, strings or numbers")
            return None
    return sides


def _check_texts(findings: Findings, position: Any, moves: Sequence[Move]) -> dict[Move, str]:
    """Every move has a text of its own that is read back as that move; return them for sentences."""
    name, game = findings.name(position), findings.game
    texts: dict[str, Move] = {}
    shown: dict[Move, str] = {}
    for move in moves:
        what = f"move_text() fails for {move!r} at {name}"
        written = findings.tried("move_text", what, lambda move=move: game.move_text(position, move))  # type: ignore[misc]
        said = written[0] if written and isinstance(written[0], str) else repr(move)
        shown[move] = notation.short(said)
        text = written and findings.line("move_text", f"move_text() of {move!r} at {name}", written[0])
        if not text:
            continue
        if texts.setdefault(text, move) != move:
            findings.say("one move text", f"two moves have one text at {name}: {text!r}")
            continue
        what = f"parse_move() cannot read {text!r} at {name}"
        read = findings.tried("parse_move", what, lambda text=text: game.parse_move(position, text))  # type: ignore[misc]
        if read is not None and read[0] != move:
            findings.say("parse_move", f"parse_move({text!r}) at {name} is another move: {read[0]!r}")
    return shown
