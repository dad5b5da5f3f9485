"""The answers of ``saizen verify abgame`` about proof logs and about the theorem for all N."""

from pathlib import Path

from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.work import Progress


def verify_proof(file: Path, progress: Progress) -> Answer:
    """Check a proof log of a size's total."""
    from saizen.games.abgame.proof.check import check
    from saizen.games.abgame.verify import Refused

    try:
        result = check(file, progress)
    except Refused as error:
        return refusal(error, "verified")
    data = {
        "game": "abgame",
        "size": result.size,
        "total": result.total,
        "positions": result.positions,
        "guesses": result.guesses,
        "citations": result.citations,
        "verified": True,
    }
    names = {
        "y": "symbols",
        "s": "sizes",
        "p": "sum of parts",
        "x": "relaxed game",
        "r": "positions shown before",
    }
    rows = [[name, result.guesses.get(letter, 0)] for letter, name in names.items()]
    verdict = f"verified: {result.size} takes {result.total} guesses, no strategy less, and its tree no more"
    return Answer(data, [Table(f"{file}: why no guess does better", ["reason", "guesses"], rows)], [verdict])


def refusal(error: Exception, verdict: str) -> Answer:
    """Say that a file is refused, and why; the exit code is 1."""
    return Answer({"game": "abgame", verdict: False, "problems": [str(error)]}, [], [f"refused: {error}"])


def verify_theorem(file: Path | None, progress: Progress) -> Answer:
    """Check the certificate of the totals for all N, that of 3xN by default."""
    from saizen.games.abgame.theorem.certificate import load
    from saizen.games.abgame.theorem.check import check
    from saizen.games.abgame.theorem.statement import FORMS
    from saizen.games.abgame.verify import Refused

    try:
        certificate = load(file)
        result = check(certificate, progress=progress)
    except Refused as error:
        return refusal(error, "proved")
    data = {
        "game": "abgame",
        "families": result.families,
        "guesses": result.guesses,
        "strategy_families": result.strategy,
        "settled": result.reasons,
        "closed_forms": list(result.closed_forms),
        "proved": result.complete,
    }
    table = Table(
        "proved for all numbers from the first on",
        ["what", "from", *(f"{i} mod {certificate.tail.period}" for i in range(certificate.tail.period))],
        [[form.name, form.first, *map(", ".join, form.polynomials)] for form in FORMS[certificate.places]],
    )
    verdict = f"proved: {result.families:,} families, {result.guesses:,} guesses, none does better"
    strategy = f"the strategy passes through {result.strategy} of the families and costs what they claim"
    return Answer(data, [table], [verdict, strategy, "coefficients have the highest power first"])
