"""Writing games to a store, outside of a server's event loop."""

import asyncio

from dropfour.web.games.store import GameStore, StoredGame


def a_game(name: str = "one") -> StoredGame:
    return StoredGame(name, "me", "7x6.4.first-line.7.r", "Ada", None, "medium", "medium")


def create(store: GameStore, game: StoredGame) -> StoredGame:
    return asyncio.run(store.create(game))


def save(store: GameStore, game: StoredGame, before: StoredGame) -> StoredGame | None:
    return asyncio.run(store.save(game, before))
