"""What is read or written takes a path, as text or Path, or an open file."""

import io
from pathlib import Path
from typing import IO

import pytest

import dropfour as d4
from dropfour import arena, notation, record
from dropfour.puzzles.collection import Puzzles, read_puzzles, write_puzzles


def sources(path: Path) -> list[str | Path | IO[str] | IO[bytes]]:
    data = path.read_bytes()
    return [path, str(path), io.BytesIO(data)]


def test_maxconnect4_files(tmp_path: Path) -> None:
    position = d4.Position.from_moves("4455", d4.Rules(objective="most-lines"))
    path, text, data = tmp_path / "game.txt", io.StringIO(), io.BytesIO()
    for file in (path, text, data):
        notation.write_maxconnect4(file, position)
    assert text.getvalue().encode() == data.getvalue() == path.read_bytes()
    for source in (*sources(path), io.StringIO(text.getvalue())):
        assert notation.read_maxconnect4(source).position == position


def test_records(tmp_path: Path) -> None:
    games = [
        record.Record({"Red": "Ö"}, moves=(record.RecordedMove(4),)),
        record.Record({"Red": "Ada"}),
    ]
    path, text, data = tmp_path / "games.txt", io.StringIO(), io.BytesIO()
    for file in (path, text, data):
        record.write_records(file, games)
    assert text.getvalue().encode() == data.getvalue() == path.read_bytes()
    for source in (*sources(path), io.StringIO(text.getvalue()), text.getvalue().splitlines()):
        assert list(record.read_records(source)) == games
    with pytest.raises(FileNotFoundError):
        list(record.read_records(tmp_path / "missing"))


def test_puzzles(tmp_path: Path) -> None:
    some = Puzzles(list(d4.puzzles())[:3], d4.puzzles().levels)
    path, data = tmp_path / "some.puzzles", io.BytesIO()
    for file in (path, data):
        write_puzzles(some, file)
    assert data.getvalue() == path.read_bytes()
    for source in sources(path):
        assert list(read_puzzles(source)) == list(some)


def test_the_plan_of_a_tournament(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text("games = 4\n")
    for source in sources(path):
        assert arena.read_plan_file(source) == {"games": 4}
