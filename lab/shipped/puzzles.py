"""Building the collection of puzzles: games of the levels, the puzzles in them, and their difficulty.

    python -m lab.shipped.puzzles build FILE [--games N] [--tries N] [--seed N] [--workers N]
    python -m lab.shipped.puzzles verify [FILE] [--sample N]

The same options give the same collection, on any number of workers.

The difficulty of a puzzle is an Elo rating, made of the share of tries in which each level fails. A try
of a level at a puzzle counts as a game between the two. The Elo of the levels is known from their games
against each other; the puzzle's rating is the one that makes the results most likely.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from dropfour.arena.game import Fixture, PlayedGame
from dropfour.arena.rating.ratings import rate
from dropfour.batch.positions import load_numpy
from dropfour.cli.notes import ProgressDisplay
from dropfour.engines.levels import LADDER, UNHURRIED, level
from dropfour.game import Game
from dropfour.moves import format_moves, parse_moves
from dropfour.position import Position
from dropfour.puzzles.collection import Puzzles, read_puzzles, shipped_puzzles, write_puzzles
from dropfour.puzzles.puzzle import THEMES, Kind, Puzzle
from dropfour.rules import MAX_CONNECT4, Objective, Rules
from dropfour.work import open_executor
from dropfour.work.executor import Executor, Item, Output, Report, core_count, silent
from lab.books.positions import canonical_key
from lab.shipped.finding import Finder, verify

# The book answers early positions, but their solutions lead to positions whose analysis takes long.
_EARLY_PLIES = range(9, 13)
_EARLY_SHARE = 8  # they come from one game in eight
_CLASSIC_PLIES = range(18, 39)
_MAX_CONNECT4_PLIES = range(26, 39)
_OPENING_PLIES = range(5)
_RIVALS = 2  # levels play against those up to two above or below
_WEIGHTS = (4, 4, 4, 3, 3, 2, 2, 1, 1)  # of the levels: the weaker give more chances away
_MAX_CONNECT4_SHARE = 6  # one game in six is one of Max-Connect4

_PER_GAME = 3
_APART = 6  # plies between two puzzles of a game
_OBVIOUS = 0.75  # the share of tries of level 1 from which on a puzzle is obvious
_CHUNK = 25

LEVELS = tuple(LADDER)  # level 10 plays perfectly: it fails at no puzzle
ANCHOR_LEVEL, ANCHOR_ELO = 5, 1500

# Every puzzle is credited with a draw against a level of average strength, so that the ratings of those
# that everybody or nobody solves are finite.
_PRIOR_TRIES = 1.0
_LOWEST, _HIGHEST = 0.0, 5000.0


@dataclass(frozen=True, slots=True)
class PuzzlePlan:
    """What a collection is built from: *games* to look for puzzles in, and *tries* of each level."""

    games: int = 5500
    tries: int = 12
    seed: int = 1


@dataclass(frozen=True, slots=True)
class BuiltPuzzles:
    """A new collection, and how many positions there were at each stage."""

    puzzles: Puzzles
    games: int
    positions: int
    candidates: int
    obvious: int


def build(plan: PuzzlePlan, executor: Executor, report: Report = silent) -> BuiltPuzzles:
    """Build the collection of *plan*; needs the extras ``arena`` and ``numpy``."""
    # What is missing is reported before the games are played.
    load_numpy()
    rate((), ())
    chunks = [
        (plan.seed, tuple(range(first, min(first + _CHUNK, plan.games))))
        for first in range(0, plan.games, _CHUNK)
    ]
    games = list(_run_in_order(executor, _play_chunk, chunks, "games", report))
    levels = rate_levels(game for game in games if _rules_of(game.fixture.number) == Rules())
    seen: set[tuple[Objective, int]] = set()
    found: list[Puzzle] = []
    position_count = 0
    for rules in (Rules(), MAX_CONNECT4):
        texts = [game.moves for game in games if _rules_of(game.fixture.number) == rules]
        starts = list(_positions(texts, rules))
        position_count += len(starts)
        finder = Finder(rules, executor.slots, report)
        by_game: dict[int, list[Puzzle]] = defaultdict(list)
        results = finder.find([position for _, _, position in starts])
        for (number, moves, _), result in zip(starts, results, strict=True):
            if result is not None:
                by_game[number].append(Puzzle(moves, result.solution, result.themes, 0))
        for puzzles in by_game.values():
            found += _choose(puzzles, seen)
    measured = _rate_puzzles(found, levels, plan.tries, executor, report)
    kept = Puzzles((puzzle for puzzle in measured if puzzle is not None), levels)
    obvious = sum(puzzle is None for puzzle in measured)
    return BuiltPuzzles(kept, len(games), position_count, len(found), obvious)


# --- games -----------------------------------------------------------------------------------------


def _rules_of(number: int) -> Rules:
    return MAX_CONNECT4 if number % _MAX_CONNECT4_SHARE == 0 else Rules()


def _play_chunk(chunk: tuple[int, tuple[int, ...]]) -> list[PlayedGame]:
    seed, numbers = chunk
    return [_play(seed, number) for number in numbers]


def _play(seed: int, number: int) -> PlayedGame:
    """Play a game of two levels, drawn with the opening by the seed and the number of the game."""
    chance = random.Random(f"{seed} {number}")
    red = chance.choices(LEVELS, _WEIGHTS)[0]
    yellow = chance.choice([other for other in LEVELS if 0 < abs(other - red) <= _RIVALS])
    game = Game(_rules_of(number))
    for _ in range(chance.choice(_OPENING_PLIES)):
        game.play(chance.choice(game.position.legal_columns))
    opening = format_moves(game.moves)
    seeds = chance.getrandbits(32), chance.getrandbits(32)
    engines = [level(each, seed=own) for each, own in zip((red, yellow), seeds, strict=True)]
    while game.result is None:
        engine = engines[game.position.ply % 2]
        game.play(engine.choose(game.position, UNHURRIED).column)
    fixture = Fixture(number, number, str(red), str(yellow), opening, seeds[0])
    return PlayedGame(fixture, format_moves(game.moves), game.result)


def _positions(games: Iterable[str], rules: Rules) -> Iterator[tuple[int, str, Position]]:
    """Yield the positions to look at with their game's number and their moves, each position and its
    mirror image once."""
    seen: set[int] = set()
    for number, moves in enumerate(games):
        plies = set(_MAX_CONNECT4_PLIES if rules == MAX_CONNECT4 else _CLASSIC_PLIES)
        if rules != MAX_CONNECT4 and number % _EARLY_SHARE == 0:
            plies.update(_EARLY_PLIES)
        position = Position(rules)
        for ply, column in enumerate(parse_moves(moves)):
            if ply in plies and canonical_key(position) not in seen:
                seen.add(canonical_key(position))
                yield number, moves[:ply], position
            position = position.play(column)


def _choose(puzzles: list[Puzzle], seen: set[tuple[Objective, int]]) -> list[Puzzle]:
    """Return the best puzzles of one game, some moves apart, none of which is part of another one."""
    chosen: list[Puzzle] = []
    for puzzle in sorted(puzzles, key=_rank):
        keys = _solver_keys(puzzle)
        is_apart = all(abs(len(each.moves) - len(puzzle.moves)) >= _APART for each in chosen)
        if len(chosen) < _PER_GAME and is_apart and seen.isdisjoint(keys):
            seen.update(keys)
            chosen.append(puzzle)
    return chosen


def _rank(puzzle: Puzzle) -> tuple[bool, int, int]:
    """Sort key: the rarer kinds first, then the longer solutions, then the earlier positions."""
    is_common = puzzle.kind in (Kind.ZUGZWANG, Kind.DRAW)
    return is_common, -len(puzzle.solution), len(puzzle.moves)


def _solver_keys(puzzle: Puzzle) -> set[tuple[Objective, int]]:
    """Return a key for each position of the puzzle in which its solver is to move."""
    position, keys = puzzle.position, set()
    for index, column in enumerate(puzzle.solution):
        if index % 2 == 0:
            keys.add((puzzle.rules.objective, canonical_key(position)))
        position = position.play(column)
    return keys


# --- difficulty ------------------------------------------------------------------------------------


def rate_levels(games: Iterable[PlayedGame]) -> dict[int, int]:
    """Return the Elo of each level from games whose players are named by it; level 5 has 1500."""
    ratings = rate(games, [str(number) for number in LEVELS]).elo
    known = {number: ratings[str(number)].value for number in LEVELS}
    anchor = known[ANCHOR_LEVEL]
    missing = [number for number, elo in known.items() if elo is None]
    if anchor is None or missing:
        raise ValueError(f"too few games to rate the levels: there are none of level {missing[0]}")
    return {
        number: round(ANCHOR_ELO + elo - anchor) for number, elo in known.items() if elo is not None
    }


def count_solved(puzzle: Puzzle, tries: int) -> dict[int, int]:
    """Return in how many of its *tries* each level plays every move of the solution."""
    position = puzzle.position
    tasks = []
    for index, column in enumerate(puzzle.solution):
        if index % 2 == 0:
            tasks.append((position, column))
        position = position.play(column)
    return {
        number: sum(
            all(level(number, seed=seed).choose(at, UNHURRIED).column == best for at, best in tasks)
            for seed in range(tries)
        )
        for number in LEVELS
    }


def difficulty(levels: Mapping[int, int], solved: Mapping[int, int], tries: int) -> int:
    """Return the rating of a puzzle that each level solved in so many of its *tries*."""
    mean = sum(levels.values()) / len(levels)
    results = [(float(elo), float(tries), float(solved[number])) for number, elo in levels.items()]
    results.append((mean, _PRIOR_TRIES, _PRIOR_TRIES / 2))
    points = sum(won for _, _, won in results)
    low, high = _LOWEST, _HIGHEST
    # The likelihood is largest where the expected points of the levels equal those they made.
    while high - low > 0.25:
        middle = (low + high) / 2
        expected = sum(count / (1 + 10 ** ((middle - elo) / 400)) for elo, count, _ in results)
        low, high = (middle, high) if expected > points else (low, middle)
    return round((low + high) / 2)


def _rate_puzzles(
    puzzles: list[Puzzle], levels: dict[int, int], tries: int, executor: Executor, report: Report
) -> list[Puzzle | None]:
    """Return the puzzles with their ratings; None for an obvious one, which level 1 solves in most of
    its tries, and for one whose id another one has."""
    chunks = [
        (tuple(puzzles[first : first + _CHUNK]), tries) for first in range(0, len(puzzles), _CHUNK)
    ]
    ids = Counter(puzzle.id for puzzle in puzzles)
    counts = _run_in_order(executor, _try_chunk, chunks, "puzzles", report)
    return [
        None
        if solved[LEVELS[0]] >= _OBVIOUS * tries or ids[puzzle.id] > 1
        else Puzzle(puzzle.moves, puzzle.solution, puzzle.themes, difficulty(levels, solved, tries))
        for puzzle, solved in zip(puzzles, counts, strict=True)
    ]


def _try_chunk(chunk: tuple[tuple[Puzzle, ...], int]) -> list[dict[int, int]]:
    puzzles, tries = chunk
    return [count_solved(puzzle, tries) for puzzle in puzzles]


# --- work on many items ----------------------------------------------------------------------------


def _run_in_order(
    executor: Executor,
    work: Callable[[Item], list[Output]],
    chunks: list[Item],
    stage: str,
    report: Report,
) -> Iterator[Output]:
    """Yield the outputs of all chunks in their order, whichever is finished first."""
    finished: dict[Item, list[Output]] = {}
    for chunk, outputs in executor.run(work, chunks):
        finished[chunk] = outputs
        report(stage, len(finished), len(chunks))
    for chunk in chunks:
        yield from finished[chunk]


# --- the program -----------------------------------------------------------------------------------


def main() -> None:
    """Build a collection, or solve one again and compare; exit code 1: a puzzle is wrong."""
    parser = argparse.ArgumentParser(description="Build and verify collections of puzzles.")
    commands = parser.add_subparsers(dest="command", required=True)
    builder = commands.add_parser(
        "build", help="find puzzles in games of the levels, and rate them"
    )
    builder.add_argument("file", type=Path)
    standard = PuzzlePlan()
    for name, default in (
        ("games", standard.games),
        ("tries", standard.tries),
        ("seed", standard.seed),
        ("workers", core_count()),
    ):
        builder.add_argument(f"--{name}", type=int, default=default)
    verifier = commands.add_parser("verify", help="solve puzzles again and compare")
    verifier.add_argument("file", nargs="?", type=Path)
    verifier.add_argument("--sample", type=int, help="how many to check; default: all")
    options = parser.parse_args()
    started = time.monotonic()
    if options.command == "build":
        plan = PuzzlePlan(options.games, options.tries, options.seed)
        with open_executor(options.workers) as executor:
            built = build(plan, executor, ProgressDisplay())
        size = write_puzzles(built.puzzles, options.file)
        print(
            f"{built.games} games, {built.positions} positions, {built.candidates} candidates, "
            f"{built.obvious} of them obvious."
        )
        counts = Counter(
            theme for each in built.puzzles for theme in {*each.themes, each.kind.value}
        )
        print(*(f"{counts[theme]:6}  {theme}" for theme in THEMES if counts[theme]), sep="\n")
        spent_s = time.monotonic() - started
        print(f"{options.file}: {len(built.puzzles)} puzzles, {size} bytes, in {spent_s:.0f} s.")
        return
    puzzles = read_puzzles(options.file) if options.file else shipped_puzzles()
    faults = verify(puzzles, options.sample, report=ProgressDisplay())
    print(*faults, sep="\n", end="\n" * bool(faults))
    verdict = f"{len(faults)} wrong" if faults else "all correct"
    count = min(options.sample or len(puzzles), len(puzzles))
    print(f"{count} puzzles solved again in {time.monotonic() - started:.0f} s: {verdict}.")
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    main()
