"""
The native core: rules, solver, engines, policies, opening book and batches.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Board:
    """A native position; made by dropfour.native."""

    def __init__(self, columns: int, rows: int, connect: int, most_lines: bool, own: bytes, occupied: bytes) -> None: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def legal_columns(self) -> list[int]: ...

    def play(self, column: int) -> Board: ...

    def count_lines(self) -> tuple[int, int]:
        """Return the lines of the side to move and those of the other side."""

    def masks(self) -> tuple[bytes, bytes]: ...

    def key(self) -> bytes: ...

    def mirror(self) -> Board: ...

    def perft(self, depth: int) -> int: ...

MAX_TABLE_MIB: int = 1048576

MAX_THREADS: int = 256

class StopFlag:
    """Stops a search from another thread."""

    def __init__(self) -> None: ...

    def set(self) -> None: ...

    @property
    def is_set(self) -> bool: ...

class ExactSolver:
    """Proves scores; see dropfour.engines.exact."""

    def __init__(self, like: Board, table_mib: int, threads: int, book: Book | None = None) -> None: ...

    def look_up(self, board: Board) -> int | None: ...

    def solve(self, board: Board, low: int, high: int, time_s: float | None, nodes: int | None, stop: StopFlag, report: Callable[[int, int, int], None]) -> tuple[int, int, int, bool]: ...

    def time_cold(self, board: Board) -> tuple[int, int, float]: ...

    def clear(self) -> None: ...

class Spec:
    """What a spec of an engine asks for."""

    @property
    def name(self) -> str:
        """The spec in its shortest form."""

    @property
    def level(self) -> int: ...

    @property
    def is_exact(self) -> bool: ...

    @property
    def is_minimax(self) -> bool: ...

    @property
    def takes_evaluation(self) -> bool: ...

    @property
    def takes_seed(self) -> bool: ...

    @property
    def evaluation(self) -> str: ...

    @property
    def depth(self) -> int | None: ...

    @property
    def discount(self) -> float: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

    @property
    def seed(self) -> int | None: ...

    @seed.setter
    def seed(self, arg: int | None, /) -> None: ...

def parse_spec(text: str, evaluations: Sequence[str]) -> Spec:
    """
    Return what a spec asks for; raise ValueError if there is no such engine.
    """

def engine_table() -> list[tuple[str, bool, list[tuple[str, str, str]]]]:
    """
    Return the name of each engine, whether it is an evaluation, and the name, type and default of each of its options.
    """

class Choice:
    """The move of an engine, for the side to move."""

    @property
    def column(self) -> int: ...

    @property
    def value(self) -> float: ...

    @property
    def depth(self) -> int:
        """Plies searched completely; 0 if there was no time for one."""

    @property
    def nodes(self) -> int: ...

    @property
    def swap(self) -> bool: ...

    @property
    def is_settled(self) -> bool:
        """Whether no deeper search could change the result."""

    @property
    def variation(self) -> list[int]: ...

    @property
    def score(self) -> tuple[float, str] | None: ...

def choose(spec: Spec, board: Board, seed: int, depth: int | None, time_s: float | None, nodes: int | None, stop: StopFlag | None, solver: ExactSolver | None, estimate: Callable[[Board], float] | None = None, has_swap: bool = False) -> Choice:
    """
    Return the move of an engine; an exact one needs a solver. *estimate* takes the place of the evaluation. *has_swap* is whether the game has the swap rule.
    """

def estimate(board: Board, evaluation: str) -> float: ...

def estimate_column(board: Board, column: int, depth: int | None, time_s: float | None, nodes: int | None, stop: StopFlag | None) -> tuple[float, int] | None: ...

class Starts:
    """Random positions to begin games from, none of them twice."""

    def __init__(self, empty: Board, least_stones: int, most_stones: int, seed: int) -> None: ...

def next_start(starts: Starts, is_even: bool) -> list[int] | None: ...

def ladder() -> list[tuple[list[int], float]]:
    """Return the plies and the noise of each level below the top."""

def outcome_of(low: int, high: int) -> str | None:
    """Return what is proven of the result for the side to move."""

def score_limits(board: Board) -> tuple[int, int]: ...

def finished_score(board: Board) -> int: ...

def plies_to_end(board: Board, score: int) -> int: ...

def winning_stones(board: Board, score: int) -> int: ...

class ColumnScores:
    """
    What is proven of every playable column; of those not given, what the rules prove.
    """

    def __init__(self, board: Board, known: Mapping[int, tuple[int, int]]) -> None: ...

    @property
    def range(self) -> tuple[int, int]: ...

    @property
    def best(self) -> list[int]: ...

    @property
    def not_worse(self) -> list[int]: ...

    @property
    def is_exact(self) -> bool: ...

def find_best(solver: ExactSolver, board: Board, score: int, time_s: float | None, nodes: int | None, stop: StopFlag) -> int | None: ...

def find_variation(solver: ExactSolver, board: Board, best: Sequence[int], score: int, time_s: float | None, nodes: int | None, stop: StopFlag) -> list[int]: ...

def result_of(board: Board, red_to_move: bool, score: int) -> str: ...

def judge(best: tuple[int, int], played: tuple[int, int], most_lines: bool) -> str | None: ...

class ListedSolution:
    """The positions of a solution, by its text."""

    def __init__(self, empty: Board, text: str) -> None: ...

def explain(solver: ExactSolver, board: Board, red_to_move: bool, known: ColumnScores, solution: ListedSolution | None, time_s: float | None, nodes: int | None, stop: StopFlag, send: Callable[[str], None] | None) -> str: ...

def analyse(solver: ExactSolver, board: Board, time_s: float | None, nodes: int | None, stop: StopFlag, send: Callable[[str], None] | None) -> str: ...

def review(solver: ExactSolver, boards: Sequence[Board], columns: Sequence[int], red_to_move: bool, time_s: float | None, stop: StopFlag, names_all: bool, send: Callable[[str], None] | None) -> str: ...

def refute(solver: ExactSolver, board: Board, red_to_move: bool, column: int, goal: str, moves: int | None, time_s: float | None, nodes: int | None, stop: StopFlag) -> str: ...

def puzzle_words(board: Board, red_to_move: bool, goal: str, moves: int | None, themes: Sequence[str]) -> tuple[str, str]:
    """Return what a puzzle asks for, and what to look for, as JSON."""

def next_drawn(starts: Starts, solver: ExactSolver) -> list[int] | None: ...

class Rating:
    """
    A Glicko-2 rating with its standard deviation; *volatility* is how erratic the results have been.
    """

    def __init__(self, value: float = 1500.0, deviation: float = 350.0, volatility: float = 0.06) -> None: ...

    @property
    def value(self) -> float: ...

    @property
    def deviation(self) -> float: ...

    @property
    def volatility(self) -> float: ...

    def rested(self, periods: float) -> Rating:
        """
        Return the rating after some rating periods, or parts of one, without games.
        """

    def after(self, games: Sequence[tuple[Rating, float]]) -> Rating:
        """
        Return the rating after a period with games: opponents, and points of 0, 0.5 or 1.
        """

def tell_story(moves: Sequence[tuple[Board, bool, int, tuple[int, int], tuple[int, int], Sequence[int]]], winner: str | None, reader: str | None) -> str:
    """Return the story of a reviewed game as JSON."""

def mood_of(value: float, scale: str) -> tuple[str, str]:
    """Return the emoji and the word for a value on a scale."""

class FuseFunction:
    """See native/book/fuse.hpp."""

    def __init__(self, numbers: tuple[int, int, int, int], cells: object) -> None: ...

    @property
    def numbers(self) -> tuple[int, int, int, int]: ...

    @property
    def cells(self) -> bytes: ...

def read_book(data: object, checksum: Callable[[bytes], bytes]) -> tuple[tuple[int, int, int], bool, list[tuple[int, int]], list[tuple[int, int, FuseFunction]]]:
    """
    Read the file of a book; raise ValueError with the end of a sentence about it.
    """

MOST_STEPS: int = 4

class Book:
    """Looks up scores; made by dropfour.book.reader."""

    def __init__(self, like: Board, shelves: Sequence[tuple[int, int, FuseFunction]]) -> None:
        """A shelf is a ply, its lowest score and its function."""

    def lookup(self, board: Board) -> int | None: ...

class BatchSolver:
    """Solves many positions; see dropfour.batch."""

    def __init__(self, like: Board, table_mib: int, threads: int, book: Book | None) -> None: ...

    def solve(self, masks: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], scores: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu')], is_known: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], time_s: float | None, nodes: int | None, stop: StopFlag, report: Callable[[int], None]) -> None: ...

    def analyse(self, masks: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], scores: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu')], is_playable: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order='C', device='cpu')], is_known: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], time_s: float | None, nodes: int | None, stop: StopFlag, report: Callable[[int], None]) -> None: ...

def find_invalid(like: Board, masks: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> int | None:
    """Return the number of the first position that no game can reach."""

def masks_from_moves(like: Board, moves: Sequence[str], masks: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu')]) -> list[int]:
    """
    Play move strings; return the numbers of those that Python has to look at.
    """

def random_positions(like: Board, lowest_ply: int, highest_ply: int, seed: int, first: int, masks: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu')]) -> None: ...

class VectorEnv:
    """Many games; see dropfour.rl.vector."""

    def __init__(self, like: Board, count: int) -> None: ...

    def reset(self) -> None: ...

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], planes: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None, None), order='C', device='cpu')], action_masks: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], is_terminated: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], is_illegal: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], final_planes: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None, None), order='C', device='cpu')] | None) -> None: ...

    def observe(self, planes: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None, None), order='C', device='cpu')], action_masks: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

    def copy_to(self, masks: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu')]) -> None: ...

    def copy_from(self, masks: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> None: ...

def find_plan(solver: ExactSolver, board: Board, is_own_turn: bool, is_win: bool, seed: int, time_s: float | None, nodes: int | None, stop: StopFlag, known: Sequence[str] = []) -> str | None: ...

def find_solution(solver: ExactSolver, board: Board, is_own_turn: bool, is_win: bool, seed: int, most_plans: int, time_s: float | None, nodes: int | None, stop: StopFlag) -> str | None: ...

def describe_plan(board: Board, plan: str, is_own_turn: bool, is_win: bool, is_red: bool, most_positions: int) -> str: ...

def plan_size(board: Board, plan: str) -> int: ...

def simplify_plan(boards: Sequence[Board], plan: str, is_own_turn: bool, is_win: bool, most_positions: int) -> str: ...

def find_serving_plans(board: Board, plans: Sequence[str], is_own_turn: bool, is_win: bool, most_positions: int) -> list[int]: ...

def plan_reply(board: Board, plan: str, last: int | None) -> tuple[int, str, int]: ...

def mirror_plan(board: Board, plan: str) -> str: ...
