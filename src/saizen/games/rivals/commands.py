"""The commands of R-Rivals; a function's signature lists the options of its command."""

import shlex
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.exact import text
from saizen.games.rivals.entry import USUAL, RivalsOptions, game
from saizen.store import Store
from saizen.work import SILENT, Progress


def solve(
    options: RivalsOptions = USUAL,
    *,
    exact: Annotated[bool, 'Write exact values, as fractions "p/q".'] = False,
    out: Annotated[
        Path | None, "Write every position with value and strategy to FILE.csv or FILE.parquet."
    ] = None,
    check: Annotated[bool, "Check the certificate of every equilibrium (implies --exact)."] = False,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Solve every possible position. Print their number and the opening strategy.

    >>> four_cards = RivalsOptions(set=("remove=0", "remove=1", "remove=4", "remove=7"))
    >>> solve(four_cards).data["positions"]
    378
    """
    from saizen.answer import files
    from saizen.games.rivals.export import ENDINGS, certificates, export
    from saizen.games.rivals.solved import get_solved

    if out is not None:
        files.check_path(out, ENDINGS, "--out")
    exact = exact or check
    solved = get_solved(game(options).rules, exact=exact, store=store, progress=progress)
    counts = [(layer.cards, *layer.counts()) for layer in solved.layers]
    total = sum(sum(row[1:]) for row in counts)
    start = solved.game.start()
    value = solved.value(start)
    rated_cards: list[Any] = solved.moves(start)
    opening = [
        (solved.rules.cards[rated.move].name, rated.move, float(rated.probability), float(rated.value))
        for rated in rated_cards
    ]
    data: dict[str, Any] = {
        "game": "rivals",
        "rules": options.rules,
        "set": list(options.set),
        "exact": exact,
        "positions": total,
        "value": Fraction(value) if exact else value,
        "opening": {
            str(card): probability for _, card, probability, _ in sorted(opening, key=lambda row: row[1])
        },
    }
    notes = [
        f"{total} positions; the game is worth {text(value) if exact else round(value, 12)} to either player."
    ]
    if check:
        data["certificates"] = certificates(solved, progress)
        notes.append(f"{data['certificates']} equilibria checked by their certificates, all right.")
    if out is not None:
        settings = [word for setting in options.set for word in ("--set", setting)] + ["--exact"] * exact
        command = shlex.join(
            ["saizen", "solve", "rivals", "--rules", options.rules, *settings, "--out", str(out)]
        )
        provenance = files.provenance(data, command)
        data["rows"], data["path"] = export(solved, out, progress, provenance), str(out)
        notes.append(f"{data['rows']} positions written to {out}")
    tables = [
        Table("Positions", ("cards left", "simultaneous", "to show first", "to reply"), counts),
        Table("Opening", ("card", "number", "probability", "value"), opening),
    ]
    return Answer(data, tables, notes)
