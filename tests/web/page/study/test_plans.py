"""Why a position is won or held: plans on the study card and the board, and as an opponent to beat."""

import re

import pytest
from playwright.sync_api import Locator, expect

import dropfour as d4
from values import some
from web.driver import GamePage

WON = "4122264123"
HELD = "345543724334362441223127"
DISC = ".cells .disc:not(.ghost)"
# Where a plan answers, and what a rule of it is about.
PLAN_MARKS = ".marks :is(circle.take, rect.pair), .column[data-marks~='answer']"
LIT = ".marks .lit, .column[data-marks~='lit']"


def open_why(game: GamePage, moves: str, board: str = "7x6") -> Locator:
    game.study(f"./?board={board}&moves={moves}")
    card = game.page.locator(".why")
    card.locator("summary").click()  # which searches for longer, should the machine be slow
    expect(card.locator("summary")).to_contain_text(re.compile("by (one rule|\\d rules)"))
    return card


def play_perfectly(dialog: Locator, moves: str) -> None:
    """Play the perfect engine's moves in a challenge, as long as the game lasts."""
    position, perfect = d4.Position.from_moves(moves), d4.engine("perfect")
    while True:
        expect(dialog.locator(".columns[data-busy]")).to_have_count(0)
        if dialog.get_attribute("data-over") is not None:
            return
        number = some(re.search(r"plays column (\d+)", dialog.get_by_role("status").inner_text()))
        position = position.play(int(number[1]))
        column = perfect.choose(position, d4.Limits(nodes=20_000)).column
        dialog.locator(f"[data-column='{column}']").click()
        position = position.play(column)
        expect(dialog.locator(DISC)).not_to_have_count(position.ply - 1)


def beat(dialog: Locator, moves: str, heading: str, result: str | re.Pattern[str]) -> None:
    """Play perfectly in a challenge that has begun, and start it again."""
    expect(dialog.get_by_role("heading")).to_have_text(heading)
    play_perfectly(dialog, moves)
    said = dialog.get_by_role("status")
    expect(said).to_contain_text(result)
    dialog.get_by_role("button", name="Start again").click()
    expect(said).to_contain_text("plays column")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


def test_the_card_says_the_rules_the_board_shows_them_and_nobody_beats_them(game: GamePage) -> None:
    card = open_why(game, WON)
    expect(card.locator("summary")).to_contain_text("Red wins by")
    expect(card.locator("p").first).to_contain_text("Red wins. The idea: ")
    expect(card.locator(".rules li").last).to_contain_text("play on top in the same column")
    expect(card).to_contain_text("How games end: red threatens two lines at once")
    expect(card).to_contain_text("Proven by playing it out against all")
    marks = game.board.locator(PLAN_MARKS)
    expect(marks.first).to_be_attached()
    # Pointing at a rule lights what it is about.
    card.locator(".rules button").first.hover()
    expect(game.board.locator(LIT).first).to_be_attached()
    # The opponent answers on the keyboard as well, and takes moves back.
    card.get_by_role("button", name="Try to beat it").press("Enter")
    dialog = game.page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_contain_text("plays column")
    before = len(WON) + 1
    expect(dialog.locator(DISC)).to_have_count(before)
    dialog.locator(".column:focus").press("1")
    expect(dialog.locator(DISC)).to_have_count(before + 2)
    dialog.get_by_role("button", name="Take back").click()
    expect(dialog.locator(DISC)).to_have_count(before)
    dialog.get_by_role("button", name="Start again").click()
    expect(dialog.get_by_role("status")).to_contain_text("plays column")
    beat(dialog, WON, "Beat the plan: you are yellow", "Red wins.")
    # What is closed is not on the board.
    card.locator("summary").click()
    expect(marks).to_have_count(0)
    open_why(game, HELD).get_by_role("button", name="Try to beat it").click()
    held = re.compile(r"Red wins\.|A draw: the plan has held\.")
    beat(dialog, HELD, "Beat the plan: you are yellow", held)


@pytest.mark.shared_tab
def test_the_answer_without_a_plan_is_the_solution_best_play_or_nothing(game: GamePage) -> None:
    game.open("/?moves=44")
    expect(game.page.locator("#game-view .row-labels")).to_be_hidden()
    game.study()
    expect(game.page.locator(".why summary")).to_have_text(f"Why? {d4.explain('44').headline}")
    expect(game.page.locator("#game-view .row-labels")).to_be_visible()
    game.open("/?objective=most-lines&board=4x4&moves=1122")
    expect(game.page.locator(".why summary")).to_contain_text("with best play: play column")
    expect(game.page.locator(".why .plan")).to_be_hidden()
    game.open("/?moves=4455667")
    expect(game.page.locator("#study-card .verdict")).to_have_text("Red has won.")
    expect(game.page.locator(".why")).to_be_hidden()


def test_plans_work_without_a_server_and_on_other_boards(site: GamePage) -> None:
    card = open_why(site, "3333", board="5x4")
    card.get_by_role("button", name="Try to beat it").click()
    said = site.page.get_by_role("dialog").get_by_role("status")
    expect(said).to_contain_text(re.compile("plays column|Your move"))


# --- strategies ---------------------------------------------------------------------------------

# Yellow wins, but no single plan is found in seconds.
SEVERAL = "56117415511"


def test_a_strategy_is_shown_where_one_plan_is_not_enough(game: GamePage) -> None:
    game.study(f"./?moves={SEVERAL}")
    card = game.page.locator(".why")
    card.locator("summary").first.click()
    expect(card.locator("summary").first).to_contain_text(re.compile(r"Yellow wins by \d+ plans"))
    step = card.locator(".strategy")
    first = step.locator("p").first
    expect(first).to_have_text(re.compile(r"^Yellow plays column \d\.$"))
    # Every reply is answered, by a plan or by a further move.
    column = int(first.inner_text().split()[-1].rstrip("."))
    position = d4.Position.from_moves(SEVERAL).play(column)
    rows = step.locator("tbody tr")
    expect(rows).to_have_count(len(position.legal_columns))
    answer = re.compile(r"^(play column|plan|complete a line in column) \d$")
    for row in rows.all():
        expect(row.get_by_role("cell")).to_have_text(answer)
    # Its opponent loses.
    card.get_by_role("button", name="Try to beat it").last.click()
    dialog = game.page.get_by_role("dialog")
    beat(dialog, SEVERAL, "Beat the strategy: you are red", "Yellow wins.")
    # A reply is shown on the board, with its plan and its marks.
    rows.filter(has_text="plan").first.get_by_role("button").click()
    game.expect_status(f"Variation, move {len(SEVERAL) + 2}")
    expect(card.locator("summary").first).to_contain_text(re.compile("Yellow wins by"))
    expect(card.locator(".rules li").first).to_be_visible()


def test_a_long_search_shows_its_progress_and_can_be_stopped(game: GamePage) -> None:
    game.study("./?moves=5444")
    card = game.page.locator(".why")
    expect(card.locator("summary").first).to_contain_text(re.compile("A draw|does not lose"))
    card.locator("summary").first.click()
    expect(card).to_contain_text(re.compile(r"better answer: [1-9]\d*\.\d million"))
    card.get_by_role("button", name="Stop").click()
    expect(card).not_to_contain_text("million")
    expect(card.locator("summary").first).to_contain_text(re.compile("A draw|does not lose"))
    # The worker is there again for other positions.
    game.open(f"./?moves={WON}")
    expect(game.page.locator(".why summary").first).to_contain_text("Red wins")


# --- reviews and lessons ------------------------------------------------------------------------


@pytest.mark.shared_tab
def test_a_review_says_which_plan_was_given_up_and_which_the_opponent_has(game: GamePage) -> None:
    game.open("./?moves=3455437243343624412231271")
    game.button("Review").click()
    expect(game.button("Share a picture")).to_be_enabled()  # the review is complete
    game.page.get_by_text("What perfect play says").click()
    given_up = game.page.locator(".given-up details")
    expect(given_up).to_have_count(2)
    expect(given_up.first.locator("summary")).to_have_text("Red gave up a draw by these rules:")
    expect(given_up.last.locator("summary")).to_have_text("Now yellow wins by these rules:")
    given_up.last.locator("summary").click()
    expect(given_up.last.locator("li").first).to_be_visible()
    # Elsewhere nothing is said.
    game.page.locator("#moves-card .move").nth(19).click()
    expect(given_up).to_have_count(0)


def test_a_lesson_shows_a_plan_to_follow_and_to_beat(game: GamePage) -> None:
    page = game.page
    page.goto("/learn/follow-up")
    card = page.get_by_role("region", name="Plan")
    rule = "1. When red has just played, play on top in the same column."
    expect(card.locator(".rules li")).to_have_text(rule)
    expect(page.locator("#lesson-view .column[data-marks~='answer']")).to_have_count(7)
    card.get_by_role("button", name="Follow it").click()
    dialog = page.get_by_role("dialog")
    said = dialog.get_by_role("status")
    expect(dialog.get_by_role("heading")).to_have_text("Follow the plan: you are yellow")
    start = len("65753336611367")
    for turn in range(40):
        expect(dialog.locator(".columns[data-busy]")).to_have_count(0)
        if dialog.get_attribute("data-over") is not None:
            break
        answer = some(re.search(r"opponent plays column (\d)", said.inner_text()))
        column = int(answer[1])
        if turn == 0:
            dialog.locator(f"[data-column='{column % 7 + 1}']").click()
            expect(said).to_contain_text(f"The plan plays column {column}: rule 1.")
            expect(dialog.locator(DISC)).to_have_count(start + 1)
        dialog.locator(f"[data-column='{column}']").click()
        expect(said).to_contain_text(re.compile("Right|You win"))
    expect(said).to_contain_text("You win.")
    dialog.get_by_role("button", name="Close").click()
    card.get_by_role("button", name="Try to beat it").click()
    expect(dialog.get_by_role("heading")).to_have_text("Beat the plan: you are red")
