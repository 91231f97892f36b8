"""Live games on the page, in several real browser contexts."""

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import expect

from web.cable import Cable
from web.driver import PHONE, GamePage, Visitors
from web.server_process import ServerProcess

# What the browser itself reports while there is no connection, of a service worker to update, too.
LOST = "Failed to load resource|when fetching the script"


@pytest.fixture
def cable(own_server: ServerProcess) -> Iterator[Cable]:
    with Cable(own_server.port) as cable:
        yield cable


def invite(page: GamePage, name: str, *choices: str | re.Pattern[str], **sizes: str) -> str:
    """Make a live game on the page, and return the path of its link. *choices* are texts to click."""
    page.open("/")
    page.button("Play a friend").click()
    dialog = page.page.locator("#live-dialog")
    dialog.get_by_label("Your name").fill(name)
    for choice in choices or ("Red",):
        dialog.get_by_text(choice, exact=True).click()
    for label, number in sizes.items():
        dialog.get_by_label(label, exact=True).fill(number)
    dialog.get_by_role("button", name="Create the link").click()
    expect(page.page).to_have_url(re.compile("/game/[0-9A-Za-z]{12}$"))
    link = page.page.get_by_label("Send this link to your friend")
    expect(link).to_have_value(re.compile("/game/[0-9A-Za-z]{12}$"))
    expect(page.page.get_by_alt_text("QR code of the link").first).to_be_visible()
    return "/game/" + link.input_value().rpartition("/")[2]


def join(page: GamePage, link: str, name: str = "") -> None:
    """Open the link of an invitation, and accept it."""
    page.open(link)
    page.page.locator("#join-name").fill(name)
    page.button("Join").click()


def meet(visitor: Visitors, *choices: str | re.Pattern[str], **sizes: str) -> list[GamePage]:
    """Let Bob accept an invitation of Ada's."""
    ada, bob = visitor(), visitor()
    join(bob, invite(ada, "Ada", *choices, **sizes), "Bob")
    ada.expect_status("Your turn")
    return [ada, bob]


def expect_everywhere(pages: Sequence[GamePage], column: int, row: int, owner: str) -> None:
    for page in pages:
        page.expect_disc(column, row, owner)


def test_a_game_survives_lost_connections(
    visitor: Visitors, own_server: ServerProcess, cable: Cable
) -> None:
    ada, eve = visitor(expected=LOST), visitor(expected=LOST)
    bob = visitor(cable.url, LOST, **PHONE)
    link = invite(ada, "Ada")
    ada.expect_status("Waiting for the other player")
    join(bob, link)
    ada.expect_status("Your turn")
    bob.expect_status("Ada to move")
    eve.open(link)
    expect(eve.page.get_by_text("You are watching")).to_be_visible()
    everybody = (ada, bob, eve)

    ada.column(4).click()
    expect_everywhere(everybody, 4, 1, "red")
    bob.expect_status("Your turn")
    bob.column(3).tap()
    expect_everywhere(everybody, 3, 1, "yellow")
    eve.column(1).click(force=True)
    eve.expect_notice(re.compile("You are watching this game"))
    expect(ada.page.locator("#study-card")).to_be_hidden()
    expect(eve.page.locator("#study-card")).to_be_visible()

    # Bob's phone has no connection for a while; Ada sees that, and moves in the meantime.
    cable.unplug()
    expect(bob.page.locator("#status")).to_contain_text("reconnecting")
    expect(ada.page.locator(".player[data-away]")).to_have_attribute("data-colour", "yellow")
    ada.column(4).click()
    expect_everywhere((ada, eve), 4, 2, "red")
    cable.plug()
    bob.expect_disc(4, 2, "red")
    bob.expect_status("Your turn")
    expect(ada.page.locator(".player[data-away]")).to_have_count(0)
    bob.column(3).tap()
    expect_everywhere(everybody, 3, 2, "yellow")

    # The server restarts, and Ada moves while it is down.
    own_server.stop()
    expect(eve.page.locator("#status")).to_contain_text("reconnecting")
    ada.column(4).click()
    ada.expect_disc(4, 3, "red")
    own_server.start()
    expect_everywhere(everybody, 4, 3, "red")
    bob.column(3).tap()
    expect_everywhere(everybody, 3, 3, "yellow")
    ada.column(4).click()
    for page, result in zip(everybody, ("You won", "You lost", "Ada wins"), strict=True):
        page.expect_status(result)
    assert [page.moves() for page in everybody] == ["4343434"] * 3
    expect(ada.page.locator("#study-card")).to_be_visible()

    # A rematch, with swapped colours and the score; the watcher comes along.
    bob.page.get_by_role("button", name="Rematch").click()
    expect(ada.page.locator("#live-card")).to_contain_text("offers a rematch")
    ada.button("Accept").click()
    for page in everybody:
        expect(page.page.locator("#live-card")).to_contain_text(re.compile("0 – 1 Ada"))
        expect(page.page).not_to_have_url(re.compile(link + "$"))
    bob.expect_status("Your turn")
    bob.column(1).tap()
    expect_everywhere(everybody, 1, 1, "red")
    bob.expect_width(360)


def test_offers_are_for_the_other_side(visitor: Visitors) -> None:
    ada, bob = visitor(), visitor()
    for page in (ada, bob):
        page.watch_shifts()
    link = invite(ada, "Ada")
    ada.shifts()
    join(bob, link, "Bob")
    ada.expect_status("Your turn")
    assert sum(ada.shifts()) < 0.005, "the host's panel jumps"
    expect(ada.page.get_by_role("switch", name="Public")).to_be_hidden()
    ada.column(4).click()
    bob.expect_status("Your turn")
    for page in (ada, bob):
        page.shifts()
    ada.button("Take back").click()
    expect(ada.page.locator("#live-card")).to_contain_text("You have asked to take back one move")
    bob.button("Accept").click()
    ada.expect_status("Your turn")
    ada.expect_spoken("Taken back to move 0.")
    assert ada.moves() == ""
    ada.column(5).click()
    bob.button("Offer a draw").click()
    ada.button("Decline").click()
    bob.expect_notice(re.compile("Ada has declined"))
    expect(bob.button("Offer a draw")).to_be_disabled()
    expect(bob.page.locator("#live-card")).to_contain_text("ask again after the next move")
    for page in (ada, bob):
        assert sum(page.shifts()) < 0.005, "the panel jumps"
    bob.page.close()
    expect(ada.page.locator("#live-card")).to_contain_text("is away. You can claim the game in")
    ada.resign("You resigned")


def test_nothing_jumps_from_the_first_move_to_the_review(visitor: Visitors) -> None:
    ada, bob = visitor(**PHONE), visitor(**PHONE)
    for page in (ada, bob):
        page.watch_shifts()
    join(bob, invite(ada, "Ada"), "Bob")
    bob.expect_status("Ada to move")
    ada.expect_status("Your turn")
    for page in (ada, bob):
        page.shifts()
    for column, page in zip((4, 3, 4, 3, 4, 3, 4), (ada, bob) * 4, strict=False):
        page.expect_status("Your turn")
        page.column(column).tap()
    ada.expect_status("You won")
    bob.expect_status("You lost")
    for page in (ada, bob):
        page.button("Review the game").tap()
        expect(page.page.locator("#review-card .mistake")).to_contain_text("Move 6")
        assert sum(page.shifts()) < 0.02


def test_a_seat_moves_to_a_phone(visitor: Visitors) -> None:
    (ada, bob), phone = meet(visitor), visitor(**PHONE)
    ada.page.locator("#live-card summary").click()
    ada.button("Play on another device").click()
    link = ada.page.locator("#live-device")
    expect(link).to_have_value(re.compile("#take="))
    phone.open(link.input_value())
    phone.expect_status("Your turn")
    assert "take" not in phone.page.url
    expect(ada.page.get_by_text("You are watching", exact=True)).to_be_visible()
    phone.column(2).tap()
    expect_everywhere((ada, bob, phone), 2, 1, "red")


def test_a_shared_game_is_read_only_and_follows(visitor: Visitors) -> None:
    ada, eve = visitor(), visitor()
    game_id = ada.begin(yellow={"engine": "random:seed=3"})
    eve.open(f"/game/{game_id}")
    expect(eve.page.get_by_text("You are watching")).to_be_visible()
    expect(eve.button("Undo")).to_be_hidden()
    ada.column(4).click()
    eve.expect_disc(4, 1, "red")
    ada.settle()
    eve.expect_discs(2)


IS_UNCOVERED = """
(button, notice) => {
    const [under, over] = [button, notice].map((each) => each.getBoundingClientRect());
    return over.bottom <= under.top || over.top >= under.bottom;
}
"""


def test_a_notice_does_not_cover_an_answer(visitor: Visitors) -> None:
    ada, bob = visitor(), visitor(**PHONE)
    join(bob, invite(ada, "Ada"), "Bob")
    ada.expect_status("Your turn")
    ada.column(4).click()
    accept, notice = bob.button("Accept"), bob.page.locator("#notice")

    def expect_uncovered() -> None:
        # Both at the same moment: the page may still be scrolling.
        assert accept.evaluate(IS_UNCOVERED, notice.element_handle())

    ada.button("Take back").click()
    expect(notice).to_contain_text("Ada asks to take back one move")
    expect(accept).to_be_in_viewport()
    expect_uncovered()
    place = accept.evaluate("(button) => button.getBoundingClientRect().top + scrollY")
    bob.button("Decline").click()
    expect(accept).to_be_hidden()
    # With more below it, as in a long game, the page can be scrolled until the answers to the next
    # offer are where a notice is shown while its own place is out of sight.
    bob.page.evaluate(
        "(top) => { document.documentElement.style.overflowAnchor = 'none';"
        " document.body.style.paddingBottom = '800px'; scrollTo({ top, behavior: 'instant' }); }",
        place - 51,
    )
    ada.button("Offer a draw").click()
    expect(notice).to_contain_text("Ada offers a draw")
    expect(accept).to_be_in_viewport(ratio=1)
    expect_uncovered()
    accept.tap()
    ada.expect_status("draw")
