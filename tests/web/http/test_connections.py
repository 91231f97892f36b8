"""Connections that do not talk are closed, and never keep others out."""

import re
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from web.live_client import Person, play, seated
from web.server_process import ServerProcess

NO_PROXIES = ("--trusted-proxies", "")
QUICK = ("--limit", "header_timeout_s=1,body_timeout_s=1")
HELLO = b"GET /api/engines HTTP/1.1\r\nHost: x\r\n\r\n"
POST = (
    b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{"
)


@contextmanager
def serving(tmp_path: Path, *options: str) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path / "games.sqlite3", *NO_PROXIES, *options) as server:
        yield server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """With the limits of every server; requests without a header come from the proxy itself."""
    with ServerProcess(tmp_path_factory.mktemp("server") / "games.sqlite3") as server:
        yield server


def connect(server: ServerProcess) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def greet(connection: socket.socket) -> None:
    connection.sendall(HELLO)
    assert b" 200 " in connection.recv(1000)


def expect_answer(server: ServerProcess) -> None:
    """Assert that the server answers to somebody who comes now."""
    with urlopen(f"{server.url}/api/engines") as answer:
        assert answer.status == 200


def has_ended(connection: socket.socket) -> bool:
    """Read all that has arrived, and return whether the server has closed the connection."""
    connection.setblocking(False)
    with suppress(BlockingIOError):
        while connection.recv(100_000):
            pass
        return True
    connection.setblocking(True)
    return False


def cookie_from(server: ServerProcess) -> str:
    """Return the cookie of a new visitor, who has opened the page."""
    with urlopen(server.url) as answer:
        cookie: str = answer.headers["set-cookie"].partition(";")[0]
    return cookie


@contextmanager
def two_people(server: ServerProcess) -> Iterator[tuple[Person, Person]]:
    ada, bob = Person(server.url), Person(server.url)
    with ada.client, bob.client:
        yield ada, bob


def wait_for_metric(server: ServerProcess, name: str, value: float) -> None:
    """Ask for the metrics until one is at least *value*."""
    until = time.monotonic() + 60
    while (found := metric(server, name)) < value:
        assert time.monotonic() < until, f"{name} is {found}"


def metric(server: ServerProcess, name: str) -> float:
    with urlopen(f"{server.url}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return next((float(line.split()[-1]) for line in lines if line.startswith(name + " ")), 0.0)


def test_a_request_that_does_not_arrive_is_given_up(tmp_path: Path) -> None:
    half = b"GET / HTTP/1.1\r\nHost: "
    with serving(tmp_path, *QUICK) as server:
        with ExitStack() as opened:
            waiting = []
            for sent, received in ((b"", b" 408 "), (half, b" 408 "), (POST, b"")):
                connection = opened.enter_context(connect(server))
                connection.sendall(sent)
                waiting.append((connection, received))
            for connection, received in waiting:
                answer = b""
                with suppress(ConnectionResetError):
                    answer = connection.recv(1000)
                assert received in answer
                assert bool(received) == bool(answer)
        expect_answer(server)
        # A header that arrives byte by byte gets no more time.
        with connect(server) as connection:
            connection.settimeout(0.1)
            connection.sendall(half)
            answer = b""
            while not answer:
                connection.sendall(b"x")
                with suppress(TimeoutError):
                    answer = connection.recv(1000)
            assert b" 408 " in answer


def test_pipelined_requests_are_answered_in_order(tmp_path: Path) -> None:
    """Whatever the kind of their bodies, and wherever packets end."""
    game = b'{"board": "8x7"}'
    sent = HELLO + (
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%b"
        % (len(game), game)
        + b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n"
        % (len(game), game)
        + b"POST /api/games HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 4\r\n\r\n\r\n\r\n"
        b"GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    )
    with serving(tmp_path) as server:
        for size in (len(sent), 7, 1):
            with connect(server) as connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for start in range(0, len(sent), size):
                    connection.sendall(sent[start : start + size])
                answer = b"".join(iter(lambda: connection.recv(100_000), b""))
            statuses = [int(status) for status in re.findall(rb"HTTP/1.1 (\d+)", answer)]
            assert statuses == [200, 201, 201, 421, 404]


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("/", ""),
        ("/api/engines", "X-Forwarded-For: 203.0.113.9\r\n"),
        ("/static/book/7x6.book", ""),
    ],
)
def test_nobody_fills_the_memory_with_requests_whose_answers_are_not_read(
    server: ServerProcess, path: str, header: str
) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\n{header}\r\n".encode() * 1000
    before_mib = server.memory_mib()
    with ExitStack() as opened:
        attackers = [opened.enter_context(socket.socket()) for _ in range(20)]
        for attacker in attackers:
            # Small ones, so that the server soon notices that nobody reads.
            for buffer in (socket.SO_RCVBUF, socket.SO_SNDBUF):
                attacker.setsockopt(socket.SOL_SOCKET, buffer, 16 * 1024)
            attacker.connect(("127.0.0.1", server.port))
            attacker.setblocking(False)
        taken, stalled_since = 0, time.monotonic()
        while time.monotonic() - stalled_since < 0.5:
            _, writable, _ = select.select([], attackers, [], 0.1)
            for attacker in writable:
                with suppress(BlockingIOError):
                    taken += attacker.send(request)
                    stalled_since = time.monotonic()
            assert taken < 20 * 1_000_000, "the server reads on and on"
        expect_answer(server)
        assert server.memory_mib() - before_mib < 100


def test_one_address_gets_a_share_of_the_connections(tmp_path: Path) -> None:
    """Ten times that of a visitor: 20 here. Those that nobody uses give way to new ones, and then one of
    whoever has the most."""
    with (
        serving(tmp_path, "--limit", "max_connections_per_client=2") as server,
        two_people(server) as (ada, bob),
        ExitStack() as opened,
    ):
        game = ada.invite(colour="red")
        head = f"GET /api/events?game={game['id']} HTTP/1.1\r\nHost: x\r\nCookie: "
        requests = [f"{head}{cookie_from(server)}\r\n\r\n".encode() for _ in range(10)]
        for number in range(25):  # idle or silent
            idle = opened.enter_context(connect(server))
            if number % 2:
                greet(idle)
        streams = []
        for number in range(20):
            stream = opened.enter_context(connect(server))
            streams.append(stream)
            stream.sendall(requests[number // 2])
            assert b" 200 " in stream.recv(1000)
        bob.act(game, "join")
        assert 1 <= sum(map(has_ended, streams)) <= 3  # Ada and Bob have a connection each, too
        # A visitor with two streams does not get a third one.
        with connect(server) as third:
            third.sendall(requests[9])
            assert b" 429 " in third.recv(1000)


def test_there_is_always_a_connection_for_those_who_talk(tmp_path: Path) -> None:
    """However many connections are silent, a new one replaces the oldest of them."""
    with serving(tmp_path, "--limit", "max_connections=10") as server, ExitStack() as opened:
        talking = opened.enter_context(connect(server))
        greet(talking)
        for _ in range(50):
            opened.enter_context(connect(server))
        expect_answer(server)
        assert not has_ended(talking)  # the one that has talked before
        greet(talking)
        assert metric(server, "dropfour_connections") <= 10
        assert metric(server, 'dropfour_refused_total{limit="connections"}') >= 40


# An engine of the operator's: it thinks until it is stopped, but for the board on which it is quick.
ENGINE = """
class Slow:
    name = "slow"
    def choose(self, position, limits=None, **_):
        from dropfour.engines.engine import Choice
        while position.rules.columns > 7 and not limits.stop.is_set:
            pass
        return Choice(1)
"""


def test_work_of_a_client_that_has_left_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one thread, others would wait for all moves of the client that left."""
    (tmp_path / "slow_engine.py").write_text(ENGINE, encoding="utf-8")
    package = tmp_path / "slow-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Name: slow\nVersion: 1.0\n", encoding="utf-8")
    points = "[dropfour.engines]\nslow = slow_engine:Slow\n"
    (package / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with serving(tmp_path, "--limit", "search_threads=1") as server, two_people(server) as (ada, _):
        slow, body = {"red": {"engine": "slow"}}, '{"ply": 0}'
        with ExitStack() as leavers:
            for _ in range(8):
                begun = ada.post("/api/games", 201, **slow, board="20x20")
                head = f"POST /api/games/{begun['id']}/engine-move HTTP/1.1\r\nHost: x\r\n"
                head += f"Cookie: visitor={ada.client.cookies['visitor']}\r\n"
                head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
                leavers.enter_context(connect(server)).sendall(f"{head}\r\n{body}".encode())
            wait_for_metric(server, 'dropfour_pool_waiting{pool="moves"}', 7)
        moved = ada.act(ada.post("/api/games", 201, **slow), "engine-move", ply=0)
        assert len(moved["moves"]) == 1
        assert metric(server, 'dropfour_pool_waiting{pool="moves"}') == 0
        name = 'dropfour_requests_total{route="/api/games/{game_id}/engine-move",status="499"}'
        wait_for_metric(server, name, 8)


def test_a_client_is_known_by_the_address_that_a_trusted_proxy_forwards(tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    options = ("--access-log", str(log), "--limit", "max_games_per_minute=1")
    with ServerProcess(tmp_path / "games.sqlite3", *options) as server:
        for address in ("203.0.113.1", "203.0.113.2"):
            headers = {"content-type": "application/json"}
            headers["x-forwarded-for"] = f"9.9.9.9, {address}"
            with urlopen(Request(f"{server.url}/api/games?secret=1", b"{}", headers)) as answer:
                assert answer.status == 201
    first, second = log.read_text(encoding="utf-8").splitlines()
    assert first.startswith("203.0.113.1 - - [")
    assert '] "POST /api/games HTTP/1.1" 201 ' in first
    assert second.startswith("203.0.113.2 ")


@pytest.mark.skipif(
    not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system cannot limit unanswered data"
)
def test_a_player_whose_device_takes_nothing_any_more_is_away(tmp_path: Path) -> None:
    """As behind a closed lid: the connection stays open, and what is sent piles up unread."""
    with (
        serving(tmp_path, "--limit", "write_timeout_s=1") as server,
        socket.socket() as asleep,
        two_people(server) as (ada, bob),
    ):
        game = seated((ada, bob))
        asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)  # the least there is
        asleep.connect(("127.0.0.1", server.port))
        head = f"GET /api/events?game={game['id']} HTTP/1.1\r\nHost: x\r\nCookie: visitor="
        asleep.sendall(f"{head}{ada.client.cookies['visitor']}\r\n\r\n".encode())
        with bob.follow(game) as events:
            events.next("presence", lambda event: event["red"]["here"])
            # Each is an event of about half a kilobyte, and only some fit.
            play((ada, bob), game, "111122223333")
            events.next("presence", lambda event: not event["red"]["here"])
