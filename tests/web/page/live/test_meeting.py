"""Meeting people on the page: the lobby, invitations, and games that follow their players."""

import re

from playwright.sync_api import Browser, Locator, expect

from web.driver import GamePage
from web.page.live.test_page import PHONE, device, invite
from web.server_process import ServerProcess


def offer(
    page: GamePage, name: str, board: str = "any", clock: str = "any", start: str = ""
) -> None:
    page.page.goto("/live")
    lobby = page.page.locator("#live-view")
    lobby.get_by_label("Your name").fill(name)
    lobby.get_by_role("combobox", name="Board").select_option(board)
    lobby.get_by_label("Clock").select_option(clock)
    if start:
        lobby.get_by_role("radio", name=start).check()
    lobby.get_by_role("button", name="Offer a game").click()


def row(page: GamePage, name: str) -> Locator:
    return page.page.locator(".lobby-list li").filter(has_text=name)


def test_strangers_meet_in_the_lobby(browser: Browser, own_server: ServerProcess) -> None:
    with (
        device(browser, own_server.url) as ada,
        device(browser, own_server.url, **PHONE) as bob,
        device(browser, own_server.url) as eve,
    ):
        ada.page.add_init_script(STREAMS)
        offer(ada, "Ada", "8x7", "any")
        waiting = ada.page.locator(".lobby-waiting")
        expect(waiting).to_contain_text("You are waiting for an opponent: 8 × 7, any clock.")
        # In a second tab, Ada is the same person.
        second = GamePage(ada.page.context)
        second.page.goto("/live")
        expect(second.page.locator(".lobby-waiting")).to_have_text(
            re.compile("You are waiting for an opponent: 8 × 7, any clock.Withdraw$")
        )
        second.page.close()
        offer(eve, "Eve", "9x7", "none", "Swap rule")
        expect(waiting).to_contain_text("One other person is waiting, too.")
        expect(row(ada, "Eve")).to_contain_text("9 × 7, swap rule, no clock")
        # Ada waits on another page, where a banner says so.
        ada.page.get_by_role("link", name="Learn").click()
        banner = ada.page.locator(".banner")
        expect(banner).to_contain_text("Waiting for an opponent")

        bob.page.goto("/live")
        expect(bob.page.locator(".lobby-waiting")).to_contain_text("2 people are waiting")
        bob.page.get_by_label("Clock").select_option("300+3")
        row(bob, "Ada").get_by_role("button").tap()
        expect(bob.page.locator(".clock").first).to_have_text("5:00")
        expect(ada.page.locator("#notice")).to_contain_text("accepted your offer")
        expect(banner).to_contain_text(re.compile("to move|Your turn against"))
        expect(row(eve, "Ada")).to_have_count(0)
        assert ada.page.evaluate("window.streams") == {"open": 1, "most": 1}
        eve.button("Withdraw").click()
        expect(eve.page.locator(".lobby-waiting")).to_contain_text("Nobody is waiting")
        # The game can be watched.
        expect(eve.page.locator("#live-view")).to_contain_text("5+3")
        eve.page.locator(".past-game").first.click()
        expect(eve.page.locator("#live-card")).to_contain_text("Both seats are taken")
        eve.button("Offer a game").click()
        expect(eve.page).to_have_url(re.compile("/live$"))


def test_an_engine_offers_itself_to_somebody_who_waits(
    browser: Browser, server: ServerProcess
) -> None:
    with device(browser, server.url) as ada:
        ada.page.clock.install()
        offer(ada, "Ada", "8x8", "none")
        expect(ada.page.locator(".lobby-waiting")).to_contain_text("You are waiting")
        expect(row(ada, "an engine")).to_have_count(0)
        ada.page.clock.run_for(16_000)
        row(ada, "an engine").get_by_role("button").click()
        expect(ada.page.locator("#board .column")).to_have_count(8)
        expect(ada.page.locator(".banner")).to_contain_text("Waiting for an opponent")
        ada.page.locator(".banner").get_by_role("button", name="Withdraw").click()
        expect(ada.page.locator(".banner")).to_be_hidden()


# The page behind another one, with notifications turned on.
HIDDEN = """() => {
    localStorage.setItem('dropfour.notifications', 'true');
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    window.requestAnimationFrame = () => 0;
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    ServiceWorkerRegistration.prototype.showNotification = (title, { body }) => {
        document.documentElement.dataset.shown = body;
    };
}"""

# How many event streams a page has open, and how many it ever had at the same time.
STREAMS = """
window.streams = { open: 0, most: 0 };
const original = window.fetch;
window.fetch = async (address, options) => {
    const isStream = String(address).includes('/events');
    if (isStream) {
        window.streams.open += 1;
        window.streams.most = Math.max(window.streams.most, window.streams.open);
        options.signal.addEventListener('abort', () => { window.streams.open -= 1; });
    }
    return original(address, options);
};
"""


def test_a_guest_is_asked_and_the_host_is_told(browser: Browser, server: ServerProcess) -> None:
    with (
        device(browser, server.url, **PHONE, service_workers="allow") as ada,
        device(browser, server.url, **PHONE) as bob,
        device(browser, server.url) as eve,
    ):
        link = invite(ada, "Ada", "Yellow")
        card, board = ada.page.locator("#live-card"), ada.page.locator("#board")
        qr = ada.page.get_by_alt_text("QR code of the link").first
        assert qr.bounding_box()["y"] < board.bounding_box()["y"]  # type: ignore[index]
        # The host looks at something else while the link is on its way.
        ada.page.get_by_role("link", name="Learn").tap()
        expect(ada.page.locator(".banner")).to_contain_text("Waiting for your friend to join")

        bob.open(link)
        eve.open(link)
        words = "Ada invites you: you are red, without a clock, four in a row wins."
        for guest in (bob, eve):
            expect(guest.page.locator(".invitation")).to_have_text(words)
            expect(guest.page.get_by_text("You are invited")).to_have_count(1)
        expect(ada.page.locator(".banner")).to_contain_text("Waiting for your friend to join")
        bob.page.locator("#join-name").fill("Bobby-Bartholomew the Magnificent of N")
        bob.button("Join").tap()
        expect(ada.page.locator("#notice")).to_contain_text("has joined your game")
        bob.expect_status("Your turn")
        expect(eve.page.locator("#live-card")).to_contain_text("Both seats are taken")
        expect(eve.page.locator(".invitation")).to_be_hidden()

        # A long name stays in one line.
        name = bob.page.locator('.player[data-colour="red"] .player-title')
        assert name.bounding_box()["height"] < 24  # type: ignore[index]
        ada.page.evaluate(HIDDEN)
        bob.column(4).tap()
        expect(ada.page).to_have_title(re.compile("^Your turn! "))
        expect(ada.page.locator("html")).to_have_attribute(
            "data-shown", re.compile("^Your turn against Bobby")
        )
        expect(ada.page.locator(".banner .disc")).to_have_count(1)
        ada.page.goto("/games")
        expect(ada.page.locator("#past-view")).to_contain_text("No games yet")
        ada.page.goto("/live")
        expect(ada.page.locator("#live-view")).to_contain_text("Your turn against Bobby")
        ada.page.goto("/puzzles")
        ada.page.locator(".banner-game").tap()
        expect(card).to_be_visible()
        expect(ada.page.locator(".banner")).to_be_hidden()

        # Answers have a place of their own: nothing moves when an offer comes.
        ada.page.locator('#board .column[data-column="3"]').tap()
        resign = bob.button("Resign")
        place = resign.bounding_box()
        ada.button("Offer a draw").tap()
        expect(bob.page.locator(".offer")).to_contain_text("Ada offers a draw")
        assert resign.bounding_box() == place
        bob.button("Accept").tap()
        ada.expect_status("A draw by agreement")


def test_an_invitation_is_withdrawn(browser: Browser, server: ServerProcess) -> None:
    with device(browser, server.url) as ada, device(browser, server.url) as bob:
        bob.open(invite(ada, "Ada"))
        expect(bob.page.locator(".invitation")).to_be_visible()
        address = ada.page.url
        ada.go("/live")
        inside = """(button) => {
            const boxOf = (element) => element.getBoundingClientRect();
            const [item, box] = [boxOf(button.parentElement), boxOf(button)];
            return item.left <= box.left && box.right <= item.right && box.bottom <= item.bottom;
        }"""
        assert ada.button("Withdraw the invitation").evaluate(inside)
        ada.go(address)
        ada.button("Withdraw the invitation").click()
        expect(ada.page.locator("#notice")).to_contain_text("withdrawn")
        expect(bob.page.locator("#notice")).to_contain_text("withdrawn")
        join_again = bob.page.request.get(bob.page.url.replace("/game/", "/api/games/"))
        assert join_again.status == 404
