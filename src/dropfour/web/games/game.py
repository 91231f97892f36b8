"""A game of the server: the game on the board, the row that stores it, and who holds its seats.

On one screen, the visitor who started the game moves for every seat without an engine. A live game
is played on several devices: each seat belongs to one visitor, or to nobody until somebody joins,
and there are offers, a match, and perhaps a clock.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, NoReturn

from pydantic import BeforeValidator, Field, PlainSerializer, TypeAdapter

from dropfour.game import Ending, Game, Result
from dropfour.moves import format_moves, parse_moves
from dropfour.notation import parse_position, position_string
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.record import Variation
from dropfour.web.fields import ColourName
from dropfour.web.games.clock import ClockSettings, GameClock
from dropfour.web.games.store import StoredGame

# No characters that look alike, and no punctuation, which programs cut off the end of a link.
_ID_CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_ID_LENGTH = 12

COLOURS = {"red": RED, "yellow": YELLOW}

OfferKind = Literal["take-back", "draw", "rematch"]
ReactionKind = Literal["hello", "good-luck", "nice-move", "wow", "oops", "thanks", "good-game"]
# A name, and the spec of an engine; None for a person.
Seat = tuple[str, str | None]


class LiveSeat(NamedTuple):
    """A seat of a live game; without an *owner* it is open."""

    owner: str | None = None
    name: str = ""
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """What *colour* has asked the other player for."""

    kind: OfferKind
    colour: Colour


# As a row stores it.
StoredOffer = Annotated[
    Offer,
    PlainSerializer(lambda offer: [offer.kind, str(offer.colour)]),
    BeforeValidator(lambda data: Offer(data[0], COLOURS[data[1]])),
]


class Reaction(NamedTuple):
    """What a player has shown the other one: number *number* in this game, at *at_ms*."""

    kind: ReactionKind
    number: int
    at_ms: int


class Series(NamedTuple):
    """A series of games between two players: the points of those who are red and yellow now, from the
    games before this one, which is game *number*."""

    number: int = 1
    red: float = 0.0
    yellow: float = 0.0


@dataclass
class Live:
    """What a live game stores in its row as JSON; games of earlier versions lack some of it.

    *declined* are offers that were refused since the last move; they cannot be repeated before it.
    *hand_overs* are hashes of tokens that move a seat to another device, and when they expire.
    *reactions* are the last ones, by colour. *tournament_id* is that of a tournament between
    people. *rated* are those who had the seats when the game began, red first, whoever takes them
    later; none if one of them was a bot.
    """

    clock: GameClock | None = None
    offer: StoredOffer | None = None
    declined: list[StoredOffer] = field(default_factory=list)
    match: Series = field(default_factory=Series)
    next_id: Annotated[str | None, Field(alias="next")] = None
    bots: list[str] = field(default_factory=list)
    hand_overs: dict[str, tuple[str, int]] = field(default_factory=dict)
    reactions: dict[ColourName, Reaction] = field(default_factory=dict)
    tournament_id: Annotated[str | None, Field(alias="tournament")] = None
    rated: list[str] | None = None


_LIVE = TypeAdapter(Live)


@dataclass(kw_only=True)
class HostedGame(Live):
    """A game and the row it was restored from. *shown* is the last JSON made of the game, with its time
    and the row's version. Engines do not choose here but in the pool."""

    stored: StoredGame
    game: Game
    shown: tuple[int, int, bytes] | None = None

    @property
    def is_live(self) -> bool:
        return self.stored.live is not None

    @property
    def is_full(self) -> bool:
        """Whether all seats are taken."""
        return self.open_colour is None

    @property
    def open_colour(self) -> Colour | None:
        """The seat of a live game that nobody has taken."""
        if not self.is_live or None not in (self.stored.red_owner, self.stored.yellow_owner):
            return None
        return RED if self.stored.red_owner is None else YELLOW

    @property
    def mover(self) -> Colour | None:
        """Who is to move; None before both seats are taken and after the end."""
        return self.game.position.to_move if self.is_full and not self.game.is_over else None

    @property
    def flag_falls_at(self) -> int | None:
        """When the side to move loses on time; None without a clock that runs."""
        if self.clock is None or self.mover is None:
            return None
        return self.clock.flag_falls_at(self.mover)

    @property
    def engine_to_move(self) -> str | None:
        """The spec of the engine whose turn it is."""
        is_red = self.mover is RED
        engine = self.stored.red_engine if is_red else self.stored.yellow_engine
        return None if self.mover is None else engine

    def colours_of(self, visitor: str) -> list[Colour]:
        return colours_of(self.stored, visitor)

    def exchange_seats(self) -> None:
        """Give everything that belongs to a colour to the other one, except on the board."""
        other: dict[ColourName, ColourName] = {"red": "yellow", "yellow": "red"}
        exchanged: dict[str, Any] = {
            f"{to}_{field}": getattr(self.stored, f"{colour}_{field}")
            for colour, to in other.items()
            for field in ("name", "engine", "owner")
        }
        self.stored = self.stored._replace(**exchanged)
        self.bots = [other[each] for each in self.bots]  # type: ignore[index]
        self.hand_overs = {other[key]: each for key, each in self.hand_overs.items()}  # type: ignore[index]
        self.reactions = {other[key]: each for key, each in self.reactions.items()}
        self.match = Series(self.match.number, self.match.yellow, self.match.red)
        self.rated = self.rated and self.rated[::-1]
        self.offer, self.declined = None, []
        if self.clock is not None:
            left_ms, lag_ms = self.clock.left_ms[::-1], self.clock.lag_ms[::-1]
            self.clock = replace(self.clock, left_ms=left_ms, lag_ms=lag_ms)

    def row(self) -> StoredGame:
        """Return the row for the current state; it shares nothing that can change."""
        red, yellow = self.stored.red_owner, self.stored.yellow_owner
        if self.rated is None and red is not None and yellow is not None:
            self.rated = [] if self.bots else [red, yellow]
        result, declared = self.game.result, None
        if result is not None and not self.game.position.is_over:
            declared = {
                "winner": None if result.winner is None else str(result.winner),
                "ending": result.ending.value,
                "reason": result.reason,
            }
        return self.stored._replace(
            moves=format_moves(self.game.moves),
            undone=format_moves(self.game.undone),
            declared=declared,
            result="*" if result is None else result.token,
            swapped=self.game.swapped,
            live=_LIVE.dump_python(self, by_alias=True) if self.is_live else None,
        )


@dataclass(frozen=True, slots=True)
class ListedGame:
    """What a list shows of a game: its row, the last position, and how it ended."""

    stored: StoredGame
    position: Position
    result: Result | None


def colours_of(stored: StoredGame, visitor: str) -> list[Colour]:
    """Return the colours that *visitor* can move for; none for everybody who watches."""
    if stored.live is not None:
        owns = stored.red_owner == visitor, stored.yellow_owner == visitor
    else:
        is_theirs = stored.owner == visitor
        owns = is_theirs and not stored.red_engine, is_theirs and not stored.yellow_engine
    return [
        colour for colour, is_own in zip((RED, YELLOW), owns, strict=True) if visitor and is_own
    ]


# --- new games ------------------------------------------------------------------------------------


def game_on_one_screen(
    visitor: str,
    game: Game,
    red: Seat,
    yellow: Seat,
    variations: Sequence[Variation] = (),
    draft: str | None = None,
) -> HostedGame:
    """Return a new game; its id follows from *draft*, if the visitor has a name for it."""
    game.red, game.yellow = _seated(*red), _seated(*yellow)
    game_id = new_id() if draft is None else _id_of(visitor, draft)
    stored = StoredGame(game_id, visitor, position_string(game.start), *red, *yellow)
    stored = stored._replace(variations=variation_rows(variations))
    return HostedGame(stored=stored, game=game)


def live_game(
    game: Game,
    red: LiveSeat,
    yellow: LiveSeat,
    clock: ClockSettings | None,
    is_public: bool,
    *,
    match: Series | None = None,
    tournament_id: str | None = None,
) -> HostedGame:
    """Return a new live game."""
    owner, start = red.owner or yellow.owner or "", position_string(game.start)
    stored = StoredGame(new_id(), owner, start, red.name, None, yellow.name, None)
    stored = stored._replace(
        red_owner=red.owner, yellow_owner=yellow.owner, live={}, is_public=is_public
    )
    return HostedGame(
        stored=stored,
        game=game,
        clock=None if clock is None else GameClock.new(clock),
        match=match or Series(),
        tournament_id=tournament_id,
        bots=[word for word, seat in (("red", red), ("yellow", yellow)) if seat.is_bot],
    )


def new_id() -> str:
    """Return a random id: 69 bits, so that private games are not found by guessing."""
    return "".join(secrets.choice(_ID_CHARACTERS) for _ in range(_ID_LENGTH))


def _id_of(visitor: str, draft: str) -> str:
    """Return the id of the game that *visitor* calls *draft*; as hard to guess as a random one."""
    number = int.from_bytes(hashlib.sha256(f"{visitor} {draft}".encode()).digest(), "big")
    base = len(_ID_CHARACTERS)
    return "".join(_ID_CHARACTERS[number // base**i % base] for i in range(_ID_LENGTH))


# --- games from rows ------------------------------------------------------------------------------


def restored(stored: StoredGame) -> HostedGame:
    """Return the game that a row stores. This replays its moves, which is work for a thread."""
    game = Game(
        _start_of(stored.start),
        _seated(stored.red_name, stored.red_engine),
        _seated(stored.yellow_name, stored.yellow_engine),
        swap=stored.swapped is not None,
    )
    for column in parse_moves(stored.moves + stored.undone):
        game.play(column)
    for _ in stored.undone:
        game.undo()
    game.swapped = stored.swapped
    if stored.declared is not None:
        declare(game, **stored.declared)
    live = Live() if stored.live is None else _LIVE.validate_python(stored.live)
    return HostedGame(stored=stored, game=game, **vars(live))


def declare(game: Game, winner: str | None, ending: str, reason: str = "") -> None:
    """End a game that is not over on the board."""
    if winner is None:
        game.agree_draw()
    elif ending == Ending.RESIGNATION.value:
        game.resign(COLOURS[winner].opponent)
    else:
        game.forfeit(COLOURS[winner].opponent, reason)


def continued(hosted: HostedGame, stored: StoredGame) -> HostedGame | None:
    """Return the live game that *stored* makes of the one before, whose board is used again; None if
    more than a move is new on it."""
    before, game = hosted.stored, hosted.game
    added = stored.moves[len(before.moves) :]
    is_next = stored.moves.startswith(before.moves) and len(added) <= 1
    if not is_next or before.undone or stored.undone or stored.declared != before.declared:
        return None
    if stored.live is None or stored.swapped is not before.swapped:
        return None
    for column in parse_moves(added):
        game.play(column)
    return HostedGame(stored=stored, game=game, **vars(_LIVE.validate_python(stored.live)))


def listed(stored: StoredGame) -> ListedGame:
    declared = None if stored.declared is None else tuple(stored.declared.items())
    return ListedGame(stored, *_end_of(stored.start, stored.moves, declared))


# A list has up to a hundred games, which would be replayed each time somebody asks for it.
@lru_cache(maxsize=10_000)
def _end_of(
    start: str, moves: str, declared: tuple[tuple[str, Any], ...] | None
) -> tuple[Position, Result | None]:
    """Return the last position and the result of a game in a row with these values."""
    row = StoredGame("", "", start, "", None, "", None, moves)
    game = restored(row._replace(declared=None if declared is None else dict(declared))).game
    return game.position, game.result


@lru_cache(maxsize=256)
def _start_of(text: str) -> Position:
    # Nearly all games start with an empty board of one of a few sizes.
    return parse_position(text)


@dataclass(frozen=True, slots=True)
class _PooledEngine:
    """Stands for an engine in a game: the pool asks it for moves, never the game itself."""

    name: str

    def choose(self, position: Position, *, moves: tuple[int, ...] | None = None) -> NoReturn:
        raise AssertionError("engines choose in the pool, not in the game")


def _seated(name: str, engine: str | None) -> _PooledEngine | None:
    return None if engine is None else _PooledEngine(name)


def variation_rows(variations: Sequence[Variation]) -> list[dict[str, str]] | None:
    """Return variations as a row stores them."""
    rows = [{"moves": format_moves(each.columns), "name": each.name} for each in variations]
    return rows or None
