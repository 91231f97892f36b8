"""Lessons on the page, by mouse and keyboard, and remembered; titles, and ways from view to view."""

import re

import pytest
from playwright.sync_api import expect

from cases import cases
from web.driver import GamePage
from web.exercises import Exercises

pytestmark = pytest.mark.shared_tab


def test_every_view_names_its_tab(game: GamePage) -> None:
    page = game.open("/learn").page
    expect(page).to_have_title("Learn – Dropfour")
    for _ in range(2):  # the second time, the lesson is known already
        page.get_by_role("link", name="Blocking").click()
        expect(page).to_have_title("Blocking – Dropfour")
        page.go_back()
        expect(page).to_have_title("Learn – Dropfour")
    for address, title in cases(__file__, "titles").items():
        game.go(f"/{address}")
        expect(page).to_have_title(f"{title} – Dropfour")
    view = Exercises(game, "lesson")
    view.expect_alert("There is no lesson “nothing”.")
    view.link("All lessons").click()
    expect(page.locator("ol .lesson")).to_have_count(11)


@pytest.mark.context
def test_a_lesson_is_completed_by_keyboard_and_remembered(game: GamePage) -> None:
    page, lesson = game.page, Exercises(game, "lesson")
    page.goto("/learn")
    link = page.locator("ol").get_by_role("link", name="Four in a row")
    expect(link).to_contain_text("4 parts")
    link.press("Enter")
    lesson.expect_url("/learn/four-in-a-row$")
    expect(lesson.heading).to_be_focused()
    lesson.expect_text("three discs on top of each other")
    while page.evaluate("!document.activeElement.matches('#lesson-view .column')"):
        game.press("Tab")
    for _ in range(3):
        game.press("4")
        lesson.expect_said("Column 4 is right. Solved.")
        game.press("n")
        lesson.expect_said(re.compile("to move"))
    # Part 4 is played against the best defence: any of the fastest wins is right.
    game.press("4")
    lesson.expect_said("Column 4 wins, too, but not fastest: red wins in 18 moves.")
    game.press("u", "6")
    # Nothing helps any more, but a defender blocks.
    lesson.expect_said("Column 6 is right. Yellow answers in column 3.")
    game.press("4")
    lesson.expect_said(re.compile("^Column 4 does not win immediately: yellow"))
    game.press("u", "7")
    lesson.expect_said(re.compile("Solved.$"))
    expect(lesson.root.locator(".part[data-done]")).to_have_count(4)
    takeaway = "for gaps as well as for ends."
    expect(lesson.root.get_by_role("region", name="Remember")).to_contain_text(takeaway)
    expect(lesson.button("Next lesson")).to_be_visible()
    page.reload()
    expect(lesson.root.locator(".part[data-done]")).to_have_count(4)
    lesson.link("All lessons").click()
    expect(link).to_contain_text("Done")
    expect(page.locator("ol").get_by_role("link", name="Blocking")).to_contain_text("4 parts")
    page.get_by_text("What to remember").click()
    expect(page.locator(".recap li")).to_have_count(1)
    expect(page.locator(".recap")).to_contain_text(takeaway)


def test_rows_that_a_text_names_are_numbered_and_a_wrong_answer_says_why(game: GamePage) -> None:
    lesson = Exercises(game, "lesson")
    rows = lesson.root.locator(".row-labels")
    game.open("/learn/the-cell-above")
    expect(rows).to_be_visible()
    assert rows.locator("span").all_inner_texts() == list("654321")
    game.go("/learn/odd-and-even")
    # All columns but one are full, as the text says.
    expect(lesson.root.locator(".column[aria-label*='full']")).to_have_count(6)
    lesson.button("Part 2 of 5").click()
    lesson.expect_said(re.compile("^Red to move"))
    lesson.column(1).click()
    said = lesson.root.locator(".feedback")
    expect(said).to_contain_text("red plays below column 7, row 3, and yellow stops the threat")
    expect(lesson.button("Try again")).to_be_visible()  # the position is still there
    lesson.button("Part 1 of 5").click()
    game.go("/learn/blocking")
    lesson.expect_said(re.compile("^Red to move"))
    expect(rows).to_be_hidden()
    game.go("/learn/openings")
    lesson.button("Part 5 of 5").click()
    lesson.expect_said(re.compile("^Red to move"))
    lesson.column(4).click()
    lesson.link("Opening explorer").click()
    lesson.expect_url("/openings/444$")


@pytest.mark.context
@pytest.mark.long
def test_the_entire_course_is_played_to_its_end(game: GamePage) -> None:
    page, lesson = game.page, Exercises(game, "lesson")
    course = page.request.get("/static/words/en/course.json").json()["lessons"]
    feedback = lesson.root.locator(".feedback")
    page.goto(f"/learn/{course[0]['id']}")
    for each in course:
        expect(lesson.heading).to_have_text(each["title"])
        for number, part in enumerate(each["parts"], 1):
            expect(lesson.root.locator(".part[aria-current]")).to_have_text(str(number))
            first = part["text"][0]
            lesson.expect_text(first if isinstance(first, str) else first["say"])
            if "task" in part or "puzzle" in part:
                lesson.expect_said(re.compile("^(Red|Yellow) to move. "))
                while not feedback.inner_text().endswith("Solved."):
                    lesson.button("Hint").click()
                    lesson.expect_said(re.compile("^(?!Column|It is|Red to|Yellow to)"))
                    lesson.button("Hint").click()
                    lesson.expect_said(re.compile("^It is "))
                    if "one of" in feedback.inner_text():
                        lesson.button("Hint").click()
                    lesson.root.locator(".column[data-marks~=hint]").click()
                    lesson.expect_said(re.compile(r"^Column \d is right."))
            for sentence in part.get("then", []):
                text = sentence if isinstance(sentence, str) else sentence["say"]
                expect(lesson.root.get_by_text(text)).to_be_visible()
            lesson.button(re.compile("^(Continue|Next lesson|All lessons)$")).click()
    expect(page.locator("ol .lesson-progress")).to_have_text(["Done"] * len(course))


def test_learn_begins_with_a_picture_and_shows_what_is_done(game: GamePage) -> None:
    page = game.open("/learn").page
    start = page.locator(".lesson-start")
    expect(start).to_contain_text("Start here")
    expect(start.locator(".disc")).to_have_count(6)
    expect(page.locator("ol .lesson .board")).to_have_count(page.locator("ol .lesson").count())
    expect(page.locator(".beyond .lesson")).to_have_count(3)
    start.click()
    lesson = Exercises(game, "lesson")
    lesson.column(4).click()
    lesson.expect_said(re.compile("Solved."))
    game.go("/learn")
    expect(start).to_contain_text("Four in a row")
    expect(start).to_contain_text("Continue")
    first = page.locator("ol .lesson").first
    expect(first.locator(".lesson-progress")).to_have_text("1 of 4 parts")
    expect(first.locator(".lesson-parts > [data-done]")).to_have_count(1)


def test_the_header_fits_and_leads_to_every_place(game: GamePage) -> None:
    page = game.open("/").page
    for width in (320, 620, 1060):
        page.set_viewport_size({"width": width, "height": 700})
        game.go("/")
        for name in ("Puzzles", "Learn", "Live", "Play"):
            page.get_by_role("link", name=name, exact=True).click()
            path = "" if name == "Play" else f"{name.lower()}(/\\w+)?"
            expect(page).to_have_url(re.compile(f"/{path}$"))
            expect(page.locator("main:not([hidden]) h1").first).to_be_visible()
            game.expect_width(width)
        menu = game.button("More")
        for closing in ("Escape", "choice"):
            expect(page.locator("#links")).to_be_hidden()
            menu.click()
            expect(page.locator("#links")).to_be_visible()
            game.expect_width(width)
            if closing == "Escape":
                game.press("Escape")
                expect(menu).to_be_focused()
        page.locator("#links").get_by_role("link", name="Past games").click()
        expect(page).to_have_url(re.compile("/games$"))
