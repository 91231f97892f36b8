"""Types and values that several parts of the API share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from dropfour.position import RED, Colour
from dropfour.rules import MAX_SIDE, Rules

ColourName = Literal["red", "yellow"]
ObjectiveName = Literal["first-line", "most-lines"]

MAX_MOVES = MAX_SIDE * MAX_SIDE
MAX_PLAYER = 40
MAX_ENGINE = 200

GameId = Annotated[str, Field(pattern="^[0-9A-Za-z]{12}$", examples=["7Kd2mPqRs4Tu"])]
Moves = Annotated[
    str,
    Field(
        max_length=MAX_MOVES,
        pattern="^[1-9a-kA-K]*$",
        description="The columns played, one character each; columns 10 and up are a, b, …",
        examples=["4455"],
    ),
]
Ply = Annotated[
    int,
    Field(ge=0, le=MAX_MOVES, description="The number of moves that the client sees on the board."),
]


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _check_count(cls, data: Any) -> Any:
        """Refuse a crowd of unknown fields together: an error for each of them takes long to make."""
        if isinstance(data, dict) and len(data) > 2 * len(cls.model_fields):
            raise ValueError(f"{len(data)} fields are more than this request has")
        return data


class Problem(BaseModel):
    """An error, described in one sentence."""

    detail: str


class Event(BaseModel):
    """The data of an event, which FastAPI does not include in the OpenAPI document by itself."""


class RulesState(BaseModel):
    board: str
    columns: int
    rows: int
    connect: int
    objective: ObjectiveName


class LinesMade(BaseModel):
    red: int
    yellow: int


def rules_state(rules: Rules) -> RulesState:
    return RulesState(
        board=rules.size,
        columns=rules.columns,
        rows=rules.rows,
        connect=rules.connect,
        objective=rules.objective.value,
    )


def colour_names(colours: list[Colour]) -> list[ColourName]:
    return ["red" if colour is RED else "yellow" for colour in colours]


def colour_name(colour: Colour | None) -> ColourName | None:
    if colour is None:
        return None
    return "red" if colour is RED else "yellow"
