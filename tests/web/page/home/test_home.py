"""The first page: on a first visit the board alone, later what to do next."""

import functools
import re

import pytest
from playwright.sync_api import Page, expect

from web.driver import GamePage


@pytest.mark.context(is_first_visit=True)
def test_on_a_first_visit_there_is_the_board_and_its_aim(game: GamePage) -> None:
    game.open("/")
    game.expect_status("Get four in a row.")
    for card in ("#home-card", "#setup-card", "#study-card"):
        expect(game.page.locator(card)).to_be_hidden()
    game.click(4)
    expect(game.page.locator("#study-card")).to_be_visible()
    game.settle()
    game.page.locator("#home").click()
    game.expect_status("Drop a disc to start")
    expect(game.page.locator("#setup-card")).to_be_visible()


def steps(page: Page) -> list[str]:
    expect(page.locator(".step").last).to_contain_text("Next lesson")
    return page.locator(".step b").all_inner_texts()


def test_the_first_page_leads_back_to_the_game_that_is_not_over(game: GamePage) -> None:
    game.begin(moves="4455", yellow={"engine": "easy"})
    game.click(1)
    game.settle()
    moves, address = game.moves(), game.page.url
    game.page.evaluate("window.isShared = false")
    game.watch_shifts()
    game.page.goto("/")
    assert steps(game.page) == ["Continue", "Today’s puzzle", "Play Pip", "Next lesson"]
    step = game.page.locator(".step").first
    expect(step).to_contain_text(f"against Momo, move {len(moves) + 1}")
    expect(step.locator(".board .disc")).to_have_count(len(moves))
    assert sum(game.shifts()) < 0.02
    step.click()
    expect(game.page).to_have_url(address)
    assert game.moves() == moves
    game.resign("You resigned")
    game.settle()
    game.page.goto("/")
    assert steps(game.page)[0] == "Today’s puzzle"


def test_what_is_done_is_no_next_step(game: GamePage) -> None:
    game.open("/")
    assert steps(game.page) == ["Today’s puzzle", "Play Pip", "Next lesson"]
    game.page.evaluate(
        """async () => {
            const { dayNumber } = await import('/static/js/puzzles/collection.js');
            const { allLessons, keepDone } = await import('/static/js/learn/course.js');
            const { write } = await import('/static/js/storage/storage.js');
            write('puzzles', { solvedDays: [dayNumber(new Date())] });
            write('beaten', ['1', 'easy']);
            const [first] = await allLessons();
            for (const part of first.parts) keepDone(first, part);
        }"""
    )
    expect(game.page.locator(".step").first).to_contain_text("Play Fred")
    expect(game.page.locator(".step").last).not_to_contain_text("Four in a row")
    game.page.locator(".step").last.click()
    expect(game.page).to_have_url(re.compile("/learn/"))
    game.page.locator("#home").click()
    game.page.locator(".step", has_text="Play Fred").click()
    expect(game.page.locator(".player-name").last).to_have_text("Fred")


COUNT_PRESSES = """
window.presses = 0;
addEventListener('pointerdown', () => { window.presses += 1; }, true);
"""


def test_what_people_do_most_takes_one_click_and_another_board_two(game: GamePage) -> None:
    game.page.add_init_script(COUNT_PRESSES)
    presses = functools.partial(game.page.evaluate, "window.presses")
    game.begin(moves="4455", yellow={"engine": "easy"})
    game.click(1)
    game.settle()
    address = game.page.url
    game.page.goto("/")
    game.page.locator(".step", has_text="Continue").click()
    expect(game.page).to_have_url(address)
    assert presses() == 1
    game.page.goto("/")
    game.page.locator(".step", has_text="Today’s puzzle").click()
    expect(game.page.locator("#puzzles-view .task")).to_contain_text("to move")
    assert presses() == 1
    game.page.goto("/")
    size = game.page.locator("#setup-size")
    size.click()
    size.select_option("9x7")  # the second click, in the list that the first has opened
    expect(game.board.locator(".column")).to_have_count(9)
    assert presses() == 1
    game.page.goto("/?board=12x4")
    expect(size).to_have_value("12x4")
