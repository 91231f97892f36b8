"""Threads in the browser: where the page may share memory, workers search together."""

import pytest
from playwright.sync_api import expect

from web.driver import GamePage

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
    expect(game.page.locator('.chip[data-kind="wait"]')).to_have_count(0)
    expect(game.page.locator(".chip[data-kind]")).to_have_count(7)
    cores = {url.rsplit("/", 1)[1] for url in asked if url.endswith(".wasm")}
    assert cores == {"dropfour-threads.wasm"}


@pytest.mark.context(service_workers="allow")
def test_a_site_without_the_headers_gets_them_from_its_service_worker(site: GamePage) -> None:
    site.page.add_init_script(FOUR)
    site.open("./")
    assert not site.page.evaluate("crossOriginIsolated")
    site.wait_for_copy()
    site.page.reload()
    assert site.page.evaluate("crossOriginIsolated")
    site.column(4).click()
    site.expect_discs(2)
