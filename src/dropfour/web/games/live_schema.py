"""The JSON of live games: requests, and the data of events."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from pydantic_core import to_json

from dropfour.game import Game
from dropfour.web.fields import MAX_PLAYER, ColourName, Request, colour_name
from dropfour.web.games.clock import TimeControl
from dropfour.web.games.games import SavedGame
from dropfour.web.games.presence import Presence
from dropfour.web.games.schema import (
    AtPly,
    GameSummary,
    Move,
    ResultState,
    SeatState,
    Thought,
    VariationState,
    result_state,
)
from dropfour.web.games.state import Offer, OfferKind, Table, score
from dropfour.web.games.store import StoredGame
from dropfour.web.positions.schema import PlayedMoves
from dropfour.web.text import Text

Name = Annotated[
    Text, Field(max_length=MAX_PLAYER, description="What the others see; there are no accounts.")
]

# Events so close together show the same time on the clocks.
_SAME_MS = 20

# --- requests -------------------------------------------------------------------------------------


class TimeChoice(Request):
    """*time_s* for the game and *increment_s* more after each move, or *time_s* for each move."""

    time_s: int = Field(ge=1, le=86_400)
    increment_s: int = Field(default=0, ge=0, le=3600)
    per_move: bool = False

    def control(self) -> TimeControl:
        if self.per_move and self.increment_s:
            raise ValueError("time for each move has no increment")
        return TimeControl(self.time_s, self.increment_s, self.per_move)


class NewLiveGame(PlayedMoves):
    """A game to which a link invites somebody."""

    colour: Literal["red", "yellow", "random"] = "random"
    name: Name = ""
    clock: TimeChoice | None = None
    public: bool = Field(default=False, description="Whether everybody finds it in the list.")


class WaitingTerms(PlayedMoves):
    """The game that somebody in the waiting room wants to play."""

    name: Name = ""
    time_s: int | None = Field(default=None, ge=1, le=86_400)
    increment_s: int = Field(default=0, ge=0, le=3600)
    per_move: bool = False
    public: bool = False

    def control(self) -> TimeControl | None:
        if self.time_s is None:
            return None
        time_s, increment_s, per_move = self.time_s, self.increment_s, self.per_move
        return TimeChoice(time_s=time_s, increment_s=increment_s, per_move=per_move).control()


class Joining(Request):
    name: Name = ""


class LiveMove(Move):
    thought_ms: int | None = Field(
        default=None,
        ge=0,
        description="How long the player thought, for a fair clock: the rest is lag, for which there is "
        "an allowance.",
    )


class OfferAtPly(AtPly):
    kind: OfferKind


class OfferAnswer(OfferAtPly):
    accept: bool


class Claim(AtPly):
    result: Literal["win", "draw"] = "win"


class TakeOver(Request):
    token: str = Field(min_length=10, max_length=60)


class Publicity(Request):
    public: bool


# --- answers and the data of events ---------------------------------------------------------------


class ClockState(BaseModel):
    """Times when the event was sent; *running* is whose clock runs."""

    time_s: int
    increment_s: int
    per_move: bool
    red_ms: int
    yellow_ms: int
    running: ColourName | None


class OfferState(BaseModel):
    kind: OfferKind
    colour: ColourName


class MatchState(BaseModel):
    """The points of those who are red and yellow in this game, which is game *number* of the match."""

    number: int
    red: float
    yellow: float


class LiveState(BaseModel):
    """What a live game has beyond its moves; *open* is the seat that nobody has taken, *next* the id of
    the rematch."""

    open: ColourName | None
    bots: list[ColourName]
    public: bool
    clock: ClockState | None
    offer: OfferState | None
    declined: list[OfferState]
    match: MatchState
    next: str | None


class GameEvent(BaseModel):
    """A game after a change; the event's id is *version*. *live* is null for a game on one screen."""

    id: str
    version: int
    start: str
    moves: str
    undone: str
    red: SeatState
    yellow: SeatState
    result: ResultState | None
    thought: Thought | None
    live: LiveState | None
    variations: list[VariationState]


class SeatEvent(BaseModel):
    """Which colours the reader of the stream can move for; empty for watchers."""

    yours: list[ColourName]


class PlayerPresence(BaseModel):
    """Whether a player is connected; one who is away can be claimed against after *claim_in_s*."""

    here: bool
    claim_in_s: float | None


class PresenceEvent(BaseModel):
    red: PlayerPresence
    yellow: PlayerPresence
    watchers: int


class PairedEvent(BaseModel):
    game: str


class WaitingEvent(BaseModel):
    """How many others wait, for any game."""

    others: int


class HandOver(BaseModel):
    """A token that moves the seat to the device that sends it first, within 15 minutes."""

    token: str


class BotToken(BaseModel):
    """A secret to send as ``Authorization: Bearer TOKEN``; whoever has it holds the bot's seats."""

    token: str


class LiveSummary(GameSummary):
    clock: TimeChoice | None
    watchers: int


class LiveList(BaseModel):
    """Public games in progress, most recently played first, and how many people wait for an opponent."""

    games: list[LiveSummary]
    waiting: int


# The data of events and of a request that FastAPI does not include in the OpenAPI document by itself.
LIVE_EVENT_MODELS = (LiveMove, GameEvent, SeatEvent, PresenceEvent, PairedEvent, WaitingEvent)


# --- conversion -----------------------------------------------------------------------------------


def table_event(table: Table, now: int) -> GameEvent:
    return GameEvent.model_validate(_table_data(table, now))


def table_json(table: Table, now: int) -> bytes:
    """Return the event as JSON, which is made once for all who are sent it at the same time."""
    if (
        table.shown is None
        or now - table.shown[0] > _SAME_MS
        or table.shown[1] != table.stored.version
    ):
        # Not through the model: checking what the server has made itself takes ten times as long.
        table.shown = now, table.stored.version, to_json(_table_data(table, now))
    return table.shown[2]


def saved_json(saved: SavedGame) -> bytes:
    """Return the event for a game on one screen as JSON."""
    return to_json(_event_data(saved.stored, saved.game, None))


def presence_event(presence: Presence, game_id: str, claim_after_s: float) -> PresenceEvent:
    def player(colour: str) -> PlayerPresence:
        away_s = presence.away_s(game_id, colour)
        if away_s is None:
            return PlayerPresence(here=True, claim_in_s=None)
        return PlayerPresence(here=False, claim_in_s=max(0.0, claim_after_s - away_s))

    watchers = presence.counts(game_id).watchers
    return PresenceEvent(red=player("red"), yellow=player("yellow"), watchers=watchers)


def live_clock(data: dict[str, Any] | None) -> TimeChoice | None:
    """Return the time control of a row."""
    if data is None or data["clock"] is None:
        return None
    time_s, increment_s, per_move = data["clock"]["control"]
    return TimeChoice(time_s=time_s, increment_s=increment_s, per_move=per_move)


def _table_data(table: Table, now: int) -> dict[str, Any]:
    return _event_data(table.stored, table.game, _live_data(table, now))


def _event_data(stored: StoredGame, game: Game, live: dict[str, Any] | None) -> dict[str, Any]:
    """Return the fields of a GameEvent."""
    result = result_state(game.result)
    return {
        "id": stored.id,
        "version": stored.version,
        "start": stored.start,
        "moves": stored.moves,
        "undone": stored.undone,
        "red": {"name": stored.red_name, "engine": stored.red_engine},
        "yellow": {"name": stored.yellow_name, "engine": stored.yellow_engine},
        "result": None if result is None else result.model_dump(),
        "thought": stored.thought,
        "live": live,
        "variations": stored.variations or [],
    }


def _live_data(table: Table, now: int) -> dict[str, Any]:
    """Return the fields of a LiveState."""
    red, yellow = score(table)
    return {
        "open": colour_name(table.open_colour) if table.is_on else None,
        "bots": [colour for colour in ("red", "yellow") if colour in table.bots],
        "public": table.stored.is_public,
        "clock": _clock_data(table, now),
        "offer": None if table.offer is None else _offer_data(table.offer),
        "declined": [_offer_data(each) for each in table.declined],
        "match": {"number": table.match.number, "red": red, "yellow": yellow},
        "next": table.next_id,
    }


def _offer_data(offer: Offer) -> dict[str, Any]:
    return {"kind": offer.kind, "colour": colour_name(offer.colour)}


def _clock_data(table: Table, now: int) -> dict[str, Any] | None:
    """Return the fields of a ClockState."""
    if table.clock is None:
        return None
    control, mover = table.clock.control, table.mover
    red_ms, yellow_ms = table.clock.shown_ms(mover, now)
    return {
        "time_s": control.time_s,
        "increment_s": control.increment_s,
        "per_move": control.per_move,
        "red_ms": red_ms,
        "yellow_ms": yellow_ms,
        "running": None if table.clock.turn_began is None else colour_name(mover),
    }
