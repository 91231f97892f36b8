"""Positions and moves as text: move strings, diagrams, position strings, Max-Connect4 files."""

from dropfour.moves import InvalidNotation, format_moves, parse_moves
from dropfour.notation.compact import parse_position, position_string
from dropfour.notation.diagram import format_diagram, parse_diagram
from dropfour.notation.maxconnect4 import (
    MaxConnect4File,
    format_maxconnect4,
    parse_maxconnect4,
    read_maxconnect4,
    write_maxconnect4,
)

__all__ = [
    "InvalidNotation",
    "MaxConnect4File",
    "format_diagram",
    "format_maxconnect4",
    "format_moves",
    "parse_diagram",
    "parse_maxconnect4",
    "parse_moves",
    "parse_position",
    "position_string",
    "read_maxconnect4",
    "write_maxconnect4",
]
