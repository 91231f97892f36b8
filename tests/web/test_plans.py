"""Why a position is won or held: plans on the study card and the board, and as an opponent to beat."""

import re

from playwright.sync_api import Locator, expect

import dropfour as d4
from web.driver import GamePage

WON = "4122264123"
HELD = "345543724334362441223127"
DISC = ".cells .disc:not(.ghost)"


def open_why(game: GamePage, moves: str, board: str = "7x6") -> Locator:
    game.open(f"./?board={board}&moves={moves}")
    game.page.get_by_role("switch", name="Study").check()
    card = game.page.locator(".why")
    expect(card.locator("summary")).to_contain_text(
        re.compile("by (one rule|\\d rules)"), timeout=30_000
    )
    card.locator("summary").click()
    return card


def test_the_card_says_the_rules_and_the_board_shows_them(game: GamePage) -> None:
    card = open_why(game, WON)
    expect(card.locator("summary")).to_contain_text("Red wins by")
    expect(card.locator("p").first).to_contain_text("Red wins by these rules.")
    expect(card.locator(".rules li").last).to_contain_text(re.compile("Otherwise|Nothing else"))
    expect(card).to_contain_text("Proven by playing it out against all")
    marks = game.page.locator(".marks :is(circle.take, rect.pair), .column[data-marks~='answer']")
    expect(marks.first).to_be_attached()
    # Pointing at a rule lights what it is about.
    card.locator(".rules button").first.hover()
    expect(game.page.locator(".marks .lit, .column[data-marks~='lit']").first).to_be_attached()
    # What is closed is not on the board.
    card.locator("summary").click()
    expect(marks).to_have_count(0)


def test_no_plan_is_claimed_where_lines_are_counted_or_the_game_is_over(game: GamePage) -> None:
    for address in ("/?objective=most-lines&moves=4455", "/?moves=4455667"):
        game.open(address)
        game.page.get_by_role("switch", name="Study").check()
        expect(game.page.locator("#study-card .verdict")).not_to_have_text("…")
        expect(game.page.locator(".why")).to_be_hidden()


def test_nobody_beats_a_plan(game: GamePage) -> None:
    """The visitor plays the perfect engine's moves, as long as the game lasts."""
    for moves in (WON, HELD):
        card = open_why(game, moves)
        card.get_by_role("button", name="Try to beat it").click()
        dialog = game.page.get_by_role("dialog")
        said = dialog.get_by_role("status")
        expect(dialog.get_by_role("heading")).to_have_text("Beat the plan: you are yellow")
        position, perfect = d4.Position.from_moves(moves), d4.engine("perfect")
        while True:
            expect(dialog.locator(".columns[data-busy]")).to_have_count(0)
            if dialog.get_attribute("data-over") is not None:
                break
            number = re.search(r"plays column (\d+)", said.inner_text())
            assert number is not None
            position = position.play(int(number[1]))
            column = perfect.choose(position, d4.Limits(nodes=20_000)).column
            dialog.locator(f"[data-column='{column}']").click()
            position = position.play(column)
            expect(dialog.locator(DISC)).not_to_have_count(position.ply - 1)
        result = (
            "Red wins." if moves == WON else re.compile(r"Red wins\.|A draw: the plan has held\.")
        )
        expect(said).to_contain_text(result)
        dialog.get_by_role("button", name="Start again").click()
        expect(said).to_contain_text("plays column")
        dialog.get_by_role("button", name="Close").click()
        expect(game.page.get_by_role("dialog")).to_have_count(0)


def test_a_plan_answers_with_the_keyboard_and_takes_moves_back(game: GamePage) -> None:
    card = open_why(game, WON)
    card.get_by_role("button", name="Try to beat it").press("Enter")
    dialog = game.page.get_by_role("dialog")
    said = dialog.get_by_role("status")
    expect(said).to_contain_text(re.compile("plays column"))
    before = len(WON) + 1
    expect(dialog.locator(DISC)).to_have_count(before)
    dialog.locator(".column:focus").press("1")
    expect(dialog.locator(DISC)).to_have_count(before + 2)
    dialog.get_by_role("button", name="Take back").click()
    expect(dialog.locator(DISC)).to_have_count(before)


def test_plans_work_without_a_server_and_on_other_boards(site: GamePage) -> None:
    card = open_why(site, "3344", board="5x4")
    card.get_by_role("button", name="Try to beat it").click()
    expect(site.page.get_by_role("dialog").get_by_role("status")).to_contain_text(
        re.compile("plays column|Your move")
    )


# --- strategies ---------------------------------------------------------------------------------

# Yellow wins, but no single plan is found in seconds.
SEVERAL = "56117415511"


def open_strategy(game: GamePage) -> Locator:
    game.open(f"./?moves={SEVERAL}")
    game.page.get_by_role("switch", name="Study").check()
    card = game.page.locator(".why")
    card.locator("summary").first.click()
    return card


def test_a_strategy_is_shown_stepped_into_and_played_where_one_plan_is_not_enough(
    game: GamePage,
) -> None:
    card = open_strategy(game)
    expect(card.locator("summary").first).to_contain_text(re.compile(r"Yellow wins with \d+ plans"))
    first = card.locator(".outline li").first
    expect(first).to_have_text(re.compile(r"^Play column \d\.$"))
    strategy = d4.find_strategy(SEVERAL, limits=d4.Limits(nodes=40_000_000))
    assert strategy is not None
    assert strategy.colour is d4.YELLOW
    # Every reply is answered, by a plan or by a further move.
    replies = card.locator(".strategy > .outline > li > .replies > .reply")
    column = int(first.inner_text().split()[-1].rstrip("."))
    position = d4.Position.from_moves(SEVERAL).play(column)
    expect(replies).to_have_count(len(position.legal_columns))
    # Its opponent loses.
    card.get_by_role("button", name="Try to beat it").last.click()
    dialog = game.page.get_by_role("dialog")
    said = dialog.get_by_role("status")
    expect(dialog.get_by_role("heading")).to_have_text("Beat the strategy: you are red")
    position, chance = d4.Position.from_moves(SEVERAL), d4.engine("perfect")
    while True:
        expect(dialog.locator(".columns[data-busy]")).to_have_count(0)
        if dialog.get_attribute("data-over") is not None:
            break
        number = re.search(r"plays column (\d+)", said.inner_text())
        assert number is not None
        position = position.play(int(number[1]))
        column = chance.choose(position, d4.Limits(nodes=20_000)).column
        dialog.locator(f"[data-column='{column}']").click()
        position = position.play(column)
        expect(dialog.locator(DISC)).not_to_have_count(position.ply - 1)
    expect(said).to_contain_text("Yellow wins.")
    dialog.get_by_role("button", name="Close").click()
    # A reply is shown on the board, with its plan and its marks.
    planned = card.locator(".outline li", has=game.page.locator("summary", has_text="Plan")).first
    planned.locator(".reply").first.click()
    game.expect_status(f"Variation, move {len(SEVERAL) + 2}")
    expect(card.locator("summary").first).to_contain_text(re.compile("Yellow wins by"))
    expect(card.locator(".rules li").first).to_be_visible()


def test_the_search_for_a_strategy_shows_its_progress_and_can_be_stopped(game: GamePage) -> None:
    game.open("./?moves=44444")
    game.page.get_by_role("switch", name="Study").check()
    card = game.page.locator(".why")
    card.locator("summary").first.click()
    expect(card).to_contain_text(re.compile(r"strategy of several plans: [1-9]\d*\.\d million"))
    card.get_by_role("button", name="Stop").click()
    expect(card).not_to_contain_text("million")
    expect(card.locator("summary").first).to_contain_text("No short plan was found.")
    # The worker is there again for other positions.
    game.open(f"./?moves={WON}")
    expect(game.page.locator(".why summary").first).to_contain_text("Red wins by")


# --- reviews and lessons ------------------------------------------------------------------------


def test_a_review_says_which_plan_a_blunder_gave_up_and_which_the_opponent_has(
    game: GamePage,
) -> None:
    game.open("./?moves=3455437243343624412231271")
    game.button("Review").click()
    given_up = game.page.locator(".given-up details")
    expect(given_up).to_have_count(2)
    expect(given_up.first.locator("summary")).to_have_text("Red gave up a draw by these rules:")
    expect(given_up.last.locator("summary")).to_have_text("Now yellow wins by these rules:")
    given_up.last.locator("summary").click()
    expect(given_up.last.locator("li").first).to_be_visible()
    # Elsewhere nothing is said.
    game.page.locator(".move").nth(19).click()
    expect(given_up).to_have_count(0)


def test_a_lesson_shows_a_plan_to_follow_and_to_beat(game: GamePage) -> None:
    page = game.page
    page.goto("/learn/follow-up")
    card = page.get_by_role("region", name="Plan")
    expect(card.get_by_role("listitem")).to_have_text(
        "When red has just played, play on top in the same column."
    )
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
        answer = re.search(r"opponent plays column (\d)", said.inner_text())
        assert answer is not None
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
