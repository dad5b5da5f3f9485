"""The commands of the AB game; each function is a command of the same name."""

from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.errors import SaizenError
from saizen.exact import decimal
from saizen.games.abgame.entry import USUAL, AbgameOptions, read
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.size import Objective, Size
from saizen.games.abgame.text import code_text
from saizen.games.abgame.verify_commands import refusal, verify_proof, verify_theorem
from saizen.notation import short
from saizen.store import Store
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.games.abgame.search.engine import Engine

STRATEGY = Annotated[
    Objective, "mean: the least mean. worst, both: the least mean among strategies with the best worst case."
]


def solve(
    options: AbgameOptions = USUAL,
    *,
    objective: STRATEGY = "mean",
    fresh: Annotated[bool, "Search again, without the opening book and the store."] = False,
    late: Annotated[
        int | None,
        "Also the fewest codes that need more guesses than this, among strategies with the least total.",
    ] = None,
    proof: Annotated[
        Path | None,
        "Write why no guess does better (.gz is compressed), for `saizen verify abgame`.",
    ] = None,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Solve a size. Print the least total, mean and worst case, and the total after each first answer.

    >>> solve(AbgameOptions(symbols=5)).data["total"]
    196
    """
    from saizen.games.abgame.late_codes import fewest_late
    from saizen.games.abgame.opening_book import stored_engine
    from saizen.games.abgame.question import spelled_out
    from saizen.games.abgame.search.engine import Engine

    size = options.size
    start = AbPosition.start(size)
    if late is not None and (objective != "mean" or late < 1):
        raise SaizenError(f"--late {late}: give a number of guesses from 1 on, and the objective mean")
    if proof is not None:
        _name_a_file("--proof", proof, f"{size}.proof.gz")
        if objective != "mean":
            raise SaizenError(
                f"--objective {objective} --proof: only the least total is proved; leave one out"
            )
    with (
        nullcontext(Engine(size.places, size.repeat))
        if fresh
        else stored_engine(size, store or Store()) as engine
    ):
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
            if answer != size.all_right:
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
        if late is not None:
            limit = worst if engine.total(start, within=worst, progress=progress) == total else None
            data |= {"late": late, "late_codes": fewest_late(engine, start, late, limit, progress)}
        if proof is not None:
            data |= _write_proof(size, total, proof, engine, progress)
    notes = [
        f"{size}: {total} guesses in total over {size.codes} codes, {decimal(data['mean'], 4)} on average",
        f"first guess {code_text(best, size)}; {worst} guesses can always be enough",
    ]
    if late is not None:
        notes.append(f"{data['late_codes']} codes at least need more than {late} guesses at this total")
    if proof is not None:
        notes.append(f"{data['proof_positions']:,} positions written to {proof}, which saizen verify checks")
    if objective != "mean":
        notes.append("total and mean are the least among strategies whose worst case is the least")
    table = Table(
        f"after {code_text(best, size)}", ["answer", "candidates", "total"], [list(r.values()) for r in rows]
    )
    return Answer(data, [table], notes)


def _write_proof(size: Size, total: int, path: Path, engine: "Engine", progress: Progress) -> dict[str, Any]:
    """Write the proof of a size's total; return what there is to say about it."""
    from saizen.games.abgame.proof.write import write
    from saizen.games.abgame.strategy_tree import certificate

    positions = write(size, total, certificate(size, (), progress=progress), path, engine, progress)
    return {"proof": str(path), "proof_positions": positions}


def build(
    *,
    symbols: Annotated[int, "Number of symbols; a code has four places."] = 10,
    theorem: Annotated[
        bool, "Find a certificate of the totals for all N, for `saizen verify abgame FILE --theorem`."
    ] = False,
    places: Annotated[int, "With --theorem: 3 for 3xN, 2 for 2xN."] = 3,
    out: Annotated[Path, "The file of the book, or of the certificate."],
    progress: Progress = SILENT,
) -> Answer:
    """Solve all positions of an opening book and write it (4x10 takes half an hour), or prove the theorem."""
    from saizen.games.abgame import opening_book

    if theorem:
        return _find_theorem(places, out, progress)
    size = Size(opening_book.PLACES, symbols)
    _name_a_file("--out", out, f"{size}.book")
    book, engine = opening_book.build(size, progress)
    opening_book.save(out, size, book, engine.alone)
    data = {
        "game": "abgame",
        "size": str(size),
        "positions": len(book),
        "bytes": out.stat().st_size if out.is_file() else None,
        "out": str(out),
    }
    return Answer(data, [], [f"{len(book)} positions of {size} written to {out}"])


def _find_theorem(places: int, out: Path, progress: Progress) -> Answer:
    """Find a certificate of the totals for all N and write it."""
    from saizen.games.abgame.theorem.certificate import MOST_PLACES
    from saizen.games.abgame.theorem.find import find, write

    if not 2 <= places <= MOST_PLACES:
        raise SaizenError(f"--places {places}: a certificate can be found for 2 and 3 places")
    _name_a_file("--out", out, f"{places}xN.txt.gz")
    certificate, family_costs = find(places, progress)
    write(out, certificate, family_costs)
    families = len(certificate.families)
    played = sum(bool(family.last_guesses) for family in certificate.families)
    data = {"game": "abgame", "places": places, "families": families, "strategy_families": played}
    notes = [f"{families:,} families written to {out}, which saizen verify --theorem checks"]
    return Answer({**data, "out": str(out)}, [], notes)


def _name_a_file(option: str, path: Path, example: str) -> None:
    """Refuse what cannot be a file before the work, not after it."""
    if path == Path() or path.is_dir():
        raise SaizenError(f"{option} {str(path)!r} is a directory; name a file such as {example}")
    if not path.absolute().parent.is_dir():
        raise SaizenError(f"{option} {str(path)!r}: there is no directory {str(path.absolute().parent)!r}")


def tree(
    options: AbgameOptions = USUAL,
    *,
    position: Annotated[str, "Start from this position instead of the start of a size."] = "",
    objective: STRATEGY = "mean",
    out: Annotated[Path | None, "Write the tree to this file (.gz: compressed), do not draw it."] = None,
    depth: Annotated[int, "Depth of the drawing in guesses."] = 3,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Write an optimal strategy tree. `saizen verify abgame` checks the file."""
    from saizen.games.abgame.opening_book import stored_engine
    from saizen.games.abgame.strategy_tree import certificate, draw, save

    if depth < 1:
        raise SaizenError(f"--depth {depth}: draw at least 1 guess deep")
    if out is not None:
        _name_a_file("--out", out, "tree.json.gz")
    game, start = read(position, options)
    if not start.patterns:
        raise SaizenError(
            f"--position {short(position)!r}: the code is found, there is nothing left to guess"
        )
    with stored_engine(game.size, store or Store()) as engine:
        engine.check(start)
        data = certificate(
            game.size, start.history or (), start.listed_first, objective=objective, progress=progress
        )
    facts = {name: data[name] for name in ("size", "objective", "candidates", "total", "worst")}
    notes = [f"{data['total']} guesses in total over {data['candidates']} codes, at most {data['worst']}"]
    if out is not None:
        save(data, out)
        return Answer({"game": "abgame", **facts, "out": str(out)}, [], [*notes, f"written to {out}"])
    return Answer({"game": "abgame", **facts, "tree": data["tree"]}, [], [*notes, *draw(data["tree"], depth)])


def verify(
    file: Annotated[Path | None, "A tree file of `saizen tree abgame`, or a proof of `saizen solve`."] = None,
    *,
    theorem: Annotated[
        bool, "Check the proof of the totals of 3xN for all N; FILE is another certificate, also for 2xN."
    ] = False,
    progress: Progress = SILENT,
) -> Answer:
    """Check a strategy tree, a proof log or the theorem on 3xN, without the solver; exit with 1 to refuse."""
    from saizen.games.abgame.proof.check import is_proof
    from saizen.games.abgame.verify import Refused, load
    from saizen.games.abgame.verify import verify as play_every_secret

    if theorem:
        return verify_theorem(file, progress)
    if file is None:
        raise SaizenError("name a tree file, or give --theorem")
    if file == Path() or file.is_dir():
        raise SaizenError(f"{str(file)!r} is a directory; name a tree file")
    if file.exists() and not file.is_file():
        raise SaizenError(f"{str(file)!r} is not a regular file; name a tree file")
    if is_proof(file):
        return verify_proof(file, progress)
    progress.stage(f"reading {file.name}", None)
    try:
        result = play_every_secret(load(file), progress)
    except Refused as error:
        return refusal(error, "verified")
    data = {
        "game": "abgame",
        "size": result.size,
        "candidates": result.candidates,
        "total": result.total,
        "worst": result.worst,
        "by_guesses": result.by_guesses,
        "secrets": result.secrets,
        "complete": result.complete,
        "verified": True,
    }
    verdict = f"verified: {result.total} guesses over {result.candidates} secrets"
    if not result.complete:
        verdict += (
            f", not over all {result.secrets} of {result.size}: the tree is for its history or its list only"
        )
    table = Table(f"{file}", ["guesses", "secrets"], [list(row) for row in result.by_guesses.items()])
    return Answer(data, [table], [verdict])


def compare(
    options: AbgameOptions = AbgameOptions(places=4),  # noqa: B008 - frozen; the size that papers compare
    *,
    exact: Annotated[bool, "Compute the optimum (4x10: some minutes the first time)."] = True,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Answer:
    """Compare rules of thumb for guesses with the optimum."""
    from saizen.games.abgame.guessers import GUESSERS, totals
    from saizen.games.abgame.opening_book import stored_engine

    size = options.size
    rows: list[dict[str, Any]] = []
    for rule in GUESSERS:
        counts = totals(size, rule, progress)
        total = sum(depth * count for depth, count in enumerate(counts))
        rows.append(
            {"guesser": rule, "total": total, "mean": Fraction(total, size.codes), "worst": len(counts) - 1}
        )
    if exact:
        with stored_engine(size, store or Store()) as engine:
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
