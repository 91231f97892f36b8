"""Servers and databases that are killed while people play lose no move that was acknowledged."""

import os
import random
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest

from databases import execute
from web.live_client import Person, seated
from web.server_process import ServerProcess

ROUNDS = 20
TABLES = 4
# No ten in a row: a game on 20x20 that lasts.
COLUMNS = random.Random(2).sample([*range(1, 21)] * 20, 400)
PLIES = len(COLUMNS)


class Table:
    """Two people who play until they are told to stop, and what the server has acknowledged."""

    def __init__(self, url: str) -> None:
        self.people = Person(url), Person(url)
        rules = {"board": "20x20", "connect": 10, "clock": {"time_s": 3600}}
        self.game = seated(self.people, **rules)["id"]
        self.acknowledged = ""
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._play)
        self.thread.start()

    def _play(self) -> None:
        while not self.is_over.is_set() and (ply := len(self.acknowledged)) < PLIES:
            move = {"column": COLUMNS[ply], "ply": ply}
            path = f"/api/games/{self.game}/moves"
            try:
                answer = self.people[ply % 2].client.post(path, json=move)
            except httpx2.HTTPError:
                time.sleep(0.05)  # sent again: the server may have stored it
                continue
            if answer.status_code == 200:
                self.acknowledged = answer.json()["moves"]
                time.sleep(0.1)  # the game lasts longer than the kills
            else:
                assert answer.status_code == 503, answer.text
                time.sleep(0.05)

    def stored(self) -> str:
        while True:
            with suppress(httpx2.HTTPError):
                answer = self.people[0].client.get(f"/api/games/{self.game}")
                if answer.status_code == 200:
                    return str(answer.json()["moves"])


@pytest.mark.long
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_acknowledged_move_is_lost(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = "" if kind == "sqlite" else str(request.getfixturevalue("postgres_url"))
    database, dice = url or tmp_path / "games.sqlite3", random.Random(kind)
    with ServerProcess(database, "--limit", "max_games_per_minute=0") as server:
        tables = [Table(server.url) for _ in range(TABLES)]
        lost, moves = [], 0
        try:
            for number in range(ROUNDS):
                time.sleep(dice.uniform(0.3, 1.0))
                if url and number % 2:
                    _kill_postgres(url)
                else:
                    server.kill()
                    server.start()
                # Whatever was acknowledged before it is asked for is there.
                for table in tables:
                    before = table.acknowledged
                    stored = table.stored()
                    if not stored.startswith(before):
                        lost.append((number, table.game, before, stored))
        finally:
            for table in tables:
                table.is_over.set()
        for table in tables:
            table.thread.join()
            assert table.stored().startswith(table.acknowledged)
            moves += len(table.acknowledged)
            for person in table.people:
                person.client.close()
    assert not lost
    assert moves > TABLES * ROUNDS


def _kill_postgres(url: str) -> None:
    """Kill a process of PostgreSQL, which makes all of them end and the database recover."""
    import psycopg

    with psycopg.connect(url) as connection:
        os.kill(connection.info.backend_pid, signal.SIGKILL)
    while True:
        with suppress(psycopg.OperationalError):
            return execute(url, "SELECT 1")
        time.sleep(0.05)
