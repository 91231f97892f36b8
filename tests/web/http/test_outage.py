"""Trouble with the database: 503 with one sentence, one line in the log, and recovery by itself."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from databases import execute, locked
from dropfour.database import DatabaseError
from dropfour.web import Settings, create_app
from dropfour.web.games import store as storage
from dropfour.web.games.clock import now_ms
from dropfour.web.server import listen, serve
from web.live_client import people_of, play, seated


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
def gone(url: str) -> Iterator[None]:
    """Let PostgreSQL end all connections and refuse new ones."""
    server = url.replace("/club", "/postgres")
    execute(server, "ALTER DATABASE club ALLOW_CONNECTIONS false")
    try:
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        execute(server, f"{ended} WHERE datname = 'club'")
        yield
    finally:
        execute(server, "ALTER DATABASE club ALLOW_CONNECTIONS true")


@pytest.fixture
def club(postgres_server: str) -> Iterator[str]:
    """The URL of a database that can be taken away without taking the test's own."""
    execute(postgres_server, "CREATE DATABASE club")
    yield postgres_server.replace("/postgres", "/club")
    execute(postgres_server, "DROP DATABASE club WITH (FORCE)")


READ_ONLY = "PRAGMA query_only = ON", "PRAGMA query_only = OFF"


@pytest.mark.parametrize("trouble", ["locked", "read-only", "gone"])
def test_trouble_is_answered_with_503_and_passes(
    trouble: str,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(storage, "_BUSY_S", 0.1)
    # The thread that listens to other servers has a line of its own after its first retry.
    monkeypatch.setattr("dropfour.web.games.servers._RETRY_S", 60)
    url = request.getfixturevalue("club" if trouble == "gone" else "database_url")
    settings = Settings(url, max_games_per_minute=0, max_requests_per_second=0)
    with TestClient(create_app(settings)) as client:
        game = client.post("/api/games", json={}).json()
        assert client.get("/api/tournaments").status_code == 200
        troubles = {
            "locked": lambda: locked(url),
            "read-only": lambda: pragma(client, *READ_ONLY),
            "gone": lambda: gone(url),
        }
        with troubles[trouble]():
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
            status = 200 if trouble == "read-only" else 503
            assert client.get("/api/tournaments").status_code == status
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
    with monkeypatch.context() as full:
        usage = SimpleNamespace(total=1_000_000, used=1_000_000, free=0)
        full.setattr("shutil.disk_usage", lambda file: usage)
        assert client.get("/health").status_code == 503
    assert "cannot write to the database: the disk is full" in caplog.messages
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


@contextmanager
def stopped(url: str) -> Iterator[None]:
    """Let all processes of PostgreSQL hang: they can be reached, and do not answer."""
    folder = Path(url.partition("host=")[2])
    parent = int((folder / "data" / "postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    processes = [parent, *map(int, children)]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs the processes of Linux")
def test_a_database_that_does_not_answer_gives_503(
    club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dropfour.web.app._PATIENCE_S", 0.3)
    settings = Settings(f"{club}&connect_timeout=2")
    with TestClient(create_app(settings)) as client, ThreadPoolExecutor() as visitors:
        game = client.post("/api/games", json={}).json()["id"]
        move = {"column": 4, "ply": 0}
        with stopped(club):
            begun = time.monotonic()
            answers = [
                visitors.submit(client.post, "/api/games", json={}),
                visitors.submit(client.post, f"/api/games/{game}/moves", json=move),
                visitors.submit(client.get, f"/api/games/{game}"),
                visitors.submit(client.get, "/api/games"),
            ]
            assert {each.result(60).status_code for each in answers} == {503}
            assert time.monotonic() - begun < 20  # the driver alone would wait for ever
        while client.get("/health").status_code != 200:
            pass
        assert client.post(f"/api/games/{game}/moves", json=move).json()["moves"] == "4"


def test_a_flag_that_falls_while_the_database_is_away_is_not_lost(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "_BUSY_S", 0.1)
    monkeypatch.setattr("dropfour.web.games.games._RETRY_S", 0.05)
    with TestClient(create_app(Settings(database_url))) as client:
        people = people_of(client)
        game = play(people, seated(people, clock={"time_s": 600}), "44")
        games = client.app.state.services.games  # type: ignore[attr-defined]
        tries: SimpleQueue[None] = SimpleQueue()
        change = games.change

        async def watched(*args: object, **options: object) -> object:
            tries.put(None)
            return await change(*args, **options)

        monkeypatch.setattr(games, "change", watched)
        # The wall clock is set, which ends nobody's game, and then the time is up.
        wall_ns = time.time_ns
        monkeypatch.setattr(time, "time_ns", lambda: wall_ns() + 600 * 10**9)
        assert people[2].get(f"/api/games/{game['id']}")["result"] is None
        now = now_ms()
        assert now - game["live"]["clock"]["time_s"] * 1000 < wall_ns() // 10**6
        with locked(database_url):
            monkeypatch.setattr("dropfour.web.games.games.now_ms", lambda: now + 700_000)
            assert client.portal is not None
            ended = client.portal.start_task_soon(games._end_on_time, game["id"])
            for _ in range(3):
                tries.get(timeout=60)
        ended.result(60)
        assert people[2].get(f"/api/games/{game['id']}")["result"]["reason"] == "ran out of time"
