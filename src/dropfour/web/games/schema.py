"""Games: starting and changing them, and how they are shown."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from dropfour.engines.engine import EXACT, Choice, Mood, Score
from dropfour.game import Result
from dropfour.moves import parse_moves
from dropfour.notation import position_string
from dropfour.position import RED, YELLOW, Position
from dropfour.record import Variation
from dropfour.rules import MAX_SIDE
from dropfour.web.fields import (
    MAX_ENGINE,
    MAX_MOVES,
    MAX_PLAYER,
    ColourName,
    LinesMade,
    Moves,
    Ply,
    Request,
    RulesState,
    colour_name,
    rules_state,
)
from dropfour.web.games.games import ListedGame, SavedGame
from dropfour.web.games.store import StoredGame
from dropfour.web.positions.schema import PlayedMoves
from dropfour.web.text import Text

MAX_VARIATIONS = 100
MAX_NAME = 80

# --- requests -------------------------------------------------------------------------------------


class SeatChoice(Request):
    """A person, or an engine by its specification, such as ``medium`` or ``alphabeta:lines,depth=6``."""

    name: Text = Field(default="", max_length=MAX_PLAYER)
    engine: Text | None = Field(default=None, min_length=1, max_length=MAX_ENGINE)


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


# --- responses ------------------------------------------------------------------------------------


class SeatState(BaseModel):
    name: str
    engine: str | None


class ResultState(BaseModel):
    winner: ColourName | None
    ending: Literal["line", "full board", "resignation", "agreement", "forfeit"]
    reason: str
    token: str


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


class Imported(BaseModel):
    """A game read from a file; *notice* describes an irregularity in it."""

    game: GameState
    notice: str | None


# --- conversion from the package's types ----------------------------------------------------------


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
