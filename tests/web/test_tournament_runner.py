"""Tournaments that the operator starts, stops and continues on the page."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect

from dropfour.arena.store import TournamentStore
from dropfour.web import Settings, create_app
from platforms import posix_only
from web.cup import a_cup, a_plan
from web.driver import GamePage

# It has many games, and is over only when it is stopped.
LONG = {
    "players": ["random", "minimax:lines,depth=2"],
    "games": 1000,
    "board": "20x20",
    "objective": "most-lines",
}
SHORT = {"players": ["random", "easy"], "games": 2, "board": "5x4", "objective": "most-lines"}


@pytest.fixture
def operator(database_url: str) -> Iterator[TestClient]:
    """A client on the machine of the server."""
    app = create_app(Settings(database_url, search_threads=1, table_mib=4))
    with TestClient(app, base_url="http://localhost:8000", client=("127.0.0.1", 5000)) as client:
        yield client


def get(client: TestClient, tournament: int) -> dict[str, Any]:
    sent: dict[str, Any] = client.get(f"/api/tournaments/{tournament}").json()
    return sent


def wait_for(client: TestClient, tournament: int, state: str) -> dict[str, Any]:
    while get(client, tournament)["state"] != state:
        time.sleep(0.05)
    return get(client, tournament)


def test_the_operator_starts_a_tournament(operator: TestClient) -> None:
    assert operator.get("/api/tournaments").json()["is_operator"]
    answer = operator.post("/api/tournaments", json=SHORT)
    assert answer.status_code == 201, answer.text
    started = answer.json()
    assert started["players"] == ["random", "easy"]
    assert started["games_scheduled"] == 2
    over = wait_for(operator, started["id"], "finished")
    assert over["games_played"] == 2
    assert not over["can_stop"]
    assert not over["can_continue"]
    assert all(one["versions"][0].startswith("Dropfour ") for one in over["standings"])
    # The next one can start.
    assert operator.post("/api/tournaments", json={**SHORT, "title": "Next"}).status_code == 201


def test_a_tournament_is_stopped_and_continued(operator: TestClient) -> None:
    started = operator.post("/api/tournaments", json=LONG).json()
    address = f"/api/tournaments/{started['id']}"
    assert get(operator, started["id"])["can_stop"]
    second = operator.post("/api/tournaments", json=SHORT)
    assert second.status_code == 409
    assert "another tournament is being played here" in second.json()["detail"]
    while get(operator, started["id"])["games_played"] < 2:
        time.sleep(0.05)
    stopped = operator.post(f"{address}/stop").json()
    assert stopped["state"] == "interrupted"
    resting = get(operator, started["id"])
    assert resting["can_continue"]
    assert not resting["can_stop"]
    assert operator.post(f"{address}/stop").status_code == 409
    continued = operator.post(f"{address}/continue")
    assert continued.json()["state"] == "running"
    while get(operator, started["id"])["games_played"] <= stopped["games_played"]:
        time.sleep(0.05)
    assert operator.post(f"{address}/continue").status_code == 409
    operator.post(f"{address}/stop")


def test_a_tournament_ends_with_the_server(database_url: str) -> None:
    app = create_app(Settings(database_url, search_threads=2, table_mib=4))
    with TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 5000)) as client:
        started = client.post("/api/tournaments", json=LONG).json()
    with TournamentStore(database_url) as store:
        assert store.progress()[started["id"]].state == "interrupted"


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("192.168.1.7", {}),
        ("127.0.0.1", {"host": "dropfour.example"}),
        ("127.0.0.1", {"host": "127.0.0.1.example"}),
        ("127.0.0.1", {"host": "[broken"}),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}),
        ("127.0.0.1", {"forwarded": "for=10.0.0.1"}),
    ],
)
def test_nobody_else_can(database_url: str, address: str, headers: dict[str, str]) -> None:
    hosts = ("dropfour.example", "127.0.0.1.example")
    app = create_app(Settings(database_url, table_mib=4, allowed_hosts=hosts))
    with TestClient(app, base_url="http://localhost", client=(address, 5000)) as client:
        listed = client.get("/api/tournaments", headers=headers)
        assert listed.json()["is_operator"] is False
        with TournamentStore(database_url) as store:
            stored = store.begin(a_plan())
            store.mark_stopped(stored.id, is_over=False)
        one = client.get(f"/api/tournaments/{stored.id}", headers=headers).json()
        assert one["can_continue"] is False
        for path in ("", f"/{stored.id}/stop", f"/{stored.id}/continue"):
            answer = client.post(f"/api/tournaments{path}", json=SHORT, headers=headers)
            assert answer.status_code == 403
            assert "only the operator" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": ["easy"]}, "players: "),
        ({"players": ["easy", "nobody"]}, "there is no engine 'nobody'"),
        ({"players": ["easy", "program:/bin/ls"]}, "there is no engine 'program'"),
        ({"players": ["easy", "mine.py"]}, "there is no engine 'mine.py'"),
        ({"games": 0}, "games: "),
        ({"time_s": 0}, "time_s: "),
        ({"board": "30x3"}, "a board has 1 to 20 columns"),
        ({"workers": 9}, "workers: "),
    ],
)
def test_bad_orders_are_errors(operator: TestClient, change: dict[str, Any], sentence: str) -> None:
    answer = operator.post("/api/tournaments", json={**SHORT, **change})
    assert answer.status_code == 422
    assert sentence in answer.json()["detail"]


def test_a_title_in_use_is_refused(operator: TestClient, database_url: str) -> None:
    with TournamentStore(database_url) as store:
        cup = a_cup(store)
    answer = operator.post("/api/tournaments", json={**SHORT, "title": cup.name})
    assert answer.status_code == 409
    assert "the database has another tournament called 'Cup & more'" in answer.json()["detail"]


def test_only_engines_are_continued(
    operator: TestClient, database_url: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text("def choose(position): return 1")
    with TournamentStore(database_url) as store:
        plans = [
            a_plan(player=[f"mine={tmp_path}/mine.py", "random"]),
            a_plan(title="a test", openings="random"),
        ]
        programs = store.begin(plans[0])
        test = store.begin(plans[1], draws_as_it_goes=True)
        for stored in (programs, test):
            store.mark_stopped(stored.id, is_over=False)
    for stored in (programs, test):
        assert not get(operator, stored.id)["can_continue"]
        answer = operator.post(f"/api/tournaments/{stored.id}/continue")
        assert answer.status_code == 409
        assert "only an interrupted tournament of engines" in answer.json()["detail"]


KILLED = """
import json, os, signal, sys
from fastapi.testclient import TestClient
from dropfour.web import Settings, create_app
app = create_app(Settings(sys.argv[1], search_threads=1, table_mib=4))
with TestClient(app, base_url="http://localhost", client=("127.0.0.1", 5000)) as client:
    client.post("/api/tournaments", json=json.loads(sys.argv[2]))
    os.kill(os.getpid(), signal.SIGKILL)
"""


@posix_only
def test_a_tournament_ends_with_a_server_that_is_killed(database_url: str) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, database_url, json.dumps(LONG)])
    assert done.returncode == -signal.SIGKILL
    with TournamentStore(database_url) as store:
        while store.progress()[1].state == "running":
            time.sleep(0.05)
        assert store.progress()[1].state == "interrupted"


@pytest.mark.shared_tab
def test_the_operator_runs_a_tournament_in_the_browser(game: GamePage) -> None:
    page = game.page
    game.open("/tournaments")
    for level in ("Momo", "Mira", "Otto"):
        page.get_by_role("checkbox", name=level).uncheck()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Choose at least two")).to_be_visible()
    expect(page.get_by_label("Other engines, one per line")).to_be_hidden()
    page.get_by_text("Advanced", exact=True).click()
    page.get_by_label("Other engines, one per line").fill("random\nrandom\nnobody")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="There is no engine 'nobody'")).to_be_visible()
    page.get_by_label("Other engines, one per line").fill("minimax:lines,depth=6\n")
    page.get_by_role("checkbox", name="Momo").check()
    page.get_by_role("combobox", name="Game", exact=True).select_option("most-lines")
    page.get_by_label("Games of each pairing").fill("1000")
    page.get_by_label("Name (optional)").fill("Browser cup")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Browser cup")).to_be_visible()
    expect(
        page.get_by_text("Openings: the empty board and first moves (empty board, 4")
    ).to_be_visible()
    expect(page.locator(".t-game").first).to_contain_text(" lines")
    # The same name and face as in the form; a phone has no room for details.
    standings = page.get_by_role("region", name="Standings", exact=True)
    expect(standings.get_by_role("rowheader", name="Momo").locator(".face")).to_be_visible()
    expect(standings.get_by_role("columnheader", name="As red")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(standings.get_by_role("columnheader", name="As red")).to_be_hidden()
    game.button("Stop").click()
    expect(page.locator("#tournament-view .badge")).to_have_text("Interrupted")
    game.button("Continue").click()
    expect(page.locator("#tournament-view .badge")).to_have_text("Running")
    game.button("Stop").click()
    expect(page.locator("#tournament-view .badge")).to_have_text("Interrupted")
    assert all("422" in complaint for complaint in game.complaints)
    game.complaints.clear()
