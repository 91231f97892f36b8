"""The games of the opening explorer: levels 1 to 10 against each other, as one small file.

    python -m lab.shipped.openings [FILE] [--games N] [--seed N] [--workers N]

The same options give the same file, on any number of workers. It is compressed with gzip; its first row
names the format, every other row is a game: the levels of red and yellow (`a` is level 10), how many
moves were drawn at random before they played, how it ended (`r`, `y` or `d`), and the moves.

    dropfour-games-1
    370r 4435443…
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
from collections.abc import Iterable
from pathlib import Path

from dropfour import web
from dropfour.engines.levels import TOP, UNHURRIED, level
from dropfour.files import write_bytes_atomically
from dropfour.game import Game
from dropfour.moves import format_moves
from dropfour.position import Colour
from dropfour.work import open_executor
from dropfour.work.executor import Executor, Report, core_count, silent

FORMAT = "dropfour-games-1"
GAMES = 8000
SHIPPED = Path(web.__file__).parent / "static" / "openings" / "games.gz"

_LEVELS = tuple(range(1, TOP + 1))
_RIVALS = 2  # levels play against those up to two above or below
_DRAWN_MOVES = (0, 0, 0, 1, 1, 2)  # at random, so that bad openings have games, too
_CHUNK = 20
_RESULTS = {Colour.RED: "r", Colour.YELLOW: "y", None: "d"}


def build(games: int, seed: int, executor: Executor, report: Report = silent) -> list[str]:
    """Play *games* games and return their rows in the order of their moves."""
    chunks = [(seed, first, min(first + _CHUNK, games)) for first in range(0, games, _CHUNK)]
    rows: list[str] = []
    for done, (_, played) in enumerate(executor.run(_play_chunk, chunks), 1):
        rows += played
        report("games", done, len(chunks))
    return sorted(rows, key=lambda row: (row.split()[1], row))


def write_games(rows: Iterable[str], path: Path) -> int:
    """Replace the file at *path*; return its size in bytes."""
    text = "\n".join([FORMAT, *rows]) + "\n"
    data = gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0)
    write_bytes_atomically(path, data)
    return len(data)


def _play_chunk(chunk: tuple[int, int, int]) -> list[str]:
    seed, first, end = chunk
    return [_play(seed, number) for number in range(first, end)]


def _play(seed: int, number: int) -> str:
    """Play one game; the seed and its number decide everything about it."""
    chance = random.Random(f"{seed} {number}")
    red = chance.choice(_LEVELS)
    yellow = chance.choice([other for other in _LEVELS if abs(other - red) <= _RIVALS])
    drawn = chance.choice(_DRAWN_MOVES)
    game = Game()
    for _ in range(drawn):
        game.play(chance.choice(game.position.legal_columns))
    engines = [level(each, seed=chance.getrandbits(32)) for each in (red, yellow)]
    while game.result is None:
        game.play(engines[game.position.ply % 2].choose(game.position, UNHURRIED).column)
    names = "".join("a" if each == TOP else str(each) for each in (red, yellow))
    return f"{names}{drawn}{_RESULTS[game.result.winner]} {format_moves(game.moves)}"


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description="Play the games of the opening explorer.")
    parser.add_argument("file", nargs="?", type=Path, default=SHIPPED)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=core_count())
    options = parser.parse_args()
    if options.games < 1 or options.workers < 1:
        parser.error("the numbers of games and workers must be at least 1")

    def report(stage: str, done: int, total: int) -> None:
        print(f"\r{stage}: {100 * done // total} %", end="", file=sys.stderr)

    with open_executor(options.workers) as executor:
        rows = build(options.games, options.seed, executor, report)
    size = write_games(rows, options.file)
    print(f"\n{options.file}: {len(rows)} games, {size} bytes")


if __name__ == "__main__":
    main()
