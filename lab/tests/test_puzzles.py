from dataclasses import replace
from pathlib import Path

import pytest

import dropfour as d4
from dropfour import Rules
from dropfour.engines.levels import LADDER
from dropfour.puzzles import Puzzle, Puzzles, read_puzzles, write_puzzles
from dropfour.work import open_executor
from lab.shipped.finding import Finder, verify
from lab.shipped.puzzles import (
    ANCHOR_ELO,
    ANCHOR_LEVEL,
    PuzzlePlan,
    build,
    count_solved,
    difficulty,
    main,
)

pytest.importorskip("numpy")
pytest.importorskip("scipy")

PLAN = PuzzlePlan(games=75, tries=1, seed=3)
SAMPLE = d4.puzzles()[:40]


def built(workers: int) -> Puzzles:
    with open_executor(workers) as executor:
        return build(PLAN, executor).puzzles


def test_a_plan_gives_the_same_file_on_any_number_of_workers(tmp_path: Path) -> None:
    one, two = tmp_path / "one.gz", tmp_path / "two.gz"
    puzzles = built(1)
    write_puzzles(puzzles, one)
    write_puzzles(built(2), two)
    assert one.read_bytes() == two.read_bytes()
    assert len(puzzles) > 20
    assert puzzles.levels[ANCHOR_LEVEL] == ANCHOR_ELO
    assert verify(puzzles) == []


def test_too_few_games_to_rate_the_levels_are_refused() -> None:
    with open_executor(1) as executor, pytest.raises(ValueError, match="too few games"):
        build(PuzzlePlan(games=2), executor)


def test_a_position_that_is_not_a_puzzle_is_not_found() -> None:
    texts = [
        "112233",  # an immediate win
        "1122337",  # a forced block
        "",  # the only winning column, and too long a win to be a puzzle of its own
        "4",  # every column loses, or several hold the result
    ]
    found = Finder(Rules(), 1).find([d4.Position.from_moves(text) for text in texts])
    assert found[0] is None
    assert found[1] is None
    assert found[3] is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda each: replace(each, solution=(*each.solution, 1, 1)), "the solution is"),
        (lambda each: replace(each, themes=("win-in-2", *each.themes)), "the themes are"),
        (lambda each: replace(each, moves="112233", themes=("win-in-2",)), "is not a puzzle"),
        (lambda each: replace(each, moves="1122334", themes=("win-in-2",)), "the game is over"),
        (lambda each: replace(each, moves="1111111"), "column 1 is full"),
    ],
)
def test_verify_reports_a_wrong_puzzle(change: object, message: str) -> None:
    assert callable(change)
    wrong = change(SAMPLE[3])
    faults = verify([*SAMPLE[:3], wrong], threads=1)
    assert len(faults) == 1
    assert message in faults[0]
    assert wrong.id in faults[0]


def test_verify_reports_a_mirror_image_and_can_check_a_sample() -> None:
    puzzle = SAMPLE[0]

    def mirrored(columns: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(8 - column for column in columns)

    moves = "".join(map(str, mirrored(tuple(map(int, puzzle.moves)))))
    twin = replace(puzzle, moves=moves, solution=mirrored(puzzle.solution))
    assert any("mirror image" in fault for fault in verify([puzzle, twin], threads=1))
    seen: list[tuple[str, int, int]] = []
    assert verify(SAMPLE, sample=7, threads=1, report=lambda *now: seen.append(now)) == []
    assert sum(done for _, done, _ in seen) == 7


def test_a_puzzle_that_more_levels_fail_at_is_rated_higher() -> None:
    levels = {number: 600 + 200 * number for number in LADDER}
    ratings = [
        difficulty(levels, {number: 4 * (number > hardest) for number in levels}, 4)
        for hardest in range(10)
    ]
    assert ratings == sorted(set(ratings))
    # Levels 1 to 4 fail and the others do not: it is as hard as the level between them is strong.
    assert ratings[4] == pytest.approx((levels[4] + levels[5]) / 2, abs=60)


def test_a_level_that_plays_the_solution_solves_the_puzzle() -> None:
    easy = min(d4.puzzles().select("win-in-2"), key=lambda puzzle: puzzle.rating)
    solved = count_solved(easy, 2)
    assert solved[9] == 2  # it sees a win in two moves
    other = next(each for each in easy.position.legal_columns if each != easy.solution[0])
    impossible = Puzzle(easy.moves, (other,), easy.themes, 0)
    assert count_solved(impossible, 2)[9] == 0


def test_the_program_builds_a_file_and_verifies_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "few.gz"
    options = ("--games", "75", "--tries", "1", "--seed", "4", "--workers", "1")
    monkeypatch.setattr("sys.argv", ["puzzles", "build", str(file), *options])
    main()
    assert "candidates" in capsys.readouterr().out
    puzzles = read_puzzles(file)
    wrong = replace(puzzles[0], solution=(*puzzles[0].solution, 1, 1))
    write_puzzles(Puzzles([*puzzles[1:4], wrong], puzzles.levels), file)
    monkeypatch.setattr("sys.argv", ["puzzles", "verify", str(file)])
    with pytest.raises(SystemExit, match="1"):
        main()
    assert "4 puzzles solved again" in capsys.readouterr().out
