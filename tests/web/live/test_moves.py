"""Moves of live games, and the streams in which everybody sees them."""

import pytest
from fastapi.testclient import TestClient

from dropfour.web import Settings, create_app
from dropfour.web.games.schema import GameEvent
from web.live_client import People, people_of, play, seated


def test_a_move_waits_for_the_other_seat_and_for_its_turn(people: People) -> None:
    ada, bob, _ = people
    game = ada.invite(colour="red")
    assert "other seat" in ada.act(game, "moves", 409, column=4, ply=0)["detail"]
    game = bob.act(game, "join")
    assert "turn" in bob.act(game, "moves", 409, column=4, ply=0)["detail"]
    assert ada.move(game, 4)["moves"] == "4"
    assert "turn" in ada.act(game, "moves", 409, column=4, ply=1)["detail"]


def test_everybody_sees_each_move_of_any_game(people: People) -> None:
    ada, bob, eve = people
    game = seated(people)
    with ada.follow(game) as for_ada, bob.follow(game) as for_bob, eve.follow(game) as for_eve:
        streams = (for_ada, for_bob, for_eve)
        assert [each.next("game")["moves"] for each in streams] == ["", "", ""]
        game = ada.move(game, 4)
        assert [each.next("game")["moves"] for each in streams] == ["4", "4", "4"]
        bob.move(game, 5)
        assert for_eve.next("game")["moves"] == "45"
    ada, bob, _ = people
    game = ada.post("/api/games", 201)
    with bob.follow(game) as stream:
        assert stream.next("game")["live"] is None
        assert stream.next("seat") == {"game": game["id"], "yours": []}
        ada.post(f"/api/games/{game['id']}/moves", column=4, ply=0)
        assert stream.next("game")["moves"] == "4"


def test_the_answer_to_a_move_is_the_event_that_the_api_describes(people: People) -> None:
    ada, _, _ = people
    game = seated(people)
    answer = ada.client.post(f"/api/live/{game['id']}/moves", json={"column": 4, "ply": 0})
    event = GameEvent.model_validate_json(answer.content)
    assert (event.moves, event.version) == ("4", game["version"] + 1)
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/live/{id}/moves", '{"column": "x", "ply": 0}', 422),
        ("/api/live/{id}/moves", "{", 422),
        ("/api/live/{id}/moves", '{"column": 99, "ply": 0}', 422),
        ("/api/live/{id}/moves", '{"column": 4, "ply": 7}', 409),
        ("/api/live/none/moves", '{"column": 4, "ply": 0}', 422),
        ("/api/live/abcdefghijkm/moves", '{"column": 4, "ply": 0}', 404),
    ],
)
def test_a_refused_move_is_one_sentence(people: People, path: str, body: str, status: int) -> None:
    ada, _, _ = people
    game = seated(people)
    answer = ada.client.post(path.format(id=game["id"]), content=body)
    assert answer.status_code == status
    assert list(answer.json()) == ["detail"]
    assert ada.client.put(path.format(id=game["id"])).status_code == 405


def test_a_stream_continues_after_the_last_event_seen(people: People) -> None:
    ada, _, eve = people
    game = ada.move(seated(people), 4)
    with eve.follow(game) as stream:
        stream.next("game")
        seen = stream.event_id
    assert seen == str(game["version"])
    with eve.follow(game, **{"last-event-id": seen}) as stream:
        people[1].move(game, 5)
        assert stream.next("game")["moves"] == "45"  # and not the state it has seen
    with eve.follow(game, **{"last-event-id": seen}) as stream:
        assert stream.next("game")["moves"] == "45"


def test_a_live_move_sent_twice_is_made_once(people: People) -> None:
    game = seated(people)
    once = people[0].move(game, 4)
    assert people[0].move(game, 4) == once
    assert once["moves"] == "4"


def test_the_game_continues_after_a_restart(place: str) -> None:
    settings = Settings(place, table_mib=4)
    with TestClient(create_app(settings)) as client:
        people = people_of(client)
        game = play(people, seated(people, clock={"time_s": 600}), "44")
        cookies = [each.client.cookies for each in people]
    with TestClient(create_app(settings)) as client:
        people = people_of(client)
        for person, kept in zip(people, cookies, strict=True):
            person.client.cookies = kept
        with people[2].follow(game) as stream:
            assert stream.next("game")["moves"] == "44"
            game = play(people, game, "1")
            assert stream.next("game")["moves"] == "441"
