"""The payoff matrices of a position: T (this trick), W (what follows) and their sum G."""

from dataclasses import dataclass
from pathlib import Path

from saizen.answer.pictures import Picture, checked_ending, new_figure
from saizen.errors import SaizenError
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, Trick, TricksPosition, finish
from saizen.games.tricks.values import value
from saizen.store import Store
from saizen.work import SILENT, Progress

Matrix = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Matrices:
    """Rows are Left's cards and columns Right's, strongest first; entries count what Left takes."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    total: Matrix
    """``G``: this trick and all that follow."""
    trick: Matrix
    """``T``: this trick."""
    later: Matrix
    """``W``: all that follow."""
    objective: Objective

    @property
    def left_leads(self) -> int:
        """Left's score cards when Left leads (``V^1``): Left chooses a row, then Right a column."""
        return guarantee(self.total, self.objective)

    @property
    def right_leads(self) -> int:
        """Left's score cards when Right leads (``V^0``)."""
        return concession(self.total, self.objective)

    @property
    def saddles(self) -> list[tuple[int, int]]:
        """The cells of G that neither player can improve alone; they exist if the leader does not matter."""
        best, worst = _wishes(self.objective)
        columns = list(zip(*self.total, strict=True))
        return [
            (i, j)
            for i, row in enumerate(self.total)
            for j, entry in enumerate(row)
            if entry == worst(row) and entry == best(columns[j])
        ]


def _wishes(objective: Objective):  # type: ignore[no-untyped-def]
    return (max, min) if objective is Objective.TAKE else (min, max)


def guarantee(matrix: Matrix, objective: Objective = Objective.TAKE) -> int:
    """Return what Left gets by choosing the row first: the largest row minimum, when Left wants many.

    >>> guarantee(((4, 3), (3, 4)))
    3
    """
    best, worst = _wishes(objective)
    return int(best(worst(row) for row in matrix))


def concession(matrix: Matrix, objective: Objective = Objective.TAKE) -> int:
    """Return what Left gets when Right chooses the column first.

    >>> concession(((4, 3), (3, 4)))
    4
    """
    best, worst = _wishes(objective)
    return int(worst(best(column) for column in zip(*matrix, strict=True)))


def matrices(
    position: TricksPosition,
    objective: Objective = Objective.TAKE,
    progress: Progress = SILENT,
    store: Store | None = None,
) -> Matrices:
    """Compute the matrices of a position; who leads plays no part in them. Costs a search for each cell.

    >>> matrices(TricksPosition("AABB", LEFT)).total
    ((4, 4), (4, 4))
    """
    left, right = position.hand(LEFT), position.hand(RIGHT)
    if not left:
        raise SaizenError("a position without cards has no matrix")
    start = TricksPosition(position.cards, LEFT)
    tricks = [[finish(start, a, b) for b in right] for a in left]
    now = tuple(tuple(trick.left_takes for trick in row) for row in tricks)
    progress.stage("rows of the matrix", len(left))
    later = tuple(_follow(row, objective, progress, store) for row in tricks)
    total = tuple(tuple(x + y for x, y in zip(*rows, strict=True)) for rows in zip(now, later, strict=True))
    return Matrices(left, right, total, now, later, objective)


def _follow(
    row: list[Trick], objective: Objective, progress: Progress, store: Store | None
) -> tuple[int, ...]:
    """Return what Left takes after each trick of a row."""
    values = tuple(value(trick.after, objective, store, progress) for trick in row)
    progress.advance()
    return values


def latex(payoffs: Matrices) -> str:
    r"""Write the three matrices side by side for LaTeX (amsmath), saddle cells of G boxed.

    >>> print(latex(matrices(TricksPosition("AB", LEFT))).splitlines()[1])
    G = \bordermatrix{ & 1 \cr 2 & \boxed{2} \cr}\quad
    """
    saddles = set(payoffs.saddles)
    lines = []
    for name, matrix in (("G", payoffs.total), ("T", payoffs.trick), ("W", payoffs.later)):
        head = " & ".join(["", *map(str, payoffs.right)])
        rows = [
            " & ".join(
                [str(card)]
                + [
                    f"\\boxed{{{x}}}" if name == "G" and (i, j) in saddles else str(x)
                    for j, x in enumerate(row)
                ]
            )
            for i, (card, row) in enumerate(zip(payoffs.left, matrix, strict=True))
        ]
        lines.append(f"{name} = \\bordermatrix{{{head} \\cr " + " \\cr ".join(rows) + " \\cr}")
    return "\n".join(["\\[", "\\quad\n".join(lines), "\\]"])


def draw(payoffs: Matrices, path: Path, title: str) -> None:
    """Draw the three matrices as heat maps, saddle cells of G framed, in the format of the file name."""
    checked_ending(path)
    size = len(payoffs.left)
    figure = new_figure(3 * (0.42 * size + 1.3), 0.42 * size + 1.7)
    figure.get_layout_engine().set(h_pad=0.1)
    from matplotlib.patches import Rectangle

    figure.suptitle(f"{title}  ({payoffs.objective})", family="monospace", size=12)
    highest = max(1, *(max(row) for row in payoffs.total))
    named: tuple[tuple[str, Matrix, list[tuple[int, int]]], ...] = (
        ("G in all", payoffs.total, payoffs.saddles),
        ("T this trick", payoffs.trick, []),
        ("W afterwards", payoffs.later, []),
    )
    for place, (name, matrix, saddles) in zip(figure.subplots(1, 3), named, strict=True):
        place.imshow(matrix, cmap="Blues", vmin=0, vmax=1.6 * highest)
        place.set_xlabel(name, weight="bold", labelpad=8)
        place.set_xticks(range(size), labels=[str(card) for card in payoffs.right])
        place.set_yticks(range(size), labels=[str(card) for card in payoffs.left])
        place.xaxis.tick_top()
        place.tick_params(length=0)
        place.spines[:].set_visible(False)
        place.set_title("Right's card", size=9)
        place.set_ylabel("Left's card", size=9)
        for line in range(1, size):
            place.axhline(line - 0.5, color="white", linewidth=1)
            place.axvline(line - 0.5, color="white", linewidth=1)
        for i, row in enumerate(matrix):
            for j, entry in enumerate(row):
                place.text(j, i, str(entry), ha="center", va="center")
        for i, j in saddles:  # a little inside the cell, so that neighbouring frames stay apart
            frame = Rectangle(
                (j - 0.44, i - 0.44), 0.88, 0.88, fill=False, edgecolor="crimson", linewidth=1.5
            )
            place.add_patch(frame)
    Picture(figure).save(path)
