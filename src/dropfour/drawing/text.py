"""A position as text, in one of the styles of TEXT_STYLES, with or without ANSI colours.

The colours are the terminal's own red and yellow; the last stone is underlined, lines are in reverse
video. A drawing without colours has the same shape, and red and yellow still look different.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TextIO

from dropfour.arguments import PositionLike, position_of
from dropfour.drawing.words import describe, find_runs, status_text
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import Cell
from dropfour.words import say

_ANSI_CODES = {RED: "31", YELLOW: "33"}


def draw_text(
    position: PositionLike,
    style: str = "compact",
    ansi: bool = False,
    *,
    status: bool = True,
    notes: Mapping[int, str] | None = None,
    marks: Mapping[Cell, str] | None = None,
) -> str:
    """Draw *position*, or a move string, in a style of TEXT_STYLES, without a newline at the end.

    With *ansi*, the drawing has ANSI escape sequences for colours (see wants_ansi). *status* adds the
    side to move or the result under the board, *notes* are short texts shown under their columns,
    which become wide enough for them, and *marks* are single characters in empty cells; all three apply
    to the styles ``compact`` and ``ascii`` only. Raises ValueError for an unknown style.
    """
    if style not in _STYLES:
        raise ValueError(f"there is no style {style!r}: choose from {', '.join(TEXT_STYLES)}")
    return _STYLES[style](_Canvas(position_of(position), ansi, status, notes or {}, marks or {}))


def wants_ansi(stream: TextIO, environ: Mapping[str, str] | None = None) -> bool:
    """Return whether text for *stream* should have ANSI colours: by default, if it is a terminal.

    The first of these variables that is set decides: NO_COLOR (never), FORCE_COLOR and CLICOLOR_FORCE
    (always; ``0`` counts as not set), CLICOLOR=0 and TERM=dumb (never). An empty variable counts as
    not set.
    """
    environ = os.environ if environ is None else environ
    if environ.get("NO_COLOR"):
        return False
    if any(environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    if environ.get("CLICOLOR") == "0" or environ.get("TERM") == "dumb":
        return False
    try:
        return stream.isatty()
    except (AttributeError, ValueError):  # no such method, or the stream is closed
        return False


def style_for(stream: TextIO, wanted: str = "compact") -> str:
    """Return the style *wanted*, or ``ascii`` for a stream whose encoding lacks its characters."""
    needed = {"compact": _UNICODE.characters, "slashes": "█▒"}.get(wanted, "")
    try:
        needed.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return "ascii"
    return wanted


@dataclass(frozen=True, slots=True)
class _Canvas:
    """The position to draw, and the options of the drawing."""

    position: Position
    ansi: bool
    status: bool
    notes: Mapping[int, str]
    marks: Mapping[Cell, str]

    def line_cells(self) -> frozenset[Cell]:
        return frozenset(cell for run in find_runs(self.position) for cell in run.cells)

    def rows(self) -> range:
        """The rows in the order of drawing, top row first."""
        return range(self.position.rules.rows, 0, -1)

    def columns(self) -> range:
        return range(1, self.position.rules.columns + 1)

    def cell_rows(self, empty: str, stones: Mapping[Colour, str]) -> list[list[str]]:
        """Return each cell as text, row by row: *empty*, or its stone, painted."""
        in_line = self.line_cells()

        def drawn(cell: Cell) -> str:
            colour = self.position[cell]
            return (
                empty
                if colour is None
                else self.paint(stones[colour], colour, cell, cell in in_line)
            )

        return [[drawn(Cell(column, row)) for column in self.columns()] for row in self.rows()]

    def paint(
        self, text: str, colour: Colour, cell: Cell | None = None, in_line: bool = False
    ) -> str:
        """Return *text* in *colour*, marked if *cell* is the last one filled or part of a line."""
        if not self.ansi:
            return text
        codes = [_ANSI_CODES[colour]]
        if in_line:
            codes.append("7")
        if cell is not None and cell == self.position.last_cell:
            codes.append("4")
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


# --- slashes --------------------------------------------------------------------------------------

_WALL = r"\\"


def _draw_slashes(canvas: _Canvas) -> str:
    """Draw the slanted board; the last digit of a column number is over the middle of its column."""
    # Both are full blocks that differ in colour; without colours, yellow is the lighter shade.
    blocks = {RED: " █ ", YELLOW: " █ " if canvas.ansi else " ▒ "}
    width = len(canvas.columns())
    head = f"{_WALL}{_WALL}" + "".join(f"{column:>2} {_WALL}" for column in canvas.columns()) + " "
    rows = [f" {_WALL} {'  '.join(cells)} {_WALL}" for cells in canvas.cell_rows("[ ]", blocks)]
    gap = f" {_WALL}{' ' * (5 * width)}{_WALL}"
    floor = "  " + "\\" * (5 * width + 4)
    return "\n".join([head, f"\n{gap}\n".join(rows), floor])


# --- plain ----------------------------------------------------------------------------------------


def _draw_plain(canvas: _Canvas) -> str:
    """Draw rows such as ``| _ 1 2 |``, cells separated by single spaces."""
    digits = {colour: str(colour.value) for colour in Colour}
    return "\n".join(f"| {' '.join(cells)} |" for cells in canvas.cell_rows("_", digits))


# --- compact and ascii ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Glyphs:
    """The characters of a compact board: two per colour, the second for a stone in a line."""

    red: tuple[str, str]
    yellow: tuple[str, str]
    empty: str
    wall: str
    floor: str
    corners: tuple[str, str]

    @property
    def characters(self) -> str:
        return "".join((*self.red, *self.yellow, self.empty, self.wall, self.floor, *self.corners))

    def stone(self, colour: Colour, in_line: bool = False) -> str:
        return (self.red if colour is RED else self.yellow)[in_line]


_UNICODE = _Glyphs(("●", "◆"), ("○", "◇"), "·", "│", "─", ("└", "┘"))
_ASCII = _Glyphs(("x", "X"), ("o", "O"), ".", "|", "-", ("+", "+"))


def _draw_compact(canvas: _Canvas, glyphs: _Glyphs = _UNICODE) -> str:
    """Draw two characters per cell: its stone and a space, or a bracket next to the last stone."""
    line_cells = canvas.line_cells()
    rows = []
    # Notes longer than one character widen all columns, to the left of the stones.
    width = max((len(note) for note in canvas.notes.values()), default=1)
    pad = " " * (width - 1)
    for row in canvas.rows():
        blanks = [" "] * (len(canvas.columns()) + 1)
        last = canvas.position.last_cell
        if last is not None and last.row == row:
            blanks[last.column - 1 : last.column + 1] = "()"
        stones = []
        for column in canvas.columns():
            cell = Cell(column, row)
            colour = canvas.position[cell]
            if colour is None:
                stones.append(canvas.marks.get(cell, glyphs.empty))
            else:
                in_line = cell in line_cells
                stones.append(canvas.paint(glyphs.stone(colour, in_line), colour, cell, in_line))
        # A closing bracket belongs to the stone before it, any other character to the one after it.
        gaps = [blank + pad if blank == ")" else pad + blank for blank in blanks[:-1]]
        inside = "".join(gap + stone for gap, stone in zip(gaps, stones, strict=True))
        rows.append(f"{glyphs.wall}{inside}{blanks[-1]}{glyphs.wall}")
    left, right = glyphs.corners
    rows.append(left + glyphs.floor * ((width + 1) * len(canvas.columns()) + 1) + right)
    rows += _column_numbers(canvas.columns(), pad)
    if canvas.notes:
        notes = (f" {canvas.notes.get(column, ''):>{width}}" for column in canvas.columns())
        rows.append((" " + "".join(notes)).rstrip())
    if canvas.status:

        def name(colour: Colour) -> str:
            word = say("terminal.colour", colour=colour)
            return f"{canvas.paint(glyphs.stone(colour), colour)} {word}"

        rows.append(status_text(canvas.position, name))
    return "\n".join(rows)


def _draw_ascii(canvas: _Canvas) -> str:
    """Draw the compact board in ASCII: lower-case letters, upper case in a line."""
    return _draw_compact(canvas, _ASCII)


def _column_numbers(columns: range, pad: str) -> list[str]:
    """Return the rows of numbers under the columns; numbers of two digits are written downwards."""
    numbers = [f"{column:>2}" if len(columns) > 9 else str(column) for column in columns]
    return [
        (" " + "".join(f" {pad}{digit}" for digit in digits)).rstrip()
        for digits in zip(*numbers, strict=True)
    ]


# --- words ----------------------------------------------------------------------------------------


def _draw_words(canvas: _Canvas) -> str:
    """Describe the board in words, for a screen reader; never coloured."""
    return describe(canvas.position)


_STYLES: dict[str, Callable[[_Canvas], str]] = {
    "compact": _draw_compact,
    "ascii": _draw_ascii,
    "slashes": _draw_slashes,
    "plain": _draw_plain,
    "words": _draw_words,
}
TEXT_STYLES = tuple(_STYLES)
