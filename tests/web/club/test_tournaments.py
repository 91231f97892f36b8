"""Tournaments between people, over HTTP: joining, rounds, absence, results, on both databases."""

from __future__ import annotations

import csv
import io
import sys
import time
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from dropfour.web import Settings, create_app
from dropfour.web.club.tournament import Tournament
from web.live_client import Person, play

Own = dict[str, Any]


class Class:
    """A teacher and pupils who take part in a tournament of theirs."""

    def __init__(self, client: TestClient, names: str, **settings: Any) -> None:
        self.client = client
        self.teacher = Person(client)
        self.people: dict[str, Person] = {}
        made = self.teacher.post("/api/club", 201, title="Class cup", **settings)
        self.path = f"/api/club/{made['tournament']['id']}"
        for name in names.split():
            self.join(name)

    def join(self, name: str) -> Own:
        self.people[name] = Person(self.client)
        return self.people[name].post(f"{self.path}/join", name=name)

    def order(self, what: str, status: int = 200, **body: Any) -> Own:
        return self.teacher.post(f"{self.path}/{what}", status, **body)

    def look(self) -> Own:
        found: Own = self.teacher.get(self.path)["tournament"]
        return found

    def names(self, tournament: Own) -> dict[int, str]:
        return {each["number"]: each["name"] for each in tournament["players"]}

    def open_games(self) -> list[tuple[str, str, str]]:
        """Return the open games: names of red and yellow, and the id."""
        tournament = self.look()
        names = self.names(tournament)
        games = (each for each in tournament["games"] if each["game"] and not each["result"])
        return [(names[each["red"]], names[each["yellow"]], each["game"]) for each in games]

    def wait_for(self, round: int) -> None:
        until(lambda: self.look()["round"] == round or self.look()["state"] == "finished")

    def play_round(self) -> None:
        """End all open games: the alphabetically first name wins."""
        games = self.open_games()
        for red, yellow, game in games:
            self.people[max(red, yellow)].act({"id": game}, "resign", ply=0)
        until(lambda: not set(games) & set(self.open_games()))


def until(condition: Any) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def be_impatient(client: TestClient) -> None:
    """Let players of the tournaments that exist be away for a second only."""
    store = client.app.state.services.club.store  # type: ignore[attr-defined]
    with store._database.writing() as connection:
        connection.execute(sa.update(Tournament).values(absence_s=1))


def points(tournament: Own) -> dict[str, float]:
    return {each["name"]: each["points"] for each in tournament["players"]}


@pytest.mark.shared_application
def test_a_swiss_tournament_from_the_link_to_the_results(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = Class(client, "Ada Bob Cem Dan Eve", rounds=3, pause_s=0, board="6x5")
    assert "ada already" in Person(client).post(f"{cup.path}/join", 409, name="ada")["detail"]
    assert Person(client).post(f"{cup.path}/join", 422, name="  ")
    assert cup.people["Ada"].post(f"{cup.path}/start", 403)
    started = cup.order("start")
    assert started["you"] == {"is_organiser": True, "player": None, "is_out": False, "game": None}
    games = started["tournament"]["games"]
    assert sorted(each["result"] or "" for each in games) == ["", "", "bye"]
    assert cup.order("start", 409)
    # The game is open for both, with their names, on the board of the tournament.
    red, yellow, game = cup.open_games()[0]
    assert cup.people[red].get(cup.path)["you"]["game"] == game
    shown = cup.people[yellow].get(f"/api/games/{game}")
    assert (shown["red"]["name"], shown["yellow"]["name"]) == (red, yellow)
    assert (shown["yours"], shown["rules"]["board"]) == (["yellow"], "6x5")
    assert "still being played" in cup.order("next-round", 409)["detail"]

    cup.join("Fay")  # late: from round 2 on, when there is no bye
    assert cup.people["Fay"].get(cup.path)["you"]["game"] is None
    cup.play_round()
    cup.wait_for(2)
    assert len(cup.open_games()) == 3
    cup.play_round()
    cup.wait_for(3)
    cup.play_round()
    until(lambda: cup.look()["state"] == "finished")
    tournament = cup.look()
    assert tournament["players"][0]["name"] == "Ada"
    assert sum(points(tournament).values()) == 2 + 1 + 3 + 3
    rounds = [cup.teacher.get(f"{cup.path}/rounds/{number}")["games"] for number in (1, 2, 3)]
    met = [frozenset((game["red"], game["yellow"])) for games in rounds for game in games]
    assert len(met) == len(set(met))
    assert "over" in Person(client).post(f"{cup.path}/join", 409, name="Gus")["detail"]
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)  # only the extra web is installed
    answer = cup.teacher.client.get(f"{cup.path}/results.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert {row["player"]: float(row["points"]) for row in rows} == points(tournament)
    assert [row["player"] for row in rows] == list(points(tournament))
    (listed,) = cup.people["Bob"].get("/api/club")["tournaments"]
    assert (listed["title"], listed["state"]) == ("Class cup", "finished")
    assert listed["player_count"] == 6


@pytest.mark.shared_application
def test_a_round_robin_with_two_games_of_each_pairing(client: TestClient) -> None:
    cup = Class(client, "Ada Bob Cem", format="round-robin", games=2, pause_s=None)
    cup.order("start")
    ((red, yellow, game),) = cup.open_games()
    cup.play_round()  # the second game of the pair follows, with colours swapped
    ((second_red, second_yellow, second),) = cup.open_games()
    assert (second_red, second_yellow, second != game) == (yellow, red, True)
    cup.play_round()
    assert cup.open_games() == []
    for round in (2, 3):  # the organiser starts them
        assert cup.look()["next_round_at"] is None
        cup.order("next-round")
        assert cup.look()["round"] == round
        cup.play_round()
        cup.play_round()
    until(lambda: cup.look()["state"] == "finished")
    assert points(cup.look()) == {"Ada": 4, "Bob": 2, "Cem": 0}


@pytest.mark.shared_application
def test_whoever_does_not_come_loses_and_is_paired_no_more(client: TestClient) -> None:
    cup, nobody = (Class(client, "Ada Bob", rounds=rounds, pause_s=None) for rounds in (2, 1))
    be_impatient(client)
    cup.order("start")
    nobody.order("start")
    ((red, yellow, game),) = cup.open_games()
    with cup.people[yellow].follow({"id": game}) as stream:
        event = stream.next("game", lambda event: event["result"])
    assert event["result"]["reason"] == "did not come"
    assert event["live"]["tournament"] == cup.path.rpartition("/")[2]
    until(lambda: cup.look()["state"] == "finished")  # nobody is left to pair
    standing = {each["name"]: each for each in cup.look()["players"]}
    assert (standing[yellow]["points"], standing[red]["is_out"]) == (1, True)

    until(lambda: nobody.look()["state"] == "finished")
    (game,) = nobody.look()["games"]
    assert (game["result"], game["reason"]) == ("0-0", "neither player came")
    assert points(nobody.look()) == {"Ada": 0, "Bob": 0}


@pytest.mark.shared_application
def test_the_organiser_decides_games_and_takes_players_out(client: TestClient) -> None:
    cup = Class(client, "Ada Bob Cem Dan", pause_s=None, rounds=3)
    cup.order("start")
    (red, yellow, _), (other, last, _) = cup.open_games()
    numbers = {name: number for number, name in cup.names(cup.look()).items()}
    first = cup.look()["games"][0]["number"]
    assert cup.people[red].post(f"{cup.path}/games/{first}/forfeit", 403, loser="yellow")
    cup.order(f"games/{first}/forfeit", loser="yellow")
    assert cup.order(f"games/{first}/forfeit", 409, loser="yellow")
    assert cup.people[red].post(f"{cup.path}/players/{numbers[last]}/leave", 403)
    cup.order(f"players/{numbers[last]}/leave")
    assert points(cup.look()) == {red: 1, other: 1, yellow: 0, last: 0}
    cup.order("next-round")
    assert last not in {name for game in cup.open_games() for name in game[:2]}
    # A player may leave, and come back.
    cup.people[other].post(f"{cup.path}/players/{numbers[other]}/leave")
    assert cup.people[other].get(cup.path)["you"]["is_out"]
    cup.people[other].post(f"{cup.path}/players/{numbers[other]}/return")
    assert not cup.people[other].get(cup.path)["you"]["is_out"]
    assert cup.order("finish")["tournament"]["state"] == "finished"
    assert cup.order("finish", 409)


@pytest.mark.shared_application
def test_the_organiser_moves_to_another_device_once(client: TestClient) -> None:
    cup = Class(client, "Ada Bob", pause_s=None)
    assert cup.people["Ada"].post(f"{cup.path}/link", 403)
    token, lost = cup.order("link")["token"], cup.teacher
    phone, other = Person(client), Person(client)
    assert phone.post(f"{cup.path}/take-over", token=token)["you"]["is_organiser"]
    assert other.post(f"{cup.path}/take-over", 403, token=token)
    assert lost.post(f"{cup.path}/start", 403)
    cup.teacher = phone
    assert cup.order("start")["tournament"]["state"] == "running"


def test_a_tournament_that_nothing_happens_in_is_not_read_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = Class(client, "Ada Bob Cleo Dan", format="round-robin", pause_s=None)
    cup.order("start")
    club = client.app.state.services.club  # type: ignore[attr-defined]
    cup.look()
    find = Mock(wraps=club.store.find)
    monkeypatch.setattr(club.store, "find", find)
    visitors = (*cup.people.values(), Person(client))
    states = [person.get(cup.path)["tournament"] for person in visitors]
    assert not find.called
    assert all(state == states[0] for state in states)
    assert [each.needs_care for each in club.store.running()] == [False]
    # A game that ends is shown at once, not when somebody looks next.
    monkeypatch.setattr(club.store, "running", list)
    with cup.teacher.stream(f"/api/events?club={states[0]['id']}") as events:
        events.next("tournament")
        red, _, game = cup.open_games()[0]
        cup.people[red].act({"id": game}, "resign", ply=0)
        # Whoever leaves as their game ends has left.
        number = next(each["number"] for each in states[0]["players"] if each["name"] == red)
        assert cup.people[red].post(f"{cup.path}/players/{number}/leave")["you"]["is_out"]
        events.next("tournament", lambda event: any(each["result"] for each in event["games"]))


def test_a_player_moves_to_another_device(client: TestClient) -> None:
    cup = Class(client, "Ada Bob", pause_s=None)
    cup.order("start")
    game = cup.open_games()[0][2]
    assert cup.people["Bob"].post(f"{cup.path}/players/1/link", 403)
    token = cup.order("players/1/link")["token"]  # the tablet is gone: the teacher makes the link
    tablet = Person(client)
    assert cup.people["Bob"].post(f"{cup.path}/take-over", 409, token=token)
    own = tablet.post(f"{cup.path}/take-over", token=token)
    assert own["you"]["player"] == 1
    assert tablet.get(f"/api/games/{game}")["yours"]
    assert cup.people["Ada"].get(f"/api/games/{game}")["yours"] == []
    assert Person(client).post(f"{cup.path}/take-over", 403, token=token)


@pytest.mark.shared_application
def test_an_abandoned_tournament_ends(client: TestClient) -> None:
    cup = Class(client, "Ada Bob Cem Dan", pause_s=None, rounds=3)
    cup.order("start")
    cup.play_round()
    store = client.app.state.services.club.store  # type: ignore[attr-defined]
    with store._database.writing() as connection:
        connection.execute(sa.update(Tournament).values(updated_at="2026-01-01"))
    until(lambda: cup.look()["state"] == "finished")
    assert sum(points(cup.look()).values()) == 2


@pytest.mark.shared_application
def test_standings_are_live(client: TestClient) -> None:
    cup = Class(client, "Ada", pause_s=None)
    with cup.teacher.stream(f"/api/events?club={cup.path[-12:]}") as stream:
        assert len(stream.next("tournament")["players"]) == 1
        assert stream.next("you")["is_organiser"]
        cup.join("Bob")
        assert len(stream.next("tournament", lambda event: event["version"] > 2)["players"]) == 2
        cup.order("start")
        cup.play_round()
        event = stream.next("tournament", lambda event: sum(points(event).values()))
        assert points(event) == {"Ada": 1, "Bob": 0}


@pytest.mark.shared_application
def test_bad_settings_are_refused(client: TestClient) -> None:
    bad = {"title": "", "format": "gauntlet", "board": "99x99", "games": 3, "absence_s": 9}
    for name, value in bad.items():
        answer = Person(client).post("/api/club", 422, **{"title": "x", name: value})
        assert name in answer["detail"]
    rounds = Person(client).post("/api/club", 422, title="x", format="round-robin", rounds=3)
    assert "follow from the players" in rounds["detail"]


def test_a_tournament_survives_a_restart(place: str) -> None:
    settings = Settings(place, max_games_per_minute=0, max_requests_per_second=0)
    with TestClient(create_app(settings)) as client:
        cup = Class(client, "Ada Bob Cem Dan", pause_s=0, rounds=2)
        cup.order("start")
        (first, second) = cup.open_games()
        cup.people[first[0]].act({"id": first[2]}, "resign", ply=0)
        cookies = {name: person.client.cookies for name, person in cup.people.items()}
        teacher = cup.teacher.client.cookies
    with TestClient(create_app(settings)) as client:
        cup.client, cup.teacher = client, Person(client)
        cup.teacher.client.cookies = teacher
        for name, kept in cookies.items():
            cup.people[name] = Person(client)
            cup.people[name].client.cookies = kept
        until(lambda: len(cup.open_games()) == 1)
        cup.people[second[0]].act({"id": second[2]}, "resign", ply=0)
        cup.wait_for(2)
        assert len(cup.open_games()) == 2
        cup.play_round()
        until(lambda: cup.look()["state"] == "finished")
        assert sum(points(cup.look()).values()) == 4


def test_with_the_swap_rule_points_go_to_who_swapped(client: TestClient) -> None:
    cup = Class(client, "Ada Bob", format="round-robin", swap=True)
    assert cup.look()["swap"] is True
    cup.order("start")
    until(cup.open_games)
    ((red, yellow, game),) = cup.open_games()
    first, second = cup.people[red], cup.people[yellow]
    first.post(f"/api/games/{game}/moves", column=4, ply=0)
    swapped = second.post(f"/api/games/{game}/swap", ply=1)
    play((second, first), swapped, "141414")
    until(lambda: cup.look()["state"] == "finished")
    assert points(cup.look()) == {yellow: 1, red: 0}
