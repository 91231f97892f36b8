"""Live games of any rules on the page, in two browser contexts."""

import re

from playwright.sync_api import Browser, expect

from web.driver import GamePage, new_context
from web.server_process import ServerProcess


def invite(page: GamePage) -> str:
    """Begin a live game of Max-Connect4 on a small board, as red, and return its id."""
    page.open("/")
    page.button("Play a friend").click()
    dialog = page.page.locator("#live-dialog")
    dialog.get_by_label("Your name").fill("Ada")
    dialog.get_by_text("Red", exact=True).click()
    dialog.get_by_text("Max-Connect4").click()
    dialog.get_by_label("Columns", exact=True).fill("5")
    dialog.get_by_label("Rows", exact=True).fill("4")
    dialog.get_by_role("button", name="Create the link").click()
    expect(page.page).to_have_url(re.compile("/game/[0-9A-Za-z]{12}$"))
    return page.page.url.rpartition("/")[2]


def test_a_live_game_of_any_rules(browser: Browser, server: ServerProcess) -> None:
    with (
        new_context(browser, server.url) as hers,
        new_context(browser, server.url) as his,
        GamePage(hers) as ada,
        GamePage(his) as bob,
    ):
        game_id = invite(ada)
        bob.page.request.post(f"/api/live/{game_id}/join", data={"name": "Bob"})
        bob.open(f"/game/{game_id}")
        for page in (ada, bob):
            expect(page.page.locator("#board .column")).to_have_count(5)
            expect(page.page.locator(".player .lines").first).to_be_visible()
