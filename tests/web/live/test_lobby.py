"""The lobby, and the stream on which a page follows everything."""

import asyncio
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from dropfour import Game, Position, Rules
from dropfour.notation import position_string
from dropfour.web import Settings, create_app
from dropfour.web.games.clock import ClockSettings
from dropfour.web.games.lobby import Guest, Lobby, Terms
from dropfour.web.games.store import GameStore
from web.live_client import People, Person, Stream, people_of, seated

LOBBY = "/api/events?lobby=true"
BLITZ = {"time_s": 180, "increment_s": 2}


def offer(person: Person, **terms: Any) -> str | None:
    game: str | None = person.post("/api/lobby", 201, **terms)["game"]
    return game


def offers(stream: Stream, count: int) -> list[dict[str, Any]]:
    """Wait until there are so many offers, and return them."""
    event = stream.next("lobby", lambda event: len(event["offers"]) == count)
    found: list[dict[str, Any]] = event["offers"]
    return found


def test_offers_are_seen_by_everybody_and_accepted_by_one(place: str) -> None:
    with TestClient(create_app(Settings(place))) as client:
        ada, bob, eve = people_of(client)
        with ada.stream(LOBBY) as for_ada, bob.stream(LOBBY) as for_bob:
            assert offers(for_bob, 0) == []
            assert offer(ada, name="Ada", board="8x7", any_clock=True) is None
            own = for_ada.next("lobby", lambda event: event["offers"])
            (seen,) = offers(for_bob, 1)
            assert own["yours"] == seen["id"]
            assert (seen["name"], seen["rules"]["board"]) == ("Ada", "8x7")
            assert (seen["clock"], seen["any_clock"]) == (None, True)
            path = f"/api/lobby/{seen['id']}/accept"
            assert "own" in ada.post(path, 409)["detail"]
            game_id = bob.post(path, 201, name="Bob", any_board=True, clock=BLITZ)["game"]
            assert for_ada.next("paired") == {"game": game_id}
            assert offers(for_bob, 0) == []
            assert "no longer open" in eve.post(path, 409)["detail"]
        with ada.stream(LOBBY) as stream:  # after a reload, the page finds its game
            assert stream.next("seats") == {"games": [game_id]}
        game = ada.get(f"/api/games/{game_id}")
        assert {game["red"]["name"], game["yellow"]["name"]} == {"Ada", "Bob"}
        seats = [person.get(f"/api/games/{game_id}")["yours"] for person in (ada, bob)]
        assert sorted(seats) == [["red"], ["yellow"]]
        with ada.follow(game) as stream:
            clock = stream.next("game")["live"]["clock"]
        assert (clock["time_s"], clock["increment_s"]) == (180, 2)


def test_whoever_offers_what_somebody_waits_for_plays_at_once(people: People) -> None:
    ada, bob, eve = people
    assert offer(ada, board="8x7", clock={"time_s": 60}) is None
    assert offer(eve, board="7x6") is None
    game_id = offer(bob, any_board=True, clock={"time_s": 60})
    assert ada.get(f"/api/games/{game_id}")["rules"]["board"] == "8x7"
    assert len(eve.first("lobby")["offers"]) == 1


def test_one_person_in_two_tabs_has_one_offer(people: People) -> None:
    ada, bob, _ = people
    with ada.stream(LOBBY) as first, ada.stream(LOBBY) as second, bob.stream(LOBBY) as for_bob:
        assert offer(ada, board="8x7") is None
        assert offer(ada, board="9x7") is None  # in place of the first
        for stream in (first, second):
            stream.next("lobby", lambda event: event["yours"] and len(event["offers"]) == 1)
        (seen,) = offers(for_bob, 1)
        assert seen["id"]
        while seen["rules"]["board"] != "9x7":
            (seen,) = offers(for_bob, 1)
        assert ada.client.delete("/api/lobby").status_code == 204
        assert offers(for_bob, 0) == []


def test_an_offer_ends_soon_after_its_visitor_has_left(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dropfour.web.games.lobby._STALE_S", 1)
    ada, bob, _ = people
    with ada.stream(LOBBY) as stream:
        offer(ada)
        offers(stream, 1)
    with bob.stream(LOBBY) as stream:
        offers(stream, 0)


def test_terms_agree_if_boards_clocks_and_swaps_do_and_what_nobody_decides_is_usual() -> None:
    one, any_board, any_clock = (
        Terms("a", None, False),
        Terms(None, None, False),
        Terms("a", None, True),
    )
    blitz, swapping = Terms("a", ClockSettings(60, 0, False), False), Terms("a", None, False, True)
    agree = {(one, one), (one, any_board), (any_clock, blitz), (swapping, any_board)}
    for pair in {*agree, (one, Terms("b", None, False)), (one, blitz), (swapping, one)}:
        for first, second in (pair, pair[::-1]):
            assert first.agrees_with(second) is (pair in agree)
            assert Terms.parse(str(first)) == first
    game, clock = Terms(None, None, True).settled_by(Terms(None, None, True))
    assert (game, clock) == (Game(), ClockSettings(180, 2, False))
    swapping = Terms(position_string(Position()), None, False, True)
    for one, other in ((swapping, Terms(None, None, True)), (Terms(None, None, True), swapping)):
        game, _ = one.settled_by(other)
        assert game.swapped is False


def test_one_stream_follows_games_the_lobby_and_the_public_games(people: People) -> None:
    ada, bob, eve = people
    first, second = seated(people), seated(people, public=True)
    path = f"/api/events?game={first['id']}&game={second['id']}&game=abcdefghijkm&games=true"
    with ada.stream(path) as stream, bob.stream(f"/api/events?game={first['id']}") as for_bob:
        assert stream.next("gone") == {"game": "abcdefghijkm"}
        assert set(stream.next("seats")["games"]) == {first["id"], second["id"]}
        for_bob.next(
            "presence", lambda event: event["game"] == first["id"] and event["red"]["here"]
        )
        (public,) = stream.next("games")["games"]
        assert public["id"] == second["id"]
        ada.move(first, 4)
        event = stream.next("game", lambda event: event["moves"])
        assert (event["id"], event["moves"]) == (first["id"], "4")
        bob.act(second, "resign", ply=0)
        assert stream.next("game", lambda event: event["result"])["id"] == second["id"]
        assert stream.next("games") == {"games": []}
    answer = eve.client.get(f"/api/events?{'game=abcdefghijkm&' * 13}")
    assert answer.status_code == 422


def test_an_invitation_can_be_withdrawn_until_somebody_accepts_it(people: People) -> None:
    ada, bob, _ = people
    game = ada.invite()
    path = f"/api/games/{game['id']}"
    with bob.follow(game) as stream:
        stream.next("game")
        assert bob.client.delete(path).status_code == 403
        assert ada.client.delete(path).status_code == 204
        assert stream.next("gone") == {"game": game["id"]}
    assert ada.client.get(path).status_code == 404
    game = seated(people)
    answer = ada.client.delete(f"/api/games/{game['id']}")
    assert (answer.status_code, "both seats" in answer.text) == (409, True)


async def enter(store: GameStore, *names: str) -> None:
    """Let people offer the same game at the same moment, each at a server of their own."""
    terms = Terms(position_string(Position()), None, False)
    guests = [Guest(name, False, name, terms, True) for name in names]
    await asyncio.gather(*(Lobby(store).offer(guest) for guest in guests))


def count(store: GameStore) -> int:
    """Return how many offers are open."""
    is_open = sa.select(sa.func.count()).where(Guest.game.is_(None))
    with store.database.reading() as connection:
        return connection.scalar(is_open) or 0


def test_an_offer_that_is_changed_while_it_is_accepted_begins_the_game(place: str) -> None:
    def guest(name: str, board: str) -> Guest:
        start = position_string(Position(Rules.for_board(board)))
        return Guest(name, False, name, Terms(start, None, False), True)

    async def meet(store: GameStore) -> None:
        ada, bob = Lobby(store), Lobby(store)  # on two servers
        first = guest("Ada", "7x6")
        assert await ada.offer(first) is None
        game = await bob.accept(first.id, guest("Bob", "7x6"))
        assert await ada.offer(guest("Ada", "8x7")) == game

    with closing(GameStore(place)) as store:
        asyncio.run(meet(store))
        assert count(store) == 0


def test_two_who_offer_at_the_same_moment_or_while_one_is_renewed_are_paired(place: str) -> None:
    with closing(GameStore(place)) as store:
        for i in range(20):
            asyncio.run(enter(store, f"Ada {i}", f"Bob {i}"))
            assert count(store) == 0
    with closing(GameStore(place)) as store, ThreadPoolExecutor(1) as pool:
        asyncio.run(enter(store, "Ada"))
        with store.database.writing() as connection:
            connection.execute(sa.text("UPDATE waiting SET beat_at = beat_at"))
            entering = pool.submit(asyncio.run, enter(store, "Bob"))
            assert not wait([entering], timeout=1).done  # Bob waits for the end of the transaction
        entering.result()
        assert count(store) == 0
