"""Figures 1 to 4 and the appendix: matrices by our solver, and the printed program run again."""

from collections.abc import Iterator, Sequence
from typing import Any

from saizen.games.tricks.matrix import concession, guarantee, matrices
from saizen.games.tricks.text import deal
from saizen.papers.report import Check, Verdict, compared
from saizen.papers.tricktaking import program


def rows_text(matrix: Sequence[Sequence[int]]) -> str:
    """Write a matrix in one line, a word for each row."""
    return " ".join("".join(map(str, row)) for row in matrix)


def compare_figures(printed: dict[str, Any]) -> Iterator[Check]:
    """Compare the cells of figure 4 that the text quotes; give whole figures 1 and 4, and who takes what."""
    first, last = printed["figure1"], printed["figure4"]
    computed = matrices(deal(first["left"], first["right"], str(first["k"])))
    for name, matrix in (("G", computed.total), ("T", computed.trick), ("W", computed.later)):
        yield _drawn("figure 1", f"{name}, A={{{first['left']}}}, B={{{first['right']}}}", rows_text(matrix))
    later = matrices(deal(last["left"], last["right"], str(last["k"]))).later
    yield compared("figure 4", "w(3,3)", last["w33"], later[2][2])
    yield compared("figure 4", "w(4,3)", last["w43"], later[3][2])
    yield _drawn("figure 4", f"W, A={{{last['left']}}}, B={{{last['right']}}}", rows_text(later))
    for name, hands in (("figure 2 (a)", last), ("figure 2 (b)", printed["figure2b"])):
        position = deal(hands["left"], hands["right"], str(hands["k"]))
        yield _drawn(name, f"who takes each trick, {position.cards}", _takers(hands["left"], hands["right"]))


def _drawn(where: str, what: str, computed: str) -> Check:
    """Report a picture whose numbers are not in the text."""
    return Check(where, what, "a picture", computed, Verdict.BEYOND)


def _takers(left: str, right: str) -> str:
    """Write L or R for each pair of cards, a word for each of Left's."""
    mine, yours = ([int(card) for card in hand.split(",")] for hand in (left, right))
    return " ".join("".join("L" if a > b else "R" for b in yours) for a in mine)


def compare_outputs(outputs: list[dict[str, Any]]) -> Iterator[Check]:
    """Compare the program's output: both matrices of each hand and of each hand after an exchange."""
    for output in outputs:
        what = f"A is {output['left']}"
        yield from _output(output, what)
        swaps = output.get("swap", [])
        for swap in swaps:
            yield from _output(swap, f"{what}, swap a={swap['a']} to b={swap['b']}")
        left, right = ([int(card) for card in output[side].split()] for side in ("left", "right"))
        chosen = [f"{a}-{b}" for a, b in program.chosen_swaps(left, right, 4)]
        printed_swaps = [f"{swap['a']}-{swap['b']}" for swap in swaps]
        yield compared(
            "appendix", f"{what}: exchanges made by SearchSwapG", " ".join(printed_swaps), " ".join(chosen)
        )


def _output(output: dict[str, Any], what: str) -> Iterator[Check]:
    left, right = (output[side].split() for side in ("left", "right"))
    in_order = [" ".join(sorted(hand, reverse=True)) for hand in (left, right)]
    yield compared(
        "appendix", f"{what}: hands", f"{output['left']} / {output['right']}", " / ".join(in_order)
    )
    computed = matrices(deal(",".join(left), ",".join(right), "4"))
    for name, matrix in (("G", computed.total), ("W", computed.later)):
        yield compared("appendix", f"{what}: {name}", output[name], rows_text(matrix))
    both = (computed.total, computed.later)
    yield compared("appendix", f"{what}: maxmin of G, W", output["maxmin"], [guarantee(m) for m in both])
    yield compared("appendix", f"{what}: minmax of G, W", output["minmax"], [concession(m) for m in both])


def compare_main(printed: dict[str, Any]) -> Iterator[Check]:
    """Run ``Main`` on the hands of the listing, whose output is not printed, beside our solver."""
    hands = [[int(card) for card in printed[side].split()] for side in ("left", "right")]
    ran = program.run(hands[0], hands[1], 4)
    left, right = (",".join(map(str, hand)) for hand in hands)
    computed = matrices(deal(left, right, "4"))
    what = f"Main, A is {printed['left']}"
    for name, mine, theirs in (("G", computed.total, ran.total), ("W", computed.later, ran.later)):
        check = compared("appendix", f"{what}: {name}, the program", rows_text(mine), rows_text(theirs))
        yield Check(
            check.where, check.what, "not printed", check.computed, _beyond(check), "as by our solver"
        )
    swaps = " ".join(f"{a}-{b}" for a, b in program.chosen_swaps(hands[0], hands[1], 4))
    yield Check("appendix", f"{what}: exchanges", "not printed", swaps, Verdict.BEYOND)
    exchanges_made = [f"{a}-{b}" for a, b in program.chosen_swaps([8, 7, 6, 5], [4, 3, 2, 1], 4)]
    yield compared("appendix", "cards that SearchSwapG exchanges", "neighbours", _kinds(exchanges_made))
    yield compared("appendix", "maxmin of a matrix of 12s", program.maxmin(1, [[12]]), guarantee(((12,),)))


def _beyond(check: Check) -> Verdict:
    return Verdict.BEYOND if check.verdict == Verdict.EQUAL else Verdict.DIFFERENT


def _kinds(swaps: list[str]) -> str:
    far = [swap for swap in swaps if abs(int(swap[0]) - int(swap[2])) > 1]
    return f"neighbours, and {', '.join(far)}" if far else "neighbours"
