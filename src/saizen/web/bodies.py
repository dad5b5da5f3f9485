"""What requests look like; the schema of the API is made from these."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Options = Annotated[
    dict[str, Any],
    Field(description="Options by their names; GET /games/{game} lists them.", max_length=100),
]


class Body(BaseModel):
    """A request: exactly these keys, each of its own kind."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Question(Body):
    """What a command is asked: a position (or a claim) and options."""

    position: str | None = Field(default=None, examples=["01234567/01234567 0-0 1-1"])
    options: Options = Field(default_factory=dict)


class Search(Body):
    """A text that may be a position of some game."""

    position: str = Field(max_length=20_000, examples=["01234567/01234567 0-0 1-1"])


class NewSitting(Body):
    """How a game begins."""

    seat: str | int | list[str | int] | None = Field(
        default=None, description="Where people sit: names or numbers of seats, all, or none."
    )
    opponent: str | float = Field(default="perfect", description="perfect, random, or a number from 0 to 1.")
    seed: int | None = Field(default=None, description="Of dice, decks and machines.")
    start: str | None = Field(default=None, description="A position text to start from.")
    options: Options = Field(default_factory=dict)


class SittingRequest(Body):
    """A new sitting, or the text of one and what happens in it; and what one wishes to know."""

    new: NewSitting | None = None
    sitting: str | None = Field(default=None, description="The text of a sitting, from an earlier answer.")
    move: str | None = Field(default=None, description="The move of the person who is awaited.")
    undo: bool = Field(default=False, description="Take the last person's entry back.")
    again: bool = Field(default=False, description="A new game of the same kind.")
    step: bool = Field(default=False, description="Let one machine act.")
    options: Options = Field(default_factory=dict, description="Options of the solution.")
    hint: bool = Field(default=False, description="Tell what is best now.")
    judge: bool = Field(default=False, description="Tell what each choice of a person cost.")
    record: bool = Field(default=False, description="Tell the whole game with costs and values.")


class Nothing(Body):
    """A request that says nothing more."""


class Problem(BaseModel):
    """What is wrong, in one line; some problems say more: where it is, and what would mend it."""

    model_config = ConfigDict(extra="allow")
    error: str


class JobState(BaseModel):
    """Where a piece of work stands."""

    job: str
    state: str
    stage: str
    done: int
    total: int | None
    told: str
    seconds: float
    status: int | None = None
    result: Any = None
    error: str | None = None
