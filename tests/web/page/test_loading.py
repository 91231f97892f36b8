"""What the page shows while it is loading: nothing that is half there.

Parts of it are held back, so that the order of events does not depend on the speed of the machine.
"""

import re
import threading
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Route, expect

from cases import cases
from web.driver import GO, GamePage
from web.file_server import FOLDER, FileServer, QuietHandler

# Counts the frames that are drawn in each document.
FRAMES = """
window.drawn = 0;
const draw = () => { window.drawn += 1; requestAnimationFrame(draw); };
requestAnimationFrame(draw);
"""

FRAME = b'<iframe width=1100 height=800 src="?halved"></iframe>'
AROUND = b"<!doctype html><title>Around</title>" + FRAME
HEADER_IS_HALF_THERE = """
() => {
    const { contentDocument } = document.querySelector('iframe');
    const styles = [...(contentDocument?.querySelectorAll('link[rel=stylesheet]') ?? [])];
    return contentDocument?.querySelector('#open-live') && styles.every((each) => each.sheet);
}
"""
DRAW_TEN_FRAMES = """
async () => {
    const { contentWindow } = document.querySelector('iframe');
    const [before, within] = [window.drawn, contentWindow.drawn];
    while (window.drawn < before + 10) await new Promise(requestAnimationFrame);
    return [contentWindow.drawn - within, contentWindow.performance.getEntriesByType('paint').length];
}
"""


def test_nothing_is_drawn_before_the_header(context: BrowserContext, files: Path) -> None:
    html = Path(f"{files}{FOLDER}index.html").read_bytes()
    half = html.index(b'id="open-past"')
    may_continue = threading.Event()

    class Halved(QuietHandler):
        """Sends the page around the page, and of the page itself first one half."""

        def do_GET(self) -> None:  # noqa: N802 - the name that the base class calls
            if "?" not in self.path:
                super().do_GET()
                return
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            if self.path.endswith("?around"):
                self.wfile.write(AROUND)
                return
            self.wfile.write(html[:half])
            self.wfile.flush()
            may_continue.wait()
            self.wfile.write(html[half:])

    host = FileServer(files, Halved)
    try:
        page = GamePage(context).page
        page.add_init_script(FRAMES)
        page.goto(f"{host.url}?around", wait_until="commit")
        page.wait_for_function(HEADER_IS_HALF_THERE)
        # Whenever the page around it is drawn, the page in the frame could be drawn, too.
        assert page.evaluate(DRAW_TEN_FRAMES) == [0, 0]
        may_continue.set()
        expect(page.frame_locator("iframe").locator(".column").first).to_be_visible()
    finally:
        may_continue.set()
        host.stop()


# What a view shows once it is drawn, and not when it is only made: address, module, element, text.
VIEWS: dict[str, list[str]] = cases(__file__, "views")
# Data without which there is nothing to draw; its arrival does not change the state.
NEEDED = "/api/games"
# Waits until the changes of the state that are under way are drawn.
SETTLE = """
async () => {
    const { watch } = await import('/static/js/page/state.js');
    let changes = 0;
    watch(() => { changes += 1; });
    const frame = () => new Promise(requestAnimationFrame);
    for (let before = -1; before !== changes; await frame()) {
        before = changes;
        await frame();
    }
}
"""
# What pages fetch besides their modules, styles and words.
DATA = re.compile("^(?!.*/static/(?:js|css|words)/).*/(?:api|static)/")


class Held:
    """Holds one module after the other back until it is released, and data for ever: without answers,
    nothing changes the state of the page and makes it draw itself."""

    def __init__(self, page: Page, answered: str) -> None:
        """*answered* is the path of data that arrives all the same."""
        self._page = page
        self._routes: list[Route] = []
        page.route(DATA, lambda route: None)
        page.route(f"**{answered}*", lambda route: route.continue_())

    def open(self, address: str, module: str) -> None:
        """Open the page, or another view of it, and wait until it has asked for the module and has drawn
        all changes."""
        self._page.route(f"**/{module}", lambda route: self._routes.append(route))
        with self._page.expect_request(f"**/{module}"):
            if self._page.url == "about:blank":
                self._page.goto(address, wait_until="commit")
            else:
                self._page.evaluate(GO, address)
        self._page.evaluate(SETTLE)

    def release(self) -> None:
        for route in self._routes:
            route.continue_()
        self._routes.clear()


def test_every_view_is_drawn_once_its_module_is_there(context: BrowserContext) -> None:
    page = GamePage(context).page
    held = Held(page, NEEDED)
    for view, (address, module, element, text) in VIEWS.items():
        held.open(address, module)
        expect(page.locator(f"#{view}-view > *")).to_have_count(0)
        held.release()
        expect(page.locator(f"#{view}-view {element}", has_text=text).first).to_be_attached()


def test_part_of_a_view_is_drawn_once_its_module_is_there(context: BrowserContext) -> None:
    begun = context.request.post("/api/games", data={"moves": "44"})
    game_id = begun.json()["id"]
    context.clear_cookies()  # somebody else watches
    page = GamePage(context).page
    held = Held(page, f"/api/games/{game_id}")
    held.open(f"/game/{game_id}", "live/card.js")
    expect(page.locator("#live-card")).to_be_hidden()
    held.release()
    expect(page.locator("#live-card")).to_be_visible()


def test_the_first_load_is_under_350_kb_and_without_the_core(context: BrowserContext) -> None:
    page = GamePage(context).page
    devtools = context.new_cdp_session(page)
    sizes: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    devtools.send("Network.enable")
    page.goto("/")
    # Browsers report a pointer that rests on the page as a movement by nothing.
    page.evaluate(
        """async () => {
            await import('/static/js/core/start.js');
            dispatchEvent(new PointerEvent('pointermove'));
        }"""
    )
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 40
    assert sum(sizes) < 350_000
    loaded = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.wasm'))"
    assert not page.evaluate(loaded)
    with page.expect_request("**/*.wasm"):
        page.mouse.move(300, 300, steps=3)
