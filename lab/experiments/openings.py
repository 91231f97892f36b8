"""How long it takes to count what was played in many stored games, which any visitor may ask for.

python -m lab.experiments.openings [GAMES]          # default: 100,000
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable

from dropfour.game import Game
from dropfour.moves import format_moves
from dropfour.notation import position_string
from dropfour.web.games.store import GameStore, StoredGame

VISITOR = "0" * 64
GAMES_OF_A_VISITOR = 20
DIFFERENT_GAMES = 2000
REPEATS = 5


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    start = position_string(Game().start)
    with tempfile.TemporaryDirectory() as folder:
        store = GameStore(f"{folder}/games.sqlite3")
        _fill(store, start, count)
        print(f"{count} games        the visitor's own   those of engines")
        for moves in ("", "4", "44", "443", "4433"):
            is_reds_turn = len(moves) % 2 == 0
            own_ms = _cpu_ms(lambda m=moves: store.own_openings(VISITOR, start, m))  # type: ignore[misc]
            engines_ms = _cpu_ms(
                lambda m=moves, red=is_reds_turn: store.engine_openings(start, m, red)  # type: ignore[misc]
            )
            print(
                f"after {moves or 'no move':12} {own_ms:15.1f} ms {engines_ms:15.1f} ms of CPU time"
            )
        store.close()


def _fill(store: GameStore, start: str, count: int) -> None:
    chance = random.Random(1)
    played = [_random_game(chance) for _ in range(DIFFERENT_GAMES)]
    with store.database.writing() as connection:
        for i in range(count):
            moves, result = chance.choice(played)
            owner = VISITOR if i < GAMES_OF_A_VISITOR else f"{1 + i % 5000:064x}"
            engines = ("medium", None) if i % 2 else (None, "medium")
            game = StoredGame(f"{i:012}", owner, start, "", engines[0], "", engines[1])
            store.add(connection, game._replace(moves=moves, result=result))


def _random_game(chance: random.Random) -> tuple[str, str]:
    game = Game()
    while (result := game.result) is None:
        game.play(chance.choice(game.position.legal_columns))
    return format_moves(game.moves), result.token


def _cpu_ms(act: Callable[[], object]) -> float:
    """Return the least CPU time of several calls."""
    times_s = []
    for _ in range(REPEATS):
        begun = time.process_time()
        act()
        times_s.append(time.process_time() - begun)
    return min(times_s) * 1000


if __name__ == "__main__":
    main()
