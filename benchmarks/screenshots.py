"""Take screenshots of the page for the README and the documentation, from a temporary server.

    python -m benchmarks.screenshots [NAME ...]      # such as `film` or `study phone`; default: all

They go to docs/images. Needs Chromium, Playwright and Pillow.
"""

from __future__ import annotations

import functools
import io
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

import dropfour as d4
from benchmarks.server import serving
from dropfour.web.page.site import write_site

PORT = 4491
URL = f"http://127.0.0.1:{PORT}"
FOLDER = Path(__file__).parents[1] / "docs" / "images"
CHROMIUMS = ("chromium", "chromium-headless-shell", "google-chrome")


STUDIED = "35352241664133342"
PLANNED = "562515526221"
LOST = "4135333445446662433662165555111122"

Scheme = Literal["light", "dark"]


def main() -> None:
    wanted = sys.argv[1:] or ["film", *(name for name, *_ in SHOTS)]
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    with serving(PORT), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, scheme, width, height, prepare in SHOTS:
            if name in wanted:
                _write(f"{name}.png", _take(browser, scheme, width, height, prepare))
        if "film" in wanted:
            _write("dropfour.gif", _film(browser))
        browser.close()


def _write(name: str, data: bytes) -> None:
    (FOLDER / name).write_bytes(data)
    print(f"{name:16}{len(data) / 1024:7.0f} KB")


def _film(browser: Browser) -> bytes:
    """Film how a plan is explained, and how the perfect player fails to beat it, as a GIF."""
    context = browser.new_context(base_url=URL, viewport={"width": 1200, "height": 860})
    page = context.new_page()
    frames: list[Image.Image] = []
    durations: list[int] = []

    def shoot(milliseconds: int) -> None:
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        frames.append(image.resize((900, 645), Image.Resampling.LANCZOS))
        durations.append(milliseconds)

    page.goto(f"/?moves={PLANNED}")
    page.locator("#study").check()
    card = page.locator(".why")
    expect(card.locator("summary")).to_contain_text("Red wins by", timeout=30_000)
    shoot(1800)
    card.locator("summary").click()
    expect(card).to_contain_text("Proven by playing it out", timeout=30_000)
    card.scroll_into_view_if_needed()
    shoot(3000)
    for rule in card.locator(".rules button").all():
        rule.hover()
        page.wait_for_timeout(300)
        shoot(1800)
    card.get_by_role("button", name="Try to beat it").click()
    _beat(page, shoot)
    context.close()
    first, *others = [image.quantize(96, dither=Image.Dither.NONE) for image in frames]
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=durations, loop=0)
    return file.getvalue()


def _beat(page: Page, shoot: Callable[[int], None]) -> None:
    """Answer the plan as the perfect player does, until it has won."""
    dialog = page.get_by_role("dialog")
    said = dialog.get_by_role("status")
    position, perfect = d4.Position.from_moves(PLANNED), d4.engine("perfect")
    while True:
        expect(said).to_contain_text(re.compile(r"plays column|wins\."))
        expect(dialog.locator(".columns[data-busy]")).to_have_count(0)
        page.wait_for_timeout(700)  # the disc has fallen
        if dialog.get_attribute("data-over") is not None:
            break
        shoot(1300)
        (column,) = re.findall(r"plays column (\d+)", said.inner_text())
        position = position.play(int(column))
        column = perfect.choose(position).column
        dialog.locator(f"[data-column='{column}']").click()
        position = position.play(column)
    shoot(5000)


def _take(
    browser: Browser, scheme: Scheme, width: int, height: int, prepare: Callable[[Page], None]
) -> bytes:
    context = browser.new_context(
        base_url=URL,
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
        device_scale_factor=2 if width < 500 else 1,
    )
    page = context.new_page()
    prepare(page)
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    page.evaluate("scrollTo(0, 0)")
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    # Median cut, the default, gives the few pixels of faces and discs no colours of their own.
    image = image.quantize(256, method=Image.Quantize.FASTOCTREE)
    context.close()
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _begin(page: Page, **game: object) -> None:
    answer = page.request.post("/api/games", data=game)
    page.goto(f"/game/{answer.json()['id']}")
    expect(page.locator(".cells .disc").first).to_be_visible()


def start(page: Page) -> None:
    page.goto("/")
    expect(page.locator("#setup-card")).to_be_visible()


def study(page: Page) -> None:
    _begin(page, moves=STUDIED)
    page.locator("#study").check()
    expect(page.locator(".chip[data-best]").first).to_be_visible(timeout=60_000)
    expect(page.locator(".study-body")).to_contain_text("Exact", timeout=60_000)
    page.locator(".facts .fact").first.click(timeout=20_000)


def review(page: Page) -> None:
    _begin(page, moves=LOST, yellow={"engine": "medium"})
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_text("The review is complete")).to_be_attached(timeout=90_000)
    page.get_by_role("button", name="Next mistake").click()  # the one that decided the game
    expect(page.locator("#review-card")).to_contain_text("Decisive move 7")


def won(page: Page) -> None:
    _begin(page, moves="44553344411221", yellow={"engine": "medium"})
    page.locator('.column[data-column="6"]').click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def tournament(page: Page) -> None:
    """A running tournament, which the page starts as the operator of the server can."""
    players = ["easy", "4", "medium", "hard"]
    data = {"players": players, "time_s": 0.05, "games": 40, "title": "Club championship"}
    answer = page.request.post("/api/tournaments", data=data)
    page.goto(f"/tournament/{answer.json()['id']}")
    expect(page.locator(".t-game").nth(19)).to_be_visible(timeout=180_000)


def offline(page: Page) -> None:
    """Show the page as plain files under a sub-path, after their server has stopped."""
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder) / "connect-four")
        handler = functools.partial(SimpleHTTPRequestHandler, directory=folder)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}/connect-four/"
            page.goto(address)
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.wait_for_function("navigator.serviceWorker.controller !== null")
            server.shutdown()
    page.context.set_offline(True)
    page.goto(f"{address}?view=openings&id=4444")
    expect(page.locator("#openings-view tbody td").first).to_contain_text("in", timeout=60_000)


SHOTS: list[tuple[str, Scheme, int, int, Callable[[Page], None]]] = [
    ("start", "light", 1200, 800, start),
    ("study", "light", 1200, 800, study),
    ("review", "light", 1200, 860, review),
    ("phone", "light", 390, 844, study),
    ("dark", "dark", 1200, 800, study),
    ("won", "light", 390, 844, won),
    ("tournament", "light", 1200, 800, tournament),
    ("offline", "light", 1200, 800, offline),
]


if __name__ == "__main__":
    main()
