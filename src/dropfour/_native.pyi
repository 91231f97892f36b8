"""The fast twin of dropfour's rules, and the searches that run on it."""



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
