"""The full screen, driven by Textual's pilot: keys and mouse."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual")

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input, Static
from textual.widgets._footer import FooterKey

from dropfour import Choice, Game, Limits, Objective, Player, Position, Rules
from dropfour.terminal.board_view import StandIns
from dropfour.terminal.players import Players
from dropfour.terminal.saving import Autosave, load_record
from dropfour.terminal.tui import FileName, FullScreen
from sample_players import write_player

Steps = Callable[[FullScreen, Pilot[None]], Awaitable[None]]


def drive(
    steps: Steps,
    red: str = "human",
    yellow: str = "human",
    start: Position | None = None,
    size: tuple[int, int] = (80, 24),
    time_limit_s: float = 5,
    swap: bool = False,
) -> FullScreen:
    """Open the full screen, do *steps*, and close it."""
    players = Players(red, yellow, Limits(time_s=time_limit_s))
    app = FullScreen(players, players.new_game(start or Position(), swap), Autosave())

    async def session() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(app, pilot)

    try:
        asyncio.run(session())
    finally:
        app.players.close()
    return app


def full_screen(**options: Any) -> Callable[[Steps], Callable[[], None]]:
    """Make a test of steps on a full screen that is opened with *options*."""

    def test_of(steps: Steps) -> Callable[[], None]:
        def test() -> None:
            drive(steps, **options)

        return test

    return test_of


async def settle(app: FullScreen, pilot: Pilot[None]) -> None:
    await app.workers.wait_for_complete()
    await pilot.pause()


def text_of(app: FullScreen, name: str) -> str:
    return str(app.query_one(f"#{name}", Static).content)


def lines_of(app: FullScreen) -> list[str]:
    return [app.board.render_line(y).text for y in range(app.board.size.height)]


def moves_of(game: Game) -> list[int]:
    return list(game.moves)


@full_screen()
async def test_digits_drop_discs_that_are_listed(app: FullScreen, pilot: Pilot[None]) -> None:
    await pilot.press("4", "4", "3")
    assert moves_of(app.game) == [4, 4, 3]
    assert text_of(app, "move_list").split() == ["1.", "4", "4", "2.", "3"]
    assert "Yellow to move" in text_of(app, "message")


@full_screen()
async def test_arrows_choose_a_column(app: FullScreen, pilot: Pilot[None]) -> None:
    assert app.board.chosen == 4
    await pilot.press("left", "left")
    assert lines_of(app)[0] == "    ▗██▖                    "
    await pilot.press("enter", "right", "space", "down")
    assert moves_of(app.game) == [2, 3, 3]


@full_screen()
async def test_the_mouse_chooses_and_drops(app: FullScreen, pilot: Pilot[None]) -> None:
    await pilot.hover("BoardView", offset=(26, 5))
    assert app.board.chosen == 7
    await pilot.click("BoardView", offset=(1, 3))
    await pilot.click("BoardView", offset=(5, 0))
    await pilot.pause()
    assert moves_of(app.game) == [1, 2]


@full_screen(start=Position.from_moves("22", Rules(3, 2)))
async def test_full_columns_are_passed_over_and_refused(
    app: FullScreen, pilot: Pilot[None]
) -> None:
    await pilot.press("left", "left")
    assert app.board.chosen == 1
    await pilot.press("right", "right", "right")
    assert app.board.chosen == 3
    await pilot.press("2")
    assert "Column 2 is full." in text_of(app, "message")
    await pilot.press("8", "0")
    assert "There is no column 0." in text_of(app, "message")
    assert moves_of(app.game) == []


@full_screen(start=Position(Rules(20, 20)))
async def test_wide_boards_take_two_digits(app: FullScreen, pilot: Pilot[None]) -> None:
    await pilot.press("1", "2")
    assert (app.board.chosen, moves_of(app.game)) == (12, [])
    await pilot.press("enter", "7", "enter")
    assert moves_of(app.game) == [12, 7]
    assert app.board.is_small  # 20 large columns leave no space for the panel


@full_screen()
async def test_a_win_is_announced_and_undone(app: FullScreen, pilot: Pilot[None]) -> None:
    await pilot.press(*"1212121")
    assert "Red wins, 4 in a row from column 1, row 1" in text_of(app, "message")
    await pilot.press("5")
    assert len(app.game.moves) == 7
    await pilot.press("u", "u", "r")
    assert len(app.game.moves) == 6
    await pilot.press("r", "r")
    assert "There is no move to redo." in text_of(app, "message")


@full_screen(yellow="alphabeta:parity,depth=2")
async def test_an_engine_answers_and_shows_its_mood(app: FullScreen, pilot: Pilot[None]) -> None:
    await pilot.press("4")
    await settle(app, pilot)
    assert len(app.game.moves) == 2
    assert "alphabeta:parity,depth=2  " in text_of(app, "players")


def test_a_faulty_player_forfeits_and_the_move_can_be_undone(tmp_path: Path) -> None:
    async def steps(app: FullScreen, pilot: Pilot[None]) -> None:
        await pilot.press("4")
        await settle(app, pilot)
        assert "Red wins by forfeit: mine" in text_of(app, "message")
        assert "ZeroDivisionError" in text_of(app, "message")
        await pilot.press("u")
        assert "Red to move" in text_of(app, "message")

    path = write_player(tmp_path, "mine.py", "def choose(p): return 1 // 0")
    app = drive(steps, yellow=str(path), time_limit_s=20)
    assert app.game.result is None


def test_a_program_that_thinks_is_stopped_by_an_undo_and_by_the_end(tmp_path: Path) -> None:
    async def steps(app: FullScreen, pilot: Pilot[None]) -> None:
        await pilot.press("4", "u")
        await settle(app, pilot)
        assert app.game.result is None
        await pilot.press("5")

    path = write_player(tmp_path, "mine.py", "import time\ndef choose(p): time.sleep(1000)")
    drive(steps, yellow=str(path), time_limit_s=600)


def test_the_screen_answers_while_the_engine_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()

    async def steps(app: FullScreen, pilot: Pilot[None]) -> None:
        player = app.game.player(app.game.position.to_move.opponent)
        assert isinstance(player, Player)
        choose = player.choose

        def slowly(position: Position, *, moves: tuple[int, ...] | None = None) -> Choice:
            release.wait(600)
            return choose(position, moves=moves)

        monkeypatch.setattr(player, "choose", slowly)
        await pilot.press("4")
        assert "is thinking" in text_of(app, "message")
        await pilot.press("5")  # not its turn: nothing happens
        assert moves_of(app.game) == [4]
        await pilot.press("u")
        assert moves_of(app.game) == []
        assert "Red to move" in text_of(app, "message")
        release.set()
        await settle(app, pilot)
        assert moves_of(app.game) == []  # the answer to a move taken back is dropped

    drive(steps, yellow="random:seed=1")


@full_screen(start=Position.from_moves("112233", Rules(4, 4)))
async def test_hint_explanation_and_scores(app: FullScreen, pilot: Pilot[None]) -> None:
    await pilot.press("h")
    await settle(app, pilot)
    assert "Hint: column 4" in text_of(app, "message")
    await pilot.press("e")
    await settle(app, pilot)
    assert "Red wins immediately in column 4." in text_of(app, "message")
    await pilot.press("a")
    await settle(app, pilot)
    assert app.board.scores[4].startswith("+")
    shown = [app.board.scores[column].strip() for column in range(1, 5)]
    assert lines_of(app)[-1].split() == shown
    await pilot.press("1")
    assert not app.board.scores


def test_games_are_saved_and_loaded(tmp_path: Path) -> None:
    async def enter(app: FullScreen, pilot: Pilot[None], key: str, name: str) -> None:
        await pilot.press(key)
        assert isinstance(app.screen, FileName)
        app.screen.query_one(Input).value = name
        await pilot.press("enter")
        await pilot.pause()

    async def steps(app: FullScreen, pilot: Pilot[None]) -> None:
        await pilot.press("4", "5")
        await enter(app, pilot, "s", "game.txt")
        assert "Saved as game.txt." in text_of(app, "message")
        await enter(app, pilot, "s", "game.txt")
        assert "exists already" in text_of(app, "message")
        await enter(app, pilot, "s", "no/such/folder.txt")
        assert "Not saved: No such file or directory" in text_of(app, "message")
        await pilot.press("n")
        assert moves_of(app.game) == []
        await enter(app, pilot, "l", "[bold]nothing")
        message = "Not loaded: No such file or directory: [bold]nothing."
        assert message in text_of(app, "message")
        await enter(app, pilot, "l", "game.txt")
        assert moves_of(app.game) == [4, 5]
        await pilot.press("s", "escape")
        assert not isinstance(app.screen, FileName)

    drive(steps)
    assert load_record(tmp_path / "game.txt").columns == (4, 5)


@full_screen(start=Position.from_moves("1212121", Rules(objective=Objective.MOST_LINES)))
async def test_max_connect4_shows_the_lines_made(app: FullScreen, pilot: Pilot[None]) -> None:
    assert "Lines: red 1, yellow 0" in text_of(app, "message")


# --- windows and terminals --------------------------------------------------------------------------


def check_layout(app: FullScreen) -> None:
    """Check that the window shows the complete board, the status, and the keys for help and to quit."""
    window = app.screen.region
    board = app.board
    assert board.region.size == board.size_needed(board.is_small)
    assert window.contains_region(board.region)
    message = app.query_one("#messages").region
    assert window.contains_region(message)
    assert message.width >= 14
    assert message.height >= 1
    keys = {key.description: key.region for key in app.query(FooterKey)}
    assert window.contains_region(keys["Quit"])
    assert window.contains_region(keys["Help"])
    assert not Region.intersection(board.region, message).area


@pytest.mark.parametrize(
    "size", [(120, 40), (80, 24), (60, 20), (46, 40), (40, 20), (30, 10), (16, 10), (80, 10)]
)
def test_every_window_has_a_board_a_status_and_quit(size: tuple[int, int]) -> None:
    async def steps(app: FullScreen, pilot: Pilot[None]) -> None:
        check_layout(app)
        await pilot.press("4", "question_mark")
        assert any("█" in line or "●" in line for line in lines_of(app))
        check_layout(app)
        await pilot.resize_terminal(100, 40)
        await pilot.pause()
        assert not app.board.is_small
        check_layout(app)

    drive(steps, size=size)


@full_screen(size=(20, 8))
async def test_a_small_window_says_what_it_needs(app: FullScreen, pilot: Pilot[None]) -> None:
    assert not app.board.display or not app.board.region.area
    notice = app.query_one("#too-small", Static)
    assert notice.region.area
    assert "16x10 characters are needed" in str(notice.content)
    await pilot.press("4")
    assert moves_of(app.game) == []  # nothing is played on a board that cannot be seen
    await pilot.resize_terminal(16, 10)
    await pilot.pause()
    check_layout(app)
    assert not notice.region.area
    await pilot.press("4")
    assert moves_of(app.game) == [4]


@full_screen(size=(30, 12))
async def test_page_down_scrolls_a_long_text(app: FullScreen, pilot: Pilot[None]) -> None:
    await pilot.press("question_mark")
    await pilot.pause()
    messages = app.query_one("#messages")
    assert messages.scroll_y == 0
    await pilot.press("pagedown")
    assert messages.scroll_y > 0
    await pilot.press("pageup")
    assert messages.scroll_y == 0


@full_screen(size=(30, 12))
async def test_a_dialogue_fits_a_narrow_window(app: FullScreen, pilot: Pilot[None]) -> None:
    await pilot.press("s")
    await pilot.pause()
    assert app.screen.region.contains_region(app.screen.query_one(Input).region)
    await pilot.resize_terminal(80, 24)
    await pilot.press("escape")
    await pilot.pause()
    check_layout(app)


def test_without_colours_line_and_last_disc_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def steps(app: FullScreen, pilot: Pilot[None]) -> None:
        await pilot.press(*"12121")
        await pilot.pause()
        marked = [segment for y in range(16) for segment in app.board.render_line(y)]
        assert not any(each.style and each.style.color for each in marked)
        assert [each.text for each in marked if each.style and each.style.underline] == [
            "▗██▖",
            "▝██▘",
        ]
        await pilot.press(*"21")
        await pilot.pause()
        won = [segment for y in range(14) for segment in app.board.render_line(y)]
        assert sum(each.style is not None and bool(each.style.reverse) for each in won) == 8

    drive(steps)


@pytest.mark.parametrize(
    ("encoding", "text", "shown"),
    [
        ("utf-8", "▗██▖ ○ 😐 é …", "▗██▖ ○ 😐 é …"),
        ("ascii", "▗██▖ ○ 😐 é …", "/##\\ o ?? ? ."),
        ("cp1252", "● · é … ╭─╮", "x · é … +-+"),
    ],
)
def test_characters_have_stand_ins(encoding: str, text: str, shown: str) -> None:
    style = Style(bold=True)
    (segment,) = StandIns(encoding).apply([Segment(text, style)], Color(0, 0, 0))
    assert segment == Segment(shown, style)
    assert cell_len(segment.text) == cell_len(text)


@full_screen(red="human", yellow="perfect", swap=True)
async def test_an_engine_swaps_sides(app: FullScreen, pilot: Pilot[None]) -> None:
    await pilot.press("4")
    await settle(app, pilot)
    assert (app.game.swapped, app.game.moves) == (True, (4,))
    assert "perfect has red now" in text_of(app, "message")
    assert "red: perfect" in text_of(app, "players")


@full_screen(swap=True)
async def test_a_person_swaps_sides_by_a_key(app: FullScreen, pilot: Pilot[None]) -> None:
    await pilot.press("x")
    assert "only by the swap rule" in text_of(app, "message")
    await pilot.press("1")
    await pilot.pause()
    assert "x to swap sides" in text_of(app, "message")
    await pilot.press("x")
    await pilot.pause()
    assert app.game.swapped
