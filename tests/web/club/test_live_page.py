"""Live games on the page in two browser contexts: any rules, planned moves, reactions."""

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


def test_a_live_game_of_any_rules_with_planned_moves_and_reactions(
    browser: Browser, server: ServerProcess
) -> None:
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

        card = ada.page.locator("#players-card")
        # Nothing is sent before the other player has moved; a reload keeps the plan.
        ada.click(1)
        ada.column(1).click()
        expect(card).to_contain_text("You will play column 1")
        card.get_by_role("button", name="Cancel").click()
        expect(card).not_to_contain_text("You will play")
        # In one step, so that the page gets to the plan only after the next choice.
        card.get_by_label("Plan a move if they play").evaluate(
            """(reply) => {
                document.querySelector('#board .column[data-column="1"]').click();
                reply.value = '2';
                reply.dispatchEvent(new Event('change'));
            }"""
        )
        ada.column(3).click()
        expect(card).to_contain_text("If they play column 2, you will play column 3")
        expect(ada.column(3)).to_have_attribute(
            "aria-label", "Column 3: empty, planned if they play column 2"
        )
        expect(bob.page.locator("#board .disc:not(.ghost)")).to_have_count(1)
        ada.page.reload()
        expect(card).to_contain_text("You will play column 1")
        bob.expect_status("Your turn")
        bob.click(2)
        for page in (ada, bob):
            page.expect_disc(3, 1, "red")

        # A planned move that has become impossible is cancelled.
        expect(card).not_to_contain_text("You will play")
        bob.click(1)
        ada.expect_status("Your turn")
        ada.click(1)
        ada.column(1).click()
        expect(card).to_contain_text("You will play column 1")
        bob.click(1)
        expect(ada.page.locator("#notice")).to_contain_text("Column 1 is full")
        ada.expect_status("Your turn")
        assert ada.moves() == "123111"

        # Reactions, until they are turned off.
        bob.page.get_by_role("button", name="Nice move").click()
        expect(ada.page.locator(".player[data-colour=yellow] .reaction")).to_contain_text("Nice")
        expect(bob.page.locator(".player[data-colour=yellow] .reaction")).to_be_visible()
        ada.menu("Settings")
        ada.page.get_by_role("switch", name="Reactions").uncheck()
        ada.button("Done").click()
        expect(ada.page.get_by_role("button", name="Nice move")).to_be_hidden()
