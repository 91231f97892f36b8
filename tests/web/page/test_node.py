"""The tests of the page's JavaScript that need no browser: ``node --test``, one test for each file."""

from pathlib import Path

import pytest

from web.node import run_node


@pytest.mark.parametrize(
    "file", sorted(Path(__file__).parents[1].glob("js/*.test.mjs")), ids=lambda file: file.name
)
def test_node_finds_no_failure(file: Path) -> None:
    run_node("--test", file)
