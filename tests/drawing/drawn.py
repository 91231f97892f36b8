"""The golden drawings, in texts and pictures."""

import json
import os
from pathlib import Path

from dropfour import Position, Rules

GOLDEN = Path(__file__).parent / "golden"
# A name for each golden position: its size, connect, objective and moves.
POSITIONS = json.loads((GOLDEN / "positions.json").read_text(encoding="utf-8"))


def position_named(name: str) -> Position:
    *rules, moves = POSITIONS[name]
    return Position.from_moves(moves, Rules.for_board(*rules))


def check_golden(name: str, drawing: str) -> None:
    """Compare with the file, or write it if UPDATE_GOLDEN is set."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_bytes(drawing.encode())
    assert drawing.encode() == path.read_bytes()
