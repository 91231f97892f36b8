"""Several server processes on one PostgreSQL database serve the same games."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any, NoReturn, cast
from unittest.mock import Mock

import pytest
from fastapi.testclient import TestClient

from dropfour.database import DatabaseError
from dropfour.web import Settings, create_app
from dropfour.web.games.hub import Presence
from dropfour.web.games.servers import Listener, Servers
from dropfour.web.games.store import CHANNEL, GameStore
from web.club.test_tournaments import until
from web.live_client import People, Person, people_of, play, seated
from web.server_process import ServerProcess

Pair = tuple[ServerProcess, ServerProcess]


@pytest.fixture
def visitors(servers: Pair) -> Iterator[tuple[Person, Person, Person]]:
    """One person at the first server, and two at the other."""
    with ExitStack() as opened:
        people = Person(servers[0].url), Person(servers[1].url), Person(servers[1].url)
        for person in people:
            opened.enter_context(person.client)
        yield people


@pytest.fixture
def servers(postgres_url: str) -> Iterator[Pair]:
    """Two servers that start together on an empty database."""
    pair = ServerProcess(postgres_url), ServerProcess(postgres_url)
    with ThreadPoolExecutor() as threads:
        list(threads.map(ServerProcess.start, pair))
    yield pair
    for server in pair:
        server.stop()


def test_players_on_two_servers(servers: Pair, visitors: People) -> None:
    ada, bob, eve = visitors
    game = seated(visitors, clock={"time_s": 600}, public=True)
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
        (listed,) = ada.first("games")["games"]
        assert listed["watchers"] == 1
        assert "is there" in bob.act(game, "claim", 409, ply=2)["detail"]
    # A server that is killed is forgotten with its visitors.
    with ada.follow(game) as for_ada, bob.follow(game):
        for_ada.next("presence", lambda event: event["yellow"]["here"])
        servers[1].kill()
        for_ada.next("presence", lambda event: not event["yellow"]["here"])


def test_pairing_across_servers(visitors: People) -> None:
    ada, bob, _ = visitors
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


def test_a_tournament_on_two_servers(visitors: People) -> None:
    ada, bob, _ = visitors
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
        store = SimpleNamespace(database=away, server_id="own")
        servers = Servers(cast("GameStore", store), cast("Listener", here))
        servers.start()
        for _ in range(50):
            await asyncio.to_thread(tries.get)
        await servers.close()

    asyncio.run(run())
    assert caplog.messages == ["not connected to the other servers, trying again: it is away"]


def until_moves(moves: str) -> Callable[[dict[str, Any]], bool]:
    return lambda event: bool(event["moves"] == moves)


def test_a_move_on_another_server_is_neither_read_nor_replayed(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = create_app(Settings(postgres_url))
    with TestClient(create_app(Settings(postgres_url))) as one, TestClient(application) as other:
        ada, bob, eve = Person(one), Person(other), Person(other)
        game = seated((ada, bob), clock={"time_s": 600})
        services = [each.app.state.services for each in (one, other)]  # type: ignore[attr-defined]
        with ada.follow(game) as for_ada, eve.follow(game) as for_eve:
            for stream in (for_ada, for_eve):
                stream.next("game", lambda event: event["live"]["open"] is None)
            read = [Mock(wraps=each.store.find) for each in services]
            heard = [Mock(wraps=each.audience.hear) for each in services]
            for each, find, hear in zip(services, read, heard, strict=True):
                monkeypatch.setattr(each.store, "find", find)
                monkeypatch.setattr(each.audience, "hear", hear)
            for column, turn in ((4, "yellow"), (4, "red"), (3, "yellow"), (5, "red")):
                game = (ada, bob)[len(game["moves"]) % 2].move(game, column)
                for stream in (for_ada, for_eve):
                    seen = stream.next("game", until_moves(game["moves"]))
                    assert seen["live"]["clock"]["running"] == turn
            bob.act(game, "offer", kind="draw", ply=4)
            for_ada.next("game", lambda event: event["live"]["offer"])
            assert not any(find.called for find in read)
            # Each change was heard by the server that had not made it.
            assert [hear.call_count for hear in heard] == [3, 2]
            # What is more than a move is read.
            ada.act(game, "answer", kind="draw", ply=4, accept=True)
            over = for_eve.next("game", lambda event: event["result"])
            assert over["result"]["token"] == "1/2-1/2"
        known = [each.games.known(game["id"]) for each in services]
        row = services[0].store.find(game["id"])
        assert [(each.stored.version, each.row().moves, each.row().result) for each in known] == [
            (row.version, "4435", "1/2-1/2")
        ] * 2


def test_a_change_that_was_missed_is_read(postgres_url: str) -> None:
    with TestClient(create_app(Settings(postgres_url))) as client:
        people = people_of(client)
        game = seated(people)
        services = client.app.state.services  # type: ignore[attr-defined]
        with people[2].follow(game) as stream:
            stream.next("game")
            old = services.games.known(game["id"])
            play(people, game, "44")
            assert client.portal is not None
            row = services.store.find(game["id"])

            async def forget_and_hear() -> None:
                services.games._loaded[game["id"]] = old  # as it was two versions ago
                old.stored = old.stored._replace(version=row.version - 2, moves="")
                services.audience.hear({"id": game["id"], "version": row.version, "moves": "44"})

            client.portal.call(forget_and_hear)
            until(lambda: (services.games.known(game["id"]) or old).stored == row)


def test_news_that_is_too_long_for_a_message_is_shared_all_the_same(postgres_url: str) -> None:
    with closing(GameStore(postgres_url)) as store, closing(GameStore(postgres_url)) as other:
        said: list[str] = []
        with other.database.listening([CHANNEL]) as messages:
            with store.database.writing() as connection:
                store.tell(connection, [f"{number}{'x' * 3000}" for number in range(7)])
            for _, payload in messages(lambda: len(said) == 4):
                said.append(payload)
                if len(said) == 4:
                    break
        assert all(each.startswith(store.server_id) and len(each) < 8000 for each in said)
        assert "".join(said).count("x") == 21_000


def test_each_server_leaves_the_others_time_to_write(postgres_url: str) -> None:
    with closing(GameStore(postgres_url)) as store:
        waits = []
        for others in (0, 1, 2, 9):
            store.share_with(others)
            waits.append(store._writer.between_s)
    assert waits == [0.02, 0.04, 0.05, 0.05]
