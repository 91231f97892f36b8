"""Several server processes on one PostgreSQL database serve the same games."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from queue import SimpleQueue
from types import SimpleNamespace
from typing import NoReturn, cast
from urllib.request import urlopen

import pytest
from fastapi.testclient import TestClient

from dropfour.database import Database, DatabaseError
from dropfour.web import Settings, create_app
from dropfour.web.games.presence import Presence
from dropfour.web.games.servers import Listener, Servers
from dropfour.web.games.store import StoredGame
from web.live_client import Person, people_of, play, seated
from web.server_process import ServerProcess


@pytest.fixture
def visit() -> Iterator[Callable[[ServerProcess], Person]]:
    """Let a person open a browser at a server."""
    people: list[Person] = []

    def visit_server(server: ServerProcess) -> Person:
        people.append(Person(server.url))
        return people[-1]

    yield visit_server
    for person in people:
        person.client.close()


Visit = Callable[[ServerProcess], Person]


@pytest.fixture
def servers(postgres_url: str) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two servers that start together on an empty database."""
    pair = ServerProcess(postgres_url), ServerProcess(postgres_url)
    with ThreadPoolExecutor() as threads:
        list(threads.map(ServerProcess.start, pair))
    yield pair
    for server in pair:
        server.stop()


def test_players_on_two_servers(servers: tuple[ServerProcess, ServerProcess], visit: Visit) -> None:
    ada, bob, eve = (visit(servers[i]) for i in (0, 1, 1))
    game = bob.act(ada.invite(colour="red", clock={"time_s": 600}, public=True), "join")
    with ada.follow(game) as for_ada, eve.follow(game) as for_eve, bob.follow(game) as for_bob:
        for stream in (for_ada, for_eve, for_bob):
            stream.next("game")
        game = ada.move(game, 4)
        assert for_eve.next("game")["moves"] == "4"
        assert for_bob.next("game")["moves"] == "4"
        game = bob.move(game, 4)
        for_ada.next("game", lambda event: event["moves"] == "44")
        # Each server knows who is connected to the other one.
        event = for_ada.next(
            "presence", lambda event: event["yellow"]["here"] and event["watchers"]
        )
        assert event["red"]["here"]
        (listed,) = ada.get("/api/live")["games"]
        assert listed["watchers"] == 1
        assert "is there" in bob.act(game, "claim", 409, ply=2)["detail"]
    # A server that is killed is forgotten with its visitors.
    with ada.follow(game) as for_ada, bob.stream(f"/api/games/{game['id']}/events"):
        for_ada.next("presence", lambda event: event["yellow"]["here"])
        servers[1].kill()
        for_ada.next("presence", lambda event: not event["yellow"]["here"])


def test_pairing_across_servers(servers: tuple[ServerProcess, ServerProcess], visit: Visit) -> None:
    ada, bob, eve = (visit(servers[i]) for i in (0, 1, 0))
    lobby = "/api/events?lobby=true"
    with ada.stream(lobby) as first, bob.stream(lobby) as second:
        assert ada.post("/api/lobby", 201, board="6x5", name="Ada") == {"game": None}
        (seen,) = second.next("lobby", lambda event: event["offers"])["offers"]
        assert (seen["name"], seen["rules"]["board"]) == ("Ada", "6x5")
        paired = bob.post(f"/api/lobby/{seen['id']}/accept", 201)
        assert first.next("paired") == paired
    # A game on one screen is followed from the other server, too.
    game = ada.post("/api/games", 201)
    with bob.follow(game) as stream:
        stream.next("game")
        ada.post(f"/api/games/{game['id']}/moves", column=4, ply=0)
        assert stream.next("game")["moves"] == "4"
    # Help is off for a player who is connected to the other server.
    live = bob.act(eve.invite(), "join")
    with bob.follow(live) as stream:
        stream.next("game")
        elsewhere = visit(servers[0])
        elsewhere.client.cookies = bob.client.cookies
        while elsewhere.client.get("/api/explanation?moves=44").status_code == 200:
            pass
        assert elsewhere.client.get("/api/explanation?moves=44").status_code == 403


def test_a_tournament_on_two_servers(
    servers: tuple[ServerProcess, ServerProcess], visit: Visit
) -> None:
    ada, bob = visit(servers[0]), visit(servers[1])
    made = ada.post("/api/club", 201, title="Cup", format="round-robin", games=2, pause_s=None)
    tournament = made["tournament"]["id"]
    path, events = f"/api/club/{tournament}", f"/api/events?club={tournament}"
    with ada.stream(events) as for_ada, bob.stream(events) as for_bob:
        ada.post(f"{path}/join", name="Ada")
        for_bob.next("tournament", lambda event: len(event["players"]) == 1)
        bob.post(f"{path}/join", name="Bob")
        for_ada.next("tournament", lambda event: len(event["players"]) == 2)
        ada.post(f"{path}/start")
        # Each loses a game on their own server.
        first = for_ada.next("you", lambda event: event["game"])["game"]
        bob.act({"id": first}, "resign", ply=0)
        for_ada.next("tournament", lambda event: event["players"][0]["points"] == 1)
        second = for_bob.next("you", lambda event: event["game"] not in (None, first))["game"]
        ada.act({"id": second}, "resign", ply=0)
        event = for_bob.next("tournament", lambda event: event["state"] == "finished")
    seen = [person.get(path)["tournament"] for person in (ada, bob)]
    assert seen[0] == seen[1] == event
    assert [each["points"] for each in event["players"]] == [1, 1]


def test_workers_share_a_port_and_metrics_and_end_with_their_parent(
    postgres_url: str, visit: Visit
) -> None:
    with ServerProcess(postgres_url, "--workers", "2") as server, ExitStack() as stack:
        check_metrics(server)
        people = [visit(server) for _ in range(6)]  # connections go to either worker
        game = people[1].act(people[0].invite(colour="red"), "join")
        streams = [stack.enter_context(person.follow(game)) for person in people]
        for stream in streams:
            stream.next("game")
        people[0].move(game, 4)
        for stream in streams:
            stream.next("game", lambda event: event["moves"] == "4")
        # A worker that is killed is replaced, and so is its replacement.
        for _ in range(2):
            killed = server.workers()
            os.kill(killed[0], signal.SIGKILL)
            while len(workers := server.workers()) < 2 or killed[0] in workers:
                time.sleep(0.02)
        assert people[3].get(f"/api/games/{game['id']}")["moves"] == "4"
        server.kill()
        for stream in streams:
            stream.read_to_end()
        server.start()  # on the same port, since the workers have ended
        assert people[2].get(f"/api/games/{game['id']}")["moves"] == "4"


def check_metrics(server: ServerProcess) -> None:
    """Every worker has those of all."""
    for _ in range(12):  # a new connection each time, to either worker
        with urlopen(f"{server.url}/api/engines") as answer:
            assert answer.status == 200
    for _ in range(6):
        with urlopen(f"{server.url}/metrics") as answer:
            text = answer.read().decode()
        assert 'dropfour_requests_total{route="/api/engines",status="200"} 12.0' in text
        assert "dropfour_database_errors_total 0.0" in text


def test_a_server_that_hears_nobody_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("dropfour.web.games.servers._RETRY_S", 0)
    tries: SimpleQueue[None] = SimpleQueue()

    def listening(channels: object) -> NoReturn:
        tries.put(None)
        raise DatabaseError("it is away")

    async def run() -> None:
        away = SimpleNamespace(listening=listening, writing=lambda: listening(None))
        here = SimpleNamespace(presence=Presence())
        servers = Servers(cast("Database", away), cast("Listener", here))
        servers.start()
        for _ in range(50):
            tries.get()
        servers.close()

    asyncio.run(run())
    assert caplog.messages == ["not connected to the other servers, trying again: it is away"]


def test_a_servers_own_news_is_ignored(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(create_app(Settings(postgres_url, table_mib=4))) as client:
        people = people_of(client)
        ada, _, eve = people
        services = client.app.state.services  # type: ignore[attr-defined]
        refresh, find = services.audience.refresh, services.store.find
        heard: SimpleQueue[str] = SimpleQueue()
        read: list[str] = []

        async def watched(game_id: str, version: int) -> None:
            await refresh(game_id, version)
            heard.put(game_id)

        def counted(game_id: str) -> StoredGame:
            read.append(game_id)
            found: StoredGame = find(game_id)
            return found

        monkeypatch.setattr(services.audience, "refresh", watched)
        monkeypatch.setattr(services.store, "find", counted)
        live, single = seated(people), ada.post("/api/games", 201)
        with eve.follow(live) as of_live, eve.follow(single) as of_single:
            of_live.next("game")
            of_single.next("game")
            play(people, live, "44")
            ada.post(f"/api/games/{single['id']}/moves", column=4, ply=0)
            moved = [
                heard.get(timeout=60) for _ in range(4)
            ]  # somebody has joined, and three moves
        assert sorted(moved) == sorted([live["id"]] * 3 + [single["id"]])
        assert read == []
