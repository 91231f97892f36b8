"""What holds under attack: other hosts and sites, too many requests and games, and what is refused."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI, HTTPException, Response
from fastapi.testclient import TestClient
from httpx2 import ASGITransport, AsyncClient

from dropfour import Choice, Engine, Limits, Position, Stop
from dropfour.engines import registry
from dropfour.web import Settings, create_app
from dropfour.web.games.engines import _engine as engine_of
from dropfour.web.games.engines import choose
from dropfour.web.http.metrics import Metrics
from dropfour.web.http.networks import Hosts, Networks, client_key
from dropfour.web.http.problems import Busy, add_problem_handlers
from dropfour.web.http.senders import AtOnce, RateLimit, Sender


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dropfour.web.http.problems.PAUSE_S", 0)
    monkeypatch.setattr("dropfour.web.http.guard.PAUSE_S", 0)


TABLE: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))


@contextmanager
def app_with(database_url: str, **settings: Any) -> Iterator[TestClient]:
    app = create_app(Settings(database_url, **settings))
    with TestClient(app, client=("203.0.113.7", 5000)) as client:
        yield client


def test_addresses_and_local_names_are_ours_and_others_are_refused(client: TestClient) -> None:
    for host in TABLE["our hosts"]:
        assert client.get("/api/engines", headers={"host": host}).status_code == 200, host
    for host in TABLE["other hosts"]:
        for method in ("GET", "POST"):
            answer = client.request(method, "/api/games", headers={"host": host})
            assert answer.status_code == 421, host
            assert "does not answer to the name" in answer.json()["detail"]


def test_configured_names_are_ours() -> None:
    hosts = Hosts(("Play.example.org", "*.club.example"))
    assert all(host in hosts for host in TABLE["configured hosts"])
    assert not any(host in hosts for host in TABLE["hosts like those configured"])
    assert "anything.example" in Hosts(("*",))


def test_another_site_cannot_write_even_without_an_origin(client: TestClient) -> None:
    for header, value, status in TABLE["pages that write"]:
        for path in ("games", "lobby"):
            answer = client.post(f"/api/{path}", json={}, headers={header: value})
            assert answer.status_code == status, value
            is_told = answer.json().get("detail") == "other sites cannot change anything here"
            assert is_told == (status == 403)
    assert client.get("/api/games", headers={"sec-fetch-site": "cross-site"}).status_code == 200


# --- limits by client -----------------------------------------------------------------------------


def test_clients_are_addresses_and_networks() -> None:
    for address, key in TABLE["keys of clients"].items():
        assert client_key(address) == key
    networks = Networks(("127.0.0.1", "10.0.0.0/8", "2001:db8::/32"))
    for host, is_inside in TABLE["in the networks 127.0.0.1, 10.0.0.0/8, 2001:db8::/32"].items():
        assert (host in networks) is is_inside
    with pytest.raises(ValueError, match="proxy"):
        Networks(("proxy",))


def test_a_rate_allows_a_burst_and_remembers_few_senders() -> None:
    now = 100.0
    ada, bob = Sender("home", "ada"), Sender("home", "bob")
    limit = RateLimit(2, burst_s=1.5, now=lambda: now)
    assert [limit.take(ada) for _ in range(4)] == [0, 0, 0, 0.5]
    assert limit.take(bob) == 0
    now += 0.5
    assert [limit.take(ada) for _ in range(2)] == [0, 0.5]
    # The last one is not counted.
    assert [limit.take(ada, 1.0) for _ in range(3)] == [0.5, 1.0, 1.5]
    now += 60
    assert [limit.take(ada) for _ in range(4)] == [0, 0, 0, 0.5]
    limit = RateLimit(1, burst_s=1, now=lambda: 0.0)
    for number in range(25_000):
        limit.take(Sender(str(number), "secret"))
    assert len(limit._even_at) <= 10_001


def test_a_visitor_cannot_use_up_what_others_at_the_same_address_need() -> None:
    limit = RateLimit(1, burst_s=2)
    assert all(limit.take(Sender("proxy", is_proxy=True)) == 0 for _ in range(100))
    for hostile, count in ((Sender("school"), 4), (Sender("school", "hostile"), 2)):
        taken = [limit.take(hostile) == 0 for _ in range(20)]
        assert taken == [True] * count + [False] * (20 - count)
    pupils = [Sender("school", str(number)) for number in range(9)]
    assert all(limit.take(pupil) == 0 for pupil in pupils for _ in range(2))
    # Together they have ten times as much as one; who has done little is still served.
    late = [Sender("school", f"late {number}") for number in range(20)]
    assert all(limit.take(pupil) == 0 for pupil in late)
    assert all(limit.take(pupil) > 0 for pupil in late)
    # Those who open a page do not wait for the others without a secret.
    assert limit.take(Sender("school", opens_page=True)) == 0
    assert limit.take(Sender("home")) == 0


def test_nobody_is_in_everybodys_way_at_the_same_time() -> None:
    limit = AtOnce(2)

    def admitted(*senders: Sender) -> int:
        with ExitStack() as busy:
            return sum(busy.enter_context(limit.one_more(sender)) for sender in senders)

    for _ in range(2):  # nothing is left of those before
        assert admitted(*[Sender("school", "hostile")] * 5) == 2
        assert admitted(*[Sender("school")] * 10) == 4
        pairs = [Sender("school", str(number)) for number in range(40) for _ in range(2)]
        assert admitted(*pairs) == 20 + 30  # later ones have one each
        assert admitted(*[Sender("proxy", is_proxy=True)] * 100) == 100
        new = [Sender("school")] * 10
        assert admitted(*[Sender("school", str(number)) for number in range(20)], *new) == 24
    assert not limit._counts


def test_new_games_are_limited_for_each_visitor(database_url: str) -> None:
    with app_with(database_url, max_games_per_minute=2) as client:
        client.get("/")  # which sets the cookie
        for _ in range(2):
            assert client.post("/api/games", json={}).status_code == 201
        answer = client.post("/api/games", json={})
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "30"
        neighbour = TestClient(client.app, client=("203.0.113.7", 5000))
        assert neighbour.post("/api/games", json={}).status_code == 201


@pytest.mark.parametrize("path", ["/", "/static/js/main.js", "/nothing", "/api/engines"])
def test_all_requests_are_limited(
    database_url: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dropfour.web.http.guard._PATIENCE_S", 0)
    headers = {"host": "evil.example"} if path == "/nothing" else {}
    with app_with(database_url, max_requests_per_second=1) as client:
        assert client.get("/").status_code == 200  # which makes it known
        statuses = [client.get(path, headers=headers).status_code for _ in range(15)]
        assert statuses.count(429) >= 4
        assert 429 not in statuses[:10]
        proxy = TestClient(client.app, client=("127.0.0.1", 5000))
        assert {proxy.get("/api/engines").status_code for _ in range(20)} == {200}


def test_requests_over_the_limit_wait_for_their_turn(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dropfour.web.http.guard._BURST_S", 0.02)
    with app_with(database_url, max_requests_per_second=100) as client:
        client.get("/")
        begun = time.monotonic()
        assert {client.get("/api/engines").status_code for _ in range(30)} == {200}
        assert time.monotonic() - begun >= 0.27  # two at once, then one every 10 ms


class Obedient(Engine):
    """An engine of the operator's, which notes its limits."""

    name = "obedient"
    limits: Limits

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads

    def choose(self, position: Position, limits: Limits | None = None, **_: Any) -> Choice:
        assert limits is not None
        self.limits = limits
        return Choice(1)


def test_no_spec_makes_an_engine_exceed_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry._STANDARD, "_entries", {})
    registry.register("obedient", Obedient)
    stop, spec = Stop(), "obedient:threads=256"
    assert choose(spec, Position(), "one", stop, 0.5, 2).column == 1
    engine: Any = engine_of(spec, "one", most_threads=2)
    assert engine.threads == 2
    assert (engine.limits.time_s, engine.limits.stop) == (0.5, stop)


def test_no_answer_contains_a_path_of_the_server(database_url: str, tmp_path: Path) -> None:
    with app_with(database_url) as client:
        (tmp_path / "games.sqlite3").write_bytes(b"not a database any more" * 1000)
        for path in ("/health", "/api/games/aaaaaaaaaaaa", "/api/games", "/api/tournaments"):
            text = client.get(path).text
            assert str(tmp_path) not in text
            assert "sqlite" not in text


def test_an_error_is_one_sentence(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dropfour.web.games.routes.engine_list", lambda: 1 / 0)
    app = create_app(Settings(database_url))
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/api/engines")
    assert answer.status_code == 500
    assert answer.json() == {"detail": "internal error; see the server's log"}


def test_metrics_count_requests_by_route_for_the_own_network_only(database_url: str) -> None:
    with app_with(database_url) as client:
        game = client.post("/api/games", json={}).json()["id"]
        client.get(f"/api/games/{game}")
        client.get("/api/engines", headers={"host": "evil.example"})
        assert client.get("/metrics").status_code == 403
        local = TestClient(client.app, client=("10.0.0.9", 5000))
        answer = local.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain")
        text = answer.text
        assert 'dropfour_requests_total{route="/api/games/{game_id}",status="200"} 1.0' in text
        assert 'dropfour_refused_total{limit="host"} 1.0' in text
        assert 'dropfour_pool_running{pool="moves"} 0.0' in text
        assert "dropfour_requests_in_progress 1.0" in text
        assert game not in text
        for line in text.splitlines():
            assert line.startswith("#") or re.fullmatch(r"[a-z_]+(\{.*\})? \S+", line), line


@pytest.mark.parametrize("error", [Busy("full"), HTTPException(429)])
def test_a_server_that_stops_answers_at_once_who_waits_for_a_refusal(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = FastAPI()
    add_problem_handlers(app, Metrics(), lambda request: Response())

    @app.get("/")
    async def refuse() -> None:
        raise error

    async def stop_during_the_pause() -> int:
        waits = asyncio.Event()

        async def sleep(seconds: float) -> None:
            waits.set()
            await asyncio.Event().wait()

        # There alone: servers of other tests sleep as well.
        patched = SimpleNamespace(**{**vars(asyncio), "sleep": sleep})
        monkeypatch.setattr("dropfour.web.http.problems.asyncio", patched)
        async with AsyncClient(transport=ASGITransport(app), base_url="http://localhost") as client:
            request = asyncio.create_task(client.get("/"))
            await waits.wait()
            request.cancel()  # as uvicorn does with those that take too long
            return (await request).status_code

    assert asyncio.run(stop_during_the_pause()) == 429
