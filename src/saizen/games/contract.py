"""``saizen check``: whether a game keeps the contract, on the instances that it lists or on one."""

from collections.abc import Callable
from typing import Annotated, Any

from saizen.advice import Answer, Table
from saizen.check import check_game
from saizen.errors import SaizenError
from saizen.games.entry import Entry
from saizen.games.options import split_options, with_options
from saizen.work import SILENT, Progress

MOST = Annotated[int, "Stop after this many positions of each instance."]


def check_command(entry: Entry) -> Callable[..., Answer]:
    """Return ``saizen check`` for one game: on the instances that it lists, or with the given options."""

    def check(*, max_positions: MOST = 100_000, progress: Progress = SILENT, **options: Any) -> Answer:
        """Look at every position: texts, moves, probabilities, endings; exit code 1 if something is wrong."""
        if max_positions < 1:
            raise SaizenError(f"--max-positions {max_positions}: use at least 1")
        rules, _ = split_options(options, entry)
        instances = {entry.name: entry.game(**rules)} if rules else entry.small()
        rows, problems, positions = [], [], 0
        for name, game in instances.items():
            report = check_game(game, max_positions=max_positions, progress=progress)
            positions += report.positions
            problems += [p if len(instances) == 1 else f"{name}: {p}" for p in report.problems]
            rows.append((name, report.positions, report.complete, len(report.problems)))
        data = {
            "game": entry.name,
            "positions": positions,
            "problems": problems,
            "instances": [dict(zip(("name", "positions", "complete"), row, strict=False)) for row in rows],
        }
        table = Table(
            f"{entry.name}: the contract", ("instance", "positions", "all of them", "problems"), rows
        )
        notes = problems or ["No problem found."]
        return Answer(data, [table], notes)

    return with_options(check, entry.make)
