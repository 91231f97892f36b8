"""How games are shown: answers, and the data of events."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field
from pydantic_core import to_json

from dropfour.game import Result
from dropfour.notation import position_string
from dropfour.position import RED, YELLOW, Position
from dropfour.web.fields import (
    ColourName,
    LinesMade,
    RulesState,
    colour_name,
    colour_names,
    rules_state,
)
from dropfour.web.games.actions import score
from dropfour.web.games.game import (
    HostedGame,
    ListedGame,
    Offer,
    OfferKind,
    ReactionKind,
    colours_of,
)
from dropfour.web.games.presence import Presence
from dropfour.web.games.requests import ClockChoice, LiveMove, VariationState
from dropfour.web.games.store import StoredGame

# Events so close together show the same time on the clocks.
_SAME_MS = 20


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


# --- live games -----------------------------------------------------------------------------------


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
    clock: ClockChoice | None
    watchers: int


class LiveList(BaseModel):
    """Public games in progress, most recently played first, and how many people wait for an opponent."""

    games: list[LiveSummary]
    waiting: int


# The data of events and of a request that FastAPI does not include in the OpenAPI document by itself.
LIVE_EVENT_MODELS = (LiveMove, GameEvent, SeatEvent, PresenceEvent, PairedEvent, WaitingEvent)


# --- conversion -----------------------------------------------------------------------------------


def game_summary(listed: ListedGame, visitor: str = "") -> GameSummary:
    """Return what a list shows of the game to *visitor*, by default to one without a seat in any."""
    return GameSummary(**_summary(listed.stored, listed.position, listed.result, visitor))


def game_state(hosted: HostedGame, visitor: str) -> GameState:
    """Return the game as *visitor* sees it."""
    stored, game = hosted.stored, hosted.game
    return GameState.model_validate(
        {
            **_summary(stored, game.position, game.result, visitor),
            "version": stored.version,
            "undone": stored.undone,
            "to_move": colour_name(None if game.is_over else game.position.to_move),
            "can_undo": game.can_undo_turn,
            "can_redo": game.can_redo,
            "thought": stored.thought,
            "variations": stored.variations or [],
        }
    )


def game_event(hosted: HostedGame, now: int) -> GameEvent:
    return GameEvent.model_validate(_event(hosted, now))


def event_json(hosted: HostedGame, now: int) -> bytes:
    """Return a GameEvent as JSON, which is made once for all who are sent it at the same time."""
    version = hosted.stored.version
    shown = hosted.shown
    if shown is None or now - shown[0] > _SAME_MS or shown[1] != version:
        # Not through the model: checking what the server has made itself takes ten times as long.
        shown = hosted.shown = now, version, to_json(_event(hosted, now))
    return shown[2]


def presence_event(presence: Presence, game_id: str, claim_after_s: float) -> PresenceEvent:
    def player(colour: str) -> PlayerPresence:
        away_s = presence.away_s(game_id, colour)
        if away_s is None:
            return PlayerPresence(here=True, claim_in_s=None)
        return PlayerPresence(here=False, claim_in_s=max(0.0, claim_after_s - away_s))

    watchers = presence.counts(game_id).watchers
    return PresenceEvent(red=player("red"), yellow=player("yellow"), watchers=watchers)


def clock_choice(stored: StoredGame) -> ClockChoice | None:
    """Return the clock that was chosen for a live game in a list."""
    if stored.live is None or stored.live["clock"] is None:
        return None
    time_s, increment_s, per_move = stored.live["clock"]["control"]
    return ClockChoice(time_s=time_s, increment_s=increment_s, per_move=per_move)


def _summary(
    stored: StoredGame, position: Position, result: Result | None, visitor: str
) -> dict[str, Any]:
    return {
        "id": stored.id,
        "rules": rules_state(position.rules),
        "moves": stored.moves,
        **_seats(stored),
        "result": _result(result),
        "lines": LinesMade(red=position.count_lines(RED), yellow=position.count_lines(YELLOW)),
        "start": stored.start,
        "position": position_string(position),
        "live": stored.live is not None,
        "yours": colour_names(colours_of(stored, visitor)),
        "created_at": stored.created_at,
        "updated_at": stored.updated_at,
    }


def _event(hosted: HostedGame, now: int) -> dict[str, Any]:
    """Return the fields of a GameEvent."""
    stored = hosted.stored
    return {
        "id": stored.id,
        "version": stored.version,
        "start": stored.start,
        "moves": stored.moves,
        "undone": stored.undone,
        **_seats(stored),
        "result": _result(hosted.game.result),
        "thought": stored.thought,
        "live": _live(hosted, now) if hosted.is_live else None,
        "variations": stored.variations or [],
    }


def _seats(stored: StoredGame) -> dict[str, Any]:
    return {
        "red": {"name": stored.red_name, "engine": stored.red_engine},
        "yellow": {"name": stored.yellow_name, "engine": stored.yellow_engine},
    }


def _result(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "winner": colour_name(result.winner),
        "ending": result.ending.value,
        "reason": result.reason,
        "token": result.token,
    }


def _live(hosted: HostedGame, now: int) -> dict[str, Any]:
    """Return the fields of a LiveState."""
    red, yellow = score(hosted)
    return {
        "open": None if hosted.game.is_over else colour_name(hosted.open_colour),
        "bots": [colour for colour in ("red", "yellow") if colour in hosted.bots],
        "public": hosted.stored.is_public,
        "clock": _clock(hosted, now),
        "offer": None if hosted.offer is None else _offer(hosted.offer),
        "declined": [_offer(each) for each in hosted.declined],
        "reactions": [
            {"colour": colour, "kind": each.kind, "number": each.number}
            for colour, each in hosted.reactions.items()
        ],
        "match": {"number": hosted.match.number, "red": red, "yellow": yellow},
        "next": hosted.next_id,
        "tournament": hosted.tournament_id,
    }


def _offer(offer: Offer) -> dict[str, Any]:
    return {"kind": offer.kind, "colour": colour_name(offer.colour)}


def _clock(hosted: HostedGame, now: int) -> dict[str, Any] | None:
    """Return the fields of a ClockState."""
    if hosted.clock is None:
        return None
    settings, mover = hosted.clock.settings, hosted.mover
    red_ms, yellow_ms = hosted.clock.shown_ms(mover, now)
    return {
        "time_s": settings.time_s,
        "increment_s": settings.increment_s,
        "per_move": settings.per_move,
        "red_ms": red_ms,
        "yellow_ms": yellow_ms,
        "running": None if hosted.clock.turn_began is None else colour_name(mover),
    }
