"""What can be asked of the trick-taking game on the command line and in Python."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from saizen.advice import Advice, Answer, Table, advice
from saizen.errors import SaizenError
from saizen.games.tricks.entry import Goal, read
from saizen.games.tricks.rules import Objective
from saizen.games.tricks.text import position_text
from saizen.places import CLUSTER, MORE_WORKERS, place
from saizen.store import Store
from saizen.work import SILENT, Progress

Left = Annotated[str | None, "Left's cards as numbers, such as 8,7,3,1, instead of a position."]
Right = Annotated[str | None, "Right's cards as numbers."]
Score = Annotated[str | None, "With --left and --right: 4 (strongest), bottom:4, 3..6 or 8,5,2."]
Lead = Annotated[Literal["L", "R"], "With --left and --right: who leads."]
Led = Annotated[int | None, "With --left and --right: the card led."]
Text = Annotated[
    str, "Cards from the strongest (A a Left's, B b Right's, capitals count), lead=L|R, led=CARD."
]


def advise(
    position: Text = "",
    *,
    objective: Goal = "take",
    left: Left = None,
    right: Right = None,
    score: Score = None,
    lead: Lead = "L",
    led: Led = None,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Advice:
    """Value every card that can be played now; values count the score cards that Left takes.

    >>> [(move["move"], move["value"], move["optimal"]) for move in advise("ABab lead=R").moves]
    [(3, 2, True), (1, 2, True)]
    """
    from saizen.games.tricks.reasons import lead_words, summary, trick_words
    from saizen.games.tricks.solved import TricksSolution

    rules, asked = read(
        position, objective=objective, left=left, right=right, score=score, lead=lead, led=led
    )
    if not asked.cards:
        raise SaizenError(f"{position_text(asked)!r}: no cards are left to play")
    solution = TricksSolution(rules, store, progress)
    found = solution.moves(asked)
    best: Any = found[0].value
    moves: list[dict[str, Any]] = []
    for one in found:
        card, worth = one.move, one.value
        assert isinstance(card, int)
        assert worth is not None
        move: dict[str, Any] = {
            "move": card,
            "card": card,
            "value": worth,
            "optimal": one.optimal,
            "costs": abs(best - worth),
        }
        if asked.led is None:
            move["replies"], move["reason"] = lead_words(solution, asked, card, worth)
        else:
            move["reason"] = trick_words(solution, asked, asked.led, card)
        moves.append(move)
    goal = rules.objective
    facts = {"value": best, "turn": asked.turn, "score_cards": asked.score_cards, "objective": goal.value}
    made = advice("tricks", position_text(asked), facts, moves, [summary(asked, best, goal)])
    columns = [column for column in made.tables[0].columns if column != "move"]  # a card, said once
    rows = [[move[column] for column in columns] for move in moves]
    return replace(made, tables=[Table(made.tables[0].title, columns, rows)])


def matrix(
    position: Text = "",
    *,
    objective: Goal = "take",
    left: Left = None,
    right: Right = None,
    score: Score = None,
    latex: Annotated[bool, "Write LaTeX instead of a table."] = False,
    image: Annotated[Path | None, "Draw the matrices into this file (.png, .pdf or .svg)."] = None,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Compute the matrices G, T and W of a position, saddle cells marked.

    >>> matrix("ABab").data["G"]
    ((2, 1), (1, 2))
    """
    from saizen.games.tricks import matrix as shown

    rules, asked = read(position, objective=objective, left=left, right=right, score=score)
    if asked.led is not None:
        raise SaizenError(f"{position!r}: the matrices are of whole hands; leave led={asked.led} out")
    found = shown.matrices(asked, rules.objective, progress, store)
    saddles = set(found.saddles)
    data: dict[str, Any] = {
        "game": "tricks",
        "position": asked.cards,
        "objective": objective,
        "left": found.left,
        "right": found.right,
        "G": found.total,
        "T": found.trick,
        "W": found.later,
        "saddles": [(found.left[i], found.right[j]) for i, j in found.saddles],
        "left_leads": found.left_leads,
        "right_leads": found.right_leads,
    }
    notes = [f"{asked.cards}: rows are Left's cards, columns Right's; entries count what Left takes."]
    notes.append(f"Left leads: Left takes {found.left_leads}. Right leads: Left takes {found.right_leads}.")
    notes.append("* marks saddle cells of G." if saddles else "G has no saddle cell: who leads matters.")
    if image:
        shown.draw(found, image, asked.cards)
        data["image"] = str(image)
        notes.append(f"drawn into {image}")
    if latex:
        data["latex"] = shown.latex(found)
        return Answer(data, [], [data["latex"]])
    named = (("G in all", found.total), ("T this trick", found.trick), ("W afterwards", found.later))
    tables = [
        Table(
            name,
            ("", *map(str, found.right)),
            [
                [
                    str(card),
                    *(
                        f"{x}*" if found.total is cells and (i, j) in saddles else x
                        for j, x in enumerate(row)
                    ),
                ]
                for i, (card, row) in enumerate(zip(found.left, cells, strict=True))
            ],
            heat=True,
        )
        for name, cells in named
    ]
    return Answer(data, tables, notes)


def solve(
    *,
    n: Annotated[int, "Cards a hand, 1 to 14."] = 8,
    order: Annotated[Literal["top", "bottom"], "Whether the strongest or the weakest cards count."] = "top",
    objective: Goal = "take",
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Solve every deal of n cards a hand, for every number of score cards and either leader.

    >>> solve(n=1).data["rows"][1]["right_leads"]
    Fraction(1, 2)
    """
    from fractions import Fraction

    from saizen.games.tricks.batch import gains
    from saizen.games.tricks.kernel import LARGEST_TABLE
    from saizen.games.tricks.tables import QUICK_TABLE, masks, stored

    goal = Objective.read(objective)
    if not 1 <= n <= LARGEST_TABLE:
        raise SaizenError(f"--n {n}: all deals can be solved for 1 to {LARGEST_TABLE} cards a hand")
    if n > QUICK_TABLE:  # into this store, even if another one's table is in memory
        stored(n, order, goal, store, progress)
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
        str, "An expression such as 'V0 - V1 <= 2', or a claim's name; none lists the names."
    ] = "",
    *,
    when: Annotated[
        str | None, "A condition on hands, such as 'paper' or 'k == 2*n'; '' for all hands."
    ] = None,
    upto: Annotated[int | None, "Check deals of up to so many cards a hand."] = None,
    score: Annotated[Literal["top", "bottom", "block", "any"], "Which cards may count."] = "top",
    objective: Goal = "take",
    state: Annotated[Path | None, "Keep the state in this file and go on from it."] = None,
    workers: MORE_WORKERS = None,
    cluster: CLUSTER = None,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Look for the smallest counterexample to a claim: by n, then k, then hands.

    >>> answer = explore("V0 - V1 <= 1")
    >>> answer.data["counterexample"]["position"], answer.data["holds"]
    ('ABAb', False)
    """
    from saizen.games.tricks.claims import checked_condition
    from saizen.games.tricks.explore import explore as look
    from saizen.games.tricks.findings import finding_data, finding_words
    from saizen.games.tricks.relations import CLAIMS, claim_of

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
