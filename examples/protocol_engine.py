"""An engine that speaks Dropfour's text protocol, in plain Python without Dropfour.

It plays the open column with the fewest stones, nearest the middle. The same few messages can be
written in any language:

    dropfour engine check "python examples/protocol_engine.py"
    dropfour match "engine:python examples/protocol_engine.py" random
"""

import sys

DIGITS = "123456789abcdefghijk"


def choose(moves: str, columns: int, rows: int) -> int:
    heights = {column: moves.count(DIGITS[column - 1]) for column in range(1, columns + 1)}
    open_columns = [column for column, height in heights.items() if height < rows]
    return min(open_columns, key=lambda column: (heights[column], abs(2 * column - columns - 1)))


def main() -> None:
    columns, rows, moves = 7, 6, ""
    for message in sys.stdin:
        word, *words = message.split() or [""]
        if word == "dropfour":
            print("name low and central\nready", flush=True)
        elif word == "game":
            columns, rows = map(int, words[0].split("x"))
            print("ready", flush=True)
        elif word == "position":
            moves = words[0] if words else ""
        elif word == "go":
            print("move", choose(moves, columns, rows), flush=True)
        elif word == "quit":
            break
        else:
            print("error unknown message", word, flush=True)


if __name__ == "__main__":
    main()
