"""Types and values that parts of the API share, and checks of the text that visitors send."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

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


# --- text -----------------------------------------------------------------------------------------
#
# A lone surrogate cannot be encoded as UTF-8, PostgreSQL cannot store NUL, and control characters
# and marks that change the direction of writing would garble the pages of other people.

# C0 and C1 controls, line and paragraph separators, direction marks, surrogates.
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
# Characters that are not drawn (Default_Ignorable_Code_Point), and one that is drawn as a space.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
# Cyrillic and Greek letters that look like Latin ones, small or capital.
_TWINS = str.maketrans("авекмнорстухѕіјԁһԛԝѵαβεζηικμνορτυχ", "abekmhopctyxsijdhqwvabezhikmnoptyx")


def check_text(text: str) -> str:
    """Return *text*; raise ValueError if it contains a character that a name or reason may not have."""
    if found := _FORBIDDEN.search(text):
        raise ValueError(f"the character U+{ord(found[0]):04X} is not allowed")
    return text


def check_storable(value: Any) -> None:
    """Raise ValueError if *value*, a text or JSON, contains a character that cannot be stored."""
    if isinstance(value, str):
        if found := _UNSTORABLE.search(value):
            raise ValueError(f"the character U+{ord(found[0]):04X} cannot be stored")
    elif isinstance(value, dict):
        check_storable([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for part in value:
            check_storable(part)


def compared(name: str) -> str:
    """Return *name* in the form in which two that look alike are the same: without what cannot be seen,
    without differences of case, width and style, and with one alphabet instead of several."""
    visible = _INVISIBLE.sub("", unicodedata.normalize("NFKC", name))
    form = " ".join(unicodedata.normalize("NFKC", visible.casefold()).split())
    return form.translate(_TWINS) if re.search("[a-z]", form) else form


Text = Annotated[str, AfterValidator(check_text)]
