"""The JSON of requests and responses, as the OpenAPI document describes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from dropfour.engines.engine import EXACT, Choice, Mood, Score
from dropfour.game import Game, Result
from dropfour.moves import parse_moves
from dropfour.notation import parse_position, position_string
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.record import Variation
from dropfour.rules import MAX_CONNECT, MAX_SIDE, MIN_CONNECT, Objective, Rules
from dropfour.study.explain import FactKind
from dropfour.study.review import Verdict
from dropfour.web.games import ListedGame, SavedGame
from dropfour.web.storage import StoredGame
from dropfour.web.text import Text

ColourName = Literal["red", "yellow"]
ObjectiveName = Literal["first-line", "most-lines"]

MAX_MOVES = MAX_SIDE * MAX_SIDE
MAX_POSITION = 600
MAX_VARIATIONS = 100
MAX_NAME = 80

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


class Problem(BaseModel):
    """An error, described in one sentence."""

    detail: str


# --- moves from a start position ------------------------------------------------------------------


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
    red: Text = Field(default="Red", max_length=40)
    yellow: Text = Field(default="Yellow", max_length=40)


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


# --- games ----------------------------------------------------------------------------------------


class SeatChoice(Request):
    """A person, or an engine by its specification, such as ``medium`` or ``alphabeta:lines,depth=6``."""

    name: Text = Field(default="", max_length=40)
    engine: Text | None = Field(default=None, min_length=1, max_length=200)


class VariationState(Request):
    """Moves from the start of a game that could be played; *name* belongs to the position after them."""

    moves: Annotated[Moves, Field(min_length=1)]
    name: Text = Field(default="", max_length=MAX_NAME)

    def variation(self) -> Variation:
        return Variation(parse_moves(self.moves), self.name)


class NewVariations(Request):
    """All variations of a game, which replace those before."""

    variations: list[VariationState] = Field(max_length=MAX_VARIATIONS)


class NewGame(PlayedMoves):
    """A game to start, with *moves* already on the board. A game that is sent again with the same
    *draft*, a name of the client's choice, is not started twice."""

    red: SeatChoice = SeatChoice()
    yellow: SeatChoice = SeatChoice()
    variations: list[VariationState] = Field(default=[], max_length=MAX_VARIATIONS)
    draft: str | None = Field(default=None, pattern="^[0-9A-Za-z-]{8,40}$")


class Move(Request):
    column: int = Field(ge=1, le=MAX_SIDE)
    ply: Ply


class AtPly(Request):
    ply: Ply


class Resignation(AtPly):
    colour: ColourName


class ChosenScore(Request):
    value: float = Field(ge=-1e9, le=1e9)
    exact: bool
    scale: str = Field(max_length=40)


class ChosenMood(Request):
    emoji: str = Field(max_length=8)
    word: str = Field(max_length=20)


class ChosenMove(Request):
    """What an engine in the client's browser has chosen, and how it sees its move."""

    column: int = Field(ge=1, le=MAX_SIDE)
    score: ChosenScore | None = None
    depth: int | None = Field(default=None, ge=0, le=MAX_MOVES)
    nodes: int = Field(default=0, ge=0, le=2**53)
    variation: list[Annotated[int, Field(ge=1, le=MAX_SIDE)]] = Field(
        default=[], max_length=MAX_MOVES
    )
    time_s: float = Field(default=0.0, ge=0, le=1e6)
    mood: ChosenMood | None = None

    def choice(self) -> Choice:
        """Return it as the choice of an engine."""
        score, mood = self.score, self.mood
        return Choice(
            self.column,
            None if score is None else Score(score.value, EXACT if score.exact else score.scale),
            self.depth,
            self.nodes,
            tuple(self.variation),
            self.time_s,
            None if mood is None else Mood(mood.emoji, mood.word),
        )


class EngineMove(AtPly):
    """The turn of an engine: the server's, or with a *choice* the one in the client's browser."""

    choice: ChosenMove | None = None


class RulesState(BaseModel):
    board: str
    columns: int
    rows: int
    connect: int
    objective: ObjectiveName


class SeatState(BaseModel):
    name: str
    engine: str | None


class ResultState(BaseModel):
    winner: ColourName | None
    ending: Literal["line", "full board", "resignation", "agreement", "forfeit"]
    reason: str
    token: str


class LinesMade(BaseModel):
    red: int
    yellow: int


class MoodState(BaseModel):
    emoji: str
    word: str


class EngineScore(BaseModel):
    """An engine's score of its move; *scale* is ``exact``, or names the unit of an estimate."""

    value: float
    exact: bool
    scale: str


class Thought(BaseModel):
    """The engine's view of its last move; *ply* is how many moves were on the board after it."""

    ply: int
    column: int
    score: EngineScore | None
    depth: int | None
    nodes: int
    variation: list[int]
    time_s: float
    mood: MoodState | None


class GameSummary(BaseModel):
    id: str
    rules: RulesState
    moves: str
    red: SeatState
    yellow: SeatState
    result: ResultState | None
    lines: LinesMade
    start: str
    position: str
    live: bool = Field(description="Whether two people play it on different devices.")
    yours: list[ColourName] = Field(description="The colours that this visitor can move for.")
    created_at: str
    updated_at: str


class GameState(GameSummary):
    """A game in its current state: *moves* are on the board, *undone* can be redone."""

    version: int
    undone: str
    to_move: ColourName | None
    can_undo: bool
    can_redo: bool
    thought: Thought | None
    variations: list[VariationState]


class GameList(BaseModel):
    """Games, most recently played first; *next* is the ``before`` of the next page."""

    games: list[GameSummary]
    next: str | None


class OptionState(BaseModel):
    name: str
    default: str


class EngineState(BaseModel):
    name: str
    description: str
    options: list[OptionState]


class EngineList(BaseModel):
    """Everything that can be the engine of a seat: levels, and engines with options."""

    levels: list[EngineState]
    engines: list[EngineState]


class CheckedEngine(BaseModel):
    """A specification that can be the ``engine`` of a seat."""

    engine: str


class Imported(BaseModel):
    """A game read from a file; *notice* describes an irregularity in it."""

    game: GameState
    notice: str | None


# --- analysis of a position -----------------------------------------------------------------------


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


class ColumnEstimateState(BaseModel):
    """What the side to move can expect from a column: its result from 0 (a loss) to 1 (a win), or the
    difference in lines. An estimate by a search of *depth* plies; nothing is proven."""

    column: int
    value: float
    depth: int


class ProgressState(BaseModel):
    column: int | None
    nodes: int
    time_s: float


class AnalysisState(BaseModel):
    score: ScoreState
    columns: list[ColumnState]
    exact: bool = Field(description="Whether the score of every column is exact.")
    best: list[int]
    variation: list[int]
    nodes: int
    time_s: float
    source: Literal["rules", "book", "search"]


class ReviewedMoveState(BaseModel):
    """A move with scores for the side that made it; *verdict* is null if nothing is proven."""

    ply: int
    colour: ColourName
    column: int
    verdict: Verdict | None
    best: ScoreState
    played: ScoreState
    best_columns: list[int]


class ReviewEnd(BaseModel):
    stopped: bool


# The data of events, which FastAPI does not include in the OpenAPI document by itself.
EVENT_MODELS = (
    ColumnState,
    ProgressState,
    ColumnEstimateState,
    AnalysisState,
    ReviewedMoveState,
    ReviewEnd,
)


class Hint(BaseModel):
    """A good column; *exact* says whether it is proven to be the best."""

    column: int
    exact: bool


# --- conversion from the package's types ----------------------------------------------------------


def rules_state(rules: Rules) -> RulesState:
    return RulesState(
        board=rules.size,
        columns=rules.columns,
        rows=rules.rows,
        connect=rules.connect,
        objective=rules.objective.value,
    )


def game_summary(listed: ListedGame, visitor: str = "") -> GameSummary:
    """Return what a list shows of the game to *visitor*, by default to one without a seat in any."""
    return GameSummary(**_summary(listed.stored, listed.position, listed.result, visitor))


def game_state(saved: SavedGame, visitor: str) -> GameState:
    """Return the game as *visitor* sees it."""
    stored, game = saved.stored, saved.game
    return GameState(
        **_summary(stored, game.position, game.result, visitor),
        version=stored.version,
        undone=stored.undone,
        to_move=colour_name(None if game.is_over else game.position.to_move),
        can_undo=game.can_undo_turn,
        can_redo=game.can_redo,
        thought=None if stored.thought is None else Thought(**stored.thought),
        variations=variation_states(stored),
    )


def variation_states(stored: StoredGame) -> list[VariationState]:
    return [VariationState(**each) for each in stored.variations or ()]


def _summary(
    stored: StoredGame, position: Position, result: Result | None, visitor: str
) -> dict[str, Any]:
    return {
        "id": stored.id,
        "rules": rules_state(position.rules),
        "moves": stored.moves,
        "red": SeatState(name=stored.red_name, engine=stored.red_engine),
        "yellow": SeatState(name=stored.yellow_name, engine=stored.yellow_engine),
        "result": result_state(result),
        "lines": LinesMade(red=position.count_lines(RED), yellow=position.count_lines(YELLOW)),
        "start": stored.start,
        "position": position_string(position),
        "live": stored.live is not None,
        "yours": seats_of(stored, visitor),
        "created_at": stored.created_at,
        "updated_at": stored.updated_at,
    }


def result_state(result: Result | None) -> ResultState | None:
    if result is None:
        return None
    return ResultState(
        winner=colour_name(result.winner),
        ending=result.ending.value,
        reason=result.reason,
        token=result.token,
    )


def seats_of(stored: StoredGame, visitor: str) -> list[ColourName]:
    """Return the colours that *visitor* can move for."""
    if stored.live is None:
        engines = stored.red_engine, stored.yellow_engine
        owners = tuple(stored.owner if engine is None else None for engine in engines)
    else:
        owners = stored.red_owner, stored.yellow_owner
    colours: tuple[ColourName, ...] = ("red", "yellow")
    return [colour for colour, owner in zip(colours, owners, strict=True) if owner == visitor]


def colour_name(colour: Colour | None) -> ColourName | None:
    if colour is None:
        return None
    return "red" if colour is RED else "yellow"
