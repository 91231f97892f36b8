"""How games are shown: what makes answers and events of them."""

from __future__ import annotations

from typing import Any

from pydantic_core import to_json

from dropfour.game import Result
from dropfour.notation import position_string
from dropfour.position import RED, YELLOW, Position
from dropfour.web.fields import LinesMade, colour_name, colour_names, rules_state
from dropfour.web.games import schema
from dropfour.web.games.actions import plies_back, score
from dropfour.web.games.clock import ClockSettings, now_ms
from dropfour.web.games.game import HostedGame, ListedGame, Offer, colours_of, listed
from dropfour.web.games.hub import Presence
from dropfour.web.games.store import StoredGame

# Events so close together show the same time on the clocks.
_SAME_MS = 20


def game_summary(game: ListedGame, visitor: str) -> schema.GameSummary:
    """Return what a list shows of the game to *visitor*."""
    summary = _summary(game.stored, game.position, game.result, visitor)
    return schema.GameSummary(**summary, live=game.stored.live is not None)


def game_state(hosted: HostedGame, visitor: str) -> schema.GameState:
    """Return the game as *visitor* sees it."""
    stored, game = hosted.stored, hosted.game
    return schema.GameState.model_validate(
        {
            **_summary(stored, game.position, game.result, visitor),
            **_progress(stored),
            "live": _live(hosted, now_ms()) if hosted.is_live else None,
            "to_move": colour_name(None if game.is_over else game.position.to_move),
            "can_undo": game.can_undo_turn,
            "can_redo": game.can_redo,
        }
    )


def event_json(hosted: HostedGame, now: int) -> bytes:
    """Return a GameEvent as JSON, which is made once for all who are sent it at the same time."""
    version = hosted.stored.version
    shown = hosted.shown
    if shown is None or now - shown[0] > _SAME_MS or shown[1] != version:
        # Not through the model: checking what the server has made itself takes ten times as long.
        shown = hosted.shown = now, version, to_json(_event(hosted, now))
    return shown[2]


def presence_event(presence: Presence, game_id: str, claim_after_s: float) -> schema.PresenceEvent:
    def player(colour: str) -> schema.PlayerPresence:
        away_s = presence.away_s(game_id, colour)
        claim_in_s = None if away_s is None else max(0.0, claim_after_s - away_s)
        return schema.PlayerPresence(here=away_s is None, claim_in_s=claim_in_s)

    watchers = presence.counts(game_id).watchers
    return schema.PresenceEvent(
        game=game_id, red=player("red"), yellow=player("yellow"), watchers=watchers
    )


def live_summary(stored: StoredGame, watchers: int) -> schema.LiveSummary:
    """Return what a list shows of a live game to somebody without a seat in it."""
    clock = None
    if stored.live is not None and stored.live["clock"] is not None:
        clock = ClockSettings(*stored.live["clock"]["control"])
    summary = _summary(stored, (end := listed(stored)).position, end.result, "")
    return schema.LiveSummary(**summary, live=True, clock=clock, watchers=watchers)


def _summary(
    stored: StoredGame, position: Position, result: Result | None, visitor: str
) -> dict[str, Any]:
    return {
        **_game(stored, result),
        "rules": rules_state(position.rules),
        "lines": LinesMade(red=position.count_lines(RED), yellow=position.count_lines(YELLOW)),
        "position": position_string(position),
        "yours": colour_names(colours_of(stored, visitor)),
        "created_at": stored.created_at,
        "updated_at": stored.updated_at,
    }


def _event(hosted: HostedGame, now: int) -> dict[str, Any]:
    """Return the fields of a GameEvent."""
    return {
        **_game(hosted.stored, hosted.game.result),
        **_progress(hosted.stored),
        "live": _live(hosted, now) if hosted.is_live else None,
    }


def _game(stored: StoredGame, result: Result | None) -> dict[str, Any]:
    """Return what every form of a game has."""
    return {
        "id": stored.id,
        "start": stored.start,
        "moves": stored.moves,
        "red": {"name": stored.red_name, "engine": stored.red_engine},
        "yellow": {"name": stored.yellow_name, "engine": stored.yellow_engine},
        "result": _result(result),
        "swapped": stored.swapped,
    }


def _progress(stored: StoredGame) -> dict[str, Any]:
    """Return what a game has beyond what lists show of it."""
    return {
        "version": stored.version,
        "undone": stored.undone,
        "thought": stored.thought,
        "variations": stored.variations or [],
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
    mover = hosted.mover
    red_ms, yellow_ms = hosted.clock.shown_ms(mover, now)
    return {
        **vars(hosted.clock.settings),
        "red_ms": red_ms,
        "yellow_ms": yellow_ms,
        "running": None if hosted.clock.turn_began is None else colour_name(mover),
    }
