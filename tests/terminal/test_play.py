"""Games with typed moves in a plain pipe."""

import io
import re
import subprocess
from pathlib import Path

import pytest

from cases import cases
from dropfour import Limits, Position
from dropfour.terminal.console import Console
from dropfour.terminal.players import Players
from dropfour.terminal.saving import Autosave
from dropfour.terminal.session import Session
from terminal.programs import AGAINST_RANDOM, DROPFOUR, TWO, Run

# --- complete games --------------------------------------------------------------------------------


TALKS = cases(__file__, "talks")


@pytest.mark.parametrize("name", TALKS)
def test_what_is_typed_is_answered(run: Run, name: str) -> None:
    command, lines, shown, hidden = TALKS[name]
    result = run(*command.split(), lines=lines)
    assert result.exit_code == 0
    assert [each for each in shown if each not in result.output] == []
    assert [each for each in hidden if each in result.output] == []


def test_a_board_too_wide_for_its_style_is_drawn_compact(run: Run) -> None:
    output = run(*TWO, "--style", "slashes", "--board", "20x4", lines="20").output
    assert "The board is too wide for the style slashes in this terminal." in output
    assert max(map(len, output.splitlines()[:-1])) <= 80


@pytest.mark.parametrize("style", ["compact", "slashes"])
def test_a_style_that_the_encoding_lacks_is_replaced(style: str) -> None:
    written = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    console = Console(style, io.StringIO(), written)
    console.draw(Position.from_moves("44"))
    written.seek(0)
    output = written.read()
    assert f"The output cannot show the style {style}; using ascii." in output
    assert "x" in output
    assert "o" in output
    assert "?" not in output


def test_the_help_is_wrapped_in_a_narrow_terminal() -> None:
    written = io.StringIO()
    console = Console(None, io.StringIO("?\nq\n"), written)
    console.width = 40
    players = Players("human", "human", Limits())
    Session(console, players, players.new_game(Position()), Autosave()).run()
    assert max(map(len, written.getvalue().splitlines())) <= 40


def test_engines_play_by_themselves_and_repeat_by_seed(run: Run) -> None:
    arguments = ("play", "--red", "random", "--yellow", "random", "--seed", "7")
    first, again = run(*arguments), run(*arguments)
    assert first.exit_code == 0
    assert first.output == again.output
    assert re.search(r"(wins|Draw)[^\n]*\.\n$", first.output)


def test_an_engine_answers_and_shows_its_mood(run: Run) -> None:
    result = run("play", "--red", "human", "--yellow", "alphabeta:parity,depth=2", lines="4")
    assert re.search(r"Yellow plays column \d, feeling \S+ \w+\.", result.output)


# --- questions -------------------------------------------------------------------------------------


def test_without_options_everything_is_asked(run: Run) -> None:
    said = ["x", "2", "big", "5 7", "4 X 4", "both", "F", "3"]
    result = run("play", lines=said)
    assert "Please type 1 or 2." in result.output
    assert "Not possible: a board size is columns x rows" in result.output
    assert "for 5 rows and 7 columns: 7x5" in " ".join(result.output.split())
    assert "Please type first-line or most-lines." in result.output
    assert "4 in a row wins." in result.output
    assert "Red, column 1-4" in result.output
    assert "Red plays column 3." in result.output


def test_a_person_gets_the_defaults(run: Run) -> None:
    output = run("play", lines=["", "", "", "", "", "4"]).output
    assert "red: human, yellow: medium" in output
    assert "Red, column 1-7" in output


@pytest.mark.parametrize("options", [["--from", "48"], ["--from", "444", "--board", "5x2"]])
def test_impossible_moves_are_refused_before_a_question(run: Run, options: list[str]) -> None:
    result = run("play", *options, lines="2")
    assert result.exit_code == 2
    assert f"cannot start after the moves '{options[1]}'" in result.stderr
    assert result.stdout == ""


def test_a_level_in_place_of_moves_is_told_its_option(run: Run) -> None:
    assert "add --yellow easy" in run("play", "easy").stderr


@pytest.mark.parametrize("lines", ["", "1", "q", "2 q"])
def test_leaving_before_the_game_leaves_nothing(run: Run, lines: str, state_folder: Path) -> None:
    result = run("play", lines=lines)
    assert result.exit_code == 0
    assert "continue" not in result.output
    assert not state_folder.exists()


# --- commands --------------------------------------------------------------------------------------


def test_undo_takes_back_the_engines_move_too_and_redo_plays_both(run: Run) -> None:
    output = run(*AGAINST_RANDOM, lines="4 u u r 3 q").output
    assert "There is no move to undo." in output
    boards = output.split("Red, column 1-7")
    assert "●" not in boards[2]  # after u
    assert boards[4].count("●") == 1  # after r
    assert boards[4].count("○") == 1


def test_undo_after_the_end_continues_the_game(run: Run) -> None:
    output = run(*TWO, lines="1 2 1 2 1 2 1 u 3").output
    assert "Game over (n new game" in output
    assert output.rstrip().splitlines()[-2] == "The game is saved. To continue it:"


def test_a_new_game_is_started_when_the_person_agrees(run: Run) -> None:
    output = run(*TWO, lines="4 n n n y").output
    assert output.count("Abandon this game") == 2
    assert output.count("red: human, yellow: human") == 2


def test_the_board_is_explained_and_its_columns_are_scored_and_hinted_at(run: Run) -> None:
    output = run(*TWO, "--board", "4x4", "--from", "112233", lines="e a h").output
    assert "Red wins immediately in column 4." in output
    assert re.search(r"^\*  4  \+\d+  red wins immediately$", output, re.MULTILINE)
    assert len(re.findall(r"^[* ]  [1-4]  ", output, re.MULTILINE)) == 4
    assert "Hint: column 4 (exact: red wins immediately)." in output


def test_hint_and_analysis_have_nothing_to_say_of_a_finished_game(run: Run) -> None:
    output = run(*TWO, "--from", "1212121", lines="h a e").output
    assert output.count("The game is over; u undoes the last move.") == 2
    assert "The game is over: red has 4 in a row." in output
    assert "Move 6: Yellow did not block column 1, where red could complete a line." in output


def test_a_real_pipe_has_no_colours_and_ends_cleanly(tmp_path: Path) -> None:
    completed = subprocess.run(
        [*DROPFOUR, *TWO], input="4\n4\n", capture_output=True, text=True, encoding="utf-8"
    )
    assert (completed.returncode, completed.stderr) == (0, "")
    assert "\x1b" not in completed.stdout
    assert "Yellow plays column 4." in completed.stdout


def test_the_second_player_may_type_swap(run: Run) -> None:
    output = run(*TWO, "--swap", lines="swap 4 ? swap swap 4 u u").output
    assert "Sides can be swapped only by the swap rule, as the second move." in output
    assert "Yellow, column 1-7 or swap (? for help): " in output
    assert "Type swap to change sides" in output
    assert "Human swaps sides: human has red now, and human yellow." in output
    assert output.count("Move undone.") == 2
    # An engine that swaps has red, and the person moves again.
    engine = run("play", "--red", "human", "--yellow", "perfect", "--swap", lines="4 3").output
    assert "Perfect swaps sides: perfect has red now, and human yellow." in engine
    assert "Yellow plays column 3" in engine
    assert "swap" not in run(*TWO, lines="4 ?").output


def test_a_game_can_begin_in_a_drawn_position(run: Run) -> None:
    output = run(*TWO, "--drawn", "--seed", "1", lines="q").output
    assert output.count("●") + output.count("○") >= 4
    result = run(*TWO, "--drawn", "--swap")
    assert result.exit_code == 2
    assert "a drawn start" in result.stderr


def test_the_opening_line_says_who_wins_on_a_larger_board(run: Run) -> None:
    unsolved = "Nobody knows who wins: this board is not solved."
    assert unsolved in run(*TWO, "--board", "9x8", lines="q").output
    solved = "Solved: the second player wins, with the 62nd disc at the latest."
    assert solved in run(*TWO, "--board", "8x8", lines="q").output
    other_game = run(*TWO, "--board", "9x8", "--objective", "most-lines", lines="q").output
    assert "solved" not in other_game.lower()
