"""The board on a full screen (discs, the preview over the chosen column, numbers and scores), the
panel beside or below it, and stand-ins for characters that the terminal's encoding lacks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Container, Vertical, VerticalScroll
from textual.filter import LineFilter
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from dropfour.drawing import find_runs
from dropfour.position import RED, Colour, Position
from dropfour.rules import Cell
from dropfour.terminal.dialogue import can_encode
from dropfour.words import say

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
        disc = Segment(self._stone(mover, part), Style(color=colour, bold=True))
        nothing = Segment(" " * self._cell_width, Style.null())
        return Strip([disc if column == shown else nothing for column in self._columns()])

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
        width, chosen = self._cell_width, self.chosen if self.is_open else 0
        texts = ((column, str(column).center(width)[:width]) for column in self._columns())
        return Strip([Segment(text, Style(reverse=column == chosen)) for column, text in texts])

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


# Each is as wide as the character that it stands for.
_STAND_INS = {
    **dict(zip("●○·…←→", "xo..<>", strict=True)),
    **dict(zip("▗▖▝▘█▀▄", r"/\\/#--", strict=True)),  # large discs
    **dict(zip("╭╮╰╯─│▊▎▔", "++++-|||-", strict=True)),  # borders
    **dict.fromkeys("▁▂▃▅▆▇", "-"),  # the ends of a scroll bar
}


class StandIns(LineFilter):
    """Replaces, in everything that is drawn, the characters that *encoding* lacks."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(self.text(each.text), each.style, each.control) for each in segments]

    def text(self, text: str) -> str:
        return text if text.isascii() else "".join(map(self._shown, text))

    def _shown(self, character: str) -> str:
        return _shown(character, self._encoding)


@lru_cache(maxsize=1024)
def _shown(character: str, encoding: str) -> str:
    if can_encode(character, encoding):
        return character
    return _STAND_INS.get(character, "?" * cell_len(character))


# Whether the board is small and the panel below it, in the order of preference.
_ARRANGEMENTS = ((False, False), (True, False), (False, True), (True, True))
_PANEL_WIDTH = 32
_PANEL_HEIGHT = {False: 8, True: 1}  # the least below a large board, and below a small one
_LOW_PANEL, _SHORT_PANEL = 14, 8  # a lower panel has no moves, or nothing but the message
_LEAST_WIDTH = 16  # the keys for help and to quit


class GameView(Container):
    """A board, and beside or below it a panel with players, status, message and moves.

    In a window that is too small for the board there is a notice instead.
    """

    DEFAULT_CSS = """
    GameView { layout: horizontal; height: 1fr; }
    GameView BoardView { margin: 1 2; }
    #panel { width: 1fr; height: 1fr; padding: 1 2; }
    #messages { height: auto; max-height: 70%; margin-top: 1; }
    #moves { height: 1fr; margin-top: 1; }
    #too-small { display: none; }
    GameView.-small BoardView { margin: 0 1; }
    GameView.-small #panel { padding: 0 1; }
    GameView.-below { layout: vertical; }
    GameView.-below #panel { width: 100%; }
    GameView.-low #moves, GameView.-short #players { display: none; }
    GameView.-low #messages { height: 1fr; max-height: 100%; }
    GameView.-short #messages { margin-top: 0; }
    GameView.-too-small BoardView, GameView.-too-small #panel { display: none; }
    GameView.-too-small #too-small { display: block; }
    """

    def compose(self) -> ComposeResult:
        # Names of files and players are text, not markup.
        yield Static(id="too-small", markup=False)
        yield BoardView()
        with Vertical(id="panel"):
            yield Static(id="players", markup=False)
            with VerticalScroll(id="messages"):
                yield Static(id="message", markup=False)
            with VerticalScroll(id="moves"):
                yield Static(id="move_list", markup=False)

    @property
    def board(self) -> BoardView:
        return self.query_one(BoardView)

    @property
    def is_too_small(self) -> bool:
        return self.has_class("-too-small")

    def show(self, players: str, status: str, message: str, moves: str) -> None:
        """Fill the panel; the last moves are visible."""
        gap = "\n" if self.has_class("-short") else "\n\n"
        self.query_one("#players", Static).update(players)
        self.query_one("#message", Static).update(f"{status}{gap}{message}".strip())
        self.query_one("#move_list", Static).update(moves)
        self.query_one("#moves", VerticalScroll).scroll_end(animate=False)

    def scroll_message(self, pages: int) -> None:
        messages = self.query_one("#messages", VerticalScroll)
        messages.scroll_relative(y=pages * max(1, messages.size.height - 1), animate=False)

    def fit(self, window: Size) -> None:
        """Choose the first arrangement that fits: a large or small board, the panel beside or below."""
        fitting = [each for each in _ARRANGEMENTS if _fits(self._space(*each), window)]
        is_small, is_below = fitting[0] if fitting else (True, True)
        self.board.is_small = is_small
        left = window.height - self._space(is_small, True).height + _PANEL_HEIGHT[is_small]
        self.set_class(is_small, "-small")
        self.set_class(is_below, "-below")
        self.set_class(is_below and left < _LOW_PANEL, "-low")
        self.set_class(is_below and left < _SHORT_PANEL, "-short")
        self.set_class(not fitting, "-too-small")
        least = self._space(True, True)
        self.query_one("#too-small", Static).update(
            say("terminal.too small", width=least.width, height=least.height)
        )

    def _space(self, is_small: bool, is_below: bool) -> Size:
        """Return the window that an arrangement needs, with margins and the row of keys."""
        board = self.board.size_needed(is_small)
        margin = Size(2, 0) if is_small else Size(4, 2)
        if is_below:
            width = max(board.width + margin.width, _LEAST_WIDTH)
            return Size(width, board.height + margin.height + _PANEL_HEIGHT[is_small] + 1)
        return Size(board.width + margin.width + _PANEL_WIDTH, board.height + margin.height + 1)


def _fits(space: Size, window: Size) -> bool:
    return space.width <= window.width and space.height <= window.height
