"""The board of a notebook: what the kernel does with messages, and the page in a real browser."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("anywidget")

import dropfour as d4
from commands import run_python
from dropfour.notebook import Board
from values import some

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WAIT_S = 60


def leftmost(position: d4.Position) -> int:
    return position.legal_columns[0]


def moves(board: Board) -> tuple[int, ...]:
    return board.game.moves


def send(board: Board, action: str, **details: Any) -> None:
    """Send what the page sends, and wait for the engine's answer."""
    board._handle_custom_msg({"action": action, "ply": board.state["ply"], **details}, [])
    assert board.wait(WAIT_S)


# --- the kernel -------------------------------------------------------------------------------------


def test_a_person_plays_and_an_engine_answers() -> None:
    board = Board(yellow=leftmost)
    assert board.state["status"] == "Red to move."
    assert board.state["playable"] == [1, 2, 3, 4, 5, 6, 7]
    send(board, "play", column=4)
    assert moves(board) == (4, 1)
    assert board.state["status"] == "leftmost played column 1. Red to move."
    assert board.state["ply"] == 2
    assert board.state["moves"] == "41"


def test_the_kernel_is_free_and_the_board_closed_to_moves_while_an_engine_thinks() -> None:
    go = threading.Event()

    def thinker(position: d4.Position) -> int:
        assert go.wait(WAIT_S)
        return 7

    board = Board(yellow=thinker)
    board.play(4)
    assert board.is_thinking
    assert board.state["status"] == "thinker is thinking …"
    assert board.state["playable"] == []
    assert not board.state["can_undo"]
    assert not board.wait(0.01)
    board._handle_custom_msg({"action": "play", "column": 1, "ply": 1}, [])
    board._handle_custom_msg({"action": "undo", "ply": 1}, [])
    with pytest.raises(d4.IllegalMove, match="thinker is to move"):
        board.play(1)
    with pytest.raises(ValueError, match="thinker is choosing a move"):
        board.undo()
    with pytest.raises(ValueError, match="thinker is choosing a move"):
        board.new_game()
    assert moves(board) == (4,)
    go.set()
    assert board.wait(WAIT_S)
    assert moves(board) == (4, 7)


def test_a_repeated_message_takes_effect_once() -> None:
    board = Board(yellow=None)
    for _ in range(2):
        board._handle_custom_msg({"action": "play", "column": 4, "ply": 0}, [])
    assert moves(board) == (4,)


@pytest.mark.parametrize(
    "content", [{}, {"action": "dance", "ply": 0}, {"action": "play", "column": 9, "ply": 0}]
)
def test_a_message_that_makes_no_sense_changes_nothing(content: dict[str, Any]) -> None:
    board = Board(yellow=None)
    board._handle_custom_msg(content, [])
    assert moves(board) == ()
    assert board.state["playable"] == [1, 2, 3, 4, 5, 6, 7]


def test_undo_and_new_game_also_where_an_engine_begins() -> None:
    board = Board("44", yellow=leftmost)
    send(board, "play", column=5)
    assert moves(board) == (4, 4, 5, 1)
    send(board, "undo")
    assert moves(board) == (4, 4)
    send(board, "new game")
    assert moves(board) == ()
    assert not board.state["can_undo"]
    board = Board(d4.Rules(5, 4), red=leftmost, yellow=None)
    assert board.wait(WAIT_S)
    assert moves(board) == (1,)
    send(board, "play", column=5)
    send(board, "new game")
    assert moves(board) == (1,)


def test_two_engines_play_to_the_end_and_a_failing_one_forfeits() -> None:
    board = Board(red=leftmost, yellow=lambda position: position.legal_columns[-1])
    assert board.wait(WAIT_S)
    assert board.game.position.winner is d4.RED
    assert board.state["status"] == "leftmost played column 1. Red wins."
    assert not board.state["can_undo"]
    assert board.state["can_restart"]

    def broken(position: d4.Position) -> int:
        raise KeyError("oops")

    board = Board(yellow=broken)
    send(board, "play", column=4)
    assert "Red wins by forfeit: broken raised KeyError" in board.state["status"]
    board.close()


def test_a_game_keeps_its_players_and_its_position() -> None:
    game = d4.Game.from_moves("4455", yellow=leftmost)
    board = Board(game)
    board.play(3)
    assert board.wait(WAIT_S)
    assert game.moves == (4, 4, 5, 5, 3, 1)
    with pytest.raises(ValueError, match="the game already has players"):
        Board(game, red="easy")


def test_without_anywidget_the_error_names_the_extra() -> None:
    program = "import sys; sys.modules['anywidget'] = None; import dropfour.notebook"
    with pytest.raises(AssertionError, match=r'pip install "dropfour\[notebook\]"'):
        run_python(program)


# --- the page ---------------------------------------------------------------------------------------

# A host of widgets, as small as the specification of anywidget's front-end modules allows.
HOST = """
async ([source, styles, state]) => {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const widget = (await import(url)).default;
    const listeners = new Set();
    window.sent = [];
    window.model = {
        get: (name) => ({ state, styles })[name],
        on: (event, listener) => listeners.add(listener),
        off: (event, listener) => listeners.delete(listener),
        send: (content) => window.sent.push(content),
    };
    window.change = (next) => { state = next; listeners.forEach((listener) => listener()); };
    window.listeners = listeners;
    window.remove = widget.render({ model: window.model, el: document.body });
}
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def show(page: Page) -> Callable[[Board], None]:
    """Show a board in an empty page."""

    def shown(board: Board) -> None:
        page.set_content("<!doctype html><title>A notebook</title>")
        page.evaluate(HOST, [str(board._esm), board.styles, board.state])

    return shown


def relay(page: Page, board: Board) -> None:
    """Carry what the page sent to the kernel, and the new state back."""
    for content in page.evaluate("window.sent.splice(0)"):
        board._handle_custom_msg(json.loads(json.dumps(content)), [])
    assert board.wait(WAIT_S)
    page.evaluate("window.change", board.state)


def test_a_click_on_a_column_plays_and_is_undone(page: Page, show: Callable[[Board], None]) -> None:
    board = Board(yellow=leftmost)
    show(board)
    # The lowest cell of column 6 in the picture: its button lies over the entire column.
    box = some(page.locator('[data-cell="6,1"]').bounding_box())
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    relay(page, board)
    assert moves(board) == (6, 1)
    assert page.get_by_role("status").inner_text() == "leftmost played column 1. Red to move."
    assert page.locator('[data-cell="6,1"] .disc.red').count() == 1
    page.get_by_role("button", name="Undo").click()
    relay(page, board)
    assert moves(board) == ()


def test_the_keyboard_alone_is_enough(page: Page, show: Callable[[Board], None]) -> None:
    board = Board(yellow=leftmost)
    show(board)
    assert page.get_by_role("button", name="Column").count() == 7
    page.keyboard.press("Tab")  # to the column in the middle
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    relay(page, board)
    assert moves(board) == (7, 1)
    page.keyboard.press("Space")  # the focus is still there
    relay(page, board)
    assert moves(board) == (7, 1, 7, 1)


def test_what_cannot_be_done_sends_nothing(page: Page, show: Callable[[Board], None]) -> None:
    board = Board("444444", yellow=None)
    show(board)
    full = page.get_by_role("button", name="Column 4")
    assert full.get_attribute("aria-disabled") == "true"
    full.click(force=True)
    assert page.evaluate("window.sent") == []
    page.get_by_role("button", name="New game").click()
    relay(page, board)
    assert moves(board) == ()
    page.get_by_role("button", name="Undo").click(force=True)
    assert page.evaluate("window.sent") == []


def test_a_board_keeps_keys_and_can_be_removed(page: Page, show: Callable[[Board], None]) -> None:
    show(Board())
    page.evaluate("document.addEventListener('keydown', (event) => { window.leaked = event.key; })")
    page.get_by_role("button", name="Column 1").press("d")
    assert page.evaluate("window.leaked") is None
    show(Board())
    assert page.evaluate("window.listeners.size") == 1
    assert page.evaluate("(window.remove(), window.listeners.size)") == 0


@pytest.mark.parametrize("size", ["3x3", "20x4"])
def test_buttons_cover_columns(page: Page, show: Callable[[Board], None], size: str) -> None:
    rules = d4.Rules.for_board(size, connect=3)
    show(Board(rules, yellow=None))
    for column in range(1, rules.columns + 1):
        button = some(page.locator(f'[data-column="{column}"]').bounding_box())
        cell = some(page.locator(f'[data-cell="{column},1"]').bounding_box())
        assert abs(button["x"] + button["width"] / 2 - cell["x"] - cell["width"] / 2) < 2
        assert button["height"] >= cell["height"] * rules.rows
