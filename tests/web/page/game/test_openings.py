"""The opening explorer: exact scores, and how stored games continued."""

import re
from typing import Any

import sqlalchemy as sa
from fastapi.testclient import TestClient
from playwright.sync_api import expect

import dropfour as d4
from web.driver import GamePage
from web.game_client import begin

RED_WINS, YELLOW_WINS = "4141414", "41412141"


def columns(client: TestClient, **query: Any) -> dict[int, dict[str, Any]]:
    answer = client.get("/api/openings", params=query)
    assert answer.status_code == 200, answer.text
    return {each["column"]: each for each in answer.json()["columns"]}


def test_finished_games_are_counted_by_their_next_move(client: TestClient) -> None:
    begin(client, moves=RED_WINS)
    begin(client, moves=RED_WINS, yellow={"engine": "easy"})
    begin(client, moves=YELLOW_WINS, red={"engine": "hard"})
    begin(client, moves="4455")  # in progress
    begin(client, moves="4141414", objective="most-lines")  # another game
    nobody = {"red": 0, "draw": 0, "yellow": 0}
    first = columns(client)
    assert list(first) == [1, 2, 3, 4, 5, 6, 7]
    assert first[4]["yours"] == {"red": 2, "draw": 0, "yellow": 1}
    assert first[4]["engines"] == {"red": 0, "draw": 0, "yellow": 1}
    assert first[3] == {"column": 3, "yours": nobody, "engines": nobody}
    second = columns(client, moves="4")
    assert second[1]["yours"] == {"red": 2, "draw": 0, "yellow": 1}
    assert second[1]["engines"] == {"red": 1, "draw": 0, "yellow": 0}
    fifth = columns(client, moves="4141")
    assert fifth[2]["yours"] == {"red": 0, "draw": 0, "yellow": 1}
    assert fifth[4]["yours"] == {"red": 2, "draw": 0, "yellow": 0}
    # Another visitor sees the engines' games, not those of others.
    client.cookies.clear()
    assert columns(client)[4]["yours"] == nobody
    assert columns(client)[4]["engines"] == {"red": 0, "draw": 0, "yellow": 1}
    assert list(columns(client, moves="444444")) == [1, 2, 3, 5, 6, 7]
    assert columns(client, moves="4141414") == {}


def test_counting_reads_few_games(client: TestClient) -> None:
    begin(client, moves=RED_WINS, red={"engine": "hard"})
    store = client.app.state.services.store  # type: ignore[attr-defined]
    plans = []

    def explain(
        connection: sa.Connection, cursor: Any, statement: str, values: Any, *_: Any
    ) -> None:
        if "count(" in statement:
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}", values)
            plans.append(" ".join(row[-1] for row in cursor.fetchall()))

    sa.event.listen(store.database._engine, "before_cursor_execute", explain)
    assert columns(client)[4]["engines"] == {"red": 1, "draw": 0, "yellow": 0}
    own, engines = plans
    assert "games_by_owner" in own
    assert "SCAN" not in own
    assert "COVERING INDEX games_by_moves (start=? AND moves>? AND moves<?)" in engines
    client.cookies.clear()
    assert columns(client)[4]["yours"] == {"red": 0, "draw": 0, "yellow": 0}


def test_the_tree_is_walked_by_mouse_and_keyboard(game: GamePage) -> None:
    page = game.page
    for moves in (RED_WINS, YELLOW_WINS):
        game.add(moves=moves)
    page.goto("/learn")
    page.get_by_role("link", name="Opening explorer").click()
    view = page.locator("#openings-view")
    expect(view.get_by_role("heading", level=1)).to_be_focused()
    rows = view.locator("tbody tr")
    expect(rows).to_have_count(7)
    scores = d4.analyse("").scores
    for row, score in zip(rows.all(), scores.values(), strict=True):
        word = "draw" if score == 0 else "win in" if score > 0 else "lose in"
        expect(row.locator("td").first).to_contain_text(word)
    expect(rows.nth(3).locator("td").nth(1)).to_have_text("1 · 0 · 1")
    expect(rows.nth(3).locator("td").first).to_have_attribute("data-best", "")
    # A new server has no games of engines, but the page brings some.
    for row in rows.all():
        expect(row.locator("td").nth(2)).to_have_text(re.compile(r"^\d+ · \d+ · \d+$"))
        expect(row.locator("td").nth(2).locator(".results-bar")).to_be_visible()
    rows.nth(3).get_by_role("button").click()
    expect(page).to_have_url(re.compile("/openings/4$"))
    view.locator('.column[data-column="1"]').click()
    expect(page).to_have_url(re.compile("/openings/41$"))
    expect(view.get_by_role("heading", level=1)).to_have_text("Openings: 4 1")
    expect(view.locator(".feedback")).to_have_text("Centre against the edge. Red to move.")
    expect(rows.nth(3).locator("td").nth(1)).to_have_text("1 · 0 · 1")
    view.locator('.column[data-column="1"]').focus()
    page.keyboard.press("4")
    expect(page).to_have_url(re.compile("/openings/414$"))
    page.keyboard.press("u")
    expect(page).to_have_url(re.compile("/openings/41$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/openings/414$"))
    expect(view.get_by_role("heading", level=1)).to_have_text("Openings: 4 1 4")
    # Both keys before the next frame.
    view.locator('.column[data-column="1"]').evaluate(
        """column => { for (const key of ['7', 'u'])
             column.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); }"""
    )
    expect(page).to_have_url(re.compile("/openings/414$"))
    expect(view.get_by_role("heading", level=1)).to_have_text("Openings: 4 1 4")
    view.get_by_role("button", name="To the start").click()
    expect(page).to_have_url(re.compile("/openings$"))
    page.goto("/openings/44")
    view.get_by_role("button", name="Study from here").click()
    expect(page).to_have_url(re.compile(r"/\?moves=44$"))
    expect(page.locator("#board .chip[data-best]").first).to_be_visible()
    page.go_back()
    view.get_by_role("button", name="Play from here").click()
    game.start(page.locator("#setup-dialog"))
    expect(page).to_have_url(re.compile("/game/"))
    expect(page.locator("#board [data-cell][aria-label*='red']").first).to_be_visible()
    page.goto("/openings/4444444")
    expect(view.get_by_role("alert")).to_contain_text("column 4 is full")
