"""The solution on the page: walking, training, checking. js/solution.test.mjs has the checker itself."""

import datetime
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

import dropfour as d4
from dropfour.study.solutions.solution import winning_column
from dropfour.study.solutions.text import Entry
from dropfour.web.page.files import page_files
from web.driver import GamePage
from web.exercises import Exercises
from web.page.study.test_plans import DISC, LIT, PLAN_MARKS

PROVEN = "Red wins: every reply was checked, none is missing."
SOLUTION = d4.solution()
FILE = "**/solution/7x6.solution"
EXCEPTIONS = """dropfour solution 3
board 7x6 connect 4
start 7x6.4.first-line.1-y-1-rr-yyrr-rryyy-1.r
promise red wins
plan 1 take 4.4 5.5 3.1; answer 1 2 3 4 5 6 7; otherwise 7 1 2 3 4 5 6
plan 2 take 1.3 1.5 4.3 4.6; otherwise 5 6 2 1 7 3 4
plan 3 take 3.6 3.3 2.3 3.4; answer 1 2 4 5 6 7; otherwise 7 5 1 2 3 4 6
plan 4 take 3.3 3.6; pair 3.1 7.2; answer 1 2 4 5 6 7; otherwise 5 1 2 3 4 6 7
position - follow 1
position 62 plan 2
position 63 plan 3
position 65 plan 3
position 67 plan 4
"""


@pytest.fixture
def solution(game: GamePage) -> Exercises:
    solution = Exercises(game, "solution")
    solution.set_time(datetime.date(2026, 11, 16))
    return solution


def entry_of(position: d4.Position) -> Entry:
    found = SOLUTION.find(position)
    assert found is not None
    return found[0]


def replies(position: d4.Position) -> list[tuple[int, d4.Position]]:
    """Return the replies that the solution lists, with the positions after them."""
    after = [(column, position.play(column)) for column in position.legal_columns]
    return [each for each in after if winning_column(each[1]) is None]


def below(position: d4.Position) -> set[Entry]:
    """Return the entries that can follow, mirror images once."""
    found: set[Entry] = set()
    waiting = [position]
    while waiting:
        each = waiting.pop()
        if winning_column(each) is None and entry_of(each) not in found:
            entry = entry_of(each)
            found.add(entry)
            if entry.column is not None:
                played = SOLUTION.position_of(entry).play(entry.column)
                waiting += [played.play(column) for column in played.legal_columns]
    return found


def a_plan(length: int = 8) -> Entry:
    """Return an entry with a plan, after at least *length* moves."""
    return next(e for e in SOLUTION.entries if e.plan is not None and len(e.moves) >= length)


def reply_row(solution: Exercises, column: int) -> Locator:
    button = solution.page.get_by_role("button", name=f"Play column {column}", exact=True)
    return solution.root.get_by_role("row").filter(has=button)


def kept(solution: Exercises) -> dict[str, Any]:
    found: dict[str, Any] = solution.kept("trainer")["solution"]
    return found


# --- walking ------------------------------------------------------------------------------------------


def test_a_visitor_walks_to_a_plan_and_back(solution: Exercises) -> None:
    page = solution.page
    page.goto("/learn")
    page.get_by_role("link", name=re.compile("^★? ?The solution")).click()
    solution.expect_url("/solution$")
    expect(page).to_have_title("The solution – Dropfour")
    expect(solution.heading).to_be_focused()
    size = f"in {len(SOLUTION.entries):,} positions and {len(SOLUTION.plans)} plans"
    solution.expect_text(size)
    served = [entry.moves for entry in SOLUTION.entries if entry.plan == 1]
    commonest = solution.root.get_by_role("listitem").filter(has_text="Plan 1")
    expect(commonest).to_have_text(f"Plan 1 for {len(served)} positions")
    commonest.get_by_role("button").click()
    solution.expect_url(f"/solution/{served[0]}$")
    page.go_back()
    moves, position = "", d4.Position()
    while entry_of(position).plan is None:
        column = SOLUTION.reply(position)
        solution.expect_said(f"Red plays column {column}.")
        expect(solution.column(column)).to_have_attribute("data-marks", "hint")
        wrong = next(each for each in position.legal_columns if each != column)
        solution.column(wrong).click()
        solution.expect_said(f"Not column {wrong}: the solution plays column {column} here.")
        solution.button(f"Play column {column}").click()
        moves, position = f"{moves}{column}", position.play(column)
        solution.expect_url(f"/solution/{moves}$")
        reply, position = min(replies(position), key=lambda each: len(below(each[1])))
        row = reply_row(solution, reply)
        plan = entry_of(position).plan
        answer = f"plan {plan}" if plan else f"play column {SOLUTION.reply(position)}"
        expect(row).to_contain_text(answer)
        expect(row.get_by_role("cell").last).to_have_text(f"{len(below(position)):,}")
        row.get_by_role("button").click()
        moves = f"{moves}{reply}"
    plan = entry_of(position).plan
    solution.expect_said(f"From here on red follows plan {plan}, whatever the replies are.")
    expect(solution.root.get_by_role("heading", name=f"Plan {plan}")).to_be_visible()
    solution.root.get_by_role("button", name="Move 2: column").click()
    solution.expect_url(f"/solution/{moves[:2]}$")
    page.go_back()
    solution.expect_url(f"/solution/{moves}$")
    solution.button("To the start").click()
    solution.expect_said("Red plays column 4.")


def test_a_plan_has_rules_marks_and_an_opponent_also_mirrored(solution: Exercises) -> None:
    page = solution.page
    entry = a_plan()
    for moves in (entry.moves, "".join(str(8 - int(column)) for column in entry.moves)):
        page.goto(f"/solution/{moves}")
        card = solution.root.locator(".solution-plan")
        expect(card).to_contain_text("Red wins. The idea: ")
        # The core has played it out on this side of the board, so the rules are mirrored as well.
        proof = re.compile(r"Proven by playing it out against all [\d,]+ replies")
        expect(card).to_contain_text(proof)
        expect(solution.root.locator(PLAN_MARKS).first).to_be_attached()
        card.locator(".rules button").first.hover()
        expect(solution.root.locator(LIT).first).to_be_attached()
        card.get_by_role("button", name="Try to beat it").click()
        dialog = page.get_by_role("dialog")
        answer = f"Red plays column {SOLUTION.reply(d4.Position.from_moves(moves))}:"
        expect(dialog.get_by_role("status")).to_contain_text(answer)
        dialog.get_by_role("button", name="Close").click()


def test_keys_walk_and_other_positions_are_not_claimed(solution: Exercises) -> None:
    page = solution.page
    page.goto("/solution")
    solution.expect_said("Red plays column 4.")
    solution.column(4).focus()
    solution.game.press("4")
    solution.expect_said("Yellow can reply in 7 columns. Choose one to see the answer.")
    solution.game.press("3")
    solution.expect_said(f"Red plays column {SOLUTION.reply('43')}.")
    solution.game.press("n")
    solution.expect_url(f"/solution/43{SOLUTION.reply('43')}$")
    solution.game.press("u")
    solution.game.press("u")
    solution.expect_url("/solution/4$")
    solution.game.go("/solution/11")
    solution.expect_said("The solution does not lead to this position. Go back to follow it.")
    solution.game.go("/solution/9")
    solution.expect_alert("The solution cannot be shown here")


# --- training -----------------------------------------------------------------------------------------


def test_what_you_know_is_played_for_you_and_the_largest_part_is_next(solution: Exercises) -> None:
    page = solution.page
    page.goto("/solution")
    solution.button("Train it").click()
    solution.expect_url("/solution/train$")
    solution.expect_said("A line from the empty board. What does red play?")
    solution.expect_text("You know 0 of")
    moves, position = "", d4.Position()
    while True:
        entry, column = entry_of(position), SOLUTION.reply(position)
        solution.column(column).click()
        if entry.plan is not None:
            break
        largest = max(
            replies(position.play(column)), key=lambda each: (len(below(each[1])), -each[0])
        )
        reply, position = largest
        question = f"Yellow plays column {reply}. What does red play?"
        solution.expect_said(f"Column {column} is right. {question}")
        moves = f"{moves}{column}{reply}"
    follows = f"From here on red follows plan {entry.plan}: its rules are shown with the board."
    solution.expect_said(f"Column {column} is right. {follows}")
    expect(solution.root.locator(".solution-plan")).to_be_visible()
    known = len(moves) // 2 + 1
    solution.expect_text(f"You know {known} of {len(SOLUTION.entries):,} positions")
    assert len(kept(solution)["known"]) == known
    solution.button("Next").click()
    solution.expect_said(re.compile(r"^A line from the empty board\. You know the moves 4 "))


def test_a_mistake_comes_back_after_growing_intervals(solution: Exercises) -> None:
    page = solution.page
    page.goto("/solution/train")
    solution.column(1).click()
    solution.expect_said("Not column 1: the solution plays column 4. Play it.")
    expect(solution.column(4)).to_have_attribute("data-marks", "hint")
    solution.column(4).click()
    solution.expect_said(re.compile("^Column 4 is right. Yellow plays column"))
    (card,) = kept(solution)["cards"]
    assert (card["moves"], card["wrong"], card["stage"]) == ("", 1, 0)
    assert kept(solution)["known"] == []
    # The trainer's own cards are not mixed with those of the solution.
    solution.game.go("/trainer")
    expect(page.locator("#trainer-view")).to_contain_text("0 positions in training")
    day = datetime.date(2026, 11, 16)
    for interval in (1, 3, 7, 16, 35):
        day += datetime.timedelta(interval)
        solution.set_time(day)
        solution.game.go("/learn")
        expect(page.locator("#learn-view")).to_contain_text(re.compile(r"its proof\.1 due today"))
        solution.game.go("/solution/train")
        solution.expect_said("You went wrong here before. What does red play?")
        solution.column(4).click()
        solution.expect_said("Column 4 is right. It will be asked less often now.")
    solution.expect_text("You know 1 of")
    solution.button("Next").click()
    solution.expect_said(re.compile("^A line from the empty board. You know the moves 4"))
    solution.button("Show the move").click()
    solution.expect_said(re.compile(r"^The solution plays column \d\. Play it\.$"))
    solution.expect_text("1 in training")


# --- exceptions from a plan ---------------------------------------------------------------------------


def test_the_exceptions_from_a_plan_are_shown_played_and_trained(solution: Exercises) -> None:
    page = solution.page
    page.context.route(FILE, lambda route: route.fulfill(body=EXCEPTIONS))
    page.goto("/solution")
    follows = "From here on red follows plan 1 until a listed position comes up."
    solution.expect_said(follows)
    card = solution.root.locator(".solution-plan")
    expect(card).to_contain_text(follows)
    expect(card).not_to_contain_text("Proven")  # to the end of the game it is not
    expect(card.get_by_role("button", name="Follow it")).to_be_hidden()
    card.get_by_role("button", name="Try to beat it").click()
    dialog = page.get_by_role("dialog")
    said = dialog.get_by_role("status")
    expect(said).to_contain_text("Red plays column 6")
    dialog.get_by_role("button", name="Column 2:").click()
    expect(said).to_contain_text("take column 4, row 3")  # plan 1 would answer in column 2
    dialog.get_by_role("button", name="Close").click()
    answers = ["62plan 2", "63plan 3", "65plan 3", "67plan 4"]
    rows = solution.root.locator(".next-moves tbody tr")
    expect(rows).to_have_text([re.compile(f"^{a[0]} {a[1:]}1$") for a in answers])
    solution.button("Play the moves 6 7").click()
    solution.expect_url("/solution/67$")
    solution.expect_said("From here on red follows plan 4, whatever the replies are.")
    solution.button("Train it").click()
    solution.expect_said("A line from the empty board. What does red play?")
    solution.column(6).click()
    solution.expect_said(re.compile("^Column 6 is right. From here on red follows plan 1, whose"))
    solution.expect_text("You know 1 of 5 positions")
    solution.button("Next").click()
    known = "A line from the empty board. You know the moves 6 2. What does red play?"
    solution.expect_said(known)


# --- the proof ----------------------------------------------------------------------------------------


def test_the_check_of_the_proof_shows_its_progress_and_can_be_stopped(solution: Exercises) -> None:
    solution.page.goto("/solution")
    solution.button("Check the proof").click()
    expect(solution.button("Stop")).to_be_focused()
    bar = solution.root.get_by_role("progressbar", name="Check of the proof")
    expect(bar).to_be_visible()
    solution.expect_text(re.compile(r"a plan played out from [1-9][\d,]* of [\d,]+ of them"))
    solution.button("Stop").click()
    expect(solution.root.locator(".check-result")).to_have_text("Stopped.")
    expect(solution.button("Check it again")).to_be_visible()


def test_the_proof_leads_to_the_theorem_if_the_documentation_has_an_address(
    solution: Exercises, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = solution.root.get_by_role("link", name="The theorem and its proof")
    solution.page.goto("/solution")
    expect(solution.button("Check the proof")).to_be_visible()
    expect(link).to_have_count(0)
    (tmp_path / "dropfour-9.dist-info").mkdir()
    (tmp_path / "dropfour-9.dist-info" / "METADATA").write_text(
        "Name: dropfour\nVersion: 9\nProject-URL: Source, https://example.org\n"
        "Project-URL: Documentation, https://example.org/docs/index.md\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    page = {"body": page_files()["index.html"], "content_type": "text/html"}
    solution.page.route("**/solution", lambda route: route.fulfill(**page))
    solution.page.goto("/solution")
    expect(link).to_have_attribute("href", "https://example.org/docs/theorem.md")


@pytest.mark.long  # tests/web/js/solution.test.mjs: the checker itself
def test_the_entire_proof_is_checked_in_the_browser(solution: Exercises) -> None:
    page = solution.page
    page.goto("/solution")
    solution.button("Check the proof").click()
    expect(solution.root.locator(".check-result")).to_have_text(PROVEN, timeout=120_000)
    solution.expect_text(f"{len(SOLUTION.entries):,} positions of the list")
    solution.game.expect_spoken(PROVEN)
    expect(solution.button("Check it again")).to_be_focused()


def test_a_proof_that_fails_is_shown_with_a_line_of_play(solution: Exercises) -> None:
    missing = next(e for e in SOLUTION.entries if len(e.moves) == 4)

    def tamper(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=re.sub(rf"position {missing.moves} .*\n", "", text))

    solution.page.context.route(FILE, tamper)
    solution.page.goto("/solution")
    solution.button("Check the proof").click()
    result = solution.root.locator(".check-result")
    expect(result).to_have_text("The proof fails: there is no answer to this reply.")
    solution.root.get_by_role("button", name=re.compile("^Show the line of play: 4")).click()
    solution.expect_said("The solution does not lead to this position. Go back to follow it.")
    expect(solution.root.locator(DISC)).to_have_count(4)


def test_a_file_that_cannot_be_loaded_is_tried_again(solution: Exercises) -> None:
    page = solution.page
    page.route(FILE, lambda route: route.abort())
    solution.game.expected = "Failed to load resource"
    page.goto("/solution")
    solution.expect_alert("The solution cannot be shown here")
    page.unroute(FILE)
    page.locator("#open-learn").click()
    page.get_by_role("link", name=re.compile("The solution")).click()
    solution.expect_said("Red plays column 4.")
