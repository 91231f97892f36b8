"""Game files in the API: what is exported can be imported again, and other formats are read."""

import json

import pytest
from fastapi.testclient import TestClient

from dropfour.web import Settings
from dropfour.web.games.requests import MAX_COMMENT, MAX_COMMENTS, MAX_VARIATIONS
from dropfour.web.page.files import STATIC
from web.game_client import act, begin, fullest_game, import_file, play

pytestmark = pytest.mark.shared_application


def test_a_game_comes_back_from_its_own_file(client: TestClient) -> None:
    game = play(client, begin(client, red={"name": "Ada"}, moves="4455"), "3")
    game = act(client, game, "resign", ply=5, colour="yellow")
    file = client.get(f"/api/games/{game['id']}/record")
    assert "attachment" in file.headers["content-disposition"]
    assert '[Termination "resignation"]' in file.text
    answer = import_file(client, file.text)
    assert answer.status_code == 201
    imported = answer.json()["game"]
    for key in ("moves", "start", "result", "red"):
        assert imported[key] == game[key]


def test_an_engine_comes_back_from_a_file_if_the_server_has_it(client: TestClient) -> None:
    game = begin(client, yellow={"engine": "alphabeta:lines,depth=2"}, moves="44")
    file = client.get(f"/api/games/{game['id']}/record").text
    assert '[YellowEngine "alphabeta:lines,depth=2"]' in file
    for text, engine in (
        (file, "alphabeta:lines,depth=2"),
        (file.replace("lines", "elsewhere"), None),
        (file.replace("alphabeta:lines,depth=2", "exact:threads=64"), None),
    ):
        answer = import_file(client, text)
        assert answer.status_code == 201, answer.text
        assert answer.json()["game"]["yellow"]["engine"] == engine
        assert answer.json()["game"]["red"] == {"name": "", "engine": None}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the file is empty"),
        (" \n", "the file is empty"),
        ("4" * 100, "column 4 is full"),
        ("4x4", "line 1, column 1"),
    ],
)
def test_a_file_that_is_not_a_game_is_refused(client: TestClient, text: str, reason: str) -> None:
    answer = import_file(client, text)
    assert answer.status_code == 422
    assert reason in answer.json()["detail"]


def test_a_forfeit_comes_back_from_its_file_with_its_reason(client: TestClient) -> None:
    text = '[Termination "forfeit: too late: 2 s"]\n\n1. 4 0-1\n'
    game = import_file(client, text).json()["game"]
    assert game["result"] == {
        "winner": "yellow",
        "ending": "forfeit",
        "reason": "too late: 2 s",
        "token": "0-1",
    }
    file = client.get(f"/api/games/{game['id']}/record").text
    again = import_file(client, file).json()["game"]
    assert again["result"] == game["result"]


TEXT = {"content-type": "text/plain"}


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("44455", "7x6.4.first-line.3-ryr-yr-2.y"),
        ("7x6.4.first-line.3-ryr-yr-2.y", "7x6.4.first-line.3-ryr-yr-2.y"),
        ("0000000\n" * 5 + "0001000\n2\n", "7x6.4.most-lines.3-r-3.y"),
        ("...\n.R.\n", "3x2.4.first-line.1-r-1.y"),
        ('[Board "9x7"]\n\n1. 5 *\n', "9x7.4.first-line.4-r-4.y"),
    ],
)
def test_files_of_every_form_are_read(client: TestClient, text: str, position: str) -> None:
    answer = import_file(client, text)
    assert answer.status_code == 201, answer.text
    assert answer.json()["game"]["position"] == position


def test_irregularities_of_a_file_are_noted(client: TestClient) -> None:
    text = "0000000\n" * 5 + "0001000\n1\n"
    answer = import_file(client, text)
    assert answer.json()["notice"].startswith("player 1 moves next")
    variations = (f"(1. {i % 7 + 1} {i // 7 % 7 + 1} 2. {i // 49 + 1})" for i in range(120))
    answer = client.post("/api/games/import", content=f"1. 4 {' '.join(variations)} *")
    assert answer.status_code == 201, answer.text
    assert len(answer.json()["game"]["variations"]) == 100
    assert answer.json()["notice"] == "only the first 100 of 120 variations were kept"
    comments = (f"(1. {i % 7 + 1} {i // 7 + 1} {{{'x' * MAX_COMMENT}}})" for i in range(21))
    answer = client.post("/api/games/import", content=f"1. 4 {' '.join(comments)} *")
    assert answer.json()["notice"] == "only 20,000 characters of its comments were kept"
    assert answer.json()["game"]["variations"][-1]["name"] == ""


def test_comments_of_a_file_become_names_on_one_line(client: TestClient) -> None:
    text = "1. 4 {one\\ntwo\x00three\u202e} 4 (1... 3 {" + "long " * 300 + "}) *"
    game = client.post("/api/games/import", content=text.encode()).json()["game"]
    names = [each["name"] for each in game["variations"]]
    assert names[0].split() == ["one", "two", "three"]
    assert [names[1][:12], len(names[1])] == ["long long lo", MAX_COMMENT]


def test_the_fullest_game_comes_back_from_its_file(client: TestClient) -> None:
    fullest = fullest_game()
    # As browsers write JSON.
    body = json.dumps(fullest, ensure_ascii=False).encode()
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 201, answer.text
    game = answer.json()
    assert (len(game["moves"]), len(game["variations"])) == (400, 100)
    file = client.get(f"/api/games/{game['id']}/record").content
    answer = import_file(client, file)
    assert answer.status_code == 201, answer.text
    again = answer.json()
    assert again["notice"] is None
    assert again["game"]["moves"] == fullest["moves"]
    found = {each["moves"]: each["name"] for each in again["game"]["variations"]}
    assert found == {each["moves"]: each["name"] for each in fullest["variations"]}


def test_the_page_has_the_limits_of_the_server() -> None:
    tree = (STATIC / "js/board/tree.js").read_text(encoding="utf-8")
    share = (STATIC / "js/game/openfile.js").read_text(encoding="utf-8")
    assert f"MOST_VARIATIONS = {MAX_VARIATIONS};" in tree
    assert f"LONGEST_COMMENT = {MAX_COMMENT};" in tree
    assert f"MOST_COMMENTED = {MAX_COMMENTS};" in tree
    assert f"MOST_BYTES = {Settings().max_file_bytes // 1024} * 1024;" in share


@pytest.mark.parametrize("line", ["0000000\n", "....\n", "1", "a.b "])
def test_other_long_files_are_refused_unread(client: TestClient, line: str) -> None:
    text = line * (300 * 1024 // len(line))
    answer = import_file(client, text)
    assert answer.status_code == 422
    assert "too long for a board or moves" in answer.json()["detail"]
