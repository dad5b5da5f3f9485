"""The commands of the trick-taking game, for the command line and Python."""

from pathlib import Path
from typing import Annotated, Any, Literal

from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.errors import SaizenError
from saizen.games.tricks.entry import FORM, USUAL, Goal, TricksOptions, read
from saizen.games.tricks.rules import Objective
from saizen.games.tricks.text import position_text
from saizen.store import Store
from saizen.work import SILENT, Progress
from saizen.work.cluster import CLUSTER, MORE_WORKERS, place


def matrix(
    position: Annotated[str, FORM] = "",
    options: TricksOptions = USUAL,
    *,
    latex: Annotated[bool, "Write LaTeX instead of a table."] = False,
    image: Annotated[Path | None, "Draw the matrices to FILE.png, .pdf or .svg."] = None,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Show the matrices G, T and W of a position. Saddle cells are marked.

    >>> matrix("ABab").data["G"]
    ((2, 1), (1, 2))
    """
    from saizen.games.tricks import matrix as shown

    rules, asked = read(position, options)
    if asked.led is not None:
        led = asked.number(asked.led)
        raise SaizenError(f"{position_text(asked)!r}: the matrices are of whole hands; leave led={led} out")
    payoffs = shown.matrices(asked, rules.objective, progress, store)
    saddles = set(payoffs.saddles)
    data: dict[str, Any] = {
        "game": "tricks",
        "position": asked.cards,
        "objective": options.objective,
        "left": payoffs.left,
        "right": payoffs.right,
        "G": payoffs.total,
        "T": payoffs.trick,
        "W": payoffs.later,
        "saddles": [(payoffs.left[i], payoffs.right[j]) for i, j in payoffs.saddles],
        "left_leads": payoffs.left_leads,
        "right_leads": payoffs.right_leads,
    }
    notes = [f"{asked.cards}: rows are Left's cards, columns Right's; entries count what Left takes."]
    notes.append(
        f"Left leads: Left takes {payoffs.left_leads}. Right leads: Left takes {payoffs.right_leads}."
    )
    notes.append("* marks saddle cells of G." if saddles else "G has no saddle cell: who leads matters.")
    if image:
        shown.draw(payoffs, image, asked.cards)
        data["image"] = str(image)
        notes.append(f"drawn into {image}")
    if latex:
        data["latex"] = shown.latex(payoffs)
        return Answer(data, [], [data["latex"]])
    named = (("G in all", payoffs.total), ("T this trick", payoffs.trick), ("W afterwards", payoffs.later))
    tables = [
        Table(
            name,
            ("", *map(str, payoffs.right)),
            [
                [
                    str(card),
                    *(
                        f"{x}*" if payoffs.total is cells and (i, j) in saddles else x
                        for j, x in enumerate(row)
                    ),
                ]
                for i, (card, row) in enumerate(zip(payoffs.left, cells, strict=True))
            ],
            heat=True,
        )
        for name, cells in named
    ]
    return Answer(data, tables, notes)


def solve(
    *,
    n: Annotated[int, "Number of cards in each hand, 1 to 14."] = 8,
    order: Annotated[Literal["top", "bottom"], "Score cards: the strongest or the weakest."] = "top",
    objective: Goal = "take",
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Solve every deal of n cards a hand. This covers every number of score cards and either leader.

    >>> solve(n=1).data["rows"][1]["right_leads"]
    Fraction(1, 2)
    """
    from fractions import Fraction

    from saizen.games.tricks.claims.batch import gains
    from saizen.games.tricks.search.hand_kernel import LARGEST_TABLE
    from saizen.games.tricks.search.hand_tables import QUICK_TABLE, masks, stored_table

    goal = Objective.read(objective)
    if not 1 <= n <= LARGEST_TABLE:
        raise SaizenError(f"--n {n}: all deals can be solved for 1 to {LARGEST_TABLE} cards a hand")
    if n > QUICK_TABLE:  # into this store, even if another one's table is in memory
        stored_table(n, order, goal, store, progress)
    table = masks(n, order, goal, store, progress)
    rows: list[dict[str, Any]] = []
    progress.stage("score cards", 2 * n + 1)
    for k in range(2 * n + 1):
        left_leads, right_leads, gaps = gains(n, k, order, goal, store, progress)
        rows.append(
            {
                "k": k,
                "left_leads": Fraction(left_leads, len(table)),
                "right_leads": Fraction(right_leads, len(table)),
                "replying_gains": {str(gap): count for gap, count in gaps.items()},
            }
        )
        progress.advance()
    data = {
        "game": "tricks",
        "n": n,
        "order": order,
        "objective": objective,
        "hands": len(table),
        "bytes": int(table.nbytes),
        "rows": rows,
    }
    shown = [
        (r["k"], float(r["left_leads"]), float(r["right_leads"]), _gaps(r["replying_gains"])) for r in rows
    ]
    columns = ("score cards", "Left leads", "Right leads", "V0 - V1: deals")
    title = f"tricks  n={n}, {order} cards count, {objective}: what Left takes on average"
    note = f"{len(table)} hands, every number of score cards: {table.nbytes} bytes, {table.itemsize} a hand."
    return Answer(data, [Table(title, columns, shown)], [note])


def _gaps(counts: dict[str, int]) -> str:
    return ", ".join(f"{gap}: {count}" for gap, count in counts.items())


def explore(
    claim: Annotated[
        str,
        "An expression such as 'V0 - V1 <= 2', or a claim's name. Default: list the names.",
    ] = "",
    *,
    when: Annotated[
        str | None, "A condition on hands, such as 'paper' or 'k == 2*n'; '' for all hands."
    ] = None,
    upto: Annotated[int | None, "Largest number of cards in a hand."] = None,
    score: Annotated[Literal["top", "bottom", "block", "any"], "The sets of score cards to check."] = "top",
    objective: Goal = "take",
    state: Annotated[Path | None, "Save the state to this file, and continue from it."] = None,
    workers: MORE_WORKERS = None,
    cluster: CLUSTER = None,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Find the smallest counterexample to a claim. The order is by n, then k, then hands.

    >>> answer = explore("V0 - V1 <= 1")
    >>> answer.data["counterexample"]["position"], answer.data["holds"]
    ('ABAb', False)
    """
    from saizen.games.tricks.claims.claims import checked_condition
    from saizen.games.tricks.claims.counterexample import explore as look
    from saizen.games.tricks.claims.findings import finding_data, finding_words
    from saizen.games.tricks.claims.statements import CLAIMS, claim_of

    if not claim:
        names = [{"name": c.name, "claim": c.text, "when": c.condition} for c in CLAIMS.values()]
        rows = [tuple(entry.values()) for entry in names]
        return Answer(
            {"game": "tricks", "claims": names}, [Table("Named claims", ("name", "claim", "when"), rows)]
        )
    chosen = claim_of(claim)
    condition = chosen.condition if when is None else checked_condition(when)
    limit = upto if upto is not None else {"top": 8, "bottom": 8, "block": 6, "any": 5}[score]
    with place(workers, cluster, progress) as where:
        finding = look(
            chosen,
            upto=limit,
            family=score,
            objective=Objective.read(objective),
            condition=condition,
            state=state,
            store=store,
            progress=progress,
            executor=where.executor,
            workers=workers or 1,
        )
    return Answer(finding_data(finding), [], finding_words(finding))
