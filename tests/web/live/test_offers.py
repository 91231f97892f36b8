"""Offers in a live game, and its end: resignation, draw, take-back, rematch."""

import pytest

from dropfour.web.games.game import restored
from web.live_client import People, play, seated


def test_resignation_and_rematch_with_swapped_colours_and_the_score(people: People) -> None:
    ada, bob, eve = people
    game = seated(people, clock={"time_s": 60, "increment_s": 2}, public=True)
    game = ada.act(game, "resign", ply=0)
    assert game["result"]["winner"] == "yellow"
    assert game["live"]["match"] == {"number": 1, "red": 0.0, "yellow": 1.0}
    with eve.follow(game) as stream:
        stream.next("game")
        game = ada.act(game, "offer", kind="rematch", ply=0)
        assert game["live"]["offer"] == {"kind": "rematch", "colour": "red", "moves": 0}
        game = bob.act(game, "answer", kind="rematch", ply=0, accept=True)
        event = stream.next("game", lambda event: event["live"]["next"])
    assert event["live"]["next"] == game["live"]["next"]
    second = ada.get(f"/api/games/{game['live']['next']}")
    assert second["yours"] == ["yellow"]
    with bob.follow(second) as stream:
        event = stream.next("game")
        assert stream.next("seat") == {"game": second["id"], "yours": ["red"]}
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
    assert (game["result"]["ending"], game["result"]["token"]) == ("agreement", "1/2-1/2")


@pytest.mark.parametrize(("moves", "by", "left"), [("4", 0, ""), ("44", 0, ""), ("445", 1, "4")])
def test_a_take_back_returns_the_turn(people: People, moves: str, by: int, left: str) -> None:
    game = play(people, seated(people), moves)
    game = people[by].act(game, "offer", kind="take-back", ply=len(moves))
    assert game["live"]["offer"]["moves"] == len(moves) - len(left)
    game = people[1 - by].act(game, "answer", kind="take-back", ply=len(moves), accept=True)
    assert game["moves"] == left
    assert people[by].move(game, 7)["moves"] == f"{left}7"


def test_offers_need_a_move_and_are_withdrawn_by_the_next(people: People) -> None:
    ada, bob, _ = people
    game = ada.move(seated(people), 4)
    assert "not moved" in bob.act(game, "offer", 409, kind="take-back", ply=1)["detail"]
    game = ada.act(game, "offer", kind="draw", ply=1)
    game = bob.move(game, 4)
    assert game["live"]["offer"] is None
    assert "no offer" in bob.act(game, "answer", 409, kind="draw", ply=2, accept=True)["detail"]


def test_reactions_reach_the_other_side_and_are_stored(people: People) -> None:
    ada, bob, eve = people
    open_game = ada.invite()
    assert "seat" in ada.act(open_game, "reactions", 409, kind="hello")["detail"]
    game = seated(people)
    with bob.follow(game) as stream:
        ada.act(game, "reactions", kind="good-luck")
        event = stream.next("game", lambda event: event["live"]["reactions"])
    assert event["live"]["reactions"] == [{"colour": "red", "kind": "good-luck", "number": 1}]
    assert "two seconds" in ada.act(game, "reactions", 409, kind="wow")["detail"]
    assert eve.act(game, "reactions", 403, kind="hello")
    assert bob.act(game, "reactions", 422, kind="a text of one's own")
    ada.act(game, "resign", ply=0)
    game = bob.act(game, "reactions", kind="good-game")
    assert [each["number"] for each in game["live"]["reactions"]] == [1, 2]
    services = bob.client.app.state.services  # type: ignore[attr-defined]
    assert restored(services.store.find(game["id"])).reactions["yellow"].kind == "good-game"
