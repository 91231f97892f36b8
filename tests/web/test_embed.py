"""A board in other people's pages."""

from playwright.sync_api import expect

from web.driver import GamePage


def test_a_board_can_be_embedded(site: GamePage) -> None:
    site.page.goto("static/embed.html")
    studied = site.page.locator("#studied")
    expect(studied.locator(".disc:not(.ghost)")).to_have_count(4)
    expect(studied.locator(".chip[data-kind='win']")).not_to_have_count(0)
    moves = site.page.evaluate_handle("() => { window.heard = []; return window.heard; }")
    site.page.evaluate(
        "document.addEventListener('move', (event) => window.heard.push(event.detail.moves))"
    )
    studied.locator('.column[data-column="3"]').click()
    expect(studied.locator(".disc:not(.ghost)")).to_have_count(5)
    assert moves.json_value() == ["44553"]
    studied.get_by_role("button", name="Back to the start").click()
    expect(studied.locator(".disc:not(.ghost)")).to_have_count(4)
    opponent = site.page.locator("#opponent")
    opponent.locator('.column[data-column="4"]').click()
    expect(opponent.locator(".disc:not(.ghost)")).to_have_count(2)
    expect(site.page.locator("#large .row")).to_have_count(7)
    expect(site.page.locator("#race .chip").first).to_contain_text("lines")
    site.page.evaluate("document.querySelector('#studied').setAttribute('moves', '4444444')")
    expect(studied.get_by_role("status")).to_have_text("A move in column 4 is not possible there.")
