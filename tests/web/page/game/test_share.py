"""Sharing a game: links, text, downloads, files, and malicious names."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from cases import cases
from dropfour.record import format_record, parse_record, record_of, variations_of
from dropfour.web.games.requests import NewGame
from web.driver import GamePage, Visitors
from web.game_client import fullest_game
from web.server_process import ServerProcess

pytestmark = pytest.mark.shared_tab


@pytest.mark.context
def test_a_link_shows_the_same_also_of_an_earlier_position_on_another_board(
    visitor: Visitors, game: GamePage, server: ServerProcess
) -> None:
    game.begin(moves="44553")
    game.menu("Share")
    links = [game.page.locator(f"#share-{kind}").input_value() for kind in ("game", "position")]
    assert links[1] == f"{server.url}/?moves=44553"
    other = visitor()
    for link in links:
        other.page.goto(link)
        other.expect_disc(3, 1, "red")
        assert other.position() == game.position()
    game.begin(board="9x7", objective="most-lines", moves="5566")
    game.button("Step back").click()
    game.menu("Share")
    link = game.page.locator("#share-position").input_value()
    shown = game.position()
    game.page.goto(link)
    game.expect_disc(6, 1, "red")
    assert game.position() == shown


def test_text_is_copied(game: GamePage, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    game.page.clock.install()
    game.open("/?moves=44")
    game.menu("Share")
    for name, text in (
        ("Copy moves", "44"),
        ("Copy board", ".......\n" * 4 + "...Y...\n...R...\n"),
        ("Copy position", "7x6.4.first-line.3-ry-3.r"),
    ):
        game.button(name).click()
        expect(game.button("Copied")).to_be_visible()
        assert game.page.evaluate("navigator.clipboard.readText()") == text
        game.page.clock.run_for(10_000)
        expect(game.button("Copied")).to_have_count(0)


def test_everything_is_downloaded(game: GamePage) -> None:
    game.begin(moves="4455")
    game.menu("Share")
    starts = {"SVG": b"<svg", "PNG": b"\x89PNG", "Animated GIF": b"GIF89a", "Game file": b"[Red"}
    for name, start in starts.items():
        with game.page.expect_download() as download:
            game.button(name).click()
        assert Path(download.value.path()).read_bytes().startswith(start)
    assert parse_record(Path(download.value.path()).read_text()).columns == (4, 4, 5, 5)
    game.button("Done").click()
    game.go("/").menu("Share")
    with game.page.expect_download() as download:
        game.button("SVG").click()
    assert download.value.suggested_filename == "dropfour-board.svg"


DROP = """(text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'game.txt', { type: 'text/plain' }));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
}"""


def test_a_view_without_a_game_shares_its_own_address(game: GamePage) -> None:
    game.begin(moves="44")
    game.page.get_by_role("link", name="Learn").first.click()
    expect(game.page).to_have_url(re.compile("/learn$"))
    game.menu("Share")
    expect(game.page.locator("#share-page")).to_have_value(game.page.url)
    for part in ("#share-game", "#share-position", "#share-variations"):
        expect(game.page.locator(part)).not_to_be_visible()
    expect(game.button("Copy moves")).not_to_be_visible()
    expect(game.button("SVG")).not_to_be_visible()


@pytest.mark.context
def test_the_fullest_game_is_opened_and_saved_again(game: GamePage, tmp_path: Path) -> None:
    page = game.page
    page.goto("/")
    full = NewGame(**fullest_game())
    variations = [each.variation() for each in full.variations]
    text = format_record(record_of(full.game(), "a", "b", variations=variations))
    (tmp_path / "full.txt").write_text(text, encoding="utf-8")
    game.open_file(tmp_path / "full.txt")
    game.expect_notice("Opened full.txt.")
    expect(page.locator(".variation")).to_have_count(100)
    game.menu("Share")
    # No server takes an address of this length.
    expect(page.locator("#share-variations")).to_be_hidden()
    with page.expect_download() as saved:
        page.locator("#share-dialog button", has_text="Game file").click()
    again = parse_record(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert set(variations_of(again)) == set(variations_of(parse_record(text)))


def test_files_are_dropped_in_and_errors_are_shown_in_front_of_dialogs(
    context: BrowserContext, tmp_path: Path
) -> None:
    game = GamePage(context)
    game.open("/")
    for text, reason in (
        ("", "the file is empty"),
        ("4" * 100, "column 4 is full"),
        ("4" * (320 * 1024 + 1), "it is too large to be a game"),
    ):
        (tmp_path / "bad.txt").write_text(text)
        game.open_file(tmp_path / "bad.txt")
        game.expect_notice(f"Cannot open bad.txt: {reason}.")
    game.menu("Share")
    # A file can also be dropped on the page, even behind a dialog.
    game.page.evaluate(DROP, "hello")
    game.expect_notice(re.compile("Cannot open game.txt"))
    # Like the dialog, it is in the top layer, and later elements are in front.
    notice = game.page.locator("#notice")
    assert notice.evaluate("(notice) => notice.matches(':popover-open')")
    expect(game.page.locator("#share-dialog #live")).to_contain_text("Cannot open game.txt")
    game.button("Done").click()
    game.column(4).focus()
    game.press("h")
    expect(game.page.locator("body > #live")).to_contain_text("The best move")
    game.page.evaluate(DROP, '[Red "Ada"]\n[Yellow "Bob"]\n\n1. 4 4 2. 3 *\n')
    game.expect_disc(3, 1, "red")
    expect(game.page.locator(".players")).to_contain_text("Ada")
    expect(game.page).to_have_url(re.compile("/game/"))


def test_markup_in_a_name_is_text(game: GamePage) -> None:
    name = "<img src=x onerror=alert(1)>"
    game.begin(red={"name": name}, yellow={"name": "<b>Bob</b>"}, moves="4")
    expect(game.page.locator('.player[data-colour="red"] .player-name')).to_have_text(name)
    game.menu("Past games")
    expect(game.page.locator("#past-view .past-game")).to_contain_text("<b>Bob</b>")
    assert game.page.locator(".past-game b b, .player img").count() == 0


def test_the_content_security_policy_holds(context: BrowserContext) -> None:
    game = GamePage(context)
    game.open("/?moves=44")
    assert game.complaints == []
    game.page.evaluate(
        """() => {
            const script = document.createElement('script');
            script.textContent = 'window.harm = true';
            document.body.append(script);
            document.body.setAttribute('style', 'display: none');
            return fetch('https://elsewhere.example/').catch(() => {});
        }"""
    )
    assert game.page.evaluate("window.harm === undefined")
    expect(game.page.locator("body")).to_be_visible()
    assert len([each for each in game.complaints if "Content Security Policy" in each]) >= 3


@pytest.mark.context
def test_an_invalid_address_is_reported(context: BrowserContext) -> None:
    game = GamePage(context)
    game.open("/?moves=88")
    for number, (address, reason) in enumerate(cases(__file__, "invalid").items(), 2):
        game.go(f"/?{address}")
        game.expect_notice(re.compile(reason))
        assert game.state("notice.count") == number
    game.open("/nowhere/at/all")
    game.expect_notice("There is no page at that address.")
    expect(game.page).to_have_url(re.compile("/$"))
    game.open("/game/aaaaaaaaaaaa")
    game.expect_notice("That game does not exist.")


@pytest.mark.context
def test_everything_that_was_exported_is_opened_again(game: GamePage, tmp_path: Path) -> None:
    game.page.goto("/")
    for moves in ("4455", "1212121", "33"):
        game.add(moves=moves, red={"name": "Ada"}, yellow={"name": f"Bob {moves}"})
    game.menu("Past games")
    with game.page.expect_download() as saved:
        game.button("Export all").click()
    saved.value.save_as(tmp_path / "all.txt")
    with game.page.expect_file_chooser() as chooser:
        game.page.locator("#past-view").get_by_role("button", name="Open a game file").click()
    chooser.value.set_files(tmp_path / "all.txt")
    dialog = game.page.get_by_role("dialog", name="all.txt: 3 games")
    expect(dialog.get_by_role("listitem")).to_have_count(3)
    dialog.get_by_role("button", name="Bob 1212121").click()
    game.expect_notice(re.compile(r"Opened game \d of all.txt"))
    game.expect_discs(7)
    expect(game.page.locator(".players")).to_contain_text("Bob 1212121")
    game.open_file(tmp_path / "all.txt")
    dialog.get_by_role("button", name="Add all to past games").click()
    expect(dialog.get_by_role("status")).to_have_text("3 games added to your past games.")
    dialog.get_by_role("button", name="Close").click()
    game.menu("Past games")
    expect(game.page.locator("#past-view .past-game")).to_have_count(7)


def test_moves_on_a_link_are_tried_and_not_stored(game: GamePage) -> None:
    page = game.page
    game.open("/?moves=4455").click(3)
    expect(page).to_have_url(re.compile(r"\?moves=44553$"))
    game.column(3).focus()
    game.press("ArrowLeft", "ArrowLeft")
    game.expect_status("After 3 of 5 moves")
    game.press("ArrowRight", "End")
    game.expect_status("Yellow to move")
    game.press("u")
    expect(page).to_have_url(re.compile(r"\?moves=4455$"))
    expect(game.button("Resign")).to_be_hidden()
    # A game is begun by asking for one.
    game.button("Play from here …").click()
    game.button("Start").click()
    expect(page).to_have_url(re.compile("/game/"))
    game.menu("Past games")
    expect(page.locator("#past-view .past-game")).to_have_count(1)
