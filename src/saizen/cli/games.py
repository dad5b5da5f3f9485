"""``saizen games``: what there is to ask."""

from saizen.advice import Answer, Table
from saizen.cli.group import JSON
from saizen.cli.terminal import show
from saizen.games import GAMES


def list_games(json: JSON = False) -> None:
    """List the games and what can be asked of each."""
    rows = [(g.name, g.title, g.summary, ", ".join(g.commands)) for g in GAMES.values()]
    columns = ("game", "title", "what is solved", "commands")
    games = [
        {"game": g.name, "title": g.title, "summary": g.summary, "commands": g.commands, "example": g.example}
        for g in GAMES.values()
    ]
    examples = [f'saizen advise {g.name} "{g.example}"' for g in GAMES.values()]
    answer = Answer({"games": games}, [Table("Games", columns, rows)], ["Try:", *examples])
    print(answer.to_json()) if json else show(answer)
