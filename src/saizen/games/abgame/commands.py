"""What can be asked about the AB game; each function is a command of the same name."""

import math
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from saizen.advice import Advice, Answer, Table, advice
from saizen.errors import SaizenError
from saizen.exact import decimal
from saizen.games.abgame.codes import MOST_LISTED
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.rules import Code, Size
from saizen.games.abgame.text import code_text, parse, parse_code, read
from saizen.talk import Talk
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.games.abgame.engine import Engine

Objective = Literal["mean", "worst", "both"]
SOON = 1.0
"""Seconds after which a person is told a good guess while the exact answer is computed."""


def advise(
    position: Annotated[str, "Size and history: 3x7 123:0A1B 345:0A2B"],
    *,
    objective: Annotated[
        Objective, "Fewest guesses on average, in the worst case, or both in this order: worst, mean."
    ] = "mean",
    guess: Annotated[str | None, "Also tell what this guess costs."] = None,
    all_: Annotated[bool, "Tell what every guess costs, not only the optimal ones."] = False,
    seconds: Annotated[float | None, "Answer within this time, with a rule of thumb if need be."] = None,
    progress: Progress = SILENT,
) -> Advice:
    """Tell the best guesses in a position and what they cost.

    >>> advise("3x7 123:0A1B 345:0A2B").data["total"]
    23
    """
    if seconds is not None and not 0 <= seconds < math.inf:
        raise SaizenError(f"--seconds {seconds:g}: give a number of seconds, 0 or more")
    here = parse(position)
    named = None if guess is None else parse_code(guess, here.size)
    with _meanwhile(here, seconds is None and progress is not SILENT):
        from saizen.games.abgame import book
        from saizen.games.abgame.engine import TooLarge, TooLong

        with book.kept(here.size) as engine:
            try:
                engine.check(here)
                progress.stage(f"the exact answer to {here.size}", None)
                return _exact(engine, here, position, objective, named, all_, progress, seconds)
            except TooLong:
                return _inexact(here, position, named, f"the exact answer takes longer than {seconds:g} s")
            except TooLarge as error:
                return _inexact(here, position, named, str(error))


@contextmanager
def _meanwhile(here: AbPosition, somebody_waits: bool) -> Iterator[None]:
    """Tell a good guess on standard error if the work takes longer than `SOON`."""

    def tell() -> None:
        told = f"saizen: meanwhile try {_quick(here)} (by entropy); the exact answer is being computed"
        print(told, file=sys.stderr, flush=True)

    timer = threading.Timer(SOON, tell)
    timer.daemon = True
    if somebody_waits:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if somebody_waits:
            timer.join()


def _quick(here: AbPosition) -> str:
    from saizen.games.abgame.guessers import quick_guess

    return code_text(quick_guess(here), here.size)


def _inexact(here: AbPosition, text: str, named: Code | None, why: str) -> Advice:
    """Answer with a rule of thumb, and say so."""
    facts = {"candidates": len(here), "exact": False, "why": why, "optimal_count": None}
    quick = _quick(here)
    guesses = [quick] if named is None else list(dict.fromkeys([quick, code_text(named, here.size)]))
    moves = [{"guess": guess, "total": None, "optimal": None} for guess in guesses]
    notes = [f"candidates: {len(here)}", f"not exact: {why}"]
    notes.append(f"{quick} has the most entropy of the guesses that were tried")
    if named is not None:
        notes.append(f"what {code_text(named, here.size)} costs is not known")
    return replace(advice("abgame", text, facts, moves), notes=notes)


def _exact(
    engine: "Engine",
    here: AbPosition,
    text: str,
    objective: Objective,
    named: Code | None,
    every: bool,
    progress: Progress,
    seconds: float | None,
) -> Advice:
    from saizen.games.abgame.engine import GRACE, TooLong

    begun = time.monotonic()

    def options() -> dict[str, Any]:
        left = None if seconds is None else seconds - (time.monotonic() - begun)
        if left is not None and left < -GRACE:
            raise TooLong("the exact answer takes longer than the time allowed")
        return {"progress": progress, "seconds": None if left is None else max(0.0, left)}

    mean = objective != "worst"
    worst = engine.worst(here, **options())
    within = None if objective == "mean" else worst
    total = engine.total(here, within=within, **options()) if mean else 0
    assert total is not None  # the limit is one that can be kept
    found = engine.optimal(here, total, within=within, mean=mean, **options())
    facts: dict[str, Any] = {"candidates": len(here)}
    if objective != "mean":
        facts["objective"] = objective
    if mean:
        facts |= {"total": total, "mean": Fraction(total, len(here))}
    facts |= {"worst": worst, "optimal_count": sum(_times(here, guess) for guess in found)}
    key, value = ("total", total) if mean else ("worst", worst)
    moves: list[dict[str, Any]] = [
        {"guess": code_text(code, here.size), key: value, "optimal": True} for code in _shown(here, found)
    ]
    others = []
    if every:
        others = _shown(here, engine.guesses(here, 1 << 40))
    if named is not None and named not in others:
        others.append(named)
    known = {move["guess"] for move in moves}
    rest = []
    for code in others:
        if code_text(code, here.size) in known:
            continue
        cost: int | None
        if mean:
            cost = engine.total(here, code, within=within, **options())
        else:
            cost = engine.worst(here, code, **options())
        rest.append({"guess": code_text(code, here.size), key: cost, "optimal": cost == value})
    rest.sort(key=lambda move: (move[key] is None, move[key], move["guess"]))
    notes = []
    if objective == "both":
        notes.append("total and mean are the least among strategies whose worst case is the least")
    return advice("abgame", text, facts, [*moves, *rest], notes)


def _times(here: AbPosition, guess: Code) -> int:
    """Count the legal guesses that a guess with placeholders stands for."""
    from saizen.games.abgame.engine import DEAD

    size = here.size
    unused = len(here.unused) if here.starred else 0
    dead = size.all_symbols - len(here.live) - unused
    slots = sum(symbol == DEAD for symbol in guess)
    new = sum(symbol in here.unused for symbol in guess) if here.starred else 0
    return math.perm(unused, new) * (dead**slots if size.repeat else math.perm(dead, slots))


def _shown(here: AbPosition, guesses: list[Code]) -> list[Code]:
    """Write guesses out, one for each class of interchangeable unused symbols; candidates first."""
    from saizen.games.abgame.guessers import filled

    codes = [code for guess in guesses for code in filled(here, guess)]
    if here.size.repeat:  # unused symbols are live there: the first ones stand for all
        codes = [code for code in codes if _in_order([s for s in code if s in here.unused], here.unused)]
    candidates = set(here.patterns) if not here.starred else set()

    def is_candidate(code: Code) -> bool:
        return code in candidates if candidates else code in here.shown(code).patterns

    return sorted(dict.fromkeys(codes), key=lambda code: (not is_candidate(code), code))


def _in_order(symbols: list[int], supply: tuple[int, ...]) -> bool:
    first = list(dict.fromkeys(symbols))
    return first == list(supply[: len(first)])


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
    progress: Progress = SILENT,
) -> Answer:
    """Solve a size: the least total, mean and worst case, and what each first answer leaves.

    >>> solve(symbols=5).data["total"]
    196
    """
    from saizen.games.abgame import book
    from saizen.games.abgame.engine import Engine

    size = Size(places, symbols, repeat, dummies)
    start = AbPosition.start(size)
    with nullcontext(Engine(places, repeat)) if fresh else book.kept(size) as engine:
        progress.stage(f"solving {size}", None)
        worst = engine.worst(start, progress=progress)
        within = None if objective == "mean" else worst
        total = engine.total(start, within=within, progress=progress)
        assert total is not None
        first = engine.optimal(start, total, within=within, progress=progress)
        shown = _shown(start, first)
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


def build(*, out: Annotated[Path, "Where the book is written."], progress: Progress = SILENT) -> Answer:
    """Solve and write the opening book of 4x10 that is part of the package (takes some minutes)."""
    from saizen.games.abgame import opening

    _name_a_file("--out", out, "4x10.book")
    book, engine = opening.build(progress)
    opening.save(out, book, engine.alone)
    size = out.stat().st_size if out.is_file() else None
    data = {
        "game": "abgame",
        "size": str(opening.SIZE),
        "positions": len(book),
        "bytes": size,
        "out": str(out),
    }
    return Answer(data, [], [f"{len(book)} positions of {opening.SIZE} written to {out}"])


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
    with book.kept(written.size) as engine:
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


def verify(file: Annotated[Path, "A tree file of `saizen tree abgame`."]) -> Answer:
    """Check a strategy tree by playing every secret, without the solver."""
    from saizen.games.abgame.verify import load
    from saizen.games.abgame.verify import verify as play_every_secret

    if file == Path() or file.is_dir():
        raise SaizenError(f"{str(file)!r} is a directory; name a tree file")
    found = play_every_secret(load(file))
    data = {
        "game": "abgame",
        "size": found.size,
        "candidates": found.candidates,
        "total": found.total,
        "worst": found.worst,
        "by_guesses": found.by_guesses,
        "verified": True,
    }
    table = Table(f"{file}", ["guesses", "secrets"], [list(row) for row in found.by_guesses.items()])
    return Answer(data, [table], [f"verified: {found.total} guesses over {found.candidates} secrets"])


def compare(
    *,
    places: Annotated[int, "Places of a code."] = 4,
    symbols: Annotated[int, "Symbols."] = 10,
    repeat: Annotated[bool, "Symbols may repeat (Mastermind)."] = False,
    dummies: Annotated[int, "Symbols only guesses may use."] = 0,
    exact: Annotated[bool, "Also the optimum (4x10: some minutes the first time)."] = True,
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
        with book.kept(size) as engine:
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


def play(
    *,
    talk: Talk,
    places: Annotated[int, "Places of a code."] = 3,
    symbols: Annotated[int, "Symbols."] = 10,
    repeat: Annotated[bool, "Symbols may repeat (Mastermind)."] = False,
    guesser: Annotated[Literal["you", "me"] | None, "Who guesses; asked otherwise."] = None,
    seed: Annotated[int | None, "Choose the secret reproducibly."] = None,
) -> Answer:
    """Play: you guess my secret, or I guess yours."""
    from saizen.games.abgame.play import i_guess, you_guess

    size = Size(places, symbols, repeat)
    if size.codes > MOST_LISTED and (repeat or places > 4):
        raise SaizenError(f"{size} has {size.codes:,} codes, too many to play; up to {MOST_LISTED:,} can be")
    who = guesser
    try:
        if who is None:
            who = "you" if talk.ask("Who guesses, you or me?", ["you", "me"]) == "you" else "me"
        return you_guess(size, talk, seed) if who == "you" else i_guess(size, talk)
    except EOFError:
        talk.say("Until next time.")
        return Answer({"game": "abgame", "size": str(size), "guesser": who, "finished": False})
