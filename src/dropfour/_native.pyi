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

    def set_look_up(self, look_up: Callable[[Board], int | None]) -> None:
        """Look scores up with a function in place of the book."""

    def time_cold(self, board: Board) -> tuple[int, int, float]: ...

    def clear(self) -> None: ...

class Findings:
    """The result of a search, for the side to move."""

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
    def is_settled(self) -> bool:
        """Whether no deeper search could change the result."""

    @property
    def variation(self) -> list[int]: ...

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
    def found(self) -> Findings: ...

    @property
    def score(self) -> tuple[float, str] | None: ...

def choose(spec: Spec, board: Board, seed: int, depth: int | None, time_s: float | None, nodes: int | None, stop: StopFlag | None, solver: ExactSolver | None) -> Choice:
    """Return the move of an engine; an exact one needs a solver."""

def pick_best(solver: ExactSolver, board: Board, known: ColumnScores, seed: int | None, time_s: float, stop: StopFlag | None) -> tuple[int, int]:
    """
    Return which of the columns proven best to play, and the nodes that this took.
    """

def estimate(board: Board, evaluation: str) -> float: ...

def estimate_column(board: Board, column: int, depth: int | None, time_s: float | None, nodes: int | None, stop: StopFlag | None) -> tuple[float, int] | None: ...

def averaged_value(board: Board, depth: int) -> float: ...

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

def glance(solver: ExactSolver, board: Board, time_s: float | None, stop: StopFlag) -> tuple[list[tuple[int, tuple[int, int]]], list[tuple[int, tuple[int, int]]], int, bool, bool]:
    """
    Return the columns that a short search solves, the others, the most promising first, the nodes, whether anything was searched, and whether anything was looked up.
    """

def rank(solver: ExactSolver, board: Board, time_s: float | None, nodes: int | None, stop: StopFlag) -> tuple[list[tuple[int, tuple[int, int]]], int]: ...

def find_best(solver: ExactSolver, board: Board, score: int, time_s: float | None, nodes: int | None, stop: StopFlag) -> int | None: ...

def find_variation(solver: ExactSolver, board: Board, best: Sequence[int], score: int, time_s: float | None, nodes: int | None, stop: StopFlag) -> list[int]: ...

def prefer(solver: ExactSolver, board: Board, columns: Sequence[int]) -> int | None: ...

class Fact:
    """A fact of an explanation, its words as data."""

    @property
    def kind(self) -> str: ...

    @property
    def colour(self) -> str | None: ...

    @property
    def cells(self) -> list[tuple[int, int]]: ...

    @property
    def columns(self) -> list[int]: ...

    @property
    def phrase(self) -> tuple[str, dict[str, object]]: ...

    @property
    def profits(self) -> str | None: ...

def find_facts(board: Board, red_to_move: bool, proven: ColumnScores | None) -> list[Fact]: ...

def result_of(board: Board, red_to_move: bool, score: int) -> tuple[str, dict[str, object]]: ...

def judge(best: tuple[int, int], played: tuple[int, int], most_lines: bool) -> str | None: ...

def tell_story(moves: Sequence[tuple[Board, bool, int, tuple[int, int], tuple[int, int], Sequence[int]]], winner: str | None, reader: str | None) -> tuple[list[tuple[int, int, int, int | None]], list[tuple[int, tuple[str, dict[str, object]], tuple[str, dict[str, object]] | None, tuple[str, dict[str, object]] | None]], int | None, tuple[str, dict[str, object]]]:
    """
    Return the sides (moves, mistakes, blunders, accuracy), the mistakes (ply, what was played, what was better, why), the ply of the turning point, and the ending.
    """

def mood_of(value: float, scale: str) -> tuple[str, str]:
    """Return the emoji and the word for a value on a scale."""

def openings(like: Board, ply: int) -> tuple[bytes, bytes, int]:
    """
    Return the keys without a score by the rules alone, those of immediate wins, and the number of games that end at this ply.
    """

def count_images(like: Board, keys: bytes) -> list[int]:
    """Return 1 for each position that is its own mirror image, otherwise 2."""

def back_up(like: Board, parents: bytes, children: bytes, child_scores: Sequence[int]) -> list[int]:
    """
    Return the scores of the parents, given those of all children without a score by the rules alone.
    """

class FuseFunction:
    """See native/book/fuse.hpp."""

    def __init__(self, numbers: tuple[int, int, int, int], cells: object) -> None: ...

    @property
    def numbers(self) -> tuple[int, int, int, int]: ...

    @property
    def cells(self) -> bytes: ...

def fuse_for(like: Board, keys: bytes, values: Sequence[int], value_bits: int) -> FuseFunction:
    """Return the function that maps each key to its value."""

def filter_for(like: Board, keys: bytes, value_bits: int) -> FuseFunction:
    """Return the filter that admits these keys and few others."""

def admitted(like: Board, filter: FuseFunction, keys: bytes) -> list[bool]: ...

def read_book(data: object, checksum: Callable[[bytes], bytes]) -> tuple[tuple[int, int, int], bool, int, int, list[tuple[int, int]], list[tuple[int, int, tuple[tuple[int, int, int, int], int, int], tuple[tuple[int, int, int, int], int, int] | None]]]:
    """
    Read the file of a book; raise ValueError with the end of a sentence about it.
    """

MOST_STEPS: int = 4

class Book:
    """Looks up scores; made by dropfour.book.reader."""

    def __init__(self, like: Board, depth: int, hard_nodes: int, shelves: Sequence[tuple[int, int, FuseFunction, FuseFunction | None]]) -> None:
        """
        A shelf is a ply, its lowest score, its function and, beyond the depth, its filter.
        """

    @property
    def has_repertoire(self) -> bool: ...

    def lookup(self, board: Board) -> int | None: ...

    def lookup_keys(self, keys: bytes) -> list[int | None]: ...

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

def find_plan(solver: ExactSolver, board: Board, is_own_turn: bool, is_win: bool, seed: int, time_s: float | None, nodes: int | None, stop: StopFlag, known: Sequence[tuple[Sequence[tuple[int, int]], Sequence[tuple[tuple[int, int], tuple[int, int]]], Sequence[int], Sequence[int]]] = []) -> tuple[list[tuple[int, int]], list[tuple[tuple[int, int], tuple[int, int]]], list[int], list[int]] | None: ...

def find_strategy(solver: ExactSolver, board: Board, is_own_turn: bool, is_win: bool, seed: int, most_plans: int, time_s: float | None, nodes: int | None, stop: StopFlag) -> tuple[list[tuple[int | None, int | None, list[tuple[int, int]]]], list[tuple[list[tuple[int, int]], list[tuple[tuple[int, int], tuple[int, int]]], list[int], list[int]]]] | None: ...

def verify_plan(board: Board, plan: tuple[Sequence[tuple[int, int]], Sequence[tuple[tuple[int, int], tuple[int, int]]], Sequence[int], Sequence[int]], is_own_turn: bool, is_win: bool, most_positions: int) -> tuple[bool, bool, int, int, list[int], list[tuple[str, tuple[int, int], int, list[tuple[int, int]]]]]: ...

def find_serving_plans(board: Board, plans: Sequence[tuple[Sequence[tuple[int, int]], Sequence[tuple[tuple[int, int], tuple[int, int]]], Sequence[int], Sequence[int]]], is_own_turn: bool, is_win: bool, most_positions: int) -> list[int]: ...

def plan_words(board: Board, plan: object, is_win: bool, is_red: bool, endings: list[tuple[str, tuple[int, int]]]) -> list[tuple[str, dict[str, object]]]: ...

def plan_reply(board: Board, plan: tuple[Sequence[tuple[int, int]], Sequence[tuple[tuple[int, int], tuple[int, int]]], Sequence[int], Sequence[int]], last: int | None) -> tuple[int, str, int]: ...
