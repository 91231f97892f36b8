"""One grammar for all commands: shared options, --json, one name for a thing, completion."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete

from cases import cases
from commands import commands_of, run, run_words
from dropfour import Position, Rules
from dropfour.cli import main
from platforms import posix_only

pexpect: Any = pytest.importorskip("pexpect") if sys.platform != "win32" else None


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.setenv(name, "")  # restored after the test, whatever --color does


COMMANDS = {
    name: command for name, command in commands_of().items() if not isinstance(command, click.Group)
}
QUICK = "--games 2 --board 4x4 --openings empty --time 30"
RESULTS: dict[str, dict[str, Any]] = cases(__file__, "results")
# Which commands are about a position or about a game with certain rules; the others have null there.
WITH_MOVES = ("board", "perft", "solve", "analyse", "explain", "review", "solution", "puzzles")
WITHOUT_RULES = ("engine", "benchmark")


@pytest.mark.parametrize("command", RESULTS)
def test_json_is_a_flag_for_standard_output(command: str) -> None:
    result = run_words(f"{command} --json")
    (row,) = result.stdout.splitlines()
    values: dict[str, Any] = json.loads(row)
    assert list(values) == ["rules", "moves", "position", "to_move", "result"]
    assert RESULTS[command].items() <= values["result"].items()
    # The library reads it back.
    rules = values["rules"] and Rules.for_board(**values["rules"])
    assert (rules is None) is command.startswith(WITHOUT_RULES)
    assert (values["moves"] is not None) is command.startswith(WITH_MOVES)
    if values["moves"] is not None:
        position = Position.from_moves(values["moves"], rules)
        assert position == Position.parse(values["position"])
        assert values["to_move"] == str(position.to_move)
        if command.startswith("board"):
            assert Position.from_rows(values["result"]["rows"]) == position


def test_every_command_with_a_result_has_json() -> None:
    others = {
        "admin backup", "admin remove-old-games", "admin restore",
        "engine check", "completion", "dataset", "engine run", "export kaggle", "mcp", "play", "serve",
        "maxconnect4 interactive", "maxconnect4 one-move", "site", "solution export",
    }  # fmt: skip
    printing = {
        name
        for name, command in COMMANDS.items()
        if any("--json" in each.opts for each in command.params)
    }
    assert printing == COMMANDS.keys() - others


def test_quiet_leaves_out_notes_but_not_errors() -> None:
    cup = f"tournament --player random --player random --store s.db {QUICK}"
    assert "The games are stored in" in run_words(cup).stderr
    for quiet in (f"-q {cup}", f"{cup} --quiet"):
        result = run_words(quiet)
        assert (result.stderr, "2 of 2 games" in result.stdout) == ("", True)
    assert "there is no column 9" in run_words("-q solve 9").stderr


def test_colours_are_chosen_by_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run_words("board 44").stdout
    for command in ("--color always board 44", "board 44 --color always"):
        assert "\x1b[" in run_words(command).stdout
        os.environ.pop("FORCE_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run_words("board 44").stdout
    assert "\x1b[" not in run_words("board 44 --color never").stdout


def test_the_version_has_a_short_option() -> None:
    assert run_words("-V").stdout == run_words("--version").stdout


def test_every_command_has_a_section_in_the_help() -> None:
    listed = [name for names in main.sections.values() for name in names]
    assert sorted(listed) == main.list_commands(click.Context(main))
    text = run_words("--help").stdout
    for title in ("Play", "Analyse", "Learn", "Compete", "Serve", "Data"):
        assert f"\n{title}:\n" in text


def test_every_option_says_what_it_is_for_and_what_it_takes() -> None:
    for name, command in COMMANDS.items():
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert option.help, f"{name} {option.opts[0]}"
                assert "RANGE" not in option.make_metavar(click.Context(command))


@pytest.mark.parametrize(
    ("name", "begins"),
    [("a-map.svg", "<svg"), ("sheet.svg", "<svg"), ("a.solution", "dropfour solution")],
)
def test_a_solution_is_exported_in_the_form_that_the_name_ends_with(name: str, begins: str) -> None:
    assert run_words(f"solution export {name}").stdout == f"Wrote {name}.\n"
    assert Path(name).read_text(encoding="utf-8").startswith(begins)


@pytest.mark.parametrize(("command", "today"), cases(__file__, "old"))
def test_old_names_work_with_a_hint(command: str, today: str) -> None:
    old, new = run_words(command), run_words(today)
    assert (old.exit_code, old.stdout) == (new.exit_code, new.stdout)
    assert old.stderr.endswith(new.stderr)
    hint = old.stderr.removesuffix(new.stderr)
    assert (hint == "") is command.startswith("one-move")
    assert len(hint.splitlines()) <= 1


def test_columns_may_be_separated() -> None:
    plain = run_words("solve 445").stdout
    assert run_words("solve '4 4 5'").stdout == run_words("solve '4,4, 5'").stdout == plain
    assert run_words("board '4 4'").stdout == run_words("board 44").stdout
    assert run_words("review '4 4'").stdout == run_words("review 44").stdout


@pytest.mark.parametrize(
    "command", ["board -", "analyse -", "explain -", "perft 1 -", "review -", "solution show -"]
)
def test_a_dash_reads_moves_from_standard_input(command: str) -> None:
    given = run(*command.split(), text="4 4\n")
    assert given.exit_code == 0, given.output
    assert re.sub(r", [0-9.]+ s\.", "", given.stdout) == re.sub(
        r", [0-9.]+ s\.", "", run_words(command.replace("-", "44")).stdout
    )


def test_the_help_has_the_rules_in_a_section_and_experts_options_on_request() -> None:
    text, everything = run_words("solve --help").stdout, run_words("solve --help-all").stdout
    assert "Rules:\n  --board CxR" in text
    assert "--help-all" in text
    for option in ("--memory", "--no-book", "--quiet"):
        assert option not in text
        assert option in everything


def test_boards_and_objectives_have_other_names() -> None:
    one = run_words("board 44 --board 5x4 --objective most-lines").stdout
    for size in ("5X4", "'5 x 4'", "5×4"):
        assert run_words(f"board 44 --board {size} --objective max-connect4").stdout == one
    assert run_words("board 44 --objective classic").stdout == run_words("board 44").stdout


# --- completion -------------------------------------------------------------------------------------


def offered(*words: str) -> list[str]:
    shell = ShellComplete(main, {}, "dropfour", "_DROPFOUR_COMPLETE")
    *before, begun = words
    return [item.value for item in shell.get_completions(list(before), begun)]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script(shell: str) -> None:
    result = run_words(f"completion {shell}")
    assert result.exit_code == 0
    assert f"_DROPFOUR_COMPLETE={shell}_complete" in result.stdout


@pytest.mark.parametrize(
    "words",
    [("match",), ("sprt", "easy"), ("tournament", "--player"), ("play", "--red"), ("engine", "run"),
     ("engine", "list"), ("one-move", "--engine")],
)  # fmt: skip
def test_engines_and_their_options_are_completed_everywhere(words: tuple[str, ...]) -> None:
    assert "alphabeta" in offered(*words, "alph")
    assert "alphabeta:lines" in offered(*words, "alphabeta:")
    assert "alphabeta:lines,depth=" in offered(*words, "alphabeta:lines,d")
    assert "alphabeta:lines,cells" not in offered(*words, "alphabeta:lines,")


def test_files_players_styles_and_turns_are_completed() -> None:
    Path("mine.py").touch()
    assert offered("match", "mi") == ["mine.py", "minimax"]
    assert offered("play", "--red", "hu") == ["human"]
    assert offered("play", "--yellow", "prog") == ["program:"]
    assert offered("play", "--style", "sl") == ["slashes"]
    assert offered("interactive", "in.txt", "h") == ["human-next"]


@posix_only
def test_bash_completes_specs_and_adds_a_blank_only_after_what_is_complete() -> None:
    shell: Any = pexpect.spawn(
        "bash",
        ["--norc", "--noprofile"],
        encoding="utf-8",
        timeout=60,
        dimensions=(24, 200),
        env=os.environ
        | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "TERM": "dumb"},
    )
    shell.sendline(
        'eval "$(dropfour completion bash)"; bind "set bell-style none"; echo ready$((1 + 1))'
    )
    shell.expect_exact("ready2")
    for begun, whole in cases(__file__, "completed"):
        shell.send(f"dropfour {begun}\t|")
        shell.expect_exact(f"dropfour {whole}|")
        shell.sendcontrol("u")
    shell.close(force=True)


def test_what_the_help_leaves_out_is_offered_once_it_is_begun() -> None:
    assert "--threads" in offered("analyse", "--")
    assert "--memory" not in offered("analyse", "--")
    assert offered("analyse", "--me") == ["--memory"]


# --- a test has three answers -----------------------------------------------------------------------


@pytest.mark.parametrize(("players", "code", "said"), cases(__file__, "answers"))
def test_the_exit_code_of_a_test_is_its_answer(players: str, code: int, said: str) -> None:
    more = "--games 40 --board 5x4 --openings random --time 30 --elo1 100 --workers 1"
    games = 2 if code == 3 else 40
    result = run_words(f"sprt {players} {more} --games {games}")
    assert result.exit_code == code, result.output
    assert said in result.stdout
