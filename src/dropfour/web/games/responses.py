"""How games are shown: answers, and the data of events."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field
from pydantic_core import to_json

from dropfour.game import Result
from dropfour.notation import parse_position, position_string
from dropfour.position import RED, YELLOW, Position
from dropfour.web.fields import (
    ColourName,
    LinesMade,
    RulesState,
    colour_name,
    colour_names,
    rules_state,
)
from dropfour.web.games.actions import plies_back, score
from dropfour.web.games.clock import ClockSettings
from dropfour.web.games.game import (
    HostedGame,
    ListedGame,
    Offer,
    OfferKind,
    ReactionKind,
    colours_of,
    listed,
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
    """Which colours of a game the reader of the stream can move for; empty for watchers."""

    game: str
    yours: list[ColourName]


class PlayerPresence(BaseModel):
    """Whether a player is connected; one who is away can be claimed against after *claim_in_s*."""

    here: bool
    claim_in_s: float | None


class PresenceEvent(BaseModel):
    game: str
    red: PlayerPresence
    yellow: PlayerPresence
    watchers: int


class GoneEvent(BaseModel):
    """A game that does not exist."""

    game: str


class SeatsEvent(BaseModel):
    """The live games in progress in which the reader of the stream has a seat."""

    games: list[str]


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


# --- the lobby ------------------------------------------------------------------------------------


class LobbyOffer(BaseModel):
    """An open offer of a game; *start* and *rules* are null if any board will do, and *clock* is if
    there is none, or if any will do."""

    id: str
    name: str
    bot: bool
    start: str | None
    rules: RulesState | None
    clock: ClockChoice | None
    any_clock: bool
    since: str


class LobbyEvent(BaseModel):
    """All open offers, the oldest first; *yours* is the id of the reader's own."""

    offers: list[LobbyOffer]
    yours: str | None


class PairedEvent(BaseModel):
    """The game in which the reader has a seat since their offer was accepted."""

    game: str


class GamesEvent(BaseModel):
    """Public games in progress, most recently played first."""

    games: list[LiveSummary]


class Offered(BaseModel):
    """The game, if somebody was waiting for one like it; null while the offer is open."""

    game: str | None


# The data of events and of a request that FastAPI does not include in the OpenAPI document by itself.
LIVE_EVENT_MODELS = (
    LiveMove,
    GameEvent,
    SeatEvent,
    PresenceEvent,
    GoneEvent,
    SeatsEvent,
    LobbyEvent,
    PairedEvent,
    GamesEvent,
)


# --- conversion -----------------------------------------------------------------------------------


def game_summary(game: ListedGame, visitor: str) -> GameSummary:
    """Return what a list shows of the game to *visitor*."""
    return GameSummary(**_summary(game.stored, game.position, game.result, visitor))


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
    return PresenceEvent(
        game=game_id, red=player("red"), yellow=player("yellow"), watchers=watchers
    )


def live_summary(stored: StoredGame, watchers: int) -> LiveSummary:
    """Return what a list shows of a live game to somebody without a seat in it."""
    clock = None
    if stored.live is not None and stored.live["clock"] is not None:
        clock = _clock_choice(ClockSettings(*stored.live["clock"]["control"]))
    summary = _summary(stored, (end := listed(stored)).position, end.result, "")
    return LiveSummary(**summary, clock=clock, watchers=watchers)


def lobby_offer(
    offer_id: str,
    name: str,
    is_bot: bool,
    start: str | None,
    clock: ClockSettings | None,
    any_clock: bool,
    since: str,
) -> LobbyOffer:
    return LobbyOffer(
        id=offer_id,
        name=name,
        bot=is_bot,
        start=start,
        rules=None if start is None else rules_state(parse_position(start).rules),
        clock=None if clock is None else _clock_choice(clock),
        any_clock=any_clock,
        since=since,
    )


def _clock_choice(clock: ClockSettings) -> ClockChoice:
    return ClockChoice(time_s=clock.time_s, increment_s=clock.increment_s, per_move=clock.per_move)


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
        "offer": None if hosted.offer is None else _offer(hosted, hosted.offer),
        "declined": [_offer(hosted, each) for each in hosted.declined],
        "reactions": [
            {"colour": colour, "kind": each.kind, "number": each.number}
            for colour, each in hosted.reactions.items()
        ],
        "match": {"number": hosted.match.number, "red": red, "yellow": yellow},
        "next": hosted.next_id,
        "tournament": hosted.tournament_id,
    }


def _offer(hosted: HostedGame, offer: Offer) -> dict[str, Any]:
    moves = plies_back(hosted.game, offer.colour) if offer.kind == "take-back" else 0
    return {"kind": offer.kind, "colour": colour_name(offer.colour), "moves": moves}


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
