"""The engines and books in the browser, which finds all moves and analyses."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from web.driver import GamePage, new_context
from web.server_process import ServerProcess

# After fourteen plies, every column is solved immediately.
QUICK_GAME = "44553344411221"


def test_workers_stop_when_the_search_is_no_longer_wanted(site: GamePage) -> None:
    site.open("./")
    outcome = site.page.evaluate(
        """async ([pool, machines, notation]) => {
            const { Pool } = await import(pool);
            const { emptyString, parsePosition } = await import(notation);
            const { runMachine } = await import(machines);
            const workers = new Pool(1, 16);
            const control = new AbortController();
            const position = emptyString({ columns: 9, rows: 7, connect: 4, objective: 'first-line' });
            let reports = 0;
            const start = (text) => (core) => core.startAnalysis(parsePosition(text), 1e9);
            const send = ({ event }) => {
                reports += event === 'progress';
                if (reports === 2) control.abort('enough');
            };
            const reason = await runMachine(workers, start(position), { signal: control.signal, send })
                .catch((error) => error);
            // The same worker takes the next job, which it could not do while it searches.
            const small = emptyString({ columns: 4, rows: 4, connect: 4, objective: 'first-line' });
            const { score } = await runMachine(workers, start(small));
            return { reason, low: score.low, high: score.high };
        }""",
        [site.module(f"{name}.js") for name in ("core/pool", "core/machines", "board/notation")],
    )
    assert outcome == {"reason": "enough", "low": 0, "high": 0}


def test_each_game_is_studied_with_its_own_book(site: GamePage) -> None:
    books: list[str] = []
    site.page.on(
        "request",
        lambda asked: books.append(asked.url.split("/book/")[1]) if "/book/" in asked.url else None,
    )
    site.open("./?objective=most-lines&moves=44")
    assert books == []
    site.page.locator("label.switch", has_text="Study").click()
    study = site.page.locator("#study-card")
    # Without its book this position takes a minute.
    expect(study).to_contain_text("Exact; from the book")
    assert [name.partition("?")[0] for name in books] == ["7x6-most-lines-small.book"]
    site.open("./?moves=4455")
    expect(study).to_contain_text("Exact; from the book")
    site.open("./?objective=most-lines&moves=445")
    expect(study).to_contain_text("Exact; from the book")
    kept = site.page.evaluate(
        "async () => (await (await caches.open('dropfour-books')).keys()).map((each) => each.url)"
    )
    assert any("7x6-most-lines-small.book" in url for url in kept)
    # The browser has kept it.
    assert sum("most-lines" in name for name in books) == 1


def test_a_damaged_book_is_not_used(site: GamePage) -> None:
    site.open("./")
    said = site.page.evaluate(
        """async (books) => {
            const { FULL, keptBook } = await import(books);
            const wrong = { ...FULL, sha256: FULL.sha256.replace(/^./, (c) => (c === '0' ? '1' : '0')) };
            return keptBook(wrong, () => {}).then(() => 'used', (error) => error.message);
        }""",
        site.module("core/books.js"),
    )
    assert said == "the opening book is damaged"


@pytest.fixture
def asked(context: BrowserContext) -> list[str]:
    """The paths of requests for analyses, hints and moves."""
    paths: list[str] = []

    def hear(url: str) -> None:
        if found := re.search(r"/api/(analysis|explanation|hint|review)|/engine-move", url):
            paths.append(found[0])

    context.on("request", lambda request: hear(request.url))
    return paths


def study_and_play(game: GamePage, address: str) -> None:
    game.open(address)
    game.page.locator("label.switch", has_text="Study").click()
    expect(game.page.locator("#study-card")).to_contain_text("Exact; from the book")
    game.button("Hint").click()
    game.expect_spoken("The best move is column 4")
    game.column(4).click()
    game.expect_discs(2)
    game.settle()


def test_the_server_is_asked_for_nothing_else(game: GamePage, asked: list[str]) -> None:
    study_and_play(game, "/")
    assert set(asked) == {"/engine-move"}  # to store it


def test_without_webassembly_two_people_play_and_engines_say_why_not(
    game: GamePage, asked: list[str]
) -> None:
    game.page.add_init_script("delete globalThis.WebAssembly")
    game.open("/")
    setup = game.page.locator("#setup-card")
    expect(setup).to_contain_text(
        "This browser has no WebAssembly, which engines and study need. Two people can play."
    )
    for count, column in enumerate((4, 4, 3, 3, 2, 2, 1), start=1):
        game.click(column)
        game.expect_discs(count)
    game.expect_status("Red wins")
    game.settle()
    game.page.reload()
    game.expect_status("Red wins")
    game.open(f"/?moves={QUICK_GAME}")
    game.page.get_by_role("switch", name="Study").check()
    expect(game.page.locator("#study-card .verdict")).to_have_text(
        "This browser has no WebAssembly, which engines and study need."
    )
    game.page.get_by_role("switch", name="Study").uncheck()
    game.button("Hint").click()
    game.expect_spoken("No hint: this browser has no WebAssembly, which engines and study need.")
    game.open("/")
    setup.locator("input[value=medium]").check()
    game.click(4)
    game.expect_discs(1)
    game.expect_status("Mira cannot move: this browser has no WebAssembly")
    assert asked == []


def test_an_engine_needs_no_server(browser: Browser, own_server: ServerProcess) -> None:
    with new_context(browser, own_server.url) as context:
        game = GamePage(context)
        game.open("/")
        game.column(4).click()
        game.expect_discs(2)
        game.settle()
        own_server.stop()
        game.column(4).click()
        game.expect_discs(4)
        moves = game.moves()
        own_server.start()
        game.settle()
        game.page.reload()
        game.expect_discs(4)
        assert game.moves() == moves
