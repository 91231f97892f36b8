"""The fast twin of dropfour's rules, and the searches that run on it."""

from collections.abc import Callable, Sequence


class Board:
    """A position as native/ holds it; made by dropfour.native."""

    def __init__(self, columns: int, rows: int, connect: int, most_lines: bool, own: bytes, occupied: bytes) -> None: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def legal_columns(self) -> list[int]: ...

    def play(self, column: int) -> Board: ...

    def count_lines(self) -> tuple[int, int]:
        """Lines of the side to move, and of the other."""

    def key(self) -> bytes: ...

    def mirror(self) -> Board: ...

    def perft(self, depth: int) -> int: ...

class StopFlag:
    """A switch that ends a search from another thread."""

    def __init__(self) -> None: ...

    def set(self) -> None: ...

    @property
    def is_set(self) -> bool: ...

class ExactSolver:
    """Proves scores; see dropfour.engines.exact."""

    def __init__(self, like: Board, table_mib: int, threads: int) -> None: ...

    def solve(self, board: Board, low: int, high: int, time_s: float | None, nodes: int | None, stop: StopFlag, report: Callable[[int, int, int], None]) -> tuple[int, int, int]: ...

    def sharing(self, threads: int) -> ExactSolver:
        """Another one for a thread of its own, that shares what is proven."""

    def time_cold(self, board: Board) -> tuple[int, int, float]: ...

    def clear(self) -> None: ...

class Findings:
    """What a search found out, for the side to move."""

    @property
    def column(self) -> int: ...

    @property
    def value(self) -> float: ...

    @property
    def depth(self) -> int:
        """Plies searched in full; 0 if there was no time for one."""

    @property
    def nodes(self) -> int: ...

    @property
    def is_settled(self) -> bool:
        """No deeper search could change it."""

    @property
    def variation(self) -> list[int]: ...

def estimate(board: Board, evaluation: str) -> float: ...

def search_minimax(board: Board, evaluation: str, discount: float, depth: int | None, time_s: float | None, nodes: int | None, stop: StopFlag | None) -> Findings: ...

def search_alphabeta(board: Board, evaluation: str, discount: float, depth: int | None, time_s: float | None, nodes: int | None, stop: StopFlag | None) -> Findings: ...

def search_averaging(board: Board, depth: int | None, time_s: float | None, nodes: int | None, stop: StopFlag | None) -> Findings: ...

def search_tree(board: Board, seed: int, time_s: float | None, nodes: int | None, stop: StopFlag | None) -> Findings: ...

def openings(like: Board, ply: int) -> tuple[bytes, bytes, int]:
    """
    Keys that the rules leave open, keys with a win at hand, and how many games end.
    """

def count_images(like: Board, keys: bytes) -> list[int]:
    """1 for each position that is its own mirror image, else 2."""

def back_up(like: Board, parents: bytes, children: bytes, child_scores: Sequence[int]) -> list[int]:
    """
    Scores of the parents from those of all children that the rules leave open.
    """

class FuseFunction:
    """See native/fuse.hpp."""

    def __init__(self, numbers: tuple[int, int, int, int], cells: object) -> None: ...

    @property
    def numbers(self) -> tuple[int, int, int, int]: ...

    @property
    def cells(self) -> bytes: ...

def fuse_for(like: Board, keys: bytes, values: Sequence[int], value_bits: int) -> FuseFunction:
    """The function that gives each key its value."""

def filter_for(like: Board, keys: bytes, value_bits: int) -> FuseFunction:
    """The filter that admits these keys, and few others."""

def admitted(like: Board, filter: FuseFunction, keys: bytes) -> list[bool]: ...

class Book:
    """Looks scores up; made by dropfour.book.reader."""

    def __init__(self, like: Board, depth: int, shelves: Sequence[tuple[int, int, FuseFunction, FuseFunction | None]]) -> None:
        """
        A shelf is its ply, its lowest score, its function and, beyond the depth, its filter.
        """

    def lookup(self, board: Board) -> int | None: ...

    def lookup_keys(self, keys: bytes) -> list[int | None]: ...
