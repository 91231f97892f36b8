"""The page on small screens: what matters is in view (test_accessibility.py: and nothing is cut)."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from web.driver import GamePage

pytestmark = pytest.mark.shared_tab

PHONES = [(320, 640), (360, 740), (390, 844)]
SCREENS = [(1280, 800), (1024, 768), (768, 1024), (390, 844), (320, 640)]
# Whether the text of an element is in one row.
ONE_ROW = """(element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size === 1;
}"""


def expect_in_view(locator: Locator) -> None:
    """Wait until all of the element is on the screen."""
    expect(locator).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize(("width", "height"), [*PHONES, (640, 400), (740, 400)])
def test_headline_and_more_opponents_have_one_row_and_the_editors_edge_is_whole(
    game: GamePage, width: int, height: int
) -> None:
    game.open("/").page.set_viewport_size({"width": width, "height": height})
    game.expect_status("You are red. Drop a disc to start")
    assert width > 400 or game.page.locator("#status > span:nth-child(2)").evaluate(ONE_ROW)
    assert game.button("More …").evaluate(ONE_ROW)
    game.menu("Set up a position")
    board = game.page.locator("dialog.editor .board")
    bottom = "element => element.getBoundingClientRect().bottom"
    assert board.evaluate(bottom) - board.locator(".well").evaluate(bottom) >= 3


def test_scores_over_narrow_columns_keep_their_words(game: GamePage) -> None:
    game.page.set_viewport_size({"width": 740, "height": 360})
    game.study("/?moves=4455")
    expect(game.board.locator(".chip-label").first).to_have_text("lose")
    for part in ("label", "value"):
        size = "part => parseFloat(getComputedStyle(part).fontSize)"
        assert game.board.locator(f".chip-{part}").first.evaluate(size) >= 9


@pytest.mark.context(has_touch=True, is_mobile=True)
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_the_end_and_the_decisive_move_are_in_view(game: GamePage, width: int, height: int) -> None:
    game.page.set_viewport_size({"width": width, "height": height})
    game.watch_shifts()
    game.begin(moves="44553344411221", yellow={"engine": "random:seed=1"})
    game.shifts()
    game.column(6).tap()
    game.expect_status("You won")
    expect_in_view(game.button("Play again"))
    expect_in_view(game.button("Review the game"))
    expect_in_view(game.board.locator(".cells"))
    game.button("Review the game").tap()
    expect(game.page.locator("#review-card .mistake")).to_contain_text(re.compile(r"^Move \d+: "))
    game.expect_status("After ")
    assert sum(game.shifts()) < 0.02
    for name in ("Last move", "Previous mistake"):
        expect_in_view(game.board.locator(".cells"))
        expect_in_view(game.page.locator("#review-card .mistake"))
        game.button(name).tap()
    expect_in_view(game.page.locator("#review-card .mistake"))
    game.button(re.compile("^Retry from move")).tap()
    expect_in_view(game.board.locator(".cells"))


def test_a_tall_board_fits_the_screen_with_the_sentence_of_a_review(game: GamePage) -> None:
    game.begin(board="6x12", moves="121212" + "3443" * 3 + "1", yellow={"engine": "easy"})
    game.button("Review the game").click()
    for width, height in ((390, 844), (844, 390)):
        game.page.set_viewport_size({"width": width, "height": height})
        game.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        game.button("Next mistake").click()
        expect_in_view(game.board.locator(".cells"))
        expect_in_view(game.page.locator("#review-card .mistake"))
        game.button("Last move").click()


def test_the_board_stays_in_view_while_an_explanation_is_read(game: GamePage) -> None:
    game.page.set_viewport_size({"width": 390, "height": 844})
    game.study("/?moves=44")
    card = game.page.locator(".why")
    expect(card.locator("summary")).to_contain_text("Red wins: the solution")
    card.locator("summary").click()
    for part in (card.locator(".reasons li").first, game.page.locator("#moves-card")):
        part.scroll_into_view_if_needed()
        expect(part).to_be_in_viewport()
        expect_in_view(game.board.locator(".cells"))
    assert game.page.evaluate("scrollY") > 300


def test_the_board_is_as_wide_in_all_views(game: GamePage) -> None:
    widths: dict[int, set[float]] = {}
    for view in ("game", "puzzles", "openings", "trainer", "solution", "lesson"):
        address = {"game": "/", "lesson": "/learn/odd-and-even"}.get(view, f"/{view}")
        well = game.open(address).page.locator(f"#{view}-view .stage .well")
        for width, height in SCREENS:
            game.page.set_viewport_size({"width": width, "height": height})
            expect(well).to_be_visible()
            if width > 768:
                expect_in_view(well)
            widths.setdefault(width, set()).add((well.bounding_box() or {"width": 0})["width"])
        if view not in ("game", "lesson"):
            game.page.set_viewport_size({"width": 740, "height": 360})
            expect_in_view(well.locator(".cells"))
    assert all(len(found) == 1 for found in widths.values()), widths


def test_the_largest_board_fits_a_laptop(game: GamePage) -> None:
    game.page.set_viewport_size({"width": 1280, "height": 800})
    game.begin(board="20x20", moves="k")
    expect_in_view(game.page.locator("#game-view .well"))
    expect_in_view(game.page.locator("#tools"))
    assert game.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_sentences_in_tables_of_the_documentation_are_not_squeezed(browser: Browser) -> None:
    style = (Path(__file__).parents[3] / "docs" / "static" / "docs.css").read_text(encoding="utf-8")
    names = "<code>max_waiting_per_client</code>, <code>max_moves_waiting_per_client</code>"
    row = f"<tr><td>{names}</td><td>8, 64</td><td>{'searches that wait ' * 10}</td></tr>"
    table = f'<table class="docutils"><tbody>{row}</tbody></table>'
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(f'<style>{style}</style><div style="overflow-x: auto">{table}</div>')
    assert page.locator("td").last.evaluate("(cell) => cell.offsetWidth") > 250
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.close()
