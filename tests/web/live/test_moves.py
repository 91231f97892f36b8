"""Moves of live games, and the streams in which everybody sees them."""

from dataclasses import replace

from fastapi.testclient import TestClient

from cases import cases
from dropfour.game import Game
from dropfour.web import Settings, create_app
from dropfour.web.games import actions
from dropfour.web.games.clock import ClockSettings, GameClock
from dropfour.web.games.game import LiveSeat, continued, live_game, restored
from dropfour.web.games.schema import GameEvent
from web.live_client import People, people_of, play, seated


def test_a_move_waits_for_the_other_seat_and_for_its_turn_and_is_made_once(people: People) -> None:
    ada, bob, _ = people
    game = ada.invite(colour="red")
    assert "other seat" in ada.act(game, "moves", 409, column=4, ply=0)["detail"]
    game = bob.act(game, "join")
    assert "turn" in bob.act(game, "moves", 409, column=4, ply=0)["detail"]
    once = ada.move(game, 4)
    assert once["moves"] == "4"
    assert ada.move(game, 4) == once  # sent twice
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
    game = ada.post("/api/games", 201)
    with bob.follow(game) as stream:
        assert stream.next("game")["live"] is None
        assert stream.next("seat") == {"game": game["id"], "yours": []}
        ada.post(f"/api/games/{game['id']}/moves", column=4, ply=0)
        assert stream.next("game")["moves"] == "4"


def test_the_answer_to_a_move_is_the_event_that_the_api_describes(people: People) -> None:
    ada, _, _ = people
    game = seated(people)
    answer = ada.client.post(f"/api/games/{game['id']}/moves", json={"column": 4, "ply": 0})
    event = GameEvent.model_validate_json(answer.content)
    assert (event.moves, event.version) == ("4", game["version"] + 1)
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_refused_move_is_one_sentence(people: People) -> None:
    game, client = seated(people), people[0].client
    headers = {"content-type": "application/json"}
    for path, body, status in cases(__file__, "refused"):
        answer = client.post(path.format(id=game["id"]), content=body, headers=headers)
        assert answer.status_code == status, body
        assert list(answer.json()) == ["detail"]
        assert client.put(path.format(id=game["id"])).status_code == 405


def test_the_game_continues_after_a_restart(place: str) -> None:
    settings = Settings(place)
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


def test_the_second_player_swaps_sides_once_and_everything_follows(people: People) -> None:
    ada, bob, eve = people
    clock = {"time_s": 60, "increment_s": 0}
    game = ada.invite(colour="red", name="Ada", clock=clock, swapped=False)
    bob.act(game, "join", name="Bob")
    assert "swap rule" in bob.act(game, "swap", 409, ply=0)["detail"]
    game = ada.move(game, 4)
    assert "swap rule" in ada.act(game, "swap", 409, ply=1)["detail"]
    assert "no seat" in eve.act(game, "swap", 403, ply=1)["detail"]
    bob.act(game, "reactions", kind="wow")
    with eve.follow(game) as stream:
        for _ in range(2):  # sent again, it changes nothing
            after = bob.act(game, "swap", ply=1)
        assert (after["moves"], after["swapped"]) == ("4", True)
        assert after["version"] == game["version"] + 2
        assert stream.next("game", lambda event: event["swapped"])["red"]["name"] == "Bob"
    assert (after["red"]["name"], after["yellow"]["name"]) == ("Bob", "Ada")
    assert [each["colour"] for each in after["live"]["reactions"]] == ["red"]
    assert after["live"]["clock"]["running"] == "yellow"
    assert ada.get(f"/api/games/{game['id']}")["yours"] == ["yellow"]
    assert "swap rule" in ada.act(game, "swap", 409, ply=1)["detail"]
    assert "turn" in bob.act(after, "moves", 409, column=1, ply=1)["detail"]
    # Who takes a swap back is to choose again.
    bob.act(game, "offer", kind="take-back", ply=1)
    back = ada.act(game, "answer", kind="take-back", ply=1, accept=True)
    assert (back["moves"], back["swapped"], back["red"]["name"]) == ("4", False, "Ada")
    after = bob.act(back, "swap", ply=1)
    game = ada.move(after, 1)
    for column in (4, 1, 4, 1, 4):
        game = (ada if len(game["moves"]) % 2 else bob).move(game, column)
    # Bob has won with the stone that Ada dropped; the point is his, also in the rematch.
    assert game["result"]["winner"] == "red"
    assert game["live"]["match"] == {"number": 1, "red": 1.0, "yellow": 0.0}
    ada.act(game, "offer", kind="rematch", ply=7)
    following = bob.act(game, "answer", kind="rematch", ply=7, accept=True)["live"]["next"]
    again = bob.get(f"/api/games/{following}")
    assert (again["red"]["name"], again["swapped"]) == ("Ada", False)
    assert again["live"]["match"] == {"number": 2, "red": 0.0, "yellow": 1.0}


def test_a_swap_changes_who_is_rated_for_which_colour() -> None:
    seats = LiveSeat("a", "Ada"), LiveSeat("b", "Bob", True)
    hosted = live_game(Game(swap=True), *seats, None, False)
    hosted.rated = ["a", "b"]
    hosted.clock = replace(GameClock.new(ClockSettings(60)), left_ms=(1, 2), turn_began=0)
    actions.play(hosted, "a", 4, 0)
    before = hosted.row()
    assert actions.swap(hosted, "b", 1, 1)
    row = hosted.row()
    assert (hosted.rated, hosted.bots) == (["b", "a"], ["red"])
    assert (row.red_owner, row.swapped) == ("b", True)
    assert hosted.clock.left_ms[1] == 1
    assert restored(row).row() == row
    assert continued(hosted, before) is None
