"""The page as plain files, after its first visit and without a connection."""

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from dropfour import explain, puzzles, review
from dropfour.puzzles import Attempt
from web.driver import GamePage
from web.exercises import Exercises
from web.file_server import FileServer

DRAW = "Column 3 does not win: yellow answers in column 4, and the game is a draw."

pytestmark = pytest.mark.context(service_workers="allow")


def test_a_game_needs_no_connection(site: GamePage, files_server: FileServer) -> None:
    site.open("./")
    site.page.get_by_text("Two people", exact=True).click()
    site.click(4, 4, 5)
    site.page.locator("label.switch", has_text="Study").click()
    expect(site.page.locator("#study-card")).to_contain_text("Exact; from the book")
    site.wait_for_copy()
    # The full book has arrived.
    site.wait_until("(await (await caches.open('dropfour-books')).keys()).length === 1")
    site.page.context.set_offline(True)
    files_server.stop()
    site.reload()
    site.expect_discs(3)
    expect(site.page.locator("#study-card")).to_contain_text("Exact; from the book")
    expect(site.page.locator(".chip").nth(2)).to_have_attribute("data-best", "")
    site.button("Hint").click()
    site.expect_spoken("The best move is column")
    site.click(1, 6)
    fact = site.page.locator("#study-card .facts .fact").first
    expect(fact).to_have_text(str(explain("44516").facts[0]))
    site.click(2)
    site.button("Review").click()
    expected = [move.verdict.value for move in review("445162").moves if move.verdict]
    for ply, verdict in enumerate(expected):
        expect(site.page.locator(".move").nth(ply)).to_have_attribute("data-verdict", verdict)
    site.menu("New game …")
    site.start(site.page.locator("#setup-dialog"), "Perfect")
    site.column(4).click()
    site.expect_discs(2)
    site.expect_disc(4, 2, "yellow")  # the only reply that does not lose sooner


def solve_puzzles_and_a_lesson(offline: GamePage) -> None:
    view, day = Exercises(offline, "puzzles"), date(2026, 12, 24)
    view.set_time(day)
    offline.page.goto(f"./?view=puzzles&id={day}")
    today = puzzles().of_the_day(day)
    expect(view.heading).to_have_text(today.task)
    view.column(today.solution[0]).click()
    view.expect_said(re.compile(rf"Column {today.solution[0]} is right\."))
    puzzle = puzzles().find("2a2a6i")
    offline.go("./?view=puzzles&id=2a2a6i")
    expect(view.heading).to_have_text(puzzle.task)
    view.column(3).click()
    view.expect_said(Attempt(puzzle).play(3).text)
    view.button("Solution").click()
    fact = view.root.locator(".fact").first
    expect(fact).to_have_text(str(explain(f"{puzzle.moves}446").facts[0]))
    offline.page.get_by_role("link", name="Learn").click()
    assert offline.page.url.endswith("/some/sub-path/?view=learn")
    offline.page.get_by_role("link", name="Openings").click()
    assert offline.page.url.endswith("/some/sub-path/?view=learn&id=openings")
    lesson = Exercises(offline, "lesson")
    lesson.column(3).click()
    lesson.expect_said(re.compile(DRAW))
    offline.reload()
    expect(lesson.heading).to_have_text("Openings")


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
    offline.resign("You resigned")
    offline.go("./?view=record")
    expect(page.get_by_text("1 game measured.")).to_be_visible()
    offline.go("./")
    page.get_by_text("Two people", exact=True).click()
    offline.click(4, 1, 4, 1, 4, 1, 4)
    offline.go("./?view=openings")
    opening = page.locator("#openings-view tbody tr").nth(3)
    expect(opening.locator("th")).to_have_text("4")
    results = re.compile(r"^\d+ · \d+ · \d+$")
    expect(opening.locator("td")).to_have_text(["win in 21", "1 · 0 · 1", results])
    offline.go("./?view=record")
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
    offline.go("./?moves=44551176")
    offline.button("Step back").click()
    offline.expect_status("After 7 of 8 moves")
    offline.click(2)
    offline.expect_status("Variation, move 8")
    offline.go("./")
    offline.menu("Set up a position")
    editor = page.get_by_role("dialog", name="Set up a position")
    editor.get_by_label("column 4, row 1: empty").click()
    editor.get_by_role("button", name="Analyse").click()
    expect(page).to_have_url(re.compile(r"start=7x6\.4\.first-line\.3-r-3\.y"))
    expect(page.locator('.chip[data-kind="win"], .chip[data-kind="loss"]').first).to_be_visible()
    page.get_by_role("switch", name="Study").uncheck()
    offline.complaints.clear()  # the full book, which was never asked for before
    offline.go("./?moves=44351")
    page.get_by_role("switch", name="Coach").check()
    offline.column(1).click()
    expect(page.get_by_role("region", name="Coach")).to_contain_text("This loses at once")
    offline.button("Take it back").click()
    offline.go("./?board=9x7").study()
    expect(page.locator('.chip[data-kind="estimate"]')).to_have_count(9)
    page.goto("./static/embed.html")
    expect(page.locator("dropfour-board[study]").first.locator(".chip").nth(3)).to_be_visible()


def train(offline: GamePage) -> None:
    offline.go("./?view=learn")
    offline.page.get_by_role("link", name="Trainer").click()
    assert offline.page.url.endswith("/some/sub-path/?view=trainer")
    view = Exercises(offline, "trainer")
    view.button("Train as yellow").click()
    view.expect_said(re.compile(r"a mistake that engines have made here\."))
    view.button("Change colour").click()
    view.button("Train as red").click()
    view.column(3).click()
    view.expect_said(DRAW)
    offline.reload()
    view.expect_text("1 position in training, 0 learned.")


def walk_the_solution(offline: GamePage) -> None:
    offline.go("./?view=learn")
    offline.page.get_by_role("link", name="The solution").click()
    assert offline.page.url.endswith("/some/sub-path/?view=solution")
    view = Exercises(offline, "solution")
    view.button("Play column 4").click()
    expect(view.root.locator(".next-moves tbody tr")).to_have_count(7)
    view.button("Check the proof").click()
    view.expect_text(re.compile(r"a plan played out from [1-9][\d,]* of [\d,]+ of them"))
    view.button("Stop").click()
    expect(view.root.locator(".check-result")).to_have_text("Stopped.")
