"""The page on small screens: what matters is in view (test_accessibility.py: and nothing is cut)."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from web.driver import GamePage

PHONES = [(320, 640), (360, 740), (390, 844)]


def expect_in_view(locator: Locator) -> None:
    """Wait until all of the element is on the screen."""
    expect(locator).to_be_in_viewport(ratio=0.99)


@pytest.mark.context(has_touch=True, is_mobile=True)
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_the_end_of_a_game_and_its_decisive_move_are_in_view(
    game: GamePage, width: int, height: int
) -> None:
    game.page.set_viewport_size({"width": width, "height": height})
    game.begin(moves="44553344411221", yellow={"engine": "random:seed=1"})
    game.column(6).tap()
    game.expect_status("You won")
    expect_in_view(game.button("Play again"))
    expect_in_view(game.button("Review the game"))
    expect_in_view(game.page.locator(".cells"))
    game.button("Review the game").tap()
    expect(game.page.locator("#review-card .verdict")).to_contain_text("until move")
    for _ in range(2):
        expect_in_view(game.page.locator(".cells"))
        expect_in_view(game.page.locator("#review-card .mistake"))
        game.button("Previous mistake").tap()
    game.button(re.compile("^Retry from move")).tap()
    expect_in_view(game.page.locator(".cells"))


@pytest.mark.context(viewport={"width": 390, "height": 844})
def test_a_tall_board_fits_the_screen_with_the_sentence_of_a_review(game: GamePage) -> None:
    game.begin(board="6x12", moves="121212" + "3443" * 3 + "1", yellow={"engine": "easy"})
    game.button("Review the game").click()
    for width, height in ((390, 844), (844, 390)):
        game.page.set_viewport_size({"width": width, "height": height})
        game.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        game.button("Next mistake").click()
        expect_in_view(game.page.locator(".cells"))
        expect_in_view(game.page.locator("#review-card .mistake"))
        game.button("Last move").click()


def test_the_boards_of_all_views_fit_a_phone_in_landscape(game: GamePage) -> None:
    game.page.set_viewport_size({"width": 740, "height": 360})
    for view in ("puzzles", "openings", "trainer", "solution"):
        game.open(f"/{view}")
        expect_in_view(game.page.locator(f"#{view}-view .cells"))


ONE_LINE = """(element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size === 1;
}"""


@pytest.mark.shared_tab
@pytest.mark.parametrize("width", [320, 360, 640, 740])
def test_the_button_for_more_opponents_is_in_one_row(game: GamePage, width: int) -> None:
    game.page.set_viewport_size({"width": width, "height": 400})
    game.open("/")
    assert game.page.get_by_role("button", name="More …").evaluate(ONE_LINE)


@pytest.mark.context(viewport={"width": 1280, "height": 800})
def test_the_largest_board_fits_a_laptop(game: GamePage) -> None:
    game.begin(board="20x20", moves="k")
    expect_in_view(game.page.locator(".well"))
    expect_in_view(game.page.locator("#tools"))
    assert game.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_sentences_in_tables_of_the_documentation_are_not_squeezed(browser: Browser) -> None:
    style = (Path(__file__).parents[2] / "docs" / "static" / "docs.css").read_text(encoding="utf-8")
    names = "<code>max_waiting_per_client</code>, <code>max_moves_waiting_per_client</code>"
    row = f"<tr><td>{names}</td><td>8, 64</td><td>{'searches that wait ' * 10}</td></tr>"
    table = f'<table class="docutils"><tbody>{row}</tbody></table>'
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(f'<style>{style}</style><div style="overflow-x: auto">{table}</div>')
    assert page.locator("td").last.evaluate("(cell) => cell.offsetWidth") > 250
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.close()
