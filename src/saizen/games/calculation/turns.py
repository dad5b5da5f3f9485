"""All positions that can be reached until the next draw, each with its moves."""

from saizen.games.calculation.rules import Action, Calculation, CalculationPosition, Lay, Move

Line = tuple[Action, ...]


def lines_from(
    game: Calculation, position: CalculationPosition, begun: Line = ()
) -> dict[CalculationPosition, Line]:
    """Return what can be reached by moving cards, with a way there that begins with what was ``begun``.

    >>> game = Calculation()
    >>> [game.text(end) for end in lines_from(game, game.parse("A0 B0 C1 D0 / 6 A - -"))]
    ['A0 B0 C1 D0 / 6 A - -', 'A0 B0 C2 D0 / - A - -', 'A1 B0 C1 D0 / 6 - - -', 'A1 B0 C2 D0 / - - - -']
    """
    lines = {position: begun}
    waiting = [position]
    for reached in waiting:
        for move in game.actions(reached):
            assert isinstance(move, Move)
            following = game.after(reached, move)
            if following not in lines:
                lines[following] = (*lines[reached], move)
                waiting.append(following)
    return lines


def choices_of(game: Calculation, position: CalculationPosition) -> dict[CalculationPosition, Line]:
    """Return what can be reached after a draw, with the shortest way; of several empty stacks by the first.

    >>> from saizen.games.calculation.rules import Variant
    >>> game = Calculation(Variant(stacks=2))
    >>> [game.text(end) for end in choices_of(game, game.parse("A0 B0 C0 D0 / - - / 3"))]
    ['A0 B0 C1 D0 / - -', 'A0 B0 C0 D0 / 3 -']
    """
    lines: dict[CalculationPosition, Line] = {}
    empty = False
    for action in game.actions(position):
        if isinstance(action, Lay) and not position.stacks[action.stack]:
            if empty:
                continue
            empty = True
        for end, line in lines_from(game, game.after(position, action), (action,)).items():
            if end not in lines or len(line) < len(lines[end]):
                lines[end] = line
    return lines
