"""`python -m lab.experiments.earlier REVISION`: a match against the engine of an earlier revision.

    python -m lab.experiments.earlier 75e673f5 --boards 9x8,9x9,10x10 --time 1 --games 200

The engines are built from the native core of both revisions of the repository: no book, one thread, a
table of 64 MiB for proofs; seconds are those of a processor, however busy the machine is. Games begin
after six random moves that neither engine judges at more than ten units within a tenth of the limits,
and each opening is played with both colours. Each pair of games is appended to a log. A log that exists
is continued, and several processes may share one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
from itertools import count
from pathlib import Path

from dropfour.arena.rating.elo import PAIR_POINTS, PAIR_WORDS, elo_of, pair_index, score_from_elo
from dropfour.position import RED, Position
from dropfour.rules import Rules

SOURCE = Path(__file__).with_suffix(".cpp")
HOUSE = SOURCE.parents[2]
OPENING_PLY, MOST_ADVANTAGE = 6, 10


def build(revision: str) -> Path:
    """Return the player of *revision*, which is compiled unless it has been before."""
    commit = _git("rev-parse", "--short=12", f"{revision}^{{commit}}").decode().strip()
    folder = HOUSE / "build" / "earlier" / commit
    built = folder / "player"
    if not built.exists():
        folder.mkdir(parents=True, exist_ok=True)
        archive = _git("archive", commit, "native")
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
        control = folder / "native" / "solver" / "control.hpp"
        text = control.read_text()
        assert text.count("std::chrono::steady_clock") == 1
        control.write_text(text.replace("std::chrono::steady_clock", "::ProcessorClock"))
        made = folder / f"player.{os.getpid()}"
        options = ["-std=c++20", "-O3", "-ffp-contract=off", f"-I{folder / 'native'}"]
        if os.uname().machine == "x86_64":
            options.append("-mpopcnt")  # as in CMakeLists.txt
        compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
        command = [compiler, *options, "-pthread", str(SOURCE), "-o", str(made)]
        subprocess.run(command, check=True)
        made.replace(built)
    return built


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", "-C", str(HOUSE), *arguments], check=True, stdout=-1).stdout


class Player:
    """A running player."""

    def __init__(self, program: Path, spec: str, board: str, time_s: float, nodes: int) -> None:
        command = [str(program), spec, board, str(time_s), str(nodes)]
        self._process = subprocess.Popen(command, stdin=-1, stdout=-1, text=True, bufsize=1)

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def choose(self, moves: list[int]) -> tuple[int, float]:
        """Return a column and what the player thinks of the position."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(*(column - 1 for column in moves), file=self._process.stdin)
        column, value = self._process.stdout.readline().split()
        return int(column) + 1, float(value)


class Match:
    """Pairs of games between two programs on one board."""

    def __init__(self, programs: tuple[Path, Path], options: argparse.Namespace) -> None:
        self._programs, self._options = programs, options

    def play_pair(self, board: str) -> dict[str, object]:
        """Play an opening with both colours; the points are those of the first player."""
        opening = self._opening(board)
        return {
            "board": board,
            "time_s": self._options.time,
            "nodes": self._options.nodes,
            "opening": opening,
            "points": [self._play(board, opening, is_red) for is_red in (True, False)],
        }

    def _start(self, side: int, board: str, share: float = 1) -> Player:
        options = self._options
        nodes = int(options.nodes * share)
        return Player(self._programs[side], options.engine, board, options.time * share, nodes)

    def _opening(self, board: str) -> list[int]:
        """Return random moves to a position that both players judge as nearly even."""
        with self._start(0, board, 0.1) as first, self._start(1, board, 0.1) as second:
            while True:
                position, moves = Position(Rules.for_board(board)), list[int]()
                while len(moves) < OPENING_PLY and not position.is_over:
                    moves.append(random.choice(position.legal_columns))
                    position = position.play(moves[-1])
                judged = (each.choose(moves)[1] for each in (first, second))
                if not position.is_over and all(abs(one) <= MOST_ADVANTAGE for one in judged):
                    return moves

    def _play(self, board: str, opening: list[int], is_red: bool) -> float:
        """Return the points of the first player."""
        position, moves = Position(Rules.for_board(board)), list[int]()
        with self._start(0, board) as first, self._start(1, board) as second:
            while not position.is_over:
                mover = first if (position.to_move is RED) == is_red else second
                at_hand = opening[len(moves) : len(moves) + 1]
                moves.append(at_hand[0] if at_hand else mover.choose(moves)[0])
                position = position.play(moves[-1])
        return 0.5 if position.winner is None else float((position.winner is RED) == is_red)


def read_log(log: Path, board: str) -> list[list[float]]:
    """Return the points of the pairs on *board* so far."""
    lines = log.read_text().splitlines() if log.exists() else []
    return [pair["points"] for pair in map(json.loads, lines) if pair["board"] == board]


def result_text(board: str, pairs: list[list[float]]) -> str:
    """Return the first player's points in percent with a 95 % interval, and the kinds of pairs."""
    kinds = [0] * len(PAIR_WORDS)
    for first, second in pairs:
        kinds[pair_index(first, second)] += 1
    points = [each for pair in pairs for each in pair]
    share = sum(points) / len(points)
    elo = elo_of(kinds, PAIR_POINTS)
    low = 0.0 if elo.low is None else score_from_elo(elo.low)
    high = 1.0 if elo.high is None else score_from_elo(elo.high)
    counts = ", ".join(f"{n} {word}" for n, word in zip(kinds, PAIR_WORDS, strict=True) if n)
    won, lost = points.count(1), points.count(0)
    results = f"{won} won, {len(points) - won - lost} drawn, {lost} lost"
    return (
        f"{board:6}{len(points):4} games  {share:.1%} ({low:.0%} to {high:.0%})  "
        f"{results}; pairs {counts}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("revision")
    parser.add_argument("--now", default="HEAD", help="the revision of the first player")
    parser.add_argument("--engine", default="perfect", help="a spec that both revisions have")
    parser.add_argument("--boards", default="9x8,9x9,10x10")
    parser.add_argument("--time", type=float, default=0, help="seconds a move")
    parser.add_argument("--nodes", type=int, default=0, help="nodes a move, in place of a time")
    parser.add_argument("--games", type=int, default=200, help="for each board")
    parser.add_argument("--log", type=Path, default=Path("build/earlier.jsonl"))
    options = parser.parse_args()
    if not options.time and not options.nodes:
        options.time = 1.0
    boards = options.boards.split(",")
    match = Match((build(options.now), build(options.revision)), options)
    for turn in count():
        board = min(boards, key=lambda each: len(read_log(options.log, each)))
        if turn == 0 or 2 * len(read_log(options.log, board)) >= options.games:
            for each in boards:
                if pairs := read_log(options.log, each):
                    print(result_text(each, pairs), flush=True)
        if 2 * len(read_log(options.log, board)) >= options.games:
            return
        pair = match.play_pair(board)
        with options.log.open("a") as file:
            file.write(json.dumps(pair) + "\n")
        print(result_text(board, read_log(options.log, board)), flush=True)


if __name__ == "__main__":
    main()
