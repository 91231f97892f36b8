"""Games in progress: what visitors do to them, checked against the rules and stored immediately."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NoReturn

from dropfour.engines.engine import Choice
from dropfour.game import Ending, Game
from dropfour.moves import format_moves, parse_moves
from dropfour.notation import parse_position, position_string
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.web.storage import GameStore, StoredGame

# No characters that look alike, and no punctuation, which programs cut off the end of a link.
_ID_CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_ID_LENGTH = 12
_ATTEMPTS = 4
_REMEMBERED = 10_000

COLOURS = {"red": RED, "yellow": YELLOW}


class NoSuchGame(LookupError):
    """There is no game with that id."""


class Conflict(Exception):
    """The request does not fit the current state of the game; the message says why."""


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game and the row that stores it. Engines do not choose here but in the pool."""

    stored: StoredGame
    game: Game


class Games:
    """All games of a server. Every change carries the ply it applies to (how many moves are on the
    board), so that a request sent twice, or from two tabs, takes effect once."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        # The last version written, which saves a read for each move; saving an outdated one fails.
        self._recent: dict[str, StoredGame] = {}

    def create(
        self, owner: str, game: Game, red: tuple[str, str | None], yellow: tuple[str, str | None]
    ) -> LiveGame:
        """Store *game* as a new one; a seat is a name and an engine, or None for a person."""
        game.red, game.yellow = _seated(*red), _seated(*yellow)
        stored = StoredGame(
            id="".join(secrets.choice(_ID_CHARACTERS) for _ in range(_ID_LENGTH)),
            owner=owner,
            start=position_string(game.start),
            red_name=red[0],
            red_engine=red[1],
            yellow_name=yellow[0],
            yellow_engine=yellow[1],
        )
        created = self._store.create(_written(stored, game))
        self._remember(created.id, created)
        return LiveGame(created, game)

    def get(self, game_id: str) -> LiveGame:
        return _restored(self._find(game_id))

    def recent(self, owner: str, limit: int, before: str | None) -> list[LiveGame]:
        return [_restored(stored) for stored in self._store.recent(owner, limit, before)]

    # --- changes --------------------------------------------------------------------------------

    def play(self, game_id: str, column: int, ply: int) -> LiveGame:
        """Drop a person's stone as move *ply* + 1; nothing changes if it is on the board already."""

        def act(game: Game) -> bool:
            if ply < len(game.moves) and game.moves[ply] == column:
                return False
            _check_ply(game, ply)
            if not game.is_over and game.player_to_move is not None:
                raise Conflict(f"it is the turn of {game.player_to_move.name}, an engine")
            game.play(column)
            return True

        return self._change(game_id, act, keeps_thought=True)

    def play_choice(self, game_id: str, ply: int, choice: Choice) -> LiveGame:
        """Play what an engine chose as move *ply* + 1; an illegal choice forfeits the game."""

        def act(game: Game) -> bool:
            if ply < len(game.moves):
                return False
            _check_ply(game, ply)
            if game.is_over or game.player_to_move is None:
                return False
            game.play_chosen(choice.column, game.player_to_move.name)
            return True

        return self._change(game_id, act, thought=_thought(ply, choice))

    def undo(self, game_id: str, ply: int) -> LiveGame:
        """Take moves back until a person is to move."""
        return self._step(game_id, ply, Game.undo_turn)

    def redo(self, game_id: str, ply: int) -> LiveGame:
        """Play moves again until a person is to move."""
        return self._step(game_id, ply, Game.redo_turn)

    def resign(self, game_id: str, ply: int, colour: Colour) -> LiveGame:
        return self._step(game_id, ply, lambda game: game.resign(colour))

    def swap(self, game_id: str, ply: int) -> LiveGame:
        """Let the two players change colours and continue the game."""
        live = self.get(game_id)
        _check_ply(live.game, ply)
        stored = live.stored
        turned = replace(
            stored,
            red_name=stored.yellow_name,
            red_engine=stored.yellow_engine,
            yellow_name=stored.red_name,
            yellow_engine=stored.red_engine,
            thought=None,
        )
        saved = self._store.save(turned)
        self._remember(game_id, saved)
        if saved is None:
            return self.swap(game_id, ply)
        live.game.red, live.game.yellow = live.game.yellow, live.game.red
        return LiveGame(saved, live.game)

    def _step(self, game_id: str, ply: int, act: Callable[[Game], object]) -> LiveGame:
        def checked(game: Game) -> bool:
            _check_ply(game, ply)
            try:
                act(game)
            except ValueError as error:
                raise Conflict(str(error)) from None
            return True

        return self._change(game_id, checked)

    def _change(
        self,
        game_id: str,
        act: Callable[[Game], bool],
        thought: dict[str, Any] | None = None,
        keeps_thought: bool = False,
    ) -> LiveGame:
        """Let *act* change the game, and store it unless *act* returns False for no change."""
        for _ in range(_ATTEMPTS):
            stored = self._recent.get(game_id)
            is_fresh = stored is None
            live = _restored(self._find(game_id) if stored is None else stored)
            try:
                has_changed = act(live.game)
            except (Conflict, ValueError):
                self._recent.pop(game_id, None)
                if is_fresh:
                    raise
                continue  # another server may have changed the game
            if not has_changed:
                return live
            changed = _written(live.stored, live.game)
            if not keeps_thought:
                changed = replace(changed, thought=thought)
            saved = self._store.save(changed)
            self._remember(game_id, saved)
            if saved is not None:
                return LiveGame(saved, live.game)
        raise Conflict("the game is being changed elsewhere: try again")

    def _find(self, game_id: str) -> StoredGame:
        stored = self._store.get(game_id)
        if stored is None:
            raise NoSuchGame(f"there is no game {game_id!r}")
        return stored

    def _remember(self, game_id: str, stored: StoredGame | None) -> None:
        if stored is None:
            self._recent.pop(game_id, None)
            return
        if len(self._recent) >= _REMEMBERED:
            self._recent.clear()
        self._recent[game_id] = stored


def _restored(stored: StoredGame) -> LiveGame:
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
        loser = COLOURS[declared["winner"]].opponent
        if declared["ending"] == Ending.RESIGNATION.value:
            game.resign(loser)
        else:
            game.forfeit(loser, declared["reason"])
    return LiveGame(stored, game)


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


def _written(stored: StoredGame, game: Game) -> StoredGame:
    """Return the row for the current state of the game; *stored* is the row it was restored from."""
    result, declared = game.result, None
    if result is not None and result.winner is not None and not game.position.is_over:
        declared = {
            "winner": str(result.winner),
            "ending": result.ending.value,
            "reason": result.reason,
        }
    return replace(
        stored,
        moves=format_moves(game.moves),
        undone=format_moves(game.undone),
        declared=declared,
        result="*" if result is None else result.token,
    )


def _check_ply(game: Game, ply: int) -> None:
    if len(game.moves) != ply:
        raise Conflict(
            f"the game is at ply {len(game.moves)}, not {ply}: it may have been changed elsewhere"
        )


def _thought(ply: int, choice: Choice) -> dict[str, Any]:
    """Return the engine's view of its move, in the form of the API."""
    return {"ply": ply + 1, **choice.to_dict()}
