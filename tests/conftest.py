"""What holds for all tests."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator

import pytest

from dropfour.engines import registry


def pytest_configure() -> None:
    """Let programs under test see Ctrl+C, which is ignored where the tests are a background job."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def same_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone after it."""
    monkeypatch.setattr(registry._STANDARD, "_entries", dict(registry._STANDARD._entries))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In continuous integration nothing is skipped: what a machine lacks there is a failure."""
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
    # Windows lacks what some tests are about: links, permissions, signals. Root lacks limits.
    strict = os.environ.get("CI") == "true" and sys.platform != "win32"
    if report.outcome == "skipped" and strict and "as root:" not in str(report.longrepr):
        report.outcome = "failed"
        report.longrepr = f"skipped under CI=true: {report.longrepr}"
