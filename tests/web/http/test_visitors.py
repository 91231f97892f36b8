"""Visitors are those whose cookies the server has signed; inventing some keeps nobody out."""

import re
import secrets
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from dropfour.web import Settings, create_app
from web.http.test_connections import connect, serving
from web.live_client import Person


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dropfour.web.http.problems.PAUSE_S", 0)


def at(client: TestClient, address: str = "203.0.113.7") -> TestClient:
    """Return a new browser at an address of the application that *client* has started."""
    browser = TestClient(client.app, client=(address, 5000))
    browser.portal = client.portal
    return browser


def test_a_class_plays_while_cookies_are_invented_behind_its_address(tmp_path: Path) -> None:
    limits = "max_connections_per_client=3,max_games_per_minute=4"  # 30 connections for the address
    with serving(tmp_path, "--limit", limits) as server, ExitStack() as opened:

        def invented(head: str) -> socket.socket:
            connection = opened.enter_context(connect(server))
            cookie = f"Cookie: visitor={secrets.token_hex(16)}"
            connection.sendall(f"{head} HTTP/1.1\r\nHost: x\r\n{cookie}\r\n\r\n".encode())
            return connection

        def pupil() -> Person:
            person = Person(server.url)
            opened.enter_context(person.client)
            assert person.client.get("/").status_code == 200
            return person

        ada, bob = pupil(), pupil()
        game = ada.invite(colour="red")
        for _ in range(100):
            invented("GET /api/events?lobby=true")
        answers = [invented("POST /api/games\r\nContent-Type: application/json") for _ in range(40)]
        assert any(b" 429 " in answer.recv(1000) for answer in answers[-5:])
        bob.act(game, "join")
        ada.move(game, 4)
        for first, second in ((bob, ada), *((pupil(), pupil()) for _ in range(3))):
            invited = first.invite(colour="red")
            second.act(invited, "join")
            with second.follow(invited) as events:
                first.move(invited, 1)
                events.next("game", lambda event: event["moves"] == "1")


def test_only_so_many_visitors_are_new_at_an_address(database_url: str) -> None:
    """Five new browsers, and one new program, at once."""
    with TestClient(create_app(Settings(database_url, max_new_visitors_per_minute=1))) as few:
        browsers = [at(few) for _ in range(8)]
        assert {browser.get("/").status_code for browser in browsers} == {200}
        assert [bool(browser.cookies) for browser in browsers] == [True] * 5 + [False] * 3
        # Programs do not use up what browsers have, and the other way round.
        statuses = [at(few).post("/api/games", json={}).status_code for _ in range(3)]
        assert statuses == [201, 429, 429]
        assert at(few).post("/api/bot-token").status_code == 429
        assert browsers[0].post("/api/games", json={}).status_code == 201
        assert at(few, "203.0.113.8").post("/api/bot-token").status_code == 201


def test_an_invented_cookie_or_token_is_nobodys(client: TestClient) -> None:
    game = client.post("/api/games", json={}).json()["id"]
    mine = client.cookies["visitor"]
    assert re.fullmatch("[0-9a-f]{64}", mine)
    for invented in ("0" * 32, "0" * 64, mine[:32] + "0" * 32, mine[:63] + "0"):
        if invented == mine:
            continue
        other = at(client)
        other.cookies.set("visitor", invented[::-1] if invented[:32] == mine[:32] else invented)
        assert other.get(f"/api/games/{game}").json()["yours"] == []
        assert other.get("/api/games").json()["games"] == []
        assert invented[:32] not in other.get("/api/games").headers["set-cookie"]
    bot = at(client)
    bot.headers["authorization"] = f"Bearer {'0' * 32}"
    answer = bot.post("/api/games", json={"live": {}})
    assert answer.status_code == 403
    assert "token" in answer.json()["detail"]


def test_a_visitor_of_an_earlier_version_keeps_what_they_have(client: TestClient) -> None:
    client.post("/api/games", json={"moves": "44"})
    secret = client.cookies["visitor"][:32]
    old, invented = at(client), at(client)
    old.cookies.set("visitor", secret, domain="testserver.local")
    invented.cookies.set("visitor", "0" * 32, domain="testserver.local")
    # Any request shows who it is, and brings the cookie of this version.
    assert old.get("/api/engines").status_code == 200
    assert old.cookies["visitor"] == client.cookies["visitor"]
    assert [each["moves"] for each in old.get("/api/games").json()["games"]] == ["44"]
    invented.get("/api/engines")
    assert invented.cookies["visitor"] == "0" * 32
    assert invented.get("/api/games").json()["games"] == []
    assert not invented.cookies["visitor"].startswith("0" * 32)


def test_a_bot_of_an_earlier_version_keeps_its_seat(client: TestClient) -> None:
    ada = Person(client)
    token = ada.post("/api/bot-token", 201)["token"]
    game = ada.move(Person(client, token).act(ada.invite(colour="red"), "join"), 4)
    old = Person(client, token[:32])
    assert old.move(game, 4)["moves"] == "44"
    assert "visitor" not in old.client.cookies


def test_servers_with_one_database_know_each_others_visitors(place: str) -> None:
    with TestClient(create_app(Settings(place))) as first:
        first.post("/api/games", json={})
        cookie = first.cookies["visitor"]
        with TestClient(create_app(Settings(place)), cookies={"visitor": cookie}) as second:
            assert len(second.get("/api/games").json()["games"]) == 1
            visitors = second.app.state.visitors  # type: ignore[attr-defined]
            assert visitors.signed(cookie[:32]) == cookie
