"""Positions that are not stored: moves played from a start, openings, analysis."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from dropfour.game import Game
from dropfour.notation import parse_position
from dropfour.position import Position
from dropfour.rules import MAX_CONNECT, MIN_CONNECT, Objective, Rules
from dropfour.study.explain import FactKind
from dropfour.study.review import Verdict
from dropfour.study.story import Mistake, SideStory
from dropfour.web.fields import MAX_PLAYER, ColourName, Event, Moves, ObjectiveName, Request
from dropfour.web.text import Text

MAX_POSITION = 600


class PlayedMoves(Request):
    """Rules or a start position, and the moves played from there."""

    moves: Moves = ""
    board: str | None = Field(
        default=None, max_length=7, description="Columns x rows; default: 7x6.", examples=["9x7"]
    )
    connect: int | None = Field(default=None, ge=MIN_CONNECT, le=MAX_CONNECT)
    objective: ObjectiveName | None = None
    start: str | None = Field(
        default=None,
        max_length=MAX_POSITION,
        description="A position string; it includes the rules.",
        examples=["7x6.4.first-line.3-ryr-yr-2.y"],
    )

    def start_position(self) -> Position:
        """Return the position before the moves; raise ValueError if it is invalid."""
        if self.start is None:
            objective = Objective(self.objective or "first-line")
            return Position(Rules.for_board(self.board or "7x6", self.connect or 4, objective))
        position = parse_position(self.start)
        rules = position.rules
        stated = (
            (self.board, rules.size),
            (self.connect, rules.connect),
            (self.objective, rules.objective.value),
        )
        if any(given not in (None, own) for given, own in stated):
            raise ValueError("the start position has different rules from those given with it")
        return position

    def game(self) -> Game:
        """Return the moves as a game; raise ValueError if one of them is illegal."""
        return Game.from_moves(self.moves, self.start_position())


class PictureQuery(PlayedMoves):
    cell_px: int = Field(default=64, ge=8, le=128, description="Width of a cell in pixels.")


class RecordQuery(PlayedMoves):
    red: Text = Field(default="Red", max_length=MAX_PLAYER)
    yellow: Text = Field(default="Yellow", max_length=MAX_PLAYER)


# --- openings -------------------------------------------------------------------------------------


class GameCount(BaseModel):
    """Finished games, by their result."""

    red: int
    draw: int
    yellow: int


class OpeningColumn(BaseModel):
    """How the games continued with *column*: those of the visitor, and those in which an engine made
    that move."""

    column: int
    yours: GameCount
    engines: GameCount


class OpeningState(BaseModel):
    """What was played next after the moves, for every playable column."""

    columns: list[OpeningColumn]


# --- analysis -------------------------------------------------------------------------------------


class CellState(BaseModel):
    column: int
    row: int


class FactState(BaseModel):
    kind: FactKind
    colour: ColourName | None
    cells: list[CellState]
    columns: list[int]
    text: str
    profits: ColourName | None


class ExplanationState(BaseModel):
    facts: list[FactState]


class ScoreState(BaseModel):
    """Proven bounds of a score; what is not proven yet is null."""

    value: int | None
    low: int
    high: int
    exact: bool
    outcome: Literal["win", "draw", "loss"] | None
    stones: int | None = Field(description="How many stones the winner still has to drop.")


class ColumnState(BaseModel):
    column: int
    score: ScoreState


class ProvenColumn(ColumnState, Event):
    position: ScoreState = Field(description="What is proven of the position so far.")


class ColumnEstimateState(Event):
    """What the side to move can expect from a column: its result from 0 (a loss) to 1 (a win), or the
    difference in lines. An estimate by a search of *depth* plies; nothing is proven."""

    column: int
    value: float
    depth: int


class ProgressState(Event):
    column: int | None
    nodes: int
    time_s: float


class AnalysisState(Event):
    score: ScoreState
    columns: list[ColumnState]
    exact: bool = Field(description="Whether the score of every column is exact.")
    best: list[int]
    variation: list[int]
    nodes: int
    time_s: float
    source: Literal["rules", "book", "search"]


class ReviewedMoveState(Event):
    """A move with scores for the side that made it; *verdict* is null if nothing is proven."""

    ply: int
    colour: ColourName
    column: int
    verdict: Verdict | None
    best: ScoreState
    played: ScoreState
    best_columns: list[int]


class StoryState(BaseModel):
    """What a review tells: *turning_point* is the ply of the move that decided the game."""

    red: SideStory
    yellow: SideStory
    mistakes: list[Mistake]
    turning_point: int | None
    ending: str


class ReviewEnd(Event):
    stopped: bool
    story: StoryState


class Hint(BaseModel):
    """A good column; *exact* says whether it is proven to be the best."""

    column: int
    exact: bool
