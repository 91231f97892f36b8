"""Clocks of live games, and who is there: presence, claims, public games, help."""

from fastapi.testclient import TestClient

from dropfour.web import Settings, create_app
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
    problem = people[1].act(game, "moves", 422, column=4, ply=1)
    assert "the game is over" in problem["detail"]


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
    with TestClient(create_app(Settings(database_url, table_mib=4))) as client:
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
        (listed,) = eve.get("/api/live")["games"]
        assert (listed["id"], listed["watchers"]) == (game["id"], 1)
        assert eve.get("/api/live")["waiting"] == 0


def test_only_public_games_in_progress_are_listed(people: People) -> None:
    ada, bob, eve = people
    game = seated(people)
    assert eve.get("/api/live")["games"] == []
    game = bob.act(game, "public", public=True)
    assert [each["id"] for each in eve.get("/api/live")["games"]] == [game["id"]]
    ada.act(game, "resign", ply=0)
    assert eve.get("/api/live")["games"] == []


def test_help_is_off_for_players_and_on_for_watchers(people: People) -> None:
    ada, bob, eve = people
    game = seated(people)
    paths = ("hint", "explanation", "analysis", "review")
    with ada.follow(game) as stream, eve.follow(game):
        stream.next("game")
        for path in paths:
            answer = ada.client.get(f"/api/{path}?moves=44")
            assert answer.status_code == 403, path
            assert "off while you play" in answer.json()["detail"]
        assert eve.client.get("/api/hint?moves=444").status_code == 200
        bob.act(game, "resign", ply=0)
        assert ada.client.get("/api/explanation?moves=44").status_code == 200
