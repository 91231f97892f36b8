"""Live games in the API: seats, moves, offers, clocks, presence and the waiting room."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from dropfour.web import Settings, create_app
from dropfour.web.live import tables
from dropfour.web.live.schema import GameEvent
from dropfour.web.live.state import _HAND_OVER_MS
from web.live_client import Person


@pytest.fixture
def client(database_url: str) -> Iterator[TestClient]:
    """An application in which nobody may be away for long."""
    settings = Settings(database_url, table_mib=4, claim_after_s=0, claim_untimed_after_s=0)
    with TestClient(create_app(settings)) as client:
        yield client


@pytest.fixture
def people(client: TestClient) -> tuple[Person, Person, Person]:
    return Person(client), Person(client), Person(client)


People = tuple[Person, Person, Person]


def seated(people: People, **game: Any) -> dict[str, Any]:
    """Begin a game of the first person, who is red, against the second."""
    ada, bob, _ = people
    return bob.act(ada.invite(colour="red", name="Ada", **game), "join", name="Bob")


def play(people: People, game: dict[str, Any], moves: str) -> dict[str, Any]:
    for column in moves:
        game = people[len(game["moves"]) % 2].move(game, int(column))
    return game


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


def test_a_move_waits_for_the_other_seat_and_for_its_turn(people: People) -> None:
    ada, bob, _ = people
    game = ada.invite(colour="red")
    assert "other seat" in ada.act(game, "moves", 409, column=4, ply=0)["detail"]
    game = bob.act(game, "join")
    assert "turn" in bob.act(game, "moves", 409, column=4, ply=0)["detail"]
    assert ada.move(game, 4)["moves"] == "4"
    assert "turn" in ada.act(game, "moves", 409, column=4, ply=1)["detail"]


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("moves", {"column": 4, "ply": 0}),
        ("resign", {"ply": 0}),
        ("offer", {"kind": "draw", "ply": 0}),
        ("answer", {"kind": "draw", "ply": 0, "accept": True}),
        ("claim", {"ply": 0}),
        ("hand-over", {}),
        ("name", {"name": "Eve"}),
        ("public", {"public": True}),
    ],
)
def test_a_watcher_can_do_nothing_but_watch(
    people: People, what: str, body: dict[str, Any]
) -> None:
    game = seated(people)
    problem = people[2].act(game, what, 403, **body)
    assert problem == {"detail": "you have no seat in this game; you can watch"}
    assert people[0].get(f"/api/games/{game['id']}")["version"] == game["version"]


@pytest.mark.parametrize("what", ["moves", "undo", "redo", "swap", "resign", "engine-move"])
def test_the_link_of_a_game_on_one_screen_is_read_only(people: People, what: str) -> None:
    ada, bob, _ = people
    game = ada.post("/api/games", 201, moves="44", yellow={"engine": "easy"})
    body: dict[str, Any] = {"ply": 2, **({"column": 1} if what == "moves" else {})}
    body |= {"colour": "red"} if what == "resign" else {}
    assert "you can watch" in bob.post(f"/api/games/{game['id']}/{what}", 403, **body)["detail"]
    assert bob.get(f"/api/games/{game['id']}")["yours"] == []
    assert ada.get(f"/api/games/{game['id']}")["yours"] == ["red"]


def test_a_live_game_cannot_be_changed_as_one_on_one_screen(people: People) -> None:
    game = seated(people)
    answer = people[0].post(f"/api/games/{game['id']}/moves", 409, column=4, ply=0)
    assert "/api/live" in answer["detail"]


def test_everybody_sees_each_move(people: People) -> None:
    ada, bob, eve = people
    game = seated(people)
    with ada.follow(game) as for_ada, bob.follow(game) as for_bob, eve.follow(game) as for_eve:
        streams = (for_ada, for_bob, for_eve)
        assert [each.next("game")["moves"] for each in streams] == ["", "", ""]
        game = ada.move(game, 4)
        assert [each.next("game")["moves"] for each in streams] == ["4", "4", "4"]
        bob.move(game, 5)
        assert for_eve.next("game")["moves"] == "45"


def test_the_events_of_a_game_on_one_screen_reach_a_watcher(people: People) -> None:
    ada, bob, _ = people
    game = ada.post("/api/games", 201)
    with bob.follow(game) as stream:
        assert stream.next("game")["live"] is None
        assert stream.next("seat") == {"yours": []}
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
def test_a_move_that_cannot_be_made_is_one_sentence(
    people: People, path: str, body: str, status: int
) -> None:
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
        people = Person(client), Person(client), Person(client)
        game = play(people, seated(people, clock={"time_s": 600}), "44")
        cookies = [each.client.cookies for each in people]
    with TestClient(create_app(settings)) as client:
        people = Person(client), Person(client), Person(client)
        for person, kept in zip(people, cookies, strict=True):
            person.client.cookies = kept
        with people[2].follow(game) as stream:
            assert stream.next("game")["moves"] == "44"
            game = play(people, game, "1")
            assert stream.next("game")["moves"] == "441"


# --- the end of a game ----------------------------------------------------------------------------


def test_resignation_and_rematch_with_swapped_colours_and_the_score(people: People) -> None:
    ada, bob, eve = people
    game = seated(people, clock={"time_s": 60, "increment_s": 2}, public=True)
    game = ada.act(game, "resign", ply=0)
    assert game["result"]["winner"] == "yellow"
    assert game["live"]["match"] == {"number": 1, "red": 0.0, "yellow": 1.0}
    with eve.follow(game) as stream:
        stream.next("game")
        game = ada.act(game, "offer", kind="rematch", ply=0)
        assert game["live"]["offer"] == {"kind": "rematch", "colour": "red"}
        game = bob.act(game, "answer", kind="rematch", ply=0, accept=True)
        while (event := stream.next("game"))["live"]["next"] is None:
            pass
    assert event["live"]["next"] == game["live"]["next"]
    second = ada.get(f"/api/games/{game['live']['next']}")
    assert second["yours"] == ["yellow"]
    with bob.follow(second) as stream:
        event = stream.next("game")
        assert stream.next("seat") == {"yours": ["red"]}
    assert event["live"]["match"] == {"number": 2, "red": 1.0, "yellow": 0.0}
    assert event["live"]["clock"]["increment_s"] == 2
    assert event["live"]["public"] is True
    assert bob.act(game, "answer", kind="rematch", ply=0, accept=True) == game


def test_a_draw_needs_both_sides(people: People) -> None:
    ada, bob, _ = people
    game = ada.move(seated(people), 4)
    game = ada.act(game, "offer", kind="draw", ply=1)
    assert ada.act(game, "answer", 409, kind="draw", ply=1, accept=True)
    game = bob.act(game, "answer", kind="draw", ply=1, accept=False)
    assert game["live"]["offer"] is None
    assert "declined" in ada.act(game, "offer", 409, kind="draw", ply=1)["detail"]
    game = bob.act(game, "offer", kind="draw", ply=1)
    game = ada.act(game, "offer", kind="draw", ply=1)  # asking for the same accepts
    assert game["result"] == {
        "winner": None,
        "ending": "agreement",
        "reason": "",
        "token": "1/2-1/2",
    }
    record = ada.client.get(f"/api/games/{game['id']}/record").text
    assert '[Termination "agreement"]' in record
    found = ada.client.post(
        "/api/games/import", content=record, headers={"content-type": "text/plain"}
    ).json()
    assert found["game"]["result"]["ending"] == "agreement"


@pytest.mark.parametrize(("moves", "by", "left"), [("4", 0, ""), ("44", 0, ""), ("445", 1, "4")])
def test_a_take_back_returns_to_the_turn_of_who_asked(
    people: People, moves: str, by: int, left: str
) -> None:
    game = play(people, seated(people), moves)
    game = people[by].act(game, "offer", kind="take-back", ply=len(moves))
    game = people[1 - by].act(game, "answer", kind="take-back", ply=len(moves), accept=True)
    assert game["moves"] == left
    assert people[by].move(game, 7)["moves"] == f"{left}7"


def test_nothing_can_be_taken_back_before_the_first_move(people: People) -> None:
    game = people[0].move(seated(people), 4)
    assert "not moved" in people[1].act(game, "offer", 409, kind="take-back", ply=1)["detail"]


def test_a_move_withdraws_the_offers(people: People) -> None:
    ada, bob, _ = people
    game = ada.move(seated(people), 4)
    game = ada.act(game, "offer", kind="draw", ply=1)
    game = bob.move(game, 4)
    assert game["live"]["offer"] is None
    assert "no offer" in bob.act(game, "answer", 409, kind="draw", ply=2, accept=True)["detail"]


# --- clocks and presence --------------------------------------------------------------------------


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
        while (event := stream.next("game"))["result"] is None:
            pass
    assert event["result"]["winner"] == "red"
    assert event["result"]["reason"] == "ran out of time"
    assert event["live"]["clock"]["yellow_ms"] == 0
    problem = people[1].act(game, "moves", 422, column=4, ply=1)
    assert "the game is over" in problem["detail"]


def test_a_player_who_is_there_cannot_be_claimed_against(people: People) -> None:
    ada, bob, _ = people
    game = ada.move(seated(people), 4)
    with bob.follow(game) as stream:
        stream.next("game")
        assert ada.act(game, "claim", 409, ply=1) == {"detail": "the other player is there"}
    assert ada.act(game, "claim", ply=1)["result"]["reason"] == "left the game"


def test_a_claim_is_for_the_other_players_turn(people: People) -> None:
    game = seated(people)
    assert "to move" in people[0].act(game, "claim", 409, ply=0)["detail"]
    game = people[0].move(game, 4)
    assert people[0].act(game, "claim", ply=1, result="draw")["result"]["winner"] is None


def test_a_player_who_has_just_left_has_time_to_return(database_url: str) -> None:
    with TestClient(create_app(Settings(database_url, table_mib=4))) as client:
        people = Person(client), Person(client), Person(client)
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
        while not ((event := stream.next("presence"))["yellow"]["here"] and event["watchers"]):
            pass
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


# --- seats on other devices, names, bots ----------------------------------------------------------


def test_a_seat_moves_to_another_device_once(people: People) -> None:
    ada, bob, phone = people
    game = seated(people)
    with ada.follow(game) as stream:
        stream.next("game")
        token = ada.act(game, "hand-over")["token"]
        assert len(token) * 6 >= 128
        assert token not in str(bob.get(f"/api/games/{game['id']}"))
        game = phone.act(game, "take-over", token=token)
        while stream.next("seat") != {"yours": []}:
            pass
    assert "used already" in bob.act(game, "take-over", 403, token=token)["detail"]
    assert ada.act(game, "moves", 403, column=4, ply=0)
    assert phone.move(game, 4)["red"]["name"] == "Ada"


def test_a_hand_over_expires_and_is_not_for_the_opponent(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, phone = people
    game = seated(people)
    token = ada.act(game, "hand-over")["token"]
    assert "other seat" in bob.act(game, "take-over", 409, token=token)["detail"]
    late = time.time_ns() // 1_000_000 + _HAND_OVER_MS + 1
    monkeypatch.setattr(tables, "now_ms", lambda: late)
    assert "expired" in phone.act(game, "take-over", 409, token=token)["detail"]


def test_no_secret_is_stored_or_sent(people: People) -> None:
    ada = people[0]
    game = seated(people)
    cookie = ada.client.cookies["visitor"]
    assert re.fullmatch("[0-9a-f]{32}", cookie)
    shown = str(people[2].get(f"/api/games/{game['id']}"))
    row = people[0].client.app.state.context.live.tables.known(game["id"]).stored  # type: ignore[attr-defined]
    assert row.red_owner is not None
    assert cookie not in repr(row)
    assert row.red_owner not in shown


def test_a_player_changes_their_name(people: People) -> None:
    assert people[1].act(seated(people), "name", name="Robert")["yellow"]["name"] == "Robert"


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


def test_past_games_list_those_of_both_players(people: People) -> None:
    game = seated(people)
    listed = [[each["id"] for each in person.get("/api/games")["games"]] for person in people]
    assert listed == [[game["id"]], [game["id"]], []]


# --- the waiting room -----------------------------------------------------------------------------


def test_two_who_wait_for_the_same_game_are_paired(place: str) -> None:
    with TestClient(create_app(Settings(place, table_mib=4))) as client:
        pair((Person(client), Person(client), Person(client)))


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


# --- links ----------------------------------------------------------------------------------------


def test_the_qr_code_is_a_picture_of_the_link(people: People) -> None:
    headers = {"content-type": "text/plain"}
    link = "https://example.org/game/7Kd2mPqRs4Tu"
    answer = people[0].client.post("/api/qr.svg", content=link, headers=headers)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<?xml")
    other = people[0].client.post("/api/qr.svg", content=link + "?", headers=headers)
    assert other.text != answer.text
    assert (
        people[0].client.post("/api/qr.svg", content="x" * 301, headers=headers).status_code == 422
    )
