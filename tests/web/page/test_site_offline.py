"""The page as plain files, after its first visit and without a connection."""

import re
from datetime import date, datetime, timezone

import pytest
from playwright.sync_api import expect

from dropfour import explain, review
from web.driver import GamePage
from web.file_server import FileServer

pytestmark = pytest.mark.context(service_workers="allow")


def test_a_game_needs_no_connection(site: GamePage, files_server: FileServer) -> None:
    site.open("./")
    site.page.get_by_text("Two people", exact=True).click()
    site.click(4, 4, 5)
    site.page.locator("label.switch", has_text="Study").click()
    expect(site.page.locator("#study-card")).to_contain_text("Exact; from the book")
    site.wait_for_copy()
    # The full book has arrived.
    site.page.wait_for_function(
        "async () => (await (await caches.open('dropfour-books')).keys()).length === 1"
    )
    site.page.context.set_offline(True)
    files_server.stop()
    site.page.reload()
    site.expect_discs(3)
    expect(site.page.locator("#study-card")).to_contain_text("Exact; from the book")
    expect(site.page.locator(".chip").nth(2)).to_have_attribute("data-best", "")
    site.button("Hint").click()
    site.expect_spoken("The best move is column")
    site.click(1, 6)
    expect(site.page.locator("#study-card .facts .fact").first).to_have_text(
        str(explain("44516").facts[0])
    )
    site.click(2)
    site.button("Review").click()
    expected = [move.verdict.value for move in review("445162").moves if move.verdict]
    for ply, verdict in enumerate(expected):
        expect(site.page.locator(".move").nth(ply)).to_have_attribute("data-verdict", verdict)
    site.menu("New game …")
    site.page.locator("#setup-dialog").get_by_role("radio", name="Perfect").check()
    site.page.get_by_role("button", name="Start", exact=True).click()
    site.column(4).click()
    site.expect_discs(2)
    site.expect_disc(4, 2, "yellow")  # the only reply that does not lose sooner


def solve_puzzles_and_a_lesson(offline: GamePage) -> None:
    from dropfour.puzzles.attempt import Attempt
    from dropfour.puzzles.collection import shipped_puzzles

    view = offline.page.locator("#puzzles-view")
    offline.page.clock.set_fixed_time(datetime(2026, 12, 24, 12, tzinfo=timezone.utc))
    offline.page.goto("./?view=puzzles&id=2026-12-24")
    today = shipped_puzzles().of_the_day(date(2026, 12, 24))
    expect(view.get_by_role("heading", level=1)).to_have_text(today.task)
    view.locator(f'.column[data-column="{today.solution[0]}"]').click()
    expect(view.locator(".feedback")).to_contain_text(f"Column {today.solution[0]} is right.")
    puzzle = shipped_puzzles().find("2a2a6i")
    offline.page.goto("./?view=puzzles&id=2a2a6i")
    expect(view.get_by_role("heading", level=1)).to_have_text(puzzle.task)
    view.locator('.column[data-column="3"]').click()
    expect(view.locator(".feedback")).to_have_text(Attempt(puzzle).play(3).text)
    view.get_by_role("button", name="Solution").click()
    expect(view.locator(".fact").first).to_have_text(str(explain(puzzle.moves + "446").facts[0]))
    offline.page.get_by_role("link", name="Learn").click()
    assert offline.page.url.endswith("/some/sub-path/?view=learn")
    offline.page.get_by_role("link", name="Openings").click()
    assert offline.page.url.endswith("/some/sub-path/?view=learn&id=openings")
    lesson = offline.page.locator("#lesson-view")
    lesson.locator('.column[data-column="3"]').click()
    expect(lesson.locator(".feedback")).to_contain_text(
        "Column 3 does not win: yellow answers in column 4, and the game is a draw."
    )
    offline.page.reload()
    expect(lesson.get_by_role("heading", level=1)).to_have_text("Openings")


def test_every_view_works_without_a_connection(site: GamePage, files_server: FileServer) -> None:
    """After a first visit that opened no other view."""
    site.open("./")
    site.wait_for_copy()
    site.page.context.set_offline(True)
    files_server.stop()
    play_and_look_around(site)
    solve_puzzles_and_a_lesson(site)
    train(site)
    walk_the_solution(site)


def play_and_look_around(offline: GamePage) -> None:
    page = offline.page
    page.reload()
    offline.column(4).click()
    offline.expect_discs(2)
    offline.button("Resign").click()
    offline.button("Really resign?").click()
    offline.expect_status("resign")
    page.goto("./?view=record")
    expect(page.get_by_text("1 game measured.")).to_be_visible()
    offline.open("./")
    page.get_by_text("Two people", exact=True).click()
    offline.click(4, 1, 4, 1, 4, 1, 4)
    page.goto("./?view=openings")
    openings = page.locator("#openings-view tbody tr")
    expect(openings.nth(3).locator("th")).to_have_text("4")
    expect(openings.nth(3).locator("td")).to_have_text(
        ["win in 21", "1 · 0 · 1", re.compile(r"^\d+ · \d+ · \d+$")]
    )
    page.goto("./?view=record")
    row = page.get_by_role("row", name=re.compile("^Mira"))
    for place, text in enumerate(["0–0–1", "–", "0 %"]):
        expect(row.get_by_role("cell").nth(place)).to_have_text(text)
    page.locator("#statistics-view").get_by_role("link", name="Past games").click()
    expect(page).to_have_url(re.compile(r"\?view=games$"))
    expect(page.locator(".past-game")).to_have_count(2)
    page.get_by_role("button", name=re.compile("^Delete")).first.click()
    page.get_by_role("button", name=re.compile("^Really delete")).click()
    expect(page.locator(".past-game")).to_have_count(1)
    page.reload()
    expect(page.locator(".past-game")).to_have_count(1)
    offline.open("./?moves=44551176")
    offline.button("Step back").click()
    offline.expect_status("After 7 of 8 moves")
    offline.click(2)
    offline.expect_status("Variation, move 8")
    offline.open("./")
    offline.menu("Set up a position")
    editor = page.get_by_role("dialog", name="Set up a position")
    editor.get_by_label("column 4, row 1: empty").click()
    editor.get_by_role("button", name="Analyse").click()
    expect(page).to_have_url(re.compile(r"start=7x6\.4\.first-line\.3-r-3\.y"))
    expect(page.locator('.chip[data-kind="win"], .chip[data-kind="loss"]').first).to_be_visible()
    page.get_by_role("switch", name="Study").uncheck()
    offline.complaints.clear()  # the full book, which was never asked for before
    offline.open("./?moves=44351")
    page.get_by_role("switch", name="Coach").check()
    offline.column(1).click()
    expect(page.get_by_role("region", name="Coach")).to_contain_text("This loses at once")
    offline.button("Take it back").click()
    offline.open("./?board=9x7")
    page.get_by_role("switch", name="Study").check()
    expect(page.locator('.chip[data-kind="estimate"]')).to_have_count(9)
    page.goto("./static/embed.html")
    expect(page.locator("dropfour-board[study]").first.locator(".chip").nth(3)).to_be_visible()


def train(offline: GamePage) -> None:
    offline.page.goto("./?view=learn")
    offline.page.get_by_role("link", name="Trainer").click()
    assert offline.page.url.endswith("/some/sub-path/?view=trainer")
    view = offline.page.locator("#trainer-view")
    view.get_by_role("button", name="Train as yellow").click()
    expect(view.locator(".feedback")).to_contain_text("a mistake that engines have made here.")
    view.get_by_role("button", name="Change colour").click()
    view.get_by_role("button", name="Train as red").click()
    view.locator('.column[data-column="3"]').click()
    expect(view.locator(".feedback")).to_have_text(
        "Column 3 does not win: yellow answers in column 4, and the game is a draw."
    )
    offline.page.reload()
    expect(view).to_contain_text("1 position in training, 0 learned.")


def walk_the_solution(offline: GamePage) -> None:
    offline.page.goto("./?view=learn")
    offline.page.get_by_role("link", name="The solution").click()
    assert offline.page.url.endswith("/some/sub-path/?view=solution")
    view = offline.page.locator("#solution-view")
    view.get_by_role("button", name="Play column 4").click()
    expect(view.locator(".next-moves tbody tr")).to_have_count(7)
    view.get_by_role("button", name="Check the proof").click()
    expect(view).to_contain_text(
        re.compile(r"a plan played out from [1-9][\d,]* of [\d,]+ of them")
    )
    view.get_by_role("button", name="Stop").click()
    expect(view.locator(".check-result")).to_have_text("Stopped.")
