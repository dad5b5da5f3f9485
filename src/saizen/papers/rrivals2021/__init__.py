"""T. Tanaka, *Nash equilibrium strategy for R-Rivals* (R-Rivals のナッシュ均衡戦略), GPW 2021.

Values are determined by the rules and compared to the last digit. Strategies are not: some printed
numbers depend on which equilibrium a linear programming solver returned. For those the range over all
subgame-perfect equilibria is computed, and the printed number is inside or outside of it.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from saizen.balance.measures import Range
from saizen.errors import PositionError
from saizen.exact import decimal
from saizen.games.rivals.equilibria.equilibrium_path import on_equilibrium_path
from saizen.games.rivals.equilibria.optimal_strategies import OptimalFace, find_faces
from saizen.games.rivals.equilibria.ranges import (
    draw_range,
    entropy_range,
    payoff_range,
    reached_range,
    support_sizes,
    usage_ranges,
    used_ranges,
)
from saizen.games.rivals.solved import RivalsSolution, get_solved
from saizen.games.rivals.solving.solved_games import SolvedGames
from saizen.games.rivals.text import read
from saizen.games.rivals.variants import PRESETS, Ability
from saizen.papers.report import Check, Verdict, claimed, compared, read_data, read_errata, with_errata
from saizen.papers.rrivals2021.counts import comebacks, count_outcomes, merging_saves
from saizen.papers.rrivals2021.opening import compare_opening, shown, start_of
from saizen.papers.rrivals2021.slip import mean_entropy, slip_layers, slip_opening, solve_games
from saizen.papers.rrivals2021.tricks import compare_tricks
from saizen.store import Store
from saizen.work import SILENT, Progress

KINDS = ("simultaneous", "first", "second")
BASIC = "The range is over basic strategies, one at each position, which is what linear programming returns."


def compare(full: bool, progress: Progress = SILENT, store: Store | None = None) -> Iterator[Check]:
    """Compare every table and every number of the text; there is only one size, so ``full`` adds nothing."""
    return with_errata(_checks(progress, store), read_errata(__name__))


def _checks(progress: Progress, store: Store | None) -> Iterator[Check]:
    printed = read_data(__name__, "printed.toml")
    games = SolvedGames()
    paper, turned = (
        get_solved(PRESETS[name], exact=True, store=store, progress=progress, games=games)
        for name in ("paper", "assassin-reversed")
    )
    yield from _positions("Table 1", printed["table1"]["rows"], paper)
    total = sum(sum(layer.counts()) for layer in paper.layers)
    yield compared("section 2", "positions in all", printed["table1"]["total"], total)
    yield from _about(printed["about"], total)
    yield from _rules(printed, paper)
    yield from compare_tricks(printed, paper, turned)
    yield from _section2(printed["section2"], paper)
    yield from compare_opening(printed, paper)
    faces = find_faces(paper, progress, games)
    yield from _support(printed["table3"], paper, faces)
    yield from _usage(printed["table4"], paper, faces)
    payoffs = {opponent: payoff_range(paper, faces, opponent) for opponent in printed["section4_4"]}
    for opponent, number in printed["section4_4"].items():
        yield within("section 4.4", f"against {opponent} random", number, payoffs[opponent])
    yield from _rates(printed, payoffs["uniform"])
    yield from _outcomes(printed, paper)
    yield compared(
        "section 4.5", "where the counts stand", printed["section4_5_tables"]["named"], "Tables 5 and 6"
    )
    yield from _positions("Table 7", printed["table7"]["rows"], turned)
    yield from _reversed(printed, paper, turned)
    entropies = printed["section4_6"]["entropy"]
    others = find_faces(turned, progress, games)
    for name, solved, all_faces in (("paper", paper, faces), ("reversed", turned, others)):
        number, all_basic = entropies[solved.rules.id], entropy_range(solved.layers, all_faces)
        yield replace(within("section 4.6", f"entropy, {name}", number, all_basic), note=BASIC)
    yield from _slip(printed["section4_6"], paper, turned, progress)
    yield from _digits(printed["section4_7"], paper)


def within(where: str, what: str, printed: str, interval: Range) -> Check:
    """Compare a printed number with the range of all equilibria, to the printed digits.

    >>> within("Table 4", "turn 1, card 0", "0.25", Range(0.2, 0.3)).verdict.name
    'INSIDE'
    """
    places = len(printed.partition(".")[2])
    low, high = (f"{round(end, places) + 0.0:.{places}f}" for end in (interval.low, interval.high))
    if low == high:
        return compared(where, what, printed, low, "determined")
    inside = float(low) <= float(printed) <= float(high)
    return Check(where, what, printed, f"{low}..{high}", Verdict.INSIDE if inside else Verdict.OUTSIDE)


def _positions(where: str, rows: list[list[int]], solved: RivalsSolution) -> Iterator[Check]:
    for (cards, *numbers), layer in zip(rows, solved.layers, strict=True):
        for kind, number, count in zip(KINDS, numbers, layer.counts(), strict=True):
            yield compared(where, f"{cards} cards, {kind}", number, count)


def _rules(printed: dict[str, Any], solved: RivalsSolution) -> Iterator[Check]:
    """Compare what sections 1 and 2 say of the rules with the rules that give Table 1."""
    rules = solved.rules
    points = f"{rules.points_to_win} points or more"
    yield compared("section 1", "who wins the game", printed["section1"]["winning"], points)
    card = next(card for card in rules.cards if card.ability is Ability.GENERAL)
    said = f"{printed['section2']['general_card']} {printed['section2']['general_when']}"
    what = "the card whose effect dgeneral holds"
    yield compared("section 2", what, said, f"{card.japanese} after any trick")
    saved = merging_saves(solved)
    saving = f"{decimal(100 * saved, 1)} % fewer" if saved > Fraction(1, 10) else "saves little"
    what = "merging positions in which whoever wins the next trick wins the game"
    yield compared("section 2", what, printed["section2"]["merging"], saving)


def _about(printed: dict[str, int], total: int) -> Iterator[Check]:
    """Compare round numbers of positions, in the abstract and at the end."""
    for where, step in (("abstract", 10), ("conclusion", 100)):
        rounded = step * round(total / (1000 * step))
        yield compared(where, f"thousands of positions, to {step}", printed[where], rounded)


def _rates(printed: dict[str, Any], payoff: Range) -> Iterator[Check]:
    """Compare payoffs turned into rates of winning, a draw counted as half."""
    rate = printed["section4_4_rate"]
    tenths = decimal((1 + Fraction(printed["section4_4"]["uniform"])) * 5, 1)
    yield compared("section 4.4", "winning rate against the random player, in tenths", rate["tenths"], tenths)
    holds = (1 + payoff.low) / 2 >= rate["at_least"]
    yield claimed(
        "section 4.4", "an equilibrium wins 70 % against the random player", holds, "every one does"
    )


def _section2(printed: dict[str, Any], solved: RivalsSolution) -> Iterator[Check]:
    orders = 1
    for cards in range(8, 1, -1):
        orders *= cards
    yield compared("section 2", "bound on histories", printed["history_bound"], orders**2)
    first, other = (solved.value(read(text, solved.rules)) for text in printed["same_value"])
    yield claimed("section 2", f"{' and '.join(printed['same_value'])} have equal values", first == other)


def _support(printed: dict[str, Any], solved: RivalsSolution, faces: list[OptimalFace]) -> Iterator[Check]:
    by_cards = {
        layer.cards: support_sizes(layer, face) for layer, face in zip(solved.layers, faces, strict=True)
    }
    for cards, *numbers in printed["rows"]:
        for size, number in enumerate(numbers, start=1):
            interval = by_cards[cards][size - 1] if size <= cards else Range(0, 0)
            yield within("Table 3", f"{cards} cards, {size} mixed", str(number), interval)
    for text in printed["seven_cards_mixed"]:
        mixed = len(solved.strategy(read(text, solved.rules)))
        yield compared("section 4.2", f"cards mixed in {text}", 7, mixed)


def _usage(printed: dict[str, Any], solved: RivalsSolution, faces: list[OptimalFace]) -> Iterator[Check]:
    layers, faces = on_equilibrium_path(solved.layers, faces)
    for turn in range(len(layers)):
        for card, interval in enumerate(usage_ranges(layers, faces, turn)[0]):
            yield within("Table 4", f"card {card}, turn {turn}", printed["rows"][card][turn], interval)
        yield within("Table 4", f"sum, turn {turn}", printed["sum"][turn], reached_range(layers, faces, turn))
    first, second = used_ranges(layers, faces)
    unused = [Range(1 - used.high, 1 - used.low) for used in first]
    for card, interval in enumerate(unused):
        yield within("Table 4", f"card {card}, not used", printed["rows"][card][-1], interval)
    rarer = sum(other.low > unused[2].high for other in unused)
    yield claimed("section 4.3", "only the princess stays unused more often than the spy", rarer <= 1)
    agree = all(abs(a.low - b.low) + abs(a.high - b.high) < 1e-12 for a, b in zip(first, second, strict=True))
    yield claimed("section 4.3", "both players' statistics agree, as they must", agree)
    yield within("section 4.3", "probability of a draw", printed["draw"], draw_range(layers, faces))


def _outcomes(printed: dict[str, Any], solved: RivalsSolution) -> Iterator[Check]:
    for name, counts in zip(("table5", "table6"), count_outcomes(solved), strict=True):
        for mine, row in enumerate(printed[name]["rows"]):
            for yours, cell in enumerate(row):
                results = [counts[mine, yours, result] for result in (1, 0, -1)]
                yield compared(f"Table {name[-1]}", f"points {mine}-{yours}", cell, results)
    section = printed["section4_5"]
    won = comebacks(solved)
    yield compared("section 4.5", "comebacks from 0-3", section["comebacks"], len(won))
    yield claimed("section 4.5", "all of them reply to a card seen", all(p.spy > 0 for p in won))
    without = [p for p in won if not (p.seen == 7 and 1 in p.mine)]
    yield compared(
        "section 4.5", "without a princess for a prince", section["comebacks_without_princess"], len(without)
    )
    for text, best in ((section["position"], section["best"]), (section["then"], section["then_best"])):
        position = read(text, solved.rules)
        yield compared("section 4.5", f"value of {text}", "1", str(solved.value(position)))
        winning = [choice.move for choice in solved.moves(position) if choice.optimal]
        yield claimed("section 4.5", f"card {best} wins in {text}", best in winning)


def _reversed(printed: dict[str, Any], paper: RivalsSolution, turned: RivalsSolution) -> Iterator[Check]:
    section = printed["section4_6"]
    reached = [_arises(solved, section["only_reversed"]) for solved in (paper, turned)]
    yield claimed("section 4.6", f"{section['only_reversed']} arises only reversed", reached == [False, True])
    before, after = (solved.strategy(start_of(solved)) for solved in (paper, turned))
    for card, number in section["mix"].items():
        yield compared("section 4.6", f"probability of card {card}", number, shown(after[int(card)], number))
    yield compared("section 4.6", "value of the game", "0", str(turned.value(start_of(turned))))
    for word, cards in (("less", section["less_often"]), ("more", section["more_often"])):
        for card in cards:
            trend = "more" if after[card] > before[card] else "less"
            yield compared("section 4.6", f"reversed, card {card} is played ... often", word, trend)
    for solved, name in ((paper, "paper"), (turned, "assassin-reversed")):
        value = str(solved.value(read(section["position"], solved.rules)))
        yield compared(
            "section 4.6", f"value of {section['position']}, {name}", section["value"][name], value
        )


def _slip(
    section: dict[str, Any], paper: RivalsSolution, turned: RivalsSolution, progress: Progress
) -> Iterator[Check]:
    """Compare how much the entropy grows; it grows as printed if only some assassins are reversed."""
    each = paper.layers, turned.layers, slip_layers(progress)
    games = [solve_games(layers) for layers in each]
    before, after, slipped = map(mean_entropy, each, games)
    printed = Fraction(section["entropy"]["assassin-reversed"]) - Fraction(section["entropy"]["paper"])
    where, what = "section 4.6", "growth of the mean entropy, one solver for both rules"
    yield compared(where, what, decimal(printed, 4), f"{after - before:.4f}")
    yield Check(
        where,
        "the same, reversed only where a card is shown first",
        "not printed",
        f"{slipped - before:.4f}",
        Verdict.BEYOND,
    )
    mixed = slip_opening(games[-1])
    near = all(
        abs(mixed.get(int(card), 0.0) - float(number)) < 1.5e-5 for card, number in section["mix"].items()
    )
    yield Check(
        where,
        "opening, reversed only where a card is shown first",
        "not printed",
        "as printed for assassins reversed, to one unit of the last digit" if near else str(mixed),
        Verdict.BEYOND,
    )


def _arises(solved: RivalsSolution, text: str) -> bool:
    try:
        solved.value(read(text, solved.rules))
    except PositionError:
        return False
    return True


def _digits(printed: dict[str, Any], solved: RivalsSolution) -> Iterator[Check]:
    probability = solved.strategy(start_of(solved))[2]
    top, bottom = str(probability.numerator), str(probability.denominator)
    for name, digits in (("numerator", top), ("denominator", bottom)):
        yield compared(
            "section 4.7", f"first digits of the {name}", printed[name], digits[: len(printed[name])]
        )
        yield compared("section 4.7", f"number of digits of the {name}", printed["digits"], len(digits))
