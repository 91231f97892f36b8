"""What a server must not tell: the passwords of its database to nobody, its files to no visitor."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from databases import execute
from dropfour.web import Settings, create_app
from dropfour.web.http.access_log import open_access_log

MARKER = "hunter2marker"
VISITOR, OPERATOR = "192.168.1.7", "127.0.0.1"


@contextmanager
def client_at(address: str, settings: Settings) -> Iterator[TestClient]:
    at: dict[str, Any] = {"base_url": "http://localhost", "client": (address, 5000)}
    with TestClient(create_app(settings), raise_server_exceptions=False, **at) as client:
        yield client


def answers(client: TestClient) -> str:
    """Return the headers and bodies of the answers to every operation, with an empty body where it
    takes one. Event streams, which do not end, are left out."""
    game = client.post("/api/games", json={}).json().get("id", "0" * 12)
    texts = []
    for path, operations in client.get("/api/openapi.json").json()["paths"].items():
        address = path.replace("{game_id}", game).replace("{tournament_id}", "1")
        for method in operations:
            if not path.endswith("/events"):
                body: dict[str, str] | None = None if method == "get" else {}
                answer = client.request(method, address.replace("{number}", "1"), json=body)
                texts.append(f"{answer.headers}\n{answer.text}")
    for page in ("/", "/tournaments", "/metrics", "/health", "/api/nothing"):
        texts.append(client.get(page).text)
    return "\n".join(texts)


@pytest.mark.parametrize("address", [VISITOR, OPERATOR])
def test_no_password_is_in_an_answer_a_log_or_an_error(
    postgres_url: str, address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = postgres_url.replace("test@", f"test:{MARKER}@")
    secret += f"&password={MARKER}&sslpassword={MARKER}"
    log = tmp_path / "access.log"
    open_access_log(str(log))
    caplog.set_level(logging.DEBUG)
    settings = Settings(secret, max_requests_per_second=0)
    folder = postgres_url.partition("host=")[2]
    with client_at(address, settings) as client:
        sent = answers(client)
        assert folder not in sent
        assert str(Path(sys.executable).parent) not in sent
        execute(postgres_url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        broken = answers(client)
        assert '"detail"' in broken
    assert log.read_text()
    for text in (sent, broken, caplog.text, log.read_text(), repr(settings)):
        assert MARKER not in text
