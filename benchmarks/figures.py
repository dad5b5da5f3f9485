"""The figures in the README and the documentation, from results of benchmarks and records of long runs.

``python benchmarks/figures.py --check`` tells which figure differs from its file, ``--write`` puts the right
ones in. A figure stands between two comments that nobody sees, ``<!--figure NAME.KEY FORMAT-->75.3<!--/-->``:
NAME is a file in ``results/`` or a record below, KEY the way to a value in it, FORMAT one of Python's.
A whole table stands between ``<!--table NAME-->`` and ``<!--/table-->``.
"""

import argparse
import csv
import re
import sys
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import results
from saizen.games.calculation.rates import wilson
from saizen.papers.report import read_errata

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "docs" / "games"
PAGES = (
    ROOT / "README.md",
    *(RECORDS / f"calculation-{page}.md" for page in ("theory", "machine", "limit")),
    ROOT / "docs" / "peers.md",
    ROOT / "docs" / "howto" / "page.md",
    ROOT / "docs" / "howto" / "own-game.md",
    ROOT / "docs" / "howto" / "hidden-hands.md",
    ROOT / "docs" / "howto" / "first-use.md",
)
FIGURE = re.compile(
    r"<!--figure (?P<name>[a-z_-]+)\.(?P<key>[^ ]+)(?: (?P<form>[^ ]+))?-->(?P<shown>[^<]*)<!--/-->"
)
TABLE = re.compile(r"<!--table (?P<name>[a-z-]+)-->\n\n(?P<shown>.*?)\n\n<!--/table-->", re.DOTALL)


def record(name):
    """Read the record of runs that took hours."""
    with (RECORDS / f"calculation-{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def players():
    """Return success rates by player and stacks, in per cent."""
    return {
        f"{row['player'].replace(' ', '-')}-{row['stacks']}": {
            "deals": int(row["deals"]),
            "won": int(row["wins"]),
            "percent": Decimal(100 * int(row["wins"])) / int(row["deals"]),
            "printed": Decimal(row["printed"] or "NaN"),
        }
        for row in record("players")
    }


def shuffled():
    """Return success rates on shuffled decks by player and stacks, in per cent."""
    return {
        f"{row['player']}-{row['stacks']}": {
            "seed": int(row["seed"]),
            "decks": int(row["decks"]),
            "won": int(row["wins"]),
            "percent": Decimal(100 * int(row["wins"])) / int(row["decks"]),
        }
        for row in record("shuffled")
    }


def tables():
    """Return the tables that were built, by stacks and cards."""
    return {
        f"{row['stacks']}x{row['cards']}": {
            "states": int(row["states"]),
            "millions": Decimal(row["states"]) / 10**6,
            "bytes": Decimal(row["bytes"]),
        }
        for row in record("tables")
    }


def limit():
    """Return what is known of deals with a known deck, by stacks."""
    return {
        row["stacks"]: {key: int(row[key]) for key in ("deals", "won", "impossible", "open")}
        for row in record("limit")
    }


def errata():
    """Return from which N on the formula of theorem 4.1 is wrong."""
    found = [
        int(match[1])
        for entry in read_errata("saizen.papers.abgame2012")
        if entry.where == "Theorem 4.1" and (match := re.fullmatch(r"S, N = ([0-9]+)", entry.what))
    ]
    return {"theorem": min(found)}


SOURCES = {"players": players, "shuffled": shuffled, "tables": tables, "limit": limit, "errata": errata}


def written(value, form):
    """Write a value; decimals are rounded half up, from all digits."""
    if form and "." in form and not isinstance(value, int):
        places = int(re.search(r"\.([0-9]+)", form)[1])
        value = Decimal(str(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return format(value, form or "")


def figure(match):
    """Return what must stand in place of a figure."""
    name, key = match["name"], match["key"]
    value = SOURCES[name]() if name in SOURCES else results.read(name)
    for word in key.split("."):
        value = value[word.replace("_", " ")]
    return written(value, match["form"])


def rate_words(wins, deals, form):
    """Write a rate and its 95 % interval."""
    low, high = (written(100 * end, form) for end in wilson(wins, deals))
    return f"{written(Decimal(100 * wins) / deals, form)} %", f"{low} to {high} %"


def shuffled_table():
    """Write the table of players on shuffled decks."""
    rows = []
    for row in record("shuffled"):
        wins, decks = int(row["wins"]), int(row["decks"])
        cells = [f"`{row['player']}`", row["stacks"], row["seed"], f"1–{decks:,}", f"{wins:,}"]
        rows.append([*cells, *rate_words(wins, decks, ".1f")])
    return markdown(["player", "stacks", "seed", "decks", "won", "rate", "95 % interval"], rows)


def players_table():
    """Write the table of players."""
    lines = [
        "| player | stacks | deals | won | rate | 95 % interval | CPU a game | the paper |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in record("players"):
        name, _, labellings = row["player"].partition(" ")
        further = ", further" if labellings.endswith("+") else ""
        shown = (
            f", {int(labellings.rstrip('+')):,}{' labellings' * (name == 'literal')}{further}"
            if labellings
            else ""
        )
        wins, deals = int(row["wins"]), int(row["deals"])
        rate, interval = rate_words(wins, deals, ".2f")
        printed = f"{row['printed']} %" if row["printed"] else ""
        cells = (
            f"`{name}`{shown}",
            row["stacks"],
            f"1–{deals:,}",
            f"{wins:,}",
            rate,
            interval,
            f"{row['cpu']} s",
            printed,
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def limit_table():
    """Write the table of deals with a known deck."""
    lines = [
        "| stacks | deals | won | impossible | open | share that can be won |",
        "|---|---|---|---|---|---|",
    ]
    for row in record("limit"):
        low, high = wilson(int(row["won"]), int(row["deals"]))
        ends = [f"{Decimal(written(100 * end, '.1f')).normalize():f}" for end in (low, high)]
        share = f"{ends[0]}{' %' * (ends[0] != '0')} to {ends[1]} %"
        cells = (row["stacks"], f"1–{row['deals']}", row["won"], row["impossible"], row["open"], share)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def built_table(stacks, title):
    """Write the table of built tables."""
    lines = [
        f"| {title} | states | CPU seconds | elapsed | most memory | bytes a state |",
        "|---|---|---|---|---|---|",
    ]
    for row in record("tables"):
        if row["stacks"] == stacks:
            cells = (
                f"{row['cards']} cards",
                f"{int(row['states']):,}",
                f"{int(row['cpu']):,}",
                row["elapsed"],
                row["memory"],
                row["bytes"],
            )
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def markdown(head, rows):
    """Write a table; cells are texts."""
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows))


def times(ratio):
    """Write how many times as long something takes: two digits say all that a measurement knows."""
    return f"{float(f'{ratio:.2g}'):,.4g}"


def peers_matrices():
    """Write who solves matrices how fast, and how often wrongly."""
    families = results.read("peers")["matrix"]
    head = ["solver", *(f"{name}: {what}" for name in families for what in ("µs", "times", "failures"))]
    solvers = list(next(iter(families.values())))
    rows = [
        [
            solver,
            *(
                cell
                for told in families.values()
                for cell in (
                    times(told[solver]["microseconds"]),
                    times(told[solver]["ratio"]),
                    f"{told[solver]['failures']} of {told[solver]['games']}",
                )
            ),
        ]
        for solver in solvers
    ]
    return markdown(head, rows)


def peers_solvers():
    """Write how the generic solver compares."""
    rows = [
        [
            name,
            f"{told['positions']:,}",
            told["value"],
            algorithm,
            times(found["ratio"]),
            f"{found['apart']:.0e}",
        ]
        for name, told in results.read("peers")["solver"].items()
        for algorithm, found in told["peers"].items()
    ]
    return markdown(["game", "positions", "value", "OpenSpiel's", "times", "values apart by"], rows)


def peers_guesses():
    """Write what rules of thumb need in all, and the share that is too much."""
    told = results.read("peers")["abgame"]["guesses"]
    rules = [name for name in next(iter(told.values())) if name not in ("codes", "optimal")]
    rows = [
        [
            size,
            f"{found['codes']:,}",
            f"{found['optimal']:,}",
            *(
                f"{found[rule]:,} (+{written(100 * (found[rule] / found['optimal'] - 1), '.1f')} %)"
                for rule in rules
            ),
        ]
        for size, found in told.items()
    ]
    return markdown(["size", "codes", "optimal", *rules], rows)


def peers_literal():
    """Write how much longer literal sets take."""
    told = results.read("peers")["abgame"]["literal sets"]
    return markdown(
        ["size", "guesses in all", "times"],
        [[s, f"{t['total']:,}", times(t["ratio"])] for s, t in told.items()],
    )


def peers_hidden():
    """Write how long hidden games take from rules to proof, and how many times as long others."""
    games = results.read("peers")["hidden"]
    others = list(dict.fromkeys(other for told in games.values() for other in told["peers"]))
    rows = [
        [
            name,
            f"{told['histories']:,}",
            told["value"] if len(told["value"]) < 20 else "a long fraction",
            written(told["CPU seconds"], ".2f"),
            *(times(told["peers"][other]["ratio"]) if other in told["peers"] else "" for other in others),
        ]
        for name, told in games.items()
    ]
    return markdown(["game", "histories", "value", "CPU seconds", *others], rows)


def peers_iterations():
    """Write how many iterations of regret minimisation a second takes."""
    measured = {
        name: told["iterations"]
        for name, told in results.read("peers")["hidden"].items()
        if "iterations" in told
    }
    solvers = [name for name in next(iter(measured.values())) if name != "ratio"]
    rows = [
        [name, *(f"{float(f'{rates[solver]:.2g}'):,.0f}" for solver in solvers)]
        for name, rates in measured.items()
    ]
    return markdown(["iterations a CPU second", *solvers], rows)


def hidden_large():
    """Write how long large hidden games take."""
    rows = [
        [name, f"{told['histories']:,}", told["value"], times(told["CPU seconds"]), times(told["GB"])]
        for name, told in results.read("hidden").items()
    ]
    return markdown(["game", "histories", "value", "CPU seconds", "GB"], rows)


def peers_limit():
    """Write how solvers of clauses compare on deals with a known deck."""
    told = results.read("peers")["limit"]
    names = list(next(iter(told.values()))["ratio"])
    rows = [
        [name, str(found["deals"]), str(found["won"]), *(times(found["ratio"][one]) for one in names)]
        for name, found in told.items()
    ]
    return markdown(["formulas", "deals", "of which can be won", *names], rows)


def growth():
    """Write what the largest sizes cost, how cost grows, and what the next size is predicted to cost."""
    rows = []
    for name, told in results.read("growth").items():
        (before, _), (size, seconds) = list(told["measured"].items())[-2:]
        guesses = told["last from those before"], told["next"]
        again, following = (f"{times(one['CPU seconds'])} s" if one else "" for one in guesses)
        step = f"times {times(told['growth'])} from {before} to {size}"
        next_size = str(told["next"]["size"]) if told["next"] else "none"
        rows.append([name, told["unit"], size, f"{times(seconds)} s", again, step, next_size, following])
    head = ["", "size", "largest measured", "CPU", "predicted from smaller ones"]
    return markdown([*head, "growth", "next size", "predicted CPU"], rows)


TABLES = {
    "growth": growth,
    "peers-matrices": peers_matrices,
    "peers-solvers": peers_solvers,
    "peers-guesses": peers_guesses,
    "peers-literal": peers_literal,
    "peers-limit": peers_limit,
    "peers-hidden": peers_hidden,
    "peers-iterations": peers_iterations,
    "hidden-large": hidden_large,
    "players": players_table,
    "shuffled": shuffled_table,
    "limit": limit_table,
    "three-stacks": lambda: built_table("3", "three stacks"),
    "four-stacks": lambda: built_table("4", "four stacks"),
}


def corrected(text):
    """Return a page with the right figures, and the lines that say what was wrong."""
    wrong = []

    def put(match, right):
        if match["shown"] != right:
            wrong.append(f"{match[0][:60]!r}: it is {right[:300]!r}")
        begin, end = (at - match.start() for at in match.span("shown"))
        return match[0][:begin] + right + match[0][end:]

    text = FIGURE.sub(lambda match: put(match, figure(match)), text)
    return TABLE.sub(lambda match: put(match, TABLES[match["name"]]()), text), wrong


def main():
    """Check or write all pages."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    chosen = options.add_mutually_exclusive_group(required=True)
    chosen.add_argument("--check", action="store_true")
    chosen.add_argument("--write", action="store_true")
    write = options.parse_args().write
    failures = 0
    for path in PAGES:
        text, wrong = corrected(path.read_text(encoding="utf-8"))
        for line in wrong:
            print(f"{path.name}: {line}")
        failures += len(wrong)
        if write and wrong:
            path.write_text(text, encoding="utf-8")
    sys.exit(1 if failures and not write else 0)


if __name__ == "__main__":
    main()
