"""`dropfour serve`: its port, its browser, its database and its messages."""

import io
import logging
import re
import socket
import urllib.request
from contextlib import ExitStack, suppress
from dataclasses import fields
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cases import cases
from commands import expect_refused
from dropfour.cli import main
from dropfour.cli.serve import serve
from dropfour.web import Settings, server
from dropfour.web.http.access_log import log_access, open_access_log
from web.server_process import ServerProcess


def test_a_taken_port_gives_way_to_the_next() -> None:
    with server.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with server.listen("127.0.0.1", port) as other:
            assert port < other.getsockname()[1] <= port + 20


@pytest.mark.parametrize("by", ["option", "environment"])
def test_a_port_asked_for_is_not_replaced(by: str, served: list[str], tmp_path: Path) -> None:
    with server.listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        words = ["--store", str(tmp_path / "games.sqlite3"), "--open"]
        words += ["--port", port] if by == "option" else []
        environment = {} if by == "option" else {"DROPFOUR_PORT": port}
        result = CliRunner().invoke(main, ["serve", *words], env=environment)
    assert result.exit_code == 2
    assert result.output.startswith(f"Error: cannot listen on 127.0.0.1, port {port}: ")
    assert "[Errno" not in result.output
    assert not served


def test_only_our_own_hosts_are_listened_on_and_found() -> None:
    with pytest.raises(OSError, match=r"cannot listen on 192\.0\.2\.1, port 4444"):
        server.listen("192.0.2.1", 4444)
    with server.listen("0.0.0.0", 0) as listener:
        port = listener.getsockname()[1]
        assert server.address_of(listener) == f"http://127.0.0.1:{port}/"
        there = server.network_address_of(listener)  # None without a network
        assert there is None or re.fullmatch(rf"http://(?!127\.)[\d.]+:{port}/", there)
    with server.listen("127.0.0.1", 0) as listener:
        assert server.network_address_of(listener) is None


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser was opened at; the server is ready immediately and ends."""
    opened: list[str] = []
    monkeypatch.setattr("click.launch", opened.append)
    monkeypatch.setattr(server, "serve", lambda listener, settings, on_ready: on_ready())
    return opened


def test_the_port_used_instead_is_printed(
    served: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DROPFOUR_PORT", raising=False)
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with ExitStack() as stack:
        with suppress(OSError):  # another program has taken it already
            stack.enter_context(server.listen("127.0.0.1", 4444, tries=1))
        result = CliRunner().invoke(serve, ["--store", database, "--open"])
    assert result.exit_code == 0
    assert "Port 4444 is taken; using " in result.output
    assert served[0] in result.output


@pytest.mark.parametrize(("display", "opened"), [("", 0), (":0", 1)])
def test_a_browser_is_opened_only_where_there_is_one(
    served: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, display: str, opened: int
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("webbrowser.get", lambda: object())
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    assert CliRunner().invoke(serve, ["--port", "0", "--store", database]).exit_code == 0
    assert len(served) == opened


@pytest.mark.parametrize("by", ["option", "environment"])
def test_limits_are_set_by_option_or_environment(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Settings] = []
    monkeypatch.setattr(server, "serve", lambda listener, settings, on_ready: seen.append(settings))
    values = {
        "allowed_hosts": "play.example.org, *.club.example",
        "trusted_proxies": "10.0.0.0/8",
        "access_log": "-",
        "limits": "max_connections=500,engine_time_s=0.5",
        "database": "postgresql://ann:pw@host/club",
    }
    words = ["--port", "0"]
    for name, value in values.items():
        if by == "environment":
            monkeypatch.setenv(f"DROPFOUR_{name.upper()}", value)
        else:
            option = {"limits": "limit", "database": "store"}.get(name, name)
            words += [f"--{option.replace('_', '-')}", value]
    result = CliRunner().invoke(serve, words)
    assert result.exit_code == 0, result.output
    (settings,) = seen
    assert settings.allowed_hosts == ("play.example.org", "*.club.example")
    assert settings.trusted_proxies == ("10.0.0.0/8",)
    assert settings.access_log == "-"
    assert settings.database_url == "postgresql+psycopg://ann:pw@host/club"
    assert (settings.max_connections, settings.engine_time_s) == (500, 0.5)


def test_a_bad_option_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a database may be made before the sentence
    for option, value, sentence in cases(__file__, "refused"):
        expect_refused(sentence, "serve", "--port", "0", "--no-open", option, value)


def test_an_access_log_on_a_full_disk_is_reported_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("sys.stdout", Full())
    stderr = io.StringIO()
    monkeypatch.setattr("sys.stderr", stderr)
    open_access_log("-")
    scope = {"method": "GET", "raw_path": b"/", "http_version": "1.1"}
    try:
        for _ in range(3):
            log_access(scope, 200, 1, 0.1)
    finally:
        logger = logging.getLogger("dropfour.access")
        logger.handlers.clear()
        logger.setLevel(logging.NOTSET)
    assert caplog.messages == ["cannot write the access log -: [Errno 28] No space left on device"]
    assert "Traceback" not in stderr.getvalue()


def test_a_bad_home_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").write_text("not a directory")
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: tmp_path / "home" / "x")
    monkeypatch.delenv("DROPFOUR_DATABASE", raising=False)
    sentence = f"cannot create {tmp_path / 'home' / 'x'} for the database"
    assert "--store" in expect_refused(sentence, "serve", "--port", "0", "--no-open").output


def test_the_server_answers_with_small_limits(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "games.sqlite3") as process:
        with urllib.request.urlopen(f"{process.url}/api/engines") as answer:
            assert answer.status == 200
            assert answer.headers["server"] is None
        with socket.create_connection(("127.0.0.1", process.port), timeout=60) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 100_000)
            assert connection.recv(1000).split()[1] in (b"400", b"431")


HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"


def table_cells(heading: str) -> list[list[str]]:
    """The cells of the rows of the first table below a heading of the guide, without backquotes."""
    below = HOSTING.read_text(encoding="utf-8").split(f"\n{heading}\n")[1]
    table = below[below.index("|") :].split("\n\n")[0]
    rows = table.splitlines()[2:]
    return [[cell.strip().replace("`", "") for cell in row.split("|")[1:-1]] for row in rows]


def test_the_guide_names_every_option_with_its_variable() -> None:
    listed = {
        (option.split()[0], variable)
        for options, variables, _ in table_cells("## Settings")
        for option, variable in zip(options.split(", "), variables.split(", "), strict=True)
    }
    variables = {
        each.opts[0]: str(each.envvar or f"DROPFOUR_{str(each.name).upper()}")
        for each in serve.params
        if isinstance(each, click.Option)
        if each.allow_from_autoenv and each.name not in ("opens", "quiet", "color")
    }
    assert listed == set(variables.items())


def test_the_guide_to_the_api_names_the_largest_bodies() -> None:
    text = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
    settings = Settings(database_url="sqlite://")
    assert f"a body of more than {settings.max_body_bytes // 1024} KiB" in text


def test_the_guide_names_every_limit_with_its_default() -> None:
    listed: dict[str, str] = {}
    for names, defaults, _ in table_cells("### Limits"):
        separate = names.split(", ")
        listed |= dict(zip(separate, defaults.split(", ", len(separate) - 1), strict=True))
    assert listed.pop("search_threads") == "cores - 1, at most 8"
    settings = Settings(database_url="sqlite://")
    limits = [each.name for each in fields(Settings) if each.type in ("int", "float")]
    limits.remove("search_threads")
    for name in limits:
        value = getattr(settings, name)
        assert listed.pop(name) == (str(value) if name.endswith("_bytes") else f"{value:g}")
    assert not listed
