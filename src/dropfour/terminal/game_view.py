"""The board and the panel on a full screen, arranged to fit the window."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.geometry import Size
from textual.widgets import Static

from dropfour.terminal.board_view import BoardView

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
            f"The window is too small for the board: {least.width}x{least.height} characters are "
            "needed. Enlarge it, or press q to quit."
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
