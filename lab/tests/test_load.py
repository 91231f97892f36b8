"""The programs that load and attack a server."""

import asyncio
import sys
from pathlib import Path

import pytest

from lab.load.web_attack import FLOODS, parse_options
from lab.load.web_class import PUPILS, play_in_class
from web.server_process import ServerProcess


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")  # connections that are cut off are not closed
@pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
def test_a_class_behind_one_address_plays_beside_a_hostile_visitor(tmp_path: Path) -> None:
    limit = ("--limit", "max_games_per_minute=10")
    files = ["js/main.js", "css/base.css", "js/board/board.js", "icon.svg"]
    with ServerProcess(tmp_path / "games.sqlite3", *limit) as server:
        pupils, played, hostile = asyncio.run(play_in_class(server.port, files, 10))
    assert set(pupils.statuses) <= {200, 201}, pupils.statuses
    assert sum(pupils.statuses.values()) == PUPILS * (1 + len(files) + 1 + 1)
    assert played.statuses == {200: PUPILS * 5}
    assert hostile.statuses[429] > 0


def test_floods_are_chosen_by_a_word_of_their_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def chosen(*arguments: str) -> list[str]:
        monkeypatch.setattr("sys.argv", ["web_attack", *arguments])
        return list(parse_options().names)

    assert chosen() == list(FLOODS)
    assert chosen("slow") == ["190 slow readers of a book"]
    for argument, status in (("--help", 0), ("nothing-of-this-kind", 2)):
        with pytest.raises(SystemExit) as stop:
            chosen(argument)
        assert stop.value.code == status
    assert "190 slow readers of a book" in capsys.readouterr().out
