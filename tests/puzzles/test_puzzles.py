"""The puzzles that come with Dropfour are true: everything they promise is checked without Finder."""

import gzip
import random
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

import dropfour as d4
from cases import cases
from dropfour.moves import format_moves
from dropfour.puzzles import collection
from dropfour.puzzles.collection import InvalidPuzzles, Puzzles, read_puzzles, write_puzzles
from dropfour.puzzles.puzzle import LONGEST_FAST_WIN, THEMES, Kind, Puzzle
from dropfour.scores import winning_stones
from strategies import after, safe_columns, turned, winning_columns

SAMPLE = random.Random(19).sample(list(d4.puzzles()), 60)


def achieving(puzzle: Puzzle, position: d4.Position) -> list[int]:
    """The columns that achieve the goal of the puzzle, from the exact scores alone."""
    scores = d4.analyse(position).scores
    best = max(scores.values())
    if puzzle.goal == "draw":
        assert best == 0
        return [column for column, score in scores.items() if score == 0]
    assert best > 0
    lowest = best if puzzle.is_fast else 1
    return [column for column, score in scores.items() if score >= lowest]


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_every_move_of_a_solution_is_the_only_one(puzzle: Puzzle) -> None:
    position = puzzle.position
    assert len(puzzle.solution) % 2 == 1
    for index, column in enumerate(puzzle.solution):
        if index % 2 == 0:
            assert achieving(puzzle, position) == [column]
        else:
            scores = d4.analyse(position).scores
            assert scores[column] == max(scores.values())
        position = position.play(column)


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_the_point_of_a_puzzle_is_not_obvious(puzzle: Puzzle) -> None:
    position = puzzle.position
    assert len(position.legal_columns) >= 3
    if puzzle.kind is Kind.MAX_CONNECT4:
        column = puzzle.solution[0]
        for colour in d4.Colour:
            child = turned(position, colour).play(column)
            assert child.count_lines(colour) == position.count_lines(colour)
        return
    assert not any(position.play(column).is_over for column in position.legal_columns)
    assert len(safe_columns(position)) >= 3


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_the_themes_of_a_puzzle_are_true(puzzle: Puzzle) -> None:
    position = puzzle.position
    scores = d4.analyse(position).scores
    best = max(scores.values())
    assert (best == 0) == (Kind.DRAW.value in puzzle.themes)
    if puzzle.kind is Kind.MAX_CONNECT4:
        assert position.rules.objective is d4.Objective.MOST_LINES
        return
    if puzzle.stones is not None:
        assert winning_stones(position, best) == puzzle.stones
    others = [score for column, score in scores.items() if column != puzzle.solution[0]]
    is_only = best > 0 and max(others) < 0
    assert is_only == (Kind.ONLY_MOVE.value in puzzle.themes)


@pytest.mark.parametrize("theme", ["trap", "zugzwang"])
def test_a_trap_threatens_and_zugzwang_does_not(theme: str) -> None:
    endings = 0
    for puzzle in d4.puzzles().select(theme):
        if puzzle.stones is None or len(puzzle.solution) < 2 * puzzle.stones - 3:
            continue  # the solution ends before the win is there
        endings += 1
        position = after(puzzle.position, puzzle.solution)
        threatens = winning_columns(turned(position, position.to_move.opponent))
        assert bool(threatens) == (theme == "trap"), puzzle.id
        assert safe_columns(position) == []
    assert endings > 20


def test_the_collection_is_large_without_mirror_images_and_its_file_small() -> None:
    puzzles = d4.puzzles()
    assert len(puzzles) >= 3000
    assert collection.SHIPPED.stat().st_size < 200_000
    assert {theme for puzzle in puzzles for theme in (*puzzle.themes, puzzle.kind.value)} == set(
        THEMES
    )
    keys = set()
    for puzzle in d4.puzzles():
        position = puzzle.position
        keys.add((puzzle.rules, min(position.key, position.mirror().key)))
    assert len(keys) == len(d4.puzzles())


def test_puzzles_are_found_by_id_theme_and_rating() -> None:
    puzzles = d4.puzzles()
    assert puzzles.find(f" {puzzles[7].id.upper()}") is puzzles[7]
    traps = puzzles.select("trap", 1400, 1600)
    assert 0 < len(traps) < len(puzzles)
    assert all("trap" in each.themes and 1400 <= each.rating <= 1600 for each in traps)


def test_the_puzzle_of_the_day_depends_on_the_date_alone() -> None:
    puzzles = d4.puzzles()
    days = [date(2026, 12, 24) + timedelta(days) for days in range(400)]
    chosen = [puzzles.of_the_day(day) for day in days]
    assert len({puzzle.id for puzzle in chosen}) == 400
    # The week has a ramp: every puzzle of a day is at least as hard as those of the day before it.
    by_weekday = [
        [p.rating for p, d in zip(chosen, days, strict=True) if d.weekday() == n] for n in range(7)
    ]
    for easier, harder in pairwise(by_weekday):
        assert max(easier) <= min(harder)
    assert max(by_weekday[0]) < 1100
    few = Puzzles(chosen[:3], {})
    assert {few.of_the_day(day).id for day in days} == {puzzle.id for puzzle in chosen[:3]}
    assert Puzzles(reversed(puzzles), {}).of_the_day(days[0]) == chosen[0]


def test_a_task_names_the_goal() -> None:
    for puzzle in d4.puzzles():
        assert puzzle.task.startswith(f"{str(puzzle.position.to_move).capitalize()} to move")
        is_timed = puzzle.stones is not None and puzzle.stones <= LONGEST_FAST_WIN
        assert (f"in {puzzle.stones} moves" in puzzle.task) == is_timed
        assert ("draw" in puzzle.task) == (puzzle.goal == "draw")


def test_files_of_both_formats_are_read_as_they_were_written(tmp_path: Path) -> None:
    some = Puzzles(SAMPLE, d4.puzzles().levels)
    file = tmp_path / "some.gz"
    size = write_puzzles(some, file)
    assert file.stat().st_size == size
    again = read_puzzles(file)
    assert list(again) == list(some)
    assert again.levels == some.levels
    first = file.read_bytes()
    write_puzzles(again, file)
    assert file.read_bytes() == first
    puzzle, file = SAMPLE[0], tmp_path / "first.gz"
    row = f"{puzzle.moves} {format_moves(puzzle.solution)} {','.join(puzzle.themes)}"
    text = f"dropfour-puzzles-1 1=900\n{row} {puzzle.rating}\n"
    file.write_bytes(gzip.compress(text.encode()))
    assert list(read_puzzles(file)) == [puzzle]


@pytest.mark.parametrize(("text", "message"), cases(__file__, "refused"))
def test_a_file_without_puzzles_is_refused(text: str, message: str, tmp_path: Path) -> None:
    rows = text.encode("latin-1")
    file = tmp_path / "wrong.gz"
    file.write_bytes(gzip.compress(rows))
    with pytest.raises(InvalidPuzzles, match=message):
        read_puzzles(file)
    file.write_bytes(gzip.compress(rows)[:-3])
    with pytest.raises(InvalidPuzzles, match="damaged"):
        read_puzzles(file)
    file.write_bytes(rows)
    with pytest.raises(InvalidPuzzles):
        read_puzzles(file)
