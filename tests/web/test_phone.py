"""The page on small screens: what matters is in view, and nothing is wider than the screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from web.driver import GamePage
from web.server_process import ServerProcess

PHONES = [(320, 640), (360, 740), (390, 844)]


@contextmanager
def screen(
    browser: Browser, server: ServerProcess, width: int, height: int, *, is_mobile: bool = True
) -> Iterator[GamePage]:
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        has_touch=is_mobile,
        is_mobile=is_mobile,
        reduced_motion="reduce",
    )
    with GamePage(context) as game:
        yield game
    context.close()


def expect_in_view(locator: Locator) -> None:
    """Wait until all of the element is on the screen."""
    expect(locator).to_be_in_viewport(ratio=0.99)


def open_menu(page: Page) -> None:
    """Show the links of the header, which narrow screens have in a menu."""
    menu = page.get_by_role("button", name="Menu")
    if menu.is_visible():
        menu.click()


def overflowing(page: Page) -> list[str]:
    """Return the visible elements that stick out of the screen or of their card, or whose text does."""
    found: list[str] = page.evaluate(OVERFLOWING)
    return found


OVERFLOWING = """() => {
    const scrolled = '.table, .t-scroll, .cross, .record-scroll, .unseen, .skip, .notice, svg *';
    const found = [];
    const note = (what, element) => {
        const { tagName, className, id, textContent } = element;
        found.push(`${what}: ${tagName}.${className}#${id}: ${textContent.slice(0, 30)}`);
    };
    const isWithin = (box, left, right) => box.left >= left - 0.5 && box.right <= right + 0.5;
    for (const element of document.querySelectorAll('body *')) {
        const box = element.getBoundingClientRect();
        if (!element.checkVisibility() || element.closest(scrolled) || box.width === 0) continue;
        if (!isWithin(box, 0, innerWidth)) note('screen', element);
        const card = element.parentElement.closest('.card, dialog, .player, .past-game');
        const outer = card?.getBoundingClientRect();
        if (outer && !isWithin(box, outer.left, outer.right)) note('card', element);
        const isControl = element.matches('button, .choices label, .button');
        if (isControl && element.scrollWidth > element.clientWidth + 1) note('text', element);
    }
    return found;
}"""


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_the_end_of_a_game_and_its_decisive_move_are_in_view(
    browser: Browser, server: ServerProcess, width: int, height: int
) -> None:
    with screen(browser, server, width, height) as game:
        game.begin(moves="44553344411221", yellow={"engine": "random:seed=1"})
        game.column(6).tap()
        game.expect_status("You win")
        expect_in_view(game.button("Play again"))
        expect_in_view(game.button("Review the game"))
        expect_in_view(game.page.locator(".cells"))
        game.button("Review the game").tap()
        expect(game.page.locator("#moves-card .verdict")).to_contain_text("decided it")
        expect_in_view(game.page.locator("#moves-card .verdict"))
        game.button("Show it").tap()
        expect_in_view(game.page.locator(".cells"))
        game.button("Try again from here").tap()
        expect_in_view(game.page.locator(".cells"))


ONE_LINE = """(element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size === 1;
}"""
SMALL = [(320, 568), (360, 640), (740, 360), (640, 400)]  # the last is 1280x800 at 200 %


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_nothing_sticks_out_of_a_small_screen(
    browser: Browser, server: ServerProcess, width: int, height: int
) -> None:
    with screen(browser, server, width, height, is_mobile=False) as game:
        page = game.page
        game.open("/")
        assert overflowing(page) == []
        more = page.get_by_role("button", name="More …")
        assert more.evaluate(ONE_LINE)
        more.click()
        assert overflowing(page) == []
        game.button("Cancel").click()
        game.button("Play a friend").click()
        assert overflowing(page) == []
        game.button("Cancel").click()
        game.button("Share").click()
        assert overflowing(page) == []
        game.button("Done").click()
        game.begin(moves="445533444112216", yellow={"engine": "alphabeta:convolution,depth=4"})
        game.button("Review the game").click()
        expect(page.locator(".graph-blunder").first).to_be_visible()
        page.get_by_role("switch").check()
        assert overflowing(page) == []
        game.begin(moves="44", objective="most-lines")
        assert overflowing(page) == []
        open_menu(page)
        page.get_by_role("link", name="Past games").click()
        expect(page.locator(".past-game").first).to_be_visible()
        assert overflowing(page) == []
        page.get_by_role("link", name="Your record").click()
        expect(page.locator(".figures")).to_be_visible()
        assert overflowing(page) == []
        open_menu(page)
        page.get_by_role("link", name="Tournaments").click()
        expect(page.locator("#tournaments-view h1")).to_be_visible()
        assert overflowing(page) == []


def test_the_largest_board_fits_a_laptop(browser: Browser, server: ServerProcess) -> None:
    with screen(browser, server, 1280, 800, is_mobile=False) as game:
        game.begin(board="20x20", moves="k")
        expect_in_view(game.page.locator(".well"))
        expect_in_view(game.page.locator("#tools"))
        assert game.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
