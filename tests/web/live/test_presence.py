"""Clocks of live games, and who is there: presence, claims, public games."""

import time
from datetime import datetime, timedelta, timezone
from unittest.mock import Mock

import pytest
from fastapi.testclient import TestClient

from dropfour.web import Settings, create_app
from dropfour.web.games.clock import now_ms
from dropfour.web.rows import time_text
from web.club.test_tournaments import until
from web.live_client import People, people_of, play, seated


def test_the_clock_starts_with_the_first_move_and_adds_the_increment(people: People) -> None:
    game = seated(people, clock={"time_s": 300, "increment_s": 5})
    assert game["live"]["clock"]["running"] is None
    game = play(people, game, "4")
    assert game["live"]["clock"]["running"] == "yellow"
    assert game["live"]["clock"]["red_ms"] == 300_000
    game = play(people, game, "4")
    assert 300_000 < game["live"]["clock"]["yellow_ms"] <= 305_000


def test_who_runs_out_of_time_loses_without_anybody_asking(people: People) -> None:
    game = play(people, seated(people, clock={"time_s": 1, "per_move": True}), "4")
    with people[2].follow(game) as stream:
        event = stream.next("game", lambda event: event["result"])
    assert event["result"]["winner"] == "red"
    assert event["result"]["reason"] == "ran out of time"
    assert event["live"]["clock"]["yellow_ms"] == 0
    assert "game is over" in people[1].act(game, "moves", 422, column=4, ply=1)["detail"]


def test_a_flag_falls_after_a_restart_although_nobody_comes(place: str) -> None:
    with TestClient(create_app(Settings(place))) as client:
        people = people_of(client)
        game = play(people, seated(people, clock={"time_s": 1, "per_move": True}), "4")
    with TestClient(create_app(Settings(place))) as client:
        store = client.app.state.services.store  # type: ignore[attr-defined]
        until(lambda: store.find(game["id"]).result == "1-0")


def test_servers_on_one_postgresql_count_time_alike(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall_ns, now = time.time_ns, datetime.now(timezone.utc)
    with monkeypatch.context() as ahead, TestClient(create_app(Settings(postgres_url))):
        # A machine whose clock is ten seconds ahead, and whose server starts now.
        ahead.setattr(time, "time_ns", lambda: wall_ns() + 10**10)
        fast = Mock(wraps=datetime, now=lambda zone: datetime.now(zone) + timedelta(seconds=10))
        ahead.setattr("dropfour.web.rows.datetime", fast)
        with TestClient(create_app(Settings(postgres_url))):
            assert now_ms() - wall_ns() // 10**6 < 5000
            assert datetime.fromisoformat(time_text()) - now < timedelta(seconds=60)
            assert abs(now_ms() / 1000 - datetime.fromisoformat(time_text()).timestamp()) < 5
    with TestClient(create_app(Settings(postgres_url))):
        pass  # which sets the clock of this process again


def test_a_claim_is_for_the_turn_of_a_player_who_is_away(people: People) -> None:
    ada, bob, _ = people
    game = ada.move(seated(people), 4)
    with bob.follow(game) as stream:
        stream.next("game")
        assert ada.act(game, "claim", 409, ply=1) == {"detail": "the other player is there"}
    assert ada.act(game, "claim", ply=1)["result"]["reason"] == "left the game"
    game = seated(people)
    assert "to move" in people[0].act(game, "claim", 409, ply=0)["detail"]
    game = people[0].move(game, 4)
    assert people[0].act(game, "claim", ply=1, result="draw")["result"]["winner"] is None


def test_a_player_who_has_just_left_has_time_to_return(database_url: str) -> None:
    with TestClient(create_app(Settings(database_url))) as client:
        people = people_of(client)
        game = people[0].move(seated(people), 4)
        assert "to return" in people[0].act(game, "claim", 409, ply=1)["detail"]
        with people[0].follow(game) as stream:
            presence = stream.next("presence")
    assert 100 < presence["yellow"]["claim_in_s"] <= 180


def test_presence_counts_players_and_watchers(people: People) -> None:
    ada, bob, eve = people
    game = seated(people, public=True)
    eve.get("/api/games")  # gives her a cookie
    with ada.follow(game) as stream, eve.follow(game), eve.follow(game), bob.follow(game):
        event = stream.next("presence", lambda event: event["yellow"]["here"] and event["watchers"])
        assert event["watchers"] == 1  # two tabs of one person
        (listed,) = eve.first("games")["games"]
        assert (listed["id"], listed["watchers"]) == (game["id"], 1)


def test_only_public_games_in_progress_are_listed(people: People) -> None:
    ada, bob, eve = people
    game = seated(people)
    assert eve.first("games")["games"] == []
    game = bob.act(game, "public", public=True)
    assert [each["id"] for each in eve.first("games")["games"]] == [game["id"]]
    ada.act(game, "resign", ply=0)
    assert eve.first("games")["games"] == []
