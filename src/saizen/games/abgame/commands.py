"""What can be asked about the AB game; each function is a command of the same name."""

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from saizen.advice import Advice, Answer, Table, advice
from saizen.errors import SaizenError
from saizen.exact import decimal
from saizen.games.abgame import entry
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.size import Code, Objective, Size
from saizen.games.abgame.text import code_text, parse, parse_code, read
from saizen.store import Store
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.games.abgame.solved import Question

SOON = 1.0
"""Seconds after which whoever waits is told a good guess before the search goes on."""


def advise(
    position: Annotated[str, "Size and history: 3x7 123:0A1B 345:0A2B"],
    *,
    objective: Annotated[
        Objective, "Fewest guesses on average, in the worst case, or both in this order: worst, mean."
    ] = "mean",
    guess: Annotated[str | None, "Also tell what this guess costs."] = None,
    all_: Annotated[bool, "Tell what every guess costs, not only the optimal ones."] = False,
    seconds: Annotated[float | None, "Answer within this time, with a rule of thumb if need be."] = None,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Advice:
    """Tell the best guesses in a position and what they cost.

    >>> advise("3x7 123:0A1B 345:0A2B").data["total"]
    23
    """
    game, here = entry.read(position)  # a bad text is told before the solver is loaded
    from saizen.games.abgame.forms import TooLarge, TooLong
    from saizen.games.abgame.solved import AbSolution

    solution = AbSolution(game, store or Store(), objective=objective, seconds=seconds, progress=progress)
    if not here.patterns:
        here = parse(position)  # where the code is found there is no guess to advise: told as elsewhere
    named = None if guess is None else parse_code(guess, here.size)

    def ask(limit: float | None, meanwhile: str = "") -> Advice:
        with solution.asking(here, limit) as question:
            progress.stage(f"the exact answer to {here.size}", None)
            if meanwhile:
                progress.tell(f"meanwhile try {meanwhile} (by entropy); the exact answer to {here.size}")
            return _exact(question, position, named, all_)

    try:
        if seconds is None and progress is not SILENT:
            try:
                return ask(SOON)
            except TooLong:  # what was proved is kept, so that the search goes on from there
                return ask(None, _quick(here))
        return ask(seconds)
    except TooLong:
        return _inexact(here, position, named, f"the exact answer takes longer than {seconds:g} s")
    except TooLarge as error:
        return _inexact(here, position, named, str(error))


def _quick(here: AbPosition) -> str:
    from saizen.games.abgame.guessers import quick_guess

    return code_text(quick_guess(here), here.size)


def _inexact(here: AbPosition, text: str, named: Code | None, why: str) -> Advice:
    """Answer with a rule of thumb, and say so."""
    facts = {"candidates": len(here), "exact": False, "why": why, "optimal_count": None}
    quick = _quick(here)
    guesses = [quick] if named is None else list(dict.fromkeys([quick, code_text(named, here.size)]))
    moves = [_move(guess, "total", None, None, None) for guess in guesses]
    notes = [f"candidates: {len(here)}", f"not exact: {why}"]
    notes.append(f"{quick} has the most entropy of the guesses that were tried")
    if named is not None:
        notes.append(f"what {code_text(named, here.size)} costs is not known")
    return replace(_advice(text, facts, moves), notes=notes)


def _exact(question: "Question", text: str, named: Code | None, every: bool) -> Advice:
    here, least = question.here, question.least
    facts: dict[str, Any] = {"candidates": len(here)}
    if question.objective != "mean":
        facts["objective"] = question.objective
    if question.mean:
        facts |= {"total": least, "mean": question.value(least)}
    facts |= {"worst": question.worst, "optimal_count": question.optimal_count}
    key = "total" if question.mean else "worst"
    others = question.every_guess() if every else []
    if named is not None and named not in others:
        others.append(named)
    known = set(question.shown)
    costs = {code: question.cost(code) for code in others if code not in known}
    rest = [
        _move(code_text(code, here.size), key, cost, question.value(cost), cost == least)
        for code, cost in costs.items()
    ]
    rest.sort(key=lambda move: (move[key] is None, move[key], move["guess"]))
    best = [
        _move(code_text(code, here.size), key, least, question.value(least), True) for code in question.shown
    ]
    notes = []
    if question.objective == "both":
        notes.append("total and mean are the least among strategies whose worst case is the least")
    return _advice(text, facts, [*best, *rest], notes)


def _move(guess: str, key: str, cost: int | None, value: Any, optimal: bool | None) -> dict[str, Any]:
    return {"move": guess, "guess": guess, key: cost, "value": value, "optimal": optimal}


def _advice(
    text: str, facts: dict[str, Any], moves: list[dict[str, Any]], notes: Iterable[str] = ()
) -> Advice:
    """Put the answer together; people read each guess and its cost once."""
    made = advice("abgame", text, facts, moves, list(notes))
    columns = [key for key in moves[0] if key not in ("move", "value")]
    table = Table(made.tables[0].title, columns, [[move[key] for key in columns] for move in moves])
    return replace(made, tables=[table])


def solve(
    *,
    places: Annotated[int, "Places of a code."] = 3,
    symbols: Annotated[int, "Symbols."] = 10,
    repeat: Annotated[bool, "Symbols may repeat (Mastermind)."] = False,
    dummies: Annotated[int, "Symbols only guesses may use."] = 0,
    objective: Annotated[
        Objective, "mean, or the least mean among strategies with the best worst case (worst, both)."
    ] = "mean",
    fresh: Annotated[bool, "Search anew, without the opening book and the store."] = False,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Solve a size: the least total, mean and worst case, and what each first answer leaves.

    >>> solve(symbols=5).data["total"]
    196
    """
    from saizen.games.abgame import book
    from saizen.games.abgame.engine import Engine
    from saizen.games.abgame.solved import spelled_out

    size = Size(places, symbols, repeat, dummies)
    start = AbPosition.start(size)
    with nullcontext(Engine(places, repeat)) if fresh else book.kept(size, store or Store()) as engine:
        progress.stage(f"solving {size}", None)
        within = None if objective == "mean" else engine.worst(start, progress=progress)
        total = engine.total(start, within=within, progress=progress)
        assert total is not None
        # afterwards: the strategies that were found answer much of it, and what is stopped keeps the total
        worst = engine.worst(start, progress=progress) if within is None else within
        first = engine.optimal(start, total, within=within, progress=progress)
        shown = spelled_out(start, first)
        best, rows = shown[0], []
        for answer, part in start.parts(best).items():
            if answer != size.found:
                rest = engine.total(part, within=None if within is None else within - 1, progress=progress)
                if objective == "mean":  # so that the book answers at once after the first answer
                    engine.worst(part, progress=progress)
                    engine.optimal(part, rest or 0, progress=progress)
                rows.append({"answer": str(answer), "candidates": len(part), "total": rest})
        data: dict[str, Any] = {"game": "abgame", "size": str(size), "objective": objective}
        data |= {
            "candidates": size.codes,
            "total": total,
            "mean": Fraction(total, size.codes),
            "worst": worst,
            "first_guess": code_text(best, size),
            "first_guesses": [code_text(c, size) for c in shown],
            "after": rows,
        }
    notes = [
        f"{size}: {total} guesses in total over {size.codes} codes, {decimal(data['mean'], 4)} on average",
        f"first guess {code_text(best, size)}; {worst} guesses can always be enough",
    ]
    if objective != "mean":
        notes.append("total and mean are the least among strategies whose worst case is the least")
    table = Table(
        f"after {code_text(best, size)}", ["answer", "candidates", "total"], [list(r.values()) for r in rows]
    )
    return Answer(data, [table], notes)


def build(
    *,
    symbols: Annotated[int, "Symbols; a code has four places."] = 10,
    out: Annotated[Path, "Where the book is written."],
    progress: Progress = SILENT,
) -> Answer:
    """Solve and write an opening book as it is part of the package (4x10 takes half an hour)."""
    from saizen.games.abgame import opening

    size = Size(opening.PLACES, symbols)
    _name_a_file("--out", out, f"{size}.book")
    book, engine = opening.build(size, progress)
    opening.save(out, size, book, engine.alone)
    data = {
        "game": "abgame",
        "size": str(size),
        "positions": len(book),
        "bytes": out.stat().st_size if out.is_file() else None,
        "out": str(out),
    }
    return Answer(data, [], [f"{len(book)} positions of {size} written to {out}"])


def _name_a_file(option: str, path: Path, example: str) -> None:
    """Refuse what cannot be a file before the work, not after it."""
    if path == Path() or path.is_dir():
        raise SaizenError(f"{option} {str(path)!r} is a directory; name a file such as {example}")
    if not path.absolute().parent.is_dir():
        raise SaizenError(f"{option} {str(path)!r}: there is no directory {str(path.absolute().parent)!r}")


def tree(
    *,
    places: Annotated[int | None, "Places of a code (3)."] = None,
    symbols: Annotated[int | None, "Symbols (10)."] = None,
    repeat: Annotated[bool, "Symbols may repeat (Mastermind)."] = False,
    dummies: Annotated[int | None, "Symbols only guesses may use (0)."] = None,
    position: Annotated[str | None, "Start from this position instead of a whole size."] = None,
    objective: Annotated[
        Objective, "mean, or mean among strategies with the best worst case (worst, both)."
    ] = "mean",
    out: Annotated[Path | None, "Write the tree here (.gz is compressed); otherwise it is drawn."] = None,
    depth: Annotated[int, "Draw so many guesses deep."] = 3,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Write an optimal strategy tree, which `saizen verify abgame` checks."""
    from saizen.games.abgame import book
    from saizen.games.abgame.tree import certificate, draw, save

    if depth < 1:
        raise SaizenError(f"--depth {depth}: draw at least 1 guess deep")
    if out is not None:
        _name_a_file("--out", out, "tree.json.gz")
    sizes = {"places": places, "symbols": symbols, "repeat": repeat or None, "dummies": dummies}
    given = [f"--{name}" for name, value in sizes.items() if value is not None]
    if position is not None and given:
        raise SaizenError(f"--position {position!r} has a size of its own; leave {' '.join(given)} out")
    start = str(
        Size(3 if places is None else places, 10 if symbols is None else symbols, repeat, dummies or 0)
    )
    written = read(start if position is None else position)
    here = parse(start if position is None else position)  # an impossible history is told as elsewhere
    with book.kept(written.size, store or Store()) as engine:
        engine.check(here)
        data = certificate(
            written.size, written.history, written.listed, objective=objective, progress=progress
        )
    facts = {name: data[name] for name in ("size", "objective", "candidates", "total", "worst")}
    notes = [f"{data['total']} guesses in total over {data['candidates']} codes, at most {data['worst']}"]
    if out is not None:
        save(data, out)
        return Answer({"game": "abgame", **facts, "out": str(out)}, [], [*notes, f"written to {out}"])
    return Answer({"game": "abgame", **facts, "tree": data["tree"]}, [], [*notes, *draw(data["tree"], depth)])


def verify(
    file: Annotated[Path, "A tree file of `saizen tree abgame`."], *, progress: Progress = SILENT
) -> Answer:
    """Check a strategy tree by playing every secret, without the solver."""
    from saizen.games.abgame.verify import load
    from saizen.games.abgame.verify import verify as play_every_secret

    if file == Path() or file.is_dir():
        raise SaizenError(f"{str(file)!r} is a directory; name a tree file")
    if file.exists() and not file.is_file():
        raise SaizenError(f"{str(file)!r} is no regular file; name a tree file")
    progress.stage(f"reading {file.name}", None)
    found = play_every_secret(load(file), progress)
    data = {
        "game": "abgame",
        "size": found.size,
        "candidates": found.candidates,
        "total": found.total,
        "worst": found.worst,
        "by_guesses": found.by_guesses,
        "secrets": found.secrets,
        "complete": found.complete,
        "verified": True,
    }
    verdict = f"verified: {found.total} guesses over {found.candidates} secrets"
    if not found.complete:
        verdict += (
            f", not over all {found.secrets} of {found.size}: the tree is for its history or its list only"
        )
    table = Table(f"{file}", ["guesses", "secrets"], [list(row) for row in found.by_guesses.items()])
    return Answer(data, [table], [verdict])


def compare(
    *,
    places: Annotated[int, "Places of a code."] = 4,
    symbols: Annotated[int, "Symbols."] = 10,
    repeat: Annotated[bool, "Symbols may repeat (Mastermind)."] = False,
    dummies: Annotated[int, "Symbols only guesses may use."] = 0,
    exact: Annotated[bool, "Also the optimum (4x10: some minutes the first time)."] = True,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Compare rules of thumb for guessing with the optimum."""
    from saizen.games.abgame import book
    from saizen.games.abgame.guessers import GUESSERS, totals

    size = Size(places, symbols, repeat, dummies)
    rows: list[dict[str, Any]] = []
    for rule in GUESSERS:
        found = totals(size, rule, progress)
        total = sum(depth * count for depth, count in enumerate(found))
        rows.append(
            {"guesser": rule, "total": total, "mean": Fraction(total, size.codes), "worst": len(found) - 1}
        )
    if exact:
        with book.kept(size, store or Store()) as engine:
            progress.stage(f"solving {size}", None)
            start = AbPosition.start(size)
            best = engine.total(start, progress=progress)
            assert best is not None
            least = engine.worst(start, progress=progress)
        rows.append({"guesser": "optimal", "total": best, "mean": Fraction(best, size.codes), "worst": least})
    table = Table(
        f"{size}, {size.codes} codes",
        ["guesser", "total", "mean", "worst case"],
        [[r["guesser"], r["total"], decimal(r["mean"], 4), r["worst"]] for r in rows],
    )
    notes = ["the optimum of the worst case is attained by a strategy of its own"] if exact else []
    return Answer(
        {"game": "abgame", "size": str(size), "candidates": size.codes, "guessers": rows}, [table], notes
    )
