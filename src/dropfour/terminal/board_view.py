"""The board on a full screen: discs, the preview over the chosen column, numbers and scores."""

from __future__ import annotations

from collections.abc import Mapping

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from dropfour.drawing import find_runs
from dropfour.position import RED, Colour, Position
from dropfour.rules import Cell

_BOARD = "#0b2545"
_COLOURS = {Colour.RED: "#ff5a6e", Colour.YELLOW: "#ffe08a"}
_EMPTY = "#5f7fa8"
_LAST = "#27548a"
_LINE = "#1b7f4b"

# Red is a full disc and yellow a ring, so that they also differ without colours.
_LARGE = {RED: ("▗██▖", "▝██▘"), Colour.YELLOW: ("▗▀▀▖", "▝▄▄▘"), None: ("    ", " ·· ")}
_SMALL = {RED: ("● ",), Colour.YELLOW: ("○ ",), None: ("· ",)}


class BoardView(Widget, can_focus=True):
    """Shows a position and lets a person choose a column with the arrow keys or the mouse."""

    DEFAULT_CSS = "BoardView { width: auto; height: auto; }"

    position: reactive[Position] = reactive(Position, layout=True)
    chosen: reactive[int] = reactive(1)
    is_open: reactive[bool] = reactive(False)  # whether a person is to move
    scores: reactive[Mapping[int, str]] = reactive(dict)
    is_small: reactive[bool] = reactive(False, layout=True)

    class Dropped(Message):
        """The person drops a disc into a column."""

        def __init__(self, column: int) -> None:
            self.column = column
            super().__init__()

    # --- size: cells of 4 by 2 characters, or of 2 by 1 where those do not fit -----------------------

    @property
    def _cell_width(self) -> int:
        return 2 if self.is_small else 4

    @property
    def _cell_height(self) -> int:
        return 1 if self.is_small else 2

    def size_needed(self, small: bool) -> Size:
        """Return the space that the board takes: preview, cells and numbers, and scores if large."""
        width, height, below = (2, 1, 1) if small else (4, 2, 2)
        rules = self.position.rules
        return Size(rules.columns * width, (rules.rows + 1) * height + below)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.size_needed(self.is_small).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.size_needed(self.is_small).height

    # --- drawing --------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        rules = self.position.rules
        row = rules.rows + 1 - y // self._cell_height
        if row > rules.rows:
            return self._preview(y % self._cell_height)
        if row >= 1:
            return self._row(row, y % self._cell_height)
        below = y - (rules.rows + 1) * self._cell_height
        return self._numbers() if below == 0 else self._score_row() if below == 1 else Strip([])

    def _columns(self) -> range:
        return range(1, self.position.rules.columns + 1)

    def _stone(self, colour: Colour | None, part: int) -> str:
        return (_SMALL if self.is_small else _LARGE)[colour][part]

    def _preview(self, part: int) -> Strip:
        mover = self.position.to_move
        shown = self.chosen if self.is_open else 0
        colour = None if self.app.no_color else _COLOURS[mover]
        return Strip(
            [
                Segment(self._stone(mover, part), Style(color=colour, bold=True))
                if column == shown
                else Segment(" " * self._cell_width, Style.null())
                for column in self._columns()
            ]
        )

    def _row(self, row: int, part: int) -> Strip:
        in_line = {cell for run in find_runs(self.position) for cell in run.cells}
        segments = []
        for column in self._columns():
            cell = Cell(column, row)
            colour = self.position[cell]
            is_last = cell == self.position.last_cell
            style = self._style(colour, is_last, cell in in_line)
            segments.append(Segment(self._stone(colour, part), style))
        return Strip(segments)

    def _style(self, colour: Colour | None, is_last: bool, is_in_line: bool) -> Style:
        if self.app.no_color:
            return Style(reverse=is_in_line, underline=is_last and not is_in_line)
        ink = _EMPTY if colour is None else _COLOURS[colour]
        return Style(color=ink, bgcolor=_LINE if is_in_line else _LAST if is_last else _BOARD)

    def _numbers(self) -> Strip:
        return Strip(
            [
                Segment(
                    str(column).center(self._cell_width)[: self._cell_width],
                    Style(reverse=self.is_open and column == self.chosen),
                )
                for column in self._columns()
            ]
        )

    def _score_row(self) -> Strip:
        texts = (self.scores.get(column, "").center(self._cell_width) for column in self._columns())
        return Strip([Segment(text, Style(bold=True)) for text in texts])

    # --- choosing -------------------------------------------------------------------------------

    def _column_at(self, x: int) -> int | None:
        column = x // self._cell_width + 1
        return column if column in self._columns() else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        column = self._column_at(event.x)
        if column is not None and self.is_open:
            self.chosen = column

    def on_click(self, event: events.Click) -> None:
        column = self._column_at(event.x)
        if column is not None:
            self.chosen = column
            self.post_message(self.Dropped(column))

    def step(self, by: int) -> None:
        """Choose the next playable column in that direction, if there is one."""
        column = self.chosen + by
        while column in self._columns() and not self.position.can_play(column):
            column += by
        if column in self._columns():
            self.chosen = column
