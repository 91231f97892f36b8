"""Puzzles on the page: by mouse and keyboard, and remembered."""

import datetime
import json
import re

import pytest
from playwright.sync_api import expect

import dropfour as d4
from dropfour.puzzles import Attempt, Puzzle
from web.driver import GamePage
from web.exercises import Exercises

TODAY = datetime.date(2026, 12, 24)
PUZZLE = d4.puzzles().find("2a2a6i")  # win in 3: 4, 4, 6


@pytest.fixture
def puzzles(game: GamePage) -> Exercises:
    puzzles = Exercises(game, "puzzles")
    puzzles.set_time(TODAY)
    return puzzles


def shown_puzzle(puzzles: Exercises) -> Puzzle:
    return d4.puzzles().find(puzzles.page.url.rsplit("/", 1)[1])


def test_todays_puzzle_follows_a_warm_up_and_is_remembered(puzzles: Exercises) -> None:
    page = puzzles.page
    page.goto("/")
    page.get_by_role("link", name="Puzzles").click()
    # It is a hard one: the first puzzle of a newcomer is easier.
    today = d4.puzzles().of_the_day(TODAY)
    assert today.rating > 1200
    puzzles.expect_text("A first one to warm up; today's puzzle comes next.")
    first = shown_puzzle(puzzles)
    assert abs(first.rating - 1000) <= 75
    puzzles.solve(first)
    puzzles.button("Today's puzzle").click()
    puzzles.expect_url(f"/puzzles/{today.id}$")  # tomorrow it is the same one
    expect(puzzles.heading).to_have_text(today.task)
    expect(puzzles.root.get_by_role("heading", name="Today's puzzle")).to_be_visible()
    puzzles.solve(today)
    expect(puzzles.root.get_by_role("heading", name="The answer")).to_be_visible()
    expect(puzzles.root.locator(".fact").first).to_be_visible()
    # The scores over the columns are those of whoever has solved it, or there are none.
    expect(puzzles.root.locator(".chip[data-kind=loss]")).to_have_count(0)
    rating = puzzles.root.locator("b").first
    before = rating.inner_text()
    assert int(before.split()[0]) > 1000
    page.reload()
    expect(rating).to_have_text(before)
    puzzles.expect_text("You have tried this one before")
    puzzles.expect_text("2 of 2 puzzles solved at the first try; 2 in a row")
    puzzles.expect_text("1 day in a row.")
    progress = puzzles.kept("puzzles")
    assert progress["results"] == {first.id: 1, today.id: 1}
    assert progress["solvedDays"] == [TODAY.toordinal()]
    # Solving it again changes nothing.
    puzzles.solve(today)
    assert puzzles.kept("puzzles") == progress


def test_the_streak_of_days_ends_and_the_calendar_is_an_archive(puzzles: Exercises) -> None:
    # What an earlier version kept: the last day, and how many in a row it ended.
    puzzles.page.goto("/learn")
    earlier = {"results": {PUZZLE.id: 0}, "day": 1, "days": 0, "inARow": 0}
    puzzles.page.evaluate(f"localStorage.setItem('dropfour.puzzles', '{json.dumps(earlier)}')")
    for days, streak in ((0, "1 day in"), (1, "2 days in"), (5, "1 day in")):
        day = TODAY + datetime.timedelta(days)
        puzzles.set_time(day, 23)
        puzzles.game.go("/puzzles")
        puzzles.solve(d4.puzzles().of_the_day(day))
        puzzles.expect_text(f"{streak} a row")
    puzzles.expect_text("at best 2.")
    assert puzzles.kept("puzzles")["inARow"] == 3
    calendar = puzzles.root.locator(".month")
    expect(calendar.locator("[data-state=solved]")).to_have_text(["24", "25", "29"])
    expect(calendar.locator("a.day")).to_have_count(29)
    calendar.get_by_role("link", name="December 27, 2026: not solved").click()
    puzzles.expect_url("/puzzles/2026-12-27$")
    heading = puzzles.root.get_by_role("heading", level=2).first
    expect(heading).to_have_text("Puzzle of December 27, 2026")
    puzzles.solve(d4.puzzles().of_the_day(datetime.date(2026, 12, 27)))
    expect(calendar.locator("[data-state=late]")).to_have_text(["27"])
    puzzles.expect_text("1 day in a row")
    puzzles.button("Month before").click()
    expect(puzzles.root.locator(".month-name")).to_have_text("November 2026")
    expect(calendar.locator("a.day")).to_have_count(30)
    puzzles.game.go("/puzzles/2026-12-30")
    puzzles.expect_alert("There is no puzzle “2026-12-30”.")
    # The puzzle that had failed before is still to be solved, and then it is not.
    graph = puzzles.root.get_by_role("img", name="Your rating after each of 4 tries")
    expect(graph).to_be_visible()
    puzzles.button("Repeat a failed one (1)").click()
    puzzles.expect_url(f"/puzzles/{PUZZLE.id}$")
    puzzles.solve(PUZZLE)
    expect(puzzles.root.get_by_role("button", name="Repeat a failed one")).to_be_hidden()
    puzzles.root.get_by_text("Last puzzles").click()
    last = puzzles.root.locator(".attempts li").first
    expect(last).to_contain_text("solved December 29, 2026, rating")


def test_a_rush_takes_three_minutes_or_three_mistakes(puzzles: Exercises) -> None:
    page = puzzles.page
    page.clock.install(time=datetime.datetime(2026, 12, 24, 12, tzinfo=datetime.timezone.utc))
    page.add_init_script("Math.random = () => 0")
    page.goto(f"/puzzles/{PUZZLE.id}")
    puzzles.link("Three-minute rush").click()
    puzzles.expect_url("/puzzles/rush$")
    puzzles.button("Start").click()
    puzzles.expect_said("3:00 left · 0 solved · 0 of 3 mistakes")
    expect(puzzles.button("Hint")).to_be_hidden()
    first = shown_board(puzzles)
    assert first.rating <= 775
    for column in first.solution[::2]:
        puzzles.column(column).click()
        page.clock.run_for(1000)
    puzzles.expect_said(re.compile("left · 1 solved · 0 of 3 mistakes$"))
    for mistakes in (1, 2, 3):
        expect(puzzles.heading).to_contain_text("to move")
        puzzle = shown_board(puzzles)
        wrong = next(c for c in puzzle.position.legal_columns if c != puzzle.solution[0])
        puzzles.column(wrong).click()
        if mistakes < 3:
            puzzles.expect_said(re.compile(f"^Wrong. .* {mistakes} of 3 mistakes$"))
        page.clock.run_for(1000)
    puzzles.expect_said("1 puzzle solved: your best so far.")
    expect(puzzles.link("Puzzle rated")).to_have_count(3)
    assert puzzles.kept("puzzles").get("results", {}) == {}
    puzzles.button("Another rush").click()
    puzzles.expect_said(re.compile("^3:00 left"))
    page.clock.run_for(181_000)
    puzzles.expect_said("0 puzzles solved.")
    assert puzzles.kept("puzzles")["bestRush"] == 1


def shown_board(puzzles: Exercises) -> Puzzle:
    """Return the puzzle whose discs are on the board."""
    cells = puzzles.root.locator("[data-cell]:not([aria-label*=empty])")
    labels = cells.evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
    shown = {label.split(", last")[0] for label in labels}
    return next(each for each in d4.puzzles() if board(each) == shown)


def board(puzzle: Puzzle) -> set[str]:
    return {
        f"column {cell.column}, row {cell.row}: {colour}"
        for colour in d4.Colour
        for cell in puzzle.position.stones(colour)
    }


def test_a_wrong_try_is_refuted_on_the_board_and_taken_back(puzzles: Exercises) -> None:
    page = puzzles.page
    page.goto(f"/puzzles/{PUZZLE.id}")
    verdict = Attempt(PUZZLE).play(3)
    assert verdict.reply is not None
    before = PUZZLE.position
    puzzles.column(6).click()
    puzzles.expect_said("Column 6 wins, too, but not fastest: red wins in 4 moves.")
    puzzles.button("Try again").click()
    assert puzzles.kept("puzzles") is None  # that was not wrong
    puzzles.column(3).click()
    puzzles.expect_said(verdict.text)
    puzzles.game.expect_spoken(verdict.text)
    puzzles.expect_disc(*before.landing_cell(3), "red")
    after = before.play(3)
    puzzles.expect_disc(*after.landing_cell(verdict.reply), "yellow")
    # The rest of the refutation is shown move by move, to the end.
    position = after.play(verdict.reply)
    for column in verdict.variation[2:]:
        puzzles.button("Next move").click()
        puzzles.expect_disc(*position.landing_cell(column), str(position.to_move))
        position = position.play(column)
    assert position.winner is before.to_move.opponent
    expect(puzzles.root.locator(".marks .run")).to_have_count(1)
    expect(puzzles.button("Next move")).to_be_hidden()
    progress = puzzles.kept("puzzles")
    assert progress["results"] == {PUZZLE.id: 0}
    assert progress["inARow"] == 0
    assert 985 <= progress["strength"]["rating"] < 1000  # the first failures cost little
    puzzles.button("Try again").click()
    puzzles.expect_disc(*before.landing_cell(3), "empty")
    expect(page.locator(":focus")).to_have_class("column")
    puzzles.solve(PUZZLE)
    assert puzzles.kept("puzzles") == progress


def test_the_answer_can_be_stepped_through(puzzles: Exercises) -> None:
    page = puzzles.page
    page.goto(f"/puzzles/{PUZZLE.id}")
    expect(puzzles.button("Hint")).to_be_visible()
    expect(puzzles.button("Solution")).to_be_hidden()  # it is farther away than a hint
    puzzles.button("Hint").click()
    puzzles.button("Solution").click()
    puzzles.expect_said("Column 6 is right. That is the solution.")
    expect(page.locator(":focus")).to_have_text("Next puzzle")
    # 4, 4 and 6 are the solution; then best play continues.
    steps = puzzles.root.locator(".column-step")
    expect(steps).to_have_text([re.compile(f"{name}$") for name in ("Start", *"44637")])
    steps.first.click()
    expect(puzzles.root.locator(".chip[data-best]")).to_have_count(1)
    expect(puzzles.root.locator(".chip").nth(3)).to_have_text("win3")
    puzzles.root.locator(".fact").first.hover()
    expect(puzzles.root.locator(".marks .lit").first).to_be_visible()
    assert puzzles.kept("puzzles")["results"] == {PUZZLE.id: 0}


def test_the_next_puzzle_has_the_chosen_theme_and_about_your_rating(puzzles: Exercises) -> None:
    puzzles.page.goto("/puzzles")
    expect(puzzles.root.get_by_role("heading", name="This puzzle")).to_be_visible()
    theme = puzzles.root.get_by_label("Theme of the next puzzle")
    theme.select_option("draw")
    puzzles.button("A puzzle at your level").click()
    puzzles.expect_url(r"/puzzles/\w{6}$")
    puzzle = shown_puzzle(puzzles)
    expect(puzzles.heading).to_have_text(puzzle.task)
    assert "draw" in puzzle.themes
    assert abs(puzzle.rating - 1000) <= 150  # there are few of them
    puzzles.game.reload()
    expect(theme).to_have_value("draw")


def test_a_puzzle_is_solved_by_keyboard_with_a_hint(puzzles: Exercises) -> None:
    page, press = puzzles.page, puzzles.game.press
    page.goto(f"/puzzles/{PUZZLE.id}")
    expect(puzzles.heading).to_have_text(PUZZLE.task)
    puzzles.column(4).focus()
    press("h")
    puzzles.expect_said(Attempt(PUZZLE).idea)
    press("1")
    puzzles.expect_said(re.compile("^Column 1 does not win in 3 moves"))
    press("u", "h")
    # Column 1 has been refuted.
    puzzles.expect_said(re.compile(r"^It is one of the columns (?=.*4)[2-7], [2-7], [2-7].$"))
    expect(puzzles.root.locator(".column[data-marks~=lit]")).to_have_count(3)
    press("h")
    puzzles.expect_said("It is column 4.")
    expect(puzzles.column(4)).to_have_attribute("data-marks", "hint")
    press("Home")
    expect(puzzles.column(1)).to_be_focused()
    press("Enter")
    puzzles.expect_said(re.compile("^Column 1 does not win in 3 moves"))
    press("u")
    puzzles.expect_said("The move is taken back. Try again.")
    press("4")
    puzzles.expect_said("Column 4 is right. Yellow answers in column 4.")
    press("4")
    puzzles.expect_said("Column 4 is full.")
    press("6")
    puzzles.expect_said("Column 6 is right. Solved.")
    press("n")
    expect(page).not_to_have_url(re.compile(PUZZLE.id))


def test_unknown_puzzles_and_damaged_storage_are_survived(puzzles: Exercises) -> None:
    damaged = '{"strength": 7, "results": []'
    puzzles.page.add_init_script(f"localStorage.setItem('dropfour.puzzles', '{damaged}')")
    puzzles.page.goto("/puzzles/nosuch")
    puzzles.expect_alert("There is no puzzle “nosuch”.")
    puzzles.link("Today's puzzle").click()
    expect(puzzles.root.get_by_role("heading", name="Today's puzzle")).to_be_visible()
    expect(puzzles.root.get_by_role("alert")).to_be_hidden()
    puzzles.expect_text("1000 (provisional)")


def test_puzzles_that_cannot_be_loaded_are_tried_again(puzzles: Exercises) -> None:
    page = puzzles.page
    page.route("**/puzzles.gz", lambda route: route.fulfill(status=503))
    puzzles.game.expected = "503"
    page.goto("/puzzles")
    puzzles.expect_alert("could not be loaded")
    page.unroute("**/puzzles.gz")
    page.get_by_role("link", name="Dropfour").click()
    page.get_by_role("link", name="Puzzles").click()
    puzzles.expect_text("A first one to warm up")


def test_without_webassembly_a_wrong_try_is_still_wrong(puzzles: Exercises) -> None:
    puzzles.page.add_init_script("delete globalThis.WebAssembly")
    puzzles.page.goto(f"/puzzles/{PUZZLE.id}")
    puzzles.column(3).click()
    puzzles.expect_said("Column 3 does not win in 3 moves: only the column of the solution does.")
