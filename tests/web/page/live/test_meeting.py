"""Meeting people on the page: the lobby, invitations, games that follow their players, any rules."""

import re

from playwright.sync_api import Locator, expect

from web.driver import PHONE, GamePage, Visitors
from web.page.live.test_page import invite, meet
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


def test_strangers_meet_in_the_lobby(visitor: Visitors, own_server: ServerProcess) -> None:
    ada, bob, eve = visitor(), visitor(**PHONE), visitor()
    ada.page.add_init_script(STREAMS)
    offer(ada, "Ada", "8x7", "any")
    waiting = ada.page.locator(".lobby-waiting")
    expect(waiting).to_contain_text("You are waiting for an opponent: 8 × 7, any clock.")
    # In a second tab, Ada is the same person.
    second = GamePage(ada.page.context)
    second.page.goto("/live")
    said = re.compile("You are waiting for an opponent: 8 × 7, any clock.Withdraw$")
    expect(second.page.locator(".lobby-waiting")).to_have_text(said)
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
    ada.expect_notice(re.compile("accepted your offer"))
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


def test_an_engine_offers_itself_to_somebody_who_waits(visitor: Visitors) -> None:
    ada = visitor()
    ada.page.clock.install()
    offer(ada, "Ada", "8x8", "none")
    expect(ada.page.locator(".lobby-waiting")).to_contain_text("You are waiting")
    expect(row(ada, "an engine")).to_have_count(0)
    ada.page.clock.run_for(16_000)
    row(ada, "an engine").get_by_role("button").click()
    expect(ada.board.locator(".column")).to_have_count(8)
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


def test_a_guest_is_asked_and_the_host_is_told(visitor: Visitors) -> None:
    ada = visitor(**PHONE, service_workers="allow")
    bob, eve = visitor(**PHONE), visitor()
    link = invite(ada, "Ada", "Yellow")
    card, board = ada.page.locator("#live-card"), ada.board
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
    ada.expect_notice(re.compile("has joined your game"))
    bob.expect_status("Your turn")
    expect(eve.page.locator("#live-card")).to_contain_text("Both seats are taken")
    expect(eve.page.locator(".invitation")).to_be_hidden()

    # A long name stays in one line.
    name = bob.page.locator('.player[data-colour="red"] .player-title')
    assert name.bounding_box()["height"] < 24  # type: ignore[index]
    ada.page.evaluate(HIDDEN)
    bob.column(4).tap()
    expect(ada.page).to_have_title(re.compile("^Your turn! "))
    shown = re.compile("^Your turn against Bobby")
    expect(ada.page.locator("html")).to_have_attribute("data-shown", shown)
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
    ada.column(3).tap()
    resign = bob.button("Resign")
    place = resign.bounding_box()
    ada.button("Offer a draw").tap()
    expect(bob.page.locator(".offer")).to_contain_text("Ada offers a draw")
    assert resign.bounding_box() == place
    bob.button("Accept").tap()
    ada.expect_status("A draw by agreement")


def test_an_invitation_is_withdrawn(visitor: Visitors) -> None:
    ada, bob = visitor(), visitor()
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
    ada.expect_notice(re.compile("withdrawn"))
    bob.expect_notice(re.compile("withdrawn"))
    join_again = bob.page.request.get(bob.page.url.replace("/game/", "/api/games/"))
    assert join_again.status == 404


# --- any rules, planned moves, reactions ----------------------------------------------------------


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
    ada.reload()
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
    bob.reload()
    bob.click(4)
    ada.expect_disc(4, 2, "red")
    state = ada.page.request.get(f"/api/games/{ada.page.url[-12:]}").json()
    assert (state["swapped"], state["red"]["name"], state["moves"]) == (True, "Bob", "414")
