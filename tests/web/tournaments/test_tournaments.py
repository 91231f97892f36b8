"""Tournaments in the page's database: listed, followed while they run, opened game by game."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from cases import cases
from databases import locked
from dropfour.arena import tournament as reports
from dropfour.arena.report.page import report_sections
from dropfour.arena.report.standings import Report, as_json
from dropfour.arena.store import StoredTournament, TournamentStore
from dropfour.web import Settings, create_app
from dropfour.web import tournaments as tournaments_module
from platforms import posix_only
from web.cup import a_cup, a_game, a_plan


@pytest.fixture
def store(database_url: str, client: TestClient) -> Iterator[TournamentStore]:
    """The page's database, opened a second time, as the command line does while the page is running."""
    with TournamentStore(database_url) as store:
        yield store


@pytest.fixture
def stored(store: TournamentStore) -> StoredTournament:
    return a_cup(store)


def test_an_empty_list_needs_no_home_and_no_file(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").write_text("not a directory")  # a service may have none, or a read-only one
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: tmp_path / "home" / "x")
    with TestClient(create_app(Settings("sqlite://"))) as in_memory:
        for each in (client, in_memory):
            sent = each.get("/api/tournaments").json()
            assert (sent["tournaments"], sent["count"]) == ([], 0)
            assert each.get("/api/tournaments/1").status_code == 404


def test_tournaments_are_listed_the_newest_first(
    client: TestClient, store: TournamentStore, stored: StoredTournament
) -> None:
    newer = store.begin(a_plan(format="gauntlet", board="9x7", objective="most-lines"))
    sent = client.get("/api/tournaments").json()
    assert [each["id"] for each in sent["tournaments"]] == [newer.id, stored.id]
    first, second = sent["tournaments"]
    assert (first["format"], first["rules"]["board"]) == ("gauntlet", "9x7")
    assert (first["state"], first["last_game_at"]) == ("running", None)  # it is starting
    assert first["name"] == "Gauntlet of first, second and third"
    assert second["name"] == "Cup & more"
    assert second["players"] == ["first", "second", "third"]
    assert (second["games_played"], second["games_scheduled"]) == (3, 12)
    assert second["state"] == "interrupted"
    assert second["created_at"].endswith("+00:00")
    assert client.get("/api/tournaments?limit=1").json()["count"] == 2


def test_nothing_is_sent_twice(
    client: TestClient, store: TournamentStore, stored: StoredTournament
) -> None:
    for path in ("", f"/{stored.id}/report", f"/{stored.id}", f"/{stored.id}/games?player=third"):
        address = f"/api/tournaments{path}"
        answer = client.get(address)
        headers = {"if-none-match": answer.headers["etag"]}
        same = client.get(address, headers=headers)
        assert (same.status_code, same.content) == (304, b"")
        store.mark_running(stored.id)
        # The games are the same whether more are being played or not.
        is_same = "games" in path
        assert client.get(address, headers=headers).status_code == (304 if is_same else 200)
        store.mark_stopped(stored.id, is_over=False)
        assert client.get(address, headers=headers).status_code == 304


def test_standings_are_those_of_the_games_so_far(
    client: TestClient, store: TournamentStore, stored: StoredTournament
) -> None:
    address = f"/api/tournaments/{stored.id}"
    sent, shown = client.get(address).json(), client.get(f"{address}/report").json()
    report = json.loads(json.dumps(as_json(reports.stored_report(store, stored))))
    plan = report.pop("plan")
    for player in plan["player"]:
        del player["spec"]  # commands on the server's machine are not disclosed
    assert sent["plan"] == plan
    assert "spec" not in str(sent)
    del report["games"]
    assert report.items() <= sent.items()
    assert {each for each in sent if each in shown} == shown.keys() - {"html", "leader"}
    assert shown["leader"] == report["standings"][0]["player"]
    assert shown["html"] == report_sections(reports.stored_report(store, stored))

    store.add(stored.id, [a_game(5, "third", "first")])
    assert client.get(address).json()["games_played"] == 4


def test_games_are_listed_by_player(client: TestClient, stored: StoredTournament) -> None:
    address = f"/api/tournaments/{stored.id}/games"

    def numbers(query: str) -> list[int]:
        return [game["number"] for game in client.get(f"{address}?{query}").json()["games"]]

    assert numbers("") == [4, 2, 1]
    assert numbers("player=third") == [2]
    assert numbers("player=first&opponent=second") == [4, 1]
    assert numbers("player=nobody") == []
    sent = client.get(f"{address}?limit=2").json()
    assert (sent["count"], sent["next"]) == (3, 2)
    assert numbers(f"limit=2&before={sent['next']}") == [1]


def test_a_game_is_sent_with_its_neighbours(client: TestClient, stored: StoredTournament) -> None:
    sent = client.get(f"/api/tournaments/{stored.id}/games/4").json()
    assert (sent["tournament"], sent["moves"]) == ("Cup & more", "112233")
    assert sent["start"] == "7x6.4.first-line.7.r"
    assert (sent["previous"], sent["next"]) == (2, None)
    assert (sent["result"], sent["ending"]) == ("0-1", "forfeit")
    assert sent["lines"] == {"red": 1, "yellow": 0}
    assert sent["reason"] == "first said <b>nothing</b>"


def test_missing_tournaments_and_games_are_refused_in_a_sentence(
    client: TestClient, stored: StoredTournament
) -> None:
    for path, status, sentence in cases(__file__, "refused"):
        answer = client.get(f"/api/tournaments{path}")
        assert answer.status_code == status, path
        assert answer.json()["detail"].startswith(sentence)


@pytest.mark.parametrize("has_tables", [True, False])
def test_a_locked_database_is_a_sentence_and_then_it_is_read(
    client: TestClient, database_url: str, monkeypatch: pytest.MonkeyPatch, has_tables: bool
) -> None:
    monkeypatch.setattr(tournaments_module, "_BUSY_S", 0.05)
    if has_tables:
        assert client.get("/api/tournaments").status_code == 200
    with locked(database_url):
        answer = client.get("/api/tournaments")
        assert answer.status_code == 503
        assert answer.json()["detail"].startswith("the database cannot be used")
        assert answer.headers["retry-after"] == "2"
    assert client.get("/api/tournaments").json()["count"] == 0


def test_games_are_rated_once_for_all_visitors(
    client: TestClient,
    store: TournamentStore,
    stored: StoredTournament,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []
    make = reports.stored_report

    def counted(store: TournamentStore, stored: StoredTournament) -> Report:
        made.append(stored.id)
        return make(store, stored)

    monkeypatch.setattr(reports, "stored_report", counted)
    for _ in range(3):
        client.get(f"/api/tournaments/{stored.id}")
        client.get(f"/api/tournaments/{stored.id}/games")
    store.mark_running(stored.id)
    client.get(f"/api/tournaments/{stored.id}")
    assert len(made) == 1
    # Games that are slow to rate are rated again only after a while.
    monkeypatch.setattr(tournaments_module, "_LEAST_REST_S", 0)
    monkeypatch.setattr(tournaments_module, "_REST", 10**6)
    store.add(stored.id, [a_game(6)])
    assert client.get(f"/api/tournaments/{stored.id}").json()["games_played"] == 3
    store.mark_stopped(stored.id, is_over=True)
    assert client.get(f"/api/tournaments/{stored.id}").json()["games_played"] == 4
    assert len(made) == 2


def test_without_scipy_the_error_says_what_to_install(
    client: TestClient, stored: StoredTournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    assert client.get("/api/tournaments").json()["count"] == 1
    answer = client.get(f"/api/tournaments/{stored.id}")
    assert answer.status_code == 409
    assert answer.json()["detail"] == 'a rating needs scipy: pip install "dropfour[arena]"'


@posix_only
def test_a_tournament_of_another_process_is_seen(client: TestClient, database_url: str) -> None:
    options = "--player a=random --player b=random --games 100000 --board 5x4 --openings empty"
    command = [sys.executable, "-m", "dropfour", "tournament", *options.split(), "--workers", "1"]
    counts, etag = [0], ""
    command += ["--store", database_url]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while len(set(counts)) < 4:
            answer = client.get("/api/tournaments/1", headers={"if-none-match": etag})
            if answer.status_code == 200:
                etag = answer.headers["etag"]
                assert answer.json()["state"] == "running"
                counts.append(answer.json()["games_played"])
                # The page can store its own games at the same time.
                assert client.post("/api/games", json={"moves": "44"}).status_code == 201
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
    assert counts == sorted(counts)
    with TournamentStore(database_url) as store:
        played = len(store.games(1))
    last = client.get("/api/tournaments/1").json()
    assert (last["state"], last["games_played"]) == ("interrupted", played)
    listed = client.get("/api/games?limit=100").json()["games"]
    assert len(listed) == min(len(counts) - 1, 100)
