"""The installed page: manifest, icons, start without a connection, and what is shared with it."""

import json
import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dropfour.web.page.files import STATIC
from web.cable import Cable
from web.driver import GamePage, Visitors
from web.server_process import ServerProcess

MANIFEST = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))


def test_the_manifest_makes_the_page_an_app() -> None:
    assert MANIFEST["id"] == "/"
    assert MANIFEST["scope"] == MANIFEST["start_url"] == "."
    assert MANIFEST["handle_links"] == "preferred"
    assert "navigate-existing" in MANIFEST["launch_handler"]["client_mode"]
    assert {shortcut["url"] for shortcut in MANIFEST["shortcuts"]} >= {"./?view=games"}
    purposes = {(icon["sizes"], icon["purpose"]) for icon in MANIFEST["icons"]}
    assert purposes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}


@pytest.mark.parametrize("icon", MANIFEST["icons"], ids=lambda icon: Path(icon["src"]).name)
def test_an_icon_has_the_size_that_the_manifest_says(icon: dict[str, str]) -> None:
    data = (STATIC.parent / icon["src"]).read_bytes()
    if icon["type"] == "image/svg+xml":
        assert data.startswith(b"<svg")
        return
    assert data.startswith(b"\x89PNG")
    assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", data[16:24]))


def test_a_browser_accepts_the_manifest_and_shortcuts_open_their_views(game: GamePage) -> None:
    game.open("/")
    session = game.page.context.new_cdp_session(game.page)
    assert session.send("Page.getAppManifest")["errors"] == []
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {each["errorId"] for each in errors} <= {"in-incognito"}  # as all contexts of tests
    for shortcut, place in zip(
        MANIFEST["shortcuts"],
        ("#setup-dialog", "#past-view h1", "#statistics-view h1"),
        strict=True,
    ):
        game.open(shortcut["url"].removeprefix("."))
        expect(game.page.locator(place)).to_be_visible()


SHARE = """async ([name, text, fields]) => {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    if (name) form.set('file', new File([text], name, { type: 'text/plain' }));
    return (await fetch('/?view=shared', { method: 'POST', body: form })).url;
}"""


@pytest.mark.context(service_workers="allow")
def test_a_shared_link_text_or_file_opens_as_a_game(game: GamePage) -> None:
    page = game.page
    game.open("/")
    game.wait_for_copy()
    origin = page.evaluate("location.origin")
    link = f"Look: {origin}/?moves=4455"
    for name, text, fields, moves in (
        ("", "", {"text": link}, "4455"),
        ("", "", {"text": "4411"}, "4411"),
        ("mine.txt", '[YellowEngine "easy"]\n\n4 4 *\n', {"title": "mine"}, "44"),
    ):
        page.goto(page.evaluate(SHARE, [name, text, fields]))
        game.expect_discs(len(moves))
        assert game.moves() == moves
    page.goto(page.evaluate(SHARE, ["empty.txt", " ", {}]))
    game.expect_notice("Cannot open empty.txt: the file is empty.")
    game.complaints.clear()  # the answer with status 422


def test_the_page_starts_without_an_answer(visitor: Visitors, server: ServerProcess) -> None:
    """A connection that is there but silent, as in a train, is the hard case."""
    with Cable(server.port) as cable:
        game = visitor(cable.url, "Failed to load resource", service_workers="allow").open("/")
        game.wait_for_copy()
        cable.hold()
        game.reload()
        expect(game.board.locator(".column")).to_have_count(7)
        game.page.get_by_text("Two people", exact=True).click()
        game.click(4, 4)
        expect(game.page).to_have_url(re.compile("draft-"))
        game.page.close()
