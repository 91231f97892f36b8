"""Programs that tests need besides Python packages; without them the tests are skipped."""

import shutil
from pathlib import Path

import pytest

NODE_MODULES = Path(__file__).parent / "node_modules"
# The first is Chromium without its windows: it takes half of the processor time.
CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def find_chromium() -> str | None:
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


def need_chromium() -> str:
    """Return the path of Chromium."""
    chromium = find_chromium()
    if chromium is None:
        pytest.skip("no Chromium, so that the page is not tested in a browser")
    return chromium


def need_node(package: str = "") -> str:
    """Return the path of Node, if it and the npm *package* are installed."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js, so that the page's JavaScript is not tested without a browser")
    if not (NODE_MODULES / package).is_dir():
        pytest.skip(f"no {package}: npm ci --prefix tests/web")
    return node
