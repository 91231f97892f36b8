"""The rules of a live game beyond those of the board: seats, offers, clock, and the score of a match.

A table holds a game while its server knows it. The functions here change it or raise, and do nothing
else; `dropfour.web.games.tables` stores the table and shows it to everybody.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Any, Literal

from dropfour.game import Game
from dropfour.position import RED, YELLOW, Colour
from dropfour.web.games.clock import Clock
from dropfour.web.games.games import SavedGame, check_ply, restored, written
from dropfour.web.games.store import StoredGame
from dropfour.web.http.problems import Conflict, NotYours

OfferKind = Literal["take-back", "draw", "rematch"]

_HAND_OVER_MS = 15 * 60 * 1000


@dataclass(frozen=True, slots=True)
class Offer:
    """What *colour* has asked the other player for."""

    kind: OfferKind
    colour: Colour


@dataclass(frozen=True, slots=True)
class Match:
    """A series of games between two players: the points of those who are red and yellow now, from the
    games before this one, which is game *number*."""

    number: int = 1
    red: float = 0.0
    yellow: float = 0.0


@dataclass(slots=True)
class Table:
    """A live game: the row that stores it, the game, and what is stored in the row as JSON.

    *declined* are offers that were refused since the last move; they cannot be repeated before it.
    *hand_overs* are hashes of tokens that move a seat to another device, and when they expire.
    *shown* is the last JSON made of the table, with its time and the row's version; it is not stored.
    """

    stored: StoredGame
    game: Game
    clock: Clock | None = None
    offer: Offer | None = None
    declined: list[Offer] = field(default_factory=list)
    match: Match = Match()
    next_id: str | None = None
    bots: list[str] = field(default_factory=list)
    hand_overs: dict[str, tuple[str, int]] = field(default_factory=dict)
    shown: tuple[int, int, bytes] | None = None

    @property
    def is_full(self) -> bool:
        """Whether both seats are taken."""
        return self.stored.red_owner is not None and self.stored.yellow_owner is not None

    @property
    def is_on(self) -> bool:
        return not self.game.is_over

    @property
    def mover(self) -> Colour | None:
        """Who is to move; None before both seats are taken and after the end."""
        return self.game.position.to_move if self.is_on and self.is_full else None

    @property
    def open_colour(self) -> Colour | None:
        if self.is_full:
            return None
        return RED if self.stored.red_owner is None else YELLOW

    def colour_of(self, visitor: str) -> Colour | None:
        """Return the colour that *visitor* plays; None for everybody who watches."""
        if visitor and visitor == self.stored.red_owner:
            return RED
        if visitor and visitor == self.stored.yellow_owner:
            return YELLOW
        return None

    def row(self) -> StoredGame:
        """Return the row for the current state of the table; it shares nothing that can change."""
        live = {
            "clock": None if self.clock is None else self.clock.to_dict(),
            "offer": None if self.offer is None else _offer_json(self.offer),
            "declined": [_offer_json(each) for each in self.declined],
            "match": [self.match.number, self.match.red, self.match.yellow],
            "next": self.next_id,
            "bots": list(self.bots),
            "hand_overs": dict(self.hand_overs),
        }
        return written(self.stored, self.game, live)

    @classmethod
    def of(cls, stored: StoredGame) -> Table:
        """Return the table that a row stores."""
        return cls.of_saved(restored(stored))

    @classmethod
    def of_saved(cls, saved: SavedGame) -> Table:
        stored, live = saved.stored, saved.stored.live
        if live is None:
            raise Conflict("this game is not live: it is played on one screen")
        return cls(
            stored,
            saved.game,
            clock=None if live["clock"] is None else Clock.from_dict(live["clock"]),
            offer=None if live["offer"] is None else _offer_of(live["offer"]),
            declined=[_offer_of(each) for each in live["declined"]],
            match=Match(*live["match"]),
            next_id=live["next"],
            bots=list(live["bots"]),
            hand_overs={
                colour: (key, until) for colour, (key, until) in live["hand_overs"].items()
            },
        )


# --- what players do; each returns whether something has changed ----------------------------------


def seat_of(table: Table, visitor: str) -> Colour:
    """Return the colour that *visitor* plays; raise NotYours for a watcher."""
    colour = table.colour_of(visitor)
    if colour is None:
        raise NotYours("you have no seat in this game; you can watch")
    return colour


def join(table: Table, visitor: str, name: str, is_bot: bool) -> bool:
    """Take the open seat; nothing changes for a visitor who has one already."""
    if table.colour_of(visitor) is not None:
        return False
    colour = table.open_colour
    if colour is None:
        raise Conflict("both seats are taken; you can watch")
    _seat(table, colour, visitor, name, is_bot)
    return True


def play(
    table: Table, visitor: str, column: int, ply: int, thought_ms: int | None, now: int
) -> bool:
    """Drop a stone as move *ply* + 1; nothing changes if it is on the board already."""
    colour, game = seat_of(table, visitor), table.game
    moves = game.moves
    if ply < len(moves) and moves[ply] == column and _mover_at(game, ply) is colour:
        return False
    check_ply(game, ply)
    if not game.is_over:
        if not table.is_full:
            raise Conflict("nobody has taken the other seat yet")
        if game.position.to_move is not colour:
            raise Conflict("it is the other player's turn")
    game.play(column)
    table.offer, table.declined = None, []
    if table.clock is not None:
        table.clock = table.clock.moved(colour, now, thought_ms)
    if game.is_over:
        _stop_clock(table, now)
        _close(table)
    return True


def resign(table: Table, visitor: str, now: int) -> bool:
    colour = seat_of(table, visitor)
    _check_on(table)
    _stop_clock(table, now)
    table.game.resign(colour)
    _close(table)
    return True


def offer(table: Table, visitor: str, kind: OfferKind, ply: int) -> bool:
    """Ask the other player for something."""
    wanted = Offer(kind, seat_of(table, visitor))
    if table.offer == wanted:
        return False
    check_ply(table.game, ply)
    if kind == "rematch":
        if table.is_on:
            raise Conflict("a rematch follows when this game is over")
        if table.next_id is not None:
            raise Conflict("the rematch has begun already")
    else:
        _check_on(table)
    if kind == "take-back" and _plies_back(table.game, wanted.colour) == 0:
        raise Conflict("you have not moved yet")
    if wanted in table.declined:
        raise Conflict("the other player has declined that; you can ask again after the next move")
    if table.offer is not None and table.offer.colour is not wanted.colour:
        raise Conflict("answer the other player's offer first")
    table.offer = wanted
    return True


def decline(table: Table, visitor: str, kind: OfferKind) -> bool:
    """Refuse the other player's offer, or withdraw one's own; without one nothing changes."""
    colour = seat_of(table, visitor)
    pending = table.offer
    if pending is None or pending.kind != kind:
        return False
    table.offer = None
    if pending.colour is not colour:
        table.declined.append(pending)
    return True


def accepted(table: Table, visitor: str, kind: OfferKind, ply: int) -> Offer:
    """Return the other player's offer; raise Conflict if it is no longer there."""
    colour = seat_of(table, visitor)
    pending = table.offer
    if pending is None or pending.kind != kind or pending.colour is colour:
        raise Conflict(f"there is no offer of a {kind} to accept")
    check_ply(table.game, ply)
    return pending


def take_back(table: Table, colour: Colour, now: int) -> bool:
    """Undo moves until *colour* is to move again; the time they took is not given back."""
    for _ in range(_plies_back(table.game, colour)):
        table.game.undo()
    table.offer, table.declined = None, []
    if table.clock is not None:
        table.clock = table.clock.restarted(now)
    return True


def agree_draw(table: Table, now: int) -> bool:
    _check_on(table)
    _stop_clock(table, now)
    table.game.agree_draw()
    _close(table)
    return True


def lose(table: Table, loser: Colour, reason: str, now: int) -> bool:
    """End the game because *loser* ran out of time or has left."""
    _check_on(table)
    _stop_clock(table, now)
    table.game.forfeit(loser, reason)
    _close(table)
    return True


def has_flagged(table: Table, now: int) -> bool:
    """Return whether the side to move has run out of time."""
    if table.clock is None or table.mover is None:
        return False
    falls_at = table.clock.flag_falls_at(table.mover)
    return falls_at is not None and now >= falls_at


def score(table: Table) -> tuple[float, float]:
    """Return the points of red and yellow in the match, with this game if it is over."""
    red, yellow = table.match.red, table.match.yellow
    result = table.game.result
    if result is None:
        return red, yellow
    if result.winner is None:
        return red + 0.5, yellow + 0.5
    return (red + 1, yellow) if result.winner is RED else (red, yellow + 1)


def start_hand_over(table: Table, visitor: str, now: int) -> str:
    """Return a token with which another device can take this visitor's seat once."""
    colour = seat_of(table, visitor)
    token = secrets.token_urlsafe(18)
    table.hand_overs[str(colour)] = (_hash(token), now + _HAND_OVER_MS)
    return token


def take_over(table: Table, visitor: str, token: str, is_bot: bool, now: int) -> bool:
    """Move the seat that *token* was made for to *visitor*."""
    for colour in (RED, YELLOW):
        key, until = table.hand_overs.get(str(colour), ("", 0))
        if not secrets.compare_digest(key, _hash(token)):
            continue
        if now > until:
            raise Conflict("this link has expired: make a new one on the device that has the seat")
        if table.colour_of(visitor) is colour.opponent:
            raise Conflict("this device has the other seat of this game")
        del table.hand_overs[str(colour)]
        name = table.stored.red_name if colour is RED else table.stored.yellow_name
        _seat(table, colour, visitor, name, is_bot)
        return True
    raise NotYours("this link has been used already, or is not valid")


def rename(table: Table, visitor: str, name: str) -> bool:
    colour = seat_of(table, visitor)
    changes: dict[str, Any] = {"red_name" if colour is RED else "yellow_name": name}
    table.stored = table.stored._replace(**changes)
    return True


def set_public(table: Table, visitor: str, is_public: bool) -> bool:
    seat_of(table, visitor)
    if table.stored.is_public is is_public:
        return False
    table.stored = table.stored._replace(is_public=is_public)
    return True


# --- internal -------------------------------------------------------------------------------------


def _seat(table: Table, colour: Colour, visitor: str, name: str, is_bot: bool) -> None:
    word = str(colour)
    changes: dict[str, Any] = {f"{word}_owner": visitor, f"{word}_name": name}
    table.stored = table.stored._replace(**changes)
    table.bots = [each for each in table.bots if each != word] + ([word] if is_bot else [])


def _mover_at(game: Game, ply: int) -> Colour:
    return game.positions[ply].to_move


def _plies_back(game: Game, colour: Colour) -> int:
    """Return how many moves to undo until *colour* is to move again; 0 if it has not moved."""
    for back in range(1, len(game.moves) + 1):
        if _mover_at(game, len(game.moves) - back) is colour:
            return back
    return 0


def _check_on(table: Table) -> None:
    if not table.is_on:
        raise Conflict(f"the game is over: {table.game.result}")
    if not table.is_full:
        raise Conflict("nobody has taken the other seat yet")


def _stop_clock(table: Table, now: int) -> None:
    if table.clock is not None:
        table.clock = table.clock.stopped(table.mover, now)


def _close(table: Table) -> None:
    table.offer, table.declined, table.hand_overs = None, [], {}


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _offer_json(offer: Offer) -> list[str]:
    return [offer.kind, str(offer.colour)]


def _offer_of(data: list[Any]) -> Offer:
    return Offer(data[0], RED if data[1] == "red" else YELLOW)
