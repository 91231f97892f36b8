"""Games that are going on: what a visitor does to one, checked by the rules and kept at once."""

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
from dropfour.web.storage import Store, StoredGame

# No letters that look like others, and none that a program cuts off the end of a link.
_ID_CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_ID_LENGTH = 12
_ATTEMPTS = 4
_REMEMBERED = 10_000

PLAYERS = {"red": RED, "yellow": YELLOW}


class NoSuchGame(LookupError):
    """There is no game with that id."""


class Conflict(Exception):
    """What was asked for does not fit the game as it stands; the message says why."""


class Games:
    """All games of a server. What changes a game names the ply it means (how many moves are on the
    board), so that a request sent twice, or from two tabs, is done once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # What was written last, so that a move need not read first; the version tells if it is old.
        self._recent: dict[str, StoredGame] = {}

    def create(
        self,
        owner: str,
        start: Position,
        moves: str,
        red: tuple[str, str | None],
        yellow: tuple[str, str | None],
        declared: dict[str, Any] | None = None,
    ) -> StoredGame:
        """Begin a game, with *moves* played already; a seat is a name and an engine or None.

        Raises ValueError for moves that cannot be played.
        """
        stored = StoredGame(
            id="".join(secrets.choice(_ID_CHARACTERS) for _ in range(_ID_LENGTH)),
            owner=owner,
            start=position_string(start),
            red_name=red[0],
            red_engine=red[1],
            yellow_name=yellow[0],
            yellow_engine=yellow[1],
        )
        game = restore(stored)
        for column in parse_moves(moves):
            game.play(column)
        if declared is not None:
            _declare(game, declared)
        created = self._store.create(_written(stored, game))
        self._remember(created.id, created)
        return created

    def get(self, game_id: str) -> StoredGame:
        stored = self._store.get(game_id)
        if stored is None:
            raise NoSuchGame(f"there is no game {game_id!r}")
        return stored

    def recent(self, owner: str, limit: int, before: str | None) -> list[StoredGame]:
        return self._store.recent(owner, limit, before)

    # --- what changes a game --------------------------------------------------------------------

    def play(self, game_id: str, column: int, ply: int) -> StoredGame:
        """Drop a person's stone as move *ply* + 1. Asked again for a move that stands, it is left."""

        def act(game: Game) -> bool:
            if ply < len(game.moves) and game.moves[ply] == column:
                return False
            _check_ply(game, ply)
            if not game.is_over and game.player_to_move is not None:
                raise Conflict(f"it is the turn of {game.player_to_move.name}, an engine")
            game.play(column)
            return True

        return self._change(game_id, act, keeps_thought=True)

    def play_choice(self, game_id: str, ply: int, choice: Choice) -> StoredGame:
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

    def undo(self, game_id: str, ply: int) -> StoredGame:
        """Take moves back until a person is to move."""
        return self._step(game_id, ply, Game.undo_turn)

    def redo(self, game_id: str, ply: int) -> StoredGame:
        """Play moves again until a person is to move."""
        return self._step(game_id, ply, Game.redo_turn)

    def resign(self, game_id: str, ply: int, player: Colour) -> StoredGame:
        return self._step(game_id, ply, lambda game: game.resign(player))

    def swap(self, game_id: str, ply: int) -> StoredGame:
        """Let the two sides change places, as the game stands."""
        stored = self.get(game_id)
        _check_ply(restore(stored), ply)
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
        return saved or self.swap(game_id, ply)

    def _step(self, game_id: str, ply: int, act: Callable[[Game], object]) -> StoredGame:
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
    ) -> StoredGame:
        """Let *act* change the game and keep it, unless it says that nothing has changed."""
        for _ in range(_ATTEMPTS):
            stored, is_fresh = self._at_hand(game_id)
            game = restore(stored)
            try:
                has_changed = act(game)
            except (Conflict, ValueError):
                self._recent.pop(game_id, None)
                if is_fresh:
                    raise
                continue  # perhaps another server has changed the game
            if not has_changed:
                return stored
            changed = _written(stored, game)
            if not keeps_thought:
                changed = replace(changed, thought=thought)
            saved = self._store.save(changed)
            self._remember(game_id, saved)
            if saved is not None:
                return saved
        raise Conflict("the game is being changed from elsewhere: look at it again")

    def _at_hand(self, game_id: str) -> tuple[StoredGame, bool]:
        """Return a game as we last saw it, or from the database, and which of the two it is."""
        stored = self._recent.get(game_id)
        return (self.get(game_id), True) if stored is None else (stored, False)

    def _remember(self, game_id: str, stored: StoredGame | None) -> None:
        if stored is None:
            self._recent.pop(game_id, None)
            return
        if len(self._recent) >= _REMEMBERED:
            self._recent.clear()
        self._recent[game_id] = stored


def restore(stored: StoredGame) -> Game:
    """Return the game as it was kept; its engines choose in the pool."""
    game = Game(
        _start_of(stored.start),
        None if stored.red_engine is None else _PooledEngine(stored.red_name),
        None if stored.yellow_engine is None else _PooledEngine(stored.yellow_name),
    )
    for column in parse_moves(stored.moves):
        game.play(column)
    for _ in range(len(stored.moves) - stored.played):
        game.undo()
    if stored.declared is not None:
        _declare(game, stored.declared)
    return game


@lru_cache(maxsize=256)
def _start_of(text: str) -> Position:
    # Nearly all games start with an empty board of few sizes.
    return parse_position(text)


@dataclass(frozen=True, slots=True)
class _PooledEngine:
    """An engine of the server, which is asked in the pool and never by the game."""

    name: str

    def choose(self, position: Position, *, moves: tuple[int, ...] | None = None) -> NoReturn:
        raise AssertionError("an engine of the server is asked in the pool")


def _declare(game: Game, declared: dict[str, Any]) -> None:
    loser = PLAYERS[declared["loser"]]
    if declared["ending"] == Ending.RESIGNATION.value:
        game.resign(loser)
    else:
        game.forfeit(loser, declared["reason"])


def _written(stored: StoredGame, game: Game) -> StoredGame:
    """Return the row of the game as it stands now, *stored* being what it came from."""
    result, declared = game.result, None
    if result is not None and result.winner is not None and game.position.outcome is None:
        declared = {
            "loser": str(result.winner.opponent),
            "ending": result.ending.value,
            "reason": result.reason,
        }
    moves = format_moves(game.moves)
    return replace(
        stored,
        # What was undone stays behind the moves on the board until another move is played.
        moves=stored.moves if stored.moves.startswith(moves) else moves,
        played=len(moves),
        declared=declared,
        result="*" if result is None else result.token,
    )


def _check_ply(game: Game, ply: int) -> None:
    if len(game.moves) != ply:
        raise Conflict(f"the game is at ply {len(game.moves)}, not {ply}: look at it again")


def _thought(ply: int, choice: Choice) -> dict[str, Any]:
    """Return what an engine thought of its move, as the API tells it."""
    return {
        "ply": ply + 1,
        "column": choice.column,
        "score": None if choice.score is None else choice.score.value,
        "scale": None if choice.score is None else choice.score.scale,
        "depth": choice.depth,
        "nodes": choice.nodes,
        "time_s": round(choice.time_s, 4),
        "mood": None
        if choice.mood is None
        else {"emoji": choice.mood.emoji, "word": choice.mood.word},
    }
