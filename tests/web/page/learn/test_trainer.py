"""The trainer in a real browser; js/trainer.test.mjs has its schedule."""

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import dropfour as d4
from web.driver import GamePage
from web.exercises import Exercises

MONDAY = datetime.date(2026, 11, 16)


# --- the page -----------------------------------------------------------------------------------------


def set_day(page: Page, day: datetime.date) -> None:
    page.clock.set_fixed_time(
        datetime.datetime(day.year, day.month, day.day, 12, tzinfo=datetime.timezone.utc)
    )


@pytest.fixture
def trainer(game: GamePage) -> Exercises:
    set_day(game.page, MONDAY)
    # The first mistake that is known, and the first seed of the beginner.
    game.page.add_init_script("Math.random = () => 0")
    return Exercises(game, "trainer")


def begin(trainer: Exercises, colour: str, due: int = 0) -> None:
    trainer.page.goto("/trainer")
    trainer.button(f"Train as {colour}{f' ({due} due)' if due else ''}").click()
    mover = colour.capitalize()
    expect(trainer.root.get_by_role("heading", level=1)).to_have_text(
        re.compile(f"^{mover} to move: (play a column that wins|hold the draw)$")
    )


def kept_cards(page: Page) -> list[dict[str, Any]]:
    text = page.evaluate("localStorage.getItem('dropfour.trainer')")
    cards: list[dict[str, Any]] = json.loads(text)["cards"] if text else []
    return cards


def test_a_blunder_comes_back_when_it_is_due_and_finally_stays_away(trainer: Exercises) -> None:
    page = trainer.page
    page.goto("/learn")
    page.get_by_role("link", name="Trainer").click()
    expect(page).to_have_url(re.compile("/trainer$"))
    expect(trainer.root.get_by_role("heading", level=1)).to_be_focused()
    expect(trainer.root).to_contain_text("Nothing is due today.")
    expect(trainer.root).to_contain_text("0 positions in training, 0 learned.")
    begin(trainer, "red")
    trainer.column(1).click()
    trainer.expect_said(
        "Column 1 does not win: yellow answers in column 4, and yellow wins in 20 moves."
    )
    trainer.expect_disc(4, 1, "yellow")
    trainer.button("Next move").click()
    expect(trainer.root.locator("[data-cell][aria-label$=': red']")).to_have_count(2)
    trainer.button("Try again").click()
    trainer.expect_disc(1, 1, "empty")
    trainer.column(4).click()
    trainer.expect_disc(4, 1, "red")
    expect(trainer.root).to_contain_text("1 position in training")
    page.goto("/trainer")
    expect(trainer.root).to_contain_text("Nothing is due today.")
    expect(trainer.root).to_contain_text("The next one will come back tomorrow.")
    set_day(page, MONDAY + datetime.timedelta(1))
    page.goto("/learn")
    expect(page.locator("#learn-view")).to_contain_text("1 position due today")
    begin(trainer, "red", due=1)
    expect(trainer.root.get_by_role("heading", name="Your blunder")).to_be_visible()
    trainer.column(4).click()
    trainer.expect_said("Column 4 is right. It will come back on November 20, 2026.")
    expect(trainer.root).to_contain_text("You had played column 1.")
    expect(trainer.button("Next round")).to_be_visible()
    # At its last stage it is learned.
    page.evaluate(
        """() => {
            const kept = JSON.parse(localStorage.getItem('dropfour.trainer'));
            Object.assign(kept.cards[0], { stage: 4, due: kept.cards[0].seen });
            localStorage.setItem('dropfour.trainer', JSON.stringify(kept));
        }"""
    )
    begin(trainer, "red", due=1)
    trainer.column(4).click()
    trainer.expect_said("Column 4 is right. You have learned it: it will not come back.")
    set_day(page, MONDAY + datetime.timedelta(1000))
    page.goto("/trainer")
    expect(trainer.root).to_contain_text("Nothing is due today.")
    expect(trainer.root).to_contain_text("0 positions in training, 1 learned.")
    # Whoever can complete a line has to: another column that wins later is not right.
    page.evaluate(
        """() => {
            const kept = JSON.parse(localStorage.getItem('dropfour.trainer'));
            kept.cards = [{ ...kept.cards[0], moves: '443352', stage: 4, due: kept.cards[0].seen }];
            localStorage.setItem('dropfour.trainer', JSON.stringify(kept));
        }"""
    )
    assert d4.analyse("443352").scores[5] > 0
    begin(trainer, "red", due=1)
    trainer.column(5).click()
    trainer.expect_said("Column 5 wins, too, but not fastest: red wins in 17 moves.")
    trainer.button("Try again").click()
    trainer.column(6).click()
    trainer.expect_said(re.compile("^Column 6 is right."))


def test_the_page_plays_mistakes_and_the_result_must_be_kept(trainer: Exercises) -> None:
    page = trainer.page
    trainer.game.add(moves="1212121")
    begin(trainer, "yellow")
    trainer.expect_said(
        "A round from the empty board. Red plays column 1, a mistake from your games."
    )
    moves, position = "1", d4.Position().play(1)
    for answer in range(1, 6):
        expect(trainer.root).to_contain_text(f"Answer {answer} of 5. Moves: {' '.join(moves)}.")
        scores = d4.analyse(moves).scores
        # Of the columns that keep the result, the slowest win, so that the round has all its answers.
        wins = max(scores.values()) > 0
        keeping = [column for column, score in scores.items() if (score > 0) == wins and score >= 0]
        # Whoever can complete a line has to, and that ends the round.
        now = [each for each in keeping if position.play(each).is_over]
        column = min(now or keeping, key=lambda each: scores[each])
        task = "play a column that wins" if wins else "hold the draw"
        heading = trainer.root.get_by_role("heading", level=1)
        expect(heading).to_have_text(f"Yellow to move: {task}")
        cell = position.landing_cell(column)
        trainer.column(column).click()
        trainer.expect_disc(*cell, "yellow")
        moves, position = f"{moves}{column}", position.play(column)
        if answer == 5 or position.is_over:
            break
        text = f"Answer {answer + 1} of 5. Moves: {' '.join(moves)} "
        expect(trainer.root).to_contain_text(re.compile(rf"{re.escape(text)}\d\."))
        said = trainer.root.locator(".feedback").inner_text()
        found = re.match(rf"Column {column} is right\. Red plays column (\d)", said)
        assert found
        reply = int(found[1])
        scores = d4.analyse(moves).scores
        assert scores[reply] < max(scores.values()) or len(set(scores.values())) == 1
        moves, position = f"{moves}{reply}", position.play(reply)
    over = f"The round is over: {answer} of {answer} right at the first try."
    trainer.expect_said(re.compile(f"{over}$"))
    assert kept_cards(page) == []
    expect(page.locator("#live")).to_contain_text(over)
    onward = trainer.root.get_by_role("link", name="Play on from here")
    if position.is_over:
        expect(onward).to_be_hidden()
    else:
        expect(onward).to_have_attribute("href", f"/?moves={moves}")
    trainer.root.get_by_role("link", name="Opening explorer").click()
    expect(page).to_have_url(re.compile(f"/openings/{moves[:-1]}$"))
    page.go_back()
    trainer.button("Next round").click()
    expect(trainer.root).to_contain_text("Answer 1 of 5. Moves: 1.")


def test_blunders_of_past_games_are_asked(trainer: Exercises) -> None:
    page = trainer.page
    # Red's first move gives the win away; the later ones are checked by the solver as well.
    game_id = trainer.game.add(moves="1212121", yellow={"engine": "easy"})
    trainer.game.add(moves="4141414", yellow={"engine": "easy"}, objective="most-lines")
    page.goto("/trainer")
    expect(trainer.root).to_contain_text(re.compile("1 new game searched: 1 blunder."))
    expect(trainer.root).to_contain_text("Due today: 1 as red.")
    page.reload()
    begin(trainer, "red", due=1)
    expect(trainer.root).to_contain_text("From one of your games")
    link = trainer.root.get_by_role("link", name="Your game")
    expect(link).to_have_attribute("href", f"/game/{game_id}")
    trainer.button("Change colour").click()
    expect(trainer.root.get_by_role("heading", level=1)).to_be_focused()
    expect(trainer.root.get_by_role("heading", level=1)).to_have_text("Trainer")


def test_a_round_is_played_by_keyboard_and_a_hint_counts_as_not_known(trainer: Exercises) -> None:
    page = trainer.page
    page.goto("/trainer")
    trainer.button("Train as red").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#trainer-view .column:focus")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("Red to move: play a column that wins.")
    page.keyboard.press("h")
    trainer.expect_said(re.compile("^Look for a disc that yellow has to answer"))
    page.keyboard.press("h")
    trainer.expect_said(re.compile("^It is one of the columns"))
    page.keyboard.press("3")
    trainer.expect_said(re.compile("^Column 3 does not win: .* the game is a draw.$"))
    page.keyboard.press("u")
    trainer.expect_said("The move is taken back. Try again.")
    page.keyboard.press("4")
    trainer.expect_said(re.compile("^Column 4 is right. Yellow plays column"))
    cards = kept_cards(page)
    assert [(each["moves"], each["wrong"], each["stage"]) for each in cards] == [("", None, 0)]


def test_the_training_can_move(trainer: Exercises, context: BrowserContext, tmp_path: Path) -> None:
    page = trainer.page
    begin(trainer, "red")
    trainer.column(1).click()
    trainer.expect_said(re.compile("^Column 1 does not win"))
    with page.expect_download() as download:
        trainer.button("Export").click()
    file = tmp_path / "training.json"
    download.value.save_as(file)
    cards = kept_cards(page)
    assert len(cards) == 1
    page.evaluate("localStorage.clear()")
    page.goto("/trainer")
    expect(trainer.root).to_contain_text("0 positions in training")
    chooser = trainer.root.locator("input[type=file]")
    chooser.set_input_files(file)
    expect(page.locator("#notice")).to_have_text("1 position imported.")
    expect(trainer.root).to_contain_text("1 position in training")
    assert kept_cards(page) == cards
    for text in ("{", '{"cards": []}', "[]"):
        file.write_text(text)
        chooser.set_input_files(file)
        expect(page.locator("#notice")).to_have_text(
            "Training.json could not be imported: it was not exported by the trainer."
        )
    assert kept_cards(page) == cards


def test_damaged_storage_and_a_silent_server_do_not_stop_the_training(trainer: Exercises) -> None:
    page = trainer.page
    page.add_init_script("localStorage.setItem('dropfour.trainer', '{\"cards\": 7, \"games\": {}')")
    page.add_init_script(
        """
        const real = globalThis.fetch;
        globalThis.fetch = (url, ...rest) => (
            String(url).includes('/api/openings') ? Promise.reject(new TypeError()) : real(url, ...rest)
        );
        """
    )
    begin(trainer, "yellow")
    trainer.expect_said(re.compile("Red plays column [123567], a mistake that beginners make.$"))
