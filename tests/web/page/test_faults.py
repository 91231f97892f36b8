"""What a person who tries everything came across: each test was a fault of the page once."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from web.driver import GamePage

pytestmark = pytest.mark.shared_tab

# Collects everything that is announced.
LISTEN = """
window.heard = [];
new MutationObserver(() => {
    const text = document.querySelector('#live')?.textContent;
    if (text && text !== window.heard.at(-1)) window.heard.push(text);
}).observe(document, { childList: true, subtree: true });
"""
# What a notice covers: controls, the headline or the board.
COVERED = """() => {
    const notice = document.querySelector('#notice').getBoundingClientRect();
    const parts = 'button, a:not(.skip), input, select, #status, #board, #tools';
    return [...document.querySelectorAll(parts)].filter((part) => {
        const box = part.getBoundingClientRect();
        return part.checkVisibility() && box.left < notice.right && box.right > notice.left
            && box.top < notice.bottom - 1 && box.bottom > notice.top + 1;
    }).map((part) => part.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (740, 360), (844, 390), (1280, 800)])
def test_a_notice_has_a_place_of_its_own(game: GamePage, size: tuple[int, int]) -> None:
    game.page.set_viewport_size({"width": size[0], "height": size[1]})
    game.begin(moves="444444")
    expect(game.column(4)).to_have_attribute("aria-label", re.compile("full"))
    game.column(4).click(force=True)  # it is marked as disabled, but can be clicked
    shown = game.page.locator("#notice[data-shown]")
    expect(shown).to_have_text("Column 4 is full.")
    assert game.page.evaluate(COVERED) == []
    game.expect_spoken("Column 4 is full.")
    game.expect_status("Red to move")
    assert game.moves() == "444444"
    # It goes with what opens in its place.
    game.button("More").click()
    assert shown.count() == 0
    game.press("Escape")
    game.column(4).click(force=True)
    expect(shown).to_be_visible()
    game.page.get_by_role("link", name="Learn").first.click()
    assert shown.count() == 0


def test_the_goal_is_told_before_the_first_move(game: GamePage) -> None:
    game.open("/?board=9x7&connect=5")
    game.expect_status("Five in a row wins. Red to move: drop a disc to start")
    game.open("/?objective=most-lines&board=7x6")
    game.expect_status("Most lines of four win.")
    game.open("/")
    game.expect_status("You are red. Drop a disc to start")
    game.open("/?moves=12121214")
    game.expect_notice(re.compile("over after move 7"))


def test_the_new_game_dialog_fits_and_shows_what_is_wrong(game: GamePage) -> None:
    page = game.page
    page.set_viewport_size({"width": 1280, "height": 800})
    game.open("/").menu("New game …")
    dialog = page.locator("#setup-dialog")
    assert dialog.evaluate("(node) => node.scrollHeight <= node.clientHeight")
    page.locator("#setup-columns").fill("4")
    page.locator("#setup-rows").fill("4")
    page.locator("#setup-connect").fill("8")
    page.locator("#setup-connect").blur()
    expect(dialog).to_contain_text("No line of 8 fits on 4 × 4: every game is a draw.")
    page.set_viewport_size({"width": 390, "height": 640})
    problem = dialog.locator(".dialog-end .problem")
    page.locator("#setup-columns").fill("99")
    game.button("Start").click()
    expect(problem).to_have_text("A board has 1 to 20 columns and 1 to 20 rows.")
    expect(problem).to_be_in_viewport()
    # The sizes that are usual have a button.
    page.locator("#setup-columns").fill("9")
    expect(dialog.locator("input[name=setup-board]:checked")).to_have_count(0)
    page.locator("#setup-rows").fill("7")
    expect(dialog.get_by_label("9 × 7")).to_be_checked()


@pytest.mark.context
def test_lines_and_the_final_score_are_announced(game: GamePage) -> None:
    game.page.add_init_script(LISTEN)
    game.begin(board="4x2", connect=3, objective="most-lines", moves="112233")
    game.click(4)
    game.expect_spoken("Move 7: Red, column 4, row 1, 1 new line.")
    game.click(4)
    game.expect_spoken("column 4, row 2, 1 new line. A draw. Red has 2 lines. Yellow has 2 lines.")
    game.begin(moves="4455", yellow={"engine": "easy"})
    game.column(4).focus()
    game.press("u")
    game.expect_spoken("Moves 3 to 4 undone.")
    game.press("y")
    game.expect_spoken("Move 3: Red, column 5, row 1. Move 4: Yellow, column 5, row 2.")
    for name in ("Study", "Coach"):
        expect(game.page.get_by_role("switch", name=re.compile(name))).to_be_visible()


@pytest.mark.context(viewport={"width": 390, "height": 844}, has_touch=True)
def test_a_narrow_column_is_chosen_by_sliding(game: GamePage) -> None:
    game.open("/?board=20x20&moves=11").page.locator("#study").check()
    signs = game.board.locator(".chip[data-kind] .chip-label")
    expect(signs.first).to_have_attribute("data-short", re.compile(r"[+−=≈?]"))
    shown = "(label) => getComputedStyle(label, '::after').content"
    assert re.search(r"[+−=≈?]", signs.first.evaluate(shown))
    game.page.locator("#study").uncheck()
    boxes = [game.column(column).bounding_box() for column in (9, 12)]
    (x1, y), (x2, _) = [(box["x"] + box["width"] / 2, box["y"] + 60) for box in boxes if box]
    session = game.page.context.new_cdp_session(game.page)

    def touch(kind: str, *points: float) -> None:
        at = [{"x": x, "y": y} for x in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", x1)
    touch("touchMove", (x1 + x2) / 2)
    touch("touchMove", x2)
    expect(game.column(12)).to_have_attribute("data-pointed", "red")
    touch("touchEnd")
    game.expect_disc(12, 1, "red")
    game.expect_discs(3)


def test_of_two_tabs_with_one_game_one_lets_the_engine_move(context: BrowserContext) -> None:
    game, other = GamePage(context), GamePage(context)
    for tab in (game, other):
        tab.page.add_init_script(LISTEN)
    game_id = game.begin(yellow={"engine": "random"})
    other.open(f"/game/{game_id}")
    other.expect_status("Your turn")
    for count, clicked in ((2, game), (4, other), (6, game)):
        clicked.column(count).click()
        for tab in (game, other):
            tab.expect_discs(count)
            tab.settle()
    moves = game.moves()
    assert other.moves() == moves
    for tab in (game, other):
        heard = " ".join(tab.page.evaluate("window.heard"))
        told = re.findall(r"Move (\d+): \w+, column (\d)", heard)
        assert {int(ply) for ply, _ in told} >= {2, 4, 6}
        assert all(moves[int(ply) - 1] == column for ply, column in told), (told, moves)
