"""What holds for all tests."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from databases import place, postgres_server, postgres_url
from dropfour.engines import registry
from platforms import EXCUSE

# No test fails for its time, on however slow a machine.
settings.register_profile("dropfour", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("dropfour")


def pytest_configure() -> None:
    """Let programs under test see Ctrl+C, which is ignored where the tests are a background job."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


__all__ = ["place", "postgres_server", "postgres_url"]


@pytest.fixture(autouse=True)
def same_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone after it."""
    monkeypatch.setattr(registry._STANDARD, "_entries", dict(registry._STANDARD._entries))


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the games in the real home."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


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
    """Under CI=true, let a skip for want of something be a failure; not so for a wheel, which is tested
    without the sources, nor on Windows, where there is no make to install what is wanted."""
    has_sources = (Path(__file__).parents[1] / "src").is_dir()
    strict = os.environ.get("CI") == "true" and has_sources and sys.platform != "win32"
    if report.outcome == "skipped" and strict and EXCUSE not in str(report.longrepr):
        report.outcome = "failed"
        report.longrepr = f"skipped under CI=true: {report.longrepr}"
