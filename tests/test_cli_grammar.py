"""One grammar for all commands: shared options, --json, one name for a thing, completion."""

import json
import os
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from dropfour.cli import main


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.setenv(name, "")  # restored after the test, whatever --color does


def run(command: str) -> Result:
    return CliRunner().invoke(main, shlex.split(command), catch_exceptions=False)


def commands(group: click.Group = main) -> dict[str, click.Command]:
    found: dict[str, click.Command] = {}
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            found |= {f"{name} {key}": each for key, each in commands(command).items()}
        else:
            found[name] = command
    return found


QUICK = "--games 2 --board 4x4 --openings empty --time 30"
RESULTS: dict[str, dict[str, Any]] = {
    "board 44": {"moves": "44", "to_move": "red", "is_over": False},
    "perft 3": {"depth": 3, "sequences": 343},
    "engines perfect": {"name": "perfect", "kind": "engine"},
    "book info": {"board": "7x6", "objective": "first-line", "has_repertoire": False},
    f"match random random {QUICK}": {"games_played": 2},
    f"sprt random random {QUICK}": {"games": 2, "accepted": None},
    f"tournament --player random --player random --store s.db {QUICK}": {"games_played": 2},
    "solve 44": {"moves": "44"},
    "analyse 44": {"best": [4]},
    "explain 121212": {"plan": None},
    "plan 4122264123": {"colour": "red"},
    "review 44": {"complete": True},
    "puzzle --day 2026-11-17": {"rating": 1101},
}


@pytest.mark.parametrize("command", RESULTS)
def test_json_is_a_flag_for_standard_output(command: str) -> None:
    result = run(f"{command} --json")
    values: dict[str, Any] = json.loads(result.stdout)
    assert RESULTS[command].items() <= values.items()


def test_every_command_with_a_result_has_json() -> None:
    others = {
        "admin backup", "admin remove-old-games", "admin restore", "book build", "book verify",
        "check-engine", "completion", "dataset", "engine", "interactive", "one-move", "play",
        "puzzles build", "puzzles verify", "serve", "site", "solution build", "solution deck",
        "solution map", "solution sheet",
    }  # fmt: skip
    printing = {
        name
        for name, command in commands().items()
        if any("--json" in each.opts for each in command.params)
    }
    assert printing == commands().keys() - others


@pytest.mark.parametrize(
    ("command", "old"),
    [
        ("solve 44 --memory 1", "solve 44 --table-mib 1"),
        ("book build --depth 1 --board 4x4 --out b --time 9", "book build --time-limit 9"),
        ("admin backup --store f.db", "admin backup --database f.db"),
    ],
)
def test_old_names_work_and_are_not_shown(command: str, old: str) -> None:
    (option,) = [word for word in shlex.split(command) if word in ("--memory", "--time", "--store")]
    (before,) = [
        word for word in shlex.split(old) if word in ("--table-mib", "--time-limit", "--database")
    ]
    name = command.partition(" --")[0].removesuffix(" 44")
    parameter = next(each for each in commands()[name].params if before in each.opts)
    assert parameter.opts[0] == option
    help_text = run(f"{name} --help").stdout
    assert option in help_text
    assert before not in help_text
    if name == "solve":
        assert run(command).stdout == run(old).stdout


def test_quiet_leaves_out_notes_but_not_errors() -> None:
    cup = f"tournament --player random --player random --store s.db {QUICK}"
    assert "The games are stored in" in run(cup).stderr
    for quiet in (f"-q {cup}", f"{cup} --quiet"):
        result = run(quiet)
        assert (result.stderr, "2 of 2 games" in result.stdout) == ("", True)
    assert "there is no column 9" in run("-q solve 9").stderr


def test_colours_are_chosen_by_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run("board 44").stdout
    for command in ("--color always board 44", "board 44 --color always"):
        assert "\x1b[" in run(command).stdout
        os.environ.pop("FORCE_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("board 44").stdout
    assert "\x1b[" not in run("board 44 --color never").stdout


def test_the_version_has_a_short_option() -> None:
    assert run("-V").stdout == run("--version").stdout


def test_every_command_has_a_section_in_the_help() -> None:
    listed = [name for names in main.sections.values() for name in names]
    assert sorted(listed) == main.list_commands(click.Context(main))
    text = run("--help").stdout
    for title in ("Play", "Analyse", "Learn", "Compete", "Serve", "Data"):
        assert f"\n{title}:\n" in text


# --- completion -------------------------------------------------------------------------------------


def offered(*words: str) -> list[str]:
    shell = ShellComplete(main, {}, "dropfour", "_DROPFOUR_COMPLETE")
    *before, begun = words
    return [item.value for item in shell.get_completions(list(before), begun)]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script(shell: str) -> None:
    result = run(f"completion {shell}")
    assert result.exit_code == 0
    assert f"_DROPFOUR_COMPLETE={shell}_complete" in result.stdout


@pytest.mark.parametrize(
    "words",
    [("match",), ("sprt", "easy"), ("tournament", "--player"), ("play", "--red"), ("engine",),
     ("engines",), ("one-move", "--engine")],
)  # fmt: skip
def test_engines_and_their_options_are_completed_everywhere(words: tuple[str, ...]) -> None:
    assert "alphabeta" in offered(*words, "alph")
    assert "alphabeta:lines" in offered(*words, "alphabeta:")
    assert "alphabeta:lines,depth=" in offered(*words, "alphabeta:lines,d")
    assert "alphabeta:lines,cells" not in offered(*words, "alphabeta:lines,")


def test_python_files_are_players() -> None:
    Path("mine.py").touch()
    assert offered("match", "mi") == ["mine.py", "minimax"]
    assert offered("play", "--red", "hu") == ["human"]


# --- a test has three answers -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "code", "said"),
    [
        ("5 random", 0, "5 is stronger"),
        ("random 5", 1, "random is not stronger"),
        ("random random", 3, "undecided"),
    ],
)
def test_the_exit_code_of_a_test_is_its_answer(players: str, code: int, said: str) -> None:
    more = "--games 40 --board 5x4 --openings random --time 30 --elo1 100 --workers 1"
    games = 2 if code == 3 else 40
    result = run(f"sprt {players} {more} --games {games}")
    assert result.exit_code == code, result.output
    assert said in result.stdout
