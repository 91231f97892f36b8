"""Live games on the page in two browser contexts: any rules, planned moves, reactions."""

import re

from playwright.sync_api import expect

from web.driver import Visitors
from web.page.live.test_page import meet


def test_a_live_game_of_any_rules_with_planned_moves_and_reactions(visitor: Visitors) -> None:
    rules = re.compile("Max-Connect4")
    ada, bob = meet(visitor, "Red", rules, Columns="5", Rows="4")
    for page in (ada, bob):
        expect(page.board.locator(".column")).to_have_count(5)
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
    planned = "Column 3: empty, planned if they play column 2"
    expect(ada.column(3)).to_have_attribute("aria-label", planned)
    bob.expect_discs(1)
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
    ada.expect_notice(re.compile("Column 1 is full"))
    ada.expect_status("Your turn")
    assert ada.moves() == "123111"

    # Reactions, until they are turned off.
    bob.page.get_by_role("button", name="Nice move").click()
    expect(ada.page.locator(".player[data-colour=yellow] .reaction")).to_contain_text("Nice")
    bubble = bob.page.locator(".player[data-colour=yellow] .reaction")
    expect(bubble).to_be_visible()
    below, headline = bubble.bounding_box(), bob.page.locator("#status").bounding_box()
    assert below
    assert headline
    is_beside = below["x"] >= headline["x"] + headline["width"]
    assert is_beside or below["y"] + below["height"] <= headline["y"], "it covers the headline"
    ada.menu("Settings")
    ada.page.get_by_role("switch", name="Reactions").uncheck()
    ada.button("Done").click()
    expect(ada.page.get_by_role("button", name="Nice move")).to_be_hidden()


def test_the_second_player_swaps_sides_in_two_browsers(visitor: Visitors) -> None:
    ada, bob = meet(visitor, "Red", "Swap rule")
    swap = bob.button("Swap sides")
    expect(swap).to_be_hidden()
    ada.click(4)
    bob.expect_status("Your turn: play, or swap sides")
    expect(ada.button("Swap sides")).to_be_hidden()
    swap.click()
    for page in (ada, bob):
        page.expect_spoken("Sides are swapped: Bob has red now, and Ada yellow.")
    ada.expect_status("Your turn")
    expect(swap).to_be_hidden()
    ada.click(1)
    for page in (ada, bob):
        page.expect_disc(1, 1, "yellow")
    bob.expect_status("Your turn")
    bob.page.reload()
    bob.click(4)
    ada.expect_disc(4, 2, "red")
    state = ada.page.request.get(f"/api/games/{ada.page.url[-12:]}").json()
    assert (state["swapped"], state["red"]["name"], state["moves"]) == (True, "Bob", "414")
