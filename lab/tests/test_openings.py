"""The games that come with the opening explorer."""

import gzip
import random
from pathlib import Path

from dropfour.moves import parse_moves
from dropfour.position import Colour, Position
from dropfour.work import open_executor
from lab.shipped.openings import FORMAT, SHIPPED, build, write_games

WINNERS = {"r": Colour.RED, "y": Colour.YELLOW, "d": None}


def check(row: str) -> None:
    """Replay a game: it ends as the row says, and not before its last move."""
    head, moves = row.split()
    assert len(head) == 4
    assert set(head[:2]) <= set("123456789a")
    position = Position()
    for column in parse_moves(moves):
        assert not position.is_over
        position = position.play(column)
    assert position.is_over
    assert position.winner is WINNERS[head[3]]
    assert int(head[2]) < len(moves)


def test_the_shipped_games_are_true_and_small() -> None:
    data = SHIPPED.read_bytes()
    assert len(data) <= 150_000
    first, *rows = gzip.decompress(data).decode("ascii").splitlines()
    assert first == FORMAT
    assert len(rows) >= 5000
    moves = [row.split()[1] for row in rows]
    assert moves == sorted(moves)
    for row in random.Random(1).sample(rows, 300):
        check(row)
    # Every reply to every first move has been played.
    assert {text[:2] for text in moves} == {f"{a}{b}" for a in range(1, 8) for b in range(1, 8)}


def test_the_same_seed_gives_the_same_file_on_any_number_of_workers(tmp_path: Path) -> None:
    files = []
    for workers in (1, 2):
        with open_executor(workers) as executor:
            rows = build(25, 7, executor)
        files.append(tmp_path / f"{workers}.gz")
        assert write_games(rows, files[-1]) == files[-1].stat().st_size
    assert files[0].read_bytes() == files[1].read_bytes()
    for row in rows:
        check(row)
