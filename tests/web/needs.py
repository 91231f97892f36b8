"""What a test needs besides Python packages; under CI its lack is a failure, elsewhere a skip."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

NODE_MODULES = Path(__file__).parent / "node_modules"


def need(is_there: bool, lack: str) -> None:
    """Skip the test, saying what is lacking; fail it under CI=true."""
    if is_there:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(lack)
    pytest.skip(lack)


def find_chromium() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def need_node(package: str) -> str:
    """Return where Node is, if it and the npm *package* are there."""
    node = shutil.which("node")
    need(node is not None, "no Node.js, so that types and accessibility are not checked")
    need((NODE_MODULES / package).is_dir(), f"no {package}: npm ci --prefix tests/web")
    assert node is not None
    return node
