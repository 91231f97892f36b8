"""Reading game files of every format, and the size of animations."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dropfour.drawing import draw_gif
from dropfour.game import Game
from dropfour.notation import parse_diagram, parse_maxconnect4, parse_position
from dropfour.position import Position
from dropfour.record import Record, Variation, game_of, parse_record, variations_of
from dropfour.web.engines import check_spec
from dropfour.web.fields import MAX_ENGINE, MAX_MOVES, MAX_PLAYER
from dropfour.web.games.game import Seat
from dropfour.web.games.requests import MAX_COMMENT, MAX_COMMENTS, MAX_VARIATIONS
from dropfour.web.text import check_text, cleaned, shortened

# The largest GIF, in pixels over all frames.
_GIF_PIXELS = 6_000_000
# Cells in all frames together: a full game on 11x11 is shown move by move.
_GIF_CELLS = 15_000
_GIF_CELL_PX = (8, 48)
# What is longer than this can only be a saved game.
_LONGEST_BOARD = 10_000
_REASON_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Import:
    """A game read from a file; a seat is a name and an engine, or None for a person. *notice* describes
    an irregularity."""

    game: Game
    red: Seat = ("", None)
    yellow: Seat = ("", None)
    notice: str | None = None
    variations: tuple[Variation, ...] = ()


def parse_file(text: str, most_threads: int = 1) -> Import:
    """Read a saved game, a Max-Connect4 file, a diagram, a position string or a move string.

    A player is an engine if a header such as ``YellowEngine`` names one that this server has, with at
    most *most_threads*. Raises the ValueError of the format that the text looks like.
    """
    bare = text.removeprefix("\ufeff").strip()
    if not bare:
        raise ValueError("the file is empty")
    is_record = bare.startswith("[") or re.search(r"(1-0|0-1|1/2-1/2|\*)$", bare)
    if not is_record and len(bare) > _LONGEST_BOARD:
        raise ValueError(
            "the file is too long for a board or moves, and does not end with a result"
        )
    if re.fullmatch(f"[1-9a-kA-K]{{1,{MAX_MOVES}}}", bare):
        return Import(Game.from_moves(bare))
    if re.fullmatch(r"[012\s]+", bare):
        file = parse_maxconnect4(bare)
        return Import(Game(file.position), notice=file.notice)
    if re.fullmatch(r"[^\s.]+(\.[^\s.]+){4}", bare):
        return Import(Game(parse_position(bare)))
    if is_record:
        record = parse_record(bare)
        red, yellow = (_seat(record, name, most_threads) for name in ("Red", "Yellow"))
        if "Termination" in record.headers:
            reason = _header(record, "Termination", _REASON_LENGTH)
            record = replace(record, headers={**record.headers, "Termination": reason})
        variations, notice = _variations(record)
        return Import(game_of(record), red, yellow, notice, variations)
    return Import(Game(parse_diagram(bare)))


def _variations(record: Record) -> tuple[tuple[Variation, ...], str | None]:
    """Return the variations that can be stored, and a notice if there is more in the file."""
    found = variations_of(record)
    notice = None
    if len(found) > MAX_VARIATIONS:
        notice = f"only the first {MAX_VARIATIONS} of {len(found)} variations were kept"
    kept = []
    left = MAX_COMMENTS
    for each in found[:MAX_VARIATIONS]:
        comment = shortened(cleaned(each.name), MAX_COMMENT)
        if len(comment) > left:
            comment = ""
            notice = f"only {MAX_COMMENTS:,} characters of its comments were kept"
        left -= len(comment)
        kept.append(Variation(each.columns, comment))
    return tuple(kept), notice


def _seat(record: Record, colour: str, most_threads: int) -> Seat:
    name = _header(record, colour, MAX_PLAYER)
    if name == colour:  # which is what a player without a name is called in a file
        name = ""
    engine = record.headers.get(f"{colour}Engine", "")
    try:
        check_spec(engine, most_threads)
    except ValueError:
        return name, None
    return name, engine if len(engine) <= MAX_ENGINE else None


def _header(record: Record, name: str, length: int) -> str:
    """Return a header's text, shortened to *length*; raise ValueError if it cannot be stored."""
    try:
        return shortened(check_text(record.headers.get(name, "")), length)
    except ValueError as error:
        raise ValueError(f"the header {name} of the file: {error}") from None


def small_gif(positions: Sequence[Position]) -> bytes:
    """Draw an animation that takes about a second: with small cells, and of a long game on a large board
    only every second position, or fewer."""
    least, most = _GIF_CELL_PX
    cells = positions[0].rules.cell_count
    step = math.ceil(cells * len(positions) / _GIF_CELLS)
    shown = positions[::-step][::-1]  # the last one is among them
    cell_px = max(least, min(most, math.isqrt(_GIF_PIXELS // (cells * len(shown)))))
    return draw_gif(shown, cell_px=cell_px)
