"""Games on one screen: what their owner does to them, checked against the rules and stored immediately.

Games between people on different devices are in `dropfour.web.games.tables`.
"""

from __future__ import annotations

import hashlib
import math
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NoReturn

from dropfour.database import DatabaseError
from dropfour.engines.engine import Choice
from dropfour.game import Ending, Game, Result
from dropfour.moves import format_moves, parse_moves
from dropfour.notation import parse_position, position_string
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.record import Variation, check_variations
from dropfour.web.games.store import GameStore, OpeningRow, StoredGame
from dropfour.web.http.problems import Conflict, NotYours

# No characters that look alike, and no punctuation, which programs cut off the end of a link.
_ID_CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_ID_LENGTH = 12
_ATTEMPTS = 4
_REMEMBERED = 10_000
_LONG_S = 0.005
_COUNTED_AGAIN_S = 60

COLOURS = {"red": RED, "yellow": YELLOW}


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game and the row that stores it. Engines do not choose here but in the pool."""

    stored: StoredGame
    game: Game


@dataclass(frozen=True, slots=True)
class ListedGame:
    """What a list shows of a game: its row, where it has got to, and how it ended."""

    stored: StoredGame
    position: Position
    result: Result | None


class Games:
    """The games on one screen. Every change carries the ply it applies to (how many moves are on the
    board), so that a request sent twice, or from two tabs, takes effect once. Only the *visitor* who
    started a game can change it; the others watch."""

    def __init__(self, store: GameStore, on_change: Callable[[SavedGame], None]) -> None:
        """*on_change* is called with each game that has been written, in the thread that changed it."""
        self._store = store
        self._on_change = on_change
        # The last version written, which saves a read for each move; saving an outdated one fails.
        self._recent: dict[str, StoredGame] = {}
        # What took long to count, and when that was.
        self._counted: dict[tuple[str, str], tuple[list[OpeningRow], float]] = {}

    def create(
        self,
        owner: str,
        game: Game,
        red: tuple[str, str | None],
        yellow: tuple[str, str | None],
        variations: Sequence[Variation] = (),
        draft: str | None = None,
    ) -> SavedGame:
        """Store *game* as a new one; a seat is a name and an engine, or None for a person.

        If *owner* has stored a game with the same *draft* before, that one is returned.
        """
        check_variations(game.start, variations)
        game_id = new_id() if draft is None else _id_of(owner, draft)
        if draft is not None and (known := self._store.get(game_id)) is not None:
            return restored(known)
        game.red, game.yellow = _seated(*red), _seated(*yellow)
        stored = StoredGame(
            id=game_id,
            owner=owner,
            start=position_string(game.start),
            red_name=red[0],
            red_engine=red[1],
            yellow_name=yellow[0],
            yellow_engine=yellow[1],
            variations=_variation_rows(variations),
        )
        try:
            created = self._store.create(written(stored, game))
        except DatabaseError:
            known = None if draft is None else self._store.get(game_id)
            if known is None:
                raise
            return restored(known)  # the same request, at the same time
        self._remember(created.id, created)
        return SavedGame(created, game)

    def get(self, game_id: str) -> SavedGame:
        return restored(self._store.find(game_id))

    def recent(self, owner: str, limit: int, before: str | None) -> list[ListedGame]:
        return [_listed(stored) for stored in self._store.recent(owner, limit, before)]

    def own_openings(self, owner: str, game: Game) -> list[OpeningRow]:
        """Count the finished games of *owner* that began with the moves of *game*, by what was played
        next."""
        if not owner:
            return []
        return self._store.own_openings(
            owner, position_string(game.start), format_moves(game.moves)
        )

    def engine_openings(self, game: Game) -> list[OpeningRow]:
        """Count the finished games that began with the moves of *game* and in which an engine made the
        next move. What took long to count is counted again a minute later at the earliest."""
        start, moves = position_string(game.start), format_moves(game.moves)
        rows, counted_at = self._counted.get((start, moves), ([], -math.inf))
        begun = time.monotonic()
        if begun - counted_at < _COUNTED_AGAIN_S:
            return rows
        rows = self._store.engine_openings(start, moves, game.position.to_move is Colour.RED)
        if time.monotonic() - begun > _LONG_S:
            if len(self._counted) >= _REMEMBERED:
                self._counted.clear()
            self._counted[start, moves] = rows, begun
        return rows

    def public(self, limit: int) -> list[ListedGame]:
        """Return public live games in progress, most recently played first."""
        return [_listed(stored) for stored in self._store.public(limit)]

    # --- changes --------------------------------------------------------------------------------

    def play(self, game_id: str, visitor: str, column: int, ply: int) -> SavedGame:
        """Drop a person's stone as move *ply* + 1; nothing changes if it is on the board already."""

        def act(game: Game) -> bool:
            if ply < len(game.moves) and game.moves[ply] == column:
                return False
            check_ply(game, ply)
            if not game.is_over and game.player_to_move is not None:
                raise Conflict(f"it is the turn of {game.player_to_move.name}, an engine")
            game.play(column)
            return True

        return self._change(game_id, visitor, act, keeps_thought=True)

    def play_choice(self, game_id: str, visitor: str, ply: int, choice: Choice) -> SavedGame:
        """Play what an engine chose as move *ply* + 1; an illegal choice forfeits the game."""

        def act(game: Game) -> bool:
            if ply < len(game.moves):
                return False
            check_ply(game, ply)
            if game.is_over or game.player_to_move is None:
                return False
            game.play_chosen(choice.column, game.player_to_move.name)
            return True

        return self._change(game_id, visitor, act, thought=_thought(ply, choice))

    def undo(self, game_id: str, visitor: str, ply: int) -> SavedGame:
        """Take moves back until a person is to move."""
        return self._step(game_id, visitor, ply, Game.undo_turn)

    def redo(self, game_id: str, visitor: str, ply: int) -> SavedGame:
        """Play moves again until a person is to move."""
        return self._step(game_id, visitor, ply, Game.redo_turn)

    def resign(self, game_id: str, visitor: str, ply: int, colour: Colour) -> SavedGame:
        return self._step(game_id, visitor, ply, lambda game: game.resign(colour))

    def swap(self, game_id: str, visitor: str, ply: int) -> SavedGame:
        """Let the two players change colours and continue the game."""
        found = self.get(game_id)
        check_owner(found.stored, visitor)
        check_ply(found.game, ply)
        stored = found.stored
        turned = stored._replace(
            red_name=stored.yellow_name,
            red_engine=stored.yellow_engine,
            yellow_name=stored.red_name,
            yellow_engine=stored.red_engine,
            thought=None,
        )
        saved = self._store.save(turned, stored)
        self._remember(game_id, saved)
        if saved is None:
            return self.swap(game_id, visitor, ply)
        found.game.red, found.game.yellow = found.game.yellow, found.game.red
        return self._changed(saved, found.game)

    def set_variations(
        self, game_id: str, visitor: str, variations: Sequence[Variation]
    ) -> SavedGame:
        """Replace the variations of the game; raise IllegalMove for one that cannot be played."""
        for _ in range(_ATTEMPTS):
            found = self.get(game_id)
            check_owner(found.stored, visitor)
            check_variations(found.game.start, variations)
            changed = found.stored._replace(variations=_variation_rows(variations))
            saved = self._store.save(changed, found.stored)
            self._remember(game_id, saved)
            if saved is not None:
                return self._changed(saved, found.game)
        raise Conflict("the game is being changed elsewhere: try again")

    def delete(self, game_id: str, visitor: str) -> None:
        check_owner(self._store.find(game_id), visitor)
        self._store.remove(game_id)
        self._recent.pop(game_id, None)

    def _step(
        self, game_id: str, visitor: str, ply: int, act: Callable[[Game], object]
    ) -> SavedGame:
        def checked(game: Game) -> bool:
            check_ply(game, ply)
            try:
                act(game)
            except ValueError as error:
                raise Conflict(str(error)) from None
            return True

        return self._change(game_id, visitor, checked)

    def _change(
        self,
        game_id: str,
        visitor: str,
        act: Callable[[Game], bool],
        thought: dict[str, Any] | None = None,
        keeps_thought: bool = False,
    ) -> SavedGame:
        """Let *act* change the game, and store it unless *act* returns False for no change."""
        for _ in range(_ATTEMPTS):
            stored = self._recent.get(game_id)
            is_fresh = stored is None
            found = restored(self._store.find(game_id) if stored is None else stored)
            check_owner(found.stored, visitor)
            try:
                has_changed = act(found.game)
            except (Conflict, ValueError):
                self._recent.pop(game_id, None)
                if is_fresh:
                    raise
                continue  # another server may have changed the game
            if not has_changed:
                return found
            changed = written(found.stored, found.game)
            if not keeps_thought:
                changed = changed._replace(thought=thought)
            saved = self._store.save(changed, found.stored)
            self._remember(game_id, saved)
            if saved is not None:
                return self._changed(saved, found.game)
        raise Conflict("the game is being changed elsewhere: try again")

    def _changed(self, stored: StoredGame, game: Game) -> SavedGame:
        saved = SavedGame(stored, game)
        self._on_change(saved)
        return saved

    def _remember(self, game_id: str, stored: StoredGame | None) -> None:
        if stored is None:
            self._recent.pop(game_id, None)
            return
        if len(self._recent) >= _REMEMBERED:
            self._recent.clear()
        self._recent[game_id] = stored


def new_id() -> str:
    """Return a random id: 69 bits, so that private games are not found by guessing."""
    return "".join(secrets.choice(_ID_CHARACTERS) for _ in range(_ID_LENGTH))


def _id_of(owner: str, draft: str) -> str:
    """Return the id of the game that *owner* calls *draft*; as hard to guess as a random one."""
    number = int.from_bytes(hashlib.sha256(f"{owner} {draft}".encode()).digest(), "big")
    base = len(_ID_CHARACTERS)
    return "".join(_ID_CHARACTERS[number // base**i % base] for i in range(_ID_LENGTH))


def restored(stored: StoredGame) -> SavedGame:
    """Return the game that a row stores."""
    game = Game(
        _start_of(stored.start),
        _seated(stored.red_name, stored.red_engine),
        _seated(stored.yellow_name, stored.yellow_engine),
    )
    for column in parse_moves(stored.moves + stored.undone):
        game.play(column)
    for _ in stored.undone:
        game.undo()
    if (declared := stored.declared) is not None:
        if declared["winner"] is None:
            game.agree_draw()
        elif declared["ending"] == Ending.RESIGNATION.value:
            game.resign(COLOURS[declared["winner"]].opponent)
        else:
            game.forfeit(COLOURS[declared["winner"]].opponent, declared["reason"])
    return SavedGame(stored, game)


def _listed(stored: StoredGame) -> ListedGame:
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


def written(stored: StoredGame, game: Game, live: dict[str, Any] | None = None) -> StoredGame:
    """Return the row for the current state of the game; *stored* is the row it was restored from, and
    *live* what a live game adds."""
    result, declared = game.result, None
    if result is not None and not game.position.is_over:
        declared = {
            "winner": None if result.winner is None else str(result.winner),
            "ending": result.ending.value,
            "reason": result.reason,
        }
    return stored._replace(
        moves=format_moves(game.moves),
        undone=format_moves(game.undone),
        declared=declared,
        result="*" if result is None else result.token,
        live=live,
    )


def check_owner(stored: StoredGame, visitor: str) -> None:
    """Raise unless *visitor* may change a game on one screen; everybody else watches it."""
    if stored.live is not None:
        raise Conflict("this game is live: its players change it under /api/live")
    if stored.owner != visitor:
        raise NotYours("only who started this game can change it; you can watch")


def check_ply(game: Game, ply: int) -> None:
    """Raise Conflict unless *ply* moves are on the board."""
    if len(game.moves) != ply:
        raise Conflict(
            f"the game is at ply {len(game.moves)}, not {ply}: it may have been changed elsewhere"
        )


def _variation_rows(variations: Sequence[Variation]) -> list[dict[str, str]] | None:
    rows = [{"moves": format_moves(each.columns), "name": each.name} for each in variations]
    return rows or None


def variations_in(stored: StoredGame) -> list[Variation]:
    """Return the variations that a row stores."""
    return [Variation(parse_moves(each["moves"]), each["name"]) for each in stored.variations or ()]


def _thought(ply: int, choice: Choice) -> dict[str, Any]:
    """Return the engine's view of its move, in the form of the API."""
    return {"ply": ply + 1, **choice.to_dict()}
