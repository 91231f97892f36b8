"""Seats of live games: who has them, on which device, under which name, and what watchers cannot do."""

import re
import time

import pytest
from fastapi.testclient import TestClient

from cases import cases
from dropfour.web.games import actions
from web.live_client import People, Person, seated


def test_whoever_joins_first_takes_the_other_seat_and_the_rest_watch(people: People) -> None:
    ada, bob, eve = people
    game = ada.invite(colour="yellow", name="Ada")
    assert game["live"]["open"] == "red"
    game = bob.act(game, "join", name="Bob")
    assert (game["red"]["name"], game["yellow"]["name"]) == ("Bob", "Ada")
    assert game["live"]["open"] is None
    problem = eve.act(game, "join", 409)
    assert problem == {"detail": "both seats are taken; you can watch"}
    assert bob.act(game, "join", name="Robert") == game  # a reload changes nothing
    seats = [each.get(f"/api/games/{game['id']}")["yours"] for each in people]
    assert seats == [["yellow"], ["red"], []]


def test_a_watcher_can_only_watch(people: People) -> None:
    game = seated(people)
    for what, body in cases(__file__, "watcher"):
        problem = people[2].act(game, what, 403, **body)
        assert problem == {"detail": "you have no seat in this game; you can watch"}, what
    assert people[0].get(f"/api/games/{game['id']}")["version"] == game["version"]


def test_the_link_of_a_game_on_one_screen_is_read_only(people: People) -> None:
    ada, bob, _ = people
    game = ada.post("/api/games", 201, moves="44", yellow={"engine": "easy"})
    for what, body in cases(__file__, "one screen"):
        assert "you can watch" in bob.act(game, what, 403, **body)["detail"], what
    assert bob.get(f"/api/games/{game['id']}")["yours"] == []
    assert ada.get(f"/api/games/{game['id']}")["yours"] == ["red"]


def test_neither_player_of_a_live_game_changes_it_alone(people: People) -> None:
    game = people[0].move(seated(people), 4)
    for what, body in cases(__file__, "alone"):
        for person in people:
            assert "neither can do this alone" in person.act(game, what, 409, **body)["detail"]
    assert people[0].get(f"/api/games/{game['id']}")["version"] == game["version"]


def test_a_live_game_begins_as_two_people_can_play_it(people: People) -> None:
    for field, value in cases(__file__, "begins without"):
        refused = people[0].post("/api/games", 422, live={}, **{field: value})
        assert f"a live game begins without {field}" in refused["detail"]


def test_a_seat_moves_to_another_device_once_and_soon(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, phone = people
    game = seated(people)
    with ada.follow(game) as stream:
        stream.next("game")
        token = ada.act(game, "hand-over")["token"]
        assert len(token) * 6 >= 128
        assert token not in str(bob.get(f"/api/games/{game['id']}"))
        game = phone.act(game, "take-over", token=token)
        stream.next("seat", lambda event: event["yours"] == [])
    assert "used already" in bob.act(game, "take-over", 403, token=token)["detail"]
    assert ada.act(game, "moves", 403, column=4, ply=0)
    assert phone.move(game, 4)["red"]["name"] == "Ada"
    token = phone.act(game, "hand-over")["token"]
    assert "other seat" in bob.act(game, "take-over", 409, token=token)["detail"]
    late = time.time_ns() // 1_000_000 + actions._HAND_OVER_MS + 1
    monkeypatch.setattr(actions, "now_ms", lambda: late)
    assert "expired" in ada.act(game, "take-over", 409, token=token)["detail"]


def test_no_secret_is_stored_or_sent(people: People) -> None:
    ada = people[0]
    game = seated(people)
    cookie = ada.client.cookies["visitor"]
    assert re.fullmatch("[0-9a-f]{64}", cookie)
    shown = str(people[2].get(f"/api/games/{game['id']}"))
    row = people[0].client.app.state.services.games.known(game["id"]).stored  # type: ignore[attr-defined]
    assert row.red_owner is not None
    assert cookie[:32] not in repr(row)
    assert row.red_owner not in shown


def test_players_change_their_names_and_find_their_games(people: People) -> None:
    game = people[1].act(seated(people), "name", name="Robert")
    assert game["yellow"]["name"] == "Robert"
    listed = [[each["id"] for each in person.get("/api/games")["games"]] for person in people]
    assert listed == [[game["id"]], [game["id"]], []]


def test_a_bot_plays_with_its_token(client: TestClient, people: People) -> None:
    token = people[0].post("/api/bot-token", 201)["token"]
    bot = Person(client, token)
    game = people[0].invite(colour="red")
    game = bot.act(game, "join", name="Bender")
    assert game["live"]["bots"] == ["yellow"]
    game = people[0].move(game, 4)
    assert bot.move(game, 4)["moves"] == "44"
    assert "visitor" not in bot.client.cookies
    assert Person(client, "0" * 32).act(game, "moves", 403, column=4, ply=2)


def test_the_qr_code_is_a_picture_of_the_link(people: People) -> None:
    headers = {"content-type": "text/plain"}
    link = "https://example.org/game/7Kd2mPqRs4Tu"
    answer = people[0].client.post("/api/qr.svg", content=link, headers=headers)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<?xml")
    other = people[0].client.post("/api/qr.svg", content=link + "?", headers=headers)
    assert other.text != answer.text
    longest = people[0].client.post("/api/qr.svg", content="x" * 301, headers=headers)
    assert longest.status_code == 422
