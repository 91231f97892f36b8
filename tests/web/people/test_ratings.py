"""Ratings of people: rated once, by browser secret, with a name that is theirs on several devices."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from fastapi.testclient import TestClient

from cases import cases
from dropfour.web.fields import compared
from web.club.test_tournaments import until
from web.conftest import open_client
from web.live_client import Person, play, seated

rating_server = contextmanager(partial(open_client, ratings=True))


def won(winner: Person, loser: Person, moves: str = "44", **game: Any) -> dict[str, Any]:
    """Play a game that the first person, who is red, wins."""
    made = play((winner, loser), seated((winner, loser), **game), moves)
    return loser.act(made, "resign", ply=len(moves))


def own(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.get("/api/people")["you"]
    return found


def test_a_game_is_rated_once_and_also_after_a_restart(place: str) -> None:
    with rating_server(place) as client:
        ada, bob = Person(client), Person(client)
        game = won(ada, bob)
        until(lambda: own(ada) is not None)
        # Two new players: Glickman's formulas give 1500 ± 162.
        assert (own(ada)["rating"], own(bob)["rating"]) == (1662, 1338)
        assert (own(ada)["games"], own(ada)["is_provisional"]) == (1, True)
        shown = ada.get(f"/api/people/games/{game['id']}")
        assert shown["red"] == {"rating": 1500, "is_provisional": True, "change": 162}
        assert shown["yellow"]["change"] == -162
        ada.act(game, "reactions", kind="good-game")
        # These do not count: over before it began, set up, against oneself, a bot.
        won(ada, bob, moves="4")
        won(ada, bob, start="7x6.4.first-line.3-ryr-yr-2.y", moves="")
        robot = Person(client, ada.post("/api/bot-token", 201)["token"])
        won(ada, robot)
        services = client.app.state.services  # type: ignore[attr-defined]
        ended = services.store.ended_live("")
        assert len(ended) == 4
        assert not any(map(services.people.rate, ended))
        assert own(ada)["games"] == 1
        services.audience.on_end = None
        won(ada, bob)  # the server stops before it has rated this one
        cookies = ada.client.cookies
    with rating_server(place) as client:
        ada = Person(client)
        ada.client.cookies = cookies
        until(lambda: own(ada)["games"] == 2)
        assert own(ada)["rating"] > 1662
        listed = ada.get("/api/people")["people"]
        assert {each["name"]: each["is_you"] for each in listed} == {"Ada": True, "Bob": False}
        assert listed[0]["name"] == "Ada"


def test_a_name_belongs_to_one_person_on_all_their_devices(tmp_path: Any) -> None:
    with rating_server(str(tmp_path / "games.db")) as client:
        ada, phone, eve = Person(client), Person(client), Person(client)
        assert ada.post("/api/people/name", name="Ada  L.")["name"] == "Ada L."
        assert "somebody else" in eve.post("/api/people/name", 409, name="ada l.")["detail"]
        token = ada.post("/api/people/link")["token"]
        assert phone.post("/api/people/device", token=token)["name"] == "Ada L."
        assert eve.post("/api/people/device", 403, token=token)
        won(phone, eve)
        until(lambda: own(ada)["games"] == 1)
        assert own(ada) == own(phone)
        assert own(ada)["name"] == "Ada L."
        # A person does not play rated games against themselves.
        won(ada, phone)
        assert own(ada)["games"] == 1
        # Others cannot pose as Ada.
        posing = eve.post("/api/games", 409, live={"name": "ADA L."})
        assert "belongs to somebody else" in posing["detail"]
        game = phone.invite(name="Ada L.")
        assert eve.act(game, "join", 409, name="Ada L.")


def test_a_lost_seat_that_is_handed_over_is_rated_for_who_had_it(database_url: str) -> None:
    with rating_server(database_url) as client:
        ada, bob, window = Person(client), Person(client), Person(client)
        robot = Person(client, ada.post("/api/bot-token", 201)["token"])
        for played, other in enumerate((window, robot), 1):
            game = play((ada, bob), seated((ada, bob)), "44")
            token = bob.act(game, "hand-over")["token"]
            other.act(game, "take-over", token=token)
            other.act(game, "resign", ply=2)
            until(lambda played=played: (own(ada) or {}).get("games") == played)
            shown = ada.get(f"/api/people/games/{game['id']}")
            assert shown["yellow"]["change"] < 0
        assert own(bob)["games"] == 2
        assert own(window) is None


def test_names_that_look_alike_are_the_same_for_players(client: TestClient) -> None:
    variants = cases(__file__, "look alike")
    assert {compared(name) for name in variants} == {"anna"}
    assert compared("Ánna") != "anna"
    ada, eve = Person(client), Person(client)
    path = f"/api/club/{ada.post('/api/club', 201, title='Cup')['tournament']['id']}"
    ada.post(f"{path}/join", name="Anna")
    for name in variants:
        assert "already" in eve.post(f"{path}/join", 409, name=name)["detail"]
    eve.post(f"{path}/join", name="Eve")
    game = ada.post(f"{path}/start")["you"]["game"]
    assert "keep the names" in eve.act({"id": game}, "name", 409, name="Anna")["detail"]


@pytest.mark.shared_application
def test_a_server_rates_nobody_by_default(client: TestClient) -> None:
    ada, bob = Person(client), Person(client)
    game = won(ada, bob)
    assert ada.get("/api/people") == {"is_rated": False, "people": [], "you": None}
    assert ada.get(f"/api/people/games/{game['id']}") == {"red": None, "yellow": None}
    assert "does not rate" in ada.post("/api/people/name", 404, name="Ada")["detail"]
