"""Saved games: small, readable text files in the spirit of chess's PGN.

    [Red "Ada"]
    [Yellow "medium"]
    [Board "7x6"]
    [Connect "4"]
    [Objective "first-line"]
    [Result "1-0"]

    1. 4 =+1 4 2. 5 {now two are open} 1 (2... 3 3. 6) 3. 3 =+18 2 4. 6 1-0

The grammar is in docs/notation.md.
"""

from dropfour.record.reading import game_of, parse_record, read_records
from dropfour.record.values import RESULTS, Record, RecordedMove, RecordedScore, result_on_board
from dropfour.record.variations import Variation, check_variations, variations_of
from dropfour.record.writing import format_record, record_of, write_records

__all__ = [
    "RESULTS",
    "Record",
    "RecordedMove",
    "RecordedScore",
    "Variation",
    "check_variations",
    "format_record",
    "game_of",
    "parse_record",
    "read_records",
    "record_of",
    "result_on_board",
    "variations_of",
    "write_records",
]
