"""The engines and books in the browser, which finds all moves and analyses, and its threads."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from web.driver import GamePage, Visitors
from web.server_process import ServerProcess

# After fourteen plies, every column is solved immediately.
QUICK_GAME = "44553344411221"


def test_each_game_is_studied_with_its_own_book(site: GamePage) -> None:
    books: list[str] = []
    site.page.on("request", lambda asked: books.extend(re.findall(r"/book/([^?]+)", asked.url)))
    site.open("./?objective=most-lines&moves=44")
    assert books == []
    site.page.locator("label.switch", has_text="Study").click()
    study = site.page.locator("#study-card")
    # Without its book this position takes a minute.
    expect(study).to_contain_text("Exact; from the book")
    assert books == ["7x6-most-lines-small.book"]
    site.open("./?moves=4455")
    expect(study).to_contain_text("Exact; from the book")
    site.open("./?objective=most-lines&moves=445")
    expect(study).to_contain_text("Exact; from the book")
    cached = "(await (await caches.open('dropfour-books')).keys()).map((each) => each.url)"
    kept = site.page.evaluate(f"async () => {cached}")
    assert any("7x6-most-lines-small.book" in url for url in kept)
    # The browser has kept it.
    assert sum("most-lines" in name for name in books) == 1


def test_a_damaged_book_is_not_used(site: GamePage) -> None:
    site.open("./")
    use = """async (books) => {
        const { FULL, keptBook } = await import(books);
        const wrong = { ...FULL, sha256: FULL.sha256.replace(/^./, (c) => (c === '0' ? '1' : '0')) };
        return keptBook(wrong, () => {}).then(() => 'used', (error) => error.message);
    }"""
    said = site.page.evaluate(use, site.module("core/books.js"))
    assert said == "the opening book is damaged"


@pytest.fixture
def asked(context: BrowserContext) -> list[str]:
    """The paths of requests for analyses, hints and moves."""
    paths: list[str] = []
    asking = re.compile(r"/api/(analysis|explanation|hint|review)|/engine-move")
    context.on("request", lambda request: paths.extend(m[0] for m in asking.finditer(request.url)))
    return paths


def test_the_server_is_asked_for_nothing_else(game: GamePage, asked: list[str]) -> None:
    game.study("/")
    expect(game.page.locator("#study-card")).to_contain_text("Exact; from the book")
    game.button("Hint").click()
    game.expect_spoken("The best move is column 4")
    game.column(4).click()
    game.expect_discs(2)
    game.settle()
    assert set(asked) == {"/engine-move"}  # to store it


def test_without_webassembly_two_people_can_play(game: GamePage, asked: list[str]) -> None:
    game.page.add_init_script("delete globalThis.WebAssembly")
    game.open("/")
    setup = game.page.locator("#setup-card")
    reason = "his browser has no WebAssembly, which engines and study need."
    expect(setup).to_contain_text(f"T{reason} Two people can play.")
    game.click(4, 4, 3, 3, 2, 2, 1)
    game.expect_status("Red wins")
    game.settle()
    game.reload()
    game.expect_status("Red wins")
    game.study(f"/?moves={QUICK_GAME}")
    expect(game.page.locator("#study-card .verdict")).to_have_text(f"T{reason}")
    game.page.get_by_role("switch", name="Study").uncheck()
    game.button("Hint").click()
    game.expect_spoken(f"No hint: t{reason}")
    game.open("/")
    setup.locator("input[value=medium]").check()
    game.click(4)
    game.expect_discs(1)
    game.expect_status("Mira cannot move: this browser has no WebAssembly")
    assert asked == []


def test_an_engine_needs_no_server_and_a_game_survives_its_restart(
    visitor: Visitors, own_server: ServerProcess
) -> None:
    game = visitor(expected="Failed to load resource")
    game.begin(yellow={"engine": "random:seed=1"}, moves="44")
    game.column(4).click()
    game.expect_discs(4)
    game.settle()
    own_server.stop()
    game.column(1).click()
    game.expect_disc(1, 1, "red")  # immediately, with or without a server
    game.expect_discs(6)
    away = game.page.locator("#status .away")
    expect(away).to_be_visible()
    moves = game.moves()
    own_server.start()
    expect(away).to_be_hidden()
    game.settle()
    game.reload()
    game.expect_discs(6)
    assert game.moves() == moves


# --- threads --------------------------------------------------------------------------------------


# What Chromium says on a machine with four processors.
FOUR = "Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 4 });"

# Solves a small board, stops the search of a large one, and solves another small one.
_SEARCH = """async ([sizes, pool, machines, notation]) => {
    const { Pool } = await import(pool);
    const { emptyString, parsePosition } = await import(notation);
    const { runMachine } = await import(machines);
    const rules = { connect: 4, objective: 'first-line' };
    const empty = (columns, rows) => emptyString({ columns, rows, ...rules });
    const workers = new Pool(...sizes);
    const solve = (text, options) =>
        runMachine(workers, (core) => core.startAnalysis(parsePosition(text), 1e9), options);
    const small = await solve(empty(5, 5));
    const control = new AbortController();
    const send = ({ event }) => event === 'progress' && control.abort('enough');
    const reason = await solve(empty(9, 7), { signal: control.signal, send }).catch((error) => error);
    const next = await solve(empty(5, 4));
    return [reason, small.score.value, next.score.value, workers.size];
}"""


def search(game: GamePage, *sizes: int) -> object:
    names = ("core/pool", "core/machines", "board/notation")
    return game.page.evaluate(_SEARCH, [sizes, *(game.module(f"{name}.js") for name in names)])


def test_a_worker_stops_when_its_search_is_no_longer_wanted(site: GamePage) -> None:
    assert search(site.open("./"), 1, 16) == ["enough", 0, 0, 1]


def test_threads_search_stop_and_search_again(game: GamePage) -> None:
    game.page.add_init_script(FOUR)
    asked: list[str] = []
    game.page.on("request", lambda request: asked.append(request.url))
    game.open("/?moves=4455")
    assert game.page.evaluate("crossOriginIsolated")
    assert search(game, 3, 16, 3) == ["enough", 0, 0, 1]
    # The study of the page itself uses threads, too.
    game.study()
    expect(game.board.locator('.chip[data-kind="wait"]')).to_have_count(0)
    expect(game.board.locator(".chip[data-kind]")).to_have_count(7)
    cores = {url.rsplit("/", 1)[1] for url in asked if url.endswith(".wasm")}
    assert cores == {"dropfour-threads.wasm"}


@pytest.mark.context(service_workers="allow")
def test_a_site_without_the_headers_gets_them_from_its_service_worker(site: GamePage) -> None:
    site.page.add_init_script(FOUR)
    site.open("./")
    assert not site.page.evaluate("crossOriginIsolated")
    site.wait_for_copy()
    site.reload()
    assert site.page.evaluate("crossOriginIsolated")
    site.column(4).click()
    site.expect_discs(2)
