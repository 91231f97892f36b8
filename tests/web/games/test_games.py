"""Games in the API: starting, playing, undoing, resigning and storing them."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient

import dropfour as d4
from dropfour.engines import registry
from dropfour.web import Settings, create_app
from dropfour.web.games import game as game_module
from dropfour.web.games import games, routes
from dropfour.web.games.store import StoredGame
from web.game_client import act, begin, play, refused
from web.live_client import Person

pytestmark = pytest.mark.shared_application


def test_a_game_is_played_to_a_win_and_what_cannot_be_played_is_refused(client: TestClient) -> None:
    game = play(client, begin(client), "1212121")
    assert game["result"] == {"winner": "red", "ending": "line", "reason": "", "token": "1-0"}
    assert game["to_move"] is None
    sentence = "column 3 cannot be played: the game is over"
    assert refused(client, game, "moves", 422, column=3, ply=7) == sentence
    game = begin(client, moves="444444")
    assert refused(client, game, "moves", 422, column=4, ply=6) == "column 4 is full"
    assert client.get(f"/api/games/{game['id']}").json() == game


def test_a_move_is_made_once_and_refused_from_a_tab_that_is_behind(client: TestClient) -> None:
    game = begin(client)
    once = act(client, game, "moves", column=4, ply=0)
    again = act(client, game, "moves", column=4, ply=0)
    assert again == once
    assert again["moves"] == "4"
    game = play(client, begin(client), "44")
    assert "ply 2" in refused(client, game, "moves", 409, column=5, ply=1)


def test_a_game_sent_twice_is_started_once(client: TestClient) -> None:
    draft = "draft-abcdefgh"
    client.get("/api/games")  # for a cookie
    with ThreadPoolExecutor() as pool:
        begun = list(pool.map(lambda _: begin(client, moves="44", draft=draft), range(8)))
    assert len({game["id"] for game in begun}) == 1
    assert len(client.get("/api/games").json()["games"]) == 1
    play(client, begun[0], "3")
    assert begin(client, moves="44", draft=draft)["moves"] == "443"
    client.cookies.clear()
    assert begin(client, moves="44", draft=draft)["id"] != begun[0]["id"]


def test_undo_and_redo_go_back_to_the_person_until_another_move(client: TestClient) -> None:
    game = begin(client, yellow={"engine": "random:seed=1"})
    game = play(client, game, "4")
    game = act(client, game, "engine-move", ply=1, choice={"column": 3})
    moves = game["moves"]
    assert len(moves) == 2
    game = act(client, game, "undo", ply=2)
    assert (game["moves"], game["undone"], game["can_redo"]) == ("", moves, True)
    game = act(client, game, "redo", ply=0)
    assert (game["moves"], game["undone"]) == (moves, "")
    game = act(client, play(client, begin(client), "44"), "undo", ply=2)
    assert play(client, game, "5")["undone"] == ""


def test_the_engine_reports_its_thought(client: TestClient) -> None:
    game = begin(client, red={"engine": "alphabeta:lines,depth=4"})
    choice = d4.engine("alphabeta:lines,depth=4").choose(d4.Position()).to_dict()
    game = act(client, game, "engine-move", ply=0, choice=choice)
    assert game["thought"] == {"ply": 1, **choice}
    assert game["moves"] == str(choice["column"])
    # A repeated request changes nothing.
    assert act(client, game, "engine-move", ply=0, choice=choice) == game


def test_the_server_chooses_for_engines_that_browsers_do_not_have(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry._STANDARD, "_entries", {})
    d4.register("mobility", lambda position: len(position.legal_columns))
    game = begin(client, red={"engine": "mobility:depth=1"})
    assert act(client, game, "engine-move", ply=0)["thought"]["score"]["scale"] == "mobility"
    for engine in ("easy", "lines:depth=1"):
        game = begin(client, red={"engine": engine})
        sentence = refused(client, game, "engine-move", 422, ply=0)
        assert sentence == f"{engine} plays in the browser: send its choice"


def test_an_engine_moves_at_its_turn_only(client: TestClient) -> None:
    game = begin(client, yellow={"engine": "random"})
    assert refused(client, game, "engine-move", 409, ply=0)
    game = play(client, game, "1")
    assert "an engine" in refused(client, game, "moves", 409, column=1, ply=1)


def test_resignation_can_be_taken_back_and_sides_swapped(client: TestClient) -> None:
    game = play(client, begin(client), "4")
    game = act(client, game, "resign", ply=1, colour="red")
    assert game["result"]["winner"] == "yellow"
    assert game["result"]["ending"] == "resignation"
    game = act(client, game, "undo", ply=1)
    assert game["result"] is None
    assert game["moves"] == "4"
    game = play(client, begin(client, yellow={"engine": "random"}), "4")
    game = act(client, game, "swap", ply=1)
    assert (game["red"]["engine"], game["yellow"]["engine"]) == ("random", None)


def test_an_engine_swaps_sides_by_the_swap_rule_and_undo_takes_it_back(client: TestClient) -> None:
    engine = {"engine": "perfect"}
    game = begin(client, yellow=engine, swapped=False)
    assert game["swapped"] is False
    game = play(client, game, "4")
    choice = {"column": 4, "swap": True}
    for _ in range(2):  # sent again, it changes nothing
        after = act(client, game, "engine-move", ply=1, choice=choice)
        assert (after["moves"], after["swapped"], after["to_move"]) == ("4", True, "yellow")
        assert (after["red"]["engine"], after["yellow"]["engine"]) == ("perfect", None)
        assert after["thought"]["ply"] == 1
    game = play(client, after, "3")
    game = act(client, game, "undo", ply=2)
    game = act(client, game, "undo", ply=1)
    assert (game["moves"], game["swapped"]) == ("", False)
    assert (game["red"]["engine"], game["yellow"]["engine"]) == (None, "perfect")
    assert begin(client)["swapped"] is None
    # By a person, whose engine moves next; and in a game from a file.
    game = begin(client, moves="4", red=engine, swapped=False)
    for _ in range(2):
        after = act(client, game, "swap", ply=1)
        assert (after["yellow"]["engine"], after["swapped"]) == ("perfect", True)
    assert begin(client, moves="44", red=engine, swapped=True)["swapped"] is True
    answer = client.post("/api/games", json={"moves": "", "swapped": True})
    assert answer.status_code == 422
    # A swap where there is none loses, as with any other illegal choice.
    game = act(client, begin(client, red=engine), "engine-move", ply=0, choice=choice)
    assert "illegal move" in game["result"]["reason"]


def test_a_game_starts_anywhere_and_counts_lines(client: TestClient) -> None:
    game = play(client, begin(client, objective="most-lines"), "11223344")
    assert game["lines"] == {"red": 1, "yellow": 1}
    assert game["result"] is None
    game = begin(client, start="9x7.5.most-lines.4-ry-4.y", moves="9")
    assert game["rules"]["board"] == "9x7"
    assert game["position"] == "9x7.5.most-lines.4-ry-3-y.r"


def test_each_visitor_sees_their_own_games(client: TestClient) -> None:
    first, second = begin(client, moves="1"), begin(client, moves="2")
    listed = client.get("/api/games").json()["games"]
    assert [game["id"] for game in listed] == [second["id"], first["id"]]
    client.cookies.clear()
    assert client.get("/api/games").json()["games"] == []
    # Anyone with the link can see the game.
    assert client.get(f"/api/games/{first['id']}").status_code == 200


def test_the_list_comes_in_pages(client: TestClient) -> None:
    ids = [begin(client)["id"] for _ in range(3)]
    page = client.get("/api/games", params={"limit": 2}).json()
    rest = client.get("/api/games", params={"limit": 2, "before": page["next"]}).json()
    assert [game["id"] for game in page["games"] + rest["games"]] == ids[::-1]
    assert rest["next"] is None


def test_games_survive_a_restart(database_url: str) -> None:
    settings = Settings(database_url)
    with TestClient(create_app(settings)) as client:
        game = play(client, begin(client, moves="4455"), "3")
        game = act(client, game, "undo", ply=5)
        cookies = client.cookies
    with TestClient(create_app(settings), cookies=cookies) as client:
        assert client.get(f"/api/games/{game['id']}").json() == game
        assert play(client, game, "2")["moves"] == "44552"


def test_a_game_is_deleted_by_its_owner_only(client: TestClient) -> None:
    game = begin(client, moves="44")
    kept = begin(client, moves="4")
    stranger = Person(client).client
    assert stranger.delete(f"/api/games/{game['id']}").status_code == 403
    assert client.delete(f"/api/games/{game['id']}").status_code == 204
    assert client.get(f"/api/games/{game['id']}").status_code == 404
    assert client.delete(f"/api/games/{game['id']}").status_code == 404
    late = client.post(f"/api/games/{game['id']}/moves", json={"column": 1, "ply": 2})
    assert late.status_code == 404
    assert [each["id"] for each in client.get("/api/games").json()["games"]] == [kept["id"]]


def test_an_engine_is_checked_before_a_game(client: TestClient) -> None:
    known, unknown = ("medium", "alphabeta:lines,depth=6"), ("nobody", "program:./mine")
    for engine in (*known, *unknown):
        answer = client.get("/api/engines/check", params={"engine": engine})
        assert answer.status_code == (200 if engine in known else 422)
        said = answer.json().get("detail", "")
        assert said.startswith("there is no engine") or answer.json() == {"engine": engine}


def test_a_request_restores_games_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begin(client, yellow={"engine": "random"})
    restored = 0
    restore = game_module.restored

    def counted(stored: StoredGame) -> game_module.HostedGame:
        nonlocal restored
        restored += 1
        return restore(stored)

    for module in (game_module, games, routes):
        monkeypatch.setattr(module, "restored", counted)
    game_module._end_of.cache_clear()
    loaded: games.Games = client.app.state.services.games  # type: ignore[attr-defined]
    counts = []
    for what, body in (
        ("moves", {"column": 4, "ply": 0}),
        ("engine-move", {"ply": 1, "choice": {"column": 3}}),
        ("undo", {"ply": 2}),
        ("redo", {"ply": 0}),
        ("resign", {"ply": 2, "colour": "red"}),
        ("swap", {"ply": 2}),
        ("variations", {"variations": []}),
    ):
        loaded.forget(game["id"])  # as in a server that has just started
        assert client.post(f"/api/games/{game['id']}/{what}", json=body).status_code == 200
        counts.append(restored)
    assert counts == [1, 2, 3, 4, 5, 6, 7]
    path = f"/api/games/{game['id']}"
    back = client.post(f"{path}/undo", json={"ply": 2}).json()
    resignation = {"ply": len(back["moves"]), "colour": "yellow"}
    assert client.post(f"{path}/resign", json=resignation).status_code == 200
    assert restored == 7  # a game that this server has changed is known
    for _ in range(3):  # a list is asked for again and again, and its games are replayed once
        (listed,) = client.get("/api/games").json()["games"]
        assert listed["result"]["ending"] == "resignation"
    assert restored == 8
    ada, bob = Person(client), Person(client)
    live = bob.act(ada.invite(colour="red"), "join")
    loaded.forget(live["id"])
    bob.move(ada.move(live, 4), 4)
    assert restored == 9


TRAP = {"moves": "4453", "name": "Trap"}


def test_variations_are_stored(client: TestClient) -> None:
    game = begin(client, moves="4455", variations=[{"moves": "43"}])
    assert game["variations"] == [{"moves": "43", "name": ""}]
    game = act(client, game, "variations", variations=[TRAP, {"moves": "44551"}])
    assert game["moves"] == "4455"
    # The moves of the game do not change them.
    game = play(client, game, "1")
    game = act(client, game, "undo", ply=5)
    kept = client.get(f"/api/games/{game['id']}").json()
    assert kept["variations"] == [TRAP, {"moves": "44551", "name": ""}]


@pytest.mark.parametrize(
    ("variations", "message"),
    [
        ([{"moves": "4444444"}], "move 7 of the variation 4444444: column 4 is full"),
        ([{"moves": "8"}], "move 1 of the variation 8: there is no column 8"),
        ([{"moves": "12121213"}], "move 8 of the variation 12121213: column 3 cannot be played"),
        ([{"moves": ""}], "moves"),
        ([{"moves": "4", "name": "n" * 1001}], "name"),
        ([{"moves": "4", "name": "n" * 1000}] * 21, "20,000 characters"),
        ([{"moves": "4", "name": "a\u202eb"}], "U+202E"),
        ([{"moves": "4"}] * 101, "100"),
    ],
)
def test_variations_that_cannot_be_kept_are_refused(
    client: TestClient, variations: list[dict[str, str]], message: str
) -> None:
    game = begin(client)
    for path in ("/api/games", f"/api/games/{game['id']}/variations"):
        answer = client.post(path, json={"variations": variations})
        assert answer.status_code == 422
        assert message in answer.json()["detail"]
    assert client.get(f"/api/games/{game['id']}").json()["variations"] == []
