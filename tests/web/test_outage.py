"""Trouble with the database: 503 with one sentence, one line in the log, and recovery by itself."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

import databases
from databases import execute
from dropfour.database import DatabaseError
from dropfour.web import Settings, create_app
from dropfour.web.games import store as storage
from dropfour.web.server import listen, serve


def locked(url: str, client: TestClient) -> AbstractContextManager[None]:
    return databases.locked(url)


@contextmanager
def pragma(client: TestClient, during: str, after: str) -> Iterator[None]:
    """Change the only connection of the server to its SQLite file."""
    database = client.app.state.services.store.database  # type: ignore[attr-defined]

    def execute_on_it(statement: str) -> None:
        with database._engine.connect() as connection:
            connection.exec_driver_sql(statement)

    execute_on_it(during)
    yield
    execute_on_it(after)


@contextmanager
def read_only(url: str, client: TestClient) -> Iterator[None]:
    with pragma(client, "PRAGMA query_only = ON", "PRAGMA query_only = OFF"):
        yield


@contextmanager
def gone(url: str, client: TestClient) -> Iterator[None]:
    """Let PostgreSQL end all connections and refuse new ones."""
    server = url.replace("/club", "/postgres")
    execute(server, "ALTER DATABASE club ALLOW_CONNECTIONS false")
    try:
        execute(
            server, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'club'"
        )
        yield
    finally:
        execute(server, "ALTER DATABASE club ALLOW_CONNECTIONS true")


@pytest.fixture
def club(postgres_server: str) -> Iterator[str]:
    """The URL of a database that can be taken away without taking the test's own."""
    execute(postgres_server, "CREATE DATABASE club")
    yield postgres_server.replace("/postgres", "/club")
    execute(postgres_server, "DROP DATABASE club WITH (FORCE)")


@pytest.mark.parametrize("trouble", [locked, read_only, gone])
def test_trouble_is_answered_with_503_and_passes(
    trouble: Callable[[str, TestClient], object],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(storage, "_BUSY_S", 0.1)
    monkeypatch.setattr("dropfour.web.admin.health._VALID_S", 0)
    url = request.getfixturevalue("club" if trouble is gone else "database_url")
    settings = Settings(url, table_mib=4, max_games_per_minute=0, max_requests_per_second=0)
    with TestClient(create_app(settings)) as client:
        game = client.post("/api/games", json={}).json()
        with trouble(url, client):  # type: ignore[attr-defined]
            caplog.clear()
            for _ in range(3):
                for path, body in (
                    ("/api/games", {}),
                    (f"/api/games/{game['id']}/moves", {"column": 4, "ply": 0}),
                ):
                    answer = client.post(path, json=body)
                    assert answer.status_code == 503
                    assert answer.headers["retry-after"] == "2"
                    assert answer.json()["detail"].startswith("the database cannot be used")
            assert client.get("/health").status_code == 503
            lines = [record for record in caplog.records if record.name == "dropfour"]
            assert len(lines) == 1
            assert "\n" not in lines[0].getMessage()
            assert not any(line.exc_info for line in caplog.records)
        assert client.get("/health").status_code == 200
        moved = client.post(f"/api/games/{game['id']}/moves", json={"column": 4, "ply": 0})
        assert moved.json()["moves"] == "4"


def test_a_full_disk_is_not_healthy(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("dropfour.web.admin.health._VALID_S", 0)
    with monkeypatch.context() as full:
        usage = SimpleNamespace(total=1_000_000, used=1_000_000, free=0)
        full.setattr("shutil.disk_usage", lambda file: usage)
        assert client.get("/health").status_code == 503
    assert caplog.messages[-1] == "cannot write to the database: the disk is full"
    assert client.get("/health").status_code == 200


def test_a_full_disk_gives_503(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with pragma(client, "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000"):
        # Games fit until the pages that the file has already are full.
        answers = [client.post("/api/games", json={}) for _ in range(200)]
    assert [answer.status_code for answer in answers[-10:]] == [503] * 10
    (line,) = (record for record in caplog.records if record.name == "dropfour")
    assert line.getMessage() == "cannot write to the database: database or disk is full"
    assert client.post("/api/games", json={}).status_code == 201


def test_a_full_database_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = sa.create_engine

    def small(*args: object, **options: object) -> sa.Engine:
        engine = original(*args, **options)  # type: ignore[call-overload]
        sa.event.listen(engine, "connect", lambda c, _: c.execute("PRAGMA max_page_count = 1"))
        assert isinstance(engine, sa.Engine)
        return engine

    monkeypatch.setattr("sqlalchemy.create_engine", small)
    with (
        listen("127.0.0.1", 0) as listener,
        pytest.raises(DatabaseError, match="database or disk is full"),
    ):
        serve(listener, Settings(str(tmp_path / "games.sqlite3")))
