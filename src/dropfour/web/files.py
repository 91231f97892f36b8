"""Game files of every form, read into a game to be kept; and a game as a file."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dropfour.game import Game
from dropfour.moves import format_moves
from dropfour.notation import parse_diagram, parse_maxconnect4, parse_position
from dropfour.position import Position
from dropfour.record import Record, RecordedMove, parse_record

# What a GIF may take to draw, in pixels of all its frames together.
_GIF_PIXELS = 6_000_000
_GIF_CELL_PX = (8, 48)


@dataclass(frozen=True, slots=True)
class Import:
    """What a file holds: *notice* is a sentence about what is odd in it, or None."""

    start: Position
    moves: str = ""
    red: str = ""
    yellow: str = ""
    declared: dict[str, Any] | None = None
    notice: str | None = None


def parse_file(text: str) -> Import:
    """Read a saved game, a Max-Connect4 file, a diagram, a position string or a move string.

    Raises ValueError, from whichever form the text looks like.
    """
    bare = text.removeprefix("\ufeff").strip()
    if not bare:
        raise ValueError("the file is empty")
    if re.fullmatch("[1-9a-kA-K]{1,42}", bare):
        return Import(Position(), bare)
    if re.fullmatch(r"[012\s]+", bare):
        file = parse_maxconnect4(bare)
        return Import(file.position, notice=file.notice)
    if re.fullmatch(r"[^\s.]+(\.[^\s.]+){4}", bare):
        return Import(parse_position(bare))
    if bare.startswith("[") or re.search(r"(1-0|0-1|1/2-1/2|\*)$", bare):
        return _of_record(parse_record(bare))
    return Import(parse_diagram(bare))


def _of_record(record: Record) -> Import:
    declared = None
    if record.final_position().outcome is None and record.result in ("1-0", "0-1"):
        why = record.headers.get("Termination", "as the file says")
        declared = {
            "loser": "yellow" if record.result == "1-0" else "red",
            "ending": "resignation" if why == "resignation" else "forfeit",
            "reason": why,
        }
    return Import(
        record.start,
        format_moves(record.columns),
        record.headers.get("Red", "")[:40],
        record.headers.get("Yellow", "")[:40],
        declared,
    )


def record_of(game: Game, red: str, yellow: str, date: str = "") -> Record:
    """Return the game as it stands, to be written as a file."""
    headers = {"Red": red, "Yellow": yellow}
    if date:
        headers["Date"] = date
    result = game.result
    if result is not None and game.position.outcome is None:
        headers["Termination"] = result.ending.value
    return Record(
        headers,
        game.start,
        tuple(RecordedMove(column) for column in game.moves),
        "*" if result is None else result.token,
    )


def gif_cell_px(positions: Sequence[Position]) -> int:
    """Return how large the cells of a GIF are, so that it is drawn in a few seconds at most."""
    least, most = _GIF_CELL_PX
    cells = positions[0].rules.cell_count * len(positions)
    return max(least, min(most, math.isqrt(_GIF_PIXELS // cells)))
