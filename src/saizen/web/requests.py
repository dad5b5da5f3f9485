"""The models of requests, from which the schema of the API is made."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from saizen.errors import SaizenError

Options = Annotated[
    dict[str, Any],
    Field(description="Options by their names; GET /games/{game} lists them.", max_length=100),
]


class Unknown(SaizenError):  # noqa: N818 - the name reads as the condition it is
    """The requested thing does not exist: the answer is 404."""


class Body(BaseModel):
    """A request: exactly these keys, each of its own kind."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Question(Body):
    """The input of a command: a position (or a claim) and options."""

    position: str | None = Field(default=None, examples=["01234567/01234567 0-0 1-1"])
    options: Options = Field(default_factory=dict)


class Search(Body):
    """A text that may be a position of some game."""

    position: str = Field(max_length=20_000, examples=["01234567/01234567 0-0 1-1"])


class NewSitting(Body):
    """The start of a game."""

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
    undo: bool = Field(default=False, description="Undo the last entry of a person.")
    again: bool = Field(default=False, description="A new game of the same kind.")
    step: bool = Field(default=False, description="Let one machine act.")
    options: Options = Field(default_factory=dict, description="Options of the solution.")
    hint: bool = Field(default=False, description="Tell what is best now.")
    exact: bool = Field(default=False, description="Write all digits of long fractions into the hint.")
    judge: bool = Field(default=False, description="Tell what each choice of a person cost.")
    record: bool = Field(default=False, description="Tell the whole game with costs and values.")


class EntryRequest(Body):
    """A move of a seat, or what came for the dealer's."""

    seat: int
    move: str


class StateRequest(Body):
    """A state of a game, and what is asked about it; without a state, the one at which the game begins."""

    state: str | None = Field(default=None, description="A state, from an earlier answer.")
    start: str | None = Field(default=None, description="A position text to start from.")
    seed: int = Field(default=0, description="Of the deal and the dice.")
    seat: int | None = Field(default=None, description="The seat that looks or chooses.")
    strength: float = Field(
        default=1.0, ge=0, le=1, description="For start, where cards are hidden: how strong the machines are."
    )
    options: Options = Field(default_factory=dict, description="Options of the rules and the solution.")
    entries: list[EntryRequest] = Field(
        default_factory=list, description="For step: seats and moves, one after the other.", max_length=10_000
    )
    moves: list[str] = Field(default_factory=list, description="For rate: further moves.", max_length=50)
    ply: int = Field(default=0, description="For came: how much has happened, which makes the dice new.")


class Nothing(Body):
    """A request that says nothing more."""


class Problem(BaseModel):
    """The error in one line; some have more data: its place, and the changes that would fix it."""

    model_config = ConfigDict(extra="allow")
    error: str


class JobState(BaseModel):
    """The state of a piece of work."""

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
