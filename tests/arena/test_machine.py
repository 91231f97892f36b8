"""What a tournament is played on and with."""

import hashlib
import sys
from pathlib import Path

import pytest

import dropfour
from dropfour.arena.machine import machine_text, versions_of
from dropfour.arena.plan import make_plan
from dropfour.arena.store import TournamentStore
from dropfour.arena.tournament import begin_edition, being_played, hold_tournament, stored_report
from dropfour.players.spec import parse_player
from dropfour.work.executor import InlineExecutor
from sample_players import CHOOSER, PROGRAM, PROTOCOL, external, program, write_player


def test_the_machine_is_described_without_its_name() -> None:
    text = machine_text(3)
    assert "3 games at a time" in text
    assert f"Dropfour {dropfour.__version__}" in text
    assert "1 game at a time" in machine_text(1)
    assert machine_text(3, is_cluster=True).startswith("a Dask cluster")


def test_every_kind_of_player_has_a_version(tmp_path: Path) -> None:
    chooser = write_player(tmp_path, "mine.py", CHOOSER)
    one_move = write_player(tmp_path, "onemove.py", PROGRAM)
    protocol = write_player(tmp_path, "leftmost.py", PROTOCOL)
    silent = write_player(tmp_path, "silent.py", "")
    specs = {
        "engine": "alphabeta:lines,depth=2",
        "function": str(chooser),
        "program": program(one_move),
        "protocol": external(protocol),
        "silent": external(silent),
    }
    found = versions_of(parse_player(spec, name) for name, spec in specs.items())

    def digest(path: Path) -> str:
        return f"{path.name}, SHA-256 {hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"

    assert found == {
        "engine": f"Dropfour {dropfour.__version__}",
        "function": digest(chooser),
        "program": digest(one_move),
        "protocol": f"leftmost 1.0 ({digest(protocol)})",
        "silent": digest(silent),
    }


def test_a_changed_player_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_player(tmp_path, "onemove.py", PROGRAM)
    settings = {"objective": "most-lines", "board": "4x4", "games": 1, "time_s": 30}
    plan = make_plan({"player": [program(path), "random"], **settings})
    with TournamentStore(str(tmp_path / "store.db")) as store:
        first = hold_tournament(plan, store, InlineExecutor())
        assert first.notices == ()
        path.write_text(f"{path.read_text()}\n# better\n", encoding="utf-8")
        second = hold_tournament(plan, store, InlineExecutor())
        assert second.notices == ("onemove was changed during the tournament",)
        assert len(second.versions["onemove"]) == 2
        (stored,) = store.tournaments()
        assert stored_report(store, stored).machines == (machine_text(1),)
    assert sys.executable not in str(second.versions)


def test_a_program_is_started_once_for_its_name(tmp_path: Path) -> None:
    log = tmp_path / "log"
    path = write_player(tmp_path, "leftmost.py", f"open({str(log)!r}, 'a').write('x')\n{PROTOCOL}")
    players = [external(path), "random", "alphabeta:lines,depth=2"]
    plan = make_plan({"player": players, "board": "4x4", "games": 2})
    with TournamentStore(str(tmp_path / "store.db")) as store:
        edition = begin_edition(plan, store, check=lambda plan: {plan.names[1]: "it is ill"})
        with being_played(edition, store, InlineExecutor()):
            assert log.read_text() == "x"
        assert store.versions(edition.stored.id) == {
            name: [version] for name, version in edition.versions.items()
        }
    assert edition.plan.names == (plan.names[0], plan.names[2])
    assert edition.versions[plan.names[0]].startswith("leftmost 1.0 (")


def test_a_module_is_known_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "course").mkdir()
    module = tmp_path / "course" / "mine.py"
    module.write_text("def choose(position):\n    return 1\n")
    monkeypatch.chdir(tmp_path)

    def version() -> str:
        return versions_of([parse_player("course.mine:choose")])["course.mine:choose"]

    first = version()
    assert first.startswith("mine.py, SHA-256 ")
    module.write_text("def choose(position):\n    return 2\n")
    assert version() != first


def test_a_change_while_games_are_played_is_reported(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def choose(position):\n    return position.legal_columns[0]\n")
    plan = make_plan({"player": [str(mine), "random"], "games": 2, "board": "4x4", "time_s": 30})

    def edit(games: object) -> None:
        mine.write_text("def choose(position):\n    return position.legal_columns[-1]\n")

    with TournamentStore(str(tmp_path / "store.db")) as store:
        report = hold_tournament(plan, store, InlineExecutor(), edit)
    assert report.notices == ("mine was changed during the tournament",)
