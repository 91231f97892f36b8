"""Games as the API shows them: answers, and the data of events."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from dropfour.engines.engine import Mood
from dropfour.web.fields import ColourName, Event, LinesMade, RulesState
from dropfour.web.games.clock import ClockSettings
from dropfour.web.games.game import OfferKind, ReactionKind
from dropfour.web.games.requests import EngineScore, VariationState


class SeatState(BaseModel):
    name: str
    engine: str | None


class ResultState(BaseModel):
    winner: ColourName | None
    ending: Literal["line", "full board", "resignation", "agreement", "forfeit"]
    reason: str
    token: str


class Thought(BaseModel):
    """The engine's view of its last move; *ply* is how many moves were on the board after it."""

    ply: int
    column: int
    score: EngineScore | None
    depth: int | None
    nodes: int
    variation: list[int]
    time_s: float
    mood: Mood | None


class _Game(BaseModel):
    """What every form of a game has."""

    id: str
    start: str
    moves: str
    red: SeatState
    yellow: SeatState
    result: ResultState | None
    swapped: bool | None = Field(
        description="Whether sides were swapped after the first move; null without the swap rule."
    )


class ClockState(BaseModel):
    """Times when the event was sent; *running* is whose clock runs."""

    time_s: int
    increment_s: int
    per_move: bool
    red_ms: int
    yellow_ms: int
    running: ColourName | None


class OfferState(BaseModel):
    """What a player has asked the other one for; *moves* is how many a take-back undoes."""

    kind: OfferKind
    colour: ColourName
    moves: int


class ReactionState(BaseModel):
    """The last reaction of a player; *number* counts those of both in this game."""

    colour: ColourName
    kind: ReactionKind
    number: int


class MatchState(BaseModel):
    """The points of those who are red and yellow in this game, which is game *number* of the match."""

    number: int
    red: float
    yellow: float


class LiveState(BaseModel):
    """What a live game has beyond its moves; *open* is the seat that nobody has taken, *next* the id of
    the rematch, *tournament* that of the tournament between people that it belongs to."""

    open: ColourName | None
    bots: list[ColourName]
    public: bool
    clock: ClockState | None
    offer: OfferState | None
    declined: list[OfferState]
    reactions: list[ReactionState]
    match: MatchState
    next: str | None
    tournament: str | None


class _ShownGame(_Game):
    """A game as one visitor sees it."""

    rules: RulesState
    lines: LinesMade
    position: str
    yours: list[ColourName] = Field(description="The colours that this visitor can move for.")
    created_at: str
    updated_at: str


class GameSummary(_ShownGame):
    live: bool = Field(description="Whether two people play it on different devices.")


class GameState(_ShownGame):
    """A game: *moves* are on the board, *undone* can be redone; *live* is null on one screen."""

    live: LiveState | None
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


# --- live games -----------------------------------------------------------------------------------


class GameEvent(_Game):
    """A game after a change, for everybody who follows it; *live* is null for one on one screen."""

    version: int
    undone: str
    thought: Thought | None
    live: LiveState | None
    variations: list[VariationState]


class SeatEvent(Event):
    """Which colours of a game the reader of the stream can move for; empty for watchers."""

    game: str
    yours: list[ColourName]


class PlayerPresence(BaseModel):
    """Whether a player is connected; one who is away can be claimed against after *claim_in_s*."""

    here: bool
    claim_in_s: float | None


class PresenceEvent(Event):
    game: str
    red: PlayerPresence
    yellow: PlayerPresence
    watchers: int


class GoneEvent(Event):
    """A game, or a tournament between people, that does not exist."""

    game: str


class SeatsEvent(Event):
    """The live games in progress in which the reader of the stream has a seat."""

    games: list[str]


class Token(BaseModel):
    """A secret: what it was made for belongs to whoever sends it."""

    token: str


class LiveSummary(GameSummary):
    clock: ClockSettings | None
    watchers: int


# --- the lobby ------------------------------------------------------------------------------------


class LobbyOffer(BaseModel):
    """An open offer; *start* and *rules* are null if any board will do, *clock* if any or none will."""

    id: str
    name: str
    bot: bool
    start: str | None
    rules: RulesState | None
    clock: ClockSettings | None
    any_clock: bool
    swap: bool
    since: str


class LobbyEvent(Event):
    """All open offers, the oldest first; *yours* is the id of the reader's own."""

    offers: list[LobbyOffer]
    yours: str | None


class PairedEvent(BaseModel):
    """The game in which the reader has a seat since their offer was accepted."""

    game: str


class GamesEvent(Event):
    """Public games in progress, most recently played first."""

    games: list[LiveSummary]


class Offered(BaseModel):
    """The game, if somebody was waiting for one like it; null while the offer is open."""

    game: str | None
