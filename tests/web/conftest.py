"""Fixtures for tests of the page: an application, a separate server, and a browser."""

from __future__ import annotations

import functools
import importlib.util
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

if importlib.util.find_spec("fastapi"):
    from click.testing import CliRunner
    from fastapi.testclient import TestClient
    from playwright.sync_api import Browser, BrowserContext

    from dropfour.cli import main
    from dropfour.database import Database
    from dropfour.web import Settings, create_app
    from dropfour.web.page.files import load_pages
    from web.driver import VIEWPORT, GamePage, SharedTab, Visitors, new_context
    from web.file_server import FOLDER, FileServer
    from web.live_client import People, people_of
    from web.server_process import ServerProcess
else:  # without the extra `web` there is no page to test
    collect_ignore_glob = ["*.py"]


@pytest.fixture(autouse=True, scope="session")
def pages_loaded_once() -> Iterator[None]:
    """Compress the files of the page once, not for every application, and look often whether something
    is to be done in tournaments between people."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dropfour.web.app.load_pages", functools.cache(load_pages))
        patch.setattr("dropfour.web.club.club._SWEEP_S", 0.5)
        yield


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with all tables, which take longer to make than to copy."""
    path = tmp_path_factory.mktemp("empty") / "games.sqlite3"
    Database(f"sqlite:///{path}").close()
    return path


@pytest.fixture
def database_url(tmp_path: Path, empty_database: Path) -> str:
    shutil.copy(empty_database, tmp_path)
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@pytest.fixture(scope="session")
def shared_application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("shared")
    yield from open_client(f"sqlite:///{folder / 'games.sqlite3'}")


@pytest.fixture
def client(request: pytest.FixtureRequest) -> Iterator[TestClient]:
    """A new application, called without a network, or for tests with the mark `shared_application` a new
    visitor of one in which others have played."""
    if request.node.get_closest_marker("shared_application"):
        shared: TestClient = request.getfixturevalue("shared_application")
        shared.cookies.clear()
        yield shared
    else:
        yield from open_client(request.getfixturevalue("database_url"))


@pytest.fixture
def people(client: TestClient) -> People:
    return people_of(client)


def open_client(database_url: str, **settings: Any) -> Iterator[TestClient]:
    unlimited = {f"max_{what}": 0 for what in ("requests_per_second", "games_per_minute")}
    unlimited["max_new_visitors_per_minute"] = 0
    with TestClient(create_app(Settings(database_url, **unlimited | settings))) as client:
        yield client


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that all browser tests of this process share."""
    with ServerProcess(tmp_path_factory.mktemp("server") / "games.sqlite3") as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that can be stopped."""
    with ServerProcess(tmp_path / "games.sqlite3") as server:
        yield server


@pytest.fixture
def visitor(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visitors]:
    """Opens browsers of people at the test's own server, or at the one that all tests share."""
    is_own = "own_server" in request.fixturenames
    visitors = Visitors(browser, request.getfixturevalue("own_server" if is_own else "server").url)
    yield visitors
    visitors.close()


@pytest.fixture
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The options of the mark `context`."""
    marks = request.node.iter_markers("context")
    return {name: value for mark in marks for name, value in mark.kwargs.items()}


@pytest.fixture
def context(
    browser: Browser, server: ServerProcess, context_options: dict[str, Any]
) -> Iterator[BrowserContext]:
    """A browser context at the server's address."""
    options = {"viewport": VIEWPORT} | context_options
    with new_context(browser, server.url, **options) as context:
        yield context


@pytest.fixture(scope="session")
def shared_tab(browser: Browser, server: ServerProcess) -> Iterator[SharedTab]:
    tab = SharedTab(browser, server.url)
    yield tab
    tab.close()


@pytest.fixture
def game(browser: Browser, request: pytest.FixtureRequest) -> Iterator[GamePage]:
    """A tab whose console must stay empty: the one of all tests with the mark `shared_tab`, unless they
    ask for a context of their own."""
    is_own = request.node.get_closest_marker("context") or "context" in request.fixturenames
    if request.node.get_closest_marker("shared_tab") and not is_own:
        tab: SharedTab = request.getfixturevalue("shared_tab")
        game, failures = tab.take(), request.session.testsfailed
        yield game
        if request.session.testsfailed == failures:
            tab.give_back(game)
    else:
        with GamePage(request.getfixturevalue("context")) as game:
            yield game


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page in a sub-folder of a web host's root, as ``dropfour site`` writes it."""
    root = tmp_path_factory.mktemp("www")
    written = CliRunner().invoke(main, ["site", f"{root}{FOLDER}"])
    assert written.exit_code == 0, written.output
    assert re.search(r"\d+ files with \d+\.\d MB written", written.output)
    return root


@pytest.fixture
def files_server(files: Path) -> Iterator[FileServer]:
    """A web host with the page, which can be stopped."""
    server = FileServer(files)
    yield server
    server.stop()


@pytest.fixture
def site(
    browser: Browser, files_server: FileServer, context_options: dict[str, Any]
) -> Iterator[GamePage]:
    """The page on a web host, in a browser without stored data; its console must stay empty."""
    visitors = Visitors(browser, files_server.url)
    yield visitors(**context_options)
    visitors.close()
