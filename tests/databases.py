"""Databases for tests: an SQLite file, and a PostgreSQL server that the tests start themselves."""

import gzip
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

OLD = Path(__file__).parent / "web" / "data"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server on a socket in a temporary folder; it runs until the tests end."""
    psycopg = pytest.importorskip("psycopg")
    initdb, server = _find_postgres("initdb"), _find_postgres("postgres")
    if sys.platform == "win32" or initdb is None or server is None:
        pytest.skip("there is no PostgreSQL server here")
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # the path of a socket must be short
    # The server outlives the test that starts it, so it must not inherit its mark.
    unmarked = {word: value for word, value in os.environ.items() if "DROPFOUR" not in word}
    options: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    options |= {"env": unmarked}
    if os.geteuid() == 0:  # the server refuses to run as root
        options["user"] = "nobody"
        shutil.chown(folder, "nobody")
    data = str(folder / "data")
    initialise = [initdb, "-D", data, "-U", "test", "-A", "trust", "--no-sync", "-E", "UTF8"]
    subprocess.run(initialise, check=True, **options)
    command = [server, "-D", data, "-k", str(folder), "-h", "", "-F"]
    process = subprocess.Popen(command, **options)
    try:
        url = f"postgresql://test@/postgres?host={folder}"
        while process.poll() is None:
            try:
                psycopg.connect(url).close()
                break
            except psycopg.OperationalError:
                time.sleep(0.05)
        assert process.poll() is None, "the server did not start"
        yield url
    finally:
        process.send_signal(signal.SIGINT)  # SIGTERM would wait for all clients
        process.wait()
        shutil.rmtree(folder)


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """The URL of an empty PostgreSQL database."""
    execute(postgres_server, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return postgres_server


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    url: str = request.getfixturevalue("postgres_url")
    return url


def execute(url: str, statements: str) -> None:
    """Run *statements* in a PostgreSQL database."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statements.encode())


def write_old_database(path: Path, version: str = "1.0.0") -> None:
    """Write the database of an earlier version."""
    path.write_bytes(gzip.decompress((OLD / f"{version}.sqlite3.gz").read_bytes()))


@contextmanager
def locked(path: Path | str) -> Iterator[None]:
    """Another connection has locked an SQLite file, which may be given as a URL."""
    file = str(path).removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def _find_postgres(name: str) -> str | None:
    places = [*map(str, Path("/usr/lib/postgresql").glob("*/bin")), os.environ.get("PATH", "")]
    return shutil.which(name, path=os.pathsep.join(places))
