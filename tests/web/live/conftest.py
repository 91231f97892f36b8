"""Fixtures for tests of live games: an application, and people who meet on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from fastapi.testclient import TestClient


@pytest.fixture
def client(database_url: str) -> Iterator[TestClient]:
    """An application in which nobody may be away for long."""
    from fastapi.testclient import TestClient

    from dropfour.web import Settings, create_app

    settings = Settings(database_url, claim_after_s=0, claim_untimed_after_s=0)
    with TestClient(create_app(settings)) as client:
        yield client
