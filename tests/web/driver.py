"""Drives the page as a person does: clicks, taps, keys, and what is visible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from dropfour import Limits, Position
from dropfour.engines import registry
from dropfour.moves import format_moves

expect.set_options(timeout=60_000)

# An init script that collects the layout shifts without a preceding input in `shifts`. Browsers look
# for an input in the last half second; on a slow machine an answer takes longer, but as many frames.
SHIFTS = """
window.shifts = [];
let [frames, asked] = [0, -Infinity];
const count = () => { frames += 1; requestAnimationFrame(count); };
requestAnimationFrame(count);
for (const kind of ['pointerdown', 'pointerup', 'keydown']) {
    addEventListener(kind, () => { asked = frames; }, true);
}
new PerformanceObserver((list) => {
    const unasked = list.getEntries().filter((entry) => !entry.hadRecentInput && frames > asked + 30);
    window.shifts.push(...unasked.map((entry) => entry.value));
}).observe({ type: 'layout-shift', buffered: true });
"""

# Shows an address as the browser's buttons for back and forward do.
GO = """(address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
}"""

# Waits until the page has drawn what it has loaded: the game of this id, if there is one.
DRAWN = """async (id) => {
    const { src } = document.querySelector('script[src$="/main.js"]');
    const { state } = await import(new URL('page/state.js', src));
    const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
    do {
        await frame();
        await frame();
    } while (state.loading || (id && state.game.id !== id));
}"""

# Otherwise the first page has nothing but the board.
HAS_BEEN_HERE = "try { localStorage['dropfour.setup'] ??= '{}'; } catch {}"

# Gives the page the state that it has when it is loaded, from a second copy of the module.
FORGET = """async () => {
    localStorage.clear();
    localStorage.setItem('dropfour.setup', '{}');
    dispatchEvent(new StorageEvent('storage', { key: null }));  // as if another tab had cleared it
    for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
    for (const details of document.querySelectorAll('main details')) details.open = false;
    document.activeElement.blur();
    document.querySelector('#notice').textContent = '';
    scrollTo(0, 0);
    const { update } = await import('/static/js/page/state.js');
    const unused = await import('/static/js/page/state.js?unused');
    const { notice, spoken, ...others } = unused.state;
    update(others);
    update({});  // what depends on preferences is drawn again
}"""
VIEWPORT: ViewportSize = {"width": 1100, "height": 800}
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}} | TOUCH


@contextmanager
def new_context(browser: Browser, url: str, **options: Any) -> Iterator[BrowserContext]:
    """A browser context without stored data, but that somebody was here before, and, unless *options*
    say otherwise, without motion and without the service worker, whose copy of the page takes as long
    as many a test."""
    is_first_visit = options.pop("is_first_visit", False)
    usual = {"base_url": url, "reduced_motion": "reduce", "service_workers": "block"}
    context = browser.new_context(**usual | options)
    if not is_first_visit:
        context.add_init_script(HAS_BEEN_HERE)
    context.set_default_timeout(60_000)
    yield context
    context.close()


class SharedTab:
    """A tab that one test after the other takes; a new one if the last was not given back."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self._visitors, self._options = Visitors(browser, url), options
        self._game: GamePage | None = None

    def take(self) -> GamePage:
        game = self._game or self._visitors(is_shared=True, **self._options)
        self._game = None
        return game

    def give_back(self, game: GamePage) -> None:
        if not game.is_crashed and game.page.evaluate("window.isShared === true"):
            game.forget()
            self._game = game
        else:  # the test has loaded a page of its own
            assert game.complaints == [], game.complaints
            self.close()

    def close(self) -> None:
        self._visitors.close()


class GamePage:
    """A tab that shows a game; *complaints* collects what the console reports but *expected* errors."""

    def __init__(
        self, context: BrowserContext, is_shared: bool = False, expected: str = ""
    ) -> None:
        self.page: Page = context.new_page()
        # The boards of other views stay in the document.
        self.board: Locator = self.page.locator("#board")
        self.complaints: list[str] = []
        self.expected = expected
        self.is_shared = is_shared
        self.is_loaded = False
        self.is_crashed = False
        self.page.on("crash", lambda _: setattr(self, "is_crashed", True))
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: Any) -> None:
        is_expected = self.expected and re.search(self.expected, message.text)
        if message.type == "error" and not is_expected:
            self.complaints.append(message.text)

    def __enter__(self) -> GamePage:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if error is None and not self.is_shared:  # tests that share it have looked
            assert self.complaints == [], self.complaints
        self.page.close()

    # --- navigation -----------------------------------------------------------------------------

    def open(self, address: str = "/", is_anew: bool = False) -> GamePage:
        """Load the page; in a tab that tests share, only if it is not there already, or if that is asked
        for since the view remembers what was done in it."""
        if self.is_loaded and not is_anew:
            return self.go(address)
        self.page.goto(address)
        self._be_loaded()
        return self

    def _be_loaded(self) -> None:
        expect(self.page.locator(".column").first).to_be_attached()
        if self.is_shared:
            self.page.evaluate("window.isShared = true")
            self.is_loaded = True

    def reload(self) -> None:
        """Load the page again, and wait until it has drawn what it shows."""
        self.page.reload()
        self._be_loaded()
        self.wait_until_drawn()

    def go(self, address: str) -> GamePage:
        """Show *address* in the page that is loaded."""
        self.page.evaluate(GO, address)
        self.wait_until_drawn()
        return self

    def wait_until_drawn(self, game_id: str = "") -> None:
        self.page.evaluate(DRAWN, game_id)

    def forget(self) -> None:
        """Let the next test begin as somebody new in the page that is loaded."""
        assert self.complaints == [], self.complaints
        self.page.unroute_all()
        self.page.mouse.move(0, 0)
        if self.page.viewport_size != VIEWPORT:
            self.page.set_viewport_size(VIEWPORT)
        self.press("Escape")  # an open menu
        self.settle()
        self.go("/")
        self.page.evaluate(FORGET)
        self.page.context.clear_cookies()

    def two_people(self) -> GamePage:
        """Start a game for two people."""
        self.open("/")
        self.page.locator("#setup-card").get_by_text("Two people", exact=True).click()
        self.expect_status("Red to move")
        return self

    def add(self, **game: Any) -> str:
        """Store a game of this visitor through the API, and return its id."""
        answer = self.page.request.post("/api/games", data=game)
        assert answer.status == 201, answer.text()
        return str(answer.json()["id"])

    def begin(self, **game: Any) -> str:
        """Start a game through the API, open it, and return its id."""
        game_id = self.add(**game)
        self.open(f"/game/{game_id}")
        self.wait_until_drawn(game_id)
        return game_id

    def study(self, address: str = "") -> None:
        """Turn study on, after opening *address* if there is one."""
        if address:
            self.open(address)
        self.page.get_by_role("switch", name="Study").check()

    def watch_shifts(self) -> None:
        """Note how far the layout shifts in each page that is loaded from now on."""
        self.page.add_init_script(SHIFTS)

    def shifts(self) -> list[float]:
        """Return the shifts of the layout without a preceding input since the last call."""
        shifts: list[float] = self.page.evaluate("window.shifts.splice(0)")
        return shifts

    # --- actions --------------------------------------------------------------------------------

    def column(self, column: int) -> Locator:
        return self.board.locator(f'.column[data-column="{column}"]')

    def click(self, *columns: int) -> None:
        for column in columns:
            before = self.discs()
            self.column(column).click()
            expect(self.board.locator(".disc:not(.ghost)")).not_to_have_count(before)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def start(self, dialog: Locator, *choices: str) -> None:
        """Make some choices in the dialog for a new game, and start it."""
        for name in choices:
            dialog.get_by_role("radio", name=name, exact=name in ("Red", "Yellow")).check()
        dialog.get_by_role("button", name="Start").click()
        expect(dialog).to_be_hidden()

    def resign(self, status: str) -> None:
        """Resign after the question, whereupon the headline has *status*."""
        self.button("Resign").click()
        expect(self.page.locator("#status")).not_to_contain_text(status)
        self.button("Really resign?").click()
        self.expect_status(status)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def menu(self, name: str) -> None:
        """Choose an entry of the menu *More*."""
        self.page.locator("#menu").click()
        self.page.locator("#links").get_by_text(name, exact=True).click()

    def open_file(self, file: Path) -> None:
        with self.page.expect_file_chooser() as chooser:
            self.menu("Open a game file")
        chooser.value.set_files(file)

    def play_on(self, engine: str) -> None:
        """Play the person's moves with *engine* until the game is over."""
        player = registry.engine(engine)
        while True:
            self.settle()
            position = self.position()
            if position.is_over:
                return
            column = player.choose(position, Limits(nodes=2000, depth=4)).column
            self.column(column).click()
            self.expect_disc(*position.landing_cell(column), str(position.to_move))

    def settle(self) -> None:
        """Wait until all requests are answered."""
        settled = self.page.evaluate(
            """async () => {
                const { state } = await import('/static/js/page/state.js');
                const { isEnginesTurn } = await import('/static/js/model/game.js');
                for (let tries = 0; tries < 3000; tries += 1) {
                    if (!state.loading && !state.queue.length && !isEnginesTurn(state.game)) return true;
                    await new Promise((resolve) => { setTimeout(resolve, 20); });
                }
                return false;
            }"""
        )
        assert settled, "the page is still waiting for the server"

    def wait_until(self, condition: str) -> None:
        """Wait until a condition in JavaScript holds. Playwright's own way evaluates a text in the page,
        which the page's policy forbids unless it holds at the first look."""
        pause = "await new Promise((done) => { setTimeout(done, 20); })"
        self.page.evaluate(f"async () => {{ while (!({condition})) {pause}; }}")

    def wait_for_copy(self) -> None:
        """Wait until the service worker has a copy of the page."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.wait_until("navigator.serviceWorker.controller")

    # --- state ----------------------------------------------------------------------------------

    def cell(self, column: int, row: int) -> Locator:
        return self.board.locator(f'[data-cell="{column},{row}"]')

    def discs(self) -> int:
        return self.board.locator(".disc:not(.ghost)").count()

    def module(self, name: str) -> str:
        """Return the address of one of the page's modules."""
        main = "document.querySelector('script[src$=\"/main.js\"]').src"
        return str(self.page.evaluate(f"new URL('{name}', {main}).href"))

    def state(self, path: str) -> Any:
        """Return a part of the page's state, such as `game.start`."""
        module = self.module("page/state.js")
        return self.page.evaluate(f"async () => (await import('{module}')).state.{path}")

    def moves(self) -> str:
        return format_moves(self.state("game.moves"))

    def position(self) -> Position:
        """Return the position that the page shows, from its state."""
        text: str = self.page.evaluate(
            """async () => {
                const { shownPosition } = await import('/static/js/page/shown.js');
                const { positionString } = await import('/static/js/board/notation.js');
                return positionString(shownPosition());
            }"""
        )
        from dropfour.notation import parse_position

        return parse_position(text)

    def expect_notice(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#notice")).to_have_text(text)

    def expect_width(self, most: int) -> None:
        """Assert that the page is not wider than the screen."""
        assert self.page.evaluate("document.documentElement.scrollWidth") <= most

    def expect_discs(self, count: int) -> None:
        expect(self.board.locator(".disc:not(.ghost)")).to_have_count(count)

    def expect_status(self, text: str) -> None:
        expect(self.page.locator("#status")).to_contain_text(text)

    def expect_disc(self, column: int, row: int, owner: str) -> None:
        label = f"column {column}, row {row}: {owner}"
        expect(self.cell(column, row)).to_have_attribute("aria-label", label)

    def expect_spoken(self, text: str) -> None:
        expect(self.page.locator("#live")).to_contain_text(text)


class Visitors:
    """Opens the browsers of further people at *url*."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self._stack = ExitStack()

    def __call__(
        self, url: str = "", expected: str = "", is_shared: bool = False, **options: Any
    ) -> GamePage:
        """Open a tab in a browser of its own, whose console has only *expected* messages."""
        context = new_context(self._browser, url or self._url, **{"viewport": VIEWPORT} | options)
        game = GamePage(self._stack.enter_context(context), is_shared, expected)
        return self._stack.enter_context(game)

    def close(self) -> None:
        self._stack.close()
