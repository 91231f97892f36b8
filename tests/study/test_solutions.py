"""Solutions, of the game or from one position: proven, refused when they are wrong, and played."""

import re
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

import dropfour as d4
from dropfour import RED, YELLOW, Game, Position, Rules, open_player
from dropfour.cli import main
from dropfour.study.plan_parts import BrokenPlan
from dropfour.study.solutions.solution import (
    Solution,
    load_solution,
    parse_plan,
    shipped_path,
    solution_of,
)
from dropfour.study.solutions.text import InvalidSolution
from strategies import after
from study.solution_samples import FOLDER, SMALL, TAMPERED, VALID, broken_line, checked, won_plan
from values import some

# Wins at ply 12 and 13 for which one plan is not found at once: either side is to move.
SEVERAL = "564165555171", "5641655551711"
LIMITS = d4.Limits(nodes=40_000_000)


@pytest.fixture(scope="module", params=SEVERAL)
def found(request: pytest.FixtureRequest) -> Solution:
    solution = some(d4.find_strategy(request.param, limits=LIMITS))
    assert len(solution.entries) > 1
    return solution


# --- the one that ships -----------------------------------------------------------------------------


def test_the_shipped_solution_is_complete_and_small() -> None:
    solution = d4.solution()
    proof = solution.verify()
    assert (solution.start, solution.result) == (Position(), "red wins")
    assert proof.positions == len(solution.entries)
    assert proof.positions + proof.wins_at_once < 2000
    assert shipped_path().stat().st_size < 1_000_000
    plans = filter(None, map(solution.plan_of, solution.entries))
    assert max(plan.size for plan in plans) <= 20


@pytest.mark.long
def test_the_example_accepts_the_shipped_solution() -> None:
    assert checked(shipped_path().read_text(encoding="utf-8")).count > 1_000_000


def test_the_example_accepts_a_part_of_it() -> None:
    """A position with a move, and what follows."""
    whole = d4.solution()
    late = [entry for entry in whole.entries if entry.column is not None][-40:]
    parts = {entry: whole.reachable(whole.position_of(entry)) for entry in late}
    start = min(late, key=lambda entry: len(parts[entry]))
    entries = tuple(each for each in whole.entries if each in parts[start])
    part = replace(whole, start=whole.position_of(start), moves=start.moves, entries=entries)
    assert checked(part.text).count > part.verify().positions > 1


def test_it_wins_against_weak_and_perfect_play() -> None:
    for name in ("random", "easy", "perfect"):
        game = Game(red=d4.solution(), yellow=d4.engine(name, 1))
        assert game.run().winner is RED, (name, game.moves)


def test_it_is_a_player_of_the_arena() -> None:
    with open_player("solution") as player:
        assert player.name == "solution"
        assert player.choose(Position()).column == 4


# --- from one position ------------------------------------------------------------------------------


def test_every_reply_is_answered_until_the_promise_is_kept(found: Solution) -> None:
    """Play it out with the rules of Position alone: random replies, and the perfect engine's."""
    proof = found.verify()
    assert proof.positions == len(found.entries)
    assert proof.plan_positions > 100
    assert checked(found.text).count > 100  # what several positions share counts once
    engines = [d4.engine("perfect"), *(d4.engine(f"random:seed={seed}") for seed in range(60))]
    for engine in engines:
        position, played = found.start, list[int]()
        while not position.is_over:
            if position.to_move is found.colour:
                column = found.reply(position)
                assert column == found.reply(played)  # moves since its start say the same
            else:
                column = engine.choose(position, d4.Limits(nodes=2000)).column
            played.append(column)
            position = position.play(column)
        assert position.winner is found.colour


def test_it_is_told_in_words(found: Solution) -> None:
    head, first, *rest = str(found).split("\n")
    assert head == f"Red wins, with {len(found.plans)} plans."
    is_own = found.start.to_move is RED
    assert (first == f"Play column {found.reply([])}.") if is_own else first.startswith("  Against")
    assert sum(line.startswith("Plan ") for line in rest) == len(found.plans)
    told = re.findall(r"Against ([\d, ]+):", str(found))
    assert sum(text.count(",") + 1 for text in told) >= len(found.start.legal_columns)
    assert repr(found) == (
        f"<Solution: red wins, {len(found.entries)} positions, {len(found.plans)} plans>"
    )


def test_the_text_and_the_json_keep_a_solution(found: Solution) -> None:
    for each in (found, Solution.parse(SMALL), solution_of(won_plan())):
        assert Solution.parse(each.text) == each
        assert Solution.from_json(each.to_json()) == each
        assert parse_plan(each.text) == parse_plan(each.to_json()) == each
    assert parse_plan(won_plan().to_json()) == won_plan()


def test_it_takes_a_seat_also_from_a_file(found: Solution, tmp_path: Path) -> None:
    file = tmp_path / "my.solution"
    file.write_text(found.text, encoding="utf-8")
    for red in (found, f"plan:{file}"):
        with d4.Game(found.start, red=red, yellow="perfect") as game:
            assert game.run().winner is RED


def test_no_solution_is_found_for_the_loser_or_without_time() -> None:
    assert d4.find_strategy(SEVERAL[0], YELLOW, LIMITS) is None
    assert d4.find_strategy("", limits=d4.Limits(nodes=2000)) is None


def test_what_earlier_versions_wrote_is_read() -> None:
    old = (FOLDER / "strategy.json").read_text(encoding="utf-8")
    solution = parse_plan(old)
    assert isinstance(solution, Solution)
    assert (solution.result, solution.start) == ("red wins", Position.from_moves("455233371125"))
    assert solution.verify().positions >= 7
    assert broken_line(solution.text) is None
    for wrong in ('"plans": [', '"steps": [', '"colour": "', '"format": "dropfour strategy 1'):
        with pytest.raises(ValueError, match="not a strategy"):
            Solution.parse(old.replace(wrong, wrong + "9", 1))


# --- wrong ones -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", VALID.values(), ids=VALID)
def test_both_checkers_accept_a_valid_file(text: str) -> None:
    assert Solution.parse(text).verify().positions >= 0
    assert broken_line(text) is None


@pytest.mark.parametrize("text", TAMPERED.values(), ids=TAMPERED)
def test_both_checkers_refuse_what_was_tampered_with(text: str) -> None:
    assert broken_line(text) is not None
    with pytest.raises((BrokenPlan, InvalidSolution)):
        Solution.parse(text).verify()


def test_a_game_shows_where_a_solution_breaks(found: Solution) -> None:
    last = next(entry for entry in found.entries if entry.plan is not None)
    others = tuple(entry for entry in found.entries if entry is not last)
    with pytest.raises(BrokenPlan, match="no answer") as broken:
        replace(found, entries=others).verify()
    assert found.find(after(found.start, broken.value.line)) == (last, False)
    empty = replace(found, plans=((),) * len(found.plans))
    with pytest.raises(BrokenPlan) as broken:
        empty.verify()
    line = some(broken_line(empty.text))
    for columns in (broken.value.line, line):
        position = after(found.start, columns)
        assert position.is_over
        assert position.winner is not found.colour


def test_solutions_in_the_documentation_hold() -> None:
    for path in (Path(__file__).parents[2] / "docs" / "static").glob("*.solution"):
        assert load_solution(path).verify().positions > 0


# --- commands --------------------------------------------------------------------------------------


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["solution", *map(str, arguments)])
    return result.exit_code, result.output


def test_the_commands_say_what_is_there(tmp_path: Path) -> None:
    small_file = FOLDER / "small.solution"
    assert "Yellow does not lose: every reply was checked" in run("verify", "--file", small_file)[1]
    assert "28 positions, 10 different plans" in run("show", "--file", small_file)[1]
    assert "28 positions, 10 different plans" in run("info", small_file)[1]  # before version 2
    assert "Play column 5" in run("show", "41")[1]
    assert "Take column" in run("show", "--file", small_file, "22141")[1] + run("show", "4152")[1]
    code, text = run("show", "4171")
    assert code == 2, text
    broken = tmp_path / "broken.solution"
    broken.write_text(re.sub(r"position \d{6,} .*\n", "", SMALL, count=1))
    code, text = run("verify", "--file", broken)
    assert code == 1
    assert "no answer after 4444255" in text  # the mirror image of what is missing
    broken.write_text(SMALL.replace("plan 3 take 4.5; pair 4.3 4.2;", "plan 3"))
    code, text = run("verify", "--file", broken)
    assert code == 1
    game = some(re.search(r"plan 3 fails: after (\d+) red wins", text))
    assert Position.from_moves(game[1], Rules(5, 5)).winner is RED


def test_a_deck_a_sheet_and_a_map_are_written(tmp_path: Path) -> None:
    file = ("--file", FOLDER / "small.solution")
    deck, sheet, picture = (tmp_path / name for name in ("a.apkg", "sheet.svg", "map.svg"))
    for path in (deck, sheet, picture):
        code, text = run("export", path, *file)
        assert code == 0, text
    with zipfile.ZipFile(deck) as package:
        assert len(package.namelist()) == 2 + 2 * 28  # a picture for each side
    assert "Play column 2" in "".join(ET.fromstring(sheet.read_text()).itertext())
    paths = ET.fromstring(picture.read_text()).findall(".//{*}path")
    assert len(paths) == 28
