"""Fixtures for tests of the page: an application, a separate server, and a browser."""

from __future__ import annotations

import functools
import importlib.util
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from fastapi.testclient import TestClient
    from playwright.sync_api import Browser, BrowserContext

    from web.driver import GamePage, SharedTab
    from web.file_server import FileServer
    from web.live_client import People
    from web.server_process import ServerProcess

# Without the extra `web` there is no page to test.
if importlib.util.find_spec("fastapi") is None:
    collect_ignore_glob = ["*.py"]


@pytest.fixture(autouse=True, scope="session")
def pages_loaded_once() -> Iterator[None]:
    """Compress the files of the page once, not for every application."""
    from dropfour.web.page.files import load_pages

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dropfour.web.app.load_pages", functools.cache(load_pages))
        yield


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with all tables, which take longer to make than to copy."""
    from dropfour.database import Database

    path = tmp_path_factory.mktemp("empty") / "games.sqlite3"
    Database(f"sqlite:///{path}").close()
    return path


@pytest.fixture
def database_url(tmp_path: Path, empty_database: Path) -> str:
    shutil.copy(empty_database, tmp_path)
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@pytest.fixture
def own_client(database_url: str) -> Iterator[TestClient]:
    """A new application, called without a network."""
    yield from open_client(database_url)


@pytest.fixture
def client(request: pytest.FixtureRequest) -> TestClient:
    """A new application, or one that tests with the mark `shared_application` share."""
    is_shared = request.node.get_closest_marker("shared_application")
    found: TestClient = request.getfixturevalue("shared_client" if is_shared else "own_client")
    return found


@pytest.fixture(scope="session")
def shared_application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("shared")
    yield from open_client(f"sqlite:///{folder / 'games.sqlite3'}")


@pytest.fixture
def shared_client(shared_application: TestClient) -> TestClient:
    """A new visitor of an application in which others have played."""
    shared_application.cookies.clear()
    return shared_application


@pytest.fixture
def people(client: TestClient) -> People:
    from web.live_client import people_of

    return people_of(client)


def open_client(database_url: str) -> Iterator[TestClient]:
    from fastapi.testclient import TestClient

    from dropfour.web import Settings, create_app

    settings = Settings(
        database_url,
        max_requests_per_second=0,
        max_games_per_minute=0,
        max_new_visitors_per_minute=0,
    )
    with TestClient(create_app(settings)) as client:
        yield client


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that all browser tests of this process share."""
    from web.server_process import ServerProcess

    with ServerProcess(tmp_path_factory.mktemp("server") / "games.sqlite3") as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that can be stopped."""
    from web.server_process import ServerProcess

    with ServerProcess(tmp_path / "games.sqlite3") as server:
        yield server


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
    from web.driver import VIEWPORT, new_context

    options = {"viewport": VIEWPORT} | context_options
    with new_context(browser, server.url, **options) as context:
        yield context


@pytest.fixture
def game(browser: Browser, request: pytest.FixtureRequest) -> GamePage:
    """A tab whose console must stay empty: a new one, or the one that the mark `shared_tab` asks for."""
    is_shared = request.node.get_closest_marker("shared_tab")
    found: GamePage = request.getfixturevalue("shared_game" if is_shared else "own_game")
    return found


@pytest.fixture
def own_game(context: BrowserContext) -> Iterator[GamePage]:
    from web.driver import GamePage

    with GamePage(context) as game:
        yield game


@pytest.fixture(scope="session")
def shared_tab(browser: Browser, server: ServerProcess) -> Iterator[SharedTab]:
    from web.driver import SharedTab

    tab = SharedTab(browser, server.url)
    yield tab
    tab.close()


@pytest.fixture
def shared_game(shared_tab: SharedTab, request: pytest.FixtureRequest) -> Iterator[GamePage]:
    game, failures = shared_tab.take(), request.session.testsfailed
    yield game
    if request.session.testsfailed == failures:
        shared_tab.give_back(game)


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page in a sub-folder of a web host's root, as ``dropfour site`` writes it."""
    from click.testing import CliRunner

    from dropfour.cli import main
    from web.file_server import FOLDER

    root = tmp_path_factory.mktemp("www")
    written = CliRunner().invoke(main, ["site", f"{root}{FOLDER}"])
    assert written.exit_code == 0, written.output
    assert re.search(r"\d+ files with \d+\.\d MB written", written.output)
    return root


@pytest.fixture
def files_server(files: Path) -> Iterator[FileServer]:
    """A web host with the page, which can be stopped."""
    from web.file_server import FileServer

    server = FileServer(files)
    yield server
    server.stop()


@pytest.fixture
def site(
    browser: Browser, files_server: FileServer, context_options: dict[str, Any]
) -> Iterator[GamePage]:
    """The page on a web host, in a browser without stored data; its console must stay empty."""
    from web.driver import GamePage, new_context

    with (
        new_context(browser, files_server.url, **context_options) as context,
        GamePage(context) as game,
    ):
        yield game
