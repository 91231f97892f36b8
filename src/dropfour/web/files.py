"""Reading game files of every format, and the size of animations."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dropfour.game import Game
from dropfour.notation import parse_diagram, parse_maxconnect4, parse_position
from dropfour.position import Position
from dropfour.record import Record, Variation, game_of, parse_record, variations_of
from dropfour.web.schema import MAX_NAME, MAX_VARIATIONS
from dropfour.web.text import check_text, cleaned, shortened

# The largest GIF, in pixels over all frames.
_GIF_PIXELS = 6_000_000
_GIF_CELL_PX = (8, 48)
_NAME_LENGTH = 40
_REASON_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Import:
    """A game read from a file, with the names of its players; *notice* describes an irregularity."""

    game: Game
    red: str = ""
    yellow: str = ""
    notice: str | None = None
    variations: tuple[Variation, ...] = ()


def parse_file(text: str) -> Import:
    """Read a saved game, a Max-Connect4 file, a diagram, a position string or a move string.

    Raises the ValueError of the format that the text looks like.
    """
    bare = text.removeprefix("\ufeff").strip()
    if not bare:
        raise ValueError("the file is empty")
    if re.fullmatch("[1-9a-kA-K]{1,42}", bare):
        return Import(Game.from_moves(bare))
    if re.fullmatch(r"[012\s]+", bare):
        file = parse_maxconnect4(bare)
        return Import(Game(file.position), notice=file.notice)
    if re.fullmatch(r"[^\s.]+(\.[^\s.]+){4}", bare):
        return Import(Game(parse_position(bare)))
    if bare.startswith("[") or re.search(r"(1-0|0-1|1/2-1/2|\*)$", bare):
        record = parse_record(bare)
        red, yellow = (_header(record, name, _NAME_LENGTH) for name in ("Red", "Yellow"))
        if "Termination" in record.headers:
            reason = _header(record, "Termination", _REASON_LENGTH)
            record = replace(record, headers={**record.headers, "Termination": reason})
        variations, notice = _variations(record)
        return Import(game_of(record), red, yellow, notice, variations)
    return Import(Game(parse_diagram(bare)))


def _variations(record: Record) -> tuple[tuple[Variation, ...], str | None]:
    """Return the variations that can be stored, and a notice if there are more in the file."""
    found = [
        Variation(each.columns, shortened(cleaned(each.name), MAX_NAME))
        for each in variations_of(record)
    ]
    notice = None
    if len(found) > MAX_VARIATIONS:
        notice = f"only the first {MAX_VARIATIONS} of {len(found)} variations were kept"
    return tuple(found[:MAX_VARIATIONS]), notice


def _header(record: Record, name: str, length: int) -> str:
    """Return a header's text, shortened to *length*; raise ValueError if it cannot be stored."""
    try:
        return shortened(check_text(record.headers.get(name, "")), length)
    except ValueError as error:
        raise ValueError(f"the header {name} of the file: {error}") from None


def gif_cell_px(positions: Sequence[Position]) -> int:
    """Return a cell size for which drawing the GIF takes a few seconds at most."""
    least, most = _GIF_CELL_PX
    cells = positions[0].rules.cell_count * len(positions)
    return max(least, min(most, math.isqrt(_GIF_PIXELS // cells)))
