"""Settings and fixtures for all tests."""

import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from browsers import browser
from databases import place, postgres_server, postgres_url
from dropfour.engines import registry
from dropfour.study import review
from platforms import EXCUSE

# No test fails because the machine is slow.
for name, count in (("short", 50), ("long", 200)):
    settings.register_profile(
        name, max_examples=count, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let programs under test receive Ctrl+C, which background jobs ignore."""
    settings.load_profile("short" if config.getoption("markexpr") else "long")
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give long tests their time, and put those in a browser last: while Playwright runs, no other
    test can start an event loop, so that one browser a worker serves all of them."""
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(3600))
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """Keep the collector from visiting thousands of tests again and again."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Let the interpreter free everything at its end; nanobind reports what is left."""
    gc.unfreeze()


__all__ = ["browser", "place", "postgres_server", "postgres_url"]


@pytest.fixture(autouse=True)
def same_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo what a test registers."""
    monkeypatch.setattr(registry._STANDARD, "_entries", dict(registry._STANDARD._entries))


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests from reading or writing the user's own games."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


@pytest.fixture(autouse=True)
def short_search_for_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a review look for each plan for a tenth of a second, not for a second."""
    monkeypatch.setattr(review, "_PLAN_NODES", 200_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _refuse_skip(report)
    return report


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Under CI=true, turn a skip for a missing tool into a failure, except for wheels tested without the
    sources, and on Windows, where there is no make to install the tools."""
    has_sources = (Path(__file__).parents[1] / "src").is_dir()
    strict = os.environ.get("CI") == "true" and has_sources and sys.platform != "win32"
    if report.outcome == "skipped" and strict and EXCUSE not in str(report.longrepr):
        report.outcome = "failed"
        report.longrepr = f"skipped under CI=true: {report.longrepr}"
