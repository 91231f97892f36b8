"""The waiting room."""

import asyncio
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from dropfour.position import Position
from dropfour.web import Settings, create_app
from dropfour.web.games.hub import Reader
from dropfour.web.games.store import GameStore
from dropfour.web.games.waiting import Waiter, WaitingRoom
from web.live_client import People, people_of


def test_two_who_wait_for_the_same_game_are_paired(place: str) -> None:
    with TestClient(create_app(Settings(place, table_mib=4))) as client:
        pair(people_of(client))


def pair(people: People) -> None:
    ada, bob, eve = people
    with (
        ada.stream("/api/waiting?board=8x7&name=Ada&time_s=60") as first,
        eve.stream("/api/waiting?board=7x6&name=Eve") as other,
    ):
        assert first.next("waiting") == {"others": 0}
        assert other.next("waiting") == {"others": 1}
        with bob.stream("/api/waiting?board=8x7&name=Bob&time_s=60") as second:
            paired = second.next("paired")
        assert first.next("paired") == paired
    game = ada.get(f"/api/games/{paired['game']}")
    assert game["rules"]["board"] == "8x7"
    assert {game["red"]["name"], game["yellow"]["name"]} == {"Ada", "Bob"}
    seats = [person.get(f"/api/games/{game['id']}")["yours"] for person in (ada, bob)]
    assert sorted(seats) == [["red"], ["yellow"]]


def test_nobody_is_paired_with_themselves_or_with_somebody_who_has_left(people: People) -> None:
    ada, bob, _ = people
    with ada.stream("/api/waiting") as first, ada.stream("/api/waiting") as second:
        first.next("waiting")
        second.next("waiting")
    while bob.get("/api/live")["waiting"]:
        pass
    with bob.stream("/api/waiting") as stream:
        assert stream.next("waiting") == {"others": 0}


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}]
)
def test_a_page_of_another_site_lets_nobody_wait(people: People, headers: dict[str, str]) -> None:
    ada, bob, _ = people
    with ada.stream("/api/waiting") as stream:
        stream.next("waiting")
        answer = bob.client.get("/api/waiting", headers=headers)
        assert answer.status_code == 403
        assert answer.json()["detail"] == "other sites cannot change anything here"
        own = {"origin": str(bob.client.base_url), "sec-fetch-site": "same-origin"}
        bob.client.headers.update(own)
        with bob.stream("/api/waiting") as second:
            assert stream.next("paired") == second.next("paired")


async def enter(store: GameStore, *names: str) -> None:
    """Let people enter at the same moment, each at a server of their own."""
    waiters = [Waiter(name, False, name, Position(), None, True) for name in names]
    await asyncio.gather(
        *(WaitingRoom(store).enter(waiter, Reader(waiter.visitor)) for waiter in waiters)
    )


def test_two_who_enter_at_the_same_moment_or_while_one_is_renewed_are_paired(place: str) -> None:
    with closing(GameStore(place)) as store:
        for i in range(20):
            asyncio.run(enter(store, f"Ada {i}", f"Bob {i}"))
            assert WaitingRoom(store).count() == 0
    with closing(GameStore(place)) as store, ThreadPoolExecutor(1) as pool:
        asyncio.run(enter(store, "Ada"))
        with store.database.writing() as connection:
            connection.execute(sa.text("UPDATE waiting SET beat_at = beat_at"))
            entering = pool.submit(asyncio.run, enter(store, "Bob"))
            assert not wait([entering], timeout=1).done  # Bob waits for the end of the transaction
        entering.result()
        assert WaitingRoom(store).count() == 0
